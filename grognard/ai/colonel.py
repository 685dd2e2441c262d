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
from .choices import weigh
from .composer import Composer
from .evolution import Evolution, Trial
from .judge import Judge
from .lookahead import Lookahead
from .maps import Maps
from .orders import Order
from .rehearsal import Rehearsal

#: What an attack must promise, in points.
_ENOUGH = 0.05
#: Plans that are rehearsed, rehearsals before the worse half drops out, and what one costs in evaluations.
_FIELD, _ROUNDS, _DEAR = 6, 3, 10
#: How much a rehearsal counts beside the plan's own promise.
_TRUST = 0.5


def _together(trial: Trial, values: list[float]) -> float:
    """What is known of a plan: what it promised, and how its rehearsals went. Few rehearsals are mostly luck."""
    return trial.value + _TRUST * sum(values) / len(values)


class Colonel(Captain):
    """Searches for about a second a phase, or until he has tried plans enough."""

    name = "colonel"
    seconds = 1.0
    enough = 64
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
        found = search.run()
        best = self._rehearsed(game, side, found, rng) if self.rehearses else found[0]
        planner = search.planner
        planner.assaults, planner.kept, planner.posts = best.assaults, best.kept, best.posts
        out = self._orders(game, planner, best.moves, best.after, offer, rng)
        told = f"Best of {search.budget.made} plans; the enemy's reply should cost {best.reply:.1f} points."
        return [Order(order.actions, f"{order.why} {told}") for order in out]

    def _rehearsed(self, game: Game, side: int, found: list[Trial], rng: random.Random) -> Trial:
        """The best plan after rehearsals with common random numbers: the worse half drops out round by round."""
        stage, budget = Rehearsal(game, side, rng.getrandbits(32)), self._budget(self.rehearses)
        field = [(trial, list[float]()) for trial in found[:_FIELD]]
        while budget.left() and len(field) > 1:
            for trial, values in field:
                values.append(stage.value(trial.after.copy(), len(values)))
                for _ in range(_DEAR):
                    budget.spend()
            field.sort(key=lambda entry: -_together(*entry))
            if len(field[0][1]) % _ROUNDS == 0:
                field = field[: max(2, len(field) // 2)]
        return field[0][0]

    # -- fighting ----------------------------------------------------------------------------

    def _fight(self, game: Game, s: Any, side: int, offer: Offer, maps: Maps) -> Order:
        """Every attack is put together and tried out; the best is made, or the phase ended if none pays."""
        composer = Composer(Lookahead(Judge(maps, side)))
        blows = composer.blows(s, offer)
        end = next((v for v, a in offer.items() if a and composer.role.get(v) == END), "")
        if blows and (not end or blows[0].gain > _ENOUGH):
            return Order(blows[0].orders, composer.reason(s, blows[0]))
        if end:
            return Order((Action(end, 0),), "No attack promises more than it costs.")
        return super()._fight(game, s, side, offer, maps)

    def _small(self, game: Game, s: Any, side: int, offer: Offer, maps: Maps, rng: random.Random) -> Order:
        return weigh(Lookahead(Judge(maps, side)), s, offer, rng)


class General(Colonel):
    """Searches ten times as long, and rehearses his best plans."""

    name = "general"
    seconds = 10.0
    enough = 640
    rehearses = 0.5
