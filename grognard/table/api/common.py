"""Shared by the routes: the services, the seat of a request, and the page that answers it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from litestar import Request
from sqlalchemy import bindparam, func, select

from ..errors import Problem
from ..journal import Live
from ..matches import Seat
from ..parts import HEADER, Known, changed_parts, new_log, read_known
from ..schema import accounts, chat, seats
from ..seat_view import ChatLine, Opponent, Page, RematchState, page_of
from ..services import Services

#: A request of any kind.
AnyRequest = Request[Any, Any, Any]

#: The number of chat lines sent with every view.
CHAT_LINES = 200


# A seat's notes, and the id of the last chat line. Needed for every view, so the query is built once.
_LAST = select(func.max(chat.c.id)).where(chat.c.match == bindparam("here")).scalar_subquery().label("last_chat")
_MINE = select(seats.c.notes, _LAST).where(seats.c.token == bindparam("wanted"))
_NAMES = (
    select(seats.c.sides, accounts.c.name)
    .join(accounts, seats.c.account == accounts.c.id)
    .where(seats.c.match == bindparam("here"))
)


def services_of(request: AnyRequest) -> Services:
    found: Services = request.app.state.services
    return found


async def seat_of(request: AnyRequest) -> Seat:
    """The seat whose token is in the request."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        raise Problem("seat", "the token of a seat is missing; send it as 'Authorization: Bearer TOKEN'")
    token = token.strip()
    if not token.isascii():
        raise Problem("not-found", "unknown link; check that it is complete")
    return await services_of(request).matches.seat(token)


def link(token: str) -> str:
    return f"/m/{token}"


def known_to(request: AnyRequest) -> Known | None:
    """The parts that the client says it has."""
    return read_known(request.headers.get(HEADER))


async def answer(services: Services, live: Live, seat: Seat, known: Known | None) -> Any:
    """The match as a seat sees it now: what the client does not have, or the whole page if it does not say."""
    if known is None:
        return await page(services, live, seat)
    sheet = await page(services, live, seat, known.overlays)
    return changed_parts(sheet, known) | {"log": new_log(live, seat.side(live), known)}


async def page(services: Services, live: Live, seat: Seat, overlays: Sequence[str] | None = None) -> Page:
    """The match as a seat sees it now."""
    sheet = page_of(live, seat.side(live), seat.sides, overlays)
    board = sheet.board
    if live.names is None:
        await load_names(services, live)
    for side, other in board.opponents.items():
        if other.kind == "person":
            board.opponents[side] = Opponent(
                "person", services.here[live.id, side] > 0, (live.names or {}).get(side, "")
            )
    mine = await services.store.read(_MINE, {"wanted": seat.token, "here": live.id})
    board.notes = mine[0].notes if mine else ""
    last_chat = mine[0].last_chat if mine else None
    if last_chat and last_chat != live.last_chat:
        lines = select(chat).where(chat.c.match == live.id).order_by(chat.c.id.desc()).limit(CHAT_LINES)
        live.chat_lines = [ChatLine(row.seat, row.text, row.at) for row in reversed(await services.store.read(lines))]
        live.last_chat = last_chat
    board.chat = live.chat_lines
    if live.progress.rematch_id:
        board.rematch = RematchState(live.progress.again, await _next_link(services, live.progress.rematch_id, seat))
    return sheet


async def load_names(services: Services, live: Live) -> None:
    """Load the account names of the sides. Done when someone opens the match, not with every action."""
    rows = await services.store.read(_NAMES, {"here": live.id})
    live.names = {side: row.name for row in rows for side in row.sides.split(",") if side}


async def _next_link(services: Services, match: str, seat: Seat) -> str:
    rows = await services.store.read(
        select(seats.c.token).where(seats.c.match == match, seats.c.sides == ",".join(seat.sides))
    )
    return link(rows[0].token) if rows else ""
