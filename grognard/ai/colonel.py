"""The colonel and the general: they try many plans for a phase and take the one that stands the enemy's reply best."""

from __future__ import annotations

import random
from typing import Any

from ..engine.action import Action
from ..engine.doctrine import END
from ..engine.game import Game
from ..engine.step import Offer
from .budget import Budget
from .captain import Captain
from .evolution import Evolution


class Colonel(Captain):
    """Searches for about a second a phase."""

    name = "colonel"
    seconds = 1.0

    def __init__(self, evaluations: int | None = None) -> None:
        super().__init__()
        self.evaluations = evaluations

    def _move(self, game: Game, s: Any, side: int, offer: Offer, rng: random.Random) -> list[Action]:
        budget = Budget(self.seconds * 0.9, self.evaluations)
        search = Evolution(game, s, side, rng, budget)
        best = search.run()
        trial = s.copy()
        for action in best.orders:
            game.do(trial, action)
        orders = list(best.orders)
        end = next((v for v, a in game.offer(trial).items() if a and search.maps.doctrine.role_of.get(v) == END), "")
        if end:
            orders.append(Action(end, 0))
        return orders or super()._move(game, s, side, offer, rng)


class General(Colonel):
    """Searches ten times as long."""

    name = "general"
    seconds = 10.0
