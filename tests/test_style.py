"""Texts in the package follow docs/style.md: its worst words and habits are in no docstring, comment or screen text.

Python is read with ast and tokenize, TOML with tomllib, and JavaScript with a small scanner, so names in code do not
count. Words have ordinary meanings too; EXCEPTIONS lists the places where one is used so, with the reason.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import grognard

PACKAGE = Path(grognard.__file__).parent

#: Words to avoid everywhere, with what to write instead.
WORDS = {
    r"(re)?(told|tell|tells|telling)": "report, describe, show",
    r"anew|once more": "again",
    r"who(so)?ever|whomever": "anyone who, the player who",
    r"(?<!there\s)(is|are|was|were) no(?! (longer|more|less|fewer)\b)": "is not a, unknown",
    r"so many|as many as": "n, at most n",
    r"he|him|himself|his": "they, it, or the noun",
    r"mended|mends?|mending": "fixed",
    r"comes? on(?= (the map|at|in|by)\b)": "arrive, enter",
    r"let(s|ting)? fall": "drop, deselect",
    r"worked out|works? out": "computed",
    r"thought of again": "planned again",
    r"made to measure": "custom",
    r"to and fro": "back and forth",
    r"letter by letter|word by word": "exactly",
    r"parted by": "separated by",
    r"in hand": "selected",
    r"dear(er|est)?|dearly": "expensive",
    r"can be had|is had|are had": "is available",
    r"shoves?|shoving": "shift",
    r"of one's own": "own",
}
_WORDS = {re.compile(rf"\b({pattern})\b", re.IGNORECASE): instead for pattern, instead in WORDS.items()}

#: How no docstring begins.
_RIDDLE = re.compile(r"(Who|Whoever|Whose|What|Whom)\b")

#: (file, word): the reason why the word is right there.
EXCEPTIONS: dict[tuple[str, str], str] = {}


class Text(NamedTuple):
    """A text of the package and where it is."""

    file: str
    line: int
    #: docstring, comment or screen
    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text[:90]!r}"


def python_texts(source: str, file: str) -> Iterator[Text]:
    """The docstrings, comments and sentences of a module."""
    tree = ast.parse(source)
    docs = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and ast.get_docstring(node):
                docs.add(id(first.value))
                yield Text(file, first.lineno, "docstring", str(first.value.value))
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in docs
            and " " in node.value.strip()
        ):
            yield Text(file, node.lineno, "screen", node.value)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield Text(file, token.start[0], "comment", token.string.lstrip("#: "))


_SCRIPT = re.compile(
    r"(?P<comment>//[^\n]*|/\*.*?\*/)"
    r"|(?P<screen>\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)",
    re.DOTALL,
)


def script_texts(source: str, file: str) -> Iterator[Text]:
    """The comments and texts of a script; what a template fills in does not count."""
    for found in _SCRIPT.finditer(source):
        kind = str(found.lastgroup)
        text = re.sub(r"\$\{[^{}]*(\{[^{}]*\}[^{}]*)*\}", " ", found[0])
        if kind == "comment" or " " in text:
            yield Text(file, source.count("\n", 0, found.start()) + 1, kind, text)


def toml_texts(value: Any, file: str) -> Iterator[Text]:
    """The texts in a TOML file."""
    if isinstance(value, str) and " " in value:
        yield Text(file, 0, "screen", value)
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from toml_texts(part, file)


def page_texts(source: str, file: str) -> Iterator[Text]:
    """The lines of a page or of a document."""
    for number, line in enumerate(source.splitlines(), 1):
        yield Text(file, number, "screen", re.sub(r"`[^`]*`|<[^>]*>", " ", line))


@cache
def texts() -> list[Text]:
    """All texts of the package."""
    out: list[Text] = []
    for path in sorted(PACKAGE.rglob("*")):
        file = path.relative_to(PACKAGE).as_posix()
        if path.suffix not in (".py", ".js", ".toml", ".html", ".md"):
            continue
        source = path.read_text(encoding="utf-8")
        if path.suffix == ".py":
            out += python_texts(source, file)
        elif path.suffix == ".js":
            out += script_texts(source, file)
        elif path.suffix == ".toml":
            out += toml_texts(tomllib.loads(source), file)
        else:
            out += page_texts(source, file)
    return out


def words_in(text: Text) -> Iterator[tuple[str, str]]:
    """The words of a text that docs/style.md advises against, each with what to write instead."""
    for pattern, instead in _WORDS.items():
        for found in pattern.finditer(text.text):
            yield found[0], instead


def bad_words(text: Text) -> Iterator[str]:
    """Complaints about a text."""
    for word, instead in words_in(text):
        if (text.file, word.lower()) not in EXCEPTIONS:
            yield f"{text}: not {word!r}, but: {instead}"


def test_no_text_has_the_worst_words() -> None:
    found = [complaint for text in texts() for complaint in bad_words(text)]
    assert not found, "\n".join(found)


def test_no_docstring_begins_with_a_riddle() -> None:
    found = [str(text) for text in texts() if text.kind != "screen" and _RIDDLE.match(text.text.lstrip("/* \n"))]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("source", "bad"),
    [
        ('"""The commander says what he does."""', ["he"]),
        ("x = 1  # told by the state", ["told"]),
        ('x = "Take 1/8 in hand"', ["in hand"]),
        ('x = f"{unit} is no artillery"', ["is no"]),
        ('x = "there is no unit here, and it is no longer needed"', []),
        ("told = his = whoever", []),
        ('x = {"tell": 1}', []),
    ],
)
def test_words_count_in_texts_of_python_only(source: str, bad: list[str]) -> None:
    found = [complaint for text in python_texts(source, "some.py") for complaint in bad_words(text)]
    assert [word for word in bad for complaint in found if f"not {word!r}, but" in complaint] == bad
    assert len(found) == len(bad)


@pytest.mark.parametrize(
    ("source", "bad"),
    [
        ("/** Tell the camera. */\nfn();", ["Tell"]),
        ('h("p", {}, "Whoever has a link");', ["Whoever"]),
        ("say(`${table.told(`a ${b}`)} is his unit`);", ["his"]),
        ("table.tell(anew); // again", []),
        ("const tell = `${whoever} plays`;", []),
    ],
)
def test_words_count_in_texts_of_scripts_only(source: str, bad: list[str]) -> None:
    found = [complaint for text in script_texts(source, "some.js") for complaint in bad_words(text)]
    assert [word for word in bad for complaint in found if f"not {word!r}, but" in complaint] == bad
    assert len(found) == len(bad)


@pytest.mark.parametrize(
    ("text", "bad"), [('"""Who may move."""', True), ('"""The units that move."""', False), ("#: What it costs", True)]
)
def test_a_riddle_is_a_beginning_with_who_or_what(text: str, bad: bool) -> None:
    (found,) = python_texts(text, "some.py")
    assert bool(_RIDDLE.match(found.text)) is bad


def test_an_exception_is_needed_and_has_a_reason() -> None:
    used = {(text.file, word[0].lower()) for text in texts() for word in words_in(text)}
    assert set(EXCEPTIONS) <= used
    assert all(EXCEPTIONS.values())
