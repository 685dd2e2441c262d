"""The combat table as approved, and units that make up the odds of each of its columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard import Match
from tests.kit import announce, column, total

from .helpers_assault import NW, RING, SE, TARGET, combat, modifier

#: One corps against one army, and the other way round: 8 to 4 and 9 to 5.
GERMAN = f"24={NW} 31={TARGET}"
SOVIET = f"1GT={SE} 41P={TARGET}"

#: Soviet armies all round the hex.
CIRCLE = dict(zip(RING, ("1GT", "2GT", "3GT", "5GT", "4T", "8G"), strict=True))

#: The combat table as approved: the results of the modified rolls 0 to 8, one word a column.
CRT = """
AS EX DR DE DE DE DE DE DE
AL1 AS EX DR DE DE DE DE DE
AL1 AL1 AS EX DR DE DE DE DE
AL1 AL1 AL1 AS EX DR DE DE DE
AL1 AL1 AL1 AL1 AS EX DR DE DE
AL1 AL1 AL1 AL1 AL1 AS EX DR DE
AL1 AL1 AL1 AL1 AL1 AL1 AS EX DR
AL1 AL1 AL1 AL1 AL1 AL1 AL1 AS EX
AL1 AL1 AL1 AL1 AL1 AL1 AL1 AL1 AS
""".split()

#: For each column of a side's line, units that make these odds: attackers / defenders.
GERMAN_LINE = {
    "1:4": "41P / 5 28 31",
    "1:3": "41P / 5 28",
    "1:2": "41P / 3",
    "1:1": "41P / 5",
    "2:1": "24 / 31",
    "3:1": "24 66 / 31",
    "4:1": "24 40 / 31",
    "5:1": "GD 24 41P / 31",
    "6:1": "GD 24 58 / 31",
}
SOVIET_LINE = {
    "1:3": "31 / 66 41P",
    "1:2": "31 / 66",
    "1:1": "31 / 41P",
    "2:1": "1GT / KGJN",
    "3:1": "1GT 31 / KGJN",
    "4:1": "1GT 2GT / KGJN",
    "5:1": "1GT 2GT 31 / KGJN",
    "6:1": "1GT 2GT 8G / KGJN",
    "7:1": "1GT 2GT 1Po / KGM",
}


def cell(row: int, place: int) -> str:
    """The result of a modified roll in a column, counted from the left."""
    return CRT[9 * min(8, max(0, row)) + place]


def against(side: str, forces: str, **ground: Any) -> tuple[Match, list[str]]:
    """A Combat Phase with the attackers in one hex next to the defenders, and the attackers."""
    near = NW if side == "german" else SE
    attackers, defenders = (part.split() for part in forces.split("/"))
    at = [f"{unit}={near}" for unit in attackers] + [f"{unit}={TARGET}" for unit in defenders]
    return combat(" ".join(at), side=side, **ground), attackers


def ratio(side: str, forces: str) -> str:
    """The odds of such an attack."""
    match, attackers = against(side, forces)
    return column(announce(match, TARGET, *attackers))


def both(**ground: Any) -> tuple[int, int]:
    """The modifiers of a German and of a Soviet attack on the same hex."""
    return modifier(GERMAN, "24", **ground), modifier(SOVIET, "1GT", side="soviet", **ground)


def ring_modifier(hexes: Iterable[str], **ground: Any) -> int:
    """The modifier of a Soviet attack from some hexes of the circle, all of which are occupied.

    The defender is supplied by air, so that only the directions count.
    """
    at = " ".join(f"{unit}={hex_}" for hex_, unit in CIRCLE.items())
    match = combat(f"{at} GD={TARGET}", side="soviet", more="aerial GD", **ground)
    return total(announce(match, TARGET, *(CIRCLE[hex_] for hex_ in hexes)))
