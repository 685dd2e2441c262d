"""Routes that look things up in a match: hexes, paths, refusals, log, record, earlier moments, report."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from ...engine.reading import Note
from ...hexes import LabelError
from .. import match_log, report
from ..errors import Problem, error_responses
from ..journal import Live
from ..match_log import LogLine
from ..parts import changed_parts
from ..report import Report
from ..seat_view import Page, earlier, moment_of, overlays_of
from .common import AnyRequest, known_to, seat_of, services_of
from .play import SEAT_TOKEN

#: A moment of the past; absent means now.
Earlier = Annotated[int | None, QueryParameter(ge=0, le=10_000_000)]


class HexNotes(msgspec.Struct):
    hex: str
    terrain: str
    name: str
    notes: list[Note]
    units: list[str]
    #: how many units were lost here, as far as this seat knows
    losses: int = 0


class Way(msgspec.Struct, omit_defaults=True):
    path: list[str]
    cost: str
    #: consequences of the path, such as places that it captures
    notes: list[Note] = []


class Reached(msgspec.Struct):
    #: by hex or by unit: the cost to go there
    costs: dict[str, str]


class Verdict(msgspec.Struct):
    legal: bool
    rule: str = ""
    why: str = ""
    #: the current prompt, if the verb has no place now
    asked: str = ""


def _hex(live: Live, label: str) -> int:
    board = live.game.board
    try:
        found = board.grid.parse(label)
    except LabelError as error:
        raise Problem("not-found", str(error)[:200]) from None
    if not board.playable >> found & 1:
        raise Problem("not-found", f"hex {label} is not part of the map")
    return found


def _moment(live: Live, number: int) -> int:
    """Check that the match has reached a moment."""
    if not 0 <= number <= live.moment:
        raise Problem("not-found", f"the match has {live.moment} actions, so moment {number} does not exist")
    return number


@get("/api/match/inspect/{label:str}", responses=error_responses(403, 404, 503), security=SEAT_TOKEN)
async def inspect(request: AnyRequest, label: FromPath[str], at: Earlier = None) -> HexNotes:
    """Facts about a hex, now or as this seat knew them at an earlier moment."""
    services, seat = services_of(request), await seat_of(request)
    async with services.matches.using(seat.match) as live:
        game = live.game
        h = _hex(live, label)
        match, side, seen = live.match, seat.side(live), live.progress.trail.watch
        if at is not None:
            match, side, seen = await asyncio.to_thread(earlier, live, _moment(live, at), side, seat.sides)
        state = game.redact(match.state, side)
        label = game.board.grid.label(h)
        return HexNotes(
            hex=label,
            terrain=game.board.terrain_at.get(h, ""),
            name=game.board.names.get(h, ""),
            notes=list(game.reading.inspect(state, h)),
            units=[counter.id for counter, place in zip(game.counters, state.at, strict=True) if place == h],
            losses=sum(lost.count(label) for lost in seen.overlay(side).values()),
        )


@get("/api/match/overlays", responses=error_responses(403, 404, 503), security=SEAT_TOKEN)
async def overlays(request: AnyRequest, at: Earlier = None) -> dict[str, list[str]]:
    """All overlays of the map, now or as this seat knew them at an earlier moment."""
    services, seat = services_of(request), await seat_of(request)
    async with services.matches.using(seat.match) as live:
        match, side, seen = live.match, seat.side(live), live.progress.trail.watch
        if at is not None:
            match, side, seen = await asyncio.to_thread(earlier, live, _moment(live, at), side, seat.sides)
        return overlays_of(match, side, seen)


@get("/api/match/path/{label:str}", responses=error_responses(403, 404, 503), security=SEAT_TOKEN)
async def path(request: AnyRequest, label: FromPath[str]) -> Way:
    """The path of the selected unit to a hex; empty if it cannot go there."""
    services, seat = services_of(request), await seat_of(request)
    async with services.matches.using(seat.match) as live:
        game = live.game
        h = _hex(live, label)
        if live.seat not in seat.sides:
            return Way([], "")
        state = game.redact(live.match.state, seat.side(live))
        steps = game.reading.path(state, h)
        cost = game.reading.reach(state).get(h, "") if steps else ""
        notes = list(game.reading.path_notes(state, h)) if steps else []
        return Way([game.board.grid.label(step) for step in steps], cost, notes)


@get("/api/match/reach", responses=error_responses(403, 404, 422, 503), security=SEAT_TOKEN)
async def reach(
    request: AnyRequest,
    unit: Annotated[str | None, QueryParameter(max_length=64)] = None,
    hex: Annotated[str | None, QueryParameter(max_length=16)] = None,
) -> Reached:
    """The hexes that a unit could reach now, or the units that could reach a hex; only for the side that decides."""
    services, seat = services_of(request), await seat_of(request)
    async with services.matches.using(seat.match) as live:
        if live.over or live.seat not in seat.sides:
            return Reached({})
        if unit is not None:
            return Reached(await asyncio.to_thread(live.match.reach, unit))
        if hex is None:
            raise Problem("malformed", "name a unit or a hex: ?unit=... or ?hex=...")
        _hex(live, hex)
        return Reached(await asyncio.to_thread(live.match.who_reaches, hex))


@get("/api/match/why", responses=error_responses(403, 404, 503), security=SEAT_TOKEN)
async def why(request: AnyRequest, action: Annotated[str, QueryParameter(min_length=1, max_length=200)]) -> Verdict:
    """Whether an action is legal now, and if not, why not."""
    services, seat = services_of(request), await seat_of(request)
    async with services.matches.using(seat.match) as live:
        if live.over:
            return Verdict(False, "", "the match is over")
        if live.match.giver(action) not in seat.sides:
            # The answer must not show others what the side concerned knows.
            return Verdict(
                False, "", f"it is not your turn: waiting for {live.game.side_names.get(live.seat, live.seat)}"
            )
        refusal = live.match.why_not(action)
        return Verdict(True) if refusal is None else Verdict(False, refusal.rule, refusal.why, refusal.prompt)


@get("/api/match/log", responses=error_responses(403, 404, 503), security=SEAT_TOKEN)
async def log(request: AnyRequest, after: Earlier = None) -> list[LogLine]:
    """The log, or the part after a moment, as far as this seat may know it."""
    services, seat = services_of(request), await seat_of(request)
    async with services.matches.using(seat.match) as live:
        side = seat.side(live)
        return await asyncio.to_thread(match_log.log_of, live.match, side, -1 if after is None else after)


@get("/api/match/record", media_type="text/plain", responses=error_responses(403, 404, 422, 503), security=SEAT_TOKEN)
async def record(request: AnyRequest) -> Response[str]:
    """The match as a record."""
    services, seat = services_of(request), await seat_of(request)
    async with services.matches.using(seat.match) as live:
        text = match_log.record_of(live, seat.sides)
        name = f"{live.game.id}-{live.id}.txt"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@get("/api/match/replay/{number:int}", responses=error_responses(403, 404, 503), security=SEAT_TOKEN)
async def replay(request: AnyRequest, number: FromPath[int]) -> Page:
    """Return the view of this seat at an earlier moment."""
    services, seat, known = services_of(request), await seat_of(request), known_to(request)
    overlays = None if known is None else known.overlays
    async with services.matches.using(seat.match) as live:
        past = (live, _moment(live, number), seat.side(live), seat.sides, overlays)
        page = await asyncio.to_thread(moment_of, *past)
        sent: Any = page if known is None else changed_parts(page, known)
        return sent


@get("/api/match/report", responses=error_responses(403, 404, 503), security=SEAT_TOKEN)
async def get_report(request: AnyRequest) -> Report:
    """Result, luck, and points and losses by turn."""
    services, seat = services_of(request), await seat_of(request)
    async with services.matches.using(seat.match) as live:
        return await asyncio.to_thread(report.report_of, live, seat.side(live))


HANDLERS = [inspect, overlays, path, reach, why, log, record, replay, get_report]
