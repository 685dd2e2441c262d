"""Move and fight, or fight and move: each side declares the order of its two main phases."""

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
    """A state in which the phasing side has declared the order of its main phases."""

    order: int


G = TypeVar("G", bound=AnyGame)
D = TypeVar("D", bound=OrderState)


def main_phase(order: int, place: str) -> str:
    """Movement or combat: which of them is the ``first`` or the ``second`` main phase of a turn."""
    return "movement" if (order == MOVE_FIGHT) == (place == "first") else "combat"


def order_with(phase: str, place: str) -> int:
    """The order in which a phase, movement or combat, has this place."""
    return MOVE_FIGHT if (phase == "movement") == (place == "first") else FIGHT_MOVE


class Declaration(Phasing[G, D]):
    """Movement first or combat first?"""

    name = "declaration"
    #: the rule that the prompt names
    rule: ClassVar[str] = ""

    def prompt(self, s: D) -> Prompt:
        return Prompt("Declare the order of your Movement and Combat Phases.", self.rule)

    def do_order(self, s: D, word: int) -> None:
        s.order = word + 1
        self.pop(s)
