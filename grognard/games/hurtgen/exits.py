"""Chapters 12 and 14: the 116th Panzer Division leaves the map.

The penalties of 12.11 are counted at the beginning of each Game-Turn, in :mod:`.sequence`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.limits import Limit, Only, Reason, Row
from ...hexes import Reach, bits, of
from .state import HurtgenState

if TYPE_CHECKING:
    from .game import HurtgenGame
    from .movement import Moving

#: Paths off the map on the two edges that count (12.0), as features of the hex.
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


def of_the_116th(c: Moving) -> bool:
    return bool(c.game.roster.panzer116 >> c.unit & 1)


def off_the_map(c: Moving, hexes: int) -> int:
    """Vehicles leave only by road or trail (5.24)."""
    return of(h for h in bits(hexes & c.game.exit_edge) if exit_cost(c.game, c.unit, h) is not None)


def within_reach(c: Moving, hexes: int) -> int:
    return hexes & c.reached.all


def outside_enemy_zones(c: Moving, hexes: int) -> int:
    return hexes & ~c.zone


def paid(c: Moving, hexes: int) -> int:
    return hexes & exit_hexes(c.game, c.s, c.unit, c.reached)


def on_the_edge(c: Moving, hexes: int) -> int:
    return hexes & c.game.exit_edge


#: Where a unit of the 116th leaves the map: in its own Movement Phase only (14.13); it is not eliminated (14.12).
LEAVING: tuple[Row[Moving], ...] = (
    Only("14.0", of_the_116th, "only the 116th Panzer Division may leave the map, and {c.name} is not of it"),
    Limit("12.0", on_the_edge, "{it} is not on the east or south edge of the map"),
    Limit("14.0", within_reach, "{c.name} cannot reach {it} in this phase"),
    Limit("5.14", outside_enemy_zones, "{it} is in an enemy zone of control, where {c.name} must stop"),
    Reason("5.24", off_the_map, "no road or trail leads off the map at {it}, and {c.name} cannot leave it otherwise"),
    Limit("14.0", paid, "{c.name} has not enough Movement Points left to leave the map at {it}"),
)
