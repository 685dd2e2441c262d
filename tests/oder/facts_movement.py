"""Claims of Watch on the Oder about movement, support markers and aerial supply."""

from __future__ import annotations

from tests.kit.facts import Claim

from .facts_plain import GERMAN, SOVIET
from .facts_plain import OderFacts as F

# -- choosing a unit -----------------------------------------------------------------------------


def enterable(f: F, unit: int) -> dict[int, int]:
    """The hexes next to a unit that it could enter, enemies and zones aside, and their cost."""
    here = f.at(unit)
    return {h: cost for h in f.near(here) if (cost := f.price(unit, here, h)) is not None}


def shut_in(f: F, it: int) -> bool:
    hexes = enterable(f, it)
    return bool(hexes) and all(f.enemies_in(h) for h in hexes)


def only_zones(f: F, it: int) -> bool:
    hexes = [h for h in enterable(f, it) if not f.enemies_in(h)]
    return f.enemy_zone(f.at(it)) and bool(hexes) and all(f.enemy_zone(h) for h in hexes)


def too_poor(f: F, it: int, *, free: bool) -> bool:
    """Every hex next to a unit costs more than it has; or every one without an enemy zone, if it must go there."""
    costs = [c for h, c in enterable(f, it).items() if not f.enemies_in(h) and not (free and f.enemy_zone(h))]
    return bool(costs) and min(costs) > f.allowance(it) and (not free or f.enemy_zone(f.at(it)))


# -- moving -----------------------------------------------------------------------------------------


def hand(f: F, units: list[int]) -> bool:
    return units == f.s.hand


def left(f: F) -> list[tuple[int, int]]:
    """The selected units with what they have left."""
    return list(zip(f.s.hand, f.s.left, strict=True))


def no_path(f: F, it: int) -> bool:
    return any(it not in f.paths(u, None, zones=False) for u in f.s.hand)


def too_expensive(f: F, units: list[int], it: int) -> bool:
    costs = [(f.paths(u, None, zones=False).get(it), least) for u, least in left(f)]
    return hand(f, units) and any(cost is not None and cost > least for cost, least in costs)


def zone_to_zone(f: F, units: list[int]) -> bool:
    return hand(f, units) and f.beside(f.here, f.arg) and f.enemy_zone(f.here) and f.enemy_zone(f.arg)


def zones_on_the_way(f: F, units: list[int], it: int) -> bool:
    """Without zones it could get there, with them it cannot."""
    (unit, factors), *others = left(f)
    return (
        hand(f, units) and not others and it in f.paths(unit, factors, zones=False) and it not in f.paths(unit, factors)
    )


def stuck_on_the_bridge(f: F, it: int) -> bool:
    stack = left(f)
    near = all((f.price(u, f.here, it) or 99) <= factors for u, factors in stack)
    return len(stack) > 1 and f.bridge(it) and near and it not in f.entered_together(stack, f.here)


def sea_between(f: F, where: int, it: int) -> bool:
    return where == f.here and f.beside(where, it) and f.edge(where, it) == "all-sea"


def nowhere_together(f: F, where: int, it: int, units: list[int]) -> bool:
    stack = [*left(f), (it, f.allowance(it))]
    return where == f.here and hand(f, units) and not f.entered_together(stack, f.here)


SELECT: tuple[Claim, ...] = (
    Claim("10.0", "{it:unit} is an enemy unit", lambda f, it: not f.mine(it)),
    Claim("10.0", "{it:unit} is not on the map", lambda f, it: not f.on_map(it)),
    Claim("2.3", "{it:unit} is static and never moves", lambda f, it: f.static(it)),
    Claim("10.0", "{it:unit} has already moved in this phase", lambda f, it: f.has(f.s.moved, it)),
    Claim("10.0", "{it:unit} cannot enter any hex next to it", lambda f, it: not enterable(f, it)),
    Claim("10.0", "{it:unit} is surrounded: enemy units occupy every hex next to it that it could enter", shut_in),
    Claim(
        "7.1",
        "{it:unit} is in an enemy Zone of Control, and every adjacent hex it could enter is in one too",
        only_zones,
    ),
    Claim(
        "10.0",
        "{it:unit} has too few movement factors to enter a hex next to it",
        lambda f, it: too_poor(f, it, free=False),
    ),
    Claim(
        "10.0",
        "{it:unit} has too few movement factors to enter a hex next to it that is not in an enemy Zone of Control",
        lambda f, it: too_poor(f, it, free=True),
    ),
    Claim("10.0", "{it:unit} cannot reach a hex where it may stop", lambda f, it: not f.stops(it, f.allowance(it))),
)

