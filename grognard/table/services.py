"""The services of the table: store, matches, computer players, pictures and presence."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Any

from litestar.channels import ChannelsPlugin
from sqlalchemy import func, select

from ..engine.library import game, games
from ..engine.step import DICE
from .accounts import Accounts
from .channels import backend, channel
from .hints import Hints
from .journal import MACHINE, Entry, Live
from .machines import DRAWING, Machines
from .matches import Matches
from .metrics import Figures, Monitor, gauge
from .notices import Notices
from .pictures import Pictures
from .schema import matches as tables
from .settings import Settings
from .store import Store

log = logging.getLogger("grognard.table")


class Services:
    """The objects that the routes work with."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.channels = ChannelsPlugin(
            backend(settings),
            arbitrary_channels_allowed=True,
            subscriber_max_backlog=200,
            subscriber_backlog_strategy="dropleft",
        )
        self.store = Store(settings.database)
        self.figures = Figures()
        self.matches = Matches(self.store, self.tell)
        self.matches.written.append(self._count)
        self.machines = Machines(self.matches, settings.workers)
        self.hints = Hints(self.matches, self.machines)
        self.accounts = Accounts(self.store)
        self.notices = Notices(self.store, settings)
        self.matches.listeners.append(self._notice)
        self.pictures = Pictures(settings.data, self.machines.drawing)
        #: number of open sockets per match and side in this process
        self.here: Counter[tuple[str, str]] = Counter()
        self.monitor = Monitor(settings.metrics, self.store.check, self._metrics) if settings.metrics else None

    def tell(self, match: str, words: dict[str, Any]) -> None:
        self.channels.publish(words, [channel(match)])

    def _notice(self, live: Live, handed_over: bool) -> None:
        self.notices.look(live, handed_over, self.here[live.id, live.seat] > 0)

    def arrive(self, match: str, sides: tuple[str, ...]) -> None:
        self._presence(match, sides, 1)

    def leave(self, match: str, sides: tuple[str, ...]) -> None:
        self._presence(match, sides, -1)

    def _presence(self, match: str, sides: tuple[str, ...], by: int) -> None:
        for side in sides or ("",):
            key = (match, side)
            self.here[key] += by
            if self.here[key] <= 0:
                del self.here[key]
            self.tell(match, {"type": "presence", "side": side, "here": self.here[key] > 0})

    def _count(self, live: Live, rows: list[Entry]) -> None:
        """Count rows of a journal by kind."""
        for row in rows:
            machine = live.header.seats.get(row.seat, "").startswith(MACHINE)
            self.figures.rows["roll" if row.seat == DICE else "machine" if machine else row.kind] += 1

    async def _metrics(self) -> list[str]:
        """All figures as lines of text."""
        query = select(tables.c.over, func.count()).where(tables.c.temporary == 0).group_by(tables.c.over)
        stored = dict.fromkeys(('state="running"', 'state="over"'), 0.0)
        rows: list[Any] = await self.store.read(query)
        stored |= {f'state="{"over" if row[0] else "running"}"': row[1] for row in rows}
        thinking, workers = self.machines.busy, self.settings.workers
        return [
            *self.figures.lines(),
            *gauge("matches", "Matches in the database, without lessons.", stored),
            *gauge("matches_loaded", "Matches in the memory of this process.", self.matches.loaded),
            *gauge("sockets", "Open connections for news.", sum(self.here.values())),
            *gauge("workers", "Processes for computer players and hints.", workers),
            *gauge("workers_busy", "Those that are computing.", min(thinking, workers)),
            *gauge("workers_queue", "Plans and hints that wait for a process.", max(0, thinking - workers)),
            *gauge("writes_queue", "Writes that wait for the database.", self.store.waiting),
        ]

    async def start(self) -> None:
        await self.store.start()
        if self.monitor is not None:
            await self.monitor.start()
        await self.matches.sweep()
        await self.machines.resume()
        self._warming = asyncio.create_task(self._warm())

    async def _warm(self) -> None:
        """Draw all maps and counters in advance, then release the drawing processes."""
        if not self.settings.warm:
            return
        wanted = iter([(name, what) for what in ("map", "counters") for name in games()])

        async def hand() -> None:
            for name, what in wanted:
                try:
                    await self.pictures.picture(game(name), what, "default")
                except Exception as error:  # a request for it will report the error
                    log.warning("%s could not be drawn for %s: %s", what, name, type(error).__name__)

        await asyncio.gather(*(hand() for _ in range(DRAWING)))
        self.machines.drawn()

    async def stop(self) -> None:
        self._warming.cancel()
        if self.monitor is not None:
            await self.monitor.stop()
        await self.notices.stop()
        await self.hints.stop()
        await self.machines.stop()
        await self.store.stop()
