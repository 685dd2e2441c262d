"""Chapters 5.2, 6.4.1 and 7.5.1.2: what a side wants to be asked about. It may change its mind at any time."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Case, Choice, Limit
from ...engine.step import StandingOrders
from .state import NOBODY, AachenState

if TYPE_CHECKING:
    from .game import AachenGame


class Wishes(Case["AachenGame", AachenState]):
    """The sides, as a set, that have said what they do not want to be asked about."""

    @property
    def reacting(self) -> int:
        """The side that may react while the other one acts."""
        return 0 if self.s.initiative == NOBODY else 1 << 1 - self.s.initiative

    @property
    def silent(self) -> int:
        """The side that answers questions about reactions without being asked: after hold, stand-down or pass."""
        return self.reacting if self.s.answer or self.s.let_pass else 0


class AachenOrders(StandingOrders["AachenGame", AachenState]):
    """Ask again about reactions; ask about rerolls and about the support of defenders, or not.

    All units that can support a defender do so, unless its side wants to be asked at each attack.
    """

    game: AachenGame
    name = "orders"
    case = Wishes
    choices: ClassVar[tuple[Choice[Wishes], ...]] = (
        Choice(
            "ask-again",
            Limit("6.4.1", lambda c, sides: sides & c.reacting, "only the side without the initiative can react"),
            Limit("6.4.1", lambda c, sides: sides & c.silent, "this side is asked about every reaction"),
        ),
        Choice(
            "keep-dice",
            Limit("5.2", lambda c, sides: sides & ~c.s.quiet, "this side is not asked about rerolls already"),
        ),
        Choice(
            "ask-dice",
            Limit("5.2", lambda c, sides: sides & c.s.quiet, "this side is asked about rerolls already"),
        ),
        Choice(
            "ask-support",
            Limit("7.5.1.2", lambda c, sides: sides & ~c.s.asks, "this side is asked about support already"),
        ),
        Choice(
            "give-support",
            Limit("7.5.1.2", lambda c, sides: sides & c.s.asks, "all units of this side give support already"),
        ),
    )

    def do_ask_again(self, s: AachenState, _: int) -> None:
        s.answer = s.let_pass = 0

    def do_keep_dice(self, s: AachenState, side: int) -> None:
        s.quiet |= 1 << side

    def do_ask_dice(self, s: AachenState, side: int) -> None:
        s.quiet &= ~(1 << side)

    def do_ask_support(self, s: AachenState, side: int) -> None:
        s.asks |= 1 << side

    def do_give_support(self, s: AachenState, side: int) -> None:
        s.asks &= ~(1 << side)
