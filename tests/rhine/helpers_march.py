"""Walks and phases for the tests of chapters 10 and 11, measured with the grid alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from grognard import Match
from tests.kit import take
from tests.rhine.sheet import NO_GERMAN_SUPPLY, TARGET
from tests.rhine.table import moving

#: Hexes straight to the west of the target, the nearest first.
LANE = [f"20{place}N" for place in range(11, 18)]


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
        if TARGET not in take(who.starts(start, **ground), who.unit):
            break
        away = count
    return who.points - away + 1 if away else CLOSED
