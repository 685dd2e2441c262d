"""Texts for players at the table: status, hexes, marks and tracks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.looks import Box
from ...engine.reading import Chart
from ...mechanics.reading import AttackReading
from .state import ReichState

if TYPE_CHECKING:
    from .game import ReichGame


class ReichReading(AttackReading["ReichGame", ReichState]):
    """The texts and marks on screens."""

    game: ReichGame

    box_looks = {
        "tray": Box("East of the map"),
        "track": Box("On the turn track"),
        "england": Box("Allied units in England"),
        "watch": Box("Watch on the Rhine"),
        "cup": Box("In the cup"),
        "brittany": Box("In Brittany"),
        "support": Box("Allied support units"),
        "exited": Box("Exited"),
        "eliminated": Box("Eliminated", lost=True),
        "removed": Box("Out of the game", lost=True),
        "aside": Box("Not in play", listed=False),
    }

    def status(self, s: ReichState) -> dict[str, Any]:  # any: words, numbers and tables of them
        return self.status_head(s)

    def charts(self) -> tuple[Chart, ...]:
        return ()
