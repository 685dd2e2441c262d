"""Zones of control of whole armies at once."""

from __future__ import annotations

from collections.abc import Iterable

from ..engine.board import Hexside
from ..hexes import Grid, bits


class Zones:
    """Zones that fill the six hexes round a unit, except across some hexsides.

    ``closed`` lists the hexsides no zone passes. Few hexes touch one, so the zone of an army is one
    shift of the whole set, with those few hexes taken apart.
    """

    def __init__(self, grid: Grid, closed: Iterable[Hexside]) -> None:
        self.grid = grid
        #: for each hex the hexes its zone covers
        self.near = {h: self._ring(h) for h in grid}
        self._special = 0
        for a, b in closed:
            self.near[a] &= ~(1 << b)
            self.near[b] &= ~(1 << a)
            self._special |= 1 << a | 1 << b
        self._memory: dict[int, int] = {}
        #: the last question and its answer: it is often asked again at once
        self._last = (0, 0)

    def _ring(self, h: int) -> int:
        return self.grid.neighbours(1 << h)

    def of(self, hexes: int) -> int:
        """Every hex in the zone of some unit standing in these hexes."""
        last, found = self._last
        if hexes == last:
            return found
        found = self._find(hexes)
        self._last = hexes, found
        return found

    def _find(self, hexes: int) -> int:
        found = self._memory.get(hexes)
        if found is None:
            found = self.grid.neighbours(hexes & ~self._special)
            for h in bits(hexes & self._special):
                found |= self.near[h]
            if len(self._memory) > 64:  # an army stands still for many questions, but not for ever
                self._memory.clear()
            self._memory[hexes] = found
        return found
