"""Words for speaking about the map of Hürtgen Forest: hexes by label, nets, sides of a line, marches."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import grognard
from grognard.engine.board import Side, side
from grognard.games.hurtgen.exits import exit_cost
from grognard.hexes import bits, of, reach
from grognard.mechanics.communication import traced
from grognard.mechanics.ground import Ground
from tests.hurtgen.table import DATA

GAME: Any = grognard.game("hurtgen")
BOARD = GAME.board
GRID = BOARD.grid
HEXES = [GRID.label(h) for h in GRID]
COLUMNS, ROWS = 29, 28
HISTORICAL = GAME.scenarios["historical"]
#: unit -> start hex of the historical scenario, by side
START: dict[str, dict[str, str]] = HISTORICAL.words["setup"]
OBJECTIVES = {
    "Kommerscheidt": ("1524", 5), "Vossenack": ("1120", 5), "Germeter": ("0819", 5), "Hürtgen": ("1214", 5),
    "Kleinhau": ("1410", 5), "Grosshau": ("1408", 5), "Brandenberg": ("1717", 5), "Gey": ("1805", 25),
    "Bergstein": ("2118", 25), "Untermaubach": ("2410", 25), "Nideggen": ("2919", 25), "Schmidt": ("1726", 25),
}  # fmt: skip
PANZER_116 = ("60", "156", "16", "116r", "116sp", "116k", "116h")
FOREST: int = BOARD.terrain["woods"] | BOARD.terrain["broken"] | BOARD.terrain["rough"]
#: every hex with a road or trail in it
ON_WAY = of(h for pair in BOARD.roads for h in pair)
ON_ROAD = of(h for pair, way in BOARD.roads.items() if way.kind == "road" for h in pair)


def rows(path: Path) -> list[dict[str, str]]:
    """The lines of a CSV file."""
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def packaged(name: str) -> list[dict[str, str]]:
    """The lines of one of the game's own files."""
    return rows(DATA / name)


def at(label: str) -> int:
    return int(GRID.parse(label))


def hexes(text: str) -> int:
    """A set of hexes from a line of labels."""
    return of(map(at, text.split()))


def labels(found: int) -> set[str]:
    return {GRID.label(h) for h in bits(found)}


def column(label: str) -> int:
    return int(label[:2])


def row(label: str) -> int:
    return int(label[2:])


def terrain(label: str) -> str:
    return str(BOARD.terrain_at[at(label)])


def features(label: str) -> frozenset[str]:
    return frozenset(BOARD.features[at(label)])


def place(name: str) -> int:
    """Every hex that bears a name."""
    return of(h for h, found in BOARD.names.items() if found == name)


def near(label: str) -> list[str]:
    return [GRID.label(h) for h in GRID.neighbour_list(at(label))]


def nearest(a: int, b: int) -> int:
    """Hexes from one set to the other."""
    return min(GRID.distance(x, y) for x in bits(a) for y in bits(b))


def between(pair: str) -> Side:
    """The hexside of two labels: ``"1322-1422"``."""
    a, b = pair.split("-")
    return side(at(a), at(b))


def text(pair: Side) -> str:
    return f"{GRID.label(pair[0])}-{GRID.label(pair[1])}"


# -- lines of hexsides -----------------------------------------------------------------------


def touch(a: Side, b: Side) -> bool:
    """Two hexsides meet in a corner: they have one hex in common, and the other two are neighbours."""
    common = set(a) & set(b)
    if len(common) != 1:
        return False
    (x,), (y,) = set(a) - common, set(b) - common
    return bool(GRID.adjacent(x, y))


def in_one_piece(sides: Iterable[Side]) -> bool:
    left = set(sides)
    todo = [left.pop()]
    while todo:
        here = todo.pop()
        more = {other for other in left if touch(here, other)}
        left -= more
        todo += more
    return not left


def spread(start: int, passable: Callable[[int, int], bool]) -> int:
    """Every hex that can be reached by steps that are passable."""
    found, todo = start, list(bits(start))
    while todo:
        h = todo.pop()
        for n in GRID.neighbour_list(h):
            if not found >> n & 1 and passable(h, n):
                found |= 1 << n
                todo.append(n)
    return found


def dry(start: str, *water: str) -> int:
    """Every hex on the same side of these kinds of water, bridges or not."""

    def free(a: int, b: int) -> bool:
        edge = BOARD.hexsides.get(side(a, b))
        return edge is None or edge.kind not in water

    return spread(1 << at(start), free)


def net(start: str, *kinds: str) -> int:
    """Every hex joined to this one by roads (and trails)."""

    def joined(a: int, b: int) -> bool:
        way = BOARD.roads.get(side(a, b))
        return way is not None and way.kind in kinds

    return spread(1 << at(start), joined)


def road_steps(start: int, goal: int) -> int:
    """Road hexsides on the shortest way from one set of hexes to another."""
    steps, seen, edge = 0, start, start
    while not seen & goal:
        assert edge, "no road at all"
        pairs = [pair for pair, way in BOARD.roads.items() if way.kind == "road"]
        edge = of(n for a, b in pairs for h, n in ((a, b), (b, a)) if edge >> h & 1) & ~seen
        seen |= edge
        steps += 1
    return steps


def along(way: str) -> list[Side]:
    """The hexsides crossed on a way of neighbouring hexes."""
    return [side(at(a), at(b)) for a, b in pairwise(way.split())]


# -- movement --------------------------------------------------------------------------------


def price(ground: Ground, start: str, goal: str) -> float | None:
    """Movement Points of the cheapest way, nobody in it; None if there is none."""
    cost = ground.reach(at(start), 1000).cost(at(goal))
    return None if cost is None else cost / 2


def turns(ground: Ground, start: str, goal: int, allowance: int, *, block: int = 0) -> int:
    """Movement Phases from a hex into a set of hexes; unused points are lost at the end of each."""
    here, count = 1 << at(start), 0
    while not here & goal:
        count += 1
        further = reach(ground.costs, here, 2 * allowance, block=block).all
        assert further != here, "there is no way"
        here = further
    return count


def turns_to_leave(unit: str, edge: str) -> int:
    """Movement Phases in which a German unit leaves the map by an edge, without entering the U.S. side."""
    number = GAME.unit_ids[unit]
    ground, budget = GAME.ground[number], GAME.roster.movement[number]
    here, count = 1 << at(START["german"][unit]), 0
    while True:
        count += 1
        found = reach(ground.costs, here, budget, block=BOARD.area("us"))
        for h in bits(found.all & BOARD.edge(edge)):
            cost, spent = exit_cost(GAME, number, h), found.cost(h)
            if cost is not None and spent is not None and spent + cost <= budget:
                return count
        assert found.all != here, "there is no way off the map"
        here = found.all


def line_from(block: int = 0, most: int = 2) -> int:
    """Every hex with a Line of Communications to the west edge (15.3), enemies in the blocked hexes."""
    return traced(GAME.lines, GAME.west_edge, block=block, limited=GAME.rough, most=most)


def one_piece(found: int) -> bool:
    """Whether a set of hexes hangs together."""
    return spread(found & -found, lambda _, b: bool(found >> b & 1)) == found
