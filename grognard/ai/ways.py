"""Distances over the ground, found by floods and kept: the ground of a game does not change."""

from __future__ import annotations

from typing import Any

from ..hexes import Costs, bits, reach

#: Farther than any way on any map.
FAR = 240


class Ways:
    """How far every hex is from others, in the measure of a mover's costs."""

    def __init__(self, game: Any) -> None:
        self.size = max(game.board.grid) + 1
        # The costs are kept with the answer, so that no other object can take their place in memory.
        self._kept: dict[tuple[int, int], tuple[Costs, list[int]]] = {}

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
