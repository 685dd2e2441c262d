"""Claims of Storming the Reich about set-up, the counteroffensive, the withdrawal and Airborne Operations."""

from __future__ import annotations

from grognard import Action
from tests.kit.facts import Claim

from .facts_movement import barred
from .facts_plain import ALLIED, GERMAN, LANDED, MECHANIZED
from .facts_plain import ReichFacts as F

#: The lists of units of the Final Battles set-up, by number.
FRONT, GARRISONS, BATTERED, NORTHERN, SOUTHERN, REST, RESERVE = range(7)
COUNTS = {GARRISONS: 3, BATTERED: 1, NORTHERN: 2, SOUTHERN: 2}


def division(f: F, unit: int) -> bool:
    return f.size(unit) == "XX" and f.is_combat(unit)


def chosen(f: F, it: int) -> bool:
    return f.has(f.s.chosen, it)


def american(f: F, unit: int) -> bool:
    return f.nation(unit) in ("us", "french")


# -- set-up --------------------------------------------------------------------------------------


def group(f: F, unit: int, name: str) -> bool:
    """Whether a unit is in one of the groups of 3.4.A."""
    kind, nation = f.type(unit), f.nation(unit)
    printed = (f.value(unit, "attack"), f.value(unit, "defense"))
    if not division(f, unit):
        return False
    if name.startswith(("Commonwealth", "U.S.")):
        words = name.split()
        mine = nation == "commonwealth" if words[0] == "Commonwealth" else nation == "us"
        if name == "U.S. and French divisions":
            return american(f, unit)
        return mine and (len(words) == 2 or kind == words[1])
    if name == "parachute divisions":
        return kind == "parachute" and f.value(unit, "steps") == 2
    if name == "1-2-4 divisions":
        return kind == "coastal" and printed == (1, 2)
    a, d = map(int, name.split()[0].split("-"))
    return nation == "german" and kind == "infantry" and printed == (a, d)


def open_choice(f: F, unit: int, name: str) -> bool:
    free = f.box(unit) == "aside" and not f.marked(unit, "reduced", "kept")
    return free and group(f, unit, name)


def member(f: F, unit: int) -> bool:
    """Whether a unit belongs to the current list of the set-up, placed or not."""
    part = f.frame[0]
    side = ALLIED if part in (FRONT, RESERVE) else GERMAN
    if f.side(unit) != side or not f.is_combat(unit) or not (f.box(unit) == "aside" or chosen(f, unit)):
        return False
    if part in (FRONT, RESERVE):
        return f.marked(unit, "kept") == (part == RESERVE)
    if part == GARRISONS:
        return division(f, unit) and f.type(unit) not in MECHANIZED
    if part == BATTERED:
        return unit == f.unit("G-21PZ")
    return part == REST or (division(f, unit) and f.type(unit) in MECHANIZED)


def open_front(f: F) -> set[int]:
    """Front hexes without a unit or a zone, terrain ignored (3.4.A.6, 3.4.A.9)."""
    side = ALLIED if f.frame[0] == FRONT else GERMAN
    front = f.region("Allied Front Line hexes" if side == ALLIED else "German Front Line hexes")
    return {
        h for h in front if not f.units(h, side) and not any(f.zoned(u) for n in f.near(h) for u in f.units(n, side))
    }


def front_part(f: F, h: int, area: str) -> bool:
    return h in f.region("German Front Line hexes") and h in f.region(area)


def fits_command(f: F, unit: int, h: int) -> bool:
    if f.nation(unit) == "commonwealth":
        return h in f.region("North of row 14")
    if f.tag(unit, "command") == "6AG":
        return h in f.region("6th Army Group area")
    south = h in f.region("21st Army Group area") or h in f.region("12th Army Group area")
    return south and h not in f.region("North of row 14")


def together(f: F, it: int, unit: int) -> list[int]:
    """The units that would be in a hex with the selected one, or with the stack that leaves a drop hex together."""
    moving = [unit] if unit >= 0 else f.units(f.s.landing[0], GERMAN)
    return [*f.stack(it, f.side(moving[0])), *moving]


