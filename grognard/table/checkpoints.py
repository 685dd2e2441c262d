"""Checkpoints: return to any moment of a match without playing it from its start."""

from __future__ import annotations

from typing import Any

from ..engine.match import Match
from ..engine.step import DICE
from .losses import Watch

#: Number of actions played, the last of them, the state after it, and the losses seen.
Moment = tuple[int, Any, Any, Watch]

#: The number of actions between two checkpoints.
EVERY = 64


class Checkpoints:
    """Earlier states of a running match and the losses seen in it, updated with new actions only.

    The object has its own copy of the state, so it does not matter how many actions arrive at once. It keeps the state
    after the last roll, because undo never goes back further; after a take-back it starts again.
    """

    def __init__(self) -> None:
        #: the latest moment
        self._now: Moment | None = None
        self._rolled: Moment | None = None
        #: checkpoints by number of actions
        self._kept: dict[int, Moment] = {}

    def follow(self, match: Match) -> Watch:
        """Play the new actions and return the losses seen so far."""
        number, last, state, watch = self._known(match)
        self._now = None  # its state is about to change
        game, journal = match.game, match.journal
        for entry in journal[number:]:
            game.do(state, entry.action)
            watch.look(state)
            number, last = number + 1, entry
            if entry.seat == DICE:
                self._rolled = number, last, state.copy(), watch.copy()
            if number % EVERY == 0:
                self._kept[number] = number, last, state.copy(), watch.copy()
        self._now = number, last, state, watch
        return watch

    def at(self, match: Match, number: int) -> tuple[Any, Watch]:
        """Copies of the state after ``number`` actions and of the losses seen by then."""
        self.follow(match)
        self._kept = {n: kept for n, kept in self._kept.items() if _is_current(match, kept)}
        near = max((n for n in self._kept if n <= number), default=0)
        if near:
            _, _, state, watch = self._kept[near]
            state, watch = state.copy(), watch.copy()
        else:
            state = match.before(0).state.copy()
            watch = Watch(match.game, state)
        for entry in match.journal[near:number]:
            match.game.do(state, entry.action)
            watch.look(state)
        return state, watch

    def _known(self, match: Match) -> Moment:
        """The latest known moment that still belongs to the match."""
        if self._now is not None and _is_current(match, self._now):
            return self._now
        if self._rolled is not None and _is_current(match, self._rolled):
            number, last, state, watch = self._rolled
            return number, last, state.copy(), watch.copy()
        self._rolled = None
        state = match.before(0).state.copy()
        return 0, None, state, Watch(match.game, state)


def _is_current(match: Match, kept: Moment) -> bool:
    """Whether a moment has not been taken back. Entries are never reused, so comparing the last one is enough."""
    number, last = kept[0], kept[1]
    return number <= len(match.journal) and (not number or match.journal[number - 1] is last)
