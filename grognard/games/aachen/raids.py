"""A warning about 10.4: German formations that one activation could bring to the road of U.S. supply, in command.

It is computed from what the asking side sees, and allows a little more than the rules: a Movement Action always costs
one point, and enemy zones cut no Command Path. Attacks and infiltration, which need a die, are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...hexes import bits, of, reach
from ...mechanics.fog import height
from .displacement import destinations
from .movement import allowances, steps_of
from .state import UNSEEN, AachenState
from .units import GERMAN, US
from .worths import road_of_supply
from .zones import enemy_zone

if TYPE_CHECKING:
    from .game import AachenGame


def raiders(game: AachenGame, s: AachenState) -> tuple[int, ...]:
    """The German formations that could win at once with one activation."""
    road = road_of_supply(game, s) & ~s.manned[US]
    if not road:
        return ()
    places = (*s.manned, *s.grip, *s.occupied, s.us_flags, s.german_flags, *s.at)
    key = (s.scenario_index, s.turn, *places, *s.level, *s.assigned)
    asked, found = game.memory.raids
    if asked != key:
        formations = (i for i, f in enumerate(game.roster.formations) if f.side == GERMAN)
        found = tuple(i for i in formations if s.level[i] > 0 and _may_raid(game, s, i, road))
        game.memory.raids = key, found
    return found


def _may_raid(game: AachenGame, s: AachenState, formation: int, road: int) -> bool:
    hq = game.roster.formations[formation].hq
    home = _home(game, s, hq)
    if not home:
        return False
    most = game.tables.most_points(s.level[formation])
    moving = game.roster.relocation[hq]
    towns = destinations(game, s, hq) if moving <= most else 0
    for mover, units in _kinds(game, s, formation):
        if not road & _in_command(game, s, hq, mover, towns | home):
            continue  # most formations: then it does not matter how far they come
        found = new = of(s.at[u] for u in units)
        for spent in range(most + 1):
            if there := found & road:
                reached = towns if spent + moving <= most else 0
                if there & _in_command(game, s, hq, mover, reached | home):
                    return True
            if spent < most and new:
                new = after_one_action(game, s, units[0], new) & ~found
                found |= new
    return False


def _home(game: AachenGame, s: AachenState, hq: int) -> int:
    """Where the HQ is; if it is hidden in a stack, every hex where that may be."""
    if s.at[hq] == UNSEEN:
        towns = bits(s.occupied[GERMAN] & game.ground.built_up)
        return sum(1 << h for h in towns if height(s, h) > s.at.count(h))
    return 1 << s.at[hq] if s.at[hq] >= 0 else 0


def _kinds(game: AachenGame, s: AachenState, formation: int) -> Iterator[tuple[str, list[int]]]:
    """The units on the map that the formation may have, together those that move alike."""
    found: dict[tuple[str, int], list[int]] = {}
    for u in bits(s.on_map & game.roster.combat & game.units_of[GERMAN]):
        if s.at[u] >= 0 and game.formation_of(s, u) in (formation, -1):
            found.setdefault((game.roster.mover[u], game.roster.movement[u]), []).append(u)
    for (mover, _), units in found.items():
        yield mover, units


def _in_command(game: AachenGame, s: AachenState, hq: int, mover: str, hexes: int) -> int:
    """Hexes in command with the HQ in any of some hexes."""
    ranges, radius = game.ground.steps[mover].ranges, game.roster.range[hq]
    out = 0
    for h in bits(hexes):
        out |= ranges.near(h, radius, s.manned[US], 0).all
    return out


def after_one_action(game: AachenGame, s: AachenState, unit: int, hexes: int) -> int:
    """The hexes where a Movement Action may end that begins in any of some hexes (7.3)."""
    side = game.side_of[unit]
    steps, zone = steps_of(game, (unit,)), enemy_zone(game, s, side)
    allowance, increased = allowances(game, (unit,))
    closed = s.manned[1 - side] | game.closed_hexes(s, side)
    beside = game.board.grid.neighbours(s.occupied[1 - side])
    costs, free, held = steps.in_zone(zone), hexes & ~zone, hexes & zone
    out = (steps.open.next(free) | steps.open.next(held) & ~zone) & ~closed
    if free:
        out |= reach(costs, free, allowance, stop=zone, block=closed & ~free).all
    if held:
        out |= reach(costs, held, allowance, stop=zone, block=closed & ~held, first_block=zone).all
    quiet = hexes & ~beside
    if quiet and increased > allowance:
        out |= reach(costs, quiet, increased, stop=zone, block=(closed | beside) & ~quiet).all
    return out
