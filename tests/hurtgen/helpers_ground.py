"""Boards, walks and fights for the tests of chapters 2 to 6."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

from grognard import Match
from tests.hurtgen.table import game, offers, refused, status

GRID = game(plain=True).board.grid
EVERY_HEX = [GRID.label(h) for h in GRID]
#: units of Movement Allowance 12: armor, reconnaissance, mechanized, self-propelled artillery (2.31d)
VEHICLES = {"60", "156", "16", "116r", "116sp", "10", "47", "56sp"}
PANZER_116 = {"60", "156", "16", "116r", "116sp", "116k", "116h"}


def words(text: str) -> list[str]:
    """Counter ids from a line of text."""
    return text.split()


def near(label: str) -> list[str]:
    """The neighbours of a hex."""
    return [GRID.label(h) for h in GRID.neighbour_list(GRID.parse(label))]


def ring(label: str, radius: int) -> list[str]:
    """The hexes exactly so far away."""
    middle = GRID.parse(label)
    return [hex_ for hex_ in EVERY_HEX if GRID.distance(middle, GRID.parse(hex_)) == radius]


def within(label: str, radius: int) -> set[str]:
    """The hexes at most so far away, without the hex itself."""
    return {hex_ for r in range(1, radius + 1) for hex_ in ring(label, r)}


def everywhere(terrain: str, **but: str) -> dict[str, str]:
    """All hexes of one terrain; exceptions as ``h1010="clear"``."""
    return dict.fromkeys(EVERY_HEX, terrain) | {key[1:]: word for key, word in but.items()}


def row(number: int, first: int, last: int) -> list[str]:
    """The hexes of one row from column to column; each touches the next."""
    return [f"{column:02d}{number:02d}" for column in range(first, last + 1)]


def way(hexes: Iterable[str], kind: str = "road") -> dict[str, str]:
    """A road or trail along neighbouring hexes."""
    return {f"{a}-{b}": kind for a, b in pairwise(hexes)}


def around(label: str, kind: str, *but: str) -> dict[str, str]:
    """All hexsides of a hex of one kind, except those towards the hexes named."""
    return {f"{label}-{other}": kind for other in near(label) if other not in but}


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


def reach(match: Match, unit: str) -> set[str]:
    """Where a unit may move now; leaves the match as it was."""
    match.play(f"select {unit}")
    found = offers(match, "move")
    match.undo()
    return found


def move(match: Match, unit: str, to: str) -> Match:
    return match.play(f"select {unit}", f"move {to}")


def locked(match: Match, unit: str) -> None:
    """The unit stands in an enemy-controlled hex and may not leave it."""
    refused(match, f"select {unit}", "5.14", "6.13")


def fight(match: Match, target: str, *attackers: str) -> Match:
    """Declare and resolve an attack by adjacent units."""
    return match.play(f"attack {target}", *(f"with {unit}" for unit in attackers), "resolve")


def settle(match: Match) -> Match:
    """Carry out a result somehow: first hexes for whoever must go, nobody advances."""
    while True:
        texts = match.actions.texts()
        forced = sorted(text for text in texts if text.split()[0] in ("retreat", "to"))
        if "pass" in texts:
            match.play("pass")
        elif forced:
            match.play(forced[0])
        else:
            return match


def until(match: Match, turn: int, phase: str) -> Match:
    """Let everybody end his phases until this one begins."""
    while not match.over and (status(match)["turn"], status(match)["phase"]) != (turn, phase):
        match.play("done")
    return match
