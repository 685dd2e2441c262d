"""Retreats of a fixed length that must end that many hexes away, with displacement of friends.

A retreat of n hexes that ends n hexes from its beginning gains one hex of distance at every step, so
the routes form layers: the hexes at distance 1, 2, ... n. A route through vacant hexes alone must be
taken if there is one; otherwise the one that displaces the fewest friends; otherwise the unit goes as
far as vacant hexes allow and is lost there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from ..hexes import Costs, Grid, bits


class Army(Protocol):
    """What a retreat needs to know of the units of one side."""

    def unit_at(self, h: int) -> int: ...

    def costs_of(self, unit: int) -> Costs: ...


@dataclass
class Retreat:
    """The choices of one retreating unit at one moment.

    ``friends`` are the hexes its own side stands on (its own hex included), ``barred`` the hexes no
    unit of its side may retreat into: enemies, their zones and the world off the map.
    """

    grid: Grid
    army: Army
    friends: int
    barred: int
    #: who stands where in this thought experiment, where that differs from the board
    moved: dict[int, int] = field(default_factory=dict)

    def _unit_at(self, h: int) -> int:
        found = self.moved.get(h)
        return self.army.unit_at(h) if found is None else found

    def next_hexes(self, unit: int, here: int, origin: int, length: int) -> int:
        """The hexes the unit may go to next. Empty: it can go no further."""
        gone = self.grid.distance(origin, here)
        costs = self.army.costs_of(unit)
        vacant = self._vacant_routes(costs, here, origin, gone, length)
        if vacant:
            return vacant
        best, hexes = length + 1, 0
        for h, price in self._options(unit, here, origin, gone, length).items():
            if price < best:
                best, hexes = price, 1 << h
            elif price == best:
                hexes |= 1 << h
        if hexes:
            return hexes
        return self._as_far_as_possible(costs, here, origin, gone, length)

    def _layer(self, origin: int, distance: int) -> int:
        return self.grid.ring(origin, distance) & ~self.barred

    def _vacant_routes(self, costs: Costs, here: int, origin: int, gone: int, length: int) -> int:
        """First steps of all routes of full length through vacant hexes."""
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
        """The hexes of layer 1 from which the last layer can be reached."""
        keep = layers[-1]
        for layer in reversed(layers[1:-1]):
            keep = costs.into(keep) & layer
        return keep

    def _as_far_as_possible(self, costs: Costs, here: int, origin: int, gone: int, length: int) -> int:
        layers = self._vacant_layers(costs, here, origin, gone, length)
        return self._first_steps(costs, layers) if len(layers) > 1 else 0

    # -- displacement ------------------------------------------------------------------------

    def _options(self, unit: int, here: int, origin: int, gone: int, length: int) -> dict[int, int]:
        """Next hexes of full routes through friends, with the fewest friends displaced from there on."""
        out: dict[int, int] = {}
        costs = self.army.costs_of(unit)
        for h in bits(costs.next(1 << here) & self._layer(origin, gone + 1)):
            price = self._price(unit, here, h, origin, gone, length)
            if price is not None:
                out[h] = price
        return out

    def _price(self, unit: int, here: int, h: int, origin: int, gone: int, length: int) -> int | None:
        """Friends displaced on the best way on through ``h``, or None if there is no way."""
        if not self.friends >> h & 1:
            return self._price_after(self._moved_to(unit, here, h), unit, h, origin, gone + 1, length)
        best: int | None = None
        for after in self._displacements(self._unit_at(h), h, 1 << here | 1 << h):
            entered = after._moved_to(unit, here, h)
            price = self._price_after(entered, unit, h, origin, gone + 1, length)
            if price is not None and (best is None or price + 1 < best):
                best = price + 1
        return best

    @staticmethod
    def _price_after(
        after: Retreat, unit: int, h: int, origin: int, gone: int, length: int
    ) -> int | None:
        if gone == length:
            return 0
        prices = after._options(unit, h, origin, gone, length).values()
        return min(prices) if prices else None

    def _moved_to(self, unit: int, here: int, there: int) -> Retreat:
        moved = dict(self.moved)
        moved.pop(here, None)
        moved[there] = unit
        friends = self.friends & ~(1 << here) | 1 << there
        return Retreat(self.grid, self.army, friends, self.barred, moved)

    def _displacements(self, unit: int, here: int, waiting: int) -> list[Retreat]:
        """Every way to move a displaced unit one hex, with whatever it displaces in its turn.

        ``waiting`` are the hexes of the units that wait for it to make room: it cannot go there.
        """
        out: list[Retreat] = []
        for h in bits(self.displacement_hexes(unit, here, waiting)):
            if not self.friends >> h & 1:
                out.append(self._moved_to(unit, here, h))
            else:
                out += [
                    after._moved_to(unit, here, h)
                    for after in self._displacements(self._unit_at(h), h, waiting | 1 << h)
                ]
        return out

    def displacement_hexes(self, unit: int, here: int, waiting: int) -> int:
        """Where a displaced unit may go: a vacant hex if there is one, else a friend that can make room."""
        open_hexes = self.army.costs_of(unit).next(1 << here) & ~self.barred & ~waiting
        vacant = open_hexes & ~self.friends
        if vacant:
            return vacant
        chain = 0
        for h in bits(open_hexes):
            if self.displacement_hexes(self._unit_at(h), h, waiting | 1 << h):
                chain |= 1 << h
        return chain

    def completes(self, unit: int, here: int, origin: int, length: int) -> bool:
        """Whether the unit can make its retreat in full from here."""
        gone = self.grid.distance(origin, here)
        if gone >= length:
            return True
        if self._vacant_routes(self.army.costs_of(unit), here, origin, gone, length):
            return True
        return bool(self._options(unit, here, origin, gone, length))
