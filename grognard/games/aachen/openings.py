"""Positions in which a side begins an activation, for commanders: one for each formation, with its average points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...hexes import bits
from . import formations
from .actions import Act
from .activation import Activation
from .cycle import able_hqs
from .state import AachenState

if TYPE_CHECKING:
    from .game import AachenGame

_FACES = 10


def mean_points(game: AachenGame, level: int) -> float:
    """The average Action Points of an activation at a level (6.3.2)."""
    return sum(game.tables.points(level, die) for die in range(1, _FACES + 1)) / _FACES


def openings(game: AachenGame, s: AachenState, side: int, near: int) -> list[AachenState]:
    """The next activation of each formation with an undisrupted unit next to some hexes; no dice are rolled."""
    if s.passed >> side & 1:
        return []
    beside, out = game.board.grid.neighbours(near), []
    for hq in bits(able_hqs(game, s, side)):
        index = game.hq_formation[hq]
        units = formations.members(game, s, index) & s.on_map & game.roster.combat & ~s.disrupted
        if any(beside >> s.at[u] & 1 for u in bits(units) if s.at[u] >= 0):
            out.append(_opening(game, s, side, hq))
    return out


def _opening(game: AachenGame, s: AachenState, side: int, hq: int) -> AachenState:
    trial, index = s.copy(), game.hq_formation[hq]
    trial.agenda = [s.agenda[0], s.agenda[1], (game.codes[Activation], hq, 0, side), (game.codes[Act], hq)]
    trial.phasing = trial.initiative = side
    trial.hand, trial.fresh = [], 0
    trial.purse = list(s.purse)
    trial.purse[side] = round(mean_points(game, s.level[index]))
    return trial
