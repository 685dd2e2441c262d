"""Chapter 3.2.D: control of hexes, and what follows when a unit enters a hex that its side did not control."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...mechanics.stacks import hexes_of
from . import achievements, breakout, paris, victory
from .state import ALLIED, GERMAN, ReichState

if TYPE_CHECKING:
    from .game import ReichGame


def entered(game: ReichGame, s: ReichState, unit: int, h: int, here: int) -> None:
    """A unit has entered a hex by movement, advance, placement or drop, from a hex or a box (3.3.E)."""
    if game.side_of[unit] == ALLIED:
        _allied_entry(game, s, unit, h, here)
    elif s.allied >> h & 1:
        s.allied &= ~(1 << h)
        lost(game, s, h)
    breakout.check(game, s)


def _allied_entry(game: ReichGame, s: ReichState, unit: int, h: int, here: int) -> None:
    ground = game.ground
    destroyed = (ground.forts["coastal"] | ground.forts["metz"]) & ~s.razed & 1 << h
    if destroyed:  # 16.1
        s.razed |= destroyed
        s.report("16.1", "the fort in {} is destroyed", game.place_name(h))
    if ground.holland >> h & 1 and not s.holland_open:  # 17.1.B
        s.holland_open = True
        s.report("17.1.B", "an Allied unit enters Fortress Holland, which is open from now on")
    if here >= 0 and ground.west >> here & 1 and ground.east >> h & 1:  # ruling 10.7.12r
        s.seine_crossed = True
    if game.paris >> h & 1:
        paris.enter(game, s, unit, h)
    if not s.allied >> h & 1:
        s.allied |= 1 << h
        taken(game, s, h)


def taken(game: ReichGame, s: ReichState, h: int) -> None:
    """The Allies have taken control of a hex."""
    bit = 1 << h
    if game.lines.ruhr & bit:
        victory.check_ruhr(game, s)
    if game.roer_dams & bit:
        lift_blind_spot(s, "the Allies have captured a Roer Dam")
    if game.free_west & bit and not game.free_west & ~s.allied and not s.west_free:  # 10.7.1, ruling 10.7.1o
        s.west_free = True
        s.report("10.7.1", "the Allies control Argentan and Alençon: the Commonwealth may go west")
    for hook in game.taken_hooks:
        hook(game, s, h)


def lost(game: ReichGame, s: ReichState, h: int) -> None:
    """The Germans have taken control of a hex."""
    victory.check_beach(game, s, h)
    if h == game.lines.antwerp:  # 8.7.E
        victory.win(game, s, victory.ANTWERP)
    if h == s.bridge_hex:  # 10.7.5
        s.blown |= 1 << s.bridge - 1
        s.bridge_hex = -1
        s.report("10.7.5", "the captured Rhine Bridge is destroyed")
    achievements.note_capture(game, s, h)
    if achievements.has_two_cities(game, s):
        victory.win(game, s, victory.TWO_CITIES)


# -- Ike's Blind Spot --------------------------------------------------------------------------


def lift_blind_spot(s: ReichState, why: str) -> None:
    """Lift the limit of Ike's Blind Spot for good (10.7.3)."""
    if not s.ike_lifted:
        s.ike_lifted = True
        s.report("10.7.3", "{}: Ike's Blind Spot is lifted", why)


# -- other moments -----------------------------------------------------------------------------


def start_with(game: ReichGame, s: ReichState) -> None:
    """Control at the start of June: hexes with Allied units, and the Beaches (3.2.D, ruling 3.2.De)."""
    s.allied = hexes_of(s.at, game.combat_of[ALLIED]) | game.ground.beaches


def settle(game: ReichGame, s: ReichState) -> None:
    """Complete a position that is written by hand: control, destroyed forts, and the limits that control lifts."""
    ground = game.ground
    s.allied = (s.allied | s.occupied[ALLIED]) & ~s.occupied[GERMAN]  # 3.2.D
    s.razed |= (ground.forts["coastal"] | ground.forts["metz"]) & s.allied  # 16.1
    s.west_free = s.west_free or not game.free_west & ~s.allied  # 10.7.1
    s.ike_lifted = s.ike_lifted or bool(s.offensive or s.bridge or game.roer_dams & s.allied)  # 10.7.3
    s.holland_open = s.holland_open or bool(ground.holland & s.occupied[ALLIED])  # 17.1.B


def eliminated(game: ReichGame, s: ReichState, unit: int) -> None:
    """A unit has been eliminated, and its zone is gone."""
    achievements.note_elimination(game, s, unit)
    breakout.check(game, s)
