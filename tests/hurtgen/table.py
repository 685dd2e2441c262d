"""A table for rule tests: positions from text, terrain made to measure, scripted dice.

``table(text, plain=True)`` sets up a position on a board without any terrain: 29 x 28 clear hexes, no
water, no roads. ``terrain``, ``sides`` and ``roads`` then change single hexes and hexsides:

    table("phase us combat\\nat 1/8=0503 1/983=0603", plain=True,
          terrain={"0603": "woods"}, sides={"0503-0603": "stream"}, roads={"0503-0603": "road"}, dice=[4])

Words for ``sides``: stream, river, ferry, none, and "stream bridge", "river bridge". For ``roads``:
road, trail, none. Without ``plain`` the real map is the base.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard import Match, Refusal
from grognard.engine.game import Game

DATA = Path(grognard.__file__).parent / "games" / "hurtgen" / "data"


def _rows(name: str) -> list[dict[str, str]]:
    with open(DATA / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@cache
def _game(
    plain: bool,
    terrain: tuple[tuple[str, str], ...],
    sides: tuple[tuple[str, str], ...],
    roads: tuple[tuple[str, str], ...],
    files: tuple[tuple[str, str], ...],
) -> Game:
    ground: dict[str, str] = {}
    edges: dict[tuple[str, str], tuple[str, str]] = {}
    ways: dict[tuple[str, str], str] = {}
    if plain:
        ground = {row["hex"]: "clear" for row in _rows("hexes.csv")}
        edges = {(row["hex1"], row["hex2"]): ("none", "0") for row in _rows("hexsides.csv")}
        ways = {(row["hex1"], row["hex2"]): "none" for row in _rows("roads.csv")}
    ground.update(terrain)
    for pair, words in sides:
        a, b = sorted(pair.split("-"))
        kind, _, bridge = words.partition(" ")
        edges[a, b] = (kind, "1" if bridge else "0")
    for pair, kind in roads:
        a, b = sorted(pair.split("-"))
        ways[a, b] = kind
    overlay = {
        "hexes.csv": "hex,terrain,source\n" + "".join(f"{h},{t},derived\n" for h, t in ground.items()),
        "hexsides.csv": "hex1,hex2,kind,bridge,source\n"
        + "".join(f"{a},{b},{k},{br},derived\n" for (a, b), (k, br) in edges.items()),
        "roads.csv": "hex1,hex2,kind,source\n" + "".join(f"{a},{b},{k},derived\n" for (a, b), k in ways.items()),
        **dict(files),
    }
    return grognard.game("hurtgen", overlay)


def game(
    *,
    plain: bool = False,
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    roads: Mapping[str, str] | None = None,
    files: Mapping[str, str] | None = None,
) -> Game:
    """The game on a made-to-measure board. ``files`` are further overlay files (tables.toml, ...)."""
    if not (plain or terrain or sides or roads or files):
        return grognard.game("hurtgen")
    return _game(plain, *(tuple(sorted((m or {}).items())) for m in (terrain, sides, roads, files)))


def table(text: str, *, dice: Iterable[int | str] = (), **ground: Any) -> Match:
    """A match at a position. When the scripted dice run out, play rolls by hand: ``play("roll 4")``."""
    return grognard.setup(f"game hurtgen\n{text}", dice=dice, of=game(**ground))


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


def status(match: Match) -> dict[str, Any]:
    """Turn, phase, points: see the game's ``status``."""
    return match.view("us").status


def rolled(match: Match, roll: int) -> Match:
    """Enter a roll by hand."""
    return match.play(f"roll {roll}")
