"""Chapter 6.1 to 6.4: zones of control as they are now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .state import ALLIED, GERMAN, ReichState

if TYPE_CHECKING:
    from .game import ReichGame


def intact_forts(game: ReichGame, s: ReichState) -> int:
    """Forts that still work for the Germans (16.1): not destroyed, and held or taken back by them.

    A West Wall fort that the Allies hold stands, but gives them nothing and blocks nobody (ruling 16.1.Ck).
    """
    return game.ground.every_fort & ~s.razed & ~s.allied


def zone(game: ReichGame, s: ReichState, side: int) -> int:
    """The hexes in zones of control of a side (6.2, 6.3)."""
    return zone_from(game, s, side, s.zoned[side])


def zone_from(game: ReichGame, s: ReichState, side: int, hexes: int) -> int:
    """The hexes in zones of control of a side that come from these hexes (6.3.A)."""
    return spread(game, s, side, hexes & s.zoned[side])


def spread(game: ReichGame, s: ReichState, side: int, hexes: int) -> int:
    """The hexes in the zones of units in these hexes, which all have one."""
    if side == GERMAN:
        return game.ground.zones[GERMAN].of(hexes)
    if s.negated >= 0:  # 6.3.F, 17.7.3.D
        hexes &= ~(1 << s.negated)
    found = game.ground.zones[ALLIED].of(hexes) & ~intact_forts(game, s)
    return found if s.antwerp_held else found & ~game.blind_spot  # 8.7.B
