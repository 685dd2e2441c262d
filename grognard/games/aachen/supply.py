"""Chapter 5.7: the supply of HQs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...hexes import flood
from ...mechanics.supply import flood_again
from .state import AachenState
from .zones import open_to_paths

if TYPE_CHECKING:
    from .game import AachenGame


def supplied_hexes(game: AachenGame, s: AachenState, side: int) -> int:
    """Every hex with a Supply Path to a map edge of the side (5.7.2).

    A path ends in no hex of an enemy zone without a friendly unit either (ruling 5.7.2e), and no terrain stops it
    (ruling 5.7.2d).
    """
    paths = open_to_paths(game, s, side)
    asked, scenario, closed, found = game.memory.supply[side]
    if asked is paths and scenario == s.scenario_index:
        return found
    now, sources = paths[0] | paths[1], game.ground.supply[side] & game.area(s)
    if scenario == s.scenario_index:
        found = flood_again(game.open_ground, sources, found, block=now, blocked_before=closed)
    else:
        found = flood(game.open_ground, sources, block=now)
    game.memory.supply[side] = paths, s.scenario_index, now, found
    return found


def is_supplied(game: AachenGame, s: AachenState, hq: int) -> bool:
    """Whether an HQ on the map is in supply. It is asked at the moments that need it, and nothing is kept (5.7.1)."""
    h = s.at[hq]
    return h >= 0 and bool(supplied_hexes(game, s, game.side_of[hq]) >> h & 1)