def full(f: F, it: int, unit: int) -> bool:
    return f.too_many(together(f, it, unit))


def mixed(f: F, it: int, unit: int) -> bool:
    return f.clash(together(f, it, unit))


def stacking(rule: str) -> tuple[Claim, ...]:
    """Claims about stacking of the selected unit, the last argument of the frame."""
    return (
        Claim(rule, "{it:hex} would hold more units than may stack there", lambda f, it: full(f, it, f.frame[-1])),
        Claim(
            rule,
            "Commonwealth and US or French units would be together in {it:hex}",
            lambda f, it: mixed(f, it, f.frame[-1]),
        ),
    )


def first(rule: str, *sentences: str) -> tuple[Claim, ...]:
    """Claims that a unit is selected, or that none is."""
    return tuple(
        Claim(rule, text, (lambda f, unit: f.frame[-1] == unit) if "{unit" in text else (lambda f: f.frame[-1] < 0))
        for text in sentences
    )


def waiting_names(f: F, units: list[int]) -> bool:
    return bool(units) and all(member(f, u) and not chosen(f, u) for u in units)


def deployment(rule: str) -> tuple[Claim, ...]:
    return (
        *first(rule, "place {unit:unit} first", "first choose a unit to place"),
        Claim(rule, "{it:unit} is placed already", chosen),
        Claim(rule, "{it:unit} is not a{word:word}", lambda f, it: not member(f, it)),
        Claim(rule, "{it:unit} is not the division for the German Front Line", lambda f, it: not member(f, it)),
        Claim(rule, "{n:n} units are placed already", lambda f, n: f.s.chosen.bit_count() == n == COUNTS[f.frame[0]]),
        Claim(rule, "{it:unit} was not placed in this step", lambda f, it: not chosen(f, it)),
        Claim(
            rule,
            "all units have been placed",
            lambda f: (
                all(not member(f, u) or chosen(f, u) for u in range(len(f.s.at)))
                or f.s.chosen.bit_count() == COUNTS.get(f.frame[0])
            ),
        ),
        Claim(rule, "these units still have to be placed: {n:n} of {m:n}", still),
        Claim(rule, "these units still have to be placed: {units:units}", waiting_names),
        Claim(rule, "neither a unit nor a zone covers {hexes:hexes}", lambda f, hexes: set(hexes) == open_front(f)),
        Claim(rule, "{unit:unit} has to be placed {word:word}; {it:hex} is not there", wrong_command),
        *stacking(rule),
    )


def still(f: F, n: int, m: int) -> bool:
    return m == COUNTS[f.frame[0]] and n == m - f.s.chosen.bit_count()


def wrong_command(f: F, unit: int, it: int) -> bool:
    return f.frame[-1] == unit and not fits_command(f, unit, it)


def crowded(f: F) -> bool:
    there = [u for u in f.army(ALLIED) if division(f, u) and american(f, u) and f.at(u) in f.region("Ike's Blind Spot")]
    return len(there) >= 5


def outside(rule: str, sentence: str, name: str) -> Claim:
    """A claim that a hex is not in a region."""
    return Claim(rule, sentence, lambda f, it: it not in f.region(name))


