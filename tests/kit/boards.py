"""The data of a game, and custom boards."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard import DataError, Match
from grognard.engine.data import Problem
from grognard.engine.game import Game

GAMES = Path(grognard.__file__).parent / "games"

Pairs = tuple[tuple[str, str], ...]


def csv_rows(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file."""
    with open(path, newline="", encoding="utf-8") as text:
        return list(csv.DictReader(text))


def rows(name: str, file: str) -> list[dict[str, str]]:
    """The rows of one of a game's data files."""
    return csv_rows(GAMES / name / "data" / file)


def _pair(words: str) -> tuple[str, str]:
    a, b = sorted(words.split("-"))
    return a, b


@cache
def _game(name: str, plain: bool, ground: Pairs, sides: Pairs, roads: Pairs, features: Pairs, files: Pairs) -> Game:
    hexes: dict[str, str] = {}
    words: dict[str, str] = {}
    edges: dict[tuple[str, str], tuple[str, str]] = {}
    ways: dict[tuple[str, str], str] = {}
    if plain:
        hexes = {row["hex"]: "clear" for row in rows(name, "hexes.csv")}
        edges = {(row["hex1"], row["hex2"]): ("none", "0") for row in rows(name, "hexsides.csv")}
        if (GAMES / name / "data" / "roads.csv").exists():
            ways = {(row["hex1"], row["hex2"]): "none" for row in rows(name, "roads.csv")}
    hexes.update(ground)
    words.update(features)
    for pair, text in sides:
        kind, _, bridge = text.partition(" ")
        edges[_pair(pair)] = (kind, "1" if bridge else "0")
    ways.update({_pair(pair): kind for pair, kind in roads})
    labels = sorted({*hexes, *words})
    overlay = {
        "hexes.csv": "hex,terrain,features,source\n"
        + "".join(f"{h},{hexes.get(h, '')},{words.get(h, '')},derived\n" for h in labels),
        "hexsides.csv": "hex1,hex2,kind,bridge,source\n"
        + "".join(f"{a},{b},{k},{br},derived\n" for (a, b), (k, br) in edges.items()),
        "roads.csv": "hex1,hex2,kind,source\n" + "".join(f"{a},{b},{k},derived\n" for (a, b), k in ways.items()),
        **dict(files),
    }
    return grognard.game(name, overlay)


def made_game(
    name: str,
    *,
    plain: bool = False,
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    roads: Mapping[str, str] | None = None,
    features: Mapping[str, str] | None = None,
    files: Mapping[str, str] | None = None,
) -> Game:
    """A game on a made-to-measure board.

    ``plain`` makes every hex clear and removes hexsides and roads; ``features`` replaces the features
    of single hexes (words joined by ";"); ``files`` are further overlay files (tables.toml, ...).
    """
    if not (plain or terrain or sides or roads or features or files):
        return grognard.game(name)
    parts = (terrain, sides, roads, features, files)
    return _game(name, plain, *(tuple(sorted((m or {}).items())) for m in parts))


def overlay(folder: Path, files: Mapping[str, str]) -> Path:
    """A folder of corrections as an owner would keep it."""
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8")
    return folder


def faults(name: str, folder: Path, files: Mapping[str, str]) -> list[Problem]:
    """All that is wrong with a folder of corrections."""
    with pytest.raises(DataError) as caught:
        grognard.game(name, overlay(folder, files))
    assert str(caught.value).splitlines() == [str(problem) for problem in caught.value.problems]
    return caught.value.problems


class Table:
    """Positions of one game, on the real map or on custom boards, with scripted dice.

    ``plain=True`` is a board of clear hexes without water and roads; ``bare=True`` has no features either, but those
    that begin with one of the words in ``kept``. ``empty`` is the one of both on which :meth:`phase` sets up.
    """

    def __init__(self, name: str, *, empty: str = "bare", kept: tuple[str, ...] = ()) -> None:
        self.name, self.empty, self.kept = name, empty, kept

    def game(self, *, bare: bool = False, features: Mapping[str, str] | None = None, **ground: Any) -> Game:
        """The game on a made-to-measure board; see :func:`made_game`."""
        if bare:
            ground["plain"] = True
            features = {**self._bare(), **(features or {})}
        return made_game(self.name, features=features, **ground)

    def _bare(self) -> dict[str, str]:
        """Every hex with only those features that the map edges and supply sources need."""
        return {
            row["hex"]: ";".join(w for w in row["features"].split(";") if w.startswith(self.kept)) or "none"
            for row in rows(self.name, "hexes.csv")
        }

    def table(self, text: str, *, dice: Iterable[int | str] = (), **ground: Any) -> Match:
        """A match at a position. When the scripted dice run out, play rolls by hand: ``play("roll 4")``."""
        return grognard.setup(f"game {self.name}\n{text}", dice=dice, of=self.game(**ground))

    def phase(self, name: str, at: str, *more: str, turn: int = 2, **ground: Any) -> Match:
        """The beginning of a phase, by default on an empty board."""
        ground.setdefault(self.empty, True)
        return self.table("\n".join((f"turn {turn}", f"phase {name}", f"at {at}", *more)), **ground)

    def moving(self, side: str, at: str, *more: str, **ground: Any) -> Match:
        """A Movement Phase."""
        return self.phase(f"{side} movement", at, *more, **ground)

    def fighting(self, side: str, at: str, *more: str, **ground: Any) -> Match:
        """A Combat Phase."""
        return self.phase(f"{side} combat", at, *more, **ground)
