"""Chapter 8.3: the Victory Plan Segment of the campaign."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.action import Action
from ...engine.limits import Choice, Limit
from ...engine.state import Seat
from ...engine.step import AnyStep, Chance, Prompt
from ...mechanics.phasing import Owned
from .luck import AachenDie
from .stacking import TOP, Owner, PutsInOrder
from .state import UNKNOWN, AachenState
from .units import GERMAN, US

if TYPE_CHECKING:
    from .game import AachenGame


def begin(game: AachenGame, s: AachenState) -> None:
    """The US side draws, then the German side rolls (8.3)."""
    s.agenda.append((game.codes[InspectionDie], 0, 0))
    if len(s.plans) < pool(game):
        s.agenda.append((game.codes[DrawPlan],))


def pool(game: AachenGame) -> int:
    """The number of markers: the plans first, then the dummies."""
    return len(game.tables.plans) + game.tables.dummies


def unseen(s: AachenState) -> int:
    """The markers drawn that the German side has not looked at, bit by bit."""
    return ((1 << len(s.plans)) - 1) & ~s.plans_seen


def marker_name(game: AachenGame, marker: int) -> str:
    """A marker as players read it."""
    names = list(game.tables.plans)
    return f"Plan {names[marker]}" if marker < len(names) else "a dummy"


class DrawPlan(Chance["AachenGame", AachenState]):
    """The US side draws a marker and keeps it hidden, in the order drawn (8.3)."""

    name = "draw-plan"

    def roller(self, s: AachenState) -> Seat:
        return self.game.sides[US]

    def outcomes(self, s: AachenState) -> list[tuple[Action, int]]:
        """Each marker that is not drawn yet; as long as some are unknown, any may come."""
        return [(Action("draw", marker), 1) for marker in range(pool(self.game)) if marker not in s.plans]

    def prompt(self, s: AachenState) -> Prompt:
        return Prompt("Draw a Victory Plan marker.", "8.3")

    def do_draw(self, s: AachenState, marker: int) -> None:
        self.pop(s)
        s.plans.append(marker)
        s.report("8.3", "marker {} of the Victory Plan is {}", len(s.plans), marker_name(self.game, marker))
        s.announce("8.3", "the U.S. side draws Victory Plan marker {}", len(s.plans))


class InspectionDie(AachenDie):
    """The German die that may allow a look at a marker (8.3)."""

    name = "inspection-die"
    args = ("number", "number")

    def side(self, s: AachenState) -> int:
        return GERMAN

    def prompt(self, s: AachenState) -> Prompt:
        return Prompt(f"Roll to look at a Victory Plan marker: {self.game.tables.look} or more.", "8.3")

    def may_improve(self, s: AachenState, roll: int) -> bool:
        return roll < self.game.tables.look and bool(unseen(s))

    def effect(self, s: AachenState, roll: int) -> None:
        self.pop(s)
        if roll < self.game.tables.look:
            s.announce("8.3", "a {}: the German side may not look at a marker", roll)
        elif not unseen(s):
            s.announce("8.3", "a {}: the German side has looked at every marker already", roll)
        else:
            s.announce("8.3", "a {}: the German side may look at a marker", roll)
            self.push(s, LookAtPlan, GERMAN)


class Markers(Owner):
    """The markers drawn, numbered from 1 in the order drawn."""

    def __init__(self, game: AachenGame, s: AachenState) -> None:
        super().__init__(game, s)
        self.mine = game.units_of[GERMAN]

    @property
    def drawn(self) -> int:
        return (1 << len(self.s.plans)) - 1 << 1

    @property
    def unseen(self) -> int:
        return unseen(self.s) << 1


class LookAtPlan(PutsInOrder, Owned["AachenGame", AachenState]):
    """The German side looks at one marker drawn in any turn; what it saw stays known to it (8.3)."""

    name = "look"
    args = ("side",)
    case = Markers
    choices: ClassVar[tuple[Choice[Markers], ...]] = (
        Choice(
            "look",
            Limit("8.3", lambda c, numbers: numbers & c.drawn, "the U.S. side has not drawn marker {it}"),
            Limit("8.3", lambda c, numbers: numbers & c.unseen, "marker {it} was looked at before"),
            most=8,
        ),
        Choice("pass"),
        TOP,
    )

    def prompt(self, s: AachenState) -> Prompt:
        return Prompt("Choose the Victory Plan marker to look at, in the order drawn.", "8.3")

    def do_look(self, s: AachenState, number: int) -> None:
        self.pop(s)
        s.plans_seen |= 1 << number - 1
        s.announce("8.3", "the German side looks at marker {}", number)
        if s.plans[number - 1] != UNKNOWN:
            s.report("8.3", "it is {}", marker_name(self.game, s.plans[number - 1]))

    def do_pass(self, s: AachenState, _: int) -> None:
        self.pop(s)


STEPS: tuple[type[AnyStep], ...] = (DrawPlan, InspectionDie, LookAtPlan)
