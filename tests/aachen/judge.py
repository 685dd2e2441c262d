"""An independent judge of Aachen: it reads the data files by itself and knows nothing of the rules code.

It says where zones reach, which units are in command, how far units can move, and what is added to the combat die.
``test_judge.py`` compares the engine with it in positions made up at random.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from grognard.hexes import bits
from tests.kit import rows

HEXES = {row["hex"]: row for row in rows("aachen", "hexes.csv")}
EDGES = {frozenset((r["hex1"], r["hex2"])): r["kind"] for r in rows("aachen", "hexsides.csv")}
ROADS = {frozenset((r["hex1"], r["hex2"])) for r in rows("aachen", "roads.csv")}
LISTS = {row["region"]: row["members"].split() for row in rows("aachen", "regions.csv")}
CROSSINGS = {frozenset(pair.split("-")) for pair in LISTS["Roer crossings"]}
COUNTERS = {row["id"]: row for row in rows("aachen", "counters.csv")}
BUILT_UP = ("town", "city", "industrial")
#: by terrain: the cost on foot and for vehicles, the factor of tank points, and the bonus of Anti-Tank Points
TERRAIN = {
    "clear": (1, 1, 1, 0),
    "pillbox-clear": (1, 2, 0.5, 1),
    "light-forest": (2, 3, 0.5, 1),
    "pillbox-light-forest": (2, 3, 0.5, 2),
    "dense-forest": (3, 3, 0, 2),
    "pillbox-dense-forest": (3, 3, 0, 3),
    "town": (1, 2, 0.5, 1),
    "city": (2, 3, 0, 2),
    "industrial": (2, 3, 0, 2),
}
#: by hexside: the modifier of the die, and the factor of tank points
SIDES = {"stream": (-1, 0.5), "embankment": (-1, 0.5), "dragons-teeth": (-2, 0), "roer": (-3, 0), "": (0, 1)}
IN_COMMAND, OUT_OF_COMMAND, ISOLATED = range(3)
#: the cost of a step that takes the whole allowance, and of one that cannot be made
WHOLE, NEVER = 1000, 9999


def neighbours(h: str) -> list[str]:
    """The hexes next to one: odd lines are half a hex higher."""
    line, place = int(h[:2]), int(h[2:])
    low = place - 1 + line % 2
    steps = ((0, place - 1), (0, place + 1), (-1, low), (-1, low + 1), (1, low), (1, low + 1))
    return [n for n in (f"{line + c:02}{p:02}" for c, p in steps) if n in HEXES]


NEAR = {h: neighbours(h) for h in HEXES}


def terrain(h: str) -> str:
    found = HEXES[h]["terrain"]
    pillbox = "pillbox" in HEXES[h]["features"].split(";") and found not in BUILT_UP
    return f"pillbox-{found}" if pillbox else found


def is_dense(h: str) -> bool:
    return HEXES[h]["terrain"] == "dense-forest"


def edge(a: str, b: str) -> str:
    return EDGES.get(frozenset((a, b)), "")


def has_road(a: str, b: str) -> bool:
    return frozenset((a, b)) in ROADS


def is_hq(unit: str) -> bool:
    return COUNTERS[unit]["type"] == "hq"


def is_afv(unit: str) -> bool:
    return COUNTERS[unit]["type"] in ("tank", "tank-destroyer", "assault-gun")


def on_foot(unit: str) -> bool:
    return COUNTERS[unit]["mover"] == "leg"


class Judge:
    """One position."""

    def __init__(self, game: Any, s: Any) -> None:  # any: the game and its state are read by their fields only
        label = game.board.grid.label
        ids = [c.id for c in game.counters]
        self.at = {u: label(s.at[i]) for i, u in enumerate(ids) if s.at[i] >= 0}
        self.side = {u: COUNTERS[u]["side"] for u in ids}
        self.disrupted = {ids[i] for i in bits(s.disrupted)}
        self.lost = dict(zip(ids, s.lost, strict=True))
        self.improved, self.area = ({label(h) for h in bits(hexes)} for hexes in (s.improved, game.area(s)))
        codes = {i + 1: f.code for i, f in enumerate(game.roster.formations)}
        own = {u: COUNTERS[u]["formation"] for u in ids}
        self.formation = {u: codes.get(s.assigned[i], own[u]) for i, u in enumerate(ids)}
        self.barred = (
            set(LISTS["Closed to Germans"])
            if s.turn <= 3 and list(game.scenarios)[s.scenario_index] != "wurm"
            else set()
        )
        self.stacks: dict[str, set[str]] = defaultdict(set)
        for unit, h in self.at.items():
            self.stacks[h].add(unit)
        self.zones = {side: self._zone(side) for side in game.sides}
        self._paths: dict[tuple[str, bool], dict[str, int]] = {}

    def held(self, side: str, *, combat: bool = False) -> set[str]:
        return {h for u, h in self.at.items() if self.side[u] == side and not (combat and is_hq(u))}

    def enemy(self, side: str) -> str:
        return "german" if side == "us" else "us"

    # -- 5.4, 5.8 ------------------------------------------------------------------------------

    def reaches(self, unit: str, h: str) -> bool:
        """Whether a unit has a zone in a hex (5.4)."""
        here = self.at[unit]
        if unit in self.disrupted or is_hq(unit) or (h != here and h not in NEAR[here]):
            return False
        if is_afv(unit):
            return h == here or (terrain(h) in ("clear", "pillbox-clear") and not edge(here, h))
        return h == here or terrain(h) not in ("city", "industrial")

    def _zone(self, side: str) -> set[str]:
        units = [u for u in self.at if self.side[u] == side]
        return {h for u in units for h in (self.at[u], *NEAR[self.at[u]]) if self.reaches(u, h)}

    def status(self, unit: str) -> int:
        """In command, out of command or isolated (5.8)."""
        hq = f"{self.formation[unit]}-HQ"
        if not self.formation[unit]:
            return OUT_OF_COMMAND
        if hq not in self.at:
            return ISOLATED
        far = self._path(hq, on_foot(unit)).get(self.at[unit])
        if far is None:
            return ISOLATED
        return IN_COMMAND if far <= int(COUNTERS[hq]["range"]) else OUT_OF_COMMAND

    def _path(self, hq: str, foot: bool) -> dict[str, int]:
        """By hex the length of a Command Path to an HQ; a unit leaves its hex and enters all others."""
        known = self._paths.get((hq, foot))
        if known is not None:
            return known
        side = self.side[hq]
        closed = self.held(self.enemy(side)) | (self.zones[self.enemy(side)] - self.held(side))
        found = self._paths[hq, foot] = {self.at[hq]: 0}
        todo = [self.at[hq]]
        for h in todo:
            for n in NEAR[h]:
                roer = edge(h, n) == "roer" and (side == "us" or frozenset((h, n)) not in CROSSINGS)
                shut = roer or (not foot and is_dense(h) and not has_road(h, n))
                if n in self.area - closed and n not in found and not shut:
                    found[n] = found[h] + 1
                    todo.append(n)
        return found

    # -- 7.3 -----------------------------------------------------------------------------------

    def price(self, unit: str, a: str, b: str) -> int:
        """The cost of a step in half points."""
        side, foot, kind, road = self.side[unit], on_foot(unit), edge(a, b), has_road(a, b)
        zone = self.zones[self.enemy(side)]
        if kind == "roer" and (side == "us" or frozenset((a, b)) not in CROSSINGS):
            return NEVER
        if road and HEXES[b]["terrain"] not in BUILT_UP and a not in zone and b not in zone:
            return 2 if foot and side == "german" else 1
        if not foot and is_dense(b) and not road:
            return NEVER
        cost = 2 * TERRAIN[terrain(b)][0 if foot else 1]
        near_town = {HEXES[a]["terrain"], HEXES[b]["terrain"]} & {"town", "industrial"}
        if road or not kind or (kind == "stream" and near_town):
            return cost
        if foot:
            return cost + 2
        return NEVER if kind == "dragons-teeth" else WHOLE

    def targets(self, units: Sequence[str]) -> set[str]:
        """The hexes that units of one hex can move to together, by infiltration too."""
        side, start = self.side[units[0]], self.at[units[0]]
        enemy = self.enemy(side)
        zone, beside = self.zones[enemy], {n for h in self.held(enemy) for n in NEAR[h]}
        open_ = self.area - self.held(enemy, combat=True) - (self.barred if side == "german" else set())

        def cost(a: str, b: str) -> int:
            return max(self.price(u, a, b) for u in units)

        def within(most: int, shut: set[str]) -> set[str]:
            best, queue = {start: 0}, [(0, start)]
            while queue:
                spent, a = heapq.heappop(queue)
                if spent > best[a] or (a != start and a in zone):
                    continue
                for b in NEAR[a]:
                    price = spent + cost(a, b)
                    if (
                        b in open_ - shut
                        and not (a in zone and b in zone)
                        and price <= min(most, best.get(b, most + 1) - 1)
                    ):
                        best[b] = price
                        heapq.heappush(queue, (price, b))
            return set(best)

        movement = {u: 2 * int(COUNTERS[u]["movement"]) for u in units}
        found = {b for b in NEAR[start] if b in open_ and cost(start, b) < NEVER}
        found |= within(min(movement.values()), set())
        if start not in beside:  # 7.3.5
            found |= within(min(most + 4 * on_foot(u) for u, most in movement.items()), beside)
        return found - {start}

    # -- 7.5.1.2 -------------------------------------------------------------------------------

    def _armor(self, unit: str) -> int:
        return int(COUNTERS[unit]["armor2" if unit in self.disrupted else "armor"])

    def _support(self, side: str, hexes: tuple[str, str], units: Sequence[str], *, strong: bool) -> int:
        """The support for some units, from hexes next to the enemy's; the units' own hex gives none."""
        theirs, own = hexes
        formations, found = {self.formation[u] for u in units}, 0
        for h in NEAR[theirs]:
            fit = [u for u in self.stacks.get(h, ()) if self.side[u] == side and h != own and self.reaches(u, theirs)]
            fit = [u for u in fit if self.status(u) == IN_COMMAND]
            if any(self.formation[u] in formations for u in fit):
                found += 2 if strong else 1
            elif fit and strong:
                found += 1
        return found

    def modifiers(self, attackers: Sequence[str], target: str, mode: str) -> dict[str, int]:
        """What is added to the die, by the letters of 7.5.1.2."""
        origin, side = self.at[attackers[0]], self.side[attackers[0]]
        defenders = [u for u in self.stacks[target] if not is_hq(u)]
        out = {
            "A": SIDES[edge(origin, target)][0],
            "B": 0,
            "C": 0,
            "D": self._superiority(attackers, defenders, target),
        }
        if mode != "hasty":
            out["B"] += self._support(side, (target, origin), attackers, strong=mode == "prepared")
            if all(self.status(u) == IN_COMMAND for u in attackers):
                hq = f"{self.formation[attackers[0]]}-HQ"
                points = int(COUNTERS[hq]["support"]) - self.lost[hq]
                out["C"] = points if mode == "prepared" else (points + 1) // 2
        if not self.disrupted & set(defenders):
            out["B"] -= self._support(self.enemy(side), (origin, target), defenders, strong=target in self.improved)
        return {letter: amount for letter, amount in out.items() if amount}

    def _superiority(self, attackers: Sequence[str], defenders: Sequence[str], target: str) -> int:
        tanks, others = [u for u in attackers if is_afv(u)], [u for u in defenders if is_afv(u)]
        origin = self.at[attackers[0]]
        factor = TERRAIN[terrain(target)][2] * SIDES[edge(origin, target)][1]
        mine = int(max((self._armor(u) for u in tanks), default=0) * factor)
        if others:
            return mine - max(self._armor(u) for u in others)
        if not tanks:
            return 0
        return max(0, mine - max(self._armor(u) for u in defenders) - int(TERRAIN[terrain(target)][3]))
