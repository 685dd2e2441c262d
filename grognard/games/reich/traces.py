"""Chapters 8.2, 8.3 and 8.4: Supply Lines as they can be traced at this moment, without regard to markers.

Placement, replacement, recovery and victory ask for a line now (ruling 7.1.3.Db); supply segments mark units by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .lines import Ports, Situation
from .state import ALLIED, GERMAN, ReichState
from .zones import intact_forts, zone

if TYPE_CHECKING:
    from .game import ReichGame


def situation(game: ReichGame, s: ReichState, side: int) -> Situation:
    """The obstacles of the lines of a side now. Hexes out of play carry no line (ruling 3.4b)."""
    return Situation(
        enemies=s.occupied[1 - side] | game.board.playable & ~game.in_play(s),
        zone=zone(game, s, 1 - side),
        own=s.occupied[side],
        forts=intact_forts(game, s) if side == ALLIED else 0,
    )


def ports(s: ReichState) -> Ports:
    """The Allied sources that depend on the course of the game."""
    return Ports(s.turn, s.allied, s.cherbourg, s.antwerp)


def allied(game: ReichGame, s: ReichState) -> int:
    """Hexes with a regular line for every Allied unit (8.3.B)."""
    return game.lines.hexes(game.lines.allied_sources(ports(s)), situation(game, s, ALLIED))


def southern(game: ReichGame, s: ReichState) -> int:
    """Hexes with a line to the A-D hexes (8.3.B): full for the 6th Army Group, against Attrition for others."""
    return game.lines.hexes(game.lines.southern, situation(game, s, ALLIED))


def german(game: ReichGame, s: ReichState) -> int:
    """Hexes with a line to the East edge (8.3.A), or to what stands for it (ruling 3.3.Dh)."""
    return game.lines.hexes(game.german_sources(s), situation(game, s, GERMAN))
