"""The captain: one greedy pass. He looks at the map, gives every unit its order, and attacks where it pays."""

from __future__ import annotations

import random
from typing import Any

from ..engine.action import Action
from ..engine.doctrine import END, ORDER, PROPOSE, STRIKE, TAKE
from ..engine.game import Game
from ..engine.step import Offer
from ..hexes import bits
from .assaults import Allocator
from .composer import Composer
from .judge import Judge
from .lookahead import Lookahead
from .maps import Maps
from .planner import Plan, Planner

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
        self._queue: list[Action] = []
        self._expected: Any = None

    # -- the contract ------------------------------------------------------------------------

    def decide(self, game: Game, state: Any, offer: Offer, rng: random.Random) -> Action:
        """The next action; orders of several actions are kept until they are carried out."""
        if self._queue and self._expected == self._mark(game, state):
            action = self._queue[0]
            if offer.get(action.verb, 0) >> action.arg & 1:
                return self._next(game, state)
        self._queue = []
        only = self._only(offer)
        if only is not None:
            self.order, self.why = (only,), ""
            return only
        side = game.seat(state)
        guess = game.resample(state, side, rng)
        self._queue = self._think(game, guess, game.side_index[side], offer, rng)
        self.order = tuple(self._queue)
        return self._next(game, state)

    def _next(self, game: Game, state: Any) -> Action:
        action = self._queue.pop(0)
        self._expected = None
        if self._queue:
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

    def _think(self, game: Game, s: Any, side: int, offer: Offer, rng: random.Random) -> list[Action]:
        doctrine = game.doctrine
        assert doctrine is not None
        roles = {doctrine.role_of.get(verb, "") for verb, args in offer.items() if args}
        if PROPOSE in roles:
            return [self._first(doctrine, offer, PROPOSE)]
        if ORDER in roles:
            return [self._declare(game, s, side, offer)]
        if TAKE in roles:
            return self._move(game, s, side, offer, rng)
        maps = Maps(game, s)
        ahead = Lookahead(Judge(maps, side))
        if STRIKE in roles:
            return self._fight(game, s, offer, ahead)
        return [self._small(s, offer, ahead, rng)]

    def _declare(self, game: Game, s: Any, side: int, offer: Offer) -> Action:
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
        return found

    def _first(self, doctrine: Any, offer: Offer, part: str) -> Action:
        verb = next(verb for verb, args in offer.items() if args and doctrine.role_of.get(verb) == part)
        return Action(verb, (offer[verb] & -offer[verb]).bit_length() - 1)

    def _move(self, game: Game, s: Any, side: int, offer: Offer, rng: random.Random) -> list[Action]:
        """Orders for the whole phase, its end included."""
        planner = Planner(Maps(game, s), side)
        trial = s.copy()
        done = planner.carry_out(trial, Plan())
        after = game.offer(trial)
        end = next((v for v, a in after.items() if a and planner.doctrine.role_of.get(v) == END), "")
        if end:
            done.append(Action(end, 0))
        if not done:
            done = [self._any(offer, rng)]
        return done

    def _any(self, offer: Offer, rng: random.Random) -> Action:
        """Something legal, where nothing better was found."""
        verb, args = next((verb, args) for verb, args in offer.items() if args)
        return Action(verb, rng.choice(list(bits(args))))

    def _fight(self, game: Game, s: Any, offer: Offer, ahead: Lookahead) -> list[Action]:
        composer = Composer(ahead)
        blows = composer.blows(s, offer)
        end = next((v for v, a in offer.items() if a and composer.role.get(v) == END), "")
        if blows and (not end or blows[0].gain > 0.05):
            return list(blows[0].orders)
        if end:
            return [Action(end, 0)]
        return [self._first(composer.doctrine, offer, STRIKE)]

    def _small(self, s: Any, offer: Offer, ahead: Lookahead, rng: random.Random) -> Action:
        """Whatever else is asked: every way is tried out and judged."""
        doctrine = ahead.judge.doctrine
        side = ahead.judge.side
        choices = [Action(verb, arg) for verb, args in offer.items() for arg in bits(args)]
        if len(choices) > _WIDE:
            choices = rng.sample(choices, _WIDE)
        best, found = -1e18, choices[0]
        for action in choices:
            liked = doctrine.likes(s, side, action.verb, action.arg)
            value = ahead.value(s, action) if liked is None else ahead.judge.value(s) + liked
            if value > best:
                best, found = value, action
        return found

