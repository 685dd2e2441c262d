"""Plain facts of Watch on the Oder: zones, costs, supply and stacking of the rulebook, counted hex by hex."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache, cached_property
from itertools import combinations
from typing import Any

from tests.kit import GAMES
from tests.kit.facts import Facts, cheapest

GERMAN, SOVIET = 0, 1
#: 2.1 and 10.0, 7.0: the land bridges, and those of them that no zone reaches from the mainland.
BRIDGES, NO_ZONES = ("2607", "2706", "2208"), ("2607", "2706")
#: 8.2a and 3.2.
USIR, MEMEL = ("1218", "1219", "1220", "1318", "1319", "1320"), "2806"
#: 6.2.
LIMIT = 3


@cache
def tables() -> dict[str, Any]:
    return tomllib.loads((GAMES / "oder" / "data" / "tables.toml").read_text(encoding="utf-8"))


@cache
def scenario() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((GAMES / "oder" / "data" / "scenarios.toml").read_text(encoding="utf-8"))
    return found["campaign"]  # type: ignore[no-any-return]


class OderFacts(Facts):
    # -- counters ----------------------------------------------------------------------------

    def mechanized(self, unit: int) -> bool:
        return "mechanized" in self.game.counters[unit].tags

    def static(self, unit: int) -> bool:
        return self.type(unit) == "fortress"

    def shock(self, unit: int) -> bool:
        return self.type(unit) == "shock"

    def enemies_in(self, h: int) -> list[int]:
        return self.units(h, 1 - self.me)

    def mine_on_map(self) -> list[int]:
        return self.army(self.me)

    def crowd(self, units: Iterable[int]) -> bool:
        """Whether these units are too many for a hex: three, or one Shock Army alone (6.1, 6.2)."""
        counted = [u for u in units if not self.static(u)]
        return len(counted) > LIMIT or (len(counted) > 1 and any(map(self.shock, counted)))

    def full(self, h: int, unit: int) -> bool:
        """Whether a hex has no room for one unit more."""
        return self.crowd([*(u for u in self.units(h) if u != unit), unit])

    def fewest_removals(self, units: list[int]) -> int:
        """How many units have to go so that the rest may stay (6.4)."""
        sizes = (
            n for n in range(len(units) + 1) for kept in combinations(units, len(units) - n) if not self.crowd(kept)
        )
        return next(sizes)

    # -- ground and zones (7.0, 10.0) ----------------------------------------------------------

    def sea(self, h: int) -> bool:
        return self.land.terrain[h] == "sea"

    def bridge(self, h: int) -> bool:
        return self.land.label[h] in BRIDGES

    def edge(self, a: int, b: int) -> str:
        return self.land.edges.get(frozenset((a, b)), ("", False))[0]

    def crossed(self, a: int, b: int) -> bool:
        """Whether something can go, or be attacked and supplied, from a hex to its neighbour."""
        return not (self.sea(a) or self.sea(b) or self.edge(a, b) == "all-sea")

    def over_land(self, h: int) -> list[int]:
        return [n for n in self.near(h) if self.crossed(h, n)]

    def reaches(self, a: int, b: int) -> bool:
        """Whether a zone reaches from a hex to its neighbour."""
        ends = [self.land.label[h] in NO_ZONES for h in (a, b)]
        return self.edge(a, b) != "all-sea" and ends[0] == ends[1]

    def zone(self, h: int, side: int) -> bool:
        return any(self.units(n, side) and self.reaches(n, h) for n in self.near(h))

    def enemy_zone(self, h: int) -> bool:
        return self.zone(h, 1 - self.me)

    # -- supply (8.0) --------------------------------------------------------------------------

    def line(self, h: int, side: int, sources: set[int]) -> bool:
        """Whether a line leads from a hex to a source: into zones of the enemy, but not through them (7.4, 8.1)."""
        seen, open_ = {h}, [h]
        while open_:
            here = open_.pop()
            if here in sources and not self.units(here, 1 - side):
                return True
            if here != h and self.zone(here, 1 - side):
                continue
            for n in self.over_land(here):
                if n not in seen and not self.units(n, 1 - side):
                    seen.add(n)
                    open_.append(n)
        return False

    def west(self, h: int) -> bool:
        return self.land.label[h].startswith("10")

    def east(self, h: int) -> bool:
        return self.land.label[h].startswith("35")

    def sources(self, side: int) -> set[int]:
        """The supply sources of a side (8.2a, 8.4)."""
        if side == SOVIET:
            return {h for h in self.land.terrain if self.east(h) and not self.sea(h)}
        return {h for h in self.land.terrain if (self.west(h) and not self.sea(h)) or self.land.label[h] in USIR}

    def city(self, h: int) -> bool:
        return bool({"city", "usir"} & self.land.features[h])

    def started(self, h: int, side: int) -> bool:
        """Whether a hex was on a side's part of the map (3.1)."""
        return self.land.area[h] == self.game.sides[side]

    def ever_lost(self, h: int) -> bool:
        return bool(self.s.once_changed >> h & 1)

    def supplied(self, unit: int) -> bool:
        h, side = self.at(unit), self.side(unit)
        if self.line(h, side, self.sources(side)):
            return True
        fortress = self.city(h) and self.started(h, GERMAN) and not self.ever_lost(h)
        return side == GERMAN and (self.s.aerial == unit or fortress or "coast" in self.land.features[h])

    def control(self, h: int, side: int) -> bool:
        return self.started(h, side) != bool(self.s.flipped >> h & 1)

    # -- movement (10.0) -------------------------------------------------------------------------

    def price(self, unit: int, a: int, b: int) -> int | None:
        """Movement factors from a hex to its neighbour (10.2, 10.3); None if the unit may not go there."""
        if not self.crossed(a, b):
            return None
        chart = tables()["tec"]["mechanized" if self.mechanized(unit) else "non-mechanized"]
        kinds = {self.land.terrain[b]} | ({"town", "city"} & self.land.features[b])
        inside, river = max(chart[kind] for kind in kinds), self.edge(a, b) == "river"
        if self.s.air >= 0 and self.distance(self.s.air, b) <= 1:
            if self.side(unit) == GERMAN:
                return 1
            return inside + 1 + (chart["river"] + 1 if river else 0)
        return inside + (chart["river"] if river else 0)

    def allowance(self, unit: int) -> int:
        full = 0 if self.static(unit) else 6 if self.mechanized(unit) else 4
        return full if self.supplied(unit) else full // 2

    def paths(self, unit: int, budget: int | None, *, zones: bool = True, enemies: bool = True) -> dict[int, int]:
        """What the hexes in reach cost a unit: from a zone first to a hex without one, and no further than a zone."""
        here = self.at(unit)

        def price(a: int, b: int) -> int | None:
            if enemies and self.enemies_in(b):
                return None
            if zones and self.enemy_zone(b) and (self.bridge(b) or (a == here and self.enemy_zone(here))):
                return None
            return self.price(unit, a, b)

        return cheapest(here, self.near, price, budget=budget, ends=lambda h: zones and self.enemy_zone(h))

    def stops(self, unit: int, budget: int) -> set[int]:
        """The hexes in reach where a unit may stop."""
        return {h for h in self.paths(unit, budget) if h != self.at(unit) and not self.bridge(h)}

    @cached_property
    def here(self) -> int:
        """The hex of the selected units."""
        return self.at(self.s.hand[0])

    def entered_together(self, stack: list[tuple[int, int]], here: int) -> set[int]:
        """The hexes next to one that all units of a stack can enter, each with what it has left."""
        out = set()
        for h in self.near(here):
            prices = [self.price(unit, here, h) for unit, _ in stack]
            after = [(u, left - p) for (u, left), p in zip(stack, prices, strict=True) if p is not None and p <= left]
            if len(after) < len(stack) or self.enemies_in(h):
                continue
            if self.enemy_zone(h) and (self.bridge(h) or self.enemy_zone(here)):
                continue
            if not self.bridge(h) or self.entered_together(after, h):
                out.add(h)
        return out
