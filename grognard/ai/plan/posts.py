"""Posts: units that block the paths by which the enemy could slip through.

A path is found by a flood of the enemy's movement and blocked by a unit on it or next to it. Then the next path is
looked for, until there is none or nobody is left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...hexes import bits
from ..doctrine import WarState
from ..line import Line

#: Who attacks well is not for keeping exits: points for each point of his strength.
_PLAIN = 0.2
#: No more than so many ways are barred in a phase.
_MOST = 30

#: For a unit and some hexes: the best of them and its worth, which is very low if there are none.
Best = Callable[[int, int], tuple[float, int]]


class Posts:
    """Finds units to block the open paths of a line."""

    def __init__(self, line: Line) -> None:
        self.line, self.maps = line, line.maps
        self._beside = line.maps.game.board.grid.neighbours

    def bar(self, s: WarState, fixed: int, free: Mapping[int, int], best: Best) -> dict[int, int]:
        """Units that bar the ways, and where they stand; ``fixed`` hexes are held whatever happens. The ``free`` are
        those that may be sent, each with the hex in which it would be found otherwise, or -1 if that is not known."""
        targets = self.line.targets(s)
        if not targets:
            return {}
        spots: dict[int, int] = {}
        left = sorted(free)
        held = self._held(fixed, free, spots)
        zone = self.line.zone(held)
        marches = {u: self.maps.march(u) for u in left}
        for _ in range(_MOST):
            way = self.line.breach(targets, zone, held)
            if not way:
                break
            found = None
            if self.line.exits >> way[-1] & 1:
                found = self._shut(self.line.open(self.line.approaches, zone, held) & ~zone, left, marches, best)
            found = found or self._choose(way, left, marches, best)
            if found is None:
                targets &= ~(1 << way[-1])
                continue
            unit, h = found
            spots[unit] = h
            left.remove(unit)
            held = self._held(fixed, free, spots)
            zone = self.line.zone(held)
        return self._needed(spots, fixed, free, targets)

    def _held(self, fixed: int, free: Mapping[int, int], spots: Mapping[int, int]) -> int:
        """The hexes that are held with these posts."""
        for u, h in free.items():
            h = spots.get(u, h)
            if h >= 0:
                fixed |= 1 << h
        return fixed

    def _needed(self, spots: dict[int, int], fixed: int, free: Mapping[int, int], targets: int) -> dict[int, int]:
        """Posts without those that later ones have made needless."""
        out = dict(spots)
        for unit, h in spots.items():
            del out[unit]
            held = self._held(fixed, free, out)
            if self.line.breach(targets, self.line.zone(held), held):
                out[unit] = h
        return out

    def _shut(self, approaches: int, left: list[int], marches: dict[int, int], best: Best) -> tuple[int, int] | None:
        """Who brings as many as possible of these hexes under his zone, and where: best for himself."""
        near = (approaches | self._beside(approaches)) & ~self.maps.occupied[self.line.foe]
        kept = {}
        for h in bits(near):  # of two as good the one in front: who is beaten in a door leaves it open
            count = (self.line.zone(1 << h) & approaches).bit_count()
            kept[h] = 2 * count - (self.line.exits >> h & 1) if count else 0
        most, value, found = 0, -1e18, None
        for u in left:
            able = [h for h in bits(marches[u] & near) if kept[h] >= max(1, most)]
            if not able:
                continue
            top = max(kept[h] for h in able)
            worth, h = best(u, sum(1 << h for h in able if kept[h] == top))
            worth -= _PLAIN * self.maps.attack[u]
            if top > most or worth > value:
                most, value, found = top, worth, (u, h)
        return found

    def _choose(self, way: list[int], left: list[int], marches: dict[int, int], best: Best) -> tuple[int, int] | None:
        """Who bars a way, and where: on it or beside it, best for himself."""
        path = 0
        for h in way[1:-1]:
            path |= 1 << h
        # Beside the last hex is too late: who gets there has got through.
        where = (path | self._beside(path) | 1 << way[-1]) & ~self.maps.occupied[self.line.foe]
        most, found = -1e18, None
        for u in left:
            value, h = best(u, marches[u] & where)
            if value > most:
                most, found = value, (u, h)
        return found
