"""Claims of Storming the Reich about moves, Command dice, stacking, Strategic Movement and exits."""

from __future__ import annotations

from tests.kit.facts import Claim

from .facts_plain import ALLIED, GERMAN, MECHANIZED
from .facts_plain import ReichFacts as F
from .facts_ways import (
    ASSAULT,
    BREAKTHROUGH,
    EXPLOITATION,
    US,
    alone,
    bank,
    barred,
    blind,
    budget,
    division,
    ends,
    garrisoned,
    held_back,
    here,
    is_hand,
    leap_ends,
    leaping,
    over_seine,
    points,
    pool,
    price,
    red,
    staff,
    too_far_south,
    ways,
    white,
)

# -- checks ------------------------------------------------------------------------------------


def unreleased(f: F, it: int, n: int) -> bool:
    return f.value(it, "release") == n > f.s.turn and not (f.s.released or f.s.breakout)


def late_priority(f: F, it: int) -> bool:
    return f.s.step == BREAKTHROUGH and f.marked(it, "priority") and f.has(f.s.priority_moved, pool(f, it))


def printed_late(f: F, it: int) -> bool:
    fixed = "movement" in f.game.counters[it].values or f.marked(it, "dropped")
    return f.s.step == BREAKTHROUGH and fixed and not staff(f, it)


def holder(f: F, it: int) -> bool:
    return f.has(f.s.crossed, f.at(it)) and f.stack(f.at(it), ALLIED) == [it]


def around(f: F, unit: int) -> list[int]:
    """The hexes next to a unit that it could cross to, without enemies."""
    where, side = f.at(unit), f.side(unit)
    return [h for h in f.near(where) if price(f, [unit], where, h) is not None and not f.units(h, 1 - side)]


def no_way_out(f: F, it: int) -> bool:
    return not around(f, it)


def all_barred(f: F, it: int) -> bool:
    return bool(around(f, it)) and all(barred(f, it, h) for h in around(f, it))


def only_zones(f: F, it: int) -> bool:
    enemy = 1 - f.side(it)
    return f.zone(f.at(it), enemy) and all(f.zone(h, enemy) for h in around(f, it))


def nowhere(f: F, it: int) -> bool:
    return not ends(f, [it], points(f, it))


def crossing_needed(f: F, units: list[int], hex: int) -> bool:
    free = ways(f, units, budget(f), rivers=False)
    return is_hand(f, units) and hex == f.arg and hex in free and hex not in ways(f, units, budget(f))


def too_poor(f: F, units: list[int], hex: int) -> bool:
    found = ways(f, units, budget(f), zones=False, rivers=False) if budget(f) > 0 else set()
    return is_hand(f, units) and hex == f.arg and hex not in found


def zone_to_zone(f: F, units: list[int]) -> bool:
    enemy = 1 - f.s.phasing
    return is_hand(f, units) and f.beside(here(f), f.arg) and f.zone(here(f), enemy) and f.zone(f.arg, enemy)


def zones_between(f: F, units: list[int], hex: int) -> bool:
    free, bound = ways(f, units, budget(f), zones=False, rivers=False), ends(f, units, budget(f))
    return is_hand(f, units) and hex == f.arg and hex in free and hex not in bound


def stopped(f: F, units: list[int]) -> bool:
    moved = any(f.s.spent[u] for u in units)
    return is_hand(f, units) and moved and f.zone(here(f), 1 - f.s.phasing)


def capable(f: F, unit: int) -> bool:
    fit = "mobile" in f.game.counters[unit].tags and not f.marked(unit, "oos", "disrupted", "refitting", "grounded")
    return fit or f.game.counters[unit].id == "US-PATTON"


def slow(f: F) -> list[int]:
    """Allied units that could leave the A-D hexes in this step (7.1.2.E)."""
    south = [u for u in f.army(ALLIED) if "entry:A-D" in f.features(f.at(u)) and not f.marked(u, "moved", "grounded")]
    return sorted(u for u in south if ends(f, [u], points(f, u))) if f.s.phasing == ALLIED else []


def exit_ready(f: F) -> list[int]:
    """US divisions in B hexes that could exit into Brittany (7.1.2.J)."""
    return [
        u
        for u in f.army(ALLIED)
        if f.nation(u) == "us"
        and division(f, u)
        and "entry:B" in f.features(f.at(u))
        and (f.marked(u, "poised") or (not f.marked(u, "moved", "refitting", "grounded") and points(f, u) >= 1))
    ]


