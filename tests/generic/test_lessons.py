"""Every lesson of every game can be done as it says."""

from __future__ import annotations

import pytest

import grognard
from grognard import Match
from grognard.engine.reading import Exercise

EXERCISES = [
    pytest.param(name, exercise, id=f"{name}-{exercise.title}")
    for name in grognard.games()
    for exercise in grognard.game(name).lessons()
]

#: A lesson in which a unit may go to more hexes than these has to name the right ones.
MANY = 20


def wait_for(match: Match, side: str) -> None:
    """The other side's decisions are made for it: the first legal action."""
    while not match.over and match.side not in (side, "dice"):
        match.play(match.actions[0])


@pytest.mark.parametrize(("name", "exercise"), EXERCISES)
def test_the_lesson_can_be_done(name: str, exercise: Exercise) -> None:
    match = grognard.setup(exercise.position, dice=list(exercise.dice))
    assert match.game.id == name
    assert match.side == exercise.side
    for step in exercise.steps:
        wait_for(match, exercise.side)
        fitting = [text for text in match.actions.texts() if text in step or text.split()[0] in step]
        assert fitting, f"nothing like {' or '.join(step)} among {match.actions.texts()}"
        match.play(fitting[0])


@pytest.mark.parametrize(("name", "exercise"), EXERCISES)
def test_no_step_is_solved_by_a_move_to_any_hex(name: str, exercise: Exercise) -> None:
    """A lesson names the hexes that solve it, unless the rules leave few to choose from."""
    match = grognard.setup(exercise.position, dice=list(exercise.dice))
    for step in exercise.steps:
        wait_for(match, exercise.side)
        texts = match.actions.texts()
        bare = {word for word in step if " " not in word and match.game.verbs[word].kind in ("hex", "number")}
        assert len([text for text in texts if text.split()[0] in bare]) < MANY, f"{step} accepts too much"
        match.play(next(text for text in texts if text in step or text.split()[0] in step))


@pytest.mark.parametrize(("name", "exercise"), EXERCISES)
def test_the_lesson_speaks_and_cites_its_rule(name: str, exercise: Exercise) -> None:
    assert exercise.text
    assert exercise.praise
    assert exercise.rule


@pytest.mark.parametrize("name", list(grognard.games()))
def test_every_game_has_a_course(name: str) -> None:
    assert len(grognard.game(name).lessons()) >= 5
