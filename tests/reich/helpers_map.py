"""Words for speaking about the map, the counters and the charts of Storming the Reich."""

from __future__ import annotations

from itertools import pairwise

from grognard.engine.board import hexside
from grognard.games.reich.ground import ALLIED, DRY, GERMAN, Fight, Ground
from grognard.games.reich.parts import Parts, load_parts
from grognard.games.reich.roster import Roster
from grognard.hexes import bits, reach
from tests.kit.box import Box

BOX: Box[Parts] = Box("reich", load_parts)
BOARD, COUNTERS, SCENARIOS, TABLES = BOX.parts
GRID = BOARD.grid
GROUND = Ground(BOARD, TABLES)
ROSTER = Roster(COUNTERS)
INDEX = ROSTER.by_id
MAP, at, region, members = BOX.map, BOX.at, BOX.region, BOX.members
FIRE = TABLES.fire


def kind(pair: str) -> str:
    """What lies along a hexside such as ``"4519-4520"``."""
    return BOARD.kind_between(*map(at, pair.split("-")))


def has_bridge(pair: str) -> bool:
    edge = BOARD.hexsides.get(hexside(*map(at, pair.split("-"))))
    return edge is not None and edge.bridge


def has_road(pair: str) -> bool:
    return hexside(*map(at, pair.split("-"))) in BOARD.roads


def step(a: str, b: str, mover: str = "ordinary", flood: int = DRY) -> int | None:
    """Movement Points of a step."""
    return GROUND.costs(mover, flood).step(at(a), at(b))


def cost(a: str, b: str, mover: str = "ordinary") -> int | None:
    """Movement Points of the cheapest path, with nobody in the way."""
    return reach(GROUND.costs(mover), 1 << at(a), 20).cost(at(b))


def path_cost(path: str, mover: str = "ordinary") -> int:
    """Movement Points of a path such as ``"1423 1324 1223"``."""
    labels = path.split()
    steps = [step(a, b, mover) for a, b in pairwise(labels)]
    assert None not in steps, path
    return sum(s or 0 for s in steps)


def german(turn: int = 1, forts: int | None = None, flood: int = DRY) -> Fight:
    """An attack on German units; every printed fort stands unless others are given."""
    return Fight(GERMAN, turn, GROUND.every_fort if forts is None else forts, flood)


def allied(turn: int = 1, forts: int = 0, flood: int = DRY) -> Fight:
    """An attack on Allied units."""
    return Fight(ALLIED, turn, forts, flood)


def ids(units: int) -> set[str]:
    return {COUNTERS[u].id for u in bits(units)}


def units(text: str) -> int:
    """A set of units from a line of ids."""
    return sum(1 << INDEX[word] for word in text.split())


def attack(full: str, reduced: str = "") -> int:
    """The Attack Strengths of units together, some of them reduced."""
    return _sum(ROSTER.attack, full, reduced)


def defense(full: str, reduced: str = "") -> int:
    return _sum(ROSTER.defense, full, reduced)


def _sum(table: list[tuple[int, ...]], full: str, reduced: str) -> int:
    return sum(table[INDEX[u]][-1] for u in full.split()) + sum(table[INDEX[u]][1] for u in reduced.split())
