"""A Game Turn as a list of phases, each the part of one side.

A game lists its stages and begins each of them; where a side declares the order of movement and combat,
its two main phases are listed as ``first`` and ``second``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from ..engine.action import NotationError
from ..engine.game import AnyGame
from ..engine.state import WarState
from ..engine.step import Procedure
from .order import UNDECLARED, D, main_phase, order_with

#: Whose phase, and which. A phase that belongs to both sides has the side ``BOTH``.
Stage = tuple[int, str]

BOTH = -1

G = TypeVar("G", bound=AnyGame)
W = TypeVar("W", bound=WarState)

_MAIN = ("first", "second")


class Stages(Procedure[G, W]):
    """Calls the phases one after the other. The argument counts them."""

    name = "game-turn"
    args = ("number",)
    #: phases with other words than their own in the log
    titles: ClassVar[dict[str, str]] = {}
    #: what the log calls a turn
    turn_word: ClassVar[str] = "Game Turn"
    #: what the log calls a phase
    phase_word: ClassVar[str] = "Phase"

    # -- what a game says --------------------------------------------------------------------

    def stages(self, s: W) -> Sequence[Stage]:
        """The phases of this turn in order."""
        raise NotImplementedError

    def begin(self, s: W, side: int, phase: str) -> None:
        """Put the steps of a phase on the agenda; the phase may be empty."""
        raise NotImplementedError

    def begin_turn(self, s: W) -> None:
        """What comes before the first phase of a turn."""

    def end_turn(self, s: W) -> None:
        """What comes after the last phase, before the next turn or the end of the game."""

    def omitted(self, s: W, side: int, phase: str) -> bool:
        """Whether a phase does not take place this time."""
        return False

    def actual_phase(self, s: W, phase: str) -> str:
        """A phase as it is called now."""
        return phase

    # -- what follows ------------------------------------------------------------------------

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
        who = "" if side == BOTH else f"{self.game.side_names[self.game.sides[side]]} "
        s.begin(f"{self.turn_word} {s.turn}", f"{who}{title} {self.phase_word}")
        self.begin(s, side, phase)

    def begin_at(self, s: W, words: list[str]) -> None:
        """Set the agenda to the beginning of a phase written by hand, e.g. ``german combat``."""
        sides = self.game.sides
        stages = list(self.stages(s))
        if len(words) == 1 and (BOTH, words[0]) in stages:
            side, name = BOTH, words[0]
        elif len(words) < 2 or words[0] not in sides:
            raise self._no_phase(s, words)
        else:
            side, name = sides.index(words[0]), self.listed(s, words)
        if (side, name) not in stages:
            raise NotationError(f"no phase {' '.join(words)!r}: {', '.join(self.known(stages))}")
        stage = stages.index((side, name))
        s.agenda = [(self.code, stage + 1)]
        self._enter(s, side, name)

    def _no_phase(self, s: W, words: list[str]) -> NotationError:
        stages = self.stages(s)
        if all(side != BOTH for side, _ in stages):
            example = f"{self.game.sides[0]} movement"
        else:
            example = next(phase for side, phase in stages if side == BOTH)
        return NotationError(f"no phase {' '.join(words)!r}: a side and a phase, e.g. '{example}'")

    def listed(self, s: W, words: list[str]) -> str:
        """The phase of some words as the stages list it."""
        if len(words) > 2:
            raise self._no_phase(s, words)
        return words[1]

    def known(self, stages: Sequence[Stage]) -> list[str]:
        """All phases, by the words for them."""
        return sorted({name for _, name in stages})

    def phase_of(self, s: W) -> str:
        """The phase in words, or nothing before the first turn."""
        if s.over:
            return "over"
        for frame in reversed(s.agenda):
            if frame[0] == self.code:
                side, phase = self.stages(s)[max(0, frame[1] - 1)]
                phase = self.actual_phase(s, phase)
                return phase if side == BOTH else f"{self.game.sides[side]} {phase}"
        return ""


class OrderedStages(Stages[G, D]):
    """A turn in which sides declare the order of their two main phases, listed as ``first`` and ``second``."""

    def actual_phase(self, s: D, phase: str) -> str:
        """Movement or combat for the first and the second main phase, any other phase as it is."""
        return main_phase(s.order, phase) if phase in _MAIN else phase

    def _enter(self, s: D, side: int, phase: str) -> None:
        if phase == "declaration":
            s.order = UNDECLARED
        super()._enter(s, side, phase)

    def listed(self, s: D, words: list[str]) -> str:
        """Also with a place, e.g. ``german combat second``."""
        _, name, *place = words
        if name in _MAIN:
            raise self._no_phase(s, words)
        if len(place) > 1 or name not in ("movement", "combat"):
            return super().listed(s, words)
        where = place[0] if place else "first"
        if where not in _MAIN:
            raise NotationError(f"{where!r}: the first or the second phase of the turn")
        s.order = order_with(name, where)
        return where

    def known(self, stages: Sequence[Stage]) -> list[str]:
        return sorted({name for _, name in stages} - {*_MAIN} | {"movement", "combat"})
