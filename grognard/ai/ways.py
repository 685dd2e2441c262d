"""Distances over the ground, found by floods and kept: the ground of a game does not change."""

from __future__ import annotations

from ..engine.game import AnyGame
from ..hexes import Costs, bits, reach
from .doctrine import WarState, doctrine_of

#: Farther than any way on any map.
FAR = 240


class Ways:
    """How far every hex is from others, in the measure of a mover's costs."""

    def __init__(self, game: AnyGame) -> None:
        self.size = max(game.board.grid) + 1
        # The costs are kept with the answer, so that no other object can take their place in memory.
        self._kept: dict[tuple[int, int], tuple[Costs, list[int]]] = {}
        self._grid, self._doctrine = game.board.grid, doctrine_of(game)
        self._apart: dict[int, list[int]] = {}

    def beside(self, s: WarState, hexes: int) -> int:
        """The hexes next to some: those from which they can be attacked, where water lies between others."""
        if not self._doctrine.water_divides:
            return self._grid.neighbours(hexes)
        out, near = 0, self._doctrine.attack_hexes
        for h in bits(hexes):
            out |= near(s, h)
        return out

    def apart(self, s: WarState, h: int) -> list[int]:
        """How many hexes every hex is away from one, around the water that lies between."""
        found = self._apart.get(h)
        if found is None:
            found = self._apart[h] = [FAR] * self.size
            reached, edge, steps = 0, 1 << h, 0
            while edge:
                for there in bits(edge):
                    found[there] = steps
                reached |= edge
                edge, steps = self.beside(s, edge) & ~reached, steps + 1
        return found

    def to(self, costs: Costs, hexes: int) -> list[int]:
        """For each hex how far it is from the nearest of some hexes; :data:`FAR` where there is no way."""
        key = (id(costs), hexes)
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) > 4000:
                self._kept.clear()
            found = self._kept[key] = (costs, self.flood(costs, hexes))
        return found[1]

    def flood(self, costs: Costs, starts: int) -> list[int]:
        """For each hex how far it is from the nearest of some hexes."""
        out = [FAR] * self.size
        for price, level in enumerate(reach(costs, starts, FAR - 1).levels):
            for h in bits(level):
                out[h] = price
        return out
