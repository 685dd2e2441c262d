"""Claims of Hürtgen Forest about the Combat Phase: who attacks whom, artillery, Ground Support and defensive fire."""

from __future__ import annotations

from grognard import Action
from grognard.hexes import bits
from tests.kit.facts import Claim

from .facts_plain import GUNS_ATTACKING, GUNS_DEFENDING, US
from .facts_plain import HurtgenFacts as F

# -- who is next to whom -------------------------------------------------------------------------


def foes(f: F, unit: int) -> list[int]:
    """The enemies next to a unit, not across a river, that may still be attacked (7.14, 7.96)."""
    here = f.at(unit)
    return [
        e
        for n in f.near(here)
        if not f.river(here, n)
        for e in f.units(n, 1 - f.me)
        if not f.has(f.s.struck | f.s.advanced, e)
    ]


def free(f: F, unit: int) -> bool:
    """A unit of the phasing side that has neither attacked nor advanced, nor joined the attack (7.14, 7.96)."""
    return f.mine(unit) and f.on_map(unit) and not f.has(taking_part(f) | f.s.fought | f.s.advanced, unit)


def taking_part(f: F) -> int:
    found: int = f.s.attackers | f.s.barrage
    return found


def next_to_all(f: F, unit: int, targets: list[int]) -> bool:
    return all(f.beside(f.at(unit), f.at(t)) for t in targets)


def across(f: F, unit: int, targets: list[int]) -> list[int]:
    """Those of the targets that a river parts from a unit next to them."""
    return [t for t in targets if f.beside(f.at(unit), f.at(t)) and f.river(f.at(unit), f.at(t))]


def joins(f: F, unit: int, targets: list[int]) -> bool:
    """Whether a unit may attack all the targets from next door (7.15, 7.23, 6.33, 8.31, 8.34)."""
    if not free(f, unit) or not next_to_all(f, unit, targets):
        return False
    far = across(f, unit, targets)
    if not f.gun(unit):
        return not far
    if f.enemy_zone(f.at(unit)):  # an enemy on its own bank: it must attack one of those
        return len(far) < len(targets)
    return not f.has(f.s.displaced, unit)


def army(f: F) -> list[int]:
    return f.army(f.me)


def targets(f: F) -> list[int]:
    return list(bits(f.s.targets))


def with_it(f: F, it: int) -> list[int]:
    """The targets, with the unit in one more hex."""
    return [*targets(f), f.unit_in(it)]


def fires(f: F, unit: int) -> bool:
    """Whether a unit may barrage (7.14, 7.82, 8.31, 8.34)."""
    return f.gun(unit) and free(f, unit) and not f.has(f.s.displaced, unit) and not f.enemy_zone(f.at(unit))


def in_range(f: F, gun: int, unit: int) -> bool:
    return f.distance(f.at(gun), f.at(unit)) <= f.value(gun, "range")


# -- the phase -----------------------------------------------------------------------------------


def out_of_reach(f: F, name: int, there: int) -> bool:
    near = any(name in foes(f, u) for u in army(f) if free(f, u))
    return f.at(name) == there == f.arg and not near and not any(fires(f, u) and in_range(f, u, name) for u in army(f))


def still_attacked(f: F, units: list[int]) -> bool:
    return set(units) == {e for u in army(f) if free(f, u) for e in foes(f, u)} and bool(units)


def still_attack(f: F, units: list[int]) -> bool:
    return set(units) == {u for u in army(f) if free(f, u) and foes(f, u)} and bool(units)


# -- targets and units ------------------------------------------------------------------------------


def nobody_next_to_all(f: F, it: int) -> bool:
    return not any(joins(f, u, with_it(f, it)) for u in army(f))


def left_with_nobody(f: F, units: list[int], it: int | None = None) -> bool:
    """Each of the units has no other enemy to attack, and may not join this attack."""
    now = with_it(f, f.arg)
    return bool(units) and all(set(foes(f, u)) <= set(now) and not joins(f, u, now) for u in units)


