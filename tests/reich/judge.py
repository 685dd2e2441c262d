"""An independent judge of Storming the Reich: it reads the data files by itself and knows nothing of the rules code.

It says where zones reach, which units have a Supply Line, how far each unit can move, what may attack and assault what,
and what both sides fire with. ``test_judge.py`` compares the engine with it in positions made up at random.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from grognard.hexes import bits
from tests.kit import rows

HEXES = {row["hex"]: row for row in rows("reich", "hexes.csv")}
LAND = {h for h, row in HEXES.items() if row["terrain"] != "sea"}
EDGES = {frozenset((r["hex1"], r["hex2"])): (r["kind"], r["bridge"] == "1") for r in rows("reich", "hexsides.csv")}
ROADS = {frozenset((r["hex1"], r["hex2"])) for r in rows("reich", "roads.csv")}
LISTS = {row["region"]: row["members"].split() for row in rows("reich", "regions.csv")}
REGIONS = {name: set(members) for name, members in LISTS.items()}
COUNTERS = {row["id"]: row for row in rows("reich", "counters.csv")}
BRIDGES = [frozenset(pair.split("-")) for pair in LISTS["Rhine Bridges"]]


def having(word: str) -> set[str]:
    return {h for h, row in HEXES.items() if word in row["features"].split(";")}


TOWNS, CITIES, BEACHES, COAST = having("town"), having("city"), having("beach"), having("coast")
FORTS = having("fort")
ENTRANCES = {code: having(f"entry:{code}") for code in ("B", "W", "E", "A-D")}
OFF_MAP = ENTRANCES["W"] | ENTRANCES["E"] | ENTRANCES["A-D"]
WEST, EAST = REGIONS["West of the Seine Line"], REGIONS["East of the Seine Line"]
AREA21, AREA6 = REGIONS["21st Army Group area"], REGIONS["6th Army Group area"]
VALLEY, IKE, MONTY = REGIONS["Roer River Valley"], REGIONS["Ike's Blind Spot"], REGIONS["Monty's Blind Spot"]
HOLLAND, EXCLUSION, PARIS = REGIONS["Fortress Holland"], REGIONS["Normandy Exclusion Zone"], REGIONS["Paris"]
COSTS = {"clear": 1, "bocage": 2, "woods": 2, "rough": 2, "swamp": 3, "forest": 3, "mountain": 4}
MODIFIERS = {"clear": 0, "bocage": -1, "woods": -1, "rough": -1, "swamp": -1, "forest": -2, "mountain": -2}
RIVERS = {"minor-river": -1, "major-river": -2, "rhine": -2}
COMMONWEALTH = ("british", "canadian", "polish", "belgian", "dutch")
#: numbers of the pools
ARMY21, ARMY12, ARMY6, INFANTRY, MECHANIZED = range(5)
ASSAULT, BREAKTHROUGH = 1, 2


def neighbours(h: str) -> list[str]:
    """The land hexes next to one: even columns are half a hex lower."""
    column, place = int(h[:2]), int(h[2:])
    low = place - column % 2
    steps = ((0, place - 1), (0, place + 1), (-1, low), (-1, low + 1), (1, low), (1, low + 1))
    return [n for n in (f"{column + c:02}{p:02}" for c, p in steps) if n in LAND]


NEAR = {h: neighbours(h) for h in LAND}


def edge(a: str, b: str) -> tuple[str, bool]:
    return EDGES.get(frozenset((a, b)), ("", False))


def is_open(a: str, b: str) -> bool:
    kind, bridge = edge(a, b)
    return kind not in ("all-sea", "impassable") or bridge


def is_division(unit: str) -> bool:
    return COUNTERS[unit]["size"] == "XX"


def is_staff(unit: str) -> bool:
    return COUNTERS[unit]["type"] in ("hq", "leader")


def is_support(unit: str) -> bool:
    return COUNTERS[unit]["type"] in ("tactical-air", "bomber", "funnies")


def is_mechanized(unit: str) -> bool:
    return COUNTERS[unit]["side"] == "german" and COUNTERS[unit]["command"] == "mech"


def is_commonwealth(unit: str) -> bool:
    return COUNTERS[unit]["nation"] in COMMONWEALTH


def is_american(unit: str) -> bool:
    return COUNTERS[unit]["nation"] in ("us", "french")


def is_red(unit: str) -> bool:
    return COUNTERS[unit]["mobile"] == "yes"


class Judge:
    """One position."""

    def __init__(self, game: Any, s: Any) -> None:  # any: the game and its state are read by their fields only
        self.s, label = s, game.board.grid.label
        ids = [c.id for c in game.counters]
        self.at = {u: label(s.at[i]) for i, u in enumerate(ids) if s.at[i] >= 0 and not is_support(u)}
        self.number = {u: i for i, u in enumerate(ids)}
        self.side = {u: COUNTERS[u]["side"] for u in ids}
        words = ("reduced", "dropped", "oos", "disrupted", "refitting", "grounded", "priority", "red_ball", "moved")
        self.marks = {name: {ids[i] for i in bits(getattr(s, name))} for name in (*words, "army21", "army6")}
        self.allied, self.razed = ({label(h) for h in bits(hexes)} for hexes in (s.allied, s.razed))
        self.negated = label(s.negated) if s.negated >= 0 else ""
        scenario = game.scenario_of(s).words
        self.in_play = REGIONS[scenario["area"]] if scenario.get("area") else LAND
        self.edge_supply = REGIONS[scenario.get("german_supply") or "E entrance"]
        self.stacks: dict[str, set[str]] = defaultdict(set)
        for unit, h in self.at.items():
            self.stacks[h].add(unit)
        self.zones = {side: self.zone(side, self.at) for side in ("allied", "german")}

    def has(self, unit: str, *names: str) -> bool:
        return any(unit in self.marks[name] for name in names)

    def army(self, side: str) -> list[str]:
        return [u for u in self.at if self.side[u] == side]

    def held(self, side: str) -> set[str]:
        return {self.at[u] for u in self.army(side)}

    def enemies(self, side: str) -> set[str]:
        return self.held("german" if side == "allied" else "allied")

    def value(self, unit: str, name: str) -> int:
        """A printed strength of the side of the counter that is shown."""
        back = self.has(unit, "dropped") or (COUNTERS[unit]["steps"] == "2" and self.has(unit, "reduced"))
        return int(COUNTERS[unit][f"{name}2" if back else name] or 0)

    # -- 6, 8 ----------------------------------------------------------------------------------

    @property
    def forts(self) -> set[str]:
        return FORTS - self.razed - self.allied

    def has_zone(self, unit: str) -> bool:
        out = self.has(unit, "oos", "disrupted", "refitting", "grounded") or COUNTERS[unit]["type"] == "tiger"
        return not out and int(COUNTERS[unit]["attack"]) > 0 and self.value(unit, "attack") > 0

    def zone(self, side: str, units: Iterable[str]) -> set[str]:
        """The zones of some units of a side (6.2, 6.3)."""
        hexes = {self.at[u] for u in units if self.side[u] == side and self.has_zone(u)} - OFF_MAP
        if side == "allied":
            hexes.discard(self.negated)
        closed = OFF_MAP | CITIES | {h for h in LAND if HEXES[h]["terrain"] == "mountain"}
        closed |= BEACHES if side == "german" else self.forts | (set() if self.s.antwerp_held else MONTY)
        out = set()
        for h in hexes:
            out |= {n for n in NEAR[h] if is_open(h, n) and edge(h, n)[0] not in ("major-river", "rhine")}
        return out - closed

    def supplied(self, side: str) -> set[str]:
        """The hexes with units of a side that have a normal line (8.1 to 8.3)."""
        if side == "german":
            return self._joined(side, self.edge_supply)
        sources = set(BEACHES) if self.s.turn <= 7 else set()
        sources |= {"0518"} & self.allied if 0 < self.s.cherbourg <= self.s.turn else set()
        sources |= {"3910"} & self.allied if self.s.antwerp else set()
        return self._joined(side, sources) | self._joined(side, ENTRANCES["A-D"]) & AREA6

    def _joined(self, side: str, sources: set[str]) -> set[str]:
        own, other = self.held(side), "german" if side == "allied" else "allied"
        closed = self.enemies(side) | (self.zones[other] - own) | (LAND - self.in_play)
        closed |= self.forts if side == "allied" else set()
        found = (sources & LAND) - closed
        todo = list(found)
        while todo:
            h = todo.pop()
            new = {n for n in NEAR[h] if is_open(h, n)} - found - closed - OFF_MAP
            found |= new
            todo += new
        return {h for h in own if h in found | sources or any(n in found and is_open(h, n) for n in NEAR[h])}

    # -- 10 ------------------------------------------------------------------------------------

    def bound(self, unit: str) -> bool:
        """Whether a unit neither moves nor attacks (7.3.E, 9.2.B, 10.7.8, 12.1, 16.2)."""
        release = COUNTERS[unit]["release"]
        waits = bool(release) and int(release) > self.s.turn and not self.s.released and not self.s.breakout
        return waits or self.has(unit, "disrupted", "refitting", "grounded") or COUNTERS[unit]["type"] == "garrison"

    def pool(self, unit: str) -> int:
        if self.side[unit] == "german":
            return MECHANIZED if is_mechanized(unit) else INFANTRY
        return ARMY21 if self.has(unit, "army21") else ARMY6 if self.has(unit, "army6") else ARMY12

    def points(self, unit: str) -> int:
        """The Movement Points of a unit in this step (10.2, 10.3, 10.6)."""
        s, pool = self.s, self.pool(unit)
        before_combat = s.step == ASSAULT and (self.side[unit] == "allied" or s.offensive == s.turn)
        given, printed = s.declared if before_combat else s.points[pool], COUNTERS[unit]["movement"]
        if self.bound(unit):
            return 0
        if is_staff(unit):
            found = 0 if s.step == ASSAULT else int(printed)
        elif self.has(unit, "priority"):
            found = 0 if s.step == BREAKTHROUGH and s.priority_moved >> pool & 1 else 6
        elif printed or self.has(unit, "dropped"):
            found = 0 if s.step == BREAKTHROUGH else min(int(printed or 2), given)
        else:
            express = self.has(unit, "red_ball") and pool != ARMY6 and not before_combat
            found = min(12, given + 6) if express else given
        found //= 2 if self.has(unit, "oos") else 1
        number = self.number[unit]
        return max(0, found - (2 + s.strafers.index(number) if number in s.strafers else 0))

    @property
    def flood(self) -> int:
        """0 before the flood, 1 on its turn, 2 on the next one, then 3 (17.2.B)."""
        return min(3, self.s.turn - self.s.flood + 1) if self.s.flood else 0

    def terrain(self, h: str) -> str:
        wet = self.flood and h in VALLEY
        return ("swamp" if self.flood < 3 else "clear") if wet else HEXES[h]["terrain"]

    def is_bridged(self, side: str, a: str, b: str) -> bool:
        """Whether a side may use a bridge between two hexes: of the Rhine Bridges the Allies the captured one only."""
        pair = frozenset((a, b))
        if pair not in BRIDGES:
            return edge(a, b)[1]
        number = BRIDGES.index(pair)
        stands, captured = not self.s.blown >> number & 1, self.s.bridge == number + 1
        return stands and captured == (side == "allied")

    def cost(self, unit: str, a: str, b: str) -> int:
        """The cost of a step; 99 if it cannot be made."""
        if not is_open(a, b) or b in OFF_MAP:
            return 99
        if is_staff(unit):
            return 1
        kind, _ = edge(a, b)
        river = 0 if kind not in RIVERS or self.is_bridged(self.side[unit], a, b) else -RIVERS[kind]
        if frozenset((a, b)) in ROADS:
            return 1 + river
        terrain = self.terrain(b)
        return (2 if (terrain, COUNTERS[unit]["type"]) == ("mountain", "mountain") else COSTS[terrain]) + river

    def _operating(self, units: Iterable[str]) -> set[str]:
        return {u for u in units if is_american(u) and is_division(u)}

    def _ike(self, unit: str, others: Sequence[str] = ()) -> set[str]:
        """Ike's Blind Spot, if a unit from outside would be the sixth there (10.7.3)."""
        if self.s.ike_lifted or not self._operating([unit]) or self.at[unit] in IKE:
            return set()
        there = self._operating(u for u, h in self.at.items() if h in IKE) | self._operating(others)
        return IKE if len(there - {unit}) >= 5 else set()

    def _holland(self) -> set[str]:
        """Fortress Holland, if it is closed to the Allies (17.1.A)."""
        cities = REGIONS["Fortress Holland garrison cities"]
        fit = {self.at[u] for u in self.army("german") if is_division(u) and not is_mechanized(u)}
        return HOLLAND if cities <= fit and not self.s.holland_open else set()

    def _commands(self, unit: str) -> set[str]:
        """The areas in which an Allied unit may not operate (10.7.2)."""
        if is_commonwealth(unit):
            return EAST - AREA21
        if not is_american(unit):
            return set()
        if COUNTERS[unit]["command"] == "6AG":
            return AREA21
        return set() if self.s.antwerp or self.s.offensive else AREA6

    def banned(self, unit: str) -> set[str]:
        """The hexes that a unit may not enter."""
        s, out = self.s, LAND - self.in_play
        if self.side[unit] == "german":
            return out | (HOLLAND if is_mechanized(unit) else set()) | (ENTRANCES["B"] if s.brittany_turn else set())
        out |= self._commands(unit) | self._ike(unit) | self._holland() | (set() if s.antwerp_held else MONTY)
        held_back = is_commonwealth(unit) and not s.west_free and not s.breakout
        return out | (REGIONS["CW barred columns"] if held_back else set())

    def no_end(self, unit: str) -> set[str]:
        """The hexes in which a unit may not end its movement."""
        side = self.side[unit]
        out = set(EXCLUSION) if is_american(unit) else set()
        out |= PARIS | ({"3910"} - self.allied) if side == "german" else set()
        if is_staff(unit):
            escorts = {self.at[u] for u in self.army(side) if u != unit and not is_staff(u)}
            out |= {n for h in self.enemies(side) for n in NEAR[h]} - escorts
        return out

    def _undecided(self) -> set[str]:
        """Hexes with a Rhine Bridge that is neither blown nor captured: a die interrupts a move there."""
        taken = self.s.blown | (1 << self.s.bridge - 1 if self.s.bridge else 0)
        return {h for n, pair in enumerate(BRIDGES) if not taken >> n & 1 for h in pair}

    def ends(self, unit: str) -> set[str]:
        """The hexes that a unit can move to."""
        side, start, most, never = self.side[unit], self.at[unit], self.points(unit), self.no_end(unit)
        zone, allied = self.zones["german" if side == "allied" else "allied"], side == "allied"
        own = self.held(side)
        closed = self.enemies(side) | self.banned(unit) | (zone | (self._undecided() if allied else set())) & never
        best, queue, across = {start: 0}, [(0, start)], set()
        while queue:
            spent, a = heapq.heappop(queue)
            if spent > best[a] or (a != start and a in zone):
                continue
            for b in NEAR[a]:
                price = spent + self.cost(unit, a, b)
                if b in closed or (a in zone and b in zone) or price > most:
                    continue
                if allied and not self.s.breakout and a in WEST and b in EAST:
                    continue
                if allied and edge(a, b)[0] == "rhine" and not self.is_bridged(side, a, b) and b not in own:
                    across |= {b} if a == start else set()  # 10.7.4
                elif price < best.get(b, 99):
                    best[b] = price
                    heapq.heappush(queue, (price, b))
        return (set(best) | across) - {start} - never

    # -- 13, 14 --------------------------------------------------------------------------------

    def may_attack(self, unit: str, target: str, others: Sequence[str] = ()) -> bool:
        """Whether a unit may take part in an attack on a hex next to it, strength and duties aside."""
        s, here = self.s, self.at[unit]
        if target not in NEAR[here] or not is_open(here, target) or self.bound(unit) or target in OFF_MAP:
            return False
        if here in OFF_MAP:
            ways = {n for n in NEAR[here] if is_open(here, n)} - OFF_MAP
            if here not in ENTRANCES["A-D"] or self.side[unit] != "allied" or ways - self.held("german"):
                return False
        if is_red(unit) and self._is_mountain(target):
            return False
        if self.side[unit] == "german":
            closed = (HOLLAND if is_mechanized(unit) else set()) | (ENTRANCES["B"] if s.brittany_turn else set())
            return target in self.in_play - closed and (s.antwerp_held or here not in MONTY)
        both = self._commands(unit) | self._holland() | (EXCLUSION if is_american(unit) else set())
        closed = both | self._ike(unit, others) | (set() if s.antwerp_held else MONTY)
        return here not in both and target in self.in_play - closed

    def _is_mountain(self, h: str) -> bool:
        return HEXES[h]["terrain"] == "mountain" and not (self.flood >= 2 and h in VALLEY)

    def is_armed(self, unit: str) -> bool:
        side = "attack2" if COUNTERS[unit]["steps"] == "2" and self.has(unit, "reduced") else "attack"
        return int(COUNTERS[unit][side]) > 0

    def may_join(self, unit: str, target: str, attackers: Sequence[str]) -> bool:
        """Whether a unit may join the first attack of a segment (13.2.A, 6.6)."""
        led = self.is_armed(unit) or any(self.is_armed(u) and self.at[u] == self.at[unit] for u in attackers)
        return led and self.may_attack(unit, target, attackers) and self.leaves_no_duty([*attackers, unit], target)

    def leaves_no_duty(self, attackers: Sequence[str], target: str) -> bool:
        """Whether other units can attack every other enemy hex in the zones of the attackers' stacks (6.6)."""
        hexes, side = {self.at[u] for u in attackers}, self.side[attackers[0]]
        if len(hexes) < 2:
            return True
        zone = self.zone(side, [u for h in hexes for u in self.stacks[h]])
        left = sorted((zone & self.enemies(side)) - {target})
        free = [u for u in self.army(side) if u not in attackers and self.is_armed(u)]
        taken: dict[str, int] = {}

        def serve(k: int, seen: set[str]) -> bool:
            for u in free:
                if u not in seen and self.may_attack(u, left[k]):
                    seen.add(u)
                    if u not in taken or serve(taken[u], seen):
                        taken[u] = k
                        return True
            return False

        return all(serve(k, set()) for k in range(len(left)))

    def assaults(self, unit: str) -> set[str]:
        """The hexes that a unit that has not moved may make a Mobile Assault on (14.1, 14.2)."""
        here, side = self.at[unit], self.side[unit]
        drowned = self.flood == 1 and here in VALLEY
        if not is_red(unit) or self.has(unit, "oos") or self.bound(unit) or drowned:
            return set()
        return {t for t in NEAR[here] if t in self.enemies(side) and self._may_assault(unit, here, t)}

    def _may_assault(self, unit: str, here: str, target: str) -> bool:
        side, kind = self.side[unit], edge(here, target)[0]
        terrain = self.terrain(target) if self.flood != 1 else HEXES[target]["terrain"]
        city = target in CITIES and not (self.flood >= 2 and target in VALLEY)
        passable = frozenset((here, target)) in ROADS or city or terrain in ("clear", "rough", "woods")
        barred = (
            self.banned(unit) | (EXCLUSION if is_american(unit) else set()) | (PARIS if side == "german" else set())
        )
        barred |= self.forts if side == "allied" else set()
        seine = side == "allied" and not self.s.breakout and here in WEST and target in EAST
        wet = kind in RIVERS and not self.is_bridged(side, here, target)
        mountain = self.terrain(target) == "mountain"
        if not passable or wet or seine or mountain or target in barred or not self.may_attack(unit, target):
            return False
        return self.cost(unit, here, target) + 1 <= self.points(unit)

    def fire(self, attackers: Sequence[str], target: str) -> tuple[int, int, int, int, bool]:
        """The modifiers and strengths of attacker and defender, and whether the defender fires first (13.6 to 13.9)."""
        side, turn = self.side[attackers[0]], self.s.turn
        defenders = self.stacks[target]
        mine = self._terrain_modifier(side, {self.at[u] for u in attackers}, target)
        if side == "allied" and self.s.logistics == 2 and turn > 2 and any(not self.has(u, "army6") for u in attackers):
            mine -= 1
        if side == "german" and self.s.offensive == turn and self.s.german_attacks < 2:
            mine += 1
        theirs = -1 if any(self.has(u, "disrupted") for u in defenders) else 0
        drowned = {u for u in attackers if self.flood in (1, 2) and self.at[u] in VALLEY}
        attack = self._total(((u, self.value(u, "attack")) for u in attackers), drowned)
        defense = self._total(
            ((u, 2 if self.has(u, "grounded") else self.value(u, "defense")) for u in defenders), set()
        )
        return mine, theirs, attack, defense, self._fires_first(side, {self.at[u] for u in attackers}, target)

    def _total(self, values: Iterable[tuple[str, int]], drowned: set[str]) -> int:
        whole = half = 0
        for unit, value in values:
            if self.has(unit, "oos", "disrupted") or unit in drowned:
                half += value
            else:
                whole += value
        return whole + half // 2

    def _terrain_modifier(self, side: str, hexes: set[str], target: str) -> int:
        if self.flood >= 2 and target in VALLEY:
            found = [MODIFIERS[self.terrain(target)]]
        else:
            found = [MODIFIERS[HEXES[target]["terrain"]], -(target in TOWNS), -2 * (target in CITIES)]
            if HEXES[target]["terrain"] == "bocage" and side == "allied" and self.s.turn <= 4:
                found.append(-2)
            found.append(-2 if side == "allied" and target in self.forts else 0)
        rivers = [RIVERS.get(edge(h, target)[0], 0) for h in hexes]
        return min([*found, min(rivers) if max(rivers) < 0 else 0])

    def _fires_first(self, side: str, hexes: set[str], target: str) -> bool:
        shore = target in BEACHES or (target in COAST and any(n in BEACHES for n in NEAR[target]))
        standing = {pair for n, pair in enumerate(BRIDGES) if not self.s.blown >> n & 1}
        over = all(edge(h, target)[0] == "rhine" and frozenset((h, target)) not in standing for h in hexes)
        return over or (side == "german" and shore)
