"""Chapter 6: zones of control, and who is in contact with whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.board import Board
from ...hexes import bits
from ...mechanics.zones import Zones
from .state import COUNT, HurtgenState

if TYPE_CHECKING:
    from .game import HurtgenGame


def make_zones(board: Board) -> Zones:
    """Zones reach across everything but a river without a bridge; a ferry is none (6.31, 6.33).

    Every unit has a zone at all times (6.11), vehicles into ground they cannot enter too (6.32). Zones of both sides
    and of many units lie on one hex together, and do no more than one does (6.21 to 6.23).
    """
    closed = board.hexsides_of("river", bridged=False) + board.hexsides_of("ferry")
    return Zones(board.grid, closed)


def refresh_contact(game: HurtgenGame, s: HurtgenState) -> None:
    """For each unit that may still attack or be attacked from next door: its partners (7.11, 7.12).

    Units that have attacked, been attacked or advanced have none (7.14, 7.96). While a combat is
    being carried out nobody has any: who is left in contact is seen when it is over.
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
