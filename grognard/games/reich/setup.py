"""Chapter 3.2 and 3.3: how the scenarios of June 1944 begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.contents import Scenario
from ...hexes import bits
from .sequence import GameTurn
from .state import ALLIED, ENGLAND, SUPPORT, TRACK, TRAY, ReichState
from .units import ENGLAND as IN_ENGLAND

if TYPE_CHECKING:
    from .game import ReichGame


def start(game: ReichGame, scenario: Scenario) -> ReichState:
    """The state at the beginning of a scenario."""
    s = game.blank(scenario)
    words, ids = scenario.words, game.unit_ids
    for unit, label in words["setup"].items():
        s.at[ids[unit]] = ENGLAND if label == IN_ENGLAND else game.board.grid.parse(label)
    for turn, units in words["arrivals"].items():
        for unit in units:
            u = ids[unit]
            s.at[u], s.due[u] = (SUPPORT if game.roster.support >> u & 1 else TRACK), turn
    game.place_in_box(s, words.get("waiting", ()), TRAY)
    for unit in words.get("dropped", ()):
        s.dropped |= 1 << ids[unit]
    for u in bits(game.combat_of[ALLIED]):
        if s.at[u] >= 0:
            s.allied |= 1 << s.at[u]
    game.refresh(s)
    s.agenda = [(game.codes[GameTurn], 0)]
    game.run(s)
    return s
