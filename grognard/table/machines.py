"""Machine commanders: they think in a process of their own, so the table stays responsive."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import secrets
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from sqlalchemy import select

from .errors import Problem
from .hall import Hall
from .journal import Live, copy_match, rows_of
from .schema import matches
from .worker import quiet, think

log = logging.getLogger("grognard.table")

#: Processes that draw. The first visitor waits for them, so there are two where there are two cores.
DRAWING = min(2, os.cpu_count() or 1)


def pool(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"), initializer=quiet)


class Machines:
    """Seats every machine commander plays at."""

    def __init__(self, hall: Hall, workers: int) -> None:
        self.hall = hall
        self._workers = workers
        self._pools: dict[str, Executor] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        hall.listeners.append(self._look)

    def pool(self, name: str = "think") -> Executor:
        """The processes for a purpose, started when first needed."""
        if name not in self._pools:
            self._pools[name] = pool(self._workers if name == "think" else DRAWING)
        return self._pools[name]

    def drawing(self) -> Executor:
        return self.pool("draw")

    def drawn(self) -> None:
        """Let the drawing processes go when they have finished; if there is more to draw, others are started."""
        executor = self._pools.pop("draw", None)
        if executor is not None:
            executor.shutdown(wait=False)

    def _look(self, live: Live, _: bool) -> None:
        if live.machine() and live.id not in self._tasks:
            self._tasks[live.id] = asyncio.create_task(self._play(live.id))

    async def resume(self) -> None:
        """Go on with every match in which a machine has to decide."""
        going_on = select(matches.c.id, matches.c.header, matches.c.seat).where(matches.c.over == 0)
        for row in await self.hall.store.read(going_on):
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
                    self._pools.pop("think", None)
                except Problem as problem:
                    if problem.code != "stale":
                        raise
        except asyncio.CancelledError:
            raise
        except Exception as error:
            log.error("a machine commander failed: %s", type(error).__name__, exc_info=error)
            failures = 3
        finally:
            self._tasks.pop(name, None)
        if failures:
            await self._give_up(name)

    async def _once(self, name: str) -> bool:
        async with self.hall.using(name, fresh=False) as live:
            level = live.machine()
            if not level:
                return False
            live.machine_trouble = ""
            version, game = live.version, live.game.id
            state = live.match.state.copy()
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self.pool(), think, game, level, state, secrets.randbits(64))
        async with self.hall.using(name, fresh=False) as live:
            if live.version != version or live.over:
                return True  # something was taken back meanwhile: think again
            draft = copy_match(live.match)
            for text in found:
                draft.play(text)
            await self.hall.add(live, rows_of(draft, live.moment, live.version + 1), draft)
        return True

    async def _give_up(self, name: str) -> None:
        with contextlib.suppress(Problem):
            async with self.hall.using(name) as live:
                live.machine_trouble = "the machine commander failed; it will try again when the match is opened"
            self.hall.tell(name, {"type": "update", "version": live.version})

    def nudge(self, live: Live) -> None:
        """Somebody looks at a match in which a machine should be thinking."""
        self._look(live, False)

    async def stop(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for executor in self._pools.values():
            executor.shutdown(wait=False, cancel_futures=True)
