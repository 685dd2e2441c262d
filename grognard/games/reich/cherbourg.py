"""Chapter 8.6.A: the special assault on Cherbourg."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Choice, Limit, Only
from ...engine.step import AnyStep, Procedure, Prompt
from ...mechanics.attacks import Fight, announce, begin_combat_phase
from ...mechanics.phasing import Phasing, possible
from . import traces
from .state import ALLIED, GERMAN, ReichState

if TYPE_CHECKING:
    from .game import ReichGame


def begin(game: ReichGame, s: ReichState, side: int) -> None:
    """Offer the assault once a game, if Cherbourg cannot trace a line to a German source (8.6.A)."""
    begin_combat_phase(s)
    s.mobile = False
    if not s.cherbourg_assault and is_cut_off(game, s):
        s.agenda.append((game.codes[Assault],))


def is_cut_off(game: ReichGame, s: ReichState) -> bool:
    """Whether Germans hold Cherbourg without a line to the East edge."""
    city = 1 << game.lines.cherbourg
    return bool(city & s.occupied[GERMAN]) and not traces.german(game, s) & city


class Assault(Procedure["ReichGame", ReichState]):
    """Asks for one attack after the other, as long as one is possible."""

    name = "assault"

    def run(self, s: ReichState) -> None:
        begin_combat_phase(s)  # neither 13.2.B nor 13.2.E limits the rounds (ruling 8.6.Al)
        if possible(self.game, s, Round, "attack"):
            self.push(s, Round)
        else:
            self.pop(s)


Now = Fight["ReichGame", ReichState]


class Round(Phasing["ReichGame", ReichState]):
    """The Allied side attacks Cherbourg, or ends its assault."""

    name = "round"
    case = Fight
    choices: ClassVar[tuple[Choice[Now], ...]] = (
        Choice(
            "attack",
            Only("8.6.A", lambda c: c.side == ALLIED, "only the Allied side makes the special assault"),
            Limit(
                "14.1.A",
                lambda c, hexes: hexes & 1 << c.game.lines.cherbourg,
                "only Cherbourg may be attacked in this segment",
            ),
            Limit("8.6.A", lambda c, hexes: hexes & c.enemies, "there is no German unit in {it}"),
            Limit("8.6.A", lambda c, hexes: hexes & c.attackable, "no unit next to {it} may attack it"),
        ),
        Choice("done"),
    )

    def prompt(self, s: ReichState) -> Prompt:
        what = "Attack Cherbourg again" if s.cherbourg_assault else "Make the special assault on Cherbourg"
        return Prompt(f"{what}, or end the segment.", "8.6.A", self.game.lines.cherbourg)

    def do_attack(self, s: ReichState, h: int) -> None:
        self.pop(s)
        if not s.cherbourg_assault:
            s.cherbourg_assault = True
            s.report("8.6.A", "the special assault on Cherbourg begins")
        announce(self.game, s, h)

    def do_done(self, s: ReichState, _: int) -> None:
        self.pop(s)
        self.pop(s)


STEPS: tuple[type[AnyStep], ...] = (Assault, Round)
