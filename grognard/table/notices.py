"""Notices that it is a player's turn, by webhook or mail, if the operator has configured them."""

from __future__ import annotations

import asyncio
import json
import logging
import smtplib
import time
import urllib.request
from collections.abc import Callable
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

from sqlalchemy import select

from .journal import Live, turn_of
from .schema import accounts, seats
from .settings import Settings
from .store import Store

log = logging.getLogger("grognard.table")

_PATIENCE = 10
#: Brief questions to a side less than this many seconds apart are one run, which gets one notice.
RUN = 600.0


def post(url: str, words: dict[str, str]) -> None:
    """Call a webhook. The message contains no link, so that its readers cannot act in the match."""
    request = urllib.request.Request(url, json.dumps(words).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=_PATIENCE):
        pass


def mail(settings: Settings, to: str, subject: str, text: str) -> None:
    server_url = urlsplit(settings.smtp)
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = (
        settings.mail_from or f"grognard@{server_url.hostname}",
        to,
        subject,
    )
    message.set_content(text)
    kind = smtplib.SMTP_SSL if server_url.scheme == "smtps" else smtplib.SMTP
    with kind(server_url.hostname or "localhost", server_url.port or 0, timeout=_PATIENCE) as server:
        if server_url.username:
            if server_url.scheme != "smtps":
                server.starttls()
            server.login(unquote(server_url.username), unquote(server_url.password or ""))
        server.send_message(message)


class Notices:
    """Notifies players when it is their turn."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.clock: Callable[[], float] = time.monotonic
        self._tasks: set[asyncio.Task[None]] = set()
        #: when each side was last asked something brief
        self._asked: dict[tuple[str, str], float] = {}

    def look(self, live: Live, handed_over: bool, here: bool) -> None:
        """Send notices after a change, unless the player is at the table."""
        if not handed_over or here or live.seat not in live.people() or live.header.lesson:
            return
        if self._in_run(live):
            return
        if self.settings.webhook or self.settings.smtp:
            task = asyncio.create_task(self._send(live))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _in_run(self, live: Live) -> bool:
        """Whether the decision is one more brief question soon after another to the same side."""
        now, key = self.clock(), (live.id, live.seat)
        if not live.match.brief:
            self._asked.pop(key, None)
            return False
        before = self._asked.get(key)
        self._asked = {who: when for who, when in self._asked.items() if now - when < RUN} | {key: now}
        return before is not None and now - before < RUN

    async def _send(self, live: Live) -> None:
        side, title = live.seat, live.game.title
        name = live.game.side_names.get(side, side)
        wanted = "an answer is wanted from you" if live.match.brief else "it is your turn"
        turn = turn_of(live.match)
        text = f"{title}: {wanted} ({name}, {turn})."
        try:
            if self.settings.webhook:
                words = {"match": live.id, "game": live.game.id, "side": side, "turn": turn, "text": text}
                await asyncio.to_thread(post, self.settings.webhook, words)
            if self.settings.smtp:
                for address, token in await self._addresses(live.id, side):
                    link = f"{self.settings.public}/m/{token}" if self.settings.public else ""
                    await asyncio.to_thread(mail, self.settings, address, f"{title}: your turn", f"{text}\n\n{link}\n")
        except Exception as error:  # an error outside must not disturb the match
            log.warning("a notice could not be sent: %s", type(error).__name__)

    async def _addresses(self, match: str, side: str) -> list[tuple[str, str]]:
        query = (
            select(accounts.c.mail, seats.c.token, seats.c.sides)
            .join(seats, seats.c.account == accounts.c.id)
            .where(seats.c.match == match, accounts.c.mail != "")
        )
        return [(row.mail, row.token) for row in await self.store.read(query) if side in row.sides.split(",")]

    async def stop(self) -> None:
        await asyncio.gather(*self._tasks, return_exceptions=True)
