"""Rule 5.3.4 for commanders: another way the enemy's secrets could be."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from ...engine.state import Seat
from ...hexes import bits
from ...mechanics.fog import Guess
from .stacking import has_room
from .state import UNKNOWN, UNSEEN, AachenState

if TYPE_CHECKING:
    from .game import AachenGame


class AachenGuess(Guess[AachenState]):
    """Unseen units: HQs first, then those whose class has a zone in the hex, which everybody knows."""

    game: AachenGame

    def order(self, unit: int) -> int:
        return int(not self.game.roster.hqs >> unit & 1)

    def fits(self, unit: int, h: int) -> bool:
        game, s = self.game, self.s
        if not has_room(game, s, unit, h):
            return False
        side = game.side_of[unit]
        if game.roster.hqs >> unit & 1:
            return bool(game.ground.built_up >> h & 1)
        if not s.manned[side] >> h & 1:
            return False
        here = s.pile[h] & game.roster.combat & ~s.disrupted
        afv = game.roster.afv >> unit & 1
        other = 1 - afv
        lacks_other = s.grip[2 * side + other] >> h & 1 and not here & (
            game.roster.afv if other else game.roster.infantry
        )
        return not lacks_other or bool(s.grip[2 * side + afv] >> h & 1)


def resample(game: AachenGame, state: AachenState, seat: Seat, rng: random.Random) -> AachenState:
    """A state that looks the same to a seat, drawn from what the seat sees."""
    shown = game.redact(state, seat)
    guesses = AachenGuess(game, shown, UNSEEN)
    guess = guesses.spread(rng)
    own = game.units_of[game.side_index[seat]] if seat else 0
    for u in guesses.hidden:
        side, h = game.side_of[u], guess.at[u]
        guess.rank[u] = 0
        zone = guess.grip[2 * side + (game.roster.afv >> u & 1)]
        if game.roster.combat >> u & 1 and h >= 0 and not zone >> h & 1:
            guess.disrupted |= 1 << u
    for u in bits(game.roster.combat & ~own):
        if guess.lost[u] == UNKNOWN:
            guess.lost[u] = 0
        if guess.wounds[u] == UNKNOWN:
            guess.wounds[u] = 0
        if guess.assigned[u] == UNKNOWN:
            guess.assigned[u] = _likely_formation(game, guess, u)
    _guess_plans(game, guess, rng)
    open_facts = list(guess.manned), list(guess.grip), list(guess.heights)
    game.refresh(guess)
    guess.manned, guess.grip, guess.heights = open_facts
    return guess


def _likely_formation(game: AachenGame, s: AachenState, unit: int) -> int:
    """The assignment of an enemy unit that is most likely: its own formation, or that of the nearest HQ."""
    roster, h = game.roster, s.at[unit]
    if roster.home[unit] >= 0 or h < 0:
        return 0
    distance = game.board.grid.distance
    near = [
        (distance(h, s.at[f.hq]), i + 1)
        for i, f in enumerate(roster.formations)
        if f.side == roster.side[unit] and f.corps == roster.corps[unit] and s.at[f.hq] >= 0
    ]
    return min(near)[1] if near else 0


def _guess_plans(game: AachenGame, s: AachenState, rng: random.Random) -> None:
    """Victory Plan markers that a side has not seen, drawn from those it does not know (8.3)."""
    if UNKNOWN not in s.plans:
        return
    left = [plan for plan in range(2 * len(game.tables.plans)) if plan not in s.plans]
    rng.shuffle(left)
    s.plans = [left.pop() if plan == UNKNOWN else plan for plan in s.plans]
