"""Chapter 10 in random play: the reasons of refused moves about points, paths and zones are true.

Paths are searched here hex by hex, with the costs of single steps and nothing else of the program's own search.
"""

from __future__ import annotations

import heapq
import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

import grognard
from grognard.engine.action import Action
from grognard.games.rhine import supply
from grognard.games.rhine.area import moving_area
from tests.generic.play import journey
from tests.rules import rule

GAME: Any = grognard.game("rhine")
#: For ever, in Movement Points.
ENDLESS = 10_000


@dataclass
class Walk:
    """The selected units at a moment of play."""

    s: Any

    def __post_init__(self) -> None:
        s = self.s
        self.units = s.hand
        self.here = s.at[s.hand[0]]
        self.enemies = {h for u, h in enumerate(s.at) if h >= 0 and GAME.side_of[u] != s.phasing}
        self.zone = {n for h in self.enemies for n in GAME.board.grid.neighbour_list(h) if GAME.zones.near[h] >> n & 1}
        wall = supply.intact(GAME, s) if s.phasing == 0 else 0
        self.wall = {h for h in GAME.board.grid if wall >> h & 1}
        self.alike = len({GAME.mover_class(s, u) for u in self.units}) == 1

    def column(self) -> bool:
        return all(self.s.column >> u & 1 for u in self.units)

    def points(self, *, column: bool) -> int:
        return min((2 if column else 1) * self.s.points[u] - self.s.spent[u] for u in self.units)

    def may_enter(self, h: int) -> bool:
        if h in self.enemies or not GAME.land >> h & 1 or GAME.hook >> h & 1 or supply.frozen(GAME, self.s) >> h & 1:
            return False
        return all(moving_area(GAME, self.s, u) >> h & 1 for u in self.units)

    def step(self, a: int, b: int) -> int | None:
        """The highest cost of a step among the units; none if one of them may not take it."""
        prices = [GAME.class_costs(self.s, GAME.mover_class(self.s, u)).step(a, b) for u in self.units]
        return None if None in prices else max(prices)

    def paths(self, budget: int, *, shun: set[int] = frozenset(), stop: set[int] = frozenset()) -> set[int]:  # type: ignore[assignment]
        """The hexes in reach, without entering some hexes, stopping in others."""
        best = {self.here: 0}
        heap = [(0, self.here)]
        while heap:
            spent, at = heapq.heappop(heap)
            if spent > best[at] or (at in stop and at != self.here):
                continue
            for to in GAME.board.grid.neighbour_list(at):
                price = self.step(at, to)
                if price is None or not self.may_enter(to) or to in shun:
                    continue
                if spent + price <= budget and spent + price < best.get(to, ENDLESS):
                    best[to] = spent + price
                    heapq.heappush(heap, (best[to], to))
        return set(best)

    def by_column(self, *, shun: set[int]) -> set[int]:
        return self.paths(self.points(column=True), shun=shun)

    def on_foot(self, *, stop: set[int]) -> set[int]:
        return self.paths(self.points(column=False), stop=stop)


#: What a sentence claims, by the words that it uses.
CLAIMS = (
    "no path",
    "not enough Movement Points",
    "may not use",
    "may not enter an enemy Zone of Control",
    "may not enter the intact West Wall",
    "enemy Zones of Control are in the way",
    "the intact West Wall is in the way",
    "enemy Zones of Control stop",
    "one hex at a time",
    "may not cross",
    "is occupied",
    "other side",
    "is not closer",
)


def claim(why: str) -> str:
    return next((words for words in CLAIMS if words in why), "")


def holds(w: Walk, h: int, what: str) -> bool:
    """Whether a claim about a hex is true."""
    near = h in GAME.board.grid.neighbour_list(w.here)
    shunned = w.zone | w.wall
    if what == "one hex at a time":
        return not w.alike and not near
    if what == "may not cross":
        return near and w.step(w.here, h) is None and h not in w.on_foot(stop=w.zone)
    if what == "is occupied":
        return h in w.enemies
    if what in ("other side", "is not closer"):
        return GAME.land >> h & 1 and any(not moving_area(GAME, w.s, u) >> h & 1 for u in w.units)
    if not w.alike:  # they take a single step
        return near and w.step(w.here, h) is not None
    if what == "no path":
        return h not in w.paths(ENDLESS)
    on_foot = h in w.on_foot(stop=set())
    if what == "not enough Movement Points":
        return not on_foot and h not in w.by_column(shun=set() if w.column() else shunned)
    if what == "may not use":
        return not on_foot and not w.column() and h in w.by_column(shun=shunned)
    if what == "enemy Zones of Control stop":
        return on_foot and h not in w.on_foot(stop=w.zone)
    column_only = not on_foot and w.column() and h in w.by_column(shun=set())
    if what == "may not enter an enemy Zone of Control":
        return column_only and h in w.zone
    if what == "may not enter the intact West Wall":
        return column_only and h in w.wall
    if what == "the intact West Wall is in the way":
        return column_only and h not in w.by_column(shun=shunned) and h in w.by_column(shun=w.zone)
    assert what == "enemy Zones of Control are in the way", what
    return column_only and h not in w.by_column(shun=w.zone)


@rule("rhine", "10.3", "10.12", "10.19", "7.3")
def test_the_reason_of_a_refused_move_is_true() -> None:
    rng = random.Random(5)
    met: Counter[str] = Counter()
    hexes = list(GAME.board.grid)
    for seed in (2, 4, 7):
        for state in journey(GAME, "campaign", seed):
            if state.over or GAME.step(state).name != "move" or rng.random() < 0.8:
                continue
            walk = Walk(state)
            for h in rng.sample(hexes, 8):
                action = Action("move", h)
                if GAME.permits(state, action):
                    continue
                refusal = GAME.refusal(GAME.redact(state, GAME.seat(state)), action)
                what = claim(refusal.why)
                if what and met[what] < 60:
                    met[what] += 1
                    assert holds(walk, h, what), (str(refusal), GAME.board.grid.label(h), state.hand)
    expected = {
        "not enough Movement Points",
        "may not use",
        "may not enter an enemy Zone of Control",
        "enemy Zones of Control are in the way",
        "enemy Zones of Control stop",
        "other side",
        "is occupied",
    }
    assert expected <= set(met), met