MOVE: tuple[Claim, ...] = (
    Claim("10.0", "{units:units} is already in {it:hex}", lambda f, units, it: hand(f, units) and f.here == it),
    Claim("6.0", "{it:hex} is occupied by the enemy", lambda f, it: f.enemies_in(it)),
    Claim("10.0", "{it:hex} is a sea hex", lambda f, it: f.sea(it)),
    Claim(
        "10.0",
        "no unit may stop in the land bridge hex {it:hex}; choose a hex beyond it",
        lambda f, it: f.bridge(it) and len(f.s.hand) == 1,
    ),
    Claim(
        "10.0",
        "{it:hex} is not adjacent; a stack moves one hex at a time",
        lambda f, it: len(f.s.hand) > 1 and not f.beside(f.here, it),
    ),
    Claim("10.0", "an all-sea hexside separates {where:hex} from {it:hex}", sea_between),
    Claim("10.0", "no path around the enemy units leads to {it:hex}", no_path),
    Claim("10.0", "not enough movement factors to reach {it:hex}: {units:units}", too_expensive),
    Claim("7.1", "{units:units} may not move directly from one enemy Zone of Control into another", zone_to_zone),
    Claim("10.0", "the stack could not move on from the land bridge hex {it:hex}", stuck_on_the_bridge),
    Claim("7.1", "enemy Zones of Control stop {units:units} on the way to {it:hex}", zones_on_the_way),
    Claim("10.0", "units join a stack only before it moves", lambda f: f.frame[0]),
    Claim("10.0", "{it:unit} is already selected", lambda f, it: it in f.s.hand),
    Claim("10.0", "{it:unit} is not in {where:hex}", lambda f, it, where: where == f.here != f.at(it)),
    Claim("10.0", "{it:unit} and {units:units} together can enter no hex next to {where:hex}", nowhere_together),
    Claim("10.0", "the selected units have not moved yet", lambda f: not f.frame[0]),
    Claim("10.0", "no unit may stop on a land bridge", lambda f: f.bridge(f.here)),
    Claim("10.1", "the stack has not moved yet", lambda f: not f.frame[0]),
    Claim("10.1", "only one unit is selected; use 'stop'", lambda f: len(f.s.hand) == 1),
    Claim("10.1", "{it:unit} is not in the moving stack", lambda f, it: it not in f.s.hand),
)

MARKERS: tuple[Claim, ...] = (
    Claim(
        "8.3",
        "the aerial supply marker may not be placed in the Soviet Movement Phase",
        lambda f: f.s.phasing == SOVIET,
    ),
    Claim(
        "8.3",
        "in the Soviet Combat Phase the aerial supply marker may be placed only when an attack is announced",
        lambda f: f.s.phasing == SOVIET and f.step == "combat",
    ),
    Claim("5.2", "aerial supply is not available on Game Turn 1", lambda f: f.s.turn == 1),
    Claim(
        "8.3",
        "the air support marker is on the map, so there is no aerial supply in this Game Turn",
        lambda f: f.s.air >= 0,
    ),
    Claim("8.3", "the marker stays with {unit:unit} until the Retrieval Phase", lambda f, unit: f.s.aerial == unit),
    Claim("8.3", "the aerial supply marker has already been used in this Game Turn", lambda f: f.s.aerial_spent),
    Claim("8.3", "{it:unit} is not a German unit", lambda f, it: f.side(it) != GERMAN),
    Claim("8.3", "{it:unit} is not on the map", lambda f, it: not f.on_map(it)),
    Claim(
        "5.4", "the air support marker is already placed and stays until the Retrieval Phase", lambda f: f.s.air >= 0
    ),
    Claim(
        "5.4",
        "the naval support marker is already placed and stays until the Retrieval Phase",
        lambda f: f.s.naval >= 0,
    ),
    Claim("5.4", "{it:hex} is not a hex of the map", lambda f, it: it not in f.land.terrain),
    Claim("5.4", "{it:hex} is not a coastal hex", lambda f, it: "coast" not in f.land.features[it]),
)

MOVEMENT: tuple[Claim, ...] = (*SELECT, *MOVE, *MARKERS)
