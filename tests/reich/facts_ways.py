"""Plain facts of Storming the Reich about movement: points, costs, limits and ways, counted hex by hex."""

from __future__ import annotations

from collections.abc import Iterable

from tests.kit.facts import cheapest

from .facts_plain import ALLIED, GERMAN, MECHANIZED, STAFF
from .facts_plain import ReichFacts as F

ASSAULT, BREAKTHROUGH, EXPLOITATION = 1, 2, 3
COST = {"clear": 1, "bocage": 2, "woods": 2, "rough": 2, "swamp": 3, "forest": 3, "mountain": 4}
RIVERS = {"minor-river": 1, "major-river": 2, "rhine": 2}
CW, US = "commonwealth", ("us", "french")


# -- points (10.2, 10.3) ---------------------------------------------------------------------


def staff(f: F, unit: int) -> bool:
    return f.type(unit) in STAFF


def division(f: F, unit: int) -> bool:
    return f.size(unit) == "XX" and f.is_combat(unit)


def pool(f: F, unit: int) -> int:
    if f.side(unit) == GERMAN:
        return 4 if f.type(unit) in MECHANIZED else 3
    return next((n for n, army in enumerate((f.s.army21, f.s.army12, f.s.army6)) if f.has(army, unit)), 1)


def declared(f: F) -> bool:
    """Whether the phasing side has declared points for this step."""
    return f.s.step == ASSAULT and (f.s.phasing == ALLIED or f.s.offensive == f.s.turn)


def points(f: F, unit: int) -> int:
    """The Movement Points of a unit in this step (10.2, 10.3, 10.6, 8.5, 17.5.2)."""
    here = pool(f, unit)
    found = f.s.declared if declared(f) else f.s.points[here]
    printed = 2 if f.marked(unit, "dropped") else f.value(unit, "movement")
    has_printed = f.marked(unit, "dropped") or "movement" in f.game.counters[unit].values
    if staff(f, unit):
        found = 0 if f.s.step == ASSAULT else printed
    elif f.marked(unit, "priority"):
        found = 0 if f.s.step == BREAKTHROUGH and f.has(f.s.priority_moved, here) else 6
    elif has_printed:
        found = 0 if f.s.step == BREAKTHROUGH else min(printed, found)
    elif f.marked(unit, "red_ball") and not declared(f):
        found = min(12, found + 6)
    found = found // 2 if f.marked(unit, "oos") else found
    return max(0, found - (f.s.strafers.index(unit) + 2 if unit in f.s.strafers else 0))


def left(f: F, unit: int) -> int:
    return points(f, unit) - f.s.spent[unit]


# -- ground (10.5, 10.7.5, 17.2) --------------------------------------------------------------


def bridge_number(f: F, a: int, b: int) -> int:
    """The number of a Rhine Bridge, from 1, or 0."""
    pairs = [frozenset(map(f.hex, word.split("-"))) for word in f.land.regions["Rhine Bridges"]]
    pair = frozenset((a, b))
    return 1 + pairs.index(pair) if pair in pairs else 0


def bridged(f: F, a: int, b: int) -> bool:
    """Whether the phasing side has a bridge between two hexes."""
    _, bridge = f.edge(a, b)
    number = bridge_number(f, a, b)
    if not number:
        return bridge
    blown = f.has(f.s.blown, number - 1)
    return not blown and (f.s.bridge == number) == (f.s.phasing == ALLIED)


def terrain(f: F, h: int) -> str:
    if f.s.flood and h in f.region("Roer River Valley"):
        return "swamp" if f.s.turn - f.s.flood < 2 else "clear"
    return f.land.terrain[h]


def price(f: F, units: Iterable[int], a: int, b: int) -> int | None:
    """The cost of a step for units that move together."""
    if "sea" in (f.land.terrain[a], f.land.terrain[b]) or f.off_map(b) or not f.in_play(b):
        return None
    kind, bridge = f.edge(a, b)
    if kind in ("all-sea", "impassable") and not bridge:
        return None
    movers = list(units)
    if all(staff(f, u) for u in movers):
        return 1
    extra = 0 if bridged(f, a, b) else RIVERS.get(kind, 0)
    if frozenset((a, b)) in f.land.roads:
        return 1 + extra
    word = terrain(f, b)
    light = word == "mountain" and all(f.type(u) == "mountain" or staff(f, u) for u in movers)
    return (2 if light else COST[word]) + extra


# -- limits (8.7, 10.7, 17.1) ------------------------------------------------------------------


def red(f: F, unit: int) -> bool:
    return f.nation(unit) in US and f.tag(unit, "command") == "6AG"


def white(f: F, unit: int) -> bool:
    return f.nation(unit) in US and f.tag(unit, "command") == "12AG"


def held_back(f: F, unit: int, h: int) -> bool:
    return f.nation(unit) == CW and not (f.s.west_free or f.s.breakout) and h in f.region("CW barred columns")


def too_far_south(f: F, unit: int, h: int) -> bool:
    east = h in f.region("East of the Seine Line") and h not in f.region("21st Army Group area")
    return f.nation(unit) == CW and east


def blind(f: F, unit: int, h: int) -> bool:
    """Whether Ike's Blind Spot is full for a unit (10.7.3)."""
    zone = f.region("Ike's Blind Spot")
    there = {u for u in f.army(ALLIED) if f.at(u) in zone and f.nation(u) in US and division(f, u)}
    coming = {u for u in f.s.hand if f.nation(u) in US and division(f, u)} - {unit}
    counts = f.nation(unit) in US and division(f, unit) and f.at(unit) not in zone
    return h in zone and not f.s.ike_lifted and counts and len(there | coming) >= 5