def own_bank_first(f: F) -> bool:
    """All who are next to these hexes are artillery with enemies on their own bank, none of them a target."""
    now = with_it(f, f.arg)
    near = [u for u in army(f) if free(f, u) and next_to_all(f, u, now) and (f.gun(u) or not across(f, u, now))]
    return bool(near) and all(f.gun(u) and f.enemy_zone(f.at(u)) and across(f, u, now) == now for u in near)


def only_far_fire(f: F) -> bool:
    """Nobody is next to all the targets who could attack them from there."""
    return not any(joins(f, u, targets(f)) for u in army(f))


def no_enemy_on_its_bank(f: F, it: int) -> bool:
    return f.gun(it) and bool(across(f, it, targets(f))) and not f.enemy_zone(f.at(it))


def own_bank(f: F, it: int) -> bool:
    return (
        f.gun(it)
        and f.enemy_zone(f.at(it))
        and bool(across(f, it, targets(f)))
        and not any(t in foes(f, it) for t in targets(f))
    )


def gun_apart(f: F, it: int) -> bool:
    return f.gun(it) and not any(f.beside(f.at(it), f.at(t)) for t in targets(f))


def not_next_to_all(f: F, it: int) -> bool:
    return not next_to_all(f, it, targets(f))


def guns_used(f: F) -> int:
    return sum(f.gun(u) for u in bits(taking_part(f)))


def enough_guns(f: F, most: int) -> bool:
    return most == GUNS_ATTACKING[f.me] and guns_used(f) >= most


def places_kept(f: F, units: list[int]) -> bool:
    """The places left are not more than the artillery that has nothing else to attack."""
    bound_ones = all(f.gun(u) and joins(f, u, targets(f)) and bound(f, u) for u in units)
    return f.gun(f.arg) and f.arg not in units and guns_used(f) + len(units) >= GUNS_ATTACKING[f.me] and bound_ones


def bound(f: F, unit: int) -> bool:
    """A unit has no other enemy to attack, or other artillery without another target fills every other attack."""
    rest = [e for e in foes(f, unit) if not f.has(f.s.targets, e)]
    return all(crowded(f, unit, enemy) for enemy in rest)


def crowded(f: F, gun: int, enemy: int) -> bool:
    """As much other artillery as may fire has only this enemy left."""
    others = [
        u
        for u in army(f)
        if u != gun and f.gun(u) and free(f, u) and [e for e in foes(f, u) if not f.has(f.s.targets, e)] == [enemy]
    ]
    return f.gun(gun) and len(others) >= GUNS_ATTACKING[f.me]


def no_other_enemy(f: F, units: list[int]) -> bool:
    return all(free(f, u) and foes(f, u) and {*foes(f, u)} <= {*targets(f)} for u in units)


def crowded_out(f: F, units: list[int]) -> bool:
    return all(joins(f, u, targets(f)) and not no_other_enemy(f, [u]) and bound(f, u) for u in units)


def needed(f: F, unit: int, enemy: int) -> bool:
    """An enemy in contact with a unit would be left to nobody (7.21)."""
    others = [u for u in army(f) if u != unit and free(f, u) and enemy in foes(f, u)]
    return unit == f.arg and enemy in foes(f, unit) and not f.has(f.s.targets, enemy) and not others


def needed_all(f: F, text: str) -> bool:
    """Each part says of one enemy why it needs the unit, and what would help; what is proposed does help."""
    return all(_needed_part(f, part) for part in text.split("; "))


def _needed_part(f: F, part: str) -> bool:
    why, _, ways = part.partition(": ")
    words = why.removesuffix(" that can attack it").split(" is the last unit in the Zone of Control of ")
    unit, enemy = (f.game.unit_ids[word] for word in words)
    return needed(f, unit, enemy) and all(_helps(f, enemy, way) for way in ways.split(" or ") if way)


def _helps(f: F, enemy: int, way: str) -> bool:
    if way.startswith("add it as a target"):
        before = f.s.copy()
        before.attackers = 0
        hex_ = way.removeprefix("add it as a target ('also ").removesuffix("', before the units)")
        return f.hex(hex_) == f.at(enemy) and f.game.permits(before, Action("also", f.at(enemy)))
    guns = way.removeprefix("barrage it first (").removesuffix(")").split(", ")
    return all(fires(f, u) and in_range(f, u, enemy) for u in (f.game.unit_ids[gun] for gun in guns))