def can_exit_east(f: F) -> bool:
    where = here(f)
    out = [n for n in f.near(where) if "exit:allied-victory" in f.features(n) and f.in_play(n)] if where >= 0 else []
    return any(not f.units(n, GERMAN) for n in out)


def boxable(f: F, units: list[int]) -> bool:
    return all(f.side(u) == GERMAN and f.type(u) in MECHANIZED and f.replaceable(u) for u in units)


def lowest(f: F) -> int:
    if f.s.phasing == GERMAN:
        return int(f.s.points[3])
    return min(p for p, army in zip(f.s.points, (f.s.army21, f.s.army12, f.s.army6), strict=False) if army)


def surplus(f: F, it: int, hex: int) -> bool:
    """Without the unit as many units are too many, or the nations still clash."""
    stack = f.units(hex, f.side(it))
    return (it in stack and not f.too_many(stack)) or f.too_many([u for u in stack if u != it])


def tray(f: F, units: list[int]) -> bool:
    return is_hand(f, units) and all(f.box(u) == "tray" for u in units)


def brittany(f: F, units: list[int]) -> bool:
    return is_hand(f, units) and all(f.box(u) == "brittany" for u in units) and "entry:B" not in f.features(f.arg)


SELECT = (
    Claim(
        "10.1.B",
        "{it:unit} is not a combat unit of the moving side",
        lambda f, it: not f.mine(it) or not f.is_combat(it),
    ),
    Claim("10.4", "{it:unit} is not on the map", lambda f, it: not f.on_map(it)),
    Claim("10.4.A", "{it:unit} has already moved in this step", lambda f, it: f.marked(it, "moved")),
    Claim("16.2", "{it:unit} is a garrison and never moves", lambda f, it: f.type(it) == "garrison"),
    Claim("12.1", "{it:unit} is disrupted", lambda f, it: f.marked(it, "disrupted")),
    Claim("7.3.E", "{it:unit} is under an R&R marker", lambda f, it: f.marked(it, "refitting")),
    Claim("9.2.B", "{it:unit} is grounded", lambda f, it: f.marked(it, "grounded")),
    Claim("10.7.8", "{it:unit} is not released before Turn {n:n}", unreleased),
    Claim(
        "10.3.A",
        "{it:unit} does not move in an Assault Movement Step",
        lambda f, it: staff(f, it) and f.s.step == ASSAULT,
    ),
    Claim("10.6.C", "{it:unit} has a printed allowance: no Breakthrough Movement", printed_late),
    Claim("10.3.B", "Priority Supply units of its Command moved in the Assault Movement Step", lambda f: True),
    Claim("10.7.4", "{it:unit} helped others over the Rhine: stays", holder),
    Claim("10.2", "{it:unit} has no Movement Points", lambda f, it: points(f, it) == 0),
    Claim("10.4", "{it:unit} cannot enter any hex next to it", no_way_out),
    Claim("10.7", "{it:unit} may not enter any hex next to it", all_barred),
    Claim(
        "6.5",
        "{it:unit} is in an enemy Zone of Control, and so is every hex next to it that it could enter",
        only_zones,
    ),
    Claim("10.4.B", "{it:unit} cannot reach a hex where it may end its movement", nowhere),
    Claim("10.7.12", "no hex is open to the Strategic Movement of {it:unit}", lambda f, it: not leap_ends(f, it)),
)

