"""Chapters 12 and 14: the 116th Panzer Division leaves the map.

The penalties of 12.11 are counted at the beginning of each Game-Turn, in :mod:`.sequence`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...hexes import Reach, bits
from .state import HurtgenState

if TYPE_CHECKING:
    from .game import HurtgenGame

#: Ways off the map on the two edges that count (12.0), as features of the hex.
_ROAD = frozenset({"offmap-road:E", "offmap-road:S"})
_TRAIL = frozenset({"offmap-trail:E", "offmap-trail:S"})


def exit_cost(game: HurtgenGame, unit: int, h: int) -> int | None:
    """Half points to leave the map from an edge hex: an imaginary hex like the one left (14.0)."""
    features = game.board.features.get(h, frozenset())
    ways = game.tables.ways
    if features & _ROAD:
        return ways["road"]
    if features & _TRAIL:
        return ways["trail"]
    return game.ground[unit].enter.get(game.board.terrain_at[h])


def exit_hexes(game: HurtgenGame, s: HurtgenState, unit: int, reached: Reach) -> int:
    """The edge hexes from which a unit in hand can leave the map."""
    if not game.roster.panzer116 >> unit & 1:
        return 0
    budget = game.roster.movement[unit]
    out = 0
    for h in bits(reached.all & game.exit_edge & ~game.enemy_zone(s, game.side_of[unit])):
        price, spent = exit_cost(game, unit, h), reached.cost(h)
        if price is not None and spent is not None and spent + price <= budget:
            out |= 1 << h
    return out


def refuse(game: HurtgenGame, s: HurtgenState, unit: int, h: int, reached: Reach) -> Refusal:
    name, there = game.counters[unit].id, game.place_name(h)
    if not game.roster.panzer116 >> unit & 1:
        return Refusal("14.0", f"only the 116th Panzer Division may leave the map, and {name} is not of it")
    if not game.exit_edge >> h & 1:
        return Refusal("12.0", f"{there} is not on the east or south edge of the map")
    if not reached.all >> h & 1:
        return Refusal("14.0", f"{name} cannot reach {there} in this phase")
    if game.enemy_zone(s, game.side_of[unit]) >> h & 1:
        return Refusal("5.14", f"{there} is in an enemy zone of control, where {name} must stop")
    if exit_cost(game, unit, h) is None:
        return Refusal("5.24", f"no road or trail leads off the map at {there}, and {name} cannot leave it otherwise")
    return Refusal("14.0", f"{name} has not enough Movement Points left to leave the map at {there}")
