"""Chapter 8: supply.

A supply line leads from a source to the unit. Allied lines give full supply in the chosen sector, and everywhere
once Antwerp is open; elsewhere attenuated supply. Without a line an Allied unit may have coastal or aerial supply,
a German unit the supply of Metz, of its fortress or, on Turn 1, of the Scheldt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...hexes import bits
from ...mechanics.fog import standing
from ...mechanics.supply import from_sources
from .stacking import CORPS
from .state import ALLIED, GERMAN, NORTH, SOUTH, RhineState

if TYPE_CHECKING:
    from .game import RhineGame

FULL, ATTENUATED, COASTAL, AERIAL, AUTOMATIC, NONE = "full", "attenuated", "coastal", "aerial", "automatic", "none"


def sources(game: RhineGame, s: RhineState, side: int) -> int:
    """The functioning sources of a side (8.12, 8.14, 8.15). Each side has its own (8.10); lines may cross (8.11)."""
    if side == GERMAN:
        return game.east_edge & ~s.allied
    edge = game.allied_edge & ~s.closed
    return edge | (1 << game.antwerp if s.antwerp and s.allied >> game.antwerp & 1 else 0)


def frozen(game: RhineGame, s: RhineState) -> int:
    """Flood hexes that are out of play in this turn (10.18)."""
    return game.flood_hexes if s.flood == s.turn and s.turn <= game.tables.flood_frozen else 0


def intact(game: RhineGame, s: RhineState) -> int:
    """West Wall hexes that have never been Allied (8.5)."""
    return game.west_wall & ~s.cleared


def line_hexes(game: RhineGame, s: RhineState, side: int) -> int:
    """Every hex into which a line of the side can be traced (8.2 to 8.5)."""
    facts = (*s.occupied, s.allied, s.cleared, s.closed, s.antwerp, s.flood, s.turn)
    last, found = game.supply_asked[side]
    if facts != last:
        found = _line_hexes(game, s, side)
        game.supply_asked[side] = facts, found
    return found


def _line_hexes(game: RhineGame, s: RhineState, side: int) -> int:
    own, enemies = s.occupied[side], s.occupied[1 - side]
    closed = intact(game, s) if side == ALLIED else 0
    vacant_zone = game.zones.of(enemies) & ~own
    found_sources, dead_ends = sources(game, s, side), vacant_zone | frozen(game, s)
    key = (side, enemies, closed, found_sources, dead_ends)
    found = game.supply_memory.get(key)
    if found is None:
        if len(game.supply_memory) > 256:
            game.supply_memory.clear()
        # Units that move in their own phase seldom close a line, so the previous result is mostly still correct.
        ground, before = game.supply_before.get(side, ((), 0))
        known = before if ground == key[1:4] and not before & dead_ends else 0
        found, through = from_sources(
            game.lines, found_sources, block=enemies | closed, dead_ends=dead_ends, known=known
        )
        game.supply_before[side] = key[1:4], through
        game.supply_memory[key] = found
    return found


def full_sector(game: RhineGame, s: RhineState) -> int:
    """The hexes in which an Allied line gives full supply (8.15, 8.16)."""
    if s.antwerp:
        return game.land
    return game.north if s.sector == NORTH else game.south if s.sector == SOUTH else 0


def beyond(game: RhineGame, s: RhineState, unit: int) -> bool:
    """Whether an Allied unit on the map is in the sector without full supply (8.16)."""
    h = s.at[unit]
    return game.side_of[unit] == ALLIED and h >= 0 and not full_sector(game, s) >> h & 1


def overland(game: RhineGame, s: RhineState, side: int) -> int:
    """The hexes in which a unit of the side has full overland supply."""
    found = line_hexes(game, s, side)
    return found & full_sector(game, s) if side == ALLIED else found


def automatic(game: RhineGame, s: RhineState, unit: int) -> bool:
    """Whether a unit is supplied without a line: garrisons, Metz, 15A units on the Scheldt on Turn 1 (8.13, 5.8)."""
    h = s.at[unit]
    if game.roster.garrisons >> unit & 1 or h == game.metz:
        return True
    return s.turn == 1 and bool(game.roster.codes["15A"] >> unit & 1 and game.access >> h & 1)


def kind_of(game: RhineGame, s: RhineState, unit: int) -> str:
    """The supply of a unit in its hex."""
    return _kind(game, s, unit, line_hexes(game, s, game.side_of[unit]))


def kinds_on_map(game: RhineGame, s: RhineState) -> dict[int, str]:
    """The supply of every unit on the map."""
    out = {u: FULL for u, h in enumerate(s.at) if h >= 0}
    allied = line_hexes(game, s, ALLIED)
    attenuated = standing(s, s.occupied[ALLIED] & allied & ~full_sector(game, s))
    out |= dict.fromkeys(bits(attenuated), ATTENUATED)
    out |= dict.fromkeys(bits(game.roster.corps & standing(s, s.held[CORPS])), AERIAL)
    for side, lines in ((ALLIED, allied), (GERMAN, line_hexes(game, s, GERMAN))):
        out |= {u: _kind(game, s, u, lines) for u in bits(standing(s, s.occupied[side] & ~lines))}
    return out


def _kind(game: RhineGame, s: RhineState, unit: int, lines: int) -> str:
    """The supply of a unit, given the hexes that lines of its side reach."""
    h = s.at[unit]
    if game.side_of[unit] == GERMAN:
        if lines >> h & 1:
            return FULL
        return AUTOMATIC if automatic(game, s, unit) else NONE
    if game.roster.corps >> unit & 1:
        return AERIAL
    if lines >> h & 1:
        return FULL if full_sector(game, s) >> h & 1 else ATTENUATED
    return hex_kind(game, s, h)


def hex_kind(game: RhineGame, s: RhineState, h: int) -> str:
    """The supply of an Allied unit without a line in a hex (8.17, 8.18)."""
    if game.coast >> h & 1:
        return COASTAL
    return AERIAL if s.aerial >> h & 1 else NONE


def halves(kind: str, side: int) -> bool:
    """Whether this supply halves attack and movement (8.6, 8.7, 8.16)."""
    return kind == NONE or (side == ALLIED and kind != FULL)


def out_of_supply(game: RhineGame, s: RhineState, side: int) -> int:
    """The units of a side on the map that are out of supply."""
    cut_off = s.occupied[side] & ~line_hexes(game, s, side)
    if not cut_off:
        return 0
    units = standing(s, cut_off) & game.units_of[side]
    return sum(1 << u for u in bits(units) if kind_of(game, s, u) == NONE)


def judge(game: RhineGame, s: RhineState, units: int) -> None:
    """Record at the start of a battle the units whose attack factors are halved (8.1, 8.7)."""
    s.halved = sum(1 << u for u in bits(units) if halves(kind_of(game, s, u), game.side_of[u]))


def may_be_marked(game: RhineGame, s: RhineState) -> int:
    """The hexes in which an Aerial Supply marker may be placed now (8.18)."""
    if s.aerial_used >= game.tables.aerial_markers or s.no_air:
        return 0
    return sum(1 << h for h in {s.at[u] for u in bits(out_of_supply(game, s, ALLIED))})
