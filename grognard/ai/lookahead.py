"""Trying things out: an action, what follows from it, and what the dice may say, until the next decision of weight."""

from __future__ import annotations

from typing import Any

from ..engine.action import Action
from ..engine.doctrine import END, FLEE, FOLLOW, LAUNCH, LET_GO, LOSE, STRIKE, TAKE
from ..engine.step import Offer
from ..hexes import bits, lowest
from .judge import Judge

#: No order takes so many actions to be carried out.
_LONG = 80


class Adjutant:
    """Decides small things at once, for either side: who is lost, where to retreat to, whether to advance."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.maps, self.game, self.doctrine = judge.maps, judge.game, judge.doctrine
        self.role = self.doctrine.role_of

    def act(self, s: Any) -> Action:
        """What to do with the decision at hand."""
        offer = self.game.offer(s)
        side = self.game.side_index[self.game.seat(s)]
        for verb, args in offer.items():
            if not args:
                continue
            part = self.role.get(verb, "")
            if part == LOSE:
                return Action(verb, min(bits(args), key=lambda u: (self._loss(s, side, u), u)))
            if part == FLEE:
                return Action(verb, max(bits(args), key=lambda h: (self.shelter(s, side, h), -h)))
            if part == FOLLOW:
                return self._follow(s, side, verb, args, offer)
        return self._otherwise(offer)

    def _loss(self, s: Any, side: int, unit: int) -> float:
        """What a unit's loss is to a side: one's own should be small, the enemy's great."""
        worth = self.doctrine.worth(s, unit)
        return worth if self.maps.knowledge.side_of[unit] == side else -worth

    def shelter(self, s: Any, side: int, h: int) -> float:
        """How good a hex is to retreat to."""
        maps = self.maps
        out = -0.2 * maps.threat(1 - side).at(h)
        if not self.doctrine.supplied(s, side) >> h & 1:
            out -= 5.0
        if maps.zone[1 - side] >> h & 1:
            out -= 2.0
        return out

    def _follow(self, s: Any, side: int, verb: str, args: int, offer: Offer) -> Action:
        """The unit that defends best advances; a second one only onto a goal."""
        return Action(verb, max(bits(args), key=lambda u: (self.doctrine.defense(s, u), -u)))

    def _otherwise(self, offer: Offer) -> Action:
        for part in (END, LAUNCH, LET_GO):
            for verb, args in offer.items():
                if args and self.role.get(verb) == part:
                    return Action(verb, lowest(args))
        verb, args = next((verb, args) for verb, args in offer.items() if args)
        return Action(verb, lowest(args))


class Lookahead:
    """Values of actions by carrying them out on copies."""

    def __init__(self, judge: Judge, adjutant: Adjutant | None = None) -> None:
        self.judge = judge
        self.game = judge.game
        self.adjutant = adjutant or Adjutant(judge)
        role = self.adjutant.role
        #: steps at which a player thinks: he may move units, attack, or end the phase
        self.weighty = [
            not step.automatic
            and not step.chance
            and any(role.get(verb) in (TAKE, STRIKE) for verb in step.verbs)
            and any(role.get(verb) == END for verb in step.verbs)
            for step in self.game.steps
        ]
        #: evaluations made so far
        self.count = 0

    def value(self, s: Any, action: Action) -> float:
        """The average worth of what an action leads to."""
        trial = s.copy()
        self.game.do(trial, action)
        return self.expectation(trial)

    def expectation(self, s: Any, skip: bool = False) -> float:
        """The average over the dice of the position at the next decision of weight. ``s`` is used up."""
        self._run(s)
        if s.over or not self._chance(s):
            self.count += 1
            return self.judge.value(s)
        outcomes = [(a, w) for a, w in self.game.step(s).outcomes(s) if w > 0]
        total, out = 0, 0.0
        for action, weight in outcomes:
            trial = s.copy()
            self.game.do(trial, action)
            self.settle(trial)
            self.count += 1
            out += weight * self.judge.value(trial)
            total += weight
        return out / total

    def after(self, s: Any, action: Action) -> float:
        """The worth of a position after one outcome of the dice. ``s`` is used up."""
        self._run(s)
        if not s.over and self._chance(s):
            self.game.do(s, action)
        self.settle(s)
        self.count += 1
        return self.judge.value(s)

    def _chance(self, s: Any) -> bool:
        return bool(self.game.step(s).chance)

    def _run(self, s: Any) -> None:
        """Go on until dice are rolled or a decision of weight comes."""
        turn = s.agenda[0] if s.agenda else None
        game, steps = self.game, self.game.steps
        for _ in range(_LONG):
            if s.over or not s.agenda or s.agenda[0] != turn:
                return
            code = s.agenda[-1][0]
            if self.weighty[code] or steps[code].chance:
                return
            game.do(s, self.adjutant.act(s))

    def settle(self, s: Any) -> None:
        """Go on to the next decision of weight; further dice fall in the middle."""
        for _ in range(_LONG):
            self._run(s)
            if s.over or not self._chance(s):
                return
            outcomes = self.game.step(s).outcomes(s)
            self.game.do(s, outcomes[len(outcomes) // 2][0])
