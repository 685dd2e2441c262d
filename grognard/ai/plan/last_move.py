"""The last word: posts for the move after which the enemy moves no more.

Whoever moves last in a game may spoil what the other has won, and no reply follows: a unit on a road that the victory
is traced along, a zone over a town. Such posts are looked for one by one, by what the score says.
"""

from __future__ import annotations

from ...hexes import bits
from ..doctrine import WarState
from ..maps import Maps

#: Points that a post must bring.
_LEAST = 0.5


class LastMove:
    """Finds posts for the units of a side in its last movement phase."""

    def __init__(self, maps: Maps, side: int) -> None:
        self.maps, self.side = maps, side
        self._sign = 1.0 if side == 0 else -1.0

    def posts(self, after: WarState, movers: list[int]) -> dict[int, int]:
        """For some of those who can move a hex each, the best first; ``after`` is the position to be bettered."""
        s = self._sure(after)
        places = {u: self._open(u) for u in movers if self.maps.s.at[u] >= 0}
        found: dict[int, int] = {}
        value = self._value(s)
        while True:
            best, unit, there = value + _LEAST, -1, -1
            for u, hexes in places.items():
                if u in found:
                    continue
                for h in bits(hexes & ~s.occupied[self.side]):
                    trial = self._put(s, u, h)
                    worth = self._value(trial)
                    if worth > best:
                        best, unit, there = worth, u, h
            if unit < 0:
                return found
            found[unit], value = there, best
            s = self._put(s, unit, there)

    def _open(self, unit: int) -> int:
        """Where a unit can stand without having to fight for it."""
        foe = 1 - self.side
        shut = self.maps.zone[foe] if self.maps.doctrine.must_attack else 0
        return self.maps.march(unit) & ~shut & ~self.maps.occupied[foe]

    def _sure(self, after: WarState) -> WarState:
        """The position without those who must still fight and may be driven away."""
        s = after.copy()
        zone = self.maps.zone[1 - self.side] if self.maps.doctrine.must_attack else 0
        for u in self.maps.units[self.side]:
            if s.at[u] >= 0 and zone >> s.at[u] & 1:
                s.at[u] = -1
        self._count(s)
        return s

    def _put(self, s: WarState, unit: int, h: int) -> WarState:
        out = s.copy()
        out.at[unit] = h
        self._count(out)
        return out

    def _count(self, s: WarState) -> None:
        held = 0
        for u in self.maps.knowledge.members[self.side]:
            if s.at[u] >= 0:
                held |= 1 << s.at[u]
        s.occupied[self.side] = held

    def _value(self, s: WarState) -> float:
        return self._sign * self.maps.doctrine.score(s)
