"""Holding a line: ways by which the enemy could slip through to what must not be lost, and units to bar them.

Zones of control stop him, so a line need not be closed. A way is found by a flood of his movement, barred by a unit on
it or beside it, and the next way is looked for, until there is none or nobody is left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..hexes import Reach, bits, reach
from .maps import Maps

#: Who attacks well is not for keeping doors: points for each point of his strength.
_PLAIN = 0.2
#: No more than so many ways are barred in a phase.
_MOST = 30


#: For a unit and some hexes: the best of them and its worth, which is very low if there are none.
Best = Callable[[int, int], tuple[float, int]]


class Line:
    """Looks for open ways to a side's vital hexes and to the edges over which the enemy wins."""

    def __init__(self, maps: Maps, side: int) -> None:
        self.maps, self.side, self.foe = maps, side, 1 - side
        self._beside = maps.game.board.grid.neighbours
        self._groups = self._movers()
        self.doors = maps.doctrine.doors(maps.s, side)
        #: the doors and the hexes in front of them: who gets into a door leaves by it in his next turn
        self.sills = (self.doors | self._beside(self.doors)) & maps.game.board.playable
        self._trial: Any = None

    def _movers(self) -> list[tuple[Any, int, bool, int, int]]:
        """The enemy's units by ground and speed: costs, budget, whether they keep out of zones, where they may not go,
        and their hexes."""
        doctrine, s = self.maps.doctrine, self.maps.s
        out: dict[tuple[int, int, bool, int], tuple[Any, int, bool, int, int]] = {}
        for u in self.maps.units[self.foe]:
            for budget, shy in ((doctrine.speed(s, u), False), (doctrine.far(s, u), True)):
                if budget:
                    costs, shut = doctrine.ground(s, u), self.maps.shut(u)
                    key = (id(costs), budget, shy, shut)
                    hexes = out[key][4] if key in out else 0
                    out[key] = (costs, budget, shy, shut, hexes | 1 << s.at[u])
        return sorted(out.values(), key=lambda group: (-group[1], group[2], group[4]))

    def zone(self, held: int) -> int:
        """The zones of the side if it stood in these hexes."""
        if self._trial is None:
            self._trial = self.maps.s.copy()
        self._trial.occupied[self.side] = held
        return self.maps.doctrine.zone(self._trial, self.side)

    def targets(self, s: Any) -> int:
        """What the enemy must be kept from."""
        return self.maps.doctrine.vital(s, self.side) | self.doors

    def breach(self, targets: int, zone: int, held: int) -> list[int]:
        """A way of the enemy to one of the targets past these zones and units; nothing if there is none."""
        exposed = targets & ~held
        for costs, budget, shy, shut, hexes in self._groups:
            block = held | shut | (zone if shy else 0)
            found: Reach = reach(costs, hexes, budget, stop=zone, block=block & ~hexes)
            hit = found.all & exposed
            if hit:
                return found.path((hit & -hit).bit_length() - 1)
        return []

    def open(self, targets: int, zone: int, held: int) -> int:
        """Those of the targets that the enemy can get into past these zones and units."""
        out = 0
        for costs, budget, shy, shut, hexes in self._groups:
            block = held | shut | (zone if shy else 0)
            out |= reach(costs, hexes, budget, stop=zone, block=block & ~hexes).all
        return out & targets & ~held

    def bar(self, s: Any, fixed: int, free: Mapping[int, int], best: Best) -> dict[int, int]:
        """Units that bar the ways, and where they stand; ``fixed`` hexes are held whatever happens. The ``free`` are
        those that may be sent, each with the hex in which it would be found otherwise, or -1 if that is not known."""
        targets = self.targets(s)
        if not targets:
            return {}
        spots: dict[int, int] = {}
        left = sorted(free)
        held = self._held(fixed, free, spots)
        zone = self.zone(held)
        marches = {u: self.maps.march(u) for u in left}
        for _ in range(_MOST):
            way = self.breach(targets, zone, held)
            if not way:
                break
            found = None
            if self.doors >> way[-1] & 1:
                found = self._shut(self.open(self.sills, zone, held) & ~zone, left, marches, best)
            found = found or self._choose(way, left, marches, best)
            if found is None:
                targets &= ~(1 << way[-1])
                continue
            unit, h = found
            spots[unit] = h
            left.remove(unit)
            held = self._held(fixed, free, spots)
            zone = self.zone(held)
        return self._needed(spots, fixed, free, targets)

    def _held(self, fixed: int, free: Mapping[int, int], spots: Mapping[int, int]) -> int:
        """The hexes that are held with these posts."""
        for u, h in free.items():
            h = spots.get(u, h)
            if h >= 0:
                fixed |= 1 << h
        return fixed

    def _needed(self, spots: dict[int, int], fixed: int, free: Mapping[int, int], targets: int) -> dict[int, int]:
        """Posts without those that later ones have made needless."""
        out = dict(spots)
        for unit, h in spots.items():
            del out[unit]
            held = self._held(fixed, free, out)
            if self.breach(targets, self.zone(held), held):
                out[unit] = h
        return out

    def _shut(self, sills: int, left: list[int], marches: dict[int, int], best: Best) -> tuple[int, int] | None:
        """Who brings as many as possible of these hexes under his zone, and where: best for himself."""
        near = (sills | self._beside(sills)) & ~self.maps.occupied[self.foe]
        kept = {}
        for h in bits(near):  # of two as good the one in front: who is beaten in a door leaves it open
            count = (self.zone(1 << h) & sills).bit_count()
            kept[h] = 2 * count - (self.doors >> h & 1) if count else 0
        most, value, found = 0, -1e18, None
        for u in left:
            able = [h for h in bits(marches[u] & near) if kept[h] >= max(1, most)]
            if not able:
                continue
            top = max(kept[h] for h in able)
            worth, h = best(u, sum(1 << h for h in able if kept[h] == top))
            worth -= _PLAIN * self.maps.attack[u]
            if top > most or worth > value:
                most, value, found = top, worth, (u, h)
        return found

    def _choose(self, way: list[int], left: list[int], marches: dict[int, int], best: Best) -> tuple[int, int] | None:
        """Who bars a way, and where: on it or beside it, best for himself."""
        path = 0
        for h in way[1:-1]:
            path |= 1 << h
        # Beside the last hex is too late: who gets there has got through.
        where = (path | self._beside(path) | 1 << way[-1]) & ~self.maps.occupied[self.foe]
        most, found = -1e18, None
        for u in left:
            value, h = best(u, marches[u] & where)
            if value > most:
                most, found = value, (u, h)
        return found
