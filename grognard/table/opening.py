"""New matches: from a scenario, a record or a position."""

from __future__ import annotations

from typing import Any

from ..ai import commanders
from ..engine.game import Game
from ..engine.library import new, replay, setup
from ..engine.match import Match
from ..engine.position import PositionError
from ..engine.record import RecordError, parse_record
from . import catalogue
from .errors import Problem
from .journal import FRIEND, MACHINE, ME, Header, header_of
from .messages import ImportRecord, NewMatch, SetupPosition, plain

#: Records with more actions are refused; no game in the library is that long.
ACTIONS = 20_000


#: The commander of a side that only answers.
HOUSE = f"{MACHINE}captain"


def seats_for(game: Game, wanted: dict[str, str], answers: str = "") -> dict[str, str]:
    """The player of each side; by default its creator, or the house for a side that only answers."""
    unknown = [side for side in wanted if side not in game.sides]
    if unknown:
        raise Problem("malformed", f"unknown side {unknown[0]!r}; {game.title} has: {', '.join(game.sides)}")
    seats = {side: wanted.get(side, HOUSE if side == answers else ME) for side in game.sides}
    for who in seats.values():
        if who.startswith(MACHINE):
            if who.removeprefix(MACHINE) not in commanders():
                names = ", ".join(MACHINE + name for name in commanders())
                raise Problem("malformed", f"unknown commander {who!r}; choose one of: {names}")
        elif who not in (ME, FRIEND):
            raise Problem("malformed", f"not a valid seat: {who!r}; use {ME}, {FRIEND} or {MACHINE}<level>")
    return seats


def _days(data: NewMatch | ImportRecord | SetupPosition) -> float | None:
    return data.clock.days if data.clock else None


def new_match(data: NewMatch) -> tuple[Match, Header]:
    game = catalogue.find(data.game)
    scenario = game.scenarios.get(data.scenario or next(iter(game.scenarios)))
    if scenario is None:
        names = ", ".join(game.scenarios)
        raise Problem("not-found", f"unknown scenario {data.scenario!r}; {game.title} has: {names}")
    seats = seats_for(game, data.seats, scenario.answers)
    if data.seed is not None and FRIEND in seats.values():
        raise Problem("refused", "a seed cannot be chosen in a match with a friend: it reveals the coming rolls")
    seed = None if data.seed is None else plain(data.seed)
    match = _try(lambda: new(game, scenario.id, seed, data.options))
    return match, header_of(match, seats, days=_days(data), hints=data.hints)


def imported(data: ImportRecord) -> tuple[Match, Header]:
    """The match of a record. It continues with new dice, since the sender may know the old seed."""
    text = plain(data.record)
    try:
        record = parse_record(text)
    except RecordError as error:
        raise Problem("refused", f"not a valid record: {error}") from None
    if "Scenario" not in record.tags:
        raise Problem("refused", "not a valid record: the tag [Scenario ...] is missing")
    count = len(record.actions)
    if count > ACTIONS:
        raise Problem("too-large", f"the record is too long: {count} actions, at most {ACTIONS} are allowed")
    match = _try(lambda: replay(text))
    seats = seats_for(match.game, data.seats)
    if not match.over:
        match.reseed()
    return match, header_of(match, seats, days=_days(data), hints=data.hints)


def set_up(data: SetupPosition) -> tuple[Match, Header]:
    text = plain(data.position)
    match = _try(lambda: setup(text))
    return match, header_of(match, seats_for(match.game, data.seats), days=_days(data), hints=data.hints)


def again(header: Header) -> Match:
    """A new match with the same start as an earlier one."""
    game = catalogue.find(header.game)
    if header.origin:
        return setup(header.origin, of=game)
    return new(game, header.scenario, None, header.options)


def _try(make: Any) -> Match:
    try:
        match: Match = make()
    except (RecordError, PositionError, ValueError, KeyError) as error:
        said = str(error.args[0]) if error.args else "the text cannot be read"
        raise Problem("refused", said[:500]) from None
    return match
