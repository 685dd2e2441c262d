"""Chapters 6.3, 8.1, 10.5, 13.9, 14.1.D and 17.2: terrain, costs, zones, supply lines and terrain modifiers.

There are three classes of movers and three states of the Roer River Valley. Each pair has one set of costs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ...engine.board import Board, Hexside, hexside
from ...hexes import Costs, bits, of
from ...mechanics.zones import Zones
from .tables import Tables
from .tables_schema import SEA

#: Classes of movers: HQs and Leaders are the staff.
MOVERS = ("ordinary", "mountain", "staff")
#: The Roer River Valley: as printed, on the turn of the flood, on the turn after it, and from the second turn on.
DRY, FLOODING, FLOODED, DRAINED = range(4)
ALLIED, GERMAN = range(2)
RHINE = "rhine"
RIVERS = ("minor-river", "major-river", RHINE)

#: The feature words of fort and entrance hexes, with their kind after the colon.
FORTS = ("coastal", "metz", "westwall")
ENTRANCES = ("B", "W", "E", "A-D")
BEACHES = ("utah", "omaha", "gold", "sword-juno")


@dataclass(frozen=True)
class Fight:
    """An attack as terrain modifiers see it: the defender, the turn, intact forts and the flood."""

    #: the side that defends
    defender: int
    turn: int
    #: intact forts that count as German
    forts: int
    flood: int = DRY


class Ground:
    """The board as the rules read it."""

    def __init__(self, board: Board, tables: Tables) -> None:
        # 16.1.A, 16.1.B
        self.board, self.tables = board, tables
        self.land = board.playable & ~board.terrain.get(SEA, 0)
        self.towns, self.cities = board.having("town"), board.having("city")
        self.forts = {kind: board.having(f"fort:{kind}") for kind in FORTS}
        self.every_fort = self.forts["coastal"] | self.forts["metz"] | self.forts["westwall"]
        self.beaches = board.having("beach")
        self.coast = board.having("coast")
        self.landings = self.beaches | self.coast & board.grid.neighbours(self.beaches)
        self.entrances = {code: board.having(f"entry:{code}") for code in ENTRANCES}
        #: entrance hexes off the map: nobody moves into them from the map, and zones neither enter nor leave them
        self.off_map = self.entrances["W"] | self.entrances["E"] | self.entrances["A-D"]
        self.exits = board.having("exit:allied-victory")
        self.valley = self._region("Roer River Valley")
        self.west, self.east = self._region("West of the Seine Line"), self._region("East of the Seine Line")
        self.germany = self._region("Germany")
        self.area21 = self._region("21st Army Group area")
        self.holland = self._region("Fortress Holland")
        self.bridges = board.regions["Rhine Bridges"].hexsides
        self._costs: dict[tuple[str, bool, bool, frozenset[Hexside]], Costs] = {}

    def _region(self, name: str) -> int:
        return self.board.regions[name].set

    # -- terrain -------------------------------------------------------------------------------

    def terrain(self, h: int, flood: int = DRY) -> str:
        """The terrain of a hex, which a flood of the Roer changes (17.2.B)."""
        if flood and self.valley >> h & 1:
            return self.tables.flood["dry" if flood == DRAINED else "wet"]
        return self.board.terrain_at[h]

    def is_river(self, a: int, b: int) -> bool:
        """Whether an unbridged river lies between two neighbours."""
        edge = self.board.hexsides.get(hexside(a, b))
        return edge is not None and not edge.bridge and edge.kind in RIVERS

    def is_open(self, a: int, b: int) -> bool:
        """Whether the hexside between two land hexes can be crossed: no sea without a ferry, nothing impassable."""
        edge = self.board.hexsides.get(hexside(a, b))
        return edge is None or edge.bridge or self.tables.hexsides[edge.kind].cost is not None

    def across_sea(self, h: int) -> int:
        """The land hexes across all-Sea hexsides of a hex, which the 79th lets one unit attack over (13.9.B)."""
        if not self.coast >> h & 1:
            return 0
        near = of(n for n in self.board.grid.neighbour_list(h) if self.board.kind_between(h, n) == "all-sea")
        return near & self.land & ~self.lines.next(1 << h)

    def has_road(self, a: int, b: int) -> bool:
        return hexside(a, b) in self.board.roads

    # -- movement ------------------------------------------------------------------------------

    def costs(self, mover: str, flood: int = DRY, blown: Iterable[Hexside] = ()) -> Costs:
        """Movement costs of a class of movers (10.5, 17.3, 17.4), with Rhine Bridges that are blown (10.7.5)."""
        gone = frozenset(hexside(*pair) for pair in blown)
        key = mover, flood in (FLOODING, FLOODED), flood == DRAINED, gone
        found = self._costs.get(key)
        if found is None:
            if gone:
                found = self._without_bridges(self.costs(mover, flood), mover, flood, gone)
            else:
                found = Costs(self.board.grid, _Step(self, mover, flood))
            self._costs[key] = found
        return found

    def _without_bridges(self, costs: Costs, mover: str, flood: int, gone: Iterable[Hexside]) -> Costs:
        prices = {}
        for pair in sorted(gone):
            for a, b in (pair, pair[::-1]):
                price = self.step(mover, a, b, flood, intact=False)
                if price is not None:
                    prices[a, b] = price
        return costs.changed(prices)

    def step(self, mover: str, a: int, b: int, flood: int = DRY, *, intact: bool = True) -> int | None:
        """The cost of entering a hex from its neighbour, or None. ``intact`` is whether a bridge there stands (10.5.B).

        B hexes are ordinary ground, in which units move and stay (7.1.2.D, 7.1.2.F).
        """
        if not (self.land >> a & 1 and self.land >> b & 1) or self.off_map >> b & 1 or not self.is_open(a, b):
            return None
        if mover == "staff":
            return self.tables.numbers["roads"]["staff"]
        edge = self.board.hexsides.get(hexside(a, b))
        extra = 0
        if edge is not None and not (edge.bridge and intact):
            extra = self.tables.hexsides[edge.kind].cost or 0
        if self.has_road(a, b):
            return self.tables.numbers["roads"]["cost"] + extra
        row = self.tables.terrain[self.terrain(b, flood)]
        return (row.mountain if mover == "mountain" else row.cost) + extra

    # -- supply --------------------------------------------------------------------------------

    @cached_property
    def lines(self) -> Costs:
        """Steps of Supply Lines: over every open hexside, entrance hexes included (8.1)."""
        grid = self.board.grid

        def step(h: int, direction: int) -> int | None:
            n = grid.neighbour(h, direction)
            return 1 if n is not None and self.land >> h & self.land >> n & 1 and self.is_open(h, n) else None

        return Costs(grid, step)

    @cached_property
    def beside_exits(self) -> int:
        """The hexes next to a marked exit hex of the East edge, over an open hexside (7.1.2.L)."""
        return self.lines.into(self.exits)

    # -- zones ---------------------------------------------------------------------------------

    @cached_property
    def zones(self) -> tuple[Zones, Zones]:
        """Allied and German zones of control by the ground alone (6.3, 7.1.2.H, 6.3.B, 6.3.D).

        German forts and Monty's Blind Spot, which Allied zones do not enter either, change in play: mask the answer.
        """
        rows = self.tables.hexsides
        closed = {
            pair
            for pair, edge in self.board.hexsides.items()
            if not rows[edge.kind].zone and not (edge.bridge and rows[edge.kind].cost is None)
        }
        closed |= {hexside(h, n) for h in bits(self.off_map) for n in self.board.grid.neighbour_list(h)}
        barred = of(h for h in bits(self.land) if not self.tables.terrain[self.board.terrain_at[h]].zone)
        if not self.tables.places["city"].zone:
            barred |= self.cities
        enters = self.land & ~barred & ~self.off_map
        grid, ordered = self.board.grid, sorted(closed)
        return Zones(grid, ordered, enters=enters), Zones(grid, ordered, enters=enters & ~self.beaches)

    # -- combat --------------------------------------------------------------------------------

    def hex_modifiers(self, h: int, fight: Fight) -> list[tuple[str, int]]:
        """The modifiers that the defender's hex itself offers, each with its name (13.9.A.1)."""
        kinds, places = self.tables.terrain, self.tables.places
        if fight.flood in (FLOODED, DRAINED) and self.valley >> h & 1:
            row = kinds[self.terrain(h, fight.flood)]
            return [(row.title, row.modifier)]
        # on the turn of the flood the valley is swamp for movement only (17.2.B)
        word = self.terrain(h)
        found = [(kinds[word].title, kinds[word].modifier)]
        if word == "bocage" and fight.defender == GERMAN and fight.turn <= self.tables.numbers["bocage"]["through"]:
            found.append((kinds[word].title, self.tables.numbers["bocage"]["german"]))
        fort = fight.forts if fight.defender == GERMAN else 0
        for name, hexes in (("town", self.towns), ("city", self.cities), ("fort", fort)):
            if hexes >> h & 1:
                found.append((places[name].title, places[name].modifier))
        return found

    def hex_modifier(self, h: int, fight: Fight) -> int:
        """The best modifier that the defender's hex itself gives (13.9.A.1)."""
        return min(amount for _, amount in self.hex_modifiers(h, fight))

    def river_modifier(self, attackers: int, target: int, *, by_sea: int = 0) -> int:
        """The modifier of rivers, if every attacker is across one; the best for the defender (ruling 13.9.A.1r).

        Bridges change nothing (ruling 13.9.A.1s). ``by_sea`` has hexes that attack over the sea with the 79th Armoured
        Division (13.9.B); the ferry does not count as a river (ruling 10.7.7d).
        """
        found = [self._crossing_modifier(h, target, by_sea=bool(by_sea >> h & 1)) for h in bits(attackers)]
        return min(found) if found and max(found) < 0 else 0

    def _crossing_modifier(self, a: int, b: int, *, by_sea: bool) -> int:
        edge = self.board.hexsides.get(hexside(a, b))
        if edge is None or (edge.kind not in RIVERS and not by_sea):
            return 0
        return self.tables.hexsides[edge.kind].modifier

    def modifier(self, attackers: int, target: int, fight: Fight, *, by_sea: int = 0) -> int:
        """The one terrain modifier of the attacker's die, the best for the defender (13.9.A.1)."""
        return min(self.hex_modifier(target, fight), self.river_modifier(attackers, target, by_sea=by_sea))

    def fires_first(self, target: int) -> bool:
        """Whether Allied defenders fire before German attackers (13.6.A): on beaches and the coast next to them."""
        return bool(self.landings >> target & 1)

    def is_across_rhine(self, attackers: int, target: int, bridges: Iterable[Hexside]) -> bool:
        """Whether all attackers are across the Rhine without one of these bridges (13.6.A)."""
        standing = set(bridges)
        pairs = [hexside(h, target) for h in bits(attackers)]
        return bool(pairs) and all(self._is_rhine(pair) and pair not in standing for pair in pairs)

    def _is_rhine(self, pair: Hexside) -> bool:
        edge = self.board.hexsides.get(pair)
        return edge is not None and edge.kind == RHINE

    def may_mobile_assault(self, a: int, b: int, forts: int, flood: int = DRY) -> bool:
        """Whether the ground allows a Mobile Assault from a hex on its neighbour (14.1.D).

        ``forts`` has the intact forts held by the defender. Rivers and seas need a bridge (ruling 14.1.Di).
        """
        flood = DRY if flood == FLOODING else flood
        word = self.terrain(b, flood)
        if not self.is_open(a, b) or word == "mountain" or forts >> b & 1 or self.is_river(a, b):
            return False
        city = self.cities >> b & 1 and not (flood and self.valley >> b & 1)
        return bool(self.has_road(a, b) or city or self.tables.terrain[word].mobile)


class _Step:
    """The cost of a step in a direction, as :class:`Costs` asks it."""

    def __init__(self, ground: Ground, mover: str, flood: int) -> None:
        self.ground, self.mover, self.flood = ground, mover, flood

    def __call__(self, h: int, direction: int) -> int | None:
        n = self.ground.board.grid.neighbour(h, direction)
        return None if n is None else self.ground.step(self.mover, h, n, self.flood)
