"""The colonel and the general: they try many plans for a phase and take the one that stands the enemy's reply best."""

from __future__ import annotations

import random
from typing import Any

from ..engine.game import Game
from ..engine.step import Offer
from .budget import Budget
from .evolution import Evolution, Trial
from .orders import Order
from .rehearsal import Rehearsal
from .tactician import Tactician

#: Plans that are rehearsed, rehearsals of each before the worse half drops out, and what one costs in evaluations.
_FIELD, _ROUNDS, _DEAR = 6, 2, 20
#: How much a plan's own promise counts, in rehearsals.
_PROMISE = 0.5


class Colonel(Tactician):
    """Searches for about a second a phase, or until he has tried plans enough."""

    name = "colonel"
    seconds = 1.0
    enough = 160
    #: share of the time for rehearsals of the best plans
    rehearses = 0.0

    def __init__(self, evaluations: int | None = None) -> None:
        super().__init__()
        self.evaluations = evaluations

    def _budget(self, share: float) -> Budget:
        evaluations = None if self.evaluations is None else max(1, round(self.evaluations * share))
        return Budget(0.9 * self.seconds * share, evaluations, round(self.enough * share))

    def _move(self, game: Game, s: Any, side: int, offer: Offer, rng: random.Random) -> list[Order]:
        search = Evolution(game, s, side, rng, self._budget(1.0 - self.rehearses))
        found = search.run()[0]
        best = self._rehearsed(game, side, search.field(_FIELD), rng) if self.rehearses else found
        planner = search.planner
        planner.assaults = best.assaults
        out = self._orders(game, planner, best.moves, best.after, offer, rng)
        told = f"Best of {search.budget.made} plans; the enemy's reply should cost {best.reply:.1f} points."
        return [Order(order.actions, f"{order.why} {told}") for order in out]

    def _rehearsed(self, game: Game, side: int, plans: list[Trial], rng: random.Random) -> Trial:
        """The best plan after rehearsals with common random numbers: the worse half drops out round by round."""
        stage, budget = Rehearsal(game, side, rng.getrandbits(32)), self._budget(self.rehearses)
        field = [(trial, list[float]()) for trial in plans]
        while len(field) > 1 and self._round(stage, field, budget):
            field.sort(key=lambda entry: -_PROMISE * entry[0].value - sum(entry[1]))
            if len(field[0][1]) % _ROUNDS == 0:
                field = field[: max(2, len(field) // 2)]
        return field[0][0]

    def _round(self, stage: Rehearsal, field: list[tuple[Trial, list[float]]], budget: Budget) -> bool:
        """Rehearse each plan once more; False if the time is up before all have had their turn."""
        for trial, values in field:
            if not budget.left():
                return False
            values.append(stage.value(trial.after.copy(), len(values)))
            for _ in range(_DEAR):
                budget.spend()
        return True


class General(Colonel):
    """Searches ten times as long, and rehearses his best plans."""

    name = "general"
    seconds = 10.0
    enough = 1600
    rehearses = 0.8
