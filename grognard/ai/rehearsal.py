"""Rehearsals: a plan is played through with dice to the end of the enemy's turn, by majors on both sides.

All plans are rehearsed with the same random numbers, so that they are compared by what they are and not by luck.
"""

from __future__ import annotations

import random
from typing import Any

from ..engine.action import Action
from ..engine.game import Game
from ..engine.step import Offer
from .captain import Captain
from .choices import weigh
from .judge import Judge
from .lookahead import Lookahead
from .maps import Maps
from .orders import Order

#: No turn takes so many actions.
_LONG = 3000


class Major(Captain):
    """A captain who weighs small decisions: good enough to try plans out with, and quick."""

    name = "major"

    def __init__(self) -> None:
        super().__init__()
        self._ahead: tuple[Any, Lookahead] | None = None

    def _small(self, game: Game, s: Any, side: int, offer: Offer, maps: Maps, rng: random.Random) -> Order:
        """With maps as old as the phase: drawing them is the dear part, and little changes between two retreats."""
        phase = (s.turn, s.agenda[0])
        if self._ahead is None or self._ahead[0] != phase:
            self._ahead = (phase, Lookahead(Judge(maps, side)))
        return weigh(self._ahead[1], s, offer, rng)


class Rehearsal:
    """Plays positions on for a side until its next turn begins."""

    def __init__(self, game: Game, side: int, seed: int) -> None:
        self.game, self.side, self.seed = game, side, seed

    def value(self, s: Any, number: int) -> float:
        """The worth of a position after the enemy's turn, with the dice of one numbered rehearsal. ``s`` is used up."""
        game, rng = self.game, random.Random(f"{self.seed}/{number}")
        players = {name: Major() for name in game.sides}
        me, away = game.sides[self.side], False
        turn = s.turn
        for _ in range(_LONG):
            if s.over:
                break
            seat = game.seat(s)
            if s.phasing != self.side:
                away = True
            elif away and (seat == me or s.turn > turn):
                break
            game.do(s, self._next(s, seat, players, rng))
        return Judge(Maps(game, s), self.side).value(s)

    def _next(self, s: Any, seat: str, players: dict[str, Major], rng: random.Random) -> Action:
        player = players.get(seat)
        if player is not None:
            return player.decide(self.game, s, self.game.offer(s), rng)
        step: Any = self.game.step(s)
        outcomes = [(action, weight) for action, weight in step.outcomes(s) if weight > 0]
        return rng.choices([a for a, _ in outcomes], [w for _, w in outcomes])[0]
