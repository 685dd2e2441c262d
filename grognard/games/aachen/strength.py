"""Chapter 7.5.1.1: combat chits and the strengths of both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...hexes import bits
from ...mechanics.odds import odds
from .pieces import effectiveness, strength
from .state import AachenState

if TYPE_CHECKING:
    from .game import AachenGame

#: Columns of a chit for the defender; the attacker's are those of the modes.
_DISRUPTED, _UNDISRUPTED, _IMPROVED = range(3)


def defender_column(s: AachenState, unit: int, h: int) -> int:
    """The column of a defending unit, by its own state (ruling 7.5.1.1j)."""
    if s.disrupted >> unit & 1:
        return _DISRUPTED
    return _IMPROVED if s.improved >> h & 1 else _UNDISRUPTED


def total(game: AachenGame, s: AachenState, units: int, chit: int, mode: int, h: int) -> int:
    """The strength of a side's units with a chit, rounded up after adding (5.1).

    ``mode`` is the attacker's, or -1 for units that defend the hex ``h``.
    """
    kind, halves = game.tables.chits[chit], 0
    for unit in bits(units):
        column = defender_column(s, unit, h) if mode < 0 else mode
        halves += strength(game, s, unit) * kind.multiplier(effectiveness(game, s, unit), column)
    return -(-halves // 2)


def ratio_column(game: AachenGame, h: int, attack: int, defense: int) -> int:
    """The column of the combat results table for two totals; below 0 to its left (7.5.1)."""
    step = odds(max(attack, 1), max(defense, 1), defender_rounds_up=True)
    return game.tables.crt.column(game.ground.line(h), step)
