"""Claims of Storming the Reich about arrivals, refit, logistics, Strafing and bombing."""

from __future__ import annotations

from tests.kit.facts import Claim

from .facts_plain import ALLIED, COMMONWEALTH, FLAK, GERMAN, MECHANIZED, STAFF
from .facts_plain import ReichFacts as F

# -- who arrives, and where ------------------------------------------------------------------


def new(f: F) -> bool:
    return f.step == "place-reinforcements"


def fresh(f: F, unit: int) -> bool:
    """Whether a unit arrives for the first time."""
    return f.value(unit, "turn") == f.s.turn


def due(f: F, unit: int) -> bool:
    return f.mine(unit) and f.box(unit) == "track" and f.s.due[unit] == f.s.turn and fresh(f, unit) == new(f)


def arrives(f: F, unit: int) -> bool:
    return due(f, unit) or (new(f) and f.mine(unit) and f.box(unit) == "england")


def southern(f: F, unit: int) -> bool:
    return f.tag(unit, "entry") == "A-D"


def edge(f: F) -> set[int]:
    return {h for h in f.region("E entrance") if f.in_play(h)}


def staff_open(f: F, name: str, most: int) -> set[int]:
    """The hex of a German staff that takes a replacement now (7.2.B)."""
    h = f.at(f.unit(name))
    if h < 0 or not f.fed(h, GERMAN) or f.next_to(h, ALLIED):
        return set()
    there = [u for u in f.units(h, GERMAN) if f.marked(u, "arrived") and not fresh(f, u)]
    return {h} if len(there) < most else set()


def german_places(f: F, unit: int) -> set[int]:
    if not fresh(f, unit):
        return edge(f) | staff_open(f, "G-HQ7", 1) | staff_open(f, "G-MODEL", 3)
    code = f.tag(unit, "entry")
    if code == "flak":
        return {h for h in f.land.terrain if flak_open(f, h)}
    return {h for h in f.region(f"{code} entrance") if f.in_play(h)}


def german_town(f: F, h: int) -> bool:
    return h in f.region("Germany") and bool({"town", "city"} & f.features(h))


def flak_line(f: F, h: int) -> bool:
    return f.fed(h, GERMAN) or h in f.region("Ruhr Cities")


def flak_there(f: F, h: int) -> bool:
    return any(f.type(u) in FLAK and f.marked(u, "arrived") for u in f.units(h, GERMAN))


def flak_open(f: F, h: int) -> bool:
    return german_town(f, h) and not f.allied_hex(h) and flak_line(f, h) and not flak_there(f, h)


def nations(f: F, unit: int) -> set[str]:
    found = f.nation(unit)
    return {"us", "commonwealth"} if found == "allied" else {"commonwealth"} if found == "commonwealth" else {"us"}


BEACHES = {"us": ("Utah", "Omaha"), "commonwealth": ("Gold", "Sword/Juno")}
HQS = {"us": "US-HQ1-12", "commonwealth": "CW-HQ21"}
AREAS = {"us": "12th Army Group area", "commonwealth": "21st Army Group area"}


def hq_open(f: F, name: str) -> set[int]:
    h = f.at(f.unit(name))
    return {h} if h >= 0 and not f.next_to(h, GERMAN) and f.fed(h, ALLIED) else set()


def port_open(f: F, h: int) -> bool:
    served = any(f.marked(u, "arrived") for u in f.units(h, ALLIED))
    havre = f.land.label[h] != "1921" or f.allied_hex(f.hex("1520"))
    return f.allied_hex(h) and havre and not f.next_to(h, GERMAN) and not served


def city(f: F, h: int, unit: int) -> bool:
    """A City in the area of the unit's army group, east of the Seine and not in Germany."""
    area = any(h in f.region(AREAS[n]) for n in nations(f, unit))
    return area and "city" in f.features(h) and h not in f.region("Germany")


def antwerp(f: F) -> bool:
    return bool(f.s.antwerp) and f.allied_hex(f.hex("3910"))


def allied_places(f: F, unit: int) -> set[int]:
    if southern(f, unit):
        return f.region("A-D entrance") | (set() if fresh(f, unit) else hq_open(f, "US-HQ6"))
    found = {h for h in f.region("Single-unit ports") if port_open(f, h)}
    for n in nations(f, unit):
        found |= hq_open(f, HQS[n])
        if f.s.turn <= 7:
            found |= {h for name in BEACHES[n] for h in f.region(name)}
    if "us" in nations(f, unit) and cherbourg_open(f):
        found.add(f.hex("0518"))
    if antwerp(f):
        found |= {h for h in f.land.terrain if city(f, h, unit) and f.allied_hex(h)}
        found = {h for h in found if not city(f, h, unit) or h in f.region("Single-unit ports") or city_open(f, h)}
    return {h for h in found if f.in_play(h)}


