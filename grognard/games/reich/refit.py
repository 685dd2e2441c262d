"""Chapter 7.3: Rest and Refit."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.bounds import Bound
from ...engine.limits import Choice, Limit, Only
from ...engine.step import AnyStep
from ...mechanics.choosing import (
    BeginChoice,
    ChooseUnits,
    Choosing,
    Task,
    available,
    chosen,
    has_room,
    lacks_units,
    unchosen,
)
from ...mechanics.stacks import units_on
from . import supply
from .pieces import renew_zones
from .refit_markers import KINDS, armor, free, take_off
from .state import ALLIED, GERMAN, ReichState

if TYPE_CHECKING:
    from .game import ReichGame


def arrive(game: ReichGame, s: ReichState, side: int) -> None:
    """Make the markers of this turn available (7.3.B)."""
    for owner, name, row in KINDS:
        if owner == side:
            arriving = game.tables.lists["refit"][row].count(s.turn)
            setattr(s, name, getattr(s, name) + arriving)


def complete(game: ReichGame, s: ReichState, side: int) -> None:
    """Bring the refitting units of a side back to full strength (7.3.C)."""
    units = s.refitting & game.units_of[side]
    if units:
        take_off(game, s, units)
        s.reduced &= ~units
        s.report("7.3.C", "{} full strength", game.names_with(units, "is back at", "are back at"))
        renew_zones(game, s)


# -- who may refit --------------------------------------------------------------------------


def reduced(game: ReichGame, s: ReichState, kind: int) -> int:
    """Reduced armor on the map that the markers of a kind serve."""
    return units_on(s.at, armor(game, kind) & s.reduced & ~s.refitting, game.board.playable)


def supplied(game: ReichGame, s: ReichState, side: int, units: int) -> int:
    """Those of the units that are in supply: by a line now, or in a Ruhr City (7.3.D)."""
    hexes = supply.fed(game, s, side)
    return units_on(s.at, units, hexes | game.lines.ruhr if side == GERMAN else hexes)


def unmarked(s: ReichState, units: int) -> int:
    """Those of the units that the last check found in supply: others may not refit before the next one (8.5, 8.0)."""
    return units & ~s.oos


def undisturbed(game: ReichGame, s: ReichState, side: int, units: int) -> int:
    """Those of the units that are not adjacent to the enemy, or are Allied on a Beach (7.3.D)."""
    near = game.board.grid.neighbours(s.occupied[1 - side])
    return units_on(s.at, units, ~(near & ~game.ground.beaches if side == ALLIED else near))


def eligible(game: ReichGame, s: ReichState, kind: int) -> int:
    """The units that may take a marker of a kind now."""
    side = KINDS[kind][0]
    units = supplied(game, s, side, unmarked(s, reduced(game, s, kind)))
    return undisturbed(game, s, side, units) if units else 0


# -- steps ----------------------------------------------------------------------------------


class Refitting(Choosing["ReichGame", ReichState]):
    """Markers of one kind, which are placed on units."""

    @property
    def side(self) -> int:
        return KINDS[self.index][0]


def _served(c: Refitting, units: int) -> int:
    return units & armor(c.game, c.index)


def _reduced(c: Refitting, units: int) -> int:
    return units & reduced(c.game, c.s, c.index)


def _supplied(c: Refitting, units: int) -> int:
    return supplied(c.game, c.s, c.side, units)


class ChooseRefit(ChooseUnits["ReichGame", ReichState]):
    """The choice of the units that rest and refit, if the player likes (7.3.G). Argument: the kind of the markers."""

    name = "choose-refit"
    case = Refitting
    choices: ClassVar[tuple[Choice[Refitting], ...]] = (
        Choice(
            "choose",
            Limit("7.3.A", _served, "{it} is not replaceable two-step armor that this marker serves"),
            Limit("7.3.A", _reduced, "{it} is not reduced, not on the map, or refitting already"),
            Limit("8.5", lambda c, units: unmarked(c.s, units), "{it} is marked out of supply until the next check"),
            Limit("7.3.D", _supplied, "{it} is not in supply"),
            Limit("7.3.D", available, "{it} is adjacent to an enemy unit"),
            Limit("7.3.C", unchosen, "{it} is chosen already"),
            Only("7.3.B", has_room, "no more than {c.task.most} markers are free"),
        ),
        Choice("return", Limit("7.3.C", chosen, "{it} is not chosen")),
        Choice("propose", Only("7.3.C", lacks_units, "enough units are chosen")),
        Choice("done"),
    )

    def task(self, s: ReichState, index: int) -> Task:
        side, markers = KINDS[index][0], free(s, index)
        units = eligible(self.game, s, index) if markers else 0
        return Task(side, units, 0, markers, "7.3", "to rest and refit", wanted=markers)

    def apply(self, s: ReichState, index: int, units: int) -> None:
        if units:
            name = KINDS[index][1]
            setattr(s, name, free(s, index) - units.bit_count())
            s.refitting |= units
            s.report("7.3.C", "{} refit", self.game.names_with(units, "begins to", "begin to"))
            renew_zones(self.game, s)

    def worth(self, s: ReichState, index: int, unit: int) -> float:
        """The strongest first, and of those the ones behind the front."""
        return -float(self.game.roster.attack[unit][2])


class BeginRefit(BeginChoice["ReichGame", ReichState]):
    """Begins the choice of units that refit. Argument: the kind of the markers."""

    name = "begin-refit"
    form = ChooseRefit


def begin(game: ReichGame, s: ReichState, side: int) -> None:
    """A Refit Segment: first the markers placed before come off, then free ones may be placed (7.3.C)."""
    complete(game, s, side)
    for kind in reversed(range(len(KINDS))):
        if KINDS[kind][0] == side and free(s, kind):
            s.agenda.append((game.codes[BeginRefit], kind))


BOUNDS = dict.fromkeys(("choose-refit", "begin-refit"), (Bound(0, len(KINDS) - 1, "7.3.B"),))
STEPS: tuple[type[AnyStep], ...] = (ChooseRefit, BeginRefit)
