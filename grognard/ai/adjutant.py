"""Small decisions at once: who is lost, where to retreat to, whether to advance."""

from __future__ import annotations

from typing import Any

from ..engine.action import Action
from ..engine.doctrine import END, FLEE, FOLLOW, LAUNCH, LET_GO, LOSE
from ..engine.step import Offer
from ..hexes import bits, lowest
from .line import Line
from .maps import Maps


class Adjutant:
    """Decides small things at once, for either side: who is lost, where to retreat to, whether to advance."""

    def __init__(self, maps: Maps, *, careful: bool = False) -> None:
        self.maps, self.game, self.doctrine = maps, maps.game, maps.doctrine
        self.role = self.doctrine.role_of
        #: whether he looks at the whole line before he lets somebody leave his place
        self._careful = careful

    def act(self, s: Any, offer: Offer) -> Action:
        """What to do with the decision at hand."""
        side = self.game.side_index[self.game.seat(s)]
        for verb, args in offer.items():
            if not args:
                continue
            part = self.role.get(verb, "")
            if part == LOSE:
                return Action(verb, min(bits(args), key=lambda u: (self._loss(s, side, u), u)))
            if part == FLEE:
                return Action(verb, max(bits(args), key=lambda h: (self.shelter(s, side, h), -h)))
            if part == FOLLOW:
                return self._follow(s, side, verb, args, offer)
        return self._otherwise(offer)

    def _loss(self, s: Any, side: int, unit: int) -> float:
        """What a unit's loss is to a side: one's own should be small, the enemy's great."""
        worth = self.doctrine.worth(s, unit)
        return worth if self.maps.knowledge.side_of[unit] == side else -worth

    def shelter(self, s: Any, side: int, h: int) -> float:
        """How good a hex is to retreat to."""
        maps = self.maps
        out = -0.2 * maps.threat(1 - side).at(h)
        if not self.doctrine.supplied(s, side) >> h & 1:
            out -= 5.0
        if maps.zone[1 - side] >> h & 1:
            out -= 2.0
        return out

    def _follow(self, s: Any, side: int, verb: str, args: int, offer: Offer) -> Action:
        """The unit that defends best advances, unless it leaves alone what must not be lost."""
        vital = self.doctrine.vital(s, side)
        able = [u for u in bits(args) if not (vital >> s.at[u] & 1 and s.at.count(s.at[u]) == 1)]
        if self._careful:
            able = [u for u in able if not self._opens(s, side, u)]
        if not able:
            return self._otherwise(offer)
        return Action(verb, max(able, key=lambda u: (self.doctrine.defense(s, u), -u)))

    def _opens(self, s: Any, side: int, unit: int) -> bool:
        """Whether a unit that leaves its hex opens a way to what must not be lost."""
        line, here = Line(self.maps, side), s.at[unit]
        targets = line.targets(s)
        if not targets or s.at.count(here) > 1:
            return False
        left = s.copy()
        before = line.open(targets, self.doctrine.zone(left, side), left.occupied[side])
        left.occupied[side] &= ~(1 << here)
        return bool(line.open(targets, self.doctrine.zone(left, side), left.occupied[side]) & ~before)

    def _otherwise(self, offer: Offer) -> Action:
        for part in (END, LAUNCH, LET_GO):
            for verb, args in offer.items():
                if args and self.role.get(verb) == part:
                    return Action(verb, lowest(args))
        verb, args = next((verb, args) for verb, args in offer.items() if args)
        return Action(verb, lowest(args))
