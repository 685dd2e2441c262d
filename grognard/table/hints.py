"""Hints: a player asks what a commander would do in his place. The commander is told what that side may know."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures.process import BrokenProcessPool

import msgspec

from ..ai import commanders
from .errors import Problem
from .machines import Machines
from .matches import Matches, Seat
from .play import check_version, going_on, my_turn, no_hints
from .worker import advise

log = logging.getLogger("grognard.table")

#: So many hints are thought of or wait their turn at once. Each costs seconds of a process that machines need too.
AT_ONCE = 8


class Advice(msgspec.Struct):
    """An order, and why; it answers the decision at one version of the match and no other."""

    version: int
    level: str
    texts: list[str]
    sentence: str


#: What somebody asks: the version of the match, and whom.
_Question = tuple[int, str]


class Hints:
    """The hints that are being thought of, one a seat at most."""

    def __init__(self, matches: Matches, machines: Machines) -> None:
        self.matches = matches
        self.machines = machines
        self._asked: dict[str, tuple[_Question, asyncio.Task[Advice]]] = {}

    async def ask(self, seat: Seat, version: int, level: str) -> Advice:
        """The order a commander would give for the side whose decision it is. Who asks the same twice waits once."""
        seat.player()
        if level not in commanders():
            raise Problem("malformed", f"no commander {level!r}: there is {', '.join(commanders())}")
        async with self.matches.using(seat.match) as live:
            going_on(live)
            check_version(live, version)
            my_turn(live, live.match, seat)
            why_not = no_hints(live)
            if why_not:
                raise Problem("refused", why_not)
            # Only this leaves the process: nothing that is hidden from the side is in it, and no events.
            known = live.game.redact(live.match.state, live.seat).copy()
            game, moment = live.game.id, live.moment
        question = (version, level)
        under_way = self._asked.get(seat.token)
        if under_way is None:
            if len(self._asked) >= AT_ONCE:
                raise Problem("unavailable", "the commanders are all busy with hints; ask again in a moment")
            task = asyncio.create_task(self._think(seat, question, game, known, moment))
            under_way = self._asked[seat.token] = (question, task)
        if under_way[0] != question:
            raise Problem("rate", f"the {under_way[0][1]} you asked before is still thinking; ask again in a moment")
        # Whoever goes away must not take the answer from others who wait for it.
        return await asyncio.shield(under_way[1])

    async def _think(self, seat: Seat, question: _Question, game: str, known: object, moment: int) -> Advice:
        version, level = question
        try:
            # The moment as the seed: asked again, he says the same.
            texts, sentence = await self.machines.ask(seat.match, advise, game, level, known, moment)
        except BrokenProcessPool:
            raise Problem("unavailable", "the commander was interrupted; ask again") from None
        except Exception as error:
            log.error("a commander could not give a hint: %s", type(error).__name__, exc_info=error)
            raise Problem("unavailable", f"the {level} does not know what to do here") from None
        finally:
            del self._asked[seat.token]
        return Advice(version, level, texts, sentence)

    async def stop(self) -> None:
        tasks = [task for _, task in self._asked.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
