"""Checks of a game's data beyond those for every board. Errors are reported with their line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from .board import Board, Region
from .contents import Counter
from .data import Row, Source


def check_cells(source: Source, file: str, column: str, allowed: Iterable[str]) -> None:
    """Report words in a column that the game does not allow, except in rows with an earlier error."""
    words = frozenset(allowed)
    for row in source.rows.get(file, ()):
        if row[column] not in words | {"", "none"} and not source.has_errors(row):
            source.one_of(row, column, words)


def require_region(source: Source, board: Board, name: str, kind: str) -> Region | None:
    """Return a region that the rules need: a ``line`` of hexsides or a ``list`` of hexes (an area is also a list)."""
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
    """The hexes with a terrain, without the overlay."""
    return frozenset(row["hex"] for row in source.packaged_rows["hexes.csv"] if row["terrain"] == terrain)


def unit_of(by_id: Mapping[str, Counter], side: str | None = None) -> Callable[[str], None]:
    """A check for schemas: the text must be the id of a unit, optionally of one side."""

    def parse(text: str) -> None:
        if text not in by_id:
            raise ValueError(f"unknown unit {text!r}")
        if side is not None and by_id[text].side != side:
            raise ValueError(f"{text!r} is not a {side} unit")

    return parse


def read_counters(
    source: Source, columns: tuple[str, ...], count: int, read: Callable[[Row], Counter]
) -> tuple[Counter, ...]:
    """Read counters.csv row by row and check that it has ``count`` counters."""
    counters = tuple(read(row) for row in source.table("counters.csv", ("id",), columns, closed=True))
    if len(counters) != count:
        source.error("counters.csv", f"the file has {len(counters)} counters; the game needs {count}")
    return counters
