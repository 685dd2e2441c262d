"""The tactician: he moves like a captain, but every attack and every small decision is tried out before it is made."""

from __future__ import annotations

import random
from typing import Any

from ...engine.action import Action
from ...engine.doctrine import END
from ...engine.game import Game
from ...engine.step import Offer
from ..fight.attack_memory import AttackMemory
from ..fight.builder import AttackBuilder
from ..fight.choices import weigh
from ..fight.lookahead import Lookahead
from ..maps import Maps
from ..orders import Order
from ..value.judge import Judge
from .captain import Captain

#: What an attack must promise, as a share of what a point of strength is worth.
_ENOUGH = 0.2


class Tactician(Captain):
    """Fights exactly; what is planned before the fight is left to others."""

    name = "tactician"

    def __init__(self) -> None:
        super().__init__()
        self._memory = AttackMemory()

    def _ahead(self, maps: Maps, side: int) -> Lookahead:
        return Lookahead(Judge(maps, side))

    def _fight(self, game: Game, s: Any, side: int, offer: Offer, maps: Maps) -> Order:
        """Every attack is put together and tried out; the best is made, or the phase ended if none pays."""
        builder = AttackBuilder(self._ahead(maps, side))
        blows = self._memory.ranked(builder, s, offer)
        end = next((v for v, a in offer.items() if a and builder.role.get(v) == END), "")
        if blows and (not end or blows[0].gain > _ENOUGH * builder.doctrine.force):
            return Order(blows[0].orders, builder.reason(blows[0]))
        if end:
            return Order((Action(end, 0),), "No attack promises more than it costs.")
        return super()._fight(game, s, side, offer, maps)

    def _go_in(self, game: Game, s: Any, side: int, offer: Offer, maps: Maps) -> Order:
        """What had best be made of an attack that has been announced."""
        builder = AttackBuilder(self._ahead(maps, side))
        built = builder.complete(s, builder.ahead.judge.value(s))
        if built is None:
            return super()._go_in(game, s, side, offer, maps)
        return Order(built.orders, builder.reason(built))

    def _small(self, game: Game, s: Any, side: int, offer: Offer, maps: Maps, rng: random.Random) -> Order:
        return weigh(self._ahead(maps, side), s, offer, rng)


class Aide(Tactician):
    """A tactician for rehearsals: he draws his maps once a phase. That is the dear part, and little changes."""

    name = "aide"
    mends = False

    def __init__(self) -> None:
        super().__init__()
        self._memory = AttackMemory(lazy=True)
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
