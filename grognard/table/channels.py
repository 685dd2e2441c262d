"""Telling everybody at a match that something has changed: in this process, or through PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import asyncpg
from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend
from sqlalchemy.engine.url import make_url

from .settings import Settings


class PostgresBackend(AsyncPgChannelsBackend):
    """PostgreSQL's notifications, with one connection kept for sending."""

    _speaker: asyncpg.Connection | None = None

    async def on_startup(self) -> None:
        await super().on_startup()
        self._speaking = asyncio.Lock()

    async def on_shutdown(self) -> None:
        if self._speaker is not None:
            await self._speaker.close()
            self._speaker = None
        await super().on_shutdown()

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        async with self._speaking:
            for channel in channels:
                await self._say(channel, data.decode())

    async def _say(self, channel: str, text: str) -> None:
        if self._speaker is None or self._speaker.is_closed():
            self._speaker = await self._connect()
        await self._speaker.execute("SELECT pg_notify($1, $2)", channel, text)


def backend(settings: Settings) -> ChannelsBackend:
    if not settings.postgres:
        return MemoryChannelsBackend()
    url = make_url(settings.database).set(drivername="postgresql")
    return PostgresBackend(url.render_as_string(hide_password=False))


def channel(match: str) -> str:
    """The channel of a match. PostgreSQL wants names of at most 63 characters."""
    return f"match-{match}"


