"""Chapter 13: reinforcements.

Units that are due wait off the map in a column behind each entry hex. The order of the column is the order in which
they enter (ruling 13.12). Each pays for its place in it (13.13).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...engine.limits import Limit, Reason, Row
from ...hexes import Reach, bits, of
from ...mechanics.arrivals import alternates
from .state import DUE, HurtgenState

if TYPE_CHECKING:
    from .game import HurtgenGame
    from .movement import Choosing, Moving

_ROADS = frozenset(f"offmap-road:{edge}" for edge in "NESW")
_TRAILS = frozenset(f"offmap-trail:{edge}" for edge in "NESW")
#: An imaginary clear hex off the map costs one Movement Point.
_CLEAR = 2


def entry_cost(game: HurtgenGame, s: HurtgenState, unit: int, h: int) -> int | None:
    """Half points to enter at a hex, including its place in the column; None if the unit cannot enter there."""
    before = s.entries.count(h)
    features = game.board.features.get(h, frozenset())
    if features & _ROADS:
        return game.tables.ways["road"] * (before + 1)
    if features & _TRAILS:
        return game.tables.ways["trail"] + _CLEAR * before
    cost = game.ground[unit].enter.get(game.board.terrain_at[h])
    return None if cost is None else cost + _CLEAR * before


def blocked(game: HurtgenGame, s: HurtgenState, side: int, h: int) -> bool:
    """Whether an entry hex is blocked by an enemy, or by a friend in an enemy zone (13.22)."""
    if s.occupied[1 - side] >> h & 1:
        return True
    return bool(s.occupied[side] >> h & 1 and game.enemy_zone(s, side) >> h & 1)


def entry_choices(game: HurtgenGame, s: HurtgenState, unit: int) -> int:
    """The scheduled hex, or the alternates if it is blocked (13.22), before cost and stacking."""
    side, scheduled = game.side_of[unit], game.arrival_hex[unit]
    if not blocked(game, s, side, scheduled):
        return 1 << scheduled
    distance = game.board.grid.distance
    # A friend in the scheduled hex itself gives no direction.
    friends = list(bits(s.occupied[side] & ~(1 << scheduled)))
    nearest = min((distance(scheduled, f) for f in friends), default=0)
    close = [f for f in friends if distance(scheduled, f) == nearest]

    def towards(h: int) -> int:
        return min((distance(h, f) for f in close), default=0)

    def usable(h: int) -> bool:
        return not blocked(game, s, side, h) and entry_cost(game, s, unit, h) is not None

    return alternates(game.ring, scheduled, towards, usable)


def entry_hexes(game: HurtgenGame, s: HurtgenState, unit: int) -> int:
    """The hexes where a unit may enter now and find a place to stop."""
    if s.turn < game.arrival_turn[unit] or game.side_of[unit] != s.phasing:
        return 0
    out = 0
    for h in bits(entry_choices(game, s, unit)):
        cost = entry_cost(game, s, unit, h)
        if cost is None or cost > game.roster.movement[unit]:
            continue
        if not s.occupied[s.phasing] >> h & 1 or _can_stop(game, s, unit, h, cost):
            out |= 1 << h
    return out


def _can_stop(game: HurtgenGame, s: HurtgenState, unit: int, h: int, cost: int) -> bool:
    from .movement import can_go

    return can_go(game, s, unit, h, cost)


def entry_reach(game: HurtgenGame, s: HurtgenState, unit: int, entry: int, spent: int) -> Reach:
    """The hexes that an entering unit can reach, including its entry hex (13.14). A zone stops it (13.21)."""
    side = game.side_of[unit]
    return game.ground[unit].enter_reach(
        entry,
        spent,
        game.roster.movement[unit],
        stop=game.enemy_zone(s, side),
        block=s.occupied[1 - side],
    )


# -- why a unit cannot enter -----------------------------------------------------------------


def due(c: Choosing, units: int) -> int:
    """The units waiting off the map, where they have no effect (13.25)."""
    return c.among(units, DUE)


def due_by_now(c: Choosing, units: int) -> int:
    """A late unit still enters where it was due (13.24)."""
    return of(u for u in bits(units) if c.s.at[u] != DUE or c.game.arrival_turn[u] <= c.s.turn)


def why_later(c: Choosing, unit: int) -> str:
    return f"{c.game.counters[unit].id} is due on Game-Turn {c.game.arrival_turn[unit]}"


def with_an_entry(c: Choosing, units: int) -> int:
    return units & ~of(u for u in bits(due(c, units)) if not entry_choices(c.game, c.s, u))


def drivable_entry(c: Choosing, units: int) -> int:
    return units & ~of(u for u in bits(due(c, units)) if not _enterable(c.game, c.s, u))


def paid_entry(c: Choosing, units: int) -> int:
    """A unit pays for its place in the column (13.13)."""
    return units & ~of(u for u in bits(due(c, units)) if not _affordable(c.game, c.s, u))


def with_room_to_stop(c: Choosing, units: int) -> int:
    return units & ~of(u for u in bits(due(c, units)) if not entry_hexes(c.game, c.s, u))


def _enterable(game: HurtgenGame, s: HurtgenState, unit: int) -> int:
    """The hexes where the ground lets a unit enter."""
    choices = entry_choices(game, s, unit)
    return of(h for h in bits(choices) if entry_cost(game, s, unit, h) is not None)


def _affordable(game: HurtgenGame, s: HurtgenState, unit: int) -> int:
    """The entry hexes that the unit can pay for."""
    budget = game.roster.movement[unit]
    return of(h for h in bits(_enterable(game, s, unit)) if (entry_cost(game, s, unit, h) or 0) <= budget)


def _entries(c: Choosing, unit: int) -> str:
    return " or ".join(c.game.place_name(h) for h in bits(entry_choices(c.game, c.s, unit)))


#: Why a unit off the map cannot enter in this phase.
WAITING: tuple[Row[Choosing], ...] = (
    Reason("13.0", due_by_now, why_later),
    Reason("13.22", with_an_entry, "every map-edge hex where {it} could enter is blocked"),
    Reason(
        "5.24",
        drivable_entry,
        lambda c, unit: f"{c.game.counters[unit].id} cannot enter at {_entries(c, unit)} without a road or trail",
    ),
    Reason(
        "13.13",
        paid_entry,
        lambda c, unit: (
            f"{c.game.counters[unit].id} is too far back in the column to enter at {_entries(c, unit)} in this phase"
        ),
    ),
    Reason("13.14", with_room_to_stop, "{it} would have nowhere to stop; move the unit in its entry hex away first"),
)


def scheduled(c: Moving, hexes: int) -> int:
    """The hex where a unit is due, however late (13.11, 13.24), or the alternates if that hex is blocked (13.22)."""
    return hexes & entry_choices(c.game, c.s, c.unit)


def why_elsewhere(c: Moving, h: int) -> str | Refusal:
    game, s, unit = c.game, c.s, c.unit
    there, at = game.place_name(h), game.arrival_hex[unit]
    where = game.place_name(at)
    if not blocked(game, s, c.side, at):
        return f"{c.name} must enter at {where}, which is not blocked"
    instead = " or ".join(game.place_name(x) for x in bits(entry_choices(game, s, unit))) or "no hex"
    return Refusal("13.22", f"{where} is blocked; the alternate entry hex is {instead}, not {there}")


#: The hexes where the selected unit enters the map.
ENTERING: tuple[Row[Moving], ...] = (
    Reason("13.21", lambda c, hexes: hexes & ~c.enemies, "{it} holds an enemy unit"),
    Reason("13.24", scheduled, why_elsewhere),
    Reason(
        "13.13",
        lambda c, hexes: hexes & _affordable(c.game, c.s, c.unit),
        "{c.name} is too far back in the column to enter at {it} in this phase",
    ),
    Limit(
        "13.14",
        lambda c, hexes: hexes & entry_hexes(c.game, c.s, c.unit),
        "{c.name} would have nowhere to stop; move the unit in {it} away first",
    ),
)
