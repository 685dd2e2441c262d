"""Rings: posts around enemy units that leave them no hex to retreat to, so that an attack destroys them."""

from __future__ import annotations

from ...hexes import bits
from ..doctrine import WarState
from ..maps import Maps
from .planner import Planner

#: The most units of a ring, and the most rings of a plan.
_UNITS, _RINGS = 4, 3


class Rings:
    """Finds rings that a side can close in its movement phase."""

    def __init__(self, planner: Planner) -> None:
        self.planner, self.maps, self.side = planner, planner.maps, planner.side
        self.game, self.doctrine = planner.game, planner.doctrine
        self._neighbours = planner.game.board.grid.neighbours

    def exits(self, maps: Maps, h: int, more: int = 0) -> int:
        """Return the hexes to which enemies in a hex could retreat; ``more`` hexes are held by the side as well."""
        foe = 1 - self.side
        mine = maps.occupied[self.side] | more
        covered = maps.zone[self.side] | self._neighbours(more)
        near = self.doctrine.attack_hexes(maps.s, h) & maps.in_play & ~mine
        return near & ~covered & ~maps.occupied[foe]

    def posts(self) -> list[dict[int, int]]:
        """Return posts for each ring that can be closed, the one around the most valuable enemies first."""
        s, maps = self.planner.s, self.maps
        able = [u for u in self.planner.selectable(s) if s.at[u] >= 0]
        reach = {u: maps.destinations(u) for u in able}
        found: list[tuple[float, dict[int, int]]] = []
        for h in bits(maps.occupied[1 - self.side]):
            posts = self._ring(h, able, reach)
            if posts:
                found.append((maps.worth_at(h) / len(posts), posts))
        found.sort(key=lambda pair: -pair[0])
        return [posts for _, posts in found[:_RINGS]]

    def _ring(self, h: int, able: list[int], reach: dict[int, int]) -> dict[int, int]:
        """Return units that close the exits of a hex; empty if they cannot, or if it has none."""
        posts: dict[int, int] = {}
        held, near = 0, self.doctrine.attack_hexes(self.maps.s, h)
        while left := self.exits(self.maps, h, held):
            if len(posts) == _UNITS:
                return {}
            best, found = 0, None
            for u in able:
                for there in bits(reach[u] & ~held & (self._neighbours(left) | left)) if u not in posts else ():
                    closed = 2 * (left & (self._neighbours(1 << there) | 1 << there)).bit_count()
                    closed += near >> there & 1 if closed else 0  # from there it also attacks
                    if closed > best and not self.maps.occupied[1 - self.side] >> there & 1:
                        best, found = closed, (u, there)
            if found is None:
                return {}
            posts[found[0]] = found[1]
            held |= 1 << found[1]
        return posts

    def caught(self, s: WarState) -> float:
        """Return the worth of the enemy units without a retreat that can be attacked."""
        maps = Maps(self.game, s)
        contact = self._neighbours(maps.occupied[self.side]) & maps.occupied[1 - self.side]
        return sum(maps.worth_at(h) for h in bits(contact) if not self.exits(maps, h))
