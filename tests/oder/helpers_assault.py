"""Short words for the combat tests of chapter 11: a Combat Phase on the bare board, an attack, its aftermath."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard import Match
from tests.kit import advance, announce, forecast, odds, rolled, where

from .table import phase

#: The hex that is usually attacked, and the six round it, clockwise from the north.
TARGET = "2010"
N, NE, SE, S, SW, NW = RING = ("2009", "2109", "2110", "2011", "1910", "1909")


def combat(
    at: str,
    *,
    side: str = "german",
    turn: int = 3,
    second: bool = False,
    more: str = "",
    dice: Iterable[int | str] = (),
    **ground: Any,
) -> Match:
    """The start of a Combat Phase on the bare board, the first or the second phase of the turn.

    Aerial supply is spent, so that nobody is asked for it.
    """
    order = "second" if second else "first"
    return phase(f"{side} combat {order}", at, "aerial_spent 1", more, turn=turn, dice=dice, **ground)


def results(match: Match) -> tuple[str, ...]:
    """What each roll of the die brings in the attack being declared."""
    return tuple(forecast(match).by_roll)


def fight_to(match: Match, target: str, *units: str, result: str) -> Match:
    """An attack by these units, resolved by entering a roll that brings a result."""
    roll = results(announce(match, target, *units)).index(result) + 1
    return rolled(match.play("resolve"), roll)


def soviet_attack(defenders: str, result: str, *, units: str = f"1GT={SE} 2GT={SE}", **ground: Any) -> Match:
    """1GT and 2GT attack the target from the south-east."""
    return fight_to(combat(f"{units} {defenders}", side="soviet", **ground), TARGET, "1GT", "2GT", result=result)


def odds_against(at: str, *units: str, target: str = TARGET, **rest: Any) -> tuple[str, int]:
    """Column and modifier of an attack by these units."""
    return odds(announce(combat(at, **rest), target, *units))


def modifier(at: str, *units: str, **rest: Any) -> int:
    return odds_against(at, *units, **rest)[1]


def regroup(match: Match, roll: int = 6) -> Match:
    """Enter the rolls that eliminated units wait for."""
    while match.side == "dice":
        match.play(f"roll {roll}")
    return match


def conquer(match: Match, target: str, fighters: Iterable[str], advancing: Iterable[str]) -> Match:
    """A DE, the regrouping rolls and the advance of some of the attackers."""
    return advance(regroup(fight_to(match, target, *fighters, result="DE")), *advancing)


def gone(match: Match, unit: str) -> bool:
    """Whether a unit is off the map."""
    return where(match, unit) in ("due", "eliminated")
