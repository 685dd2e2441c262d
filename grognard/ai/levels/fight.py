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

#: What an attack must promise, as a share of what a point of strength is worth.
_ENOUGH = 0.2
#: Shares of the time of a phase: after the first, attacks are put together again only when they come first; after the
#: second they are chosen by the averages of the table.
_EAGER, _PATIENT = 0.3, 0.65


class FightByTable:
    """Attacks by the averages of the combat table."""

    def attack(self, d: Decision) -> Order:
        return TableAttacks(d.maps, d.side).fight(d.s, d.offer)

    def join(self, d: Decision) -> Order:
        found = TableAttacks(d.maps, d.side).go_in(d.s)
        return found or Order((Adjutant(d.maps, careful=True).act(d.s, d.offer),))


class FightByTrial:
    """Every attack is put together and tried out; the best is made, or the phase ended if none pays."""

    def __init__(self, *, lazy: bool = False) -> None:
        self.memory = AttackMemory(lazy=lazy)
        self._otherwise = FightByTable()

    def attack(self, d: Decision) -> Order:
        builder = AttackBuilder(d.ahead)
        attacks = self.memory.ranked(builder, d.s, d.offer)
        end = verb_for(Role.END, d.offer, builder.role)
        if attacks and (not end or attacks[0].gain > _ENOUGH * builder.doctrine.strength_value):
            return Order(attacks[0].orders, builder.reason(attacks[0]))
        if end:
            return Order((Action(end, 0),), "No attack promises more than it costs.")
        return self._otherwise.attack(d)

    def join(self, d: Decision) -> Order:
        builder = AttackBuilder(d.ahead)
        built = builder.complete(d.s, builder.ahead.judge.value(d.s))
        return self._otherwise.join(d) if built is None else Order(built.orders, builder.reason(built))


class FightInTime:
    """By trial; the shorter the time, the more by the table, for an army has many attacks to make."""

    def __init__(self, clock: Clock) -> None:
        self.by_trial, self._by_table, self._clock = FightByTrial(), FightByTable(), clock

    def attack(self, d: Decision) -> Order:
        self.by_trial.memory.lazy = self._clock.past(_EAGER)
        return self._by_table.attack(d) if self._clock.past(_PATIENT) else self.by_trial.attack(d)

    def join(self, d: Decision) -> Order:
        return self.by_trial.join(d)
