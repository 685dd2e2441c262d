"""Chapters 3.3, 5.3.1 and 7.3: whether units can be in the hexes that the data files give them."""

from __future__ import annotations

from collections.abc import Mapping

from ...engine.board import Board
from ...engine.contents import Counter
from ...engine.data import Row, Source
from ...engine.toml_lines import TomlEntry
from .tables import Tables
from .tables_schema import BUILT_UP
from .units import HQ


class Places:
    """Units and their hexes at one moment, with the line of a file that gives each."""

    def __init__(self, source: Source, board: Board, by_id: Mapping[str, Counter], tables: Tables) -> None:
        self.source, self.board, self.by_id, self.tables = source, board, by_id, tables
        self._roadside = {h for pair in board.roads for h in pair}
        self._stacks: dict[int, list[Counter]] = {}

    def add(self, unit: str, label: str, where: Row | TomlEntry) -> None:
        """Note a unit and its hex; a hex that it can never be in is a fault."""
        try:
            h = self.board.grid.parse(label)
        except ValueError:
            return  # the reader of the label has reported it
        counter = self.by_id.get(unit)
        if counter is None or h not in self.board.terrain_at:
            return
        terrain = self.board.terrain_at[h]
        if counter.type == HQ and terrain not in BUILT_UP:
            self.source.error(where, f"{unit} is in {label}, which is neither town, city nor industrial (3.3)")
        closed = terrain == "dense-forest" and h not in self._roadside
        if "motorized" in counter.tags and closed:
            self.source.error(where, f"{unit} is motorized and in {label}, dense forest without a road (7.3)")
        self._stack(h, counter, label, where)

    def _stack(self, h: int, counter: Counter, label: str, where: Row | TomlEntry) -> None:
        stack = self._stacks.setdefault(h, [])
        if any(other.side != counter.side for other in stack):
            self.source.error(where, f"{counter.id} is in {label} with {stack[0].id} of the other side")
        stack.append(counter)
        kind = _kind(counter)
        limit = self.tables.stacking[kind]
        if sum(_kind(other) == kind for other in stack) > limit:
            names = ", ".join(other.id for other in stack)
            self.source.error(where, f"{label} holds {names}: more than {limit} of the type {kind} (5.3.1)")


def _kind(counter: Counter) -> str:
    return HQ if counter.type == HQ else "afv" if "afv" in counter.tags else "infantry"
