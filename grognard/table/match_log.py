"""The log and the record of a match, as far as a side may know them."""

from __future__ import annotations

import msgspec

from ..engine.match import Event, Match
from .checkpoints import Checkpoints
from .errors import Problem
from .journal import Live
from .visibility import Visibility


class EventLine(msgspec.Struct):
    rule: str
    text: str
    #: for a heading the part of the game that begins, such as a turn
    heading: str


class LogLine(msgspec.Struct):
    """One action and its events. An action that a side may not know is empty and has no events."""

    number: int
    seat: str
    action: str
    events: list[EventLine]


def log_of(
    match: Match, side: str, visibility: Visibility | None = None, checkpoints: Checkpoints | None = None
) -> list[LogLine]:
    """The log of a side; line 0 has the events before the first action.

    ``visibility`` and ``checkpoints`` keep earlier results; without them the match is played from its start.
    """
    text = match.game.notation.text
    events: dict[int, list[Event]] = {}
    for event in match.events:
        events.setdefault(event.number, []).append(event)
    visibility = visibility or Visibility()
    seen = visibility.follow(match, side, checkpoints or Checkpoints())
    out = [LogLine(0, "", "", _known_events(events.get(0, []), not match.game.secret_fields))]
    for number, (entry, shown) in enumerate(zip(match.journal, seen, strict=True), 1):
        shown_events = _known_events(events.get(number, []), shown)
        told = shown or visibility.outcome_seen(number)
        out.append(LogLine(number, entry.seat, text(entry.action) if told else "", shown_events))
    return out


def _known_events(events: list[Event], shown: bool) -> list[EventLine]:
    """The events that a side may know: headings, open events, and all events of a known action."""
    return [EventLine(event.rule, event.text, event.heading) for event in events if shown or event.open]


def record_of(live: Live, sides: tuple[str, ...]) -> str:
    """The record of a match. While a game with secrets is running, only a player of all sides may have it."""
    match = live.match
    alone = set(sides) >= set(match.game.sides)
    if match.game.secret_fields and not live.over and not alone:
        raise Problem("refused", "the record contains hidden information; it is available when the match is over")
    text = match.record(seed=True) if live.over and not match.over else match.record()
    if live.resigned or live.late:
        text += f"; {live.result.reasons[0] if live.result else ''}\n"
    return text
