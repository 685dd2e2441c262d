"""What the game remembers of moves never changes what follows: a game without memory plays the same."""

from __future__ import annotations

import random
from itertools import islice

import pytest

import grognard
from grognard.engine.actions import pick
from grognard.games.reich.classes import Classes
from grognard.games.reich.state import ReichState
from grognard.mechanics.ground import Searches

from ..generic.play import begin, journey

GAME = grognard.game("reich")


def forget() -> None:
    """Forget what was found out about moves, and the costs with some steps closed."""
    GAME.searches, GAME.classes = Searches(), Classes(GAME)  # type: ignore[attr-defined, arg-type]
    GAME.marches.recent.forget()  # type: ignore[attr-defined]
    GAME.rhine._costs.clear()  # type: ignore[attr-defined]
    GAME.areas.known.clear()  # type: ignore[attr-defined]


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_a_game_that_forgets_everything_plays_the_same(scenario: str) -> None:
    states = [s.copy() for s in islice(journey(GAME, scenario, 1), 150)]
    rng = random.Random(f"{GAME.id}/{scenario}/1")
    s: ReichState = begin(GAME, scenario)
    for known in states:
        assert s == known
        if s.over:
            break
        forget()
        offer = GAME.offer(s)
        action = pick(offer, rng.randrange(sum(args.bit_count() for args in offer.values())))
        forget()
        GAME.do(s, action)


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_questions_about_other_positions_change_no_answer(scenario: str) -> None:
    states = [s.copy() for s in islice(journey(GAME, scenario, 3), 200)]
    offers = [GAME.offer(s) for s in states]
    order = list(range(len(states)))
    random.Random(scenario).shuffle(order)
    for n in order:
        assert GAME.offer(states[n]) == offers[n]


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_the_units_on_the_map_are_always_known(scenario: str) -> None:
    for s in islice(journey(GAME, scenario, 2), 400):
        again = s.copy()
        GAME.refresh(again)
        assert (again.fielded, again.occupied, again.zoned) == (s.fielded, s.occupied, s.zoned)
