"""Plain facts of Hürtgen Forest: zones, costs and lines of sight of the rulebook, counted hex by hex."""

from __future__ import annotations

import tomllib
from functools import cache, cached_property
from typing import Any

from tests.kit import GAMES
from tests.kit.facts import Facts, cheapest

US, GERMAN = 0, 1
VEHICLES = ("armor", "recon", "mechanized", "sp-artillery")
GUNS = ("artillery", "sp-artillery")
#: 11.21, 11.31 and 11.22, 11.32, by side.
GUNS_ATTACKING, GUNS_DEFENDING = (4, 2), (3, 1)
#: A point is two half points.
ROAD, TRAIL, CLEAR = 1, 2, 2


@cache
def file(name: str) -> dict[str, Any]:
    return tomllib.loads((GAMES / "hurtgen" / "data" / name).read_text(encoding="utf-8"))


@cache
def schedule() -> dict[str, tuple[int, str]]:
    """The turn and the hex of each reinforcement (16.14, 16.15)."""
    return {
        unit: (entry["turn"], entry["hex"]) for entry in file("scenarios.toml")["arrivals"] for unit in entry["units"]
    }


class HurtgenFacts(Facts):
    # -- counters ----------------------------------------------------------------------------

    def gun(self, unit: int) -> bool:
        return self.type(unit) in GUNS

    def vehicle(self, unit: int) -> bool:
        return self.type(unit) in VEHICLES

    def panzer(self, unit: int) -> bool:
        """Whether a unit is of the 116th Panzer Division."""
        return "116pz" in self.game.counters[unit].tags

    def unit_in(self, h: int) -> int:
        """The only unit in a hex, or -1."""
        found = self.units(h)
        return found[0] if len(found) == 1 else -1

    def enemy_in(self, h: int) -> bool:
        return bool(self.units(h, 1 - self.me))

    # -- zones (6.0, 6.31, 6.33) ---------------------------------------------------------------

    def bridged(self, a: int, b: int) -> bool:
        pair = frozenset((a, b))
        return self.land.edges.get(pair, ("", False))[1] or pair in self.land.roads

    def water(self, a: int, b: int) -> str:
        return self.land.edges.get(frozenset((a, b)), ("", False))[0]

    def river(self, a: int, b: int) -> bool:
        """Whether a river without a bridge lies between two hexes; a ferry is no bridge."""
        return self.water(a, b) == "ferry" or (self.water(a, b) == "river" and not self.bridged(a, b))

    def zone(self, h: int, side: int) -> bool:
        """Whether a hex is in the zone of a unit of a side."""
        return any(self.units(n, side) and not self.river(n, h) for n in self.near(h))

    def enemy_zone(self, h: int) -> bool:
        return self.zone(h, 1 - self.me)

    # -- movement (5.2) ------------------------------------------------------------------------

    def enter(self, unit: int, h: int) -> int | None:
        """Half points to enter a hex off the road; None if the unit may not."""
        points = file("tables.toml")["tec"]["vehicle" if self.vehicle(unit) else "leg"][self.land.terrain[h]]
        return int(2 * points) or None

    def price(self, unit: int, a: int, b: int) -> int | None:
        """Half points from a hex to its neighbour; None if the unit may not go there."""
        if not self.beside(a, b):
            return None
        road = self.land.roads.get(frozenset((a, b)))
        if road:
            return ROAD if road == "road" else TRAIL
        enter, water = self.enter(unit, b), self.water(a, b)
        if enter is None or self.river(a, b) or (water and self.vehicle(unit)):
            return None
        if water == "stream" and not self.bridged(a, b):
            return enter + int(2 * file("tables.toml")["tec"]["leg"]["stream"])
        return enter

    def allowance(self, unit: int) -> int:
        return 2 * self.value(unit, "movement")

    def paths(
        self, unit: int, start: int, spent: int = 0, *, enemies: bool = True, budget: int | None = -1
    ) -> dict[int, int]:
        """What each hex in reach costs a unit, with enemies and their zones or as if there were none."""
        side = self.side(unit)

        def price(a: int, b: int) -> int | None:
            return None if enemies and self.units(b, 1 - side) else self.price(unit, a, b)

        if spent and enemies and self.zone(start, 1 - side):  # it has entered a zone
            return {start: spent}
        return cheapest(
            start,
            self.near,
            price,
            spent=spent,
            budget=self.allowance(unit) if budget == -1 else budget,
            ends=lambda h: enemies and self.zone(h, 1 - side),
        )

    def vacant(self, h: int) -> bool:
        return not self.units(h)

    def makes_room(self, friend: int, left: int = -1) -> bool:
        """Whether a friend can move on at once (5.31); ``left`` is the hex that the newcomer has left."""
        here = self.at(friend)
        if self.has(self.s.moved, friend) or self.zone(here, 1 - self.side(friend)):
            return False
        found = self.paths(friend, here)
        return any(h != here and (self.vacant(h) or h == left) for h in found) or self.leaves(friend, found)

    def leaves(self, unit: int, found: dict[int, int]) -> bool:
        """Whether a unit can leave the map from one of the hexes it reaches (14.0)."""
        return self.panzer(unit) and any(
            self.on_exit_edge(h)
            and not self.zone(h, 1 - self.side(unit))
            and (cost := self.exit_cost(unit, h)) is not None
            and spent + cost <= self.allowance(unit)
            for h, spent in found.items()
        )

    def stops(self, unit: int, start: int, spent: int = 0) -> set[int]:
        """The hexes where a unit may stop."""
        left = self.at(unit) if self.on_map(unit) and len(self.units(self.at(unit))) == 1 else -1
        return {
            h
            for h in self.paths(unit, start, spent)
            if h != self.at(unit) and (self.vacant(h) or self.makes_room(self.units(h)[0], left))
        }

    def can_go(self, unit: int, start: int, spent: int = 0) -> bool:
        return bool(self.stops(unit, start, spent)) or self.leaves(unit, self.paths(unit, start, spent))

    # -- the map edge (12.0, 13.1, 13.2, 14.0) --------------------------------------------------

    def on_exit_edge(self, h: int) -> bool:
        label = self.land.label[h]
        return label.startswith("29") or label.endswith("28")

    def exit_cost(self, unit: int, h: int) -> int | None:
        for way, points in (("road", ROAD), ("trail", TRAIL)):
            if any(f"offmap-{way}:{edge}" in self.land.features[h] for edge in "ES"):
                return points
        return self.enter(unit, h)

    def entry_cost(self, unit: int, h: int) -> int | None:
        """Half points to enter the map, those for the place in the column included."""
        place = self.s.entries.count(h)
        if any(f"offmap-road:{edge}" in self.land.features[h] for edge in "NESW"):
            return ROAD * (place + 1)
        trail = any(f"offmap-trail:{edge}" in self.land.features[h] for edge in "NESW")
        first = TRAIL if trail else self.enter(unit, h)
        return None if first is None else first + CLEAR * place

    def shut(self, h: int) -> bool:
        """Whether an entry hex holds an enemy, or a friend in an enemy zone (13.22)."""
        return self.enemy_in(h) or (bool(self.units(h)) and self.enemy_zone(h))

    @cached_property
    def rim(self) -> list[int]:
        """The edge of the map, hex by hex."""
        columns, rows = range(1, 30), range(1, 29)
        labels = [f"{c:02d}01" for c in columns] + [f"29{r:02d}" for r in rows[1:]]
        labels += [f"{c:02d}28" for c in reversed(columns[:-1])] + [f"01{r:02d}" for r in reversed(rows[1:-1])]
        return [self.hex(label) for label in labels]

    def scheduled(self, unit: int) -> int:
        return self.hex(schedule()[self.game.counters[unit].id][1])

    def due(self, unit: int) -> int:
        return schedule()[self.game.counters[unit].id][0]

    def entries(self, unit: int) -> set[int]:
        """The scheduled hex, or the nearest open edge hexes towards the nearest friend (13.22)."""
        here = self.scheduled(unit)
        if not self.shut(here):
            return {here}
        friends = [self.at(u) for u in self.army(self.me) if self.at(u) != here]
        least = min((self.distance(here, f) for f in friends), default=0)
        place = self.rim.index(here)
        right = self.rim[place + 1 :] + self.rim[:place]
        sides: dict[int, list[list[int]]] = {}
        for side in (right, right[::-1]):
            pull = min((self.distance(side[0], f) for f in friends if self.distance(here, f) == least), default=0)
            sides.setdefault(pull, []).append(side)
        found = []
        for side in sides[min(sides)]:
            open_ = [k for k, h in enumerate(side) if not self.shut(h) and self.entry_cost(unit, h) is not None]
            found += [(open_[0], side[open_[0]])] if open_ else []
        return {h for k, h in found if k == min(found)[0]}
