"""The printed map and counters of Watch on the Oder by their labels, measured with the grid alone."""

from __future__ import annotations

from grognard.hexes import Grid
from tests.kit import Paper, rows

GRID = Grid((10, 35), (3, 21), shoved="odd")
PAPER = Paper(GRID)
EVERY_HEX = PAPER.all
near, distance, within, island = PAPER.near, PAPER.distance, PAPER.within, PAPER.island
COUNTERS = {row["id"]: row for row in rows("oder", "counters.csv")}
HEXES = {row["hex"]: row for row in rows("oder", "hexes.csv")}
WEST_EDGE = {f"10{row:02d}" for row in range(3, 22)}
EAST_EDGE = {f"35{row:02d}" for row in range(3, 22)}
USIR = {"1218", "1219", "1220", "1318", "1319", "1320"}


def having(word: str, area: str = "") -> set[str]:
    """The hexes of the real map with a feature, all or only those of one side of the start line."""
    return {label for label, row in HEXES.items() if word in row["features"].split(";") and area in ("", row["area"])}
