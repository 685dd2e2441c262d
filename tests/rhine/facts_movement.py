"""Claims of Watch on the Rhine about movement and about what may be done between moves."""

from __future__ import annotations

from tests.kit.facts import Claim

from .facts_plain import ALLIED, GERMAN, LIMIT
from .facts_plain import RhineFacts as F

# -- choosing a unit -----------------------------------------------------------------------------


def crossings(f: F, unit: int) -> list[int]:
    """The hexes next to a unit to which it can cross, whatever is in them."""
    return [h for h in f.near(f.at(unit)) if f.price(unit, f.at(unit), h) is not None]


def open_to(f: F, unit: int) -> list[int]:
    return [h for h in crossings(f, unit) if not f.barred(unit, h)]


def held_fast(f: F, it: int) -> bool:
    return f.flooded(f.at(it))


def out_of_points(f: F, it: int) -> bool:
    return f.left(it, column=f.columns(it)) <= 0


def all_enemies(f: F, it: int) -> bool:
    return bool(crossings(f, it)) and all(f.enemies_in(h) for h in crossings(f, it))


def all_flooded(f: F, it: int) -> bool:
    hexes = [h for h in crossings(f, it) if not f.enemies_in(h)]
    return bool(hexes) and all(f.flooded(h) or f.hook(h) for h in hexes)


def all_foreign(f: F, it: int) -> bool:
    hexes = [h for h in crossings(f, it) if not f.enemies_in(h) and not f.flooded(h)]
    return bool(hexes) and all(not f.may_be_in(it, h) for h in hexes)


def too_poor(f: F, it: int) -> bool:
    return bool(open_to(f, it)) and not f.steps_of([it])


def no_room_in_reach(f: F, it: int) -> bool:
    return bool(f.reached([it])) and not f.can_go([it])


SELECT: tuple[Claim, ...] = (
    Claim("10.1", "{it:unit} is an enemy unit", lambda f, it: not f.mine(it)),
    Claim("10.1", "{it:unit} is not on the map", lambda f, it: not f.on_map(it)),
    Claim("10.2", "{it:unit} has no movement factor and never moves", lambda f, it: f.immobile(it)),
    Claim("10.2", "{it:unit} has already moved in this phase", lambda f, it: f.has(f.s.moved, it)),
    Claim("10.18", "{it:unit} is in a flooded hex and cannot act", held_fast),
    Claim("10.2", "{it:unit} has no Movement Points left", out_of_points),
    Claim("10.12", "{it:unit} is surrounded by water that it may not cross", lambda f, it: not crossings(f, it)),
    Claim("10.3", "every adjacent hex that {it:unit} could enter is occupied by the enemy", all_enemies),
    Claim("10.18", "every hex next to {it:unit} that has no enemy in it is flooded or may not be entered", all_flooded),
    Claim(
        "9.5",
        "the supply sector line keeps {it:unit} out of every adjacent hex that it could otherwise enter",
        all_foreign,
    ),
    Claim("10.3", "{it:unit} does not have enough Movement Points to enter any adjacent hex", too_poor),
    Claim("6.2", "no hex within reach of {it:unit} has room for it", no_room_in_reach),
)

# -- moving ---------------------------------------------------------------------------------------


def hand(f: F, units: list[int]) -> bool:
    return units == f.s.hand


def here(f: F) -> int:
    return f.at(f.s.hand[0])


def columned(f: F) -> bool:
    return all(f.columns(u) for u in f.s.hand)


def payable(f: F, it: int, *, column: bool, shun: bool = False) -> bool:
    """Whether they could pay for a hex if nothing stopped them on the way; some hexes are shunned."""
    units = f.s.hand
    if not f.alike(units):
        costs = [f.price(u, here(f), it) for u in units]
        near = all(c is not None and c <= f.left(u, column=column) for u, c in zip(units, costs, strict=True))
        return near and not (shun and f.shunned(it)) and not any(f.barred(u, it) for u in units)
    budget = min(f.left(u, column=column) for u in units)
    return it in f.costs(units, budget=budget, zones=False, shun=shun)


def no_path(f: F, it: int) -> bool:
    if not f.alike(f.s.hand):
        return any(f.price(u, here(f), it) is None or f.barred(u, it) for u in f.s.hand)
    return it not in f.costs(f.s.hand, budget=None, zones=False, shun=False)


def over_the_line(f: F, it: int, unit: int) -> bool:
    return unit in f.s.hand and f.abroad(unit, it) and not f.abroad(unit, here(f))


def no_way_home(f: F, unit: int, it: int) -> bool:
    return unit in f.s.hand and f.abroad(unit, here(f)) and not f.may_be_in(unit, it)


def water_between(f: F, units: list[int], where: int, it: int) -> bool:
    """Whether the units cannot cross directly, and no path leads there."""
    shut = any(f.price(u, where, it) is None for u in units)
    return hand(f, units) and where == here(f) and f.beside(where, it) and shut and it not in f.reached(units)


