"""The chapter index in each game's ``__init__`` is true: every module is in it, and every chapter of rules."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pytest

from grognard.engine.library import games
from grognard.engine.step import Step
from tests.kit import GAMES, rows

GAME_NAMES = sorted(games())
#: A line of the index: a module, the clauses it states (none, if it states no rules), and what it is.
LINE = re.compile(r"^    ([a-z_]\w*) {2,}(?:(\d[\d., -]*?) {2,})?([^\d\s].*)$")
CLAUSE = re.compile(r"\d+(?:\.\d+)*")


class Entry(NamedTuple):
    """A module in the index, with its clauses."""

    module: str
    clauses: tuple[str, ...]


def docstring(name: str, module: str) -> str:
    return ast.get_docstring(ast.parse((GAMES / name / f"{module}.py").read_text(encoding="utf-8")), clean=True) or ""


def index(name: str) -> Iterator[Entry]:
    """The lines of a game's index; every indented line of the docstring must be one."""
    for line in docstring(name, "__init__").splitlines():
        if not line.startswith(" "):
            continue
        found = LINE.match(line)
        assert found, f"{name}: this line of the index cannot be read: {line!r}"
        yield Entry(found[1], tuple(CLAUSE.findall(found[2] or "")))


def modules(name: str) -> set[str]:
    return {path.stem for path in (GAMES / name).glob("*.py")} - {"__init__"}


def chapter(clause: str) -> int:
    return int(clause.split(".")[0])


def chapters(clauses: Iterable[str]) -> set[int]:
    return set(map(chapter, clauses))


@pytest.mark.parametrize("name", GAME_NAMES)
def test_every_module_stands_in_the_index_once(name):
    assert sorted(entry.module for entry in index(name)) == sorted(modules(name))


@pytest.mark.parametrize("name", GAME_NAMES)
def test_every_chapter_with_a_rule_has_a_module(name):
    ruled = chapters([row["clause"] for row in rows(name, "clauses.csv") if row["kind"] == "rule"])
    assert ruled - chapters([clause for entry in index(name) for clause in entry.clauses]) == set()


@pytest.mark.parametrize("name", GAME_NAMES)
def test_the_clauses_of_the_index_are_in_the_rulebook(name):
    known = {row["clause"] for row in rows(name, "clauses.csv")}
    named = {clause for entry in index(name) for clause in entry.clauses}
    assert {clause for clause in named if clause not in known and f"{clause}.0" not in known} == set()


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_module_and_the_index_agree_on_its_chapters(name):
    """A module that begins with "Chapter 5:" has chapter 5 in the index."""
    named = {entry.module: chapters(entry.clauses) for entry in index(name)}
    said = {}
    for module in modules(name):
        head, colon, _ = docstring(name, module).partition(":")
        if colon and re.match(r"Chapters? \d", head):
            said[module] = chapters(CLAUSE.findall(head))
    assert {module: found for module, found in said.items() if not found <= named.get(module, set())} == {}


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_module_that_decides_stands_for_a_chapter(name):
    """A module that defines a step of the game has clauses in the index."""
    ruled = {entry.module for entry in index(name) if entry.clauses}
    assert {module for module in modules(name) if defines_a_step(name, module)} - ruled == set()


def defines_a_step(name: str, module: str) -> bool:
    found = importlib.import_module(f"grognard.games.{name}.{module}")
    kinds = [kind for kind in vars(found).values() if isinstance(kind, type) and issubclass(kind, Step)]
    return any(kind.__module__ == found.__name__ for kind in kinds)
