"""Schemas of TOML files, checked entry by entry.

A game declares the tables of its files: their keys, the kinds of their values, and which of them may be missing.
Anything else, such as an unknown key, is an error with file, line and reason. Reading continues with a harmless value
in place of a wrong one, so that the errors of all files are reported together; then the game is not loaded.

    COSTS = Table({"clear": Whole(1), "woods": Whole(1)})
    words = read(source, "tables.toml", Table({"source": Text(), "tec": COSTS}))
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from .data import Source
from .toml_lines import KeyPath, Value, Words


@dataclass(frozen=True)
class At:
    """An entry of a file, with its name for error messages."""

    source: Source
    file: str
    path: KeyPath = ()

    def __getitem__(self, step: str | int) -> At:
        return At(self.source, self.file, (*self.path, step))

    def __str__(self) -> str:
        """``crt.results #2 #3`` is the third cell of the second row."""
        text = ""
        for step in self.path:
            if isinstance(step, int):
                text += f" #{step + 1}"
            else:
                text += f"{'' if not text else ' ' if ' ' in text else '.'}{step}"
        return text

    def error(self, reason: str) -> None:
        self.source.error(self.source.entry(self.file, *self.path), f"{self}{reason}")


class Kind:
    """A kind of value."""

    what = "a value"

    def fits(self, value: Value) -> bool:
        return True

    def blank(self) -> Value:
        """A harmless replacement for a wrong value."""
        return None

    def read(self, at: At, value: Value) -> Value:
        """The value; if it is wrong, an error and a blank."""
        if self.fits(value):
            return value
        at.error(f" is {_shown(value)}, not {self.what}")
        return self.blank()


def _shown(value: Value) -> str:
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "a list"
    if isinstance(value, bool):
        return str(value).lower()
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


@dataclass(frozen=True)
class Text(Kind):
    """A text, which may only be empty if ``empty`` is true. ``parse`` raises ValueError if the text is wrong."""

    parse: Callable[[str], object] | None = None
    empty: bool = False
    what = "a text"

    def fits(self, value: Value) -> bool:
        return isinstance(value, str)

    def blank(self) -> str:
        return ""

    def read(self, at: At, value: Value) -> Value:
        text = super().read(at, value)
        if value == "" and not self.empty:
            at.error(" is empty")
        elif text and self.parse is not None:
            _try(at, self.parse, text)
        return text


def _try(at: At, parse: Callable[[str], object], text: str) -> None:
    try:
        parse(text)
    except ValueError as error:
        at.error(f": {error}")


def one_of(words: Iterable[str]) -> Text:
    """A text that must be one of some words."""
    allowed = tuple(words)

    def parse(text: str) -> None:
        if text not in allowed:
            raise ValueError(f"{text!r} is not one of {', '.join(sorted(allowed))}")

    return Text(parse)


@dataclass(frozen=True)
class Whole(Kind):
    """A whole number within limits."""

    least: int = 0
    most: int = 9999
    what = "a whole number"

    def fits(self, value: Value) -> bool:
        return isinstance(value, int) and not isinstance(value, bool)

    def blank(self) -> int:
        return self.least

    def read(self, at: At, value: Value) -> Value:
        number = super().read(at, value)
        if not self.least <= number <= self.most:
            at.error(f" is {number}, {f'less than {self.least}' if number < self.least else f'more than {self.most}'}")
            return self.blank()
        return number


@dataclass(frozen=True)
class Number(Kind):
    """A number. ``parts`` restricts it to fractions: 2 for halves."""

    what: str = "a number"
    parts: int = 0
    least: float = -math.inf

    def fits(self, value: Value) -> bool:
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            return False
        return not self.parts or value * self.parts == int(value * self.parts)

    def blank(self) -> float:
        return max(self.least, 0)

    def read(self, at: At, value: Value) -> Value:
        number = super().read(at, value)
        if number < self.least:
            at.error(f" is {number}, less than {self.least}")
            return self.blank()
        return number


class Flag(Kind):
    what = "true or false"

    def fits(self, value: Value) -> bool:
        return isinstance(value, bool)

    def blank(self) -> bool:
        return False


