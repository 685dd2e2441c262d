"""Plain facts of Storming the Reich: zones, supply and stacking of the rulebook, counted hex by hex."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from tests.kit.facts import Facts

ALLIED, GERMAN = 0, 1
COMMONWEALTH = {"british", "canadian", "polish", "belgian", "dutch"}
STAFF, FLAK, LANDED = {"hq", "leader"}, {"flak", "tank-destroyer"}, {"airborne", "air-landing"}
SUPPORT = {"tactical-air", "bomber", "funnies"}
MECHANIZED = {"panzer", "panzergrenadier", "tiger", "leader"}
#: Entrance hexes off the map: zones and lines do not run along them (6.3.D, 7.1.2).
OFF_MAP = {"entry:E", "entry:W", "entry:A-D"}
#: What zones do not cross (6.3.E), unless it is a bridge over the sea.
BANKS = {"major-river", "rhine", "all-sea", "impassable"}


class ReichFacts(Facts):
    # -- counters ----------------------------------------------------------------------------

    def tag(self, unit: int, head: str) -> str:
        return next((t.partition(":")[2] for t in self.game.counters[unit].tags if t.startswith(f"{head}:")), "")

    def marked(self, unit: int, *names: str) -> bool:
        """Whether a unit is in one of these fields of the state."""
        return any(self.has(getattr(self.s, name), unit) for name in names)

    def nation(self, unit: int) -> str:
        """``us``, ``french``, ``allied`` or ``commonwealth``; ``german``."""
        found = self.tag(unit, "nation")
        return "commonwealth" if found in COMMONWEALTH else found

    def size(self, unit: int) -> str:
        return self.game.counters[unit].size

    def is_combat(self, unit: int) -> bool:
        return self.type(unit) not in SUPPORT

    def replaceable(self, unit: int) -> bool:
        return "replaceable" in self.game.counters[unit].tags

    def steps(self, unit: int) -> int:
        return self.value(unit, "steps") - self.marked(unit, "reduced")

    def unit(self, name: str) -> int:
        return self.game.unit_ids[name]

    # -- ground ------------------------------------------------------------------------------

    def features(self, h: int) -> frozenset[str]:
        return self.land.features.get(h, frozenset())

    def region(self, name: str) -> set[int]:
        return self._regions.setdefault(name, {self.hex(label) for label in self.land.regions[name]})

    @cached_property
    def _regions(self) -> dict[str, set[int]]:
        return {}

    def in_play(self, h: int) -> bool:
        area = self.game.scenarios[list(self.game.scenarios)[self.s.scenario_index]].words.get("area")
        return h in self.land.terrain and (area is None or h in self.region(area))

    def allied_hex(self, h: int) -> bool:
        return self.has(self.s.allied, h)

    def fort(self, h: int) -> bool:
        """An intact fort that is German (16.1)."""
        return "fort" in self.features(h) and not self.has(self.s.razed, h) and not self.allied_hex(h)

    def edge(self, a: int, b: int) -> tuple[str, bool]:
        return self.land.edges.get(frozenset((a, b)), ("", False))

    def off_map(self, h: int) -> bool:
        return bool(OFF_MAP & self.features(h))

    def next_to(self, h: int, side: int) -> bool:
        """Whether a combat unit of a side is adjacent."""
        return any(self.is_combat(u) for n in self.near(h) for u in self.units(n, side))

    # -- zones (6.0) -------------------------------------------------------------------------

    def zoned(self, unit: int) -> bool:
        strong = self.value(unit, "attack") > 0 and self.type(unit) != "tiger" and self.is_combat(unit)
        return strong and not self.marked(unit, "oos", "disrupted", "refitting", "grounded")

    def zone(self, h: int, side: int) -> bool:
        """Whether a hex is in a zone of a side."""
        features = self.features(h)
        if "city" in features or self.land.terrain[h] == "mountain" or self.off_map(h):
            return False
        if side == GERMAN and "beach" in features:
            return False
        if side == ALLIED and (self.fort(h) or (not self.s.antwerp_held and h in self.region("Monty's Blind Spot"))):
            return False
        return any(self._reaches(n, h, side) for n in self.near(h))

    def _reaches(self, n: int, h: int, side: int) -> bool:
        kind, bridge = self.edge(n, h)
        closed = kind in BANKS and not (bridge and kind in ("all-sea", "impassable"))
        if closed or self.off_map(n) or (side == ALLIED and n == self.s.negated):
            return False
        return any(self.zoned(u) for u in self.units(n, side))

    # -- supply (8.0) ------------------------------------------------------------------------

    def sources(self, side: int, southern: bool = False) -> set[int]:
        if side == GERMAN:
            edge = self.game.scenarios[list(self.game.scenarios)[self.s.scenario_index]].words.get("german_supply")
            return self.region(edge) if edge else self.region("E entrance")
        if southern:
            return self.region("A-D entrance")
        found = self.region("Beaches") if self.s.turn <= 7 else set()
        cherbourg, antwerp = self.hex("0518"), self.hex("3910")
        if 0 < self.s.cherbourg <= self.s.turn and self.allied_hex(cherbourg):
            found = found | {cherbourg}
        return found | {antwerp} if self.s.antwerp and self.allied_hex(antwerp) else found

    def fed(self, h: int, side: int) -> bool:
        """Whether a normal line leads from a hex to a source (8.2, 8.3)."""
        if self._line(h, side, self.sources(side)):
            return True
        south = side == ALLIED and h in self.region("6th Army Group area")
        return south and self._line(h, side, self.sources(side, southern=True))

    def _line(self, h: int, side: int, sources: set[int]) -> bool:
        seen, open_ = {h}, [h]
        while open_:
            here = open_.pop()
            if here in sources and self.in_play(here) and not self.units(here, 1 - side):
                return True
            if here != h and self.off_map(here):
                continue
            for n in self.near(here):
                if n not in seen and self._passes(here, n, side):
                    seen.add(n)
                    open_.append(n)
        return False

    def _passes(self, here: int, n: int, side: int) -> bool:
        kind, bridge = self.edge(here, n)
        if self.land.terrain[n] == "sea" or not self.in_play(n) or (kind in ("all-sea", "impassable") and not bridge):
            return False
        if self.units(n, 1 - side) or (side == ALLIED and self.fort(n)):
            return False
        return not self.zone(n, 1 - side) or any(self.is_combat(u) for u in self.units(n, side))

    # -- stacking (5.2) ----------------------------------------------------------------------

    def _free_type(self, unit: int) -> str:
        kind, size = self.type(unit), self.size(unit)
        if kind in STAFF:
            return "staff"
        if self.side(unit) == ALLIED:
            if kind in LANDED and size == "XX":
                return "landed"
            return "brigade" if size == "X" else ""
        return "flak" if kind in FLAK else kind if kind in ("tiger", "garrison") else ""

    def too_many(self, units: Iterable[int]) -> bool:
        found = [u for u in set(units) if self.is_combat(u)]
        free = {word for u in found if (word := self._free_type(u))}
        return len(found) - len(free) > 3

    def clash(self, units: Iterable[int]) -> bool:
        """Whether units break the limits by nation (5.2.B)."""
        found = set(units)
        british = {u for u in found if self.nation(u) == "commonwealth"}
        american = {u for u in found if self.nation(u) in ("us", "french")}
        if not (british and american):
            return False
        guests = {u for u in american if self.nation(u) == "us" and self._free_type(u) == "landed"}
        hosts = {u for u in british if self.size(u) == "XX" and self._free_type(u) != "landed"}
        flyers = {u for u in british if self._free_type(u) == "landed"}
        return not (len(american) == 1 and guests and hosts and not flyers)

    def stack(self, h: int, side: int) -> list[int]:
        return [u for u in self.units(h, side) if self.is_combat(u)]

    def has_room(self, h: int, unit: int) -> bool:
        together = [*self.stack(h, self.side(unit)), unit]
        return not self.too_many(together) and not self.clash(together)
