"""Attacks for the tests of chapters 10 and 11: declared, looked at and resolved."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from grognard import Match
from grognard.engine.game import Preview
from tests.rhine.helpers_march import TARGET
from tests.rhine.table import offered, offers, table

#: The hexes around the target, clockwise from the west: a hex and the third after it lie opposite each other.
RING = ("2011N", "1910N", "1909N", "2009N", "2109N", "2110N")
W, NW, NE, E, SE, SW = RING


def combat(
    at: str, side: str = "allied", more: str = "", *, turn: int = 2, dice: Iterable[int | str] = (), **ground: Any
) -> Match:
    """A Combat Phase, the first phase of the player turn, on a board without terrain."""
    return table(f"turn {turn}\nphase {side} combat\nat {at}\n{more}", bare=True, dice=dice, **ground)


def factors(**units: tuple[int, int]) -> dict[str, dict[str, str]]:
    """Ground with other attack and defense factors for some divisions; reduced they have 1 and 1."""
    lines = [f"{unit.lstrip('_')},{attack},{defense},1,1" for unit, (attack, defense) in units.items()]
    return {"files": {"counters.csv": "\n".join(["id,attack,defense,attack2,defense2", *lines]) + "\n"}}


def declare(match: Match, target: str, units: str) -> Match:
    """Announce an attack and name the units; not yet resolved."""
    return match.play(f"attack {target}", *(f"with {unit}" for unit in units.split()))


def forecast(match: Match) -> Preview:
    found = match.preview
    assert found is not None
    return found


def shift(match: Match, target: str, units: str) -> tuple[int, str]:
    """The sum of the shifts of an attack, and its column after them. The attack is declared then."""
    found = forecast(declare(match, target, units))
    return found.total, found.column


def totals(match: Match) -> tuple[int, int]:
    """The factors of both sides in the attack under way."""
    found = re.search(r"(\d+) against (\d+)", forecast(match).title)
    assert found is not None
    return int(found[1]), int(found[2])


def fight(match: Match, target: str, units: str) -> Match:
    return declare(match, target, units).play("resolve")


def settle(match: Match) -> Match:
    """Answer whatever a result asks with as little as possible: nobody goes on, nobody advances."""
    for _ in range(30):
        if offered(match, "pass"):
            match.play("pass")
            continue
        asked = [verb for verb in ("to", "lose", "retreat") if offers(match, verb)]
        if not asked:
            return match
        match.play(f"{asked[0]} {min(offers(match, asked[0]))}")
    raise AssertionError("the attack does not come to an end")


def lone(attack: int, defense: int, side: str = "allied", *, turn: int = 2, **ground: Any) -> Match:
    """One unit with such an attack factor against one with such a defense factor, declared from the west."""
    units = ("US1", "9SS") if side == "allied" else ("9SS", "US1")
    made = factors(US1=(attack, defense), _9SS=(attack, defense))
    match = combat(f"{units[0]}={W} {units[1]}={TARGET}", side, turn=turn, **made, **ground)
    return declare(match, TARGET, units[0])


def ratio(attack: int, defense: int, side: str = "allied", **ground: Any) -> str:
    """The column of such an attack."""
    return forecast(lone(attack, defense, side, **ground)).column


def shifted(side: str = "allied", hexes: Iterable[str] = (W,), *, turn: int = 2, more: str = "", **ground: Any) -> int:
    """The shifts of an attack on the target from some hexes around it, by one unit in each of them."""
    allied = ("US1", "US9", "US30", "US4", "US28", "US29")
    german = ("9SS", "10SS", "2Pz", "9Pz", "116Pz", "2SS")
    units = allied if side == "allied" else german
    defender = "183VG" if side == "allied" else "US83"
    chosen = list(zip(units, hexes, strict=False))
    at = " ".join(f"{unit}={label}" for unit, label in chosen)
    match = combat(f"{at} {defender}={TARGET}", side, more, turn=turn, **ground)
    return forecast(declare(match, TARGET, " ".join(unit for unit, _ in chosen))).total