# -- barrage and support -----------------------------------------------------------------------------


def beyond(f: F, it: int, range: int) -> bool:
    return f.value(it, "range") == range and not any(in_range(f, it, t) for t in targets(f))


def needs_neighbour(f: F) -> bool:
    return len(targets(f)) > 1 and not taking_part(f)


def far_fire_at_several(f: F) -> bool:
    if f.verb == "also":
        return only_far_fire(f)
    return needs_neighbour(f) and not joins(f, f.arg, targets(f))


def points_alone(f: F) -> bool:
    """A target must be attacked by a unit next to it, and no unit takes part."""
    duty = {e for u in army(f) if free(f, u) for e in foes(f, u)}
    return not taking_part(f) and bool(duty & {*targets(f)})


# -- defensive fire ----------------------------------------------------------------------------------


def clear_of(f: F, it: int) -> bool:
    return not f.enemy_zone(f.at(it))


def far_from_defenders(f: F, it: int, range: int) -> bool:
    return f.value(it, "range") == range and not any(in_range(f, it, t) for t in targets(f))


COMBAT: tuple[Claim, ...] = (
    Claim("7.0", "there is no enemy unit in {it:hex}", lambda f, it: not f.enemy_in(it)),
    Claim(
        "7.14",
        "the unit in {it:hex} has already been attacked in this phase",
        lambda f, it: f.has(f.s.struck, f.unit_in(it)),
    ),
    Claim(
        "7.96",
        "the unit in {it:hex} has advanced and may not be attacked in this phase",
        lambda f, it: f.has(f.s.advanced, f.unit_in(it)),
    ),
    Claim(
        "8.11",
        "no unit next to {name:unit} in {there:hex} can attack it, and no artillery that can still fire reaches it",
        out_of_reach,
    ),
    Claim(
        "7.11",
        "you must still attack {units:units}; units that must still attack: {others:units}",
        lambda f, units, others: still_attacked(f, units) and still_attack(f, others),
    ),
    Claim(
        "4.1",
        "artillery or Ground Support has been added; targets and attacking units are chosen before that",
        lambda f: f.s.barrage or f.s.spent,
    ),
    Claim("4.1", "choose all targets before the units that attack them", lambda f: f.s.attackers),
    Claim("7.14", "{it:hex} is already a target of this attack", lambda f, it: f.unit_in(it) in targets(f)),
    Claim("8.13", "artillery that fires from a distance may attack only one hex", far_fire_at_several),
    Claim("7.23", "no unit can attack {it:hex} and the other targets together", nobody_next_to_all),
    Claim("7.12", "this attack would leave no enemy to attack for {units:units}", left_with_nobody),
    Claim(
        "8.31",
        "the artillery next to these hexes must also attack an enemy on its own bank of the river",
        own_bank_first,
    ),
    Claim("7.0", "{it:unit} is not on the attacking side", lambda f, it: not f.mine(it)),
    Claim("7.14", "{it:unit} is already in this attack", lambda f, it: f.has(taking_part(f), it)),
    Claim("7.14", "{it:unit} has already attacked in this phase", lambda f, it: f.has(f.s.fought, it)),
    Claim("7.96", "{it:unit} has advanced and may not attack in this phase", lambda f, it: f.has(f.s.advanced, it)),
    Claim("7.15", "{it:unit} is not on the map", lambda f, it: not f.on_map(it)),
    Claim(
        "8.34", "{it:unit} has no enemy on its own bank; use 'barrage' to fire across the river", no_enemy_on_its_bank
    ),
    Claim("8.31", "{it:unit} has an enemy on its own bank and may not attack only across the river", own_bank),
    Claim(
        "6.33",
        "{it:unit} may not attack across a river without a bridge",
        lambda f, it: not f.gun(it) and across(f, it, targets(f)),
    ),
    Claim("8.32", "{it:unit} is not next to the target; use 'barrage' to fire from a distance", gun_apart),
    Claim("8.32", "{it:unit} is not next to all the targets", lambda f, it: f.gun(it) and not_next_to_all(f, it)),
    Claim("7.23", "{it:unit} is not next to all the targets", lambda f, it: not f.gun(it) and not_next_to_all(f, it)),
    Claim("7.15", "{it:unit} is not next to the target", not_next_to_all),
    Claim("11.21", "at most {most:n} artillery units may attack in one combat", enough_guns),
    Claim("11.31", "at most {most:n} artillery units may attack in one combat", enough_guns),
    *(
        Claim(
            rule,
            "the remaining places for artillery are reserved for units with no other target: {units:units}",
            places_kept,
        )
        for rule in ("11.21", "11.31")
    ),
    Claim("7.21", "{text:word}", needed_all),
    Claim(
        "7.12",
        "these units have no other enemy to attack and must join this attack first: {units:units}",
        no_other_enemy,
    ),
    Claim(
        "8.31",
        "other artillery takes all places in attacks on other enemies, so these units must join this attack first: "
        "{units:units}",
        crowded_out,
    ),
    Claim("8.1", "{it:unit} is not on the attacking side", lambda f, it: not f.mine(it)),
    Claim("8.1", "{it:unit} is not on the map", lambda f, it: not f.on_map(it)),
    Claim("7.15", "{it:unit} is not artillery and attacks only adjacent enemies", lambda f, it: not f.gun(it)),
    Claim("7.82", "{it:unit} was displaced and may not fire in this phase", lambda f, it: f.has(f.s.displaced, it)),
    Claim(
        "8.31",
        "{it:unit} has an enemy next to it and may attack only adjacent enemies",
        lambda f, it: f.enemy_zone(f.at(it)),
    ),
    Claim("8.11", "the target is beyond {it:unit}'s range of {range:n} hexes", beyond),
    Claim("11.4", "only the U.S. has Ground Support Points", lambda f: f.me != US),
    Claim("4.1", "Ground Support Points have already been added to this attack", lambda f: f.s.spent),
    Claim("9.11", "add at least one Ground Support Point", lambda f: f.arg == 0),
    Claim("11.42", "at most 5 Ground Support Points may be used in one combat", lambda f: f.arg > 5),
    Claim(
        "11.41",
        "only {left:n} points of Ground Support are left in this Game-Turn",
        lambda f, left: f.s.support == left < f.arg,
    ),
    Claim("7.23", "several hexes are under attack: a unit next to all of them must take part first", needs_neighbour),
    Claim("7.11", "this unit must be attacked by a unit; Ground Support alone is not enough", points_alone),
    Claim("7.11", "a target must be attacked by a unit; Ground Support alone is not enough", points_alone),
    Claim("7.0", "no unit or Ground Support is in this attack yet", lambda f: not taking_part(f) and not f.s.spent),
    Claim("8.41", "{it:unit} is on the attacking side", lambda f, it: not f.mine(it)),
    Claim("8.4", "{it:unit} is not artillery", lambda f, it: not f.gun(it)),
    Claim("8.41", "{it:unit} is not on the map", lambda f, it: not f.on_map(it)),
    Claim("8.5", "{it:unit} is under attack itself and defends with its own strength", lambda f, it: it in targets(f)),
    Claim("8.46", "{it:unit} has already lent its fire in this Game-Turn", lambda f, it: f.has(f.s.fpf_used, it)),
    Claim(
        "8.41",
        "{it:unit} suffered a result or was displaced in this or the previous Combat Phase",
        lambda f, it: f.has(f.s.hit_now | f.s.hit_before, it),
    ),
    Claim("8.41", "{it:unit} has an enemy next to it", lambda f, it: f.enemy_zone(f.at(it))),
    Claim("8.42", "no defender is within {it:unit}'s range of {range:n} hexes", beyond),
    *(
        Claim(
            rule,
            "at most {most:n} artillery units may add Final Protective Fire in one combat",
            lambda f, most: most == GUNS_DEFENDING[f.me] <= f.s.fpf.bit_count(),
        )
        for rule in ("11.22", "11.32")
    ),
)
