"""Zones of control of whole armies at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..engine.board import Hexside
from ..hexes import Grid, bits


class Zones:
    """Zones that cover the six hexes around a unit, except across some hexsides and into some hexes.

    All units of one object have the same class: ``closed`` lists the hexsides that their zones do not cross, ``enters``
    has the hexes that their zones enter (default: all). With ``own``, a unit's own hex belongs to its zone too,
    whatever its terrain. Few hexes touch a closed hexside, so the zone of an army is one shift of the whole set, plus
    those few hexes one by one.
    """

    def __init__(
        self, grid: Grid, closed: Iterable[Hexside] = (), *, enters: int | None = None, own: bool = False
    ) -> None:
        self.grid = grid
        self._enters = grid.all if enters is None else enters
        self._own = own
        near = {h: self._ring(h) & self._enters for h in grid}
        self._special = 0
        for a, b in closed:
            near[a] &= ~(1 << b)
            near[b] &= ~(1 << a)
            self._special |= 1 << a | 1 << b
        #: the neighbours of each hex from which a zone covers it
        self.reaching = {h: sum(1 << n for n in bits(self._ring(h)) if near[n] >> h & 1) for h in grid}
        #: the hexes that the zone of each hex covers
        self.near = {h: zone | 1 << h for h, zone in near.items()} if own else near
        self._memory: dict[int, int] = {}
        #: the last argument and result: the same is often needed again at once
        self._last = (0, 0)

    def _ring(self, h: int) -> int:
        return self.grid.neighbours(1 << h)

    def of(self, hexes: int) -> int:
        """Hexes in the zone of a unit in one of these hexes."""
        last, found = self._last
        if hexes == last:
            return found
        found = self._find(hexes)
        self._last = hexes, found
        return found

    def _find(self, hexes: int) -> int:
        found = self._memory.get(hexes)
        if found is None:
            found = self.grid.neighbours(hexes & ~self._special) & self._enters
            for h in bits(hexes & self._special):
                found |= self.near[h]
            if self._own:
                found |= hexes
            if len(self._memory) > 64:  # the same armies are needed many times, but not for ever
                self._memory.clear()
            self._memory[hexes] = found
        return found


class MixedZones:
    """The zones of an army whose units are of several classes, such as infantry and tanks."""

    def __init__(self, classes: Sequence[Zones]) -> None:
        self.classes = tuple(classes)

    def of(self, hexes: Sequence[int]) -> int:
        """Hexes in the zone of some unit. ``hexes`` has the hexes with units of each class, in order."""
        out = 0
        for zones, where in zip(self.classes, hexes, strict=True):
            out |= zones.of(where)
        return out

    def reaching(self, h: int, hexes: Sequence[int]) -> int:
        """The hexes, of those for each class, from which a zone covers the hex ``h``; ``h`` itself is not counted."""
        out = 0
        for zones, where in zip(self.classes, hexes, strict=True):
            out |= zones.reaching[h] & where
        return out