def cherbourg_open(f: F) -> bool:
    return 0 < f.s.cherbourg <= f.s.turn and f.allied_hex(f.hex("0518"))


def city_open(f: F, h: int) -> bool:
    return not f.next_to(h, GERMAN) and f.fed(h, ALLIED)


def places(f: F, unit: int) -> set[int]:
    found = german_places(f, unit) if f.side(unit) == GERMAN else allied_places(f, unit)
    return {h for h in found if not f.stack(h, 1 - f.side(unit))}


def somewhere(f: F, unit: int) -> bool:
    return any(f.has_room(h, unit) for h in places(f, unit))


def to_england(f: F, unit: int) -> bool:
    return f.side(unit) == ALLIED and f.box(unit) == "track" and not southern(f, unit)


def to_tray(f: F, unit: int) -> bool:
    west = f.game.scenarios[list(f.game.scenarios)[f.s.scenario_index]].words.get("german_supply")
    return f.side(unit) == GERMAN and bool(west) and (not fresh(f, unit) or f.tag(unit, "entry") == "E")


def to_box(f: F, unit: int) -> bool:
    mechanized = f.side(unit) == GERMAN and f.type(unit) in MECHANIZED and f.replaceable(unit) and not fresh(f, unit)
    return mechanized and f.s.turns >= 10 and not f.s.offensive and not f.s.declined


def has_place(f: F, unit: int) -> bool:
    return to_england(f, unit) or to_tray(f, unit) or to_box(f, unit) or somewhere(f, unit)


def selected(f: F, unit: int) -> bool:
    return f.frame[1] == unit


def here(f: F, there: int) -> bool:
    return there == f.arg


def german_held(f: F, there: int) -> bool:
    return here(f, there) and not f.allied_hex(there)


def unfed(f: F, there: int) -> bool:
    return here(f, there) and not f.fed(there, ALLIED)


def staff_shut(f: F, there: int, why: str) -> bool:
    if not here(f, there) or there not in (f.at(f.unit("G-HQ7")), f.at(f.unit("G-MODEL"))):
        return False
    if why == "it has no Supply Line to the East edge":
        return not f.fed(there, GERMAN)
    if why == "an Allied unit is adjacent":
        return f.next_to(there, ALLIED)
    counted = [u for u in f.units(there, GERMAN) if f.marked(u, "arrived") and not fresh(f, u)]
    return why == "the number of this turn has arrived there" and len(counted) >= 1


def no_place(f: F, unit: int, there: int) -> bool:
    return selected(f, unit) and here(f, there) and there not in places(f, unit)


def no_headquarters(f: F, there: int) -> bool:
    return here(f, there) and any(f.at(f.unit(name)) == there for name in (*HQS.values(), "US-HQ6"))


def selection(rule: str) -> tuple[Claim, ...]:
    return (Claim(rule, "select a unit first", lambda f: f.frame[1] < 0),)


def headquarters(rule: str) -> tuple[Claim, ...]:
    return (
        Claim(
            rule,
            "a German unit is adjacent to the headquarters in {there:hex}",
            lambda f, there: no_headquarters(f, there) and f.next_to(there, GERMAN),
        ),
        Claim(
            rule,
            "the headquarters in {there:hex} cannot trace supply",
            lambda f, there: no_headquarters(f, there) and not f.fed(there, ALLIED),
        ),
    )


def cities(rule: str) -> tuple[Claim, ...]:
    return (
        Claim(
            rule,
            "Antwerpen is not Operational, so nobody arrives in {there:hex}",
            lambda f, there: here(f, there) and not f.s.antwerp,
        ),
        Claim(
            rule, "{there:hex} is not Allied-controlled", lambda f, there: here(f, there) and not f.allied_hex(there)
        ),
        Claim(
            rule,
            "a German unit is adjacent to {there:hex}",
            lambda f, there: here(f, there) and f.next_to(there, GERMAN),
        ),
        Claim(
            rule, "no Supply Line leads to {there:hex}", lambda f, there: here(f, there) and not f.fed(there, ALLIED)
        ),
        Claim(rule, "Antwerpen is not Allied-controlled", lambda f: not f.allied_hex(f.hex("3910"))),
    )


