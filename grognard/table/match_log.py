"""The log and the record of a match, as far as a side may know them."""

from __future__ import annotations

import msgspec

from ..engine.match import Event, Match
from .errors import Problem
from .journal import Live


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


def log_of(match: Match, side: str, after: int = -1) -> list[LogLine]:
    """The log of a side, or the lines after a moment; line 0 has the events before the first action."""
    match = match.watched()
    text = match.game.notation.text
    events: dict[int, list[Event]] = {}
    for event in reversed(match.events):
        if event.number <= after:
            break
        events.setdefault(event.number, []).insert(0, event)
    out = []
    if after < 0:
        out.append(LogLine(0, "", "", _known_events(events.get(0, []), not match.game.secret_fields)))
    first = max(after, 0)
    for number, entry in enumerate(match.journal[first:], first + 1):
        shown = _known_events(events.get(number, []), entry.known_to(side))
        out.append(LogLine(number, entry.seat, text(entry.action) if entry.named_to(side) else "", shown))
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
    if live.progress.resigned or live.progress.late:
        text += f"; {live.result.reasons[0] if live.result else ''}\n"
    return text
