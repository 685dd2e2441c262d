"""Rules 9.1, 9.4 and 9.5: which units arrive, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...hexes import bits, of
from . import supply
from .airborne import bind
from .area import entry
from .pieces import enter
from .stacking import having_room
from .state import ALLIED, DUE, GERMAN, RHINE, RhineState

if TYPE_CHECKING:
    from .game import RhineGame


def arrivals(game: RhineGame, s: RhineState, side: int) -> int:
    """Units on the turn track that are due, including those that had to wait (rulings 9.1l, 9.4j).

    Units marked WR arrive only with Watch on the Rhine (9.2).
    """
    at, due, turn = s.at, s.due_turn, s.turn
    found = of([u for u in game.members_of[side] if at[u] == DUE and due[u] <= turn])
    return found if s.watch == RHINE else found & ~game.roster.codes["WR"]


def strength_to_come(game: RhineGame, s: RhineState, side: int) -> tuple[int, float]:
    """The hexes where a side's units may arrive next, and the attack factors of the units that are due."""
    units, hexes, total = list(bits(arrivals(game, s, side))), 0, 0.0
    for u in units:
        total += max(game.roster.attack[u])
    for u in units[:1] if side == GERMAN else units:  # all German units arrive in the same hexes
        hexes |= ports(game, s, u)
    return hexes, total


def entry_hexes(game: RhineGame, s: RhineState, unit: int) -> int:
    """The hexes with room where a unit may be placed (9.1, 9.4)."""
    return having_room(game, s, ports(game, s, unit), 1 << unit)


def with_entry(game: RhineGame, s: RhineState, units: int) -> int:
    """The units that have a hex to arrive in. Units of one kind share their hexes."""
    known: dict[tuple[str, str, str, int], bool] = {}
    out = 0
    for u in bits(units):
        key = (game.roster.group[u], game.roster.code[u], game.counters[u].size, game.roster.us_or_f >> u & 1)
        if key not in known:
            known[key] = bool(entry_hexes(game, s, u))
        if known[key]:
            out |= 1 << u
    return out


def ports(game: RhineGame, s: RhineState, unit: int) -> int:
    """The hexes where a unit arrives, with or without room: sources of its group, for Germans also the intact wall."""
    side = game.side_of[unit]
    if side == ALLIED:
        found = supply.sources(game, s, ALLIED) & entry(game, s, unit)
    else:
        wall = supply.intact(game, s) & supply.line_hexes(game, s, GERMAN)
        found = supply.sources(game, s, GERMAN) | wall
    return found & ~s.occupied[1 - side] & ~supply.frozen(game, s) & game.land & ~game.hook


def place_arrival(game: RhineGame, s: RhineState, unit: int, h: int) -> None:
    enter(game, s, unit, h)
    if game.side_of[unit] == ALLIED:
        bind(game, s, unit)
    rule = "9.4" if game.side_of[unit] == ALLIED else "9.1"
    s.report(rule, "{} arrives in {}", game.counters[unit].id, game.place_name(h))
