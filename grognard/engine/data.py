"""Reading a game's plain files, with an owner's corrections, and saying all that is wrong with them.

A game's data are CSV and TOML files that a wargamer can open. An overlay is a folder with files of
the same names: its rows replace single cells of rows with the same key (or add rows), its TOML is
merged into the packaged TOML. Every fault is reported with file, line and reason, all at once; what
the TOML files must hold is stated with :mod:`grognard.engine.schema`.
"""

from __future__ import annotations

import csv
import hashlib
import io
import os
import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

import platformdirs

from .toml_lines import KeyPath, TomlEntry, TomlSources, Words, merge

#: An owner's corrections: a folder, or file texts by name.
Overlay = Path | Mapping[str, str]

#: The files of a game that an owner may correct. A game with more of them names those to its Source.
FILES = frozenset(
    {
        "board.toml",
        "hexes.csv",
        "hexsides.csv",
        "roads.csv",
        "regions.csv",
        "counters.csv",
        "tables.toml",
        "scenarios.toml",
        "lessons.toml",
    }
)

#: What may lie in an overlay folder without being a correction: notes, and what computers leave about.
_LITTER = re.compile(r"\..*|.*~|readme.*|.*\.md|thumbs\.db|desktop\.ini", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")

#: Length of the fingerprint of a game's files.
DIGITS = 16


@dataclass(frozen=True)
class Problem:
    """One fault in a data file."""

    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}" if self.line else f"{self.file}: {self.reason}"


