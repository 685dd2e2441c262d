"""Claims of Aachen about activations, orders, movement, reactions, and HQs."""

from __future__ import annotations

from tests.kit.facts import Claim

from .facts_plain import AachenFacts as F

# -- who acts --------------------------------------------------------------------------------------


def enemy(f: F, it: int) -> bool:
    return not f.mine(it)


def not_hq(f: F, it: int) -> bool:
    return not f.is_hq(it)


def away_hq(f: F, name: str) -> bool:
    """The refused HQ is that of the named formation, and off the map."""
    return f.title_of(f.arg) == name and not f.on_map(f.arg)


def no_level(f: F, name: str) -> bool:
    return f.title_of(f.arg) == name and f.s.level[f.formation(f.arg)] == 0


def marker_away(f: F) -> bool:
    return bool(f.s.snafu != f.me)


CHOICE: tuple[Claim, ...] = (
    Claim("6.2", "{it:unit} is an enemy unit", enemy),
    Claim("6.3", "{it:unit} is not an HQ: a formation is named by its HQ", not_hq),
    Claim("6.3.1", "the HQ of the {name:word} is not on the map", away_hq),
    Claim("6.3.1", "the {name:word} has Activation Level 0", no_level),
    Claim("6.2", "initiative that was handed over may not be handed back", lambda f: f.frame[1] == 1),
    Claim("6.2", "the other side has passed in this Ops Phase", lambda f: f.has(f.s.passed, 1 - f.me)),
    Claim("5.2", "no die of yours was just rolled", lambda f: not f.s.fresh),
    Claim("5.2", "the other side has the reroll marker", marker_away),
)

#: Standing orders: ``f.me`` is the side that would give one.
WISHES: tuple[Claim, ...] = (
    Claim("6.4.1", "only the side without the initiative can react", lambda f: f.s.initiative in (-1, f.me)),
    Claim("6.4.1", "this side is asked about every reaction", lambda f: not f.s.answer and not f.s.let_pass),
    Claim("5.2", "this side is not asked about rerolls already", lambda f: f.has(f.s.quiet, f.me)),
    Claim("5.2", "this side is asked about rerolls already", lambda f: not f.has(f.s.quiet, f.me)),
    Claim("7.5.1.2", "this side is asked about support already", lambda f: f.has(f.s.asks, f.me)),
    Claim("7.5.1.2", "all units of this side give support already", lambda f: not f.has(f.s.asks, f.me)),
)

# -- orders ----------------------------------------------------------------------------------------


def bonus(f: F) -> bool:
    return str(f.game.steps[f.s.agenda[-2][0]].name) == "bonus"


def purse(f: F) -> int:
    return int(f.s.purse[f.me])


def acting(f: F) -> set[int]:
    """The combat units on the map that the activation, or the bonus, is for."""
    if bonus(f):
        return {u for u in f.s.agenda[-2][2:5] if u >= 0 and f.on_map(u)}
    formation = f.formation(f.frame[0])
    return {u for u in f.army(f.me) if not f.is_hq(u) and f.formation(u) == formation}


def able(f: F) -> set[int]:
    """Those that may be ordered: undisrupted, and in command unless there are two points."""
    return {u for u in acting(f) if not f.disrupted(u) and (purse(f) >= 2 or f.in_command(u))}


def able_in(f: F, h: int) -> set[int]:
    return {u for u in able(f) if f.at(u) == h}


def price(f: F, units: list[int], least: int) -> int:
    return least if all(map(f.in_command, units)) else 2


def stranger(f: F, it: int, name: str) -> bool:
    """Not of the formation that acts; a unit not seen may be of any."""
    return not bonus(f) and f.titles[f.formation(f.frame[0])] == name and it not in acting(f)


def several(f: F, it: int) -> bool:
    return bonus(f) and len({f.formation(u) for u in able_in(f, it)}) > 1


def in_hand(f: F, it: int) -> bool:
    return it in f.s.hand


def here(f: F) -> int:
    return f.at(f.s.hand[0])


