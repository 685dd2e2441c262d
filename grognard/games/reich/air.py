"""Chapters 17.5.1 and 17.5.2: Tactical Air units, and Strafing.

Nobody knows the value of a Strafing marker before the reveal, so markers are placed without values, and dice deal the
values afterwards (17.5.2.A).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.action import Action
from ...engine.limits import Case, Choice, Limit
from ...engine.step import AnyStep, Chance, Procedure, Prompt
from ...engine.verbs import Verb
from ...mechanics.phasing import Phasing
from ...mechanics.stacks import hexes_of, units_on
from .state import GERMAN, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

VERBS = {
    "strafe": Verb("unit", "Strafe {}", "aid"),
    "keep": Verb("none", "Keep the others for combat", main=True),
}


def gather(s: ReichState) -> None:
    """Collect all Tactical Air units from the map and their box (VI.a.1, X.2, X.3)."""
    s.strafed = 0
    s.strafers = [-1] * len(s.strafers)
    s.air = 0


def safe_hexes(game: ReichGame, s: ReichState) -> int:
    """Hexes whose units may not be strafed: Forts, Forests, Entrance Hexes but those of B, and hexes with Flak."""
    ground = game.ground
    forests = game.board.terrain.get("forest", 0)
    return ground.every_fort & ~s.razed | forests | ground.off_map | hexes_of(s.at, game.roster.flak)


def eligible(game: ReichGame, s: ReichState) -> int:
    """The German units that may be strafed (17.5.2)."""
    return units_on(s.at, game.combat_of[GERMAN] & s.fielded & ~s.strafed, ~safe_hexes(game, s))


# -- laws -----------------------------------------------------------------------------------

Strafing = Case["ReichGame", ReichState]


def _german(c: Strafing, units: int) -> int:
    return units & c.game.combat_of[GERMAN]


def _on_map(c: Strafing, units: int) -> int:
    return units & c.s.fielded


def _unmarked(c: Strafing, units: int) -> int:
    return units & ~c.s.strafed


def _open(c: Strafing, units: int) -> int:
    return units_on(c.s.at, units & c.s.fielded, ~safe_hexes(c.game, c.s))


def _why_safe(c: Strafing, unit: int) -> str:
    ground, h, name = c.game.ground, c.s.at[unit], c.game.counters[unit].id
    if ground.every_fort & ~c.s.razed & 1 << h:
        return f"{name} is in a Fort"
    if ground.off_map >> h & 1:
        return f"{name} is in an Entrance Hex"
    if hexes_of(c.s.at, c.game.roster.flak) >> h & 1:
        return f"{name} is in a hex with a Flak unit"
    return f"{name} is in a Forest"


# -- steps ----------------------------------------------------------------------------------


class PlaceStrafers(Phasing["ReichGame", ReichState]):
    """The Allied player places Strafing markers, and keeps the other Tactical Air units for combat (17.5.2)."""

    name = "place-strafers"
    choices: ClassVar[tuple[Choice[Strafing], ...]] = (
        Choice(
            "strafe",
            Limit("17.5.2", _german, "{it} is not a German unit"),
            Limit("17.5.2", _on_map, "{it} is not on the map"),
            Limit("17.5.2.B", _unmarked, "{it} is strafed already"),
            Limit("17.5.2", _open, _why_safe),
        ),
        Choice("keep"),
    )

    def prompt(self, s: ReichState) -> Prompt:
        values = self.game.tables.lists["air"]["markers"]
        effect = f"it loses {min(values)} to {max(values)} points of its next Movement Segment"
        kept = "Each unit kept adds 1 to a die in the next two phases."
        return Prompt(f"Choose a German unit to strafe: {effect}. {kept} Tactical Air units left: {s.air}.", "17.5.2")

    def do_strafe(self, s: ReichState, unit: int) -> None:
        s.strafed |= 1 << unit
        s.air -= 1
        s.report("17.5.2", "{} is strafed", self.game.counters[unit].id)
        if not (s.air and eligible(self.game, s)):
            self.pop(s)

    def do_keep(self, s: ReichState, _: int) -> None:
        self.pop(s)
        s.report("17.5.3.A", "Tactical Air units kept for combat: {}", s.air)


class RevealStrafers(Procedure["ReichGame", ReichState]):
    """Reveals the Strafing markers one after the other, when all are placed (17.5.2.A)."""

    name = "reveal-strafers"

    def run(self, s: ReichState) -> None:
        hidden = s.strafed & ~sum(1 << u for u in s.strafers if u >= 0)
        if hidden:
            self.push(s, RevealStrafer, (hidden & -hidden).bit_length() - 1)
        else:
            self.pop(s)


class RevealStrafer(Chance["ReichGame", ReichState]):
    """The value of one Strafing marker, one of those still in the cup. Argument: the unit under it."""

    name = "reveal-strafer"
    args = ("unit",)
    open_outcome = True

    def prompt(self, s: ReichState) -> Prompt:
        _, unit = s.agenda[-1]
        return Prompt(f"Reveal the Strafing marker on {self.game.counters[unit].id}.", "17.5.2.A", s.at[unit])

    def outcomes(self, s: ReichState) -> list[tuple[Action, int]]:
        values = self.game.tables.lists["air"]["markers"]
        return [(Action("roll", value), 1) for value, under in zip(values, s.strafers, strict=True) if under < 0]

    def do_roll(self, s: ReichState, value: int) -> None:
        _, unit = s.agenda[-1]
        self.pop(s)
        s.strafers[self.game.tables.lists["air"]["markers"].index(value)] = unit
        s.report("17.5.2.A", "{} loses {} Movement Points", self.game.counters[unit].id, value)


def lost_points(game: ReichGame, s: ReichState, unit: int) -> int:
    """The Movement Points that a unit loses to Strafing (17.5.2), perhaps all it has (17.5.2.D)."""
    values = game.tables.lists["air"]["markers"]
    return sum(value for value, under in zip(values, s.strafers, strict=True) if under == unit)


def end_strafing(s: ReichState, unit: int) -> None:
    """Take the marker off a unit that has completed its movement (17.5.2.C)."""
    s.strafed &= ~(1 << unit)
    s.strafers = [-1 if under == unit else under for under in s.strafers]


def begin(game: ReichGame, s: ReichState, side: int) -> None:
    """The Strafing Segment of the 1st Allied Air Phase (III.b); not with an Airborne Operation (17.9.3.D)."""
    if s.operation_turn == s.turn:
        gather(s)
        s.report("17.9.3.D", "no Tactical Air unit is available in the phase of an Airborne Operation")
    else:
        begin_second(game, s, side)


def begin_second(game: ReichGame, s: ReichState, _: int) -> None:
    """The Strafing Segment of the 2nd Allied Air Phase (VI.a), which every turn has (17.5.1.C).

    All units are gathered, and those of this turn are available again (17.5.1.B, 17.5.2.E).
    """
    gather(s)
    s.air = game.tables.air_units(s.turn)
    s.agenda.append((game.codes[RevealStrafers],))
    if eligible(game, s):
        s.agenda.append((game.codes[PlaceStrafers],))


STEPS: tuple[type[AnyStep], ...] = (PlaceStrafers, RevealStrafers, RevealStrafer)
