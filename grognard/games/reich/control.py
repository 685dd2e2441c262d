"""Chapter 3.2.D: control of hexes, and what follows when a unit enters a hex that its side did not control."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .state import ALLIED, ReichState

if TYPE_CHECKING:
    from .game import ReichGame


def entered(game: ReichGame, s: ReichState, unit: int, h: int) -> None:
    """A unit has entered a hex by movement, advance, placement or drop."""
    if game.side_of[unit] == ALLIED:
        destroyed = (game.ground.forts["coastal"] | game.ground.forts["metz"]) & ~s.razed & 1 << h
        if destroyed:  # 16.1
            s.razed |= destroyed
            s.report("16.1", "the fort in {} is destroyed", game.place_name(h))
        if not s.allied >> h & 1:
            s.allied |= 1 << h
            taken(game, s, unit, h)
    elif s.allied >> h & 1:
        s.allied &= ~(1 << h)
        lost(game, s, unit, h)


def taken(game: ReichGame, s: ReichState, unit: int, h: int) -> None:
    """The Allies have taken control of a hex."""


def lost(game: ReichGame, s: ReichState, unit: int, h: int) -> None:
    """The Germans have taken control of a hex."""
