"""Visibility: a side may know its own actions, and all actions that changed nothing hidden from it."""

from __future__ import annotations

from typing import Any

from ..engine.game import Game
from ..engine.match import Entry, Match
from ..engine.state import Field
from ..engine.step import Chance
from .checkpoints import Checkpoints


def known(game: Game, before: Any, after: Any, seat: str, side: str) -> bool:
    """Whether a side may know an action.

    An action can reveal a secret only if it has changed a field that the side does not see as it is.
    """
    if seat == side or not game.secret_fields:
        return True
    for field in game.secret_fields:
        assert field.shown is not None
        was, now = getattr(before, field.name), getattr(after, field.name)
        if was != now and _hidden(field, was, now, field.shown(game, before, side), field.shown(game, after, side)):
            return False
    return True


def _hidden(field: Field, was: Any, now: Any, shown_before: Any, shown: Any) -> bool:
    """Whether part of a field has changed and the side does not see its true value, or sees no change."""
    if field.kind in ("units", "hexes"):
        return bool((was ^ now) & ((now ^ shown) | ~(shown_before ^ shown)))
    if field.is_list and len(was) == len(now) == len(shown_before) == len(shown):
        rows = zip(was, now, shown_before, shown, strict=True)
        return any(a != b and (b != d or c == d) for a, b, c, d in rows)
    return bool(now != shown or shown_before == shown)


class Visibility:
    """The actions of a match that one side may know, updated with new actions only."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._flags: list[bool] = []
        #: for each action whether it was a chance event with an outcome that everybody sees
        self._open: list[bool] = []
        self._state: Any = None

    def follow(self, match: Match, side: str, checkpoints: Checkpoints) -> list[bool]:
        """For each action of the journal, whether the side may know it."""
        if not match.game.secret_fields:
            return [True] * len(match.journal)
        self._forget(match, checkpoints)
        state = self._state
        for entry in match.journal[len(self._flags) :]:
            before = state.copy()
            step = match.game.step(before)
            self._open.append(isinstance(step, Chance) and step.open_outcome)
            match.game.do(state, entry.action)
            self._flags.append(known(match.game, before, state, entry.seat, side))
            self._entries.append(entry)
        return self._flags

    def outcome_seen(self, number: int) -> bool:
        """Whether everybody saw the outcome of an action, counted from 1, after :meth:`follow`."""
        return number <= len(self._open) and self._open[number - 1]

    def _forget(self, match: Match, checkpoints: Checkpoints) -> None:
        """Drop actions that were taken back. Entries are never reused, so they can be compared by identity."""
        valid = len(self._entries)
        while valid and (valid > len(match.journal) or match.journal[valid - 1] is not self._entries[valid - 1]):
            valid -= 1
        if self._state is None or valid < len(self._entries):
            del self._entries[valid:], self._flags[valid:], self._open[valid:]
            self._state, _ = checkpoints.at(match, valid)
