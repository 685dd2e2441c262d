"""Chapters 10.0 and 10.1: how Movement Segments and Breakthrough Steps begin and end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.step import AnyStep, Procedure
from . import allowance, exits
from .allowance import CommandRoll, Determination
from .selection import BeginMovement
from .stacking import StackingCheck
from .state import ALLIED, ASSAULT, BREAKTHROUGH, EXPLOITATION, GERMAN, INFANTRY, NO_STEP, ReichState

if TYPE_CHECKING:
    from .game import ReichGame


def begin_assault(game: ReichGame, s: ReichState, side: int) -> None:
    """An Assault Movement Segment: allowances, for the active side its declaration, then moves (10.1, 10.0.B, 10.1.A,
    10.1.B.1)."""
    s.priority_moved = 0
    _begin(game, s, side, ASSAULT)


def begin_exploitation(game: ReichGame, s: ReichState, side: int) -> None:
    """An Exploitation Movement Segment: allowances, then moves and Mobile Assaults (10.0.C, 10.1.B.3)."""
    _begin(game, s, side, EXPLOITATION)


def begin_breakthrough(game: ReichGame, s: ReichState, side: int) -> None:
    """The Breakthrough Movement Step: what is left of the allowances, no new dice (10.0.A)."""
    _clear(s, BREAKTHROUGH)
    s.agenda.append((game.codes[EndMovement],))
    s.agenda.append((game.codes[BeginMovement],))


def _begin(game: ReichGame, s: ReichState, side: int, step: int) -> None:
    _clear(s, step)
    s.points, s.declared = [0] * len(s.points), 0
    if side == ALLIED:
        allowance.set_armies(game, s)
    s.agenda.append((game.codes[EndMovement],))
    s.agenda.append((game.codes[BeginMovement],))
    s.agenda.append((game.codes[Determination], 0))
    if side == GERMAN and s.turn == 1:  # 3.2.E.3
        allowance.set_points(game, s, INFANTRY, game.tables.numbers["allowance"]["first_die"])
        return
    pools = (INFANTRY,) if side == GERMAN else allowance.active(s, side)
    for pool in reversed(pools):
        s.agenda.append((game.codes[CommandRoll], pool))


def _clear(s: ReichState, step: int) -> None:
    s.step = step
    s.moved = s.exits = s.poised = s.crossed = s.assaulted = s.failed = 0
    s.halted = False
    s.hand.clear()
    s.spent = [0] * len(s.spent)


class EndMovement(Procedure["ReichGame", ReichState]):
    """The end of a Movement Step: who had to leave, then stacking (5.1), then the markers on the track (10.2.5.C)."""

    name = "end-movement"

    def run(self, s: ReichState) -> None:
        game, side = self.game, s.phasing
        self.pop(s)
        exits.end_step(game, s, side)
        if s.step != ASSAULT or not allowance.declares(s, side):
            s.points = [0] * len(s.points)
        s.step = NO_STEP
        self.push(s, StackingCheck)


STEPS: tuple[type[AnyStep], ...] = (EndMovement,)
