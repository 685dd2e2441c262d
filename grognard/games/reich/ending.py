"""Chapter 4.1, phase X: the steps of the End Phase after the victory check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.step import AnyStep, Procedure
from . import logistics
from .air import gather
from .pieces import remove_marks, renew_zones
from .state import ReichState

if TYPE_CHECKING:
    from .game import ReichGame


class EndSteps(Procedure["ReichGame", ReichState]):
    """Takes the markers of the turn off the map (X.2 to X.4)."""

    name = "end-steps"

    def run(self, s: ReichState) -> None:
        self.pop(s)
        if s.turn < s.turns:  # the last turn ends with the victory check
            clear(self.game, s)


def clear(game: ReichGame, s: ReichState) -> None:
    """Take Disruption (12.2), Strafing, Priority and Red Ball markers off the map; saved Red Balls stay (9.3.D)."""
    disrupted = s.disrupted
    remove_marks(s, ("disrupted", "priority", "red_ball", "landed"))
    gather(s)
    if disrupted:
        renew_zones(game, s)
    s.unbombed = s.funnies_used = False
    s.priority_moved = 0


def begin(game: ReichGame, s: ReichState, _: int) -> None:
    """The End Phase."""
    s.agenda.append((game.codes[EndSteps],))


def next_turn(game: ReichGame, s: ReichState) -> None:
    """The very start of a turn, before segment I.a (4.1)."""
    s.arrived = 0
    logistics.settle(game, s)


STEPS: tuple[type[AnyStep], ...] = (EndSteps,)
