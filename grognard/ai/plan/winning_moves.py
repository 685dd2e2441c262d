"""Games won by a single move: into a hex the enemy must not lose, or off the map."""

from __future__ import annotations

from collections.abc import Callable

from ...hexes import bits
from ..maps import Maps

#: At most so many try to win by a walk into a hex.
_WINNERS = 12


def walk_in(maps: Maps, side: int) -> list[tuple[int, int]]:
    """Units that may win the game by a walk, and where to: into what the enemy must not lose, the nearest of it."""
    distance = maps.game.board.grid.distance
    prizes = maps.doctrine.vital(maps.s, 1 - side) & ~maps.occupied[1 - side]
    out = []
    for u in maps.units[side] if prizes else ():
        there = maps.march(u) & prizes
        if there:
            out.append((u, min(bits(there), key=lambda h: (distance(maps.s.at[u], h), h))))
    return out[:_WINNERS]


def walk_off(maps: Maps, side: int, wins: Callable[[int, int], bool]) -> list[tuple[int, int]]:
    """The unit that wins the game by leaving the map, and over which hex; one is enough. ``wins`` says whether a unit
    that goes to a hex does."""
    distance = maps.game.board.grid.distance
    exits = maps.doctrine.own_exits(maps.s, side) & ~maps.occupied[1 - side]
    for u in maps.units[side] if exits else ():
        here = maps.s.at[u]
        for h in sorted(bits(maps.march(u) & exits), key=lambda h: distance(here, h)):
            if wins(u, h):
                return [(u, h)]
    return []
