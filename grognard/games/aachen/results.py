"""Chapter 7.5.2: losses, checks and retreats, in their strict order, for one side after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Case, Choice, Limit, Only, lazy
from ...engine.step import AnyStep, Procedure, Prompt
from ...hexes import bits, lowest
from ...mechanics.phasing import Owned
from . import control, drm, effectiveness, retreat, victory
from .pieces import lose_points
from .state import AachenState

if TYPE_CHECKING:
    from .game import AachenGame

#: The stages of a side's results.
_FIRST, _CHECK, _SECOND, _FORCED, _OTHERS, _REST = range(6)


def involved(s: AachenState, side: int) -> int:
    """The units of a side in the combat that are still in play."""
    return s.attackers if side == s.phasing else s.defenders


def may_lose(s: AachenState, units: int) -> int:
    """Units that may take the next loss: none takes a second before all have taken one (7.5.2)."""
    if not units:
        return 0
    least = min(s.wounds[u] for u in bits(units))
    return sum(1 << u for u in bits(units) if s.wounds[u] == least)


def take_loss(game: AachenGame, s: AachenState, unit: int) -> None:
    """A unit loses a point for a hit."""
    s.wounds[unit] += 1
    s.owed -= 1
    lose_points(game, s, unit, 1, "7.5.2")
    control.update(game, s)
    victory.check(game, s)


class Results(Procedure["AachenGame", AachenState]):
    """The result of one side. Arguments: the side, and what comes next.

    First loss, checks for a red number, the second hit with its retreats, then the rest, evenly.
    """

    game: AachenGame
    name = "results"
    args = ("side", "number")

    def run(self, s: AachenState) -> None:
        _, side, stage = s.agenda[-1]
        units = involved(s, side)
        if stage == _FIRST:
            s.owed = s.hits[side != s.phasing]
            s.failed = s.pending = 0
            s.refuge = -1
        if not units or (stage == _FIRST and not s.owed):
            self._done(s)
            return
        self.set_args(s, side, stage + 1)
        (self._first, self._check, self._second, self._forced, self._others, self._rest)[stage](s, side, units)

    def _done(self, s: AachenState) -> None:
        self.pop(s)
        s.owed = s.failed = s.pending = 0

    def _first(self, s: AachenState, side: int, units: int) -> None:
        self._lose(s, side, drm.first_to_lose(self.game, s, drm.fight_of(s), side, units), first=True)

    def _check(self, s: AachenState, side: int, units: int) -> None:
        if s.red[side != s.phasing]:
            effectiveness.check(self.game, s, side, units, effectiveness.COMBAT)

    def _second(self, s: AachenState, side: int, units: int) -> None:
        """The second hit: a forced retreat of those who failed, or the owner's choice."""
        if not s.owed:
            self._done(s)
        elif s.failed & units:
            s.pending = s.failed & units
            s.owed -= 1  # converted, whether the retreat can be made or not (ruling 7.5.2aw)
            retreat.forced(self.game, s, side)
        else:
            self.set_args(s, side, _REST)
            if retreat.voluntary_hexes(self.game, s, side, units) and not self.game.is_static(s, side):
                s.pending = units
                self.push(s, Yield, side)

    def _forced(self, s: AachenState, side: int, units: int) -> None:
        """Units that passed may follow; else they take the hit that was converted (ruling 7.5.2n)."""
        s.pending = units & ~s.failed
        if not s.pending:
            self.set_args(s, side, _REST)
        else:
            s.owed += 1
            if retreat.may_follow(self.game, s, side) and not self.game.is_static(s, side):
                self.push(s, Yield, side)

    def _others(self, s: AachenState, side: int, units: int) -> None:
        """Those who stayed take the second hit."""
        if s.pending and s.owed:
            self._lose(s, side, may_lose(s, s.pending & units))

    def _rest(self, s: AachenState, side: int, units: int) -> None:
        if not s.owed:
            self._done(s)
            return
        self.set_args(s, side, _REST)
        s.pending = 0
        self._lose(s, side, may_lose(s, units))

    def _lose(self, s: AachenState, side: int, units: int, *, first: bool = False) -> None:
        """One loss among some units: asked only where there is a choice."""
        if units & (units - 1):
            s.choice = units
            self.push(s, Lose, side, int(first))
        elif units:
            take_loss(self.game, s, lowest(units))


class Losing(Case["AachenGame", AachenState]):
    """The side that takes a loss."""

    def __init__(self, game: AachenGame, s: AachenState) -> None:
        super().__init__(game, s)
        _, self.side, self.first = s.agenda[-1]
        self.units = involved(s, self.side)


def _why_not_next(c: Losing, unit: int) -> str:
    name = c.game.counters[unit].id
    if c.first:
        return f"the first point is lost by the unit whose armor counted, not by {name}"
    if c.s.pending and not c.s.pending >> unit & 1:
        return f"{name} retreated: the hit falls on the units that stayed"
    return f"{name} has lost a point more than another unit in this combat"


class Lose(Owned["AachenGame", AachenState]):
    """The owner chooses the unit that loses a point. Arguments: the side, and whether it is the first loss."""

    game: AachenGame
    name = "lose"
    args = ("side", "number")
    brief = True
    case = Losing
    choices: ClassVar[tuple[Choice[Losing], ...]] = (
        Choice(
            "lose",
            Limit("7.5.2", lambda c, units: units & c.units, "{it} is not one of your units in this combat"),
            Limit("7.5.2", lambda c, units: units & c.s.choice, _why_not_next),
        ),
    )

    def prompt(self, s: AachenState) -> Prompt:
        return Prompt("Choose the unit that loses a Strength Point.", "7.5.2", s.target)

    def do_lose(self, s: AachenState, unit: int) -> None:
        self.pop(s)
        s.choice = 0
        take_loss(self.game, s, unit)


class Yielding(Case["AachenGame", AachenState]):
    """The units that may retreat instead of taking the second hit."""

    def __init__(self, game: AachenGame, s: AachenState) -> None:
        super().__init__(game, s)
        _, self.side = s.agenda[-1]

    @lazy
    def open(self) -> bool:
        if self.s.refuge >= 0:
            return retreat.may_follow(self.game, self.s, self.side)
        return bool(retreat.voluntary_hexes(self.game, self.s, self.side, self.s.pending))


class Yield(Owned["AachenGame", AachenState]):
    """Retreat in place of the second hit, all together, or stay and take it (7.5.2)."""

    game: AachenGame
    name = "yield"
    args = ("side",)
    brief = True
    case = Yielding
    choices: ClassVar[tuple[Choice[Yielding], ...]] = (
        Choice(
            "yield", Only("7.5.2", lambda c: c.open, "no hex outside enemy zones of control is open to all of them")
        ),
        Choice("stay"),
    )

    def prompt(self, s: AachenState) -> Prompt:
        names = self.game.names(s.pending)
        return Prompt(f"{names}: retreat one hex, or stay and take the second hit?", "7.5.2", s.target)

    def do_yield(self, s: AachenState, _: int) -> None:
        _, side = s.agenda.pop()
        s.owed -= 1
        retreat.voluntary(self.game, s, side)

    def do_stay(self, s: AachenState, _: int) -> None:
        self.pop(s)


STEPS: tuple[type[AnyStep], ...] = (Results, Lose, Yield)