SETUP: tuple[Claim, ...] = (
    Claim(
        "3.2.E.2", "{it:hex} is not an E hex, where {unit:unit} starts", lambda f, it: it not in f.region("E entrance")
    ),
    Claim(
        "3.4.A",
        "{it:unit} is not among the {word:word} to choose from",
        lambda f, it, word: not open_choice(f, it, word),
    ),
    Claim("3.4.A", "{it:unit} is chosen already", chosen),
    Claim("3.4.A", "{it:unit} is not chosen", lambda f, it: not chosen(f, it)),
    Claim("3.4.A", "{n:n} units are chosen already", lambda f, n: f.s.chosen.bit_count() == n),
    Claim("3.4.A", "enough units are chosen", lambda f: f.s.chosen),
    Claim("3.4.A", "{n:n} more must be chosen", lambda f, n: n > 0),
    *(claim for n in (6, 9, 10) for claim in deployment(f"3.4.A.{n}")),
    *stacking("3.4.A"),
    Claim(
        "3.4.A.6",
        "{it:hex} is not on the Allied Front Line",
        lambda f, it: it not in f.region("Allied Front Line hexes"),
    ),
    Claim(
        "3.4.A.9",
        "{it:hex} is not a city of Fortress Holland that still needs its garrison",
        lambda f, it: it not in f.region("Fortress Holland garrison cities") or f.units(it, GERMAN),
    ),
    Claim(
        "3.4.A.9",
        "{it:hex} is not on the German Front Line",
        lambda f, it: it not in f.region("German Front Line hexes"),
    ),
    *(
        Claim(
            "3.4.A.9",
            f"{{it:hex}} is not on the German Front Line in the area of the {army}",
            lambda f, it, area=f"{army} area": not front_part(f, it, area),
        )
        for army in ("21st Army Group", "6th Army Group")
    ),
    Claim(
        "3.4.A.9",
        "{it:hex} is not beyond the Allied Front Line outside Fortress Holland",
        lambda f, it: (
            not f.in_play(it)
            or f.allied_hex(it)
            or it in f.region("Fortress Holland")
            or f.off_map(it)
            or f.land.terrain[it] == "sea"
        ),
    ),
    Claim(
        "3.4.A.9",
        "{it:hex} is not the hex of the other division of the pair",
        lambda f, it: f.frame[0] == NORTHERN and not any(chosen(f, u) for u in f.units(it)),
    ),
    Claim(
        "3.4.A.10",
        "{it:hex} is not an Allied hex of the map",
        lambda f, it: not f.in_play(it) or not f.allied_hex(it) or f.off_map(it) or f.land.terrain[it] == "sea",
    ),
    Claim("10.7.3", "Ike's Blind Spot holds five US and French divisions already", crowded),
)

# -- the counteroffensive --------------------------------------------------------------------------


def boxed(f: F, unit: int) -> bool:
    return f.box(unit) == "watch"


def restless(f: F, it: int) -> bool:
    """Whether a unit of the Box may not join the front in a hex (17.7.3.B)."""
    if not f.next_to(it, ALLIED):
        return False
    if not any(f.type(u) not in MECHANIZED and f.is_combat(u) for u in f.units(it, GERMAN)):
        return True
    hexes = [n for n in f.near(it) if passable(f, n, it) and not f.stack(n, ALLIED) and not f.off_map(n)]
    return all(f.zone(n, ALLIED) for n in hexes) if f.zone(it, ALLIED) else not hexes


def passable(f: F, a: int, b: int) -> bool:
    kind, bridge = f.edge(a, b)
    sea = "sea" in (f.land.terrain.get(a, "sea"), f.land.terrain.get(b, "sea"))
    return not sea and (kind not in ("all-sea", "impassable") or bridge)


def no_place(f: F, it: int) -> bool:
    return boxed(f, it) and not any(may_leave_to(f, it, h) for h in f.land.terrain)


def may_leave_to(f: F, unit: int, h: int) -> bool:
    if f.frame[0]:
        return h in f.region("E entrance") and not f.stack(h, ALLIED) and f.has_room(h, unit)
    inside = h in f.region("Germany") and not f.off_map(h) and not f.stack(h, ALLIED) and f.in_play(h)
    return inside and not restless(f, h) and f.has_room(h, unit) and f.fed(h, GERMAN)


def shaef(f: F) -> int:
    return f.at(f.unit("AL-SHAEF"))


def paratroops(f: F) -> list[int]:
    return (
        [u for u in f.units(shaef(f), ALLIED) if f.type(u) == "airborne" and f.nation(u) == "us"]
        if shaef(f) >= 0
        else []
    )


