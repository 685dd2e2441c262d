"""Chapter 8: the supply of units, checked in the Supply Segments and traced afresh wherever a rule asks for a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...mechanics.stacks import units_on
from . import refit_markers, traces, zones
from .pieces import renew_zones
from .state import ALLIED, GERMAN, ReichState

if TYPE_CHECKING:
    from .game import ReichGame


# -- supply as it is now --------------------------------------------------------------------


def fed(game: ReichGame, s: ReichState, side: int) -> int:
    """Hexes from which a unit of a side traces a normal Supply Line now (8.0 to 8.3).

    A German line leads to the East edge. Units in the area of the 6th Army Group may use the A-D hexes in full
    (ruling 8.3.Bg).
    """
    if side == GERMAN:
        return traces.german(game, s)
    return traces.allied(game, s) | traces.southern(game, s) & game.army6_area


def sheltered(game: ReichGame, s: ReichState, side: int) -> int:
    """Hexes that save a unit of a side from Attrition without normal supply (8.3.B, 8.4.2, 15.0.A)."""
    if side == GERMAN:
        return game.lines.sheltered(zones.intact_forts(game, s))
    return traces.southern(game, s)


def always(game: ReichGame, s: ReichState) -> int:
    """Hexes whose German units need no line: Ruhr Cities, Coastal Forts but Cherbourg (8.4.1, 8.4.2)."""
    return game.lines.fed(zones.intact_forts(game, s))


def unfed(game: ReichGame, s: ReichState, side: int) -> int:
    """The units of a side on the map that are out of supply if supply is checked now (8.0, 8.4.3, 17.9.4.A, 17.9.4,
    17.9.4.B)."""
    hexes, units = fed(game, s, side), game.combat_of[side]
    if side == GERMAN:
        hexes |= always(game, s)
        units &= ~game.roster.types["garrison"]
    return units_on(s.at, units & s.fielded & ~s.landed, ~hexes)


def in_supply(game: ReichGame, s: ReichState, unit: int) -> bool:
    """Whether a unit could trace a normal line now, whatever its marker says (ruling 7.1.3.Db)."""
    h = s.at[unit]
    return h >= 0 and bool(fed(game, s, game.side_of[unit]) >> h & 1)


# -- Supply Segments ------------------------------------------------------------------------


def check(game: ReichGame, s: ReichState, side: int) -> None:
    """Check the supply of a side: put OOS markers on its units and take them off (8.0)."""
    mine = game.combat_of[side]
    out = unfed(game, s, side)
    spared = units_on(s.at, out, sheltered(game, s, side)) if out else 0
    s.spared = s.spared & ~mine | spared
    before = s.oos & mine
    if out == before:
        return
    s.oos = s.oos & ~mine | out
    if out & ~before:
        s.report("8.0", "{} out of supply", game.names_with(out & ~before, "is", "are"))
    if before & ~out:
        s.report("8.0", "{} in supply again", game.names_with(before & ~out, "is", "are"))
    refit_markers.interrupt(game, s, out, "8.5")
    renew_zones(game, s)


def begin(game: ReichGame, s: ReichState, side: int) -> None:
    """A Supply Segment of one side."""
    check(game, s, side)


def begin_mutual(game: ReichGame, s: ReichState, _: int) -> None:
    """The Mutual Supply Segment (IX.a): the Germans check first, so that zones they lose open Allied lines (15.0)."""
    check(game, s, GERMAN)
    check(game, s, ALLIED)
