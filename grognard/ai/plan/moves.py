"""Moves of single units, one after the other, made of legal actions only."""

from __future__ import annotations

from ...engine.action import Action
from ...engine.doctrine import Role
from ...engine.step import Offer
from ...hexes import bits, lowest
from ..doctrine import WarState, expect, verb_for
from ..maps import Maps
from .hex_values import HexValues
from .scripts import ADVANCE, Script
from .strikes import Strike, Strikes

#: The actions of each unit.
Moves = list[tuple[int, tuple[Action, ...]]]


class Mover:
    """Moves units of a side to a given hex, or to the best hex in reach."""

    def __init__(self, maps: Maps, side: int, hex_values: HexValues) -> None:
        self.maps, self.side, self.foe, self.hex_values = maps, side, 1 - side, hex_values
        self.game, self.doctrine = maps.game, maps.doctrine
        self._neighbours = maps.game.board.grid.neighbours
        role = maps.doctrine.role_of
        self.strikes = Strikes(maps, side)
        self._select_verbs = [
            next((verb for verb in step.verbs if role.get(verb) == Role.SELECT), "") for step in maps.game.steps
        ]

    def run(self, s: WarState) -> MoveSequence:
        """Start a sequence of moves on a copy of ``s``."""
        return MoveSequence(self, s)

    def select_verb(self, s: WarState) -> str:
        """Return the verb that selects a unit; empty if there is none."""
        return self._select_verbs[s.agenda[-1][0]]

    def cover(self, h: int) -> None:
        """Note that a unit covers a hex and those next to it."""
        if h >= 0:
            self.hex_values.covered |= self._neighbours(1 << h) | 1 << h

    def choose(self, s: WarState, unit: int, offer: Offer, spot: int, script: Script) -> tuple[str, int]:
        """Return the best verb and argument for the selected unit; the verb that deselects it if staying is best."""
        role_of = self.doctrine.role_of
        here = s.at[unit]
        values = self.hex_values
        best, found = (values.value(s, unit, here, script) + 0.001 if here >= 0 else -1e9), ("", 0)
        for verb, args in offer.items():
            role = role_of.get(verb, "")
            if role in (Role.MOVE, Role.PLACE):
                if here >= 0:  # a doctrine may keep a unit out of hexes that the rules leave open
                    args = args & ~self.maps.forbidden_hexes(unit) or args
                if here == spot >= 0:  # it has arrived
                    continue
                if self.doctrine.stack_limit == 1:  # it may not share a hex
                    args &= ~s.occupied[self.side] | (1 << s.at[unit] if s.at[unit] >= 0 else 0)
                if spot >= 0 and args >> spot & 1 and self._fits(s, unit, spot):
                    return verb, spot
                value, h = values.best(s, unit, args, script)
                if value > best:
                    best, found = value, (verb, h)
            elif role in (Role.DESELECT, Role.END):
                continue
            else:
                for arg in bits(args):
                    liked = self.doctrine.preference(s, self.side, verb, arg)
                    if liked is not None and liked > best:
                        best, found = liked, (verb, arg)
        return found if found[0] else (verb_for(Role.DESELECT, offer, role_of), 0)

    def _fits(self, s: WarState, unit: int, h: int) -> bool:
        """Return whether a unit may stay in a hex with the others that are there."""
        return not s.occupied[self.side] >> h & 1 or self.doctrine.has_room(s, unit, h)

    def left_open(self, before: WarState, after: WarState) -> int:
        """Return a vital hex that a move captured and left empty; -1 if there is none.

        It is -1 as well if the unit holds another hex that it captured."""
        won = 0 if after.over else self.doctrine.vital(after, self.side) & ~self.doctrine.vital(before, self.side)
        empty = won & self.maps.reachable_unopposed(self.foe) & ~after.occupied[self.side]
        return lowest(empty) if empty and empty == won else -1

    def gaps(self, s: WarState, unit: int) -> int:
        """Return the vital hexes in reach of the enemy that no unit but this one holds."""
        vital = self.doctrine.vital(s, self.side) & self.maps.reachable_unopposed(self.foe)
        if not vital:
            return 0
        guarded = s.occupied[self.side]
        here = s.at[unit]
        if here >= 0 and vital >> here & 1 and s.at.count(here) == 1:
            guarded &= ~(1 << here)
        return vital & ~guarded

    def is_free(self, s: WarState) -> bool:
        """Return whether no unit is selected any more."""
        return bool(self.select_verb(s)) or self.game.seat(s) != self.game.sides[self.side]


