"""Reach without a selection: each unit that may be selected is selected on a copy of what its side knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .action import Action
from .actions import Actions

if TYPE_CHECKING:
    from .game import AnyGame
    from .state import State


def reach_of(game: AnyGame, state: State, unit: int) -> dict[int, str]:
    """The cost of each hex that a unit of the deciding side could reach now; empty if it may not move.

    ``state`` is redacted and is not changed.
    """
    if unit in game.reading.hand(state):
        return game.reading.reach(state)
    for verb, args in Actions(game, state).offer.items():
        if game.verbs[verb].kind == "unit" and args >> unit & 1:
            trial = state.copy()
            game.do(trial, Action(verb, unit))
            found = game.reading.reach(trial)
            if found and unit in game.reading.hand(trial):
                return found
    return {}


def who_reaches(game: AnyGame, state: State, h: int) -> dict[int, str]:
    """The units of the deciding side that could reach a hex now, with the cost for each."""
    found = {u: reach_of(game, state, u).get(h) for u in range(len(game.counters))}
    return {unit: cost for unit, cost in found.items() if cost is not None}
