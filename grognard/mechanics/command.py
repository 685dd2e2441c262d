"""Command: the hexes within an HQ's range, counted along a path, and the hexes cut off from it.

A path begins at the HQ. It cannot enter a blocked hex, such as one with an enemy unit. It may end in a dead end, such
as a hex in an enemy zone, but not continue from it. If friendly units cancel zones, the game leaves their hexes out of
the dead ends. Which terrain a path may cross depends on the unit, so there is one ``Costs`` for each class of movers.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..hexes import Costs, Grid, Reach, reach
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


@dataclass(frozen=True, slots=True)
class Command:
    """The command of one HQ over one class of movers."""

    #: hexes within the range, with their distance along the path as the cost
    near: Reach
    #: hexes with a path of any length
    joined: int

    @property
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
    here = 1 << hq
    joined, _ = from_sources(paths, here, block=block & ~here, dead_ends=dead_ends & ~here)
    return Command(reach(paths, here, within, stop=dead_ends, block=block), joined)
