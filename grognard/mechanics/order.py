"""Move and fight, or fight and move: each side declares the order of its two main phases."""

from __future__ import annotations

from typing import Any, ClassVar

from ..engine.step import Offer, Prompt, Step

UNDECLARED, MOVE_FIGHT, FIGHT_MOVE = 0, 1, 2

#: The orders in words; the verb ``order`` takes one of those after the first.
ORDERS = ("", "move-fight", "fight-move")


def main_phase(order: int, place: str) -> str:
    """Movement or combat: which of them is the ``first`` or the ``second`` main phase of a turn."""
    return "movement" if (order == MOVE_FIGHT) == (place == "first") else "combat"


def order_with(phase: str, place: str) -> int:
    """The order in which a phase, movement or combat, has this place."""
    return MOVE_FIGHT if (phase == "movement") == (place == "first") else FIGHT_MOVE


class Declaration(Step):
    """Movement first or combat first? A game says by which rule."""

    name = "declaration"
    rule: ClassVar[str] = ""

    def seat(self, s: Any) -> str:
        return str(self.game.sides[s.phasing])

    def prompt(self, s: Any) -> Prompt:
        return Prompt("Declare the order of your Movement and Combat Phases.", self.rule)

    def offer(self, s: Any) -> Offer:
        return {"order": 0b11}

    def do_order(self, s: Any, word: int) -> None:
        s.order = word + 1
        self.pop(s)
