"""Hexes, lanes through water, walks and fights for the tests of chapters 6 to 8."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from grognard import Match
from tests.kit import offers, pair, reach, rows, status
from tests.rhine.helpers_course import until
from tests.rhine.sheet import EAST_EDGE, HEXES, distance, having, near, row

#: What 8.15 asks for, Antwerp itself included.
OPENING = "1511N 1112N 1212N 1213N 1311N 1312N 1411N 1412N 1116N".split()


# -- the map ---------------------------------------------------------------------------------


def lane(labels: Iterable[str], *doors: str) -> dict[str, str]:
    """All-sea on every side of these hexes but from each to the next, and but the doors (pairs of hexes)."""
    chain = list(labels)
    found = {pair(a, b): "all-sea" for a in chain for b in near(a)}
    for a, b in (*pairwise(chain), *(door.split("-") for door in doors)):
        assert found.pop(pair(a, b)), f"{a} and {b} do not touch"
    return found


#: A lane from the west edge to 2005N, one from the east edge to 2012N.
WEST_LANE = row("20N", 5, 17)
EAST_LANE = row("20N", 0, 12)


# -- positions -------------------------------------------------------------------------------


def allied(*labels: str) -> str:
    return "allied " + " ".join(labels)


def east_but(*german: str) -> str:
    """The whole east edge under Allied control but these hexes."""
    return allied(*(label for label in EAST_EDGE if label not in german))


# -- questions -------------------------------------------------------------------------------


def furthest(match: Match, unit: str, start: str) -> int:
    """The greatest distance that a unit may move."""
    return max((distance(start, label) for label in reach(match, unit)), default=0)


# -- play ------------------------------------------------------------------------------------


def stopped(match: Match, *units: str) -> None:
    """No unit is selected, and none of these units may be selected again."""
    assert not offers(match, "move")
    assert not offers(match, "select") & set(units)


def next_turn(match: Match, to: int = 0) -> Match:
    """On to the next game turn (or to this one), past both terminal supply checks."""
    return until(match, to or status(match)["turn"] + 1)


def seen(match: Match, side: str) -> dict[str, str]:
    """The position of every unit, as a side (or a spectator, "") is shown it."""
    words = match.view(side).facts["at"].split()
    return dict(word.split("=") for word in words)


def height(match: Match, side: str, label: str) -> int:
    """The number of units that a side counts in a hex."""
    shown = match.game.redact(match.state, side)
    found: int = match.game.height(shown, match.game.board.grid.parse(label))  # type: ignore[attr-defined]
    return found


# -- a second opinion on supply lines --------------------------------------------------------

#: Hexsides of the real map that no line and no zone crosses.
WATER = {pair(r["hex1"], r["hex2"]) for r in rows("rhine", "hexsides.csv") if r["kind"] in ("all-sea", "estuary")}
LAND = {label for label, row in HEXES.items() if row["terrain"] != "sea"} - having("hook-of-holland")


def dry(label: str) -> set[str]:
    """The neighbours on the real map that a line or a zone reaches."""
    return {there for there in near(label) & set(HEXES) if pair(label, there) not in WATER}


def lines(sources: Iterable[str], friends: set[str], enemies: set[str], shut: set[str]) -> set[str]:
    """All hexes that lines from these sources reach by 8.2 to 8.5 on the real map; ``shut`` closes every line."""
    zone = {there for enemy in enemies for there in dry(enemy)}
    found = {label for label in sources if label not in enemies | shut}
    queue = list(found)
    while queue:
        here = queue.pop()
        if here in zone and here not in friends:
            continue
        fresh = dry(here) - found - enemies - shut
        found |= fresh
        queue += fresh
    return found
