"""Base classes for steps and cases by the deciding side, and laws that many rulebooks share."""

from __future__ import annotations

from typing import Any, TypeAlias, TypeVar

from ..engine.game import AnyGame
from ..engine.limits import AnyCase, Case
from ..engine.state import WarState
from ..engine.step import AnyStep, Step

G = TypeVar("G", bound=AnyGame)
W = TypeVar("W", bound=WarState)


class Phase(Case[G, W]):
    """The phasing side, its units, and the hexes with enemy units."""

    def __init__(self, game: G, s: W) -> None:
        self.game = game
        self.s = s
        self.side = s.phasing
        self.mine: int = game.units_of[self.side]
        self.enemies: int = s.occupied[1 - self.side]


AnyPhase: TypeAlias = Phase[Any, Any]  # any: games are not alike in it


class Phasing(Step[G, W]):
    """A decision of the phasing side."""

    def seat(self, s: W) -> str:
        return str(self.game.sides[s.phasing])


class Opposing(Step[G, W]):
    """A decision of the non-phasing side."""

    def seat(self, s: W) -> str:
        return str(self.game.sides[1 - s.phasing])


class Owned(Step[G, W]):
    """A decision of the side in the frame's first argument."""

    def seat(self, s: W) -> str:
        _, side, *_ = s.agenda[-1]
        return str(self.game.sides[side])


class OneUnit(Step[G, W]):
    """A decision of the owner of the unit in the frame's first argument."""

    def seat(self, s: W) -> str:
        _, unit, *_ = s.agenda[-1]
        return str(self.game.counters[unit].side)


# -- laws that many rulebooks share, for any case of a phase ----------------------------------


def own_units(c: AnyPhase, units: int) -> int:
    """Units of the phasing side."""
    return units & c.mine


def unmoved(c: AnyCase, units: int) -> int:
    """Units that have not finished their move."""
    found: int = units & ~c.s.moved
    return found


def mobile(c: AnyCase, units: int) -> int:
    """Units that can move at all."""
    found: int = units & ~c.game.roster.static
    return found


def on_map(c: AnyCase, units: int) -> int:
    """Units on the map."""
    at, out = c.s.at, 0
    while units:
        low = units & -units
        units ^= low
        if at[low.bit_length() - 1] >= 0:
            out |= low
    return out


def possible(game: AnyGame, s: WarState, step: type[AnyStep], *verbs: str) -> bool:
    """Whether a step has a legal action for one of the verbs."""
    form = game.steps[game.codes[step]]
    c = form.make_case(s)
    return any(form.laws[verb].legal(c) for verb in verbs)
