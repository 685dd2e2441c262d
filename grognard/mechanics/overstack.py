"""Stacks over the limit at the end of a phase: unit by unit somebody reduces them."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar

from ..engine.step import Offer, Procedure, Prompt, Step


class StackingCheck(Procedure):
    """Looks for hexes over the limit until there are none. A game says which they are."""

    name = "stacking-check"

    @abstractmethod
    def overstacked(self, s: Any) -> int:
        """The hexes whose units may not stand together."""

    def run(self, s: Any) -> None:
        over = self.overstacked(s)
        if over:
            self.push(s, RemoveOverstack, (over & -over).bit_length() - 1)
        else:
            self.pop(s)


class RemoveOverstack(Step):
    """Somebody chooses a unit of an overstacked hex to remove."""

    name = "remove-overstack"
    args = ("hex",)
    rule: ClassVar[str]

    @abstractmethod
    def removable(self, s: Any, h: int) -> int:
        """The units of a hex that may be removed."""

    @abstractmethod
    def remove(self, s: Any, unit: int) -> None:
        """A unit is removed."""

    def owner(self, s: Any) -> int:
        """The side whose units are too many."""
        return int(self.game.side_of[s.at.index(s.agenda[-1][1])])

    def prompt(self, s: Any) -> Prompt:
        there = self.game.place_name(s.agenda[-1][1])
        return Prompt(f"Too many units in {there}: choose one to remove.", self.rule, s.agenda[-1][1])

    def offer(self, s: Any) -> Offer:
        return {"remove": self.removable(s, s.agenda[-1][1])}

    def do_remove(self, s: Any, unit: int) -> None:
        self.pop(s)
        self.remove(s, unit)
