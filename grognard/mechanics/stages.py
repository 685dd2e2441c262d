"""A Game Turn as a list of phases, each of one side or of both.

A game lists its stages and begins each of them. If a side declares the order of movement and combat, its two main
phases are listed as ``first`` and ``second``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from ..engine.action import NotationError
from ..engine.game import AnyGame
from ..engine.state import WarState
from ..engine.step import Procedure
from .order import UNDECLARED, D, main_phase, order_with

#: A side and a phase. A phase that belongs to both sides has the side ``BOTH``.
Stage = tuple[int, str]

BOTH = -1

G = TypeVar("G", bound=AnyGame)
W = TypeVar("W", bound=WarState)

_MAIN = ("first", "second")


class Stages(Procedure[G, W]):
    """Calls the phases one after the other. The argument counts the phases begun."""

    name = "game-turn"
    args = ("number",)
    #: names of phases in the log, if they differ from their own
    titles: ClassVar[dict[str, str]] = {}
    #: the word for a turn in the log
    turn_word: ClassVar[str] = "Game Turn"
    #: the word for a phase in the log
    phase_word: ClassVar[str] = "Phase"

    # -- defined by a game -------------------------------------------------------------------

    def stages(self, s: W) -> Sequence[Stage]:
        """The phases of this turn, in order."""
        raise NotImplementedError

    def begin(self, s: W, side: int, phase: str) -> None:
        """Push the steps of a phase. The phase may be empty."""
        raise NotImplementedError

    def begin_turn(self, s: W) -> None:
        """Called before the first phase of a turn."""

    def end_turn(self, s: W) -> None:
        """Called after the last phase, before the next turn or the end of the game."""

    def omitted(self, s: W, side: int, phase: str) -> bool:
        """Whether a phase is skipped."""
        return False

    def owner(self, side: int, phase: str) -> int:
        """The side that a phase is named after, if it is not the one whose turn it is."""
        return side

    def actual_phase(self, s: W, phase: str) -> str:
        """The current name of a phase."""
        return phase

    # -- derived from these ------------------------------------------------------------------

    def run(self, s: W) -> None:
        _, stage = s.agenda[-1]
        stages = self.stages(s)
        if stage == len(stages):
            self._end(s)
            return
        if stage == 0:
            self.begin_turn(s)
        self.set_args(s, stage + 1)
        self._enter(s, *stages[stage])

    def _end(self, s: W) -> None:
        self.end_turn(s)
        if s.over:
            return
        if s.turn >= s.turns:
            s.over = True
            return
        s.turn += 1
        self.set_args(s, 0)

    def _enter(self, s: W, side: int, phase: str) -> None:
        if side != BOTH:
            s.phasing = side
        phase = self.actual_phase(s, phase)
        if self.omitted(s, side, phase):
            return
        title = self.titles.get(phase, phase.capitalize())
        who = "" if side == BOTH else f"{self.game.side_names[self.game.sides[self.owner(side, phase)]]} "
        s.begin(f"{self.turn_word} {s.turn}", f"{who}{title} {self.phase_word}")
        self.begin(s, side, phase)

    def begin_at(self, s: W, words: list[str]) -> None:
        """Set the agenda to the beginning of a phase in a hand-written position, such as ``german combat``."""
        sides = self.game.sides
        stages = list(self.stages(s))
        if len(words) == 1 and (BOTH, words[0]) in stages:
            side, name = BOTH, words[0]
        elif len(words) < 2 or words[0] not in sides:
            raise self._no_phase(s, words)
        else:
            side, name = sides.index(words[0]), self.listed(s, words)
        if (side, name) not in stages:
            raise NotationError(f"unknown phase {' '.join(words)!r}; choose from: {', '.join(self.known(stages))}")
        stage = stages.index((side, name))
        s.agenda = [(self.code, stage + 1)]
        self._enter(s, side, name)

    def _no_phase(self, s: W, words: list[str]) -> NotationError:
        stages = self.stages(s)
        if all(side != BOTH for side, _ in stages):
            example = f"{self.game.sides[0]} movement"
        else:
            example = next(phase for side, phase in stages if side == BOTH)
        return NotationError(f"unknown phase {' '.join(words)!r}; write a side and a phase, such as '{example}'")

    def listed(self, s: W, words: list[str]) -> str:
        """The phase of the given words, as listed by the stages."""
        if len(words) > 2:
            raise self._no_phase(s, words)
        return words[1]

    def known(self, stages: Sequence[Stage]) -> list[str]:
        """The names of all phases."""
        return sorted({name for _, name in stages})

    def phase_of(self, s: W) -> str:
        """The current phase as text; empty before the first turn."""
        if s.over:
            return "over"
        for frame in reversed(s.agenda):
            if frame[0] == self.code:
                side, phase = self.stages(s)[max(0, frame[1] - 1)]
                phase = self.actual_phase(s, phase)
                return phase if side == BOTH else f"{self.game.sides[side]} {phase}"
        return ""


class OrderedStages(Stages[G, D]):
    """A turn in which sides declare the order of their two main phases; they are listed as ``first`` and ``second``."""

    def owner(self, side: int, phase: str) -> int:
        """The side that a phase is named after, if it is not the one whose turn it is."""
        return side

    def actual_phase(self, s: D, phase: str) -> str:
        """Movement or combat for the first and second main phases; other phases have one name."""
        return main_phase(s.order, phase) if phase in _MAIN else phase

    def _enter(self, s: D, side: int, phase: str) -> None:
        if phase == "declaration":
            s.order = UNDECLARED
        super()._enter(s, side, phase)

    def listed(self, s: D, words: list[str]) -> str:
        """The phase of the given words, which may have a place, such as ``german combat second``."""
        _, name, *place = words
        if name in _MAIN:
            raise self._no_phase(s, words)
        if len(place) > 1 or name not in ("movement", "combat"):
            return super().listed(s, words)
        where = place[0] if place else "first"
        if where not in _MAIN:
            raise NotationError(f"unknown place {where!r} of a phase; choose from: {', '.join(_MAIN)}")
        s.order = order_with(name, where)
        return where

    def known(self, stages: Sequence[Stage]) -> list[str]:
        return sorted({name for _, name in stages} - {*_MAIN} | {"movement", "combat"})
