"""No set-up that the program proposes can be won in the other side's first turn."""

from __future__ import annotations

import pytest

from grognard.engine.doctrine import Doctrine

from ..helpers import LIBRARY_IDS, LIBRARY_SCENARIOS
from .helpers import first_turns, proposed, win

#: The greatest chance of a win in the first turn that a proposal may allow.
MOST = 0.15


@pytest.mark.parametrize(("game", "scenario"), LIBRARY_SCENARIOS, ids=LIBRARY_IDS)
def test_a_proposed_set_up_allows_no_win_in_the_first_turn(game, scenario):
    for pick in (0, 1) if game.id == "rhine" else (0,):
        s = proposed(game, scenario, pick)
        for side, before in first_turns(game, s):
            for other in (side, 1 - side):  # as the side to move, and as the one whose turn comes next
                found = win(game, before, other)
                assert max(found.chance, game.doctrine.known_win(before, other)) <= MOST, (game.sides[other], found)


def test_games_that_can_be_won_at_once_have_aims():
    """The test above asks something."""
    asked = {game.id for game, _ in LIBRARY_SCENARIOS if type(game.doctrine).aims is not Doctrine.aims}
    asked |= {game.id for game, _ in LIBRARY_SCENARIOS if type(game.doctrine).vital is not Doctrine.vital}
    asked |= {game.id for game, _ in LIBRARY_SCENARIOS if type(game.doctrine).known_win is not Doctrine.known_win}
    assert asked == {"aachen", "oder", "reich", "rhine"}
