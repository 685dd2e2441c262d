"""Small decisions of commanders: formations, reactions, rerolls, losses, retreats and displacement, in points."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...hexes import bits
from . import command, formations, raiding, supply
from .cycle import able_hqs
from .displacement import destinations
from .drm import Fight
from .gains import gain_of, toll
from .luck import AachenDie
from .pieces import effectiveness, strength
from .postings import dug_in
from .state import HASTY, REGULAR, AachenState
from .units import GERMAN

if TYPE_CHECKING:
    from .doctrine import AachenDoctrine

#: The worth of the reroll marker, and of an Activation Level.
_MARKER, _LEVEL = 1.2, 1.2
#: The share of the pull of a hex that is gained when a mover is stopped in it: it may go on for another point.
_STOPPED = 0.15
#: The cost of an Activation Level that is to spare, of one that is kept for reactions, and of Emergency Supply.
_SPARE, _KEPT, _UNSUPPLIED = 0.5, 3.0, 1.5
#: How much better another place of an HQ must be: supply alone is enough.
_MUCH_BETTER = 8.0
#: A unit with this strength is a remnant.
_REMNANT = 2
_FACES = 10
#: A hex with a goal of this worth near is not given up.
_DEAR = 2.0


def opinion(d: AachenDoctrine, s: AachenState, side: int, verb: str, arg: int) -> float | None:
    """The opinion on an action, by the step in force; None for no opinion."""
    judge = _JUDGES.get(verb)
    return None if judge is None else judge(d, s, side, arg)


# -- formations ----------------------------------------------------------------------------------


def _act(d: AachenDoctrine, s: AachenState, side: int, hq: int) -> float | None:
    """The cost of the level, and all that depends on the formation besides its orders.

    Levels that recovery would only waste cost little, and on the last turn they cost nothing."""
    game = d.game
    index = game.hq_formation[hq]
    last = s.turn >= game.scenario_of(s).turns
    spare = s.level[index] - _keep(d, s, index) > 0
    cost = 0.0 if last else _SPARE if spare else _KEPT
    if not supply.is_supplied(game, s, hq):
        cost += _UNSUPPLIED
    return raiding.prospect(d, s, side, index) - cost


def _keep(d: AachenDoctrine, s: AachenState, index: int) -> int:
    """The level that is worth keeping for the next turn: what recovery would not bring back, and one to react."""
    roster = d.game.roster
    recovery = roster.recovery[index]
    return max(roster.level[index] - recovery - 1, 1)


def _pass(d: AachenDoctrine, s: AachenState, side: int, _: int) -> float | None:
    if d.game.step(s).name == "choose":
        return 0.2
    return 0.1 if d.game.step(s).name in ("react", "relocate") else None


def _transfer(d: AachenDoctrine, s: AachenState, side: int, _: int) -> float:
    """Better than to pass for the turn: the enemy has to act or to pass, and may not hand it back (6.2)."""
    return 0.3 if able_hqs(d.game, s, side) and able_hqs(d.game, s, 1 - side) else -1.0


# -- reactions -----------------------------------------------------------------------------------


def _react(d: AachenDoctrine, s: AachenState, side: int, hq: int) -> float:
    """By what a counterattack on the mover brings, the chance to pass the check, and the level it costs."""
    game, roster = d.game, d.game.roster
    index = game.hq_formation[hq]
    _, _, h, _ = s.agenda[-1]
    level = s.level[index]
    points = sum(game.tables.reaction_points(level, die) for die in range(1, _FACES + 1)) / _FACES
    gain = max(_counterattack(d, s, side, index, h, points), 0.0)
    threat = d.worths(s, side).pull(h) * _STOPPED + raiding.under_way(d, s, side)
    threat += raiding.prospect(d, s, side, index, reaction=True)
    chance = roster.reaction[hq] / _FACES
    last = s.turn >= game.scenario_of(s).turns
    cost = _LEVEL * (0.3 if last else 1.0 if level > _keep(d, s, index) else 2.0)
    return chance * (gain + threat - cost)


def _counterattack(d: AachenDoctrine, s: AachenState, side: int, index: int, h: int, points: float) -> float:
    """The best attack that a formation could make at once on a hex."""
    game, best = d.game, 0.0
    defenders = s.pile[h] & game.roster.combat
    worths = d.worths(s, side)
    for n in game.board.grid.neighbour_list(h):
        if not s.manned[side] >> n & 1:
            continue
        units = sum(
            1 << u
            for u in bits(s.pile[n] & game.roster.combat & ~s.disrupted)
            if game.formation_of(s, u) == index and command.status(game, s, u) == command.IN_COMMAND
        )
        if not units or not defenders:
            continue
        mode = REGULAR if points >= 2 else HASTY
        fight = Fight(n, h, units, defenders, mode, side)
        best = max(best, gain_of(d, s, fight, 0.5 * worths.pull(h), 1.0))
    return best


# -- luck ----------------------------------------------------------------------------------------


def _reroll(d: AachenDoctrine, s: AachenState, side: int, _: int) -> float | None:
    """Roll again where the mean is better than the die by more than the marker is worth."""
    name = d.game.step(s).name
    if name == "act":
        mean = _mean_points(d, s)
        return mean - s.purse[side] - 1.4 * _MARKER
    if name == "assign":
        levels = [d.game.tables.interdiction_level(die) for die in range(1, _FACES + 1)]
        return sum(levels) / _FACES - s.interdiction - 0.5 * _MARKER
    if name == "reroll-window":
        return _second_die(d, s, side) - _MARKER
    if name == "initiative-window":
        return -1.0
    return -1.0


def _mean_points(d: AachenDoctrine, s: AachenState) -> float:
    column = s.fresh
    if column <= 0:
        return 0.0
    return sum(d.game.tables.points(column, die) for die in range(1, _FACES + 1)) / _FACES


def _second_die(d: AachenDoctrine, s: AachenState, side: int) -> float:
    """The average worth of another roll, compared with the present one."""
    game = d.game
    code, *_, rolled, _ = s.agenda[-2]
    below = game.steps[code]
    if below.name == "reaction-die":
        return 1.0
    if below.name != "combat-die" or not isinstance(below, AachenDie):
        return 0.0
    crt, worths = game.tables.crt, d.worths(s, side)
    taken = worths.goals.get(s.target, 0.0) + 0.5 * worths.pull(s.target)

    def value(roll: int) -> float:
        result = game.tables.results[crt.result(s.column, min(max(roll + s.modifier, 1), len(crt.rows)))]
        theirs = toll(game, s, s.defenders, result.defender, red=result.defender_red)
        mine = toll(game, s, s.attackers, result.attacker, red=result.attacker_red)
        return theirs.points + theirs.leaves * taken - mine.points - mine.leaves

    return sum(value(roll) for roll in range(1, _FACES + 1)) / _FACES - value(rolled)


def _reroll_unit(d: AachenDoctrine, s: AachenState, side: int, unit: int) -> float:
    game, worths = d.game, d.worths(s, side)
    chance = effectiveness(game, s, unit) / _FACES
    stake = 0.15 * strength(game, s, unit) + worths.goals.get(s.at[unit], 0.0)
    return chance * stake - _MARKER


def _always(points: float) -> Callable[[AachenDoctrine, AachenState, int, int], float | None]:
    return lambda d, s, side, arg: points


# -- losses, retreats, displacement ----------------------------------------------------------------


def _lose(d: AachenDoctrine, s: AachenState, side: int, unit: int) -> float:
    """The strongest unit can spare a point best; tanks are worth more."""
    game = d.game
    if game.roster.hqs >> unit & 1:
        return 0.1
    afv = game.roster.afv >> unit & 1
    return 5.0 + 0.1 * strength(game, s, unit) - (0.5 if afv else 0.0)


def _yield(d: AachenDoctrine, s: AachenState, side: int, _: int) -> float:
    """Retreat where the hex matters little, or the units would be lost."""
    game = d.game
    units = s.pending
    weakest = min((strength(game, s, u) for u in bits(units)), default=9)
    h = s.at[next(bits(units), 0)] if units else -1
    worths = d.worths(s, side)
    dear = h >= 0 and (worths.goals.get(h, 0.0) > _DEAR or worths.cover(h) > 2.0)
    return 2.0 if weakest <= s.owed + 1 and not dear else -1.0 if dear or side != GERMAN else 0.3


def _stay(d: AachenDoctrine, s: AachenState, side: int, _: int) -> float:
    return 0.5


def _to(d: AachenDoctrine, s: AachenState, side: int, h: int) -> float:
    """Own units go where it is safe and useful, HQs behind the line, displaced enemies where it hurts."""
    name = d.game.step(s).name
    if name == "displace-to":
        enemy = d.worths(s, 1 - side)
        return 100.0 - enemy.pull(h) + enemy.exposure(h, 8.0)
    worths = d.worths(s, side)
    if name in ("place-hq", "relocate"):
        _, hq = s.agenda[-1]
        return 50.0 + _hq_place(d, s, side, hq, h)
    return 50.0 + 0.3 * worths.pull(h) - worths.exposure(h, 8.0)


def _hq_place(d: AachenDoctrine, s: AachenState, side: int, hq: int, h: int) -> float:
    """An HQ wants supply, its units within range, and some distance from the enemy."""
    game = d.game
    units = formations.members(game, s, game.hq_formation[hq]) & s.on_map
    distance = game.board.grid.distance
    mean = sum(distance(h, s.at[u]) for u in bits(units)) / max(units.bit_count(), 1)
    near = min((distance(h, e) for e, _ in d.worths(s, side).enemies), default=20)
    fed = supply.supplied_hexes(game, s, side) >> h & 1
    return 10.0 * fed - mean + 2.0 * min(near, 5)


def _displace(d: AachenDoctrine, s: AachenState, side: int, unit: int) -> float:
    """The enemy's strongest unit is displaced."""
    return 5.0 + strength(d.game, s, unit)


