"""What the addresses share: the room, the holder of a seat, and the answer everybody gets."""

from __future__ import annotations

from typing import Any

from litestar import Request
from sqlalchemy import bindparam, func, select

from ..board import ChatLine, Opponent, Page, RematchState, page_of
from ..errors import Problem
from ..hall import Seat
from ..journal import Live
from ..room import Room
from ..schema import accounts, chat, seats

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


def room_of(request: Asked) -> Room:
    found: Room = request.app.state.room
    return found


async def seat_of(request: Asked) -> Seat:
    """The seat whose token came with the request."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        raise Problem("seat", "the request must carry the token of a seat: Authorization: Bearer ...")
    token = token.strip()
    if not token.isascii():
        raise Problem("not-found", "no seat has this link")
    return await room_of(request).hall.seat(token)


def link(token: str) -> str:
    return f"/m/{token}"


async def page(room: Room, live: Live, seat: Seat) -> Page:
    """A match as the holder of a seat sees it now."""
    sheet = page_of(live, seat.side(live), seat.sides)
    board = sheet.board
    if live.names is None:
        await learn_names(room, live)
    for side, other in board.opponents.items():
        if other.kind == "person":
            board.opponents[side] = Opponent("person", room.here[live.id, side] > 0, (live.names or {}).get(side, ""))
    mine = await room.store.read(_MINE, {"wanted": seat.token, "here": live.id})
    board.notes = mine[0].notes if mine else ""
    talked = mine[0].talked if mine else None
    if talked and talked != live.talked:
        talk = select(chat).where(chat.c.match == live.id).order_by(chat.c.id.desc()).limit(TALK)
        live.talk = [ChatLine(row.seat, row.text, row.at) for row in reversed(await room.store.read(talk))]
        live.talked = talked
    board.chat = live.talk
    if live.again_id:
        board.rematch = RematchState(live.again, await _next_link(room, live.again_id, seat))
    return sheet


async def learn_names(room: Room, live: Live) -> None:
    """Which sides are played by accounts. Asked when somebody looks at the match, not with every action."""
    rows = await room.store.read(_NAMES, {"here": live.id})
    live.names = {side: row.name for row in rows for side in row.sides.split(",") if side}


async def _next_link(room: Room, match: str, seat: Seat) -> str:
    rows = await room.store.read(
        select(seats.c.token).where(seats.c.match == match, seats.c.sides == ",".join(seat.sides))
    )
    return link(rows[0].token) if rows else ""
