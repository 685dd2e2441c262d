"""Hexes where units were lost, as far as a side may know them.

A unit is lost when it moves from a hex to a box of lost units, until it is on the map again. The state does not contain
the hex, so the match is followed action by action.
"""

from __future__ import annotations

from typing import Any

from ..engine.game import Game

#: Name of the overlay.
OVERLAY = "losses"


class _SideLosses:
    """Losses as one side has seen them."""

    def __init__(self, boxes: frozenset[int], at: list[int]) -> None:
        self.boxes = boxes
        self.at = at
        #: unit -> hex where it was lost, in order of loss
        self.lost: dict[int, int] = {}

    def look(self, at: list[int]) -> None:
        """Update with the places of units after an action, as this side sees them."""
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

    def copy(self) -> _SideLosses:
        other = _SideLosses(self.boxes, self.at)  # lists of places are replaced, never changed
        other.lost = self.lost.copy()
        return other


class Watch:
    """Losses of a match as every side has seen them, followed from its first state."""

    def __init__(self, game: Game, state: Any) -> None:
        self.game = game
        # The function that hides places from a side. Without it everybody sees the same.
        self._shown = next((f.shown for f in game.secret_fields if f.name == "at"), None)
        sides = (*game.sides, "") if self._shown else ("",)
        self._by_side = {}
        boxes = game.reading.lost_boxes()
        if boxes:
            self._by_side = {side: _SideLosses(boxes, self._at(state, side)[:]) for side in sides}

    def _at(self, state: Any, side: str) -> list[int]:
        """The places of units as a side sees them."""
        at: list[int] = self._shown(self.game, state, side) if self._shown else state.at
        return at

    def look(self, state: Any) -> None:
        for side, eye in self._by_side.items():
            eye.look(self._at(state, side))

    def overlay(self, side: str) -> dict[str, list[str]]:
        """The overlay of a side: one hex per lost unit. Empty for a game without boxes of lost units."""
        eye = self._by_side.get(side if self._shown else "")
        label = self.game.board.grid.label
        return {} if eye is None else {OVERLAY: [label(h) for h in eye.lost.values()]}

    def copy(self) -> Watch:
        other = object.__new__(Watch)
        other.game, other._shown = self.game, self._shown
        other._by_side = {side: eye.copy() for side, eye in self._by_side.items()}
        return other
