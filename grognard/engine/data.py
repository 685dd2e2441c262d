"""Reading a game's plain files, with an owner's corrections, and saying all that is wrong with them.

A game's data are CSV and TOML files that a wargamer can open. An overlay is a folder with files of
the same names: its rows replace single cells of rows with the same key (or add rows), its TOML is
merged into the packaged TOML. Every fault is reported with file, line and reason, all at once.
"""

from __future__ import annotations

import csv
import hashlib
import io
import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import platformdirs

#: An owner's corrections: a folder, or file texts by name.
Overlay = Path | Mapping[str, str]


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


@dataclass
class Source:
    """The files of one game, packaged and overlaid, and the faults found while reading them."""

    folder: Path
    overlay: Overlay | None = None
    problems: list[Problem] = field(default_factory=list)
    _digest: Any = field(default_factory=hashlib.sha256)

    def fault(self, where: Row | str, reason: str) -> None:
        """Note a fault and go on, so that a reader sees all of them together."""
        if isinstance(where, Row):
            self.problems.append(Problem(where.file, where.line, reason))
        else:
            self.problems.append(Problem(where, 0, reason))

    def check(self) -> None:
        """Raise if anything was wrong."""
        if self.problems:
            raise DataError(self.problems)

    @property
    def digest(self) -> str:
        """A fingerprint of everything read so far."""
        return str(self._digest.hexdigest()[:16])

    def _packaged(self, name: str) -> str | None:
        return self._read(self.folder / name, name)

    def _read(self, path: Path, name: str) -> str | None:
        """A file's text, or None if there is none. Spreadsheets like to write a byte order mark."""
        if not path.is_file():
            return None
        try:
            return path.read_text(encoding="utf-8-sig")
        except (UnicodeDecodeError, OSError) as error:
            self.fault(name, f"cannot be read: {error}")
            return None

    def _overlaid(self, name: str) -> str | None:
        if self.overlay is None:
            return None
        if isinstance(self.overlay, Mapping):
            return self.overlay.get(name)
        return self._read(self.overlay / name, f"overlay/{name}")

    def table(self, name: str, key: tuple[str, ...], columns: tuple[str, ...], *, optional: bool = False) -> list[Row]:
        """The rows of a CSV file, overlay applied, keys unique, all ``columns`` present."""
        text = self._packaged(name)
        if text is None:
            if not optional:
                self.fault(name, "the file is missing")
            text = ",".join(columns) + "\n"
        self._digest.update(text.encode())
        rows: dict[tuple[str, ...], Row] = {}
        for row in self._rows(name, text, key, columns):
            at = tuple(row[k] for k in key)
            if at in rows:
                self.fault(row, f"{' '.join(at)} stands here a second time (first in line {rows[at].line})")
            rows[at] = row
        extra = self._overlaid(name)
        if extra is not None:
            self._digest.update(extra.encode())
            self._correct(rows, name, extra, key, columns)
        return list(rows.values())

    def _correct(
        self, rows: dict[tuple[str, ...], Row], name: str, text: str, key: tuple[str, ...], columns: tuple[str, ...]
    ) -> None:
        """Apply an overlay's rows: a cell that is not empty replaces the packaged one; a new key is a new row."""
        known = set(columns).union(*(row.cells for row in rows.values()))
        lines: dict[tuple[str, ...], int] = {}
        for row in self._rows(f"overlay/{name}", text, key, key):
            at = tuple(row[k] for k in key)
            unknown = set(row.cells) - known
            if unknown:
                self.fault(row, f"unknown column {', '.join(sorted(unknown))}")
            if at in lines:
                self.fault(row, f"{' '.join(at)} stands here a second time (first in line {lines[at]})")
            lines[at] = row.line
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
                self.fault(row, f"empty {' or '.join(key)}")
                continue
            yield row

    def toml(self, name: str) -> dict[str, Any]:
        """A TOML file with its overlay merged in."""
        base = self._toml(name, self._packaged(name), required=True)
        return _merge(base, self._toml(f"overlay/{name}", self._overlaid(name), required=False))

    def _toml(self, file: str, text: str | None, *, required: bool) -> dict[str, Any]:
        if text is None:
            if required:
                self.fault(file, "the file is missing")
            return {}
        self._digest.update(text.encode())
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r" \(at line (\d+), ", str(error))
            self.problems.append(Problem(file, int(found[1]) if found else text.count("\n") + 1, str(error)))
            return {}

    # -- checked cells -----------------------------------------------------------------------

    def number(self, row: Row, column: str, default: int | None = None) -> int:
        """A cell as a whole number, or a fault."""
        text = row[column]
        if text == "" and default is not None:
            return default
        try:
            return int(text)
        except ValueError:
            self.fault(row, f"{column} is {text!r}, not a whole number")
            return default or 0

    def one_of(self, row: Row, column: str, allowed: tuple[str, ...] | frozenset[str]) -> str:
        """A cell that must be one of some words, or a fault."""
        if row[column] not in allowed:
            self.fault(row, f"{column} is {row[column]!r}, not one of {', '.join(sorted(allowed))}")
        return row[column]

    def parsed(self, row: Row, column: str, parse: Callable[[str], int]) -> int:
        """A cell through a parser that raises ValueError, or a fault and -1."""
        try:
            return parse(row[column])
        except ValueError as error:
            self.fault(row, f"{column}: {error}")
            return -1


def _merge(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    out = dict(base)
    for key, value in over.items():
        old = out.get(key)
        out[key] = _merge(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return out


def overlay_folder(game: str) -> Path | None:
    """Where an owner keeps his corrections of a game, if he has any.

    ``GROGNARD_OVERLAYS`` names the folder of all games' overlays; without it, the ``overlays``
    folder in the user's data folder.
    """
    root = os.environ.get("GROGNARD_OVERLAYS")
    base = Path(root) if root else Path(platformdirs.user_data_dir("grognard", appauthor=False)) / "overlays"
    folder = base / game
    return folder if folder.is_dir() else None
