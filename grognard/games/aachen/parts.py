"""Everything in the box, read and checked together: board, counters, scenarios and tables."""

from __future__ import annotations

from ...engine.board import Board, load_board
from ...engine.contents import Counter, Scenario
from ...engine.data import Source
from .scenarios import load_scenarios
from .tables import Tables, load_tables
from .tables_schema import BUILT_UP, SIDES
from .units import load_counters

#: The same in the form that a game of turns reads.
Parts = tuple[Board, tuple[Counter, ...], dict[str, Scenario], Tables]


def load_parts(source: Source) -> Parts:
    """Everything in the data folder; errors are kept by the source."""
    board = load_board(source)
    _check_pillboxes(source)
    tables = load_tables(source)
    counters = load_counters(source, SIDES, board.grid.parse)
    return board, counters, load_scenarios(source, counters, board, tables), tables


def _check_pillboxes(source: Source) -> None:
    """A pillbox changes clear and forest hexes; there is none in a town (3.1.1)."""
    for row in source.rows["hexes.csv"]:
        if row["terrain"] in BUILT_UP and "pillbox" in row["features"].split(";"):
            source.error(row, f"{row['hex']} is {row['terrain']}, and a pillbox needs clear ground or forest (3.1.1)")
