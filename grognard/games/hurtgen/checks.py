"""What no position may have: the invariants of the game, and nonsense in positions written by hand."""

from __future__ import annotations

from collections import Counter as Tally
from typing import TYPE_CHECKING

from ...hexes import bits
from ...mechanics import duty
from .state import HurtgenState

if TYPE_CHECKING:
    from .game import HurtgenGame


def faults(game: HurtgenGame, s: HurtgenState) -> list[str]:
    return [*_stacks(game, s), *_numbers(game, s), *_combat(game, s), *_duties(game, s)]


def _stacks(game: HurtgenGame, s: HurtgenState) -> list[str]:
    """Two units in a hex, out of the one moment the rules allow it (5.31); units off the map."""
    making_room = bool(s.agenda) and game.steps[s.agenda[-1][0]].name == "move"
    out = []
    for h, times in Tally(h for h in s.at if h >= 0).items():
        if times == 1:
            continue
        units = [u for u, place in enumerate(s.at) if place == h]
        names = ", ".join(game.counters[u].id for u in units)
        if len({game.side_of[u] for u in units}) > 1:
            out.append(f"units of both sides in {game.place_name(h)}: {names} (5.12)")
        elif not (making_room and s.at[s.agenda[-1][1]] == h and len(units) == 2):
            out.append(f"two units in {game.place_name(h)}: {names} (5.31)")
    out += [f"{game.counters[u].id} stands off the map" for u, h in enumerate(s.at)
            if h >= 0 and not game.board.playable >> h & 1]  # fmt: skip
    return out


def _numbers(game: HurtgenGame, s: HurtgenState) -> list[str]:
    out = []
    if not 1 <= s.turn <= s.turns:
        out.append(f"there is no Game-Turn {s.turn}")
    if not 0 <= s.support <= game.tables.support_turn[0]:
        out.append(f"{s.support} Ground Support Points: there are at most {game.tables.support_turn[0]} (11.41)")
    if s.agenda and game.steps[s.agenda[0][0]].name != "game-turn":
        out.append("the agenda does not begin with the Game-Turn")
    return out


def _combat(game: HurtgenGame, s: HurtgenState) -> list[str]:
    """The combat in hand: its units must be there and on their own side."""
    phasing, other = game.units_of[s.phasing], game.units_of[1 - s.phasing]
    sets = {
        "targets": (s.targets, other), "attackers": (s.attackers, phasing), "barrage": (s.barrage, phasing),
        "fpf": (s.fpf, other), "duty_attack": (s.duty_attack, phasing), "duty_target": (s.duty_target, other),
    }  # fmt: skip
    out = []
    for name, (units, side) in sets.items():
        wrong = units & ~side
        if wrong:
            out.append(f"{name}: {game.names(wrong)} on the wrong side")
    if any(s.at[u] < 0 for u in bits(s.pending)):
        out.append("pending: a unit that is not on the map cannot retreat")
    fighting = not s.struck & s.targets
    if fighting and any(s.at[u] < 0 for u in bits(s.targets | s.attackers | s.barrage | s.fpf)):
        out.append("the combat in hand names a unit that is not on the map")
    names = [game.steps[frame[0]].name for frame in s.agenda]
    if not s.targets and any(n in ("declare", "final-protective-fire", "combat-die") for n in names):
        out.append("an attack is being declared on nobody")
    for frame, name in zip(s.agenda, names, strict=True):
        if name in ("retreating", "retreat-step", "displace", "make-room", "advance-to") and s.at[frame[1]] < 0:
            out.append(f"{name}: {game.counters[frame[1]].id} is not on the map")
    return out


def _duties(game: HurtgenGame, s: HurtgenState) -> list[str]:
    """Open duties that nobody could do; while a combat is carried out nobody knows who is in contact."""
    if s.targets & s.struck:
        return []
    foes = duty.stranded(s.contact, s.duty_target, s.duty_attack)
    units = duty.stranded(s.contact, s.duty_attack, s.duty_target)
    out = [f"duty_target: no unit in the zone of {game.names(foes)} has to attack (7.11)"] if foes else []
    return out + ([f"duty_attack: {game.names(units)} has no enemy to attack (7.12)"] if units else [])
