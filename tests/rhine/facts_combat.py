"""Claims of Watch on the Rhine about attacks, probes, momentum, losses, retreat and advance."""

from __future__ import annotations

from collections.abc import Callable

from grognard.hexes import bits
from tests.kit.facts import Claim

from .facts_plain import GERMAN
from .facts_plain import RhineFacts as F

# -- who could attack a hex ------------------------------------------------------------------------


def beside(f: F, h: int) -> list[int]:
    """The units of the phasing side next to a hex."""
    return [u for n in f.near(h) for u in f.units(n, f.me)]


def fighters(f: F, h: int) -> list[int]:
    """Those of them that are not airborne corps (ruling 11.1g)."""
    return [u for u in beside(f, h) if not f.corps(u)]


def over_land(f: F, h: int) -> list[int]:
    """Those of them that water does not separate from the hex (11.15)."""
    return [u for u in fighters(f, h) if f.crossed(f.at(u), h, u)]


def may_attack_into(f: F, unit: int, h: int) -> bool:
    """On its own side of the sector line, and from there (9.5, ruling 9.5x)."""
    return not f.abroad(unit, h) and not f.abroad(unit, f.at(unit))


def at_hand(f: F, h: int) -> list[int]:
    return [u for u in over_land(f, h) if may_attack_into(f, u, h)]


def moving(f: F, h: int) -> list[int]:
    """Those of them that are not in flooded hexes (10.18)."""
    return [u for u in at_hand(f, h) if not f.flooded(f.at(u))]


def blocked(f: F, unit: int, h: int) -> bool:
    return f.edge(f.at(unit), h) == "blocked"


def full_supply(f: F, unit: int) -> bool:
    """Whether a unit may probe and make momentum attacks: Allied units need full supply (8.16, ruling 11.24j)."""
    return f.me == GERMAN or f.overland(unit)


def able_to_probe(f: F, h: int) -> list[int]:
    """Units that could probe into a hex, whether they have fought or not."""
    return [u for u in moving(f, h) if not f.immobile(u) and full_supply(f, u) and not blocked(f, u, h)]


def spent(f: F, unit: int) -> bool:
    return f.has(f.s.fought | f.s.probed, unit)


def meets_enemy(f: F, unit: int) -> bool:
    here = f.at(unit)
    return any(f.enemies_in(n) and f.crossed(here, n, unit) for n in f.near(here))


def goes_on(f: F, unit: int) -> bool:
    """Whether a unit may make a momentum attack (11.24)."""
    ready = f.has(f.s.advanced, unit) and not f.has(f.s.momentum, unit) and not f.flooded(f.at(unit))
    return ready and not f.corps(unit) and full_supply(f, unit)


def all_are(units: list[int], test: Callable[[int], object]) -> bool:
    """Whether there are units and all of them pass the test."""
    return bool(units) and all(map(test, units))


def all_attacked(f: F, it: int) -> bool:
    """Whether all units in the hex, visible or not, have been attacked."""
    height = sum((digit >> it & 1) << k for k, digit in enumerate(f.s.heights))
    return sum(f.has(f.s.struck, u) for u in f.units(it, 1 - f.me)) == height > 0


def all_spent(f: F, it: int) -> bool:
    return all_are(able_to_probe(f, it) if f.verb == "probe" else moving(f, it), lambda u: spent(f, u))


def unarmed(f: F, it: int) -> bool:
    units = [u for u in moving(f, it) if (goes_on(f, u) if f.step == "momentum" else not spent(f, u))]
    return all_are(units, lambda u: f.attack(u) == 0)


def only_static(f: F, it: int) -> bool:
    return all_are(moving(f, it), lambda u: f.immobile(u))


def only_unsupplied(f: F, it: int) -> bool:
    return all_are([u for u in moving(f, it) if not f.immobile(u)], lambda u: not full_supply(f, u))


def only_blocked(f: F, it: int) -> bool:
    units = [u for u in moving(f, it) if not f.immobile(u) and full_supply(f, u)]
    return all_are(units, lambda u: blocked(f, u, it))


def nobody_in_contact(f: F, it: int) -> bool:
    units = able_to_probe(f, it)
    units = [u for u in units if (goes_on(f, u) if f.step == "momentum" else not spent(f, u))]
    return all_are(units, lambda u: not meets_enemy(f, u))


def water(f: F, it: int) -> bool:
    """Water lies between the hex and all units that matter next to it."""
    units = [u for u in fighters(f, it) if f.step != "momentum" or goes_on(f, u)]
    return all_are(units, lambda u: not f.crossed(f.at(u), it, u))


