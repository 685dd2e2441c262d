"""A moment of a match: a state that nobody changes, and what each side may know of it.

Views, refusals and undo ask for the same redacted state. It is made once, and so are the texts of its fields: a field
that has not changed since the last moment keeps its text.
"""

from __future__ import annotations

from collections.abc import Iterable

from .fields import field_text
from .game import AnyGame
from .state import Field, FieldValue, Seat, State


class Moment:
    """A state as it was, and as each side knows it. Nobody may change what comes from here."""

    __slots__ = ("_shown", "game", "number", "state")

    def __init__(self, game: AnyGame, state: State, number: int) -> None:
        self.game = game
        #: how many actions were done before
        self.number = number
        self.state = state.copy()
        self._shown: dict[Seat, State] = {}

    def shown(self, seat: Seat) -> State:
        """The state as a seat may know it."""
        found = self._shown.get(seat)
        if found is None:
            found = self._shown[seat] = self.game.redact(self.state, seat)
        return found

    def revealed(self, later: Moment, seat: Seat) -> bool:
        """Whether a seat sees a fact at a later moment that is hidden from it now.

        A fact is hidden where what a seat is shown differs from what is true. It is revealed when what
        the seat is shown in its place changes and is now the truth, or when it is gone from among the
        hidden facts (a card leaves a hand).
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
    """The fields of a state in their text form. Few changes since another state are quickly put into words."""

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
