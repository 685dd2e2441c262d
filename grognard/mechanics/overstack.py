"""Stacks over the limit at the end of a phase: unit by unit somebody reduces them."""

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
    """Looks for hexes over the limit until there are none. A game says which they are."""

    name = "stacking-check"

    @abstractmethod
    def overstacked(self, s: W) -> int:
        """The hexes whose units may not be together."""

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
    """Somebody chooses a unit of an overstacked hex to remove."""

    name = "remove-overstack"
    args = ("hex",)
    case = Overstack
    #: the rule that the prompt names
    rule: ClassVar[str]

    @abstractmethod
    def remove(self, s: W, unit: int) -> None:
        """A unit is removed."""

    def owner(self, s: W) -> int:
        """The side whose units are too many."""
        _, h = s.agenda[-1]
        return self.game.side_of[s.at.index(h)]

    def prompt(self, s: W) -> Prompt:
        _, h = s.agenda[-1]
        return Prompt(f"Too many units in {self.game.place_name(h)}: choose one to remove.", self.rule, h)

    def do_remove(self, s: W, unit: int) -> None:
        self.pop(s)
        self.remove(s, unit)
