"""What the rule tests of all games share: boards made to measure, and questions to a match."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

import grognard
from grognard import Match, Refusal
from grognard.engine.game import Game

GAMES = Path(grognard.__file__).parent / "games"

Pairs = tuple[tuple[str, str], ...]


def rows(name: str, file: str) -> list[dict[str, str]]:
    """The rows of one of a game's data files."""
    with open(GAMES / name / "data" / file, newline="", encoding="utf-8") as text:
        return list(csv.DictReader(text))


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


def where(match: Match, unit: str) -> str:
    """The hex or box of a unit."""
    return match.game.place_name(match.state.at[match.game.unit_ids[unit]])


def offers(match: Match, verb: str) -> set[str]:
    """The arguments now offered for a verb, as words."""
    return {text.partition(" ")[2] for text in match.actions.texts() if text.split()[0] == verb}


def offered(match: Match, action: str) -> bool:
    """Whether an action is legal now; the lazy test and the listed actions must agree."""
    listed = action in match.actions.texts()
    assert (action in match.actions) == listed
    assert (match.why_not(action) is None) == listed
    return listed


def refused(match: Match, action: str, *rules: str) -> Refusal:
    """The action must be refused and change nothing; with rules, one of them must be the reason."""
    before = match.position()
    assert not offered(match, action), f"{action!r} is offered"
    with pytest.raises(Refusal) as caught:
        match.play(action)
    assert match.position() == before, "a refused action changed the position"
    refusal = caught.value
    assert refusal.why
    if rules:
        assert refusal.rule in rules, f"refused by {refusal.rule} ({refusal.why}), expected {' or '.join(rules)}"
    return refusal


def rolled(match: Match, roll: int) -> Match:
    """Enter a roll by hand."""
    return match.play(f"roll {roll}")
