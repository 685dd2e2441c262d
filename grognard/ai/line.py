"""Open ways: paths by which the enemy could slip through to hexes that must not be lost, or off the map.

Zones of control stop the enemy, so a line need not be closed. Paths are found by floods of the enemy's movement.
"""

from __future__ import annotations

from typing import NamedTuple

from ..hexes import Costs, Reach, reach
from .doctrine import WarState
from .maps import Maps


class Movers(NamedTuple):
    """Enemy units on the same ground with the same speed."""

    costs: Costs
    budget: int
    #: whether they keep out of zones
    shy: bool
    #: where they may not go
    shut: int
    hexes: int


class Line:
    """Looks for open ways to a side's vital hexes and to the edges over which the enemy wins."""

    def __init__(self, maps: Maps, side: int) -> None:
        self.maps, self.side, self.foe = maps, side, 1 - side
        self._beside = maps.game.board.grid.neighbours
        self._groups = self._movers()
        self.exits = maps.doctrine.enemy_exits(maps.s, side)
        #: the exits and the hexes in front of them: who gets into a door leaves by it in his next turn
        self.approaches = (self.exits | self._beside(self.exits)) & maps.game.board.playable
        self._trial: WarState | None = None

    def _movers(self) -> list[Movers]:
        """The enemy's units by ground and speed."""
        doctrine, s = self.maps.doctrine, self.maps.s
        out: dict[tuple[int, int, bool, int], Movers] = {}
        for u in self.maps.units[self.foe]:
            for budget, shy in ((doctrine.speed(s, u), False), (doctrine.speed_outside_zones(s, u), True)):
                if budget:
                    costs, shut = doctrine.movement_costs(s, u), self.maps.shut(u)
                    key = (id(costs), budget, shy, shut)
                    hexes = out[key].hexes if key in out else 0
                    out[key] = Movers(costs, budget, shy, shut, hexes | 1 << s.at[u])
        return sorted(out.values(), key=lambda group: (-group.budget, group.shy, group.hexes))

    def zone(self, held: int) -> int:
        """The zones of the side if it stood in these hexes."""
        if self._trial is None:
            self._trial = self.maps.s.copy()
        self._trial.occupied[self.side] = held
        return self.maps.doctrine.zone(self._trial, self.side)

    def targets(self, s: WarState) -> int:
        """What the enemy must be kept from."""
        return self.maps.doctrine.vital(s, self.side) | self.exits

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
