"""The charts of the game: combat results, terrain effects, limits and points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...engine.board import Board
from ...engine.data import Source
from ...mechanics.differential import DifferentialTable, load_table

#: Prices by word, in half Movement Points; None is prohibited.
Prices = Mapping[str, int | None]

_TERRAIN = ("clear", "mixed", "grove", "woods", "broken", "rough", "town")


@dataclass(frozen=True)
class Tables:
    crt: DifferentialTable
    #: what hexes and hexsides cost leg units and vehicles, and what a step by road or trail costs
    leg: tuple[Prices, Prices]
    vehicle: tuple[Prices, Prices]
    ways: Mapping[str, int]
    tec_source: str
    #: artillery units in one combat, by side index (11.2, 11.3)
    barrage_limit: tuple[int, ...]
    fpf_limit: tuple[int, ...]
    #: Ground Support Points a turn and a combat, by side index (11.4)
    support_turn: tuple[int, ...]
    support_combat: tuple[int, ...]
    last_turn_116: int
    penalty_116: int
    objectives: Mapping[str, int]
    #: (least ratio in hundredths, winner, level), best for the U.S. first (15.4)
    levels: tuple[tuple[int, str, str], ...]
    lowest: tuple[str, str]


def load_tables(source: Source, board: Board) -> Tables:
    """Read and check tables.toml."""
    file = "tables.toml"
    words = source.toml(file)
    source.check()
    try:
        return _tables(source, words, file, board)
    except (KeyError, TypeError, IndexError) as error:
        source.fault(file, f"an entry is missing or of the wrong form: {error}")
        source.check()
        raise AssertionError from error


def _tables(source: Source, words: dict[str, Any], file: str, board: Board) -> Tables:
    tec, limits, sides = words["tec"], words["limits"], ("us", "german")
    for name in words["objectives"]["points"]:
        if name not in board.regions:
            source.fault(file, f"[objectives.points] {name} is not in regions.csv")

    def by_side(name: str) -> tuple[int, ...]:
        return tuple(int(limits[name][side]) for side in sides)

    return Tables(
        crt=load_table(source, words["crt"], file),
        leg=_prices(source, file, "leg", tec["leg"]),
        vehicle=_prices(source, file, "vehicle", tec["vehicle"]),
        ways={kind: _half(source, file, kind, tec[kind]) or 1 for kind in ("road", "trail")},
        tec_source=tec["source"],
        barrage_limit=by_side("barrage"),
        fpf_limit=by_side("fpf"),
        support_turn=by_side("support_turn"),
        support_combat=by_side("support_combat"),
        last_turn_116=int(words["panzer116"]["last_turn"]),
        penalty_116=int(words["panzer116"]["penalty"]),
        objectives=dict(words["objectives"]["points"]),
        levels=tuple((int(e["least"]), e["winner"], e["level"]) for e in words["victory"]["levels"]),
        lowest=(words["victory"]["otherwise"]["winner"], words["victory"]["otherwise"]["level"]),
    )


def _prices(source: Source, file: str, who: str, words: dict[str, Any]) -> tuple[Prices, Prices]:
    for name in set(_TERRAIN) - set(words):
        source.fault(file, f"[tec.{who}] has no price for {name}")
    enter = {name: _half(source, file, f"{who}.{name}", words[name]) for name in _TERRAIN if name in words}
    # A river without a bridge is closed to everybody (6.31); a ferry is no bridge (6.33).
    return enter, {"stream": _half(source, file, f"{who}.stream", words["stream"]), "river": None, "ferry": None}


def _half(source: Source, file: str, name: str, points: Any) -> int | None:
    """Movement Points as half points; 0 means prohibited."""
    if isinstance(points, bool) or not isinstance(points, int | float) or points < 0 or points * 2 != int(points * 2):
        source.fault(file, f"[tec] {name} is {points!r}, not a whole or half number of Movement Points")
        return None
    return int(points * 2) or None
