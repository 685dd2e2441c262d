"""Attacks for the tests of chapters 10 and 11: declared, looked at and resolved."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from grognard import Match
from tests.kit import announce, forecast, odds, total
from tests.rhine.sheet import TARGET, W
from tests.rhine.table import fighting


def combat(at: str, side: str = "allied", more: str = "", **ground: Any) -> Match:
    """A Combat Phase, the first phase of the player turn, on a board without terrain."""
    return fighting(side, at, more, **ground)


def factors(**units: tuple[int, int]) -> dict[str, dict[str, str]]:
    """Ground with other attack and defense factors for some divisions; reduced they have 1 and 1."""
    lines = [f"{unit.lstrip('_')},{attack},{defense},1,1" for unit, (attack, defense) in units.items()]
    return {"files": {"counters.csv": "\n".join(["id,attack,defense,attack2,defense2", *lines]) + "\n"}}


def shift(match: Match, target: str, units: str) -> tuple[int, str]:
    """The sum of the shifts of an attack, and its column after them. The attack is declared then."""
    column, sum_of_shifts = odds(announce(match, target, units))
    return sum_of_shifts, column


def totals(match: Match) -> tuple[int, int]:
    """The factors of both sides in the attack under way."""
    found = re.search(r"(\d+) against (\d+)", forecast(match).title)
    assert found is not None
    return int(found[1]), int(found[2])


def lone(attack: int, defense: int, side: str = "allied", *, turn: int = 2, **ground: Any) -> Match:
    """One unit with such an attack factor against one with such a defense factor, declared from the west."""
    units = ("US1", "9SS") if side == "allied" else ("9SS", "US1")
    made = factors(US1=(attack, defense), _9SS=(attack, defense))
    match = combat(f"{units[0]}={W} {units[1]}={TARGET}", side, turn=turn, **made, **ground)
    return announce(match, TARGET, units[0])


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
    return total(announce(match, TARGET, *(unit for unit, _ in chosen)))
