"""Strategies for small decisions: losses, retreats, advances, defensive fire and the like."""

from __future__ import annotations

from ...engine.doctrine import Role
from ..doctrine import actions_of
from ..fight.adjutant import Adjutant
from ..fight.choices import weigh
from ..orders import Order
from ..search.budget import Clock
from .strategies import Decision

#: After this share of a phase's thinking time, rules of thumb decide.
_LATE = 0.95
#: The reasons behind the rules of thumb.
_THUMB: dict[str, str] = {
    Role.LOSE: "This is the smallest loss for our side, or the largest for the enemy.",
    Role.RETREAT: "This is the safest hex.",
    Role.END: "Nothing more is to be gained here.",
    Role.ADVANCE: "This unit defends best, and its advance opens no gap.",
    Role.JOIN: "This weakens the attack most.",
}


class RulesOfThumb:
    """Follows the doctrine's preferences, otherwise the adjutant."""

    def __call__(self, d: Decision) -> Order:
        best, found = 0.0, None
        for action in actions_of(d.offer):
            liked = d.doctrine.preference(d.s, d.side, action.verb, action.arg)
            if liked is not None and liked > best:
                best, found = liked, action
        if found is not None:
            return Order((found,), "This is a standing preference of the commander in this game.")
        action = Adjutant(d.maps, careful=True).act(d.s, d.offer)
        return Order((action,), _THUMB.get(d.doctrine.role_of.get(action.verb, ""), "This follows a rule of thumb."))


class Weighed:
    """Simulates every action."""

    def __call__(self, d: Decision) -> Order:
        return weigh(d.lookahead, d.s, d.offer, d.rng)


class WeighedInTime:
    """Simulates every action while there is time; in the enemy's turn only with ``in_enemy_turn``.

    Where orders are bought, the next major decision may be a turn away, so rules of thumb decide there."""

    def __init__(self, clock: Clock, *, in_enemy_turn: bool) -> None:
        self._clock, self._in_enemy_turn = clock, in_enemy_turn
        self._weighed, self._otherwise = Weighed(), RulesOfThumb()

    def __call__(self, d: Decision) -> Order:
        weighs = (self._in_enemy_turn or d.s.phasing == d.side) and not d.buys and not self._clock.past(_LATE)
        return self._weighed(d) if weighs else self._otherwise(d)