ORDERS: tuple[Claim, ...] = (
    Claim("6.3", "{it:unit} is an enemy unit", enemy),
    Claim("3.3", "{it:unit} is an HQ: all it may do is relocate", lambda f, it: f.is_hq(it)),
    Claim("7.2", "{it:unit} does not belong to the {name:word}", stranger),
    Claim(
        "7.5.3",
        "{it:unit} took no part in the battle, or is not in command",
        lambda f, it: it not in (acting(f) if f.step == "act" else winners(f)),
    ),
    Claim("5.6.3", "{it:unit} is disrupted: all it may do is refit", lambda f, it: f.disrupted(it)),
    Claim(
        "5.8.3",
        "{it:unit} is not in command: its Actions cost {n:n} points, more than are left",
        lambda f, it, n: not f.in_command(it) and n == 2 > purse(f),
    ),
    Claim("7.2", "{it:unit} is selected already", lambda f, it: f.s.hand == [it]),
    Claim("7.3.1", "no unit in {it:hex} may be ordered now", lambda f, it: not able_in(f, it)),
    Claim(
        "7.3.1",
        "the units in {it:hex} are selected already",
        lambda f, it: (here(f) == it and able_in(f, it) - set(f.s.hand) == set()) or several(f, it),
    ),
    Claim("7.5.3", "units of several formations are in {it:hex}: choose those of one of them", several),
    Claim("7.3.1", "no unit is selected yet", lambda f: not f.s.hand),
    Claim("7.3.1", "{it:unit} is not in the hex of the selected units", lambda f, it: f.at(it) != here(f)),
    Claim(
        "7.5.3",
        "{it:unit} is of another formation than the selected units",
        lambda f, it: bonus(f) and f.at(it) == here(f) and f.formation(it) != f.formation(f.s.hand[0]),
    ),
    Claim("7.3.1", "{it:unit} is selected already", in_hand),
    Claim("7.3.1", "{it:unit} is not selected", lambda f, it: not in_hand(f, it)),
    Claim("7.3", "no unit is selected", lambda f: not f.s.hand),
    Claim("7.5.1", "no unit is selected", lambda f: not f.s.hand),
    Claim("7.1", "too few Action Points are left to attack", lambda f: price(f, f.s.hand, 1) > purse(f)),
    Claim("7.6", "{it:unit} is not disrupted", lambda f, it: not f.disrupted(it)),
    Claim("5.8.3", "{it:unit} is not in command, so it may not refit", lambda f, it: not f.in_command(it)),
    Claim("7.6", "no Action Points are left for a Refit Action", lambda f: not purse(f)),
    Claim("5.3.1", "{it:unit} is not one of your units on the map", lambda f, it: not (f.mine(it) and f.on_map(it))),
    Claim("5.3.1", "{it:unit} is on top of its stack already", lambda f, it: f.has(f.s.tops, it)),
    Claim("5.2", "the die for Action Points can no longer be rolled again", lambda f: not f.s.fresh or bonus(f)),
    Claim("7.5.3", "only the bonus of a battle can be declined", lambda f: not bonus(f)),
    Claim("7.5.3", "decline the bonus instead", bonus),
)


def winners(f: F) -> set[int]:
    """The units that a bonus is for, while they declare an attack."""
    return {u for u in f.s.agenda[-2][2:5] if u >= 0} if bonus(f) else set(range(len(f.s.at)))


def diggers(f: F, h: int) -> set[int]:
    return {u for u in acting(f) if f.at(u) == h}


DEFENSES: tuple[Claim, ...] = (
    Claim("7.7", "no unit of yours that may act is in {it:hex}", lambda f, it: not diggers(f, it)),
    Claim("7.7", "{it:hex} has an Improved Defense already", lambda f, it: f.has(f.s.improved, it)),
    Claim(
        "7.7",
        "{units:units} is disrupted",
        lambda f, units: all(f.at(u) == f.arg and f.disrupted(u) for u in units),
    ),
    Claim(
        "7.7",
        "{units:units} does not belong to the {name:word}, and a hex improves as a whole",
        lambda f, units, name: all(f.at(u) == f.arg and u not in acting(f) for u in units),
    ),
    Claim(
        "7.7",
        "{units:units} is not in command",
        lambda f, units: all(f.at(u) == f.arg and not f.in_command(u) for u in units),
    ),
    Claim(
        "7.7",
        "{units:units} are not of one formation, and a hex improves as a whole",
        lambda f, units: len({f.formation(u) for u in units}) > 1 and set(units) == set(f.friends(f.arg)),
    ),
    Claim("7.7", "no Action Points are left for an Improved Defense", lambda f: not purse(f)),
)

# -- movement --------------------------------------------------------------------------------------


def hand(f: F, names: str) -> list[int]:
    """The units that move; the sentence must be about them."""
    assert all(f.name(u) in names for u in f.s.hand)
    return list(f.s.hand)


def held(f: F, names: str) -> bool:
    return f.enemy_zone(f.at(hand(f, names)[0])) and f.spent > 0


def lost_increase(f: F, it: int, names: str) -> bool:
    units = hand(f, names)
    return not f.reachable(units, it) and f.reachable(units, it, quiet=True)


def kept_by_zones(f: F, it: int, names: str) -> bool:
    units = hand(f, names)
    return not f.reachable(units, it) and f.reachable(units, it, zones=False)


