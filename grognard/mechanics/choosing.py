"""Choosing from m to n units of a set: units to remove, to reduce, to supply, to send away.

A game says what is to be chosen (:class:`Task`) and what happens to the chosen units. A player chooses units one by
one, takes some back, or accepts what the program proposes. A choice without an alternative is made at once.

The game derives :class:`ChooseUnits` with rows of its own rules over :class:`Choosing`:

    choices = (
        Choice("choose",
            Limit("9.2.A", available, "{it} cannot be grounded"),
            Limit("9.2.A", unchosen, "{it} is chosen already"),
            Only("9.2.A", has_room, "{c.task.most} units are chosen already")),
        Choice("return", Limit("9.2.A", chosen, "{it} is not chosen")),
        Choice("propose", Only("9.2.A", lacks_units, "enough units are chosen")),
        Choice("done", Only("9.2.A", has_enough, "{c.missing} more must be chosen")),
    )
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias, TypeVar

from ..engine.game import AnyGame
from ..engine.limits import Case, lazy
from ..engine.state import WarState, field
from ..engine.step import AnyStep, Procedure, Prompt, Step
from ..engine.verbs import Verb
from ..hexes import bits, of

G = TypeVar("G", bound=AnyGame)


class ChoosingState(WarState):
    """The field that the choice of units reads and writes."""

    #: the units chosen so far
    chosen: int = field("units")


W = TypeVar("W", bound=ChoosingState)

#: The verbs of a choice; "propose" and "done" are shared by all games.
VERBS = {
    "choose": Verb("unit", "Choose {}", before="helps"),
    "return": Verb("unit", "Take {} back", "leave"),
}


@dataclass(frozen=True)
class Task:
    """A choice to be made: the side that chooses, the units, how many, and why."""

    side: int
    units: int
    least: int
    most: int
    rule: str
    #: the purpose in the prompt: "to be reduced"
    purpose: str
    #: how many units the program proposes, if more than the least number
    wanted: int = 0

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the greatest number that there are units for."""
        there = self.units.bit_count()
        return min(self.least, there), min(self.most, there)

    @property
    def forced(self) -> int | None:
        """The units of a choice without an alternative, or None."""
        least, most = self.bounds
        if most == 0:
            return 0
        return self.units if least == self.units.bit_count() else None

    @property
    def number(self) -> str:
        """How many units must be chosen, for prompts: ``2`` or ``0 to 3``."""
        least, most = self.bounds
        return str(most) if least == most else f"{least} to {most}"


class Choosing(Case[G, W]):
    """The task of the frame, and what is chosen so far."""

    def __init__(self, game: G, s: W) -> None:
        super().__init__(game, s)
        _, self.index = s.agenda[-1]
        self.chosen = s.chosen

    @lazy
    def task(self) -> Task:
        step: Any = self.game.step(self.s)  # any: a ChooseUnits, whatever its game
        found: Task = step.task(self.s, self.index)
        return found

    @property
    def count(self) -> int:
        return self.chosen.bit_count()

    @property
    def missing(self) -> int:
        """How many units must be chosen in addition."""
        return max(0, self.task.bounds[0] - self.count)


AnyChoosing: TypeAlias = Choosing[Any, Any]  # any: games are not alike in it


# -- laws ------------------------------------------------------------------------------------


def available(c: AnyChoosing, units: int) -> int:
    """Units that may be chosen for the task."""
    return units & c.task.units


def unchosen(c: AnyChoosing, units: int) -> int:
    """Units that have not been chosen yet."""
    return units & ~c.chosen


def chosen(c: AnyChoosing, units: int) -> int:
    """Units that have been chosen."""
    return units & c.chosen


def has_room(c: AnyChoosing) -> bool:
    """Whether one more unit may be chosen."""
    return c.count < c.task.most


def has_enough(c: AnyChoosing) -> bool:
    """Whether enough units have been chosen."""
    return c.missing == 0


def lacks_units(c: AnyChoosing) -> bool:
    """Whether the program would choose more units."""
    return c.count < _proposed_number(c.task)


def _proposed_number(task: Task) -> int:
    least, most = task.bounds
    return max(least, min(task.wanted, most))


# -- steps -----------------------------------------------------------------------------------


class ChooseUnits(Step[G, W]):
    """The choice of units for a task. Argument: the number of the task, which means something to the game only."""

    name = "choose-units"
    args = ("number",)
    case = Choosing

    # -- defined by a game -------------------------------------------------------------------

    @abstractmethod
    def task(self, s: W, index: int) -> Task:
        """The task with this number."""

    @abstractmethod
    def apply(self, s: W, index: int, units: int) -> None:
        """Do with the chosen units what the task says. The frame of the choice is gone already."""

    @abstractmethod
    def worth(self, s: W, index: int, unit: int) -> float:
        """The cost of choosing a unit to its owner: the program proposes the units that cost least."""

    # -- derived from these ------------------------------------------------------------------

    def seat(self, s: W) -> str:
        return str(self.game.sides[self._task(s).side])

    def _task(self, s: W) -> Task:
        _, index = s.agenda[-1]
        return self.task(s, index)

    def prompt(self, s: W) -> Prompt:
        task = self._task(s)
        least, most = task.bounds
        noun = "unit" if least == most == 1 else "units"
        return Prompt(f"Choose {task.number} {noun} {task.purpose}: {s.chosen.bit_count()} chosen.", task.rule)

    def proposal(self, s: W, index: int) -> int:
        """The units that the program would choose: those chosen already, and the cheapest of the others."""
        task = self.task(s, index)
        lacking = max(0, _proposed_number(task) - s.chosen.bit_count())
        others = sorted(bits(task.units & ~s.chosen), key=lambda u: (self.worth(s, index, u), u))
        return s.chosen | of(others[:lacking])

    def do_choose(self, s: W, unit: int) -> None:
        s.chosen |= 1 << unit

    def do_return(self, s: W, unit: int) -> None:
        s.chosen &= ~(1 << unit)

    def do_propose(self, s: W, _: int) -> None:
        _, index = s.agenda[-1]
        s.chosen = self.proposal(s, index)

    def do_done(self, s: W, _: int) -> None:
        _, index = s.agenda[-1]
        units, s.chosen = s.chosen, 0
        self.pop(s)
        self.apply(s, index, units)


class BeginChoice(Procedure[G, W]):
    """Begins a choice, or makes it at once if there is no alternative. Argument: the number of the task."""

    name = "begin-choice"
    args = ("number",)
    #: the form of the choice that it begins; a game with several forms derives this step for each of them
    form: ClassVar[type[AnyStep]] = ChooseUnits

    def run(self, s: W) -> None:
        _, index = s.agenda[-1]
        choice: Any = self.game.steps[self.game.codes[self.form]]  # any: a ChooseUnits, whatever its game
        self.pop(s)
        s.chosen = 0
        units = choice.task(s, index).forced
        if units is None:
            self.push(s, self.form, index)
        else:
            choice.apply(s, index, units)
