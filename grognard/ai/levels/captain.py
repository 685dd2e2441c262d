"""The captain: one greedy pass. He looks at the map, gives every unit its order, and attacks where it pays."""

from __future__ import annotations

import random
from typing import Any

from ...engine.action import Action
from ...engine.actions import pick
from ...engine.doctrine import END, FLEE, FOLLOW, GO, JOIN, LAUNCH, LOSE, ORDER, PROPOSE, PUT, STRIKE, TAKE
from ...engine.game import Game
from ...engine.step import Offer
from ...hexes import bits
from ..fight.adjutant import Adjutant
from ..fight.allocator import Allocator
from ..fight.table_attacks import TableAttacks
from ..maps import Maps
from ..orders import Order, sentence
from ..plan.planner import Moves, Plan, Planner
from ..plan.reasons import reason

#: Who fights first can move on afterwards.
_RIGHT_NOW = 1.15
#: How often a plan is mended that leaves a way open.
_MENDS = 3
#: What he goes by in small decisions.
_THUMB = {
    LOSE: "That costs us least, or the enemy most.", FLEE: "That is the safest hex.",
    END: "There is nothing to gain by more.",
    FOLLOW: "Who defends best follows up, where that leaves nothing open.", JOIN: "That takes most from the attack.",
}  # fmt: skip


def in_hand(game: Game, s: Any) -> int:
    """The unit that somebody has taken in hand; -1 for none."""
    step = game.step(s)
    named = [arg for kind, arg in zip(step.args, s.agenda[-1][1:], strict=False) if kind == "unit" and arg >= 0]
    hand = named or getattr(s, "hand", None)  # who is named last was taken last
    return int(hand[-1]) if hand else -1


