"""Words for speaking about the map of Watch on the Oder: land and sea, open hexsides, the start line, the set-up."""

from __future__ import annotations

from typing import Any

import grognard
from grognard.engine.board import Hexside, hexside
from grognard.hexes import of
from tests.mapkit import MapWords

GAME: Any = grognard.game("oder")
MAP = MapWords(GAME)
named, pairs = MAP.named, MAP.pairs
BOARD: Any = MAP.board
COLUMNS, ROWS = range(10, 36), range(3, 22)
CAMPAIGN = GAME.scenarios["campaign"].words
#: unit -> start hex, by side; only units with a hex of their own
START: dict[str, dict[str, str]] = CAMPAIGN["setup"]
SEA: int = BOARD.terrain["sea"]
LAND: int = BOARD.playable & ~SEA
GERMAN, SOVIET = BOARD.area("german"), BOARD.area("soviet")
CITIES, TOWNS = BOARD.having("city"), BOARD.having("town")
USIR = MAP.hexes("1218 1219 1220 1318 1319 1320")
BRIDGES = MAP.hexes("2607 2706 2208")
START_LINE = set(BOARD.regions["Start line"].hexsides)
#: the belts of fortifications
BELTS = {
    "Königsberg and the Heilsberg triangle": "2408 2209 2309 2410 2509 2508",
    "Lötzen and the Angerapp": "2511 2611",
    "the Insterburg gap": "2709 2810",
    "Memel": "2806",
    "the lower Vistula": "2007 2009 1909 1811 2114",
    "Posen": "1310",
    "the bend of Oder and Warthe": "1108 1109",
    "the Pomeranian position": "1308 1408 1507 1508 1607",
    "the Oder": "1007 1012 1114",
}
#: fortress command -> its town
FORTRESSES = {
    "FCB": "Breslau",
    "FCK": "Königsberg",
    "FCDK": "Deutsch Krone",
    "FCDZ": "Danzig",
    "FCKS": "Küstrin",
    "FCSM": "Swinemünde",
    "FCSW": "Stettin",
}


def sides(kind: str) -> set[Hexside]:
    """Every hexside of a kind."""
    return set(BOARD.hexsides_of(kind))


ALL_SEA, RIVERS = sides("all-sea"), sides("river")


def open_side(a: int, b: int) -> bool:
    """Whether one can step from one hex to the next: land on both sides, and no all-sea hexside."""
    return bool(LAND >> a & LAND >> b & 1) and hexside(a, b) not in ALL_SEA


def joined(start: str, allowed: int) -> int:
    """Every hex that hangs together with this one inside a set of hexes."""
    return MAP.spread(1 << MAP.at(start), lambda a, b: bool(allowed >> b & 1) and open_side(a, b))


def facing(h: int, side_: int) -> bool:
    """Whether a hex borders on the ground of a side across an open hexside."""
    return any(side_ >> n & 1 and open_side(h, n) for n in MAP.grid.neighbour_list(h))


def around(found: int) -> int:
    """A set of hexes and everything next to it."""
    return found | int(MAP.grid.neighbours(found))


def ends(pair: Hexside) -> list[frozenset[int]]:
    """The two corners of a hexside, each by the hexes that meet there; at the map's edge only two do."""
    a, b = pair
    third = set(MAP.grid.neighbour_list(a)) & set(MAP.grid.neighbour_list(b))
    return ([frozenset((a, b, n)) for n in sorted(third)] + [frozenset(pair)] * 2)[:2]


def standing(name: str) -> dict[str, list[str]]:
    """Start hex -> the units of a side that start there."""
    found: dict[str, list[str]] = {}
    for unit, label in START[name].items():
        found.setdefault(label, []).append(unit)
    return found


def counter(unit: str) -> Any:
    return GAME.counters[GAME.unit_ids[unit]]


def posts(name: str) -> int:
    """The hexes in which a side has units at the start."""
    return of(map(MAP.at, START[name].values()))
