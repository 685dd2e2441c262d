"""Printed numbers: every hex has one, every one finds its hex, and everything else is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from grognard.hexes import Grid, LabelError, Sheet

from .boards import CALM, NUMBERINGS, grids


def printed(grid: Grid, h: int) -> list[str]:
    """The numbers of a hex, read off the sheets one after the other."""
    line, place = grid.lines[0] + grid.line_of(h), grid.positions[0] + grid.position_of(h)
    numbers = [(line - s.offset, s.suffix) for s in grid.sheets if s.first <= line - s.offset <= s.last]
    pairs = numbers if grid.sheets else [(line, "")]
    return [(f"{n:02}{place:02}" if grid.line_first else f"{place:02}{n:02}") + suffix for n, suffix in pairs]


@CALM
@given(grids())
def test_a_label_finds_its_hex(grid: Grid) -> None:
    assert [grid.parse(grid.label(h)) for h in grid] == list(grid)
    assert len({grid.label(h) for h in grid}) == len(grid)


@CALM
@given(grids())
def test_a_hex_has_the_names_that_its_sheets_print(grid: Grid) -> None:
    for h in grid:
        assert list(grid.names(h)) == printed(grid, h)
        assert grid.label(h) == grid.names(h)[0]
        assert {grid.parse(name) for name in grid.names(h)} == {h}


@CALM
@given(grids(), st.text(alphabet="0123456789NSA- ", max_size=6))
def test_any_other_text_is_refused_by_name(grid: Grid, text: str) -> None:
    assume(all(text not in printed(grid, h) for h in grid))
    with pytest.raises(LabelError) as refused:
        grid.parse(text)
    assert repr(text) in str(refused.value)
    assert isinstance(refused.value, ValueError)


@pytest.mark.parametrize(
    ("game", "label"),
    [
        ("hurtgen", "0029"),
        ("hurtgen", "3001"),
        ("hurtgen", "0129"),
        ("hurtgen", "518"),
        ("hurtgen", "0518N"),
        ("hurtgen", " 0518"),
        ("hurtgen", ""),
        ("oder", "0910"),
        ("oder", "1002"),
        ("oder", "1022"),
        ("rhine", "1511"),
        ("rhine", "1511E"),
        ("rhine", "1511n"),
        ("rhine", "3000N"),
        ("rhine", "1018S"),
        ("aachen", "0911"),
        ("aachen", "1023"),
    ],
)
def test_a_number_off_the_map_is_refused_by_name(game: str, label: str) -> None:
    with pytest.raises(LabelError, match=f"{label!r}"):
        NUMBERINGS[game].parse(label)


def test_row_and_column_may_be_written_in_either_order() -> None:
    columns_first = Grid((1, 3), (10, 12))
    rows_first = Grid((1, 3), (10, 12), line_first=False)
    assert [columns_first.label(h) for h in columns_first][:4] == ["0110", "0111", "0112", "0210"]
    assert [rows_first.label(h) for h in rows_first][:4] == ["1001", "1101", "1201", "1002"]
    assert columns_first.parse("0312") == rows_first.parse("1203")


def test_the_first_sheet_names_the_seam() -> None:
    north, south = Sheet("N", 11, 13), Sheet("S", 11, 13, 2)
    for first, second in ((north, south), (south, north)):
        grid = Grid((11, 15), (0, 4), sheets=(first, second))
        names = {"N": "1302N", "S": "1102S"}
        h = grid.parse("1302N")
        assert h == grid.parse("1102S")
        assert grid.names(h) == (names[first.suffix], names[second.suffix])
        assert grid.label(h) == names[first.suffix]


def test_a_sheet_may_print_more_lines_than_are_in_play() -> None:
    grid = Grid((3, 5), (1, 2), sheets=(Sheet("N", 1, 9),))
    assert [grid.label(h) for h in grid] == ["0301N", "0302N", "0401N", "0402N", "0501N", "0502N"]
    for label in ("0201N", "0202N", "0601N", "0602N"):
        with pytest.raises(LabelError, match=label):
            grid.parse(label)


# -- grids that cannot be ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ({"lines": (5, 4)}, "at least one line"),
        ({"positions": (5, 4)}, "at least one line"),
        ({"lines_run": "east", "positions_run": "west"}, "cross"),
        ({"lines_run": "south", "positions_run": "south"}, "cross"),
        ({"lines_run": "south"}, "cross"),  # the positions run south by default
        ({"lines_run": "up", "positions_run": "east"}, "up"),
        ({"positions_run": "down"}, "down"),
        ({"shoved": "uneven"}, "uneven"),
        ({"lines": (-1, 4)}, "00 to 99"),
        ({"lines": (95, 100)}, "00 to 99"),
        ({"positions": (95, 100)}, "00 to 99"),
        ({"sheets": (Sheet("N", 2, 9),)}, "line 1 is on no sheet"),
        ({"sheets": (Sheet("N", 1, 4), Sheet("S", 1, 4, 5))}, "line 5 is on no sheet"),
        ({"sheets": (Sheet("N", 1, 5), Sheet("N", 1, 5, 4))}, "two places"),
        ({"sheets": (Sheet("N", 99, 107, -98),)}, "00 to 99"),
    ],
)
def test_a_grid_that_cannot_be_printed_is_refused(words: dict[str, Any], complaint: str) -> None:
    good: dict[str, Any] = {"lines": (1, 9), "positions": (1, 9)}
    assert len(Grid(**good)) == 81
    with pytest.raises(ValueError, match=complaint):
        Grid(**(good | words))
