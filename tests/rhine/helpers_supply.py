"""Hexes, lanes through water, walks and fights for the tests of chapters 6 to 8."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from grognard import Match
from grognard.hexes import Grid, Sheet
from tests.kit import rows
from tests.rhine.table import offered, offers, status, table

GRID = Grid(
    (11, 47),
    (0, 17),
    lines_run="south",
    positions_run="west",
    shoved="odd",
    sheets=(Sheet("S", 11, 29, 18), Sheet("N", 11, 29)),
)
EVERY_HEX = [GRID.label(h) for h in GRID]
COUNTERS = {row["id"]: row for row in rows("rhine", "counters.csv")}
EAST_EDGE = [label for label in EVERY_HEX if label[2:4] == "00"]
WEST_EDGE = [label for label in EVERY_HEX if label[2:4] == "17"]
ALLIED_EDGE = [*WEST_EDGE, *(f"29{place}S" for place in range(12, 17))]
#: What 8.15 asks for, Antwerp itself included.
OPENING = "1511N 1112N 1212N 1213N 1311N 1312N 1411N 1412N 1116N".split()


# -- the map ---------------------------------------------------------------------------------


def near(label: str) -> set[str]:
    """The neighbours of a hex."""
    return {GRID.label(h) for h in GRID.neighbour_list(GRID.parse(label))}


def distance(a: str, b: str) -> int:
    return GRID.distance(GRID.parse(a), GRID.parse(b))


def within(label: str, radius: int) -> set[str]:
    """The hexes at most so far away, without the hex itself."""
    return {hex_ for hex_ in EVERY_HEX if 0 < distance(label, hex_) <= radius}


def pair(a: str, b: str) -> str:
    """The name of a hexside."""
    return "-".join(sorted((a, b)))


def row(name: str, first: int, last: int) -> list[str]:
    """Hexes of a row, ``row("20N", 5, 17)``: from its place 05 to its place 17, east to west."""
    return [f"{name[:2]}{place:02d}{name[2]}" for place in range(first, last + 1)]


def island(*labels: str) -> dict[str, str]:
    """All-sea round these hexes, none between them: no line, no zone, no move crosses it."""
    return {pair(a, b): "all-sea" for a in labels for b in near(a) - set(labels)}


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


def at(units: str, label: str) -> str:
    """Several units in one hex."""
    return " ".join(f"{unit}={label}" for unit in units.split())


def closed_but(*open_: str) -> str:
    """All Allied edge hexes closed but these."""
    return "closed " + " ".join(label for label in ALLIED_EDGE if label not in open_)


def allied(*labels: str) -> str:
    return "allied " + " ".join(labels)


def east_but(*german: str) -> str:
    """The whole east edge under Allied control but these hexes."""
    return allied(*(label for label in EAST_EDGE if label not in german))


def phase(name: str, units: str, *more: str, turn: int = 2, dice: Iterable[int] = (), **ground: Any) -> Match:
    """A phase that begins, on a bare board unless told otherwise."""
    ground.setdefault("bare", True)
    return table("\n".join((f"turn {turn}\nphase {name}\nat {units}", *more)), dice=dice, **ground)


def moving(side: str, units: str, *more: str, **ground: Any) -> Match:
    return phase(f"{side} movement", units, *more, **ground)


def fighting(side: str, units: str, *more: str, **ground: Any) -> Match:
    return phase(f"{side} combat", units, *more, **ground)


# -- questions -------------------------------------------------------------------------------


def now(match: Match) -> tuple[int, str]:
    found = status(match)
    return found["turn"], found["phase"]


def supply(match: Match, unit: str) -> str:
    """How a unit is supplied, as its owner knows."""
    found: str = status(match, COUNTERS[unit]["side"])["supply"][unit]
    return found


def steps(match: Match, unit: str) -> int:
    found: int = status(match, COUNTERS[unit]["side"])["steps"][unit]
    return found


def control(match: Match, label: str) -> str:
    found: str = match.game.controller(match.state, GRID.parse(label))  # type: ignore[attr-defined]
    return found


def intact(match: Match, label: str) -> bool:
    found: bool = match.game.intact(match.state, GRID.parse(label))  # type: ignore[attr-defined]
    return found


def reach(match: Match, unit: str) -> set[str]:
    """Where a unit that lies on top may move; leaves the match as it was."""
    match.play(f"select {unit}")
    found = offers(match, "move")
    match.undo()
    return found


def furthest(match: Match, unit: str, start: str) -> int:
    """How many hexes away a unit may move at most."""
    return max((distance(start, label) for label in reach(match, unit)), default=0)


def factors(match: Match) -> tuple[int, int]:
    """Attack against defense factors of the attack under way."""
    preview = match.preview
    assert preview is not None
    found = re.search(r"(\d+) against (\d+)", preview.title)
    assert found, preview.title
    return int(found[1]), int(found[2])


# -- play ------------------------------------------------------------------------------------


def move(match: Match, unit: str, *way: str) -> Match:
    """Move one unit and let go of it."""
    match.play(f"select {unit}", *(f"move {to}" for to in way))
    return match.play("stop") if offered(match, "stop") else match


def stopped(match: Match, *units: str) -> None:
    """Nobody is in hand, and none of these may be taken in hand again."""
    assert not offers(match, "move")
    assert not offers(match, "select") & set(units)


def announce(match: Match, target: str, *units: str) -> Match:
    return match.play(f"attack {target}", *(f"with {unit}" for unit in units))


def fight(match: Match, target: str, *units: str) -> Match:
    return announce(match, target, *units).play("resolve")


def drop(match: Match, corps: str, units: str, label: str) -> Match:
    """Prepare the drop of a corps made of these units."""
    return match.play(f"select {corps}", *(f"with {unit}" for unit in units.split()), f"land {label}")


def rest(match: Match) -> Match:
    """Nobody advances, nobody attacks again."""
    while offered(match, "pass"):
        match.play("pass")
    return match


def until(match: Match, turn: int, name: str, *, order: str = "move-fight", full: str = "north") -> Match:
    """Let everybody end his phases, without doing anything in them, until this one begins."""
    for _ in range(100):
        if match.over or now(match) == (turn, name):
            return match
        texts = match.actions.texts()
        for action in ("pass", "done", "propose", f"order {order}", f"full {full}"):
            if action in texts:
                match.play(action)
                break
        else:
            raise AssertionError(f"cannot go on from {now(match)}: {sorted(texts)[:9]}")
    raise AssertionError(f"{turn} {name} never comes; now {now(match)}")


def next_turn(match: Match, to: int = 0) -> Match:
    """On to the next game turn (or to this one), past both terminal supply checks."""
    turn = to or status(match)["turn"] + 1
    for _ in range(100):
        if match.over or status(match)["turn"] == turn:
            return match
        texts = match.actions.texts()
        match.play(next(a for a in ("pass", "done", "order move-fight", "full north") if a in texts))
    raise AssertionError(f"turn {turn} never comes; now {now(match)}")


def seen(match: Match, side: str) -> dict[str, str]:
    """Where every unit is, as a side (or a spectator, "") is told."""
    words = match.view(side).facts["at"].split()
    return dict(word.split("=") for word in words)


def height(match: Match, side: str, label: str) -> int:
    """How many units a side counts in a hex."""
    shown = match.game.redact(match.state, side)
    found: int = match.game.height(shown, GRID.parse(label))  # type: ignore[attr-defined]
    return found


# -- a second opinion on supply lines --------------------------------------------------------

HEXES = {row["hex"]: row for row in rows("rhine", "hexes.csv")}
REGIONS = {row["region"]: row["members"].split() for row in rows("rhine", "regions.csv")}
#: Hexsides of the real map that no line and no zone crosses.
WATER = {pair(r["hex1"], r["hex2"]) for r in rows("rhine", "hexsides.csv") if r["kind"] in ("all-sea", "estuary")}


def having(word: str) -> set[str]:
    """The hexes of the real map with a feature."""
    return {label for label, row in HEXES.items() if word in row["features"].split(";")}


LAND = {label for label, row in HEXES.items() if row["terrain"] != "sea"} - having("hook-of-holland")


def dry(label: str) -> set[str]:
    """The neighbours on the real map that a line or a zone reaches."""
    return {there for there in near(label) & set(HEXES) if pair(label, there) not in WATER}


def lines(sources: Iterable[str], friends: set[str], enemies: set[str], shut: set[str]) -> set[str]:
    """All hexes that lines from these sources reach by 8.2 to 8.5 on the real map; ``shut`` bars every line."""
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
