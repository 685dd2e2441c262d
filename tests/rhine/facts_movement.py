"""Claims of Watch on the Rhine about movement and about what may be done between moves."""

from __future__ import annotations

from tests.kit.facts import Claim

from .facts_plain import ALLIED, GERMAN, LIMIT
from .facts_plain import RhineFacts as F

# -- choosing a unit -----------------------------------------------------------------------------


def crossings(f: F, unit: int) -> list[int]:
    """The hexes next to a unit to which it can cross, whoever is there."""
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
    Claim("10.2", "{it:unit} has been moved in this phase", lambda f, it: f.has(f.s.moved, it)),
    Claim("10.18", "{it:unit} is held fast by the flood", held_fast),
    Claim("10.2", "{it:unit} has no movement points left", out_of_points),
    Claim("10.12", "water that {it:unit} may not cross is all around it", lambda f, it: not crossings(f, it)),
    Claim("10.3", "the enemy occupies every hex next to {it:unit} that it could enter", all_enemies),
    Claim("10.18", "every hex next to {it:unit} without an enemy is flooded or cannot be entered", all_flooded),
    Claim("9.5", "the supply sector line keeps {it:unit} from every hex next to it that it could enter", all_foreign),
    Claim("10.3", "{it:unit} has not enough movement points to enter a hex next to it", too_poor),
    Claim("6.2", "no hex that {it:unit} could get to has room for it", no_room_in_reach),
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
    """No step leads across, and no path of theirs leads there either."""
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
    """By column movement they could get there, and these may not use it."""
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
    """A path that avoids only the zones could be paid for: it is the wall that is in the way."""
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
    """Somebody in the hex belongs to no army group that these units can be said to belong to."""
    return others(f, units) and bool(set(f.units(there)) - set(units)) and f.mixed(there, units)


MOVE: tuple[Claim, ...] = (
    Claim("10.1", "{units:units} is in {it:hex} already", lambda f, units, it: hand(f, units) and here(f) == it),
    Claim("6.1", "{it:hex} is occupied by the enemy", lambda f, it: f.enemies_in(it)),
    Claim("10.12", "{it:hex} is sea: nobody may enter it", lambda f, it: not f.dry_land(it)),
    Claim("10.7", "nobody may enter {it:hex}", lambda f, it: f.hook(it)),
    Claim("10.18", "{it:hex} is flooded", lambda f, it: f.flooded(it)),
    Claim("9.5", "{it:hex} lies on the other side of the supply sector line for {unit:unit}", over_the_line),
    Claim(
        "9.5",
        "{unit:unit} is on the wrong side of the supply sector line, and {it:hex} is no nearer to the right one",
        no_way_home,
    ),
    Claim(
        "10.1",
        "{it:hex} is not adjacent: units that pay different costs move hex by hex",
        lambda f, it: not f.alike(f.s.hand) and not f.beside(here(f), it),
    ),
    Claim(
        "10.12",
        "{units:units} may not cross the water between {where:hex} and {it:hex}, and cannot get round it",
        water_between,
    ),
    Claim(
        "10.1",
        "no path that {units:units} may take leads to {it:hex}",
        lambda f, units, it: hand(f, units) and no_path(f, it),
    ),
    Claim("10.3", "{units:units}: not enough movement points to reach {it:hex}", too_expensive),
    Claim("10.19", "{it:hex} could be reached by column movement only, which {slow:units} may not use", column_only),
    Claim(
        "10.19",
        "{units:units} could pay for {it:hex} by column movement only, and it is in an enemy zone",
        lambda f, units, it: shunned_end(f, units, it, wall=False),
    ),
    Claim(
        "10.19",
        "{units:units} could pay for {it:hex} by column movement only, and it is in the intact West Wall",
        lambda f, units, it: shunned_end(f, units, it, wall=True),
    ),
    Claim(
        "10.19",
        "{units:units} could pay for {it:hex} by column movement only, and enemy zones lie in between",
        shunned_way,
    ),
    Claim(
        "10.19",
        "{units:units} could pay for {it:hex} by column movement only, and the intact West Wall lies in between",
        wall_on_the_way,
    ),
    Claim("7.3", "enemy zones keep {units:units} from {it:hex}", zones_keep),
    Claim("6.3", "with {units:units} there would be more than four divisions in {there:hex}", too_heavy),
    Claim("6.4", "units of another army group than {units:units} are in {there:hex}", other_group),
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
        "{units:units}: not in a hex of the east edge",
        lambda f, units: f.me == ALLIED and hand(f, units) and here(f) not in f.region("East edge"),
    ),
    Claim(
        "4.4",
        "{units:units}: not in a hex of the west edge",
        lambda f, units: f.me == GERMAN and hand(f, units) and here(f) not in f.region("West edge"),
    ),
    Claim("4.4", "no German unit leaves the map before turn 4", lambda f: f.me == GERMAN and f.s.turn < 4),
    *(
        Claim(rule, "{units:units}: not enough movement points left to leave the map", no_exit_points)
        for rule in ("4.2", "4.4")
    ),
    Claim("10.4", "a stack is put together before it moves", lambda f: f.frame[0]),
    Claim("10.4", "{it:unit} is selected already", lambda f, it: it in f.s.hand),
    Claim("10.4", "{it:unit} is not on the map", lambda f, it: not f.on_map(it)),
    Claim("10.4", "{it:unit} did not begin the phase in the same hex", lambda f, it: not f.has(f.s.parent, it)),
    Claim("10.4", "{it:unit} is not in {where:hex} with the others", lambda f, it, where: where == here(f) != f.at(it)),
    Claim("10.4", "{it:unit} can enter no hex next to {where:hex} together with {units:units}", nowhere_next),
    Claim("6.2", "no hex that {it:unit} and {units:units} could get to together has room for all", no_room_together),
    Claim("10.2", "nothing has been moved yet", lambda f: not f.frame[0]),
    Claim("6.2", "the units may not stack here: they have to go on", lambda f: not f.room(here(f), f.s.hand)),
    Claim("10.5", "the stack has not set out yet", lambda f: not f.frame[0]),
    Claim("10.5", "{it:unit} is not in the moving stack", lambda f, it: it not in f.s.hand),
    Claim("10.5", "only one unit is selected: it can stop", lambda f: len(f.s.hand) == 1),
)

