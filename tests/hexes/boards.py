"""Grids for the tests of the plane: the five printed numberings, and any other that could be printed."""

from __future__ import annotations

from collections import deque

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from grognard.hexes import Grid, Sheet

#: The same examples every time, and nothing that depends on the speed of the machine.
CALM = settings(
    max_examples=200,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)

NUMBERINGS = {
    "hurtgen": Grid((1, 29), (1, 28), shoved="even"),
    "oder": Grid((10, 35), (3, 21), shoved="odd"),
    "reich": Grid((1, 58), (1, 40), shoved="even"),
    "rhine": Grid(
        (11, 47),
        (0, 17),
        shoved="odd",
        lines_run="south",
        positions_run="west",
        sheets=(Sheet("N", 11, 29), Sheet("S", 11, 29, 18)),
    ),
    "aachen": Grid((10, 56), (1, 22), shoved="odd", lines_run="north", positions_run="east"),
}


@st.composite
def sheet_sets(draw: st.DrawFn, first: int, last: int) -> tuple[Sheet, ...]:
    """No sheets, one, or two that meet: with a line in common, or without."""
    number = draw(st.integers(0, 40))
    kind = draw(st.sampled_from(("none", "one", "seam", "apart")))
    if kind == "none":
        return ()
    if kind == "one" or first == last:
        return (Sheet("A", number, number + last - first, first - number),)
    cut = draw(st.integers(first, last if kind == "seam" else last - 1))
    lower = cut if kind == "seam" else cut + 1
    other = draw(st.integers(0, 40))
    sheets = (
        Sheet("N", number, number + cut - first, first - number),
        Sheet("S", other, other + last - lower, lower - other),
    )
    return sheets if draw(st.booleans()) else sheets[::-1]


@st.composite
def grids(draw: st.DrawFn, *, least: int = 1, most: int = 7) -> Grid:
    """Any numbering: flat or pointy top, odd or even lines shifted, any direction and order, with or without sheets."""
    first_line, first_position = draw(st.integers(0, 50)), draw(st.integers(0, 50))
    counts = st.sampled_from(range(least, most + 1))  # evenly spread, where integers() favours the small ones
    lines = (first_line, first_line + draw(counts) - 1)
    positions = (first_position, first_position + draw(counts) - 1)
    across, along = draw(st.sampled_from(("east", "west"))), draw(st.sampled_from(("south", "north")))
    runs = draw(st.sampled_from(((across, along), (along, across))))
    return Grid(
        lines,
        positions,
        shoved=draw(st.sampled_from(("odd", "even"))),
        lines_run=runs[0],
        positions_run=runs[1],
        line_first=draw(st.booleans()),
        sheets=draw(sheet_sets(*lines)),
    )


def hexsets(grid: Grid) -> st.SearchStrategy[set[int]]:
    return st.sets(st.sampled_from(list(grid)))


def on_paper(grid: Grid, h: int) -> tuple[int, int]:
    """The line and, in half hexes, the place along it: what a reader of the sheet counts off."""
    line, position = grid.lines[0] + grid.line_of(h), grid.positions[0] + grid.position_of(h)
    shove = 1 if ("odd" if line % 2 else "even") == grid.shoved else 0
    return line, 2 * position + shove


def touching(grid: Grid, h: int) -> set[int]:
    """The neighbours of a hex, by looking at every hex of the map."""
    line, half = on_paper(grid, h)
    found = set()
    for other in grid:
        other_line, other_half = on_paper(grid, other)
        gap = (abs(other_line - line), abs(other_half - half))
        if gap in ((0, 2), (1, 1)):
            found.add(other)
    return found


def walks(grid: Grid, start: int) -> dict[int, int]:
    """The number of steps to every hex, by walking."""
    steps = {start: 0}
    queue = deque([start])
    while queue:
        h = queue.popleft()
        for n in grid.neighbour_list(h):
            if n not in steps:
                steps[n] = steps[h] + 1
                queue.append(n)
    return steps
