"""Sudden death as aims for commanders (4.1): what each side still needs, and what has to stay where it is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from ...engine.doctrine import Aim
from ...hexes import bits
from ...mechanics.stacks import units_on
from . import supply
from .state import GERMAN, SOVIET, OderState
from .units import controlled

if TYPE_CHECKING:
    from .game import OderGame

#: The units on an edge that sudden death takes, and the conditions of 4.1.2 that win.
_UNITS, _CONDITIONS = 2, 2


def aims(game: OderGame, s: OderState, side: int) -> Sequence[Sequence[Aim]]:
    """The ways to sudden death: the east edge for the German, any two of three conditions for the Soviet."""
    if side == GERMAN:
        return [[_edge(game, s, GERMAN, game.edges["east"] & _fed(game, s))]]
    return [list(two) for two in combinations(_conditions(game, s), _CONDITIONS)]


def unmet(game: OderGame, s: OderState, side: int) -> Sequence[Aim]:
    """The way to sudden death that lacks the fewest units."""
    return min(aims(game, s, side), key=lambda way: sum(aim.units for aim in way))


def _conditions(game: OderGame, s: OderState) -> list[Aim]:
    """The three conditions of 4.1.2."""
    west = _edge(game, s, SOVIET, game.edges["west"])
    return [west, _place(game, s, 1 << game.koenigsberg), _place(game, s, game.usir)]


def _edge(game: OderGame, s: OderState, side: int, hexes: int) -> Aim:
    """Two units in supply on a map edge."""
    there = [u for u in bits(units_on(s.at, game.units_of[side], hexes)) if _in_supply(game, s, u)]
    return Aim(hexes, max(0, _UNITS - len(there)), held=True)


def _place(game: OderGame, s: OderState, hexes: int) -> Aim:
    """One Soviet hex; units in it must be in supply."""
    for h in bits(hexes & controlled(game, s, SOVIET)):
        if all(_in_supply(game, s, u) for u in bits(units_on(s.at, game.units_of[SOVIET], 1 << h))):
            return Aim(1 << h, 0, held=True)
    return Aim(hexes & ~game.sea, held=True)


def _in_supply(game: OderGame, s: OderState, unit: int) -> bool:
    return supply.kind_of(game, s, unit) not in (supply.NONE, supply.AERIAL)


def _fed(game: OderGame, s: OderState) -> int:
    """The hexes where a German unit would be in supply, now or on the coast (8.2)."""
    return supply.line_hexes(game, s, GERMAN) | game.coast
