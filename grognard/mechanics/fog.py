"""Fog of stacks: the enemy counts the units of a stack and sees the one on top.

A game defines what else is seen: units revealed in combat, or a unit beneath a top that does not cover it. The
places and heights of stacks are open, so the derived fields that follow from them stay true in what a side is shown,
and what is legal never depends on what a side does not know.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from functools import lru_cache
from typing import Any, Generic, TypeVar

from ..engine.state import Redaction, Seat, WarState
from ..hexes import bits
from .turn_game import TurnGame


class FogState(WarState):
    """The fields for stacks. A game's state declares them, the last three as derived fields."""

    #: units on top of their stacks, and units beneath that have been seen
    tops: int
    seen: int
    #: how high each unit is in its stack, among those there
    rank: list[int]
    on_map: int
    #: for each hex the units in it, as far as they are seen
    pile: list[int]
    #: the heights of all stacks, digit by digit: ``heights[k]`` has the hexes with 2**k in their number
    heights: list[int]


F = TypeVar("F", bound=FogState)


class FogGame(TurnGame[F]):
    """A game with such stacks."""

    hex_count: int

    def also_seen(self, s: F) -> int:
        """Units beneath the top that both sides see under a rule of the game."""
        return 0

    def beneath(self, s: F, seat: Seat) -> int:
        """Units on the map that a seat does not see: enemy units beneath the top of their stacks.

        A spectator sees neither side's.
        """
        own = self.units_of[self.side_index[seat]] if seat else 0
        return s.on_map & ~s.tops & ~s.seen & ~own & ~self.also_seen(s)

    def hidden(self, s: F, seat: Seat) -> tuple[int, ...]:
        """The numbers of the units on the map that a seat does not see."""
        return _members(self.beneath(s, seat))

    def count_stacks(self, s: F) -> None:
        """Compute the derived fields of stacks from the places."""
        s.on_map, s.heights, s.pile = 0, [0, 0, 0, 0], [0] * self.hex_count
        for u, h in enumerate(s.at):
            if h >= 0:
                s.pile[h] |= 1 << u
                s.on_map |= 1 << u
        for h in {h for h in s.at if h >= 0}:
            set_height(s, h, s.at.count(h))

    def uncover(self, shown: F, s: F, seat: Seat) -> None:
        """Remove the units that a seat does not see from the piles of the state it is shown."""
        for u in self.hidden(s, seat):
            shown.pile[s.at[u]] &= ~(1 << u)


AnyFogGame = FogGame[Any]  # any state: games are not alike in it


@lru_cache(maxsize=256)
def _members(units: int) -> tuple[int, ...]:
    """Units as numbers. The same are hidden in many fields and for many actions."""
    return tuple(bits(units))


# -- redactions: what a seat is shown instead of a field ----------------------------------------


def shown_places(unseen: int) -> Redaction:
    """Places, with a box in place of the hex of a unit that a seat does not see."""

    def shown(game: AnyFogGame, s: FogState, seat: Seat) -> list[int]:
        out = s.at[:]
        for u in game.hidden(s, seat):
            out[u] = unseen
        return out

    return shown


def shown_units(name: str) -> Redaction:
    """A set of units, without those that a seat does not see."""

    def shown(game: AnyFogGame, s: FogState, seat: Seat) -> int:
        value: int = getattr(s, name)
        return value & ~game.beneath(s, seat) if value else 0

    return shown


def shown_counts(name: str, hidden_as: int) -> Redaction:
    """A number for each unit, replaced by ``hidden_as`` for units that a seat does not see."""

    def shown(game: AnyFogGame, s: FogState, seat: Seat) -> list[int]:
        out: list[int] = getattr(s, name)[:]
        for u in game.hidden(s, seat):
            out[u] = hidden_as
        return out

    return shown


def shown_list(name: str) -> Redaction:
    """A list of units, without those that a seat does not see."""

    def shown(game: AnyFogGame, s: FogState, seat: Seat) -> list[int]:
        value: list[int] = getattr(s, name)
        unseen = game.beneath(s, seat) if value else 0
        return [u for u in value if not unseen >> u & 1]

    return shown


# -- moving counters ----------------------------------------------------------------------------


def set_height(s: FogState, h: int, count: int, before: int = 0) -> None:
    """Record how many units are in a hex that had ``before`` of them. Four digits are kept, so at most 15 units."""
    bit, heights, changed, k = 1 << h, s.heights, (before ^ count) & 15, 0
    while changed:
        if changed & 1:
            heights[k] ^= bit
        changed >>= 1
        k += 1


def height(s: FogState, h: int) -> int:
    """How many units are in a hex; everybody may count them."""
    return sum((s.heights[k] >> h & 1) << k for k in range(4))


