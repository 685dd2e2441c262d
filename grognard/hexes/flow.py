"""Movement over the plane: reach by cost levels, and floods.

A :class:`Costs` holds what every step costs one class of mover. Steps with the same cost and the
same shift are one mask, so a level of the search is a handful of integer operations for all its
hexes together. Half points are doubled by the caller: costs are whole numbers here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .grid import Grid

#: Up to so many hexes a level is cheaper hex by hex than all hexes at once; measured.
FEW = 6

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
        self.groups = self._grouped()
        #: For each hex where its steps lead: ``(cost, hexes)``, cheapest first.
        self.from_hex = self._from_hex()
        #: Where a step leads, whatever it costs, as ``(shift, mask)`` pairs.
        merged: dict[int, int] = {}
        for shifts in table.values():
            for by, mask in shifts.items():
                merged[by] = merged.get(by, 0) | mask
        self.open = tuple(sorted(merged.items()))

    def _grouped(self) -> list[tuple[int, tuple[tuple[int, int], ...]]]:
        return [(cost, tuple(sorted(self._table[cost].items()))) for cost in sorted(self._table)]

    def changed(self, prices: dict[tuple[int, int], int]) -> Costs:
        """The same steps with other prices for some of them; which steps there are stays the same."""
        new = object.__new__(Costs)
        new.grid, new.open = self.grid, self.open
        new._step = {**self._step, **prices}
        new._table = {cost: dict(shifts) for cost, shifts in self._table.items()}
        new.from_hex = dict(self.from_hex)
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
        new.groups = new._grouped()
        return new

    def _from_hex(self) -> dict[int, tuple[tuple[int, int], ...]]:
        out: dict[int, dict[int, int]] = {h: {} for h in self.grid}
        for (a, b), cost in self._step.items():
            out[a][cost] = out[a].get(cost, 0) | 1 << b
        return {h: tuple(sorted(steps.items())) for h, steps in out.items()}

    def step(self, a: int, b: int) -> int | None:
        """What the step from a hex to a neighbour costs, or None where there is no way."""
        return self._step.get((a, b))

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


@dataclass(frozen=True, slots=True)
class Reach:
    """What a mover can get to: ``levels[c]`` holds the hexes whose cheapest price is ``c``."""

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
        for n in self.costs.grid.neighbour_list(h):
            step = self.costs.step(n, h)
            if step is None or step > price:
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
    levels[spent] = starts
    reached = 0
    groups, from_hex = costs.groups, costs.from_hex
    early, late_open, going = ~block, ~(block | late_block), ~stop
    allowed = ~first_block  # straight from a start hex; after that, every hex that is not blocked
    for price in range(spent, budget + 1):
        new = levels[price]
        if not new:
            continue
        if price > spent:
            new &= late_open if price > late else early
            new &= ~reached
            levels[price] = new
            if not new:
                continue
            moving, allowed = new & going, -1
        else:
            moving = new
        reached |= new
        if moving.bit_count() <= FEW:
            while moving:
                low = moving & -moving
                moving ^= low
                for cost, found in from_hex[low.bit_length() - 1]:
                    at = price + cost
                    if at > budget:
                        break
                    levels[at] |= found & allowed if first_block else found
            continue
        for cost, shifts in groups:
            at = price + cost
            if at > budget:
                break
            found = 0
            for by, mask in shifts:
                part = moving & mask
                if part:
                    found |= part << by if by > 0 else part >> -by
            if found:
                levels[at] |= found & allowed if first_block else found
    return Reach(costs, tuple(levels), reached, stop, spent, first_block)


def flood(costs: Costs, starts: int, *, block: int = 0) -> int:
    """Every hex that can be reached at all, the starts among them unless they are blocked."""
    reached = starts & ~block
    new = reached
    while new:
        new = costs.next(new) & ~reached & ~block
        reached |= new
    return reached
