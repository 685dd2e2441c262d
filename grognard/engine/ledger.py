"""The rules ledger: every clause and every duty of a rulebook, and the tests that prove them.

``clauses.csv`` in a game's data folder lists the numbered clauses of its rulebook, and ``duties.csv`` splits them into
atomic duties. A test says what it proves by ``@rule("game", "7.11", "7.11a")``. The ledger finds these marks by reading
the test files without running them. It does not know whether a test passes, but a disabled test proves nothing.
"""

from __future__ import annotations

import ast
import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from .data import DataError, Problem
from .game import AnyGame

#: Clauses of this kind bind the players, so they need a test; headings and lists of parts do not.
RULE = "rule"

_OFF = ("skip", "skipif", "xfail", "importorskip")


@dataclass(frozen=True)
class Clause:
    """A numbered clause of a rulebook, with a title in our own words."""

    id: str
    kind: str
    title: str


@dataclass(frozen=True)
class Duty:
    """One atomic requirement of a clause."""

    id: str
    clause: str
    kind: str
    statement: str


@dataclass(frozen=True)
class Mark:
    """A test that claims to prove some clauses or duties of a game."""

    file: str
    line: int
    test: str
    game: str
    ids: tuple[str, ...]
    #: the reason why it proves nothing, or empty
    void: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.test}"


@dataclass
class Ledger:
    """The state of one game's ledger."""

    game: str
    clauses: dict[str, Clause]
    duties: dict[str, Duty]
    marks: list[Mark]
    #: id -> number of tests that prove it
    proofs: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for mark in self.marks:
            for id in mark.ids if not mark.void else ():
                self.proofs[id] = self.proofs.get(id, 0) + 1

    @property
    def rules(self) -> list[Clause]:
        """The clauses that need a test."""
        return [clause for clause in self.clauses.values() if clause.kind == RULE]

    @property
    def uncovered_clauses(self) -> list[Clause]:
        """Rule clauses that no test proves, either as a whole or by one of their duties."""
        proved = {self.duties[id].clause for id in self.proofs if id in self.duties}
        return [clause for clause in self.rules if clause.id not in self.proofs and clause.id not in proved]

    @property
    def uncovered_duties(self) -> list[Duty]:
        return [duty for duty in self.duties.values() if duty.id not in self.proofs]

    @property
    def unknown(self) -> list[tuple[Mark, str]]:
        """Marks that name an unknown clause or duty."""
        return [(m, id) for m in self.marks for id in m.ids if id not in self.clauses and id not in self.duties]

    @property
    def void(self) -> list[Mark]:
        """Marks that prove nothing: on a disabled test, or on a function that is not a test."""
        return [mark for mark in self.marks if mark.void]

    @property
    def complete(self) -> bool:
        return bool(self.clauses) and not (self.uncovered_clauses or self.uncovered_duties or self.unknown or self.void)


def ledger(game: AnyGame, found: Iterable[Mark]) -> Ledger:
    """The ledger of a game, with those of the marks found in the tests that are about it."""
    folder = game.folder / "data"
    clauses = {r["clause"]: Clause(r["clause"], r["kind"], r["title"]) for r in _read(folder / "clauses.csv")}
    duties = {r["duty"]: Duty(r["duty"], r["clause"], r["kind"], r["statement"]) for r in _read(folder / "duties.csv")}
    lost = [d for d in duties.values() if d.clause not in clauses]
    if lost:
        raise DataError([Problem("duties.csv", 0, f"duty {d.id} names the unknown clause {d.clause!r}") for d in lost])
    return Ledger(game.id, clauses, duties, [mark for mark in found if mark.game == game.id])


def _read(path: Path) -> list[dict[str, str]]:
    if not path.is_file():
        raise DataError([Problem(path.name, 0, "the file is missing")])
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


# -- reading test files --------------------------------------------------------------------------


def marks(tests: Path) -> Iterator[Mark]:
    """The marks in the test files of a folder."""
    for path in sorted(tests.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        yield from _in_body(tree.body, path.relative_to(tests).as_posix(), [], "")


_Test = ast.FunctionDef | ast.AsyncFunctionDef


def _in_body(body: list[ast.stmt], file: str, outer: list[ast.Call], off: str) -> Iterator[Mark]:
    """The marks in a module or a class, which may itself be marked or disabled."""
    here = [node.value for node in body if isinstance(node, ast.Assign) and _assigns(node, "pytestmark")]
    outer = outer + [call for value in here for call in _rule_calls(value)]
    off = off or next((word for value in here for word in _off_words(value)), "")
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _in_body(
                node.body,
                file,
                outer + [call for d in node.decorator_list for call in _rule_calls(d)],
                off or next((word for d in node.decorator_list for word in _off_words(d)), ""),
            )
        elif isinstance(node, _Test):
            calls = outer + [call for d in node.decorator_list for call in _rule_calls(d)]
            is_test = node.name.startswith("test")
            reason = f"{off} on its class or file" if off else _why_void(node)
            yield from (_mark(call, node, file, reason) for call in calls if is_test or call not in outer)


def _assigns(node: ast.Assign, name: str) -> bool:
    return any(isinstance(target, ast.Name) and target.id == name for target in node.targets)


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _rule_calls(node: ast.AST) -> list[ast.Call]:
    """Calls of ``rule`` in an expression: alone, in a list of marks, or in the marks of a parameter."""
    return [n for n in ast.walk(node) if isinstance(n, ast.Call) and _name(n.func) == "rule"]


def _off_words(node: ast.AST) -> list[str]:
    """Words in a decorator or mark that disable a test."""
    return [n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute) and n.attr in _OFF]


def _why_void(test: _Test) -> str:
    if not test.name.startswith("test"):
        return "not a test"
    for decorator in test.decorator_list:
        for word in _off_words(decorator):
            return f"marked {word}"
    for node in ast.walk(test):
        if isinstance(node, ast.Call) and _name(node.func) in _OFF:
            return f"calls {_name(node.func)}"
    return ""


def _mark(call: ast.Call, test: _Test, file: str, reason: str) -> Mark:
    words = tuple(a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str))
    if len(words) != len(call.args) or len(words) < 2 or call.keywords:
        raise DataError(
            [Problem(file, call.lineno, 'a mark must have literal arguments: rule("game", "clause or duty", ...)')]
        )
    return Mark(file, test.lineno, test.name, words[0], words[1:], reason)
