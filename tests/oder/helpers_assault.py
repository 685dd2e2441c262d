"""Short words for the combat tests of chapter 11: a Combat Phase on the bare board, an attack, its aftermath."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from grognard import Match, Refusal
from grognard.engine.game import Preview
from grognard.hexes import Grid

from .table import offered, offers, refused, status, table, where

GRID = Grid((10, 35), (3, 21), shoved="odd")

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
    ground.setdefault("bare", True)
    text = f"turn {turn}\nphase {side} combat {order}\naerial_spent 1\n{more}\nat {at}"
    return table(text, dice=dice, **ground)


def seas(hex_: str, *others: str) -> dict[str, str]:
    """All-sea hexsides between a hex and others: nobody crosses and no zone of control passes."""
    return {f"{hex_}-{other}": "all-sea" for other in others}


def island(hex_: str, *but: str) -> dict[str, str]:
    """All-sea hexsides all round a hex, but for the sides towards some hexes."""
    around = (GRID.label(h) for h in GRID.neighbour_list(GRID.parse(hex_)))
    return seas(hex_, *(h for h in around if h not in but))


def declare(match: Match, target: str, *units: str) -> Match:
    """An attack by these units, announced but not yet resolved."""
    return match.play(f"attack {target}", *(f"with {unit}" for unit in units))


def fight(match: Match, target: str, *units: str, result: str = "") -> Match:
    """The same, resolved; with a result, by entering a roll that brings it."""
    declare(match, target, *units)
    rolls = results(match)
    match.play("resolve")
    if result:
        assert match.side == "dice"
        match.play(f"roll {rolls.index(result) + 1}")
    return match


def probe(match: Match, target: str, *units: str) -> Match:
    """A probing attack by these units, carried out."""
    return match.play(f"probe {target}", *(f"with {unit}" for unit in units), "resolve")


def forecast(match: Match) -> Preview:
    """The attack being declared."""
    assert match.preview is not None
    return match.preview


def results(match: Match) -> tuple[str, ...]:
    """What each roll of the die brings in the attack being declared."""
    return tuple(forecast(match).by_roll)


def total(match: Match) -> int:
    """The sum of the die roll modifiers of the attack being declared."""
    return forecast(match).total


def column(match: Match) -> str:
    """The odds of the attack being declared."""
    return forecast(match).column


def odds(at: str, *units: str, target: str = TARGET, **rest: Any) -> tuple[str, int]:
    """Column and modifier of an attack by these units."""
    match = declare(combat(at, **rest), target, *units)
    return column(match), total(match)


def modifier(at: str, *units: str, **rest: Any) -> int:
    return odds(at, *units, **rest)[1]


def blocked(match: Match, *actions: str, rules: tuple[str, ...] = ()) -> Refusal:
    """Somewhere on this way the program must say no, at the latest at the last action."""
    for action in actions:
        if not offered(match, action):
            return refused(match, action, *rules)
        match.play(action)
    pytest.fail(f"{' / '.join(actions)} was accepted")


def regroup(match: Match, roll: int = 6) -> Match:
    """Enter the rolls that eliminated units wait for."""
    while match.side == "dice":
        match.play(f"roll {roll}")
    return match


def retreat(match: Match, unit: str, *hexes: str) -> Match:
    """The unit's retreat hex by hex; the unit is named only where there is a choice."""
    if offered(match, f"retreat {unit}"):
        match.play(f"retreat {unit}")
    return match.play(*(f"to {h}" for h in hexes))


def advance(match: Match, *units: str) -> Match:
    """These units advance, the others stay."""
    match.play(*(f"advance {unit}" for unit in units))
    return match.play("pass") if offers(match, "advance") else match


def rest(match: Match) -> Match:
    """Nobody advances and nobody attacks again."""
    while offered(match, "pass"):
        match.play("pass")
    return match


def conquer(match: Match, target: str, fighters: Iterable[str], advancing: Iterable[str]) -> Match:
    """A DE, the regrouping rolls and the advance of some of the attackers."""
    return advance(regroup(fight(match, target, *fighters, result="DE")), *advancing)


def gone(match: Match, unit: str) -> bool:
    """Whether a unit is off the map."""
    return where(match, unit) in ("due", "eliminated")


def on_map(match: Match, hex_: str) -> set[str]:
    """The units in a hex."""
    return {unit for unit in match.game.unit_ids if where(match, unit) == hex_}


def vp(match: Match) -> tuple[int, int]:
    """Victory Points: the German's, the Soviet's."""
    points = status(match)["vp"]
    return points["german"], points["soviet"]


def control(match: Match, hex_: str) -> str:
    found: str = match.game.controller(match.state, GRID.parse(hex_))  # type: ignore[attr-defined]
    return found


def intact(match: Match, hex_: str) -> bool:
    found: bool = match.game.intact(match.state, GRID.parse(hex_))  # type: ignore[attr-defined]
    return found
