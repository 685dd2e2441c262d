"""Chapter 5: the Game Turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Case, Choice
from ...engine.step import AnyStep
from ...mechanics import order
from ...mechanics.assault import begin_combat_phase
from ...mechanics.stages import OrderedStages, Stage
from .combat import Combat
from .markers import Retrieval, SupportMarkers
from .movement import Movement, begin_movement_phase
from .regroup import Regroup
from .stacking import StackingCheck
from .state import GERMAN, SOVIET, OderState
from .victory import SuddenDeath

if TYPE_CHECKING:
    from .game import OderGame

#: The phases of a Game Turn in the order of 5.1: the side and the phase.
STAGES = (
    (GERMAN, "declaration"),
    (GERMAN, "support"),
    (GERMAN, "first"),
    (GERMAN, "second"),
    (GERMAN, "regroup"),
    (GERMAN, "check"),
    (SOVIET, "declaration"),
    (SOVIET, "first"),
    (SOVIET, "second"),
    (SOVIET, "regroup"),
    (SOVIET, "retrieval"),
    (SOVIET, "check"),
)


class Declaration(order.Declaration["OderGame", OderState]):
    """Declare movement first or combat first (5.3)."""

    rule = "5.3"
    choices: ClassVar[tuple[Choice[Case[OderGame, OderState]], ...]] = (Choice("order"),)


#: The step of each phase.
_STEPS: dict[str, type[AnyStep]] = {
    "declaration": Declaration,
    "support": SupportMarkers,
    "movement": Movement,
    "combat": Combat,
    "retrieval": Retrieval,
}


class GameTurn(OrderedStages["OderGame", OderState]):
    """The twelve phases of a Game Turn (5.0, 5.1)."""

    titles = {"check": "Sudden Death Supply Check"}

    def stages(self, s: OderState) -> Sequence[Stage]:
        return STAGES

    def owner(self, side: int, phase: str) -> int:
        """At the end of each turn the other side's sudden death is checked, and the phase has its name (5.1)."""
        return 1 - side if phase == "check" else side

    def omitted(self, s: OderState, side: int, phase: str) -> bool:
        return phase == "support" and s.turn == 1  # 5.2

    def begin_turn(self, s: OderState) -> None:
        s.momentum = 0  # 11.8

    def begin(self, s: OderState, side: int, phase: str) -> None:
        if phase == "check":
            self.push(s, SuddenDeath, 1 - side)
            return
        self.push(s, StackingCheck)
        if phase == "regroup":
            self.push(s, Regroup, side)
            return
        if phase == "movement":
            begin_movement_phase(s)
        elif phase == "combat":
            begin_combat_phase(s)
        self.push(s, _STEPS[phase])

    def begin_at(self, s: OderState, words: list[str]) -> None:
        if words[1:2] == ["support"] and s.order == order.UNDECLARED:
            s.order = order.MOVE_FIGHT
        super().begin_at(s, words)

    def phase_of(self, s: OderState) -> str:
        top: AnyStep = self.game.step(s) if s.agenda and not s.over else self
        return f"{top.seat(s)} setup" if top.name == "set-up" else super().phase_of(s)
