"""What the game remembers never changes what follows: a game without memory plays the same."""

from __future__ import annotations

from itertools import islice

import pytest

import grognard
from grognard.games.aachen.memory import Memory
from grognard.games.aachen.movement import March
from grognard.hexes import bits
from tests.kit.memory import answers_in_any_order, plays_the_same_without_memory

from ..generic.play import journey

GAME = grognard.game("aachen")


def forget() -> None:
    """Forget everything, the searches of the ground among it."""
    GAME.memory = Memory()  # type: ignore[attr-defined]
    for steps in GAME.ground.steps.values():  # type: ignore[attr-defined]
        steps._free.clear()
        steps._searched.clear()
        steps._zoned.clear()
        steps.__dict__.pop("ranges", None)


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_a_game_that_forgets_everything_plays_the_same(scenario: str) -> None:
    plays_the_same_without_memory(GAME, scenario, forget)


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_the_beginning_of_the_farther_search_is_the_nearer_one(scenario: str) -> None:
    derived = 0
    for s in islice(journey(GAME, scenario, 5), 300):
        if not s.hand or s.at[s.hand[0]] < 0:
            continue
        march = March(GAME, s, tuple(s.hand))  # type: ignore[arg-type]
        plain = March(GAME, s, tuple(s.hand))  # type: ignore[arg-type]
        derived += march.far is not None
        assert (march.near.levels, march.near.all) == (plain.near.levels, plain.near.all)
        assert all(march.near.path(h) == plain.near.path(h) for h in bits(plain.near.all))
    assert derived


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_questions_about_other_positions_change_no_answer(scenario: str) -> None:
    answers_in_any_order(GAME, scenario, 120)
