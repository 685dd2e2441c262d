"""Ground: the cost of each step, from a terrain effects chart and a board."""

from __future__ import annotations

from collections.abc import Mapping

from ..engine.board import Board, hexside
from ..hexes import Costs, Reach, reach


class Searches:
    """Searches for single movers, with the recent ones kept.

    Far from the enemy the result is always the same, so it is kept for good. Near the enemy it depends only on the
    hexes within range that stop or block, and recent results are kept because they are often needed again at once.
    Which hexes are within range is found out when the same mover asks for the second time.
    """

    def __init__(self) -> None:
        self._free: dict[tuple[Costs, int, int], Reach | None] = {}
        self._recent: dict[tuple[Costs, int, int, int, int, int], Reach] = {}

    def reach(
        self, costs: Costs, start: int, budget: int, *, stop: int = 0, block: int = 0, first_block: int = 0
    ) -> Reach:
        """The reach from a hex; see :func:`~grognard.hexes.reach`."""
        key = (costs, start, budget)
        free = self._free.get(key)
        if free is not None:
            stop &= free.all & ~(1 << start)
            block &= free.all
            first_block &= free.all
        question = (costs, start, budget, stop, block, first_block)
        found = self._recent.get(question) if stop or block or first_block else free
        if found is not None:
            return found
        if free is None and (key in self._free or not (stop or block or first_block)):
            free = self._free[key] = reach(costs, 1 << start, budget)
            return self.reach(costs, start, budget, stop=stop, block=block, first_block=first_block)
        if free is None:
            if len(self._free) >= 20_000:
                self._free.clear()
            self._free[key] = None
        if len(self._recent) >= 256:
            self._recent.clear()
        found = self._recent[question] = reach(
            costs, 1 << start, budget, stop=stop, block=block, first_block=first_block
        )
        return found


class Ground:
    """Movement of one class of units over a board.

    ``enter`` has the cost of each terrain, ``cross`` the extra cost of each kind of hexside, ``ways`` the cost of a
    step along each kind of road, which replaces both. None, or a missing word, means that movement is impossible. Costs
    are in half points: half a point is 1. Crossing a hexside with a bridge costs nothing extra, unless ``bridges`` is
    false: then this class needs a road or trail there.
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
        self._searches = Searches()

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
        """The cost to enter a hex by its most expensive terrain, features included; None if it cannot be entered."""
        return self._prices[h]

    def _price(self, h: int) -> int | None:
        prices = [self.enter.get(self.board.terrain_at[h])]
        prices += [self.enter[word] for word in self.board.features.get(h, ()) if word in self.enter]
        known = [price for price in prices if price is not None]
        return max(known) if len(known) == len(prices) else None

    def open(self, a: int, b: int) -> bool:
        """Whether a unit of this class can move from a hex to its neighbour at all."""
        return self.costs.step(a, b) is not None

    def reach(self, start: int, budget: int, *, stop: int = 0, block: int = 0) -> Reach:
        """The reach of a unit."""
        return self._searches.reach(self.costs, start, budget, stop=stop, block=block)

    def enter_reach(self, entry: int, spent: int, budget: int, *, stop: int = 0, block: int = 0) -> Reach:
        """The reach of a unit that has spent points to enter the map at a hex. An enemy zone stops it there."""
        if stop >> entry & 1:
            budget = spent
        return reach(self.costs, 1 << entry, budget, stop=stop, block=block, spent=spent)

    def beside(self, hexes: int, budget: int) -> int:
        """Hexes from which one step within the budget leads into the set."""
        return self.costs.beside(hexes, budget)
