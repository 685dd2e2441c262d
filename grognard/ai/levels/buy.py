"""The strategies for orders that cost points: the best order for the points, or a search over sequences of orders."""

from __future__ import annotations

from ...engine.action import Action
from ...engine.doctrine import Role
from ...hexes import lowest
from ..doctrine import actions_of, outcomes_of, verb_for
from ..orders import Order, describe_place, expected_gain, sentence
from ..plan.purchases import Buyer, Purchase
from ..search.sequences import Sequences
from .strategies import Decision, ThinkingTime


class BuyOne:
    """Buys the order with the best gain for its points, and thinks again after it."""

    def __call__(self, d: Decision) -> list[Order]:
        role_of = d.doctrine.role_of
        if not verb_for(Role.GROUP, d.offer, role_of) and not verb_for(Role.SELECT, d.offer, role_of):
            return [self._under_way(d)]
        return self._bought(d, Buyer(d.game, d.s, d.side, d.offer)) or [self._nothing(d)]

    def activate(self, d: Decision) -> Order:
        """Begin to spend points where they bring most, if that is worth more than the other choices."""
        choices = {}
        for action in actions_of(d.offer):
            liked = d.doctrine.preference(d.s, d.side, action.verb, action.arg)
            if d.doctrine.role_of.get(action.verb) == Role.ACTIVATE:
                choices[action] = (liked or 0.0) + self._prospect(d, action)
            elif liked is not None:
                choices[action] = liked
        if not choices:
            return Order((d.any_action(),))
        best = max(choices, key=lambda action: choices[action])
        if d.doctrine.role_of.get(best.verb) != Role.ACTIVATE:
            return Order((best,), "No activation is worth what it costs.")
        return Order((best,), sentence(f"this is the best of {len(choices)} choices; {expected_gain(choices[best])}"))

    def _prospect(self, d: Decision, action: Action) -> float:
        """Return the worth of the orders of an activation, with the middle number of points."""
        after = d.s.copy()
        d.game.do(after, action)
        while not after.over and d.game.step(after).chance:
            outcomes = outcomes_of(d.game, after)
            d.game.do(after, outcomes[len(outcomes) // 2][0])
        if after.over or d.doctrine.purse(after) is None:
            return 0.0
        return Buyer(d.game, after, d.side, d.game.offer(after)).worth()

    def _bought(self, d: Decision, buyer: Buyer) -> list[Order]:
        """The orders to give now; none if no order is worth its points."""
        found = buyer.best()
        if found is None or not d.offer.get(found.actions[0].verb, 0) >> found.actions[0].arg & 1:
            return []
        return [Order(found.actions, reason(d, found))]

    def _nothing(self, d: Decision) -> Order:
        end = verb_for(Role.END, d.offer, d.doctrine.role_of)
        if end:
            return Order((Action(end, lowest(d.offer[end])),), "No order is worth its points.")
        return Order((d.any_action(),))

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


class BuySequence(BuyOne):
    """Searches over sequences of orders, each judged after the enemy's best reply, and gives the orders of the best
    one up to its first attack.

    Each search takes a share of the time for a phase: there are two or three in an activation."""

    def __init__(self, time: ThinkingTime, share: float, finalists: int) -> None:
        self._time, self._share, self._finalists = time, share, finalists

    def _bought(self, d: Decision, buyer: Buyer) -> list[Order]:
        best = Sequences(buyer, d.rng, lambda: self._time.budget(self._share), self._finalists).best()
        if best is None:
            return []
        out: list[Order] = []
        for i, p in enumerate(best.orders):
            attack = next((a for a in best.orders[i + 1 :] if a.attack), None)
            out.append(Order(p.actions, reason(d, p, attack)))
            if p.attack:
                break
        return out


def reason(d: Decision, found: Purchase, attack: Purchase | None = None) -> str:
    """The reason for an order, and the attack that follows in the same plan."""
    points = f"{found.price} point{'s' if found.price != 1 else ''}"
    if found.hex < 0:
        return sentence(f"this is worth {points}; {expected_gain(found.gain)}")
    place = describe_place(d.game, found.hex)
    what = f"attack {place}" if found.attack else f"move to {place}"
    more = found.total - found.price
    then = "further orders" if found.suggested else "an attack that follows"
    prepared = f", and {more} for {then}" if more else ""
    if attack is not None and not found.attack:
        prepared = f", before an attack on {describe_place(d.game, attack.hex)} for {attack.price}"
    return sentence(f"{what} for {points}{prepared}; {expected_gain(found.gain)}")