def sector_line(f: F, it: int) -> bool:
    units = [u for u in over_land(f, it) if f.step != "momentum" or goes_on(f, u)]
    return all_are(units, lambda u: not may_attack_into(f, u, it))


def pursuers_blocked(f: F, it: int) -> bool:
    return all_are([u for u in at_hand(f, it) if goes_on(f, u)], lambda u: blocked(f, u, it))


TARGETS: tuple[Claim, ...] = (
    Claim("11.1", "there is no enemy in {it:hex}", lambda f, it: not f.enemies_in(it)),
    Claim("11.4", "the units in {it:hex} have already been attacked in this phase", all_attacked),
    *(
        Claim(rule, "none of your units is next to {it:hex}", lambda f, it: not beside(f, it))
        for rule in ("11.1", "11.25")
    ),
    Claim(
        "11.1",
        "only airborne corps are next to {it:hex}, and corps on the map do not attack",
        lambda f, it: all_are(beside(f, it), f.corps),
    ),
    Claim("11.15", "no attack is allowed across the water to {it:hex}", water),
    Claim("9.5", "the supply sector line prevents every attack on {it:hex}", sector_line),
    Claim(
        "10.18",
        "all units that could attack {it:hex} are in flooded hexes",
        lambda f, it: all_are(at_hand(f, it), lambda u: f.flooded(f.at(u))),
    ),
    Claim("11.4", "every unit that could attack {it:hex} has already attacked or probed in this phase", all_spent),
    Claim("11.8", "no unit that could attack {it:hex} has an attack factor", unarmed),
    Claim("11.25", "{it:hex} is occupied", lambda f, it: f.units(it)),
    Claim("11.25", "{it:hex} is sea", lambda f, it: not f.dry_land(it)),
    Claim("11.25", "{it:hex} is in the intact West Wall and may not be probed", lambda f, it: f.intact(it)),
    Claim("11.25", "{it:hex} is not in an enemy Zone of Control", lambda f, it: not f.enemy_zone(it)),
    Claim("11.25", "the units that could probe into {it:hex} have no movement factor and cannot advance", only_static),
    Claim("8.16", "no unit that could probe into {it:hex} is in full supply", only_unsupplied),
    Claim("11.25", "a probe into {it:hex} would have to cross a blocked hexside", only_blocked),
    Claim("11.4", "every unit that could probe into {it:hex} has already attacked or probed in this phase", all_spent),
    Claim("11.25", "no unit that could probe into {it:hex} is adjacent to an enemy", nobody_in_contact),
    Claim(
        "11.24", "{it:hex} is in the intact West Wall, where no momentum attack is allowed", lambda f, it: f.intact(it)
    ),
    Claim(
        "11.24",
        "no unit that may attack again is next to {it:hex}",
        lambda f, it: not any(goes_on(f, u) for u in beside(f, it)),
    ),
    Claim("9.5", "the supply sector line prevents a momentum attack on {it:hex}", sector_line),
    Claim("11.24", "no momentum attack is allowed across the blocked hexside to {it:hex}", pursuers_blocked),
    Claim("11.25", "no probing attack is allowed across the blocked hexside to {it:hex}", pursuers_blocked),
    Claim(
        "11.25",
        "these units have just probed, so their momentum attack may not be another probe",
        lambda f: f.s.first_probe,
    ),
)

# -- who joins -----------------------------------------------------------------------------------------


def attackers(f: F) -> list[int]:
    return list(bits(f.s.attackers))


def target(f: F, there: int) -> bool:
    return there == f.s.target


def easy(f: F) -> bool:
    """Whether it is a probe or a momentum attack."""
    return bool(f.s.probe or f.s.momentum_now)


def other_nation(f: F, it: int, there: int) -> bool:
    """Whether the units share no army group, and Antwerp does not help (11.1, 11.26)."""
    units = [*attackers(f), it]
    inside = [u for u in units if f.land.label[f.at(u)] == "1511N"]
    outside = [u for u in units if u not in inside]
    antwerp = f.s.antwerp and not f.one_group(inside) and f.one_group(outside)
    return target(f, there) and not f.one_group(units) and not antwerp


def no_factor(f: F, it: int) -> bool:
    return f.attack(it) == 0 and not any(f.attack(u) for u in attackers(f))


def french(f: F, units: list[int]) -> bool:
    """Whether the units can belong only to the French army group."""
    return all(f.nations(u) == {"f"} for u in units)


