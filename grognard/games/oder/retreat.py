"""Chapter 11.6.1: retreat after combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...hexes import Costs
from ...mechanics.fallback import Fallback
from . import stacking
from .regroup import eliminate
from .state import OderState
from .units import enter

if TYPE_CHECKING:
    from .game import OderGame


class OderFallback(Fallback):
    """One hex, on through full hexes where there is no room (11.6.1)."""

    game: OderGame
    rule = "11.6.1"
    static_rule = "10.1"

    def lines(self, s: OderState, unit: int) -> Costs:
        return self.game.lines

    def closed(self, s: OderState, side: int) -> int:
        """Enemies and their zones, which no friend negates (7.2), land bridges and the sea."""
        enemies = s.occupied[1 - side]
        return enemies | self.game.zones.of(enemies) | self.game.bridges | self.game.sea

    def rooms(self, s: OderState, hexes: int, unit: int) -> int:
        return stacking.rooms(self.game, s, hexes, unit)

    def sources(self, s: OderState, side: int) -> int:
        return self.game.sources[side] & ~s.occupied[1 - side]

    def static(self) -> int:
        return self.game.roster.static

    def lose(self, s: OderState, unit: int, rule: str) -> None:
        eliminate(self.game, s, unit, rule)

    def enter(self, s: OderState, unit: int, h: int) -> None:
        enter(self.game, s, unit, h)

    def why_closed(self, s: OderState, unit: int, h: int) -> Refusal:
        game = self.game
        there, enemies = game.place_name(h), s.occupied[1 - game.side_of[unit]]
        if enemies >> h & 1:
            return Refusal("11.6.1", f"{there} is occupied by the enemy")
        if game.zones.of(enemies) >> h & 1:
            return Refusal("7.2", f"{there} is in an enemy zone")
        if game.bridges >> h & 1:
            return Refusal("11.6.1", f"{there} is a land bridge hex")
        return Refusal("11.6.1", f"{game.counters[unit].id} may not cross into {there}")
