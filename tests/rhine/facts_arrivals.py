"""Claims of Watch on the Rhine about set-up, arrivals, replacements, withdrawals and the airborne army."""

from __future__ import annotations

from grognard.hexes import bits
from tests.kit.facts import Claim

from .facts_plain import ALLIED, ANTWERP, GERMAN
from .facts_plain import RhineFacts as F

# -- set-up ----------------------------------------------------------------------------------------

AREAS = {
    "1213N, 1312N or 1412N": (0, "15A set-up"),
    "2915S, 2916S or 2917S": (1, "19A set-up"),
    "Germany, the Netherlands east of the Wilhelmina Canal, or Metz": (2, "Any set-up"),
}
GROUPS = ("15A", "19A", "Any")


def waiting(f: F) -> set[int]:
    return {u for u in range(len(f.s.at)) if f.box(u) == "reserve" and f.code(u) == GROUPS[f.frame[0]]}


def outside(f: F, unit: int, where: str, there: int) -> bool:
    number, region = AREAS[where]
    return f.frame == (number, unit) and there == f.arg and there not in f.region(region)


def setup(rule: str) -> tuple[Claim, ...]:
    """The claims of one list's placement."""
    return (
        Claim(rule, "place {unit:unit} first", lambda f, unit: f.frame[1] == unit),
        Claim(rule, "{it:unit} is already on the map", lambda f, it: f.on_map(it)),
        Claim(rule, "{it:unit} is not one of the units to place now", lambda f, it: it not in waiting(f)),
        Claim(rule, "all units have been placed", lambda f: not waiting(f)),
        Claim(rule, "first choose a unit to place", lambda f: f.frame[-1] < 0),
        Claim(rule, "{unit:unit} has to be set up in {where:word}, not in {there:hex}", outside),
        Claim(rule, "these units still have to be placed: {units:units}", lambda f, units: set(units) == waiting(f)),
    )


SETUP: tuple[Claim, ...] = (
    *setup("3.5"),
    *setup("3.7"),
    Claim("10.12", "{it:hex} is sea", lambda f, it: not f.dry_land(it)),
)

# -- reinforcements ----------------------------------------------------------------------------------


def entry(f: F, unit: int) -> set[int]:
    """The edge hexes, and Antwerp, where an Allied unit arrives (9.5)."""
    harbour = {f.hex(ANTWERP)} if f.s.antwerp else set()
    if f.tag(unit, "us-or-f"):
        return f.region("US N entry") | harbour
    if f.group(unit) == "f":
        return f.region("F entry")
    if f.group(unit) == "bc":
        return f.region("BC entry") | harbour
    if f.code(unit) == "*":
        return f.region("US N entry") | f.region("US S entry") | harbour
    return f.region(f"US {f.code(unit)} entry") | harbour


def ports(f: F, unit: int) -> set[int]:
    """Where a unit arrives, whether there is room or not (9.1, 9.4)."""
    if f.side(unit) == ALLIED:
        found = f.sources(ALLIED) & entry(f, unit)
    else:
        found = f.sources(GERMAN) | {h for h in f.land.terrain if f.intact(h) and f.line(h, GERMAN)}
    return {h for h in found if not f.units(h, 1 - f.side(unit)) and not f.flooded(h) and not f.hook(h)}


def bound(f: F, unit: int) -> bool:
    """Part of a corps that has been made up (12.2)."""
    return f.has(f.s.made1 | f.s.made18, unit)


def has_room(f: F, unit: int) -> bool:
    return any(f.room(h, [unit]) for h in ports(f, unit))


def due(f: F, unit: int) -> bool:
    late = f.s.due_turn[unit] <= f.s.turn and (f.s.watch == 1 or f.code(unit) != "WR")
    return f.mine(unit) and f.box(unit) == "due" and late


def must(f: F) -> set[int]:
    """The units that have to be placed and can be (9.1, 9.4)."""
    return {u for u in range(len(f.s.at)) if due(f, u) and has_room(f, u)}


def elsewhere(f: F, unit: int, hexes: list[int], there: int) -> bool:
    return f.frame[0] == unit and set(hexes) == entry(f, unit) and there == f.arg and there not in hexes


def waits(f: F, it: int) -> bool:
    return f.box(it) in ("due", "airborne") and not has_room(f, it)


def absent(f: F, it: int) -> bool:
    return f.box(it) in ("removed", "aside", "reserve", "landing")


