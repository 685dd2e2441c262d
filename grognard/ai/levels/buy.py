"""The strategy for orders that cost points: the best order for the points, one at a time."""

from __future__ import annotations

from ...engine.action import Action
from ...engine.doctrine import Role
from ...hexes import lowest
from ..doctrine import verb_for
from ..orders import Order, describe_place, expected_gain, sentence
from ..plan.purchases import Buyer, Purchase
from .strategies import Decision


class BuyOne:
    """Buys the order with the best gain for its points, and thinks again after it."""

    def __call__(self, d: Decision) -> Order:
        role_of = d.doctrine.role_of
        if not verb_for(Role.GROUP, d.offer, role_of) and not verb_for(Role.SELECT, d.offer, role_of):
            return self._under_way(d)
        buyer = Buyer(d.game, d.s, d.side, d.offer)
        found = buyer.best()
        if found is not None and d.offer.get(found.actions[0].verb, 0) >> found.actions[0].arg & 1:
            return Order(found.actions, self._reason(d, found))
        end = verb_for(Role.END, d.offer, role_of)
        if end:
            return Order((Action(end, lowest(d.offer[end])),), "No order is worth its points.")
        return Order((d.any_action(),))

    def _reason(self, d: Decision, found: Purchase) -> str:
        points = f"{found.price} point{'s' if found.price != 1 else ''}"
        if found.hex < 0:
            return sentence(f"this is worth {points}; {expected_gain(found.gain)}")
        place = describe_place(d.game, found.hex)
        what = f"attack {place}" if found.attack else f"move to {place}"
        prepared = "" if found.total == found.price else f", and {found.total - found.price} for an attack that follows"
        return sentence(f"{what} for {points}{prepared}; {expected_gain(found.gain)}")

    def _under_way(self, d: Decision) -> Order:
        """A move that is interrupted ends here; an attack that is declared is made if it is worth it."""
        role_of = d.doctrine.role_of
        if verb := verb_for(Role.DESELECT, d.offer, role_of):
            return Order((Action(verb, lowest(d.offer[verb])),), "The move ends here.")
        resolve = verb_for(Role.RESOLVE, d.offer, role_of)
        buyer = Buyer(d.game, d.s, d.side, d.offer)
        ways = list(buyer.ways(d.s.copy(), (), d.doctrine.purse(d.s) or 0, -1)) if resolve else []
        best = max(ways, key=lambda a: a.gain, default=None)
        if best is not None and best.gain > 0:
            return Order(best.actions, sentence(f"carry out the attack; {expected_gain(best.gain)}"))
        end = verb_for(Role.END, d.offer, role_of)
        return Order((Action(end, lowest(d.offer[end])),), "It is not worth it.") if end else Order((d.any_action(),))