OFFENSIVE: tuple[Claim, ...] = (
    *first("17.7.3.B", "place {unit:unit} first", "first choose a unit to place"),
    Claim("17.7.2.B", "{it:unit} is not in the Watch on the Rhine Box", lambda f, it: not boxed(f, it)),
    Claim("17.7.3.B", "there is no legal hex for {it:unit}", no_place),
    Claim("17.7.3.B", "no unit of the Box can be placed any more", lambda f: True),
    Claim("17.7.3.B", "every unit of the Box has to be placed", lambda f: any(boxed(f, u) for u in range(len(f.s.at)))),
    Claim("17.7.3.B", "{it:hex} is not in Germany", lambda f, it: it not in f.region("Germany") or f.off_map(it)),
    Claim(
        "17.7.1.B",
        "{it:hex} is not an Entrance Hex on the East Map edge",
        lambda f, it: it not in f.region("E entrance"),
    ),
    Claim("17.7.3.B", "Allied units are in {it:hex}", lambda f, it: f.stack(it, ALLIED)),
    Claim(
        "17.7.3.B",
        "no normal Supply Line leads from {it:hex} to the East Map edge",
        lambda f, it: not f.fed(it, GERMAN),
    ),
    Claim(
        "17.7.3.B",
        "{it:hex} is adjacent to Allied units, without Infantry to join there or surrounded",
        restless,
    ),
    *stacking("17.7.3.B"),
    Claim("17.7.3.D", "no Allied unit is in {it:hex}", lambda f, it: not f.stack(it, ALLIED)),
    *first("17.7.5.B", "place {unit:unit} first", "first choose a division"),
    Claim("17.7.5.B", "{it:unit} has moved already", chosen),
    Claim("17.7.5.B", "{it:unit} is not a US Airborne division with SHAEF", lambda f, it: it not in paratroops(f)),
    Claim("17.7.5.B", "{it:unit} is out of supply", lambda f, it: f.marked(it, "oos")),
    Claim("9.2.B", "{it:unit} is Grounded and may not move", lambda f, it: f.marked(it, "grounded")),
    Claim("9.2.B", "{it:unit} is Grounded and stays where it is", lambda f, it: f.marked(it, "grounded")),
    Claim("17.7.5.B", "there are no hexes for {it:unit} and another division", lambda f, it: it in paratroops(f)),
    Claim(
        "17.7.5.B",
        "{it:hex} is neither a Town nor a City",
        lambda f, it: not {"town", "city"} & f.features(it),
    ),
    Claim("17.7.5.B", "{it:hex} is not under Allied control", lambda f, it: not f.allied_hex(it) or not f.in_play(it)),
    Claim(
        "17.7.5.B",
        "{it:hex} already has one of the divisions that react",
        lambda f, it: any(chosen(f, u) or u in paratroops(f) for u in f.units(it)) or it == shaef(f),
    ),
    Claim(
        "17.7.5.B",
        "a German unit is adjacent to {it:hex}",
        lambda f, it: f.next_to(it, GERMAN) or f.stack(it, GERMAN),
    ),
    Claim("17.7.5.B", "{it:hex} is out of supply", lambda f, it: not f.fed(it, ALLIED)),
    *stacking("17.7.5.B"),
    Claim("17.7.5.B", "the other division would find no hex besides {it:hex}", lambda f, it: not f.s.chosen),
    Claim("17.7.5.B", "both divisions move at the same time", lambda f: f.frame[-1] >= 0 or f.s.chosen),
    Claim("17.7.5.B", "this is the last moment to react", lambda f: f.s.shaef_later),
)

# -- the withdrawal ------------------------------------------------------------------------------


def fit(f: F, unit: int) -> bool:
    return f.replaceable(unit) and division(f, unit) and f.type(unit) in MECHANIZED and f.side(unit) == GERMAN


