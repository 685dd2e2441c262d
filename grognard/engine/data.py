"""Reads the data files of a game, applies an owner's overlay, and reports all errors in them.

The data of a game are CSV and TOML files that a wargamer can open. An overlay is a folder with files of the same
names. Its rows replace single cells of rows with the same key, or are added; its TOML is merged into the packaged
TOML. All errors are reported together, each with file, line and reason. The form of the TOML files is declared with
:mod:`grognard.engine.schema`.
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

#: The files of a game that an overlay may correct. A game with more files passes their names to its Source.
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
        "aims.toml",
    }
)

#: Files in an overlay folder that are ignored: notes, and files that operating systems and editors leave behind.
_IGNORED = re.compile(r"\..*|.*~|readme.*|.*\.md|thumbs\.db|desktop\.ini", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")

#: Length of the digest of a game's files.
DIGITS = 16


@dataclass(frozen=True)
class Problem:
    """One error in a data file."""

    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}" if self.line else f"{self.file}: {self.reason}"


class DataError(Exception):
    """The files of a game have errors; lists all of them."""

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
        """Whether the row comes from an overlay."""
        return self.file.startswith("overlay/")


@dataclass
class Source:
    """The files of one game, packaged and in an overlay, and the errors found in them."""

    folder: Path
    overlay: Overlay | None = None
    problems: list[Problem] = field(default_factory=list)
    files: frozenset[str] = FILES
    #: the rows of each CSV file read so far, with the overlay and as packaged
    rows: dict[str, list[Row]] = field(default_factory=dict)
    packaged_rows: dict[str, list[Row]] = field(default_factory=dict)
    #: packaged TOML files that are missing or not well-formed
    unreadable: set[str] = field(default_factory=set)
    _pages: dict[str, TomlSources] = field(default_factory=dict)
    _reported: list[tuple[str, KeyPath]] = field(default_factory=list)
    _digest: hashlib._Hash = field(default_factory=hashlib.sha256)

    def __post_init__(self) -> None:
        """Report unknown files in the overlay, so that no correction is silently ignored."""
        names: list[str] = []
        if isinstance(self.overlay, Mapping):
            names = list(self.overlay)
        elif self.overlay is not None:
            try:
                names = sorted(path.name for path in self.overlay.iterdir())
            except OSError as error:
                self.error("overlay", f"cannot be read: {error}")
        for name in names:
            if name not in self.files and not _IGNORED.fullmatch(name):
                near = get_close_matches(name, sorted(self.files), 1)
                hint = f"did you mean {near[0]}?" if near else f"an overlay may have {', '.join(sorted(self.files))}"
                self.error(f"overlay/{name}", f"not a file of this game: {hint}")

    def error(self, where: Row | str, reason: str) -> None:
        """Record an error in a row, at a :class:`TomlEntry` or in a whole file; :meth:`check` raises them together."""
        if isinstance(where, Row):
            self.problems.append(Problem(where.file, where.line, reason))
        elif isinstance(where, TomlEntry) and where in self._pages:
            self._reported.append((str(where), where.path))
            overlaid, line = self._pages[where].find(where.path)
            self.problems.append(Problem(f"overlay/{where}" if overlaid else str(where), line, reason))
        else:
            self.problems.append(Problem(str(where), 0, reason))

    def entry(self, file: str, *path: str | int) -> TomlEntry:
        """An entry of a TOML file, as the place of an error."""
        return TomlEntry(file, path)

    def conflicting_entry(self, file: str, *paths: KeyPath) -> TomlEntry:
        """Among conflicting entries of a TOML file, the one from the overlay, or else the last."""
        overlaid = [path for path in paths if file in self._pages and self._pages[file].find(path)[0]]
        return TomlEntry(file, (overlaid or paths)[-1])

    def has_errors(self, where: Row | str) -> bool:
        """Whether an error was found in a row, in an entry or below it, or anywhere in a file or its overlay."""
        if isinstance(where, Row):
            return any((p.file, p.line) == (where.file, where.line) for p in self.problems)
        if isinstance(where, TomlEntry):
            return any((file, path[: len(where.path)]) == (where, where.path) for file, path in self._reported)
        return any(p.file in (where, f"overlay/{where}") for p in self.problems)

    def check(self) -> None:
        """Raise DataError if there are errors."""
        if self.problems:
            raise DataError(self.problems)

    @property
    def digest(self) -> str:
        """A digest of everything read so far."""
        return str(self._digest.hexdigest()[:DIGITS])

    def _packaged(self, name: str) -> str | None:
        return self._read(self.folder / name, name)

    def _read(self, path: Path, name: str) -> str | None:
        """The text of a file, or None if it does not exist. A byte order mark, as spreadsheets write it, is skipped."""
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
        """Check that a loader reads declared files only, because undeclared files in an overlay are errors."""
        if name not in self.files:
            raise ValueError(f"{name} is not one of the files of this source")

    def table(
        self, name: str, key: tuple[str, ...], columns: tuple[str, ...], *, optional: bool = False, closed: bool = False
    ) -> list[Row]:
        """The rows of a CSV file with the overlay applied, with unique keys and all ``columns``.

        An overlay may correct the rows of a ``closed`` file but not add any.
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
                self.error(row, f"{' '.join(at)} is already in line {rows[at].line}")
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
        """Apply the rows of an overlay: cells that are not empty replace packaged ones; a new key is a new row."""
        known = set(columns).union(*(row.cells for row in rows.values()))
        lines: dict[tuple[str, ...], int] = {}
        for row in self._rows(f"overlay/{name}", text, key, key):
            at = tuple(row[k] for k in key)
            unknown = set(row.cells) - known
            if unknown:
                self.error(row, f"unknown column {', '.join(sorted(unknown))}")
            if at in lines:
                self.error(row, f"{' '.join(at)} is already in line {lines[at]}")
            lines[at] = row.line
            if closed and at not in rows:
                self.error(row, f"unknown {' '.join(key)} {' '.join(at)!r}; an overlay cannot add rows to this file")
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
            self.problems.extend(Problem(file, 1, f"column {c} appears twice") for c in twice)
            return
        for line, cells in lines[1:]:
            if not cells or cells[0].startswith("#"):
                continue
            if len(cells) != len(header):
                self.problems.append(Problem(file, line, f"{len(cells)} cells, but the header has {len(header)}"))
                continue
            row = Row(file, line, {c: v.strip() for c, v in zip(header, cells, strict=True)})
            if any(not row[k] for k in key):
                self.error(row, f"{' or '.join(key)} is empty")
                continue
            yield row

    def toml(self, name: str, *, lists: Mapping[KeyPath, tuple[str, ...]] | None = None, digest: bool = True) -> Words:
        """A TOML file with its overlay. The given ``lists`` are merged entry by entry (:func:`.toml_lines.merge`)."""
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
        """A cell as a whole number; anything else is an error."""
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
        """A cell that must be one of the allowed words; anything else is an error."""
        if row[column] not in allowed:
            self.error(row, f"{column} is {row[column]!r}, not one of {', '.join(sorted(allowed))}")
        return row[column]

    def parsed(self, row: Row, column: str, parse: Callable[[str], int]) -> int:
        """A parsed cell; if the parser raises ValueError, an error and -1."""
        try:
            return parse(row[column])
        except ValueError as error:
            self.error(row, f"{column}: {error}")
            return -1


def overlay_folder(game: str) -> Path | None:
    """The folder with the user's overlay of a game, if it exists.

    ``GROGNARD_OVERLAYS`` names the folder with the overlays of all games. The default is ``overlays`` in the user's
    data folder.
    """
    root = os.environ.get("GROGNARD_OVERLAYS")
    base = Path(root) if root else Path(platformdirs.user_data_dir("grognard", appauthor=False)) / "overlays"
    folder = base / game
    return folder if folder.is_dir() else None