STEP = (
    Claim("7.1.2.I", "German units never leave the map", lambda f: f.s.phasing == GERMAN),
    Claim("7.1.2.J", "the exit into Brittany has been made", lambda f: f.s.brittany_turn),
    Claim(
        "7.1.2.J",
        "there are not four US divisions in B hexes with a Movement Point left and free to move",
        lambda f: len(exit_ready(f)) < 4,
    ),
    Claim(
        "17.2.B",
        "dams are blown in German Assault and Exploitation Movement Segments only",
        lambda f: f.s.phasing == ALLIED or f.s.step not in (ASSAULT, EXPLOITATION),
    ),
    Claim("17.2.B", "the Roer River Valley has been flooded already", lambda f: f.s.flood),
    Claim(
        "17.2.A",
        "the Germans do not control all three Roer Dam hexes",
        lambda f: any(f.allied_hex(h) or not f.in_play(h) for h in f.region("Roer Dams")),
    ),
    Claim("7.1.2.E", "{units:units} must leave the A-D hexes first", lambda f, units: units == slow(f)),
    Claim(
        "9.4",
        "the 12th Army Group may give at most {n:n} points",
        lambda f, n: n == min(f.s.points[1], 12 - f.s.points[0]) < f.arg,
    ),
    Claim(
        "10.6.A",
        "the Command with the fewest points has only {n:n}",
        lambda f, n: f.s.phasing == ALLIED and n == lowest(f) < f.arg,
    ),
    Claim(
        "10.6.A",
        "the German Infantry has only {n:n}",
        lambda f, n: f.s.phasing == GERMAN and n == lowest(f) < f.arg,
    ),
    Claim("5.3", "{it:unit} is not in {hex:hex}", lambda f, it, hex: f.at(it) != hex),
    Claim("5.3", "without {it:unit} as many units would be too many in {hex:hex}", surplus),
)


def _unit_ban(rule: str, sentence: str, check: object) -> Claim:
    def holds(f: F, unit: int, it: int) -> object:
        return unit in f.s.hand and check(f, unit, it)  # type: ignore[operator]

    return Claim(rule, sentence, holds)


BANS = (
    Claim(
        "3.3",
        "{it:hex} is not on the part of the map that this scenario uses",
        lambda f, it: not f.in_play(it),
    ),
    _unit_ban(
        "10.7.1", "{unit:unit} may not enter {it:hex} yet: the Commonwealth stays east of hexrow 08xx", held_back
    ),
    _unit_ban(
        "10.7.2",
        "{it:hex} is not in the area of the 21st Army Group, and {unit:unit} is Commonwealth",
        too_far_south,
    ),
    _unit_ban(
        "10.7.2",
        "{it:hex} is in the area of the 21st Army Group, where {unit:unit} may not operate",
        lambda f, unit, it: red(f, unit) and it in f.region("21st Army Group area"),
    ),
    _unit_ban(
        "10.7.2",
        "{it:hex} is in the area of the 6th Army Group, where {unit:unit} may not operate yet",
        lambda f, unit, it: white(f, unit) and it in f.region("6th Army Group area"),
    ),
    Claim(
        "10.7.3",
        "{it:hex} is in Ike's Blind Spot, where as many US and French divisions operate as may",
        lambda f, it: any(blind(f, u, it) for u in f.s.hand),
    ),
    Claim(
        "8.7.B",
        "{it:hex} is in Monty's Blind Spot, and Antwerpen was not Allied at the end of the last turn",
        lambda f, it: it in f.region("Monty's Blind Spot") and not f.s.antwerp_held,
    ),
    Claim(
        "17.1.A",
        "{it:hex} is in Fortress Holland, which the Germans garrison",
        lambda f, it: it in f.region("Fortress Holland") and garrisoned(f),
    ),
    Claim(
        "17.1.C",
        "{it:hex} is in Fortress Holland, where Mechanized units never go",
        lambda f, it: it in f.region("Fortress Holland") and any(f.type(u) in MECHANIZED for u in f.s.hand),
    ),
    Claim(
        "7.1.2.J",
        "{it:hex} is closed to German units since the Allied exit into Brittany",
        lambda f, it: "entry:B" in f.features(it) and f.s.brittany_turn and f.s.phasing == GERMAN,
    ),
    _unit_ban(
        "10.7.1",
        "{it:hex} is in the Normandy Exclusion Zone, where {unit:unit} may not end its movement",
        lambda f, unit, it: it in f.region("Normandy Exclusion Zone") and f.nation(unit) in US,
    ),
    Claim(
        "10.7.9",
        "{it:hex} is a hex of Paris, where no German unit ends its movement",
        lambda f, it: it in f.region("Paris") and f.s.phasing == GERMAN,
    ),
    Claim(
        "8.7.A",
        "no German unit may stop in Antwerpen before the Allies have been there",
        lambda f: f.arg == f.hex("3910") and not f.allied_hex(f.arg) and f.s.phasing == GERMAN,
    ),
    _unit_ban("17.3", "{it:hex} is adjacent to an enemy unit and has no unit that could fight for {unit:unit}", alone),
)

