"""The structure of the code: allowed imports, the length of files, and what must not be in them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import grognard
from grognard.engine.library import games

PACKAGE = Path(grognard.__file__).parent
ROOT = PACKAGE.parent
SOURCES = sorted(PACKAGE.rglob("*.py"))
TESTS = sorted(ROOT.glob("tests/**/*.py")) + sorted(ROOT.glob("bench/**/*.py"))
TEXTS = sorted(
    path
    for path in (*ROOT.glob("*"), *ROOT.glob("docs/**/*"), *PACKAGE.rglob("*"), *ROOT.glob("bench/*"), *TESTS)
    if path.is_file() and path.name != ".git" and path.suffix in (".py", ".md", ".toml", ".csv", "")
)

#: The packages that each package may use besides itself. Dependencies point downwards only.
ROOMS = {
    "hexes": set(),
    "engine": {"hexes"},
    "mechanics": {"hexes", "engine"},
    "games": {"hexes", "engine", "mechanics"},
    "ai": {"hexes", "engine", "mechanics"},
    "art": {"hexes", "engine", "mechanics"},
    "lab": {"hexes", "engine", "mechanics", "ai"},
    "table": {"hexes", "engine", "ai", "art", "lab"},
}
#: The parts that each part of ``ai`` may use besides itself; "" are the modules of ``ai`` itself.
PARTS = {
    "": set(),
    "value": {""},
    "fight": {"", "value"},
    "plan": {"", "value", "fight"},
    "search": {"", "value", "fight", "plan"},
    "levels": {"", "value", "fight", "plan", "search"},
}
#: Modules of ``ai`` that may use all parts.
DESKS = {"registry", "hint"}
#: The packages that the command line and ``grognard/__init__.py`` may use; no game by name.
TOP = {"hexes", "engine", "mechanics", "ai", "art", "lab", "table", "commands", "cli"}
FRONT = {"hexes", "engine"}
LIBRARY = ("games",)


def name_of(path: Path) -> tuple[str, ...]:
    """A file as the words of its module, without ``grognard``."""
    words = path.relative_to(PACKAGE).with_suffix("").parts
    return words[:-1] if words[-1] == "__init__" else words


def package_of(path: Path) -> tuple[str, ...]:
    """The package that relative imports in a file start from."""
    return ("grognard", *path.relative_to(PACKAGE).parent.parts)


def imports(path: Path) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Everything of grognard that a file imports, as the words of its module, and where."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        found: list[tuple[str, ...]] = []
        if isinstance(node, ast.Import):
            found = [tuple(alias.name.split(".")) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package_of(path)[: len(package_of(path)) - node.level + 1] if node.level else ()
            module = (*base, *(node.module.split(".") if node.module else ()))
            found = [(*module, alias.name) for alias in node.names] if len(module) <= 2 else [module]
        yield from ((node.lineno, words[1:]) for words in found if words[:1] == ("grognard",))


def allowed(path: Path, target: tuple[str, ...]) -> bool:
    """Whether a file may import a module of grognard."""
    here = name_of(path)
    room = here[0] if here else ""
    wanted = target[0] if target else ""
    is_room = (PACKAGE / wanted).is_dir() or (PACKAGE / f"{wanted}.py").is_file() if wanted else False
    if not is_room:
        # A name of ``grognard`` itself. It comes from the engine, so packages above the engine may use it.
        return room not in ("hexes", "engine", "mechanics")
    if not room:
        return wanted in FRONT or target == LIBRARY
    if room in ("__main__", "cli", "commands"):
        return wanted in TOP
    if room == "games" and wanted == "games":
        return len(here) > 1 and target[1:2] == here[1:2]
    return wanted == room or wanted in ROOMS[room]


def test_every_file_belongs_to_a_room():
    rooms = {name_of(path)[0] for path in SOURCES if name_of(path)}
    assert rooms <= {*ROOMS, *TOP, "__main__"}, "a new room must say in this file what it may use"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_downwards(path):
    wrong = [f"line {line}: grognard.{'.'.join(target)}" for line, target in imports(path) if not allowed(path, target)]
    assert not wrong, f"{path.relative_to(ROOT)} has imports that are not allowed: {wrong}"


@pytest.mark.parametrize(
    ("file", "target", "verdict"),
    [
        ("hexes/grid.py", "engine.game", False),
        ("hexes/grid.py", "hexes.hexset", True),
        ("engine/match.py", "mechanics.zones", False),
        ("engine/match.py", "new", False),
        ("mechanics/zones.py", "games.one", False),
        ("games/one/combat.py", "games.two.combat", False),
        ("games/one/combat.py", "games.one.state", True),
        ("games/one/combat.py", "lab.counting", False),
        ("ai/commander.py", "games.one", False),
        ("ai/commander.py", "lab.playout", False),
        ("lab/playout.py", "ai.commander", True),
        ("lab/playout.py", "games", False),
        ("art/map.py", "ai", False),
        ("table/matches.py", "art.map", True),
        ("table/matches.py", "games.one", False),
        ("table/matches.py", "commands.records", False),
        ("lab/playout.py", "table.matches", False),
        ("commands/table.py", "table.serve", True),
        ("commands/records.py", "games.one", False),
        ("commands/records.py", "art", True),
        ("cli.py", "games", False),
        ("__init__.py", "engine.match", True),
        ("__init__.py", "games.one", False),
    ],
)
def test_the_law_of_the_rooms(file, target, verdict):
    assert allowed(PACKAGE / file, tuple(target.split("."))) is verdict


def part_of(words: tuple[str, ...]) -> str:
    """The part of ``ai`` that a module belongs to."""
    return words[1] if words[1:2] and words[1] in PARTS else ""


@pytest.mark.parametrize("path", sorted((PACKAGE / "ai").rglob("*.py")), ids=lambda path: path.stem)
def test_the_parts_of_ai_import_downwards(path):
    here = name_of(path)
    if len(here) == 1 or here[1] in DESKS:
        return
    used = {(part_of(target), target[1:2]) for _, target in imports(path) if target[:1] == ("ai",)}
    assert {part for part, _ in used} <= {*PARTS[part_of(here)], part_of(here)}
    assert not {name for _, names in used for name in names} & DESKS


def test_rules_ask_nothing_of_what_players_read():
    """Only the game makes its reading. No rule and no shared mechanic depends on what a screen shows."""
    asked = []
    for path in SOURCES:
        here = name_of(path)
        if here[:1] not in (("games",), ("mechanics",)) or here[-1] in ("reading", "game"):
            continue
        asked += [
            f"{path.relative_to(ROOT)}:{line}"
            for line, target in imports(path)
            if target[-1:] == ("reading",) and target[0] != "engine"
        ]
        asked += [
            f"{path.relative_to(ROOT)}:{node.lineno}"
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Attribute) and node.attr == "reading"
        ]
    assert not asked


def test_no_room_knows_a_game_by_name():
    """Only a game's own folder, and tests, may say its name."""
    named = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in SOURCES
        if name_of(path)[:1] not in (("games",), ())
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in games()
    ]
    assert not named


