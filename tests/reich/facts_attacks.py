"""Claims of Storming the Reich about attacks: targets, units, duties and areas."""

from __future__ import annotations

from collections.abc import Callable

from grognard.hexes import bits
from tests.kit.facts import Claim

from .facts_plain import ALLIED, GERMAN
from .facts_plain import ReichFacts as F

# -- who could get at a hex --------------------------------------------------------------------------


def closed(f: F, a: int, b: int) -> bool:
    """Whether a hexside cannot be attacked across (13.1.C)."""
    kind, bridge = f.edge(a, b)
    return (kind in ("all-sea", "impassable") and not bridge) or "sea" in (f.land.terrain[a], f.land.terrain[b])


def beside(f: F, h: int) -> list[int]:
    """The combat units of the phasing side next to a hex."""
    return [u for n in f.near(h) for u in f.units(n, f.s.phasing) if f.is_combat(u)]


def around(f: F, h: int) -> list[int]:
    """Those with no closed hexside between."""
    return [u for u in beside(f, h) if not closed(f, f.at(u), h)]


def unreleased(f: F, unit: int) -> bool:
    """Whether a unit of the 15th Army waits for its turn (10.7.8)."""
    return f.value(unit, "release") > f.s.turn and not f.s.released and not f.s.breakout


def kept_in(f: F, h: int) -> bool:
    """Whether German units hold every hex that an A-D hex leads to (7.1.2.E)."""
    ways = [n for n in f.near(h) if not closed(f, h, n) and not f.off_map(n)]
    return "entry:A-D" in f.features(h) and all(f.units(n, GERMAN) for n in ways)


def outside(f: F, unit: int) -> bool:
    """Whether a unit is in an Entrance Hex out of which it may not attack (7.1.2.G)."""
    h = f.at(unit)
    return f.off_map(h) and not (f.side(unit) == ALLIED and kept_in(f, h))


def idle(f: F, unit: int) -> bool:
    """Whether a unit may not attack at all now."""
    marked = f.marked(unit, "disrupted", "refitting", "grounded")
    return marked or f.type(unit) == "garrison" or unreleased(f, unit) or outside(f, unit)


def weak(f: F, unit: int) -> bool:
    return f.value(unit, "attack") == 0


def spent(f: F, unit: int) -> bool:
    return f.marked(unit, "fought")


def red(f: F, unit: int) -> bool:
    return "mobile" in f.game.counters[unit].tags


def all_are(units: list[int], test: Callable[[int], object]) -> bool:
    """There are some, and all are like that."""
    return bool(units) and all(map(test, units))


def mountain(f: F, h: int) -> bool:
    dry = f.s.flood and f.s.turn > f.s.flood and h in f.region("Roer River Valley")
    return f.land.terrain[h] == "mountain" and not dry


def ready(f: F, h: int) -> list[int]:
    """Armed units next to a hex that may attack."""
    return [u for u in around(f, h) if not idle(f, u) and not weak(f, u)]


def barred(f: F, unit: int, h: int) -> bool:
    """Whether an armed unit that may attack may not attack this hex (8.7.B, 10.7, 13.9.E, 17.1)."""
    return (red(f, unit) and mountain(f, h)) or any(law(f, unit, h) for law in LIMITS)


# -- limits of areas ----------------------------------------------------------------------------------


def either(f: F, unit: int, h: int, region: str) -> bool:
    """Whether a unit or its target is in a region."""
    return bool({f.at(unit), h} & f.region(region))


def american(f: F, unit: int) -> bool:
    return f.nation(unit) in ("us", "french")


def in_exclusion(f: F, unit: int, h: int) -> bool:
    return american(f, unit) and either(f, unit, h, "Normandy Exclusion Zone")


def out_of_21(f: F, unit: int, h: int) -> bool:
    away = {x for x in (f.at(unit), h) if x in f.region("East of the Seine Line")} - f.region("21st Army Group area")
    return f.nation(unit) == "commonwealth" and bool(away)


def red_north(f: F, unit: int, h: int) -> bool:
    south = american(f, unit) and f.tag(unit, "command") == "6AG"
    return south and either(f, unit, h, "21st Army Group area")


def white_south(f: F, unit: int, h: int) -> bool:
    white = american(f, unit) and f.tag(unit, "command") == "12AG" and not f.s.antwerp and not f.s.offensive
    return white and either(f, unit, h, "6th Army Group area")