def by_side(rule: str) -> tuple[Claim, ...]:
    """Claims about the arrivals of both sides, each with its rule."""
    return (
        Claim(rule, "place {unit:unit} first", lambda f, unit: f.frame[0] == unit),
        Claim(rule, "first choose a unit to place", lambda f: f.frame[0] < 0),
        Claim(rule, "{it:unit} is an enemy unit", lambda f, it: not f.mine(it)),
        Claim(rule, "{it:unit} is already on the map", lambda f, it: f.on_map(it)),
        Claim(
            rule,
            "{it:unit} arrives on Turn {turn:n}",
            lambda f, it, turn: f.box(it) == "due" and f.s.due_turn[it] == turn > f.s.turn,
        ),
        Claim(rule, "{it:unit} is in the dead pile", lambda f, it: f.box(it) == "eliminated"),
        Claim(rule, "there is no hex where {it:unit} could arrive, so it waits", waits),
        Claim(rule, "{it:unit} does not arrive now", absent),
        Claim(rule, "no unit has to be placed", lambda f: not must(f)),
        Claim(
            rule, "these units still have to be placed: {units:units}", lambda f, units: set(units) == must(f) != set()
        ),
    )


ARRIVALS: tuple[Claim, ...] = (
    *by_side("9.1"),
    *by_side("9.4"),
    Claim(
        "9.1",
        "{it:hex} is neither a German supply source nor in the intact West Wall",
        lambda f, it: it not in f.sources(GERMAN) and not f.intact(it),
    ),
    Claim(
        "9.1", "{it:hex} is in the West Wall but not in supply", lambda f, it: f.intact(it) and not f.line(it, GERMAN)
    ),
    Claim("9.5", "{unit:unit} arrives at {hexes:hexes}, not at {there:hex}", elsewhere),
    Claim(
        "9.4",
        "{it:hex} is held by the Germans and is not a supply source",
        lambda f, it: f.me == ALLIED and (it not in f.sources(ALLIED) or f.enemies_in(it)),
    ),
    Claim("12.2", "first choose a unit for the holding box", lambda f: f.frame[0] < 0),
    Claim(
        "12.2",
        "{unit:unit} is not an airborne division or brigade",
        lambda f, unit: f.frame[0] == unit and not f.paratroop(unit),
    ),
    Claim(
        "12.2",
        "{unit:unit} is already in the holding box",
        lambda f, unit: f.frame[0] == unit and f.box(unit) == "airborne",
    ),
    Claim("12.8", "{it:unit} arrives only by airdrop", lambda f, it: f.corps(it)),
    Claim(
        "9.2",
        "{it:unit} arrives only if Watch on the Rhine is launched",
        lambda f, it: f.code(it) == "WR" and f.s.watch != 1,
    ),
    Claim("12.2", "{it:unit} is part of a corps on the map", lambda f, it: bound(f, it)),
)

# -- replacements and withdrawals ------------------------------------------------------------------------


def british(f: F, it: int) -> bool:
    return f.group(it) == "bc"


def is_division(f: F, unit: int) -> bool:
    return f.size(unit) == "XX"


def still_to_go(f: F, size: str) -> int:
    """The number of units of a size still to be withdrawn: six divisions, three brigades (9.3)."""
    return {"XX": 6, "X": 3}[size] - sum(f.size(u) == size for u in bits(f.s.withdrawn))


def mobile_kind(f: F, unit: int) -> bool:
    brigade = f.size(unit) == "X" and f.tag(unit, "assault-gun")
    return f.side(unit) == GERMAN and (f.tag(unit, "panzer") or f.tag(unit, "panzergrenadier") or brigade)


REPLACEMENTS: tuple[Claim, ...] = (
    Claim("9.6", "only Allied units take replacements", lambda f: f.s.phasing == GERMAN),
    Claim("9.6", "{it:unit} is German: only Allied units take replacements", lambda f, it: f.side(it) == GERMAN),
    Claim("9.9", "{it:unit} is a corps: only its components take replacements", lambda f, it: f.corps(it)),
    Claim("9.6", "{it:unit} has already taken a replacement this turn", lambda f, it: f.has(f.s.rebuilt, it)),
    Claim("9.7", "the U.S. and French replacement steps for this turn have been used", lambda f: f.s.used_us >= 2),
    Claim("9.8", "the Commonwealth replacement step for this turn has been used", lambda f: f.s.used_bc >= 1),
    Claim("9.6", "{it:unit} is not on the map", lambda f, it: not f.on_map(it)),
    Claim("9.6", "{it:unit} is not a division", lambda f, it: not is_division(f, it)),
    Claim("9.6", "{it:unit} is at full strength", lambda f, it: f.steps(it) == f.value(it, "steps")),
    Claim(
        "9.8",
        "in 1945 only armor among the Commonwealth units takes replacements, so not {it:unit}",
        lambda f, it: f.s.turn > 7 and british(f, it) and not f.tag(it, "armor"),
    ),
    Claim("9.6", "{it:unit} is not in full overland supply", lambda f, it: not f.overland(it)),
    Claim("9.6", "{it:unit} is not in the dead pile", lambda f, it: f.box(it) != "eliminated"),
    Claim(
        "9.8",
        "in 1945 no Commonwealth unit returns from the dead pile, so not {it:unit}",
        lambda f, it: f.s.turn > 7 and british(f, it),
    ),
    Claim(
        "9.2",
        "units return from the dead pile only on Turn 7, after Watch on the Rhine has been launched",
        lambda f: f.s.turn != 7 or f.s.watch != 1 or f.s.phasing == ALLIED,
    ),
    Claim("9.2", "7 units have already returned", lambda f: f.s.recalled >= 7),
    Claim(
        "9.2",
        "{it:unit} is not in the German dead pile",
        lambda f, it: f.side(it) != GERMAN or f.box(it) != "eliminated",
    ),
    Claim("9.2", "there is no hex where {it:unit} could return", lambda f, it: not has_room(f, it)),
    Claim(
        "9.3",
        "{it:unit} is not a panzer, panzer grenadier or assault gun unit of the required size",
        lambda f, it: not mobile_kind(f, it),
    ),
    Claim("9.3", "{it:unit} is not on the map", lambda f, it: not f.on_map(it)),
    Claim("9.3", "{it:unit} was not in supply when the withdrawal began", lambda f, it: not f.has(f.s.leaving, it)),
    Claim(
        "9.3",
        "enough units of this size have been withdrawn, so not {it:unit}",
        lambda f, it: still_to_go(f, f.size(it)) <= 0,
    ),
)

