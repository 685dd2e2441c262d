"""Advances and probes that would let the enemy win in its next turn are not made; those that prevent it are."""

from __future__ import annotations

from ...engine.action import Action
from ...engine.doctrine import Role
from ...hexes import bits, lowest
from ..doctrine import WarState, kind_of, verb_for
from ..fight.adjutant import Adjutant
from ..orders import Order
from ..wins.checker import Checker
from .strategies import Decision, Fight, Minor

#: A smaller difference in risk does not matter.
_WORSE = 0.1
#: The most actions of a reply or an advance that are followed.
_MOST = 20
#: How many attacks are left out at most.
_TRIES = 5


def risk(d: Decision, s: WarState) -> float:
    """Return the chance that the enemy wins in its next turn."""
    if s.over:
        result = d.game.result(s)
        return 0.0 if result is not None and result.winner == d.game.sides[d.side] else 1.0
    if d.doctrine.standing(s, 1 - d.side):
        return 1.0
    return Checker(d.game, s, 1 - d.side).best(drops=False).chance


class GuardedMinor:
    """Compares the risk of staying with that of a full advance; otherwise leaves the decision to another strategy."""

    def __init__(self, otherwise: Minor) -> None:
        self.otherwise = otherwise

    def __call__(self, d: Decision) -> Order:
        found = self.otherwise(d)
        verb = verb_for(Role.ADVANCE, d.offer, d.doctrine.role_of)
        end = verb_for(Role.END, d.offer, d.doctrine.role_of)
        if not verb or not end or d.buys or not d.doctrine.aims(d.s, 1 - d.side):
            return found
        stay, go = self._after(d, Action(end, lowest(d.offer[end]))), self._advanced(d, verb)
        if stay.at == go.at:
            return found
        staying, going = risk(d, stay), risk(d, go)
        if going > staying + _WORSE:
            return Order((Action(end, lowest(d.offer[end])),), "An advance would let the enemy win in its next turn.")
        if staying > going + _WORSE and d.doctrine.role_of.get(found.actions[0].verb) != Role.ADVANCE:
            unit = max(bits(d.offer[verb]), key=lambda u: (d.doctrine.defense(d.s, u), -u))
            return Order((Action(verb, unit),), "Without this advance the enemy could win in its next turn.")
        return found

    @staticmethod
    def _after(d: Decision, action: Action) -> WarState:
        after = d.s.copy()
        d.game.do(after, action)
        return after

    @staticmethod
    def _advanced(d: Decision, verb: str) -> WarState:
        """Return the position after all have advanced that leave no vital hex empty."""
        s, adjutant = d.s.copy(), Adjutant(d.maps)
        step = d.s.agenda[-1][0]
        for _ in range(_MOST):
            if s.over or s.agenda[-1][0] != step or d.game.seat(s) != d.game.sides[d.side]:
                break
            offer = d.game.offer(s)
            action = adjutant.act(s, offer)
            d.game.do(s, action)
            if d.doctrine.role_of.get(action.verb) == Role.END:
                break
        return s


class GuardedFight:
    """Makes no attack and no probe that would let the enemy win in its next turn."""

    def __init__(self, otherwise: Fight) -> None:
        self.otherwise = otherwise

    def attack(self, d: Decision) -> Order:
        offer, found = dict(d.offer), self.otherwise.attack(d)
        if d.buys or not d.doctrine.aims(d.s, 1 - d.side):
            return found
        for _ in range(_TRIES):
            first = found.actions[0]
            if d.doctrine.role_of.get(first.verb) != Role.ATTACK or not self._is_unsafe(d, found):
                return found
            offer[first.verb] = offer[first.verb] & ~(1 << first.arg)
            if not any(offer.values()):
                return found
            found = self.otherwise.attack(d.with_offer(offer))
        end = verb_for(Role.END, d.offer, d.doctrine.role_of)
        return Order((Action(end, lowest(d.offer[end])),), "No attack is safe.") if end else found

    def join(self, d: Decision) -> Order:
        return self.otherwise.join(d)

    def _is_unsafe(self, d: Decision, order: Order) -> bool:
        """Whether the enemy could win after a probe, or after an attack that costs a unit in a vital hex."""
        if not d.s.occupied[1 - d.side] >> order.actions[0].arg & 1:
            after = self._probed(d, order)
        else:
            after = self._weakened(d, order)
        return after is not None and risk(d, after) > risk(d, d.s) + _WORSE

    @staticmethod
    def _probed(d: Decision, order: Order) -> WarState | None:
        after = d.s.copy()
        for action in order.actions:
            if not d.game.step(after).permits(after, action.verb, action.arg):
                return None
            d.game.do(after, action)
        return after

    @staticmethod
    def _weakened(d: Decision, order: Order) -> WarState | None:
        """Return the position without the weakest attacker in each vital hex; None if no attacker is in one."""
        vital, lost = d.doctrine.vital(d.s, d.side), dict[int, int]()
        units = [a.arg for a in order.actions if kind_of(d.game, a.verb) == "unit"]
        for u in sorted(units, key=lambda u: (-d.doctrine.defense(d.s, u), u)):
            if d.s.at[u] >= 0 and vital >> d.s.at[u] & 1:
                lost[d.s.at[u]] = u
        if not lost:
            return None
        after = d.s.copy()
        for u in lost.values():
            after.at[u] = -1
        d.game.refresh(after)
        return after
