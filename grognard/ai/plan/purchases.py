"""Orders that cost points: candidates for the units on offer, each with its price and its gain.

A game in which orders are bought offers moves, attacks and other orders at once, and all of them are paid from one
purse. A candidate is an attack, a move, a move that makes an attack possible or better, or an order without units.
Every candidate is tried out on a copy of the position.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...engine.action import Action
from ...engine.doctrine import Role
from ...engine.game import AnyGame
from ...engine.step import Offer
from ...hexes import bits, lowest
from ..doctrine import WarState, doctrine_of, outcomes_of, verb_for

#: Points for an order that ends the game.
WON = 100.0
#: How many hexes of a group are tried out; a limit on the steps of one order.
_TRIED, _MAX_STEPS = 4, 60
#: The share of the gain of an attack that a move makes possible: the enemy may react.
_LATER = 0.85
#: The worth of a point: gains below it per point are not worth an order, though points that are left are lost.
_LEAST = 0.05
#: How the price counts: with 1 the gain per point decides, with 0 the gain alone; and the price of a free order.
_THRIFT, _FREE = 0.65, 0.3


class Purchase(NamedTuple):
    """An order that can be bought."""

    actions: tuple[Action, ...]
    #: the points of the order itself, and with the attack it prepares
    price: int
    total: int
    gain: float
    #: the hex it is about
    hex: int = -1
    attack: bool = False

    @property
    def rank(self) -> float:
        """The gain for its points."""
        return float(self.gain / max(self.total, _FREE) ** _THRIFT)


class _Attack(NamedTuple):
    """An attack by the units selected in a position."""

    actions: tuple[Action, ...]
    price: int
    gain: float
    target: int


class Buyer:
    """Finds the best order for the points of the side to decide."""

    def __init__(self, game: AnyGame, s: WarState, side: int, offer: Offer) -> None:
        self.game, self.s, self.side, self.offer = game, s, side, offer
        self.doctrine = doctrine_of(game)
        self.role_of = self.doctrine.role_of
        self.purse = self.doctrine.purse(s) or 0
        self._seat = game.sides[side]
        #: the frames below the present step
        self._below = s.agenda[:-1]
        self._neighbours = game.board.grid.neighbours
        self._group = verb_for(Role.GROUP, offer, self.role_of)
        #: by hex the best attacks of the units in it
        self._standing: dict[int, list[_Attack]] = {}

    def best(self) -> Purchase | None:
        """Return the order with the best gain for its points; None if none is worth them."""
        found = [p for p in self.candidates() if p.gain > _LEAST * max(p.total, 1)]
        return max(found, key=lambda p: p.rank, default=None)

    def candidates(self) -> Iterator[Purchase]:
        """Every order worth a look."""
        yield from self._plain()
        groups = [Action(self._group, h) for h in bits(self.offer.get(self._group, 0))]
        selected = [(action, self._after(self.s, action)) for action in groups]
        for action, trial in selected:
            attacks = self._standing[action.arg] = list(self._attacks(trial, self.purse))
            for a in attacks:
                yield Purchase((action, *a.actions), a.price, a.price, a.gain, a.target, attack=True)
        for action, trial in selected:
            yield from self._moves(action, trial)

    def _plain(self) -> Iterator[Purchase]:
        """Orders that need no selected units, by what the doctrine thinks of them."""
        for verb, args in self.offer.items():
            if self.role_of.get(verb, "") or verb == self._group:
                continue
            for arg in bits(args):
                liked = self.doctrine.preference(self.s, self.side, verb, arg)
                if liked is not None and liked > 0:
                    price = self.doctrine.price(self.s, verb, arg)
                    if price <= self.purse:
                        yield Purchase((Action(verb, arg),), price, price, liked)

    # -- attacks -----------------------------------------------------------------------------

    def _attacks(self, s: WarState, purse: int) -> Iterator[_Attack]:
        """The attacks of the selected units, each in its best way for the points."""
        offer = self.game.offer(s)
        verb = verb_for(Role.ATTACK, offer, self.role_of)
        for target in bits(offer.get(verb, 0)):
            announce = Action(verb, target)
            yield from self.ways(self._after(s, announce), (announce,), purse, target)

    def ways(self, declared: WarState, before: tuple[Action, ...], purse: int, target: int) -> Iterator[_Attack]:
        """The ways to make an attack that is declared."""
        offer = self.game.offer(declared)
        resolve = verb_for(Role.RESOLVE, offer, self.role_of)
        if resolve:
            price = self.doctrine.price(declared, resolve, 0)
            if price <= purse:
                gain = self.doctrine.attack_gain(declared)
                yield _Attack((*before, Action(resolve, 0)), price, gain, target)
        mode = verb_for(Role.MODE, offer, self.role_of)
        for way in bits(offer.get(mode, 0)):
            trial = self._after(declared, Action(mode, way))
            price = self.doctrine.price(trial, mode, way)
            if price <= purse:
                gain = self.doctrine.attack_gain(trial)
                yield _Attack((*before, Action(mode, way), Action(resolve or "resolve", 0)), price, gain, target)

    # -- moves -------------------------------------------------------------------------------

    def _moves(self, select: Action, s: WarState) -> Iterator[Purchase]:
        """Moves of a group: those to the best places, and those next to enemies that it could attack from there."""
        offer = self.game.offer(s)
        verb = verb_for(Role.MOVE, offer, self.role_of)
        hexes = offer.get(verb, 0)
        if not hexes:
            return
        units = tuple(self.doctrine.selected(s))
        price = self.doctrine.price(s, verb, lowest(hexes))
        if price > self.purse:
            return
        places = self.doctrine.place_gain(s, self.side, units, hexes)
        ranked = sorted(places, key=lambda h: (-places[h], h))
        contact = self._neighbours(s.occupied[1 - self.side])
        tried = ranked[:_TRIED] + [h for h in ranked[_TRIED:] if contact >> h & 1][:_TRIED]
        before = self._score(s)
        for h in tried:
            order = (select, Action(verb, h))
            after = self._arrived(s, order[1])
            if after is None:
                continue
            gain = places[h] + self._score(after) - before
            yield Purchase(order, price, price, gain, h)
            if contact >> h & 1 and not after.over:
                yield from self._prepares(order, price, gain, h, after)

    def _prepares(
        self, order: tuple[Action, ...], price: int, gain: float, h: int, after: WarState
    ) -> Iterator[Purchase]:
        """A move together with the attack it allows, by the units that moved or by others that they support."""
        left = self.purse - price
        if left <= 0:
            return
        group = Action(self._group, h)
        offer = self.game.offer(after)
        if offer.get(self._group, 0) >> h & 1:
            for a in self._attacks(self._after(after, group), left):
                yield Purchase(order, price, price + a.price, gain + _LATER * a.gain, h)
        for origin, attacks in self._standing.items():
            if origin in (h, order[0].arg) or not offer.get(self._group, 0) >> origin & 1:
                continue
            targets = {a.target for a in attacks if self._neighbours(1 << a.target) >> h & 1}
            if not targets:
                continue
            for a in self._attacks(self._after(after, Action(self._group, origin)), left):
                if a.target in targets:
                    yield Purchase(order, price, price + a.price, gain + _LATER * a.gain, h)

    # -- trying out --------------------------------------------------------------------------

    def _score(self, s: WarState) -> float:
        if s.over and self._goes_on(s):  # the order itself ended the game
            result = self.game.result(s)
            return 0.0 if result is None or not result.winner else WON if result.winner == self._seat else -WON
        return self.doctrine.score(s) if self.side == 0 else -self.doctrine.score(s)

    def _goes_on(self, s: WarState) -> bool:
        """Whether the frames below the present step are still there: their points are not spent."""
        return s.agenda[: len(self._below)] == self._below

    def _after(self, s: WarState, action: Action) -> WarState:
        trial = s.copy()
        self.game.do(trial, action)
        return trial

    def _arrived(self, s: WarState, move: Action) -> WarState | None:
        """The position after a move, if the enemy lets it pass; None if it does not come to an end.

        It ends with the next order, or when the frames below the present step are left: the points are spent."""
        trial = self._after(s, move)
        game = self.game
        for _ in range(_MAX_STEPS):
            if trial.over or not self._goes_on(trial):
                return trial
            if game.step(trial).chance:
                outcomes = outcomes_of(game, trial)
                game.do(trial, outcomes[len(outcomes) // 2][0])
                continue
            offer = game.offer(trial)
            if verb_for(Role.GROUP, offer, self.role_of) or (game.seat(trial) == self._seat and self._may_buy(offer)):
                return trial
            game.do(trial, self._simplest(offer))
        return None

    def _may_buy(self, offer: Offer) -> bool:
        return bool(verb_for(Role.SELECT, offer, self.role_of))

    def _simplest(self, offer: Offer) -> Action:
        """The answer that changes least: pass, stop, or the first one."""
        for role in (Role.END, Role.DESELECT, Role.RESOLVE):
            if verb := verb_for(role, offer, self.role_of):
                return Action(verb, lowest(offer[verb]))
        verb, args = next((verb, args) for verb, args in offer.items() if args)
        return Action(verb, lowest(args))