def enemy(rule: str) -> Claim:
    return Claim(
        rule, "an enemy unit is in {there:hex}", lambda f, there: here(f, there) and f.stack(there, 1 - f.frame[0])
    )


def left(f: F, units: list[int]) -> bool:
    return set(units) == {u for u in range(len(f.s.at)) if due(f, u) and has_place(f, u)}


def nobody_left(f: F) -> bool:
    landed = {"airborne", "air-landing"}
    every = range(len(f.s.at))
    waiting = [u for u in every if arrives(f, u) and not due(f, u) and f.type(u) not in landed]
    return not any(due(f, u) and has_place(f, u) for u in every) and not any(somewhere(f, u) for u in waiting)


ARRIVALS: tuple[Claim, ...] = (
    Claim("7.1", "{it:unit} does not arrive in this segment", lambda f, it: not arrives(f, it)),
    Claim("7.1.1", "{unit:unit} has to be placed first", selected),
    Claim(
        "7.1.1",
        "no hex where {it:unit} could arrive is open and has room",
        lambda f, it: not has_place(f, it),
    ),
    *(claim for rule in ("7.1.1", "7.1.3", "3.3.D", "4.1") for claim in selection(rule)),
    enemy("7.1.3"),
    enemy("7.1.4"),
    Claim("7.1.2", "{there:hex} is not in play", lambda f, there: here(f, there) and not f.in_play(there)),
    Claim("7.2.B", "{there:hex} takes no more replacements now: {why:word}", staff_shut),
    Claim(
        "7.2.B",
        "{unit:unit} is a replacement and arrives in an E hex or with the 7th Army HQ or Model",
        lambda f, unit: selected(f, unit) and not fresh(f, unit) and f.arg not in german_places(f, unit),
    ),
    Claim(
        "7.1.4",
        "{unit:unit} arrives in a hex of the code {code:word}, and {there:hex} is not one",
        lambda f, unit, code, there: (
            selected(f, unit)
            and here(f, there)
            and f.tag(unit, "entry") == code
            and f"entry:{code}" not in f.features(there)
        ),
    ),
    Claim(
        "7.1.5",
        "{there:hex} is not a Town or City in Germany",
        lambda f, there: here(f, there) and not german_town(f, there),
    ),
    Claim("7.1.5", "{there:hex} is not German-controlled", lambda f, there: here(f, there) and f.allied_hex(there)),
    Claim("7.1.5", "no Supply Line leads to {there:hex}", lambda f, there: here(f, there) and not flak_line(f, there)),
    Claim("7.1.5", "a Flak unit has arrived in {there:hex} already", lambda f, there: flak_there(f, there)),
    Claim(
        "7.1.3",
        "{unit:unit} is an A-D unit, and {there:hex} is not an A-D hex",
        lambda f, unit, there: southern(f, unit) and here(f, there) and there not in f.region("A-D entrance"),
    ),
    Claim("7.1.3.A", "the Beaches serve through Turn {n:n} only", lambda f, n: n == 7 and f.s.turn > n),
    Claim("7.1.3.B", "Cherbourg is not Allied-controlled and Operational", lambda f: not cherbourg_open(f)),
    *headquarters("7.1.3.C"),
    *headquarters("7.1.3.D"),
    *headquarters("7.2.A"),
    Claim("7.1.3", "{unit:unit} does not arrive with the headquarters in {there:hex}", no_place),
    Claim(
        "7.1.3.E", "{there:hex} is not Allied-controlled", lambda f, there: here(f, there) and not f.allied_hex(there)
    ),
    Claim(
        "7.1.3.E",
        "{there:hex} needs Le Havre, which is not Allied-controlled",
        lambda f, there: f.land.label[there] == "1921" and not f.allied_hex(f.hex("1520")),
    ),
    Claim("7.1.3.E", "a German unit is adjacent to {there:hex}", lambda f, there: f.next_to(there, GERMAN)),
    Claim(
        "7.1.3.E",
        "a unit has arrived in {there:hex} this turn already",
        lambda f, there: here(f, there) and any(f.marked(u, "arrived") for u in f.units(there, ALLIED)),
    ),
    *cities("7.1.3.F"),
    *cities("7.1.3.G"),
    Claim("7.1.3", "{unit:unit} has no place to arrive in {there:hex}", no_place),
    Claim(
        "5.1",
        "{there:hex} would hold more units than may stack there",
        lambda f, there: f.too_many([*f.stack(there, f.frame[0]), f.frame[1]]),
    ),
    Claim(
        "5.1",
        "Commonwealth and US or French units would be together in {there:hex}",
        lambda f, there: f.clash([*f.stack(there, f.frame[0]), f.frame[1]]),
    ),
    Claim("7.1.3", "{unit:unit} is German", lambda f, unit: selected(f, unit) and f.side(unit) == GERMAN),
    Claim("7.1.3", "{unit:unit} is an A-D unit", lambda f, unit: selected(f, unit) and southern(f, unit)),
    Claim("7.1.3", "{unit:unit} is in England", lambda f, unit: selected(f, unit) and f.box(unit) == "england"),
    Claim("3.3.D", "{unit:unit} does not wait off the map", lambda f, unit: selected(f, unit) and not to_tray(f, unit)),
    Claim(
        "7.2.2.A",
        "only Mechanized replacements go into the Watch on the Rhine Box, and only while it is open",
        lambda f: not to_box(f, f.frame[1]),
    ),
    Claim("7.1.1", "no unit is left that the program would place", nobody_left),
    Claim("7.1", "{units:units} must be placed: arrival may not be delayed", left),
)

