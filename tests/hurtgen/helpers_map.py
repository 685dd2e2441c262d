"""Words for speaking about the map of Hürtgen Forest: hexes by label, nets, sides of a line, marches."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import grognard
from grognard.engine.board import Hexside, hexside
from grognard.games.hurtgen.exits import exit_cost
from grognard.hexes import bits, of, reach
from grognard.mechanics.communication import traced
from grognard.mechanics.ground import Ground
from tests.mapkit import MapWords, column, phases, row

__all__ = ["column", "row"]

GAME: Any = grognard.game("hurtgen")
MAP = MapWords(GAME)
BOARD: Any = MAP.board
GRID = MAP.grid
HEXES = MAP.all
COLUMNS, ROWS = 29, 28
HISTORICAL = GAME.scenarios["historical"]
#: unit -> start hex of the historical scenario, by side
START: dict[str, dict[str, str]] = HISTORICAL.words["setup"]
OBJECTIVES = {
    "Kommerscheidt": ("1524", 5),
    "Vossenack": ("1120", 5),
    "Germeter": ("0819", 5),
    "Hürtgen": ("1214", 5),
    "Kleinhau": ("1410", 5),
    "Grosshau": ("1408", 5),
    "Brandenberg": ("1717", 5),
    "Gey": ("1805", 25),
    "Bergstein": ("2118", 25),
    "Untermaubach": ("2410", 25),
    "Nideggen": ("2919", 25),
    "Schmidt": ("1726", 25),
}
PANZER_116 = ("60", "156", "16", "116r", "116sp", "116k", "116h")
FOREST: int = BOARD.terrain["woods"] | BOARD.terrain["broken"] | BOARD.terrain["rough"]
#: every hex with a road or trail in it
ON_WAY = of(h for pair in BOARD.roads for h in pair)
ON_ROAD = of(h for pair, way in BOARD.roads.items() if way.kind == "road" for h in pair)

at, hexes, labels, place, near, nearest = MAP.at, MAP.hexes, MAP.labels, MAP.place, MAP.near, MAP.nearest
terrain, features, packaged = MAP.terrain, MAP.features, MAP.packaged
between, text, touch, in_one_piece = MAP.between, MAP.text, MAP.touch, MAP.in_one_piece
spread, one_piece = MAP.spread, MAP.one_piece


# -- nets and lines --------------------------------------------------------------------------


def dry(start: str, *water: str) -> int:
    """Every hex on the same side of these kinds of water, bridges or not."""

    def free(a: int, b: int) -> bool:
        edge = BOARD.hexsides.get(hexside(a, b))
        return edge is None or edge.kind not in water

    return spread(1 << at(start), free)


def net(start: str, *kinds: str) -> int:
    """Every hex joined to this one by roads (and trails)."""

    def joined(a: int, b: int) -> bool:
        way = BOARD.roads.get(hexside(a, b))
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


def along(way: str) -> list[Hexside]:
    """The hexsides crossed on a way of neighbouring hexes."""
    return [hexside(at(a), at(b)) for a, b in pairwise(way.split())]


# -- movement --------------------------------------------------------------------------------


def price(ground: Ground, start: str, goal: str) -> float | None:
    """Movement Points of the cheapest way, nobody in it; None if there is none."""
    cost = ground.reach(at(start), 1000).cost(at(goal))
    return None if cost is None else cost / 2


def turns(ground: Ground, start: str, goal: int, allowance: int, *, block: int = 0) -> int:
    """Movement Phases from a hex into a set of hexes; unused points are lost at the end of each."""
    return phases(ground.costs, 1 << at(start), goal, 2 * allowance, block=block)


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
