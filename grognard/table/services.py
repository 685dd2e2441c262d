"""The services of the table: store, matches, computer players, pictures and presence."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Any

from litestar.channels import ChannelsPlugin

from ..engine.library import game, games
from .accounts import Accounts
from .channels import backend, channel
from .hints import Hints
from .journal import Live
from .machines import DRAWING, Machines
from .matches import Matches
from .notices import Notices
from .pictures import Pictures
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
        self.matches = Matches(self.store, self.tell)
        self.machines = Machines(self.matches, settings.workers)
        self.hints = Hints(self.matches, self.machines)
        self.accounts = Accounts(self.store)
        self.notices = Notices(self.store, settings)
        self.matches.listeners.append(self._notice)
        self.pictures = Pictures(settings.data, self.machines.drawing)
        #: number of open sockets per match and side in this process
        self.here: Counter[tuple[str, str]] = Counter()

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

    async def start(self) -> None:
        await self.store.start()
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
        await self.notices.stop()
        await self.hints.stop()
        await self.machines.stop()
        await self.store.stop()
