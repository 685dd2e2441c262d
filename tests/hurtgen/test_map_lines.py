"""The lines on the map: the Front Line, rivers and streams, roads and trails."""

from __future__ import annotations

from itertools import pairwise

import pytest

from grognard.engine.board import hexside
from grognard.hexes import bits
from tests.hurtgen.helpers_map import (
    BOARD,
    GAME,
    GRID,
    ROWS,
    START,
    along,
    at,
    between,
    dry,
    hexes,
    in_one_piece,
    labels,
    nearest,
    net,
    place,
    road_steps,
    row,
    spread,
    text,
    touch,
)

FRONT = BOARD.regions["Front Line"].hexsides
STREAMS = ("Kall", "Tiefenbach", "Weisser Wehe", "Rote Wehe", "Wehebach")
KALL_TRAIL = "1220 1221 1322 1422 1523 1524"


def water(name: str) -> list[tuple[int, int]]:
    return [pair for pair, edge in BOARD.hexsides.items() if edge.name == name]


# -- the Front Line --------------------------------------------------------------------------


def test_the_front_line_is_one_line_from_north_to_south() -> None:
    for a, b in pairwise(FRONT):
        assert touch(a, b), f"broken between {text(a)} and {text(b)}"
    assert all(row(GRID.label(h)) == 1 for h in FRONT[0])
    assert all(row(GRID.label(h)) == ROWS for h in FRONT[-1])
    assert len(FRONT) == 71


def test_the_front_line_runs_where_the_two_sides_meet_and_nowhere_else() -> None:
    meeting = {hexside(h, n) for h in GRID for n in GRID.neighbour_list(h) if BOARD.area_at[h] != BOARD.area_at[n]}
    assert {text(pair) for pair in meeting} == {text(pair) for pair in FRONT}


def test_the_front_line_parts_the_map_in_two() -> None:
    line = set(FRONT)
    west = spread(1 << at("0112"), lambda a, b: hexside(a, b) not in line)
    assert west == BOARD.area("us")
    east = spread(1 << at("2914"), lambda a, b: hexside(a, b) not in line)
    assert east == BOARD.area("german")
    assert west | east == BOARD.playable
    assert not west & east


def test_the_west_edge_is_american_and_the_east_edge_german() -> None:
    assert not BOARD.edge("west") & ~BOARD.area("us")
    assert not BOARD.edge("east") & ~BOARD.area("german")


@pytest.mark.parametrize(("number", "name", "units"), [(0, "us", 26), (1, "german", 27)])
def test_the_deployment_areas_keep_clear_of_the_front_line(number: int, name: str, units: int) -> None:
    touching = hexes(" ".join(GRID.label(h) for pair in FRONT for h in pair))
    area = GAME.deploy_areas[number]
    assert area == BOARD.area(name) & ~touching
    assert area.bit_count() >= units, "there must be room for everybody"


def test_the_front_line_runs_round_vossenack_and_along_the_kall() -> None:
    around = {text(pair) for pair in FRONT}
    assert {"1118-1119", "1119-1218", "1219-1320", "1220-1320", "1221-1321"} <= around
    kall = {text(pair) for pair in water("Kall")}
    assert len(around & kall) >= 15


# -- rivers and streams ----------------------------------------------------------------------


def test_the_waters() -> None:
    assert {edge.name for edge in BOARD.hexsides.values()} == {"Rur", *STREAMS}


@pytest.mark.parametrize("name", ["Rur", *STREAMS])
def test_a_water_is_in_one_piece(name: str) -> None:
    assert in_one_piece(water(name))


@pytest.mark.parametrize(
    ("water_name", "into"),
    [("Tiefenbach", "Kall"), ("Kall", "Rur"), ("Rote Wehe", "Wehebach"), ("Weisser Wehe", "Wehebach")],
)
def test_a_stream_flows_into_a_greater_one(water_name: str, into: str) -> None:
    assert any(touch(a, b) for a in water(water_name) for b in water(into))


def test_the_rur_parts_the_map_in_two() -> None:
    east, west = dry("2928", "river"), dry("0101", "river")
    assert not east & west
    assert east | west == BOARD.playable


@pytest.mark.parametrize("name", ["Nideggen", "Kreuzau", "Rath", "Leversbach", "Üdingen", "Abenden", "Blens"])
def test_places_east_of_the_rur(name: str) -> None:
    assert place(name)
    assert not place(name) & ~dry("2928", "river")


