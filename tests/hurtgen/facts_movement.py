"""Claims of Hürtgen Forest about set-up, movement, arrivals and the way off the map."""

from __future__ import annotations

from tests.kit.facts import Claim

from .facts_plain import HurtgenFacts as F

# -- movement ----------------------------------------------------------------------------------


def start(f: F) -> int:
    """The hex from which the selected unit moves."""
    unit, entry, _ = f.frame
    return entry if entry >= 0 else f.at(unit)


def waits(f: F, unit: int) -> bool:
    """The selected unit is off the map and has not entered."""
    return f.frame[0] == unit and f.box(unit) == "due" and f.frame[1] < 0


def no_path(f: F, unit: int, h: int) -> bool:
    """Whatever a unit had to spend, and without enemies, it could not get to a hex."""
    return h not in f.paths(unit, start(f), enemies=False, budget=None)


def river_bars(f: F, unit: int, it: int) -> bool:
    return not f.vehicle(unit) and (f.river(start(f), it) or no_path(f, unit, it))


def only_by_road(f: F, unit: int, it: int) -> bool:
    direct = f.beside(start(f), it) and f.price(unit, start(f), it) is None
    return f.vehicle(unit) and (direct or no_path(f, unit, it))


def too_expensive(f: F, unit: int, it: int) -> bool:
    cost = f.paths(unit, start(f), f.frame[2], enemies=False, budget=None).get(it)
    return cost is not None and cost > f.allowance(unit)


def kept_away(f: F, unit: int, it: int) -> bool:
    spent = f.frame[2]
    return it in f.paths(unit, start(f), spent, enemies=False) and it not in f.paths(unit, start(f), spent)


def stuck_friend(f: F, unit: int, friend: int) -> bool:
    left = f.at(unit) if f.on_map(unit) and len(f.units(f.at(unit))) == 1 else -1
    return f.at(friend) == f.arg and f.mine(friend) and not f.makes_room(friend, left)


def beyond_reach(f: F, unit: int, it: int) -> bool:
    return it not in f.paths(unit, start(f), f.frame[2])


def no_points_to_leave(f: F, unit: int, it: int) -> bool:
    spent, cost = f.paths(unit, start(f), f.frame[2])[it], f.exit_cost(unit, it)
    return cost is not None and spent + cost > f.allowance(unit)


# -- arrivals ------------------------------------------------------------------------------------


def not_yet(f: F, it: int, turn: int) -> bool:
    return f.box(it) == "due" and f.due(it) == turn > f.s.turn


def no_road_at(f: F, it: int, hexes: list[int]) -> bool:
    return set(hexes) == f.entries(it) and all(f.vehicle(it) and f.entry_cost(it, h) is None for h in hexes)


def too_far_back(f: F, it: int, hexes: list[int]) -> bool:
    costs = [f.entry_cost(it, h) for h in f.entries(it)]
    return set(hexes) == f.entries(it) and all(cost is None or cost > f.allowance(it) for cost in costs)


def nowhere_to_stop(f: F, unit: int, it: int) -> bool:
    cost = f.entry_cost(unit, it)
    return cost is not None and bool(f.units(it, f.me)) and not f.can_go(unit, it, cost)


def entry_to_be_cleared(f: F, it: int) -> bool:
    payable = [h for h in f.entries(it) if (f.entry_cost(it, h) or 99) <= f.allowance(it)]
    return bool(payable) and all(nowhere_to_stop(f, it, h) for h in payable)


def enters_there(f: F, unit: int, at: int) -> bool:
    return f.scheduled(unit) == at != f.arg and not f.shut(at)


def alternate(f: F, at: int, instead: list[int], there: int) -> bool:
    unit = f.frame[0]
    return (
        f.scheduled(unit) == at
        and f.shut(at)
        and there == f.arg
        and set(instead) == f.entries(unit)
        and there not in instead
    )


# -- set-up ----------------------------------------------------------------------------------------


def front(f: F) -> set[int]:
    """The hexes that the Front Line touches."""
    return {f.hex(label) for side in f.land.regions["Front Line"] for label in side.split("-")}


def deploys(f: F, unit: int) -> bool:
    return f.mine(unit) and f.box(unit) == "reserve"


def not_driven(f: F, unit: int, it: int) -> bool:
    return f.vehicle(unit) and f.enter(unit, it) is None and it not in f.land.road_hexes


def deployment(rule: str) -> tuple[Claim, ...]:
    """The claims of one side's deployment."""
    return (
        Claim(rule, "choose the unit to place first", lambda f: f.frame[1] < 0),
        Claim(rule, "place {unit:unit} first", lambda f, unit: f.frame[1] == unit and deploys(f, unit)),
        Claim(
            rule,
            "{it:hex} is on the enemy's side of the Front Line",
            lambda f, it: f.land.area[it] == f.game.sides[1 - f.me],
        ),
        Claim(rule, "{it:hex} touches the Front Line", lambda f, it: it in front(f)),
        Claim(rule, "{it:unit} has been placed", lambda f, it: f.mine(it) and f.on_map(it)),
        Claim(rule, "{it:unit} is not part of the deployment", lambda f, it: f.box(it) not in ("", "reserve")),
        Claim(
            rule,
            "units still to be placed: {units:units}",
            lambda f, units: {u for u in range(len(f.s.at)) if deploys(f, u)} == set(units),
        ),
    )


