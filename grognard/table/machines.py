"""Computer players. They think in worker processes, so that the server stays responsive."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import secrets
import time
import zlib
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from sqlalchemy import select

from .errors import Problem
from .journal import Live, Progress, rows_of
from .matches import Matches
from .schema import matches
from .worker import quiet, think

log = logging.getLogger("grognard.table")

#: Drawing processes: two where there are two cores, since the first visitor waits for them.
DRAWING = min(2, os.cpu_count() or 1)

T = TypeVar("T")


def pool(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"), initializer=quiet)


class Machines:
    """Plays for all commanders at this table."""

    def __init__(self, matches: Matches, workers: int) -> None:
        self.matches = matches
        self._workers = workers
        self._pools: dict[str, ProcessPoolExecutor] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        #: the number of plans and hints that are being computed, or wait for a process
        self.busy = 0
        matches.listeners.append(self._look)

    def pool(self, name: str, workers: int = 1) -> ProcessPoolExecutor:
        """The process pool for a purpose, started when first needed."""
        if name not in self._pools:
            self._pools[name] = pool(workers)
        return self._pools[name]

    def drawing(self) -> ProcessPoolExecutor:
        return self.pool("draw", DRAWING)

    async def ask(self, match: str, work: Callable[..., T], *args: Any) -> T:
        """Run a computation for a match in a worker.

        A match always uses the same process, so that commanders find their plans there.
        """
        name = f"think {zlib.crc32(match.encode()) % max(1, self._workers)}"
        executor = self.pool(name)
        self.busy += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(executor, work, *args)
        except BrokenProcessPool:
            # Another task may already have replaced the broken pool.
            if self._pools.get(name) is executor:
                del self._pools[name]
            raise
        finally:
            self.busy -= 1

    def drawn(self) -> None:
        """Release the drawing processes after their work; later drawings start new ones."""
        executor = self._pools.pop("draw", None)
        if executor is not None:
            executor.shutdown(wait=False)

    def _look(self, live: Live, _: bool) -> None:
        if live.machine() and live.id not in self._tasks:
            self._tasks[live.id] = asyncio.create_task(self._play(live.id))

    async def resume(self) -> None:
        """Continue every match in which a computer player has to decide."""
        check_running = select(matches.c.id, matches.c.header, matches.c.seat).where(matches.c.over == 0)
        for row in await self.matches.store.read(check_running):
            if f'"{row.seat}":"machine:' in row.header and row.id not in self._tasks:
                self._tasks[row.id] = asyncio.create_task(self._play(row.id))

    async def _play(self, name: str) -> None:
        """Play until a person has to decide."""
        failures = 0
        try:
            while failures < 3:
                try:
                    if not await self._once(name):
                        return
                    failures = 0
                except BrokenProcessPool:
                    failures += 1
                except Problem as problem:
                    if problem.code != "stale":
                        raise
        except asyncio.CancelledError:
            raise
        except Exception as error:
            log.error("a computer player failed: %s", type(error).__name__, exc_info=error)
            failures = 3
        finally:
            self._tasks.pop(name, None)
        if failures:
            await self._give_up(name)

    async def _once(self, name: str) -> bool:
        async with self.matches.using(name, fresh=False) as live:
            level = live.machine()
            if not level:
                return False
            live.machine_trouble = ""
            version, game = live.version, live.game.id
            state = live.match.state.copy()
        found = await self.ask(name, think, name, game, level, state, secrets.randbits(64))
        async with self.matches.using(name, fresh=False) as live:
            if live.version != version or live.over:
                return True  # an action was taken back in the meantime: plan again
            draft, now = live.progress.copy(), time.time()
            await asyncio.to_thread(_carry_out, draft, found, now)  # a whole phase takes some time
            await self.matches.commit(live, draft, rows_of(draft.match, live.moment, live.version + 1, now))
        return True

    async def _give_up(self, name: str) -> None:
        with contextlib.suppress(Problem):
            async with self.matches.using(name) as live:
                live.machine_trouble = "the computer player failed; reload the page to try again"
            self.matches.tell(name, {"type": "update", "version": live.version})

    def nudge(self, live: Live) -> None:
        """Make sure that a computer player is thinking, called when someone opens the match."""
        self._look(live, False)

    async def stop(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for executor in self._pools.values():
            # A worker that is still thinking would delay the shutdown.
            processes = list((getattr(executor, "_processes", None) or {}).values())
            executor.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()


def _carry_out(draft: Progress, actions: list[str], now: float) -> None:
    for text in actions:
        draft.play(text, now)
