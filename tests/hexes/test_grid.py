"""Properties of every grid, with any numbering."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.hexes import Grid, members, of

from .boards import CALM, grids, hexsets, touching, walks

# -- the hexes -----------------------------------------------------------------------------------


@CALM
@given(grids())
def test_a_grid_holds_each_hex_once(grid: Grid) -> None:
    hexes = list(grid)
    assert hexes == sorted(set(hexes)) == members(grid.all)
    assert len(hexes) == len(grid) == grid.line_count * grid.line_length
    assert [h for h in range(-2, grid.size + 2) if h in grid] == hexes
    assert {grid.at(grid.line_of(h), grid.position_of(h)) for h in hexes} == set(hexes)


@CALM
@given(grids())
def test_hex_indices_cover_the_rectangle(grid: Grid) -> None:
    spots = {(grid.line_of(h), grid.position_of(h)) for h in grid}
    assert spots == {(line, place) for line in range(grid.line_count) for place in range(grid.line_length)}


# -- neighbours ----------------------------------------------------------------------------------


@CALM
@given(grids())
def test_neighbours_are_the_hexes_that_touch_on_paper(grid: Grid) -> None:
    for h in grid:
        near = grid.neighbour_list(h)
        assert len(near) == len(set(near))
        assert set(near) == touching(grid, h)


@CALM
@given(grids())
def test_neighbours_see_each_other_from_opposite_sides(grid: Grid) -> None:
    for h in grid:
        for d in range(6):
            n = grid.neighbour(h, d)
            if n is not None:
                assert grid.neighbour(n, (d + 3) % 6) == h
                assert grid.direction(h, n) == d
                assert grid.direction(n, h) == (d + 3) % 6


@CALM
@given(grids())
def test_the_neighbour_list_follows_the_directions(grid: Grid) -> None:
    for h in grid:
        row = [grid.neighbour(h, d) for d in range(6)]
        assert grid.neighbour_list(h) == tuple(n for n in row if n is not None)
        assert [n for n in grid if grid.adjacent(h, n)] == sorted(grid.neighbour_list(h))


@CALM
@given(grids())
def test_directions_run_round_the_hex(grid: Grid) -> None:
    for h in grid:
        row = [grid.neighbour(h, d) for d in range(6)]
        for a, b in zip(row, row[1:] + row[:1], strict=True):
            if a is not None and b is not None:
                assert grid.adjacent(a, b)


@CALM
@given(grids(least=2))
def test_a_hex_has_two_to_six_neighbours_and_six_inside(grid: Grid) -> None:
    for h in grid:
        inside = 0 < grid.line_of(h) < grid.line_count - 1 and 0 < grid.position_of(h) < grid.line_length - 1
        assert 2 <= len(grid.neighbour_list(h)) <= 6
        if inside:
            assert len(grid.neighbour_list(h)) == 6


@CALM
@given(grids(), st.data())
def test_there_is_no_direction_to_a_hex_further_off(grid: Grid, data: st.DataObject) -> None:
    h = data.draw(st.sampled_from(list(grid)))
    for other in set(grid) - set(grid.neighbour_list(h)):
        with pytest.raises(ValueError):
            grid.direction(h, other)


# -- whole sets ----------------------------------------------------------------------------------


@CALM
@given(grids(), st.data())
def test_shifting_a_set_shifts_each_of_its_hexes(grid: Grid, data: st.DataObject) -> None:
    hexes = data.draw(hexsets(grid))
    for d in range(6):
        assert set(members(grid.shift(of(hexes), d))) == {grid.neighbour(h, d) for h in hexes} - {None}


@CALM
@given(grids())
def test_shifting_one_hex_gives_its_neighbour(grid: Grid) -> None:
    for h in grid:
        for d in range(6):
            n = grid.neighbour(h, d)
            assert grid.shift(1 << h, d) == (0 if n is None else 1 << n)


@CALM
@given(grids(), st.data())
def test_neighbours_of_a_set_are_the_union_of_its_hexes_neighbours(grid: Grid, data: st.DataObject) -> None:
    hexes = data.draw(hexsets(grid))
    assert set(members(grid.neighbours(of(hexes)))) == {n for h in hexes for n in grid.neighbour_list(h)}


@CALM
@given(grids())
def test_neighbours_of_nothing_and_of_everything(grid: Grid) -> None:
    assert grid.neighbours(0) == 0
    assert grid.neighbours(grid.all) == (grid.all if len(grid) > 1 else 0)


# -- distance ------------------------------------------------------------------------------------


@CALM
@given(grids())
def test_distance_is_the_number_of_steps(grid: Grid) -> None:
    for a in grid:
        assert {b: grid.distance(a, b) for b in grid} == walks(grid, a)


@CALM
@given(grids(most=20), st.data())
def test_distance_is_a_metric(grid: Grid, data: st.DataObject) -> None:
    a, b, c = (data.draw(st.sampled_from(list(grid))) for _ in range(3))
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, b) == grid.distance(b, a) >= 0
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@CALM
@given(grids())
def test_neighbours_are_exactly_the_hexes_at_distance_one(grid: Grid) -> None:
    for h in grid:
        assert {n for n in grid if grid.distance(h, n) == 1} == set(grid.neighbour_list(h))


@CALM
@given(grids(), st.data())
def test_the_nearest_hex_has_the_least_distance(grid: Grid, data: st.DataObject) -> None:
    hexes = data.draw(st.sets(st.sampled_from(sorted(grid)), min_size=1, max_size=6))
    others = data.draw(st.sets(st.sampled_from(sorted(grid)), max_size=4))
    ranks = [(min((grid.distance(h, other) for other in others), default=0), h) for h in hexes]
    assert grid.nearest(of(hexes), of(others)) == min(ranks)[1]


@CALM
@given(grids(), st.data())
def test_within_and_ring_follow_the_distance(grid: Grid, data: st.DataObject) -> None:
    h = data.draw(st.sampled_from(list(grid)))
    for radius in data.draw(st.permutations(range(-1, 9))):  # in any order: the answers are remembered
        assert set(members(grid.within(h, radius))) == {n for n in grid if grid.distance(h, n) <= radius}
        assert set(members(grid.ring(h, radius))) == {n for n in grid if grid.distance(h, n) == radius}


# -- the sheet on the table ----------------------------------------------------------------------

#: Where the numbers grow, as a step to the right and down.
WAYS = {"east": (1, 0), "west": (-1, 0), "south": (0, 1), "north": (0, -1)}


def progress(grid: Grid, way: str, a: int, b: int) -> float:
    """How far ``b`` lies beyond ``a`` on the sheet, seen this way."""
    (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
    x, y = WAYS[way]
    return (bx - ax) * x + (by - ay) * y


@CALM
@given(grids())
def test_neighbours_lie_one_apart_and_all_others_further(grid: Grid) -> None:
    for a in grid:
        for b in grid:
            apart = math.dist(grid.centre(a), grid.centre(b))
            if grid.adjacent(a, b):
                assert apart == pytest.approx(1)
            elif a != b:
                assert apart > 1.7


@CALM
@given(grids(least=2))
def test_lines_and_positions_count_the_way_they_run(grid: Grid) -> None:
    for h in grid:
        line, place = grid.line_of(h), grid.position_of(h)
        if place + 1 < grid.line_length:
            assert progress(grid, grid.positions_run, h, grid.at(line, place + 1)) == pytest.approx(1)
            assert progress(grid, grid.lines_run, h, grid.at(line, place + 1)) == pytest.approx(0)
        if line + 1 < grid.line_count:
            shove = -0.5 if grid.is_shoved(line) else 0.5
            assert progress(grid, grid.lines_run, h, grid.at(line + 1, place)) == pytest.approx(3**0.5 / 2)
            assert progress(grid, grid.positions_run, h, grid.at(line + 1, place)) == pytest.approx(shove)


@CALM
@given(grids(least=2))
def test_the_shoved_lines_are_the_odd_or_the_even_ones(grid: Grid) -> None:
    numbers = range(grid.lines[0], grid.lines[1] + 1)
    assert [grid.is_shoved(n - grid.lines[0]) for n in numbers] == [n % 2 == (grid.shoved == "odd") for n in numbers]


@CALM
@given(grids(least=2))
def test_the_drawing_starts_at_the_corner_of_the_sheet(grid: Grid) -> None:
    xs, ys = zip(*(grid.centre(h) for h in grid), strict=True)
    assert min(xs) == pytest.approx(0)
    assert min(ys) == pytest.approx(0)


@CALM
@given(grids())
def test_columns_of_flat_top_hexes_and_rows_of_pointy_ones(grid: Grid) -> None:
    assert grid.flat_top == (grid.lines_run in ("east", "west"))
    same_line = {round(grid.centre(h)[0 if grid.flat_top else 1], 6) for h in grid}
    assert len(same_line) == grid.line_count
