"""Chapter 11.6.1: retreat after combat."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Case, Choice, Limit, Reason
from ...hexes import Costs
from ...mechanics import retreat_to_supply
from . import stacking
from .regroup import eliminate
from .state import OderState
from .units import enter

if TYPE_CHECKING:
    from .game import OderGame


class OderRetreatRules(retreat_to_supply.RetreatRules["OderGame", OderState]):
    """A retreat of one hex, or further through full hexes (11.6.1)."""

    rule = "11.6.1"
    static_rule = "10.1"

    def lines(self, s: OderState, unit: int) -> Costs:
        return self.game.lines

    def closed(self, s: OderState, side: int) -> int:
        """Enemies and their zones, which friends do not negate (7.2), land bridges and the sea."""
        enemies = s.occupied[1 - side]
        return enemies | self.game.zones.of(enemies) | self.game.bridges | self.game.sea

    def having_room(self, s: OderState, hexes: int, unit: int) -> int:
        return stacking.having_room(self.game, s, hexes, unit)

    def sources(self, s: OderState, side: int) -> int:
        return self.game.sources[side] & ~s.occupied[1 - side]

    def static(self) -> int:
        return self.game.roster.static

    def lose(self, s: OderState, unit: int, rule: str, why: str) -> None:
        eliminate(self.game, s, unit, rule, why=why)

    def enter(self, s: OderState, unit: int, h: int) -> None:
        enter(self.game, s, unit, h)


class ChooseRetreat(retreat_to_supply.ChooseRetreat["OderGame", OderState]):
    """The owner chooses which of several units retreats next."""

    choices: ClassVar[tuple[Choice[Case[OderGame, OderState]], ...]] = (
        Choice("retreat", Limit("11.6.1", lambda c, units: units & c.s.pending, "{it} does not have to retreat now")),
    )


Beaten = retreat_to_supply.Beaten["OderGame", OderState]


def outside_zones(c: Beaten, hexes: int) -> int:
    """No retreat leads into an enemy zone, even if a friend is there (7.2)."""
    return hexes & ~c.game.zones.of(c.enemies)


def with_room(c: Beaten, hexes: int) -> int:
    """A unit takes a hex with room if there is one."""
    return hexes & c.roomy if c.roomy else hexes


def on_a_path_to_room(c: Beaten, hexes: int) -> int:
    """If all hexes are full, the retreat continues by the shortest path (ruling 11.6.1d)."""
    return hexes if c.roomy else hexes & c.onwards


class RetreatStep(retreat_to_supply.RetreatStep["OderGame", OderState]):
    """The owner chooses the hex (11.6.1)."""

    choices: ClassVar[tuple[Choice[Beaten], ...]] = (
        Choice(
            "to",
            Reason("11.6.1", lambda c, hexes: hexes & c.next_to, "{it} is not adjacent to {c.name}"),
            Reason("11.6.1", lambda c, hexes: hexes & ~c.enemies, "{it} is occupied by the enemy"),
            Reason("7.2", outside_zones, "{it} is in an enemy Zone of Control"),
            Reason(
                "11.6.1",
                lambda c, hexes: hexes & ~c.game.bridges,
                "{it} is a land bridge hex, where no retreat may end",
            ),
            Reason("11.6.1", lambda c, hexes: hexes & c.around, "{c.name} may not cross into {it}"),
            Reason("11.6.1", with_room, "{c.name} would exceed the stacking limit in {it}, and another hex has room"),
            Reason("11.6.1", on_a_path_to_room, "the shortest path to a hex with room does not lead through {it}"),
            Limit("11.6.1", lambda c, hexes: hexes & c.options, "another hex is closer to a supply source than {it}"),
        ),
    )
