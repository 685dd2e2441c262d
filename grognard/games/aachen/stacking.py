"""Chapters 5.3 and 5.3.1: stacking limits by type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.limits import Case, Choice, Limit
from ...hexes import bits
from ...mechanics.fog import lift_to_top
from .state import AachenState

if TYPE_CHECKING:
    from .game import AachenGame


class Owner(Case["AachenGame", AachenState]):
    """The units of the side that decides."""

    mine: int


def not_on_top(s: AachenState, mine: int) -> int:
    """The units of a side that may be put on top of their stacks."""
    return mine & s.on_map & ~s.tops


#: A stack may be in any order that its owner wants (5.3.1).
TOP: Choice[Owner] = Choice(
    "top",
    Limit("5.3.1", lambda c, units: units & c.mine & c.s.on_map, "{it} is not one of your units on the map"),
    Limit("5.3.1", lambda c, units: units & not_on_top(c.s, c.mine), "{it} is on top of its stack already"),
)


class PutsInOrder:
    """A decision in which its side may also change the order of its stacks."""

    def do_top(self, s: AachenState, unit: int) -> None:
        lift_to_top(s, unit)


def surplus(game: AachenGame, units: int) -> tuple[int, int, int]:
    """How many HQs, AFVs and infantry-type units of a stack are over the limit (ruling 5.3.1c)."""
    roster, limit = game.roster, game.tables.stacking
    return (
        max((units & roster.hqs).bit_count() - limit["hq"], 0),
        max((units & roster.afv).bit_count() - limit["afv"], 0),
        max((units & roster.infantry).bit_count() - limit["infantry"], 0),
    )


def is_overstacked(game: AachenGame, units: int) -> bool:
    return any(surplus(game, units))


def limits(game: AachenGame) -> list[tuple[int, int]]:
    """For each unit those that count against the same limit as it, and the limit."""
    roster, limit = game.roster, game.tables.stacking
    kinds = ((roster.hqs, limit["hq"]), (roster.afv, limit["afv"]), (roster.infantry, limit["infantry"]))
    return [next((kind, most) for kind, most in kinds if kind >> unit & 1) for unit in range(len(game.counters))]


def has_room(game: AachenGame, s: AachenState, unit: int, h: int) -> bool:
    """Whether a hex can take one more unit of this type (ruling 5.3.3i); for a hex whose units the side sees."""
    kind, limit = game.stacking_limits[unit]
    return ((s.pile[h] | 1 << unit) & kind).bit_count() <= limit


def overstacked_hexes(game: AachenGame, s: AachenState) -> int:
    """The hexes over a limit, by the true state."""
    crowded = s.heights[1] | s.heights[2] | s.heights[3]
    return sum(1 << h for h in bits(crowded) if is_overstacked(game, s.pile[h]))
