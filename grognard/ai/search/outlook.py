"""What a position is worth when the enemy has replied: his best attacks, taken at their average, are counted."""

from __future__ import annotations

from ...engine.game import AnyGame
from ..doctrine import WarState
from ..fight.allocator import Allocator
from ..maps import Maps
from ..value.judge import Judge

#: How much of what the enemy could do in reply is counted.
_REPLY = 0.8
#: An attack that promises this share of its target's worth is taken to destroy it.
_SURE = 0.4


class Outlook:
    """Judges positions of a side at the end of its movement, or of its combats."""

    def __init__(self, game: AnyGame, side: int) -> None:
        self.game, self.side = game, side

    def value(self, s: WarState, *, attacks: bool, reply: bool = True) -> tuple[float, float]:
        """The worth of a position and what the enemy's reply costs, if there is one; with one's own attacks still to
        come or not."""
        maps = Maps(self.game, s)
        value = Judge(maps, self.side, danger=0.0).value(s)
        if s.over:
            return value, 0.0
        gone: set[int] = set()
        if attacks:
            for assault in Allocator(maps, self.side, maps.units[self.side], mobile=False, presses=True).allocate():
                value += assault.gain
                if assault.gain > _SURE * maps.stake(assault.target):
                    gone.update(maps.inside[assault.target])
        if not reply:
            return value, 0.0
        foes = [u for u in maps.units[1 - self.side] if u not in gone]
        replies = Allocator(maps, 1 - self.side, foes, mobile=True, presses=True).allocate()
        cost = sum(max(0.0, a.gain) for a in replies)
        return value - _REPLY * cost, cost
