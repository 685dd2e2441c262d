"""The box of a game as its data files have it, for tests of the map, the counters and the charts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, Generic, TypeVar

from grognard.engine.board import Board
from grognard.engine.data import Source
from tests.mapkit import MapWords

from .boards import GAMES

P = TypeVar("P", bound=tuple[Any, ...])

#: an error of the data: file, an owner's text, line (0 for none), words of the report
DataError = tuple[str, str, int, str]


class Box(Generic[P]):
    """What is in the box of a game: the board first, then counters, scenarios and tables."""

    def __init__(self, game: str, load: Callable[[Source], P]) -> None:
        self.folder, self._load = GAMES / game / "data", load
        source, self.parts = self.read()
        source.check()
        self.board: Board = self.parts[0]
        self.grid = self.board.grid
        self.map = MapWords(SimpleNamespace(id=game, board=self.board))  # type: ignore[arg-type]

    def read(self, overlay: Mapping[str, str] | None = None) -> tuple[Source, P]:
        """Everything in the box, with an owner's corrections; errors wait in the source."""
        source = Source(self.folder, None if overlay is None else dict(overlay))
        return source, self._load(source)

    def faults(self, **overlay: str) -> list[str]:
        """What is reported about corrections; files by name without their dots, ``tables_toml="..."``."""
        source, _ = self.read({name.replace("_", "."): text for name, text in overlay.items()})
        return [str(problem) for problem in source.problems]

    def at(self, label: str) -> int:
        return int(self.grid.parse(label))

    def region(self, name: str) -> int:
        return self.board.regions[name].set

    def members(self, name: str) -> list[str]:
        """The hexes of a region in the order of its row."""
        return [self.grid.label(h) for h in self.board.regions[name].hexes]

    # -- bad data ----------------------------------------------------------------------------

    def reports(self, error: DataError) -> None:
        """An error is reported with file, line and reason."""
        file, text, line, reason = error
        found = self.faults(**{file.replace(".", "_"): text})
        where = f"overlay/{file}:{line}: " if line else ""
        assert any(problem.startswith(where) and reason in problem for problem in found), found

    def reports_together(self, **overlay: str) -> None:
        """Errors of several files are all reported at once."""
        found = self.faults(**overlay)
        for file in (name.replace("_", ".") for name in overlay):
            assert any(problem.startswith(f"overlay/{file}:") for problem in found), (file, found)


class Gazetteer:
    """The names of a map in plain letters, to compare with places on the ground."""

    def __init__(self, box: Box[Any], umlauts: Mapping[str, str]) -> None:
        self.box, self._umlauts = box, umlauts
        self.hexes: dict[str, list[int]] = {}
        for h, name in box.board.names.items():
            self.hexes.setdefault(self.plain(name), []).append(h)

    def plain(self, name: str) -> str:
        """A name in plain letters."""
        text = name.lower()
        for letter, pair in self._umlauts.items():
            text = text.replace(letter, pair)
        return re.sub(r"[^a-z]", "", unicodedata.normalize("NFKD", text))

    def distance(self, name: str, label: str) -> int:
        """How far the nearest hex with this name is from a hex."""
        return min(self.box.grid.distance(self.box.at(label), h) for h in self.hexes[name])
