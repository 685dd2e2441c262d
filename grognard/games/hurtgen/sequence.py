"""Chapter 4: the Game-Turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...hexes import bits
from ...mechanics.stages import Stage, Stages
from .combat import Combat, begin_combat_phase
from .movement import Movement, begin_movement_phase
from .state import GERMAN, US, HurtgenState

if TYPE_CHECKING:
    from .game import HurtgenGame

#: The phases of a Game-Turn; the U.S. Player is the First Player in both scenarios (16.16, 16.25).
STAGES = ((US, "movement"), (US, "combat"), (GERMAN, "movement"), (GERMAN, "combat"))


class GameTurn(Stages["HurtgenGame", HurtgenState]):
    """The four phases of a Game-Turn (4.1). After the last turn the winner is determined (4.0)."""

    turn_word = "Game-Turn"

    def stages(self, s: HurtgenState) -> Sequence[Stage]:
        return STAGES

    def begin_turn(self, s: HurtgenState) -> None:
        game = self.game
        s.support = game.tables.support_turn[0]  # unused points are lost (9.14)
        s.fpf_used = 0  # 8.46
        # Units of the 116th on the map cost points; destroyed units do not (12.12, 12.13).
        late = s.turn - game.tables.last_turn_116
        if late > 0:
            staying = [u for u in bits(game.roster.panzer116) if s.at[u] >= 0]
            if staying:
                points = len(staying) * game.tables.penalty_116
                s.vp_116 += points
                s.report(
                    "12.11",
                    "116th Panzer Division units still on the map: {}; {} points to the U.S.",
                    ", ".join(game.counters[u].id for u in staying),
                    points,
                )

    def begin(self, s: HurtgenState, side: int, phase: str) -> None:
        if phase == "movement":
            begin_movement_phase(s)
            self.push(s, Movement)
        else:
            begin_combat_phase(self.game, s)
            self.push(s, Combat)

    def begin_at(self, s: HurtgenState, words: list[str]) -> None:
        if words[1:] == ["combat"]:  # the phase moves hit_now to hit_before
            s.hit_now = s.hit_before
        super().begin_at(s, words)

    def phase_of(self, s: HurtgenState) -> str:
        names = {"deployment", "deploy"}
        sides = [frame[1] for frame in s.agenda if self.game.steps[frame[0]].name in names]
        return f"{self.game.sides[sides[-1]]} deployment" if sides and not s.over else super().phase_of(s)
