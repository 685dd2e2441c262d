"""Words for speaking about the map, the counters and the charts of Aachen."""

from __future__ import annotations

import csv
from types import SimpleNamespace
from typing import Any

from grognard.engine.board import hexside
from grognard.engine.data import Source
from grognard.games.aachen.ground import Ground
from grognard.games.aachen.parts import Parts, load_parts
from grognard.games.aachen.units import Roster
from tests.kit import GAMES
from tests.mapkit import MapWords

FOLDER = GAMES / "aachen" / "data"


def read_all(overlay: dict[str, str] | None = None) -> tuple[Source, Parts]:
    """Everything in the box, with an owner's corrections; errors wait in the source."""
    source = Source(FOLDER, overlay)
    return source, load_parts(source)


def faults(**overlay: str) -> list[str]:
    """What is reported about corrections; files by name without their dots, ``tables_toml="..."``."""
    source, _ = read_all({name.replace("_", "."): text for name, text in overlay.items()})
    return [str(problem) for problem in source.problems]


SOURCE, (BOARD, COUNTERS, SCENARIOS, TABLES) = read_all()
SOURCE.check()
GRID = BOARD.grid
GROUND = Ground(BOARD, TABLES)
ROSTER = Roster(COUNTERS)
INDEX = {c.id: i for i, c in enumerate(COUNTERS)}
MAP = MapWords(SimpleNamespace(id="aachen", board=BOARD))  # type: ignore[arg-type]


def lines(name: str) -> list[dict[str, str]]:
    """The rows of one of the game's own files."""
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def at(label: str) -> int:
    return int(GRID.parse(label))


def region(name: str) -> int:
    return BOARD.regions[name].set


def members(name: str) -> list[str]:
    """The hexes of a region in the order of its row."""
    return [GRID.label(h) for h in BOARD.regions[name].hexes]


def kind(pair: str) -> str:
    """What lies along a hexside such as ``"2504/2505"``."""
    a, b = pair.split("/")
    return BOARD.kind_between(at(a), at(b))


def has_road(pair: str) -> bool:
    a, b = pair.split("/")
    return hexside(at(a), at(b)) in BOARD.roads


def points(who: str, a: str, b: str, zone: str = "") -> float | None:
    """Movement Points of a step by a class of mover, with enemy zones in some hexes; None where it has no price."""
    zones = sum(1 << at(label) for label in zone.split())
    halves = GROUND.steps[who].in_zone(zones).step(at(a), at(b))
    return None if halves is None else halves / 2


def words(scenario: str) -> dict[str, Any]:
    return dict(SCENARIOS[scenario].words)
