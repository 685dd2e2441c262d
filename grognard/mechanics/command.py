"""Command: the hexes within an HQ's range, counted along a path, and the hexes cut off from it.

A path begins at the HQ. It cannot enter a blocked hex, such as one with an enemy unit. It may end in a dead end, such
as a hex in an enemy zone, but not continue from it. If friendly units cancel zones, the game leaves their hexes out of
the dead ends. Which terrain a path may cross depends on the unit, so there is one ``Costs`` for each class of movers.
"""

from __future__ import annotations

from ..engine.limits import lazy
from ..hexes import Costs, Grid, Reach, rings
from .supply import from_sources


def steps(costs: Costs) -> Costs:
    """The same steps at one point each, to count hexes instead of movement points."""
    grid = costs.grid

    def step(h: int, direction: int) -> int | None:
        n = grid.neighbour(h, direction)
        return None if n is None or costs.step(h, n) is None else 1

    return Costs(grid, step)


def open_steps(grid: Grid) -> Costs:
    """Every step on the map at one point, for paths that no terrain stops."""
    return Costs(grid, lambda h, direction: 1)


class Ranges:
    """The ranges of HQs over one class of movers; each step of ``paths`` costs one point.

    Enemies make a range smaller, never larger, so only those within the range count, and the ranges are kept by them.
    """

    def __init__(self, paths: Costs) -> None:
        self.paths = paths
        #: by hex and length: the range without enemies
        self._free: dict[tuple[int, int], int] = {}
        #: by hex, length, and the blocked hexes and the dead ends in the range
        self._found: dict[tuple[int, int, int, int], Reach] = {}

    def near(self, hq: int, within: int, block: int, dead_ends: int) -> Reach:
        """Hexes within the range, with their distance along the path as the cost."""
        free = self._free.get((hq, within))
        if free is None:
            free = self._free[hq, within] = rings(self.paths, 1 << hq, within).all
        key = (hq, within, block & free, dead_ends & free)
        found = self._found.get(key)
        if found is None:
            if len(self._found) >= 1024:
                self._found.clear()
            found = self._found[key] = rings(self.paths, 1 << hq, within, stop=key[3], block=key[2])
        return found


class Command:
    """The command of one HQ over one class of movers. A search runs when somebody asks for what it finds."""

    def __init__(self, ranges: Ranges, hq: int, within: int, *, block: int, dead_ends: int) -> None:
        self._ranges, self._hq, self._within = ranges, hq, within
        self._block, self._dead_ends = block, dead_ends

    @lazy
    def near(self) -> Reach:
        """Hexes within the range, with their distance along the path as the cost."""
        return self._ranges.near(self._hq, self._within, self._block, self._dead_ends)

    @lazy
    def joined(self) -> int:
        """Hexes with a path of any length."""
        here = 1 << self._hq
        block, dead_ends = self._block & ~here, self._dead_ends & ~here
        return from_sources(self._ranges.paths, here, block=block, dead_ends=dead_ends)[0]

    @lazy
    def in_command(self) -> int:
        return self.near.all

    @property
    def out_of_command(self) -> int:
        """Hexes whose shortest path is longer than the range."""
        return self.joined & ~self.near.all

    def is_isolated(self, h: int) -> bool:
        """Whether no path of any length leads to a hex."""
        return not self.joined >> h & 1

    def distance(self, h: int) -> int | None:
        """The length of the shortest path to a hex, or None beyond the range."""
        return self.near.cost(h)


def command(paths: Costs, hq: int, within: int, *, block: int, dead_ends: int) -> Command:
    """The command of an HQ in the hex ``hq`` with the range ``within``.

    ``paths`` has the possible steps, at one point each; see :func:`steps`. A path can always leave the HQ's own hex.
    Its length counts the HQ's hex and all hexes between, but not the hex at the other end.
    """
    return Command(Ranges(paths), hq, within, block=block, dead_ends=dead_ends)
