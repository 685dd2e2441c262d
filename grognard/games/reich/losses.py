"""Chapter 13.7.4: steps lost by the attacker and the defender."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.bounds import Bound
from ...engine.limits import Choice, Limit
from ...engine.step import AnyStep
from ...engine.verbs import Verb
from ...mechanics import losses
from ...mechanics.losses import Loss, full_first, involved
from . import fires, pieces
from .state import ReichState

if TYPE_CHECKING:
    from .game import ReichGame

#: The additional cost of a last step: always, if the unit never returns, and if it is a leader or an HQ.
_LAST, _GONE, _STAFF = 1, 2, 12


class ReichLosses(losses.StepLosses["ReichGame", ReichState]):
    """Losses fall on the units in the combat; in each hex those with two steps come first."""

    rule = "13.7.4"

    def units(self, s: ReichState, side: int) -> int:
        return s.attackers if side == s.phasing else fires.defenders(self.game, s)

    def steps(self, s: ReichState, unit: int) -> int:
        return pieces.steps_left(self.game, s, unit)

    def price(self, s: ReichState, unit: int, left: int) -> float:
        """The strength that the step takes with it, and what cannot be replaced."""
        roster = self.game.roster
        attack, defense = roster.attack[unit], roster.defense[unit]
        cost = attack[left] - attack[left - 1] + defense[left] - defense[left - 1]
        if left == 1:
            cost += _LAST
            cost += 0 if roster.replaceable >> unit & 1 else _GONE
            cost += _STAFF if roster.staff >> unit & 1 else 0
        return float(cost)

    def lose(self, s: ReichState, unit: int) -> None:
        pieces.lose_step(self.game, s, unit, self.rule)
        if s.at[unit] < 0:
            s.attackers &= ~(1 << unit)
            if unit in s.hand:
                s.hand.remove(unit)


class Losses(losses.Losses["ReichGame", ReichState]):
    """A side loses steps (13.7.4)."""


class Lose(losses.Lose["ReichGame", ReichState]):
    """The owner chooses the unit that loses the next step (13.7.4)."""

    brief = aftermath = True
    choices: ClassVar[tuple[Choice[Loss[ReichGame, ReichState]], ...]] = (
        Choice(
            "lose",
            Limit("13.7.4", involved, "{it} is not one of your units in this combat"),
            Limit("13.7.4", full_first, "units with two steps in its hex have to be reduced before {it} is eliminated"),
        ),
        Choice("propose"),
    )

    def where(self, s: ReichState) -> int:
        return s.target


STEPS: tuple[type[AnyStep], ...] = (Losses, Lose)
#: One proposal serves losses, choices, arrivals and set-up.
VERBS = {"propose": Verb("none", "Accept the proposal", main=True)}
BOUNDS = {name: (Bound(1, 9),) for name in ("losses", "lose")}
