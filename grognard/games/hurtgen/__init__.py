"""Hürtgen Forest, of the Westwall quad: the exclusive and standard rules of 1976.

Every module is a chapter of the rulebook:

    setup            3, 16   deployment and scenarios
    sequence         4       the Game-Turn
    movement         5       movement
    zones            6       zones of control
    combat           7.1-7.5 declaring attacks
    results          7.6     the combat results table
    retreat          7.7-7.8 retreat and displacement
    advance          7.9     advance after combat
    artillery        8       barrage and Final Protective Fire (with the limits of 11)
    reinforcements   13      arrivals
    exits            12, 14  leaving the map, the 116th Panzer Division
    victory          15      points, towns, levels
"""

from __future__ import annotations

from ...engine.data import Overlay
from .game import HurtgenGame

TITLE = HurtgenGame.title


def load(overlay: Overlay | None = None) -> HurtgenGame:
    """Load the game, with an owner's corrections if there are any."""
    return HurtgenGame.load(overlay)


__all__ = ["TITLE", "HurtgenGame", "load"]
