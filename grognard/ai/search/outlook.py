"""The value of a position after the enemy's best attacks in reply, at their averages."""

from __future__ import annotations

from ...engine.game import AnyGame
from ..doctrine import WarState
from ..fight.allocator import Allocator
from ..maps import Maps
from ..value.judge import Judge

#: The weight of the enemy's reply, which may not come.
_REPLY = 0.8
#: An attack with a gain above this share of its target's worth is assumed to destroy it.
_SURE = 0.4


class Outlook:
    """Judges positions of a side after its movement or its combat."""

    def __init__(self, game: AnyGame, side: int) -> None:
        self.game, self.side = game, side

    def value(self, s: WarState, *, attacks: bool, reply: bool = True) -> tuple[float, float]:
        """Return the value of a position and the cost of the enemy's reply.

        ``attacks`` adds the side's own attacks, ``reply`` subtracts the enemy's."""
        maps = Maps(self.game, s)
        value = Judge(maps, self.side, danger=0.0).value(s)
        if s.over:
            return value, 0.0
        gone: set[int] = set()
        if attacks:
            for planned in Allocator(maps, self.side, maps.units[self.side], mobile=False, storms=True).allocate():
                value += planned.gain
                if planned.gain > _SURE * maps.worth_at(planned.target):
                    gone.update(maps.stacks[planned.target])
        if not reply:
            return value, 0.0
        foes = [u for u in maps.units[1 - self.side] if u not in gone]
        replies = Allocator(maps, 1 - self.side, foes, mobile=True, storms=True).allocate()
        cost = sum(max(0.0, a.gain) for a in replies)
        return value - _REPLY * cost, cost
