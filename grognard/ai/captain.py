"""The captain: one greedy pass. He looks at the map, gives every unit its order, and attacks where it pays."""

from __future__ import annotations

import random
from typing import Any

from ..engine.action import Action
from ..engine.actions import pick
from ..engine.doctrine import END, ORDER, PROPOSE, STRIKE, TAKE
from ..engine.game import Game
from ..engine.step import Offer
from ..hexes import bits
from .assaults import Allocator
from .composer import Blow, Composer
from .judge import Judge
from .lookahead import Lookahead
from .maps import Maps
from .orders import Order, sentence
from .planner import Moves, Plan, Planner

#: What an attack must promise.
ENOUGH = 0.05
#: Who fights first can move on afterwards.
_RIGHT_NOW = 1.15
#: Decisions with more ways than this are judged by a sample of them.
_WIDE = 40


class Captain:
    """Plays soundly without search."""

    name = "captain"

    def __init__(self) -> None:
        self.order: tuple[Action, ...] = ()
        self.why = ""
        self._queue: list[Order] = []
        self._rest: list[Action] = []
        self._expected: Any = None

    # -- the contract ------------------------------------------------------------------------

    def decide(self, game: Game, state: Any, offer: Offer, rng: random.Random) -> Action:
        """The next action; orders of several actions are kept until they are carried out."""
        if (self._rest or self._queue) and self._expected == self._mark(game, state):
            action = self._rest[0] if self._rest else self._queue[0].actions[0]
            if offer.get(action.verb, 0) >> action.arg & 1:
                return self._next(game, state)
        self._queue, self._rest = [], []
        only = self._only(offer)
        if only is not None or game.doctrine is None:
            action = only or pick(offer, rng.randrange(sum(args.bit_count() for args in offer.values())))
            self.order, self.why = (action,), "Nothing else is possible." if only else ""
            return action
        side = game.seat(state)
        guess = game.resample(state, side, rng)
        self._queue = self._think(game, guess, game.side_index[side], offer, rng)
        return self._next(game, state)

    def _next(self, game: Game, state: Any) -> Action:
        if not self._rest:
            order = self._queue.pop(0)
            self.order, self.why = order.actions, order.why
            self._rest = list(order.actions)
        action = self._rest.pop(0)
        self._expected = None
        if self._rest or self._queue:
            after = state.copy()
            game.do(after, action)
            self._expected = self._mark(game, after)
        return action

    def _mark(self, game: Game, state: Any) -> Any:
        """What must be as expected if an order is to be gone on with."""
        return (tuple(state.agenda), tuple(state.at), state.turn)

    def _only(self, offer: Offer) -> Action | None:
        found = [(verb, args) for verb, args in offer.items() if args]
        if len(found) == 1 and not found[0][1] & (found[0][1] - 1):
            return Action(found[0][0], found[0][1].bit_length() - 1)
        return None

    # -- thinking ----------------------------------------------------------------------------

    def _think(self, game: Game, s: Any, side: int, offer: Offer, rng: random.Random) -> list[Order]:
        doctrine = game.doctrine
        assert doctrine is not None
        roles = {doctrine.role_of.get(verb, "") for verb, args in offer.items() if args}
        if PROPOSE in roles:
            return [Order((self._first(doctrine, offer, PROPOSE),), "The proposed set-up is sound.")]
        if ORDER in roles:
            return [self._declare(game, s, side, offer)]
        if TAKE in roles:
            return self._move(game, s, side, offer, rng)
        ahead = Lookahead(Judge(Maps(game, s), side))
        if STRIKE in roles:
            return [self._fight(game, s, offer, ahead)]
        return [self._small(game, s, offer, ahead, rng)]

    def _declare(self, game: Game, s: Any, side: int, offer: Offer) -> Order:
        """Move first or fight first: whichever lets the better attacks be made."""
        best, found = -1.0, None
        for verb, args in offer.items():
            for arg in bits(args):
                trial = s.copy()
                game.do(trial, Action(verb, arg))
                maps = Maps(game, trial)
                mobile = maps.doctrine.fights_next(trial)
                attacks = Allocator(maps, side, maps.units[side], mobile=mobile).allocate()
                value = sum(assault.gain for assault in attacks) * (1.0 if mobile else _RIGHT_NOW)
                if value > best:
                    best, found = value, Action(verb, arg)
        assert found is not None
        return Order((found,), sentence(f"this order allows the better attacks, worth about {best:.1f} points"))

    def _first(self, doctrine: Any, offer: Offer, part: str) -> Action:
        verb = next(verb for verb, args in offer.items() if args and doctrine.role_of.get(verb) == part)
        return Action(verb, (offer[verb] & -offer[verb]).bit_length() - 1)

    def _move(self, game: Game, s: Any, side: int, offer: Offer, rng: random.Random) -> list[Order]:
        """Orders for the whole phase, its end included."""
        planner = Planner(Maps(game, s), side)
        trial = s.copy()
        done = planner.carry_out(trial, Plan())
        return self._orders(game, planner, done, trial, offer, rng)

    def _orders(
        self, game: Game, planner: Planner, done: Moves, after: Any, offer: Offer, rng: random.Random
    ) -> list[Order]:
        """Moves as orders with their reasons, and the end of the phase; ``after`` is the state they lead to."""
        out = [Order(actions, planner.reason(u, after.at[u])) for u, actions in done]
        ends = game.offer(after)
        end = next((v for v, a in ends.items() if a and planner.doctrine.role_of.get(v) == END), "")
        if end and not after.over:
            out.append(Order((Action(end, 0),), "Everybody else stands where he should."))
        return out or [Order((self._any(offer, rng),))]

    def _any(self, offer: Offer, rng: random.Random) -> Action:
        """Something legal, where nothing better was found."""
        return pick(offer, rng.randrange(sum(args.bit_count() for args in offer.values())))

    def _fight(self, game: Game, s: Any, offer: Offer, ahead: Lookahead) -> Order:
        composer = Composer(ahead)
        return self._strike(game, s, offer, composer, composer.blows(s, offer))

    def _strike(self, game: Game, s: Any, offer: Offer, composer: Composer, blows: list[Blow]) -> Order:
        """The best attack, or the end of the phase if none pays."""
        end = next((v for v, a in offer.items() if a and composer.role.get(v) == END), "")
        if blows and (not end or blows[0].gain > ENOUGH):
            return Order(blows[0].orders, composer.reason(s, blows[0]))
        if end:
            return Order((Action(end, 0),), "No attack promises more than it costs.")
        return Order((self._first(composer.doctrine, offer, STRIKE),), "An attack must be made here.")

    def _small(self, game: Game, s: Any, offer: Offer, ahead: Lookahead, rng: random.Random) -> Order:
        """Whatever else is asked: every way is tried out and judged."""
        doctrine, side = ahead.judge.doctrine, ahead.judge.side
        choices = [Action(verb, arg) for verb, args in offer.items() for arg in bits(args)]
        if len(choices) > _WIDE:
            choices = rng.sample(choices, _WIDE)
        now = ahead.judge.value(s)
        best, found = -1e18, choices[0]
        for action in choices:
            liked = doctrine.likes(s, side, action.verb, action.arg)
            value = ahead.value(s, action) if liked is None else now + liked
            if value > best:
                best, found = value, action
        return Order((found,), sentence(f"of {len(choices)} ways this one stands best, at {best - now:+.1f} points"))
