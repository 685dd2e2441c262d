"""The charts of the game: combat results, terrain effects, modifiers and limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...engine.checks import check_cells
from ...engine.data import Source
from ...engine.schema import ListOf, Table, Text, Whole, one_of, read
from ...mechanics.odds import OddsTable, scale

Prices = Mapping[str, int | None]

_FILE = "tables.toml"
_SIDES = ("german", "soviet")
_TERRAIN = ("clear", "forest", "rough", "marsh")
_BUILT = ("town", "city")
_HEXSIDES = ("river", "all-sea", "land-bridge", "passable")
_CLASSES = ("non-mechanized", "mechanized")
_RESULTS = one_of(("AL1", "AS", "EX", "DR", "DE"))
_MODIFIERS = (
    "forest",
    "rough",
    "town",
    "city",
    "river",
    "fortification",
    "support",
    "concentric",
    "attacker_out_of_supply",
    "defender_out_of_supply",
    "first_turn_german",
    "first_turn_soviet_shift",
)

_PRICES = Table(dict.fromkeys((*_TERRAIN, *_BUILT, "river"), Whole()))
_TABLES = Table(
    {
        "crt": Table(
            {
                "source": Text(),
                "results": ListOf(_RESULTS, least=1),
                **dict.fromkeys(_SIDES, ListOf(Text(scale), least=1)),
                "first_row": Whole(-20, 20),
                "rows": ListOf(ListOf(_RESULTS, least=1), least=1),
            }
        ),
        "tec": Table({"source": Text(), **dict.fromkeys(_CLASSES, _PRICES)}),
        "movement": Table({"source": Text(), **dict.fromkeys((*_CLASSES, "static"), Whole())}),
        "modifiers": Table({"source": Text(), **dict.fromkeys(_MODIFIERS, Whole(-9, 9))}),
        "stacking": Table({"source": Text(), "limit": Whole(1)}),
        "victory": Table({"source": Text(), "german_least": Whole()}),
    }
)


@dataclass(frozen=True)
class Tables:
    crt: OddsTable
    #: the costs of hexes and rivers for each class
    enter: Mapping[str, Prices]
    cross: Mapping[str, Prices]
    tec_source: str
    movement: Mapping[str, int]
    modifiers: Mapping[str, int]
    stacking_limit: int
    german_least: int


def load_tables(source: Source) -> Tables:
    """Read and check tables.toml."""
    words = read(source, _FILE, _TABLES)
    check_cells(source, "hexes.csv", "terrain", (*_TERRAIN, "sea"))
    check_cells(source, "hexsides.csv", "kind", _HEXSIDES)
    tec = words["tec"]
    return Tables(
        crt=_crt(source, words["crt"]),
        enter={who: {name: tec[who][name] or None for name in (*_TERRAIN, *_BUILT)} for who in _CLASSES},
        cross={who: {"river": tec[who]["river"], "land-bridge": 0, "passable": 0} for who in _CLASSES},
        tec_source=tec["source"],
        movement={who: words["movement"][who] for who in (*_CLASSES, "static")},
        modifiers={name: value for name, value in words["modifiers"].items() if name != "source"},
        stacking_limit=words["stacking"]["limit"],
        german_least=words["victory"]["german_least"],
    )


def _crt(source: Source, words: dict[str, Any]) -> OddsTable:
    rows = words["rows"]
    if not source.has_errors(source.entry(_FILE, "crt")):
        for side in _SIDES:
            steps = [scale(head) for head in words[side]]
            if steps != list(range(steps[0], steps[0] + len(steps))):
                source.error(source.entry(_FILE, "crt", side), f"crt.{side}: the headings must be consecutive odds")
            if len(steps) != len(rows[0]):
                reason = f"crt.{side} has {len(steps)} headings over {len(rows[0])} results"
                source.error(source.entry(_FILE, "crt", side), reason)
    for i, row in enumerate(rows):
        if len(row) != len(rows[0]):
            reason = f"crt.rows #{i + 1} has {len(row)} results, the first has {len(rows[0])}"
            source.error(source.entry(_FILE, "crt", "rows", i), reason)
    for word in sorted({cell for row in rows for cell in row} - {*words["results"], ""}):
        source.error(source.entry(_FILE, "crt", "results"), f"crt.results lacks {word}, which appears in the rows")
    lines = {side: tuple(words[side]) for side in _SIDES}
    return OddsTable(lines, words["first_row"], tuple(tuple(row) for row in rows), ("AL1", "DE"), words["source"])
