"""Walks, fights and phases for the tests of chapters 1 to 6 and 9."""

from __future__ import annotations

from collections.abc import Iterable

import grognard
from grognard import Match
from grognard.hexes import Grid
from tests.kit import rows
from tests.oder.table import offered, offers, status, table

GRID = Grid((10, 35), (3, 21), shoved="odd")
EVERY_HEX = [GRID.label(h) for h in GRID]
COUNTERS = {row["id"]: row for row in rows("oder", "counters.csv")}
HEXES = {row["hex"]: row for row in rows("oder", "hexes.csv")}
WEST_EDGE = {f"10{row:02d}" for row in range(3, 22)}
EAST_EDGE = {f"35{row:02d}" for row in range(3, 22)}
USIR = {"1218", "1219", "1220", "1318", "1319", "1320"}


def near(label: str) -> set[str]:
    """The neighbours of a hex."""
    return {GRID.label(h) for h in GRID.neighbour_list(GRID.parse(label))}


def distance(a: str, b: str) -> int:
    return GRID.distance(GRID.parse(a), GRID.parse(b))


def within(label: str, radius: int) -> set[str]:
    """The hexes at most so far away, without the hex itself."""
    return {hex_ for hex_ in EVERY_HEX if 0 < distance(label, hex_) <= radius}


def having(word: str, area: str = "") -> set[str]:
    """The hexes of the real map with a feature, all or only those of one side of the start line."""
    return {
        label for label, row in HEXES.items() if word in row["features"].split(";") and area in ("", row["area"])
    }


def sea_between(west: int) -> dict[str, str]:
    """All-sea hexsides from north to south between a column and the next: nothing crosses, supply neither."""
    first, second = f"{west:02d}", f"{west + 1:02d}"
    columns = (label for label in EVERY_HEX if label.startswith(first))
    return {f"{a}-{b}": "all-sea" for a in columns for b in near(a) if b.startswith(second)}


def fresh() -> Match:
    """A new game, before anybody has placed anything."""
    return grognard.new("oder", scenario="campaign", dice=[])


def soviet_any() -> Match:
    """The Soviet has placed 3Sh and places his "Any" units."""
    return place(fresh(), "3Sh", "3510").play("done")


def german_any() -> Match:
    """The Soviet has finished, the German places his "Any" units."""
    match = soviet_any()
    for unit in ("21", "59", "6", "19", "2Po"):
        place(match, unit, "3012" if unit in ("21", "59", "6") else "3014")
    return match.play("done")


def control(match: Match, label: str) -> str:
    found: str = match.game.controller(match.state, GRID.parse(label))  # type: ignore[attr-defined]
    return found


def vp(match: Match) -> tuple[int, int]:
    """Victory Points: the German's, the Soviet's."""
    points = status(match)["vp"]
    return points["german"], points["soviet"]


def now(match: Match) -> tuple[int, str]:
    return status(match)["turn"], status(match)["phase"]


def supply(match: Match, unit: str) -> str:
    found: str = status(match)["supply"][unit]
    return found


def due(match: Match) -> dict[str, int]:
    """Units that come back or arrive, and their Game Turns."""
    for line in match.position().splitlines():
        key, _, rest = line.partition(" ")
        if key == "due_turn":
            return {unit: int(turn) for unit, _, turn in (word.partition("=") for word in rest.split())}
    return {}


def place(match: Match, unit: str, to: str) -> Match:
    return match.play(f"select {unit}", f"place {to}")


def places(match: Match, unit: str) -> set[str]:
    """Where a unit may be put on the map; leaves the match as it was."""
    match.play(f"select {unit}")
    found = offers(match, "place")
    match.undo()
    return found


def reach(match: Match, unit: str) -> set[str]:
    """Where a unit may move; leaves the match as it was."""
    match.play(f"select {unit}")
    found = offers(match, "move")
    match.undo()
    return found


def move(match: Match, unit: str, *way: str) -> Match:
    """Move one unit and let go of it."""
    match.play(f"select {unit}", *(f"move {to}" for to in way))
    return match.play("stop") if offered(match, "stop") else match


def announce(match: Match, target: str, *units: str) -> Match:
    """Announce an attack without aerial supply and name the units; not yet resolved."""
    phasing = match.side
    match.play(f"attack {target}")
    if match.side != phasing:
        match.play("pass", side="german")
    return match.play(*(f"with {unit}" for unit in units))


def fight(match: Match, target: str, *units: str) -> Match:
    return announce(match, target, *units).play("resolve")


def rest(match: Match) -> Match:
    """Nobody advances, nobody attacks again."""
    while offered(match, "pass"):
        match.play("pass")
    return match


def odds(text: str, target: str, *units: str, **ground: object) -> tuple[str, int]:
    """Column and sum of the die roll modifiers of an attack."""
    preview = announce(table(text, **ground), target, *units).preview  # type: ignore[arg-type]
    assert preview is not None
    return preview.column, preview.total


def go_on(match: Match, order: str = "move-fight") -> Match:
    """End the present phase: declare an order, decline whoever is due, do nothing else."""
    if status(match)["phase"].endswith("declaration"):
        return match.play(f"order {order}")
    for unit in sorted(offers(match, "decline")):
        match.play(f"decline {unit}")
    return match


def until(match: Match, turn: int, phase: str, order: str = "move-fight") -> Match:
    """Let everybody end his phases until this one begins."""
    for _ in range(200):
        if match.over or now(match) == (turn, phase):
            return match
        before = now(match)
        go_on(match, order)
        if now(match) == before and not match.over:
            match.play("done")
    raise AssertionError(f"{turn} {phase} never comes; now {now(match)}")


def finished(match: Match) -> Match:
    """End a regroup phase in which nobody has anything to place."""
    if not match.over and status(match)["phase"].endswith("regroup"):
        match.play("done")
    return match


def words(items: Iterable[str]) -> str:
    return " ".join(sorted(items))
