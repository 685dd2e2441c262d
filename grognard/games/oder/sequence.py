"""Chapter 5: the Game Turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.action import NotationError
from ...engine.step import Offer, Procedure, Prompt, Step
from .combat import Combat, begin_combat_phase
from .markers import Retrieval, SupportMarkers
from .movement import Movement, begin_movement_phase
from .regroup import Regroup
from .stacking import StackingCheck
from .state import FIGHT_MOVE, GERMAN, MOVE_FIGHT, SOVIET, UNDECLARED, OderState
from .victory import SuddenDeath

if TYPE_CHECKING:
    pass

#: The phases of a Game Turn in the order of 5.1: whose Player Turn, and which phase.
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

ORDERS = ("", "move-fight", "fight-move")


def main_phase(order: int, name: str) -> str:
    """Movement or combat: which of them is the first or the second phase of a turn (5.3)."""
    return "movement" if (order == MOVE_FIGHT) == (name == "first") else "combat"


class GameTurn(Procedure):
    """Calls the phases one after the other. The argument counts them."""

    name = "game-turn"
    args = ("number",)

    def run(self, s: OderState) -> None:
        stage = s.agenda[-1][1]
        if stage == len(STAGES):
            self._end_turn(s)
            return
        self.become(s, stage + 1)
        self._begin(self.game, s, stage)

    def _end_turn(self, s: OderState) -> None:
        if s.turn >= s.turns:
            s.over = 1
            return
        s.turn += 1
        s.momentum = 0
        self.become(s, 0)

    @staticmethod
    def _begin(game: Any, s: OderState, stage: int) -> None:
        side, name = STAGES[stage]
        s.phasing = side
        if name == "declaration":
            s.order = UNDECLARED
        if name in ("first", "second"):
            name = main_phase(s.order, name)
        if name == "support" and s.turn == 1:
            return  # 5.2
        s.tell("phase", "Game Turn {}, {} {} Phase", s.turn, game.side_names[game.sides[side]], name.capitalize())
        call = lambda step, *args: s.agenda.append((game.codes[step], *args))  # noqa: E731
        if name != "check":
            call(StackingCheck)
        if name == "declaration":
            call(Declaration)
        elif name == "support":
            call(SupportMarkers)
        elif name == "movement":
            begin_movement_phase(s)
            call(Movement)
        elif name == "combat":
            begin_combat_phase(s)
            call(Combat)
        elif name == "regroup":
            call(Regroup, side)
        elif name == "retrieval":
            call(Retrieval)
        else:
            call(SuddenDeath, 1 - side)  # each side's own condition is looked at in the other's turn (5.1)

    @classmethod
    def begin_at(cls, game: Any, s: OderState, words: list[str]) -> None:
        """Set the agenda to the beginning of a phase written by hand, e.g. ``german combat second``."""
        sides = game.sides
        if len(words) not in (2, 3) or words[0] not in sides:
            raise NotationError(f"no phase {' '.join(words)!r}: a side and a phase, e.g. 'german movement first'")
        side, name, place = sides.index(words[0]), words[1], words[2] if len(words) == 3 else "first"
        if name in ("movement", "combat"):
            if place not in ("first", "second"):
                raise NotationError(f"{place!r}: the first or the second phase of the turn")
            s.order = MOVE_FIGHT if (name == "movement") == (place == "first") else FIGHT_MOVE
            name = place
        elif name == "support" and s.order == UNDECLARED:
            s.order = MOVE_FIGHT
        if (side, name) not in STAGES:
            known = sorted({n for _, n in STAGES} - {"first", "second"} | {"movement", "combat"})
            raise NotationError(f"no phase {' '.join(words)!r}: {', '.join(known)}")
        stage = STAGES.index((side, name))
        s.agenda = [(game.codes[cls], stage + 1)]
        cls._begin(game, s, stage)

    @staticmethod
    def phase_of(game: Any, s: OderState) -> str:
        """The phase in words."""
        if s.over:
            return "over"
        for frame in reversed(s.agenda):
            step = game.steps[frame[0]]
            if step.name == "game-turn":
                side, name = STAGES[max(0, frame[1] - 1)]
                if name in ("first", "second"):
                    name = main_phase(s.order, name)
                return f"{game.sides[side]} {name}"
            if step.name == "set-up":
                return f"{step.seat(s)} setup"
        return ""


class Declaration(Step):
    """Movement first or combat first? (5.3)"""

    name = "declaration"

    def seat(self, s: OderState) -> str:
        return str(self.game.sides[s.phasing])

    def prompt(self, s: OderState) -> Prompt:
        return Prompt("Declare the order of your Movement and Combat Phases.", "5.3")

    def offer(self, s: OderState) -> Offer:
        return {"order": 0b11}

    def do_order(self, s: OderState, word: int) -> None:
        s.order = word + 1
        self.pop(s)
