"""Set-up, walks, fights and phases for the tests of chapters 1 to 5."""

from __future__ import annotations

import heapq
import tomllib
from collections.abc import Callable, Iterable
from typing import Any

import grognard
from grognard import Match
from grognard.engine.game import Preview
from grognard.hexes import Grid, Sheet
from tests.kit import GAMES, rows
from tests.rhine.table import offered, offers, status, table

GRID = Grid(
    (11, 47), (0, 17), lines_run="south", positions_run="west", shoved="odd",
    sheets=(Sheet("S", 11, 29, 18), Sheet("N", 11, 29)),
)  # fmt: skip
EVERY_HEX = [GRID.label(h) for h in GRID]
COUNTERS = {row["id"]: row for row in rows("rhine", "counters.csv")}
HEXES = {row["hex"]: row for row in rows("rhine", "hexes.csv")}
LAND = [label for label in EVERY_HEX if HEXES[label]["terrain"] != "sea"]
CAMPAIGN: dict[str, Any] = tomllib.loads((GAMES / "rhine" / "data" / "scenarios.toml").read_text("utf-8"))["campaign"]

ROWS = [f"{row}N" for row in range(11, 29)] + [f"{row}S" for row in range(11, 30)]
EAST_EDGE = [f"{row[:2]}00{row[2]}" for row in ROWS]
WEST_EDGE = [f"{row[:2]}17{row[2]}" for row in ROWS]
FRENCH_EDGE = [f"29{place}S" for place in range(12, 18)]
#: A position in which no Allied unit can trace a line: the German has been in every edge hex.
NO_ALLIED_LINE = "closed " + " ".join(sorted({*WEST_EDGE, *FRENCH_EDGE}))
#: Allied hexes that leave the German no source: the whole east edge.
NO_GERMAN_LINE = " ".join(EAST_EDGE)


def near(label: str) -> set[str]:
    """The neighbours of a hex."""
    return {GRID.label(h) for h in GRID.neighbour_list(GRID.parse(label))}


def distance(a: str, b: str) -> int:
    return GRID.distance(GRID.parse(a), GRID.parse(b))


def within(label: str, radius: int) -> set[str]:
    """The hexes at most so far away, without the hex itself."""
    return {other for other in EVERY_HEX if 0 < distance(label, other) <= radius}


def in_hex(label: str, *units: str) -> str:
    """Units of a position text, all in one hex."""
    return " ".join(f"{unit}={label}" for unit in units)


def ring(label: str, units: Iterable[str]) -> str:
    """Units of a position text, one in each hex around a hex."""
    hexes = sorted(near(label))
    return " ".join(f"{unit}={hex_}" for unit, hex_ in zip(units, hexes, strict=True))


def region(name: str) -> set[str]:
    """The hexes of a region of the map."""
    return next(set(row["members"].split()) for row in rows("rhine", "regions.csv") if row["region"] == name)


def walk(start: str, factors: int, cost: Callable[[str, str], int | None]) -> set[str]:
    """Where somebody comes with so many movement points when a step costs what ``cost`` says."""
    best = {start: 0}
    heap = [(0, start)]
    while heap:
        spent, at = heapq.heappop(heap)
        for to in near(at):
            price = cost(at, to)
            if price is not None and spent + price <= factors and spent + price < best.get(to, 99):
                best[to] = spent + price
                heapq.heappush(heap, (best[to], to))
    return set(best) - {start}


# -- looking ---------------------------------------------------------------------------------------


def control(match: Match, label: str) -> str:
    found: str = match.game.controller(match.state, GRID.parse(label))  # type: ignore[attr-defined]
    return found


def now(match: Match) -> tuple[int, str]:
    return status(match)["turn"], status(match)["phase"]


def supply(match: Match, unit: str) -> str:
    """The supply of a unit, as its owner sees it."""
    found: str = status(match, COUNTERS[unit]["side"])["supply"][unit]
    return found


def steps(match: Match, unit: str) -> int:
    found: int = status(match, COUNTERS[unit]["side"])["steps"][unit]
    return found


def taken(match: Match) -> int:
    found: int = status(match, "german")["taken"]
    return found


def due(match: Match) -> dict[str, int]:
    """Units on the turn tracks and their game turns."""
    for line in match.position().splitlines():
        key, _, rest = line.partition(" ")
        if key == "due_turn":
            return {unit: int(turn) for unit, _, turn in (word.partition("=") for word in rest.split())}
    return {}


