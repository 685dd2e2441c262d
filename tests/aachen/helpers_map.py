"""Words for speaking about the map, the counters and the charts of Aachen."""

from __future__ import annotations

from typing import Any

from grognard.engine.board import hexside
from grognard.games.aachen.ground import Ground
from grognard.games.aachen.parts import Parts, load_parts
from grognard.games.aachen.units import Roster
from tests.kit.box import Box

BOX: Box[Parts] = Box("aachen", load_parts)
BOARD, COUNTERS, SCENARIOS, TABLES = BOX.parts
GRID = BOARD.grid
GROUND = Ground(BOARD, TABLES)
ROSTER = Roster(COUNTERS)
INDEX = {c.id: i for i, c in enumerate(COUNTERS)}
MAP, at, region, members = BOX.map, BOX.at, BOX.region, BOX.members


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
