"""Chapter 4: the Game-Turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.step import Procedure
from ...hexes import bits
from .combat import Combat, begin_combat_phase
from .movement import Movement, begin_movement_phase
from .state import HurtgenState

if TYPE_CHECKING:
    from .game import HurtgenGame

#: The phases of a Game-Turn; the U.S. Player is the First Player in both scenarios (16.16, 16.25).
PHASES = ("us movement", "us combat", "german movement", "german combat")


class GameTurn(Procedure):
    """Calls the four phases in turn, then moves the marker on (4.1). The argument counts the phases."""

    name = "game-turn"
    args = ("number",)

    def run(self, s: HurtgenState) -> None:
        stage = s.agenda[-1][1]
        if stage == len(PHASES):
            self._end_turn(s)
            return
        if stage == 0:
            self._begin_turn(s)
        self.become(s, stage + 1)
        self._begin_phase(self.game, s, stage)

    def _begin_turn(self, s: HurtgenState) -> None:
        game: HurtgenGame = self.game
        s.support = game.tables.support_turn[0]  # what was not used is lost (9.14)
        s.fpf_used = 0  # 8.46
        late = s.turn - game.tables.last_turn_116
        if late > 0:
            staying = [u for u in bits(game.roster.panzer116) if s.at[u] >= 0]
            if staying:
                points = len(staying) * game.tables.penalty_116
                s.vp_116 += points
                s.tell("12.11", "116th Panzer Division still here: {}; {} points to the U.S.",
                       ", ".join(game.counters[u].id for u in staying), points)  # fmt: skip

    @staticmethod
    def _begin_phase(game: Any, s: HurtgenState, stage: int) -> None:
        s.phasing = stage // 2
        s.tell("phase", "Game-Turn {}, {} {} Phase", s.turn, ("U.S.", "German")[stage // 2],
               ("Movement", "Combat")[stage % 2])  # fmt: skip
        if stage % 2 == 0:
            begin_movement_phase(s)
            s.agenda.append((game.codes[Movement],))
        else:
            begin_combat_phase(game, s)
            s.agenda.append((game.codes[Combat],))

    def _end_turn(self, s: HurtgenState) -> None:
        if s.turn >= s.turns:
            s.over = 1
            return
        s.turn += 1
        self.become(s, 0)

    @classmethod
    def begin_at(cls, game: Any, s: HurtgenState, stage: int) -> None:
        """Set the agenda to the beginning of a phase, as if the turn had come so far."""
        s.agenda = [(game.codes[cls], stage + 1)]
        if stage % 2:  # the phase looks back on what it finds in hit_now
            s.hit_now = s.hit_before
        cls._begin_phase(game, s, stage)

    @staticmethod
    def phase_of(game: Any, s: HurtgenState) -> str:
        """The phase in words."""
        if s.over:
            return "over"
        for frame in reversed(s.agenda):
            step = game.steps[frame[0]]
            if step.name == "game-turn":
                return PHASES[max(0, frame[1] - 1)]
            if step.name in ("deployment", "deploy"):
                return f"{game.sides[frame[1]]} deployment"
        return ""
