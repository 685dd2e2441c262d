"""The WebSocket: it only announces that something has changed; each seat then asks what."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from ..channels import channel
from ..errors import Problem
from ..matches import Seat
from ..services import Services

_PATIENCE = 20.0


class Hello(msgspec.Struct, forbid_unknown_fields=True):
    token: str


async def _hello(socket: WebSocket[Any, Any, Any], services: Services) -> Seat | None:
    """The seat of a new connection, whose first message carries the token."""
    try:
        text = await asyncio.wait_for(socket.receive_text(), _PATIENCE)
        hello = msgspec.json.decode(text, type=Hello)
        if not hello.token.isascii():
            raise Problem("not-found", "unknown link; check that it is complete")
        return await services.matches.seat(hello.token)
    except TimeoutError:
        await socket.close(1008, "no token received")
    except (msgspec.DecodeError, msgspec.ValidationError):
        await socket.send_json(
            {"type": "error", "code": "malformed", "message": 'the first message must be {"token": ...}'}
        )
        await socket.close(1007, "malformed")
    except Problem as problem:
        await socket.send_json({"type": "error", "code": problem.code, "message": problem.message})
        await socket.close(1008, problem.code)
    return None


@websocket("/ws")
async def ws(socket: WebSocket[Any, Any, Any]) -> None:
    services: Services = socket.app.state.services
    await socket.accept()
    try:
        seat = await _hello(socket, services)
        if seat is not None:
            await _listen(socket, services, seat)
    except WebSocketDisconnect:
        pass


async def _listen(socket: WebSocket[Any, Any, Any], services: Services, seat: Seat) -> None:
    async with services.channels.start_subscription([channel(seat.match)]) as subscriber:
        async with services.matches.using(seat.match) as live:
            version = live.version
        await socket.send_json({"type": "update", "version": version})
        services.arrive(seat.match, seat.sides)
        try:
            async with subscriber.run_in_background(socket.send_text):
                while True:
                    await (
                        socket.receive_text()
                    )  # no further message is expected; this notices the end of the connection
        finally:
            services.leave(seat.match, seat.sides)


HANDLERS = [ws]
