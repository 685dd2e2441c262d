"""Finds entries of TOML files: whether the packaged text or the overlay has them, and on which line.

The standard library parses TOML without line numbers. They are needed only for error messages, so a well-formed text is
scanned a second time, and only then.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

#: The value of a key. Any: a text, a number, a list or a table; the schema says which.
Value: TypeAlias = Any
Words: TypeAlias = dict[str, Value]

#: The path to an entry from the top of a file: keys, and indices in lists.
KeyPath = tuple[str | int, ...]

_PART = r"""(?:"(?:\\.|[^"\\])*"|'[^']*'|[A-Za-z0-9_-]+)"""
_KEY = re.compile(rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*")
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_VALUE = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2})'  # a text over several lines may end in quotes that belong to it
    r"|'''.*?'''(?:'{0,2})"
    r'|"(?:\\.|[^"\\])*"'
    r"|'[^']*'"
    r"|[^,\]}\n#]+",
    re.DOTALL,
)


class TomlEntry(str):
    """The name of a TOML file with the path to an entry in it. Errors there are reported with their line."""

    path: KeyPath

    def __new__(cls, file: str, path: KeyPath) -> TomlEntry:
        entry = super().__new__(cls, file)
        entry.path = path
        return entry


class _Scanner:
    """Scans a well-formed text and records the line of every table, key and list entry."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.breaks = [i for i, c in enumerate(text) if c == "\n"]
        self.lines: dict[KeyPath, int] = {}
        #: number of entries so far in each list of ``[[name]]`` sections
        self.sections: dict[KeyPath, int] = {}

    def scan(self) -> dict[KeyPath, int]:
        here: KeyPath = ()
        while self._more():
            if self.text.startswith("[[", self.at):
                here = self._header(2)
            elif self.text[self.at] == "[":
                here = self._header(1)
            else:
                self._pair(here)
        return self.lines

    def _more(self) -> bool:
        self._skip(_BLANK)
        return self.at < len(self.text)

    def _skip(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        if found is None:
            raise ValueError(f"not well-formed at {self.at}")
        self.at = found.end()
        return found[0]

    def _note(self, path: KeyPath) -> None:
        line = bisect_right(self.breaks, self.at - 1) + 1
        for length in range(1, len(path) + 1):
            self.lines.setdefault(path[:length], line)

    def _header(self, brackets: int) -> KeyPath:
        self.at += brackets
        self._skip(_BLANK)
        path: KeyPath = ()
        *before, last = self._key()
        for part in before:
            path = self._last((*path, part))
        path += (last,)
        if brackets == 2:
            self.sections[path] = self.sections.get(path, 0) + 1
        path = self._last(path)
        self._note(path)
        self._skip(_BLANK)
        self.at += brackets
        return path

    def _last(self, path: KeyPath) -> KeyPath:
        return (*path, self.sections[path] - 1) if path in self.sections else path

    def _key(self) -> list[str]:
        return [_plain(part) for part in re.findall(_PART, self._skip(_KEY))]

    def _pair(self, here: KeyPath) -> None:
        start = self.at
        path = (*here, *self._key())
        end, self.at = self.at, start
        self._note(path)
        self.at = self.text.index("=", end) + 1
        self._skip(_BLANK)
        self._value(path)

    def _value(self, path: KeyPath) -> None:
        opening = self.text[self.at]
        if opening not in "[{":
            self._skip(_VALUE)
            return
        self.at += 1
        count = 0
        while self._more() and self.text[self.at] not in "]}":
            if self.text[self.at] == ",":
                self.at += 1
            elif opening == "[":
                self._note((*path, count))
                self._value((*path, count))
                count += 1
            else:
                self._pair(path)
        self.at += 1


def _plain(part: str) -> str:
    if part[0] == '"':
        return str(tomllib.loads(f"key = {part}")["key"])
    return part[1:-1] if part[0] == "'" else part


def lines_of(text: str) -> dict[KeyPath, int]:
    """The lines of all entries of a well-formed TOML text."""
    return _Scanner(text).scan()


@dataclass
class TomlSources:
    """A packaged TOML text and its overlay, either of which may be missing."""

    packaged: str = ""
    overlaid: str = ""
    #: for entries of lists that are merged by key: the path in the overlay's list, or None if it does not have it
    moved: dict[KeyPath, int | None] = field(default_factory=dict)

    @cached_property
    def _packaged_lines(self) -> Mapping[KeyPath, int]:
        return lines_of(self.packaged)

    @cached_property
    def _overlaid_lines(self) -> Mapping[KeyPath, int]:
        return lines_of(self.overlaid)

    def find(self, path: KeyPath) -> tuple[bool, int]:
        """Whether an entry is from the overlay, and its line. A missing entry has the line of its parent.

        A table in both files counts as the overlay's, because the packaged one had no errors.
        """
        mine, line = _deepest(self._overlaid_lines, self._mine(path))
        theirs, packaged_line = _deepest(self._packaged_lines, path)
        return (True, line) if mine and mine >= theirs else (False, packaged_line)

    def _mine(self, path: KeyPath) -> KeyPath:
        for length in range(1, len(path) + 1):
            if path[:length] in self.moved:
                there = self.moved[path[:length]]
                return () if there is None else (*path[: length - 1], there, *path[length:])
        return path


def _deepest(lines: Mapping[KeyPath, int], path: KeyPath) -> tuple[int, int]:
    """The length of the longest known beginning of a path, and its line."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return length, lines[path[:length]]
    return 0, 0


def merge(
    base: Words,
    over: Words,
    lists: Mapping[KeyPath, tuple[str, ...]],
    moved: dict[KeyPath, int | None],
    path: KeyPath = (),
) -> Words:
    """Merge the tables of an overlay into the packaged ones, key by key. A list replaces a list.

    The given ``lists`` are merged entry by entry: an entry corrects the packaged entry with the same keys, or is added.
    ``moved`` records where the entries came from.
    """
    out = dict(base)
    for key, value in over.items():
        old, here = out.get(key), (*path, key)
        if isinstance(old, dict) and isinstance(value, dict):
            out[key] = merge(old, value, lists, moved, here)
        elif here in lists and isinstance(old, list) and isinstance(value, list):
            out[key] = _join(old, value, lists[here], moved, here)
        else:
            out[key] = value
    return out


def _join(
    base: list[Value], over: list[Value], keys: tuple[str, ...], moved: dict[KeyPath, int | None], path: KeyPath
) -> list[Value]:
    def name(entry: Value) -> str:
        return repr([entry.get(key) for key in keys]) if isinstance(entry, dict) else ""

    out = list(base)
    moved.update({(*path, i): None for i in range(len(base))})
    free = {name(entry): i for i, entry in reversed(list(enumerate(base))) if isinstance(entry, dict)}
    for number, entry in enumerate(over):
        index = free.pop(name(entry), None)
        if index is None:
            index = len(out)
            out.append(entry)
        else:
            out[index] = {**out[index], **entry}
        moved[(*path, index)] = number
    return out
