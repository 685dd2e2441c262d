"""The socket: it only says that something has changed; what, each seat asks for itself."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from ..channels import channel
from ..errors import Problem
from ..hall import Seat
from ..room import Room

_PATIENCE = 20.0


class Hello(msgspec.Struct, forbid_unknown_fields=True):
    token: str


async def _hello(socket: WebSocket[Any, Any, Any], room: Room) -> Seat | None:
    """The seat of whoever has just connected; his first message carries the token."""
    try:
        text = await asyncio.wait_for(socket.receive_text(), _PATIENCE)
        hello = msgspec.json.decode(text, type=Hello)
        if not hello.token.isascii():
            raise Problem("not-found", "no seat has this link")
        return await room.hall.seat(hello.token)
    except TimeoutError:
        await socket.close(1008, "no token came")
    except (msgspec.DecodeError, msgspec.ValidationError):
        await socket.send_json({"type": "error", "code": "malformed", "message": 'the first message is {"token": ...}'})
        await socket.close(1007, "malformed")
    except Problem as problem:
        await socket.send_json({"type": "error", "code": problem.code, "message": problem.message})
        await socket.close(1008, problem.code)
    return None


@websocket("/ws")
async def ws(socket: WebSocket[Any, Any, Any]) -> None:
    room: Room = socket.app.state.room
    await socket.accept()
    try:
        seat = await _hello(socket, room)
        if seat is not None:
            await _listen(socket, room, seat)
    except WebSocketDisconnect:
        pass


async def _listen(socket: WebSocket[Any, Any, Any], room: Room, seat: Seat) -> None:
    async with room.channels.start_subscription([channel(seat.match)]) as subscriber:
        async with room.hall.using(seat.match) as live:
            version = live.version
        await socket.send_json({"type": "update", "version": version})
        room.arrive(seat.match, seat.sides)
        try:
            async with subscriber.run_in_background(socket.send_text):
                while True:
                    await socket.receive_text()  # nothing more is expected; pings and goodbyes come this way
        finally:
            room.leave(seat.match, seat.sides)


HANDLERS = [ws]
