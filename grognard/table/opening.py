"""Opening matches: new ones, from a record, from a position."""

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

#: A record with more actions than any game of ours has is not read.
ACTIONS = 20_000


def seats_for(game: Game, wanted: dict[str, str]) -> dict[str, str]:
    """Who sits where; sides nobody spoke of are yours."""
    unknown = [side for side in wanted if side not in game.sides]
    if unknown:
        raise Problem("malformed", f"{game.title} has no side {unknown[0]!r}: it has {', '.join(game.sides)}")
    seats = {side: wanted.get(side, ME) for side in game.sides}
    for who in seats.values():
        if who.startswith(MACHINE):
            if who.removeprefix(MACHINE) not in commanders():
                names = ", ".join(MACHINE + name for name in commanders())
                raise Problem("malformed", f"no commander {who!r}: there is {names}")
        elif who not in (ME, FRIEND):
            raise Problem("malformed", f"a seat is {ME}, {FRIEND} or {MACHINE}<level>, not {who!r}")
    return seats


def _days(data: NewMatch | ImportRecord | SetupPosition) -> float | None:
    return data.clock.days if data.clock else None


def new_match(data: NewMatch) -> tuple[Match, Header]:
    game = catalogue.find(data.game)
    seats = seats_for(game, data.seats)
    if data.scenario is not None and data.scenario not in game.scenarios:
        names = ", ".join(game.scenarios)
        raise Problem("not-found", f"{game.title} has no scenario {data.scenario!r}: it has {names}")
    if data.seed is not None and FRIEND in seats.values():
        raise Problem("refused", "whoever chooses the seed knows the dice, so not in a match with a friend")
    seed = None if data.seed is None else plain(data.seed)
    match = _try(lambda: new(game, data.scenario, seed, data.options))
    return match, header_of(match, seats, days=_days(data), hints=data.hints)


def imported(data: ImportRecord) -> tuple[Match, Header]:
    """The match of a record; it goes on with new dice, since whoever sent it may know the old ones."""
    text = plain(data.record)
    try:
        record = parse_record(text)
    except RecordError as error:
        raise Problem("refused", f"this is no record: {error}") from None
    if "Scenario" not in record.tags:
        raise Problem("refused", "this is no record: the tag [Scenario ...] is missing")
    count = len(record.actions)
    if count > ACTIONS:
        raise Problem("too-large", f"a record has at most {ACTIONS} actions, this one {count}")
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
    """A fresh match like the one a header describes."""
    game = catalogue.find(header.game)
    if header.origin:
        return setup(header.origin, of=game)
    return new(game, header.scenario, None, header.options)


def _try(make: Any) -> Match:
    try:
        match: Match = make()
    except (RecordError, PositionError, ValueError, KeyError) as error:
        said = str(error.args[0]) if error.args else "it makes no sense"
        raise Problem("refused", said[:500]) from None
    return match