WITHDRAWAL: tuple[Claim, ...] = (
    Claim("17.8.A", "{it:unit} is not a replaceable Mechanized division", lambda f, it: not fit(f, it)),
    Claim(
        "17.8.A",
        "{it:unit} is not among the divisions that go first: {units:units}",
        lambda f, it, units: fit(f, it) and it not in units and all(fit(f, u) for u in units),
    ),
    Claim(
        "17.8.A",
        "{it:unit} has no normal Supply Line to the East Map edge",
        lambda f, it: f.on_map(it) and not f.fed(f.at(it), GERMAN),
    ),
    Claim(
        "17.8.A",
        "{it:unit} is neither on the map nor in the Box nor on the turn track",
        lambda f, it: f.box(it) not in ("", "watch", "track"),
    ),
    Claim("17.8.A", "{it:unit} is chosen already", chosen),
    Claim("17.8.A", "{it:unit} is not chosen", lambda f, it: not chosen(f, it)),
    Claim("17.8.A", "{n:n} divisions are chosen already", lambda f, n: f.s.chosen.bit_count() == n),
    Claim("17.8.A", "enough divisions are chosen", lambda f: f.s.chosen),
    Claim("17.8.A", "{n:n} more must be chosen", lambda f, n: n > 0),
)

# -- Airborne Operations ---------------------------------------------------------------------------


def lands(f: F, unit: int) -> bool:
    return f.type(unit) in LANDED


def in_reach(f: F, h: int) -> bool:
    """Whether a supplied Allied division is within eight hexes (17.9.3.E)."""
    fit_ = [u for u in f.army(ALLIED) if division(f, u) and not f.marked(u, "oos")]
    return any(f.distance(f.at(u), h) <= 8 for u in fit_)


def no_clear(f: F, it: int) -> bool:
    return f.land.terrain[it] != "clear" or "city" in f.features(it) or bool(f.stack(it, GERMAN))


def enough(f: F, it: int) -> bool:
    divisions = sum(division(f, u) for u in f.s.dropping)
    return divisions >= 3 if division(f, it) else len(f.s.dropping) > divisions


def is_lonely(f: F, hexes: list[int]) -> bool:
    named = list(f.s.landing)
    return all(h in named and all(f.distance(h, n) > 2 for n in named if n != h) for h in hexes)


def on_port(f: F, unit: int) -> bool:
    h = f.at(unit)
    cherbourg, antwerp = f.hex("0518"), f.hex("3910")
    if h == cherbourg:
        return 0 < f.s.cherbourg <= f.s.turn and f.allied_hex(h)
    return h in f.region("Beaches") or (h == antwerp and f.s.antwerp and f.allied_hex(h))


def no_drop(f: F, it: int) -> bool:
    unit = f.frame[-1]
    excluded = american(f, unit) and it in f.region("Normandy Exclusion Zone")
    return excluded or barred(f, unit, it)


def cut_off_after(f: F, it: int) -> bool:
    """Whether a hex has no line once the Germans have left the drop hex and the Allied unit is there."""
    after, there = f.s.copy(), f.s.landing[0]
    for unit in f.stack(there, GERMAN):
        after.at[unit] = -1
    after.at[after.dropping[0]] = there
    return not type(f)(f.game, after, Action(f.verb, f.arg)).fed(it, GERMAN)


