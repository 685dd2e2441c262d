"""Distances on the map, found by floods and cached: the map of a game does not change."""

from __future__ import annotations

from ..engine.game import AnyGame
from ..hexes import Costs, bits, reach
from .doctrine import WarState, doctrine_of

#: Larger than the cost of any path on any map.
FAR = 240


class Distances:
    """Distances between hexes, in hexes or in movement costs."""

    def __init__(self, game: AnyGame) -> None:
        self.size = max(game.board.grid) + 1
        # Each entry keeps its costs alive, so that no other object can get the same id.
        self._kept: dict[tuple[int, int], tuple[Costs, list[int]]] = {}
        self._grid, self._doctrine = game.board.grid, doctrine_of(game)
        self._hexes_from: dict[int, list[int]] = {}

    def adjacent(self, s: WarState, hexes: int) -> int:
        """Return the hexes next to some hexes; across water only those from which they can be attacked."""
        if not self._doctrine.water_divides:
            return self._grid.neighbours(hexes)
        out, attack_hexes = 0, self._doctrine.attack_hexes
        for h in bits(hexes):
            out |= attack_hexes(s, h)
        return out

    def hexes_from(self, s: WarState, h: int) -> list[int]:
        """Return for each hex its distance in hexes from ``h``, measured around water."""
        found = self._hexes_from.get(h)
        if found is None:
            found = self._hexes_from[h] = [FAR] * self.size
            reached, layer, steps = 0, 1 << h, 0
            while layer:
                for there in bits(layer):
                    found[there] = steps
                reached |= layer
                layer, steps = self.adjacent(s, layer) & ~reached, steps + 1
        return found

    def to(self, costs: Costs, hexes: int) -> list[int]:
        """Return for each hex the cost of the cheapest path to one of some hexes; :data:`FAR` if there is none."""
        key = (id(costs), hexes)
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) > 4000:
                self._kept.clear()
            found = self._kept[key] = (costs, self.from_hexes(costs, hexes))
        return found[1]

    def from_hexes(self, costs: Costs, starts: int) -> list[int]:
        """Compute what :meth:`to` returns, without the cache."""
        out = [FAR] * self.size
        for cost, level in enumerate(reach(costs, starts, FAR - 1).levels):
            for h in bits(level):
                out[h] = cost
        return out