def in_monty(f: F, unit: int, h: int) -> bool:
    spot = f.region("Monty's Blind Spot")
    return not f.s.antwerp_held and (h in spot if f.side(unit) == ALLIED else f.at(unit) in spot)


def garrisoned(f: F) -> bool:
    def fit(u: int) -> bool:
        return f.size(u) == "XX" and f.tag(u, "command") == "infantry"

    cities = f.region("Fortress Holland garrison cities")
    return not f.s.holland_open and all(any(fit(u) for u in f.units(h, GERMAN)) for h in cities)


def in_holland(f: F, unit: int, h: int) -> bool:
    if f.side(unit) == GERMAN:
        return f.tag(unit, "command") == "mech" and h in f.region("Fortress Holland")
    return garrisoned(f) and either(f, unit, h, "Fortress Holland")


def crowded_ike(f: F, unit: int, h: int) -> bool:
    """Whether five US and French divisions are in Ike's Blind Spot, and this one comes from outside (10.7.3)."""
    spot = f.region("Ike's Blind Spot")
    if f.s.ike_lifted or not american(f, unit) or f.size(unit) != "XX" or f.at(unit) in spot or h not in spot:
        return False
    inside = {u for x in spot for u in f.units(x, ALLIED) if american(f, u) and f.size(u) == "XX"}
    together = {*f.s.hand, *(bits(f.s.attackers) if f.s.target in spot and f.s.phasing == ALLIED else ())}
    inside |= {u for u in together - {unit} if american(f, u) and f.size(u) == "XX"}
    return len(inside) >= 5


def coast_closed(f: F, unit: int, h: int) -> bool:
    return f.side(unit) == GERMAN and bool(f.s.brittany_turn) and "entry:B" in f.features(h)


LIMITS = (in_exclusion, out_of_21, red_north, white_south, in_monty, in_holland, crowded_ike, coast_closed)


# -- duties (6.6) ---------------------------------------------------------------------------------------


def could(f: F, unit: int, h: int) -> bool:
    """Whether a unit could attack a hex by itself."""
    return unit in ready(f, h) and not spent(f, unit) and not barred(f, unit, h)


def unmet(f: F, hexes: set[int], out: set[int]) -> int:
    """How many of these hexes stay without a unit of their own, tried in every way; ``out`` attack elsewhere."""
    if not hexes:
        return 0
    first, *rest = sorted(hexes)
    best = 1 + unmet(f, set(rest), out)
    for u in ready(f, first):
        if best and u not in out and could(f, u, first):
            best = min(best, unmet(f, set(rest), out | {u}))
    return best


def owed(f: F) -> set[int]:
    return {h for h in bits(f.s.owed) if f.units(h, 1 - f.s.phasing)}


def opened(f: F, units: set[int], target: int) -> set[int]:
    """What an attack by these units obliges to (6.6)."""
    hexes = {f.at(u) for u in units}
    if len(hexes) < 2:
        return set()
    out = set()
    for h in {n for x in hexes for n in f.near(x)} - {target}:
        foes = [u for u in f.units(h, 1 - f.s.phasing) if f.is_combat(u)]
        if foes and not f.has(f.s.struck_hexes, h) and any(zone_of(f, x, h) for x in hexes):
            out.add(h)
    return out


def zone_of(f: F, x: int, h: int) -> bool:
    """Whether the stack in a hex has a zone that reaches another (6.1 to 6.3)."""
    if h not in f.near(x) or not any(f.zoned(u) for u in f.units(x, f.s.phasing)):
        return False
    kind, bridge = f.edge(x, h)
    if (kind in ("major-river", "rhine")) or (kind in ("all-sea", "impassable") and not bridge):
        return False
    return not f.off_map(x) and f.zone(h, f.s.phasing)


def breaks_duty(f: F, units: set[int], target: int) -> bool:
    after = (owed(f) | opened(f, units, target)) - {target}
    return unmet(f, after, units) > unmet(f, owed(f), set())


def needed_elsewhere(f: F, it: int) -> bool:
    units = [u for u in ready(f, it) if could(f, u, it)]
    return all_are(units, lambda u: breaks_duty(f, {u}, it))


