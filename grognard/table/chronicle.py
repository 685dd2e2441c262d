"""What has happened so far, as far as a side may know it: the log, and the record."""

from __future__ import annotations

from typing import Any

import msgspec

from ..engine.dice import ScriptedDice
from ..engine.game import Game
from ..engine.match import Match
from ..engine.state import Field
from .errors import Problem
from .journal import Live

#: Events with this word instead of a rule are headings: they name the phase that begins.
HEADING = "phase"


class EventLine(msgspec.Struct):
    rule: str
    text: str


class LogLine(msgspec.Struct):
    """One action and what followed from it. What a side may not know has neither action nor events."""

    number: int
    seat: str
    action: str
    events: list[EventLine]


def known(game: Game, before: Any, after: Any, seat: str, side: str) -> bool:
    """Whether a side may know what was done: its own actions, and all that changed nothing hidden from it.

    An action can tell a secret only if it has changed a field that the side is not shown as it is.
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
    """Whether something of a field has changed and the side does not see it as it is, or sees no change."""
    if field.kind in ("units", "hexes"):
        return bool((was ^ now) & ((now ^ shown) | ~(shown_before ^ shown)))
    if field.is_list and len(was) == len(now) == len(shown):
        rows = zip(was, now, shown_before, shown, strict=True)
        return any(a != b and (b != d or c == d) for a, b, c, d in rows)
    return bool(now != shown or shown_before == shown)


def visible(match: Match, side: str) -> list[bool]:
    """For each action of the journal whether a side may know it."""
    if not match.game.secret_fields:
        return [True] * len(match.journal)
    again = match.before(0)
    again.dice = ScriptedDice()
    out = []
    for entry in match.journal:
        before = again.state.copy()
        again.play(entry.action)
        out.append(known(match.game, before, again.state, entry.seat, side))
    return out


def log_of(match: Match, side: str) -> list[LogLine]:
    """The log of a side; number 0 holds what happened before anybody did anything."""
    text = match.game.notation.text
    events: dict[int, list[EventLine]] = {}
    for event in match.events:
        events.setdefault(event.number, []).append(EventLine(event.rule, event.text))
    seen = visible(match, side)
    out = [LogLine(0, "", "", _told(events.get(0, []), not match.game.secret_fields))]
    for number, (entry, shown) in enumerate(zip(match.journal, seen, strict=True), 1):
        told = _told(events.get(number, []), shown)
        out.append(LogLine(number, entry.seat, text(entry.action) if shown else "", told))
    return out


def _told(events: list[EventLine], shown: bool) -> list[EventLine]:
    """The headings are public; the rest only with the action it follows from."""
    return [event for event in events if shown or event.rule == HEADING]


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