def too_expensive(f: F, units: list[int], it: int) -> bool:
    able = columned(f)
    return (
        hand(f, units)
        and not no_path(f, it)
        and not (payable(f, it, column=able) or (not able and payable(f, it, column=True, shun=True)))
    )


def column_only(f: F, it: int, slow: list[int]) -> bool:
    """Whether only column movement reaches the hex, and these units may not use it."""
    units = [u for u in f.s.hand if not f.columns(u)]
    return (
        sorted(slow) == sorted(units) != []
        and not payable(f, it, column=False)
        and payable(f, it, column=True, shun=True)
    )


def shunned_end(f: F, units: list[int], it: int, *, wall: bool) -> bool:
    there = f.me == ALLIED and f.intact(it) if wall else f.enemy_zone(it)
    return hand(f, units) and there and not payable(f, it, column=False) and payable(f, it, column=True)


def shunned_way(f: F, units: list[int], it: int) -> bool:
    return (
        hand(f, units)
        and not payable(f, it, column=False)
        and payable(f, it, column=True)
        and not payable(f, it, column=True, shun=True)
    )


def wall_on_the_way(f: F, units: list[int], it: int) -> bool:
    """A path that avoids only the zones could be paid for: the wall is in the way."""
    budget = min(f.left(u, column=True) for u in units)

    def price(a: int, b: int) -> int | None:
        return None if f.enemy_zone(b) or any(f.barred(u, b) for u in units) else f.price(units[0], a, b)

    from tests.kit.facts import cheapest

    return shunned_way(f, units, it) and it in cheapest(here(f), f.near, price, budget=budget)


def zones_keep(f: F, units: list[int], it: int) -> bool:
    return hand(f, units) and payable(f, it, column=False) and it not in f.reached(units)


def others(f: F, units: list[int]) -> bool:
    """The units that a sentence about stacking names: those that are to be added to a hex."""
    if f.step == "move":
        return sorted(units) == sorted(f.s.hand)
    return True


def too_heavy(f: F, units: list[int], there: int) -> bool:
    return others(f, units) and f.load({*f.units(there), *units}) > LIMIT


def other_group(f: F, units: list[int], there: int) -> bool:
    """Whether the hex contains units that share no army group with these units."""
    return others(f, units) and bool(set(f.units(there)) - set(units)) and f.mixed(there, units)


MOVE: tuple[Claim, ...] = (
    Claim("10.1", "{units:units}: already in {it:hex}", lambda f, units, it: hand(f, units) and here(f) == it),
    Claim("6.1", "{it:hex} is occupied by the enemy", lambda f, it: f.enemies_in(it)),
    Claim("10.12", "{it:hex} is sea: no unit may enter it", lambda f, it: not f.dry_land(it)),
    Claim("10.7", "no unit may enter {it:hex}", lambda f, it: f.hook(it)),
    Claim("10.18", "{it:hex} is flooded", lambda f, it: f.flooded(it)),
    Claim(
        "9.5", "{it:hex} is on the other side of the supply sector line, where {unit:unit} may not go", over_the_line
    ),
    Claim(
        "9.5",
        "{unit:unit} is on the wrong side of the supply sector line, and {it:hex} is not closer to the right side",
        no_way_home,
    ),
    Claim(
        "10.1",
        "{it:hex} is not adjacent: units with different movement costs move together one hex at a time",
        lambda f, it: not f.alike(f.s.hand) and not f.beside(here(f), it),
    ),
    Claim(
        "10.12",
        "{units:units} may not cross the water between {where:hex} and {it:hex}, and cannot go around it",
        water_between,
    ),
    Claim(
        "10.1",
        "there is no path to {it:hex} for {units:units}",
        lambda f, units, it: hand(f, units) and no_path(f, it),
    ),
    Claim("10.3", "{units:units}: not enough Movement Points to reach {it:hex}", too_expensive),
    Claim("10.19", "{it:hex} could be reached only by column movement, which {slow:units} may not use", column_only),
    Claim(
        "10.19",
        "{units:units} could reach {it:hex} only by column movement, which may not enter an enemy Zone of Control",
        lambda f, units, it: shunned_end(f, units, it, wall=False),
    ),
    Claim(
        "10.19",
        "{units:units} could reach {it:hex} only by column movement, which may not enter the intact West Wall",
        lambda f, units, it: shunned_end(f, units, it, wall=True),
    ),
    Claim(
        "10.19",
        "{units:units} could reach {it:hex} only by column movement, and enemy Zones of Control are in the way",
        shunned_way,
    ),
    Claim(
        "10.19",
        "{units:units} could reach {it:hex} only by column movement, and the intact West Wall is in the way",
        wall_on_the_way,
    ),
    Claim("7.3", "enemy Zones of Control stop {units:units} on the way to {it:hex}", zones_keep),
    Claim("6.3", "{there:hex} would hold more than four divisions with {units:units}", too_heavy),
    Claim("6.4", "{there:hex} contains units of a different army group from {units:units}", other_group),
)