def joins_badly(f: F, it: int) -> bool:
    return breaks_duty(f, {*bits(f.s.attackers), it}, f.s.target)


# -- attacks ---------------------------------------------------------------------------------------------

TARGETS: tuple[Claim, ...] = (
    Claim("13.1.C", "there is no enemy unit in {it:hex}", lambda f, it: not f.units(it, 1 - f.me)),
    Claim("13.2.E", "{it:hex} has already been attacked", lambda f, it: f.has(f.s.struck_hexes, it)),
    Claim("7.1.2.G", "{it:hex} is an Entrance Hex", lambda f, it: f.off_map(it)),
    Claim("13.1.C", "none of your units is next to {it:hex}", lambda f, it: not beside(f, it)),
    Claim(
        "13.1.C",
        "prohibited hexsides separate {it:hex} from your units",
        lambda f, it: beside(f, it) and not around(f, it),
    ),
    Claim(
        "13.1.C",
        "no unit next to {it:hex} may attack now",
        lambda f, it: all_are(around(f, it), lambda u: idle(f, u)),
    ),
    Claim(
        "13.2.A",
        "the units next to {it:hex} that may attack have an Attack Strength of 0",
        lambda f, it: all_are([u for u in around(f, it) if not idle(f, u)], lambda u: weak(f, u)),
    ),
    Claim(
        "13.2.B",
        "every unit next to {it:hex} that may attack and has an Attack Strength has already attacked",
        lambda f, it: all_are(ready(f, it), lambda u: spent(f, u)),
    ),
    Claim(
        "13.1.C",
        "no unit next to {it:hex} that has not attacked may attack that hex",
        lambda f, it: all_are([u for u in ready(f, it) if not spent(f, u)], lambda u: barred(f, u, it)),
    ),
    Claim("6.6", "the units that could attack {it:hex} are needed where an attack is owed", needed_elsewhere),
    Claim(
        "6.6",
        "you still have to attack {hexes:hexes}",
        lambda f, hexes: all(h in owed(f) and any(could(f, u, h) for u in ready(f, h)) for h in hexes),
    ),
    Claim("8.6.A", "only the Allied side makes the special assault", lambda f: f.me == GERMAN),
    Claim("14.1.A", "only Cherbourg may be attacked in this segment", lambda f: f.arg != f.hex("0518")),
    Claim("8.6.A", "there is no German unit in {it:hex}", lambda f, it: not f.units(it, GERMAN)),
    Claim(
        "8.6.A",
        "no unit next to {it:hex} may attack it",
        lambda f, it: all(barred(f, u, it) or spent(f, u) for u in ready(f, it)),
    ),
)

UNITS: tuple[Claim, ...] = (
    Claim("13.1.A", "{it:unit} is an enemy unit", lambda f, it: not f.mine(it)),
    Claim("2.2", "{it:unit} is a support unit", lambda f, it: not f.is_combat(it)),
    Claim("13.1.C", "{it:unit} is not on the map", lambda f, it: not f.on_map(it)),
    Claim("13.1.C", "{it:unit} is already in this attack", lambda f, it: f.has(f.s.attackers, it)),
    Claim(
        "13.1.C",
        "{it:unit} is not next to {there:hex}",
        lambda f, it, there: there == f.s.target and not f.beside(f.at(it), there),
    ),
    Claim(
        "13.1.C",
        "a prohibited hexside separates {it:unit} from {there:hex}",
        lambda f, it, there: there == f.s.target and f.beside(f.at(it), there) and closed(f, f.at(it), there),
    ),
    Claim("12.1", "{it:unit} is disrupted and may not attack", lambda f, it: f.marked(it, "disrupted")),
    Claim("7.3.E", "{it:unit} is refitting and may not attack", lambda f, it: f.marked(it, "refitting")),
    Claim("9.2.B", "{it:unit} is grounded and may not attack", lambda f, it: f.marked(it, "grounded")),
    Claim("16.2", "{it:unit} is a Metz garrison and may not attack", lambda f, it: f.type(it) == "garrison"),
    Claim("10.7.8", "{it:unit} is not released yet and may not attack", lambda f, it: unreleased(f, it)),
    Claim("7.1.2.G", "{it:unit} is in an Entrance Hex and may not attack", lambda f, it: outside(f, it)),
    Claim("13.2.B", "{it:unit} has already attacked", lambda f, it: spent(f, it)),
    Claim(
        "13.9.E",
        "{it:unit} has a red Attack Strength and may not attack into a Mountain hex",
        lambda f, it: red(f, it) and mountain(f, f.s.target),
    ),
    Claim(
        "13.2.A",
        "{it:unit} has an Attack Strength of 0, and nobody with more attacks out of its hex",
        lambda f, it: weak(f, it) and all(weak(f, u) or f.at(u) != f.at(it) for u in bits(f.s.attackers)),
    ),
    Claim("6.6", "with {it:unit} in this attack not all of {hexes:hexes} could still be attacked", joins_badly),
    Claim("13.1.C", "no unit takes part yet", lambda f: not f.s.attackers),
)


