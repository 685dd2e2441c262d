"""Chapter 4: the game turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...engine.step import AnyStep
from ...mechanics.stages import BOTH, Stage, Stages
from .state import AachenState

if TYPE_CHECKING:
    pass

if TYPE_CHECKING:
    pass

_TURN = (
    (BOTH, "recovery"),
    (BOTH, "assignment"),
    (BOTH, "plan"),
    (BOTH, "replacement"),
    (BOTH, "reinforcement"),
    (BOTH, "ops"),
)


class GameTurn(Stages["AachenGame", AachenState]):
    """The Admin Phase and the Ops Phase; the first turn of a scenario begins with the Ops Phase (4)."""

    titles = {"plan": "Victory Plan"}
    turn_word = "Turn"

    def stages(self, s: AachenState) -> Sequence[Stage]:
        return _TURN

    def begin(self, s: AachenState, side: int, phase: str) -> None:
        """Put the steps of a phase on the agenda."""


STEPS: tuple[type[AnyStep], ...] = (GameTurn,)
