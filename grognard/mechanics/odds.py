"""Combat tables by odds: attack divided by defence, with a line of headings for each side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..engine.reading import chances_of


def odds(attack: int, defense: int, *, defender_rounds_up: bool = False) -> int:
    """The odds as a step on a scale: 1:1 is 0, 2:1 is 1, 1:2 is -1 and so on.

    The greater total is divided by the smaller and rounded down. Some games round up if the defender is stronger.
    """
    if attack <= 0 or defense <= 0:
        raise ValueError(f"odds need two totals above 0, not {attack} and {defense}")
    if attack >= defense:
        return attack // defense - 1
    ratio = -(-defense // attack) if defender_rounds_up else defense // attack
    return 1 - ratio


def scale(heading: str) -> int:
    """A column heading such as "3:1" as a step on the scale of odds."""
    left, _, right = heading.partition(":")
    if not left.isdigit() or not right.isdigit() or "1" not in (left, right):
        raise ValueError(f"{heading!r} is not an odds heading such as '3:1'")
    return int(left) - 1 if right == "1" else 1 - int(right)


@dataclass(frozen=True)
class OddsTable:
    """Columns by odds, with a line of headings for each side over the same columns, and rows by modified die roll."""

    lines: Mapping[str, tuple[str, ...]]
    #: modified roll of the first row; lower rolls use the first row, rolls beyond the last row use the last
    first_row: int
    rows: tuple[tuple[str, ...], ...]
    #: automatic results for odds beyond the left and the right end; if empty, the outermost column is used
    beyond: tuple[str, str]
    source: str

    def column(self, line: str, step: int) -> int:
        """The column of a step on the scale. It may be below 0 or past the last column."""
        return step - scale(self.lines[line][0])

    def width(self) -> int:
        return len(self.rows[0])

    def automatic(self, column: int) -> str:
        """The automatic result beyond the ends of the table, or an empty text if a column is used."""
        if column < 0:
            return self.beyond[0]
        return self.beyond[1] if column >= self.width() else ""

    def read_column(self, column: int) -> int:
        """The column to use: the outermost one beyond an end of the table."""
        return min(max(column, 0), self.width() - 1)

    def result(self, column: int, modified: int) -> str:
        """The result of a modified roll in a column."""
        automatic = self.automatic(column)
        if automatic:
            return automatic
        row = min(max(modified - self.first_row, 0), len(self.rows) - 1)
        return self.rows[row][self.read_column(column)]

    def by_roll(self, column: int, modifier: int, faces: int = 6) -> tuple[str, ...]:
        """The result for each roll of the die."""
        return tuple(self.result(column, roll + modifier) for roll in range(1, faces + 1))


#: The exact chance of each result, in the order of the rolls.
chances = chances_of