# -- limits of areas, in the words of moves --------------------------------------------------------------


def west_of_08(f: F, unit: int, there: int) -> bool:
    held = f.nation(unit) == "commonwealth" and not f.s.west_free and not f.s.breakout
    return held and there in f.region("CW barred columns")


def at_home(f: F, unit: int, there: int) -> bool:
    """Whether a unit is in a hex out of which it may not attack."""
    laws = (in_exclusion, out_of_21, red_north, white_south, in_holland)
    return f.at(unit) == there and any(law(f, unit, there) for law in laws)


AREAS: tuple[Claim, ...] = (
    Claim(
        "8.7.B",
        "{unit:unit} is in Monty's Blind Spot, and may not attack out of it yet",
        lambda f, unit: f.side(unit) == GERMAN and in_monty(f, unit, f.at(unit)),
    ),
    Claim("7.1.2.G", "{there:hex} is an Entrance Hex, which nobody attacks", lambda f, there: f.off_map(there)),
    Claim(
        "7.1.2.G",
        "{unit:unit} is in an Entrance Hex, out of which it may not attack",
        lambda f, unit: outside(f, unit),
    ),
    *(
        Claim(rule, "{unit:unit} may not attack out of {there:hex}: {why:word}", at_home)
        for rule in ("10.7.1", "10.7.2", "17.1.A")
    ),
    Claim(
        "10.7.1",
        "{there:hex} is in the Normandy Exclusion Zone, where {unit:unit} may not end its movement",
        lambda f, unit, there: american(f, unit) and there in f.region("Normandy Exclusion Zone"),
    ),
    Claim(
        "10.7.1", "{unit:unit} may not enter {there:hex} yet: the Commonwealth stays east of hexrow 08xx", west_of_08
    ),
    Claim(
        "10.7.2",
        "{there:hex} is not in the area of the 21st Army Group, and {unit:unit} is Commonwealth",
        lambda f, unit, there: out_of_21(f, unit, there),
    ),
    Claim(
        "10.7.2",
        "{there:hex} is in the area of the 21st Army Group, where {unit:unit} may not operate",
        lambda f, unit, there: red_north(f, unit, there),
    ),
    Claim(
        "10.7.2",
        "{there:hex} is in the area of the 6th Army Group, where {unit:unit} may not operate yet",
        lambda f, unit, there: white_south(f, unit, there),
    ),
    Claim(
        "10.7.3",
        "{there:hex} is in Ike's Blind Spot, where as many US and French divisions operate as may",
        lambda f, there: there in f.region("Ike's Blind Spot") and not f.s.ike_lifted,
    ),
    Claim(
        "8.7.B",
        "{there:hex} is in Monty's Blind Spot, and Antwerpen was not Allied at the end of the last turn",
        lambda f, there: there in f.region("Monty's Blind Spot") and not f.s.antwerp_held,
    ),
    Claim(
        "17.1.A",
        "{there:hex} is in Fortress Holland, which the Germans garrison",
        lambda f, there: there in f.region("Fortress Holland") and garrisoned(f),
    ),
    Claim(
        "17.1.C",
        "{there:hex} is in Fortress Holland, where Mechanized units never go",
        lambda f, there: there in f.region("Fortress Holland"),
    ),
    Claim(
        "7.1.2.J",
        "{there:hex} is closed to German units since the Allied exit into Brittany",
        lambda f, there: bool(f.s.brittany_turn) and "entry:B" in f.features(there),
    ),
)

ATTACKS: tuple[Claim, ...] = (*TARGETS, *UNITS, *AREAS)
