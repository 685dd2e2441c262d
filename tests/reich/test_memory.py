"""What the game remembers of moves never changes what follows: a game without memory plays the same."""

from __future__ import annotations

from itertools import islice

import pytest

import grognard
from grognard.games.reich.classes import Classes
from grognard.mechanics.ground import Searches
from tests.kit.memory import answers_in_any_order, plays_the_same_without_memory

from ..generic.play import journey

GAME = grognard.game("reich")


def forget() -> None:
    """Forget what was found out about moves, and the costs with some steps closed."""
    GAME.searches, GAME.classes = Searches(), Classes(GAME)  # type: ignore[attr-defined, arg-type]
    GAME.marches.recent.forget()  # type: ignore[attr-defined]
    GAME.rhine._costs.clear()  # type: ignore[attr-defined]
    GAME.areas.known.clear()  # type: ignore[attr-defined]


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_a_game_that_forgets_everything_plays_the_same(scenario: str) -> None:
    plays_the_same_without_memory(GAME, scenario, forget)


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_questions_about_other_positions_change_no_answer(scenario: str) -> None:
    answers_in_any_order(GAME, scenario, 200)


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_the_units_on_the_map_are_always_known(scenario: str) -> None:
    for s in islice(journey(GAME, scenario, 2), 400):
        again = s.copy()
        GAME.refresh(again)
        assert (again.fielded, again.occupied, again.zoned) == (s.fielded, s.occupied, s.zoned)
