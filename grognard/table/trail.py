"""The trail of a match: its earlier states and the losses seen in it, kept while it is played."""

from __future__ import annotations

from typing import Any

from ..engine.match import Match
from ..engine.step import DICE
from .losses import Watch

#: The state at a moment, and the losses seen by then. Any: the state of any game.
Kept = tuple[Any, Watch]

#: The number of actions between two states that are kept.
EVERY = 64


class Trail:
    """Leads back to any moment of a match without playing it from its start.

    It follows the match (``Match.follower``), so no action is played for it. The state after the last roll is kept too,
    since undo never goes back further.
    """

    def __init__(self, match: Match) -> None:
        #: the losses seen so far
        self.watch = Watch(match.game, match.state)
        self._kept: dict[int, Kept] = {0: (match.state.copy(), self.watch.copy())}
        self._rolled: tuple[int, Kept] | None = None

    @classmethod
    def along(cls, match: Match) -> Trail:
        """The trail of a match that has been played already; it follows the match from now on."""
        again = match.before(0)
        again.follower = trail = cls(again)
        for entry in match.journal:
            again.play(entry.action)
        match.follower = trail
        return trail

    def copy(self) -> Trail:
        """A trail that can be continued independently."""
        other = object.__new__(Trail)
        other.watch, other._kept, other._rolled = self.watch.copy(), self._kept.copy(), self._rolled
        return other

    def played(self, match: Match) -> None:
        """Note the state after an action."""
        self.watch.look(match.state)
        number = len(match.journal)
        if match.journal[-1].seat == DICE:
            self._rolled = number, (match.state.copy(), self.watch.copy())
        if number % EVERY == 0:
            self._kept[number] = match.state.copy(), self.watch.copy()

    def undone(self, match: Match) -> None:
        """Forget the states of actions that were taken back."""
        number = len(match.journal)
        self._kept = {n: kept for n, kept in self._kept.items() if n <= number}
        if self._rolled is not None and self._rolled[0] > number:
            self._rolled = None
        _, self.watch = self.at(match, number)

    def at(self, match: Match, number: int) -> Kept:
        """Copies of the state after ``number`` actions and of the losses seen by then."""
        near = max(n for n in self._kept if n <= number)
        state, watch = self._kept[near]
        if self._rolled is not None and near < self._rolled[0] <= number:
            near, (state, watch) = self._rolled
        state, watch = state.copy(), watch.copy()
        for entry in match.journal[near:number]:
            match.game.do(state, entry.action)
            watch.look(state)
        return state, watch
