"""Move, then fight, or fight, then move: each side declares the order of its two main phases."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from ..engine.game import AnyGame
from ..engine.state import WarState
from ..engine.step import Prompt
from .phasing import Phasing

UNDECLARED, MOVE_FIGHT, FIGHT_MOVE = 0, 1, 2

#: The orders in words; the verb ``order`` takes one of those after the first.
ORDERS = ("", "move-fight", "fight-move")


class OrderState(WarState):
    """A state with the declared order of the phasing side's main phases."""

    order: int


#: The orders as events report them.
_DECLARED = ("", "movement first, then combat", "combat first, then movement")

G = TypeVar("G", bound=AnyGame)
D = TypeVar("D", bound=OrderState)


def main_phase(order: int, place: str) -> str:
    """The ``first`` or ``second`` main phase of a turn: movement or combat."""
    return "movement" if (order == MOVE_FIGHT) == (place == "first") else "combat"


def order_with(phase: str, place: str) -> int:
    """The order with a phase, movement or combat, in this place."""
    return MOVE_FIGHT if (phase == "movement") == (place == "first") else FIGHT_MOVE


class Declaration(Phasing[G, D]):
    """The declaration: movement first or combat first."""

    name = "declaration"
    #: the rule that the prompt names
    rule: ClassVar[str] = ""

    def prompt(self, s: D) -> Prompt:
        return Prompt("Declare the order of your Movement and Combat Phases.", self.rule)

    def do_order(self, s: D, word: int) -> None:
        s.order = word + 1
        self.pop(s)
        side = self.game.side_names[self.game.sides[s.phasing]]
        s.report(self.rule, "{} declares {}", side, _DECLARED[s.order])