UNITS: tuple[Claim, ...] = (
    Claim("11.1", "{it:unit} is an enemy unit", lambda f, it: not f.mine(it)),
    Claim("11.1", "{it:unit} is not on the map", lambda f, it: not f.on_map(it)),
    Claim("11.4", "{it:unit} already takes part", lambda f, it: it in attackers(f)),
    Claim(
        "11.1",
        "{it:unit} is an airborne corps: it attacks only when it lands",
        lambda f, it: f.corps(it),
    ),
    Claim(
        "11.1",
        "{it:unit} is not adjacent to {there:hex}",
        lambda f, it, there: target(f, there) and not f.beside(f.at(it), there),
    ),
    Claim(
        "9.5",
        "the supply sector line keeps {it:unit} from attacking {there:hex}",
        lambda f, it, there: target(f, there) and not may_attack_into(f, it, there),
    ),
    Claim(
        "11.15",
        "{it:unit} may not attack {there:hex} across the water",
        lambda f, it, there: target(f, there) and not f.crossed(f.at(it), there, it),
    ),
    Claim("11.8", "{it:unit} has no attack factor: first choose a unit that has one", no_factor),
    Claim(
        "11.18",
        "{it:unit} is French and may not join an attack that heavy bombers support",
        lambda f, it: f.s.bombers and french(f, [it]),
    ),
    Claim("11.1", "{it:unit} belongs to a different army group from the units attacking {there:hex}", other_nation),
    Claim(
        "8.16",
        "{it:unit} is not in full supply and may not make a probing or momentum attack",
        lambda f, it: easy(f) and not full_supply(f, it),
    ),
    Claim("11.25", "{it:unit} has no movement factor and cannot advance", lambda f, it: f.s.probe and f.immobile(it)),
    Claim(
        "11.24",
        "{it:unit} has not just advanced and may not join this momentum attack",
        lambda f, it: f.s.momentum_now and not f.has(f.s.advanced, it),
    ),
    Claim(
        "11.24",
        "{it:unit} has already made a momentum attack in this phase",
        lambda f, it: f.s.momentum_now and f.has(f.s.momentum, it),
    ),
    Claim("11.4", "{it:unit} has already attacked or probed in this phase", lambda f, it: spent(f, it)),
    *(
        Claim(
            rule,
            f"{{it:unit}} may not make a {what} attack across the blocked hexside to {{there:hex}}",
            lambda f, it, there: easy(f) and target(f, there) and blocked(f, it, there),
        )
        for rule, what in (("11.25", "probing"), ("11.24", "momentum"))
    ),
    Claim(
        "11.25",
        "{it:unit} is not adjacent to an enemy and may not probe",
        lambda f, it: f.s.probe and not meets_enemy(f, it),
    ),
    Claim("11.1", "no unit takes part yet", lambda f: not attackers(f)),
    Claim("11.8", "none of the attacking units has an attack factor", lambda f: not any(map(f.attack, attackers(f)))),
    Claim("11.18", "the German player has no heavy bombers", lambda f: f.me == GERMAN),
    Claim("11.18", "heavy bombers cannot support a probing attack", lambda f: f.s.probe),
    Claim(
        "11.18", "the heavy bombers have already been called in this Combat Phase", lambda f: f.s.bombed or f.s.bombers
    ),
    Claim("11.18", "first choose the attacking units", lambda f: not attackers(f)),
    Claim("11.18", "heavy bombers cannot support a French attack", lambda f: french(f, attackers(f))),
)

# -- losses and advance ------------------------------------------------------------------------------------


def involved(f: F) -> list[int]:
    """The units of the deciding side in the current combat."""
    return attackers(f) if f.me == f.s.phasing else f.units(f.s.target, f.me)


def last_step(f: F, it: int) -> bool:
    """It has one step, and another unit still has two (11.22)."""
    return f.steps(it) == 1 and any(f.steps(u) == 2 for u in involved(f))


AFTER: tuple[Claim, ...] = (
    Claim("11.22", "{it:unit} is not one of your units in this combat", lambda f, it: it not in involved(f)),
    Claim("11.22", "units with two steps have to be reduced before {it:unit} is eliminated", last_step),
    Claim("12.5", "a corps may not retreat and has to lose a step", lambda f: any(map(f.corps, involved(f)))),
    Claim("11.23", "the enemy is still in {there:hex}", lambda f, there: target(f, there) and f.enemies_in(there)),
    Claim("11.23", "{it:unit} did not take part in this attack", lambda f, it: it not in attackers(f)),
    Claim("11.23", "{it:unit} has already advanced", lambda f, it: f.has(f.s.advanced, it)),
    Claim("11.23", "{it:unit} has no movement factor and cannot advance", lambda f, it: f.immobile(it)),
    Claim("6.2", "{it:unit} is not in {there:hex}", lambda f, it, there: f.frame[0] == there != f.at(it)),
)

