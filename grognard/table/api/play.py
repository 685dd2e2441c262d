"""Routes to see a match and to act in it. Every request carries the token of a seat."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from typing import Any, TypeVar

import msgspec
from litestar import get, post, put
from litestar.params import JSONBody
from sqlalchemy import Connection, insert, update

from .. import opening, play
from ..errors import Problem, error_responses
from ..hints import Advice
from ..journal import Live
from ..matches import Seat
from ..messages import Actions, AskHint, Fork, Notes, Orders, Say, TakeBack, Undo, plain
from ..schema import chat, seats
from ..seat_view import Page
from .account import account_of
from .common import AnyRequest, answer, known_to, load_names, seat_of, services_of
from .matches import NewLinks, links

SEAT_TOKEN: list[dict[str, list[str]]] = [{"seat": []}]


T = TypeVar("T")


class Said(msgspec.Struct):
    ok: bool = True


class SentOrders(msgspec.Struct):
    """The page after orders for several units."""

    page: Page
    #: the number of orders carried out, and why the others were not
    orders: int
    why: str


@get("/api/match", responses=error_responses(403, 404, 503), security=SEAT_TOKEN)
async def look(request: AnyRequest) -> Page:
    """The match as this seat sees it now."""
    services, seat, known = services_of(request), await seat_of(request), known_to(request)
    account = await account_of(request)
    if account is not None:
        await services.matches.claim(seat, account.id)
    async with services.matches.using(seat.match) as live:
        services.machines.nudge(live)
        await load_names(services, live)
        return await answer(services, live, seat, known)


async def _in_time(request: AnyRequest, seat: Seat, doing: Awaitable[T]) -> T:
    """Await an action; if it came too late, add the current match to the error."""
    try:
        return await doing
    except Problem as problem:
        if problem.code == "stale":
            services = services_of(request)
            async with services.matches.using(seat.match) as now:
                problem.current = await answer(services, now, seat, known_to(request))
        raise


async def _answered(request: AnyRequest, seat: Seat, doing: Awaitable[Live]) -> Any:
    """The page after an action."""
    known = known_to(request)
    return await answer(services_of(request), await _in_time(request, seat, doing), seat, known)


@post(
    "/api/match/actions",
    status_code=200,
    responses=error_responses(403, 404, 409, 410, 413, 422, 503),
    security=SEAT_TOKEN,
)
async def act(request: AnyRequest, data: JSONBody[Actions]) -> Page:
    """Play actions, all or none."""
    services, seat = services_of(request), await seat_of(request)
    return await _answered(request, seat, play.act(services.matches, seat, data.version, data.actions))


@post(
    "/api/match/orders",
    status_code=200,
    responses=error_responses(403, 404, 409, 410, 413, 422, 503),
    security=SEAT_TOKEN,
)
async def orders(request: AnyRequest, data: JSONBody[Orders]) -> SentOrders:
    """Carry out orders for several units, all or none, as far as the first that asks for a roll or a decision."""
    services, seat = services_of(request), await seat_of(request)
    doing = play.send(services.matches, seat, data.version, data.orders, data.closing, through=data.through)
    known = known_to(request)
    live, sent = await _in_time(request, seat, doing)
    return SentOrders(await answer(services, live, seat, known), sent.orders, sent.why)


@post(
    "/api/match/undo",
    status_code=200,
    responses=error_responses(403, 404, 409, 410, 413, 422, 503),
    security=SEAT_TOKEN,
)
async def undo(request: AnyRequest, data: JSONBody[Undo]) -> Page:
    """Take back your last action, as far as the last roll."""
    services, seat = services_of(request), await seat_of(request)
    return await _answered(request, seat, play.undo(services.matches, seat, data.version))


@post(
    "/api/match/hint",
    status_code=200,
    responses=error_responses(403, 404, 409, 410, 413, 422, 503),
    security=SEAT_TOKEN,
)
async def hint(request: AnyRequest, data: JSONBody[AskHint]) -> Advice:
    """Return the advice of a commander and its reason. It may take some time."""
    services, seat = services_of(request), await seat_of(request)
    return await _in_time(request, seat, services.hints.ask(seat, data.version, data.level, data.whole))


@post("/api/match/resign", status_code=200, responses=error_responses(403, 404, 409, 410, 503), security=SEAT_TOKEN)
async def resign(request: AnyRequest) -> Page:
    """Resign the match."""
    services, seat = services_of(request), await seat_of(request)
    return await _answered(request, seat, play.resign(services.matches, seat))


@post("/api/match/claim", status_code=200, responses=error_responses(403, 404, 409, 410, 422, 503), security=SEAT_TOKEN)
async def claim(request: AnyRequest) -> Page:
    """Claim victory after the opponent's clock has run out."""
    services, seat = services_of(request), await seat_of(request)
    return await _answered(request, seat, play.claim_time(services.matches, seat))


@post(
    "/api/match/takeback",
    status_code=200,
    responses=error_responses(403, 404, 409, 410, 413, 422, 503),
    security=SEAT_TOKEN,
)
async def takeback(request: AnyRequest, data: JSONBody[TakeBack]) -> Page:
    """Offer a take-back across a roll, or answer one."""
    services, seat = services_of(request), await seat_of(request)
    return await _answered(request, seat, play.takeback(services.matches, seat, data.accept, data.to))


@post("/api/match/rematch", status_code=200, responses=error_responses(403, 404, 409, 422, 503), security=SEAT_TOKEN)
async def rematch(request: AnyRequest) -> Page:
    """Ask for a rematch."""
    services, seat = services_of(request), await seat_of(request)
    async with services.matches.using(seat.match) as live:
        header = live.header
    fresh = await asyncio.to_thread(opening.again, header)
    return await _answered(request, seat, play.rematch(services.matches, seat, fresh))


@post("/api/match/fork", responses=error_responses(403, 404, 413, 422, 503), security=SEAT_TOKEN)
async def fork(request: AnyRequest, data: JSONBody[Fork]) -> NewLinks:
    """Create a match that continues from an earlier moment, with new dice."""
    services, seat = services_of(request), await seat_of(request)
    account = await account_of(request)
    return links(await play.fork(services.matches, seat, data.at, account.id if account else None, data.take))


@post("/api/match/chat", status_code=200, responses=error_responses(403, 404, 413), security=SEAT_TOKEN)
async def say(request: AnyRequest, data: JSONBody[Say]) -> Said:
    """Send a chat message to everybody at the match."""
    services, seat = services_of(request), await seat_of(request)
    text, now, who = plain(data.text), time.time(), ",".join(seat.sides) or "spectator"

    def work(connection: Connection) -> None:
        connection.execute(insert(chat).values(match=seat.match, seat=who, text=text, at=now))

    await services.store.write(work)
    # PostgreSQL's notifications are short, so a long message has to be fetched.
    services.tell(seat.match, {"type": "chat", "seat": who, "text": text[:500], "at": now})
    return Said()


@put("/api/match/notes", responses=error_responses(403, 404, 413), security=SEAT_TOKEN)
async def keep_notes(request: AnyRequest, data: JSONBody[Notes]) -> Said:
    """Save private notes."""
    services, seat = services_of(request), await seat_of(request)
    text = plain(data.text)

    def work(connection: Connection) -> None:
        connection.execute(update(seats).where(seats.c.token == seat.token).values(notes=text))

    await services.store.write(work)
    return Said()


HANDLERS = [look, act, orders, undo, hint, resign, claim, takeback, rematch, fork, say, keep_notes]