# -- the airborne army -------------------------------------------------------------------------------------

CORPS = {"AAA1": ("made1", "land1", "bc"), "AAA18": ("made18", "land18", "us")}


def made(f: F, corps: int) -> list[int]:
    """The components of a corps."""
    return list(bits(getattr(f.s, CORPS[f.game.counters[corps].id][0])))


def drop_hex(f: F, corps: int) -> int:
    found: int = getattr(f.s, CORPS[f.game.counters[corps].id][1])
    return found


def nation(f: F, corps: int) -> str:
    return CORPS[f.game.counters[corps].id][2]


def both(f: F) -> list[int]:
    return [f.game.unit_ids[name] for name in CORPS]


def boxed(f: F, corps: int) -> list[int]:
    """Units of a corps' nation that have been in the box since the turn began and are free."""
    return [
        u
        for u in bits(f.s.boxed)
        if f.paratroop(u) and f.group(u) == nation(f, corps) and f.box(u) == "airborne" and not bound(f, u)
    ]


def enough(f: F, units: list[int]) -> bool:
    return sum(f.steps(u) for u in units) >= 3


def completes(f: F, corps: int, units: list[int]) -> bool:
    """Whether units, with others of the box, make three steps within two divisions (12.2, ruling 12.2p)."""
    if f.load(units) > 4:
        return False
    more = [u for u in boxed(f, corps) if u not in units]
    return enough(f, units) or any(completes(f, corps, [*units, u]) for u in more)


def landers(f: F, corps: int, h: int) -> list[int]:
    return [corps, *(c for c in both(f) if c != corps and drop_hex(f, c) == h)]


def open_ground(f: F, h: int) -> bool:
    built = {"city", "ruhr"} & f.land.features[h]
    return not built and (f.land.terrain[h] == "clear" or "town" in f.land.features[h])


def too_far(f: F, it: int) -> bool:
    others = [drop_hex(f, c) for c in both(f) if c != f.frame[0] and drop_hex(f, c) >= 0]
    return bool(others) and f.distance(it, others[0]) > 6


def droppable(f: F, corps: int, h: int) -> bool:
    far = any(drop_hex(f, c) >= 0 and f.distance(h, drop_hex(f, c)) > 6 for c in both(f) if c != corps)
    ground = f.dry_land(h) and open_ground(f, h) and not f.flooded(h) and not f.hook(h) and f.full_sector(h)
    allies = f.units(h, ALLIED)
    crowd = {*allies, *landers(f, corps, h)}
    room = not allies or (f.load(crowd) <= 8 and (f.one_group(crowd) or (f.s.antwerp and f.land.label[h] == ANTWERP)))
    return ground and not far and room


def ready(f: F) -> list[int]:
    return [c for c in both(f) if drop_hex(f, c) >= 0]


