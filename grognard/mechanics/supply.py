"""Supply lines: chains of hexes of any length between a unit and a source.

In some games a line may be traced into a hex in an enemy zone, but not through it, and never into an enemy's hex. So
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


def from_sources(costs: Costs, sources: int, *, block: int, dead_ends: int, known: int = 0) -> tuple[int, int]:
    """Every hex into which a line can be traced that begins at a source, and those a line can go on from.

    A line enters no hex of ``block``. It may end in a hex of ``dead_ends`` but not go on from it, so it cannot begin
    in one either; only a unit that stands on such a source has its supply there. ``known`` are hexes that a line is
    known to go on from: then only the rest has to be searched.
    """
    ends = sources & ~block
    through = flood(costs, ends & ~dead_ends | known, block=block | dead_ends)
    return (ends | through | costs.next(through)) & ~block, through