@pytest.mark.parametrize(
    "name",
    ["Untermaubach", "Obermaubach", "Zerkall", "Winden", "Bergstein", "Schmidt", "Gey", "Lendersdorf", "Brück"],
)
def test_places_west_of_the_rur(name: str) -> None:
    assert place(name)
    assert not place(name) & ~dry("0101", "river")


def test_units_beyond_the_kall() -> None:
    """Schmidt and Kommerscheidt, with the 1056th Regiment and the guns of the 89th, lie behind the gorge."""
    beyond = dry("1726", "river", "stream")
    for name in ("Kommerscheidt", "Schmidt"):
        assert not GAME.towns[name] & ~beyond, name
    for unit in ("1/1056", "2/1056", "3/1056", "89F", "89h", "89k"):
        assert beyond >> at(START["german"][unit]) & 1, unit


def test_units_on_the_near_side_of_the_kall() -> None:
    beyond = dry("1726", "river", "stream")
    for name in ("Vossenack", "Bergstein", "Brandenberg", "Germeter"):
        assert not GAME.towns[name] & beyond, name
    for unit in ("1/13", "2/13", "3/13"):
        assert not beyond >> at(START["us"][unit]) & 1, unit


# -- roads and trails ------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAME.towns)
def test_every_objective_is_on_the_road_net(name: str) -> None:
    assert GAME.towns[name] & net("0123", "road")


@pytest.mark.parametrize(
    "name",
    [
        "Zerkall",
        "Harscheidt",
        "Strass",
        "Kreuzau",
        "Obermaubach",
        "Winden",
        "Kufferath",
        "Langenbroich",
        "Birgel",
        "Rath",
        "Abenden",
        "Blens",
    ],
)
def test_the_villages_on_the_road_net(name: str) -> None:
    assert place(name) & net("0123", "road")


def test_entry_and_exit_roads_belong_to_the_net() -> None:
    assert set("2907 2918 0327 0622 1328 1928".split()) <= labels(net("0123", "road"))


JOINED = [
    "Raffelsbrand Germeter Hürtgen Kleinhau Grosshau Gey Birgel",
    "Germeter Vossenack",
    "Kleinhau Brandenberg Bergstein Zerkall Nideggen",
    "Kommerscheidt Schmidt Harscheidt Nideggen",
    "Gey Strass Untermaubach Obermaubach",
    "Strass Winden Kreuzau Üdingen Leversbach Rath Nideggen Abenden Blens",
    "Winden Lendersdorf",
    "Untermaubach Üdingen",
]


@pytest.mark.parametrize(("a", "b"), [pair for line in JOINED for pair in pairwise(line.split())])
def test_a_road_without_great_detour(a: str, b: str) -> None:
    here, there = place(a), place(b)
    assert road_steps(here, there) <= 1.5 * nearest(here, there) + 2


NAMED = sorted({way.name for way in BOARD.roads.values()} - {"firebreak"})


@pytest.mark.parametrize("name", NAMED)
def test_a_named_road_is_of_one_kind_and_connected(name: str) -> None:
    way = {pair: found.kind for pair, found in BOARD.roads.items() if found.name == name}
    assert len(set(way.values())) == 1
    every = hexes(" ".join(GRID.label(h) for pair in way for h in pair))
    assert spread(every & -every, lambda a, b: hexside(a, b) in way) == every


def test_the_kall_trail_from_vossenack_to_kommerscheidt() -> None:
    for pair in along(KALL_TRAIL):
        assert BOARD.roads[pair].kind == "trail", text(pair)
        assert BOARD.roads[pair].name == "Kall trail"
    ends = KALL_TRAIL.split()
    assert GAME.towns["Vossenack"] >> at(ends[0]) & 1
    assert GAME.towns["Kommerscheidt"] >> at(ends[-1]) & 1
    mill = BOARD.hexsides[between("1322-1422")]
    assert (mill.name, mill.bridge) == ("Kall", True)


def test_the_highway_leads_over_open_ground_from_hurtgen_to_grosshau() -> None:
    """Where the players' notes send the armour: the road and the plain beside it, both sides."""
    way = "1213 1313 1312 1411 1410 1409 1408"
    for pair in along(way):
        assert BOARD.roads[pair].kind == "road", text(pair)
    road = hexes(way)
    beside = GRID.neighbours(road) & ~road
    plain = [BOARD.terrain_at[h] for h in bits(road | beside)]
    assert not set(plain) & {"woods", "broken", "rough"}
    assert plain.count("clear") > len(plain) / 2
