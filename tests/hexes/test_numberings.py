"""The five printed numberings, checked against hexes and hexsides that their rulebooks name."""

from __future__ import annotations

import pytest

from grognard.hexes import Grid, members

from .boards import NUMBERINGS, touching, walks


def near(grid: Grid, label: str) -> set[str]:
    return {grid.label(n) for n in grid.neighbour_list(grid.parse(label))}


def apart(grid: Grid, a: str, b: str) -> int:
    return grid.distance(grid.parse(a), grid.parse(b))


@pytest.mark.parametrize(
    ("game", "count", "flat"),
    [
        ("hurtgen", 812, True),
        ("oder", 494, True),
        ("reich", 2320, True),
        ("rhine", 666, False),
        ("aachen", 1034, False),
    ],
)
def test_size_and_top(game: str, count: int, flat: bool) -> None:
    assert len(NUMBERINGS[game]) == count
    assert NUMBERINGS[game].flat_top == flat


@pytest.mark.parametrize(
    ("game", "label", "expected"),
    [
        ("hurtgen", "0518", "0517 0617 0618 0519 0418 0417"),
        ("hurtgen", "0618", "0617 0718 0719 0619 0519 0518"),
        ("hurtgen", "0101", "0102 0201"),
        ("hurtgen", "0201", "0101 0102 0202 0301 0302"),
        ("hurtgen", "2928", "2927 2827 2828"),
        ("oder", "2308", "2307 2309 2208 2209 2408 2409"),
        ("oder", "2208", "2207 2209 2107 2108 2307 2308"),
        ("oder", "1003", "1004 1103"),
        ("oder", "3521", "3520 3421"),
        ("reich", "0619", "0618 0620 0519 0520 0719 0720"),
        ("reich", "1121", "1120 1122 1020 1021 1220 1221"),
        ("rhine", "1511N", "1510N 1512N 1411N 1412N 1611N 1612N"),
        ("rhine", "1604N", "1603N 1605N 1503N 1504N 1703N 1704N"),
        ("rhine", "1100N", "1101N 1200N 1201N"),
        ("rhine", "2917S", "2916S 2817S"),
        ("aachen", "2011", "2010 2012 2110 2111 1910 1911"),
        ("aachen", "2110", "2109 2111 2210 2211 2010 2011"),
        ("aachen", "1001", "1002 1101"),
    ],
)
def test_neighbours_of_a_printed_hex(game: str, label: str, expected: str) -> None:
    assert near(NUMBERINGS[game], label) == set(expected.split())


@pytest.mark.parametrize(
    ("game", "a", "b", "steps"),
    [
        ("hurtgen", "0518", "0518", 0),
        ("hurtgen", "0518", "0618", 1),
        ("hurtgen", "0518", "0619", 2),
        ("hurtgen", "0101", "2901", 28),
        ("hurtgen", "0101", "0128", 27),
        ("hurtgen", "0101", "2928", 41),
        ("oder", "2308", "2408", 1),
        ("oder", "2308", "2207", 2),
        ("reich", "0619", "0419", 2),
        ("reich", "0826", "1425", 6),
        ("reich", "1020", "0921", 1),
        ("reich", "0821", "0920", 2),
        ("rhine", "1706N", "1606N", 1),
        ("rhine", "1604N", "1503N", 1),
        ("rhine", "1503N", "1403N", 1),
        ("rhine", "1403N", "1402N", 1),
        ("rhine", "1312N", "1213N", 1),
        ("rhine", "2800N", "1200S", 2),
        ("rhine", "1100N", "2900S", 36),
        ("aachen", "2011", "2110", 1),
        ("aachen", "2011", "2112", 2),
    ],
)
def test_distance_between_printed_hexes(game: str, a: str, b: str, steps: int) -> None:
    assert apart(NUMBERINGS[game], a, b) == apart(NUMBERINGS[game], b, a) == steps


@pytest.mark.parametrize("game", sorted(NUMBERINGS))
def test_neighbours_and_distances_on_the_whole_map(game: str) -> None:
    grid = NUMBERINGS[game]
    hexes = list(grid)
    for h in hexes[:: len(hexes) // 12]:
        assert set(grid.neighbour_list(h)) == touching(grid, h)
        steps = walks(grid, h)
        assert {b: grid.distance(h, b) for b in grid} == steps
        assert set(members(grid.within(h, 5))) == {b for b in grid if steps[b] <= 5}


# -- the two sheets of the Rhine -----------------------------------------------------------------


def test_row_29_of_the_north_sheet_is_row_11_of_the_south_sheet() -> None:
    grid = NUMBERINGS["rhine"]
    for place in range(18):
        north, south = f"29{place:02}N", f"11{place:02}S"
        h = grid.parse(north)
        assert h == grid.parse(south)
        assert grid.names(h) == (north, south)


def test_only_the_seam_has_two_names() -> None:
    grid = NUMBERINGS["rhine"]
    twice = {grid.label(h) for h in grid if len(grid.names(h)) == 2}
    assert twice == {f"29{place:02}N" for place in range(18)}
    assert all(len(grid.names(h)) in (1, 2) for h in grid)


def test_a_hex_on_the_seam_touches_both_sheets() -> None:
    grid = NUMBERINGS["rhine"]
    assert near(grid, "1105S") == near(grid, "2905N") == {"2904N", "2906N", "2805N", "2806N", "1205S", "1206S"}
    assert near(grid, "2917N") == {"2916N", "2817N", "1217S"}


# -- which way the numbers run -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "west", "east"),
    [
        ("hurtgen", "0105", "2905"),
        ("oder", "1010", "3510"),
        ("reich", "0120", "5720"),
        ("rhine", "2017N", "2000N"),
        ("aachen", "3001", "3022"),
    ],
)
def test_west_lies_left_of_east(game: str, west: str, east: str) -> None:
    grid = NUMBERINGS[game]
    (wx, wy), (ex, ey) = grid.centre(grid.parse(west)), grid.centre(grid.parse(east))
    assert wx + 16 < ex
    assert abs(wy - ey) <= 0.51


@pytest.mark.parametrize(
    ("game", "north", "south"),
    [
        ("hurtgen", "0501", "0528"),
        ("oder", "2003", "2021"),
        ("reich", "3601", "3640"),
        ("rhine", "1105N", "2905S"),
        ("aachen", "5611", "1011"),
    ],
)
def test_north_lies_above_south(game: str, north: str, south: str) -> None:
    grid = NUMBERINGS[game]
    (nx, ny), (sx, sy) = grid.centre(grid.parse(north)), grid.centre(grid.parse(south))
    assert ny + 16 < sy
    assert nx == pytest.approx(sx)


@pytest.mark.parametrize(
    ("game", "straight", "shoved", "right", "down"),
    [
        ("hurtgen", "0510", "0610", 0.866, 0.5),
        ("oder", "2010", "2110", 0.866, 0.5),
        ("reich", "0510", "0610", 0.866, 0.5),
        ("rhine", "2005N", "2105N", -0.5, 0.866),
        ("aachen", "2005", "2105", 0.5, -0.866),
    ],
)
def test_a_shoved_line_lies_half_a_hex_on(game: str, straight: str, shoved: str, right: float, down: float) -> None:
    grid = NUMBERINGS[game]
    (ax, ay), (bx, by) = grid.centre(grid.parse(straight)), grid.centre(grid.parse(shoved))
    assert (bx - ax, by - ay) == pytest.approx((right, down), abs=1e-3)
