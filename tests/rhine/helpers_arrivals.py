"""Arrivals, replacements, drops and phases, for the tests of chapters 9 and 12."""

from __future__ import annotations

from typing import Any

from grognard import Match
from tests.kit import now, offered, offers, place, places
from tests.rhine.helpers_course import steps
from tests.rhine.sheet import EAST_EDGE, FRENCH_EDGE
from tests.rhine.table import phase

#: Where the German is supplied and his reinforcements arrive (8.12, 9.1).
EAST = set(EAST_EDGE)
#: Where BC and US N units enter (9.5): 1117N to 2917N, the last by its southern name.
ENTRY_N = {f"{row}17N" for row in range(11, 29)} | {"1117S"}
#: Where French and US S units enter.
ENTRY_S = set(FRENCH_EDGE)
#: Where US SW units enter.
ENTRY_SW = {f"{row}17S" for row in range(15, 30)}
ANTWERP = "1511N"

#: The box of the First Allied Airborne Army as it is when play starts.
BOX = "AAA1=airborne AAA18=airborne BC1AB=airborne BC1PAB=airborne US82AB=airborne US101AB=airborne"
MADE = {"AAA1": ("BC1AB", "BC1PAB"), "AAA18": ("US82AB", "US101AB")}
#: The 18th Corps on the map in 2010N, made up of its two divisions; the 1st Corps waits.
AT_2010 = BOX.replace("AAA18=airborne", "AAA18=2010N")


def arriving(units: str, *, side: str = "allied", turn: int = 3, more: str = "", **ground: Any) -> Match:
    """The reinforcement phase of a side in which some units are due."""
    names = units.split()
    here = " ".join(f"{unit}=due" for unit in names)
    when = " ".join(f"{unit}={turn}" for unit in names)
    return phase(f"{side} reinforcement", here, f"due_turn {when}", more, turn=turn, **ground)


def brought(match: Match, action: str, to: str) -> Match:
    """``recall`` or ``reclaim`` a unit and put it on the map; it may be selected at once or not."""
    match.play(action)
    if not offers(match, "place"):
        match.play(f"select {action.split()[1]}")
    return match.play(f"place {to}")


def take_losses(match: Match, *wanted: str) -> Match:
    """Take the losses that must be taken: those wanted as far as they are offered, else the first."""
    while True:
        asked = offers(match, "lose")
        if not asked or offered(match, "pass") or offered(match, "yield"):
            return match
        chosen = [unit for unit in wanted if unit in asked] or sorted(asked)
        match.play(f"lose {chosen[0]}")


def drop(match: Match, corps: str, to: str, units: str = "") -> Match:
    """Announce the drop of a corps made up of these units, by default of its first units."""
    made = units.split() or MADE[corps]
    return match.play(f"select {corps}", *(f"with {unit}" for unit in made), f"land {to}")


def airborne(units: str = "", *, turn: int = 3, box: str = BOX, more: str = "", **ground: Any) -> Match:
    """The 1AAA Entry Phase with all six units in the box."""
    return phase("allied airborne", f"{box} {units}", more, turn=turn, **ground)


def rolled_result(match: Match, roll: int, corps: tuple[str, ...], enemies: tuple[str, ...]) -> str:
    """Roll for a round of a drop battle and infer the result from its effects."""
    before = [sum(steps(match, unit) for unit in side) for side in (corps, enemies)]
    assert match.side == "dice"
    take_losses(match.play(f"roll {roll}"))
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
            unit = min(offers(match, "select"))
            place(match, unit, min(places(match, unit)))
    return match
