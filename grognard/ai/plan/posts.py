"""Posts: units that block the paths by which the enemy could slip through.

A path is found by a flood of the enemy's movement and blocked by a unit on it or next to it. Then the next path is
looked for, until there is none or no unit is left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...hexes import bits
from ..doctrine import WarState
from ..line import Line

#: The cost of using a unit as a blocker, for each point of its attack strength.
_ATTACKER_COST = 0.2
#: The largest number of posts in a phase.
_MAX_POSTS = 30

#: Returns the highest value of some hexes for a unit, and the hex; the value is very low if there are none.
Best = Callable[[int, int], tuple[float, int]]


class Posts:
    """Finds units to block the open paths of a line."""

    def __init__(self, line: Line) -> None:
        self.line, self.maps = line, line.maps
        self._neighbours = line.maps.game.board.grid.neighbours

    def block(self, s: WarState, fixed: int, free: Mapping[int, int], best: Best) -> dict[int, int]:
        """Return blockers by unit, with their hexes. ``fixed`` hexes are held in any case.

        ``free`` units may become blockers; each has the hex it would be in otherwise, or -1 if that is unknown."""
        targets = self.line.targets(s)
        if not targets:
            return {}
        spots: dict[int, int] = {}
        left = sorted(free)
        held = self._held(fixed, free, spots)
        zone = self.line.zone(held)
        destinations = {u: self.maps.destinations(u) for u in left}
        for _ in range(_MAX_POSTS):
            path = self.line.breach(targets, zone, held)
            if not path:
                break
            found = None
            if self.line.exits >> path[-1] & 1:
                found = self._cover_exits(
                    self.line.open(self.line.approaches, zone, held) & ~zone, left, destinations, best
                )
            found = found or self._block_path(path, left, destinations, best)
            if found is None:
                targets &= ~(1 << path[-1])
                continue
            unit, h = found
            spots[unit] = h
            left.remove(unit)
            held = self._held(fixed, free, spots)
            zone = self.line.zone(held)
        return self._needed(spots, fixed, free, targets)

    def _held(self, fixed: int, free: Mapping[int, int], spots: Mapping[int, int]) -> int:
        """Return the hexes that are held with these posts."""
        for u, h in free.items():
            h = spots.get(u, h)
            if h >= 0:
                fixed |= 1 << h
        return fixed

    def _needed(self, spots: dict[int, int], fixed: int, free: Mapping[int, int], targets: int) -> dict[int, int]:
        """Return the posts without those that later ones made unnecessary."""
        out = dict(spots)
        for unit, h in spots.items():
            del out[unit]
            held = self._held(fixed, free, out)
            if self.line.breach(targets, self.line.zone(held), held):
                out[unit] = h
        return out

    def _cover_exits(
        self, approaches: int, left: list[int], destinations: dict[int, int], best: Best
    ) -> tuple[int, int] | None:
        """Return the unit and hex that cover most of the approaches by a zone of control; None if there is none."""
        near = (approaches | self._neighbours(approaches)) & ~self.maps.occupied[self.line.foe]
        kept = {}
        for h in bits(near):  # prefer hexes in front of an exit: a unit defeated in an exit leaves it open
            count = (self.line.zone(1 << h) & approaches).bit_count()
            kept[h] = 2 * count - (self.line.exits >> h & 1) if count else 0
        most, value, found = 0, -1e18, None
        for u in left:
            able = [h for h in bits(destinations[u] & near) if kept[h] >= max(1, most)]
            if not able:
                continue
            top = max(kept[h] for h in able)
            worth, h = best(u, sum(1 << h for h in able if kept[h] == top))
            worth -= _ATTACKER_COST * self.maps.attack[u]
            if top > most or worth > value:
                most, value, found = top, worth, (u, h)
        return found

    def _block_path(
        self, path: list[int], left: list[int], destinations: dict[int, int], best: Best
    ) -> tuple[int, int] | None:
        """Return the unit and hex that block a path, on it or next to it; None if there is none."""
        between = 0
        for h in path[1:-1]:
            between |= 1 << h
        # A unit next to the last hex does not stop the enemy from entering it.
        where = (between | self._neighbours(between) | 1 << path[-1]) & ~self.maps.occupied[self.line.foe]
        most, found = -1e18, None
        for u in left:
            value, h = best(u, destinations[u] & where)
            if value > most:
                most, found = value, (u, h)
        return found
