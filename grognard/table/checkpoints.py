"""Coming back to any moment of a match without playing it from its beginning."""

from __future__ import annotations

from typing import Any

from ..engine.match import Match
from ..engine.step import DICE
from .losses import Watch

#: Number of actions taken in, the last of them, the state after it, and what was seen.
Moment = tuple[int, Any, Any, Watch]

#: A moment is kept after so many actions.
EVERY = 64


class Checkpoints:
    """The states of a match that goes on, and the losses seen in it, kept up to date: only what is new is looked at.

    It keeps a state of its own, so it does not matter how many actions came at once. The last roll is
    remembered, because undo never goes behind it; after a take-back the match is followed from its beginning.
    """

    def __init__(self) -> None:
        #: number of actions taken in, the last of them, the state after it, and what was seen
        self._now: Moment | None = None
        self._rolled: Moment | None = None
        #: moments kept on the way, to come back to
        self._kept: dict[int, Moment] = {}

    def follow(self, match: Match) -> Watch:
        """What has been seen up to now."""
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
        """The state after so many actions, and what had been seen by then; both are the caller's own."""
        self.follow(match)
        self._kept = {n: kept for n, kept in self._kept.items() if _stands(match, kept)}
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
        """The latest moment of those kept that still belongs to the match."""
        if self._now is not None and _stands(match, self._now):
            return self._now
        if self._rolled is not None and _stands(match, self._rolled):
            number, last, state, watch = self._rolled
            return number, last, state.copy(), watch.copy()
        self._rolled = None
        state = match.before(0).state.copy()
        return 0, None, state, Watch(match.game, state)


def _stands(match: Match, kept: Moment) -> bool:
    """Whether a moment has not been taken back. Entries are never used twice, so the last one tells."""
    number, last = kept[0], kept[1]
    return number <= len(match.journal) and (not number or match.journal[number - 1] is last)
