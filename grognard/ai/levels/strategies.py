"""The four kinds of strategies that make a level, the decision they receive, and what they share."""

from __future__ import annotations

import random
from functools import cached_property
from typing import NamedTuple, Protocol

from ...engine.action import Action
from ...engine.actions import pick
from ...engine.doctrine import Doctrine
from ...engine.game import AnyGame
from ...engine.state import Frame
from ...engine.step import Offer
from ..doctrine import WarState, doctrine_of
from ..fight.lookahead import Lookahead
from ..maps import Maps
from ..orders import Order
from ..search.budget import Budget, Clock
from ..value.judge import Judge


class Analysis:
    """Makes the maps and the lookahead for a decision."""

    def maps(self, game: AnyGame, s: WarState) -> Maps:
        return Maps(game, s)

    def lookahead(self, maps: Maps, side: int) -> Lookahead:
        return Lookahead(Judge(maps, side))


class PhaseAnalysis(Analysis):
    """Makes the maps and the lookahead once a phase, to save time."""

    def __init__(self) -> None:
        self._phase: tuple[int, Frame] | None = None
        self._maps: Maps | None = None
        self._lookahead: dict[int, Lookahead] = {}

    def maps(self, game: AnyGame, s: WarState) -> Maps:
        phase = (s.turn, s.agenda[0])
        if self._maps is None or phase != self._phase:
            self._phase, self._maps, self._lookahead = phase, super().maps(game, s), {}
        return self._maps

    def lookahead(self, maps: Maps, side: int) -> Lookahead:
        found = self._lookahead.get(side)
        if found is None:
            found = self._lookahead[side] = super().lookahead(maps, side)
        return found


class Decision:
    """A decision: the legal actions, on a position with all hidden facts guessed."""

    def __init__(
        self, game: AnyGame, s: WarState, side: int, offer: Offer, rng: random.Random, analysis: Analysis
    ) -> None:
        self.game, self.s, self.side, self.offer, self.rng = game, s, side, offer, rng
        self.doctrine = doctrine_of(game)
        self._analysis = analysis

    @cached_property
    def maps(self) -> Maps:
        """The maps of this decision."""
        return self._analysis.maps(self.game, self.s)

    @property
    def buys(self) -> bool:
        """Whether orders cost points in this game."""
        return type(self.doctrine).purse is not Doctrine.purse

    @property
    def lookahead(self) -> Lookahead:
        """The lookahead of this decision, to simulate actions."""
        return self._analysis.lookahead(self.maps, self.side)

    def with_offer(self, offer: Offer) -> Decision:
        """Return the same decision with fewer legal actions."""
        return Decision(self.game, self.s, self.side, offer, self.rng, self._analysis)

    def at(self, s: WarState) -> Decision:
        """Return a decision of the same side in another position."""
        return Decision(self.game, s, self.side, self.game.offer(s), self.rng, self._analysis)

    def any_action(self) -> Action:
        """Return a random legal action, for lack of a better one."""
        return pick(self.offer, self.rng.randrange(sum(args.bit_count() for args in self.offer.values())))


class ThinkingTime:
    """An officer's thinking time for a phase, in seconds or evaluations; its strategies share it."""

    def __init__(self, seconds: float = 0.0, limit: int = 0, evaluations: int | None = None) -> None:
        self.seconds, self.limit, self.evaluations = seconds, limit, evaluations
        self.clock = Clock(seconds, runs=seconds > 0 and evaluations is None)

    def budget(self, share: float = 1.0) -> Budget:
        """Return a budget for a share of the time."""
        evaluations = None if self.evaluations is None else max(1, round(self.evaluations * share))
        return Budget(0.9 * self.seconds * share, evaluations, round(self.limit * share))


class Declare(Protocol):
    """Chooses between movement and combat first."""

    def __call__(self, d: Decision) -> Order: ...


class Move(Protocol):
    """Plans a movement phase: returns orders for the whole phase, including its end."""

    def __call__(self, d: Decision) -> list[Order]: ...


class Fight(Protocol):
    """Chooses and builds attacks."""

    def attack(self, d: Decision) -> Order:
        """Return the next attack of a combat phase, or the end of the phase."""
        ...

    def join(self, d: Decision) -> Order:
        """Return the order that completes an announced attack."""
        ...


class Minor(Protocol):
    """Decides everything else: losses, retreats, advances, defensive fire."""

    def __call__(self, d: Decision) -> Order: ...


class Buy(Protocol):
    """Chooses orders where orders cost points."""

    def __call__(self, d: Decision) -> list[Order]: ...

    def activate(self, d: Decision) -> Order:
        """Choose what the next points are spent for, or nothing."""
        ...


class Strategies(NamedTuple):
    """The strategies of an officer."""

    declare: Declare
    move: Move
    fight: Fight
    minor: Minor
    buy: Buy
