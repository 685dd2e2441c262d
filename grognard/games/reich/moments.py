"""The edges of segments: 8.7.B, 10.7.3 and 10.7.9, the victory check of 4.1.X, dates of 17.7."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.step import AnyStep, Procedure
from ...hexes import bits
from ...mechanics.stacks import units_on
from . import control
from .pieces import lift
from .state import CIVIL_WAR, ENTERING, GERMAN, REMOVED, SETTLED, ReichState
from .victory import VictoryCheck

if TYPE_CHECKING:
    from .game import ReichGame

#: German segments in which units move.
_MARCHES = frozenset({"assault", "exploitation", "offensive", "breakthrough"})


def push_last(game: ReichGame, s: ReichState, side: int, phase: str) -> None:
    """Push what ends a segment, below its own steps."""
    if side == GERMAN and phase in _MARCHES and not s.ike_lifted:
        s.agenda.append((game.codes[BlindSpotCheck],))


def push_first(game: ReichGame, s: ReichState, phase: str) -> None:
    """Push what begins a segment, above its own steps."""
    if phase == "attrition":
        s.agenda.append((game.codes[CivilWar],))
    elif phase == "end":
        s.agenda.append((game.codes[VictoryCheck],))


def end_turn(game: ReichGame, s: ReichState) -> None:
    """Monty's Blind Spot is lifted on the turn after the Allies have held Antwerpen at a turn's end (8.7.B)."""
    if s.allied >> game.lines.antwerp & 1:
        s.antwerp_held = True


def may_declare(game: ReichGame, s: ReichState) -> bool:
    """Whether the counteroffensive may be declared on this turn (17.7.1)."""
    return s.turn in game.tables.lists["counteroffensive"]["turns"] and not s.offensive


def must_withdraw(game: ReichGame, s: ReichState) -> bool:
    """Whether the 6th SS Panzer Army leaves on this turn after a declared counteroffensive (17.8)."""
    return s.turn == game.tables.numbers["withdrawal"]["turn"] and not s.withdrawn


class BlindSpotCheck(Procedure["ReichGame", ReichState]):
    """The end of a German Movement Step: six divisions in the Blind Spot lift its limit (10.7.3)."""

    name = "blind-spot-check"

    def run(self, s: ReichState) -> None:
        game = self.game
        self.pop(s)
        divisions = game.roster.divisions & game.combat_of[GERMAN]
        there = units_on(s.at, divisions, game.ike).bit_count()
        if there >= game.tables.numbers["blind_spot"]["german"]:
            control.lift_blind_spot(s, f"{there} German divisions are in the zone")


class CivilWar(Procedure["ReichGame", ReichState]):
    """The Attrition Phase: all French divisions leave the game if others entered Paris first (10.7.9)."""

    name = "civil-war"

    def run(self, s: ReichState) -> None:
        game = self.game
        self.pop(s)
        if s.paris not in (CIVIL_WAR, ENTERING):
            return
        s.paris = SETTLED
        for unit in bits(game.roster.french & game.roster.divisions):  # wherever they are: ruling 10.7.9i
            lift(game, s, unit, REMOVED)
            s.due[unit] = 0
        s.report("10.7.9", "civil war in France: all French divisions leave the game")


STEPS: tuple[type[AnyStep], ...] = (BlindSpotCheck, CivilWar)