# -- between moves and attacks ---------------------------------------------------------------------------


def none_out_of_supply(f: F, it: int) -> bool:
    return not any(f.out_of_supply(u) for u in f.units(it, ALLIED))


ASIDES: tuple[Claim, ...] = (
    Claim("6.8", "{it:unit} is an enemy unit", lambda f, it: not f.mine(it)),
    Claim("6.8", "{it:unit} is not on the map", lambda f, it: not f.on_map(it)),
    Claim("6.8", "{it:unit} lies on top already", lambda f, it: f.has(f.s.tops, it)),
    Claim("6.8", "{it:unit} has been put on top in this phase already", lambda f, it: f.has(f.s.topped, it)),
    Claim(
        "6.8",
        "stacks are put in order in the Movement and Combat Phases",
        lambda f: f.step in ("reinforce", "airborne-entry"),
    ),
    Claim("12.2", "units are taken to the holding box only in the Allied player turn", lambda f: f.s.phasing == GERMAN),
    Claim("12.2", "{it:unit} is not an airborne division or brigade", lambda f, it: not f.paratroop(it)),
    Claim("12.2", "{it:unit} is not on the map", lambda f, it: not f.on_map(it)),
    Claim("12.2", "{it:unit} is not in full overland supply", lambda f, it: not f.overland(it)),
    Claim("8.19", "an airborne corps is or was on the map in this turn, so there are no markers", lambda f: f.s.no_air),
    Claim("8.18", "all Aerial Supply markers have been used in this turn", lambda f: f.s.aerial_used >= 2),
    Claim("8.18", "no Allied unit in {it:hex} is out of supply", none_out_of_supply),
    Claim("8.18", "the Allied player is asked at the end of the German player turn", lambda f: f.s.phasing == GERMAN),
)

MOVEMENT: tuple[Claim, ...] = (*SELECT, *MOVE, *STOP, *ASIDES)
