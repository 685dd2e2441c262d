"""Strategies for the order of movement and combat."""

from __future__ import annotations

from ...engine.action import Action
from ..doctrine import actions_of
from ..fight.allocator import Allocator
from ..maps import Maps
from ..orders import Order, sentence
from ..search.rehearsal import Maker, Rehearsal
from ..search.selection import select
from .move import REHEARSAL_COST
from .strategies import Decision, Thought

#: Who fights first can move on afterwards.
_RIGHT_NOW = 1.15
#: The share of the time for rehearsals.
_SHARE = 0.5


class DeclareByAttacks:
    """Move first or fight first: whichever lets the better attacks be made."""

    def __call__(self, d: Decision) -> Order:
        best, found, worth = -1.0, None, 0.0
        for action in actions_of(d.offer):
            trial = d.s.copy()
            d.game.do(trial, action)
            maps = Maps(d.game, trial)
            mobile = maps.doctrine.combat_follows(trial)
            attacks = Allocator(maps, d.side, maps.units[d.side], mobile=mobile).allocate()
            gain = sum(assault.gain for assault in attacks)
            value = gain * (1.0 if mobile else _RIGHT_NOW)
            if value > best:
                best, found, worth = value, action, gain
        assert found is not None
        return Order((found,), sentence(f"this order allows the better attacks, worth about {worth:.1f} points"))


class RehearsedDeclare:
    """Both orders are played on with dice where a game may be over at a stroke; else by the attacks."""

    def __init__(self, thought: Thought, own: Maker, foe: Maker, share: float) -> None:
        self._thought, self._own, self._foe, self._share = thought, own, foe, share
        self._otherwise = DeclareByAttacks()

    def __call__(self, d: Decision) -> Order:
        if not d.doctrine.vital_penalty:
            return self._otherwise(d)
        stage = Rehearsal(d.game, d.side, d.rng.getrandbits(32), self._own, self._foe)
        orders = actions_of(d.offer)

        def play(action: Action, number: int) -> float:
            trial = d.s.copy()
            d.game.do(trial, action)
            return stage.value(trial, number, moved=False)

        budget = self._thought.budget(_SHARE * self._share)
        found = select([(action, 0.0) for action in orders], play, budget, REHEARSAL_COST, len(orders))
        return Order((found,), "Rehearsed with dice, this order stands better at the end of the enemy's turn.")
