"""Stacks over the limit at the end of a phase, which are reduced unit by unit."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, TypeVar

from ..engine.limits import Case
from ..engine.state import WarState
from ..engine.step import Procedure, Prompt, Step
from .stacks import units_in
from .turn_game import TurnGame

W = TypeVar("W", bound=WarState)
G = TypeVar("G", bound=TurnGame[Any])  # any state: games are not alike in it


class StackingCheck(Procedure[G, W]):
    """Handles hexes over the stacking limit one after the other. A game defines which hexes they are."""

    name = "stacking-check"

    @abstractmethod
    def overstacked(self, s: W) -> int:
        """Hexes over the stacking limit."""

    def run(self, s: W) -> None:
        over = self.overstacked(s)
        if over:
            self.push(s, RemoveOverstack, (over & -over).bit_length() - 1)
        else:
            self.pop(s)


class Overstack(Case[G, W]):
    """A hex with too many units."""

    def __init__(self, game: G, s: W) -> None:
        super().__init__(game, s)
        _, self.hex = s.agenda[-1]
        self.units = units_in(s.at, self.hex)

    @property
    def there(self) -> str:
        return self.game.place_name(self.hex)


class RemoveOverstack(Step[G, W]):
    """The choice of a unit to remove from an overstacked hex."""

    name = "remove-overstack"
    args = ("hex",)
    case = Overstack
    #: the rule that the prompt names
    rule: ClassVar[str]

    @abstractmethod
    def remove(self, s: W, unit: int) -> None:
        """Remove a unit."""

    def owner(self, s: W) -> int:
        """The side with too many units in the hex."""
        _, h = s.agenda[-1]
        return self.game.side_of[s.at.index(h)]

    def prompt(self, s: W) -> Prompt:
        _, h = s.agenda[-1]
        return Prompt(f"Too many units in {self.game.place_name(h)}: choose one to remove.", self.rule, h)

    def do_remove(self, s: W, unit: int) -> None:
        self.pop(s)
        self.remove(s, unit)
