"""Lines of communication: chains of hexes that cross limited terrain only so often."""

from __future__ import annotations

from ..hexes import Costs, flood


def traced(costs: Costs, ends: int, *, block: int, limited: int, most: int) -> int:
    """Every hex from which a line reaches one of the ``ends``.

    ``costs`` says which hexsides a line may cross, ``block`` the hexes it may not enter, ``limited``
    the hexes of which it may hold at most ``most``, both ends counted.
    """
    barred = block | limited
    found = flood(costs, ends & ~barred, block=barred)
    # One more limited hex a round: into it from what is traced so far, and on over free ground.
    fresh = ends & limited & ~block
    for _ in range(most):
        fresh |= costs.next(found) & limited & ~block
        found = flood(costs, found | fresh, block=block | (limited & ~(found | fresh)))
        fresh = 0
    return found
