"""Movement over the plane: reach by cost levels, and floods.

A :class:`Costs` holds what every step costs one class of mover. Half points are doubled by the caller: costs are whole
numbers here.

A search goes from level to level of cost. What it has yet to visit is one int, the queue: the sets of hexes at each of
the next costs, one behind the other, each as wide as the map. All that one hex leads to, at whatever costs, is one int
of the same form, so a hex is expanded by a single union. Where a level has many hexes, steps with the same shift are
one mask, and the whole level is expanded at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from .grid import Grid

#: Up to so many hexes a level is cheaper hex by hex than all hexes at once; measured.
FEW = 24

#: Cost of the step from a hex to the neighbour in a direction, or None where there is no way.
StepCost = Callable[[int, int], int | None]


class Costs:
    """The price of every step for one class of mover.

    ``groups`` is a list of ``(cost, ((shift, mask), ...))``, cheapest first.
    """

    def __init__(self, grid: Grid, step: StepCost) -> None:
        self.grid = grid
        self._step: dict[tuple[int, int], int] = {}
        table: dict[int, dict[int, int]] = {}
        for h in grid:
            for d in range(6):
                n = grid.neighbour(h, d)
                if n is None:
                    continue
                cost = step(h, d)
                if cost is None:
                    continue
                if cost <= 0:
                    raise ValueError(f"step from {grid.label(h)} to {grid.label(n)} costs {cost}: must be above 0")
                self._step[h, n] = cost
                shifts = table.setdefault(cost, {})
                shifts[n - h] = shifts.get(n - h, 0) | 1 << h
        self._table = table
        #: the bits of one level in a queue
        self.width = grid.line_count * grid.stride
        self.everywhere = (1 << self.width) - 1
        #: For each hex where its steps lead: ``(cost, hexes)``, cheapest first.
        self.from_hex = self._from_hex()
        #: for each hex the hex itself as a set, and where its steps lead, as a queue
        self.ahead = [(1 << h, self._queue(self.from_hex.get(h, ()))) for h in range(self.width)]
        self._into: dict[int, tuple[tuple[int, int], ...]] = {}
        self._group()
        #: Where a step leads, whatever it costs, as ``(shift, mask)`` pairs.
        merged: dict[int, int] = {}
        for shifts in table.values():
            for by, mask in shifts.items():
                merged[by] = merged.get(by, 0) | mask
        self.open = tuple(sorted(merged.items()))

    def _group(self) -> None:
        """Put the steps of all hexes together."""
        self.groups = [(cost, tuple(sorted(self._table[cost].items()))) for cost in sorted(self._table)]
        #: a set times this is a queue with the set at every cost that a step can have
        self.every_cost = self._queue((cost, 1) for cost in self._table)
        shifts = sorted({by for masks in self._table.values() for by in masks})
        #: for each shift the hexes from which it is a step, as a queue
        self.shifts = [(by, self._queue((c, masks.get(by, 0)) for c, masks in self._table.items())) for by in shifts]

    def _queue(self, sets: Iterable[tuple[int, int]]) -> int:
        """Sets of hexes at costs above 0, as a queue that begins at the cost 1."""
        out = 0
        for cost, hexes in sets:
            out |= hexes << (cost - 1) * self.width
        return out

    def changed(self, prices: dict[tuple[int, int], int]) -> Costs:
        """The same steps with other prices for some of them; which steps there are stays the same."""
        new = object.__new__(Costs)
        new.grid, new.open, new.width, new.everywhere = self.grid, self.open, self.width, self.everywhere
        new._step = {**self._step, **prices}
        new._table = {cost: dict(shifts) for cost, shifts in self._table.items()}
        new.from_hex, new.ahead, new._into = dict(self.from_hex), self.ahead[:], {}
        for (a, b), price in prices.items():
            new._table[self._step[a, b]][b - a] &= ~(1 << a)
            shifts = new._table.setdefault(price, {})
            shifts[b - a] = shifts.get(b - a, 0) | 1 << a
        for a in sorted({a for a, _ in prices}):
            steps: dict[int, int] = {}
            for b in self.grid.neighbour_list(a):
                cost = new._step.get((a, b))
                if cost is not None:
                    steps[cost] = steps.get(cost, 0) | 1 << b
            new.from_hex[a] = tuple(sorted(steps.items()))
            new.ahead[a] = 1 << a, new._queue(new.from_hex[a])
        new._group()
        return new

    def _from_hex(self) -> dict[int, tuple[tuple[int, int], ...]]:
        out: dict[int, dict[int, int]] = {h: {} for h in self.grid}
        for (a, b), cost in self._step.items():
            out[a][cost] = out[a].get(cost, 0) | 1 << b
        return {h: tuple(sorted(steps.items())) for h, steps in out.items()}

    def step(self, a: int, b: int) -> int | None:
        """What the step from a hex to a neighbour costs, or None where there is no way."""
        return self._step.get((a, b))

    def into_hex(self, h: int) -> tuple[tuple[int, int], ...]:
        """The neighbours from which a step leads into a hex, in the order of the directions, and its cost."""
        found = self._into.get(h)
        if found is None:
            steps = ((n, self._step.get((n, h))) for n in self.grid.neighbour_list(h))
            found = self._into[h] = tuple((n, cost) for n, cost in steps if cost is not None)
        return found

    def next(self, hexes: int) -> int:
        """Every hex one step from the set."""
        out = 0
        for by, mask in self.open:
            part = hexes & mask
            if part:
                out |= part << by if by > 0 else part >> -by
        return out

    def into(self, hexes: int) -> int:
        """Every hex from which one step leads into the set."""
        out = 0
        for by, mask in self.open:
            out |= (hexes >> by if by > 0 else hexes << -by) & mask
        return out

    def beside(self, hexes: int, budget: int) -> int:
        """Every hex from which one step within the budget leads into the set."""
        out = 0
        for cost, shifts in self.groups:
            if cost > budget:
                break
            for by, mask in shifts:
                out |= (hexes >> by if by > 0 else hexes << -by) & mask
        return out


@dataclass(slots=True)
class Reach:
    """What a mover can get to: ``levels[c]`` holds the hexes whose cheapest price is ``c``. Nobody changes it."""

    costs: Costs
    levels: tuple[int, ...]
    all: int
    stop: int
    #: The price at which the start hexes stand.
    spent: int = 0
    #: Hexes that cannot be entered straight from a start hex.
    first_block: int = 0

    def cost(self, h: int) -> int | None:
        """The cheapest price of a hex, or None out of reach."""
        if not self.all >> h & 1:
            return None
        for price, level in enumerate(self.levels):
            if level >> h & 1:
                return price
        return None

    def within(self, budget: int) -> int:
        """The hexes whose price is at most ``budget``."""
        out = 0
        for level in self.levels[: max(0, budget + 1)]:
            out |= level
        return out

    def path(self, h: int) -> list[int]:
        """One cheapest way from a start to ``h``, both ends included; the same one every time."""
        price = self.cost(h)
        if price is None:
            raise ValueError(f"{self.costs.grid.label(h)} is out of reach")
        way = [h]
        while price > self.spent:
            h, price = self._before(h, price)
            way.append(h)
        way.reverse()
        return way

    def _before(self, h: int, price: int) -> tuple[int, int]:
        """The hex from which ``h`` is entered at this price, and the price of that hex."""
        for n, step in self.costs.into_hex(h):
            if step > price:
                continue
            before = price - step
            if not self.levels[before] >> n & 1:
                continue
            if self.first_block >> h & 1 if before == self.spent else self.stop >> n & 1:
                continue
            return n, before
        raise AssertionError(f"{self.costs.grid.label(h)} was reached from nowhere")


def reach(
    costs: Costs,
    starts: int,
    budget: int,
    *,
    stop: int = 0,
    block: int = 0,
    spent: int = 0,
    first_block: int = 0,
    late: int = 0,
    late_block: int = 0,
) -> Reach:
    """Everything within ``budget``, from hexes entered at the price ``spent``.

    ``stop`` hexes can be entered but not left (a start hex can always be left: whether the mover
    may leave it is the caller's question). ``block`` hexes cannot be entered, ``first_block`` hexes not
    straight from a start hex, ``late_block`` hexes not at a price above ``late``.
    """
    levels = [0] * (budget + 1)
    if spent > budget:
        return Reach(costs, tuple(levels), 0, stop, spent, first_block)
    levels[spent] = reached = moving = starts
    width, ahead = costs.width, costs.ahead
    fresh = costs.everywhere & ~(block | starts)
    early, going = ~late_block, ~stop
    queue, price = 0, spent
    while price < budget:
        if moving.bit_count() > FEW:
            queue |= _expanded(costs, moving)
            moving = 0
        else:
            while moving:
                itself, found = ahead[moving.bit_length() - 1]
                moving ^= itself
                queue |= found
        if first_block and price == spent:
            queue &= ~(costs.every_cost * (first_block & costs.everywhere))
        if not queue:
            break
        price += 1
        new = queue & fresh
        queue >>= width
        if new and price > late:
            new &= early
        if new:
            levels[price] = new
            reached |= new
            fresh &= ~new
            moving = new & going
    return Reach(costs, tuple(levels), reached, stop, spent, first_block)


def _expanded(costs: Costs, hexes: int) -> int:
    """Where the steps of many hexes lead, as a queue."""
    out, everywhere = 0, hexes * costs.every_cost
    for by, masks in costs.shifts:
        part = everywhere & masks
        out |= part << by if by > 0 else part >> -by
    return out


def flood(costs: Costs, starts: int, *, block: int = 0) -> int:
    """Every hex that can be reached at all, the starts among them unless they are blocked."""
    reached = starts & ~block
    new = reached
    while new:
        new = costs.next(new) & ~reached & ~block
        reached |= new
    return reached
