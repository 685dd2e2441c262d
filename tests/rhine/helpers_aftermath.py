"""Helpers for the second half of chapter 11: a battle on the bare board, its result, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard import Match
from tests.kit import offered, offers, status, where
from tests.rhine.helpers_course import steps
from tests.rhine.table import phase

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
    order = "second" if second else "first"
    return phase(f"{side} combat {order}", at, more, turn=turn, dice=dice, **ground)


# -- an attack -------------------------------------------------------------------------------------


# -- what follows ----------------------------------------------------------------------------------


def shed(match: Match, *units: str) -> Match:
    """Let each of these units lose a step, in any order of decisions."""
    left = list(units)
    while left:
        able = [unit for unit in left if offered(match, f"lose {unit}")]
        assert able, f"{left} may not lose a step now: {match.actions.texts()}"
        match.play(f"lose {able[0]}")
        left.remove(able[0])
    return match


def gone(match: Match, *units: str) -> bool:
    """Whether all of these units are in the dead pile."""
    return all(where(match, unit) == "eliminated" for unit in units)


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


def clean(match: Match) -> bool:
    """Whether the attack is over and the phasing side may begin another or end its phase."""
    return match.side == status(match)["phasing"] and offered(match, "done")
