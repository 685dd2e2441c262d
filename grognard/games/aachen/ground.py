"""Chapters 3.1, 5.4, 7.3.2 to 7.3.8: terrain, costs of steps, paths and zones of control.

Costs are in half points. A class of mover has several sets of steps, because a road rate is barred in enemy zones, a
whole allowance is not a number of points, and other things close retreats, displacement and Command Paths than close
movement.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from ...engine.board import Board, hexside
from ...hexes import Costs, RaisedCosts, Reach, bits, of, reach
from ...mechanics.command import Ranges
from ...mechanics.zones import MixedZones, Zones
from .tables import Crossing, Tables, Terrain
from .tables_schema import BUILT_UP

#: The classes of movers.
CLASSES = ("us leg", "us motorized", "german leg", "german motorized")


def terrain_word(board: Board, h: int) -> str:
    """The row of the Terrain Effects Chart for a hex."""
    word = board.terrain_at[h]
    return f"pillbox-{word}" if "pillbox" in board.features.get(h, ()) else word


class Ground:
    """The board as the rules read it."""

    def __init__(self, board: Board, tables: Tables) -> None:
        self.board, self.tables = board, tables
        #: by hex its row of the Terrain Effects Chart
        self.terrain: dict[int, Terrain] = {h: tables.terrain[terrain_word(board, h)] for h in bits(board.playable)}
        self.built_up = of(h for h, word in board.terrain_at.items() if word in BUILT_UP)
        self.pillboxes = board.having("pillbox")
        self.city = board.regions["Aachen city"].set
        #: hexes that Germans may not enter on the first turns (7.3.8)
        self.closed_to_germans = board.regions["Closed to Germans"].set
        #: by side the hexes where its Supply Paths end (5.7.2)
        self.supply = (
            board.regions["US supply south"].set | board.regions["US supply west"].set,
            board.regions["German supply east"].set | board.regions["German supply north"].set,
        )
        self.instant_victory = board.regions["German instant victory"].set
        self.steps = {who: Steps(self, who) for who in CLASSES}
        self._together: dict[frozenset[str], Steps] = {}
        #: zones of infantry type and of AFV type, in this order (5.4)
        self.zones = MixedZones([self._zones("infantry"), self._zones("afv")])

    def steps_together(self, movers: frozenset[str]) -> Steps:
        """The steps of a stack: of one class of mover, or of leg and motorized units together."""
        if len(movers) == 1:
            return self.steps[next(iter(movers))]
        found = self._together.get(movers)
        if found is None:
            found = self._together[movers] = StepsTogether(self, [self.steps[who] for who in sorted(movers)])
        return found

    def crossing(self, a: int, b: int) -> Crossing | None:
        """The hexside terrain between two neighbours, or None."""
        kind = self.board.kind_between(a, b)
        return self.tables.hexsides[kind] if kind else None

    def has_road(self, a: int, b: int) -> bool:
        """Whether a road joins two neighbours."""
        return hexside(a, b) in self.board.roads

    def line(self, h: int) -> str:
        """The line of the combat results table on which a defender is attacked (7.5.1)."""
        return self.terrain[h].line

    def tank_points(self, points: int, frm: int, target: int) -> int:
        """Attacking Tank Points after terrain and hexside, rounded down once (ruling 7.5.1.2ax)."""
        edge = self.crossing(frm, target)
        return points * self.terrain[target].tank * (2 if edge is None else edge.tank) // 4

    def hexside_modifier(self, frm: int, target: int) -> int:
        """The modifier of the die for the hexside that is attacked across (7.5.1.2)."""
        edge = self.crossing(frm, target)
        return 0 if edge is None else edge.die

    def _zones(self, kind: str) -> Zones:
        """The zones of a type of unit: which hexes they enter, which hexsides they do not cross (5.4)."""
        enters = of(h for h, row in self.terrain.items() if getattr(row, f"{kind}_zone"))
        closed = [
            pair
            for name, row in self.tables.hexsides.items()
            if not getattr(row, f"{kind}_zone")
            for pair in self.board.hexsides_of(name)
        ]
        return Zones(self.board.grid, closed, enters=enters, own=True)


@dataclass(frozen=True)
class Step:
    """A step that a class of mover may take, in half points."""

    #: at the rate of the terrain; along a road the hexside is spared already
    plain: int
    #: at the rate of the road, where there is one that leads into a road hex
    road: int | None = None
    #: whether it takes the whole allowance, so that it is the first step and the last
    whole: bool = False

    @property
    def best(self) -> int:
        return self.plain if self.road is None else min(self.plain, self.road)


class Steps:
    """The steps of one class of mover.

    ``costs`` holds what steps cost at the best rate, without those that take the whole allowance: they are in
    ``whole``. ``open`` holds every step that movement allows, at one point each.
    """

    def __init__(self, ground: Ground, who: str) -> None:
        self.ground, self.who = ground, who
        self.side, _, mover = who.partition(" ")
        self.motorized = mover == "motorized"
        self.all = self._every()
        #: by hex the neighbours that are entered with the whole allowance only
        self.whole: dict[int, int] = {}
        for (h, n), step in self.all.items():
            if step.whole:
                self.whole[h] = self.whole.get(h, 0) | 1 << n
        priced = {pair: step.best for pair, step in self.all.items() if not step.whole}
        self.costs = self._costs(priced)
        self.open = self._costs(dict.fromkeys(self.all, 1))
        #: the ends of steps that cost more where an enemy zone bars the road rate
        self._roadside = of(h for pair, cost in priced.items() if cost != self.all[pair].plain for h in pair)
        self._zoned: dict[int, Costs] = {}
        #: by hex and points: what is in reach if there is no enemy
        self._free: dict[tuple[int, int], int] = {}
        #: by hex, points spent, budget, and as far as the budget goes the enemy zone and the closed hexes
        self._searched: dict[tuple[int, int, int, int, int], Reach] = {}

    def _every(self) -> dict[tuple[int, int], Step]:
        ground = self.ground
        self._rate = ground.tables.road[self.who]
        neighbours = ground.board.grid.neighbour_list
        every = ((h, n, self._step(h, n)) for h in ground.terrain for n in neighbours(h) if n in ground.terrain)
        return {(h, n): step for h, n, step in every if step is not None}

    @cached_property
    def _barred(self) -> Costs:
        """The costs where no step has a road rate."""
        return self._costs({pair: step.plain for pair, step in self.all.items() if not step.whole})

    def in_zone(self, zone: int) -> Costs:
        """The costs where an enemy zone covers these hexes: no road rate into or out of it (7.3.3)."""
        zone &= self._roadside
        if not zone:
            return self.costs
        found = self._zoned.get(zone)
        if found is None:
            if len(self._zoned) >= 128:
                self._zoned.clear()
            found = self._zoned[zone] = RaisedCosts(self.costs, self._barred, zone)
        return found

    def price(self, zone: int, a: int, b: int) -> int | None:
        """The cost of a step to a neighbour where an enemy zone covers these hexes, or None if it is not possible."""
        return (self._barred if zone & (1 << a | 1 << b) else self.costs).step(a, b)

    def search(self, h: int, spent: int, budget: int, zone: int, block: int) -> Reach:
        """The reach from a hex where ``spent`` is spent, with an enemy zone and blocked hexes.

        Enemies make a reach smaller, never larger, so only those count that are in reach without them: far from the
        enemy all searches from a hex are one.
        """
        free = self._free.get((h, budget - spent))
        if free is None:
            free = self._free[h, budget - spent] = reach(self.costs, 1 << h, budget - spent).all
        zone, block = zone & free, block & free & ~(1 << h)
        key = (h, spent, budget, zone, block)
        found = self._searched.get(key)
        if found is None:
            if len(self._searched) >= 2048:
                self._searched.clear()
            first = zone if zone >> h & 1 else 0
            costs = self.in_zone(zone)
            found = reach(costs, 1 << h, budget, stop=zone, block=block, spent=spent, first_block=first)
            self._searched[key] = found
        return found

    @cached_property
    def retreat(self) -> Costs:
        """Where a retreat may lead (7.5.2): the Roer is closed, and to motorized units what no road opens to them."""
        return self._paths(lambda a, b: not self._is_closed(a, b, roer_road=False))

    @cached_property
    def displacement(self) -> Costs:
        """Where displacement may lead (5.3.3): as a retreat, and for Germans along the roads over the Roer."""
        return self._paths(lambda a, b: not self._is_closed(a, b))

    @cached_property
    def command(self) -> Costs:
        """Command Paths (5.8.2) as a search from the HQ outwards goes: a step leads where the unit may come from.

        Streams and Dragon's Teeth never break a path.
        """
        return self._paths(lambda a, b: not self._is_closed(b, a, teeth=False))

    @cached_property
    def ranges(self) -> Ranges:
        """The Command Ranges of HQs over this class of mover (5.8)."""
        return Ranges(self.command)

    def _costs(self, prices: dict[tuple[int, int], int]) -> Costs:
        grid = self.ground.board.grid

        def step(h: int, direction: int) -> int | None:
            n = grid.neighbour(h, direction)
            return None if n is None else prices.get((h, n))

        return Costs(grid, step)

    def _paths(self, is_open: Callable[[int, int], bool]) -> Costs:
        ground = self.ground
        near = ((h, n) for h in ground.terrain for n in ground.board.grid.neighbour_list(h) if n in ground.terrain)
        return self._costs({pair: 1 for pair in near if is_open(*pair)})

    def _step(self, h: int, n: int) -> Step | None:
        """The cost of a step to a neighbour, or None if this class of movers cannot make it."""
        ground = self.ground
        row, edge, road = ground.terrain[n], ground.crossing(h, n), ground.has_road(h, n)
        if edge is not None and road:
            if edge.no_road_for == self.side:
                return None
            edge = None
        whole, extra = False, 0
        if edge is not None:
            free = bool(edge.free_at & {ground.board.terrain_at[h], ground.board.terrain_at[n]})
            added = edge.motorized if self.motorized else edge.leg
            if added is None:
                return None
            whole = edge.whole and self.motorized and not free
            extra = 0 if free else added
        price = row.leg
        if self.motorized:
            if row.motorized is None and not road:
                return None
            price = row.by_road if row.motorized is None else row.motorized
        rate = self._rate if road and ground.board.terrain_at[n] not in ground.tables.no_road_into else None
        return Step(price + extra, rate, whole)

    def _is_closed(self, a: int, b: int, *, roer_road: bool = True, teeth: bool = True) -> bool:
        """Whether hexside or hex keep this class of mover from a hex next to it, whatever it costs."""
        ground = self.ground
        edge, road = ground.crossing(a, b), ground.has_road(a, b)
        if edge is not None and edge.leg is None:  # the Roer
            return not (road and roer_road) or edge.no_road_for == self.side
        if not self.motorized or road:
            return False
        return ground.terrain[b].motorized is None or (teeth and edge is not None and edge.motorized is None)


class StepsTogether(Steps):
    """The steps of leg and motorized units that move as one stack: each at the highest cost (ruling 7.3.1g)."""

    def __init__(self, ground: Ground, parts: list[Steps]) -> None:
        self._parts = parts
        super().__init__(ground, parts[0].who)

    def _every(self) -> dict[tuple[int, int], Step]:
        first, *others = self._parts
        pairs = [pair for pair in first.all if all(pair in other.all for other in others)]
        return {pair: _dearest([part.all[pair] for part in self._parts]) for pair in pairs}


def _dearest(steps: list[Step]) -> Step:
    roads = [step.road for step in steps if step.road is not None]
    road = max(roads) if len(roads) == len(steps) else None
    return Step(max(step.plain for step in steps), road, any(step.whole for step in steps))
