"""Costs that are higher next to some hexes, such as roads that an enemy zone closes.

What changes with every move of the enemy is only the set of these hexes. So nothing is copied: the steps from a hex are
put together out of two tables when a search first comes to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from .flow import Costs


class RaisedCosts(Costs):
    """The costs of ``free``; steps into and out of the hexes ``raised`` cost what they do in ``higher``.

    Both have the same steps.
    """

    patience = 3

    def __init__(self, free: Costs, higher: Costs, raised: int) -> None:
        self.grid, self.width, self.everywhere = free.grid, free.width, free.everywhere
        self.open, self._left, self._right = free.open, free._left, free._right
        self._base, self._into, self._within = None, {}, {}
        self.free, self.higher, self.raised = free, higher, raised
        self.from_hex = _Steps(self)
        self.ahead = _Queues(self)

    def changed(self, prices: Mapping[tuple[int, int], int | None]) -> Costs:
        raise NotImplementedError("change the costs of which these are made")

    def step(self, a: int, b: int) -> int | None:
        return (self.higher if self.raised & (1 << a | 1 << b) else self.free).step(a, b)

    def into_hex(self, h: int) -> tuple[tuple[int, int], ...]:
        higher = self.higher.into_hex(h)
        if self.raised >> h & 1:
            return higher
        found = self._into.get(h)
        if found is None:
            both = zip(self.free.into_hex(h), higher, strict=True)
            found = self._into[h] = tuple(d if self.raised >> d[0] & 1 else f for f, d in both)
        return found

    @cached_property
    def near(self) -> list[int]:
        return self.free.near

    @cached_property
    def _table(self) -> dict[int, dict[int, int]]:
        """The hexes with a step of a cost and a shift: steps that touch a raised hex are read from the higher costs."""
        raised, out = self.raised, {}
        touching = {by: raised | (raised >> by if by > 0 else raised << -by) for by, _ in self.open}
        for cost in self.free._table.keys() | self.higher._table.keys():
            free, higher = self.free._table.get(cost, {}), self.higher._table.get(cost, {})
            rows = {by: free.get(by, 0) & ~mask | higher.get(by, 0) & mask for by, mask in touching.items()}
            out[cost] = {by: mask for by, mask in rows.items() if mask}
        return {cost: rows for cost, rows in out.items() if rows}


class _Steps(dict[int, tuple[tuple[int, int], ...]]):
    """For each hex the ends of its steps with their costs, as far as somebody has asked."""

    def __init__(self, costs: RaisedCosts) -> None:
        self.costs = costs

    def __missing__(self, h: int) -> tuple[tuple[int, int], ...]:
        free, higher, raised = self.costs.free.from_hex[h], self.costs.higher.from_hex[h], self.costs.raised
        if not raised >> h & 1:
            found: dict[int, int] = {}
            for steps, which in ((free, ~raised), (higher, raised)):
                for cost, hexes in steps:
                    if hexes & which:
                        found[cost] = found.get(cost, 0) | hexes & which
            higher = tuple(sorted(found.items()))
        self[h] = higher
        return higher


class _Queues(dict[int, tuple[int, int]]):
    """For each hex the hex itself as a set, and the ends of its steps as a queue, as far as a search has come."""

    def __init__(self, costs: RaisedCosts) -> None:
        self.free, self.higher, self.near, self.raised = costs.free.ahead, costs.higher.ahead, costs.near, costs.raised
        #: the raised hexes at every possible cost of a step
        self.mask = 0
        for cost in costs.free._table.keys() | costs.higher._table.keys():
            self.mask |= costs.raised << (cost - 1) * costs.width

    def __missing__(self, h: int) -> tuple[int, int]:
        if self.raised >> h & 1:
            found = self.higher[h]
        else:
            found = self.free[h]
            if self.near[h] & self.raised:
                itself, queue = found
                found = itself, queue & ~self.mask | self.higher[h][1] & self.mask
        self[h] = found
        return found
