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


def flood_again(costs: Costs, sources: int, before: int, beyond: int, *, block: int, blocked_before: int) -> int:
    """The flood from the same sources as before, now that other hexes are blocked. Steps must lead both ways.

    ``beyond`` has the hexes one step from the old flood.

    Only what changed is looked at. Where the hexes around those that are lost are still joined to each other close by,
    no path is lost but their own; and what was opened matters only next to what is left.
    """
    lost = before & block
    left = before & ~lost
    if lost:
        around = costs.next(lost) & left
        close = costs.next(around) & left | around
        if lost & sources or around & ~costs.closure(around & -around, close):
            return flood(costs, sources, block=block)
    if blocked_before & ~block & (sources | beyond):
        return costs.closure(left | sources & ~block, ~block)
    return left
