"""Everything in the box, read and checked together: board, counters, scenarios and tables."""

from __future__ import annotations

from ...engine.board import Board, load_board
from ...engine.contents import Counter, Scenario
from ...engine.data import Source
from .scenarios import load_scenarios
from .tables import Tables, load_tables
from .units import ENGLAND, load_counters

#: The same in the form that a game of turns reads.
Parts = tuple[Board, tuple[Counter, ...], dict[str, Scenario], Tables]
#: Beaches whose names are printed on counters instead of their hex, as they are printed.
_PRINTED = {"Utah": "Utah", "Omaha": "Omaha", "Gold": "Gold", "Sword/Juno": "Sword"}


def load_parts(source: Source) -> Parts:
    """Everything in the data folder; errors are kept by the source."""
    board = load_board(source)
    tables = load_tables(source)
    beaches = {name: board.regions[name].hexes for name in _PRINTED if name in board.regions}
    names = {board.grid.label(h): _PRINTED[name] for name, hexes in beaches.items() for h in hexes}
    names[ENGLAND] = "Eng"
    counters = load_counters(source, board.grid.parse, names)
    return board, counters, load_scenarios(source, counters, board, tables), tables