MOVEMENT: tuple[Claim, ...] = (
    *deployment("16.21"),
    *deployment("16.22"),
    Claim("5.31", "{it:hex} is already occupied", lambda f, it: f.units(it)),
    Claim("5.24", "{unit:unit} is a vehicle, and {it:hex} is closed to vehicles and has no road or trail", not_driven),
    Claim(
        "16.25",
        "{it:unit} is an enemy unit; the German Player deploys first, then the U.S. Player",
        lambda f, it: not f.mine(it),
    ),
    Claim(
        "5.11",
        "{it:unit} is an enemy unit: units move in their owner's Movement Phase only",
        lambda f, it: not f.mine(it),
    ),
    Claim("5.15", "{it:unit} has finished its move in this Player-Turn", lambda f, it: f.has(f.s.moved, it)),
    Claim("14.11", "{it:unit} has left the map and may not return", lambda f, it: f.box(it) == "exited"),
    Claim("5.0", "{it:unit} is not on the map", lambda f, it: f.box(it) not in ("", "due")),
    Claim("13.0", "{it:unit} is due on Game-Turn {turn:n}", not_yet),
    Claim("13.22", "every map-edge hex where {it:unit} could enter is blocked", lambda f, it: not f.entries(it)),
    Claim("5.24", "{it:unit} cannot enter at {hexes:hexes} without a road or trail", no_road_at),
    Claim("13.13", "{it:unit} is too far back in the column to enter at {hexes:hexes} in this phase", too_far_back),
    Claim(
        "13.14", "{it:unit} would have nowhere to stop; move the unit in its entry hex away first", entry_to_be_cleared
    ),
    Claim(
        "5.14",
        "{it:unit} is in an enemy Zone of Control and may not leave it by movement",
        lambda f, it: f.enemy_zone(f.at(it)),
    ),
    Claim("5.25", "{it:unit} has no hex to move to", lambda f, it: not f.can_go(it, f.at(it))),
    Claim(
        "13.11", "{unit:unit} has already entered at {entry:hex}", lambda f, unit, entry: f.frame[:2] == (unit, entry)
    ),
    Claim("13.0", "{unit:unit} is not waiting to enter", lambda f, unit: f.frame[0] == unit and f.on_map(unit)),
    Claim("13.21", "{it:hex} holds an enemy unit", lambda f, it: f.enemy_in(it)),
    Claim("13.24", "{unit:unit} must enter at {at:hex}, which is not blocked", enters_there),
    Claim("13.22", "{at:hex} is blocked; the alternate entry hex is {instead:hexes}, not {there:hex}", alternate),
    Claim(
        "13.13",
        "{unit:unit} is too far back in the column to enter at {it:hex} in this phase",
        lambda f, unit, it: (f.entry_cost(unit, it) or 0) > f.allowance(unit),
    ),
    Claim("13.14", "{unit:unit} would have nowhere to stop; move the unit in {it:hex} away first", nowhere_to_stop),
    Claim("13.11", "{unit:unit} must enter the map first", waits),
    Claim("5.0", "{unit:unit} is already in {it:hex}", lambda f, unit, it: f.at(unit) == it),
    Claim("5.12", "{it:hex} holds an enemy unit", lambda f, it: f.enemy_in(it)),
    Claim(
        "13.21",
        "{unit:unit} entered an enemy Zone of Control and must stop there",
        lambda f, unit: f.box(unit) == "due" and f.enemy_zone(f.frame[1]),
    ),
    Claim("6.31", "a river without a bridge blocks {unit:unit} from {it:hex}", river_bars),
    Claim("5.24", "{unit:unit} is a vehicle and may go to {it:hex} only by road or trail", only_by_road),
    Claim("5.13", "{unit:unit} does not have enough Movement Points to reach {it:hex}", too_expensive),
    Claim("6.0", "{unit:unit} cannot reach {it:hex}: enemy units or their Zones of Control are in the way", kept_away),
    Claim(
        "5.31",
        "{unit:unit} may not stop in the hex of {friend:unit}, which cannot move away in this phase",
        stuck_friend,
    ),
    Claim(
        "14.0",
        "only the 116th Panzer Division may leave the map, and {unit:unit} does not belong to it",
        lambda f, unit: not f.panzer(unit),
    ),
    Claim("12.0", "{it:hex} is not on the east or south edge of the map", lambda f, it: not f.on_exit_edge(it)),
    Claim("14.0", "{unit:unit} cannot reach {it:hex} in this phase", beyond_reach),
    Claim(
        "5.14",
        "{it:hex} is in an enemy Zone of Control, where {unit:unit} must stop",
        lambda f, it, unit: f.enemy_zone(it),
    ),
    Claim(
        "5.24",
        "{unit:unit} is a vehicle and may not leave the map at {it:hex}: no road or trail leads off the map there",
        lambda f, it, unit: f.vehicle(unit) and f.exit_cost(unit, it) is None,
    ),
    Claim(
        "14.0", "{unit:unit} does not have enough Movement Points left to leave the map at {it:hex}", no_points_to_leave
    ),
)
