"""Trying things out: an action, what follows from it, and what the dice may say, until the next decision of weight."""

from __future__ import annotations

from ...engine.action import Action
from ...engine.doctrine import Role
from ...engine.step import Offer
from ...hexes import bits
from ..doctrine import WarState, outcomes_of
from ..value.judge import Judge
from .adjutant import Adjutant

#: No order takes so many actions to be carried out.
_LONG = 80


class Lookahead:
    """Values of actions by carrying them out on copies."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.game = judge.game
        self.adjutant = Adjutant(judge.maps)
        role = self.adjutant.role
        #: whether an advance is weighed: where a hex that is lost is the end, whoever advances may open the way to it
        self._weighs, self._staying = judge.doctrine.vital_penalty > 0, False
        #: steps at which a player thinks: he may move units, attack, or end the phase
        self.weighty = [
            not step.automatic
            and not step.chance
            and any(role.get(verb) in (Role.SELECT, Role.ATTACK) for verb in step.verbs)
            and any(role.get(verb) == Role.END for verb in step.verbs)
            for step in self.game.steps
        ]

    def value(self, s: WarState, action: Action) -> float:
        """The average worth of what an action leads to."""
        trial = s.copy()
        self.game.do(trial, action)
        return self.expectation(trial)

    def expectation(self, s: WarState) -> float:
        """The average over the next roll of the position at the next decision of weight; further dice fall in the
        middle. ``s`` is used up."""
        self.run(s)
        if s.over or not self._chance(s):
            return self.judge.value(s)
        outcomes = [(a, w) for a, w in outcomes_of(self.game, s) if w > 0]
        total, out = 0, 0.0
        for action, weight in outcomes:
            trial = s.copy()
            self.game.do(trial, action)
            self.settle(trial)
            out += weight * self.judge.value(trial)
            total += weight
        return out / total

    def after(self, s: WarState, action: Action) -> float:
        """The worth of a position after one outcome of the dice. ``s`` is used up."""
        self.run(s)
        if not s.over and self._chance(s):
            self.game.do(s, action)
        self.settle(s)
        return self.judge.value(s)

    def _chance(self, s: WarState) -> bool:
        return self.game.step(s).chance

    def run(self, s: WarState) -> None:
        """Go on until dice are rolled, a decision of weight comes, or the phase ends."""
        phase = s.agenda[0] if s.agenda else None
        game, steps = self.game, self.game.steps
        for _ in range(_LONG):
            if s.over or not s.agenda or s.agenda[0] != phase:
                return
            code = s.agenda[-1][0]
            if self.weighty[code] or steps[code].chance:
                return
            game.do(s, self.answer(s, game.offer(s)))

    def answer(self, s: WarState, offer: Offer) -> Action:
        """What the adjutant would do. If he lets one's own side advance, it is weighed who had best leave his hex, or
        whether everybody stays; nobody else is thought to follow."""
        found = self.adjutant.act(s, offer)
        role, own = self.adjutant.role, self.game.sides[self.judge.side]
        if not self._weighs or role.get(found.verb) != Role.ADVANCE or self.game.seat(s) != own:
            return found
        ways = [Action(verb, 0) for verb, args in offer.items() if args and role.get(verb) == Role.END]
        if ways and self._staying:
            return ways[0]
        others = {s.at[unit]: Action(found.verb, unit) for unit in bits(offer[found.verb])}
        ways += [found, *(action for h, action in others.items() if h != s.at[found.arg])]
        self._staying = True
        best = max(ways, key=lambda action: self._alone(s, action))
        self._staying = False
        return best

    def _alone(self, s: WarState, action: Action) -> float:
        """The worth of what an action leads to if nobody follows."""
        trial = s.copy()
        self.game.do(trial, action)
        self.settle(trial)
        return self.judge.value(trial)

    def settle(self, s: WarState) -> None:
        """Go on to the next decision of weight; further dice fall in the middle."""
        for _ in range(_LONG):
            self.run(s)
            if s.over or not self._chance(s):
                return
            outcomes = outcomes_of(self.game, s)
            self.game.do(s, outcomes[len(outcomes) // 2][0])
