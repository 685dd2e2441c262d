"""Chapter 10: how scenarios begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.contents import Scenario
from ...hexes import bits
from .control import update
from .pieces import place
from .sequence import GameTurn
from .state import DUE, AachenState

if TYPE_CHECKING:
    from .game import AachenGame


def start(game: AachenGame, scenario: Scenario) -> AachenState:
    """The state at the beginning. It is always the same, so it is made once."""
    found = game.memory.openings.get(scenario.id)
    if found is None:
        found = game.memory.openings[scenario.id] = _opening(game, scenario)
    return found.copy()


def _opening(game: AachenGame, scenario: Scenario) -> AachenState:
    """Put units in their hexes and all levels at their maximum (ruling 10j)."""
    s = game.blank(scenario)
    words = scenario.words
    parse = game.board.grid.parse
    for unit, label in words["setup"].items():
        place(game, s, game.unit_ids[unit], parse(label))
    for units in words["arrivals"].values():
        for unit in units:
            place(game, s, game.unit_ids[unit], DUE)
    for unit, code in words["assigned"].items():
        s.assigned[game.unit_ids[unit]] = game.roster.by_code[code] + 1
        s.assigned_open |= 1 << game.unit_ids[unit]
    settle(game, s)
    _first_flags(game, s, words["us_control"])
    update(game, s)
    s.agenda = [(game.codes[GameTurn], 0)]
    return s


def settle(game: AachenGame, s: AachenState) -> None:
    """Complete a position: stacks have tops, formations on the map that have no level their maximum."""
    for h in {h for h in s.at if h >= 0}:
        units = s.pile[h]
        if not units & s.tops:
            s.tops |= 1 << max(bits(units), key=lambda u: (s.rank[u], -u))


def _first_flags(game: AachenGame, s: AachenState, region: str) -> None:
    """Set the control of built-up hexes and the levels of formations at the start."""
    us = game.board.regions[region].set & game.controllable
    s.us_flags, s.german_flags = us, game.controllable & ~us
    for index, formation in enumerate(game.roster.formations):
        if s.at[formation.hq] >= 0:
            s.level[index] = game.roster.level[index]
