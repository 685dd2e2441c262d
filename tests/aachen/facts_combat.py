"""Claims of Aachen about attacks, losses, retreats and displaced units."""

from __future__ import annotations

from grognard.hexes import bits
from tests.kit.facts import Claim

from .facts_actions import purse
from .facts_plain import AachenFacts as F

COSTS = {"hasty": 1, "regular": 2, "prepared": 3}
MODES = tuple(COSTS)


def attackers(f: F) -> list[int]:
    return list(bits(f.s.attackers))


def away(f: F) -> bool:
    """Whether an attacker is out of command or isolated (5.8.3)."""
    return not all(map(f.in_command, attackers(f)))


def cost(f: F, mode: str) -> int:
    return 2 if away(f) else COSTS[mode]


def no_target(f: F, it: int, h: int) -> bool:
    return h == f.s.origin and not no_enemy_reason(f, it, h)


def no_enemy_reason(f: F, it: int, h: int) -> bool:
    """Whether a hex could be attacked."""
    return f.manned(it, 1 - f.me) and f.beside(h, it) and it in f.area


def formations(f: F) -> set[int]:
    return {f.formation(u) for u in attackers(f)}


def carries_zone(f: F, unit: int, h: int) -> bool:
    """Whether a unit next to a hex has a zone in it: by its type, the terrain and the hexside (5.4)."""
    if f.disrupted(unit) or f.is_hq(unit) or not f.beside(f.at(unit), h):
        return False
    tables = f.game.tables
    pillbox = "pillbox-" if "pillbox" in f.land.features[h] else ""
    word = f"{f.kind(unit)}_zone"
    edge = f.land.edges.get(frozenset((f.at(unit), h)), ("none", False))[0]
    open_edge = edge == "none" or getattr(tables.hexsides[edge], word)
    return bool(open_edge and getattr(tables.terrain[pillbox + f.land.terrain[h]], word))


def supports(f: F, unit: int, fighting: list[int], h: int, apart: int, *, strong: bool) -> bool:
    """Whether a unit could support units against or in a hex: its formation, its zone, its command (7.5.1.2 B)."""
    alike = f.formation(unit) in {f.formation(u) for u in fighting}
    return (alike or strong) and f.at(unit) != apart and carries_zone(f, unit, h) and f.in_command(unit)


def helps_attack(f: F, unit: int) -> bool:
    """Whether a unit or an HQ could support the attack that is declared."""
    if not f.mine(unit) or f.s.mode == 0:
        return False
    if f.is_hq(unit):
        left = f.value(unit, "support") - f.s.lost[unit]
        return not away(f) and unit == f.hq_of(f.formation(attackers(f)[0])) and left > 0
    return supports(f, unit, attackers(f), f.s.target, f.s.origin, strong=f.s.mode == 2)


def helps_defense(f: F, unit: int) -> bool:
    """Whether a unit could support the defenders of the current combat."""
    defenders = list(bits(f.s.defenders))
    if not f.mine(unit) or f.is_hq(unit) or any(map(f.disrupted, defenders)):
        return False
    return supports(f, unit, defenders, f.s.origin, f.s.target, strong=f.has(f.s.improved, f.s.target))


SUPPORT: tuple[Claim, ...] = (
    Claim("7.1", "nothing supports a Hasty Attack", lambda f: f.s.mode == 0),
    Claim("7.5.1.2", "{it:unit} cannot support this attack", lambda f, it: not helps_attack(f, it)),
    Claim("7.5.1.2", "the attack does without {it:unit} already", lambda f, it: f.has(f.s.withheld, it)),
    Claim("7.5.1.2", "{it:unit} is not left out of the support", lambda f, it: not f.has(f.s.withheld, it)),
    Claim("7.5.1.2", "{it:unit} cannot support the defense", lambda f, it: not helps_defense(f, it)),
    Claim("7.5.1.2", "{it:unit} is left out already", lambda f, it: f.has(f.s.withheld, it)),
    Claim("7.5.1.2", "{it:unit} is not left out", lambda f, it: not f.has(f.s.withheld, it)),
)

DECLARATION: tuple[Claim, ...] = (
    Claim(
        "7.5",
        "no enemy combat unit is in {it:hex}, next to the selected units",
        lambda f, it: not no_enemy_reason(f, it, f.at(f.s.hand[0])),
    ),
    Claim("7.5", "no enemy combat unit is in {it:hex}, next to {h:hex}", no_target),
    Claim("7.5", "{it:hex} is the target already", lambda f, it: f.s.target == it),
    Claim(
        "7.5.1",
        "{it:unit} is not in {h:hex}: one hex attacks",
        lambda f, it, h: h == f.s.origin and f.at(it) != h,
    ),
    Claim("7.5", "{it:unit} is an HQ and takes no part in combat", lambda f, it: f.is_hq(it)),
    Claim("7.2", "{it:unit} is not of the formation that attacks", lambda f, it: f.formation(it) not in formations(f)),
    Claim(
        "5.8.3",
        "{it:unit} is not in command: with it the attack costs more points than are left",
        lambda f, it: not f.in_command(it) and purse(f) < 2,
    ),
    Claim("7.5.1", "{it:unit} attacks already", lambda f, it: f.has(f.s.attackers, it)),
    Claim("7.5.1", "{it:unit} does not attack", lambda f, it: not f.has(f.s.attackers, it)),
    Claim("7.5.1", "somebody has to attack", lambda f: len(attackers(f)) == 1),
    Claim("5.8.3", "units out of command make Hasty Attacks only", lambda f: away(f) and f.arg > 0),
    Claim(
        "7.1",
        "a {mode:word} attack costs more Action Points than are left",
        lambda f, mode: MODES[f.arg] == mode and cost(f, mode) > purse(f),
    ),
    Claim("7.5.1", "it is a {mode:word} attack already", lambda f, mode: MODES[f.s.mode] == mode),
    Claim("7.1", "too few Action Points are left", lambda f: cost(f, MODES[f.s.mode]) > purse(f)),
)

