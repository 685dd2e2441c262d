"""Chapter 5.3.4 for commanders: another way the hidden things could be, by all that a side has seen."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from ...engine.state import Seat
from ...hexes import bits
from ...mechanics.fog import Guess, height, stacked
from .stacking import is_overstacked
from .state import DUE, UNKNOWN, UNSEEN, AachenState
from .units import GERMAN, US

if TYPE_CHECKING:
    from .game import AachenGame

#: Losses of a unit that the enemy did not see: nearly all are announced.
_LOSSES = (0, 0, 0, 0, 0, 0, 0, 1)


class AachenGuess(Guess[AachenState]):
    """Unseen units over the stacks that they may be in.

    Everybody knows in which hexes combat units are and which zones come from them, so each stack gets the types that
    its zone needs; stacking limits hold as long as a distribution with them is found.
    """

    game: AachenGame

    def __init__(self, game: AachenGame, shown: AachenState, unseen: int) -> None:
        super().__init__(game, shown, unseen)
        self.tries = 0

    def kinds(self, h: int) -> tuple[int, int]:
        """The sets of units, infantry type and AFV type, that the zone from a hex is known to come from."""
        s, roster = self.s, self.game.roster
        side = GERMAN if s.occupied[GERMAN] >> h & 1 else US
        infantry, afv = s.grip[2 * side], s.grip[2 * side + 1]
        return (roster.infantry if infantry >> h & 1 else 0, roster.afv if afv >> h & 1 else 0)

    def fits(self, unit: int, h: int) -> bool:
        game, s = self.game, self.s
        bit = 1 << unit
        if game.roster.hqs & bit:
            return bool(game.ground.built_up >> h & 1) and not s.pile[h] & game.roster.hqs
        if not (s.manned[0] | s.manned[1]) >> h & 1:
            return False
        below = s.pile[h] & s.tops & game.roster.hqs
        if below and any(u != unit and s.rank[u] == 0 and u > unit for u in bits(s.pile[h] & ~below)):
            return False
        if self.tries > 20:
            return True
        known = sum(self.kinds(h))
        return not is_overstacked(game, s.pile[h] | bit) and bool(not known or known & bit)

    def order(self, unit: int) -> int:
        roster = self.game.roster
        return 0 if roster.hqs >> unit & 1 else 1 if roster.infantry >> unit & 1 else 2

    def needed(self) -> list[tuple[int, int]]:
        """The hexes whose seen units do not explain what is known of them, with the units that would."""
        s, roster, out = self.s, self.game.roster, []
        for h in bits(stacked(s)):
            seen = s.pile[h]
            if height(s, h) == seen.bit_count():
                continue
            lacking = [kind for kind in self.kinds(h) if kind and not seen & kind & ~s.disrupted]
            out += [(h, kind) for kind in lacking]
            if not lacking and (s.manned[0] | s.manned[1]) >> h & 1 and not seen & roster.combat:
                out.append((h, roster.combat))
        return out

    def _try(self, rng: random.Random) -> bool:
        self.tries += 1
        needed, gaps, pool = self.needed(), self._gaps(), self.hidden[:]
        rng.shuffle(needed)
        rng.shuffle(gaps)
        rng.shuffle(pool)
        for h, kind in needed:
            unit = next((u for u in pool if kind >> u & 1 and self._ours(u, h) and self.fits(u, h)), -1)
            if unit < 0 or h not in gaps:
                return False
            self._put(unit, h)
            pool.remove(unit)
            gaps.remove(h)
        for unit in sorted(pool, key=self.order):
            h = next((h for h in gaps if self._ours(unit, h) and self.fits(unit, h)), -1)
            if h < 0:
                return False
            self._put(unit, h)
            gaps.remove(h)
        return not gaps


def resample(game: AachenGame, state: AachenState, seat: Seat, rng: random.Random) -> AachenState:
    """A state that looks the same to a seat: unseen units, losses, disruption, assignments and plans drawn again.

    It depends only on the seat's view, so that equal views give equal guesses.
    """
    shown = game.redact(state, seat)
    if shown is state:
        return state.copy()
    guesses = AachenGuess(game, shown, UNSEEN)
    guess = guesses.spread(rng)
    for u in guesses.hidden:
        guess.rank[u] = 0
        _disrupt(game, guess, u, guesses, rng)
    for u in range(len(guess.at)):
        if guess.lost[u] == UNKNOWN:
            guess.lost[u] = min(guess.noted[u] + rng.choice(_LOSSES), game.roster.strength[u] - 1)
        if guess.wounds[u] == UNKNOWN:
            guess.wounds[u] = 0
    for u in bits(game.roster.combat):
        if guess.assigned[u] == UNKNOWN:
            guess.assigned[u] = _assigned(game, guess, u, rng)
    _draw_plans(game, guess, rng)
    if guess.answer == UNKNOWN:  # an enemy that may react is taken to do so
        guess.answer = guess.reply = 0
    guess.quiet &= 3
    guess.asks &= 3
    game.refresh(guess)
    return guess


def _disrupt(game: AachenGame, s: AachenState, unit: int, guesses: AachenGuess, rng: random.Random) -> None:
    """A unit is disrupted where no zone comes from its type; where others explain the zone, it may be."""
    if game.roster.hqs >> unit & 1:
        return
    h, bit = s.at[unit], 1 << unit
    kind = next((kind for kind in guesses.kinds(h) if kind & bit), 0)
    others = s.pile[h] & kind & ~s.disrupted & ~bit
    if not kind or (others and not s.improved >> h & 1 and rng.random() < 0.1):
        s.disrupted |= bit


def _assigned(game: AachenGame, s: AachenState, unit: int, rng: random.Random) -> int:
    """A formation for an independent unit; units of formations are taken to be with their own."""
    roster = game.roster
    if roster.home[unit] >= 0 or (s.at[unit] < 0 and s.at[unit] != DUE):
        return 0
    side, corps = game.side_of[unit], roster.corps[unit]
    able = [
        i + 1
        for i, f in enumerate(roster.formations)
        if f.side == side and s.at[f.hq] >= 0 and (side == GERMAN or f.corps == corps)
    ]
    return rng.choice(able) if able else 0


def _draw_plans(game: AachenGame, s: AachenState, rng: random.Random) -> None:
    markers = len(game.tables.plans) + game.tables.dummies
    left = [marker for marker in range(markers) if marker not in s.plans]
    rng.shuffle(left)
    s.plans = [left.pop() if plan == UNKNOWN else plan for plan in s.plans]
