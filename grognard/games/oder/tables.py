"""The charts of the game: combat results, terrain effects, modifiers and limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...engine.data import Source
from ...mechanics.odds import OddsTable, scale

Prices = Mapping[str, int | None]

_TERRAIN = ("clear", "forest", "rough", "marsh", "town", "city")


@dataclass(frozen=True)
class Tables:
    crt: OddsTable
    #: what hexes and rivers cost each class
    enter: Mapping[str, Prices]
    cross: Mapping[str, Prices]
    tec_source: str
    movement: Mapping[str, int]
    modifiers: Mapping[str, int]
    stacking_limit: int
    german_least: int


def load_tables(source: Source) -> Tables:
    """Read and check tables.toml."""
    file = "tables.toml"
    words = source.toml(file)
    source.check()
    try:
        return _tables(source, words, file)
    except (KeyError, TypeError, IndexError, ValueError) as error:
        source.fault(file, f"an entry is missing or of the wrong form: {error}")
        source.check()
        raise AssertionError from error


def _tables(source: Source, words: dict[str, Any], file: str) -> Tables:
    tec = words["tec"]
    classes = ("non-mechanized", "mechanized")
    return Tables(
        crt=_crt(source, words["crt"], file),
        enter={who: _prices(source, file, who, tec[who]) for who in classes},
        cross={who: {"river": _whole(source, file, f"{who}.river", tec[who]["river"]), "land-bridge": 0, "passable": 0}
               for who in classes},  # fmt: skip
        tec_source=tec["source"],
        movement={who: int(words["movement"][who]) for who in (*classes, "static")},
        modifiers={name: int(value) for name, value in words["modifiers"].items() if name != "source"},
        stacking_limit=int(words["stacking"]["limit"]),
        german_least=int(words["victory"]["german_least"]),
    )


def _crt(source: Source, words: dict[str, Any], file: str) -> OddsTable:
    lines = {side: tuple(words[side]) for side in ("german", "soviet")}
    rows = tuple(tuple(row) for row in words["rows"])
    for side, heads in lines.items():
        steps = [scale(head) for head in heads]
        if steps != list(range(steps[0], steps[0] + len(steps))):
            source.fault(file, f"[crt] the {side} headings do not follow one another")
        if any(len(row) != len(heads) for row in rows):
            source.fault(file, f"[crt] a row has not as many results as the {side} line has columns")
    for row in rows:
        for cell in row:
            if cell not in words["results"]:
                source.fault(file, f"[crt] unknown result {cell!r}")
    return OddsTable(lines, int(words["first_row"]), rows, ("AL1", "DE"), words["source"])


def _prices(source: Source, file: str, who: str, words: dict[str, Any]) -> Prices:
    for name in set(_TERRAIN) - set(words):
        source.fault(file, f"[tec.{who}] has no price for {name}")
    return {name: _whole(source, file, f"{who}.{name}", words[name]) or None for name in _TERRAIN if name in words}


def _whole(source: Source, file: str, name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        source.fault(file, f"[tec] {name} is {value!r}, not a whole number of movement factors")
        return 0
    return value
