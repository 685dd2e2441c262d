"""Chapter 13: reinforcements.

Units due wait off the map, in a column behind each entry hex. The order of the column is the order in
which they are brought on (ruling 13.12); each pays for its place in it (13.13).
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
    from .movement import can_go

    return can_go(game, s, unit, h, price)


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


# -- why a unit cannot enter -----------------------------------------------------------------


def due(c: Choosing, units: int) -> int:
    """The units that wait off the map. Off the map they have no effect (13.25)."""
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
    """Those of them that it can pay for."""
    budget = game.roster.movement[unit]
    return of(h for h in bits(_enterable(game, s, unit)) if (entry_cost(game, s, unit, h) or 0) <= budget)


def _entries(c: Choosing, unit: int) -> str:
    return " or ".join(c.game.place_name(h) for h in bits(entry_choices(c.game, c.s, unit)))


#: A unit off the map that cannot be brought on in this phase.
WAITING: tuple[Row[Choosing], ...] = (
    Reason("13.0", due_by_now, why_later),
    Reason("13.22", with_an_entry, "every map-edge hex where {it} could enter is shut"),
    Reason(
        "5.24",
        drivable_entry,
        lambda c, unit: f"{c.game.counters[unit].id} cannot enter at {_entries(c, unit)} without a road or trail",
    ),
    Reason(
        "13.13",
        paid_entry,
        lambda c, unit: (
            f"{c.game.counters[unit].id} stands too far back in the column to enter at {_entries(c, unit)} now"
        ),
    ),
    Reason("13.14", with_room_to_stop, "{it} would have nowhere to stop: the entry hex must be cleared first"),
)


def scheduled(c: Moving, hexes: int) -> int:
    """A unit enters where it is due (13.11), however late (13.24); if that hex is shut, at an alternate (13.22)."""
    return hexes & entry_choices(c.game, c.s, c.unit)


def why_elsewhere(c: Moving, h: int) -> str | Refusal:
    game, s, unit = c.game, c.s, c.unit
    there, at = game.place_name(h), game.arrival_hex[unit]
    where = game.place_name(at)
    if not blocked(game, s, c.side, at):
        return f"{c.name} enters at {where}, which is open"
    instead = " or ".join(game.place_name(x) for x in bits(entry_choices(game, s, unit))) or "no hex"
    return Refusal("13.22", f"{where} is shut; towards the nearest friend it is {instead}, not {there}")


#: The hexes where the selected unit enters the map.
ENTERING: tuple[Row[Moving], ...] = (
    Reason("13.21", lambda c, hexes: hexes & ~c.enemies, "{it} holds an enemy unit"),
    Reason("13.24", scheduled, why_elsewhere),
    Reason(
        "13.13",
        lambda c, hexes: hexes & _affordable(c.game, c.s, c.unit),
        "{c.name} stands too far back in the column to enter at {it} now",
    ),
    Limit(
        "13.14",
        lambda c, hexes: hexes & entry_hexes(c.game, c.s, c.unit),
        "{c.name} would have nowhere to stop: {it} must be cleared first",
    ),
)
