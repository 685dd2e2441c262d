"""Lines of communication: chains of hexes with a limited number of hexes of some terrain."""

from __future__ import annotations

from ..hexes import Costs, flood


def traced(costs: Costs, ends: int, *, block: int, limited: int, most: int) -> int:
    """Hexes from which a line reaches one of the ``ends``.

    ``costs`` has the hexsides that a line may cross. A line cannot enter hexes of ``block``, and it has at most
    ``most`` hexes of ``limited``, counting both ends.
    """
    closed = block | limited
    found = flood(costs, ends & ~closed, block=closed)
    # Each round adds one more limited hex: into it from the hexes found so far, and from it over unlimited terrain.
    fresh = ends & limited & ~block
    for _ in range(most):
        fresh |= costs.next(found) & limited & ~block
        found = flood(costs, found | fresh, block=block | (limited & ~(found | fresh)))
        fresh = 0
    return found
