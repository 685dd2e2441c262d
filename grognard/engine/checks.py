"""What a game checks of its board beyond what every board is checked for, with the line of the fault."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from .board import Board, Region
from .contents import Counter
from .data import Row, Source


def check_cells(source: Source, file: str, column: str, allowed: Iterable[str]) -> None:
    """A game knows more of a column than board.toml says: refuse every other word, unless the row is faulty anyway."""
    words = frozenset(allowed)
    for row in source.rows.get(file, ()):
        if row[column] not in words | {"", "none"} and not source.has_errors(row):
            source.one_of(row, column, words)


def require_region(source: Source, board: Board, name: str, kind: str) -> Region | None:
    """A region the rules speak of, a ``line`` of hexsides or a ``list`` of hexes (an area is one too)."""
    row = region_row(source, name)
    if row is None:
        source.error("regions.csv", f"the region {name} is missing")
        return None
    if source.has_errors(row):
        return None
    region = board.regions[name]
    if (region.kind == "line") != (kind == "line"):
        source.error(row, f"{name} must be a {kind}, not a {region.kind}")
        return None
    return region


def region_row(source: Source, name: str) -> Row | None:
    """The row of a region."""
    return next((row for row in source.rows.get("regions.csv", ()) if row["region"] == name), None)


def packaged_hexes(source: Source, terrain: str) -> frozenset[str]:
    """The hexes of a terrain before any correction."""
    return frozenset(row["hex"] for row in source.packaged_rows["hexes.csv"] if row["terrain"] == terrain)


def unit_of(by_id: Mapping[str, Counter], side: str | None = None) -> Callable[[str], None]:
    """For a schema: the id of a unit, of a side if one is named."""

    def parse(text: str) -> None:
        if text not in by_id:
            raise ValueError(f"unknown unit {text!r}")
        if side is not None and by_id[text].side != side:
            raise ValueError(f"{text!r} is not a {side} unit")

    return parse


def read_counters(
    source: Source, columns: tuple[str, ...], count: int, read: Callable[[Row], Counter]
) -> tuple[Counter, ...]:
    """Every counter of counters.csv, read row by row; the game has just so many."""
    counters = tuple(read(row) for row in source.table("counters.csv", ("id",), columns, closed=True))
    if len(counters) != count:
        source.error("counters.csv", f"{len(counters)} counters, the game has {count}")
    return counters
