"""Claims of Watch on the Oder about attacks, probes, momentum, losses, retreat and advance."""

from __future__ import annotations

from collections.abc import Callable

from grognard.hexes import bits
from tests.kit.facts import Claim

from .facts_plain import GERMAN, SOVIET
from .facts_plain import OderFacts as F

Test = Callable[[F, int], object]

# -- who could get at a hex ------------------------------------------------------------------------


def beside(f: F, h: int) -> list[int]:
    """The units of the phasing side next to a hex."""
    return [u for n in f.near(h) for u in f.units(n, f.me)]


def around(f: F, h: int) -> list[int]:
    """Those of them with no all-sea hexside between."""
    return [u for n in f.over_land(h) for u in f.units(n, f.me)]


def armed(f: F, unit: int) -> bool:
    return not f.static(unit) and f.value(unit, "attack") > 0


def barred_shock(f: F, unit: int) -> bool:
    """A Shock Army that may not attack: on Game Turn 1 (5.2), or after the Movement Phase (5.3)."""
    return f.shock(unit) and (f.s.turn == 1 or f.s.order == 1)


def spent(f: F, unit: int) -> bool:
    return f.has(f.s.fought | f.s.probed, unit)


def meets_enemy(f: F, unit: int) -> bool:
    """Whether a unit is next to an enemy, no all-sea hexside between."""
    return any(f.enemies_in(n) for n in f.over_land(f.at(unit)))


def all_are(units: list[int], test: Callable[[int], object]) -> bool:
    """There are some, and all are like that."""
    return bool(units) and all(map(test, units))


def sea_between(f: F, it: int) -> bool:
    return bool(beside(f, it)) and not around(f, it)


def only_static(f: F, it: int) -> bool:
    return all_are(around(f, it), f.static)


def unarmed(f: F, it: int) -> bool:
    units = [u for u in around(f, it) if not f.static(u)]
    return all_are(units, lambda u: f.value(u, "attack") == 0)


def only_shock(f: F, it: int) -> bool:
    return all_are([u for u in around(f, it) if armed(f, u)], f.shock)


def all_spent(f: F, it: int) -> bool:
    """Each unit that could attack, or probe, has done so already."""
    units = [u for u in around(f, it) if armed(f, u)]
    units = [u for u in units if not (f.shock(u) if f.verb == "probe" else barred_shock(f, u))]
    return all_are(units, lambda u: spent(f, u))


def nobody_in_contact(f: F, it: int) -> bool:
    units = [u for u in around(f, it) if armed(f, u) and not f.shock(u)]
    units = [u for u in units if (goes_on(f, u) if f.step == "momentum" else not spent(f, u))]
    return all_are(units, lambda u: not meets_enemy(f, u))


def goes_on(f: F, unit: int) -> bool:
    """Whether a unit may make a momentum attack (11.8)."""
    return f.s.phasing == GERMAN and f.mechanized(unit) and f.has(f.s.advanced, unit) and not f.has(f.s.momentum, unit)


def no_pursuer(f: F, it: int) -> bool:
    return not any(goes_on(f, u) for u in beside(f, it))


def sea_before_pursuers(f: F, it: int) -> bool:
    return any(goes_on(f, u) for u in beside(f, it)) and not any(goes_on(f, u) for u in around(f, it))


TARGETS: tuple[Claim, ...] = (
    Claim("11.0", "there is no enemy unit in {it:hex}", lambda f, it: not f.enemies_in(it)),
    Claim(
        "11.3",
        "the units in {it:hex} have already been attacked in this phase",
        lambda f, it: all_are(f.enemies_in(it), lambda u: f.has(f.s.struck, u)),
    ),
    *(
        Claim(rule, "none of your units is next to {it:hex}", lambda f, it: not beside(f, it))
        for rule in ("11.0", "11.9")
    ),
    Claim("11.0", "all-sea hexsides separate {it:hex} from your units", sea_between),
    Claim("11.0", "only static units are next to {it:hex}, and they may not attack", only_static),
    Claim("11.5", "no unit that could attack {it:hex} has an attack factor", unarmed),
    Claim(
        "5.2",
        "only Shock Armies could attack {it:hex}, and they may not on Game Turn 1",
        lambda f, it: f.s.turn == 1 and only_shock(f, it),
    ),
    Claim(
        "5.3",
        "only Shock Armies could attack {it:hex}, and they may not after the Movement Phase",
        lambda f, it: f.s.order == 1 and f.me == SOVIET and only_shock(f, it),
    ),
    Claim("11.3", "every unit that could attack {it:hex} has already attacked or probed in this phase", all_spent),
    Claim("11.9", "{it:hex} is occupied", lambda f, it: f.units(it)),
    Claim("10.0", "{it:hex} is a land bridge hex, where no advance may end", lambda f, it: f.bridge(it)),
    Claim("11.9", "{it:hex} is a sea hex", lambda f, it: f.sea(it)),
    Claim("11.9", "{it:hex} is not in an enemy Zone of Control", lambda f, it: not f.enemy_zone(it)),
    Claim("11.0", "only Shock Armies could probe into {it:hex}, and they may not probe", only_shock),
    Claim("11.3", "every unit that could probe into {it:hex} has already attacked or probed in this phase", all_spent),
    Claim("11.9", "no unit that could probe into {it:hex} is next to an enemy", nobody_in_contact),
    Claim("11.8", "no unit that may attack again is next to {it:hex}", no_pursuer),
    Claim("11.0", "all-sea hexsides separate {it:hex} from the units that may attack again", sea_before_pursuers),
    Claim("11.9", "the momentum attack after a probe may not be a probe", lambda f: f.s.first_probe),
)

