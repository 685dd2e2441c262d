"""The officer: a commander that decides by orders of several actions. Thinking is left to its four strategies."""

from __future__ import annotations

import random

from ...engine.action import Action
from ...engine.actions import pick
from ...engine.doctrine import Role
from ...engine.game import AnyGame
from ...engine.state import Frame
from ...engine.step import Offer
from ...hexes import lowest
from ..commander import Commander
from ..doctrine import WarState, verb_for
from ..orders import Order
from .move import continue_move
from .strategies import Decision, Sight, Strategies, Thought


def _only(offer: Offer) -> Action | None:
    """The action on offer if there is no other."""
    found = [(verb, args) for verb, args in offer.items() if args]
    if len(found) == 1 and not found[0][1] & (found[0][1] - 1):
        return Action(found[0][0], lowest(found[0][1]))
    return None


class Officer(Commander):
    """Plans ahead, and goes on with a plan only while everything is as expected."""

    def __init__(
        self, name: str, strategies: Strategies, thought: Thought | None = None, sight: Sight | None = None
    ) -> None:
        self.name, self.strategies = name, strategies
        self.thought = thought or Thought()
        self._sight = sight or Sight()
        self.order: tuple[Action, ...] = ()
        self.reason = ""
        self._queue: list[Order] = []
        self._rest: list[Action] = []
        self._expected: tuple[tuple[Frame, ...], tuple[int, ...], int] | None = None

    # -- the contract ------------------------------------------------------------------------

    def decide(self, game: AnyGame, state: WarState, offer: Offer, rng: random.Random) -> Action:
        """The next action; orders of several actions are kept until they are carried out."""
        if game.doctrine is None:
            return self._without_doctrine(offer, rng)
        self.thought.clock.start((state.turn, state.agenda[0]))
        action = self._decided(game, state, offer, rng)
        self.thought.clock.stop()
        return action

    def _without_doctrine(self, offer: Offer, rng: random.Random) -> Action:
        self._queue, self._rest, only = [], [], _only(offer)
        action = only or pick(offer, rng.randrange(sum(args.bit_count() for args in offer.values())))
        self.order, self.reason = (action,), "Nothing else is possible." if only else ""
        return action

    def _decided(self, game: AnyGame, state: WarState, offer: Offer, rng: random.Random) -> Action:
        if (self._rest or self._queue) and self._is_expected(state):
            action = self._rest[0] if self._rest else self._queue[0].actions[0]
            if offer.get(action.verb, 0) >> action.arg & 1:
                return self._next(game, state)
        self._queue, self._rest = [], []
        only = _only(offer)
        if only is not None:
            self.order, self.reason = (only,), "Nothing else is possible."
            return only
        side = game.seat(state)
        guess = game.resample(state, side, rng)
        self._queue = self._think(Decision(game, guess, game.side_index[side], offer, rng, self._sight))
        return self._next(game, state)

    def _next(self, game: AnyGame, state: WarState) -> Action:
        if not self._rest:
            order = self._queue.pop(0)
            self.order, self.reason = order.actions, order.reason
            self._rest = list(order.actions)
        action = self._rest.pop(0)
        self._expected = None
        if self._rest or self._queue:
            after = state.copy()
            game.do(after, action)
            self._expected = (tuple(after.agenda), tuple(after.at), after.turn)
        return action

    def _is_expected(self, state: WarState) -> bool:
        """Whether all is as it should be for an order to be gone on with; the other side may have given an answer."""
        if self._expected is None:
            return False
        agenda, at, turn = self._expected
        now = tuple(state.agenda)
        return now == agenda[: len(now)] and tuple(state.at) == at and state.turn == turn

    # -- thinking ----------------------------------------------------------------------------

    def _think(self, d: Decision) -> list[Order]:
        """Ask the strategy whose matter it is, by the parts of the verbs on offer."""
        role = d.doctrine.role_of
        roles = {role.get(verb, "") for verb, args in d.offer.items() if args}
        if Role.PROPOSE in roles:
            verb = verb_for(Role.PROPOSE, d.offer, role)
            return [Order((Action(verb, lowest(d.offer[verb])),), "What is proposed is sound.")]
        if Role.ORDER in roles:
            return [self.strategies.declare(d)]
        if Role.SELECT in roles:
            return self.strategies.move(d)
        hand = d.game.reading.hand(d.s)
        unit = hand[-1] if hand else -1
        if unit >= 0 and roles & {Role.MOVE, Role.PLACE}:
            return [continue_move(d, unit)]
        if Role.ATTACK in roles:
            return [self.strategies.fight.attack(d)]
        if roles & {Role.JOIN, Role.RESOLVE} and d.s.phasing == d.side:
            return [self.strategies.fight.join(d)]
        return [self.strategies.minor(d)]