# -- refit -----------------------------------------------------------------------------------

SERVED = ("german", "commonwealth", "us")


def served(f: F, unit: int) -> bool:
    armor = {"panzer", "panzergrenadier"} if f.frame[0] == 0 else {"armored"}
    two = f.value(unit, "steps") == 2 and f.replaceable(unit)
    return two and f.type(unit) in armor and f.nation(unit) == SERVED[f.frame[0]]


def refit_supply(f: F, unit: int) -> bool:
    h, side = f.at(unit), f.side(unit)
    return f.fed(h, side) or (side == GERMAN and h in f.region("Ruhr Cities"))


def free_markers(f: F, n: int) -> bool:
    return n == (f.s.refit_german, f.s.refit_cw, f.s.refit_us)[f.frame[0]] <= f.s.chosen.bit_count()


REFIT: tuple[Claim, ...] = (
    Claim(
        "7.3.A", "{it:unit} is not replaceable two-step armor that this marker serves", lambda f, it: not served(f, it)
    ),
    Claim(
        "7.3.A",
        "{it:unit} is not reduced, not on the map, or refitting already",
        lambda f, it: not f.marked(it, "reduced") or not f.on_map(it) or f.marked(it, "refitting"),
    ),
    Claim("7.3.D", "{it:unit} is not in supply", lambda f, it: not refit_supply(f, it)),
    Claim("7.3.D", "{it:unit} is adjacent to an enemy unit", lambda f, it: f.next_to(f.at(it), 1 - f.side(it))),
    Claim("7.3.C", "{it:unit} is chosen already", lambda f, it: f.has(f.s.chosen, it)),
    Claim("7.3.B", "no more than {n:n} markers are free", free_markers),
    Claim("7.3.C", "{it:unit} is not chosen", lambda f, it: not f.has(f.s.chosen, it)),
    Claim("7.3.C", "enough units are chosen", lambda f: f.s.chosen.bit_count() > 0),
)

# -- logistics -------------------------------------------------------------------------------


def of_nation(f: F, unit: int) -> bool:
    return f.nation(unit) == ("us" if f.frame[0] in (0, 2, 5) else "commonwealth")


def division(f: F, unit: int) -> bool:
    return f.on_map(unit) and f.size(unit) == "XX"


def in_army6(f: F, unit: int) -> bool:
    return f.at(unit) in f.region("6th Army Group area")


def lacking(f: F, n: int) -> bool:
    return n > 0 and f.s.chosen.bit_count() < 3


def nation(rule: str) -> tuple[Claim, ...]:
    return tuple(
        Claim(rule, f"{{it:unit}} is not a {word} unit", lambda f, it: not of_nation(f, it))
        for word in ("US", "Commonwealth")
    )


def ending(rule: str) -> tuple[Claim, ...]:
    return (
        Claim(rule, "{it:unit} is chosen already", lambda f, it: f.has(f.s.chosen, it)),
        Claim(rule, "no more than {n:n} may be chosen", lambda f, n: f.s.chosen.bit_count() == n),
        Claim(rule, "{it:unit} is not chosen", lambda f, it: not f.has(f.s.chosen, it)),
        Claim(rule, "the program would choose no more units", lambda f: f.s.chosen.bit_count() > 0),
        Claim(rule, "{n:n} more must be chosen", lacking),
    )


