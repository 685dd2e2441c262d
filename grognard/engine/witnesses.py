"""Witnesses of an action: a seat may know its own actions, and all actions that changed nothing hidden from it."""

from __future__ import annotations

from .game import AnyGame
from .state import Field, FieldValue, Seat, State
from .step import AnyStep, Chance


def witnesses(game: AnyGame, before: State, after: State, actor: Seat) -> tuple[Seat, ...]:
    """The seats that may know an action, given the states before and after it.

    An action can reveal a secret only if it has changed a field that a seat does not see as it is.
    """
    changed = [f for f in game.secret_fields if getattr(before, f.name) != getattr(after, f.name)]
    if not changed:
        return game.seats
    return tuple(
        seat
        for seat in game.seats
        if seat == actor or not any(_is_hidden(game, f, before, after, seat) for f in changed)
    )


def has_open_outcome(step: AnyStep) -> bool:
    """Whether the outcome of a step is a roll that everybody sees."""
    return isinstance(step, Chance) and step.open_outcome


def _is_hidden(game: AnyGame, f: Field, before: State, after: State, seat: Seat) -> bool:
    """Whether a seat sees less of a changed field than has happened."""
    assert f.shown is not None
    was, now = getattr(before, f.name), getattr(after, f.name)
    return hides_change(f, was, now, f.shown(game, before, seat), f.shown(game, after, seat))


def hides_change(f: Field, was: FieldValue, now: FieldValue, shown_before: FieldValue, shown: FieldValue) -> bool:
    """Whether part of a field has changed and the seat does not see its true value, or sees no change."""
    if f.kind in ("units", "hexes"):
        return bool((was ^ now) & ((now ^ shown) | ~(shown_before ^ shown)))
    if f.is_list and len(was) == len(now) == len(shown_before) == len(shown):
        rows = zip(was, now, shown_before, shown, strict=True)
        return any(a != b and (b != d or c == d) for a, b, c, d in rows)
    return bool(now != shown or shown_before == shown)
