"""Supply lines: chains of hexes of any length from a unit to a source.

A line may be traced into a hex in an enemy zone, but not through it, and never into an enemy's hex. So
the first and the last hex of a line may lie in a zone and those between may not.
"""

from __future__ import annotations

from ..hexes import Costs, flood


def supplied(costs: Costs, sources: int, *, enemies: int, zone: int) -> int:
    """Every hex a unit could stand in and trace a line to one of the sources."""
    ends = sources & ~enemies
    closed = enemies | zone
    beside_ends = costs.next(ends)
    through = flood(costs, (ends | beside_ends) & ~closed, block=closed)
    return (ends | beside_ends | through | costs.next(through)) & ~enemies
