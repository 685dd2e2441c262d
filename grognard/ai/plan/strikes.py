"""Strikes in the middle of a move, for games in which selected units may attack before their move ends."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from ...engine.action import Action
from ...engine.doctrine import Role
from ...engine.step import Offer
from ...hexes import bits
from ..doctrine import WarState, kind_of
from ..fight.allocator import Allocator
from ..maps import Maps

#: The least gain of a strike: it ends the move of its units, and all later moves are planned again.
_LEAST = 0.5


class Strike(NamedTuple):
    """An attack by the selected units: the actions of their move before it, the attack, and its expected gain."""

    before: tuple[Action, ...]
    action: Action
    gain: float


class Strikes:
    """Finds the best attack that selected units can make during their move."""

    def __init__(self, maps: Maps, side: int) -> None:
        self.maps, self.side = maps, side
        self.game, self.doctrine = maps.game, maps.doctrine
        role_of = self.doctrine.role_of
        roles = [{role_of.get(verb, "") for verb in step.verbs} for step in self.game.steps]
        #: whether the game has such attacks at all
        self.exist = any({Role.MOVE, Role.ATTACK} <= found for found in roles)

    @cached_property
    def _allocator(self) -> Allocator:
        return Allocator(self.maps, self.side, [], mobile=False)

    def best(self, s: WarState, offer: Offer, before: tuple[Action, ...] = ()) -> Strike | None:
        """Return the best attack on offer for the selected units; None if there is none worth its expected cost."""
        role_of, found = self.doctrine.role_of, None
        if not self.exist:
            return None
        for verb, args in offer.items():
            if not args or role_of.get(verb) != Role.ATTACK or kind_of(self.game, verb) != "hex":
                continue
            for target in bits(args & self.maps.occupied[1 - self.side]):
                gain = self._gain(s, target)
                if gain > (_LEAST if found is None else found.gain):
                    found = Strike(before, Action(verb, target), gain)
        return found

    def _gain(self, s: WarState, target: int) -> float:
        maps, units = self.maps, self.game.reading.hand(s)
        strength = self._allocator.support(target) + sum(maps.attack[u] for u in units)
        stake = sum(maps.worth[u] for u in units)
        return self._allocator.gain(target, strength, stake, {u: s.at[u] for u in units})