def outcome(match: Match) -> tuple[str, str]:
    """Who has won, and how; nothing while the match goes on."""
    found = match.result
    assert match.over == (found is not None)
    return (found.winner, found.level) if found else ("", "")


def won(match: Match, side: str, level: str = "Sudden Death") -> None:
    """The match is over, and this side has won it in this way."""
    assert outcome(match) == (side, level)
    assert match.actions.texts() == []


# -- set-up ----------------------------------------------------------------------------------------


def fresh() -> Match:
    """A new game, before anybody has placed anything."""
    return grognard.new("rhine", scenario="campaign", dice=[])


def place(match: Match, unit: str, to: str) -> Match:
    return match.play(f"select {unit}", f"place {to}")


def allied_choice() -> Match:
    """Both German armies stand, the Allied player chooses his sector."""
    return fresh().play("propose", "done", "propose", "done")


def german_any(sector: str = "north") -> Match:
    """The Allied player has chosen, the German places his "Any" units."""
    return allied_choice().play(f"full {sector}")


def begun(sector: str = "north") -> Match:
    """Set-up is over."""
    return german_any(sector).play("propose", "done")


def places(match: Match, unit: str) -> set[str]:
    """Where a unit may be put on the map; leaves the match as it was."""
    match.play(f"select {unit}")
    found = offers(match, "place")
    match.undo()
    return found


# -- moving and fighting ---------------------------------------------------------------------------


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
    """Announce an attack and name the units; not yet resolved."""
    return match.play(f"attack {target}", *(f"with {unit}" for unit in units))


def fight(match: Match, target: str, *units: str) -> Match:
    return announce(match, target, *units).play("resolve")


def probe(match: Match, target: str, *units: str) -> Match:
    return match.play(f"probe {target}", *(f"with {unit}" for unit in units), "resolve")


def rest(match: Match) -> Match:
    """Nobody gives up more, nobody advances, nobody attacks again."""
    while offered(match, "pass"):
        match.play("pass")
    return match


def beaten(match: Match) -> Match:
    """Losses and retreats are taken as they come, until somebody may advance."""
    for _ in range(20):
        if match.over or offers(match, "advance"):
            return match
        if offered(match, "pass"):
            match.play("pass")
        else:
            words = [f"{verb} {word}" for verb in ("lose", "to") for word in sorted(offers(match, verb))]
            match.play(words[0])
    raise AssertionError(match.actions.texts())


def ahead(match: Match) -> Preview:
    """What is foretold of the attack just announced."""
    found = match.preview
    assert found is not None
    return found


def odds(match: Match, target: str, *units: str) -> tuple[str, int]:
    """Column and sum of the shifts of an attack; the attack stays announced."""
    found = ahead(announce(match, target, *units))
    return found.column, found.total


# -- the course of a turn --------------------------------------------------------------------------


def idle(match: Match, order: str = "move-fight") -> Match:
    """The one decision that gets on with the game and changes least."""
    if match.side == "dice":
        return match.play("roll 4")
    if offers(match, "withdraw"):
        return match.play(f"withdraw {sorted(offers(match, 'withdraw'))[0]}")
    for action in (f"order {order}", "full north", "pass", "done", "propose"):
        if offered(match, action):
            return match.play(action)
    for verb in ("place", "remove", "select"):
        if offers(match, verb):
            return match.play(f"{verb} {sorted(offers(match, verb))[0]}")
    raise AssertionError(match.actions.texts())


def until(match: Match, turn: int, phase: str, order: str = "move-fight") -> Match:
    """Let everybody do as little as he can until this phase begins or the game is over."""
    for _ in range(1000):
        if match.over or now(match) == (turn, phase):
            return match
        idle(match, order)
    raise AssertionError(f"turn {turn}, {phase} never comes; now {now(match)}")


def phases(match: Match, last: int, order: str = "move-fight") -> list[tuple[int, str]]:
    """Every phase with a decision until a turn begins or the game is over, nobody doing anything."""
    seen: list[tuple[int, str]] = []
    for _ in range(1000):
        if match.over or now(match)[0] == last:
            return seen
        if not seen or seen[-1] != now(match):
            seen.append(now(match))
        idle(match, order)
    raise AssertionError(seen)


def shifts(text: str, target: str, *units: str, **ground: Any) -> tuple[str, int]:
    """Column and shifts of an attack in a position."""
    return odds(table(text, **ground), target, *units)
