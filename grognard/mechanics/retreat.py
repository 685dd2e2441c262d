"""Retreats of a fixed length that must end that many hexes away, with displacement of friends.

A retreat of n hexes that ends n hexes from its start gains one hex of distance at every step, so the routes form
layers: the hexes at distance 1, 2, ... n. A route through vacant hexes must be taken if there is one. Otherwise it is
the route that displaces the fewest friends, and among those the one that displaces the fewest friends again. If there
is no route, the unit goes as far as vacant hexes allow and is lost there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Protocol

from ..hexes import Costs, Grid, bits, of


class Army(Protocol):
    """The units of one side, as retreats need them."""

    def unit_at(self, h: int) -> int: ...

    def costs_of(self, unit: int) -> Costs: ...


#: The cost of a route: the number of displaced friends, chains included, and how many had been displaced before.
RouteCost = tuple[int, int]


@dataclass
class Retreat:
    """The choices of one retreating unit at one moment.

    ``friends`` are the hexes with units of its side (its own hex included), ``barred`` the hexes that no unit of its
    side may retreat into: enemies, their zones and everything off the map. ``displaced`` are the units that have been
    displaced in this phase.
    """

    grid: Grid
    army: Army
    friends: int
    barred: int
    displaced: int = 0
    cost: RouteCost = (0, 0)
    #: at most this number of friends is displaced; short chains are tried first, so long ones seldom are
    most: int = 0
    #: whether this bound has cut a chain short; shared by all situations derived from this one
    cut: list[bool] = field(default_factory=lambda: [False])
    #: the unit in each hex where this situation differs from the board
    moved: dict[int, int] = field(default_factory=dict)

    def _unit_at(self, h: int) -> int:
        found = self.moved.get(h)
        return self.army.unit_at(h) if found is None else found

    def next_hexes(self, unit: int, here: int, origin: int, length: int) -> int:
        """The hexes that the unit may go to next; empty if it can go no further."""
        gone = self.grid.distance(origin, here)
        costs = self.army.costs_of(unit)
        vacant = self._vacant_routes(costs, here, origin, gone, length)
        if vacant:
            return vacant
        for bounded in self.bounds():
            route_costs = bounded.route_costs(unit, here, origin, length)
            if route_costs:
                best = min(route_costs.values())
                return of(h for h, cost in route_costs.items() if cost == best)
        return self._as_far_as_possible(costs, here, origin, gone, length)

    def survives(self, unit: int, origin: int, length: int) -> bool:
        """Whether a unit in its combat hex can complete a retreat, perhaps by displacing friends."""
        if self._vacant_routes(self.army.costs_of(unit), origin, origin, 0, length):
            return True
        return any(bounded.route_costs(unit, origin, origin, length) for bounded in self.bounds())

    def _layer(self, origin: int, distance: int) -> int:
        return self.grid.ring(origin, distance) & ~self.barred

    def _vacant_routes(self, costs: Costs, here: int, origin: int, gone: int, length: int) -> int:
        """The first steps of all routes of full length through vacant hexes."""
        layers = self._vacant_layers(costs, here, origin, gone, length)
        if len(layers) <= length - gone:
            return 0
        return self._first_steps(costs, layers)

    def _vacant_layers(self, costs: Costs, here: int, origin: int, gone: int, length: int) -> list[int]:
        layers = [1 << here]
        for distance in range(gone + 1, length + 1):
            found = costs.next(layers[-1]) & self._layer(origin, distance) & ~self.friends
            if not found:
                break
            layers.append(found)
        return layers

    @staticmethod
    def _first_steps(costs: Costs, layers: list[int]) -> int:
        """The hexes of the first layer from which the last layer can be reached."""
        keep = layers[-1]
        for layer in reversed(layers[1:-1]):
            keep = costs.into(keep) & layer
        return keep

    def _as_far_as_possible(self, costs: Costs, here: int, origin: int, gone: int, length: int) -> int:
        layers = self._vacant_layers(costs, here, origin, gone, length)
        return self._first_steps(costs, layers) if len(layers) > 1 else 0

    # -- displacement ------------------------------------------------------------------------

    def bounds(self) -> Iterator[Retreat]:
        """The same situation with more and more friends that may be displaced, the fewest first."""
        for most in count(self.cost[0]):
            cut = [False]
            yield replace(self, most=most, cut=cut)
            if not cut[0]:  # no chain was too long, so all have been tried
                return

    def route_costs(self, unit: int, here: int, origin: int, length: int) -> dict[int, RouteCost]:
        """The next hexes of all routes of full length within the bound, each with the lowest cost of a route."""
        out: dict[int, RouteCost] = {}
        gone = self.grid.distance(origin, here)
        costs = self.army.costs_of(unit)
        for h in bits(costs.next(1 << here) & self._layer(origin, gone + 1)):
            if not self._leads_on(costs, h, origin, gone + 1, length):
                continue
            if self.friends >> h & 1:
                situations = [after for _, after in self.displacements(self._unit_at(h), h, 1 << here | 1 << h)]
            else:
                situations = [self]
            found = [after.moved_to(unit, here, h).least_cost(unit, h, origin, length) for after in situations]
            known = [cost for cost in found if cost is not None]
            if known:
                out[h] = min(known)
        return out

    def _leads_on(self, costs: Costs, here: int, origin: int, gone: int, length: int) -> bool:
        """Whether a route of full length would lead through a hex if every friend made room."""
        layer = 1 << here
        for distance in range(gone + 1, length + 1):
            layer = costs.next(layer) & self._layer(origin, distance)
        return bool(layer)

    def least_cost(self, unit: int, here: int, origin: int, length: int) -> RouteCost | None:
        """The lowest cost of completing the retreat from here, including the displacements so far."""
        if self.grid.distance(origin, here) >= length:
            return self.cost
        return min(self.route_costs(unit, here, origin, length).values(), default=None)

    def moved_to(self, unit: int, here: int, there: int) -> Retreat:
        """The situation after a unit has moved from one hex to another."""
        moved = dict(self.moved)
        moved.pop(here, None)
        moved[there] = unit
        friends = self.friends & ~(1 << here) | 1 << there
        return replace(self, friends=friends, moved=moved)

    def _displacing(self, unit: int) -> Retreat:
        """The situation with one more unit displaced."""
        units, again = self.cost
        return replace(
            self, displaced=self.displaced | 1 << unit, cost=(units + 1, again + (self.displaced >> unit & 1))
        )

    def _chain(self, here: int, waiting: int) -> int | None:
        """The least number of further displaced friends that lets a unit leave a hex; None if it cannot leave it."""
        reached = layer = 1 << here
        more = 0
        while layer:
            around = self.grid.neighbours(layer) & ~self.barred & ~waiting & ~reached
            if around & ~self.friends:
                return more
            layer = around
            reached |= layer
            more += 1
        return None

    def displacements(self, unit: int, here: int, waiting: int) -> list[tuple[int, Retreat]]:
        """The possible moves of a displaced unit by one hex: the hex, and the situation afterwards.

        It goes to a vacant hex if there is one; otherwise it displaces another friend. It cannot go to ``waiting``: its
        own hex and those of the units that wait for it to make room.
        """
        begun = self._displacing(unit)
        more = self._chain(here, waiting)
        if more is None:
            return []
        if begun.cost[0] + more > self.most:
            self.cut[0] = True
            return []
        open_hexes = self.army.costs_of(unit).next(1 << here) & ~self.barred & ~waiting
        vacant = open_hexes & ~self.friends
        if vacant:
            return [(h, begun.moved_to(unit, here, h)) for h in bits(vacant)]
        out = []
        for h in bits(open_hexes):
            for _, after in begun.displacements(self._unit_at(h), h, waiting | 1 << h):
                out.append((h, after.moved_to(unit, here, h)))
        return out