def garrisoned(f: F) -> bool:
    cities = f.region("Fortress Holland garrison cities")
    return not f.s.holland_open and all(
        any(division(f, u) and f.type(u) not in MECHANIZED for u in f.units(h, GERMAN)) for h in cities
    )


def barred(f: F, unit: int, h: int) -> bool:
    """Whether a unit may not enter a hex by any of the limits."""
    allied = f.side(unit) == ALLIED
    holland = h in f.region("Fortress Holland")
    return (
        not f.in_play(h)
        or held_back(f, unit, h)
        or too_far_south(f, unit, h)
        or (red(f, unit) and h in f.region("21st Army Group area"))
        or (white(f, unit) and h in f.region("6th Army Group area") and not (f.s.antwerp or f.s.offensive))
        or blind(f, unit, h)
        or (allied and not f.s.antwerp_held and h in f.region("Monty's Blind Spot"))
        or (allied and holland and garrisoned(f))
        or (f.type(unit) in MECHANIZED and holland)
        or (not allied and bool(f.s.brittany_turn) and "entry:B" in f.features(h))
    )


def alone(f: F, unit: int, h: int) -> bool:
    """Whether an HQ or Leader would be next to the enemy without a unit that fights (17.3)."""
    friends = [u for u in (*f.units(h, f.side(unit)), *f.s.hand) if u != unit and f.is_combat(u) and not staff(f, u)]
    return staff(f, unit) and f.next_to(h, 1 - f.side(unit)) and not friends


def endless(f: F, unit: int, h: int) -> bool:
    """Whether a unit may not end its movement in a hex."""
    german = f.side(unit) == GERMAN
    return (
        (f.nation(unit) in US and h in f.region("Normandy Exclusion Zone"))
        or (german and h in f.region("Paris"))
        or (german and h == f.hex("3910") and not f.allied_hex(h))
        or alone(f, unit, h)
    )


# -- ways (6.5, 10.4, 10.7.4, 10.7.10) ---------------------------------------------------------


def rhine(f: F, a: int, b: int) -> bool:
    return f.edge(a, b)[0] == "rhine"


def over_seine(f: F, a: int, b: int) -> bool:
    west, east = f.region("West of the Seine Line"), f.region("East of the Seine Line")
    return f.s.phasing == ALLIED and not f.s.breakout and a in west and b in east


def may_cross(f: F, a: int, b: int) -> bool:
    """Whether an Allied unit may cross the Rhine in mid-move (10.7.4)."""
    return bool(f.stack(b, ALLIED)) or (bridge_number(f, a, b) > 0 and bridged(f, a, b))


def ways(
    f: F, units: list[int], budget: int | None, *, zones: bool = True, rivers: bool = True, bans: bool = True
) -> set[int]:
    """The hexes that units could reach together: with zones, the rule of the Rhine and the limits, or without."""
    here, side = f.at(units[0]), f.s.phasing
    allied = side == ALLIED

    def stops(h: int) -> bool:
        return zones and f.zone(h, 1 - side)

    def halts(h: int) -> bool:
        """Hexes with a Rhine Bridge to be rolled for."""
        numbers = [bridge_number(f, h, n) for n in f.near(h)]
        return allied and any(n and not f.has(f.s.blown, n - 1) and f.s.bridge != n for n in numbers)

    def cost(a: int, b: int) -> int | None:
        if f.units(b, 1 - side) or (bans and any(barred(f, u, b) for u in units)):
            return None
        if zones and a == here and f.zone(here, 1 - side) and stops(b):
            return None
        if (stops(b) or (zones and halts(b))) and any(endless(f, u, b) for u in units):
            return None
        if allied and rivers and over_seine(f, a, b):
            return None
        if allied and rivers and rhine(f, a, b) and not may_cross(f, a, b):
            return None
        return price(f, units, a, b)

    found = cheapest(here, f.near, cost, budget=budget, ends=stops)
    out = set(found) - {here}
    if allied and rivers and not any(f.s.spent[u] for u in units):
        for h in f.near(here):
            step = price(f, units, here, h) if rhine(f, here, h) else None
            shut = f.units(h, GERMAN) or any(barred(f, u, h) or endless(f, u, h) for u in units)
            zoned = zones and f.zone(here, GERMAN) and f.zone(h, GERMAN)
            if step is not None and not shut and not zoned and (budget is None or step <= budget):
                out.add(h)
    return out


def ends(f: F, units: list[int], budget: int) -> set[int]:
    return {h for h in ways(f, units, budget) if not any(endless(f, u, h) for u in units)} if budget > 0 else set()


def budget(f: F) -> int:
    return min(left(f, u) for u in f.s.hand)


def is_hand(f: F, units: list[int]) -> bool:
    return units == f.s.hand


def here(f: F) -> int:
    return f.at(f.s.hand[0])


# -- Strategic Movement ------------------------------------------------------------------------


def leaping(f: F) -> bool:
    """Whether the phasing side may use Strategic Movement (10.7.11, 10.7.12)."""
    if f.s.phasing == GERMAN:
        return not f.s.seine_crossed
    west = f.region("West of the Seine Line")
    return bool(f.s.breakout) and not any(f.at(u) in west for u in f.army(GERMAN))


def bank(f: F) -> set[int]:
    found = f.region("Seine Line east bank" if f.s.phasing == ALLIED else "Seine Line west bank")
    return {h for h in found if f.in_play(h)}


def leap_ends(f: F, unit: int) -> set[int]:
    side = f.side(unit)
    return {
        h
        for h in bank(f)
        if not f.stack(h, 1 - side)
        and not f.next_to(h, 1 - side)
        and not barred(f, unit, h)
        and not endless(f, unit, h)
        and (side == ALLIED or f.fed(h, GERMAN))
        and f.has_room(h, unit)
    }