MOVE = (
    Claim("10.4", "already in {it:hex}", lambda f, it: it == here(f)),
    Claim("10.4", "{it:hex} is occupied by the enemy", lambda f, it: f.units(it, 1 - f.s.phasing)),
    Claim("10.5.A", "{it:hex} is sea", lambda f, it: f.land.terrain.get(it, "sea") == "sea"),
    Claim("7.1.2.A", "{it:hex} is entered from off the map only", lambda f, it: f.off_map(it)),
    Claim(
        "10.7.10",
        "{it:hex} is beyond the Seine Line, closed to the Allies before the Breakout",
        lambda f, it: over_seine(f, here(f), it),
    ),
    Claim("3.3.D", "{units:units}: units off the map come in by Strategic Movement only", tray),
    Claim("7.1.2.K", "{units:units}: units come back from Brittany in B hexes only", brittany),
    Claim("6.5", "{units:units}: stopped in an enemy Zone of Control", stopped),
    Claim(
        "10.7.4",
        "{units:units}: units cross the Rhine from where they begin and stop behind it, not on the way to {hex:hex}",
        crossing_needed,
    ),
    Claim(
        "10.4.B",
        "{units:units}: not enough Movement Points to reach {hex:hex} over hexes they may enter",
        too_poor,
    ),
    Claim("6.5", "{units:units} may not move from one enemy Zone of Control into another", zone_to_zone),
    Claim("6.5", "enemy Zones of Control stop {units:units} on the way to {hex:hex}", zones_between),
    Claim(
        "10.4.A",
        "units move one by one: no Mobile Assaults in this step",
        lambda f: f.s.step != EXPLOITATION,
    ),
    Claim("10.4.A", "units join a stack before it moves", lambda f: f.frame[0] != 0),
    Claim("10.4", "{units:units}: not on the map", lambda f, units: is_hand(f, units) and here(f) < 0),
    Claim(
        "14.1.B",
        "{units:units} cannot make a Mobile Assault, and other units move one by one",
        lambda f, units: is_hand(f, units) and not all(capable(f, u) for u in units),
    ),
    Claim("10.4", "{it:unit} is selected already", lambda f, it: it in f.s.hand),
    Claim("14.1.B", "{it:unit} is not in {hex:hex}", lambda f, it, hex: hex == here(f) != f.at(it)),
    Claim("14.1.B", "{it:unit} cannot make a Mobile Assault", lambda f, it: not capable(f, it)),
    Claim(
        "10.7.8",
        "{it:unit} may not move now",
        lambda f, it: f.marked(it, "disrupted", "refitting", "grounded") or f.value(it, "release") > f.s.turn,
    ),
    Claim(
        "10.7.4",
        "no unit would stay in {hex:hex} for those who crossed",
        lambda f, hex: hex == here(f) and f.has(f.s.crossed, hex),
    ),
    Claim("10.4.A", "the stack has not moved yet", lambda f: f.frame[0] != 1),
    Claim("10.4.A", "only one unit is selected", lambda f: len(f.s.hand) == 1),
    Claim("10.4.A", "{it:unit} is not in the moving stack", lambda f, it: it not in f.s.hand),
    Claim("10.4.A", "the selected units have not moved yet", lambda f: f.frame[0] == 0),
)

