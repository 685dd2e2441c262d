"""Chapter 6: zones of control, and units in contact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.board import Board
from ...hexes import bits
from ...mechanics.zones import Zones
from .state import COUNT, HurtgenState

if TYPE_CHECKING:
    from .game import HurtgenGame


def make_zones(board: Board) -> Zones:
    """Zones reach across everything except a river without a bridge; a ferry is not a bridge (6.31, 6.33).

    Every unit has a zone at all times (6.11), and vehicles also in ground they cannot enter (6.32). Zones of several
    units and of both sides may cover one hex, with no more effect than one (6.21 to 6.23).
    """
    closed = board.hexsides_of("river", bridged=False) + board.hexsides_of("ferry")
    return Zones(board.grid, closed)


def refresh_contact(game: HurtgenGame, s: HurtgenState) -> None:
    """Set the contacts of each unit that may still attack or be attacked by adjacent units (7.11, 7.12).

    Units that have attacked, been attacked or advanced have no contacts (7.14, 7.96). During a combat there are none;
    they are computed again when it is over.
    """
    contact = [0] * COUNT
    if s.targets & s.struck:
        s.contact = contact
        return
    near, at = game.zones.near, s.at
    foes = s.occupied[1 - s.phasing]
    targets = s.duty_target & ~s.struck & ~s.advanced
    for u in bits(s.duty_attack & ~s.fought & ~s.advanced):
        h = at[u]
        if h < 0:
            continue
        found = game.units_in(s, near[h] & foes) & targets
        contact[u] = found
        for d in bits(found):
            contact[d] |= 1 << u
    s.contact = contact
