"""Everything in the box, read and checked together: board, counters, scenarios and tables."""

from __future__ import annotations

from ...engine.board import Board, load_board
from ...engine.contents import Counter, Scenario
from ...engine.data import Source
from .scenarios import load_scenarios
from .tables import Tables, load_tables
from .units import load_counters

#: The same in the form that a game of turns reads.
Parts = tuple[Board, tuple[Counter, ...], dict[str, Scenario], Tables]
#: Beaches whose names are printed on counters instead of their hex.
_PRINTED = ("Utah", "Omaha", "Gold", "Sword/Juno")


def load_parts(source: Source) -> Parts:
    """Everything in the data folder; errors are kept by the source."""
    board = load_board(source)
    tables = load_tables(source)
    names = {board.grid.label(h): name for name in _PRINTED if name in board.regions for h in board.regions[name].hexes}
    counters = load_counters(source, board.grid.parse, names)
    return board, counters, load_scenarios(source, counters, board, tables), tables