# -- who joins -----------------------------------------------------------------------------------------


def crossing(f: F, it: int, there: int) -> bool:
    return there == f.s.target and f.beside(f.at(it), there) and f.edge(f.at(it), there) == "all-sea"


def too_many(f: F, it: int, there: int) -> bool:
    return there == f.s.target and bool(f.s.probe) and f.crowd([*bits(f.s.attackers), it])


UNITS: tuple[Claim, ...] = (
    Claim("11.0", "{it:unit} is an enemy unit", lambda f, it: not f.mine(it)),
    Claim("11.0", "{it:unit} is not on the map", lambda f, it: not f.on_map(it)),
    Claim("11.3", "{it:unit} is already in this attack", lambda f, it: f.has(f.s.attackers, it)),
    Claim("11.0", "{it:unit} is static and may not attack", lambda f, it: f.static(it)),
    Claim("11.5", "{it:unit} has no attack factor", lambda f, it: f.value(it, "attack") == 0),
    Claim("11.0", "{it:unit} is a Shock Army and may not probe", lambda f, it: f.shock(it) and f.s.probe),
    Claim(
        "5.2",
        "{it:unit} is a Shock Army and may not attack on Game Turn 1",
        lambda f, it: f.shock(it) and f.s.turn == 1,
    ),
    Claim(
        "5.3",
        "{it:unit} is a Shock Army and may not attack after the Movement Phase",
        lambda f, it: f.shock(it) and f.s.order == 1,
    ),
    Claim(
        "11.8",
        "{it:unit} is not mechanized and may not make a momentum attack",
        lambda f, it: f.s.momentum_now and not f.mechanized(it),
    ),
    Claim(
        "11.8",
        "{it:unit} has not just advanced and may not join the momentum attack",
        lambda f, it: f.s.momentum_now and not f.has(f.s.advanced, it),
    ),
    Claim(
        "11.8",
        "{it:unit} has already made a momentum attack in this Game Turn",
        lambda f, it: f.s.momentum_now and f.has(f.s.momentum, it),
    ),
    Claim("11.3", "{it:unit} has already attacked or probed in this phase", lambda f, it: spent(f, it)),
    Claim(
        "11.0",
        "{it:unit} is not adjacent to {there:hex}",
        lambda f, it, there: there == f.s.target and not f.beside(f.at(it), there),
    ),
    Claim("11.0", "an all-sea hexside separates {it:unit} from {there:hex}", crossing),
    Claim("6.2", "with {it:unit} the probe would exceed the stacking limit in {there:hex}", too_many),
    Claim(
        "11.9",
        "{it:unit} is not adjacent to an enemy and may not probe",
        lambda f, it: f.s.probe and not meets_enemy(f, it),
    ),
    Claim("11.0", "no unit takes part yet", lambda f: not f.s.attackers),
)

# -- what follows an attack ------------------------------------------------------------------------------


def may_retreat_to(f: F, unit: int) -> list[int]:
    """The hexes next to a beaten unit that are open to it, whether they have room or not (11.6.1, 7.2)."""
    return [
        h
        for h in f.over_land(f.at(unit))
        if not f.enemies_in(h) and not f.enemy_zone(h) and not f.bridge(h) and h != f.s.target
    ]


def other_room(f: F, it: int, unit: int) -> bool:
    return f.full(it, unit) and any(not f.full(h, unit) for h in may_retreat_to(f, unit) if h != it)


