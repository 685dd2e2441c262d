"""The charts of the game: combat results, terrain effects, limits and points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ...engine.board import Board
from ...engine.checks import check_cells, packaged_hexes, region_row, require_region
from ...engine.data import Source
from ...engine.schema import ListOf, Number, Table, Text, Whole, one_of, read
from ...mechanics.differential import DifferentialTable, heading, load_table

#: Costs by terrain word, in half Movement Points; None means prohibited.
Prices = Mapping[str, int | None]

_FILE = "tables.toml"
_SIDES = ("us", "german")
_TERRAIN = ("clear", "mixed", "grove", "woods", "broken", "rough", "town")
_HEXSIDES = ("stream", "river", "ferry")
_WAYS = ("road", "trail")
_RESULTS = ("A1", "A2", "A3", "A4", "Ae", "Br", "D1", "D2", "D3", "D4", "De")

_HALVES = "a whole or half number of Movement Points"
_PRICES = Table(dict.fromkeys((*_TERRAIN, "stream"), Number(_HALVES, parts=2, least=0)))
_WAY = Number(_HALVES, parts=2, least=0.5)
_BY_SIDE = Table(dict.fromkeys(_SIDES, Whole()))
_LEVEL = {"winner": one_of(_SIDES), "level": Text()}
_LINE = Table(
    {
        "terrain": ListOf(one_of((*_TERRAIN, "stream", "bridge")), least=1),
        "columns": ListOf(Text(heading), least=1),
    }
)
_TABLES = Table(
    {
        "crt": Table(
            {
                "source": Text(),
                "lines": ListOf(_LINE, least=1),
                "results": ListOf(ListOf(one_of(_RESULTS), least=1), exactly=6),
            }
        ),
        "tec": Table({"source": Text(), "leg": _PRICES, "vehicle": _PRICES, **dict.fromkeys(_WAYS, _WAY)}),
        "limits": Table(
            {"source": Text(), **dict.fromkeys(("barrage", "fpf", "support_turn", "support_combat"), _BY_SIDE)}
        ),
        "panzer116": Table({"source": Text(), "last_turn": Whole(), "penalty": Whole()}),
        "objectives": Table({"source": Text(), "points": Table(others=Whole())}),
        "victory": Table(
            {
                "source": Text(),
                "levels": ListOf(Table({"least": Whole(), **_LEVEL}), least=1),
                "otherwise": Table(_LEVEL),
            }
        ),
    }
)


def half_points(half: int | None) -> str:
    """Half Movement Points as players write them; P (None) means prohibited."""
    if half is None:
        return "P"
    whole, rest = divmod(half, 2)
    return f"{whole or ''}½" if rest else str(whole)


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
    words = read(source, _FILE, _TABLES)
    check_cells(source, "hexes.csv", "terrain", _TERRAIN)
    check_cells(source, "hexsides.csv", "kind", _HEXSIDES)
    check_cells(source, "roads.csv", "kind", _WAYS)
    _check_objectives(source, board, words["objectives"]["points"])
    _check_levels(source, words["victory"]["levels"])
    tec, limits = words["tec"], words["limits"]

    def by_side(name: str) -> tuple[int, ...]:
        return tuple(limits[name][side] for side in _SIDES)

    return Tables(
        crt=_crt(source, words["crt"]),
        leg=_prices(tec["leg"]),
        vehicle=_prices(tec["vehicle"]),
        ways={kind: int(2 * tec[kind]) for kind in _WAYS},
        tec_source=tec["source"],
        barrage_limit=by_side("barrage"),
        fpf_limit=by_side("fpf"),
        support_turn=by_side("support_turn"),
        support_combat=by_side("support_combat"),
        last_turn_116=words["panzer116"]["last_turn"],
        penalty_116=words["panzer116"]["penalty"],
        objectives=dict(words["objectives"]["points"]),
        levels=tuple((e["least"], e["winner"], e["level"]) for e in words["victory"]["levels"]),
        lowest=(words["victory"]["otherwise"]["winner"], words["victory"]["otherwise"]["level"]),
    )


def _crt(source: Source, words: dict[str, Any]) -> DifferentialTable:
    served = {word for line in words["lines"] for word in line["terrain"]}
    for word in (*_TERRAIN, "stream", "bridge"):
        if word not in served:
            source.error(source.entry(_FILE, "crt", "lines"), f"crt.lines: no line for {word}")
    for i, row in enumerate(words["results"]):
        if len(row) != len(words["results"][0]):
            place = source.entry(_FILE, "crt", "results", i)
            source.error(place, f"crt.results #{i + 1} has {len(row)} cells, the first has {len(words['results'][0])}")
    here = source.entry(_FILE, "crt")
    return DifferentialTable((), (), "") if source.has_errors(here) or not served else load_table(source, words, here)


def _check_objectives(source: Source, board: Board, points: dict[str, int]) -> None:
    """Every objective is a list of town hexes in regions.csv (15.22).

    An overlay may change the terrain of a packaged objective; an objective it moves or adds must be a town.
    """
    towns = packaged_hexes(source, "town")
    for name in points:
        place = source.entry(_FILE, "objectives", "points", name)
        row = region_row(source, name)
        if row is None:
            source.error(place, f"objectives.points.{name}: {name} is not in regions.csv")
            continue
        region = require_region(source, board, name, "list")
        for h in region.hexes if region else ():
            label = board.grid.label(h)
            if board.terrain_at.get(h) != "town" and (row.overlaid or label not in towns):
                source.error(
                    row if row.overlaid else place, f"the objective {name} includes {label}, which is not a town hex"
                )


def _check_levels(source: Source, levels: list[dict[str, Any]]) -> None:
    for i, (above, below) in enumerate(pairwise(levels), 1):
        if below["least"] >= above["least"]:
            reason = f"victory.levels #{i + 1}: {below['least']} is not less than {above['least']} before it"
            source.error(source.entry(_FILE, "victory", "levels", i), reason)


def _prices(words: dict[str, float]) -> tuple[Prices, Prices]:
    """Movement Points as half points; 0 means prohibited."""
    half = {name: int(2 * points) or None for name, points in words.items()}
    # A river without a bridge is closed to all units (6.31); a ferry is not a bridge (6.33).
    return {name: half[name] for name in _TERRAIN}, {"stream": half["stream"], "river": None, "ferry": None}
