"""Checks of positions: the bounds of numbers, and errors in positions written by hand."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from ...engine.bounds import FLAG, Bound, Bounds
from ...hexes import bits
from .assignment import LEFTOVER
from .formations import formation_of
from .stacking import is_overstacked
from .state import UNSEEN, WAITING, AachenState
from .units import FORMATIONS
from .victory import BREAKTHROUGH

if TYPE_CHECKING:
    from .game import AachenGame

#: Steps in the middle of an Action, a retreat or a displacement: stacking limits bind at its end (5.3.1).
_MOVING = frozenset(
    "marching move react reaction-die ap-die displaced-hq place-hq overstacked displace displace-to give-up battle "
    "results lose yield retreat-to return-hq bonus activation".split()
)
#: Steps of an attack, which has a target.
_FIGHTING = frozenset("declare battle call-off draw-chit support combat-die results lose yield retreat-to".split())
_DIE = Bound(0, 10)
_AGAIN = (_DIE, FLAG)


def bounds(game: AachenGame) -> Bounds:
    """Bounds of the numbers in a position. Ranks, losses, assignments and plans stay below what stands for secrets."""
    tables = game.tables
    turns, markers = len(tables.track), len(tables.plans) + tables.dummies
    most = max(game.roster.level)
    hits = max(max(r.attacker, r.defender) for r in tables.results.values())
    return Bounds(
        fields={
            "turn": Bound(1, turns),
            "turns": Bound(1, turns),
            "rank": Bound(0, 998),
            "lost": Bound(0, 98),
            "assigned": Bound(0, FORMATIONS),
            "level": Bound(0, most, "6.3.1"),
            "plans": Bound(0, markers - 1, "8.3"),
            "plans_seen": Bound(0, (1 << markers) - 1, "8.3"),
            "purse": Bound(0, max(map(max, tables.activation)), "6.3.2"),
            "drm": Bound(0, 99, "6.1"),
            "interdiction": Bound(0, max(tables.interdiction), "8.1.2"),
            "passed": Bound(0, 3),
            "dice": _DIE,
            "marker": Bound(-1, 99),
            "fresh": Bound(0, most),
            "regained": Bound(0, most),
            "quiet": Bound(0, 3),
            "asks": Bound(0, 3),
            "activations": Bound(0, 99),
            "answer": Bound(0, 2),
            "reply": Bound(0, 4),
            "mode": Bound(0, 2),
            "chits": Bound(-1, len(tables.chits) - 1, "7.5.1.1"),
            "totals": Bound(0, 999),
            "column": Bound(-99, 8),
            "modifier": Bound(-99, 99),
            "die": Bound(0, len(tables.crt.rows)),
            "hits": Bound(0, hits),
            "red": FLAG,
            "owed": Bound(0, hits + 8),
            "wounds": Bound(0, 98),
            "noted": Bound(0, 98),
            "points": Bound(0, max(tables.replacements.values()), "8.4.1"),
            "given": Bound(0, max(game.roster.strength), "8.4.2"),
            "tally": Bound(0, 9_999),
            "won": Bound(0, BREAKTHROUGH),
        },
        steps={
            "game-turn": (Bound(0, 6),),
            "cycle": (Bound(0, 999),),
            "initiative-die": _AGAIN,
            "determine": (Bound(0, 3),),
            "choose": (FLAG,),
            "activation": (FLAG,),
            "ap-die": (FLAG, Bound(1, most), *_AGAIN),
            "marching": (Bound(0, 99), FLAG, Bound(0, 5)),
            "react": (FLAG,),
            "reaction-die": _AGAIN,
            "battle": (Bound(0, 7),),
            "draw-chit": (FLAG,),
            "combat-die": _AGAIN,
            "results": (Bound(0, 9),),
            "lose": (Bound(0, 9),),
            "retreat-to": (FLAG,),
            "bonus": (Bound(0, max(map(max, tables.activation))), FLAG),
            "checks": (Bound(0, 3), FLAG),
            "recovery": (Bound(0, 5),),
            "interdiction-die": _AGAIN,
            "attrition-die": _AGAIN,
            "assignments": (Bound(0, LEFTOVER), Bound(0, 2)),
            "assign": (Bound(0, LEFTOVER),),
            "inspection-die": _AGAIN,
            "replacements": (Bound(0, 2),),
            "arrivals": (Bound(0, 3),),
        },
    )


def position_errors(game: AachenGame, s: AachenState) -> list[str]:
    names = [game.steps[frame[0]].name for frame in s.agenda]
    if UNSEEN in s.at:
        return _places(game, s)
    return [
        *_places(game, s),
        *_stacks(game, s, names),
        *_numbers(game, s, names),
        *_units(game, s),
        *_combat(game, s, names),
        *_flow(game, s, names),
    ]


def _places(game: AachenGame, s: AachenState) -> list[str]:
    out = []
    for h in bits(s.occupied[0] & s.occupied[1]):
        out.append(f"units of both sides in {game.place_name(h)}: {game.names(s.pile[h])}")
    for u, h in enumerate(s.at):
        name = game.counters[u].id
        is_hq = bool(game.roster.hqs >> u & 1)
        if h == UNSEEN:
            out.append(f"{name} is unseen; a position has to say where each unit is")
        elif h == WAITING and not is_hq:
            out.append(f"{name} is not an HQ and cannot wait for a place (5.3.2)")
        elif h >= 0 and not game.area(s) >> h & 1:
            out.append(f"{name} is in {game.place_name(h)}, outside the area of the scenario (10)")
        elif h >= 0 and is_hq and not game.ground.built_up >> h & 1:
            out.append(f"{name} is in {game.place_name(h)}, which is neither town, city nor industrial (3.3)")
    return out


def _stacks(game: AachenGame, s: AachenState, names: list[str]) -> list[str]:
    out = []
    moving = bool(_MOVING.intersection(names))
    for h in sorted({h for h in s.at if h >= 0}):
        there, units = game.place_name(h), s.pile[h]
        if (units & s.tops).bit_count() != 1:
            out.append(f"tops: exactly one unit has to be on top in {there}")
        if units.bit_count() > 15:
            out.append(f"too many units in {there}: {units.bit_count()}, at most 15")
        elif not moving and is_overstacked(game, units):
            out.append(f"{there} is overstacked outside an Action: {game.names(units)} (5.3.1)")
    return out


def _numbers(game: AachenGame, s: AachenState, names: list[str]) -> list[str]:
    out = []
    first = game.scenario_of(s).words["first_turn"]
    if not first <= s.turn <= s.turns:
        out.append(f"turn: {s.turn} is not among the turns of the scenario, {first} to {s.turns}")
    for index, formation in enumerate(game.roster.formations):
        if s.level[index] > game.roster.level[index]:
            most = game.roster.level[index]
            out.append(f"level: the {formation.name} has {s.level[index]}, and its maximum is {most} (8.1)")
    for name in ("purse", "dice", "marker", "chits", "totals", "hits", "red"):
        if len(getattr(s, name)) != 2:
            out.append(f"{name}: needs two numbers")
    if len(s.points) != len(game.tables.replacements) or len(s.tally) != 2:
        out.append("points, tally: need three and two numbers")
    for name in ("level", "regained"):
        if len(getattr(s, name)) != FORMATIONS:
            out.append(f"{name}: needs {FORMATIONS} numbers")
    if len(set(s.plans)) != len(s.plans) or s.plans_seen >> len(s.plans):
        out.append("plans: a marker is drawn twice, or one was seen that is not drawn (8.3)")
    if s.won and not s.over:
        out.append("won: the game is not over, so nobody has won")
    if s.given and s.giver < 0:
        out.append("given: points are left, but the unit they come from is missing (8.4.2)")
    return out


def _units(game: AachenGame, s: AachenState) -> list[str]:
    roster, out = game.roster, []
    for u in bits(s.on_map):
        name = game.counters[u].id
        most = roster.support[u] if roster.hqs >> u & 1 else roster.strength[u] - 1
        if s.lost[u] > most:
            out.append(f"lost: {name} cannot have lost {s.lost[u]} points, at most {most}")
        if s.noted[u] > (0 if roster.hqs >> u & 1 else most):
            out.append(f"noted: the enemy cannot have seen {name} lose {s.noted[u]} points")
    if s.disrupted & ~(roster.combat & s.on_map):
        out.append("disrupted: contains an HQ or a unit that is not on the map (5.6)")
    if s.flipped & ~roster.hqs:
        out.append("flipped: contains a unit that is not an HQ (5.7.3)")
    for u in bits(roster.hqs):
        if s.assigned[u]:
            out.append(f"assigned: {game.counters[u].id} is an HQ (5.5)")
    for u in bits(roster.combat):
        index = formation_of(game, s, u)
        if index >= 0 and roster.formations[index].side != game.side_of[u]:
            out.append(f"assigned: {game.counters[u].id} is assigned to an enemy formation (5.5.2)")
    for turn, codes in game.scenario_of(s).words["departures"].items():
        if turn >= s.turn:
            continue
        for code in codes:
            formation = roster.formations[roster.by_code[code]]
            _, returns = game.schedules[s.scenario_index]
            for u in bits((formation.members | 1 << formation.hq) & s.on_map):
                if u not in returns or s.turn < returns[u][0]:
                    out.append(f"{game.counters[u].id} is on the map, and its division was withdrawn (8.5.2)")
    empty = s.improved & ~(s.manned[0] | s.manned[1])
    out += [f"improved: nobody is in {game.place_name(h)} (7.7)" for h in bits(empty)]
    return out


def _combat(game: AachenGame, s: AachenState, names: list[str]) -> list[str]:
    out = []
    if s.hand and (len({s.at[u] for u in s.hand}) != 1 or s.at[s.hand[0]] < 0 or len(set(s.hand)) != len(s.hand)):
        out.append("hand: the selected units have to be in one hex")
    elif s.hand and (len({game.side_of[u] for u in s.hand}) != 1 or game.roster.hqs & sum(1 << u for u in s.hand)):
        out.append("hand: the selected units have to be combat units of one side")
    if _FIGHTING.intersection(names) and (s.target < 0 or s.origin < 0):
        out.append("target: an attack is under way, but its hexes are missing")
    before = "declare" in names or "combat-die" in names or "draw-chit" in names
    if before and s.target >= 0 and s.origin >= 0:
        if len({s.at[u] for u in bits(s.attackers)}) != 1 or not s.attackers & s.on_map:
            out.append("attackers: have to be in one hex")
        elif not game.board.grid.adjacent(s.target, s.at[next(bits(s.attackers))]):
            out.append("attackers: are not next to the target")
    for field in ("attackers", "defenders", "checking", "failed", "pending", "choice"):
        if getattr(s, field) & ~s.on_map:
            out.append(f"{field}: contains a unit that is not on the map")
    return out


#: The step that must be right below another one.
_BELOW = {
    "act": ("activation", "bonus"),
    "bonus-card": ("bonus",),
    "move": ("marching",),
    "check-die": ("checks",),
    "check-window": ("checks",),
    "attrition-die": ("recovery",),
    "interdiction-die": ("recovery", "assign"),
    "assign": ("assignments", "arrivals"),
    "replace": ("replacements",),
    "reorganize": ("replacements",),
    "reinforce": ("arrivals",),
}


def _flow(game: AachenGame, s: AachenState, names: list[str]) -> list[str]:
    """Frames of the agenda that do not fit: a wrong one below, a wrong unit, a side that is none."""
    out = []
    if names and names[0] != "game-turn":
        out.append("agenda: has to begin with game-turn")
    for below, name in pairwise(["", *names]):
        if name in _BELOW and below not in _BELOW[name]:
            out.append(f"{name}: has to follow {' or '.join(_BELOW[name])}")
    if s.phasing not in (0, 1):
        out.append("phasing: has to be a side")
    hqs = game.roster.hqs
    for frame, name in zip(s.agenda, names, strict=True):
        kinds = game.steps[frame[0]].args
        if name in ("activation", "displaced-hq", "place-hq", "relocate", "return-hq", "ap-die", "reaction-die"):
            unit = frame[1 + kinds.index("unit")]
            if unit < 0 or not hqs >> unit & 1:
                out.append(f"{name}: needs an HQ")
        if name in ("displace-to", "check-die", "attrition-die") and s.at[frame[1 + kinds.index("unit")]] < 0:
            out.append(f"{name}: its unit is not on the map")
        for kind, arg in zip(kinds, frame[1:], strict=True):
            if kind == "side" and name != "bonus" and name != "activation" and arg not in (0, 1):
                out.append(f"{name}: needs a side")
    return out
