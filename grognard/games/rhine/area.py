"""Rule 9.5: where Allied units may arrive, move and attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .state import GERMAN, RhineState

if TYPE_CHECKING:
    from .game import RhineGame

#: Everywhere, north of the sector line, south of it.
ANYWHERE, NORTHERN, SOUTHERN = 0, 1, 2


def bound(game: RhineGame, s: RhineState, unit: int) -> int:
    """The side of the sector line that a unit is restricted to."""
    r = game.roster
    if game.side_of[unit] == GERMAN or r.us_or_f >> unit & 1:  # ruling 9.5v
        return ANYWHERE
    group = r.group[unit]
    if group == "bc":
        return NORTHERN
    if group == "f":
        return SOUTHERN
    if group == "1aaa" or s.antwerp:
        return ANYWHERE
    code = r.code[unit]
    if code == "*":  # ruling 9.5w
        return SOUTHERN if s.southern >> unit & 1 else NORTHERN
    return NORTHERN if code == "N" else SOUTHERN


def area(game: RhineGame, s: RhineState, unit: int) -> int:
    """The hexes a unit may be in by 9.5."""
    return game.areas[game.bounds(s)[unit]]


def moving_area(game: RhineGame, s: RhineState, unit: int) -> int:
    """The hexes a unit may move to: its area; from outside it also hexes closer to the area (ruling 9.5x)."""
    which = game.bounds(s)[unit]
    here = s.at[unit]
    home = game.areas[which]
    if home >> here & 1:
        return home
    return game.area_or_closer(which, here)


def foreign_land(game: RhineGame, s: RhineState, unit: int) -> int:
    """The land hexes a unit may not move to from its hex."""
    return game.foreign(game.bounds(s)[unit], s.at[unit])


def entry(game: RhineGame, s: RhineState, unit: int) -> int:
    """The edge hexes, and Antwerp, where an Allied unit arrives (9.5)."""
    r = game.roster
    group, code = r.group[unit], r.code[unit]
    if group == "f" and not r.us_or_f >> unit & 1:
        return game.entries["F"]
    harbour = 1 << game.antwerp if s.antwerp else 0
    if group == "bc":
        return game.entries["BC"] | harbour
    if code == "*":
        return game.entries["US N"] | game.entries["US S"] | harbour
    return game.entries["US N" if r.us_or_f >> unit & 1 else f"US {code}"] | harbour
