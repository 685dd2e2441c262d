"""Chapter 5.2: whether an arriving unit finds room in a hex."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...hexes import bits
from . import pieces
from .state import ReichState

if TYPE_CHECKING:
    from .game import ReichGame


def counted(game: ReichGame, side: int, units: int) -> int:
    """Units in a hex that count for stacking: all but the first of each free type (5.2.A)."""
    word = game.sides[side]
    free = game.roster.free[word]
    spared = sum(bool(units & free[kind]) for kind in game.tables.lists["stacking"][word])
    return units.bit_count() - spared


def nations_agree(game: ReichGame, units: int) -> bool:
    """Whether Allied units may share a hex by nation (5.2.B, ruling 5.2.Bg)."""
    roster = game.roster
    commonwealth = units & roster.commonwealth
    others = units & (roster.us | roster.french)
    if not (commonwealth and others):
        return True
    if others & ~(roster.landed_divisions & roster.us) or others.bit_count() > 1:
        return False
    ordinary = roster.divisions & ~roster.landed
    return not commonwealth & roster.landed_divisions and bool(commonwealth & ordinary)


def fits(game: ReichGame, side: int, units: int) -> bool:
    """Whether units of a side may share a hex when stacking is enforced (5.2)."""
    return counted(game, side, units) <= game.tables.numbers["stacking"]["units"] and nations_agree(game, units)


def room(game: ReichGame, s: ReichState, unit: int, hexes: int) -> int:
    """Those of the hexes in which a unit would be within the stacking limits (5.1, 5.2)."""
    side = game.side_of[unit]
    for h in bits(hexes & s.occupied[side]):
        if not fits(game, side, pieces.units_at(game, s, h, side) | 1 << unit):
            hexes &= ~(1 << h)
    return hexes
