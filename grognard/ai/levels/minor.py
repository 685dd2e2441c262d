"""Strategies for small decisions: losses, retreats, advances, fire in defence and the like."""

from __future__ import annotations

from ...engine.doctrine import Role
from ..doctrine import actions_of
from ..fight.adjutant import Adjutant
from ..fight.choices import weigh
from ..orders import Order
from ..search.budget import Clock
from .strategies import Decision

#: After this share of the time of a phase everything is decided by rules of thumb.
_LATE = 0.95
#: What rules of thumb go by.
_THUMB: dict[str, str] = {
    Role.LOSE: "That costs us least, or the enemy most.",
    Role.RETREAT: "That is the safest hex.",
    Role.END: "There is nothing to gain by more.",
    Role.ADVANCE: "Who defends best follows up, where that leaves nothing open.",
    Role.JOIN: "That takes most from the attack.",
}


class RulesOfThumb:
    """What experience likes best, else what the adjutant says."""

    def __call__(self, d: Decision) -> Order:
        best, found = 0.0, None
        for action in actions_of(d.offer):
            liked = d.doctrine.preference(d.s, d.side, action.verb, action.arg)
            if liked is not None and liked > best:
                best, found = liked, action
        if found is not None:
            return Order((found,), "Experience says so.")
        action = Adjutant(d.maps, careful=True).act(d.s, d.offer)
        return Order((action,), _THUMB.get(d.doctrine.role_of.get(action.verb, ""), "By rule of thumb."))


class Weighed:
    """Every way is tried out."""

    def __call__(self, d: Decision) -> Order:
        return weigh(d.ahead, d.s, d.offer, d.rng)


class WeighedInTime:
    """Every way is tried out while there is time; ``answers`` in the enemy's turn only if it says so."""

    def __init__(self, clock: Clock, *, answers: bool) -> None:
        self._clock, self._answers = clock, answers
        self._weighed, self._otherwise = Weighed(), RulesOfThumb()

    def __call__(self, d: Decision) -> Order:
        weighs = (self._answers or d.s.phasing == d.side) and not self._clock.past(_LATE)
        return self._weighed(d) if weighs else self._otherwise(d)
