"""Posts for the last move of a game, when the enemy cannot reply.

Such posts reduce the enemy's score: a unit on a road that victory points are traced along, or a zone of control over a
town. They are chosen one by one, by their effect on the score.
"""

from __future__ import annotations

from ...hexes import bits
from ..doctrine import WarState
from ..maps import Maps

#: The least gain of a post, in points.
_MIN_GAIN = 0.5


class LastMove:
    """Finds posts for the units of a side in its last movement phase."""

    def __init__(self, maps: Maps, side: int) -> None:
        self.maps, self.side = maps, side
        self._sign = 1.0 if side == 0 else -1.0

    def posts(self, after: WarState, movers: list[int]) -> dict[int, int]:
        """Return hexes for some of the ``movers``, best first; ``after`` is the position to improve."""
        s = self._without_fighters(after)
        places = {u: self._free_hexes(u) for u in movers if self.maps.s.at[u] >= 0}
        found: dict[int, int] = {}
        value = self._value(s)
        while True:
            best, unit, there = value + _MIN_GAIN, -1, -1
            for u, hexes in places.items():
                if u in found:
                    continue
                for h in bits(hexes & ~s.occupied[self.side]):
                    trial = self._placed(s, u, h)
                    worth = self._value(trial)
                    if worth > best:
                        best, unit, there = worth, u, h
            if unit < 0:
                return found
            found[unit], value = there, best
            s = self._placed(s, unit, there)

    def _free_hexes(self, unit: int) -> int:
        """Return the hexes that a unit can reach and hold without combat."""
        foe = 1 - self.side
        zone = self.maps.zone[foe] if self.maps.doctrine.must_attack else 0
        return self.maps.destinations(unit) & ~zone & ~self.maps.occupied[foe]

    def _without_fighters(self, after: WarState) -> WarState:
        """Return the position without own units that must still fight and may be driven back."""
        s = after.copy()
        zone = self.maps.zone[1 - self.side] if self.maps.doctrine.must_attack else 0
        for u in self.maps.units[self.side]:
            if s.at[u] >= 0 and zone >> s.at[u] & 1:
                s.at[u] = -1
        self._update_occupied(s)
        return s

    def _placed(self, s: WarState, unit: int, h: int) -> WarState:
        out = s.copy()
        out.at[unit] = h
        self._update_occupied(out)
        return out

    def _update_occupied(self, s: WarState) -> None:
        held = 0
        for u in self.maps.knowledge.members[self.side]:
            if s.at[u] >= 0:
                held |= 1 << s.at[u]
        s.occupied[self.side] = held

    def _value(self, s: WarState) -> float:
        return self._sign * self.maps.doctrine.score(s)
