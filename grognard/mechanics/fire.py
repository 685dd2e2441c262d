"""Fire combat: each side rolls a die against a table of strengths, and the result is the other side's loss in steps.

Both sides fire together, or one fires first and the other with what is left. All chances are exact.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

#: The order of the two fires.
Order = Literal["together", "attacker", "defender"]
#: Steps lost by attacker and defender, with their chances.
Chances = Mapping[tuple[int, int], Fraction]

_HEAD = re.compile(r"([1-9][0-9]?)(?:-([1-9][0-9]?)|(\+))?")


@dataclass(frozen=True)
class Column:
    """The strengths of a column; without ``last`` it has no upper end."""

    first: int
    last: int | None


def parse_column(text: str) -> Column:
    """A heading such as ``5``, ``7-9`` or ``17+``."""
    found = _HEAD.fullmatch(text)
    if found is None or (found[2] and int(found[2]) <= int(found[1])):
        raise ValueError(f"{text!r} is not a range of strengths such as '5', '7-9' or '17+'")
    first = int(found[1])
    return Column(first, None if found[3] else int(found[2] or first))


@dataclass(frozen=True)
class FireTable:
    """Steps lost by the other side, by modified die and strength. The first row is for the die ``first``."""

    heads: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[tuple[int, ...], ...]
    first: int = 1
    #: faces of the die
    faces: int = 6

    def column(self, strength: int) -> int | None:
        """The column of a strength; None below the first column: such a strength does not fire."""
        found = [i for i, column in enumerate(self.columns) if column.first <= strength]
        return found[-1] if found else None

    def steps(self, strength: int, die: int) -> int:
        """Steps lost to this strength at a modified die; beyond the ends of the table its last row counts."""
        column = self.column(strength)
        row = max(0, min(len(self.rows) - 1, die - self.first))
        return 0 if column is None else self.rows[row][column]


@dataclass(frozen=True)
class Fire:
    """One side in a combat.

    ``strengths`` has its strength by steps that it has lost; the last entry is for a side without steps. ``modifier``
    is that of its own die. A loss in ``ignored`` does not hurt it.
    """

    strengths: tuple[int, ...]
    modifier: int = 0
    ignored: frozenset[int] = frozenset()

    @property
    def steps(self) -> int:
        return len(self.strengths) - 1

    def loss(self, result: int) -> int:
        """The steps that it loses to a result of the other side: never more than it has."""
        return 0 if result in self.ignored else min(result, self.steps)

    def is_gone(self, lost: int) -> bool:
        return lost >= self.steps


def by_result(table: FireTable, fire: Fire, lost: int = 0) -> dict[int, Fraction]:
    """The chances of each result of a side's fire after it has lost some steps."""
    out: dict[int, Fraction] = {}
    if fire.is_gone(lost):
        return {0: Fraction(1)}
    strength = fire.strengths[lost]
    for die in range(1, table.faces + 1):
        result = table.steps(strength, die + fire.modifier)
        out[result] = out.get(result, Fraction(0)) + Fraction(1, table.faces)
    return dict(sorted(out.items()))


def joint(
    table: FireTable, attacker: Fire, defender: Fire, order: Order = "together", *, repulse: int = 0
) -> dict[tuple[int, int], Fraction]:
    """The chances of the steps lost by attacker and defender.

    ``repulse`` are steps that the attacker loses in addition if the defender is not cleared.
    """
    out: dict[tuple[int, int], Fraction] = {}
    for ours, theirs, chance in _pairs(table, attacker, defender, order):
        if repulse and not defender.is_gone(theirs):
            ours = min(attacker.steps, ours + repulse)
        out[ours, theirs] = out.get((ours, theirs), Fraction(0)) + chance
    return dict(sorted(out.items()))


def _pairs(table: FireTable, attacker: Fire, defender: Fire, order: Order) -> Iterator[tuple[int, int, Fraction]]:
    """Steps lost by attacker and defender with their chances; pairs may come more than once."""
    if order == "attacker":
        for theirs, ours, chance in _pairs(table, defender, attacker, "defender"):
            yield ours, theirs, chance
        return
    for shot, chance in by_result(table, defender).items():
        ours = attacker.loss(shot)
        for answer, more in by_result(table, attacker, ours if order == "defender" else 0).items():
            yield ours, defender.loss(answer), chance * more


def cleared(chances: Chances, defender: Fire) -> Fraction:
    """The chance that the defender loses all steps."""
    return sum((p for (_, theirs), p in chances.items() if defender.is_gone(theirs)), Fraction(0))


def means(chances: Chances) -> tuple[Fraction, Fraction]:
    """The mean numbers of steps lost by attacker and defender."""
    ours = sum((p * lost for (lost, _), p in chances.items()), Fraction(0))
    return ours, sum((p * lost for (_, lost), p in chances.items()), Fraction(0))
