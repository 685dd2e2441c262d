"""Notify everybody at a match of changes: within this process, or through PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterable
from typing import Any

import asyncpg
from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend
from sqlalchemy.engine.url import make_url

from .settings import Settings

log = logging.getLogger("grognard.table")

#: Errors of a lost connection.
_CONNECTION_ERRORS = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)


class PostgresBackend(AsyncPgChannelsBackend):
    """PostgreSQL's notifications. Lost connections are renewed, both for sending and for listening."""

    _sender: Any = None
    _reconnecting: asyncio.Task[None] | None = None
    _open = False

    async def on_startup(self) -> None:
        await super().on_startup()
        self._sending = asyncio.Lock()
        self._open = True
        self._listener_conn.add_termination_listener(self._listener_lost)

    async def on_shutdown(self) -> None:
        self._open = False
        if self._reconnecting is not None:
            self._reconnecting.cancel()
        if self._sender is not None:
            await self._sender.close()
            self._sender = None
        await super().on_shutdown()

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Send a notification. After two failures it is dropped; clients see the change with their next request."""
        async with self._sending:
            for channel in channels:
                try:
                    await self._send(channel, data.decode())
                except _CONNECTION_ERRORS:
                    try:
                        await self._send(channel, data.decode())
                    except _CONNECTION_ERRORS as error:
                        log.warning("a notification could not be sent: %s", type(error).__name__)

    async def _send(self, channel: str, text: str) -> None:
        if self._sender is None or self._sender.is_closed():
            self._sender = await self._connect()
        await self._sender.execute("SELECT pg_notify($1, $2)", channel, text)

    def _listener_lost(self, _: Any) -> None:
        if self._open:
            self._reconnecting = asyncio.get_running_loop().create_task(self._reconnect_listener())

    async def _reconnect_listener(self) -> None:
        while True:
            with contextlib.suppress(*_CONNECTION_ERRORS):
                connection = await self._connect()
                async with self._listener_lock:
                    for channel in self._subscribed_channels:
                        await connection.add_listener(channel, self._listener)
                    self._listener_conn = connection
                    connection.add_termination_listener(self._listener_lost)
                return
            await asyncio.sleep(1)


def backend(settings: Settings) -> ChannelsBackend:
    if not settings.postgres:
        return MemoryChannelsBackend()
    url = make_url(settings.database).set(drivername="postgresql")
    return PostgresBackend(url.render_as_string(hide_password=False))


def channel(match: str) -> str:
    """The channel of a match. PostgreSQL wants names of at most 63 characters."""
    return f"match-{match}"