AIRBORNE: tuple[Claim, ...] = (
    Claim("17.9.3", "first name the hex of {unit:unit}", lambda f, unit: f.frame[-1] == unit),
    Claim("17.9.3", "first choose a unit", lambda f: f.frame[-1] < 0),
    Claim("17.9", "{it:unit} does not land by air", lambda f, it: not lands(f, it)),
    Claim("17.9.2", "{it:unit} was not in England when the phase began", lambda f, it: not f.marked(it, "boxed")),
    Claim("17.9.3", "{it:unit} has a drop hex already", lambda f, it: it in f.s.dropping),
    Claim("17.9.3", "{it:unit} has no drop hex", lambda f, it: it not in f.s.dropping),
    Claim("17.9.3.C", "at most three divisions and one brigade take part", lambda f: enough(f, f.arg)),
    Claim("17.9.3.E", "there is no legal drop hex for {it:unit} and another unit", lambda f, it: f.marked(it, "boxed")),
    Claim("17.9.3.E", "{it:hex} is not in play in this scenario", lambda f, it: not f.in_play(it)),
    Claim("17.9.3.E", "{it:hex} is sea", lambda f, it: f.land.terrain[it] == "sea"),
    Claim("17.9.3.E", "{it:hex} is a Roer Dam hex", lambda f, it: it in f.region("Roer Dams")),
    Claim("17.9.3.E", "{it:hex} is in Fortress Holland", lambda f, it: it in f.region("Fortress Holland")),
    Claim("17.9.3.E", "{it:hex} is a Ruhr City hex", lambda f, it: it in f.region("Ruhr Cities")),
    Claim(
        "17.9.3.E",
        "{it:hex} is an Entrance or Exit Hex",
        lambda f, it: any(word.startswith("entry:") for word in f.features(it)),
    ),
    Claim(
        "17.9.3.E",
        "the Fort in {it:hex} stands",
        lambda f, it: "fort" in f.features(it) and not f.has(f.s.razed, it),
    ),
    Claim("17.9.3.E", "{it:hex} is a Mountain hex", lambda f, it: f.land.terrain[it] == "mountain"),
    Claim("17.9.3.E", "no supplied Allied division is within 8 hexes of {it:hex}", lambda f, it: not in_reach(f, it)),
    Claim(
        "17.9.3.E",
        "{unit:unit} may only drop into Clear hexes without enemies",
        lambda f, unit: f.type(unit) == "air-landing" and no_clear(f, f.arg),
    ),
    Claim("17.9.3.E", "another unit drops in {it:hex}", lambda f, it: it in f.s.landing),
    *(
        Claim(rule, "no drop: {word:word}", lambda f: no_drop(f, f.arg))
        for rule in ("3.3", "10.7.1", "10.7.2", "10.7.3", "8.7.B", "17.1.A")
    ),
    *stacking("17.9.3.E"),
    Claim(
        "17.9.3.E",
        "with a drop in {it:hex}, some drop hex would have no other one within 2 hexes",
        lambda f, it: any(all(f.distance(h, n) > 2 for n in {it, *f.s.landing} - {h}) for h in (it, *f.s.landing)),
    ),
    Claim("17.9.3.E", "no other unit drops within 2 hexes of {hexes:hexes}", is_lonely),
    Claim("17.9.2.A", "{it:unit} is neither on a Beach nor in an Operational port", lambda f, it: not on_port(f, it)),
    Claim("17.9.2.A", "{it:unit} is chosen already", chosen),
    Claim("17.9.2.A", "{it:unit} is not chosen", lambda f, it: not chosen(f, it)),
    Claim("17.9.2.A", "the program proposes to send nobody", lambda f: True),
    Claim(
        "17.9.3.E",
        "{it:hex} is not next to {there:hex}, or cannot be reached from there",
        lambda f, it, there: there == f.s.landing[0] and (it not in f.near(there) or not passable(f, it, there)),
    ),
    Claim("17.9.3.E", "Allied units are in {it:hex}", lambda f, it: f.stack(it, ALLIED)),
    Claim("17.9.3.E", "an Allied unit drops in {it:hex}", lambda f, it: it in f.s.landing),
    Claim(
        "17.9.3.E",
        "{units:units} may not enter {it:hex}",
        lambda f, units, it: f.off_map(it) or any(barred(f, u, it) for u in units),
    ),
    Claim("17.9.3.E", "{it:hex} is out of supply, and others are not", cut_off_after),
    Claim("17.9.3.E", "all of them withdraw into one hex", lambda f: f.frame[-1] < 0),
    Claim("17.9.3.E", "first choose a hex for {units:units}", lambda f, units: [f.frame[-1]] == units),
    Claim("17.9.3.E", "{it:unit} is not in {there:hex}", lambda f, it, there: f.at(it) != there),
    Claim("17.9.3.E", "{it:unit} cannot leave {there:hex}", lambda f, it, there: f.at(it) == there),
    Claim("17.9.3.E", "first choose a unit", lambda f: f.frame[-1] < 0),
)

SPECIAL = (*SETUP, *OFFENSIVE, *WITHDRAWAL, *AIRBORNE)
