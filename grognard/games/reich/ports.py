"""Chapters 8.6.B, 8.6.C, 8.7.C and 8.7.D: the ports of Cherbourg and Antwerpen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.step import AnyStep, Die, Prompt
from .state import ReichState

if TYPE_CHECKING:
    from .game import ReichGame


class CherbourgDelay(Die["ReichGame", ReichState]):
    """The die for the repairs of Cherbourg (8.6.B)."""

    name = "cherbourg-delay"

    def prompt(self, s: ReichState) -> Prompt:
        return Prompt("Roll for the repairs of the port of Cherbourg.", "8.6.B", self.game.lines.cherbourg)

    def do_roll(self, s: ReichState, die: int) -> None:
        self.pop(s)
        s.cherbourg = s.turn + self.game.tables.delay(die)
        s.report("8.6.C", "Cherbourg will be Operational on Turn {}", s.cherbourg)


def on_taken(game: ReichGame, s: ReichState, h: int) -> None:
    """The Allies have taken a hex: at the first capture of Cherbourg a die is rolled (8.6.B, ruling 8.6.Bd).

    A step that moves a unit into the hex has to change its own frame before.
    """
    if h == game.lines.cherbourg and not s.cherbourg:
        s.agenda.append((game.codes[CherbourgDelay],))


def holds_estuary(game: ReichGame, s: ReichState) -> bool:
    """Whether the Allies control Antwerpen and the way to the sea (8.7.C)."""
    needed = game.board.regions["Antwerp approaches"].set | 1 << game.lines.antwerp
    return not needed & ~s.allied


STEPS: tuple[type[AnyStep], ...] = (CherbourgDelay,)
