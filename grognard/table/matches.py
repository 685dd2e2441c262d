"""All matches and seats, and the one way to change a match.

A change is tried on a copy and written to the journal. Only then does anybody see it.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from ..engine.match import Match
from .errors import Problem
from .journal import Entry, Header, Live, Progress, new_id, new_token, restore, rows_of, turn_of
from .schema import chat, journal, matches, seats
from .store import Store

KEPT = 2000

# These statements are used with every action, so they are built once.
_NEWEST = select(func.max(journal.c.number)).where(journal.c.match == bindparam("wanted"))
_ADD = insert(journal)
_LISTED = ("updated", "seat", "turn", "over")
_LIST = (
    update(matches).where(matches.c.id == bindparam("wanted")).values({key: bindparam(f"new_{key}") for key in _LISTED})
)


class Seat(msgspec.Struct, frozen=True):
    """The seat of a token: a match and the sides it plays; no sides for a spectator."""

    token: str
    match: str
    sides: tuple[str, ...]
    account: int | None = None

    def side(self, live: Live) -> str:
        """The side whose knowledge this seat sees; in a hot-seat match the side to play.

        A brief decision of the other side is made in front of both players, who see what a spectator sees.
        """
        if len(self.sides) > 1 and live.match.side in self.sides:
            return "" if live.match.brief and live.match.facing != live.match.side else live.match.side
        return self.sides[0] if self.sides else ""

    def player(self) -> None:
        if not self.sides:
            raise Problem("seat", "spectators cannot act")


class Opened(msgspec.Struct):
    """A new match and the tokens of its seats."""

    match: str
    tokens: dict[str, str]
    spectator: str


class Matches:
    """The matches of one table."""

    def __init__(self, store: Store, tell: Callable[[str, dict[str, Any]], None]) -> None:
        self.store = store
        self.tell = tell
        #: called with a match after every change, for computer players and notices
        self.listeners: list[Callable[[Live, bool], None]] = []
        #: called with a match and the rows that were written
        self.written: list[Callable[[Live, list[Entry]], None]] = []
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = {}
        self._seats: OrderedDict[str, Seat] = OrderedDict()

    @property
    def loaded(self) -> int:
        """The number of matches in memory."""
        return len(self._live)

    # -- seats -------------------------------------------------------------------------------

    async def seat(self, token: str) -> Seat:
        """The seat of a token."""
        found = self._seats.get(token)
        if found is None:
            rows = await self.store.read(select(seats).where(seats.c.token == token)) if 16 <= len(token) <= 64 else []
            if not rows:
                raise Problem("not-found", "unknown link; check that it is complete")
            row = rows[0]
            found = Seat(row.token, row.match, tuple(s for s in row.sides.split(",") if s), row.account)
            self._seats[token] = found
            if len(self._seats) > 4 * KEPT:
                self._seats.popitem(last=False)
        return found

    async def claim(self, seat: Seat, account: int) -> None:
        """Assign a seat to an account, unless it belongs to one already."""
        if seat.account is not None or not seat.sides:
            return

        def work(connection: Connection) -> None:
            mine = update(seats).where(seats.c.token == seat.token, seats.c.account.is_(None))
            connection.execute(mine.values(account=account))

        await self.store.write(work)
        self._seats.pop(seat.token, None)

    def forget_seats(self, tokens: list[str]) -> None:
        """Read these seats from the database again when they are needed next."""
        for token in tokens:
            self._seats.pop(token, None)

    # -- opening -----------------------------------------------------------------------------

    async def open(
        self,
        match: Match,
        header: Header,
        *,
        account: int | None = None,
        temporary: bool = False,
    ) -> Opened:
        """Store a new match."""
        now = time.time()
        name = new_id()
        mine = new_token()
        tokens = {
            side: mine if who == "me" else new_token() for side, who in header.seats.items() if who in ("me", "friend")
        }
        spectator = new_token()
        entries = rows_of(match, 0, 1, now)
        live = await asyncio.to_thread(restore, name, header, entries, now)  # an imported match may be long
        held: dict[str, list[str]] = {spectator: []}
        for side, token in tokens.items():
            held.setdefault(token, []).append(side)

        def work(connection: Connection) -> None:
            text = msgspec.json.encode(header).decode()
            row = {"id": name, "game": header.game, "scenario": header.scenario, "created": now, "header": text}
            row |= {"temporary": int(temporary), **_listed(live.progress, now)}
            connection.execute(insert(matches), [row])
            if entries:
                connection.execute(insert(journal), _values(name, entries))
            owner = {token: account if token == mine else None for token in held}
            connection.execute(
                insert(seats),
                [
                    {"token": t, "match": name, "sides": ",".join(s), "account": owner[t], "notes": ""}
                    for t, s in held.items()
                ],
            )

        await self.store.write(work)
        self._keep(live)
        for listen in self.listeners:
            listen(live, True)
        return Opened(name, tokens, spectator)

    async def sweep(self, days: float = 3) -> None:
        """Delete lessons that have not been used for some days."""
        old = select(matches.c.id).where(matches.c.temporary == 1, matches.c.updated < time.time() - days * 86400)

        def work(connection: Connection) -> None:
            for table in (journal, chat, seats):
                connection.execute(delete(table).where(table.c.match.in_(old)))
            connection.execute(delete(matches).where(matches.c.id.in_(old)))

        await self.store.write(work)

    # -- loading -----------------------------------------------------------------------------

    @asynccontextmanager
    async def using(self, name: str, *, fresh: bool = True) -> AsyncIterator[Live]:
        """Lock a match and return it. ``fresh`` checks whether another process has changed it."""
        lock = self._locks.setdefault(name, asyncio.Lock())
        async with lock:
            live = self._live.get(name)
            if live is None or fresh:
                live = await self._refresh(name, live)
            self._live.move_to_end(name)
            yield live

    async def _refresh(self, name: str, live: Live | None) -> Live:
        if live is None:
            rows = await self.store.read(select(matches.c.header, matches.c.created).where(matches.c.id == name))
            if not rows:
                raise Problem("not-found", "unknown match")
            header = msgspec.json.decode(rows[0].header, type=Header)
            entries = await self._rows(name, 0)
            live = await asyncio.to_thread(restore, name, header, entries, rows[0].created)
            self._keep(live)
            return live
        newest = await self.store.read(_NEWEST, {"wanted": name})
        if (newest[0][0] or 0) != live.version:
            draft = live.progress.copy()
            draft.fold(await self._rows(name, live.version))
            live.progress = draft
        return live

    async def refresh(self, live: Live) -> Live:
        """Read what another process has added. The caller holds the lock."""
        return await self._refresh(live.id, live)

    async def _rows(self, name: str, after: int) -> list[Entry]:
        query = select(journal).where(journal.c.match == name, journal.c.number > after).order_by(journal.c.number)
        return [Entry(r.number, r.kind, r.seat, r.text, r.at) for r in await self.store.read(query)]

    def _keep(self, live: Live) -> None:
        self._live[live.id] = live
        if len(self._live) > KEPT:
            for name in list(self._live)[: len(self._live) - KEPT]:
                lock = self._locks.get(name)
                if lock is None or not lock.locked():
                    del self._live[name]
                    self._locks.pop(name, None)

    # -- changing ----------------------------------------------------------------------------

    async def add(self, live: Live, *rows: Entry) -> None:
        """Change a match by rows that have not been played. The caller holds the lock."""
        draft = live.progress.copy()
        draft.fold(list(rows))
        await self.commit(live, draft, list(rows))

    async def commit(self, live: Live, draft: Progress, rows: list[Entry]) -> None:
        """Write rows to the journal and then change the match to a draft that has them. The caller holds the lock."""
        if not rows:
            return
        before = live.seat
        draft.version = rows[-1].number
        listed = _listed(draft, rows[-1].at)

        def work(connection: Connection) -> None:
            connection.execute(_ADD, _values(live.id, rows))
            connection.execute(_LIST, {"wanted": live.id, **{f"new_{key}": listed[key] for key in _LISTED}})

        try:
            await self.store.write(work)
        except IntegrityError:
            await self._refresh(live.id, live)
            raise Problem("stale", "another action came first; the match has moved on") from None
        live.progress = draft
        for count in self.written:
            count(live, rows)
        self._changed(live, live.seat != before)

    def _changed(self, live: Live, handed_over: bool) -> None:
        self.tell(live.id, {"type": "update", "version": live.version})
        for listen in self.listeners:
            listen(live, handed_over)


def _values(name: str, entries: list[Entry]) -> list[dict[str, Any]]:
    return [
        {"match": name, "number": e.number, "kind": e.kind, "seat": e.seat, "text": e.text, "at": e.at} for e in entries
    ]


def _listed(now: Progress, at: float) -> dict[str, Any]:
    """The columns that lists of matches show."""
    return {"updated": at, "seat": now.seat, "turn": turn_of(now.match), "over": int(now.over)}
