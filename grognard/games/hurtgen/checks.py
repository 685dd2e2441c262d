"""Checks of positions: the invariants of the game, and errors in positions written by hand."""

from __future__ import annotations

from collections import Counter as Tally
from typing import TYPE_CHECKING

from ...engine.bounds import POINTS, Bound, Bounds
from ...hexes import bits
from ...mechanics import duty
from .sequence import STAGES
from .state import US, HurtgenState

if TYPE_CHECKING:
    from .game import HurtgenGame


def bounds(game: HurtgenGame) -> Bounds:
    """The bounds of the numbers in a position."""
    tables = game.tables
    turns = max(scenario.turns for scenario in game.scenarios.values())
    hexes = (int(result[1]) for row in tables.crt.results for result in row if result[1].isdigit())
    length = (Bound(1, max(hexes, default=1), "7.61"),)
    return Bounds(
        fields={
            "turn": Bound(1, turns),
            "turns": Bound(1, turns),
            "support": Bound(0, tables.support_turn[US], "11.41"),
            "spent": Bound(0, max(tables.support_combat)),
            "vp_us": POINTS,
            "vp_german": POINTS,
            "vp_116": POINTS,
        },
        steps={
            "game-turn": (Bound(0, len(STAGES)),),
            "move": (Bound(0, max(game.roster.movement)),),
            **dict.fromkeys(("retreats", "choose-retreat", "retreating", "retreat-step"), length),
        },
    )


def position_errors(game: HurtgenGame, s: HurtgenState) -> list[str]:
    return [*_stacks(game, s), *_numbers(game, s), *_combat(game, s), *_duties(game, s)]


def _stacks(game: HurtgenGame, s: HurtgenState) -> list[str]:
    """Two units in a hex, except at the one moment the rules allow it (5.31), and units off the map."""
    code, *arguments = s.agenda[-1] if s.agenda else (-1,)
    mover = arguments[0] if code >= 0 and game.steps[code].name == "move" else -1
    out = []
    for h, times in Tally(h for h in s.at if h >= 0).items():
        if times == 1:
            continue
        units = [u for u, place in enumerate(s.at) if place == h]
        names = ", ".join(game.counters[u].id for u in units)
        if len({game.side_of[u] for u in units}) > 1:
            out.append(f"units of both sides in {game.place_name(h)}: {names} (5.12)")
        elif not (mover in units and len(units) == 2):
            out.append(f"two units in {game.place_name(h)}: {names} (5.31)")
    out += [
        f"{game.counters[u].id} is placed off the map"
        for u, h in enumerate(s.at)
        if h >= 0 and not game.board.playable >> h & 1
    ]
    return out


def _numbers(game: HurtgenGame, s: HurtgenState) -> list[str]:
    out = []
    if s.turn > s.turns:
        out.append(f"turn: {s.turn} is after the last Game-Turn ({s.turns})")
    if s.agenda and game.steps[s.agenda[0][0]].name != "game-turn":
        out.append("the agenda does not begin with the Game-Turn")
    return out


def _combat(game: HurtgenGame, s: HurtgenState) -> list[str]:
    """The current combat: its units must be on the map and on the right side."""
    phasing, other = game.units_of[s.phasing], game.units_of[1 - s.phasing]
    sets = {
        "targets": (s.targets, other),
        "attackers": (s.attackers, phasing),
        "barrage": (s.barrage, phasing),
        "fpf": (s.fpf, other),
        "duty_attack": (s.duty_attack, phasing),
        "duty_target": (s.duty_target, other),
    }
    out = []
    for name, (units, side) in sets.items():
        wrong = units & ~side
        if wrong:
            out.append(f"{name}: {game.names(wrong)} on the wrong side")
    if any(s.at[u] < 0 for u in bits(s.pending)):
        out.append("pending: a unit that is not on the map cannot retreat")
    fighting = not s.struck & s.targets
    if fighting and any(s.at[u] < 0 for u in bits(s.targets | s.attackers | s.barrage | s.fpf)):
        out.append("the current combat names a unit that is not on the map")
    names = [game.steps[frame[0]].name for frame in s.agenda]
    if not s.targets and any(n in ("declare", "final-protective-fire", "combat-die") for n in names):
        out.append("an attack is being declared without a target")
    for frame, name in zip(s.agenda, names, strict=True):
        if name in ("retreating", "retreat-step", "displace", "make-room", "advance-to") and s.at[frame[1]] < 0:
            out.append(f"{name}: {game.counters[frame[1]].id} is not on the map")
    return out


def _duties(game: HurtgenGame, s: HurtgenState) -> list[str]:
    """Open duties that no unit could fulfil. During a combat contacts are unknown, so nothing is checked."""
    if s.targets & s.struck:
        return []
    foes = duty.stranded(s.contact, s.duty_target, s.duty_attack)
    units = duty.stranded(s.contact, s.duty_attack, s.duty_target)
    out = [f"duty_target: no unit in the zone of {game.names(foes)} has to attack (7.11)"] if foes else []
    return out + ([f"duty_attack: {game.names(units)} has no enemy to attack (7.12)"] if units else [])
