"""The store: SQLite in a file, or PostgreSQL. Reads are immediate; writes pass through one queue and share commits."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, Executable, StaticPool, create_engine, event, literal, make_url, select
from sqlalchemy.engine import Row
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from .migrations import upgrade

_ANYTHING = select(literal(1))

#: A write that is done completely or not at all.
Work = Callable[[Connection], None]

#: Writes per commit, at most. A commit waits for the disk, so sharing it makes many matches fast.
SHARED = 200


def _sqlite_pragmas(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def make_engine(url: str) -> AsyncEngine:
    """Connect to a database. Its error messages never contain the data."""
    parsed = make_url(url)
    if _is_file(parsed):
        if not parsed.database or parsed.database == ":memory:":
            raise ValueError("matches need a database file: use an address such as sqlite:///folder/table.sqlite")
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_async_engine(parsed, hide_parameters=True, pool_size=1, max_overflow=0)
        event.listen(engine.sync_engine, "connect", _sqlite_pragmas)
        return engine
    return create_async_engine(parsed, hide_parameters=True, pool_size=8, pool_pre_ping=True)


def _is_file(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def _plain_engine(url: str, **more: Any) -> Engine | None:
    """For SQLite, one connection without an asynchronous driver, which is faster."""
    parsed = make_url(url)
    if not _is_file(parsed):
        return None
    engine = create_engine(
        parsed.set(drivername="sqlite"),
        hide_parameters=True,
        poolclass=StaticPool,
        connect_args={"check_same_thread": False},
        **more,
    )
    event.listen(engine, "connect", _sqlite_pragmas)
    return engine


class Store:
    """Reads and writes. ``write`` returns when the data is safe on the disk."""

    def __init__(self, url: str) -> None:
        self.engine = make_engine(url)
        #: for SQLite: a connection that reads at once, and one that writes in a thread of its own
        self.reader = _plain_engine(url, isolation_level="AUTOCOMMIT")
        self._plain_writer = _plain_engine(url)
        self._thread = ThreadPoolExecutor(1)
        self._queue: asyncio.Queue[tuple[Work, asyncio.Future[None]]] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    async def start(self) -> None:
        try:
            await self._make_tables()
        except DBAPIError:
            await self._make_tables()  # another process was creating them at the same time
        self._writer = asyncio.create_task(self._write_all())

    async def _make_tables(self) -> None:
        async with self.engine.begin() as connection:
            await connection.run_sync(upgrade)

    @property
    def waiting(self) -> int:
        """The number of writes that wait for their turn."""
        return self._queue.qsize()

    async def check(self) -> str:
        """Why the database cannot be used, or an empty string."""
        if self._writer is None or self._writer.done():
            return "nothing is written any more"
        await self.read(_ANYTHING)
        return ""

    async def stop(self) -> None:
        if self._writer is not None:
            await self._queue.join()
            self._writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writer
        await self.engine.dispose()
        self._thread.shutdown()
        for engine in (self.reader, self._plain_writer):
            if engine is not None:
                engine.dispose()

    async def read(self, query: Executable, words: dict[str, Any] | None = None) -> list[Row[Any]]:
        if self.reader is not None:
            with self.reader.connect() as reading:
                return list(reading.execute(query, words).all())
        async with self.engine.connect() as connection:
            return list((await connection.execute(query, words)).all())

    async def write(self, work: Work) -> None:
        """Run the write in a transaction. Raise IntegrityError, with nothing written, if another write came first."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((work, done))
        await asyncio.shield(done)

    # -- the writer -------------------------------------------------------------------------

    async def _write_all(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while len(batch) < SHARED and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            try:
                await self._commit(batch)
            finally:
                for _ in batch:
                    self._queue.task_done()

    async def _transact(self, works: list[Work]) -> None:
        """Do some writes in one transaction."""
        if self._plain_writer is None:
            async with self.engine.begin() as connection:
                await connection.run_sync(_do_all, works)
        else:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._thread, _do_at_once, self._plain_writer, works)

    async def _commit(self, batch: list[tuple[Work, asyncio.Future[None]]]) -> None:
        try:
            await self._transact([work for work, _ in batch])
        except Exception as error:
            if len(batch) > 1 and isinstance(error, IntegrityError):
                # One of them came too late; try each of them alone.
                for item in batch:
                    await self._commit([item])
                return
            for _, done in batch:
                _settle(done, error)
            return
        for _, done in batch:
            _settle(done, None)


def _do_all(connection: Connection, works: list[Work]) -> None:
    for work in works:
        work(connection)


def _do_at_once(engine: Engine, works: list[Work]) -> None:
    with engine.begin() as connection:
        _do_all(connection, works)


def _settle(done: asyncio.Future[None], error: Exception | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)


@contextlib.asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    """A running store for a ``with`` block."""
    store = Store(url)
    await store.start()
    try:
        yield store
    finally:
        await store.stop()
