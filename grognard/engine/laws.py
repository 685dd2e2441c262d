"""Finds the code that makes a clause law: the rows, functions and tables of a game that name it.

Rows know where they are written. Functions, steps and events name clauses in their docstrings, comments and rule
arguments, and data files in their lines. A number that only a refusal cites is not a law: something else must forbid
the action.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from .game import AnyGame

#: The number of a clause in a text, with or without the letter of a duty.
_NUMBER = re.compile(r"(?<![\w.])\d{1,2}(?:\.\d+)+(?:\.[A-Z])?(?:\.\d+)?[a-z]{0,3}(?!\w)")
#: A part of a chapter that has a word instead of a number, such as 9.control.
_WORD = re.compile(r"(?<![\w.])\d{1,2}\.[a-z]{4,}(?!\w)")
#: Chapters that are clauses themselves, in "Chapters 9 and 10".
_CHAPTERS = re.compile(r"\bChapters? (\d[\d.]*(?:(?:, | and )\d[\d.]*)*)")
_CHAPTER = re.compile(r"(?<![\w.])\d{1,2}(?!\w|\.\d)")
_ALONE = re.compile(f"{_NUMBER.pattern}|{_WORD.pattern}")
_RANGE = re.compile(r"(?<![\w.])(\d+)\.(\d+) to \1\.(\d+)(?!\w)")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
#: Prefixes of functions that explain a law implemented elsewhere.
_EXPLAIN = ("why", "refuse", "_why", "_refuse")


class Place(NamedTuple):
    """A line that names a clause: its folder and file, and a description of the line."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"


def laws(game: AnyGame) -> dict[str, list[Place]]:
    """The places that name each clause, rows first."""
    found: dict[str, dict[tuple[str, int], Place]] = {}

    def note(ids: Iterable[str], place: Place) -> None:
        for id in ids:
            found.setdefault(id, {}).setdefault((place.file, place.line), place)

    for rule, place in _rows(game):
        note([rule], place)
    for path in sorted(game.folder.glob("*.py")):
        for ids, line, what in _named(path):
            note(ids, Place(f"{game.folder.name}/{path.name}", line, what))
    for path in sorted((game.folder / "data").glob("*.toml")):
        if path.name == "lessons.toml":
            continue
        for line, text in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            note(numbers(text), Place(f"{game.folder.name}/data/{path.name}", line, "table"))
    return {id: list(places.values()) for id, places in found.items()}


def numbers(text: str) -> list[str]:
    """The clause numbers in a text. A duty also names its clause, and a range all its clauses."""
    out = []
    for found in _NUMBER.findall(text):
        out += [found, found.rstrip(_LETTERS)]
    for chapter, first, last in _RANGE.findall(text):
        out += [f"{chapter}.{n}" for n in range(int(first), int(last) + 1)]
    out += _WORD.findall(text)
    for chapters in _CHAPTERS.findall(text):
        out += _CHAPTER.findall(chapters)
    return list(dict.fromkeys(out))


def _rows(game: AnyGame) -> Iterator[tuple[str, Place]]:
    """The rows of all steps, each with the function that implements its law."""
    for step in game.steps:
        for law in step.laws.values():
            for row in law.rows:
                file, line = row.location
                yield row.rule, Place(_in_folder(file), line, f"row of {law.verb!r} in the step {step.name!r}")
                code = getattr(row.keep, "__code__", None)
                if code is not None and code.co_name != "<lambda>":
                    yield row.rule, Place(_in_folder(code.co_filename), code.co_firstlineno, f"{code.co_name}()")


def _in_folder(file: str) -> str:
    """A file with its folder: the law of a row may be one that games share."""
    return "/".join(Path(file).parts[-2:])


def _named(path: Path) -> Iterator[tuple[list[str], int, str]]:
    """The clauses that the code, docstrings and comments of a module name, with line and description."""
    text = path.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield numbers(token.string), token.start[0], "comment"
    yield from _in_nodes(ast.parse(text), path.stem)


def _in_nodes(node: ast.AST, name: str) -> Iterator[tuple[list[str], int, str]]:
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        name = node.name
        if name.startswith(_EXPLAIN):
            return
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (doc := ast.get_docstring(node)):
        yield numbers(doc), getattr(node, "lineno", 1), name
    if isinstance(node, ast.Call):
        called = getattr(node.func, "id", "")
        if called == "Refusal":
            return
        if called in ("Limit", "Only", "Prefer", "Reason"):  # rows know where they are written
            for part in node.args[1:]:
                yield from _in_nodes(part, name)
            return
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and _ALONE.fullmatch(node.value):
        yield numbers(node.value), node.lineno, name
    for child in ast.iter_child_nodes(node):
        yield from _in_nodes(child, name)
