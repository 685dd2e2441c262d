"""Chapters 17.5.3 and 17.7.5: what the Allied player wants to be asked while the German one decides.

They may change their mind at any time. An order answers a question in their place and changes no rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Case, Choice, Limit, Only
from ...engine.verbs import Verb
from ...mechanics import marking
from .state import (
    AIR_ALWAYS,
    AIR_MARKED,
    AIR_NEVER,
    ALLIED,
    SHAEF_EACH,
    SHAEF_LAST,
    SHAEF_MARKED,
    ReichState,
)

if TYPE_CHECKING:
    from .game import ReichGame

#: The words of the orders, in the order of the values in the state.
_AIR = {
    "ask": "ask at every attack",
    "never": "never",
    "always": "always, while there are units",
    "marked": "only in marked hexes",
}
_SHAEF = {
    "each": "ask after every combat",
    "marked": "ask after attacks on marked hexes",
    "last": "ask once, before Breakthrough",
}
VERBS = {
    "air-defense": Verb(f"word:{' '.join(_AIR)}", "Tactical Air in defense: {}", "aid", words=_AIR, quiet=True),
    "ask-shaef": Verb(f"word:{' '.join(_SHAEF)}", "SHAEF Reaction: {}", "aid", words=_SHAEF, quiet=True),
    **marking.VERBS,
}

Wishes = Case["ReichGame", ReichState]


def can_react(c: Wishes) -> bool:
    """Whether a SHAEF Reaction is still possible in this game (17.7.1, 17.7.5)."""
    last = max(c.game.tables.lists["counteroffensive"]["turns"])
    to_come = not c.s.offensive and c.s.turn <= last <= c.s.turns and not c.s.declined
    return to_come or (c.s.offensive == c.s.turn and not c.s.shaef_used)


def attackable(c: Wishes) -> int:
    """The hexes in which the Allied side can be attacked."""
    return (c.s.allied | c.s.occupied[ALLIED]) & c.game.in_play(c.s)


class ReichOrders(marking.MarkingOrders[ReichState]):
    """Whether Tactical Air supports a defense, when the SHAEF Reaction is asked for, and the hexes meant by both."""

    game: ReichGame
    name = "orders"
    owners: ClassVar[dict[str, int]] = dict.fromkeys(VERBS, ALLIED)
    case = Case
    choices: ClassVar[tuple[Choice[Wishes], ...]] = (
        Choice(
            "air-defense",
            Limit("17.5.3.A", lambda c, words: words & ~(1 << c.s.air_wish), "this order is in force already"),
        ),
        Choice(
            "ask-shaef",
            Only("17.7.5.A", can_react, "there is no SHAEF Reaction any more in this game"),
            Limit("17.7.5.B", lambda c, words: words & ~(1 << c.s.shaef_wish), "this order is in force already"),
        ),
        *marking.choices("17.5.3.A", attackable, "{it} is not under Allied control"),
    )

    def do_air_defense(self, s: ReichState, wish: int) -> None:
        s.air_wish = wish

    def do_ask_shaef(self, s: ReichState, wish: int) -> None:
        s.shaef_wish = wish


def answer_air(s: ReichState) -> bool | None:
    """Whether Tactical Air supports the current defense, or None if the player wants to be asked."""
    fixed = {AIR_NEVER: False, AIR_ALWAYS: True, AIR_MARKED: bool(s.flagged >> s.target & 1)}
    return fixed.get(s.air_wish)


def asks_shaef(s: ReichState) -> bool:
    """Whether the player wants to be asked for the SHAEF Reaction after the current combat."""
    return s.shaef_wish == SHAEF_EACH or (s.shaef_wish == SHAEF_MARKED and bool(s.flagged >> s.target & 1))


def asks_at_the_end(s: ReichState) -> bool:
    """Whether the player wants to be asked at the end, before Breakthrough."""
    return s.shaef_wish in (SHAEF_MARKED, SHAEF_LAST)
