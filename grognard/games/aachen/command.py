"""Chapter 5.8: Command Range, out of command, isolation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...hexes import bits, of
from ...mechanics.command import Command
from .formations import all_members
from .ground import CLASSES
from .state import AachenState
from .zones import open_to_paths

if TYPE_CHECKING:
    from .game import AachenGame

#: From this number of units on, they are judged by formations and not one by one.
MANY = 5

#: By side its classes of movers, leg units first.
MOVERS_OF = (CLASSES[:2], CLASSES[2:])

IN_COMMAND, OUT_OF_COMMAND, ISOLATED = range(3)


def command_of(game: AachenGame, s: AachenState, formation: int, mover: str) -> Command | None:
    """The command of a formation's HQ over a class of movers, or None while it is not on the map."""
    found = game.roster.formations[formation]
    h = s.at[found.hq]
    if h < 0:
        return None
    paths = open_to_paths(game, s, found.side)
    last = game.memory.last_commands.get((formation, mover))
    if last is not None and last[0] is paths and last[1] == h:
        return last[2]
    known = _command(game, found.hq, h, mover, paths)
    game.memory.last_commands[formation, mover] = paths, h, known
    return known


def _command(game: AachenGame, hq: int, h: int, mover: str, paths: tuple[int, int]) -> Command:
    """The command of an HQ in a hex. Those of many positions are kept, for commanders that compare them."""
    enemies, covered = paths
    key = (h, hq, mover, enemies, covered)
    known = game.memory.commands.get(key)
    if known is None:
        if len(game.memory.commands) > 512:
            game.memory.commands.clear()
        known = Command(game.ground.steps[mover].ranges, h, game.roster.range[hq], block=enemies, dead_ends=covered)
        game.memory.commands[key] = known
    return known


def status(game: AachenGame, s: AachenState, unit: int) -> int:
    """Whether a combat unit on the map is in command, out of command or isolated, when it is asked (5.8, 5.8.1, 5.8.4).

    It is asked at each moment that needs it, and nothing is kept (5.8.1).

    A unit that belongs to no formation is out of command (ruling 5.5.2p); the Germans of First Blood are always in
    command (ruling 10.1v).
    """
    return status_for(game, s, unit, game.formation_of(s, unit))


def status_for(game: AachenGame, s: AachenState, unit: int, formation: int) -> int:
    """The same, as if the unit belonged to a formation."""
    if game.is_static(s, game.side_of[unit]):
        return IN_COMMAND
    if formation < 0 or s.at[unit] < 0:  # an enemy unit that is not seen: the asking side may not know more
        return OUT_OF_COMMAND
    found = command_of(game, s, formation, game.roster.mover[unit])
    if found is None:
        return ISOLATED
    h = s.at[unit]
    if found.in_command >> h & 1:
        return IN_COMMAND
    return ISOLATED if found.is_isolated(h) else OUT_OF_COMMAND


def in_command(game: AachenGame, s: AachenState, units: int) -> int:
    """Those of some combat units on the map that are in command."""
    if units.bit_count() < MANY:
        return of(u for u in bits(units) if leads(game, s, game.formation_of(s, u), 1 << u))
    key = (units, *s.occupied, *s.grip, s.scenario_index, s.at, s.assigned)
    asked, found = game.memory.commanded
    if asked != key:
        found = _by_formations(game, s, units)
        game.memory.commanded = (*key[:-2], s.at[:], s.assigned[:]), found
    return found


def _by_formations(game: AachenGame, s: AachenState, units: int) -> int:
    found = 0
    for formation, members in enumerate(all_members(game, s)):
        some = members & units
        if some:
            found |= leads(game, s, formation, some)
    for side, own in enumerate(game.units_of):
        found |= units & own if game.is_static(s, side) else 0
    return found


def leads(game: AachenGame, s: AachenState, formation: int, units: int) -> int:
    """Those of some units of a side that are in the command of a formation; unseen units are left out."""
    if game.is_static(s, game.side_of[units.bit_length() - 1]):
        return units
    if formation < 0:
        return 0
    roster, found = game.roster, 0
    for mover, kind in zip(MOVERS_OF[roster.formations[formation].side], (roster.leg, roster.motorized), strict=True):
        if units & kind:
            known = command_of(game, s, formation, mover)
            found |= _standing(s.at, units & kind, known.in_command) if known is not None else 0
    return found


def isolated_members(game: AachenGame, s: AachenState, formation: int) -> int:
    """The units on the map that a formation has for good and that are cut off from its HQ (5.8.4)."""
    roster, found, at = game.roster, 0, s.at
    for kind in (roster.leg, roster.motorized):
        some = roster.formations[formation].members & kind & s.on_map
        if some:
            known = command_of(game, s, formation, roster.mover[some.bit_length() - 1])
            near = known.in_command if known is not None else 0
            far = [u for u in bits(some) if at[u] >= 0 and not near >> at[u] & 1]
            joined = known.joined if far and known is not None else 0
            found |= sum(1 << u for u in far if not joined >> at[u] & 1)
    return found


def members_in_command(game: AachenGame, s: AachenState, units: int, formation: int) -> int:
    """The same for units of the formation that acts. The last answer is kept.

    It depends on the units, all places, and the commands over both classes of movers.
    """
    side = game.roster.formations[formation].side
    leg, motorized = MOVERS_OF[side]
    commands = command_of(game, s, formation, leg), command_of(game, s, formation, motorized)
    key = (units, commands, s.at, s.scenario_index)
    asked, found = game.memory.led
    if asked != key:
        found = leads(game, s, formation, units) if units else 0
        game.memory.led = (units, commands, s.at[:], s.scenario_index), found
    return found


def _standing(at: list[int], units: int, near: int) -> int:
    """Those of some units that are in some hexes."""
    found = 0
    while units:
        low = units & -units
        units ^= low
        here = at[low.bit_length() - 1]
        if here >= 0 and near >> here & 1:
            found |= low
    return found
