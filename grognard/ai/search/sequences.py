"""The search over sequences of orders that cost points, each judged after the enemy's best reply.

A draft is a sequence of orders that the points can pay. Moves are carried out. Attacks count with their average gain
and change nothing, because the sequence is planned again after each of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...engine.action import Action
from ..doctrine import WarState
from ..plan.purchases import LATER, Buyer, Purchase
from .budget import Budget

#: How many orders are combined, how many drafts are kept, and how many are judged after the enemy's reply.
_ORDERS, _KEPT = 40, 10
#: The cost of the enemy's reply in evaluations, and the share of it that counts: the enemy may not get to act.
REPLY_COST, _REPLIES = 6, 0.5
#: The share of the budget for the search without replies.
_SEARCH = 0.6
#: The share of its gain that a second attack on the same hex brings.
_AGAIN = 0.6
#: How much later orders count: the plan may change.
_FADING = 0.97
#: The gain of an order must be at least this much for a point.
_LEAST = 0.05


class Draft(NamedTuple):
    """A sequence of orders with its value, and the position after its moves."""

    orders: tuple[Purchase, ...]
    value: float
    after: WarState


class Sequences:
    """Searches for the best sequence of orders from a position."""

    def __init__(self, buyer: Buyer, rng: random.Random, budget: Callable[[], Budget], finalists: int) -> None:
        self.buyer, self.rng, self.finalists = buyer, rng, finalists
        self.doctrine = buyer.doctrine
        found = sorted(buyer.candidates(), key=lambda p: -p.rank)
        #: the orders to combine, best first; a move and the attack it prepares are two
        self.orders = [part for p in found[:_ORDERS] for part in _parts(p)] if found else []
        self.first = found[:_ORDERS]
        self.budget = budget()  # from now on
        self._before = self.doctrine.risk(buyer.s, buyer.side)

    def best(self) -> Draft | None:
        """Return the best draft after the enemy's reply; None if no order is worth its points."""
        drafts = self._searched()
        if not drafts:
            return None
        finalists, judged = drafts[: self.finalists], list[tuple[float, Draft]]()
        for draft in finalists:
            if judged and not self.budget.left():
                break
            judged.append((draft.value - self._risked(draft) - self._reply(draft), draft))
        value, best = max(judged, key=lambda pair: pair[0])
        nothing = -self._reply(Draft((), 0.0, self.buyer.s)) if self.budget.left() else value - 1
        return best if value > nothing else None

    # -- the search ----------------------------------------------------------------------------

    def _searched(self) -> list[Draft]:
        """The best drafts by themselves: greedy ones with each order first, then changed ones."""
        kept: list[Draft] = []
        seen: set[tuple[tuple[Action, ...], ...]] = set()
        for p in self.first:
            if kept and self.budget.spent() > _SEARCH / 2:
                break
            self._keep(kept, seen, [*_parts(p), *self.orders])
        while kept and self.budget.spent() < _SEARCH:
            self._keep(kept, seen, self._changed(kept[self._pick(len(kept))]))
        return kept

    def _pick(self, count: int) -> int:
        """A random place in a list, the first places more often."""
        return min(self.rng.randrange(count), self.rng.randrange(count))

    def _keep(self, kept: list[Draft], seen: set[tuple[tuple[Action, ...], ...]], orders: Sequence[Purchase]) -> None:
        self.budget.spend()
        draft = self.carried_out(orders)
        key = tuple(p.actions for p in draft.orders)
        if not key or key in seen:
            return
        seen.add(key)
        kept.append(draft)
        kept.sort(key=lambda d: -d.value)
        del kept[_KEPT:]

    def _changed(self, draft: Draft) -> list[Purchase]:
        """A draft with one change, and further orders for the points that are left."""
        orders, rng = list(draft.orders), self.rng
        way = rng.randrange(4)
        if way == 0 and len(orders) > 1:  # another order of the same orders
            i, j = rng.randrange(len(orders)), rng.randrange(len(orders))
            orders.insert(j, orders.pop(i))
        elif way == 1:  # moves first, so that those who attack later have support
            orders.sort(key=lambda p: p.attack)
        elif way == 2:
            del orders[rng.randrange(len(orders))]
        parts = _parts(self.first[self._pick(len(self.first))])
        place = rng.randrange(len(orders) + 1)
        orders[place:place] = parts
        return [*orders, *self.orders]

    # -- drafts --------------------------------------------------------------------------------

    def carried_out(self, orders: Sequence[Purchase]) -> Draft:
        """The draft with those orders that are legal, and that the points can pay, one after the other."""
        buyer, s, value, fade = self.buyer, self.buyer.s, 0.0, 1.0
        left, taken = buyer.purse, list[Purchase]()
        attacked: set[int] = set()
        begun: set[tuple[Action, ...]] = set()
        sure = 1.0  # how likely it is that nothing has interrupted the sequence
        score = buyer.score(s)
        for p in orders:
            if p.price > left or p.actions in begun:
                continue
            step = self._attacked(s, p) if p.attack else self._moved(s, p, score)
            if step is None:
                continue
            after, gain, asked = step
            if p.attack:
                gain *= sure * (_AGAIN if p.hex in attacked else 1.0)
            if gain <= _LEAST * p.price and not p.then:
                continue
            begun.add(p.actions)
            sure = LATER if asked else sure
            taken.append(p._replace(gain=gain))
            value, left, fade = value + fade * gain, left - p.price, fade * _FADING
            if p.attack:
                attacked.add(p.hex)
            elif after is not s:
                s, score = after, buyer.score(after)
            if not left or s.over or not buyer.goes_on(s):
                break
        return Draft(tuple(taken), value, s)

    def _moved(self, s: WarState, p: Purchase, score: float) -> tuple[WarState, float, int] | None:
        """The position after a move or another order, its gain there, and how often the enemy could interrupt it."""
        buyer = self.buyer
        if not self._offered(s, p.actions[0]):
            return None
        trial = s
        for action in p.actions[:-1]:
            trial = buyer.after(trial, action)
        last = p.actions[-1]
        if not self._offered(trial, last):
            return None
        if p.suggested or last.verb != buyer.move_verb:
            after, asked = buyer.arrived(trial, last)
            return None if after is None else (after, p.gain, asked)
        units = tuple(self.doctrine.selected(trial))
        places = self.doctrine.place_gain(trial, buyer.side, units, 1 << last.arg)
        after, asked = buyer.arrived(trial, last)
        if after is None or last.arg not in places:
            return None
        return after, places[last.arg] + buyer.score(after) - score - buyer.noticed(asked), asked

    def _attacked(self, s: WarState, p: Purchase) -> tuple[WarState, float, int] | None:
        """The same position, and the average gain of an attack from it."""
        trial = s
        for action in p.actions[:-1]:
            if not self._offered(trial, action):
                return None
            trial = self.buyer.after(trial, action)
        if not self._offered(trial, p.actions[-1]) or self.doctrine.price(trial, *p.actions[-1]) != p.price:
            return None
        return s, self.doctrine.attack_gain(trial), 0

    def _offered(self, s: WarState, action: Action) -> bool:
        return not s.over and self.buyer.game.permits(s, action)

    # -- the enemy ---------------------------------------------------------------------------

    def _risked(self, draft: Draft) -> float:
        """The change in what the side risks by a stroke from afar."""
        if draft.after.over:
            return 0.0
        return self.doctrine.risk(draft.after, self.buyer.side) - self._before

    def _reply(self, draft: Draft) -> float:
        """Return the enemy's gain by its best activation after a draft."""
        self.budget.spend(REPLY_COST)
        if draft.after.over:
            return 0.0
        enemy, occupied = 1 - self.buyer.side, draft.after.occupied
        openings = self.doctrine.openings(draft.after, enemy, occupied[self.buyer.side])
        return _REPLIES * max((self._worth(s, enemy) for s in openings), default=0.0)

    def _worth(self, s: WarState, side: int) -> float:
        """Return a side's gain by its best attacks, each by itself."""
        buyer = Buyer(self.buyer.game, s, side, self.buyer.game.offer(s))
        found = sorted(buyer.attacks(), key=lambda p: -p.rank)
        out, left, used = 0.0, buyer.purse, set[int]()
        for p in found:
            if p.price <= left and p.gain > 0 and p.hex not in used:
                out, left = out + p.gain, left - p.price
                used.add(p.hex)
        return out


def _parts(p: Purchase) -> list[Purchase]:
    """An order, and the attack that it prepares as an order of its own."""
    if not p.then:
        return [p]
    price = p.total - p.price
    return [p._replace(total=p.price), Purchase(p.then, price, price, 0.0, p.then[1].arg, attack=True)]
