"""Where units were lost: the hex each of them last stood in, as far as a side may know it.

A unit is lost when it goes from a hex of the map to a box of lost units, and is so until it stands on the map
again. Where it was lost does not follow from the state, so the match is followed action by action.
"""

from __future__ import annotations

from typing import Any

from ..engine.game import Game

#: What the overlay is called among those of the game.
OVERLAY = "losses"


class _Eye:
    """What one side has seen of losses."""

    def __init__(self, boxes: frozenset[int], at: list[int]) -> None:
        self.boxes = boxes
        self.at = at
        #: unit -> the hex where it was lost, in the order of the losses
        self.lost: dict[int, int] = {}

    def look(self, at: list[int]) -> None:
        """Take in where the units are after an action, as the side is shown it."""
        if at == self.at:
            return
        for unit, (old, new) in enumerate(zip(self.at, at, strict=True)):
            if old == new:
                continue
            if new >= 0:
                self.lost.pop(unit, None)
            elif new in self.boxes and old >= 0:
                self.lost[unit] = old
        self.at = at[:]

    def copy(self) -> _Eye:
        other = _Eye(self.boxes, self.at)  # a list of places is replaced, never changed
        other.lost = self.lost.copy()
        return other


class Watch:
    """Everybody's eyes on a match, from its first state on."""

    def __init__(self, game: Game, state: Any) -> None:
        self.game = game
        # How a side is shown where units are. If all see the same, one pair of eyes is enough.
        self._shown = next((f.shown for f in game.secret_fields if f.name == "at"), None)
        sides = (*game.sides, "") if self._shown else ("",)
        self._eyes = {}
        boxes = game.reading.lost_boxes()
        if boxes:
            self._eyes = {side: _Eye(boxes, self._at(state, side)[:]) for side in sides}

    def _at(self, state: Any, side: str) -> list[int]:
        """Where a side is shown the units; what else it is shown of the state is not needed here."""
        at: list[int] = self._shown(self.game, state, side) if self._shown else state.at
        return at

    def look(self, state: Any) -> None:
        for side, eye in self._eyes.items():
            eye.look(self._at(state, side))

    def overlay(self, side: str) -> dict[str, list[str]]:
        """The hexes of a side's overlay, one for each unit lost; no overlay in a game that keeps no such box."""
        eye = self._eyes.get(side if self._shown else "")
        label = self.game.board.grid.label
        return {} if eye is None else {OVERLAY: [label(h) for h in eye.lost.values()]}

    def copy(self) -> Watch:
        other = object.__new__(Watch)
        other.game, other._shown = self.game, self._shown
        other._eyes = {side: eye.copy() for side, eye in self._eyes.items()}
        return other
