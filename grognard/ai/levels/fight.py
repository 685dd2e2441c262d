"""Strategies for attacks."""

from __future__ import annotations

from ...engine.action import Action
from ...engine.doctrine import Role
from ..doctrine import verb_for
from ..fight.adjutant import Adjutant
from ..fight.attack_memory import AttackMemory
from ..fight.builder import AttackBuilder
from ..fight.table_attacks import TableAttacks
from ..orders import Order
from ..search.budget import Clock
from .strategies import Decision

#: The least gain of an attack, as a share of the worth of a point of strength.
_MIN_GAIN = 0.2
#: Shares of a phase's thinking time. After the first, an outdated attack is rebuilt only if it becomes the best; after
#: the second, attacks are chosen by the averages of the table.
_REBUILD_ALL, _SIMULATE = 0.3, 0.65


class FightByTable:
    """Chooses attacks by the averages of the combat table."""

    def attack(self, d: Decision) -> Order:
        return TableAttacks(d.maps, d.side).attack(d.s, d.offer)

    def join(self, d: Decision) -> Order:
        found = TableAttacks(d.maps, d.side).join(d.s)
        return found or Order((Adjutant(d.maps, careful=True).act(d.s, d.offer),))


class FightByTrial:
    """Builds and simulates all attacks, and makes the best one or ends the phase."""

    def __init__(self, *, lazy: bool = False) -> None:
        self.memory = AttackMemory(lazy=lazy)
        self._otherwise = FightByTable()

    def attack(self, d: Decision) -> Order:
        builder = AttackBuilder(d.lookahead)
        attacks = self.memory.ranked(builder, d.s, d.offer)
        end = verb_for(Role.END, d.offer, builder.role_of)
        if attacks and (not end or attacks[0].gain > _MIN_GAIN * builder.doctrine.strength_value):
            return Order(attacks[0].actions, builder.reason(attacks[0]))
        if end:
            return Order((Action(end, 0),), "No attack is worth its expected cost.")
        return self._otherwise.attack(d)

    def join(self, d: Decision) -> Order:
        builder = AttackBuilder(d.lookahead)
        built = builder.complete(d.s, builder.lookahead.judge.value(d.s))
        return self._otherwise.join(d) if built is None else Order(built.actions, builder.reason(built))


class FightInTime:
    """Simulates attacks while there is time; then chooses them by the averages of the table."""

    def __init__(self, clock: Clock) -> None:
        self.by_trial, self._by_table, self._clock = FightByTrial(), FightByTable(), clock

    def attack(self, d: Decision) -> Order:
        self.by_trial.memory.lazy = self._clock.past(_REBUILD_ALL)
        return self._by_table.attack(d) if self._clock.past(_SIMULATE) else self.by_trial.attack(d)

    def join(self, d: Decision) -> Order:
        return self.by_trial.join(d)
