"""Small decisions by rules of thumb: losses, retreats, advances and defensive fire."""

from __future__ import annotations

from ...engine.action import Action
from ...engine.doctrine import Role
from ...engine.step import Offer
from ...hexes import bits, lowest
from ..doctrine import WarState, verb_for
from ..line import Line
from ..maps import Maps
from ..value.previews import preview_value

#: How much defensive fire must reduce the value of an attack to be used.
_MIN_EFFECT = 0.1
#: A limit on the actions of a reply; no real reply is that long.
_MAX_ACTIONS = 20


class Adjutant:
    """Makes small decisions for either side, without simulation of their consequences."""

    def __init__(self, maps: Maps, *, careful: bool = False) -> None:
        self.maps, self.game, self.doctrine = maps, maps.game, maps.doctrine
        self.role_of = self.doctrine.role_of
        #: whether a unit may only advance if that opens no path for the enemy
        self._careful = careful

    def act(self, s: WarState, offer: Offer) -> Action:
        """Return the action for the present decision."""
        side = self.game.side_index[self.game.seat(s)]
        for verb, args in offer.items():
            if not args:
                continue
            role = self.role_of.get(verb, "")
            if role == Role.LOSE:
                least = min(bits(args), key=lambda u: (self._loss(s, side, u), u))
                return self._retreat_instead(s, side, least, offer) or Action(verb, least)
            if role == Role.JOIN and self._is_reacting(s, side):
                return self._defensive_fire(s, verb, args, offer)
            if role == Role.RETREAT:
                return Action(verb, max(bits(args), key=lambda h: (self.shelter(s, side, h), -h)))
            if role == Role.ADVANCE:
                return self._advance(s, side, verb, args, offer)
        return self._default(offer)

    def play_reply(self, s: WarState, seat: str) -> bool:
        """Play the other side's reply to an announcement on ``s``; return whether ``seat`` is to decide after it."""
        for _ in range(_MAX_ACTIONS):
            now = "" if s.over else self.game.seat(s)
            if now == seat or now not in self.game.side_index:
                return now == seat
            self.game.do(s, self.act(s, self.game.offer(s)))
        return False

    def _loss(self, s: WarState, side: int, unit: int) -> float:
        """Return the cost of a unit's loss to a side; it is negative for an enemy unit."""
        worth = self.doctrine.worth(s, unit)
        return worth if self.maps.knowledge.side_of[unit] == side else -worth

    def _retreat_instead(self, s: WarState, side: int, unit: int, offer: Offer) -> Action | None:
        """Return the action that retreats instead of losing a unit; None if the hex matters or has no retreat."""
        other = next((verb for verb, args in offer.items() if args and not self.role_of.get(verb)), "")
        h = s.at[unit]
        if not other or h < 0:
            return None
        yields = Action(other, lowest(offer[other]))
        alone = s.at.count(h) == 1 and self.doctrine.steps(s, unit) == 1
        if alone and other in self.game.step(s).verbs:  # the hex is lost in any case
            return yields if self._survives(s, unit, yields) else None
        if not self.maps.retreat_hexes(side) >> h & 1:
            return None
        matters = self.doctrine.vital(s, side) >> h & 1 or self.doctrine.goals(s, side).get(h, 0.0) > 1.0
        return None if matters else yields

    def _survives(self, s: WarState, unit: int, action: Action) -> bool:
        """Return whether a unit is still on the map when the retreat that an action begins has been made."""
        trial, step = s.copy(), s.agenda[-1]
        self.game.do(trial, action)
        for _ in range(_MAX_ACTIONS):
            if trial.over or trial.at[unit] != s.at[unit] or trial.agenda[-1] == step:
                break
            if self.game.seat(trial) != self.game.seat(s):
                break
            self.game.do(trial, self.act(trial, self.game.offer(trial)))
        return trial.at[unit] >= 0

    def _is_reacting(self, s: WarState, side: int) -> bool:
        """Return whether a side decides in the other side's turn."""
        return s.phasing != side

    def _defensive_fire(self, s: WarState, verb: str, args: int, offer: Offer) -> Action:
        """Return the defensive fire that hurts the attack most, if it is worth using."""
        before = preview_value(self.game.reading.preview(s), self.doctrine.effects)
        best, found = before - _MIN_EFFECT, -1
        for unit in bits(args):
            trial = s.copy()
            self.game.do(trial, Action(verb, unit))
            after = preview_value(self.game.reading.preview(trial), self.doctrine.effects)
            if after < best:
                best, found = after, unit
        return Action(verb, found) if found >= 0 else self._default(offer)

    def shelter(self, s: WarState, side: int, h: int) -> float:
        """Return how safe a hex is to retreat or advance to; higher is safer."""
        maps = self.maps
        out = -0.2 * maps.threat(1 - side).at(h)
        if not self.doctrine.supplied(s, side) >> h & 1:
            out -= 5.0
        if maps.zone[1 - side] >> h & 1:
            out -= 2.0
        return out

    def _advance(self, s: WarState, side: int, verb: str, args: int, offer: Offer) -> Action:
        """Advance with the unit that defends best, but leave no vital hex empty."""
        vital = self.doctrine.vital(s, side)
        able = [u for u in bits(args) if not (vital >> s.at[u] & 1 and s.at.count(s.at[u]) == 1)]
        if self._careful:
            able = [u for u in able if not self._opens_path(s, side, u)]
            if self._is_reacting(s, side):
                able = [u for u in able if self._gains(s, side, Action(verb, u))]
        if not able:
            return self._default(offer)
        return Action(verb, max(able, key=lambda u: (self.doctrine.defense(s, u), -u)))

    def _gains(self, s: WarState, side: int, advance: Action) -> bool:
        """Return whether a defender that advances ends in a hex at least as good as its own."""
        after, unit, goals = s.copy(), advance.arg, self.doctrine.goals(s, side)
        self.game.do(after, advance)
        for _ in range(_MAX_ACTIONS):
            if after.at[unit] != s.at[unit] or after.over or self.game.seat(after) != self.game.seat(s):
                break
            self.game.do(after, self.act(after, self.game.offer(after)))
        here, there = (self.shelter(s, side, h) + goals.get(h, 0.0) for h in (s.at[unit], after.at[unit]))
        return there >= here

    def _opens_path(self, s: WarState, side: int, unit: int) -> bool:
        """Return whether a unit that leaves its hex opens a path to a vital hex or an exit."""
        line, here = Line(self.maps, side), s.at[unit]
        targets = line.targets(s)
        if not targets or s.at.count(here) > 1:
            return False
        left = s.copy()
        before = line.open(targets, self.doctrine.zone(left, side), left.occupied[side])
        left.occupied[side] &= ~(1 << here)
        return bool(line.open(targets, self.doctrine.zone(left, side), left.occupied[side]) & ~before)

    def _default(self, offer: Offer) -> Action:
        for role in (Role.END, Role.RESOLVE, Role.DESELECT):
            if verb := verb_for(role, offer, self.role_of):
                return Action(verb, lowest(offer[verb]))
        verb, args = next((verb, args) for verb, args in offer.items() if args)
        return Action(verb, lowest(args))
