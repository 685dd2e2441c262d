"""Words for the tests of arrivals, supply and logistics."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import grognard
from grognard import Match
from grognard.games.reich import supply
from grognard.hexes import bits
from tests.kit import offered, offers
from tests.reich.helpers_map import GRID, GROUND, at
from tests.reich.helpers_map import region as hexes_of_region
from tests.reich.table import position

#: Divisions without another part in these tests, to fill hexes with.
US = [f"US-{n}" for n in "1 2 4 9 29 30 79 90 8 83 35 5 28 80 26 44 95 102 104 84 99".split()]
GERMANS = [f"G-{n}" for n in "352 91 77 353 271 272 275 276 277 326 84 85 89 363 331 49 64 59".split()]


def labels(hexes: int) -> set[str]:
    """The labels of a set of hexes."""
    return {GRID.label(h) for h in bits(hexes)}


def region(name: str) -> set[str]:
    """The labels of a region."""
    return labels(hexes_of_region(name))


def filled(hexes: Iterable[str], units: Iterable[str]) -> str:
    """One unit in each of the hexes, for the line of places."""
    return " ".join(f"{unit}={h}" for h, unit in zip(sorted(hexes), units, strict=False))


def ring(text: str, units: Iterable[str]) -> str:
    """Units on every land hex around these hexes."""
    inside = sum(1 << at(word) for word in text.split())
    return filled(labels(GRID.neighbours(inside) & GROUND.land & ~inside), units)


def wide_ring(label: str, units: Iterable[str]) -> str:
    """Units on every land hex at two hexes from one: they cut it off and are not adjacent to it."""
    near = GRID.neighbours(1 << at(label)) | 1 << at(label)
    return filled(labels(GRID.neighbours(near) & GROUND.land & ~near), units)


def arriving(side: str, units: str, *more: str, turn: int, at: str = "", scenario: str = "campaign") -> Match:
    """The Reinforcement Segment of a side on the turn of these units."""
    return _due(f"{side} reinforcement", units, *more, turn=turn, at=at, scenario=scenario)


def returning(side: str, units: str, *more: str, turn: int, at: str = "", scenario: str = "campaign") -> Match:
    """The Replacement Segment of a side, with these units due."""
    return _due(f"{side} replacement", units, *more, turn=turn, at=at, scenario=scenario)


def _due(phase: str, units: str, *more: str, turn: int, at: str, scenario: str) -> Match:
    names = units.split()
    placed = " ".join((at, *(f"{name}=track" for name in names)))
    due = "due " + " ".join(f"{name}={turn}" for name in names)
    return position(phase, placed, *((due,) if names else ()), *more, turn=turn, scenario=scenario)


def places(match: Match, unit: str) -> set[str]:
    """Where a unit may be placed; none if it cannot be selected. The match is not changed."""
    if not offered(match, f"select {unit}"):
        return set()
    match.play(f"select {unit}")
    found = offers(match, "place")
    found |= {box for box in ("england", "tray", "box") if offered(match, box)}
    match.undo()
    return found


def put(match: Match, *units: str) -> Match:
    """Place units: ``US-9=0820``, or ``US-9=england``."""
    for word in units:
        unit, _, there = word.partition("=")
        match.play(f"select {unit}", there if there.isalpha() else f"place {there}")
    return match


def marked(match: Match, name: str) -> set[str]:
    """The units in a set of the state, from the position's text."""
    for line in match.position().splitlines():
        words = line.split()
        if words[0] == name:
            return set(words[1:])
    return set()


def number(match: Match, name: str) -> int:
    """A number of the state."""
    found = getattr(match.state, name)
    return int(found)


class Board:
    """A position without a turn around it: nothing goes on by itself. Fields of sets are written as labels or names."""

    def __init__(self, places: str, *, turn: int = 3, scenario: str = "campaign", **fields: str | int | bool) -> None:
        self.game: Any = grognard.game("reich")  # any: the game's own type is not that of the library
        self.state = self.game.blank(self.game.scenarios[scenario])
        self.state.turn = turn
        for word in places.split():
            unit, _, place = word.partition("=")
            self.state.at[self.game.unit_ids[unit]] = self.game.place(place)
        for name, value in fields.items():
            setattr(self.state, name, self._set(name, value) if isinstance(value, str) else value)
        self.game.refresh(self.state)

    def _set(self, name: str, words: str) -> int:
        kind = next(f.kind for f in self.state.fields if f.name == name)
        return sum(1 << (at(word) if kind == "hexes" else self.game.unit_ids[word]) for word in words.split())

    def units(self, name: str) -> set[str]:
        """The units in a field of the state."""
        return {self.game.counters[u].id for u in bits(getattr(self.state, name))}

    def check(self, side: int) -> set[str]:
        """The units of both sides that are out of supply after a check of one."""
        supply.check(self.game, self.state, side)
        return self.units("oos")

    def fed(self, side: int) -> set[str]:
        """The hexes with a normal line."""
        return labels(supply.fed(self.game, self.state, side))
