"""Chapters 5.2, 8.7.A, 10.7.9, 16.2 and 17.1: whether units can be in the hexes that the data files give them."""

from __future__ import annotations

from ...engine.board import Board
from ...engine.contents import Counter
from ...engine.data import Row, Source
from ...engine.toml_lines import TomlEntry
from .ground import FORTS
from .roster import Roster
from .stacking import clash, counted
from .tables import Tables
from .tables_schema import SEA


class Places:
    """Units and their hexes at one moment, with the line of a file that gives each."""

    def __init__(self, source: Source, board: Board, counters: tuple[Counter, ...], tables: Tables) -> None:
        self.source, self.board, self.counters, self.tables = source, board, counters, tables
        self.roster = Roster(counters)
        self._stacks: dict[int, list[int]] = {}
        holland = board.regions.get("Fortress Holland")
        paris = board.regions.get("Paris")
        self._holland = holland.set if holland else 0
        self._paris = paris.set if paris else 0

    def add(self, unit: str, label: str, where: Row | TomlEntry) -> None:
        """Note a unit and its hex; report a hex that it cannot be in."""
        try:
            h = self.board.grid.parse(label)
        except ValueError:
            return  # the reader of the label has reported it
        u = self.roster.by_id.get(unit)
        if u is None:
            return
        if self.board.terrain_at.get(h, SEA) == SEA:
            self.source.error(where, f"{unit} is in {label}, which is not a land hex of the map")
            return
        self._check_hex(u, h, label, where)
        self._stack(u, h, label, where)

    def _check_hex(self, u: int, h: int, label: str, where: Row | TomlEntry) -> None:
        unit, roster = self.counters[u].id, self.roster
        features = self.board.features.get(h, frozenset())
        if roster.types["garrison"] >> u & 1 and f"fort:{FORTS[1]}" not in features:
            self.source.error(where, f"{unit} is in {label}, which has no Metz fort (16.1)")
        if roster.mechanized >> u & 1 and self._holland >> h & 1:
            self.source.error(where, f"{unit} is mechanized and in {label} in Fortress Holland (17.1.C)")
        if roster.german >> u & 1 and self._paris >> h & 1:
            self.source.error(where, f"{unit} is in {label}, but no German unit stays in Paris (10.7.9)")
        if any(word.startswith("entry:") for word in features):
            self.source.error(where, f"{unit} is in {label}, an entrance hex (7.1.2)")

    def _stack(self, u: int, h: int, label: str, where: Row | TomlEntry) -> None:
        stack = self._stacks.setdefault(h, [])
        names = ", ".join(self.counters[other].id for other in (*stack, u))
        if any(self.counters[other].side != self.counters[u].side for other in stack):
            self.source.error(where, f"{label} holds units of both sides: {names}")
        stack.append(u)
        units = sum(1 << other for other in stack)
        if counted(self.roster, self.tables, units) > self.tables.numbers["stacking"]["units"]:
            self.source.error(where, f"{label} holds {names}: more than may stack there (5.2.A)")
        if clash(self.roster, units):
            self.source.error(where, f"{label} holds {names}: Commonwealth and US or French units together (5.2.B)")
