"""Movement Steps of Storming the Reich: on clear boards and on the real map, with scripted dice.

A Command die of 6 in Full Supply gives 12 points, a German one 5 and 10.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard import Match
from tests.kit import Table, offered, offers, where

TABLE = Table("reich", kept=("entry:", "exit:", "supply:", "fort", "coast"))
GAME = TABLE.game()
GRID = GAME.board.grid
AREAS = GAME.areas

#: sets of units and hexes as numbers
AMERICAN, BRITISH = GAME.roster.us | GAME.roster.french, GAME.roster.commonwealth


def step(
    side: str,
    kind: str,
    at: str,
    *more: str,
    turn: int = 3,
    dice: Iterable[int] = (6, 6, 6),
    scenario: str = "campaign",
    **ground: Any,
) -> Match:
    """The beginning of a Movement Segment on a clear board, after its Command dice if they are scripted."""
    ground.setdefault("bare", True)
    lines = [f"scenario {scenario}", f"turn {turn}", f"phase {side} {kind}", f"at {at}"]
    if not any(line.startswith("logistics") for line in more):
        lines.append("logistics 0")
    return TABLE.table("\n".join([*lines, *more]), dice=list(dice), **ground)


def on_map(side: str, kind: str, at: str, *more: str, **options: Any) -> Match:
    """The same on the real map."""
    return step(side, kind, at, *more, bare=False, **options)


def assault(at: str, *more: str, declared: int = 8, **options: Any) -> Match:
    """The Allied Assault Movement Step on a clear board, after the declaration."""
    return step("allied", "assault", at, *more, **options).play(f"declare {declared}")


def breakthrough(at: str, *more: str, points: str = "8 8 8 0 0", **options: Any) -> Match:
    """The Allied Breakthrough Movement Step with these points left."""
    return step("allied", "breakthrough", at, f"points {points}", *armies(at), *more, **options)


def armies(at: str) -> list[str]:
    """The Commands of Allied units by nation, as west of the Seine Line."""
    found: dict[str, list[str]] = {"army21": [], "army12": []}
    for word in at.split():
        unit = word.partition("=")[0]
        bit = 1 << GAME.unit_ids[unit]
        if bit & GAME.roster.allied:
            found["army21" if bit & BRITISH else "army12"].append(unit)
    return [f"{name} {' '.join(units)}" for name, units in found.items() if units]


def points(match: Match) -> list[int]:
    """The points of the pools: 21st, 12th and 6th Army Group, German infantry and mechanized units."""
    return list(match.state.points)


def ends(match: Match, unit: str) -> set[str]:
    """The hexes that a unit may move to; none if it cannot be selected."""
    if not offered(match, f"select {unit}"):
        return set()
    match.play(f"select {unit}")
    found = offers(match, "move")
    match.undo()
    return found


def farthest(match: Match, unit: str) -> int:
    """The distance to the farthest hex that a unit may move to: its points, on a clear board far from the enemy."""
    here = GRID.parse(where(match, unit))
    return max((GRID.distance(here, GRID.parse(label)) for label in ends(match, unit)), default=0)


def moved(match: Match, unit: str, *way: str) -> Match:
    """Move a unit along hexes and end its move."""
    match.play(f"select {unit}", *(f"move {h}" for h in way))
    if offered(match, "stop"):
        match.play("stop")
    return match


def beyond(match: Match, unit: str, h: str) -> str:
    """The rule that keeps a unit from moving to a hex."""
    match.play(f"select {unit}")
    assert not offered(match, f"move {h}")
    found = match.why_not(f"move {h}")
    assert found is not None
    match.undo()
    return str(found.rule)
