"""What the addresses share: the services, the holder of a seat, and the answer everybody gets."""

from __future__ import annotations

from typing import Any

from litestar import Request
from sqlalchemy import bindparam, func, select

from ..errors import Problem
from ..journal import Live
from ..matches import Seat
from ..schema import accounts, chat, seats
from ..seat_view import ChatLine, Opponent, Page, RematchState, page_of
from ..services import Services

#: A request, of whatever kind.
Asked = Request[Any, Any, Any]

#: How much of the talk goes with every view.
TALK = 200


# A seat's notes, and the last line that was said; asked with every view, so put together once.
_LAST = select(func.max(chat.c.id)).where(chat.c.match == bindparam("here")).scalar_subquery().label("talked")
_MINE = select(seats.c.notes, _LAST).where(seats.c.token == bindparam("wanted"))
_NAMES = (
    select(seats.c.sides, accounts.c.name)
    .join(accounts, seats.c.account == accounts.c.id)
    .where(seats.c.match == bindparam("here"))
)


def services_of(request: Asked) -> Services:
    found: Services = request.app.state.services
    return found


async def seat_of(request: Asked) -> Seat:
    """The seat whose token came with the request."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        raise Problem("seat", "the request must carry the token of a seat: Authorization: Bearer ...")
    token = token.strip()
    if not token.isascii():
        raise Problem("not-found", "no seat has this link")
    return await services_of(request).matches.seat(token)


def link(token: str) -> str:
    return f"/m/{token}"


async def page(services: Services, live: Live, seat: Seat) -> Page:
    """A match as the holder of a seat sees it now."""
    sheet = page_of(live, seat.side(live), seat.sides)
    board = sheet.board
    if live.names is None:
        await learn_names(services, live)
    for side, other in board.opponents.items():
        if other.kind == "person":
            board.opponents[side] = Opponent(
                "person", services.here[live.id, side] > 0, (live.names or {}).get(side, "")
            )
    mine = await services.store.read(_MINE, {"wanted": seat.token, "here": live.id})
    board.notes = mine[0].notes if mine else ""
    talked = mine[0].talked if mine else None
    if talked and talked != live.talked:
        talk = select(chat).where(chat.c.match == live.id).order_by(chat.c.id.desc()).limit(TALK)
        live.talk = [ChatLine(row.seat, row.text, row.at) for row in reversed(await services.store.read(talk))]
        live.talked = talked
    board.chat = live.talk
    if live.again_id:
        board.rematch = RematchState(live.again, await _next_link(services, live.again_id, seat))
    return sheet


async def learn_names(services: Services, live: Live) -> None:
    """Which sides are played by accounts. Asked when somebody looks at the match, not with every action."""
    rows = await services.store.read(_NAMES, {"here": live.id})
    live.names = {side: row.name for row in rows for side in row.sides.split(",") if side}


async def _next_link(services: Services, match: str, seat: Seat) -> str:
    rows = await services.store.read(
        select(seats.c.token).where(seats.c.match == match, seats.c.sides == ",".join(seat.sides))
    )
    return link(rows[0].token) if rows else ""
