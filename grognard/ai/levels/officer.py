"""The officer: a commander that gives orders of several actions, planned by its five strategies."""

from __future__ import annotations

import random

from ...engine.action import Action
from ...engine.actions import pick
from ...engine.doctrine import Role
from ...engine.game import AnyGame
from ...engine.state import Frame
from ...engine.step import Offer
from ...hexes import bits, lowest
from ..commander import Commander
from ..doctrine import WarState, expect, kind_of, verb_for
from ..orders import Order
from ..wins.carrying_out import Winner
from .move import OnePlan, continue_move
from .strategies import Analysis, Decision, Strategies, ThinkingTime


def _only_action(offer: Offer) -> Action | None:
    """Return the only action on offer; None if there are several."""
    found = [(verb, args) for verb, args in offer.items() if args]
    if len(found) == 1 and not found[0][1] & (found[0][1] - 1):
        return Action(found[0][0], lowest(found[0][1]))
    return None


class Officer(Commander):
    """Plans ahead, and follows a plan only while the position is as expected."""

    def __init__(
        self,
        name: str,
        strategies: Strategies,
        time: ThinkingTime | None = None,
        analysis: Analysis | None = None,
        *,
        wins: float = 2.0,
    ) -> None:
        self.name, self.strategies = name, strategies
        #: the least chance of a win within the turn that it plays for; above 1 for none
        self._wins = wins
        self.time = time or ThinkingTime()
        self._analysis = analysis or Analysis()
        self.order: tuple[Action, ...] = ()
        self.reason = ""
        self._queue: list[Order] = []
        self._remaining: list[Action] = []
        self._expected: tuple[tuple[Frame, ...], tuple[int, ...], int] | None = None

    # -- the commander protocol ------------------------------------------------------------------------

    def decide(self, game: AnyGame, state: WarState, offer: Offer, rng: random.Random) -> Action:
        """Return the next action of the order in force, or of a new one."""
        if game.doctrine is None:
            return self._without_doctrine(offer, rng)
        self.time.clock.start((state.turn, state.agenda[0]))
        action = self._decide(game, state, offer, rng)
        self.time.clock.stop()
        return action

    def _without_doctrine(self, offer: Offer, rng: random.Random) -> Action:
        self._queue, self._remaining, only = [], [], _only_action(offer)
        action = only or pick(offer, rng.randrange(sum(args.bit_count() for args in offer.values())))
        self.order, self.reason = (action,), "This is the only legal action." if only else ""
        return action

    def _decide(self, game: AnyGame, state: WarState, offer: Offer, rng: random.Random) -> Action:
        if (self._remaining or self._queue) and self._is_expected(state):
            action = self._remaining[0] if self._remaining else self._queue[0].actions[0]
            if offer.get(action.verb, 0) >> action.arg & 1:
                return self._next(game, state)
        self._queue, self._remaining = [], []
        only = _only_action(offer)
        if only is not None:
            self.order, self.reason = (only,), "This is the only legal action."
            return only
        side = game.seat(state)
        guess = game.resample(state, side, rng)
        self._queue = self._think(Decision(game, guess, game.side_index[side], offer, rng, self._analysis))
        return self._next(game, state)

    def _next(self, game: AnyGame, state: WarState) -> Action:
        if not self._remaining:
            order = self._queue.pop(0)
            self.order, self.reason = order.actions, order.reason
            self._remaining = list(order.actions)
        action = self._remaining.pop(0)
        self._expected = None
        if self._remaining or self._queue:
            after = state.copy()
            game.do(after, action)
            after = expect(game, after)
            self._expected = (tuple(after.agenda), tuple(after.at), after.turn)
        return action

    def _is_expected(self, state: WarState) -> bool:
        """Return whether the position is the expected one; the other side may have replied in between."""
        if self._expected is None:
            return False
        agenda, at, turn = self._expected
        now = tuple(state.agenda)
        return now == agenda[: len(now)] and tuple(state.at) == at and state.turn == turn

    # -- thinking ----------------------------------------------------------------------------

    def _think(self, d: Decision) -> list[Order]:
        """Ask the strategy that fits the roles of the verbs on offer."""
        if d.doctrine.purse(d.s) is not None:
            return self.strategies.buy(d)
        role_of = d.doctrine.role_of
        roles = {role_of.get(verb, "") for verb, args in d.offer.items() if args}
        winning = self._winning(d)
        if winning:
            return winning
        if Role.PROPOSE in roles:
            verb = verb_for(Role.PROPOSE, d.offer, role_of)
            return [Order((Action(verb, lowest(d.offer[verb])),), "The proposal is sound.")]
        if Role.ACTIVATE in roles:
            return [self.strategies.buy.activate(d)]
        standing = self._standing(d)
        if standing is not None:
            return [standing]
        if Role.ORDER in roles:
            return [self.strategies.declare(d)]
        if Role.SELECT in roles:
            return self._move_and_strike(d) if Role.ATTACK in roles else self.strategies.move(d)
        selected = d.game.reading.hand(d.s)
        unit = selected[-1] if selected else -1
        if unit >= 0 and (roles & {Role.MOVE, Role.PLACE} or roles >= {Role.ATTACK, Role.DESELECT}):
            return [continue_move(d, unit)]
        if Role.ATTACK in roles:
            return [self.strategies.fight.attack(d)]
        if roles & {Role.JOIN, Role.RESOLVE} and d.s.phasing == d.side:
            return [self.strategies.fight.join(d)]
        return [self.strategies.minor(d)]

    def _winning(self, d: Decision) -> list[Order]:
        """Return the orders for a win within the turn; if it needs an attack after movement, all units move first."""
        if self._wins > 1.0:
            return []
        winner = Winner(d.game, d.s, d.side, d.offer)
        orders = winner.orders(self._wins)
        if not winner.keeps:
            return orders
        return orders + OnePlan(posts=winner.keeps)(d.at(winner.after))

    def _standing(self, d: Decision) -> Order | None:
        """Return the order that the doctrine wants at once: an action that needs neither unit nor hex.

        It is not given if the doctrine likes another action more.
        """
        for verb, args in d.offer.items():
            liked = d.doctrine.preference(d.s, d.side, verb, 0) if args and kind_of(d.game, verb) == "none" else None
            if liked is not None and liked > 0 and d.doctrine.role_of.get(verb, "") in ("", Role.END):
                if self._likes_more(d, liked):
                    return None
                return Order((Action(verb, 0),), "This is a standing preference of the commander in this game.")
        return None

    def _likes_more(self, d: Decision, than: float) -> bool:
        """Whether the doctrine likes some action more than that."""
        liked = (d.doctrine.preference(d.s, d.side, verb, arg) for verb, args in d.offer.items() for arg in bits(args))
        return any(value is not None and value > than for value in liked)

    def _move_and_strike(self, d: Decision) -> list[Order]:
        """Return moves; without any, an attack from where the units are, or the end of the phase."""
        role_of = d.doctrine.role_of
        moves = self.strategies.move(d)
        if role_of.get(moves[-1].actions[-1].verb) == Role.END:
            moves.pop()
        return moves or [self.strategies.fight.attack(d)]
