"""A moment of a match: a state that no longer changes, and each side's view of it.

Views, refusals and undo share one redacted state. It is made once, and so are the texts of its fields: a field that has
not changed since the last moment keeps its text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar, cast

from .fields import field_text
from .game import AnyGame
from .state import Field, FieldValue, Seat, State

T = TypeVar("T")


class Moment:
    """A state, and each side's view of it. Callers must not change the states they get from here."""

    __slots__ = ("_found", "_shown", "game", "number", "state")

    def __init__(self, game: AnyGame, state: State, number: int) -> None:
        self.game = game
        #: number of actions before this moment
        self.number = number
        self.state = state.copy()
        self._shown: dict[Seat, State] = {}
        self._found: dict[tuple[str, int], object] = {}

    def shown(self, seat: Seat) -> State:
        """The state as a seat may know it."""
        found = self._shown.get(seat)
        if found is None:
            found = self._shown[seat] = self.game.redact(self.state, seat)
        return found

    def once(self, what: str, seat: Seat, find: Callable[[State], T]) -> T:
        """A fact that follows from the state as a seat knows it, found once for all seats that are shown the same."""
        shown = self.shown(seat)
        key = (what, id(shown))  # the states shown are kept as long as this moment
        if key not in self._found:
            self._found[key] = find(shown)
        return cast(T, self._found[key])

    def revealed(self, later: Moment, seat: Seat) -> bool:
        """Whether a seat sees a fact at a later moment that is hidden from it now.

        A fact is hidden if the value shown to the seat differs from the true value. It is revealed when the shown value
        changes to the true one, or when the fact is no longer hidden at all (a card leaves a hand).
        """
        before, after = self.shown(seat), later.shown(seat)
        changed = {*before.changes(after), *self.state.changes(later.state)}
        return any(
            f.name in changed
            and _uncovered(f, *(getattr(state, f.name) for state in (self.state, before, later.state, after)))
            for f in self.game.secret_fields
        )


def _uncovered(f: Field, true: FieldValue, shown: FieldValue, now: FieldValue, shown_now: FieldValue) -> bool:
    """Whether a side sees something of a field that was hidden from it before."""
    if f.kind in ("units", "hexes"):
        return bool((true ^ shown) & ~(now ^ shown_now) & (shown ^ shown_now))
    if not f.is_list:
        return bool(true != shown and now == shown_now != shown)
    if len(now) < len(true):
        return _covered(true, shown) > _covered(now, shown_now)
    if shown in (shown_now, true):
        return False
    return any(s != s2 and t2 == s2 and t != s for t, s, t2, s2 in zip(true, shown, now, shown_now, strict=False))


def _covered(true: list[int], shown: list[int]) -> int:
    """How many entries of a list a side does not see."""
    if len(true) != len(shown):
        return len(true)
    return sum(t != s for t, s in zip(true, shown, strict=True))


class Facts:
    """The text form of a state's fields. Only the fields that changed since an earlier state are formatted again."""

    __slots__ = ("state", "texts")

    def __init__(self, game: AnyGame, state: State, before: Facts | None) -> None:
        self.state = state
        written = game.written_fields
        if before is None:
            changed: Iterable[str] = written
            self.texts: dict[str, str] = {}
        else:
            changed = before.state.changes(state)
            self.texts = dict(before.texts)
        for name in changed:
            if name in written:
                self.texts[name] = field_text(game, written[name], getattr(state, name))
