"""Allied divisions that can win by leaving together over the East edge (3.2.C.1, 7.1.2.L), for commanders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...hexes import bits, reach
from . import exits
from .movement import March
from .state import ALLIED, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

#: No division moves farther in one step.
_FARTHEST = 12


def departures(game: ReichGame, s: ReichState) -> dict[int, int]:
    """The divisions that can leave in this step, each with the hex it leaves from; empty if they are too few."""
    if s.phasing != ALLIED or not s.step or not game.ground.exits & game.in_play(s) or exits.exited_before(game, s):
        return {}
    divisions = game.roster.divisions & game.combat_of[ALLIED]
    least = game.tables.numbers["victory"]["exit_divisions"] - (s.exits & divisions).bit_count()
    found = {u: h for u in bits(divisions & s.fielded & ~s.moved) if (h := way_out(game, s, u)) >= 0}
    return found if len(found) >= least else {}


def gates(game: ReichGame) -> int:
    """The hexes next to the marked exit hexes (7.1.2.L)."""
    return game.board.grid.neighbours(game.ground.exits) & game.ground.land & ~game.ground.off_map


def way_out(game: ReichGame, s: ReichState, unit: int) -> int:
    """The hex from which a unit can leave the map in this step, or -1."""
    march, here = March(game, s, [unit]), s.at[unit]
    left = march.budget
    if s.grounded >> unit & 1 or left < 1 or march.stopped:
        return -1
    if exits.way_out(game, s, here):
        return here
    distance, found = game.board.grid.distance, gates(game)
    if left < 2 or min((distance(here, h) for h in bits(found)), default=_FARTHEST) >= _FARTHEST:
        return -1
    start, first = 1 << here, march.closed_at_first
    reached = reach(march.costs(unit), start, left - 1, stop=march.stops, block=march.blocked, first_block=first).all
    return min(bits(reached & found & ~march.stops), key=lambda h: (distance(here, h), h), default=-1)
