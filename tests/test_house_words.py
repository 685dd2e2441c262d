"""Games declare their words in their own folders: no shared package contains a verb, a mark or a box of a game.

The words come from the games' declarations. In Python a word is found as a constant that equals it; in the client as a
text, as a key of an object, or as a name looked up in the verbs, marks and boxes. Parts of longer texts, classes of the
page and names of functions do not count.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import grognard
from grognard.engine.library import games
from grognard.engine.looks import SHARED_MARKS
from grognard.engine.verbs import SHARED

PACKAGE = Path(grognard.__file__).parent
CLIENT = PACKAGE / "table" / "static"

#: Words that mean something else in a file, with their meaning there.
MEANT_OTHERWISE = {
    ("labels.py", "land"): "a kind of name on the map",
    ("symbols.py", "airborne"): "a type of unit",
    ("symbols.py", "supply"): "a type of unit",
    ("__init__.py", "flood"): "a function of the plane",
    ("scripts.py", "withdraw"): "a plan of commanders",
    ("journal.py", "decline"): "an answer to a proposal at the table",
    ("play.py", "decline"): "an answer to a proposal at the table",
    ("camera.js", "top"): "a place on the screen",
    ("elsewhere.js", "top"): "a place on the screen",
    ("screen.js", "aside"): "an element of the page",
    ("layout.js", "top"): "a place on the screen",
    ("prefs.js", "full"): "how much moves on the screen",
    ("table.css", "top"): "a part of the page",
    ("small.css", "top"): "a part of the page",
    ("base.css", "unseen"): "what is there for ears only",
    ("scripts.py", "hold"): "a plan of commanders",
    ("cli.py", "draw"): "a function of the laboratory",
    ("__init__.py", "draw"): "a function of the laboratory",
    ("machines.py", "draw"): "the processes that draw",
    ("board.py", "look"): "how the board is drawn",
    ("doctrine.py", "assign"): "a role of verbs",
    ("doctrine.py", "mode"): "a role of verbs",
    ("limits.py", "keep"): "the law of a row",
    ("unrolled.py", "keep"): "a function written out",
    ("verbs.py", "leave"): "a tone",
    ("board.css", "leave"): "a tone",
    ("base.css", "stack"): "a part of the page",
    ("choosing.py", "leave"): "a tone",
    ("chat.js", "stay"): "how long a note stays",
    ("pause.js", "waiting"): "how a request stands",
    ("board.css", "under"): "a part of the page",
    ("panels.css", "chit"): "a counter on the page",
    ("table.css", "chit"): "a counter on the page",
    ("counters.js", "chit"): "a counter on the page",
    ("table.css", "wait"): "a part of the page",
    ("acts.js", "others"): "what is left of a list",
    ("panels.js", "others"): "units of no formation",
    ("eye.js", "stay"): "how long a note stays",
    ("going.js", "stay"): "how long a note stays",
    ("firsttip.js", "stay"): "how long a note stays",
    ("symbols.py", "funnies"): "a type of unit",
    ("advance.py", "advance-all"): "a verb that games may add",
    ("marking.py", "mark-hex"): "a verb that games may add",
    ("marking.py", "unmark-hex"): "a verb that games may add",
    ("marking.py", "leave"): "a tone",
    ("choosing.py", "choose"): "a verb that games may add",
    ("choosing.py", "return"): "a verb that games may add",
    ("attacks.py", "declare"): "the name of a step",
    ("panels.css", "track"): "a part of the page",
    ("gauges.js", "track"): "a part of the page",
    ("small.css", "tray"): "a part of the page",
    ("table.css", "tray"): "a part of the page",
    ("home.js", "help"): "a button of the page",
    ("keytable.js", "help"): "a key of the table",
    ("home.js", "look"): "the look of the page",
    ("screen.js", "look"): "a function of the board",
    ("keytable.js", "look"): "a key of the table",
    ("words.js", "look"): "how a mark is shown",
}


def game_words() -> set[str]:
    """Verbs and marks that are not shared, and every box."""
    found: set[str] = set()
    for name in games():
        game = grognard.game(name)
        found |= set(game.verbs) - set(SHARED) | set(game.reading.mark_looks) - set(SHARED_MARKS) | set(game.boxes)
    return found


def in_python(text: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


#: Classes and tags, which are passed over; then texts, keys of objects, and what is read by name from what a game says.
_NAMED = re.compile(
    r"""(?:class:\s*|\b[hs]\()["'`][^"'`\n]*["'`]"""
    r"""|["'`](?P<text>[^"'`\n]*)["'`]"""
    r"""|(?:^|[{,(])\s*(?!class\b)(?P<key>[A-Za-z_]\w*)\s*:"""
    r"""|\b(?:verbs|actions|marks|boxes|facts)\??\.(?P<read>[A-Za-z_]\w*)"""
)


def in_script(text: str) -> Iterator[tuple[int, str]]:
    bare = re.sub(r"/\*.*?\*/", lambda found: "\n" * found[0].count("\n"), text, flags=re.DOTALL)
    for number, line in enumerate(bare.split("\n"), 1):
        for found in _NAMED.finditer(re.sub(r"(?:^|\s)//.*", "", line)):
            yield from ((number, word) for word in found.groups() if word is not None)


def in_style(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), 1):
        yield from ((number, word) for word in re.findall(r"\.([A-Za-z][\w-]*)(?=[^{}]*\{)", line))


READERS = {".py": in_python, ".js": in_script, ".css": in_style}
FILES = sorted(
    path
    for path in PACKAGE.rglob("*")
    if path.suffix in READERS and path.relative_to(PACKAGE).parts[0] != "games" and "vendor" not in path.parts
)


def named(path: Path, words: set[str]) -> list[tuple[int, str]]:
    found = READERS[path.suffix](path.read_text(encoding="utf-8"))
    return [(line, word) for line, word in found if word in words]


def test_no_shared_room_knows_the_words_of_a_game():
    words = game_words()
    wrong = [
        f"{path.relative_to(PACKAGE)}:{line}: {word}"
        for path in FILES
        for line, word in named(path, words)
        if (path.name, word) not in MEANT_OTHERWISE
    ]
    assert not wrong, "a game says this in its own folder"


def test_every_exception_is_needed():
    words = game_words()
    used = {(path.name, word) for path in FILES for _, word in named(path, words)}
    assert set(MEANT_OTHERWISE) == used & set(MEANT_OTHERWISE)


def test_the_client_is_read():
    assert {"words.js", "inspector.js", "board.css", "style.py", "simulation.py"} <= {path.name for path in FILES}
    words = game_words()
    assert {"fpf", "flood", "naval", "reduced", "must attack", "eliminated", "exited"} <= words
    assert not {"select", "move", "moved", "target"} & words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('if (marks.includes("reduced")) return;', ["reduced"]),
        ("  fpf: { say: 'Defensive fire by {}' },", ["fpf"]),
        ("const rank = { due: 0, exited: 3 };", ["due", "exited"]),
        ("export const rank = (box) => ({ due: 0 })[box];", ["due"]),
        ("if (view.actions.flood) return; // exited", ["flood"]),
        ('h("aside", { class: "unseen" }, "due")', ["due"]),
        ("const top = box.top; a ? lift : land", []),
        ("/** @type {{flood: number}} */", []),
    ],
)
def test_what_names_a_word_in_a_script(line: str, words: list[str]) -> None:
    assert [word for _, word in in_script(line) if word in game_words()] == words


def test_what_names_a_word_in_python_and_in_a_style() -> None:
    assert [word for _, word in in_python('LOST = "eliminated"  # due\nx = f"the due {LOST}"')].count("eliminated") == 1
    assert "due" not in [word for _, word in in_python('x = f"the due {LOST}"')]
    assert list(in_style(".reduced .front { display: none; }")) == [(1, "reduced"), (1, "front")]
