"""Movement over a grid: reach by cost levels, and floods.

A :class:`Costs` has the cost of every step for one class of movers. Costs are whole numbers; callers with half points
double them.

A search goes from one cost level to the next. Its queue is one int: the sets of hexes at each of the next costs, one
after the other, each as wide as the map. The steps from one hex, at all their costs, are one int of the same form, so
expanding a hex is a single union. If a level has many hexes, steps with the same shift are one mask, and the whole
level is expanded at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from .grid import Grid
from .hexset import of

#: Up to this number of hexes, expanding a level hex by hex is faster than expanding it at once (measured).
FEW = 32
#: The same for the last level, of which only the steps at a cost of 1 matter.
SOME = 8

#: Cost of the step from a hex to the neighbour in a direction, or None if the step is impossible.
StepCost = Callable[[int, int], int | None]


#: Steps with the same shift as one mask: ``(shift, mask)``. A negative shift goes right.
Shifts = tuple[tuple[int, int], ...]

V = TypeVar("V")
#: A value for each hex; in a dict it may be computed on first use.
PerHex = list[V] | dict[int, V]


class Costs:
    """The cost of every step for one class of movers."""

    #: how often costs like these must be used before masks of all their steps are worth making
    patience = 1

    def __init__(self, grid: Grid, step: StepCost) -> None:
        self.grid = grid
        #: the number of bits of one level in a queue
        self.width = grid.line_count * grid.stride
        self.everywhere = (1 << self.width) - 1
        table: dict[int, dict[int, int]] = {}
        steps: list[dict[int, int]] = [{} for _ in range(self.width)]
        for h in grid:
            for d in range(6):
                n = grid.neighbour(h, d)
                cost = None if n is None else step(h, d)
                if n is None or cost is None:
                    continue
                if cost <= 0:
                    raise ValueError(
                        f"the step from {grid.label(h)} to {grid.label(n)} costs {cost}; it must cost more than 0"
                    )
                steps[h][cost] = steps[h].get(cost, 0) | 1 << n
                shifts = table.setdefault(cost, {})
                shifts[n - h] = shifts.get(n - h, 0) | 1 << h
        self._table = table
        #: For each hex the ends of its steps: ``(cost, hexes)``, cheapest first.
        self.from_hex: PerHex[tuple[tuple[int, int], ...]] = [tuple(sorted(found.items())) for found in steps]
        #: for each hex the hex itself as a set, and the ends of its steps as a queue
        self.ahead: PerHex[tuple[int, int]] = [(1 << h, self._queue(found.items())) for h, found in enumerate(steps)]
        self._into: dict[int, tuple[tuple[int, int], ...]] = {}
        self._within: dict[int, Shifts] = {}
        #: the costs that these were made from, if only some steps differ
        self._base: Costs | None = None
        self._prices: Mapping[tuple[int, int], int | None] = {}
        #: the hexes into which those steps lead
        self._altered = 0
        self._set_open(self.within(max(table, default=0)))

    def changed(self, prices: Mapping[tuple[int, int], int | None]) -> Costs:
        """The same steps with other costs for some of them; a step without a cost is impossible."""
        new = object.__new__(Costs)
        new.grid, new.width, new.everywhere = self.grid, self.width, self.everywhere
        new._base, new._prices, new._into, new._within = self, prices, {}, {}
        new._altered = of(b for _, b in prices)
        new.from_hex, new.ahead = self.from_hex.copy(), self.ahead.copy()
        steps: dict[int, dict[int, int]] = {}
        toggled: dict[int, int] = {}
        for (a, b), price in prices.items():
            old, bit = self.step(a, b), 1 << b
            if price == old:
                continue
            found = steps.get(a) or steps.setdefault(a, dict(self.from_hex[a]))
            if old is not None:
                found[old] ^= bit
            if price is not None:
                found[price] = found.get(price, 0) | bit
            if price is None or old is None:
                toggled[b - a] = toggled.get(b - a, 0) | 1 << a
        for a, found in steps.items():
            new.from_hex[a] = tuple(sorted((cost, hexes) for cost, hexes in found.items() if hexes))
            new.ahead[a] = 1 << a, new._queue(new.from_hex[a])
        new._set_open(_toggled(self.open, toggled) if toggled else self.open)
        return new

    def _set_open(self, open: Shifts) -> None:
        """Note all possible steps."""
        self.open = open
        self._left = tuple((by, mask) for by, mask in open if by > 0)
        self._right = tuple((-by, mask) for by, mask in open if by < 0)

    @cached_property
    def _table(self) -> dict[int, dict[int, int]]:
        """The hexes with a step of a cost and a shift, by cost and shift."""
        assert self._base is not None
        table = {cost: dict(shifts) for cost, shifts in self._base._table.items()}
        for (a, b), price in self._prices.items():
            old = self._base.step(a, b)
            if old is not None:
                table[old][b - a] &= ~(1 << a)
            if price is not None:
                shifts = table.setdefault(price, {})
                shifts[b - a] = shifts.get(b - a, 0) | 1 << a
        return table

    def within(self, budget: int) -> Shifts:
        """The steps that cost at most a budget."""
        found = self._within.get(budget)
        if found is not None:
            return found
        if self._base is None:
            merged: dict[int, int] = {}
            for cost, shifts in self._table.items():
                for by, mask in shifts.items():
                    merged[by] = merged.get(by, 0) | (mask if cost <= budget else 0)
        else:
            merged = dict(self._base.within(budget))
            for (a, b), price in self._prices.items():
                old = self._base.step(a, b)
                if (price is not None and price <= budget) != (old is not None and old <= budget):
                    merged[b - a] = merged.get(b - a, 0) ^ 1 << a
        found = self._within[budget] = tuple(sorted(merged.items()))
        return found

    def _queue(self, sets: Iterable[tuple[int, int]]) -> int:
        """Sets of hexes at costs above 0, as a queue that begins at the cost 1."""
        out, width = 0, self.width
        for cost, hexes in sets:
            out |= hexes << (cost - 1) * width
        return out

    @cached_property
    def near(self) -> list[int]:
        """For each hex the ends of its steps, whatever they cost."""
        out = []
        for h in range(self.width):
            found = 0
            for _, hexes in self.from_hex[h]:
                found |= hexes
            out.append(found)
        return out

    @cached_property
    def groups(self) -> list[tuple[int, Shifts]]:
        """The steps by their cost, cheapest first."""
        return [(cost, tuple(sorted(self._table[cost].items()))) for cost in sorted(self._table)]

    @cached_property
    def _single(self) -> Shifts:
        """The steps at a cost of 1."""
        return tuple(sorted(self._table.get(1, {}).items()))

    def beyond(self, hexes: int) -> int:
        """Hexes one step at a cost of 1 away from the set."""
        out = 0
        for by, mask in self._single:
            out |= (hexes & mask) << by if by > 0 else (hexes & mask) >> -by
        return out

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """How far into a queue the ends of steps of each possible cost are."""
        return tuple((cost - 1) * self.width for cost in sorted(self._table))

    @cached_property
    def shifts(self) -> Shifts:
        """For each shift the hexes with such a step, as a queue."""
        rows = self._table.items()
        return tuple((by, self._queue((cost, masks.get(by, 0)) for cost, masks in rows)) for by, _ in self.open)

    def step(self, a: int, b: int) -> int | None:
        """The cost of the step from a hex to a neighbour, or None if the step is impossible."""
        bit = 1 << b
        for cost, hexes in self.from_hex[a]:
            if hexes & bit:
                return cost
        return None

    def into_hex(self, h: int) -> tuple[tuple[int, int], ...]:
        """The neighbours with a step into a hex and its cost, in the order of the directions."""
        found = self._into.get(h)
        if found is None:
            if self._base is not None and not self._altered >> h & 1:
                found = self._base.into_hex(h)
            else:
                steps = ((n, self.step(n, h)) for n in self.grid.neighbour_list(h))
                found = tuple((n, cost) for n, cost in steps if cost is not None)
            self._into[h] = found
        return found

    def next(self, hexes: int) -> int:
        """Hexes one step away from the set."""
        out = 0
        for by, mask in self._left:
            out |= (hexes & mask) << by
        for by, mask in self._right:
            out |= (hexes & mask) >> by
        return out

    def closure(self, hexes: int, allowed: int) -> int:
        """The set, and all allowed hexes that can be reached from it over allowed hexes."""
        while True:
            before = hexes
            for by, mask in self._left:
                hexes |= (hexes & mask) << by & allowed
            for by, mask in self._right:
                hexes |= (hexes & mask) >> by & allowed
            if hexes == before:
                return hexes

    def into(self, hexes: int) -> int:
        """Hexes from which one step leads into the set."""
        return _back(hexes, self.open)

    def beside(self, hexes: int, budget: int) -> int:
        """Hexes from which one step within the budget leads into the set."""
        return _back(hexes, self.within(budget))


def _toggled(shifts: Shifts, changes: dict[int, int]) -> Shifts:
    """Steps of which some are added or removed."""
    out = dict(shifts)
    for by, hexes in changes.items():
        out[by] = out.get(by, 0) ^ hexes
    return tuple(sorted(out.items()))


def _back(hexes: int, shifts: Shifts) -> int:
    """Hexes from which one of these steps leads into the set."""
    out = 0
    for by, mask in shifts:
        out |= (hexes >> by if by > 0 else hexes << -by) & mask
    return out


@dataclass(slots=True)
class Reach:
    """The hexes that a mover can reach: ``levels[c]`` has those with the lowest cost ``c``. Do not change it."""

    costs: Costs
    levels: tuple[int, ...]
    all: int
    stop: int
    #: The cost spent at the start hexes.
    spent: int = 0
    #: Hexes that cannot be entered directly from a start hex.
    first_block: int = 0

    def cost(self, h: int) -> int | None:
        """The lowest cost of a hex, or None if it is out of reach."""
        if not self.all >> h & 1:
            return None
        for price, level in enumerate(self.levels):
            if level >> h & 1:
                return price
        return None

    def within(self, budget: int) -> int:
        """The hexes that cost at most ``budget``."""
        out = 0
        for level in self.levels[: max(0, budget + 1)]:
            out |= level
        return out

    def path(self, h: int, avoid: int = 0) -> list[int]:
        """A cheapest path from a start to ``h``, both ends included. It is always the same one.

        Among equal paths it enters the fewest hexes of ``avoid``.
        """
        price = self.cost(h)
        if price is None:
            raise ValueError(f"{self.costs.grid.label(h)} is out of reach")
        if avoid & self.all:
            path = self._first_path(h, price)
            return self._clearest_path(h, price, avoid) if avoid & of(path[1:-1]) else path
        return self._first_path(h, price)

    def _first_path(self, h: int, price: int) -> list[int]:
        path, levels, spent, into_hex = [h], self.levels, self.spent, self.costs.into_hex
        while price > spent:
            for n, step in into_hex(h):  # the hex from which this one is entered at its cost
                before = price - step
                if before < spent or not levels[before] >> n & 1:
                    continue
                if not (self.first_block >> h & 1 if before == spent else self.stop >> n & 1):
                    break
            else:
                raise AssertionError(f"no step leads to {self.costs.grid.label(h)}")
            h, price = n, before
            path.append(h)
        path.reverse()
        return path

    def _clearest_path(self, h: int, price: int, avoid: int) -> list[int]:
        """The cheapest path that enters the fewest hexes to avoid; of equal ones the first found."""
        known: dict[int, tuple[int, list[int]]] = {}

        def best(h: int, price: int) -> tuple[int, list[int]]:
            if price <= self.spent:
                return 0, [h]
            if h not in known:
                found = None
                for n, step in self.costs.into_hex(h):
                    before = price - step
                    if before < self.spent or not self.levels[before] >> n & 1:
                        continue
                    if self.first_block >> h & 1 if before == self.spent else self.stop >> n & 1:
                        continue
                    met, path = best(n, before)
                    if found is None or met < found[0]:
                        found = met, path
                assert found is not None, f"no step leads to {self.costs.grid.label(h)}"
                known[h] = found[0] + (avoid >> h & 1), [*found[1], h]
            return known[h]

        return best(h, price)[1]


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
    """Everything within ``budget``, from start hexes where ``spent`` is spent already.

    ``stop`` hexes can be entered but not left. A start hex can always be left: the caller decides whether the mover may
    leave it. ``block`` hexes cannot be entered, ``first_block`` hexes not directly from a start hex, ``late_block``
    hexes not at a cost above ``late``.
    """
    levels = [0] * (budget + 1)
    if spent > budget:
        return Reach(costs, tuple(levels), 0, stop, spent, first_block)
    levels[spent] = reached = moving = starts
    width, ahead, few = costs.width, costs.ahead, FEW * costs.patience
    fresh = costs.everywhere & ~(block | starts)
    early, going = ~late_block, ~stop
    queue, price, last = 0, spent, budget - 1 if costs.patience == 1 else -1
    if first_block and price < budget:
        queue, moving = _first_steps(costs, starts, first_block), 0
    while price < budget:
        if price == last and moving.bit_count() > SOME:
            queue |= costs.beyond(moving)
            moving = 0
        elif moving.bit_count() > few:
            queue |= _expanded(costs, moving)
            moving = 0
        else:
            while moving:
                itself, found = ahead[moving.bit_length() - 1]
                moving ^= itself
                queue |= found
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


def rings(costs: Costs, start: int, within: int, *, stop: int = 0, block: int = 0) -> Reach:
    """The same as :func:`reach` from one hex, where every step costs one point."""
    levels = [start]
    moving = reached = start
    fresh = costs.everywhere & ~(block | start)
    for _ in range(within):
        if moving:
            moving = costs.next(moving) & fresh
        levels.append(moving)
        reached |= moving
        fresh &= ~moving
        moving &= ~stop
    return Reach(costs, tuple(levels), reached, stop)


def _first_steps(costs: Costs, starts: int, block: int) -> int:
    """The ends of the steps from start hexes, except those into blocked hexes, as a queue."""
    out, width, going = 0, costs.width, ~block
    while starts:
        h = starts.bit_length() - 1
        starts ^= 1 << h
        for cost, hexes in costs.from_hex[h]:
            out |= (hexes & going) << (cost - 1) * width
    return out


def _expanded(costs: Costs, hexes: int) -> int:
    """The ends of the steps of many hexes, as a queue."""
    out = everywhere = 0
    for offset in costs.offsets:
        everywhere |= hexes << offset
    for by, masks in costs.shifts:
        part = everywhere & masks
        out |= part << by if by > 0 else part >> -by
    return out


def flood(costs: Costs, starts: int, *, block: int = 0) -> int:
    """All hexes that can be reached, including the starts unless they are blocked."""
    return costs.closure(starts & ~block, ~block)
