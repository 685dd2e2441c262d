"""Strategies: four parts that make a level, what each is asked, and what the four of one officer share."""

from __future__ import annotations

import random
from functools import cached_property
from typing import NamedTuple, Protocol

from ...engine.action import Action
from ...engine.actions import pick
from ...engine.game import AnyGame
from ...engine.state import Frame
from ...engine.step import Offer
from ..doctrine import WarState, doctrine_of
from ..fight.lookahead import Lookahead
from ..maps import Maps
from ..orders import Order
from ..search.budget import Budget, Clock
from ..value.judge import Judge


class Sight:
    """What an officer reads off the map before a decision."""

    def maps(self, game: AnyGame, s: WarState) -> Maps:
        return Maps(game, s)

    def ahead(self, maps: Maps, side: int) -> Lookahead:
        return Lookahead(Judge(maps, side))


class PhaseSight(Sight):
    """The same, drawn once a phase: that is the expensive part, and little changes."""

    def __init__(self) -> None:
        self._phase: tuple[int, Frame] | None = None
        self._maps: Maps | None = None
        self._ahead: dict[int, Lookahead] = {}

    def maps(self, game: AnyGame, s: WarState) -> Maps:
        phase = (s.turn, s.agenda[0])
        if self._maps is None or phase != self._phase:
            self._phase, self._maps, self._ahead = phase, super().maps(game, s), {}
        return self._maps

    def ahead(self, maps: Maps, side: int) -> Lookahead:
        found = self._ahead.get(side)
        if found is None:
            found = self._ahead[side] = super().ahead(maps, side)
        return found


class Decision:
    """What an officer has to decide: an offer, on a guess of the position that its side cannot tell from the truth."""

    def __init__(self, game: AnyGame, s: WarState, side: int, offer: Offer, rng: random.Random, sight: Sight) -> None:
        self.game, self.s, self.side, self.offer, self.rng = game, s, side, offer, rng
        self.doctrine = doctrine_of(game)
        self._sight = sight

    @cached_property
    def maps(self) -> Maps:
        """The map as it is read before this decision."""
        return self._sight.maps(self.game, self.s)

    @property
    def ahead(self) -> Lookahead:
        """For trying out actions."""
        return self._sight.ahead(self.maps, self.side)

    def any_action(self) -> Action:
        """Something legal, where nothing better was found."""
        return pick(self.offer, self.rng.randrange(sum(args.bit_count() for args in self.offer.values())))


class Thought:
    """The time that an officer has for a phase, in seconds or in evaluations. Its strategies share it."""

    def __init__(self, seconds: float = 0.0, enough: int = 0, evaluations: int | None = None) -> None:
        self.seconds, self.enough, self.evaluations = seconds, enough, evaluations
        self.clock = Clock(seconds, runs=seconds > 0 and evaluations is None)

    def budget(self, share: float = 1.0) -> Budget:
        """A share of it."""
        evaluations = None if self.evaluations is None else max(1, round(self.evaluations * share))
        return Budget(0.9 * self.seconds * share, evaluations, round(self.enough * share))


class Declare(Protocol):
    """Chooses between movement and combat first."""

    def __call__(self, d: Decision) -> Order: ...


class Move(Protocol):
    """Plans a movement phase: orders for all of it, its end included."""

    def __call__(self, d: Decision) -> list[Order]: ...


class Fight(Protocol):
    """Chooses attacks and puts them together."""

    def attack(self, d: Decision) -> Order:
        """The next attack of a combat phase, or the end of the phase."""
        ...

    def join(self, d: Decision) -> Order:
        """What to make of an attack that has been announced."""
        ...


class Minor(Protocol):
    """Decides everything else: losses, retreats, advances, fire in defence."""

    def __call__(self, d: Decision) -> Order: ...


class Strategies(NamedTuple):
    """The four that make a level."""

    declare: Declare
    move: Move
    fight: Fight
    minor: Minor