# -- retreat ---------------------------------------------------------------------------------------------


def force(f: F) -> list[int]:
    """The units that the choice of a hex is about."""
    return list(bits(f.s.pending)) if f.step == "retreat-together" else [f.frame[0]]


def open_hexes(f: F, unit: int) -> list[int]:
    """The hexes next to the combat that are open to a unit, whether they have room or not (7.5, 11.21)."""
    here = f.s.target
    return [
        h
        for h in f.near(here)
        if f.crossed(here, h, unit)
        and not f.enemies_in(h)
        and not f.flooded(h)
        and not f.hook(h)
        and (f.units(h, f.me) or not f.enemy_zone(h))
        and f.may_be_in(unit, h)
    ]


def to_supply(f: F, h: int) -> int:
    return min((f.distance(h, x) for x in f.sources(f.me)), default=0)


def good_hexes(f: F) -> list[int]:
    """Where a force may go together; or one unit, so that its force splits as little as possible."""
    units = force(f)
    if f.step == "retreat-together":
        return [h for h in open_hexes(f, units[0]) if all(h in open_hexes(f, u) for u in units) and f.room(h, units)]
    prices = {h: split(f, units[0], h) for h in open_hexes(f, units[0]) if f.room(h, units)}
    return [h for h, price in prices.items() if price == min(prices.values())]


def split(f: F, unit: int, first: int) -> tuple[int, int]:
    """Units lost and hexes newly used at best, if a unit goes to a hex and the rest of its force follows."""
    rest = [u for u in bits(f.s.pending) if u != unit]
    used = {f.at(u) for u in bits(f.s.routed)}
    best = [(len(rest) + 1, 9)]

    def go(units: list[int], placed: dict[int, list[int]], lost: int) -> None:
        new = len(set(placed) - used)
        if (lost, new) >= best[0]:
            return
        if not units:
            best[0] = (lost, new)
            return
        for h in open_hexes(f, units[0]):
            if f.room(h, [*placed.get(h, []), units[0]]):
                go(units[1:], {**placed, h: [*placed.get(h, []), units[0]]}, lost)
        go(units[1:], placed, lost + 1)

    go(rest, {first: [unit]}, 0)
    return best[0]


def nearer_elsewhere(f: F, it: int) -> bool:
    return any(to_supply(f, h) < to_supply(f, it) for h in good_hexes(f))


def splits_more(f: F, it: int) -> bool:
    unit = f.frame[0]
    return any(split(f, unit, h) < split(f, unit, it) for h in good_hexes(f))


def retreating(f: F, units: list[int]) -> bool:
    return sorted(units) == sorted(force(f))


RETREAT: tuple[Claim, ...] = (
    Claim("11.21", "{it:unit} does not have to retreat now", lambda f, it: not f.has(f.s.pending, it)),
    Claim(
        "11.21",
        "{it:hex} is not adjacent to {there:hex}",
        lambda f, it, there: target(f, there) and not f.beside(there, it),
    ),
    Claim("11.21", "{it:hex} is occupied by the enemy", lambda f, it: f.enemies_in(it)),
    Claim(
        "7.5",
        "{it:hex} is in an enemy Zone of Control and has no friendly unit in it",
        lambda f, it: f.enemy_zone(it) and not f.units(it, f.me),
    ),
    Claim(
        "9.5",
        "the supply sector line keeps {units:units} out of {it:hex}",
        lambda f, units, it: retreating(f, units) and any(not f.may_be_in(u, it) for u in units),
    ),
    Claim(
        "11.21",
        "{units:units} may not cross the hexside to {it:hex}",
        lambda f, units, it: retreating(f, units) and any(not f.crossed(f.s.target, it, u) for u in units),
    ),
    Claim("11.21", "another possible hex is closer to a supply source than {it:hex}", nearer_elsewhere),
    Claim("11.21", "a retreat to {it:hex} would split the force more than necessary", splits_more),
)

COMBAT: tuple[Claim, ...] = (*TARGETS, *UNITS, *AFTER, *RETREAT)