def stacked(s: FogState) -> int:
    """The hexes with units, seen or not."""
    return s.heights[0] | s.heights[1] | s.heights[2] | s.heights[3]


def standing(s: FogState, hexes: int) -> int:
    """The units in some hexes, as far as they are seen."""
    out, pile = 0, s.pile
    hexes &= s.occupied[0] | s.occupied[1]
    while hexes:
        h = hexes.bit_length() - 1
        hexes ^= 1 << h
        out |= pile[h]
    return out


def new_top(s: FogState, units: int) -> None:
    """Show the highest unit of a stack that has lost its top."""
    if units and not units & s.tops:
        if not units & (units - 1):
            s.tops |= units
            return
        s.tops |= 1 << max(bits(units), key=lambda u: (s.rank[u], -u))


def move_counter(s: FogState, unit: int, side: int, there: int) -> int:
    """Put a unit into a hex, on top of what is there, or into a box. Return the units left where it was."""
    here, bit, rest = s.at[unit], 1 << unit, 0
    s.at[unit] = there
    s.tops &= ~bit
    if here >= 0:
        units = s.pile[here]
        rest = s.pile[here] = units & ~bit
        if rest:
            set_height(s, here, rest.bit_count(), units.bit_count())
            new_top(s, rest)
        else:
            s.heights[0] ^= 1 << here
            s.occupied[side] &= ~(1 << here)
    if there >= 0:
        others = s.pile[there]
        s.occupied[side] |= 1 << there
        s.on_map |= bit
        if others:
            units = s.pile[there] = others | bit
            set_height(s, there, units.bit_count(), others.bit_count())
            put_on_top(s, unit, units)
        else:  # the usual case
            s.pile[there] = bit
            s.heights[0] ^= 1 << there
            s.rank[unit] = 0
            s.tops |= bit
    else:
        s.on_map &= ~bit
        s.rank[unit] = 0
    return rest


def lift_to_top(s: FogState, unit: int) -> None:
    """Put a unit on top of its stack."""
    put_on_top(s, unit, s.pile[s.at[unit]])


def put_on_top(s: FogState, unit: int, units: int) -> None:
    """Put a unit on top of the units of its hex, itself among them."""
    bit = 1 << unit
    if units == bit:
        s.rank[unit] = 0
    elif not s.tops & bit:
        s.rank[unit] = 1 + max(s.rank[u] for u in bits(units & ~bit))
    s.tops = s.tops & ~units | bit


# -- guessing what is hidden --------------------------------------------------------------------

_TRIES = 40


class Guess(Generic[F]):
    """A random distribution of the unseen units over the stacks that they may be in."""

    def __init__(self, game: AnyFogGame, shown: F, unseen: int) -> None:
        self.game = game
        self.s = shown
        self.hidden = [u for u, h in enumerate(shown.at) if h == unseen]

    @abstractmethod
    def fits(self, unit: int, h: int) -> bool:
        """Whether a unit may be in a hex with the units already there."""

    def order(self, unit: int) -> int:
        """The units with the lowest number are placed first: those that are hard to place."""
        return 0

    def spread(self, rng: random.Random) -> F:
        """A copy of the shown state in which each unseen unit has a place."""
        shown = self.s
        for _ in range(_TRIES):
            self.s = shown.copy()
            if self._try(rng):
                break
        else:
            self.s = shown.copy()
            self._crowd()
        return self.s

    def _gaps(self) -> list[int]:
        """The hexes of unseen units, one entry each."""
        s, out = self.s, []
        for h in bits(stacked(s)):
            out += [h] * (height(s, h) - s.pile[h].bit_count())
        return out

    def _try(self, rng: random.Random) -> bool:
        """Put every unseen unit somewhere it may be; whether that worked."""
        gaps, pool = self._gaps(), self.hidden[:]
        rng.shuffle(gaps)
        rng.shuffle(pool)
        pool.sort(key=self.order)
        for unit in pool:
            for i, h in enumerate(gaps):
                if self._ours(unit, h) and self.fits(unit, h):
                    self._put(unit, gaps.pop(i))
                    break
            else:
                return False
        return not gaps

    def _ours(self, unit: int, h: int) -> bool:
        side = self.game.side_of[unit]
        return bool(self.s.occupied[side] >> h & 1)

    def _put(self, unit: int, h: int) -> None:
        self.s.at[unit] = h
        self.s.pile[h] |= 1 << unit

    def _crowd(self) -> None:
        """Put each unit into the first gap of its side, if no legal distribution was found."""
        gaps = self._gaps()
        for unit in self.hidden:
            self._put(unit, gaps.pop(next(i for i, h in enumerate(gaps) if self._ours(unit, h))))