class MoveSequence:
    """Moves made one after the other on a copy of a state."""

    def __init__(self, mover: Mover, s: WarState) -> None:
        self.mover, self.s = mover, s.copy()
        self.moves: Moves = []
        #: by unit: the best attack that it could make during its move; the moves of the others assume that it does not
        self.strikes: dict[int, Strike] = {}

    def move(self, unit: int, spot: int, script: Script, last: bool) -> bool:
        """Move one unit; return False if it should wait until others have moved."""
        mover, s = self.mover, self.s
        if s.at[unit] == spot:
            self._look_for_strike(unit)
            mover.cover(spot)
            return True
        verb = mover.select_verb(s)
        if not verb or not mover.game.step(s).permits(s, verb, unit):
            return not (spot >= 0 and not last)
        trial, orders, strike = self._moved(Action(verb, unit), spot if not last else -1, script)
        if strike is not None:
            self.strikes[unit] = strike
        if len(orders) == 1:
            mover.cover(s.at[unit])
            return spot < 0 or last
        if spot >= 0 and not last and trial.at[unit] != spot:
            return False
        captured = mover.left_open(s, trial)
        if captured >= 0 and captured != spot:  # a unit that captures a vital hex stays in it
            return self.move(unit, captured, script, last=False) or last
        self.s = expect(mover.game, trial)
        self.moves.append((unit, orders))
        mover.cover(trial.at[unit])
        return True

    def leave(self, unit: int, spot: int) -> None:
        """Move one unit to a hex and off the map from there, if it can."""
        verb = self.mover.select_verb(self.s)
        if not verb or not self.mover.game.step(self.s).permits(self.s, verb, unit):
            return
        trial, orders, _ = self._moved(Action(verb, unit), spot, ADVANCE)
        if trial.at[unit] < 0:
            self.s = trial
            self.moves.append((unit, orders))

    def _look_for_strike(self, unit: int) -> None:
        """Note the best attack of a unit that stays where it is."""
        mover, s = self.mover, self.s
        verb = mover.select_verb(s)
        if not verb or not mover.strikes.exist or not mover.game.step(s).permits(s, verb, unit):
            return
        trial, select = s.copy(), Action(verb, unit)
        mover.game.do(trial, select)
        strike = mover.strikes.best(trial, mover.game.offer(trial), (select,))
        if strike is not None:
            self.strikes[unit] = strike

    def _moved(self, select: Action, spot: int, script: Script) -> tuple[WarState, tuple[Action, ...], Strike | None]:
        """Move one unit on a copy; return the position, the actions, and the best attack during the move."""
        mover, game, trial = self.mover, self.mover.game, self.s.copy()
        unit, orders = select.arg, [select]
        game.do(trial, select)
        mover.hex_values.gaps = mover.gaps(trial, unit)
        strike = None
        while True:
            offer = game.offer(trial)
            found = mover.strikes.best(trial, offer, tuple(orders))
            if found is not None and (strike is None or found.gain > strike.gain):
                strike = found
            verb, h = mover.choose(trial, unit, offer, spot, script)
            if not verb:
                break
            game.do(trial, Action(verb, h))
            orders.append(Action(verb, h))
            if trial.over or mover.is_free(trial):
                break
        return trial, tuple(orders), strike
