"""The colonel and the general: they try many plans for a phase and take the one that stands the enemy's reply best."""

from __future__ import annotations

import random
from typing import Any

from ..engine.game import Game
from ..engine.step import Offer
from .budget import Budget
from .captain import Captain
from .composer import Blow, Composer
from .evolution import Evolution, Trial
from .lookahead import Lookahead
from .orders import Order
from .outlook import Foresight
from .rehearsal import Rehearsal

#: Attacks looked at again with the enemy's reply.
_FEW = 3
#: Plans that are rehearsed, rehearsals before the worse half drops out, and what one costs in evaluations.
_FIELD, _ROUNDS, _DEAR = 4, 3, 20


class Colonel(Captain):
    """Searches for about a second a phase."""

    name = "colonel"
    seconds = 1.0
    #: share of the time for rehearsals of the best plans
    rehearses = 0.0

    def __init__(self, evaluations: int | None = None) -> None:
        super().__init__()
        self.evaluations = evaluations

    def _budget(self, share: float) -> Budget:
        evaluations = None if self.evaluations is None else max(1, round(self.evaluations * share))
        return Budget(0.9 * self.seconds * share, evaluations)

    def _move(self, game: Game, s: Any, side: int, offer: Offer, rng: random.Random) -> list[Order]:
        search = Evolution(game, s, side, rng, self._budget(1.0 - self.rehearses))
        found = search.run()
        best = self._rehearsed(game, side, found, rng) if self.rehearses else found[0]
        planner = search.planner
        planner.assaults, planner.kept = best.assaults, best.kept
        out = self._orders(game, planner, best.moves, best.after, offer, rng)
        told = f"Best of {search.budget.made} plans; the enemy's reply should cost {best.reply:.1f} points."
        return [Order(order.actions, f"{order.why} {told}") for order in out]

    def _rehearsed(self, game: Game, side: int, found: list[Trial], rng: random.Random) -> Trial:
        """The best plan after rehearsals with common random numbers: the worse half drops out round by round."""
        stage, budget = Rehearsal(game, side, rng.getrandbits(32)), self._budget(self.rehearses)
        field = found[:_FIELD]
        totals = [0.0] * len(field)
        number = 0
        while budget.left() and len(field) > 1:
            for i, trial in enumerate(field):
                totals[i] += stage.value(trial.after.copy(), number)
                for _ in range(_DEAR):
                    budget.spend()
            number += 1
            if number % _ROUNDS == 0:
                order = sorted(range(len(field)), key=lambda i: -totals[i])[: max(2, len(field) // 2)]
                field, totals = [field[i] for i in order], [totals[i] for i in order]
        return field[max(range(len(field)), key=lambda i: totals[i])]

    def _fight(self, game: Game, s: Any, offer: Offer, ahead: Lookahead) -> Order:
        """The captain's best attacks, weighed once more with what the enemy can do afterwards."""
        composer = Composer(ahead)
        blows = composer.blows(s, offer)
        slow = Lookahead(Foresight(ahead.judge.maps, ahead.judge.side), ahead.adjutant)
        now = slow.judge.value(s)
        again = []
        for blow in blows[:_FEW]:
            trial = s.copy()
            for action in blow.orders:
                game.do(trial, action)
            again.append(Blow(blow.orders, slow.expectation(trial) - now, blow.text))
        again.sort(key=lambda blow: -blow.gain)
        return self._strike(game, s, offer, composer, again)


class General(Colonel):
    """Searches ten times as long, and rehearses his best plans."""

    name = "general"
    seconds = 10.0
    rehearses = 0.5
