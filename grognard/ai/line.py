"""Open paths: routes by which the enemy could reach vital hexes or leave the map.

Zones of control stop the enemy, so a line may have gaps. Paths are found by flooding the enemy's movement.
"""

from __future__ import annotations

from typing import NamedTuple

from ..hexes import Costs, Reach, reach
from .doctrine import WarState
from .maps import Maps


class Movers(NamedTuple):
    """Enemy units with the same movement costs and speed."""

    costs: Costs
    budget: int
    #: whether they keep out of zones of control
    avoids_zones: bool
    #: the hexes they may not enter
    forbidden: int
    #: the hexes they start from
    hexes: int


class Line:
    """Finds open paths to a side's vital hexes, and to the hexes from which the enemy leaves the map and wins."""

    def __init__(self, maps: Maps, side: int) -> None:
        self.maps, self.side, self.foe = maps, side, 1 - side
        self._neighbours = maps.game.board.grid.neighbours
        self._groups = self._movers()
        self.exits = maps.doctrine.enemy_exits(maps.s, side)
        #: the exits and the hexes in front of them: an enemy in an exit leaves in its next turn
        self.approaches = (self.exits | self._neighbours(self.exits)) & maps.in_play
        self._trial: WarState | None = None

    def _movers(self) -> list[Movers]:
        """Group the enemy's units by movement costs and speed."""
        doctrine, s = self.maps.doctrine, self.maps.s
        out: dict[tuple[int, int, bool, int], Movers] = {}
        for u in self.maps.units[self.foe]:
            for budget, avoids_zones in ((doctrine.speed(s, u), False), (doctrine.speed_outside_zones(s, u), True)):
                if budget:
                    costs, forbidden = doctrine.movement_costs(s, u), self.maps.forbidden_hexes(u)
                    key = (id(costs), budget, avoids_zones, forbidden)
                    hexes = out[key].hexes if key in out else 0
                    out[key] = Movers(costs, budget, avoids_zones, forbidden, hexes | 1 << s.at[u])
        return sorted(out.values(), key=lambda group: (-group.budget, group.avoids_zones, group.hexes))

    def zone(self, held: int) -> int:
        """Return the zones of control of the side if it held these hexes."""
        if self._trial is None:
            self._trial = self.maps.s.copy()
        self._trial.occupied[self.side] = held
        return self.maps.doctrine.zone(self._trial, self.side)

    def targets(self, s: WarState) -> int:
        """Return the hexes that the enemy must not reach."""
        return self.maps.doctrine.vital(s, self.side) | self.exits

    def breach(self, targets: int, zone: int, held: int) -> list[int]:
        """Return an open path to one of the targets, given these zones and held hexes; empty if there is none."""
        exposed = targets & ~held
        for costs, budget, avoids_zones, forbidden, hexes in self._groups:
            block = held | forbidden | (zone if avoids_zones else 0)
            found: Reach = reach(costs, hexes, budget, stop=zone, block=block & ~hexes)
            hit = found.all & exposed
            if hit:
                return found.path((hit & -hit).bit_length() - 1)
        return []

    def open(self, targets: int, zone: int, held: int) -> int:
        """Return the targets that the enemy can reach, given these zones and held hexes."""
        out = 0
        for costs, budget, avoids_zones, forbidden, hexes in self._groups:
            block = held | forbidden | (zone if avoids_zones else 0)
            out |= reach(costs, hexes, budget, stop=zone, block=block & ~hexes).all
        return out & targets & ~held