# -- leaving, joining, stopping ----------------------------------------------------------------------


def no_exit_points(f: F, units: list[int]) -> bool:
    edge = f.region("East edge" if f.me == ALLIED else "West edge")
    return hand(f, units) and here(f) in edge and not f.may_leave(units)


def nowhere_next(f: F, it: int, where: int, units: list[int]) -> bool:
    together = [*f.s.hand, it]
    return where == here(f) and hand(f, units) and not f.steps_of(together) and not f.may_leave(together)


def no_room_together(f: F, it: int, units: list[int]) -> bool:
    together = [*f.s.hand, it]
    return hand(f, units) and bool(f.reached(together)) and not f.can_go(together)


STOP: tuple[Claim, ...] = (
    Claim(
        "4.2",
        "{units:units}: not on the east edge of the map",
        lambda f, units: f.me == ALLIED and hand(f, units) and here(f) not in f.region("East edge"),
    ),
    Claim(
        "4.4",
        "{units:units}: not on the west edge of the map",
        lambda f, units: f.me == GERMAN and hand(f, units) and here(f) not in f.region("West edge"),
    ),
    Claim("4.4", "no German unit may leave the map before Turn 4", lambda f: f.me == GERMAN and f.s.turn < 4),
    *(
        Claim(rule, "{units:units}: not enough Movement Points left to leave the map", no_exit_points)
        for rule in ("4.2", "4.4")
    ),
    Claim("10.4", "units may be added to a stack only before it moves", lambda f: f.frame[0]),
    Claim("10.4", "{it:unit} is already selected", lambda f, it: it in f.s.hand),
    Claim("10.4", "{it:unit} is not on the map", lambda f, it: not f.on_map(it)),
    Claim("10.4", "{it:unit} did not begin the phase in the same hex", lambda f, it: not f.has(f.s.parent, it)),
    Claim("10.4", "{it:unit} is not in {where:hex} with the others", lambda f, it, where: where == here(f) != f.at(it)),
    Claim("10.4", "{it:unit} and {units:units} cannot enter any hex next to {where:hex} together", nowhere_next),
    Claim(
        "6.2", "no hex that {it:unit} and {units:units} can reach together has room for all of them", no_room_together
    ),
    Claim("10.2", "the selected units have not moved yet", lambda f: not f.frame[0]),
    Claim("6.2", "these units may not stack here and have to move on", lambda f: not f.room(here(f), f.s.hand)),
    Claim("10.5", "the stack has not moved yet", lambda f: not f.frame[0]),
    Claim("10.5", "{it:unit} is not in the moving stack", lambda f, it: it not in f.s.hand),
    Claim("10.5", "only one unit is selected: stop it instead", lambda f: len(f.s.hand) == 1),
)

# -- between moves and attacks ---------------------------------------------------------------------------


def none_out_of_supply(f: F, it: int) -> bool:
    return not any(f.out_of_supply(u) for u in f.units(it, ALLIED))


ASIDES: tuple[Claim, ...] = (
    Claim("6.8", "{it:unit} is an enemy unit", lambda f, it: not f.mine(it)),
    Claim("6.8", "{it:unit} is not on the map", lambda f, it: not f.on_map(it)),
    Claim("6.8", "{it:unit} is already on top of its stack", lambda f, it: f.has(f.s.tops, it)),
    Claim("6.8", "{it:unit} has already been put on top in this phase", lambda f, it: f.has(f.s.topped, it)),
    Claim(
        "6.8",
        "stacks may be reordered only in the Movement and Combat Phases",
        lambda f: f.step in ("reinforce", "airborne-entry"),
    ),
    Claim(
        "12.2", "units may be moved to the holding box only in the Allied player turn", lambda f: f.s.phasing == GERMAN
    ),
    Claim("12.2", "{it:unit} is not an airborne division or brigade", lambda f, it: not f.paratroop(it)),
    Claim("12.2", "{it:unit} is not on the map", lambda f, it: not f.on_map(it)),
    Claim("12.2", "{it:unit} is not in full overland supply", lambda f, it: not f.overland(it)),
    Claim(
        "8.19",
        "an airborne corps has been on the map this turn, so there are no Aerial Supply markers",
        lambda f: f.s.no_air,
    ),
    Claim("8.18", "all Aerial Supply markers have been used this turn", lambda f: f.s.aerial_used >= 2),
    Claim("8.18", "no Allied unit in {it:hex} is out of supply", none_out_of_supply),
    Claim(
        "8.18",
        "in the German player turn, Aerial Supply markers are placed only at its end",
        lambda f: f.s.phasing == GERMAN,
    ),
)

MOVEMENT: tuple[Claim, ...] = (*SELECT, *MOVE, *STOP, *ASIDES)