DROP: tuple[Claim, ...] = (
    *(
        Claim(
            rule,
            "first choose the units and the drop hex of {unit:unit}",
            lambda f, unit: f.frame[0] == unit and drop_hex(f, unit) < 0,
        )
        for rule in ("12.2", "12.3")
    ),
    Claim("12.2", "{it:unit} is not an airborne corps", lambda f, it: not f.corps(it)),
    Claim("12.3", "{it:unit} already has a drop hex", lambda f, it: drop_hex(f, it) >= 0),
    Claim(
        "12.8",
        "there has already been an airdrop turn this year",
        lambda f: f.s.dropped & (1 if f.s.turn <= 7 else 2),
    ),
    Claim("12.5", "{it:unit} is not in the holding box", lambda f, it: f.box(it) != "airborne"),
    Claim(
        "12.2",
        "{it:unit} needs three steps of units that have been in the holding box since the turn began",
        lambda f, it: not completes(f, it, []),
    ),
    Claim(
        "12.3",
        "there is no legal drop hex for {it:unit}",
        lambda f, it: not any(droppable(f, it, h) for h in f.land.terrain),
    ),
    Claim("12.3", "{unit:unit} has no drop hex yet", lambda f, unit: f.frame[0] == unit and drop_hex(f, unit) < 0),
    Claim(
        "12.3",
        "nothing else may be done before the drop, as a corps is ready: {units:units}",
        lambda f, units: sorted(units) == sorted(ready(f)),
    ),
    Claim("12.2", "first choose a corps", lambda f: f.frame[0] < 0),
    Claim(
        "12.2",
        "{it:unit} is not of the same nation as {corps:unit}",
        lambda f, it, corps: f.frame[0] == corps and f.group(it) != nation(f, corps),
    ),
    Claim("12.2", "{it:unit} is already part of {corps:unit}", lambda f, it, corps: it in made(f, corps)),
    Claim(
        "12.2",
        "{it:unit} has not been in the holding box since the turn began",
        lambda f, it: not f.has(f.s.boxed, it) or f.box(it) != "airborne",
    ),
    Claim(
        "12.2",
        "with {it:unit} the corps would be larger than two divisions",
        lambda f, it: f.load([*made(f, f.frame[0]), it]) > 4,
    ),
    Claim(
        "12.2",
        "with {it:unit} the corps could not reach three steps",
        lambda f, it: not completes(f, f.frame[0], [*made(f, f.frame[0]), it]),
    ),
    Claim(
        "12.2",
        "{corps:unit} does not have three steps yet",
        lambda f, corps: f.frame[0] == corps and not enough(f, made(f, corps)),
    ),
    Claim("12.3", "{it:hex} is sea", lambda f, it: not f.dry_land(it)),
    Claim("12.3", "{it:hex} is not in the sector with full supply", lambda f, it: not f.full_sector(it)),
    Claim("12.3", "{it:hex} is more than 6 hexes from the other drop hex", too_far),
    Claim("12.3", "{it:hex} is neither clear terrain nor a town", lambda f, it: not open_ground(f, it)),
    Claim(
        "12.5",
        "{it:unit} is not a component of {corps:unit}",
        lambda f, it, corps: f.frame[0] == corps and it not in made(f, corps),
    ),
)

# -- the link-up ---------------------------------------------------------------------------------------------


def to_place(f: F) -> list[int]:
    """The components that are still to be placed."""
    corps = f.frame[0]
    return made(f, corps) if corps >= 0 else [u for c in both(f) for u in made(f, c)]


def fits_home(f: F, unit: int) -> bool:
    h = f.frame[1]
    return not f.units(h, GERMAN) and f.room(h, [unit])


def next_best(f: F, unit: int, h: int) -> bool:
    """A hex next to the corps, Allied and free of Germans, with room (ruling 12.6j)."""
    near = f.crossed(f.frame[1], h) and f.beside(f.frame[1], h)
    ours = f.has(f.s.allied, h) and not f.units(h, GERMAN) and not f.flooded(h) and not f.hook(h)
    return near and ours and f.room(h, [unit])


def homeless(f: F, unit: int) -> bool:
    return not fits_home(f, unit) and not any(next_best(f, unit, h) for h in f.near(f.frame[1]))


LINKUP: tuple[Claim, ...] = (
    Claim("12.6", "first choose a unit to place", lambda f: f.frame[2] < 0),
    Claim(
        "12.6",
        "{unit:unit} fits into the hex of its corps and has to be placed there, in {where:hex}",
        lambda f, unit, where: f.frame[1:] == (where, unit) and fits_home(f, unit),
    ),
    Claim(
        "12.6",
        "{it:hex} is neither {where:hex} nor adjacent to it by land",
        lambda f, it, where: f.frame[1] == where != it and not (f.beside(where, it) and f.crossed(where, it)),
    ),
    Claim("12.6", "{it:hex} is not under Allied control", lambda f, it: not f.has(f.s.allied, it)),
    Claim("12.6", "place {unit:unit} first", lambda f, unit: f.frame[2] == unit),
    Claim("12.6", "{it:unit} is not one of the components still to be placed", lambda f, it: it not in to_place(f)),
    Claim("12.6", "there is no legal hex for {it:unit}", lambda f, it: homeless(f, it)),
    Claim("12.6", "some components can still be placed", lambda f: any(not homeless(f, u) for u in to_place(f))),
)
