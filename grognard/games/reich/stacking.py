"""Chapter 5: stacking."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...engine.limits import Choice, Limit
from ...engine.step import AnyStep
from ...hexes import bits, of
from ...mechanics import overstack
from ...mechanics.stacks import units_in
from .pieces import eliminate, stacks
from .roster import Roster
from .state import ReichState
from .tables import Tables

if TYPE_CHECKING:
    from .game import ReichGame


def counted(roster: Roster, tables: Tables, units: int) -> int:
    """Units in a hex that count: all but the first of each free type (5.2.A, 5.0, 5.2.A.1, 5.2.A.2)."""
    spared = sum(
        bool(units & roster.free[side].get(word, 0)) for side in roster.free for word in tables.lists["stacking"][side]
    )
    return units.bit_count() - spared


def clash(roster: Roster, units: int) -> bool:
    """Whether Commonwealth and US or French units are together without leave (5.2.B).

    One US airborne division may join ordinary Commonwealth divisions with their brigades and HQs (ruling 5.2.Bg).
    """
    british, american = units & roster.commonwealth, units & (roster.us | roster.french)
    if not british or not american:
        return False
    guest = american & roster.us & roster.landed_divisions
    ordinary = british & roster.divisions & ~roster.landed_divisions
    return american.bit_count() > 1 or not guest or not ordinary or bool(british & roster.landed_divisions)


def excess(game: ReichGame, units: int) -> int:
    """How many units in a hex are too many by number alone (5.2.A)."""
    most = game.tables.numbers["stacking"]["units"]
    return max(0, counted(game.roster, game.tables, units) - most) if units.bit_count() > most else 0


def fits(game: ReichGame, units: int) -> bool:
    """Whether units of one side may stack in one hex (5.2)."""
    return not excess(game, units) and not clash(game.roster, units)


def room(game: ReichGame, s: ReichState, hexes: int, units: int) -> int:
    """The hexes in which units could be added within the limits (5.2)."""
    side = game.side_of[(units & -units).bit_length() - 1]
    full = hexes & s.occupied[side]
    out = hexes & ~full if fits(game, units) else 0
    there = stacks(game, s, side) if full & (full - 1) else {}
    for h in bits(full):
        found = there[h] if there else units_in(s.at, h) & game.combat_of[side]
        if fits(game, found | units):
            out |= 1 << h
    return out


def why_full(game: ReichGame, s: ReichState, h: int, units: int) -> str:
    """Why units may not be added to a hex."""
    side = game.side_of[(units & -units).bit_length() - 1]
    together = units_in(s.at, h) & game.combat_of[side] | units
    there = game.place_name(h)
    if excess(game, together):
        return f"{there} would hold more units than may stack there"
    return f"Commonwealth and US or French units would be together in {there}"


def overstacked(game: ReichGame, s: ReichState, side: int) -> int:
    """The hexes in which a side breaks a limit of stacking (5.4)."""
    return of(h for h, units in stacks(game, s, side).items() if units & units - 1 and not fits(game, units))


def surplus(game: ReichGame, units: int) -> int:
    """The units of an overfull hex whose removal brings it nearer to the limits (5.3)."""
    over = excess(game, units)
    if over:
        return of(u for u in bits(units) if excess(game, units & ~(1 << u)) < over)
    return of(u for u in bits(units) if (1 << u) & (game.areas.american | game.roster.commonwealth))


class StackingCheck(overstack.StackingCheck["ReichGame", ReichState]):
    """The end of a Movement Step (5.1): stacks of the phasing side over the limit lose units (5.3)."""

    def overstacked(self, s: ReichState) -> int:
        return overstacked(self.game, s, s.phasing)


class Overstack(overstack.Overstack["ReichGame", ReichState]):
    """An overfull hex."""

    units: int

    @property
    def surplus(self) -> int:
        return surplus(self.game, self.units)


def why_helpless(c: Overstack, unit: int) -> str:
    return f"without {c.game.counters[unit].id} as many units would be too many in {c.there}"


class RemoveOverstack(overstack.RemoveOverstack["ReichGame", ReichState]):
    """The owner eliminates a unit of an overfull hex (5.3)."""

    rule = "5.3"
    case = Overstack
    choices: ClassVar[tuple[Choice[Any], ...]] = (
        Choice(
            "remove",
            Limit("5.3", lambda c, units: units & c.units, "{it} is not in {c.there}"),
            Limit("5.3", lambda c, units: units & c.surplus, why_helpless),
        ),
    )

    def seat(self, s: ReichState) -> str:
        return str(self.game.sides[self.owner(s)])

    def remove(self, s: ReichState, unit: int) -> None:
        eliminate(self.game, s, unit, "5.3")


STEPS: tuple[type[AnyStep], ...] = (StackingCheck, RemoveOverstack)
