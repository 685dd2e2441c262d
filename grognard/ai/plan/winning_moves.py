"""Single moves that win the game: into a vital hex of the enemy, or off the map."""

from __future__ import annotations

from collections.abc import Callable

from ...hexes import bits
from ..maps import Maps

#: The largest number of such moves to try.
_MAX_MOVES = 12


def winning_entries(maps: Maps, side: int) -> list[tuple[int, int]]:
    """Return units that can enter an empty vital hex of the enemy, each with the nearest one."""
    distance = maps.game.board.grid.distance
    prizes = maps.doctrine.vital(maps.s, 1 - side) & ~maps.occupied[1 - side]
    out = []
    for u in maps.units[side] if prizes else ():
        there = maps.destinations(u) & prizes
        if there:
            out.append((u, min(bits(there), key=lambda h: (distance(maps.s.at[u], h), h))))
    return out[:_MAX_MOVES]


def winning_exits(maps: Maps, side: int, wins: Callable[[int, int], bool]) -> list[tuple[int, int]]:
    """Return one unit that wins the game by leaving the map, and its exit; empty if there is none.

    ``wins`` answers whether the move of a unit to a hex wins."""
    distance = maps.game.board.grid.distance
    exits = maps.doctrine.own_exits(maps.s, side) & ~maps.occupied[1 - side]
    for u in maps.units[side] if exits else ():
        here = maps.s.at[u]
        for h in sorted(bits(maps.destinations(u) & exits), key=lambda h: distance(here, h)):
            if wins(u, h):
                return [(u, h)]
    return []
