"""Supply lines: chains of hexes of any length between a unit and a source.

In some games a line may be traced into a hex in an enemy zone, but not through it, and never into a hex with an enemy
unit. Then the first and the last hex of a line may be in a zone, but no hex between them.
"""

from __future__ import annotations

from ..hexes import Costs, flood


def supplied(costs: Costs, sources: int, *, enemies: int, zone: int) -> int:
    """Hexes from which a unit could trace a line to one of the sources."""
    ends = sources & ~enemies
    closed = enemies | zone
    next_to_ends = costs.next(ends)
    through = flood(costs, (ends | next_to_ends) & ~closed, block=closed)
    return (ends | next_to_ends | through | costs.next(through)) & ~enemies


def from_sources(costs: Costs, sources: int, *, block: int, dead_ends: int, known: int = 0) -> tuple[int, int]:
    """The hexes that a line from a source can reach, and the hexes from which a line can continue.

    A line cannot enter hexes of ``block``. It may end in a hex of ``dead_ends`` but not continue from it, and not begin
    in it either: a source in such a hex supplies only the units on it. ``known`` are hexes from which a line is known
    to continue, so that only the rest has to be searched.
    """
    ends = sources & ~block
    through = flood(costs, ends & ~dead_ends | known, block=block | dead_ends)
    return (ends | through | costs.next(through)) & ~block, through
