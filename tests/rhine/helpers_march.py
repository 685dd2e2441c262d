"""Walks and phases for the tests of chapters 10 and 11, measured with the grid alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from grognard import Match
from grognard.hexes import Grid, Sheet
from tests.rhine.table import offered, offers, status, table, where

GRID = Grid(
    (11, 47),
    (0, 17),
    shoved="odd",
    lines_run="south",
    positions_run="west",
    sheets=(Sheet("S", 11, 29, 18), Sheet("N", 11, 29)),
)
ROWS = [f"{row}N" for row in range(11, 29)] + [f"{row}S" for row in range(11, 30)]
EAST = " ".join(f"{row[:2]}00{row[2]}" for row in ROWS)
WEST = " ".join(f"{row[:2]}17{row[2]}" for row in ROWS)
#: No German unit has supply: the Allies hold the whole east edge.
NO_GERMAN_SUPPLY = f"allied {EAST}"
#: No Allied unit has supply: Germans have been in all edge hexes.
NO_ALLIED_SUPPLY = f"closed {WEST} 2912S 2913S 2914S 2915S 2916S"

TARGET = "2010N"
#: Hexes straight to the west of the target, the nearest first.
LANE = [f"20{place}N" for place in range(11, 18)]


def near(label: str) -> list[str]:
    """The neighbours of a hex."""
    return [GRID.label(h) for h in GRID.neighbour_list(GRID.parse(label))]


def distance(a: str, b: str) -> int:
    return GRID.distance(GRID.parse(a), GRID.parse(b))


def ring(label: str, kind: str, *, but: Iterable[str] = ()) -> dict[str, str]:
    """All hexsides of a hex of one kind, save those towards some neighbours."""
    return {f"{label}-{other}": kind for other in near(label) if other not in but}


def moving(
    side: str, at: str, more: str = "", *, turn: int = 2, dice: Iterable[int | str] = (), **ground: Any
) -> Match:
    """A Movement Phase on a board without terrain."""
    return table(f"turn {turn}\nphase {side} movement\nat {at}\n{more}", bare=True, dice=dice, **ground)


def reach(match: Match, unit: str, *others: str) -> set[str]:
    """Where units may go that nobody has in hand yet; they are in hand then."""
    if not offered(match, f"select {unit}"):
        return set()
    match.play(f"select {unit}", *(f"also {other}" for other in others))
    return offers(match, "move")


def left(match: Match, unit: str) -> int:
    """Movement points that a unit in hand, or one that may be taken in hand, has for clear ground all around."""
    hexes = offers(match, "move") or reach(match, unit)
    return max((distance(where(match, unit), label) for label in hexes), default=0)


def let_go(match: Match) -> Match:
    return match.play("stop") if offered(match, "stop") else match


def march(match: Match, units: str, *way: str) -> Match:
    """Move a unit, or several together, and let go of what is left in hand."""
    first, *others = units.split()
    match.play(f"select {first}", *(f"also {unit}" for unit in others), *(f"move {to}" for to in way))
    return let_go(match)


def control(match: Match, label: str) -> str:
    found: str = match.game.controller(match.state, GRID.parse(label))  # type: ignore[attr-defined]
    return found


def intact(match: Match, label: str) -> bool:
    found: bool = match.game.intact(match.state, GRID.parse(label))  # type: ignore[attr-defined]
    return found


def supply(match: Match, unit: str, side: str = "allied") -> str:
    found: str = status(match, side)["supply"][unit]
    return found


def steps(match: Match, unit: str, side: str = "allied") -> int:
    found: int = status(match, side)["steps"][unit]
    return found


def until(match: Match, turn: int, phase: str, order: str = "move-fight") -> Match:
    """Let everybody do as little as possible until a phase of a turn."""
    words = ("stop", "done", "pass", f"order {order}", "full north")
    for _ in range(100):
        now = status(match)
        if (now["turn"], now["phase"]) == (turn, phase):
            return match
        match.play(next(word for word in words if offered(match, word)))
    raise AssertionError(f"never came to {phase} of turn {turn}")


@dataclass(frozen=True)
class Walker:
    """A unit without column movement, whose points are therefore known."""

    side: str
    unit: str
    points: int
    more: str = ""
    turn: int = 1

    def starts(self, at: str, **ground: Any) -> Match:
        return moving(self.side, f"{self.unit}={at}", self.more, turn=self.turn, **ground)


#: Germans have no column movement on Turn 1, nobody has it without full supply.
GERMAN = Walker("german", "183VG", 6)
PANZER = Walker("german", "9SS", 10)
MOUNTAIN = Walker("german", "6SSM", 7)
CUT_OFF = Walker("german", "9SS", 5, NO_GERMAN_SUPPLY, 5)
ALLIED = Walker("allied", "US2A", 7, "sector 2")
BRITISH = Walker("allied", "BC43", 5, "sector 2")
COMMANDO = Walker("allied", "BC4Co", 5, "sector 2")
CLOSED = 99


def price(who: Walker, **ground: Any) -> int:
    """Movement points for entering the target hex from the west over clear ground.

    Found by how far away the unit may begin: each hex of the lane costs one point. A hexside matters only if it is
    all around the target, or the unit takes another one.
    """
    away = 0
    for count, start in enumerate(LANE[: who.points], 1):
        if TARGET not in reach(who.starts(start, **ground), who.unit):
            break
        away = count
    return who.points - away + 1 if away else CLOSED
