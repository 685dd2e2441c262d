"""Combat tables by differential: attack minus defence, on a line chosen by terrain."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..engine.data import Source
from ..engine.toml_lines import Words

_HEADING = re.compile(r"([+-]?)(\d+)(?:([,-])(\d+))?\Z")


def heading(text: str) -> tuple[int, int]:
    """The least and greatest differential of a column heading.

    "-4,3" is -4 to -3, "+2,3" is 2 to 3, "+6-8" is 6 to 8; the sign applies to both numbers.
    """
    found = _HEADING.match(text.strip())
    if not found:
        raise ValueError(f"{text!r} is not a column heading such as '+2,3'")
    sign = -1 if found[1] == "-" else 1
    a = sign * int(found[2])
    b = sign * int(found[4]) if found[4] else a
    return (a, b) if a <= b else (b, a)


@dataclass(frozen=True)
class Line:
    """One terrain line: its terrain words and its columns, aligned with the results from the left."""

    terrain: tuple[str, ...]
    columns: tuple[str, ...]
    bounds: tuple[tuple[int, int], ...]

    def column(self, differential: int) -> int:
        """The column of a differential; the outermost one beyond either end."""
        for index, (_, most) in enumerate(self.bounds):
            if differential <= most:
                return index
        return len(self.bounds) - 1


@dataclass(frozen=True)
class DifferentialTable:
    """Lines, from the best for the defender to the worst, and results by die roll and column."""

    lines: tuple[Line, ...]
    results: tuple[tuple[str, ...], ...]
    source: str

    def line_of(self, words: Sequence[str]) -> int:
        """The best line for the defender among those with any of these terrain words."""
        return min(i for i, line in enumerate(self.lines) if any(w in line.terrain for w in words))

    def result(self, line: int, differential: int, roll: int) -> str:
        return self.results[roll - 1][self.lines[line].column(differential)]

    def chances(self, column: int) -> dict[str, tuple[int, int]]:
        """The exact chance of each result in a column, in the order of the rows."""
        counted = Counter(row[column] for row in self.results)
        return {result: (n, len(self.results)) for result, n in counted.items()}


def load_table(source: Source, words: Words, file: str) -> DifferentialTable:
    """Read and check the table in a section ``[crt]``."""
    lines = []
    width = len(words["results"][0])
    for entry in words["lines"]:
        where = f"[crt] line {', '.join(entry['terrain'])}"
        bounds = []
        for text in entry["columns"]:
            try:
                bounds.append(heading(text))
            except ValueError as error:
                source.error(file, f"{where}: {error}")
                bounds.append((0, 0))
        for (_, high), (low, _) in pairwise(bounds):
            if low != high + 1:
                source.error(file, f"{where}: gap or overlap between {high} and {low}")
        if len(bounds) > width:
            source.error(file, f"{where}: more columns than results")
        lines.append(Line(tuple(entry["terrain"]), tuple(entry["columns"]), tuple(bounds)))
    for number, row in enumerate(words["results"], 1):
        if len(row) != width:
            source.error(file, f"[crt] results for die roll {number}: {len(row)} cells; the first row has {width}")
    return DifferentialTable(tuple(lines), tuple(tuple(r) for r in words["results"]), words["source"])
