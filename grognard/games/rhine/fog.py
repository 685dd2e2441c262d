"""Rule 6.7 for commanders: another way the unseen units could be placed."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from ...engine.state import Seat
from ...mechanics.fog import Guess
from .area import area
from .stacking import legal
from .state import NORTH, SOUTH, UNKNOWN, UNSEEN, RhineState

if TYPE_CHECKING:
    from .game import RhineGame


class RhineGuess(Guess[RhineState]):
    """Divisions first: they need the room."""

    game: RhineGame

    def order(self, unit: int) -> int:
        return self.game.counters[unit].size == "X"

    def fits(self, unit: int, h: int) -> bool:
        game, s = self.game, self.s
        return bool(area(game, s, unit) >> h & 1) and legal(game, s, s.pile[h] | 1 << unit, h)


def resample(game: RhineGame, state: RhineState, seat: Seat, rng: random.Random) -> RhineState:
    """A state that looks the same to a seat: the unseen units spread in another way over the stacks they may be in.

    It depends only on the seat's view, so that equal views give equal guesses.
    """
    shown = game.redact(state, seat)
    if shown.sector == UNKNOWN:
        shown.sector = rng.choice((NORTH, SOUTH))
    guesses = RhineGuess(game, shown, UNSEEN)
    guess = guesses.spread(rng)
    for u in guesses.hidden:
        guess.steps[u] = rng.choice((0, 0, 0, 1)) if game.roster.steps[u] == 2 else 0
        guess.points[u] = guess.spent[u] = guess.rank[u] = 0
    game.refresh(guess)
    return guess