# -- orders without movement ------------------------------------------------------------------------


def _refit(d: AachenDoctrine, s: AachenState, side: int, unit: int) -> float:
    """By the chance of recovery and the strength that can act again."""
    game = d.game
    worths = d.worths(s, side)
    return (
        effectiveness(game, s, unit)
        / _FACES
        * (0.16 * strength(game, s, unit) + 0.2 * worths.exposure(s.at[unit], worths.force[unit]))
    )


def _improve(d: AachenDoctrine, s: AachenState, side: int, h: int) -> float:
    """By what the units in the hex risk, and by what the hex is worth."""
    return -1.0 if d.game.is_static(s, 1 - side) else dug_in(d.worths(s, side), h) or -1.0


def _relocate(d: AachenDoctrine, s: AachenState, side: int, hq: int) -> float:
    """HQs go where more of their units are in command, into supply, and away from enemies that come near."""
    game = d.game
    units = formations.members(game, s, game.hq_formation[hq]) & s.on_map
    away = units & ~command.in_command(game, s, units)
    if units and away.bit_count() * 2 > units.bit_count():
        return 1.2 * game.roster.relocation[hq]
    here = _hq_place(d, s, side, hq, s.at[hq])
    found = (_hq_place(d, s, side, hq, h) for h in bits(destinations(game, s, hq)))
    better = max(found, default=here) - here
    return 0.3 * better if better >= _MUCH_BETTER else -1.0


