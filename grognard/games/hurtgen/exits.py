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

#: Features of hexes with a road or trail that leads off the two exit edges (12.0).
_ROAD = frozenset({"offmap-road:E", "offmap-road:S"})
_TRAIL = frozenset({"offmap-trail:E", "offmap-trail:S"})


def exit_cost(game: HurtgenGame, unit: int, h: int) -> int | None:
    """Half points to leave the map from an edge hex: the cost of another hex like it (14.0)."""
    features = game.board.features.get(h, frozenset())
    ways = game.tables.ways
    if features & _ROAD:
        return ways["road"]
    if features & _TRAIL:
        return ways["trail"]
    return game.ground[unit].enter.get(game.board.terrain_at[h])


def exit_hexes(game: HurtgenGame, s: HurtgenState, unit: int, reached: Reach) -> int:
    """The edge hexes from which a selected unit can leave the map."""
    if not game.roster.panzer116 >> unit & 1:
        return 0
    budget = game.roster.movement[unit]
    out = 0
    for h in bits(reached.all & game.exit_edge & ~game.enemy_zone(s, game.side_of[unit])):
        cost, spent = exit_cost(game, unit, h), reached.cost(h)
        if cost is not None and spent is not None and spent + cost <= budget:
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


#: The hexes where a unit of the 116th may leave the map: only in its own Movement Phase (14.13). A unit that has left
#: is not eliminated (14.12).
LEAVING: tuple[Row[Moving], ...] = (
    Only("14.0", of_the_116th, "only the 116th Panzer Division may leave the map, and {c.name} does not belong to it"),
    Limit("12.0", on_the_edge, "{it} is not on the east or south edge of the map"),
    Limit("14.0", within_reach, "{c.name} cannot reach {it} in this phase"),
    Limit("5.14", outside_enemy_zones, "{it} is in an enemy Zone of Control, where {c.name} must stop"),
    Reason(
        "5.24",
        off_the_map,
        "{c.name} is a vehicle and may not leave the map at {it}: no road or trail leads off the map there",
    ),
    Limit("14.0", paid, "{c.name} does not have enough Movement Points left to leave the map at {it}"),
)
