"""Plain facts of Watch on the Rhine: zones, costs, supply and stacking of the rulebook, counted hex by hex."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from tests.kit.facts import Facts, cheapest

ALLIED, GERMAN = 0, 1
NORTH, SOUTH = 1, 2
#: 6.3, in half divisions.
SIZES, LIMIT = {"XXX": 4, "XX": 2, "X": 1}, 8
ANTWERP, METZ = "1511N", "1710S"
#: What neither zones nor attacks nor lines of supply cross (7.2, 8.5, 11.15).
WATER = ("all-sea", "estuary")


class RhineFacts(Facts):
    # -- counters ----------------------------------------------------------------------------

    def tag(self, unit: int, word: str) -> bool:
        return word in self.game.counters[unit].tags

    def size(self, unit: int) -> str:
        return self.game.counters[unit].size

    def corps(self, unit: int) -> bool:
        return self.size(unit) == "XXX"

    def code(self, unit: int) -> str:
        return next((tag[5:] for tag in self.game.counters[unit].tags if tag.startswith("code:")), "")

    def group(self, unit: int) -> str:
        return next((tag[6:] for tag in self.game.counters[unit].tags if tag.startswith("group:")), "")

    def steps(self, unit: int) -> int:
        return self.s.steps[unit] or self.value(unit, "steps")

    def attack(self, unit: int) -> int:
        """The attack factor of a unit with the steps it has left."""
        reduced = self.value(unit, "steps") == 2 and self.steps(unit) == 1
        return self.value(unit, "attack2" if reduced else "attack")

    def paratroop(self, unit: int) -> bool:
        """Whether a unit is an airborne division or brigade of the Allies (12.2)."""
        return self.tag(unit, "paratroop") and self.side(unit) == ALLIED and not self.corps(unit)

    def immobile(self, unit: int) -> bool:
        return self.value(unit, "movement") == 0

    def enemies_in(self, h: int) -> bool:
        return bool(self.units(h, 1 - self.me))

    # -- stacking (6.3 to 6.5, 6.9) ---------------------------------------------------------------

    def load(self, units: Iterable[int]) -> int:
        return sum(SIZES[self.size(u)] for u in units)

    def nations(self, unit: int) -> set[str]:
        """The army groups that a unit may belong to."""
        if self.side(unit) == GERMAN:
            return {"german"}
        if self.corps(unit):
            return {"us", "bc"}
        return {"us", "f"} if self.tag(unit, "us-or-f") else {self.group(unit)}

    def one_group(self, units: Iterable[int]) -> bool:
        groups = [self.nations(u) for u in units]
        return not groups or bool(set.intersection(*groups))

    def too_heavy(self, h: int, units: Iterable[int]) -> bool:
        return self.load({*self.units(h), *units}) > LIMIT

    def mixed(self, h: int, units: Iterable[int]) -> bool:
        antwerp = self.s.antwerp and self.land.label[h] == ANTWERP
        return not antwerp and not self.one_group({*self.units(h), *units})

    def room(self, h: int, units: Iterable[int]) -> bool:
        found = list(units)
        return not self.too_heavy(h, found) and not self.mixed(h, found)

    # -- ground and zones ----------------------------------------------------------------------

    def region(self, name: str) -> set[int]:
        return self._regions.setdefault(name, {self.hex(label) for label in self.land.regions[name]})

    @cached_property
    def _regions(self) -> dict[str, set[int]]:
        return {}

    def dry_land(self, h: int) -> bool:
        return self.land.terrain.get(h, "sea") != "sea"

    def hook(self, h: int) -> bool:
        return "hook-of-holland" in self.land.features[h]

    def edge(self, a: int, b: int) -> str:
        return self.land.edges.get(frozenset((a, b)), ("", False))[0]

    def crossed(self, a: int, b: int, unit: int | None = None) -> bool:
        """Whether something can be attacked, supplied or reached across a hexside; commandos cross an estuary."""
        commando = unit is not None and self.tag(unit, "commando")
        water = ("all-sea",) if commando else WATER
        return self.dry_land(a) and self.dry_land(b) and self.edge(a, b) not in water

    def zone(self, h: int, side: int) -> bool:
        return any(self.units(n, side) and self.edge(n, h) not in WATER for n in self.near(h))

    def enemy_zone(self, h: int) -> bool:
        return self.zone(h, 1 - self.me)

    def flooded(self, h: int) -> bool:
        """Whether a hex is out of play in this turn (10.18)."""
        return "flood" in self.land.features[h] and self.s.flood == self.s.turn and self.s.turn <= 3

    def intact(self, h: int) -> bool:
        """Whether a hex of the West Wall has never been Allied (8.5, 11.17)."""
        wall = "westwall" in self.land.features[h] and not {"city", "ruhr"} & self.land.features[h]
        return wall and not self.has(self.s.cleared, h)

    # -- supply (8.0) --------------------------------------------------------------------------

    def sources(self, side: int) -> set[int]:
        if side == GERMAN:
            return {h for h in self.region("East edge") if not self.has(self.s.allied, h)}
        found = {h for h in self.region("Allied edge sources") if not self.has(self.s.closed, h)}
        antwerp = self.hex(ANTWERP)
        return found | ({antwerp} if self.s.antwerp and self.has(self.s.allied, antwerp) else set())

    def line(self, h: int, side: int) -> bool:
        """Whether a line leads from a source into a hex (8.2 to 8.5, 10.18)."""
        sources, seen, open_ = self.sources(side), {h}, [h]
        while open_:
            here = open_.pop()
            if here in sources and not self.units(here, 1 - side):
                return True
            for n in self.near(here):
                if n not in seen and self.crossed(here, n) and self._passable(n, side):
                    seen.add(n)
                    open_.append(n)
        return False

    def _passable(self, h: int, side: int) -> bool:
        """Whether a line continues from a hex."""
        if self.units(h, 1 - side) or self.flooded(h) or (side == ALLIED and self.intact(h)):
            return False
        return bool(self.units(h, side)) or not self.zone(h, 1 - side)

    def full_sector(self, h: int) -> bool:
        if self.s.antwerp:
            return True
        return h in self.region("North sector" if self.s.sector == NORTH else "South sector")

    def overland(self, unit: int) -> bool:
        """Whether a unit has full overland supply where it is (8.16, 9.6, 10.19)."""
        return self.fed(self.at(unit), self.side(unit))

    def fed(self, h: int, side: int) -> bool:
        return self.line(h, side) and (side == GERMAN or self.full_sector(h))

    def out_of_supply(self, unit: int) -> bool:
        h, side = self.at(unit), self.side(unit)
        if self.corps(unit) or self.line(h, side):
            return False
        if side == ALLIED:
            return "coast" not in self.land.features[h] and not self.has(self.s.aerial, h)
        return not self._stores(unit, h)

    def _stores(self, unit: int, h: int) -> bool:
        """Garrisons, Metz, and the Fifteenth Army on the Scheldt in Turn 1 (8.13, 5.8)."""
        scheldt = self.s.turn == 1 and self.code(unit) == "15A" and h in self.region("Antwerp access")
        return self.tag(unit, "garrison") or self.land.label[h] == METZ or scheldt

    # -- the supply sector line (9.5) -------------------------------------------------------------

    def home(self, unit: int) -> set[int] | None:
        """The sector a unit is restricted to; None if it may go anywhere."""
        group = self.group(unit)
        if self.side(unit) == GERMAN or self.tag(unit, "us-or-f") or self.corps(unit):
            return None
        if group in ("bc", "f"):
            return self.region("North sector" if group == "bc" else "South sector")
        if self.s.antwerp:
            return None
        north = not self.has(self.s.southern, unit) if self.code(unit) == "*" else self.code(unit) == "N"
        return self.region("North sector" if north else "South sector")

    def abroad(self, unit: int, h: int) -> bool:
        home = self.home(unit)
        return home is not None and h not in home

    def may_be_in(self, unit: int, h: int) -> bool:
        """Whether a unit may go to a hex from where it is: home, or nearer to it from foreign ground (ruling 9.5x)."""
        here, home = self.at(unit), self.home(unit)
        if home is None or h in home:
            return True
        return here not in home and self._away(h, home) < self._away(here, home)

    def _away(self, h: int, home: set[int]) -> int:
        return min(self.distance(h, x) for x in home)

    # -- movement (10.0) ---------------------------------------------------------------------------

    def price(self, unit: int, a: int, b: int) -> int | None:
        """Movement points from a hex to its neighbour; None if units of that kind may not go there."""
        if not (self.beside(a, b) and self.dry_land(a) and self.dry_land(b)) or self.hook(b):
            return None
        edge, german = self.edge(a, b), self.side(unit) == GERMAN
        fifteenth = self.s.turn == 1 and self.code(unit) == "15A"
        extra = {"": 0, "river": 1, "rhine": 1 if german else 2, "blocked": 1}
        extra |= {"estuary": 0} if fifteenth else {"estuary": 1} if self.tag(unit, "commando") else {}
        if edge not in extra:
            return None
        if not german and any(self.corps(u) for h in (b, *self.near(b)) for u in self.units(h)):
            return 1
        flood = 3 if "flood" in self.land.features[b] and self.s.flood == self.s.turn > 3 else 0
        return self._inside(unit, a, b, fifteenth=fifteenth) + extra[edge] + flood

    def _inside(self, unit: int, a: int, b: int, *, fifteenth: bool) -> int:
        if self.land.roads.get(frozenset((a, b))) == "highway" or {"town", "city", "ruhr"} & self.land.features[b]:
            return 1
        if self.land.terrain[b] == "rough":
            return 1 if self.type(unit) == "mountain" else 2
        coastal = fifteenth and b in self.region("Coastal polder")
        return 2 if self.land.terrain[b] == "polder" and not coastal else 1

    def barred(self, unit: int, h: int) -> bool:
        """Hexes that a unit may not enter: enemies, flood, the Hook, the other side of the sector line."""
        return self.enemies_in(h) or self.flooded(h) or self.hook(h) or not self.may_be_in(unit, h)

    def points(self, unit: int) -> int:
        """The movement points a unit begins with, or has begun with (8.6, 8.16)."""
        if self.s.spent[unit]:
            return int(self.s.points[unit])
        full = self.value(unit, "movement")
        fed = self.overland(unit) if self.side(unit) == ALLIED else not self.out_of_supply(unit)
        return full if fed else -(-full // 2)

    def columns(self, unit: int) -> bool:
        """Whether a unit may use column movement, from where it is or still (5.8, 10.19, 10.20)."""
        if self.s.spent[unit] or unit in self.s.hand:
            return self.has(self.s.column, unit)
        here, german = self.at(unit), self.side(unit) == GERMAN
        patton = self.group(unit) == "us" and self.code(unit) == "SW" and self.s.turn <= 7
        return not (german and self.s.turn == 1) and self.overland(unit) and (patton or not self.enemy_zone(here))

    def shunned(self, h: int) -> bool:
        """Hexes closed to column movement (10.19)."""
        return self.enemy_zone(h) or (self.me == ALLIED and self.intact(h))

    def left(self, unit: int, *, column: bool = False) -> int:
        return self.points(unit) * (2 if column else 1) - int(self.s.spent[unit])

    def costs(self, units: Sequence[int], *, budget: int | None, zones: bool, shun: bool) -> dict[int, int]:
        """What the hexes cost these units, from the hex where they are; all of them pay the same."""

        def price(a: int, b: int) -> int | None:
            if any(self.barred(u, b) for u in units) or (shun and self.shunned(b)):
                return None
            return self.price(units[0], a, b)

        start = self.at(units[0])
        return cheapest(start, self.near, price, budget=budget, ends=lambda h: zones and self.enemy_zone(h))

    def alike(self, units: Sequence[int]) -> bool:
        """Whether these units have the same movement costs."""
        return len({self._class(u) for u in units}) == 1

    def _class(self, unit: int) -> tuple[int, bool, bool, bool]:
        fifteenth = self.s.turn == 1 and self.code(unit) == "15A"
        mountain = self.type(unit) == "mountain" and not fifteenth
        return self.side(unit), mountain, self.tag(unit, "commando"), fifteenth

    def steps_of(self, units: Sequence[int]) -> set[int]:
        """The hexes next to some units that they can enter together."""
        here, column = self.at(units[0]), all(self.columns(u) for u in units)
        out = set()
        for h in self.near(here):
            prices = [self.price(u, here, h) for u in units]
            if any(price is None for price in prices) or any(self.barred(u, h) for u in units):
                continue
            fast = column and not self.shunned(h)
            if all((p or 0) <= self.left(u, column=fast) for u, p in zip(units, prices, strict=True)):
                out.add(h)
        return out

    def reached(self, units: Sequence[int]) -> set[int]:
        """The hexes that some units can reach together."""
        if not self.alike(units):
            return self.steps_of(units)
        plain = min(self.left(u) for u in units)
        found = set(self.costs(units, budget=plain, zones=True, shun=False)) if plain > 0 else set()
        if all(self.columns(u) for u in units):
            most = min(self.left(u, column=True) for u in units)
            found |= set(self.costs(units, budget=most, zones=False, shun=True)) if most > 0 else set()
        return found - {self.at(units[0])}

    def ends(self, units: Sequence[int]) -> set[int]:
        return {h for h in self.reached(units) if self.room(h, units)}

    def may_leave(self, units: Sequence[int]) -> bool:
        """Whether units may leave the map from where they are (4.2, 4.4)."""
        edge = self.region("East edge" if self.me == ALLIED else "West edge")
        late = self.me == ALLIED or self.s.turn >= 4
        return self.at(units[0]) in edge and late and all(self.left(u, column=self.columns(u)) >= 1 for u in units)

    def can_go(self, units: Sequence[int]) -> bool:
        return bool(self.ends(units)) or self.may_leave(units)