LOGISTICS: tuple[Claim, ...] = (
    *nation("9.2.A"),
    *nation("9.2.D"),
    Claim("9.2.E", "{it:unit} is not a Commonwealth unit", lambda f, it: f.nation(it) != "commonwealth"),
    Claim("9.2.E", "{it:unit} is not Grounded", lambda f, it: not f.marked(it, "grounded")),
    Claim("9.2.A", "{it:unit} is not a division on the map", lambda f, it: not division(f, it)),
    Claim(
        "9.2.A",
        "{it:unit} is not west of the Seine Line",
        lambda f, it: f.at(it) not in f.region("West of the Seine Line"),
    ),
    Claim("9.2.A", "{it:unit} cannot trace supply", lambda f, it: not f.fed(f.at(it), ALLIED)),
    Claim("9.2.A", "{it:unit} is adjacent to a German unit", lambda f, it: f.next_to(f.at(it), GERMAN)),
    Claim("9.2.A", "{it:unit} is in the US 6th Army Group", lambda f, it: in_army6(f, it)),
    Claim("9.3.E", "{it:unit} is in the US 6th Army Group", lambda f, it: in_army6(f, it)),
    Claim(
        "9.2.D",
        "{it:unit} is not a division or brigade on the map",
        lambda f, it: not f.on_map(it) or f.size(it) not in ("XX", "X"),
    ),
    Claim("9.2.D", "{it:unit} is Grounded", lambda f, it: f.marked(it, "grounded")),
    Claim("9.3.B", "{it:unit} is Grounded", lambda f, it: f.marked(it, "grounded")),
    Claim(
        "9.3.B",
        "{it:unit} is not an Allied combat unit on the map other than a Leader or HQ",
        lambda f, it: f.side(it) == GERMAN or not f.on_map(it) or f.type(it) in STAFF,
    ),
    Claim("9.3.B", "{it:unit} is on its Dropped side", lambda f, it: f.marked(it, "dropped")),
    Claim("9.3.F", "{it:unit} has Priority Supply", lambda f, it: f.marked(it, "priority")),
    *(claim for rule in ("9.2.A", "9.2.D", "9.2.E", "9.3.B") for claim in ending(rule)),
)

# -- Strafing and bombing --------------------------------------------------------------------


def with_flak(f: F, unit: int) -> bool:
    return any(f.type(u) in FLAK for u in f.units(f.at(unit), GERMAN))


def bombable(f: F, h: int, bomber: int) -> bool:
    """Whether units of a bomber's nation are adjacent to a hex."""
    nations_ = {"us"} if bomber == 0 else COMMONWEALTH
    return any(f.tag(u, "nation") in nations_ for n in f.near(h) for u in f.units(n, ALLIED))


def spent(f: F, h: int) -> bool:
    return all(f.has(f.s.bombers_spent, bomber) for bomber in (0, 1) if bombable(f, h, bomber))


AIR: tuple[Claim, ...] = (
    Claim("17.5.2", "{it:unit} is not a German unit", lambda f, it: f.side(it) != GERMAN),
    Claim("17.5.2", "{it:unit} is not on the map", lambda f, it: not f.on_map(it)),
    Claim("17.5.2.B", "{it:unit} is strafed already", lambda f, it: f.marked(it, "strafed")),
    Claim(
        "17.5.2",
        "{it:unit} is in a Fort",
        lambda f, it: "fort" in f.features(f.at(it)) and not f.has(f.s.razed, f.at(it)),
    ),
    Claim("17.5.2", "{it:unit} is in an Entrance Hex", lambda f, it: f.off_map(f.at(it))),
    Claim("17.5.2", "{it:unit} is in a hex with a Flak unit", lambda f, it: with_flak(f, it)),
    Claim("17.5.2", "{it:unit} is in a Forest", lambda f, it: f.land.terrain[f.at(it)] == "forest"),
    Claim("11.0", "no German unit is in {it:hex}", lambda f, it: not f.stack(it, GERMAN)),
    Claim(
        "11.0",
        "{it:hex} is not adjacent to a US or Commonwealth unit",
        lambda f, it: not bombable(f, it, 0) and not bombable(f, it, 1),
    ),
    Claim("11.0", "the bomber of the Allied units adjacent to {it:hex} has been used", lambda f, it: spent(f, it)),
    Claim("11.0", "{it:unit} is not a Carpet Bomber", lambda f, it: f.type(it) != "bomber"),
    Claim(
        "11.1.B",
        "{it:unit} is not a German unit in the bombed hex",
        lambda f, it: it not in f.stack(f.frame[0], GERMAN),
    ),
    Claim("11.1.B", "{it:unit} is a Flak unit, which bombs never affect", lambda f, it: f.type(it) in FLAK),
)