MOVEMENT: tuple[Claim, ...] = (
    Claim("7.3", "{names:word} is in {it:hex} already", lambda f, it, names: f.at(hand(f, names)[0]) == it),
    Claim("7.3", "{names:word} are in {it:hex} already", lambda f, it, names: f.at(hand(f, names)[0]) == it),
    Claim("7.3.2", "{it:hex} is occupied by the enemy", lambda f, it: f.manned(it, 1 - f.me)),
    Claim("10", "{it:hex} is outside the map area of this scenario", lambda f, it: it not in f.area),
    Claim(
        "7.3.8",
        "{it:hex} is beyond the outer pillbox line, closed to German units until Turn 4",
        lambda f, it: f.barred(it, f.me),
    ),
    Claim("5.4.1", "{names:word} entered an enemy zone of control and must stop there", held),
    Claim(
        "7.3",
        "no path open to {names:word} leads to {it:hex}",
        lambda f, it, names: not f.path_open(hand(f, names), it),
    ),
    Claim(
        "7.3.5",
        "{names:word} cannot reach {it:hex}: the increase for leg units is lost next to an enemy unit",
        lost_increase,
    ),
    Claim("5.4.1", "enemy zones of control keep {names:word} from {it:hex}", kept_by_zones),
    Claim(
        "7.3.2",
        "{names:word} cannot reach {it:hex} with the Movement Points left",
        lambda f, it, names: not f.reachable(hand(f, names), it, zones=False),
    ),
)

# -- reactions (6.4) -------------------------------------------------------------------------------


def nobody_near(f: F, name: str, h: int) -> bool:
    """No unit of the formation next to the trigger could lend an attempt."""
    near = [u for n in f.near(h) for u in f.friends(n) if not f.disrupted(u) and f.title_of(u) == name]
    return f.title_of(f.arg) == name and h == f.frame[1] and not any(map(f.in_command, near))


REACTIONS: tuple[Claim, ...] = (
    Claim("6.4.1", "{it:unit} is an enemy unit", enemy),
    Claim("6.4.2", "{it:unit} is not an HQ: a formation is named by its HQ", not_hq),
    Claim("6.4.1", "the HQ of the {name:word} is not on the map", away_hq),
    Claim("6.4.1", "the {name:word} has Activation Level 0", no_level),
    Claim(
        "6.4.1",
        "the HQ of the {name:word} was displaced by this movement",
        lambda f, name: f.title_of(f.arg) == name and f.has(f.s.startled, f.arg),
    ),
    Claim("6.4.1", "no undisrupted unit of the {name:word} in command is next to {h:hex}", nobody_near),
    Claim("6.4.1", "the enemy is leaving now", lambda f: f.frame[2] == 1),
)

# -- HQs (5.3.2, 7.4) ------------------------------------------------------------------------------


def hq(f: F) -> int:
    return int(f.frame[-1])


def other_haven(f: F, it: int, better: list[int]) -> bool:
    return it not in better and bool(better)


def havens(rule: str) -> tuple[Claim, ...]:
    """Why a hex is closed to an HQ, whether it relocates or was displaced."""
    return (
        Claim(rule, "{it:hex} is not a town, city or industrial hex", lambda f, it: not f.built_up(it)),
        Claim(rule, "the HQ is displaced from {it:hex}", lambda f, it: f.at(hq(f)) == it),
        Claim(rule, "the HQ is in {it:hex} already", lambda f, it: f.at(hq(f)) == it),
        Claim(rule, "an enemy unit is in {it:hex}", lambda f, it: f.occupied(it, 1 - f.me)),
        Claim(rule, "{it:hex} is not controlled by this side", lambda f, it: not f.controls(it, f.me)),
        Claim(rule, "{it:hex} is closed to this side", lambda f, it: f.closed(it, f.me)),
        Claim(
            rule,
            "{it:hex} is in an enemy zone of control, and no friendly combat unit is there",
            lambda f, it: f.enemy_zone(it) and not f.manned(it, f.me),
        ),
    )


def other_hq(f: F, it: int) -> bool:
    """Another HQ is there, and a hex as good in other respects has none."""
    fed = [h for h in f.havens(hq(f)) if f.supplied(h, f.me)] or f.havens(hq(f))
    taken = {f.at(u) for u in range(len(f.s.at)) if f.is_hq(u)}
    return it in taken and any(h not in taken for h in fed)


HEADQUARTERS: tuple[Claim, ...] = (
    *havens("5.3.2"),
    *havens("7.4"),
    Claim(
        "5.7.2",
        "{it:hex} has no Supply Path, and another hex has one",
        lambda f, it: not f.supplied(it, f.me) and any(f.supplied(h, f.me) for h in f.havens(hq(f))),
    ),
    Claim("3.3", "another HQ is in {it:hex}, and another hex has none", other_hq),
    Claim("7.4", "{it:unit} is an enemy unit", enemy),
    Claim("7.4", "{it:unit} is not an HQ", not_hq),
    Claim("7.5.3", "the bonus of a battle is for the units that fought", bonus),
    Claim("7.2", "only the HQ of the {name:word} can act now", lambda f, name: f.title_of(f.frame[0]) == name),
    Claim("7.4", "too few Action Points are left", lambda f: f.value(f.frame[0], "relocation") > purse(f)),
    Claim("7.4", "no town, city or industrial hex is open to {it:unit}", lambda f, it: not f.havens(it)),
)

ACTIONS: tuple[Claim, ...] = (*WISHES, *CHOICE, *ORDERS, *DEFENSES, *MOVEMENT, *REACTIONS, *HEADQUARTERS)