class DataError(Exception):
    """A game's files do not hold together; lists every fault found."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(str(p) for p in problems))
        self.problems = problems

    def __reduce__(self) -> tuple[type[DataError], tuple[list[Problem]]]:
        return DataError, (self.problems,)


@dataclass
class Row:
    """One line of a CSV file, and where it comes from."""

    file: str
    line: int
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")

    @property
    def overlaid(self) -> bool:
        """Whether an owner wrote it."""
        return self.file.startswith("overlay/")


@dataclass
class Source:
    """The files of one game, packaged and overlaid, and the faults found while reading them."""

    folder: Path
    overlay: Overlay | None = None
    problems: list[Problem] = field(default_factory=list)
    files: frozenset[str] = FILES
    #: the rows of each CSV file read, corrected and as packaged
    rows: dict[str, list[Row]] = field(default_factory=dict)
    packaged_rows: dict[str, list[Row]] = field(default_factory=dict)
    #: packaged TOML files that are missing or not well-formed
    unreadable: set[str] = field(default_factory=set)
    _pages: dict[str, TomlSources] = field(default_factory=dict)
    _told: list[tuple[str, KeyPath]] = field(default_factory=list)
    _digest: hashlib._Hash = field(default_factory=hashlib.sha256)

    def __post_init__(self) -> None:
        """An overlay's file that nobody would read is a fault: what its owner wrote must not be lost."""
        names: list[str] = []
        if isinstance(self.overlay, Mapping):
            names = list(self.overlay)
        elif self.overlay is not None:
            try:
                names = sorted(path.name for path in self.overlay.iterdir())
            except OSError as error:
                self.error("overlay", f"cannot be read: {error}")
        for name in names:
            if name not in self.files and not _LITTER.fullmatch(name):
                near = get_close_matches(name, sorted(self.files), 1)
                hint = f"did you mean {near[0]}?" if near else f"it may hold {', '.join(sorted(self.files))}"
                self.error(f"overlay/{name}", f"the game has no such file to correct: {hint}")

    def error(self, where: Row | str, reason: str) -> None:
        """Note an error in a row, at a :class:`TomlEntry` or in a whole file; all are reported together."""
        if isinstance(where, Row):
            self.problems.append(Problem(where.file, where.line, reason))
        elif isinstance(where, TomlEntry) and where in self._pages:
            self._told.append((str(where), where.way))
            overlaid, line = self._pages[where].find(where.way)
            self.problems.append(Problem(f"overlay/{where}" if overlaid else str(where), line, reason))
        else:
            self.problems.append(Problem(str(where), 0, reason))

    def entry(self, file: str, *way: str | int) -> TomlEntry:
        """An entry of a TOML file, to tell a fault of it."""
        return TomlEntry(file, way)

    def conflicting_entry(self, file: str, *ways: KeyPath) -> TomlEntry:
        """Of entries of a TOML file that do not go together, the one that an owner wrote, or the last."""
        mine = [way for way in ways if file in self._pages and self._pages[file].find(way)[0]]
        return TomlEntry(file, (mine or ways)[-1])

    def has_errors(self, where: Row | str) -> bool:
        """Whether a fault was found in a row, in an entry or below it, or anywhere in a file or its overlay."""
        if isinstance(where, Row):
            return any((p.file, p.line) == (where.file, where.line) for p in self.problems)
        if isinstance(where, TomlEntry):
            return any((file, way[: len(where.way)]) == (where, where.way) for file, way in self._told)
        return any(p.file in (where, f"overlay/{where}") for p in self.problems)

    def check(self) -> None:
        """Raise if anything was wrong."""
        if self.problems:
            raise DataError(self.problems)

    @property
    def digest(self) -> str:
        """A fingerprint of everything read so far."""
        return str(self._digest.hexdigest()[:DIGITS])

    def _packaged(self, name: str) -> str | None:
        return self._read(self.folder / name, name)

    def _read(self, path: Path, name: str) -> str | None:
        """A file's text, or None if there is none. Spreadsheets like to write a byte order mark."""
        if not path.is_file():
            return None
        try:
            return path.read_text(encoding="utf-8-sig")
        except (UnicodeDecodeError, OSError) as error:
            self.error(name, f"cannot be read: {error}")
            return None

    def _overlaid(self, name: str) -> str | None:
        if self.overlay is None:
            return None
        if isinstance(self.overlay, Mapping):
            return self.overlay.get(name)
        return self._read(self.overlay / name, f"overlay/{name}")

    def _known(self, name: str) -> None:
        """A loader may read only what it has declared: an overlay's file of another name is refused."""
        if name not in self.files:
            raise ValueError(f"{name} is not among the files of this source")

    def table(
        self, name: str, key: tuple[str, ...], columns: tuple[str, ...], *, optional: bool = False, closed: bool = False
    ) -> list[Row]:
        """The rows of a CSV file, overlay applied, keys unique, all ``columns`` present.

        To a ``closed`` file an owner may not add rows, only correct those there are.
        """
        self._known(name)
        text = self._packaged(name)
        if text is None:
            if not optional:
                self.error(name, "the file is missing")
            text = ",".join(columns) + "\n"
        self._digest.update(text.encode())
        rows: dict[tuple[str, ...], Row] = {}
        for row in self._rows(name, text, key, columns):
            at = tuple(row[k] for k in key)
            if at in rows:
                self.error(row, f"{' '.join(at)} stands here a second time (first in line {rows[at].line})")
            rows[at] = row
        self.packaged_rows[name] = list(rows.values())
        extra = self._overlaid(name)
        if extra is not None:
            self._digest.update(extra.encode())
            self._correct(rows, name, extra, key, columns, closed)
        self.rows[name] = list(rows.values())
        return list(rows.values())

    def _correct(
        self,
        rows: dict[tuple[str, ...], Row],
        name: str,
        text: str,
        key: tuple[str, ...],
        columns: tuple[str, ...],
        closed: bool,
    ) -> None:
        """Apply an overlay's rows: a cell that is not empty replaces the packaged one; a new key is a new row."""
        known = set(columns).union(*(row.cells for row in rows.values()))
        lines: dict[tuple[str, ...], int] = {}
        for row in self._rows(f"overlay/{name}", text, key, key):
            at = tuple(row[k] for k in key)
            unknown = set(row.cells) - known
            if unknown:
                self.error(row, f"unknown column {', '.join(sorted(unknown))}")
            if at in lines:
                self.error(row, f"{' '.join(at)} stands here a second time (first in line {lines[at]})")
            lines[at] = row.line
            if closed and at not in rows:
                self.error(row, f"there is no {' '.join(at)} to correct")
                continue
            old = rows[at].cells if at in rows else dict.fromkeys(columns, "")
            rows[at] = Row(row.file, row.line, {**old, **{k: v for k, v in row.cells.items() if v != ""}})

    def _rows(self, file: str, text: str, key: tuple[str, ...], columns: tuple[str, ...]) -> Iterator[Row]:
        reader = csv.reader(io.StringIO(text))
        lines: list[tuple[int, list[str]]] = []
        try:
            for cells in reader:
                lines.append((reader.line_num, cells))
        except csv.Error as error:
            self.problems.append(Problem(file, reader.line_num, str(error)))
        header = lines[0][1] if lines else []
        missing = [c for c in columns if c not in header]
        twice = sorted({c for c in header if header.count(c) > 1})
        if missing or twice:
            self.problems.extend(Problem(file, 1, f"column {c} is missing") for c in missing)
            self.problems.extend(Problem(file, 1, f"column {c} stands here twice") for c in twice)
            return
        for line, cells in lines[1:]:
            if not cells or cells[0].startswith("#"):
                continue
            if len(cells) != len(header):
                self.problems.append(Problem(file, line, f"{len(cells)} cells where the header has {len(header)}"))
                continue
            row = Row(file, line, {c: v.strip() for c, v in zip(header, cells, strict=True)})
            if any(not row[k] for k in key):
                self.error(row, f"empty {' or '.join(key)}")
                continue
            yield row

    def toml(self, name: str, *, lists: Mapping[KeyPath, tuple[str, ...]] | None = None, digest: bool = True) -> Words:
        """A TOML file with its overlay merged in, the named ``lists`` entry by entry (:func:`.toml_lines.merge`)."""
        self._known(name)
        pages = self._pages[name] = TomlSources()
        base = over = None
        text = self._packaged(name)
        if text is not None:
            base = self._toml(name, text, digest)
            pages.packaged = text if base is not None else ""
        elif not self.has_errors(name):
            self.error(name, "the file is missing")
        if base is None:
            self.unreadable.add(name)
        text = self._overlaid(name)
        if text is not None:
            over = self._toml(f"overlay/{name}", text, digest)
            pages.overlaid = text if over is not None else ""
        return merge(base or {}, over or {}, lists or {}, pages.moved)

    def _toml(self, file: str, text: str, digest: bool) -> Words | None:
        if digest:
            self._digest.update(text.encode())
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r" \(at line (\d+), ", str(error))
            self.problems.append(Problem(file, int(found[1]) if found else text.count("\n") + 1, str(error)))
            return None

    # -- checked cells -----------------------------------------------------------------------

    def number(self, row: Row, column: str, default: int | None = None, *, least: int | None = None) -> int:
        """A cell as a whole number, or a fault."""
        text = row[column]
        if text == "" and default is not None:
            return default
        if not _NUMBER.fullmatch(text):
            self.error(row, f"{column} is {text!r}, not a whole number")
        elif least is not None and int(text) < least:
            self.error(row, f"{column} is {text}, less than {least}")
        else:
            return int(text)
        return default or 0

    def one_of(self, row: Row, column: str, allowed: Collection[str]) -> str:
        """A cell that must be one of some words, or a fault."""
        if row[column] not in allowed:
            self.error(row, f"{column} is {row[column]!r}, not one of {', '.join(sorted(allowed))}")
        return row[column]

    def parsed(self, row: Row, column: str, parse: Callable[[str], int]) -> int:
        """A cell through a parser that raises ValueError, or a fault and -1."""
        try:
            return parse(row[column])
        except ValueError as error:
            self.error(row, f"{column}: {error}")
            return -1


def overlay_folder(game: str) -> Path | None:
    """Where an owner keeps his corrections of a game, if he has any.

    ``GROGNARD_OVERLAYS`` names the folder of all games' overlays; without it, the ``overlays``
    folder in the user's data folder.
    """
    root = os.environ.get("GROGNARD_OVERLAYS")
    base = Path(root) if root else Path(platformdirs.user_data_dir("grognard", appauthor=False)) / "overlays"
    folder = base / game
    return folder if folder.is_dir() else None
