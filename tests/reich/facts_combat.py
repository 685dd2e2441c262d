"""Claims of Storming the Reich about support, losses, advances and Mobile Assaults."""

from __future__ import annotations

from grognard.hexes import bits
from tests.kit.facts import Claim

from .facts_attacks import (
    LIMITS,
    american,
    barred,
    closed,
    idle,
    mountain,
    red,
    spent,
    weak,
)
from .facts_plain import ALLIED, GERMAN
from .facts_plain import ReichFacts as F
from .facts_ways import bridged, left, price, terrain

#: The words of the 79th Armoured Division's uses, in order.
SEA, FIRST_FIRE, FLOOD, DIE = range(4)
EXPLOITATION = 3

# -- support ---------------------------------------------------------------------------------------------


def has_funnies(f: F) -> bool:
    return f.box(f.unit("CW-79")) == "support" and f.s.turn >= 2 and not f.s.funnies_used


def swimmers(f: F) -> list[int]:
    """Armed Allied units that could attack the target over an all-Sea hexside."""
    h = f.s.target
    near = [u for n in f.near(h) if f.edge(n, h) == ("all-sea", False) for u in f.units(n, ALLIED) if f.is_combat(u)]
    fit = [u for u in near if not idle(f, u) and not weak(f, u) and not spent(f, u) and not barred(f, u, h)]
    return [u for u in fit if f.land.terrain[f.at(u)] != "sea" and not f.has(f.s.attackers, u)]


def in_area(f: F, units: list[int]) -> bool:
    if f.s.target in f.region("West of the Seine Line"):
        return any(f.nation(u) == "commonwealth" for u in units)
    return f.s.target in f.region("21st Army Group area")


def not_in_area(f: F) -> bool:
    attackers = list(bits(f.s.attackers))
    by_sea = f.arg == SEA and any(in_area(f, [*attackers, u]) for u in swimmers(f))
    return not in_area(f, attackers) and not by_sea


def over_rhine(f: F) -> bool:
    """Whether all attackers are across the Rhine without a bridge (13.6.A)."""
    hexes = {f.at(u) for u in bits(f.s.attackers)}
    bridges = [frozenset(map(f.hex, pair.split("-"))) for pair in f.land.regions["Rhine Bridges"]]
    standing = {pair for n, pair in enumerate(bridges) if not f.s.blown >> n & 1}
    return bool(hexes) and all(
        f.edge(h, f.s.target)[0] == "rhine" and frozenset((h, f.s.target)) not in standing for h in hexes
    )


def useless(f: F) -> bool:
    attackers = list(bits(f.s.attackers))
    if f.arg == SEA:
        return not any(in_area(f, [*attackers, u]) for u in swimmers(f))
    if f.arg == FIRST_FIRE:
        return not over_rhine(f)
    if f.arg == FLOOD:
        wet = f.s.flood and f.s.turn - f.s.flood in (0, 1)
        return not wet or not any(f.at(u) in f.region("Roer River Valley") for u in attackers)
    return not attackers


AID: tuple[Claim, ...] = (
    Claim("17.5.3", "only the Allied side has Tactical Air units", lambda f: f.me == GERMAN),
    Claim("17.5.3.C", "a Tactical Air unit already supports this combat", lambda f: f.s.air_now),
    Claim("17.5.3", "no Tactical Air unit that was set aside for combat is left", lambda f: f.s.air == 0),
    Claim("13.9.B", "only the Allied side has the 79th Armoured Division", lambda f: f.me == GERMAN),
    Claim(
        "13.9.B",
        "the 79th Armoured Division is not available, or has been used",
        lambda f: not has_funnies(f),
    ),
    Claim("13.9.B", "this is not an attack in the area of the 21st Army Group", not_in_area),
    Claim("13.9.B", "that use of the 79th Armoured Division has no object in this attack", useless),
    Claim(
        "13.9.B",
        "{it:unit} does not attack out of a flooded hex",
        lambda f, it: not f.has(f.s.attackers, it) or f.at(it) not in f.region("Roer River Valley"),
    ),
)

# -- after the dice ----------------------------------------------------------------------------------------


def involved(f: F, unit: int) -> bool:
    if f.frame[0] == f.s.phasing:
        return f.has(f.s.attackers, unit)
    return f.side(unit) == f.frame[0] and f.at(unit) == f.s.target and f.is_combat(unit)


