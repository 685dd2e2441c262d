"""Odds, tables of results, and attacks from all around: checked against plain arithmetic."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import ceil, floor

import pytest

from grognard.mechanics.concentric import concentric
from grognard.mechanics.odds import OddsTable, chances, odds, scale

TABLE = OddsTable(
    lines={"red": ("1:2", "1:1", "2:1"), "blue": ("2:1", "3:1", "4:1")},
    first_row=2,
    rows=(("a", "b", "c"), ("d", "e", "f"), ("g", "h", "i")),
    beyond=("less", "more"),
    source="made up",
)


@pytest.mark.parametrize("attack", range(1, 13))
@pytest.mark.parametrize("defense", range(1, 13))
def test_the_greater_total_is_divided_by_the_smaller(attack, defense):
    better, worse = Fraction(attack, defense), Fraction(defense, attack)
    if attack >= defense:
        assert odds(attack, defense) == odds(attack, defense, defender_rounds_up=True) == floor(better) - 1
    else:
        assert odds(attack, defense) == 1 - floor(worse)
        assert odds(attack, defense, defender_rounds_up=True) == 1 - ceil(worse)


@pytest.mark.parametrize(("attack", "defense"), [(0, 3), (3, 0), (0, 0), (-1, 3), (3, -1)])
def test_odds_need_two_totals(attack, defense):
    with pytest.raises(ValueError, match="two totals above 0"):
        odds(attack, defense)


@pytest.mark.parametrize(("heading", "step"), [("1:4", -3), ("1:2", -1), ("1:1", 0), ("2:1", 1), ("10:1", 9)])
def test_a_heading_is_a_step_on_the_scale(heading, step):
    assert scale(heading) == step


@pytest.mark.parametrize("heading", ["", ":", "1", "1:", ":1", "2:3", "a:1", "1:b", "-1:1", "3-1"])
def test_what_is_no_heading(heading):
    with pytest.raises(ValueError, match="is not an odds heading"):
        scale(heading)


def test_each_side_has_its_own_line_over_the_same_columns():
    assert [TABLE.column("red", step) for step in (-2, -1, 0, 1, 2)] == [-1, 0, 1, 2, 3]
    assert [TABLE.column("blue", step) for step in (0, 1, 2, 3, 4)] == [-1, 0, 1, 2, 3]


def test_beyond_the_ends_there_is_one_result_for_every_roll():
    assert [TABLE.automatic(column) for column in (-2, -1, 0, 2, 3, 4)] == ["less", "less", "", "", "more", "more"]
    assert TABLE.by_roll(-1, 5) == ("less",) * 6
    assert TABLE.by_roll(3, -5) == ("more",) * 6


def test_beyond_an_open_end_the_outermost_column_is_read():
    right = replace(TABLE, beyond=("less", ""))
    assert [right.automatic(column) for column in (-1, 0, 2, 3, 9)] == ["less", "", "", "", ""]
    assert right.by_roll(3, 0) == right.by_roll(9, 0) == TABLE.by_roll(2, 0)
    assert right.by_roll(-1, 0) == ("less",) * 6
    left = replace(TABLE, beyond=("", "more"))
    assert left.by_roll(-4, 0) == TABLE.by_roll(0, 0)
    assert left.by_roll(3, 0) == ("more",) * 6
    assert [right.read_column(column) for column in (-2, 0, 2, 3, 9)] == [0, 0, 2, 2, 2]


def test_the_line_of_the_ground_moves_the_column():
    """10 against 15 is 1:2 where the defender's odds are rounded up."""
    headings = ["1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1"]
    table = replace(TABLE, lines={n: tuple(headings[i : i + 3]) for i, n in enumerate(("clear", "town", "city"))})
    step = odds(10, 15, defender_rounds_up=True)
    assert step == scale("1:2")
    assert [table.column(line, step) for line in ("clear", "town", "city")] == [1, 0, -1]
    assert odds(10, 15) == scale("1:1")


def test_a_modified_roll_is_read_between_the_first_row_and_the_last():
    assert [TABLE.result(1, modified) for modified in range(-1, 7)] == ["b", "b", "b", "b", "e", "h", "h", "h"]
    assert TABLE.by_roll(0, 0) == ("a", "a", "d", "g", "g", "g")
    assert TABLE.by_roll(2, -1) == ("c", "c", "c", "f", "i", "i")
    assert TABLE.by_roll(2, 1, faces=2) == ("c", "f")


def test_the_chances_stand_in_the_order_of_the_die():
    assert list(chances(("b", "a", "b")).items()) == [("b", (2, 3)), ("a", (1, 3))]


@pytest.mark.parametrize("found", [set(c) for n in range(7) for c in combinations(range(6), n)], ids=str)
def test_an_attack_is_concentric_from_opposite_hexes_or_from_every_second(found):
    opposite = any({d, d + 3} <= found for d in range(3))
    every_second = {0, 2, 4} <= found or {1, 3, 5} <= found
    assert concentric(found) == (opposite or every_second)
    assert concentric([*found, *found]) == concentric(found)
