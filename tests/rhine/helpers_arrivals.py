"""Arrivals, replacements, drops and the way from phase to phase, for the tests of chapters 9 and 12."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard import Match
from grognard.hexes import Grid
from grognard.hexes.grid import Sheet
from tests.kit import rows
from tests.rhine.table import offered, offers, status, table, where

GRID = Grid(
    (11, 47),
    (0, 17),
    shoved="odd",
    lines_run="south",
    positions_run="west",
    sheets=(Sheet("S", 11, 29, 18), Sheet("N", 11, 29, 0)),
)
EVERY_HEX = [GRID.label(h) for h in GRID]
COUNTERS = {row["id"]: row for row in rows("rhine", "counters.csv")}
HEXES = {row["hex"]: row for row in rows("rhine", "hexes.csv")}
REGIONS = {row["region"]: frozenset(row["members"].split()) for row in rows("rhine", "regions.csv")}
NORTH, SOUTH = REGIONS["North sector"], REGIONS["South sector"]

#: The rows of both sheets; row 29 of the north sheet goes by its southern name.
ROWS = [f"{row}{{}}N" for row in range(11, 29)] + [f"{row}{{}}S" for row in range(11, 30)]
#: Where the German is supplied and his reinforcements arrive (8.12, 9.1).
EAST = {row.format("00") for row in ROWS}
#: Where BC and US N units enter (9.5): 1117N to 2917N, the last by its southern name.
ENTRY_N = {f"{row}17N" for row in range(11, 29)} | {"1117S"}
#: Where French and US S units enter.
ENTRY_S = {f"29{place}S" for place in range(12, 18)}
#: Where US SW units enter.
ENTRY_SW = {f"{row}17S" for row in range(15, 30)}
ANTWERP = "1511N"

#: The box of the First Allied Airborne Army as it is when play starts.
BOX = "AAA1=airborne AAA18=airborne BC1AB=airborne BC1PAB=airborne US82AB=airborne US101AB=airborne"
MADE = {"AAA1": ("BC1AB", "BC1PAB"), "AAA18": ("US82AB", "US101AB")}
#: The 18th Corps on the map in 2010N, made up of its two divisions; the 1st Corps waits.
AT_2010 = BOX.replace("AAA18=airborne", "AAA18=2010N")


def near(label: str) -> set[str]:
    """The neighbours of a hex."""
    return {GRID.label(h) for h in GRID.neighbour_list(GRID.parse(label))}


def distance(a: str, b: str) -> int:
    return GRID.distance(GRID.parse(a), GRID.parse(b))


def within(label: str, radius: int) -> set[str]:
    """The hexes at most so far away, without the hex itself."""
    return {hex_ for hex_ in EVERY_HEX if 0 < distance(label, hex_) <= radius}


def having(word: str) -> set[str]:
    """The hexes of the real map with a feature."""
    return {label for label, row in HEXES.items() if word in row["features"].split(";")}


def words(items: Iterable[str]) -> str:
    return " ".join(sorted(items))


# -- looking ---------------------------------------------------------------------------------


def now(match: Match) -> tuple[int, str]:
    return status(match)["turn"], status(match)["phase"]


def field(match: Match, name: str) -> list[str]:
    """The words of one field of the position."""
    for line in match.position().splitlines():
        key, _, rest = line.partition(" ")
        if key == name:
            return rest.split()
    return []


def steps(match: Match, unit: str) -> int:
    """The steps that a unit has left, on the map or in a box; none when it is out of play."""
    if where(match, unit) in ("eliminated", "removed"):
        return 0
    reduced = dict(word.split("=") for word in field(match, "steps"))
    return int(reduced.get(unit, COUNTERS[unit]["steps"]))


def supply(match: Match, unit: str) -> str:
    found: str = status(match, COUNTERS[unit]["side"])["supply"][unit]
    return found


def control(match: Match, label: str) -> str:
    found: str = match.game.controller(match.state, GRID.parse(label))  # type: ignore[attr-defined]
    return found


def intact(match: Match, label: str) -> bool:
    found: bool = match.game.intact(match.state, GRID.parse(label))  # type: ignore[attr-defined]
    return found


def _asked(match: Match, unit: str, verb: str) -> set[str]:
    """What is offered once a unit is in hand; the match itself is left alone."""
    other = match.before(match.version)
    return offers(other.play(f"select {unit}"), verb)


def places(match: Match, unit: str) -> set[str]:
    """Where a unit may be put on the map."""
    return _asked(match, unit, "place")


def reach(match: Match, unit: str) -> set[str]:
    """Where a unit may move."""
    return _asked(match, unit, "move")


# -- playing ---------------------------------------------------------------------------------


def arriving(units: str, *, side: str = "allied", turn: int = 3, more: str = "", **ground: Any) -> Match:
    """The reinforcement phase of a side in which some units are due."""
    names = units.split()
    here = " ".join(f"{unit}=due" for unit in names)
    when = " ".join(f"{unit}={turn}" for unit in names)
    ground.setdefault("bare", True)
    return table(f"turn {turn}\nphase {side} reinforcement\nat {here}\ndue_turn {when}\n{more}", **ground)


def place(match: Match, unit: str, to: str) -> Match:
    return match.play(f"select {unit}", f"place {to}")


def brought(match: Match, action: str, to: str) -> Match:
    """``recall`` or ``reclaim`` a unit and put it on the map; it may or may not be in hand at once."""
    match.play(action)
    if not offers(match, "place"):
        match.play(f"select {action.split()[1]}")
    return match.play(f"place {to}")


def move(match: Match, unit: str, *way: str) -> Match:
    """Move one unit and let go of it."""
    match.play(f"select {unit}", *(f"move {to}" for to in way))
    return match.play("stop") if offered(match, "stop") else match


def announce(match: Match, target: str, *units: str) -> Match:
    return match.play(f"attack {target}", *(f"with {unit}" for unit in units))


def fight(match: Match, target: str, *units: str) -> Match:
    return announce(match, target, *units).play("resolve")


def settle(match: Match, *wanted: str) -> Match:
    """Take the losses that must be taken: those wanted as far as they are offered, else the first."""
    while True:
        asked = offers(match, "lose")
        if not asked or offered(match, "pass") or offered(match, "yield"):
            return match
        chosen = [unit for unit in wanted if unit in asked] or sorted(asked)
        match.play(f"lose {chosen[0]}")


def drop(match: Match, corps: str, to: str) -> Match:
    """Announce the drop of a corps made up of its first units."""
    return match.play(f"select {corps}", *(f"with {unit}" for unit in MADE[corps]), f"land {to}")


def airborne(units: str = "", *, turn: int = 3, box: str = BOX, more: str = "", **ground: Any) -> Match:
    """The 1AAA Entry Phase with all six units in the box."""
    ground.setdefault("bare", True)
    return table(f"turn {turn}\nphase allied airborne\nat {box} {units}\n{more}", **ground)


def rolled_result(match: Match, roll: int, corps: tuple[str, ...], enemies: tuple[str, ...]) -> str:
    """Roll for a round of a drop battle and tell the result by what it did."""
    before = [sum(steps(match, unit) for unit in side) for side in (corps, enemies)]
    assert match.side == "dice"
    settle(match.play(f"roll {roll}"))
    after = [sum(steps(match, unit) for unit in side) for side in (corps, enemies)]
    lost = (before[0] > after[0], before[1] > after[1])
    if lost == (False, False):
        return "DR" if offers(match, "to") else "AS"
    return {(True, True): "BB", (True, False): "AL1", (False, True): "DE"}[lost]


def exchanged(match: Match) -> Match:
    """The units of a corps take its place, in its hex if they fit there."""
    while now(match)[1] == "allied linkup":
        if offered(match, "done"):
            match.play("done")
        else:
            place(match, min(offers(match, "select")), min(_asked(match, min(offers(match, "select")), "place")))
    return match


def until(match: Match, turn: int, phase: str, *, order: str = "move-fight", sector: str = "north") -> list[str]:
    """Everybody does only what he must until this phase begins; the phases that came before it."""
    seen: list[str] = []
    for _ in range(300):
        if match.over or now(match) == (turn, phase):
            return seen
        seen.append(f"{now(match)[0]} {now(match)[1]}")
        choices = ("done", "pass", f"order {order}", f"full {sector}", "propose")
        found = [word for word in choices if offered(match, word)]
        assert found, f"{now(match)}: nothing to go on with among {match.actions.texts()[:20]}"
        match.play(found[0])
    raise AssertionError(f"{turn} {phase} never comes; now {now(match)}")
