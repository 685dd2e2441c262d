"""The schedule of chapter 8.5: which units are due, on which turn and in which hex."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...engine.contents import Scenario
from .state import DUE, AachenState

if TYPE_CHECKING:
    from .game import AachenGame

#: For each unit its turn and its given hex.
Schedule = Mapping[int, tuple[int, int]]


def schedules(game: AachenGame, scenario: Scenario, table: str) -> Schedule:
    """The reinforcements ("arrivals") or the units that come back ("returns") of a scenario."""
    parse = game.board.grid.parse
    return {
        game.unit_ids[unit]: (turn, parse(label))
        for turn, units in scenario.words[table].items()
        for unit, label in units.items()
    }


def entry_of(game: AachenGame, s: AachenState, unit: int) -> tuple[int, int]:
    """The turn and the given hex of a unit on the turn track (8.5.1)."""
    arrivals, returns = game.schedules[s.scenario_index]
    return arrivals.get(unit) or returns.get(unit, (99, -1))


def due(game: AachenGame, s: AachenState, side: int) -> int:
    """The units of a side that may arrive this turn, those delayed before among them (8.5)."""
    key = (s.turn, s.scenario_index, s.at)
    asked, found = game.memory.due[side]
    if asked != key:
        found = _find_due(game, s, side)
        game.memory.due[side] = (*key[:-1], s.at[:]), found
    return found


def _find_due(game: AachenGame, s: AachenState, side: int) -> int:
    arrivals, returns = game.schedules[s.scenario_index]
    out, units, at, u = 0, game.units_of[side], s.at, -1
    for _ in range(at.count(DUE)):
        u = at.index(DUE, u + 1)
        if units >> u & 1 and (arrivals.get(u) or returns.get(u, (99, -1)))[0] <= s.turn:
            out |= 1 << u
    return out


def returning(game: AachenGame, s: AachenState) -> Schedule:
    """The withdrawn units whose division begins to come back this turn, those of later turns among them (8.5.2)."""
    _, returns = game.schedules[s.scenario_index]
    return returns if returns and min(turn for turn, _ in returns.values()) == s.turn else {}
