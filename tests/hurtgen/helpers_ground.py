"""Boards, walks and phases for the tests of chapters 2 to 6."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from grognard import Match
from tests.hurtgen.table import game, moving
from tests.kit import Paper, now, refused

PAPER = Paper(game(plain=True).board.grid)
EVERY_HEX = PAPER.all
near, within, ring, around = PAPER.near, PAPER.within, PAPER.ring, PAPER.around
#: units of Movement Allowance 12: armor, reconnaissance, mechanized, self-propelled artillery (2.31d)
VEHICLES = {"60", "156", "16", "116r", "116sp", "10", "47", "56sp"}
PANZER_116 = {"60", "156", "16", "116r", "116sp", "116k", "116h"}


def everywhere(terrain: str, **but: str) -> dict[str, str]:
    """All hexes of one terrain; exceptions as ``h1010="clear"``."""
    return dict.fromkeys(EVERY_HEX, terrain) | {key[1:]: word for key, word in but.items()}


def row(number: int, first: int, last: int) -> list[str]:
    """The hexes of one row from column to column; each touches the next."""
    return [f"{column:02d}{number:02d}" for column in range(first, last + 1)]


def way(hexes: Iterable[str], kind: str = "road") -> dict[str, str]:
    """A road or trail along neighbouring hexes."""
    return {f"{a}-{b}": kind for a, b in pairwise(hexes)}


def water_line(kind: str, **but: str) -> dict[str, str]:
    """Water all along between columns 10 and 11; exceptions as ``h1010_1110="river bridge"``."""
    sides = {f"{a}-{b}": kind for a in (f"10{r:02d}" for r in range(1, 29)) for b in near(a) if b.startswith("11")}
    return sides | {key[1:].replace("_", "-"): word for key, word in but.items()}


def walk(
    start: str,
    points: int,
    *,
    enemies: Iterable[str] = (),
    shut: Callable[[str, str], bool] = lambda a, b: False,
) -> set[str]:
    """Where a walk over clear hexes can end: 1 point a hex, stopping next to an enemy, never on one."""
    foes = set(enemies)
    controlled = {hex_ for foe in foes for hex_ in near(foe)}
    seen = {start}
    edge = [start]
    for _ in range(points):
        edge = [
            b for a in edge if a == start or a not in controlled for b in near(a) if b not in foes and not shut(a, b)
        ]
        edge = [b for b in dict.fromkeys(edge) if b not in seen]
        seen.update(edge)
    return seen - {start}


def us_movement(places: str, **ground: Any) -> Match:
    """The first phase of the game on the plain board."""
    return moving("us", places, turn=1, **ground)


def german_move(turn: int, at: str, **ground: Any) -> Match:
    """A German Movement Phase on the plain board."""
    return moving("german", at, turn=turn, **ground)


def locked(match: Match, unit: str) -> None:
    """The unit stands in an enemy-controlled hex and may not leave it."""
    refused(match, f"select {unit}", "5.14", "6.13")


def until(match: Match, turn: int, phase: str) -> Match:
    """End phase after phase until this one begins."""
    while now(match) != (turn, phase):
        assert not match.over, f"turn {turn}, {phase} never came"
        match.play("done")
    return match


def to_the_end(match: Match) -> Match:
    """End phase after phase until the game is over."""
    while not match.over:
        match.play("done")
    return match
