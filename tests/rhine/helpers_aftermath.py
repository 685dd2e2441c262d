"""Short words for the later half of chapter 11: a battle on the bare board, its result, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from grognard import Match, Refusal
from grognard.engine.game import Preview
from tests.rhine.helpers_map import GRID
from tests.rhine.table import offered, offers, refused, status, table, where

#: The hex that is usually attacked, and the six round it, clockwise from the north-east.
TARGET = "2010N"
NE, E, SE, SW, W, NW = RING = ("1909N", "2009N", "2109N", "2110N", "2011N", "1910N")

#: The columns of the printed table from left to right, and its lines for the rolls 1 to 6.
COLUMNS = ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1")
CRT = (
    ("AL1", "AL1", "AL1", "DR", "DR", "BB", "DR"),
    ("AL1", "AL1", "AS", "DR", "BB", "DR", "DE"),
    ("AL1", "AL1", "AS", "BB", "DR", "DE", "DE"),
    ("AL1", "AS", "BB", "DR", "DE", "DE", "DE"),
    ("AS", "BB", "DR", "DE", "DE", "DE", "DE"),
    ("AS", "DR", "DE", "DE", "DE", "DE", "DE"),
)


def combat(
    at: str,
    *,
    side: str = "allied",
    turn: int = 3,
    second: bool = False,
    more: str = "",
    dice: Iterable[int | str] = (),
    **ground: Any,
) -> Match:
    """The start of a Combat Phase on the bare board: of a fight-move turn, or the second phase of a move-fight turn."""
    ground.setdefault("bare", True)
    order = "second" if second else "first"
    return table(f"turn {turn}\nphase {side} combat {order}\n{more}\nat {at}", dice=dice, **ground)


def around(hex_: str) -> set[str]:
    return {GRID.label(h) for h in GRID.neighbour_list(GRID.parse(hex_))}


def water(hex_: str, *others: str, kind: str = "all-sea") -> dict[str, str]:
    """Hexsides of one kind between a hex and others."""
    return {f"{hex_}-{other}": kind for other in others}


def island(hex_: str, *but: str) -> dict[str, str]:
    """All-sea hexsides all round a hex, but for the sides towards some hexes."""
    return water(hex_, *sorted(around(hex_) - set(but)))


# -- an attack -------------------------------------------------------------------------------------


def declare(match: Match, target: str, *units: str) -> Match:
    """An attack by these units, announced but not yet resolved."""
    return match.play(f"attack {target}", *(f"with {unit}" for unit in units))


def fight(match: Match, target: str, *units: str, roll: int = 0) -> Match:
    """The same, resolved, with the combat die entered by hand."""
    declare(match, target, *units).play("resolve")
    return match.play(f"roll {roll}") if roll else match


def probe(match: Match, target: str, *units: str) -> Match:
    """A probing attack by these units, carried out."""
    return match.play(f"probe {target}", *(f"with {unit}" for unit in units), "resolve")


def forecast(match: Match) -> Preview:
    """The attack being declared."""
    assert match.preview is not None
    return match.preview


def column(match: Match) -> str:
    """The odds of the attack being declared, shifts included."""
    return forecast(match).column


def total(match: Match) -> int:
    """The sum of the shifts of the attack being declared."""
    return forecast(match).total


def amount(match: Match, clause: str) -> int:
    """The shift that the attack being declared owes to one clause."""
    return sum(m.amount for m in forecast(match).modifiers if m.rule == clause)


def blocked(match: Match, *actions: str, rules: tuple[str, ...] = ()) -> Refusal:
    """Somewhere on this way the program must say no, at the latest at the last action."""
    for action in actions:
        if not offered(match, action):
            return refused(match, action, *rules)
        match.play(action)
    pytest.fail(f"{' / '.join(actions)} was accepted")


# -- what follows ----------------------------------------------------------------------------------


def shed(match: Match, *units: str) -> Match:
    """These units lose a step each, in whatever order their owners are asked."""
    left = list(units)
    while left:
        able = [unit for unit in left if offered(match, f"lose {unit}")]
        assert able, f"{left} may not lose a step now: {match.actions.texts()}"
        match.play(f"lose {able[0]}")
        left.remove(able[0])
    return match


def advance(match: Match, *units: str) -> Match:
    """These units advance, the others stay."""
    match.play(*(f"advance {unit}" for unit in units))
    return match.play("pass") if offers(match, "advance") else match


def rest(match: Match) -> Match:
    """Nobody advances and nobody attacks again."""
    while offered(match, "pass"):
        match.play("pass")
    return match


def steps(match: Match, unit: str) -> int:
    """The steps a unit has left on the map; 0 if it is gone."""
    side = match.game.counters[match.game.unit_ids[unit]].side
    left: int = status(match, side)["steps"].get(unit, 0)
    return left


def gone(match: Match, *units: str) -> bool:
    """Whether all of these units lie in the dead pile."""
    return all(where(match, unit) == "eliminated" for unit in units)


def on_map(match: Match, hex_: str) -> set[str]:
    """The units in a hex."""
    return {unit for unit in match.game.unit_ids if where(match, unit) == hex_}


def outcome(match: Match, attacker: str, defender: str) -> str:
    """The result that has just come, read off a two-step attacker (the first of several) and a lone defender.

    Both were at full strength, and the defender had somewhere to go.
    """
    lost = steps(match, defender) == 1
    if offers(match, "to"):
        return "DE" if lost else "DR"
    if offers(match, "lose"):
        return "BB"
    if steps(match, attacker) == 1:
        return "BB" if lost else "AL1"
    assert not lost
    return "AS"


def control(match: Match, hex_: str) -> str:
    found: str = match.game.controller(match.state, GRID.parse(hex_))  # type: ignore[attr-defined]
    return found


def intact(match: Match, hex_: str) -> bool:
    found: bool = match.game.intact(match.state, GRID.parse(hex_))  # type: ignore[attr-defined]
    return found


def clean(match: Match) -> bool:
    """Whether the attack is over and the phasing side may begin another or end its phase."""
    return match.side == status(match)["phasing"] and offered(match, "done")
