"""Chapter 17.6: the Normandy Breakout (17.6.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import traces, victory
from .state import ReichState

if TYPE_CHECKING:
    from .game import ReichGame


def places(game: ReichGame, s: ReichState) -> int:
    """Allied Towns and Cities beyond the Breakout Line that can trace a Supply Line (17.6.1)."""
    beyond = (game.ground.towns | game.ground.cities) & s.allied & ~game.inside_breakout
    return beyond & traces.allied(game, s) if beyond else 0


def check(game: ReichGame, s: ReichState) -> None:
    """Achieve the Breakout at the first moment at which both conditions hold (ruling 17.6f).

    Called when an Allied unit enters a hex, when a German unit leaves the map, after the exit into Brittany, and at
    the beginning of every segment.
    """
    if not s.brittany_turn or s.breakout or s.over:
        return
    numbers = game.tables.numbers["victory"]
    if places(game, s).bit_count() < numbers["breakout_places"]:
        return
    s.breakout = s.turn
    s.released = s.west_free = True
    s.report("17.6", "the Allies achieve the Normandy Breakout")
    if s.turn <= numbers["breakout_last"]:
        victory.win(game, s, victory.BREAKOUT)
