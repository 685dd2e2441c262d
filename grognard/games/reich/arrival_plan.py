"""Where the program places arriving units: near the front, within reach of a way out, and where others find room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.reading import Note
from ...hexes import bits
from . import entries, pieces
from .stacking import counted
from .state import GERMAN, ReichState

if TYPE_CHECKING:
    from .game import ReichGame


def wanted(game: ReichGame, waiting: int) -> int:
    """The units in England that the program brings over: not those that can drop (17.9)."""
    return waiting & ~game.roster.landed


#: The types of which one unit stacks freely, for players (5.2.A).
_FREE = {
    "tiger": "a Tiger battalion",
    "flak": "a Flak unit",
    "garrison": "a garrison",
    "staff": "a Leader or HQ",
    "brigade": "a brigade",
    "airborne": "an airborne division",
}
#: More hexes are not listed: German entrance hexes are many and mostly empty.
_LISTED = 12


def room_notes(game: ReichGame, s: ReichState, side: int, units: int) -> tuple[Note, ...]:
    """The room that is left where units may arrive: how many that count, and which types stack freely."""
    hexes = 0
    for unit in bits(units):
        hexes |= entries.hexes(game, s, unit)
    if hexes.bit_count() > _LISTED:
        hexes &= s.occupied[side]
    return tuple(Note(_room_text(game, s, side, h), "5.2.A") for h in bits(hexes))


def _room_text(game: ReichGame, s: ReichState, side: int, h: int) -> str:
    there = pieces.units_at(game, s, h, side)
    left = game.tables.numbers["stacking"]["units"] - counted(game.roster, game.tables, there)
    name = game.sides[side]
    free = [word for word in game.tables.lists["stacking"][name] if not there & game.roster.free[name].get(word, 0)]
    words = ", ".join(_FREE[word] for word in free)
    text = f"{game.place_name(h)}: room for {max(0, left)}"
    return f"{text} and freely {words}" if words else text


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
