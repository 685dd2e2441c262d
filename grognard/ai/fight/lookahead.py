"""Simulation of an action and its consequences up to the next major decision, averaged over the dice."""

from __future__ import annotations

from collections.abc import Callable

from ...engine.action import Action
from ...engine.doctrine import Role
from ...engine.step import Offer
from ...hexes import bits
from ..doctrine import WarState, outcomes_of
from ..value.judge import Judge
from .adjutant import Adjutant

#: A limit on the actions of a simulation; no real one is that long.
_MAX_ACTIONS = 80


class Lookahead:
    """Evaluates actions by carrying them out on copies of the state."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.game = judge.game
        self.adjutant = Adjutant(judge.maps)
        role = self.adjutant.role_of
        #: whether advances are simulated: where the loss of a hex ends the game, an advance may open a path to it
        self._simulates_advances, self._staying = judge.doctrine.vital_penalty > 0, False
        #: by step: whether it is a major decision, in which a player moves units or attacks and may end the phase
        self.is_major = [
            not step.automatic
            and not step.chance
            and any(role.get(verb) in (Role.SELECT, Role.ATTACK) for verb in step.verbs)
            and any(role.get(verb) == Role.END for verb in step.verbs)
            for step in self.game.steps
        ]

    def value(self, s: WarState, action: Action) -> float:
        """Return the expected value of the position that an action leads to."""
        trial = s.copy()
        self.game.do(trial, action)
        return self.expectation(trial)

    def expectation(self, s: WarState) -> float:
        """Return the expected value at the next major decision, averaged over the next roll. ``s`` is changed.

        A chance event that follows at once, such as a roll after a draw, is averaged too. Later ones are taken at their
        middle outcome."""
        self.run(s)
        if s.over or not self._chance(s):
            return self.judge.value(s)
        return self._average(s, lambda after: self._follows(after) if self._chance(after) else self._settled(after))

    def _follows(self, s: WarState) -> float:
        """Return the average over a chance event that follows another one at once."""
        return self._average(s, self._settled)

    def _average(self, s: WarState, value: Callable[[WarState], float]) -> float:
        """Return the average of the values after each outcome of a chance event."""
        total, out = 0, 0.0
        for action, weight in outcomes_of(self.game, s):
            if weight > 0:
                trial = s.copy()
                self.game.do(trial, action)
                out += weight * value(trial)
                total += weight
        return out / total

    def _settled(self, s: WarState) -> float:
        self.settle(s)
        return self.judge.value(s)

    def after(self, s: WarState, action: Action) -> float:
        """Return the value of a position after one outcome of the dice. ``s`` is changed."""
        self.run(s)
        if not s.over and self._chance(s):
            self.game.do(s, action)
        self.settle(s)
        return self.judge.value(s)

    def _chance(self, s: WarState) -> bool:
        return not s.over and self.game.step(s).chance

    def run(self, s: WarState) -> None:
        """Play on until dice are rolled, a major decision is due, or the phase ends."""
        phase = s.agenda[0] if s.agenda else None
        game, steps = self.game, self.game.steps
        for _ in range(_MAX_ACTIONS):
            if s.over or not s.agenda or s.agenda[0] != phase:
                return
            code = s.agenda[-1][0]
            if self.is_major[code] or steps[code].chance:
                return
            game.do(s, self.choose(s, game.offer(s)))

    def choose(self, s: WarState, offer: Offer) -> Action:
        """Return the adjutant's action; for an advance of the own side, the best of all advances and of staying."""
        found = self.adjutant.act(s, offer)
        role, own = self.adjutant.role_of, self.game.sides[self.judge.side]
        if not self._simulates_advances or role.get(found.verb) != Role.ADVANCE or self.game.seat(s) != own:
            return found
        choices = [Action(verb, 0) for verb, args in offer.items() if args and role.get(verb) == Role.END]
        if choices and self._staying:
            return choices[0]
        others = {s.at[unit]: Action(found.verb, unit) for unit in bits(offer[found.verb])}
        choices += [found, *(action for h, action in others.items() if h != s.at[found.arg])]
        self._staying = True
        best = max(choices, key=lambda action: self._alone(s, action))
        self._staying = False
        return best

    def _alone(self, s: WarState, action: Action) -> float:
        """Return the value of the position after an advance by this unit alone."""
        trial = s.copy()
        self.game.do(trial, action)
        self.settle(trial)
        return self.judge.value(trial)

    def settle(self, s: WarState) -> None:
        """Play on to the next major decision, with rolls taken at their middle outcome."""
        for _ in range(_MAX_ACTIONS):
            self.run(s)
            if s.over or not self._chance(s):
                return
            outcomes = outcomes_of(self.game, s)
            self.game.do(s, outcomes[len(outcomes) // 2][0])