def _replace(d: AachenDoctrine, s: AachenState, side: int, unit: int) -> float:
    """Strength points go to units that are near the enemy or guard something, and that fight well (8.4)."""
    worths, h = d.worths(s, side), s.at[unit]
    near = min((d.game.board.grid.distance(h, e) for e, _ in worths.enemies), default=20)
    kept = worths.garrison(h, s.pile[h] & d.game.roster.combat)
    return 3.0 + 0.1 * effectiveness(d.game, s, unit) + 0.2 * kept + 2.0 / max(near, 1)


def _give(d: AachenDoctrine, s: AachenState, side: int, unit: int) -> float:
    """A remnant is given up for a unit of its formation that needs the points more, unless losses count (8.4.2, 9)."""
    game = d.game
    left = strength(game, s, unit)
    if left > _REMNANT or game.scenario_of(s).words.get("victory", {}).get("losses"):
        return -1.0
    mine = _replace(d, s, side, unit)
    others = formations.members(game, s, game.formation_of(s, unit)) & s.on_map & game.roster.infantry & ~(1 << unit)
    kinds = [u for u in bits(others) if game.counters[u].type == game.counters[unit].type and s.lost[u] >= left]
    return max((_replace(d, s, side, u) - mine for u in kinds), default=-1.0)


_JUDGES: dict[str, Callable[[AachenDoctrine, AachenState, int, int], float | None]] = {
    "act": _act,
    "transfer": _transfer,
    "pass": _pass,
    "react": _react,
    "wait": _always(-1.0),
    "hold": _always(-1.0),
    "stand-down": _always(-1.0),
    "keep": _always(0.1),
    "reroll": _reroll,
    "reroll-unit": _reroll_unit,
    "lose": _lose,
    "remove": _lose,
    "yield": _yield,
    "stay": _stay,
    "to": _to,
    "place": _to,
    "displace": _displace,
    "refit": _refit,
    "improve": _improve,
    "relocate": _relocate,
    "top": _always(-9.0),
    "also": _always(-9.0),
    "leave": _always(-9.0),
    "leave-it": _always(-9.0),
    "forgo": _always(-9.0),
    "agreed": _always(0.3),
    "use-bonus": _always(1.0),
    "propose": _always(20.0),
    "replace": _replace,
    "rebuild": _replace,
    "give": _give,
    "resolve": _always(0.3),
}
