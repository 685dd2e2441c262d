"""Moves of single units, one after the other, by legal actions alone."""

from __future__ import annotations

from ...engine.action import Action
from ...engine.doctrine import Role
from ...engine.step import Offer
from ...hexes import bits, lowest
from ..doctrine import WarState, verb_for
from ..maps import Maps
from .places import Places
from .scripts import Script

#: What was done unit by unit.
Moves = list[tuple[int, tuple[Action, ...]]]


class Mover:
    """Moves units of a side to a given hex, or to the best that they find."""

    def __init__(self, maps: Maps, side: int, places: Places) -> None:
        self.maps, self.side, self.foe, self.places = maps, side, 1 - side, places
        self.game, self.doctrine = maps.game, maps.doctrine
        self._beside = maps.game.board.grid.neighbours
        role = maps.doctrine.role_of
        self._takes = [
            next((verb for verb in step.verbs if role.get(verb) == Role.SELECT), "") for step in maps.game.steps
        ]

    def run(self, s: WarState) -> Run:
        """A series of moves that begins at ``s``, which is left alone."""
        return Run(self, s)

    def take_verb(self, s: WarState) -> str:
        """The verb that takes a unit in hand; empty where there is none."""
        return self._takes[s.agenda[-1][0]]

    def cover(self, h: int) -> None:
        """Note that somebody stands in a hex and covers it and those next to it."""
        if h >= 0:
            self.places.covered |= self._beside(1 << h) | 1 << h

    def choose(self, s: WarState, unit: int, offer: Offer, spot: int, script: Script) -> tuple[str, int]:
        """The best thing to do with a unit in hand; nothing if it had better stay."""
        role = self.doctrine.role_of
        here = s.at[unit]
        places = self.places
        best, found = (places.value(s, unit, here, script) + 0.001 if here >= 0 else -1e9), ("", 0)
        for verb, args in offer.items():
            part = role.get(verb, "")
            if part in (Role.MOVE, Role.PLACE):
                if here == spot >= 0:  # there: whatever it could still spend it keeps
                    continue
                if self.doctrine.stack_limit == 1:  # who is walked upon would have to go at once
                    args &= ~s.occupied[self.side] | (1 << s.at[unit] if s.at[unit] >= 0 else 0)
                if spot >= 0 and args >> spot & 1:
                    return verb, spot
                value, h = places.best(s, unit, args, script)
                if value > best:
                    best, found = value, (verb, h)
            elif part in (Role.DESELECT, Role.END):
                continue
            else:
                for arg in bits(args):
                    liked = self.doctrine.preference(s, self.side, verb, arg)
                    if liked is not None and liked > best:
                        best, found = liked, (verb, arg)
        return found if found[0] else (verb_for(Role.DESELECT, offer, role), 0)

    def left_open(self, before: WarState, after: WarState) -> int:
        """A hex that was won on the way and left empty though it must not be lost now; -1 if there is none, or if the
        unit stands in another such hex."""
        won = 0 if after.over else self.doctrine.vital(after, self.side) & ~self.doctrine.vital(before, self.side)
        empty = won & self.maps.within(self.foe) & ~after.occupied[self.side]
        return lowest(empty) if empty and empty == won else -1

    def gaps(self, s: WarState, unit: int) -> int:
        """Hexes that must not be lost, where the enemy could come and nobody else stands."""
        vital = self.doctrine.vital(s, self.side) & self.maps.within(self.foe)
        if not vital:
            return 0
        guarded = s.occupied[self.side]
        here = s.at[unit]
        if here >= 0 and vital >> here & 1 and s.at.count(here) == 1:
            guarded &= ~(1 << here)
        return vital & ~guarded

    def is_free(self, s: WarState) -> bool:
        """Whether no unit is in hand any more."""
        return bool(self.take_verb(s)) or self.game.seat(s) != self.game.sides[self.side]


class Run:
    """Units that are moved one after the other, on a state of its own."""

    def __init__(self, mover: Mover, s: WarState) -> None:
        self.mover, self.s = mover, s.copy()
        self.moves: Moves = []

    def move(self, unit: int, spot: int, script: Script, last: bool) -> bool:
        """Move one unit; False if it had better wait until others have moved."""
        mover, s = self.mover, self.s
        if s.at[unit] == spot:
            mover.cover(spot)
            return True
        take = mover.take_verb(s)
        if not take or not mover.game.step(s).permits(s, take, unit):
            return not (spot >= 0 and not last)
        trial, orders = self._walked(Action(take, unit), spot if not last else -1, script)
        if len(orders) == 1:
            mover.cover(s.at[unit])
            return spot < 0 or last
        if spot >= 0 and not last and trial.at[unit] != spot:
            return False
        taken = mover.left_open(s, trial)
        if taken >= 0 and taken != spot:  # who takes what must then not be lost stays in it
            return self.move(unit, taken, script, last=False) or last
        self.s = trial
        self.moves.append((unit, orders))
        mover.cover(trial.at[unit])
        return True

    def _walked(self, take: Action, spot: int, script: Script) -> tuple[WarState, tuple[Action, ...]]:
        """Where a unit gets that is taken in hand, and its orders."""
        mover, game, trial = self.mover, self.mover.game, self.s.copy()
        unit, orders = take.arg, [take]
        game.do(trial, take)
        mover.places.gaps = mover.gaps(trial, unit)
        while True:
            verb, h = mover.choose(trial, unit, game.offer(trial), spot, script)
            if not verb:
                break
            game.do(trial, Action(verb, h))
            orders.append(Action(verb, h))
            if trial.over or mover.is_free(trial):
                break
        return trial, tuple(orders)
