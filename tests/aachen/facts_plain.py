"""Plain facts of Crossing the Line: zones, paths, supply, command and reach, counted hex by hex."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from grognard.games.aachen.ground import Steps
from tests.kit.facts import Facts, cheapest

US, GERMAN = 0, 1
#: Whether a unit is in command, out of command or isolated (5.8).
IN, OUT, ISOLATED = "in", "out", "isolated"
#: 5.3.1, and what fills it.
LIMITS = {"hq": 1, "afv": 2, "infantry": 1}
#: Assignments of enemy units that are not known.
UNKNOWN = 99
BUILT_UP = {"town", "city", "industrial"}
EDGES = (("US supply south", "US supply west"), ("German supply east", "German supply north"))


class AachenFacts(Facts):
    # -- counters ----------------------------------------------------------------------------

    def name(self, unit: int) -> str:
        return self.game.counters[unit].id

    def is_hq(self, unit: int) -> bool:
        return self.value(unit, "level") > 0

    def kind(self, unit: int) -> str:
        """What a unit counts as for stacking."""
        return next(word for word in LIMITS if word in self.game.counters[unit].tags | {"hq" * self.is_hq(unit)})

    def disrupted(self, unit: int) -> bool:
        return self.has(self.s.disrupted, unit)

    def friends(self, h: int) -> list[int]:
        """The combat units of the side in a hex."""
        return [u for u in self.units(h, self.me) if not self.is_hq(u)]

    @cached_property
    def side_name(self) -> str:
        return str(self.game.sides[self.me])

    @cached_property
    def scenario(self) -> str:
        return str(list(self.game.scenarios)[self.s.scenario_index])

    def mover(self, unit: int) -> str:
        return f"{self.game.counters[unit].side} {'leg' if 'leg' in self.game.counters[unit].tags else 'motorized'}"

    def steps_of(self, units: Iterable[int]) -> Steps:
        """The ground for a stack: each step at the highest of the costs of its units."""
        found: Steps = self.game.ground.steps_together(frozenset(map(self.mover, units)))
        return found

    def full(self, h: int, unit: int) -> bool:
        """Whether a unit is one too many of its type in a hex."""
        kind = self.kind(unit)
        return sum(self.kind(u) == kind for u in {*self.units(h), unit}) > LIMITS[kind]

    # -- formations ----------------------------------------------------------------------------

    @cached_property
    def titles(self) -> list[str]:
        return [f.name for f in self.game.roster.formations]

    def home(self, unit: int) -> str:
        """The formation a unit belongs to for good, by its code; an independent unit has none."""
        tags = self.game.counters[unit].tags
        return next((tag[10:] for tag in tags if tag.startswith("formation:")), "")

    @cached_property
    def codes(self) -> list[str]:
        return [f.code for f in self.game.roster.formations]

    def formation(self, unit: int) -> int:
        """The formation a unit belongs to now, by number; -1 for none."""
        if self.s.assigned[unit] not in (0, UNKNOWN):
            return int(self.s.assigned[unit]) - 1
        home = self.home(unit)
        return self.codes.index(home) if home else -1

    def hq_of(self, formation: int) -> int:
        return next(u for u, c in enumerate(self.game.counters) if self.is_hq(u) and self.formation(u) == formation)

    def title_of(self, unit: int) -> str:
        index = self.formation(unit)
        return self.titles[index] if index >= 0 else ""

    # -- ground --------------------------------------------------------------------------------

    def region(self, name: str) -> set[int]:
        return {self.hex(label) for label in self.land.regions[name]}

    @cached_property
    def area(self) -> set[int]:
        name = self.game.scenarios[self.scenario].words.get("area", "")
        return self.region(name) if name else set(self.land.terrain)

    def barred(self, h: int, side: int) -> bool:
        """Beyond the outer line, where no German goes on the first three turns (7.3.8)."""
        return side == GERMAN and self.s.turn <= 3 and h in self.region("Closed to Germans")

    def closed(self, h: int, side: int) -> bool:
        return h not in self.area or self.barred(h, side)

    def built_up(self, h: int) -> bool:
        return self.land.terrain[h] in BUILT_UP

    def occupied(self, h: int, side: int) -> bool:
        return self.has(self.s.occupied[side], h)

    def manned(self, h: int, side: int) -> bool:
        return self.has(self.s.manned[side], h)

    def near_enemy(self, h: int, side: int) -> bool:
        return any(self.occupied(n, 1 - side) for n in self.near(h))

    def zone(self, h: int, side: int) -> bool:
        """Whether a side has a zone in a hex: by type, terrain and hexside (5.4)."""
        tables = self.game.tables
        pillbox = "pillbox-" if "pillbox" in self.land.features[h] else ""
        row = tables.terrain[pillbox + self.land.terrain[h]]
        for kind, word in enumerate(("infantry_zone", "afv_zone")):
            grip = self.s.grip[2 * side + kind]
            if self.has(grip, h):
                return True
            for n in self.near(h) if getattr(row, word) else ():
                edge = self.land.edges.get(frozenset((h, n)), ("none", False))[0]
                if self.has(grip, n) and (edge == "none" or getattr(tables.hexsides[edge], word)):
                    return True
        return False

    def enemy_zone(self, h: int) -> bool:
        return self.zone(h, 1 - self.me)

    # -- paths ---------------------------------------------------------------------------------

    def dead_end(self, h: int, side: int) -> bool:
        """An enemy zone without a unit of one's own: paths end there (5.7.2, 5.8.2)."""
        return self.zone(h, 1 - side) and not self.occupied(h, side)

    def supplied(self, h: int, side: int) -> bool:
        """Whether a path free of enemies and their zones leads from a hex to an edge (5.7.2)."""
        sources = set.union(*map(self.region, EDGES[side]))

        def free(n: int) -> bool:
            return n in self.area and not self.occupied(n, 1 - side) and not self.dead_end(n, side)

        seen, todo = {h} if free(h) else set(), [h] if free(h) else []
        while todo:
            here = todo.pop()
            if here in sources:
                return True
            more = [n for n in self.near(here) if n not in seen and free(n)]
            seen.update(more)
            todo += more
        return False

    def status(self, unit: int, formation: int | None = None) -> str:
        """Whether a unit is in command of its formation or of another one (5.8)."""
        side = self.side(unit)
        if self.scenario == "first-blood" and side == GERMAN:
            return IN
        index = self.formation(unit) if formation is None else formation
        if index < 0:
            return OUT
        hq = self.hq_of(index)
        if self.at(hq) < 0:
            return ISOLATED
        paths = self.game.ground.steps[self.mover(unit)].command

        def price(a: int, b: int) -> int | None:
            if b not in self.area or self.occupied(b, 1 - side) or paths.step(a, b) is None:
                return None
            return 1

        start = self.at(hq)
        found = cheapest(start, self.near, price, ends=lambda h: self.dead_end(h, side))
        here = self.at(unit)
        return ISOLATED if here not in found else IN if found[here] <= self.value(hq, "range") else OUT

    def in_command(self, unit: int) -> bool:
        return self.status(unit) == IN

    # -- HQs (5.3.2, 7.4) ----------------------------------------------------------------------

    def controls(self, h: int, side: int) -> bool:
        return self.has(self.s.german_flags if side == GERMAN else self.s.us_flags, h)

    def open_to_hq(self, h: int, hq: int) -> bool:
        side = self.side(hq)
        return (
            self.built_up(h)
            and self.at(hq) != h
            and not self.occupied(h, 1 - side)
            and self.controls(h, side)
            and not self.closed(h, side)
            and (not self.zone(h, 1 - side) or self.manned(h, side))
        )

    def havens(self, hq: int) -> list[int]:
        return [h for h in self.land.terrain if self.open_to_hq(h, hq)]

    # -- movement (7.3) ------------------------------------------------------------------------

    @property
    def spent(self) -> int:
        """The half points spent, in the middle of a movement."""
        return int(self.s.agenda[-2][1]) if self.step == "move" else 0

    @property
    def loud(self) -> bool:
        return bool(self.step == "move" and self.s.agenda[-2][2])

    def allowance(self, units: Iterable[int], extra: int = 0) -> int:
        return min(2 * (self.value(u, "movement") + extra * ("leg" in self.game.counters[u].tags)) for u in units)

    def may_enter(self, h: int, side: int) -> bool:
        return not self.manned(h, 1 - side) and not self.closed(h, side)

    def path_open(self, units: list[int], h: int) -> bool:
        """Whether any path at all leads to a hex."""
        steps, side = self.steps_of(units), self.side(units[0])

        def price(a: int, b: int) -> int | None:
            return 0 if (a, b) in steps.all and self.may_enter(b, side) else None

        return h in cheapest(self.at(units[0]), self.near, price)

    def reachable(self, units: list[int], h: int, *, zones: bool = True, quiet: bool = False) -> bool:
        """Whether a stack can be ordered to a hex: with zones or as if there were none, and ``quiet`` with the increase
        of leg units everywhere."""
        steps, side, start = self.steps_of(units), self.side(units[0]), self.at(units[0])

        def zone(n: int) -> bool:
            return zones and self.zone(n, 1 - side)

        def price(a: int, b: int) -> int | None:
            step = steps.all.get((a, b))
            if step is None or step.whole or not self.may_enter(b, side) or (zone(a) and zone(b)):
                return None
            return step.plain if zone(a) or zone(b) else step.best

        def search(budget: int, shy: Callable[[int], bool]) -> bool:
            def careful(a: int, b: int) -> int | None:
                return None if shy(b) else price(a, b)

            def ends(n: int) -> bool:
                return n != start and zone(n)

            return h in cheapest(start, self.near, careful, spent=self.spent, budget=budget, ends=ends)

        if self.spent and zone(start):
            return False
        if not self.spent and (start, h) in steps.all and self.may_enter(h, side):
            return True
        more = self.allowance(units, self.game.tables.leg_bonus)
        if search(more if quiet else self.allowance(units), lambda n: False):
            return True
        loud = self.loud or self.near_enemy(start, side)
        return not loud and search(more, lambda n: self.near_enemy(n, side))

    # -- retreats (7.5.2) ----------------------------------------------------------------------

    def retreat_open(self, units: list[int], h: int) -> bool:
        side, here = self.side(units[0]), self.at(units[0])
        if not self.beside(here, h) or self.occupied(h, 1 - side) or self.closed(h, side):
            return False
        return all(self.game.ground.steps[self.mover(u)].retreat.step(here, h) is not None for u in units)

    def to_supply(self, h: int, side: int) -> int:
        """Hexes from a hex to the nearest source of supply of its side, as the crow flies."""
        sources = set.union(*map(self.region, EDGES[side]))
        return min(self.distance(h, x) for x in sources & self.area or sources)