def length_to_room(f: F, unit: int, first: int) -> int:
    """How many hexes a retreat over a first hex takes to one with room; 99 if it finds none."""
    seen, ring, steps = {f.at(unit), f.s.target, first}, [first], 1
    while ring:
        if any(not f.full(h, unit) for h in ring):
            return steps
        ring = [
            h
            for here in ring
            for h in f.over_land(here)
            if h not in seen and not f.enemies_in(h) and not f.enemy_zone(h) and not f.bridge(h)
        ]
        ring = list(dict.fromkeys(ring))
        seen |= set(ring)
        steps += 1
    return 99


def longer_way(f: F, it: int) -> bool:
    unit = f.frame[0]
    lengths = {h: length_to_room(f, unit, h) for h in may_retreat_to(f, unit)}
    return lengths[it] > min(lengths.values())


def to_supply(f: F, h: int) -> int:
    sources = [x for x in f.sources(f.me) if not f.enemies_in(x)]
    return min((f.distance(h, x) for x in sources), default=0)


def nearer_elsewhere(f: F, it: int) -> bool:
    unit = f.frame[0]
    hexes = may_retreat_to(f, unit)
    good = [h for h in hexes if not f.full(h, unit)] or hexes
    return any(to_supply(f, h) < to_supply(f, it) for h in good)


def not_in_combat(f: F, unit: int) -> bool:
    attacks = f.me == f.s.phasing
    return unit == f.arg and not (f.has(f.s.attackers, unit) if attacks else f.mine(unit) and f.at(unit) == f.s.target)


def needless(f: F, it: int) -> bool:
    """More units would have to go in all if this one went (6.4)."""
    units = f.units(f.frame[0])
    return 1 + f.fewest_removals([u for u in units if u != it]) > f.fewest_removals(units)


AFTER: tuple[Claim, ...] = (
    Claim("11.6.1", "{it:unit} does not have to retreat now", lambda f, it: not f.has(f.s.pending, it)),
    Claim(
        "11.6.1",
        "{it:hex} is not adjacent to {unit:unit}",
        lambda f, it, unit: f.frame[0] == unit and not f.beside(f.at(unit), it),
    ),
    Claim("11.6.1", "{it:hex} is occupied by the enemy", lambda f, it: f.enemies_in(it)),
    Claim("7.2", "{it:hex} is in an enemy Zone of Control", lambda f, it: f.enemy_zone(it)),
    Claim("11.6.1", "{it:hex} is a land bridge hex, where no retreat may end", lambda f, it: f.bridge(it)),
    Claim("11.6.1", "{unit:unit} may not cross into {it:hex}", lambda f, unit, it: not f.crossed(f.at(unit), it)),
    Claim(
        "11.6.1",
        "{unit:unit} would exceed the stacking limit in {it:hex}, and another hex has room",
        lambda f, it, unit: f.frame[0] == unit and other_room(f, it, unit),
    ),
    Claim("11.6.1", "the shortest path to a hex with room does not lead through {it:hex}", longer_way),
    Claim("11.6.1", "another hex is closer to a supply source than {it:hex}", nearer_elsewhere),
    *(
        Claim(rule, "{unit:unit} is not one of your units in this combat", not_in_combat)
        for rule in ("11.6.2", "11.6.4")
    ),
    Claim("11.7", "the enemy is still in {there:hex}", lambda f, there: there == f.s.target and f.enemies_in(there)),
    Claim(
        "10.0",
        "{there:hex} is a land bridge hex, where no advance may end",
        lambda f, there: there == f.s.target and f.bridge(there),
    ),
    Claim("11.7", "{it:unit} did not take part in this attack", lambda f, it: not f.has(f.s.attackers, it)),
    Claim("11.7", "{it:unit} has already advanced", lambda f, it: f.has(f.s.advanced, it)),
    Claim("6.2", "{it:unit} would exceed the stacking limit in {there:hex}", lambda f, there, it: f.full(there, it)),
    Claim(
        "6.4",
        "{it:unit} is not in the overstacked hex {there:hex}",
        lambda f, it, there: f.frame[0] == there != f.at(it) and f.crowd(f.units(there)),
    ),
    Claim("6.1", "{it:unit} does not count for stacking and is not removed", lambda f, it: f.static(it)),
    Claim("6.4", "removing {it:unit} would cost more units than necessary", needless),
)

COMBAT: tuple[Claim, ...] = (*TARGETS, *UNITS, *AFTER)