@pytest.mark.parametrize("path", SOURCES + TESTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_is_too_long(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 500


def test_any_has_a_reason_where_rules_are_typed():
    """Games and states are typed in the shared packages. Each exception has its reason, there or on the line above."""
    found, silent = 0, []
    for path in SOURCES:
        if name_of(path)[:1] not in (("engine",), ("mechanics",), ("ai",)):
            continue
        lines = ["", *path.read_text(encoding="utf-8").splitlines()]
        for number, line in enumerate(lines):
            code, _, comment = line.partition("#")
            if not re.search(r"\bAny\b", code) or code.startswith("from typing import"):
                continue
            found += len(re.findall(r"\bAny\b", code))
            above = lines[number - 1].strip()
            if not re.search(r"\bany\b", comment + (above if above.startswith("#") else ""), re.IGNORECASE):
                silent.append(f"{path.relative_to(ROOT)}:{number}")
    assert not silent
    assert 0 < found < 60


def test_the_arguments_of_a_frame_have_names():
    """A frame is unpacked into names; nothing reads its second entry by number."""
    numbered = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Subscript)
        and ast.unparse(node).startswith(("s.agenda[-1][", "state.agenda[-1]["))
        and ast.unparse(node.slice) not in ("0", "-1")
    ]
    assert not numbered


def test_no_path_of_a_machine():
    """Nothing refers to a folder that only one machine has."""
    unix = r"(?<![\w.~-])/(?:work|home|root|tmp|Users|mnt|opt)/[\w.]"
    path_of_machine = re.compile(unix + r"|\.\./shared\b|[A-Z]:\\\\?Users")
    here = Path(__file__).resolve()
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in TEXTS
        if path.resolve() != here
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if path_of_machine.search(line)
    ]
    assert not found


def test_every_module_says_what_it_is():
    silent = [
        str(path.relative_to(ROOT))
        for path in SOURCES
        if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert not silent
