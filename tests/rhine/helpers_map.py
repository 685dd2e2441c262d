"""Helpers for the map of Watch on the Rhine: both sheets, land and water, regions, units and tables."""

from __future__ import annotations

import tomllib
from types import SimpleNamespace
from typing import Any

from grognard.engine.board import Board, Hexside, hexside, load_board
from grognard.engine.data import Source
from grognard.games.rhine.tables import load_tables
from grognard.games.rhine.units import Roster, load_counters
from grognard.hexes import bits
from tests.kit import GAMES
from tests.mapkit import MapWords

FOLDER = GAMES / "rhine" / "data"
SIDES = ("allied", "german")


def read_all(overlay: dict[str, str] | None = None) -> tuple[Source, Board, Any, Any]:
    """The board, the tables and the counters, with an owner's corrections; errors are collected in the source."""
    source = Source(FOLDER, overlay)
    board = load_board(source)
    tables = load_tables(source)
    return source, board, tables, load_counters(source, SIDES, board.grid.parse)


def faults(**overlay: str) -> list[str]:
    """The errors in corrections; files by name without their dots, ``tables_toml="..."``."""
    source, *_ = read_all({name.replace("_", "."): text for name, text in overlay.items()})
    return [str(problem) for problem in source.problems]


SOURCE, BOARD, TABLES, COUNTERS = read_all()
SOURCE.check()
MAP = MapWords(SimpleNamespace(id="rhine", board=BOARD))  # type: ignore[arg-type]
named, pairs = MAP.named, MAP.pairs
GRID = BOARD.grid
ROSTER = Roster(COUNTERS)
INDEX = {c.id: i for i, c in enumerate(COUNTERS)}
LINES = {line["id"]: line for line in MAP.packaged("counters.csv")}
CAMPAIGN: dict[str, Any] = tomllib.loads((FOLDER / "scenarios.toml").read_text(encoding="utf-8"))["campaign"]

#: printed rows of both sheets, from north to south, the shared row by its southern name
ROWS = [f"{r}N" for r in range(11, 29)] + [f"{r}S" for r in range(11, 30)]
SEA: int = BOARD.terrain["sea"]
LAND: int = BOARD.playable & ~SEA
HOOK = BOARD.having("hook-of-holland")
#: where a unit may ever stand
ENTER = LAND & ~HOOK
CITIES, TOWNS, RUHR, WALL = (BOARD.having(word) for word in ("city", "town", "ruhr", "westwall"))
GERMANY, NETHERLANDS, BELGIUM, LUXEMBOURG, FRANCE = map(
    BOARD.area, ("Germany", "Netherlands", "Belgium", "Luxembourg", "France")
)
EAST = [f"{r[:2]}00{r[2]}" for r in ROWS]
WEST = [f"{r[:2]}17{r[2]}" for r in ROWS]
SOUTH = [f"29{c}S" for c in range(12, 18)]


def region(name: str) -> int:
    return BOARD.regions[name].set


def members(name: str) -> list[str]:
    """The hexes of a region in the order of its row."""
    return [GRID.label(h) for h in BOARD.regions[name].hexes]


def sides(*kinds: str) -> set[Hexside]:
    """Every hexside of some kinds."""
    return {pair for kind in kinds for pair in BOARD.hexsides_of(kind)}


def joined(start: int, *shut: str, inside: int = ENTER) -> int:
    """Every hex that can be reached over land without crossing hexsides of some kinds."""
    closed = sides(*shut)
    return MAP.spread(start & inside, lambda a, b: bool(inside >> b & 1) and hexside(a, b) not in closed)


def kind(pair: str) -> str:
    """The kind of a hexside, or nothing."""
    found = BOARD.hexsides.get(MAP.between(pair))
    return found.kind if found else ""


def ids(found: int) -> set[str]:
    return {COUNTERS[i].id for i in bits(found)}
