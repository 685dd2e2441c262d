"""Chapters 3.2.C, 3.3.C and 3.4.C: how to win."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.game import Result
from .state import ReichState

if TYPE_CHECKING:
    from .game import ReichGame


def result(game: ReichGame, s: ReichState) -> Result | None:
    """How the game ended (3.2.C, 3.3.C)."""
    if not s.over:
        return None
    return Result("german", "End Game Victory", ("the Allies have not won by the end of the last turn (3.2.C.3)",))
