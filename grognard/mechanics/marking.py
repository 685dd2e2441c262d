"""Hexes that a side marks, so that its standing orders can speak of them: "only in marked hexes".

A game derives its state from :class:`MarkingState`, lists :data:`VERBS`, takes the rows of :func:`choices` into its
standing orders, and says in ``owners`` which side marks. Marks are wishes: no rule reads them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from ..engine.limits import Case, Choice, Limit
from ..engine.state import WarState
from ..engine.step import StandingOrders
from ..engine.verbs import Verb

VERBS = {
    "mark-hex": Verb("hex", "Mark {} for standing orders", "aid", quiet=True),
    "unmark-hex": Verb("hex", "Remove the mark of {}", "leave", quiet=True),
}


class MarkingState(WarState):
    """The field that marks read and write; a game declares it."""

    __slots__ = ()

    #: the hexes marked for standing orders
    flagged: int


M = TypeVar("M", bound=MarkingState)
AnyMarking: TypeAlias = Case[Any, Any]  # any: games are not alike in it


def choices(rule: str, useful: Callable[[AnyMarking], int], why: str) -> tuple[Choice[AnyMarking], ...]:
    """The rows of both verbs.

    ``rule`` is that of the question the orders answer; ``useful`` finds the hexes it can be about, and ``why`` says why
    another one is not among them.
    """
    return (
        Choice(
            "mark-hex",
            Limit(rule, lambda c, hexes: hexes & useful(c), why),
            Limit(rule, lambda c, hexes: hexes & ~c.s.flagged, "{it} is marked already"),
        ),
        Choice("unmark-hex", Limit(rule, lambda c, hexes: hexes & c.s.flagged, "{it} is not marked")),
    )


class MarkingOrders(StandingOrders[Any, M]):  # any: games are not alike in it
    """The part of standing orders that marks hexes."""

    def do_mark_hex(self, s: M, h: int) -> None:
        s.flagged |= 1 << h

    def do_unmark_hex(self, s: M, h: int) -> None:
        s.flagged &= ~(1 << h)
