"""What has happened so far, as far as a side may know it: the log, and the record."""

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
    #: of a heading the part of the game that begins, such as a turn
    heading: str


class LogLine(msgspec.Struct):
    """One action and what followed from it. What a side may not know has neither action nor events."""

    number: int
    seat: str
    action: str
    events: list[EventLine]


def log_of(
    match: Match, side: str, visibility: Visibility | None = None, checkpoints: Checkpoints | None = None
) -> list[LogLine]:
    """The log of a side; number 0 holds what happened before anybody did anything.

    ``visibility`` and ``checkpoints`` remember earlier results; without them the match is played from its beginning.
    """
    text = match.game.notation.text
    events: dict[int, list[Event]] = {}
    for event in match.events:
        events.setdefault(event.number, []).append(event)
    seen = (visibility or Visibility()).follow(match, side, checkpoints or Checkpoints())
    out = [LogLine(0, "", "", _told(events.get(0, []), not match.game.secret_fields))]
    for number, (entry, shown) in enumerate(zip(match.journal, seen, strict=True), 1):
        told = _told(events.get(number, []), shown)
        out.append(LogLine(number, entry.seat, text(entry.action) if shown else "", told))
    return out


def _told(events: list[Event], shown: bool) -> list[EventLine]:
    """Headings and open events are public; the rest is shown only with the action it follows from."""
    return [EventLine(event.rule, event.text, event.heading) for event in events if shown or event.open]


def record_of(live: Live, sides: tuple[str, ...]) -> str:
    """The record of a match. While the match goes on it would tell its secrets, if it has any."""
    match = live.match
    alone = set(sides) >= set(match.game.sides)
    if match.game.secret_fields and not live.over and not alone:
        raise Problem("refused", "the record tells what is hidden; it can be had when the match is over")
    text = match.record(seed=True) if live.over and not match.over else match.record()
    if live.resigned or live.late:
        text += f"; {live.result.reasons[0] if live.result else ''}\n"
    return text
