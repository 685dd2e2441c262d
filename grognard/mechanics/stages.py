"""A Game Turn as a list of phases, each the part of one side.

A game lists its stages and begins each of them; where a side declares the order of movement and combat,
its two main phases are listed as ``first`` and ``second``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from ..engine.action import NotationError
from ..engine.step import Procedure
from .order import UNDECLARED, main_phase, order_with

#: Whose phase, and which.
Stage = tuple[int, str]

_MAIN = ("first", "second")


class Stages(Procedure):
    """Calls the phases one after the other. The argument counts them."""

    name = "game-turn"
    args = ("number",)
    #: phases with other words than their own in the log
    titles: ClassVar[dict[str, str]] = {}
    #: what the log calls a turn
    turn_word: ClassVar[str] = "Game Turn"

    # -- what a game says --------------------------------------------------------------------

    def stages(self, s: Any) -> Sequence[Stage]:
        """The phases of this turn in order."""
        raise NotImplementedError

    def begin(self, s: Any, side: int, phase: str) -> None:
        """Put the steps of a phase on the agenda; the phase may be empty."""
        raise NotImplementedError

    def begin_turn(self, s: Any) -> None:
        """What comes before the first phase of a turn."""

    def end_turn(self, s: Any) -> None:
        """What comes after the last phase, before the next turn or the end of the game."""

    def omitted(self, s: Any, side: int, phase: str) -> bool:
        """Whether a phase does not take place this time."""
        return False

    # -- what follows ------------------------------------------------------------------------

    def run(self, s: Any) -> None:
        stage = s.agenda[-1][1]
        stages = self.stages(s)
        if stage == len(stages):
            self._end(s)
            return
        if stage == 0:
            self.begin_turn(s)
        self.become(s, stage + 1)
        self._enter(s, *stages[stage])

    def _end(self, s: Any) -> None:
        self.end_turn(s)
        if s.over:
            return
        if s.turn >= s.turns:
            s.over = True
            return
        s.turn += 1
        self.become(s, 0)

    def _enter(self, s: Any, side: int, phase: str) -> None:
        s.phasing = side
        if phase == "declaration":
            s.order = UNDECLARED
        phase = self.real(s, phase)
        if self.omitted(s, side, phase):
            return
        who, title = self.game.side_names[self.game.sides[side]], self.titles.get(phase, phase.capitalize())
        s.begin(f"{self.turn_word} {s.turn}", f"{who} {title} Phase")
        self.begin(s, side, phase)

    @staticmethod
    def real(s: Any, phase: str) -> str:
        """Movement or combat for the first and the second main phase, any other phase as it is."""
        return main_phase(s.order, phase) if phase in _MAIN else phase

    def begin_at(self, s: Any, words: list[str]) -> None:
        """Set the agenda to the beginning of a phase written by hand, e.g. ``german combat second``."""
        sides = self.game.sides
        stages = list(self.stages(s))
        names = {name for _, name in stages}
        main = bool(names & {*_MAIN})
        if len(words) not in ((2, 3) if main else (2,)) or words[0] not in sides:
            raise NotationError(f"no phase {' '.join(words)!r}: a side and a phase, e.g. '{sides[0]} movement'")
        side, name, place = sides.index(words[0]), words[1], words[2] if len(words) == 3 else "first"
        if main and name in ("movement", "combat"):
            if place not in _MAIN:
                raise NotationError(f"{place!r}: the first or the second phase of the turn")
            s.order = order_with(name, place)
            name = place
        if (side, name) not in stages:
            known = sorted(names - {*_MAIN} | ({"movement", "combat"} if main else set()))
            raise NotationError(f"no phase {' '.join(words)!r}: {', '.join(known)}")
        stage = stages.index((side, name))
        s.agenda = [(self.code, stage + 1)]
        self._enter(s, side, name)

    def phase_of(self, s: Any) -> str:
        """The phase in words, or nothing before the first turn."""
        if s.over:
            return "over"
        for frame in reversed(s.agenda):
            if frame[0] == self.code:
                side, phase = self.stages(s)[max(0, frame[1] - 1)]
                return f"{self.game.sides[side]} {self.real(s, phase)}"
        return ""
