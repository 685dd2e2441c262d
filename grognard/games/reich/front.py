"""Chapter 3.4: whether units cover a front."""

from __future__ import annotations

from collections.abc import Iterable

from ...hexes import Grid, bits


def uncovered(grid: Grid, front: int, occupied: int, zoned: int) -> int:
    """The hexes of a front without a unit and without a zone, terrain ignored (3.4.E.1).

    ``occupied`` has the hexes with units, ``zoned`` those whose units have a zone of control.
    """
    return front & ~occupied & ~grid.neighbours(zoned)


def best_cover(grid: Grid, front: int, missing: int, hexes: Iterable[int]) -> int:
    """The hex whose zone covers most of the hexes that are missing, or -1 if none is missing.

    Only hexes that leave no missing hex behind them count: the first missing hex has to be covered, so that a front is
    closed from one end to the other.
    """
    if not missing:
        return -1
    first = min(bits(missing), key=lambda h: ((grid.neighbours(1 << h) & missing).bit_count(), h))
    reach = grid.neighbours(1 << first) | 1 << first
    usable = [h for h in hexes if reach >> h & 1]
    if not usable:
        return -1
    return max(usable, key=lambda h: (((grid.neighbours(1 << h) | 1 << h) & missing).bit_count(), front >> h & 1, -h))