class Captain:
    """Plays soundly without search."""

    name = "captain"
    #: whether he looks at his plan again where the enemy may leave the map and win
    mends = True

    def __init__(self) -> None:
        self.order: tuple[Action, ...] = ()
        self.why = ""
        self._queue: list[Order] = []
        self._rest: list[Action] = []
        self._expected: Any = None

    # -- the contract ------------------------------------------------------------------------

    def decide(self, game: Game, state: Any, offer: Offer, rng: random.Random) -> Action:
        """The next action; orders of several actions are kept until they are carried out."""
        if (self._rest or self._queue) and self._is_expected(state):
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
            self._expected = (tuple(after.agenda), tuple(after.at), after.turn)
        return action

    def _is_expected(self, state: Any) -> bool:
        """Whether all is as it should be for an order to be gone on with; the other side may have given an answer."""
        agenda, at, turn = self._expected
        now = tuple(state.agenda)
        return bool(now == agenda[: len(now)] and tuple(state.at) == at and state.turn == turn)

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
            return [Order((self._first(doctrine, offer, PROPOSE),), "What is proposed is sound.")]
        if ORDER in roles:
            return [self._declare(game, s, side, offer, rng)]
        if TAKE in roles:
            return self._move(game, s, side, offer, rng)
        maps = self._maps(game, s)
        unit = in_hand(game, s)
        if unit >= 0 and roles & {GO, PUT}:
            return [self._go_on(s, side, unit, offer, maps, rng)]
        if STRIKE in roles:
            return [self._fight(game, s, side, offer, maps)]
        if roles & {JOIN, LAUNCH} and s.phasing == side:
            return [self._go_in(game, s, side, offer, maps)]
        return [self._small(game, s, side, offer, maps, rng)]

    def _maps(self, game: Game, s: Any) -> Maps:
        """What he reads off the map before a decision."""
        return Maps(game, s)

    def _declare(self, game: Game, s: Any, side: int, offer: Offer, rng: random.Random) -> Order:
        """Move first or fight first: whichever lets the better attacks be made."""
        best, found, told = -1.0, None, 0.0
        for verb, args in offer.items():
            for arg in bits(args):
                trial = s.copy()
                game.do(trial, Action(verb, arg))
                maps = Maps(game, trial)
                mobile = maps.doctrine.fights_next(trial)
                attacks = Allocator(maps, side, maps.units[side], mobile=mobile).allocate()
                worth = sum(assault.gain for assault in attacks)
                value = worth * (1.0 if mobile else _RIGHT_NOW)
                if value > best:
                    best, found, told = value, Action(verb, arg), worth
        assert found is not None
        return Order((found,), sentence(f"this order allows the better attacks, worth about {told:.1f} points"))

    def _first(self, doctrine: Any, offer: Offer, part: str) -> Action:
        verb = next(verb for verb, args in offer.items() if args and doctrine.role_of.get(verb) == part)
        return Action(verb, (offer[verb] & -offer[verb]).bit_length() - 1)

    def _move(self, game: Game, s: Any, side: int, offer: Offer, rng: random.Random) -> list[Order]:
        """Orders for the whole phase, its end included."""
        planner = Planner(Maps(game, s), side)
        trial = s.copy()
        done = planner.carry_out(trial, Plan())
        if self.mends and planner.doctrine.doors(s, side):
            trial, done = self._mended(planner, trial, done)
        return self._orders(game, planner, done, trial, offer, rng)

    def _mended(self, planner: Planner, after: Any, done: Moves) -> tuple[Any, Moves]:
        """A plan without the ways that it leaves open to the enemy, as far as they can be barred."""
        posts: dict[int, int] = {}
        left = planner.open(after)
        for _ in range(_MENDS if left else 0):
            more = planner.barred(posts, after.at)
            posts |= more
            trial = planner.s.copy()
            moves = planner.carry_out(trial, Plan(posts=posts))
            now = planner.open(trial)
            if now < left:
                after, done, left = trial, moves, now
            if not left or not more:
                break
        planner.spoilers = posts
        return after, done

    def _orders(
        self, game: Game, planner: Planner, done: Moves, after: Any, offer: Offer, rng: random.Random
    ) -> list[Order]:
        """Moves as orders with their reasons, and the end of the phase; ``after`` is the state they lead to."""
        out = [Order(actions, reason(planner, u, after.at[u])) for u, actions in done]
        ends = game.offer(after)
        end = next((v for v, a in ends.items() if a and planner.doctrine.role_of.get(v) == END), "")
        if end and not after.over:
            out.append(Order((Action(end, 0),), "Everybody else stands where he should."))
        return out or [Order((self._any(offer, rng),))]

    def _go_on(self, s: Any, side: int, unit: int, offer: Offer, maps: Maps, rng: random.Random) -> Order:
        """A unit in somebody's hand goes to its place in the plan, or where it stands best if it has none."""
        planner, plan = Planner(maps, side), Plan()
        spot = planner.places_in(plan).get(unit, -1)
        verb, arg = planner.choose(s, unit, offer, spot, plan.script(unit))
        if not verb:  # it had better stay, but it must go
            return Order((self._any(offer, rng),), "It has to go somewhere.")
        there = arg if planner.doctrine.role_of.get(verb) in (GO, PUT) else s.at[unit]
        return Order((Action(verb, arg),), reason(planner, unit, there))

    def _any(self, offer: Offer, rng: random.Random) -> Action:
        """Something legal, where nothing better was found."""
        return pick(offer, rng.randrange(sum(args.bit_count() for args in offer.values())))

    def _fight(self, game: Game, s: Any, side: int, offer: Offer, maps: Maps) -> Order:
        return TableAttacks(maps, side).fight(s, offer)

    def _go_in(self, game: Game, s: Any, side: int, offer: Offer, maps: Maps) -> Order:
        """An attack has been announced and somebody may join it."""
        return TableAttacks(maps, side).go_in(s) or Order((Adjutant(maps, careful=True).act(s, offer),))

    def _small(self, game: Game, s: Any, side: int, offer: Offer, maps: Maps, rng: random.Random) -> Order:
        """Whatever else is asked, by rules of thumb."""
        doctrine = maps.doctrine
        best, found = 0.0, None
        for verb, args in offer.items():
            for arg in bits(args):
                liked = doctrine.likes(s, side, verb, arg)
                if liked is not None and liked > best:
                    best, found = liked, Action(verb, arg)
        if found is not None:
            return Order((found,), "Experience says so.")
        found = Adjutant(maps, careful=True).act(s, offer)
        return Order((found,), _THUMB.get(doctrine.role_of.get(found.verb, ""), "By rule of thumb."))
