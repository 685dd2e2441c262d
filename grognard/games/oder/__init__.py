"""Watch on the Oder: January 1945 (Decision Games, 2022).

Every module is a chapter of the rulebook:

    setup        3       set-up and hex control
    victory      4       sudden death and Victory Points
    sequence     5       the Game Turn
    markers      5.4     German support markers (and the aerial supply marker of 8.3)
    stacking     6       stacking
    supply       8       supply
    regroup      9       regrouping and reinforcements
    movement     10      movement
    combat       11      announcing attacks and probes, the odds (11.1 to 11.5, 11.9)
    results      11.6    combat results
    retreat      11.6.1  retreat
    advance      11.7-9  advance after combat, momentum attacks
"""

from __future__ import annotations

from ...engine.data import Overlay
from .game import OderGame

TITLE = OderGame.title


def load(overlay: Overlay | None = None) -> OderGame:
    """Load the game, with an owner's corrections if there are any."""
    return OderGame.load(overlay)


__all__ = ["TITLE", "OderGame", "load"]
