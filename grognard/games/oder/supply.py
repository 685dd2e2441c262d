"""Chapter 8: supply.

Regular supply is a line to a source (8.2a, 8.4). A German unit without one may use Fortress or Coastal Supply (8.2b, c)
or the aerial supply marker (8.3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...hexes import bits
from ...mechanics.supply import supplied
from .state import GERMAN, SOVIET, OderState

if TYPE_CHECKING:
    from .game import OderGame

REGULAR, FORTRESS, COASTAL, AERIAL, NONE = "regular", "fortress", "coastal", "aerial", "none"


def line_hexes(game: OderGame, s: OderState, side: int) -> int:
    """Every hex from which a unit of the side traces a line to a source.

    A line may have any length (8.1). No unit is lost for lack of a line (8.7).
    """
    enemies = s.occupied[1 - side]
    last, found = game.supply_asked[side]
    if enemies != last:
        found = _line_hexes(game, side, enemies)
        game.supply_asked[side] = enemies, found
    return found


def _line_hexes(game: OderGame, side: int, enemies: int) -> int:
    key = (side, enemies)
    found = game.supply_memory.get(key)
    if found is None:
        if len(game.supply_memory) > 64:
            game.supply_memory.clear()
        zone = game.zones.of(enemies)
        found = supplied(game.lines, game.sources[side], enemies=enemies, zone=zone)
        game.supply_memory[key] = found
    return found


def line_to(game: OderGame, s: OderState, side: int, ends: int) -> int:
    """Every hex from which the side traces a line to one of these hexes."""
    enemies = s.occupied[1 - side]
    return supplied(game.lines, ends, enemies=enemies, zone=game.zones.of(enemies))


def kind_of(game: OderGame, s: OderState, unit: int) -> str:
    """A unit's kind of supply. The aerial supply marker is its source while it is on the unit (ruling 4.2.1)."""
    side, h = game.side_of[unit], s.at[unit]
    if line_hexes(game, s, side) >> h & 1:
        return REGULAR
    if side == SOVIET:
        return NONE
    if s.aerial == unit:
        return AERIAL
    if game.cities & game.start_control[GERMAN] & ~s.once_changed & 1 << h:
        return FORTRESS
    return COASTAL if game.coast >> h & 1 else NONE


def kinds_on_map(game: OderGame, s: OderState) -> dict[int, str]:
    """The supply of every unit on the map."""
    lines = [line_hexes(game, s, side) for side in (GERMAN, SOVIET)]
    return {
        u: REGULAR if lines[game.side_of[u]] >> h & 1 else kind_of(game, s, u) for u, h in enumerate(s.at) if h >= 0
    }


def in_supply(game: OderGame, s: OderState, unit: int) -> bool:
    regular = line_hexes(game, s, game.side_of[unit]) >> s.at[unit] & 1
    return bool(regular) or kind_of(game, s, unit) != NONE


def judge(game: OderGame, s: OderState, units: int) -> None:
    """Fix the supply of the units of a combat at its start (8.0)."""
    s.in_supply = s.in_special = s.in_air = 0
    for u in bits(units):
        kind = kind_of(game, s, u)
        if kind == REGULAR:
            s.in_supply |= 1 << u
        elif kind == AERIAL:
            s.in_air |= 1 << u
        elif kind != NONE:
            s.in_special |= 1 << u
