"""Small decisions at once: who is lost, where to retreat to, whether to advance, fire in defence, ground given up."""

from __future__ import annotations

from ...engine.action import Action
from ...engine.doctrine import Role
from ...engine.step import Offer
from ...hexes import bits, lowest
from ..doctrine import WarState, verb_for
from ..line import Line
from ..maps import Maps
from ..value.previews import preview_value

#: What fire in defence must take from an attack's promise: it can be given once.
_FIRE = 0.1
#: No answer takes so many actions.
_LONG = 20


class Adjutant:
    """Decides small things at once, for either side."""

    def __init__(self, maps: Maps, *, careful: bool = False) -> None:
        self.maps, self.game, self.doctrine = maps, maps.game, maps.doctrine
        self.role = self.doctrine.role_of
        #: whether he looks at the whole line before he lets somebody leave his place
        self._careful = careful

    def act(self, s: WarState, offer: Offer) -> Action:
        """What to do with the decision at hand."""
        side = self.game.side_index[self.game.seat(s)]
        for verb, args in offer.items():
            if not args:
                continue
            part = self.role.get(verb, "")
            if part == Role.LOSE:
                least = min(bits(args), key=lambda u: (self._loss(s, side, u), u))
                return self._yield(s, side, least, offer) or Action(verb, least)
            if part == Role.JOIN and self._answers(s, side):
                return self._fire(s, verb, args, offer)
            if part == Role.RETREAT:
                return Action(verb, max(bits(args), key=lambda h: (self.shelter(s, side, h), -h)))
            if part == Role.ADVANCE:
                return self._follow(s, side, verb, args, offer)
        return self._otherwise(offer)

    def answer(self, s: WarState, seat: str) -> bool:
        """Go on until a seat is asked again, where the other side may answer what it has announced; whether it is."""
        for _ in range(_LONG):
            now = "" if s.over else self.game.seat(s)
            if now == seat or now not in self.game.side_index:
                return now == seat
            self.game.do(s, self.act(s, self.game.offer(s)))
        return False

    def _loss(self, s: WarState, side: int, unit: int) -> float:
        """What a unit's loss is to a side: one's own should be small, the enemy's great."""
        worth = self.doctrine.worth(s, unit)
        return worth if self.maps.knowledge.side_of[unit] == side else -worth

    def _yield(self, s: WarState, side: int, unit: int, offer: Offer) -> Action | None:
        """Where one may leave in place of a loss: unless the hex matters or there is nowhere to go."""
        other = next((verb for verb, args in offer.items() if args and not self.role.get(verb)), "")
        h = s.at[unit]
        if not other or h < 0 or not self.maps.escapes(side) >> h & 1:
            return None
        matters = self.doctrine.vital(s, side) >> h & 1 or self.doctrine.goals(s, side).get(h, 0.0) > 1.0
        return None if matters else Action(other, lowest(offer[other]))

    def _answers(self, s: WarState, side: int) -> bool:
        """Whether a side is asked in the other's turn."""
        return s.phasing != side

    def _fire(self, s: WarState, verb: str, args: int, offer: Offer) -> Action:
        """Help for an attacked hex: whatever takes most from the attack, if it takes enough."""
        before = preview_value(self.game.reading.preview(s), self.doctrine.effects)
        best, found = before - _FIRE, -1
        for unit in bits(args):
            trial = s.copy()
            self.game.do(trial, Action(verb, unit))
            after = preview_value(self.game.reading.preview(trial), self.doctrine.effects)
            if after < best:
                best, found = after, unit
        return Action(verb, found) if found >= 0 else self._otherwise(offer)

    def shelter(self, s: WarState, side: int, h: int) -> float:
        """How good a hex is to retreat or to advance to."""
        maps = self.maps
        out = -0.2 * maps.threat(1 - side).at(h)
        if not self.doctrine.supplied(s, side) >> h & 1:
            out -= 5.0
        if maps.zone[1 - side] >> h & 1:
            out -= 2.0
        return out

    def _follow(self, s: WarState, side: int, verb: str, args: int, offer: Offer) -> Action:
        """The unit that defends best advances, unless it leaves alone what must not be lost."""
        vital = self.doctrine.vital(s, side)
        able = [u for u in bits(args) if not (vital >> s.at[u] & 1 and s.at.count(s.at[u]) == 1)]
        if self._careful:
            able = [u for u in able if not self._opens(s, side, u)]
            if self._answers(s, side):
                able = [u for u in able if self._gains(s, side, Action(verb, u))]
        if not able:
            return self._otherwise(offer)
        return Action(verb, max(able, key=lambda u: (self.doctrine.defense(s, u), -u)))

    def _gains(self, s: WarState, side: int, advance: Action) -> bool:
        """Whether a defender who advances is no worse off where they come to stand, with what the hex is worth."""
        after, unit, goals = s.copy(), advance.arg, self.doctrine.goals(s, side)
        self.game.do(after, advance)
        for _ in range(_LONG):
            if after.at[unit] != s.at[unit] or after.over or self.game.seat(after) != self.game.seat(s):
                break
            self.game.do(after, self.act(after, self.game.offer(after)))
        here, there = (self.shelter(s, side, h) + goals.get(h, 0.0) for h in (s.at[unit], after.at[unit]))
        return there >= here

    def _opens(self, s: WarState, side: int, unit: int) -> bool:
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
        for part in (Role.END, Role.RESOLVE, Role.DESELECT):
            if verb := verb_for(part, offer, self.role):
                return Action(verb, lowest(offer[verb]))
        verb, args = next((verb, args) for verb, args in offer.items() if args)
        return Action(verb, lowest(args))
