"""Units on the map: placing, control of hexes, loss of steps, and the sets that follow from their places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...hexes import of
from ...mechanics.stacks import hexes_of, units_in
from . import control, refit_markers, replacements
from .state import ALLIED, ELIMINATED, GERMAN, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

#: Markers that a unit loses with its place on the map.
_MARKS = (
    "oos",
    "spared",
    "disrupted",
    "refitting",
    "grounded",
    "priority",
    "red_ball",
    "strafed",
    "reduced",
    "dropped",
    "arrived",
    "landed",
)


def zone_units(game: ReichGame, s: ReichState, side: int) -> int:
    """The units of a side that have a zone of control (6.2)."""
    roster = game.roster
    weak = s.oos | s.disrupted | s.refitting | s.grounded | s.reduced & roster.blunted  # ruling 6.2i
    return roster.zoned & game.units_of[side] & ~weak


def refresh(game: ReichGame, s: ReichState) -> None:
    """Compute the derived fields from the others."""
    s.fielded = of(u for u, h in enumerate(s.at) if h >= 0)
    s.occupied = [hexes_of(s.at, game.combat_of[side]) for side in (ALLIED, GERMAN)]
    renew_zones(game, s)


def renew_zones(game: ReichGame, s: ReichState) -> None:
    """Compute which hexes have units with zones: after a change of supply, disruption, refitting or grounding."""
    s.zoned = [hexes_of(s.at, zone_units(game, s, side) & s.fielded) for side in (ALLIED, GERMAN)]


def put(game: ReichGame, s: ReichState, unit: int, there: int) -> None:
    """Put a unit into a hex or a box, without further consequences."""
    here, side = s.at[unit], game.side_of[unit]
    s.at[unit] = there
    s.fielded = s.fielded | 1 << unit if there >= 0 else s.fielded & ~(1 << unit)
    occupied, zoned, own = s.occupied, zone_units(game, s, side), 1 << unit
    if here >= 0:
        units, bit = units_in(s.at, here) & game.combat_of[side], 1 << here
        occupied[side] = occupied[side] | bit if units else occupied[side] & ~bit
        s.zoned[side] = s.zoned[side] | bit if units & zoned else s.zoned[side] & ~bit
    if there >= 0:
        bit = 1 << there
        units = units_in(s.at, there) if occupied[side] & bit else own
        if units & game.combat_of[side]:
            occupied[side] |= bit
        s.zoned[side] = s.zoned[side] | bit if units & zoned else s.zoned[side] & ~bit


def occupy(game: ReichGame, s: ReichState, unit: int, h: int) -> None:
    """Put a unit into a hex that it enters, which brings it under its control (3.2.D) and destroys forts (16.1)."""
    here = s.at[unit]
    put(game, s, unit, h)
    control.entered(game, s, unit, h, here)
    if game.side_of[unit] == ALLIED:
        game.rhine.entered(s, h)  # ruling 10.7.5p


def units_at(game: ReichGame, s: ReichState, h: int, side: int) -> int:
    """The combat units of a side in a hex."""
    return units_in(s.at, h) & game.combat_of[side]


def steps_left(game: ReichGame, s: ReichState, unit: int) -> int:
    """The steps that a unit has left."""
    return game.roster.steps[unit] - (s.reduced >> unit & 1)


def attack_of(game: ReichGame, s: ReichState, unit: int) -> int:
    """The current Attack Strength of a unit, before supply and disruption (13.7)."""
    if s.dropped >> unit & 1:
        return game.roster.dropped[unit][0]
    return game.roster.attack[unit][steps_left(game, s, unit)]


def defense_of(game: ReichGame, s: ReichState, unit: int) -> int:
    """The current Defense Strength of a unit, before supply and disruption (13.7); 2 if it is grounded (9.2.B)."""
    if s.grounded >> unit & 1:
        return game.tables.numbers["logistics"]["grounded_defense"]
    if s.dropped >> unit & 1:
        return game.roster.dropped[unit][1]
    return game.roster.defense[unit][steps_left(game, s, unit)]


def lift(game: ReichGame, s: ReichState, unit: int, box: int) -> None:
    """Take a unit from the map into a box, without its markers."""
    put(game, s, unit, box)
    refit_markers.take_off(game, s, s.refitting & 1 << unit)
    for name in _MARKS:
        setattr(s, name, getattr(s, name) & ~(1 << unit))
    for n, under in enumerate(s.strafers):
        if under == unit:
            s.strafers[n] = -1


def lift_whole(game: ReichGame, s: ReichState, unit: int, box: int) -> None:
    """Take a unit from the map into a box, reduced or on its Dropped side as it is."""
    reduced, dropped = s.reduced & 1 << unit, s.dropped & 1 << unit
    lift(game, s, unit, box)
    s.reduced |= reduced
    s.dropped |= dropped


def lose_step(game: ReichGame, s: ReichState, unit: int, rule: str) -> None:
    """Take one step from a unit; with the last one it is eliminated."""
    if steps_left(game, s, unit) > 1:
        s.reduced |= 1 << unit
        if game.roster.blunted >> unit & 1:
            renew_zones(game, s)
        s.report(rule, "{} is reduced", game.counters[unit].id)
    else:
        eliminate(game, s, unit, rule)


def eliminate(game: ReichGame, s: ReichState, unit: int, rule: str) -> None:
    """Eliminate a unit. Where it comes back, if at all, follows from 7.2."""
    where = s.at[unit]
    place = f" in {game.place_name(where)}" if where >= 0 else ""
    s.report(rule, "{} is eliminated{}", game.counters[unit].id, place)
    lift(game, s, unit, ELIMINATED)
    control.eliminated(game, s, unit)
    replacements.on_eliminated(game, s, unit, where)


def remove_marks(s: ReichState, names: tuple[str, ...]) -> None:
    """Remove markers of these kinds from all units."""
    for name in names:
        setattr(s, name, 0)


def stacks(game: ReichGame, s: ReichState, side: int) -> dict[int, int]:
    """The combat units of a side by hex. Do not change it: it is kept until units move."""
    known, out = game.known_stacks[side]
    at = s.at
    if known == at:
        return out
    out = {}
    units = game.combat_of[side] & s.fielded
    while units:
        unit = units & -units
        units ^= unit
        h = at[unit.bit_length() - 1]
        out[h] = out.get(h, 0) | unit
    game.known_stacks[side] = at[:], out
    return out
