"""Chapter 13: reinforcements.

Units due wait off the map, in a column behind each entry hex. The order of the column is the order in
which they are brought on (ruling 13.12); each pays for its place in it (13.13).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...hexes import Reach, bits
from ...mechanics.arrivals import alternates
from .state import DUE, HurtgenState

if TYPE_CHECKING:
    from .game import HurtgenGame

_ROADS = frozenset(f"offmap-road:{edge}" for edge in "NESW")
_TRAILS = frozenset(f"offmap-trail:{edge}" for edge in "NESW")
#: An imaginary clear hex off the map costs one Movement Point.
_CLEAR = 2


def entry_cost(game: HurtgenGame, s: HurtgenState, unit: int, h: int) -> int | None:
    """Half points for coming on at a hex, the column before it included; None if it cannot enter there."""
    before = s.entries.count(h)
    features = game.board.features.get(h, frozenset())
    if features & _ROADS:
        return game.tables.ways["road"] * (before + 1)
    if features & _TRAILS:
        return game.tables.ways["trail"] + _CLEAR * before
    price = game.ground[unit].enter.get(game.board.terrain_at[h])
    return None if price is None else price + _CLEAR * before


def blocked(game: HurtgenGame, s: HurtgenState, side: int, h: int) -> bool:
    """Whether an entry hex is shut: an enemy in it, or a friend in it who is in an enemy zone (13.22)."""
    if s.occupied[1 - side] >> h & 1:
        return True
    return bool(s.occupied[side] >> h & 1 and game.enemy_zone(s, side) >> h & 1)


def entry_choices(game: HurtgenGame, s: HurtgenState, unit: int) -> int:
    """The scheduled hex, or the alternates if that is shut (13.22); cost and stacking not yet considered."""
    side, scheduled = game.side_of[unit], game.arrival_hex[unit]
    if not blocked(game, s, side, scheduled):
        return 1 << scheduled
    distance = game.board.grid.distance
    # A friend that shuts the hex itself shows no direction.
    friends = list(bits(s.occupied[side] & ~(1 << scheduled)))
    nearest = min((distance(scheduled, f) for f in friends), default=0)
    close = [f for f in friends if distance(scheduled, f) == nearest]

    def towards(h: int) -> int:
        return min((distance(h, f) for f in close), default=0)

    def usable(h: int) -> bool:
        return not blocked(game, s, side, h) and entry_cost(game, s, unit, h) is not None

    return alternates(game.ring, scheduled, towards, usable)


def entry_hexes(game: HurtgenGame, s: HurtgenState, unit: int) -> int:
    """The hexes where a unit may come on now, with somewhere to stop."""
    if s.turn < game.arrival_turn[unit] or game.side_of[unit] != s.phasing:
        return 0
    out = 0
    for h in bits(entry_choices(game, s, unit)):
        price = entry_cost(game, s, unit, h)
        if price is None or price > game.roster.movement[unit]:
            continue
        if not s.occupied[s.phasing] >> h & 1 or _can_stop(game, s, unit, h, price):
            out |= 1 << h
    return out


def _can_stop(game: HurtgenGame, s: HurtgenState, unit: int, h: int, price: int) -> bool:
    from .movement import Move

    return any(Move.options(game, s, unit, h, price).values())


def entry_reach(game: HurtgenGame, s: HurtgenState, unit: int, entry: int, spent: int) -> Reach:
    """Where a unit that has come on can get to, its entry hex included (13.14); a zone stops it (13.21)."""
    side = game.side_of[unit]
    return game.ground[unit].enter_reach(
        entry,
        spent,
        game.roster.movement[unit],
        stop=game.enemy_zone(s, side),
        block=s.occupied[1 - side],
    )


def refuse(game: HurtgenGame, s: HurtgenState, unit: int) -> Refusal:
    """Why a unit waiting off the map cannot be taken in hand."""
    name, turn = game.counters[unit].id, game.arrival_turn[unit]
    if s.turn < turn:
        return Refusal("13.0", f"{name} is due on Game-Turn {turn}")
    for h in bits(entry_choices(game, s, unit)):
        price = entry_cost(game, s, unit, h)
        if price is None:
            return Refusal("5.24", f"{name} cannot enter at {game.place_name(h)} without a road or trail")
        if price > game.roster.movement[unit]:
            return Refusal("13.13", f"{name} stands too far back in the column to enter at {game.place_name(h)} now")
    return Refusal("13.14", f"{name} would have nowhere to stop: the entry hex must be cleared first")


def refuse_hex(game: HurtgenGame, s: HurtgenState, unit: int, h: int) -> Refusal:
    """Why a unit waiting off the map cannot come on at a hex."""
    name, there, side = game.counters[unit].id, game.place_name(h), game.side_of[unit]
    if s.at[unit] != DUE:
        return Refusal("13.0", f"{name} is not waiting to enter")
    if s.occupied[1 - side] >> h & 1:
        return Refusal("13.21", f"{there} holds an enemy unit")
    scheduled = game.arrival_hex[unit]
    if not entry_choices(game, s, unit) >> h & 1:
        where = game.place_name(scheduled)
        if blocked(game, s, side, scheduled):
            where_to = ", ".join(game.place_name(x) for x in bits(entry_choices(game, s, unit))) or "no hex"
            return Refusal("13.22", f"{where} is shut; towards the nearest friend it is {where_to}, not {there}")
        return Refusal("13.24", f"{name} enters at {where}, which is open")
    return refuse(game, s, unit)
