"""Chapter 7.2: eliminated units, and replacements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .state import ReichState

if TYPE_CHECKING:
    from .game import ReichGame


def on_eliminated(game: ReichGame, s: ReichState, unit: int, where: int) -> None:
    """Send an eliminated unit where it comes back from, if at all (7.2). ``where`` is the hex or box that it was in."""
