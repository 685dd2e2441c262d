"""Chapter 5.7: the supply of HQs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...hexes import bits, flood, of
from ...mechanics.supply import flood_again
from .state import AachenState
from .zones import open_to_paths

if TYPE_CHECKING:
    from .game import AachenGame


class Lines(NamedTuple):
    """The supply lines of a side, with what they depend on."""

    paths: tuple[int, int]
    scenario: int
    #: hexes closed to lines
    closed: int
    #: hexes with a line, and the hexes one step from them
    hexes: int
    beyond: int


def lines_of(game: AachenGame, s: AachenState, side: int) -> Lines:
    """The supply lines of a side. The last ones are kept, and new ones follow from them."""
    paths, last, costs = open_to_paths(game, s, side), game.memory.lines[side], game.open_ground
    if last is not None and last.paths is paths and last.scenario == s.scenario_index:
        return last
    closed, sources = paths[0] | paths[1], game.ground.supply[side] & game.area(s)
    if last is not None and last.scenario == s.scenario_index:
        found = flood_again(costs, sources, last.hexes, last.beyond, block=closed, blocked_before=last.closed)
    else:
        found = flood(costs, sources, block=closed)
    beyond = last.beyond if last is not None and found == last.hexes else costs.next(found)
    lines = game.memory.lines[side] = Lines(paths, s.scenario_index, closed, found, beyond)
    return lines


def supplied_hexes(game: AachenGame, s: AachenState, side: int) -> int:
    """Every hex with a Supply Path to a map edge of the side (5.7.2).

    A path ends in no hex of an enemy zone without a friendly unit either (ruling 5.7.2e), and no terrain stops it
    (ruling 5.7.2d).
    """
    return lines_of(game, s, side).hexes


def supplied_among(game: AachenGame, s: AachenState, hqs: int) -> int:
    """Those of some HQs of one side that are on the map and in supply."""
    found = supplied_hexes(game, s, game.side_of[hqs.bit_length() - 1]) if hqs else 0
    return of(hq for hq in bits(hqs) if s.at[hq] >= 0 and found >> s.at[hq] & 1)


def is_supplied(game: AachenGame, s: AachenState, hq: int) -> bool:
    """Whether an HQ on the map is in supply. It is asked at the moments that need it, and nothing is kept (5.7.1)."""
    h = s.at[hq]
    return h >= 0 and bool(supplied_hexes(game, s, game.side_of[hq]) >> h & 1)
