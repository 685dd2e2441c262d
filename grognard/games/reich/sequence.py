"""Chapter 4: the Sequence of Play.

One fixed list of stages serves all turns. The counteroffensive changes the turn in its middle (17.7.3.A), so its stages
are always listed, and those that a turn does not have are omitted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ...engine.step import AnyStep
from ...mechanics.stages import BOTH, Stage, Stages
from . import (
    air,
    airborne,
    attrition,
    bombing,
    breakout,
    cherbourg,
    combat,
    ending,
    logistics,
    moments,
    offensive,
    refit,
    reinforcements,
    segments,
    supply,
)
from .state import ALLIED, GERMAN, NO_COMBAT, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

#: The segments of a turn in the order of 4.1, each with its number there.
TURN: dict[Stage, str] = {
    (GERMAN, "reinforcement"): "I.a",
    (GERMAN, "replacement"): "I.b",
    (GERMAN, "refit"): "I.c",
    (ALLIED, "reinforcement"): "I.d",
    (ALLIED, "replacement"): "I.e",
    (ALLIED, "refit"): "I.f",
    (GERMAN, "decision"): "II",
    (GERMAN, "watch"): "II.a",
    (GERMAN, "offensive-supply"): "II.b",
    (GERMAN, "offensive"): "II.c",
    (GERMAN, "offensive-combat"): "II.d",
    (GERMAN, "breakthrough"): "II.d.3",
    (ALLIED, "airborne"): "III.a",
    (ALLIED, "strafing"): "III.b",
    (ALLIED, "bombing"): "III.c",
    (ALLIED, "assault-supply"): "IV.a",
    (ALLIED, "logistics"): "IV.b",
    (ALLIED, "assault"): "IV.c",
    (ALLIED, "combat"): "IV.d",
    (ALLIED, "breakthrough"): "IV.d.3",
    (GERMAN, "assault-supply"): "V.a",
    (GERMAN, "assault"): "V.b",
    (GERMAN, "combat"): "V.c",
    (ALLIED, "second-strafing"): "VI.a",
    (ALLIED, "exploitation-supply"): "VII.a",
    (ALLIED, "exploitation"): "VII.b",
    (ALLIED, "cherbourg"): "VII.b.3",
    (GERMAN, "exploitation-supply"): "VIII.a",
    (GERMAN, "exploitation"): "VIII.b",
    (BOTH, "supply"): "IX.a",
    (BOTH, "attrition"): "IX.b",
    (BOTH, "end"): "X",
}
STAGES = tuple(TURN)

#: Segments of the counteroffensive, and those that its turn does not have (17.7.3.A).
_OFFENSIVE = frozenset({"watch", "offensive-supply", "offensive", "offensive-combat"})
_SKIPPED = frozenset({"III", "IV", "V"})

#: The function that begins each segment: it pushes its steps. The last one pushed is the first to be carried out.
_BEGIN: dict[str, Callable[[ReichGame, ReichState, int], None]] = {
    "decision": offensive.begin_decision,
    "watch": offensive.begin_watch,
    "airborne": airborne.begin,
    "offensive": segments.begin_assault,
    "assault": segments.begin_assault,
    "breakthrough": segments.begin_breakthrough,
    "exploitation": segments.begin_exploitation,
    "reinforcement": reinforcements.begin,
    "replacement": reinforcements.begin_replacements,
    "refit": refit.begin,
    "offensive-supply": supply.begin,
    "strafing": air.begin,
    "bombing": bombing.begin,
    "assault-supply": supply.begin,
    "logistics": logistics.begin,
    "second-strafing": air.begin_second,
    "exploitation-supply": supply.begin,
    "supply": supply.begin_mutual,
    "attrition": attrition.begin,
    "end": ending.begin,
    "combat": combat.begin,
    "offensive-combat": combat.begin_offensive,
    "cherbourg": cherbourg.begin,
}


class GameTurn(Stages["ReichGame", ReichState]):
    """The ten phases of a turn (4.1, 4.0)."""

    game: ReichGame
    titles = {
        "watch": "Watch on the Rhine",
        "decision": "Counteroffensive Decision",
        "offensive-supply": "Supply",
        "offensive": "Counteroffensive Movement",
        "offensive-combat": "Counteroffensive Combat",
        "breakthrough": "Breakthrough Movement",
        "assault-supply": "Supply",
        "assault": "Assault Movement",
        "second-strafing": "Second Strafing",
        "exploitation-supply": "Supply",
        "exploitation": "Exploitation Movement",
        "cherbourg": "Cherbourg Assault",
        "supply": "Mutual Supply",
    }
    turn_word = "Turn"
    phase_word = "Segment"

    def stages(self, s: ReichState) -> Sequence[Stage]:
        return STAGES

    def omitted(self, s: ReichState, side: int, phase: str) -> bool:
        """Whether this turn does not have a segment (17.7.1.A)."""
        section = TURN[side, phase].partition(".")[0]
        if s.turn == 1 and section in ("I", "II", "III", "IV"):  # 3.2.E, 4.1
            return True
        if s.offensive == s.turn:
            return section in _SKIPPED or (phase == "breakthrough" and s.declared == NO_COMBAT)
        if phase in _OFFENSIVE or (side, phase) == (GERMAN, "breakthrough"):
            return True
        if phase == "breakthrough":  # 10.6.B
            return s.declared == NO_COMBAT
        if phase == "decision":
            return not (moments.may_declare(self.game, s) or moments.must_withdraw(self.game, s))
        return False

    def begin_turn(self, s: ReichState) -> None:
        ending.next_turn(self.game, s)

    def begin(self, s: ReichState, side: int, phase: str) -> None:
        """Put the steps of a segment on the agenda."""
        breakout.check(self.game, s)
        moments.push_last(self.game, s, side, phase)
        offensive.push_last(self.game, s, side, phase)
        begin = _BEGIN.get(phase)
        if begin is not None:
            begin(self.game, s, side)
        moments.push_first(self.game, s, phase)
        offensive.push_first(self.game, s, side, phase)

    def end_turn(self, s: ReichState) -> None:
        moments.end_turn(self.game, s)


STEPS: tuple[type[AnyStep], ...] = (GameTurn,)
