"""Where the program places arriving units: near the front, within reach of a way out, and where others find room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...hexes import bits
from . import pieces
from .stacking import counted
from .state import GERMAN, ReichState

if TYPE_CHECKING:
    from .game import ReichGame


def wanted(game: ReichGame, waiting: int) -> int:
    """The units in England that the program brings over: not those that can drop (17.9)."""
    return waiting & ~game.roster.landed


def order(game: ReichGame, s: ReichState, units: int) -> list[int]:
    """The order in which the program places units: those that need a place of their own first."""
    roster = game.roster

    def rank(unit: int) -> tuple[int, int]:
        bit = 1 << unit
        return (2 if bit & (roster.staff | roster.brigades | roster.landed_divisions) else 1, unit)

    return sorted(bits(units), key=rank)


def best_hex(game: ReichGame, s: ReichState, unit: int, hexes: int) -> int:
    """The hex that the program chooses for a unit among those it may be placed in.

    A hex where the unit counts least against the stacking limit; of these one that is nearest to the enemy.
    """
    side, roster, tables = game.side_of[unit], game.roster, game.tables
    if side == GERMAN and not hexes & ~game.ground.off_map:
        hexes = hexes & game.entries.easy or hexes
    shared = hexes & s.occupied[side]
    best = {counted(roster, tables, 1 << unit): hexes & ~shared} if hexes & ~shared else {}
    for h in bits(shared):
        there = pieces.units_at(game, s, h, side)
        added = counted(roster, tables, there | 1 << unit) - counted(roster, tables, there)
        best[added] = best.get(added, 0) | 1 << h
    return game.board.grid.nearest(best[min(best)], s.occupied[1 - side])
