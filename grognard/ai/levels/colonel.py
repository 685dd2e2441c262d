"""The colonel and the general: they try many plans for a phase and take the one that stands the enemy's reply best.

In the enemy's turn the colonel's adjutant answers by rule of thumb; the general weighs every answer himself.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from typing import Any

from ...engine.action import Action
from ...engine.game import Game
from ...engine.step import Offer
from ...hexes import bits
from ..maps import Maps
from ..orders import Order
from ..plan.last_move import LastMove
from ..search.budget import Budget, Clock
from ..search.evolution import Evolution, Trial
from ..search.rehearsal import Rehearsal
from ..search.selection import select
from .captain import Captain
from .tactician import Tactician

#: Plans that are rehearsed, how many more if there is time, and what a rehearsal costs in evaluations.
_FIELD, _MORE, _DEAR = 8, 8, 25
#: The share of the time of a phase for the order of movement and combat.
_ORDER = 0.5
#: Plans the enemy looks at for his turn in a rehearsal: the plain scripts.
_REPLIES = 9
#: Shares of the time of a phase: after the first, attacks are put together anew only when they come first; after the
#: second they are chosen as a captain does, and after the last all else is too.
_EAGER, _PATIENT, _LATE = 0.3, 0.65, 0.95


class Colonel(Tactician):
    """Searches for about a second a phase, or until he has tried plans enough."""

    name = "colonel"
    seconds = 1.0
    enough = 160
    #: share of the time for rehearsals of the best plans
    rehearses = 0.0
    #: whether fire in defence, retreats and the like in the enemy's turn are tried out before they are chosen
    weighs_answers = False

    def __init__(self, evaluations: int | None = None) -> None:
        super().__init__()
        self.evaluations = evaluations
        self._clock = Clock(self.seconds, runs=evaluations is None)

    def decide(self, game: Game, state: Any, offer: Offer, rng: random.Random) -> Action:
        """The next action, by the clock of the phase."""
        self._clock.start((state.turn, state.agenda[0]))
        out = super().decide(game, state, offer, rng)
        self._clock.stop()
        return out

    def _fight(self, game: Game, s: Any, side: int, offer: Offer, maps: Maps) -> Order:
        """As a tactician; the shorter the time, the more by rule of thumb, for an army has many attacks to make."""
        self._memory.lazy = self._clock.past(_EAGER)
        decide = Captain._fight if self._clock.past(_PATIENT) else Tactician._fight
        return decide(self, game, s, side, offer, maps)

    def _budget(self, share: float) -> Budget:
        evaluations = None if self.evaluations is None else max(1, round(self.evaluations * share))
        return Budget(0.9 * self.seconds * share, evaluations, round(self.enough * share))

    def _move(self, game: Game, s: Any, side: int, offer: Offer, rng: random.Random) -> list[Order]:
        search = Evolution(game, s, side, rng, self._budget(1.0 - self.rehearses))
        found = search.run()[0]
        best = self._rehearsed(game, side, *self._field(search), rng) if self.rehearses else found
        planner = search.planner
        planner.assaults, planner.spoilers = best.assaults, dict(best.genome.posts)
        out = self._orders(game, planner, best.moves, best.after, offer, rng)
        reply = "" if planner.doctrine.has_last_move(s, side) else f"; the enemy's reply should cost {best.reply:.1f} points"
        told = f"Best of {search.tried} plans{reply}."
        return [Order(order.actions, f"{order.why} {told}") for order in out]

    def _declare(self, game: Game, s: Any, side: int, offer: Offer, rng: random.Random) -> Order:
        """Whoever rehearses plays both orders on where a game may be over at a stroke; else as the captain does."""
        assert game.doctrine is not None
        if not self.rehearses or not game.doctrine.ruin:
            return super()._declare(game, s, side, offer, rng)
        stage = Rehearsal(game, side, rng.getrandbits(32), partial(Colonel, _REPLIES))
        orders = [Action(verb, arg) for verb, args in offer.items() for arg in bits(args)]

        def play(action: Action, number: int) -> float:
            trial = s.copy()
            game.do(trial, action)
            return stage.value(trial, number, moved=False)

        budget = self._budget(_ORDER * self.rehearses)
        found = select([(action, 0.0) for action in orders], play, budget, _DEAR, len(orders))
        return Order((found,), "Rehearsed with dice, this order stands better at the end of the enemy's turn.")

    def _small(self, game: Game, s: Any, side: int, offer: Offer, maps: Maps, rng: random.Random) -> Order:
        weighs = (self.weighs_answers or s.phasing == side) and not self._clock.past(_LATE)
        decide = Tactician._small if weighs else Captain._small
        return decide(self, game, s, side, offer, maps, rng)

    def _field(self, search: Evolution) -> tuple[list[Trial], int]:
        """The plans to be rehearsed, and how many of them in any case. In the last move of the game the best one also
        with posts that spoil what the enemy has."""
        field, sure = search.field(_FIELD, _MORE), _FIELD
        if search.maps.doctrine.has_last_move(search.s, search.side):
            finish, first = LastMove(search.maps, search.side), field[0]
            attackers = {u for assault in first.assaults for u in assault.spots}
            able = search.planner.able(search.s)
            for movers in ([u for u in able if u not in attackers], able):
                posts = finish.posts(first.after, movers)
                if posts:
                    field.insert(1, search.judge(replace(first.genome, posts=tuple(posts.items()))))
                    sure += 1
        return field, sure

    def _rehearsed(self, game: Game, side: int, plans: list[Trial], sure: int, rng: random.Random) -> Trial:
        """The best plan after rehearsals with common random numbers, against a colonel in a hurry."""
        stage = Rehearsal(game, side, rng.getrandbits(32), partial(Colonel, _REPLIES))
        field, budget = [(plan, plan.value) for plan in plans], self._budget(self.rehearses)
        return select(field, lambda plan, n: stage.value(plan.after.copy(), n), budget, _DEAR, sure)


class General(Colonel):
    """Takes ten times as long: a fifth of it for twice the search, the rest to rehearse his best plans. He weighs what
    he does in the enemy's turn as well."""

    name = "general"
    seconds = 10.0
    enough = 1600
    rehearses = 0.8
    weighs_answers = True
