"""Chapter 4: the game turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...engine.action import NotationError
from ...engine.step import AnyStep
from ...mechanics.stages import BOTH, Stage, Stages
from . import arrivals, assignment, plans, recovery, replacements
from .activation import Activation
from .cycle import Cycle, Training
from .state import AachenState

if TYPE_CHECKING:
    from .game import AachenGame

_TURN = (
    (BOTH, "recovery"),
    (BOTH, "assignment"),
    (BOTH, "plan"),
    (BOTH, "replacement"),
    (BOTH, "reinforcement"),
    (BOTH, "ops"),
)

#: The start of each segment of the Admin Phase (8).
_ADMIN = {
    "recovery": recovery.begin,
    "assignment": assignment.begin,
    "plan": plans.begin,
    "replacement": replacements.begin,
    "reinforcement": arrivals.begin,
}

#: Action Points in a position that does not say how many; no activation has more (6.3.2).
_MOST = 7


class GameTurn(Stages["AachenGame", AachenState]):
    """The Admin Phase and the Ops Phase; the first turn of a scenario begins with the Ops Phase (4, 7.8, 10)."""

    game: AachenGame
    titles = {"plan": "Victory Plan"}
    turn_word = "Turn"

    def stages(self, s: AachenState) -> Sequence[Stage]:
        return _TURN

    def omitted(self, s: AachenState, side: int, phase: str) -> bool:
        """The first turn of a scenario has no Admin Phase (4); only the campaign has Victory Plans (8.3)."""
        words = self.game.scenario_of(s).words
        if phase == "plan" and not words.get("victory", {}).get("plans"):
            return True
        return phase != "ops" and s.turn == words["first_turn"]

    def begin(self, s: AachenState, side: int, phase: str) -> None:
        """Put the steps of a phase on the agenda."""
        game = self.game
        if phase in _ADMIN:
            _ADMIN[phase](game, s)
        elif "clear" in game.scenario_of(s).words:
            self.push(s, Training)
        else:
            self.push(s, Cycle, 0)
            if s.turn == game.scenario_of(s).words["first_turn"]:
                assignment.begin_setup(game, s)

    def begin_at(self, s: AachenState, words: list[str]) -> None:
        """Also in an activation, such as ``us activation 1-HQ``, with 7 points unless the purse has some."""
        if len(words) != 3 or words[1] != "activation":
            super().begin_at(s, words)
            return
        game = self.game
        hq = game.notation.value("unit", words[2])
        if hq not in game.hq_formation or game.counters[hq].side != words[0] or s.at[hq] < 0:
            raise NotationError(f"{words[2]!r} is not an HQ of the side {words[0]!r} on the map")
        super().begin_at(s, ["ops"])
        side = game.side_of[hq]
        s.initiative = s.phasing = side
        s.purse[side] = s.purse[side] or _MOST
        below = s.agenda[1] if game.is_static(s, 1 - side) else (game.codes[Cycle], 1)
        s.agenda[1:] = [below, (game.codes[Activation], hq, 0, side)]


STEPS: tuple[type[AnyStep], ...] = (GameTurn,)