def has_full_companion(f: F, unit: int) -> bool:
    return f.steps(unit) == 1 and any(
        involved(f, u) and f.steps(u) > 1 for u in f.units(f.at(unit), f.frame[0]) if u != unit
    )


def in_flood(f: F, unit: int) -> bool:
    wet = f.s.flood and f.s.turn - f.s.flood in (0, 1)
    return bool(wet) and f.at(unit) in f.region("Roer River Valley")


AFTER: tuple[Claim, ...] = (
    Claim("13.7.4", "{it:unit} is not one of your units in this combat", lambda f, it: not involved(f, it)),
    Claim(
        "13.7.4",
        "units with two steps in its hex have to be reduced before {it:unit} is eliminated",
        lambda f, it: has_full_companion(f, it),
    ),
    Claim("13.8", "the enemy is still in {there:hex}", lambda f, there: f.units(there, 1 - f.me)),
    Claim("13.8", "{it:unit} is not on the map", lambda f, it: not f.on_map(it)),
    Claim("13.8", "{it:unit} did not take part in this attack", lambda f, it: not f.has(f.s.attackers, it)),
    Claim("13.8", "{it:unit} has already advanced", lambda f, it: f.has(f.s.advanced, it)),
    Claim("13.9.D", "{it:unit} attacked out of a flooded hex and may not advance", lambda f, it: in_flood(f, it)),
    Claim(
        "5.2",
        "{it:unit} would exceed the stacking limits in {there:hex}",
        lambda f, it, there: not f.has_room(there, it),
    ),
    Claim("5.2", "not all units that may advance have room together", lambda f: not all_fit(f)),
    Claim("16.2", "{it:unit} is a garrison and never advances", lambda f, it: f.type(it) == "garrison"),
    Claim(
        "10.7.1",
        "{there:hex} is in the Normandy Exclusion Zone, which is closed to {it:unit}",
        lambda f, it, there: american(f, it) and there in f.region("Normandy Exclusion Zone"),
    ),
    Claim(
        "10.7.10",
        "{there:hex} is beyond the Seine Line, which {it:unit} may not cross before the Breakout",
        lambda f, it, there: (
            not f.s.breakout
            and f.at(it) in f.region("West of the Seine Line")
            and there in f.region("East of the Seine Line")
        ),
    ),
)


def may_advance(f: F, unit: int) -> bool:
    """Whether an attacker may enter the vacated hex by itself, stacking included."""
    h = f.s.target
    away = f.type(unit) == "garrison" or in_flood(f, unit) or f.has(f.s.advanced, unit)
    return not away and f.has_room(h, unit) and not barred_entry(f, unit, h)


def barred_entry(f: F, unit: int, h: int) -> bool:
    """Whether limits keep a unit out of a hex (8.7, 10.7, 17.1)."""
    west = f.nation(unit) == "commonwealth" and not f.s.west_free and not f.s.breakout
    if west and h in f.region("CW barred columns"):
        return True
    over = not f.s.breakout and f.side(unit) == ALLIED and f.at(unit) in f.region("West of the Seine Line")
    if over and h in f.region("East of the Seine Line"):
        return True
    return any(law(f, unit, h) for law in LIMITS)


def all_fit(f: F) -> bool:
    units = [u for u in bits(f.s.attackers) if may_advance(f, u)]
    together = [*f.stack(f.s.target, f.me), *units]
    return bool(units) and not f.too_many(together) and not f.clash(together)


# -- Mobile Assaults ---------------------------------------------------------------------------------------


def hand(f: F) -> list[int]:
    return list(f.s.hand)


def patton(f: F, unit: int) -> bool:
    return unit == f.unit("US-PATTON")


def reacts(f: F) -> bool:
    """Patton's Reaction (17.7.6)."""
    return f.me == ALLIED and f.s.offensive == f.s.turn and any(patton(f, u) for u in hand(f))


def spot(f: F) -> int:
    """The hex of the moving stack."""
    return f.at(f.s.hand[0])


def wet(f: F, it: int) -> bool:
    """A river between the stack and a hex, without a bridge that serves it."""
    kind, _ = f.edge(spot(f), it)
    if kind not in ("minor-river", "major-river", "rhine") or bridged(f, spot(f), it):
        return False
    return kind == "rhine" or not reacts(f)


