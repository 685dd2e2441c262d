"""The tactician: he moves like a captain, but every attack and every small decision is tried out before it is made."""

from __future__ import annotations

import random
from typing import Any

from ..engine.action import Action
from ..engine.doctrine import END
from ..engine.game import Game
from ..engine.step import Offer
from .battle import Battle
from .captain import Captain
from .choices import weigh
from .composer import Composer
from .judge import Judge
from .lookahead import Lookahead
from .maps import Maps
from .orders import Order

#: What an attack must promise, as a share of what a point of strength is worth.
_ENOUGH = 0.2


class Tactician(Captain):
    """Fights exactly; what is planned before the fight is left to others."""

    name = "tactician"

    def __init__(self) -> None:
        super().__init__()
        self._battle = Battle()

    def _ahead(self, maps: Maps, side: int) -> Lookahead:
        return Lookahead(Judge(maps, side))

    def _fight(self, game: Game, s: Any, side: int, offer: Offer, maps: Maps) -> Order:
        """Every attack is put together and tried out; the best is made, or the phase ended if none pays."""
        composer = Composer(self._ahead(maps, side))
        blows = self._battle.blows(composer, s, offer)
        end = next((v for v, a in offer.items() if a and composer.role.get(v) == END), "")
        if blows and (not end or blows[0].gain > _ENOUGH * composer.doctrine.force):
            return Order(blows[0].orders, composer.reason(blows[0]))
        if end:
            return Order((Action(end, 0),), "No attack promises more than it costs.")
        return super()._fight(game, s, side, offer, maps)

    def _go_in(self, game: Game, s: Any, side: int, offer: Offer, maps: Maps) -> Order:
        """What had best be made of an attack that has been announced."""
        composer = Composer(self._ahead(maps, side))
        blow = composer.complete(s, composer.ahead.judge.value(s))
        if blow is None:
            return super()._go_in(game, s, side, offer, maps)
        return Order(blow.orders, composer.reason(blow))

    def _small(self, game: Game, s: Any, side: int, offer: Offer, maps: Maps, rng: random.Random) -> Order:
        return weigh(self._ahead(maps, side), s, offer, rng)


class Aide(Tactician):
    """A tactician for rehearsals: he draws his maps once a phase. That is the dear part, and little changes."""

    name = "aide"
    mends = False

    def __init__(self) -> None:
        super().__init__()
        self._battle = Battle(lazy=True)
        self._phase: Any = None
        self._drawn: Maps | None = None
        self._looks: dict[int, Lookahead] = {}

    def _maps(self, game: Game, s: Any) -> Maps:
        phase = (s.turn, s.agenda[0])
        if self._drawn is None or phase != self._phase:
            self._phase, self._drawn, self._looks = phase, Maps(game, s), {}
        return self._drawn

    def _ahead(self, maps: Maps, side: int) -> Lookahead:
        found = self._looks.get(side)
        if found is None:
            found = self._looks[side] = super()._ahead(maps, side)
        return found