LEAPS = (
    Claim(
        "10.7.12",
        "the Strategic Movement of {units:units} has failed in this step",
        lambda f, units: is_hand(f, units) and f.frame[0] == 2,
    ),
    Claim(
        "10.7.11",
        "{units:units}: Strategic Movement replaces other moves",
        lambda f, units: is_hand(f, units) and f.frame[0] == 1,
    ),
    Claim("10.7.11", "Strategic Movement is made unit by unit", lambda f: len(f.s.hand) > 1),
    Claim(
        "10.7.12",
        "an Allied unit has crossed the Seine Line",
        lambda f: f.s.seine_crossed and f.s.phasing == GERMAN,
    ),
    Claim(
        "10.7.10",
        "no Allied unit crosses the Seine Line before the Breakout",
        lambda f: not f.s.breakout and f.s.phasing == ALLIED,
    ),
    Claim("10.7.11", "a German combat unit is west of the Seine Line", lambda f: not leaping(f)),
    Claim(
        "10.7.11",
        "{unit:unit} is not west of the Seine Line",
        lambda f, unit: f.at(unit) not in f.region("West of the Seine Line"),
    ),
    Claim(
        "10.7.12",
        "{unit:unit} is not east of the Seine Line",
        lambda f, unit: f.at(unit) not in f.region("East of the Seine Line"),
    ),
    Claim(
        "17.5.2.D",
        "{unit:unit} is strafed and has no Movement Points left",
        lambda f, unit: f.marked(unit, "strafed") and points(f, unit) == 0,
    ),
    Claim(
        "10.7.11",
        "{it:hex} does not touch the Seine Line from the east",
        lambda f, it: it not in bank(f) and f.s.phasing == ALLIED,
    ),
    Claim(
        "10.7.12",
        "{it:hex} does not touch the Seine Line from the west",
        lambda f, it: it not in bank(f) and f.s.phasing == GERMAN,
    ),
    *(
        Claim(rule, "{it:hex} is occupied by the enemy", lambda f, it: f.stack(it, 1 - f.s.phasing))
        for rule in ("10.7.11", "10.7.12")
    ),
    *(
        Claim(rule, "{it:hex} is adjacent to an enemy unit", lambda f, it: f.next_to(it, 1 - f.s.phasing))
        for rule in ("10.7.11", "10.7.12")
    ),
    Claim("10.7.12", "{it:hex} has no normal supply", lambda f, it: not f.fed(it, GERMAN)),
    Claim(
        "5.2",
        "{it:hex} would hold more units than may stack there",
        lambda f, it: f.too_many([*f.stack(it, f.s.phasing), *f.s.hand]),
    ),
    Claim(
        "5.2",
        "Commonwealth and US or French units would be together in {it:hex}",
        lambda f, it: f.clash([*f.stack(it, f.s.phasing), *f.s.hand]),
    ),
    Claim(
        "7.1.2.L",
        "{units:units}: no marked exit hex of the East edge without German units is adjacent",
        lambda f, units: is_hand(f, units) and not can_exit_east(f),
    ),
    Claim(
        "7.1.2.L",
        "units have exited in an earlier step",
        lambda f: any(f.box(u) == "exited" and not f.marked(u, "exits") for u in range(len(f.s.at))),
    ),
    Claim("7.1.2.L", "{units:units}: no Movement Point left", lambda f, units: is_hand(f, units) and budget(f) < 1),
    Claim("17.7.2", "units are transferred one by one", lambda f: len(f.s.hand) > 1),
    Claim(
        "17.7.2",
        "{units:units}: not replaceable Mechanized",
        lambda f, units: is_hand(f, units) and not boxable(f, units),
    ),
    Claim(
        "17.7.2",
        "nothing would bring units back from the Box any more",
        lambda f: f.s.offensive or f.s.declined or f.s.turn > 11,
    ),
    Claim(
        "17.7.2.A",
        "{units:units}: not within Germany",
        lambda f, units: here(f) not in f.region("Germany") or not f.in_play(here(f)),
    ),
    Claim("17.7.2.A", "{units:units}: adjacent to an Allied unit", lambda f, units: f.next_to(here(f), ALLIED)),
    Claim("17.7.2.A", "{units:units}: no supply line to the East edge", lambda f, units: not f.fed(here(f), GERMAN)),
)

EXIT = (
    Claim("7.1.2.J", "{it:unit} cannot exit", lambda f, it: it not in exit_ready(f)),
    Claim("7.1.2.J", "{it:unit} is chosen already", lambda f, it: f.marked(it, "chosen")),
    Claim("7.1.2.J", "{it:unit} is not chosen", lambda f, it: not f.marked(it, "chosen")),
    Claim("7.1.2.J", "four divisions are chosen already", lambda f: f.s.chosen.bit_count() >= 4),
    Claim("7.1.2.J", "enough divisions are chosen", lambda f: f.s.chosen.bit_count() >= 4),
    Claim("7.1.2.J", "{n:n} more must be chosen", lambda f, n: n == 4 - f.s.chosen.bit_count() > 0),
)

MOVEMENT = (*SELECT, *STEP, *BANS, *MOVE, *LEAPS, *EXIT)
