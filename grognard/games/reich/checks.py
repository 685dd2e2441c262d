"""Checks of positions: the invariants of the game, and errors in positions written by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.bounds import Bounds
from .state import ReichState

if TYPE_CHECKING:
    from .game import ReichGame


def bounds(game: ReichGame) -> Bounds:
    """The bounds of the numbers in a position."""
    return Bounds()


def position_errors(game: ReichGame, s: ReichState) -> list[str]:
    """The violated invariants of the game."""
    return []