@dataclass(frozen=True)
class ListOf(Kind):
    """A list with entries of one kind."""

    of: Kind
    least: int = 0
    exactly: int | None = None
    what = "a list"

    def fits(self, value: Value) -> bool:
        return isinstance(value, list)

    def blank(self) -> list[Value]:
        return []

    def read(self, at: At, value: Value) -> Value:
        if not self.fits(value):
            return super().read(at, value)
        if self.exactly is not None and len(value) != self.exactly:
            at.error(f" has {len(value)} entries; it must have exactly {self.exactly}")
        elif len(value) < self.least:
            at.error(f" has {len(value)} entries; it must have at least {self.least}")
        return [self.of.read(at[i], entry) for i, entry in enumerate(value)]


@dataclass(frozen=True)
class Entries(ListOf):
    """A list of tables identified by some keys. An entry of an overlay corrects that with the same keys, or is new."""

    key: tuple[str, ...] = ()

    def read(self, at: At, value: Value) -> Value:
        entries = super().read(at, value)
        seen: dict[str, int] = {}
        for i, entry in enumerate(entries):
            name = ", ".join(f"{key} {entry[key]}" for key in self.key)
            if name in seen:
                at[i].error(f": {name} is already in #{seen[name]}")
            seen.setdefault(name, i + 1)
        return entries


@dataclass(frozen=True)
class Either(Kind):
    """A single value or a list."""

    single: Kind
    many: ListOf

    def blank(self) -> Value:
        return self.many.blank()

    def read(self, at: At, value: Value) -> Value:
        return (self.many if isinstance(value, list) else self.single).read(at, value)


@dataclass(frozen=True)
class Table(Kind):
    """A table with required keys, optional keys and, if ``others`` gives their kind, any other keys.

    ``names`` raises ValueError if the name of one of the other keys is wrong.
    """

    required: Mapping[str, Kind] = field(default_factory=dict)
    optional: Mapping[str, Kind] = field(default_factory=dict)
    others: Kind | None = None
    names: Callable[[str], object] | None = None
    what = "a table"

    def fits(self, value: Value) -> bool:
        return isinstance(value, dict)

    def blank(self) -> Words:
        return {key: kind.blank() for key, kind in self.required.items()}

    def kind_of(self, key: str) -> Kind | None:
        return self.required.get(key) or self.optional.get(key) or self.others

    def read(self, at: At, value: Value) -> Value:
        if not self.fits(value):
            return super().read(at, value)
        out = {}
        for key, entry in value.items():
            kind = self.kind_of(key)
            if kind is None:
                at[key].error(f" is unknown here{_hint(key, {*self.required, *self.optional})}")
                continue
            if self.names is not None and key not in self.required and key not in self.optional:
                _try(at[key], self.names, key)
            out[key] = kind.read(at[key], entry)
        for key, kind in self.required.items():
            if key not in value:
                at.source.error(at.source.entry(at.file, *at.path), f"{at[key]} is missing")
                out[key] = kind.blank()
        return out


def _hint(word: str, known: Iterable[str]) -> str:
    near = get_close_matches(word, sorted(known), 1)
    return f": did you mean {near[0]}?" if near else f"; known keys: {', '.join(sorted(known)) or 'none'}"


def read(source: Source, file: str, kind: Table, *, digest: bool = True) -> Words:
    """Read and check a TOML file with its overlay. ``digest=False`` excludes it from the data digest."""
    words = source.toml(file, lists=dict(_keyed(kind)), digest=digest)
    if file in source.unreadable:
        return kind.blank()
    found: Words = kind.read(At(source, file), words)
    return found


def _keyed(kind: Kind, path: KeyPath = ()) -> Iterable[tuple[KeyPath, tuple[str, ...]]]:
    """The lists in a table that are merged entry by entry."""
    if isinstance(kind, Entries):
        yield path, kind.key
    elif isinstance(kind, Table):
        for key, inner in {**kind.optional, **kind.required}.items():
            yield from _keyed(inner, (*path, key))
