"""Moving counters on the board, with the effects of entering a hex (3.9, 4.3, 4.4, 4.6, 8.5, 11.17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...mechanics.fog import move_counter
from .state import ALLIED, ELIMINATED, RHINE, RhineState

if TYPE_CHECKING:
    from .game import RhineGame


def place(game: RhineGame, s: RhineState, unit: int, there: int) -> None:
    """Move a unit to a hex, on top of its stack, or to a box."""
    here, kind, bit = s.at[unit], game.kind_of[unit], 1 << unit
    rest = move_counter(s, unit, game.side_of[unit], there)
    if here >= 0 and not rest & game.of_kind[kind]:
        s.held[kind] &= ~(1 << here)
    if there >= 0:
        s.held[kind] |= 1 << there
    else:  # no unit off the map is on the move
        s.parent &= ~bit
        s.column &= ~bit
        s.points[unit] = s.spent[unit] = 0


def enter(game: RhineGame, s: RhineState, unit: int, h: int) -> None:
    """Move a unit to a hex and take control of it at once (3.9)."""
    place(game, s, unit, h)
    take(game, s, game.side_of[unit], 1 << h)


def take(game: RhineGame, s: RhineState, side: int, hexes: int) -> None:
    """Give a side control of hexes, which may end the game (4.3, 4.4).

    Zones of control do not give control (3.10).
    """
    if side == ALLIED:
        gained = hexes & ~s.allied
        s.allied |= hexes
        s.closed &= ~hexes
        s.cleared |= hexes & game.west_wall
        if gained & game.ruhr:
            from .victory import RUHR, win  # only here: units take hexes all the time

            win(game, s, RUHR)
        return
    lost = hexes & s.allied
    s.allied &= ~hexes
    s.closed |= hexes & game.allied_edge
    if s.watch == RHINE and game.tables.watch.turn < s.turn <= game.tables.watch.hexes_by:
        s.taken |= lost
    if lost & game.cities:
        from .victory import GERMAN_CITY, win

        win(game, s, GERMAN_CITY)


def steps_of(game: RhineGame, s: RhineState, unit: int) -> int:
    """The steps a unit has left (2.11)."""
    return s.steps[unit] or game.roster.steps[unit]


def lose_step(game: RhineGame, s: RhineState, unit: int, rule: str) -> None:
    """Reduce a unit by a step, or eliminate it (2.11)."""
    from .airborne import corps_lost, corps_reduced

    if steps_of(game, s, unit) > 1:
        s.steps[unit] = 1
        s.report(rule, "{} is reduced", game.counters[unit].id)
        if game.roster.corps >> unit & 1:
            corps_reduced(game, s, unit)
    elif game.roster.corps >> unit & 1:
        corps_lost(game, s, unit, rule)
    else:
        eliminate(game, s, unit, rule)


def eliminate(game: RhineGame, s: RhineState, unit: int, rule: str, box: int = ELIMINATED, *, why: str = "") -> None:
    """Remove a unit from the map, with all its steps, and say why."""
    where = f" in {game.place_name(s.at[unit])}" if s.at[unit] >= 0 else ""
    s.report(rule, "{} is eliminated{}{}", game.counters[unit].id, where, why and f": {why}")
    place(game, s, unit, box)
    s.steps[unit] = 0
    bit = ~(1 << unit)
    s.attackers &= bit
    s.pending &= bit
    s.advanced &= bit
