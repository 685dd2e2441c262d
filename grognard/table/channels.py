"""Telling everybody at a match that something has changed: in this process, or through PostgreSQL."""

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

#: What a lost connection looks like.
_LOST = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)


class PostgresBackend(AsyncPgChannelsBackend):
    """PostgreSQL's notifications. Connections that are lost are made again, both for speaking and for hearing."""

    _speaker: Any = None
    _mending: asyncio.Task[None] | None = None
    _open = False

    async def on_startup(self) -> None:
        await super().on_startup()
        self._speaking = asyncio.Lock()
        self._open = True
        self._listener_conn.add_termination_listener(self._deaf)

    async def on_shutdown(self) -> None:
        self._open = False
        if self._mending is not None:
            self._mending.cancel()
        if self._speaker is not None:
            await self._speaker.close()
            self._speaker = None
        await super().on_shutdown()

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Say something. If that fails twice it is not said: whoever looks at the match sees it all the same."""
        async with self._speaking:
            for channel in channels:
                try:
                    await self._say(channel, data.decode())
                except _LOST:
                    try:
                        await self._say(channel, data.decode())
                    except _LOST as error:
                        log.warning("a notification could not be sent: %s", type(error).__name__)

    async def _say(self, channel: str, text: str) -> None:
        if self._speaker is None or self._speaker.is_closed():
            self._speaker = await self._connect()
        await self._speaker.execute("SELECT pg_notify($1, $2)", channel, text)

    def _deaf(self, _: Any) -> None:
        if self._open:
            self._mending = asyncio.get_running_loop().create_task(self._hear_again())

    async def _hear_again(self) -> None:
        while True:
            with contextlib.suppress(*_LOST):
                connection = await self._connect()
                async with self._listener_lock:
                    for channel in self._subscribed_channels:
                        await connection.add_listener(channel, self._listener)
                    self._listener_conn = connection
                    connection.add_termination_listener(self._deaf)
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
