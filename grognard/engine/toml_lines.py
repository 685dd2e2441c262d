"""Where an entry of a TOML file stands: in the packaged text or in an owner's, and on which line.

The standard library reads TOML but forgets the lines. Lines are needed only to tell a fault, so the
text, known to be well-formed by then, is gone through a second time, and only then.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

#: What a TOML file holds for a key. Any: a text, a number, a list or a table; the schema says which.
Value: TypeAlias = Any
Words: TypeAlias = dict[str, Value]

#: The way to an entry from the top of a file: keys, and numbers (from 0) in lists.
KeyPath = tuple[str | int, ...]

_PART = r"""(?:"(?:\\.|[^"\\])*"|'[^']*'|[A-Za-z0-9_-]+)"""
_KEY = re.compile(rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*")
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_VALUE = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2})'  # texts over several lines may end in quotes of their own
    r"|'''.*?'''(?:'{0,2})"
    r'|"(?:\\.|[^"\\])*"'
    r"|'[^']*'"
    r"|[^,\]}\n#]+",
    re.DOTALL,
)


class TomlEntry(str):
    """The name of a TOML file, with the way to an entry in it; a fault there is told with its line."""

    way: KeyPath

    def __new__(cls, file: str, way: KeyPath) -> TomlEntry:
        place = super().__new__(cls, file)
        place.way = way
        return place


class _Scanner:
    """Goes through a well-formed text and notes the line of every table, key and list entry."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.breaks = [i for i, c in enumerate(text) if c == "\n"]
        self.lines: dict[KeyPath, int] = {}
        #: entries so far of each list that is written as ``[[name]]`` sections
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

    def _note(self, way: KeyPath) -> None:
        line = bisect_right(self.breaks, self.at - 1) + 1
        for length in range(1, len(way) + 1):
            self.lines.setdefault(way[:length], line)

    def _header(self, brackets: int) -> KeyPath:
        self.at += brackets
        self._skip(_BLANK)
        way: KeyPath = ()
        *before, last = self._key()
        for part in before:
            way = self._last((*way, part))
        way += (last,)
        if brackets == 2:
            self.sections[way] = self.sections.get(way, 0) + 1
        way = self._last(way)
        self._note(way)
        self._skip(_BLANK)
        self.at += brackets
        return way

    def _last(self, way: KeyPath) -> KeyPath:
        return (*way, self.sections[way] - 1) if way in self.sections else way

    def _key(self) -> list[str]:
        return [_plain(part) for part in re.findall(_PART, self._skip(_KEY))]

    def _pair(self, here: KeyPath) -> None:
        start = self.at
        way = (*here, *self._key())
        end, self.at = self.at, start
        self._note(way)
        self.at = self.text.index("=", end) + 1
        self._skip(_BLANK)
        self._value(way)

    def _value(self, way: KeyPath) -> None:
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
                self._note((*way, count))
                self._value((*way, count))
                count += 1
            else:
                self._pair(way)
        self.at += 1


def _plain(part: str) -> str:
    if part[0] == '"':
        return str(tomllib.loads(f"key = {part}")["key"])
    return part[1:-1] if part[0] == "'" else part


def lines_of(text: str) -> dict[KeyPath, int]:
    """The line of every entry of a well-formed TOML text."""
    return _Scanner(text).scan()


@dataclass
class TomlSources:
    """A packaged TOML text and the owner's corrections of it, either of which may be missing."""

    packaged: str = ""
    overlaid: str = ""
    #: for entries of lists that are merged by key: where in the owner's list, or nowhere in it
    moved: dict[KeyPath, int | None] = field(default_factory=dict)

    @cached_property
    def _packaged_lines(self) -> Mapping[KeyPath, int]:
        return lines_of(self.packaged)

    @cached_property
    def _overlaid_lines(self) -> Mapping[KeyPath, int]:
        return lines_of(self.overlaid)

    def find(self, way: KeyPath) -> tuple[bool, int]:
        """Whether the owner wrote an entry, and its line; of an entry that is not there, that of what should hold it.

        What both have, a table to which the owner adds, counts as his: it was faultless before.
        """
        mine, line = _deepest(self._overlaid_lines, self._mine(way))
        theirs, packaged_line = _deepest(self._packaged_lines, way)
        return (True, line) if mine and mine >= theirs else (False, packaged_line)

    def _mine(self, way: KeyPath) -> KeyPath:
        for length in range(1, len(way) + 1):
            if way[:length] in self.moved:
                there = self.moved[way[:length]]
                return () if there is None else (*way[: length - 1], there, *way[length:])
        return way


def _deepest(lines: Mapping[KeyPath, int], way: KeyPath) -> tuple[int, int]:
    """How much of a way there is, and its line."""
    for length in range(len(way), 0, -1):
        if way[:length] in lines:
            return length, lines[way[:length]]
    return 0, 0


def merge(
    base: Words,
    over: Words,
    lists: Mapping[KeyPath, tuple[str, ...]],
    moved: dict[KeyPath, int | None],
    way: KeyPath = (),
) -> Words:
    """An owner's tables merged into the packaged ones, key by key; a list replaces a list.

    The ``lists`` named with the keys that tell their entries apart are merged entry by entry: one with
    the same keys corrects the packaged one, another is added. ``moved`` takes down where they came from.
    """
    out = dict(base)
    for key, value in over.items():
        old, here = out.get(key), (*way, key)
        if isinstance(old, dict) and isinstance(value, dict):
            out[key] = merge(old, value, lists, moved, here)
        elif here in lists and isinstance(old, list) and isinstance(value, list):
            out[key] = _join(old, value, lists[here], moved, here)
        else:
            out[key] = value
    return out


def _join(
    base: list[Value], over: list[Value], keys: tuple[str, ...], moved: dict[KeyPath, int | None], way: KeyPath
) -> list[Value]:
    def name(entry: Value) -> str:
        return repr([entry.get(key) for key in keys]) if isinstance(entry, dict) else ""

    out = list(base)
    moved.update({(*way, i): None for i in range(len(base))})
    free = {name(entry): i for i, entry in reversed(list(enumerate(base))) if isinstance(entry, dict)}
    for number, entry in enumerate(over):
        index = free.pop(name(entry), None)
        if index is None:
            index = len(out)
            out.append(entry)
        else:
            out[index] = {**out[index], **entry}
        moved[(*way, index)] = number
    return out
