"""Hints: a player asks what a commander would do. The commander gets only what that side may know."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures.process import BrokenProcessPool

import msgspec

from ..ai import commanders
from .errors import Problem
from .machines import Machines
from .matches import Matches, Seat
from .play import check_running, check_turn, check_version, why_no_hints
from .worker import advise, plan

log = logging.getLogger("grognard.table")

#: Hints computed or waiting at once, at most. Each takes seconds of a process that computer players need too.
AT_ONCE = 8


class Advice(msgspec.Struct):
    """An order with its reason, valid for one version of the match."""

    version: int
    level: str
    texts: list[str]
    sentence: str


#: The version of the match, the level of the commander, and whether it plans the rest of the phase.
_Question = tuple[int, str, bool]


class Hints:
    """The hints being computed, at most one per seat."""

    def __init__(self, matches: Matches, machines: Machines) -> None:
        self.matches = matches
        self.machines = machines
        self._asked: dict[str, tuple[_Question, asyncio.Task[Advice]]] = {}

    async def ask(self, seat: Seat, version: int, level: str, whole: bool = False) -> Advice:
        """The order a commander would give for the side to play, or all those of its phase. Equal questions share one
        answer."""
        seat.player()
        if level not in commanders():
            raise Problem("malformed", f"unknown commander {level!r}; choose one of: {', '.join(commanders())}")
        async with self.matches.using(seat.match) as live:
            check_running(live)
            check_version(live, version)
            check_turn(live, live.match, seat)
            why_not = why_no_hints(live)
            if why_not:
                raise Problem("refused", why_not)
            # Only this leaves the process. It contains nothing hidden from the side, and no events.
            known = live.game.redact(live.match.state, live.seat).copy()
            game, moment = live.game.id, live.moment
        question = (version, level, whole)
        under_way = self._asked.get(seat.token)
        if under_way is None:
            if len(self._asked) >= AT_ONCE:
                raise Problem("unavailable", "all commanders are busy; try again in a moment")
            task = asyncio.create_task(self._think(seat, question, game, known, moment))
            under_way = self._asked[seat.token] = (question, task)
        if under_way[0] != question:
            raise Problem(
                "rate", f"the {under_way[0][1]} is still thinking about your last question; try again in a moment"
            )
        # A client that disconnects must not cancel the answer for others.
        return await asyncio.shield(under_way[1])

    async def _think(self, seat: Seat, question: _Question, game: str, known: object, moment: int) -> Advice:
        version, level, whole = question
        try:
            # The moment is the seed, so that the same question has the same answer.
            texts, sentence = await self.machines.ask(seat.match, plan if whole else advise, game, level, known, moment)
        except BrokenProcessPool:
            raise Problem("unavailable", "the commander was interrupted; try again") from None
        except Exception as error:
            log.error("a commander failed to give a hint: %s", type(error).__name__, exc_info=error)
            raise Problem("unavailable", f"the {level} found no action here; choose another commander") from None
        finally:
            del self._asked[seat.token]
        return Advice(version, level, texts, sentence)

    async def stop(self) -> None:
        tasks = [task for _, task in self._asked.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
