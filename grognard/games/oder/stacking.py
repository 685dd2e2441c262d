"""Chapter 6: stacking.

A hex holds three combat units; a Shock Army fills a hex; fortress commands do not count."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Choice, Limit
from ...hexes import bits, of
from ...mechanics import overstack
from ...mechanics.stacks import units_in
from .state import OderState

if TYPE_CHECKING:
    from .game import OderGame


def load(game: OderGame, units: int) -> int:
    """Stacking points of some units (6.1, 6.2)."""
    counted = units & ~game.roster.static
    shock = (counted & game.roster.shock).bit_count()
    return counted.bit_count() + shock * (game.tables.stacking_limit - 1)


def room(game: OderGame, s: OderState, h: int, unit: int, *, without: int = 0) -> bool:
    """Whether a unit may be added to a hex within the limit."""
    there = units_in(s.at, h) & ~without & ~(1 << unit)
    return load(game, there | 1 << unit) <= game.tables.stacking_limit


def having_room(game: OderGame, s: OderState, hexes: int, unit: int) -> int:
    """The hexes that have room for a unit; a hex without friends always has."""
    mine = s.occupied[game.side_of[unit]]
    out = hexes & ~mine
    for h in bits(hexes & mine):
        if room(game, s, h, unit):
            out |= 1 << h
    return out


def overstacked(game: OderGame, s: OderState) -> int:
    """The hexes over the stacking limit."""
    out, seen = 0, 0
    for h in s.at:
        if h >= 0:
            if seen >> h & 1:
                out |= 1 << h
            seen |= 1 << h
    found = 0
    for h in bits(out):
        if load(game, units_in(s.at, h)) > game.tables.stacking_limit:
            found |= 1 << h
    return found


def removable(game: OderGame, units: int) -> int:
    """The units whose removal leads to the fewest losses (6.4)."""
    counted = units & ~game.roster.static
    least = _removals(game, counted)
    return of(u for u in bits(counted) if _removals(game, counted & ~(1 << u)) == least - 1)


def _removals(game: OderGame, units: int) -> int:
    """The fewest units that must be removed. A Shock Army stays alone or is removed."""
    others = units & ~game.roster.shock
    armies = (units & game.roster.shock).bit_count()
    without_shock = armies + max(0, others.bit_count() - game.tables.stacking_limit)
    return min(without_shock, others.bit_count() + armies - 1) if armies else without_shock


def warning(game: OderGame, s: OderState) -> str:
    """A warning about overstacked hexes for a player about to end a phase (ruling 6.4)."""
    over = overstacked(game, s)
    if not over:
        return ""
    where = ", ".join(game.place_name(h) for h in bits(over))
    return f" Warning: overstacked hexes: {where}. At the end of the phase your opponent removes units there (6.4)."


class StackingCheck(overstack.StackingCheck["OderGame", OderState]):
    """Let the other side reduce overstacked hexes at the end of a phase (6.3, 6.4)."""

    def overstacked(self, s: OderState) -> int:
        return overstacked(self.game, s)


Overstack = overstack.Overstack["OderGame", OderState]


class RemoveOverstack(overstack.RemoveOverstack["OderGame", OderState]):
    """The opponent removes a unit from an overstacked hex (6.4)."""

    rule = "6.4"
    choices: ClassVar[tuple[Choice[Overstack], ...]] = (
        Choice(
            "remove",
            Limit("6.4", lambda c, units: units & c.units, "{it} is not in the overstacked hex {c.there}"),
            Limit(
                "6.1",
                lambda c, units: units & ~c.game.roster.static,
                "{it} does not count for stacking and is not removed",
            ),
            Limit(
                "6.4",
                lambda c, units: units & removable(c.game, c.units),
                "removing {it} would cost more units than necessary",
            ),
        ),
    )

    def seat(self, s: OderState) -> str:
        return self.game.sides[1 - self.owner(s)]

    def remove(self, s: OderState, unit: int) -> None:
        from .regroup import eliminate

        eliminate(self.game, s, unit, "6.4", judged=False, why="the hex is overstacked")