def rough(f: F, it: int) -> bool:
    """Ground that is assaulted along a road only."""
    turn = f.s.turn - f.s.flood if f.s.flood else -1
    word = f.land.terrain[it] if turn == 0 else terrain(f, it)
    city = "city" in f.features(it) and not (turn > 0 and it in f.region("Roer River Valley"))
    road = frozenset((spot(f), it)) in f.land.roads
    return not road and not city and word not in ("clear", "rough", "woods") and not reacts(f)


def zones_on(f: F) -> set[int]:
    """The enemy hexes in whose zone the stack is."""
    side = 1 - f.me
    if not f.zone(spot(f), side):
        return set()
    return {n for n in f.near(spot(f)) if any(f.zoned(u) for u in f.units(n, side)) and _crosses(f, n)}


def _crosses(f: F, n: int) -> bool:
    kind, bridge = f.edge(n, spot(f))
    banks = kind in ("major-river", "rhine") or (kind in ("all-sea", "impassable") and not bridge)
    return not banks and not f.off_map(n)


def other_zone(f: F, it: int) -> bool:
    moved = any(f.s.spent[u] for u in hand(f))
    return moved and bool(zones_on(f) - {it})


def too_poor(f: F, it: int) -> bool:
    return any(left(f, u) < 1 + (price(f, [u], spot(f), it) or 99) for u in hand(f))


def all_reds(f: F) -> bool:
    units = hand(f)
    return any(red(f, u) for u in units) and all(red(f, u) or patton(f, u) for u in units)


MOBILE: tuple[Claim, ...] = (
    Claim(
        "6.7",
        "Mobile Assaults are made in Exploitation Movement Segments only",
        lambda f: f.s.step != EXPLOITATION,
    ),
    Claim("14.1.B", "only units with a red Attack Strength make Mobile Assaults", lambda f: not all_reds(f)),
    Claim(
        "14.1.B",
        "units that are out of supply make no Mobile Assaults",
        lambda f: any(f.marked(u, "oos") for u in hand(f)),
    ),
    Claim("12.1", "disrupted units make no Mobile Assaults", lambda f: any(f.marked(u, "disrupted") for u in hand(f))),
    Claim(
        "14.1.C",
        "these units have already made a Mobile Assault in this step",
        lambda f: any(f.marked(u, "assaulted") for u in hand(f)) and not any(patton(f, u) for u in hand(f)),
    ),
    Claim(
        "17.2.B",
        "nobody makes a Mobile Assault out of a flooded hex on the turn of the flood",
        lambda f: f.s.flood == f.s.turn and spot(f) in f.region("Roer River Valley"),
    ),
    Claim("14.2.A", "there is no enemy unit in {it:hex}", lambda f, it: not f.units(it, 1 - f.me)),
    Claim("14.2.A", "{it:hex} is not adjacent", lambda f, it: spot(f) < 0 or not f.beside(spot(f), it)),
    Claim("17.4.A", "the hex that was assaulted has to be cleared first", lambda f: f.s.locked not in (-1, f.arg)),
    Claim(
        "17.4.A",
        "{units:units}: the hex that was assaulted has to be cleared first",
        lambda f: f.s.locked >= 0 and f.units(f.s.locked, 1 - f.me),
    ),
    Claim(
        "13.1.C",
        "a prohibited hexside separates {it:hex} from the stack",
        lambda f, it: closed(f, spot(f), it),
    ),
    Claim("13.9.E", "{it:hex} is a Mountain hex", lambda f, it: mountain(f, it)),
    Claim("14.1.D", "{it:hex} is an intact Fort", lambda f, it: f.fort(it) and f.units(it, GERMAN) and not reacts(f)),
    Claim("14.1.D", "a river without a bridge separates {it:hex} from the stack", wet),
    Claim("14.1.D", "the ground in {it:hex} can be assaulted along a road only", rough),
    Claim(
        "6.7.A",
        "the stack has moved into an enemy Zone of Control that is not from {it:hex} alone",
        other_zone,
    ),
    Claim("14.2.A", "not enough Movement Points are left for a Mobile Assault on {it:hex}", too_poor),
)

COMBAT: tuple[Claim, ...] = (*AID, *AFTER, *MOBILE)
