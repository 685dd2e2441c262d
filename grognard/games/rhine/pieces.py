"""Moving the counters about the board, with all that entering a hex does (3.9, 4.3, 4.4, 4.6, 8.5, 11.17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...hexes import bits
from .state import ALLIED, ELIMINATED, RHINE, RhineState

if TYPE_CHECKING:
    from .game import RhineGame


def set_height(s: RhineState, h: int, count: int, before: int = 0) -> None:
    """Write down how many units stand in a hex, and not as many as before any more. Only four digits are kept: a
    position with more units in a hex is refused (6.3)."""
    bit, heights, changed, k = 1 << h, s.heights, (before ^ count) & 15, 0
    while changed:
        if changed & 1:
            heights[k] ^= bit
        changed >>= 1
        k += 1


def height(s: RhineState, h: int) -> int:
    """How many units stand in a hex; anybody may count them (ruling 6.7e)."""
    return sum((s.heights[k] >> h & 1) << k for k in range(4))


def standing(s: RhineState, hexes: int) -> int:
    """The units in some hexes, as far as they are seen."""
    out, pile = 0, s.pile
    hexes &= s.occupied[0] | s.occupied[1]
    while hexes:
        h = hexes.bit_length() - 1
        hexes ^= 1 << h
        out |= pile[h]
    return out


def new_top(s: RhineState, units: int) -> None:
    """The highest unit of a stack that has lost its top comes to light."""
    if units and not units & s.tops:
        s.tops |= 1 << max(bits(units), key=lambda u: (s.rank[u], -u))


def place(game: RhineGame, s: RhineState, unit: int, there: int) -> None:
    """Put a unit into a hex, on top of what is there, or into a box."""
    here, kind, side, bit = s.at[unit], game.kind_of[unit], game.side_of[unit], 1 << unit
    s.at[unit] = there
    s.tops &= ~bit
    if here >= 0:
        units = s.pile[here]
        rest = s.pile[here] = units & ~bit
        set_height(s, here, rest.bit_count(), units.bit_count())
        if not rest:
            s.occupied[side] &= ~(1 << here)
        if not rest & game.of_kind[kind]:
            s.held[kind] &= ~(1 << here)
        new_top(s, rest)
    if there >= 0:
        others = s.pile[there]
        units = s.pile[there] = others | bit
        set_height(s, there, units.bit_count(), others.bit_count())
        s.occupied[side] |= 1 << there
        s.held[kind] |= 1 << there
        s.on_map |= bit
        _on_top(s, unit, units)
    else:  # nobody off the map is on his way
        s.on_map &= ~bit
        s.parent &= ~bit
        s.column &= ~bit
        s.points[unit] = s.spent[unit] = s.rank[unit] = 0


def lift_to_top(s: RhineState, unit: int) -> None:
    """A unit lies on top of its stack."""
    _on_top(s, unit, s.pile[s.at[unit]])


def _on_top(s: RhineState, unit: int, units: int) -> None:
    bit = 1 << unit
    if units == bit:
        s.rank[unit] = 0
    elif not s.tops & bit:
        s.rank[unit] = 1 + max(s.rank[u] for u in bits(units & ~bit))
    s.tops = s.tops & ~units | bit


def enter(game: RhineGame, s: RhineState, unit: int, h: int) -> None:
    """A unit enters a hex: control changes at once (3.9)."""
    place(game, s, unit, h)
    take(game, s, game.side_of[unit], 1 << h)


def take(game: RhineGame, s: RhineState, side: int, hexes: int) -> None:
    """Hexes come under the control of a side, perhaps to end the game (4.3, 4.4).

    A zone of control changes nothing (3.10).
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


def at_full_strength(game: RhineGame, s: RhineState, units: int) -> int:
    """Those of the units that have two steps left."""
    return sum(1 << u for u in bits(units & game.roster.two_steps) if s.steps[u] != 1)


def lose_step(game: RhineGame, s: RhineState, unit: int, rule: str) -> None:
    """A unit loses a step: it is turned over, or goes to the dead pile (2.11)."""
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


def eliminate(game: RhineGame, s: RhineState, unit: int, rule: str, box: int = ELIMINATED) -> None:
    """A unit leaves the map, whatever steps it has left."""
    s.report(rule, "{} is eliminated", game.counters[unit].id)
    place(game, s, unit, box)
    s.steps[unit] = 0
    bit = ~(1 << unit)
    s.attackers &= bit
    s.pending &= bit
    s.advanced &= bit
