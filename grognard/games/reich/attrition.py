"""Chapter 15: Attrition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...hexes import bits
from . import pieces
from .state import ALLIED, GERMAN, ReichState

if TYPE_CHECKING:
    from .game import ReichGame


def victims(game: ReichGame, s: ReichState, side: int) -> int:
    """The units of a side that lose a step (15.0). Off the map there are no markers (7.1.2.M, 15.0.C).

    Those that a fort, a Ruhr City or an A-D hex saves, and those on their Dropped side (ruling 15.0.Bb), lose nothing.
    """
    return s.oos & game.combat_of[side] & ~(s.spared | s.dropped)


def begin(game: ReichGame, s: ReichState, _: int) -> None:
    """The Attrition Segment (IX.b)."""
    for side in (GERMAN, ALLIED):
        for unit in bits(victims(game, s, side)):
            pieces.lose_step(game, s, unit, "15.0")