# -- results (7.5.2) -------------------------------------------------------------------------------


def involved(f: F) -> set[int]:
    """The units of the side in the combat that are still alive."""
    return {u for u in bits(f.s.attackers | f.s.defenders) if f.mine(u) and f.on_map(u)}


def wounded_more(f: F, it: int) -> bool:
    return any(f.s.wounds[u] < f.s.wounds[it] for u in bits(f.s.choice))


RESULTS: tuple[Claim, ...] = (
    Claim(
        "7.5.2",
        "{it:unit} is not one of your units in this combat",
        lambda f, it: it not in involved(f),
    ),
    Claim(
        "7.5.2",
        "the first point is lost by the unit whose armor counted, not by {it:unit}",
        lambda f, it: f.frame[1] == 1 and not f.has(f.s.choice, it),
    ),
    Claim(
        "7.5.2",
        "{it:unit} retreated: the hit falls on the units that stayed",
        lambda f, it: bool(f.s.pending) and not f.has(f.s.pending, it),
    ),
    Claim("7.5.2", "{it:unit} has lost a point more than another unit in this combat", wounded_more),
    Claim(
        "7.5.2",
        "no hex outside enemy zones of control is open to all of them",
        lambda f: (
            not any(
                not f.enemy_zone(h) and f.retreat_open(list(bits(f.s.pending)), h) and f.s.refuge in (-1, h)
                for h in f.near(f.at(next(bits(f.s.pending))))
            )
        ),
    ),
    Claim("5.2", "{it:unit} has not failed a check", lambda f, it: not f.has(f.s.failed, it)),
)


def retreating(f: F) -> list[int]:
    return list(bits(f.s.pending))


def choices(f: F) -> list[int]:
    """The hexes that are open to all who retreat, enemy zones only if there is no other."""
    units = retreating(f)
    found = [h for h in f.near(f.at(units[0])) if f.retreat_open(units, h)]
    return [h for h in found if not f.enemy_zone(h)] or found


def nearer(f: F, it: int) -> bool:
    here = f.to_supply(f.at(retreating(f)[0]), f.me)
    return f.to_supply(it, f.me) >= here and any(f.to_supply(h, f.me) < here for h in choices(f))


def not_next(f: F, it: int, h: int) -> bool:
    return f.at(retreating(f)[0]) == h and not f.beside(h, it)


RETREATS: tuple[Claim, ...] = (
    Claim("7.5.2", "nobody retreats more than one hex, and {it:hex} is not next to {h:hex}", not_next),
    Claim("7.5.2", "an enemy unit is in {it:hex}", lambda f, it: f.occupied(it, 1 - f.me)),
    Claim("10", "{it:hex} is closed to this side", lambda f, it: it not in f.area),
    Claim("7.3.8", "{it:hex} is closed to this side", lambda f, it: f.barred(it, f.me)),
    Claim(
        "7.5.2",
        "{it:hex} is not open to {units:units}",
        lambda f, it, units: units == retreating(f) and not f.retreat_open(units, it),
    ),
    Claim("7.5.2", "{it:hex} is in an enemy zone of control", lambda f, it: f.enemy_zone(it)),
    Claim("7.5.2", "another open hex is nearer to supply than {it:hex}", nearer),
)

# -- displaced units (5.3.1, 5.3.3) ----------------------------------------------------------------


def crowded(f: F, h: int) -> set[int]:
    """The units of an overstacked hex of types that are too many there."""
    return {u for u in f.units(h) if f.full(h, u)}


def refuges(f: F, unit: int) -> list[int]:
    """The hexes next to a unit that it may be displaced to."""
    side, here = f.side(unit), f.at(unit)
    steps = f.game.ground.steps[f.mover(unit)].displacement
    return [
        h
        for h in f.near(here)
        if steps.step(here, h) is not None and not f.occupied(h, 1 - side) and not f.closed(h, side)
    ]


def left_to_owner(f: F) -> bool:
    """Whether the side that decides owns the unit, or the units of the hex, to be displaced."""
    unit = f.frame[1] if f.step == "displace-to" else f.units(f.frame[1])[0]
    return f.mine(unit)


DISPLACEMENT: tuple[Claim, ...] = (
    Claim("5.3.1", "the enemy has left the displacement to you", left_to_owner),
    Claim("5.3.1", "{it:unit} is not in {h:hex}", lambda f, it, h: h == f.frame[1] and f.at(it) != h),
    Claim(
        "5.3.1",
        "{h:hex} does not hold too many of the type of {it:unit}",
        lambda f, it, h: h == f.frame[1] and it not in crowded(f, h),
    ),
    Claim("5.3.3", "no hex next to {h:hex} is open to {it:unit}", lambda f, it, h: not refuges(f, it)),
    Claim("5.3.3", "{it:hex} is not next to {u:unit}", lambda f, it, u: not f.beside(f.at(u), it)),
    Claim("5.3.3", "{it:hex} holds a unit of the other side", lambda f, it: f.occupied(it, 1 - f.side(f.frame[1]))),
    Claim("5.3.3", "{it:hex} is closed to {u:unit}", lambda f, it, u: it not in refuges(f, u)),
    Claim(
        "5.3.3",
        "{it:hex} is full, and another hex has room for {u:unit}",
        lambda f, it, u: f.full(it, u) and any(not f.full(h, u) for h in refuges(f, u)),
    ),
)

COMBAT: tuple[Claim, ...] = (*DECLARATION, *SUPPORT, *RESULTS, *RETREATS, *DISPLACEMENT)
