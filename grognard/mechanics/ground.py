"""Ground: what each step costs, from a terrain effects chart and a board."""

from __future__ import annotations

from collections.abc import Mapping

from ..engine.board import Board, hexside
from ..hexes import Costs, Reach, reach


class Ground:
    """Movement of one class of units over a board.

    ``enter`` gives the price of each terrain, ``cross`` what each kind of hexside adds, ``ways`` the
    price of a step along each kind of road, which replaces both. A price of None, or a word without
    a price, means no way. Prices are in half points, so that half a point is 1. Over a bridge a
    hexside adds nothing, unless ``bridges`` says that this class needs a road or trail there.
    """

    def __init__(
        self,
        board: Board,
        enter: Mapping[str, int | None],
        cross: Mapping[str, int | None],
        ways: Mapping[str, int],
        *,
        bridges: bool = True,
    ) -> None:
        self.board = board
        self.enter = enter
        self.cross = cross
        self.ways = ways
        self.bridges = bridges
        self._prices = {h: self._price(h) for h in board.terrain_at}
        self.costs = Costs(board.grid, self._step)
        self._free: dict[tuple[int, int], Reach] = {}
        self._recent: dict[tuple[int, int, int, int], Reach] = {}

    def _step(self, h: int, direction: int) -> int | None:
        n = self.board.grid.neighbour(h, direction)
        if n is None or n not in self.board.terrain_at or h not in self.board.terrain_at:
            return None
        pair = hexside(h, n)
        road = self.board.roads.get(pair)
        if road is not None and road.kind in self.ways:
            return self.ways[road.kind]
        price = self.price(n)
        if price is None:
            return None
        edge = self.board.hexsides.get(pair)
        if edge is not None and not (edge.bridge and self.bridges):
            extra = self.cross.get(edge.kind)
            return None if extra is None else price + extra
        return price

    def price(self, h: int) -> int | None:
        """What a hex costs to enter, by its costliest terrain; features can be terrain too. None: no entry."""
        return self._prices[h]

    def _price(self, h: int) -> int | None:
        prices = [self.enter.get(self.board.terrain_at[h])]
        prices += [self.enter[word] for word in self.board.features.get(h, ()) if word in self.enter]
        known = [price for price in prices if price is not None]
        return max(known) if len(known) == len(prices) else None

    def open(self, a: int, b: int) -> bool:
        """Whether a unit of this class may ever go from a hex to its neighbour."""
        return self.costs.step(a, b) is not None

    def reach(self, start: int, budget: int, *, stop: int = 0, block: int = 0) -> Reach:
        """Where a unit can go.

        Far from the enemy the answer never changes, so it is kept; near him it depends only on
        the enemies and zones within its range, and the same question is often asked again at once.
        """
        key = (start, budget)
        free = self._free.get(key)
        if free is None:
            free = self._free[key] = reach(self.costs, 1 << start, budget)
        stop &= free.all & ~(1 << start)
        block &= free.all
        if not stop and not block:
            return free
        question = (start, budget, stop, block)
        found = self._recent.get(question)
        if found is None:
            if len(self._recent) >= 256:
                self._recent.clear()
            found = self._recent[question] = reach(self.costs, 1 << start, budget, stop=stop, block=block)
        return found

    def enter_reach(self, entry: int, spent: int, budget: int, *, stop: int = 0, block: int = 0) -> Reach:
        """Where a unit can go that has come on at a hex for a price. An enemy zone holds it there."""
        if stop >> entry & 1:
            budget = spent
        return reach(self.costs, 1 << entry, budget, stop=stop, block=block, spent=spent)

    def beside(self, hexes: int, budget: int) -> int:
        """Every hex from which one affordable step leads into the set."""
        return self.costs.beside(hexes, budget)
