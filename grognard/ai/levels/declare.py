"""Strategies for the order of movement and combat."""

from __future__ import annotations

from ...engine.action import Action
from ..doctrine import actions_of
from ..fight.allocator import Allocator
from ..maps import Maps
from ..orders import Order, expected_gain, sentence
from ..search.rehearsal import Maker, Rehearsal
from ..search.selection import select
from .move import REHEARSAL_COST
from .strategies import Decision, ThinkingTime

#: The advantage of combat first: units can still move afterwards.
_COMBAT_FIRST = 1.15
#: The share of the rehearsal time.
_SHARE = 0.5


class DeclareByAttacks:
    """Chooses the order that allows the better attacks."""

    def __call__(self, d: Decision) -> Order:
        best, found, worth = -1.0, None, 0.0
        for action in actions_of(d.offer):
            trial = d.s.copy()
            d.game.do(trial, action)
            maps = Maps(d.game, trial)
            mobile = maps.doctrine.combat_follows(trial)
            attacks = Allocator(maps, d.side, maps.units[d.side], mobile=mobile).allocate()
            gain = sum(planned.gain for planned in attacks)
            value = gain * (1.0 if mobile else _COMBAT_FIRST)
            if value > best:
                best, found, worth = value, action, gain
        assert found is not None
        return Order((found,), sentence(f"this order allows the better attacks; {expected_gain(worth)}"))


class RehearsedDeclare:
    """Rehearses both orders with dice if a vital hex can end the game; otherwise compares their attacks."""

    def __init__(self, time: ThinkingTime, own: Maker, foe: Maker, share: float) -> None:
        self._time, self._own, self._foe, self._share = time, own, foe, share
        self._otherwise = DeclareByAttacks()

    def __call__(self, d: Decision) -> Order:
        if not d.doctrine.vital_penalty:
            return self._otherwise(d)
        rehearsal = Rehearsal(d.game, d.side, d.rng.getrandbits(32), self._own, self._foe)
        orders = actions_of(d.offer)

        def play(action: Action, number: int) -> float:
            trial = d.s.copy()
            d.game.do(trial, action)
            return rehearsal.value(trial, number, moved=False)

        budget = self._time.budget(_SHARE * self._share)
        found = select([(action, 0.0) for action in orders], play, budget, REHEARSAL_COST, len(orders))
        return Order((found,), "In rehearsals with dice, this order gave the better position after the enemy's turn.")
