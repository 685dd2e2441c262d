"""Chapter 5.6: Effectiveness Checks, one die a unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Case, Choice, Limit
from ...engine.step import AnyStep, Procedure, Prompt
from ...hexes import lowest
from ...mechanics.phasing import Owned
from . import control, victory
from .luck import AachenDie, give_marker, holds_marker
from .pieces import disrupt, effectiveness, say
from .state import AachenState

if TYPE_CHECKING:
    from .game import AachenGame

#: Why units are checked, and the rule of it. In combat a unit that is disrupted already loses a point (5.6.2).
COMBAT, INFILTRATION, ISOLATION, REFIT = range(4)
CAUSES = (("7.5.2", "red result"), ("7.3.4", "infiltration"), ("5.8.4", "isolation"), ("7.6", "refit"))


def check(game: AachenGame, s: AachenState, side: int, units: int, cause: int) -> None:
    """Have units of a side checked. The frame below goes on when all is done; ``s.failed`` says who has failed."""
    s.checking, s.failed = units, 0
    s.agenda.append((game.codes[Checks], side, cause, 0))


class Checks(Procedure["AachenGame", AachenState]):
    """All checks of a side for one cause. Arguments: the side, the cause, and whether one die was rolled again."""

    name = "checks"
    args = ("side", "number", "number")

    def run(self, s: AachenState) -> None:
        game = self.game
        _, side, cause, again = s.agenda[-1]
        if s.checking:
            unit = lowest(s.checking)
            self.push(s, CheckDie, unit)
        elif s.failed and not again and holds_marker(s, side):
            self.set_args(s, side, cause, 1)
            self.push(s, CheckWindow, side)
        else:
            self.pop(s)
            self._carry_out(game, s, cause)

    def _carry_out(self, game: AachenGame, s: AachenState, cause: int) -> None:
        """A unit that fails is disrupted; a Refit Action that fails changes nothing (5.6.2)."""
        if cause == REFIT:
            return
        left = s.failed
        while left:
            unit = lowest(left)
            left &= ~(1 << unit)
            disrupt(game, s, unit, CAUSES[cause][0], costs_a_point=cause == COMBAT)
        control.update(game, s)
        victory.check(game, s)


class CheckDie(AachenDie):
    """The die of one unit: it passes with its Effectiveness Rating or less (5.6.1)."""

    name = "check-die"
    args = ("unit",)

    def side(self, s: AachenState) -> int:
        _, unit = s.agenda[-1]
        return self.game.side_of[unit]

    def prompt(self, s: AachenState) -> Prompt:
        _, unit = s.agenda[-1]
        rating = effectiveness(self.game, s, unit)
        _, _, cause, _ = s.agenda[-2]
        _, why = CAUSES[cause]
        return Prompt(f"Effectiveness Check for {self.game.counters[unit].id} ({why}): {rating} or less.", "5.6.1")

    def do_roll(self, s: AachenState, roll: int) -> None:
        """The window of these dice opens when all of them are rolled."""
        self.effect(s, roll)

    def effect(self, s: AachenState, roll: int) -> None:
        _, unit = s.agenda.pop()
        game, bit = self.game, 1 << unit
        passed = roll <= effectiveness(game, s, unit)
        s.checking &= ~bit
        s.failed = s.failed & ~bit if passed else s.failed | bit
        say(game, s, unit, "5.6.1", "{} {} its Effectiveness Check with a {}", "passes" if passed else "fails", roll)


class Failures(Case["AachenGame", AachenState]):
    """The units that have failed."""

    @property
    def units(self) -> int:
        return self.s.failed


class CheckWindow(Owned["AachenGame", AachenState]):
    """All checks are rolled; the holder of the marker may roll one failed check again (5.2)."""

    name = "check-window"
    args = ("side",)
    brief = True
    case = Failures
    choices: ClassVar[tuple[Choice[Failures], ...]] = (
        Choice("keep"),
        Choice("reroll-unit", Limit("5.2", lambda c, units: units & c.units, "{it} has not failed a check")),
    )

    def prompt(self, s: AachenState) -> Prompt:
        names = self.game.names(s.failed)
        return Prompt(f"{names} failed. Keep the dice, or hand over the marker and roll one again?", "5.2", s.target)

    def do_keep(self, s: AachenState, _: int) -> None:
        self.pop(s)

    def do_reroll_unit(self, s: AachenState, unit: int) -> None:
        self.pop(s)
        give_marker(self.game, s)
        s.failed &= ~(1 << unit)
        s.checking |= 1 << unit


STEPS: tuple[type[AnyStep], ...] = (Checks, CheckDie, CheckWindow)
