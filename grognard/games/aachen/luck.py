"""Chapter 5.2 with 3.8: ten-sided dice, and the marker that buys one reroll.

A window opens only where the effect of a die follows at once and another face could serve better. Where the roller
decides next anyway (after a die for Action Points or Interdiction, and after the Initiative dice if it won), ``reroll``
is among the offers until the roller does something else; the die is ``fresh`` so long. A die is rolled again only once,
so the marker cannot go back and forth over one event.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Case, Choice
from ...engine.state import Seat
from ...engine.step import AnyStep, Die, Prompt
from ...mechanics.phasing import Owned
from .state import AachenState

if TYPE_CHECKING:
    from .game import AachenGame


def holds_marker(s: AachenState, side: int) -> bool:
    """Whether a side has the reroll marker and wants to be asked about it."""
    return s.snafu == side and not s.quiet >> side & 1


def give_marker(game: AachenGame, s: AachenState) -> None:
    """The holder hands the marker to the enemy for a reroll (5.2)."""
    holder = s.snafu
    s.snafu = 1 - holder
    names = [game.side_names[side] for side in game.sides]
    s.announce("5.2", "the {} side rolls again and hands over the marker", names[holder])


class AachenDie(Die["AachenGame", AachenState]):
    """A die of a side. The frame's last two arguments are the face that was rolled, and whether it was a reroll."""

    faces = 10
    open_outcome = True

    @abstractmethod
    def side(self, s: AachenState) -> int:
        """The side that rolls."""

    @abstractmethod
    def effect(self, s: AachenState, roll: int) -> None:
        """Apply a roll. Must pop this frame."""

    def may_improve(self, s: AachenState, roll: int) -> bool:
        """Whether a window opens: whether another face could serve the roller better."""
        return False

    def rolled(self, s: AachenState) -> int:
        """The face that the frame keeps while its side decides about a reroll."""
        *_, face, _ = s.agenda[-1]
        return face

    def roller(self, s: AachenState) -> Seat:
        return self.game.sides[self.side(s)]

    def do_roll(self, s: AachenState, roll: int) -> None:
        _, *args, _, again = s.agenda[-1]
        side = self.side(s)
        if not again and holds_marker(s, side) and self.may_improve(s, roll):
            self.set_args(s, *args, roll, 0)
            self.push(s, RerollWindow, side)
        else:
            self.effect(s, roll)


class Reroll(Case["AachenGame", AachenState]):
    """The side that may roll again, and the die below the window."""

    def __init__(self, game: AachenGame, s: AachenState) -> None:
        super().__init__(game, s)
        _, self.side = s.agenda[-1]
        *_, self.rolled, _ = s.agenda[-2]


class RerollWindow(Owned["AachenGame", AachenState]):
    """Keep a die, or give the marker away and roll it again (5.2)."""

    name = "reroll-window"
    args = ("side",)
    brief = True
    case = Reroll
    choices: ClassVar[tuple[Choice[Reroll], ...]] = (
        Choice("keep"),
        Choice("reroll"),
    )

    def prompt(self, s: AachenState) -> Prompt:
        code, *_, rolled, _ = s.agenda[-2]
        under = s.copy()
        under.agenda.pop()
        below = self.game.steps[code].prompt(under)
        text = f"{below.text.rstrip('.')}: the die shows {rolled}. Keep it, or hand over the marker and reroll?"
        return Prompt(text, "5.2", s.target)

    def do_keep(self, s: AachenState, _: int) -> None:
        self.pop(s)
        die = self.game.step(s)
        assert isinstance(die, AachenDie)
        die.effect(s, die.rolled(s))

    def do_reroll(self, s: AachenState, _: int) -> None:
        self.pop(s)
        give_marker(self.game, s)
        *frame, _, _ = s.agenda[-1]
        s.agenda[-1] = (*frame, 0, 1)


STEPS: tuple[type[AnyStep], ...] = (RerollWindow,)
