"""Lines on the map: Scheldt, Rhine and rivers, West Wall, Hell's Highway, sector line, frontiers, blocked hexsides."""

from __future__ import annotations

from itertools import pairwise

import pytest

from grognard.engine.board import Hexside, hexside
from grognard.hexes import bits, of
from tests.rhine.helpers_map import (
    BELGIUM,
    BOARD,
    CITIES,
    EAST,
    ENTER,
    GERMANY,
    GRID,
    LAND,
    MAP,
    NETHERLANDS,
    RUHR,
    SEA,
    WALL,
    WEST,
    joined,
    kind,
    members,
    pairs,
    region,
    sides,
)

WATER = ("estuary", "all-sea")
#: The Neckar leaves the map by the east edge and comes back.
BROKEN = {"Neckar"}
RIVERS = sorted({edge.name for edge in BOARD.hexsides.values() if edge.kind in ("river", "rhine", "estuary")})
SOUTH_BANK, NORTH_BANK = "1412N 1312N 1213N", "1411N 1311N 1212N 1112N"


def in_a_row(labels: list[str]) -> bool:
    return all(GRID.adjacent(MAP.at(a), MAP.at(b)) for a, b in pairwise(labels))


# -- the Scheldt (5.8, 10.12) --------------------------------------------------------------------


def test_the_west_scheldt_parts_the_15a_hexes_from_the_north_bank() -> None:
    south, north = MAP.hexes(SOUTH_BANK), MAP.hexes(NORTH_BANK)
    between = {hexside(a, b) for a in bits(south) for b in GRID.neighbour_list(a) if north >> b & 1}
    assert between == set(MAP.water("West Scheldt"))
    assert {BOARD.hexsides[pair].kind for pair in between} == {"estuary"}


def test_walcheren_hangs_on_the_isthmus() -> None:
    for pair in ("1311N-1411N", "1212N-1311N", "1112N-1212N"):
        a, b = MAP.between(pair)
        assert GRID.adjacent(a, b)
        assert kind(pair) == ""
    beveland = MAP.hexes("1112N 1212N 1311N")
    ways = {hexside(a, b) for a in bits(beveland) for b in GRID.neighbour_list(a) if ENTER & ~beveland >> b & 1}
    assert {pair for pair in ways if BOARD.hexsides.get(pair) is None} == pairs("1311N-1411N")


def test_the_estuary_is_eleven_hexsides() -> None:
    west = "1411N-1412N 1311N-1412N 1311N-1312N 1212N-1312N 1212N-1213N 1112N-1213N"
    east = "1310N-1311N 1211N-1311N 1211N-1212N 1111N-1212N 1111N-1112N"
    assert sides("estuary") == pairs(west) | pairs(east)
    assert set(MAP.water("West Scheldt")) == pairs(west)
    assert set(MAP.water("East Scheldt")) == pairs(east)


# -- the Rhine and the rivers (10.11) ------------------------------------------------------------


def test_the_rhine_blocks_every_path_to_the_east_edge_and_the_ruhr() -> None:
    reached = joined(MAP.hexes(" ".join(WEST)), "rhine", *WATER)
    assert not reached & (MAP.hexes(" ".join(EAST)) | RUHR)
    assert reached & GERMANY, "it runs inside Germany, not along its border"


@pytest.mark.parametrize("pair", [p for p in sorted(sides("rhine")) if ENTER >> p[0] & ENTER >> p[1] & 1], ids=MAP.text)
def test_no_hexside_of_the_rhine_may_be_missing(pair: Hexside) -> None:
    """Each one is needed: without it units could cross there."""
    left = MAP.spread(1 << pair[0], lambda a, b: hexside(a, b) not in sides("rhine", *WATER) and bool(ENTER >> b & 1))
    assert not left >> pair[1] & 1


def test_the_rhine_is_one_line_from_the_south_edge_to_the_hook() -> None:
    assert MAP.in_one_piece(sides("rhine"))
    assert kind("2911S-2912S") == "rhine"
    assert {BOARD.hexsides[pair].name for pair in sides("rhine")} == {"Rhine", "Neder Rijn", "Lek"}


@pytest.mark.parametrize("name", [name for name in RIVERS if name not in BROKEN])
def test_a_river_is_one_line(name: str) -> None:
    assert MAP.in_one_piece(MAP.water(name))


def test_the_neckar_is_two_lines_that_both_meet_the_east_edge_or_the_rhine() -> None:
    assert not MAP.in_one_piece(MAP.water("Neckar"))
    edge = region("East edge")
    at_edge = [pair for pair in MAP.water("Neckar") if edge >> pair[0] & edge >> pair[1] & 1]
    assert len(at_edge) == 2, "out by one, in by the other"


@pytest.mark.parametrize(
    ("pair", "name"),
    [
        ("2401N-2402N", "Rhine"),
        ("2101N-2102N", "Rhine"),
        ("2406S-2407S", "Rhine"),
        ("1710S-1711S", "Moselle"),
        ("1707S-1708S", "Saar"),
        ("2207N-2208N", "Meuse"),
        ("1903N-1904N", "Maas"),
        ("1511N-1512N", "Schelde"),
    ],
)
def test_a_town_is_on_the_right_bank(pair: str, name: str) -> None:
    assert BOARD.hexsides[MAP.between(pair)].name == name


def test_the_roer_is_not_a_hexside() -> None:
    assert not MAP.water("Roer")


# -- the flood (10.18) ---------------------------------------------------------------------------


def test_the_flood_runs_down_five_hexes_from_the_dam() -> None:
    flood = members("Roer flood")
    assert flood == "2404N 2304N 2204N 2104N 2005N".split()
    assert region("Roer flood") == BOARD.having("flood")
    assert in_a_row(["2504N", *flood])
    assert "flood" not in MAP.features("2504N")


# -- the West Wall (8.5, 11.17) ------------------------------------------------------------------

#: cities that stand in the line: after which hex of the wall
GAPS = {"2205N": "2305N", "1707S": "1807S"}


def wall() -> list[str]:
    """The wall from north to south with the cities in it."""
    return [label for h in members("West Wall") for label in ([h, GAPS[h]] if h in GAPS else [h])]


def test_the_west_wall_is_unbroken_except_for_two_cities() -> None:
    assert in_a_row(wall())
    assert {label for label in wall() if "city" in MAP.features(label)} == {"2305N", "1807S"}
    assert region("West Wall") == WALL
    assert not WALL & (CITIES | RUHR)
    assert not MAP.hexes(" ".join(wall())) & ~GERMANY


def test_the_wall_begins_at_the_rhine_and_ends_at_the_south_edge() -> None:
    rhine = of(h for pair in sides("rhine") for h in pair)
    assert rhine >> MAP.at(wall()[0]) & 1
    assert wall()[-1] == "2911S"


def test_no_unit_passes_the_west_wall_without_crossing_the_rhine() -> None:
    shut = MAP.hexes(" ".join(wall()))
    reached = joined(MAP.hexes(" ".join(WEST)), "rhine", *WATER, inside=ENTER & ~shut)
    assert MAP.labels(reached & GERMANY) == {"2105N"}, "the Selfkant lies before the wall"


@pytest.mark.parametrize("label", [label for label in wall() if label not in ("2911S", "1602N")])
def test_each_hex_of_the_wall_touches_the_next_on_both_sides(label: str) -> None:
    assert len(set(MAP.near(label)) & set(wall())) >= 2


# -- Hell's Highway (10.16, 11.13) -----------------------------------------------------------------


def highway() -> list[str]:
    return ["1807N", "1706N", "1606N", "1605N", "1604N", "1503N", "1403N", "1402N"]


def test_the_highway_is_one_road_from_the_border_to_arnhem() -> None:
    chain = highway()
    assert set(BOARD.roads) == {MAP.between(f"{a}-{b}") for a, b in pairwise(chain)}
    assert {road.kind for road in BOARD.roads.values()} == {"highway"}
    assert set(BOARD.regions["Hell's Highway"].hexsides) == set(BOARD.roads)
    assert BOARD.having("highway") == MAP.hexes(" ".join(chain))
    names = [BOARD.names[MAP.at(label)] for label in chain]
    assert names == "Neerpelt Eindhoven Son Veghel Grave Nijmegen Elst Arnhem".split()
    assert BELGIUM >> MAP.at(chain[0]) & 1
    assert not MAP.hexes(" ".join(chain[1:])) & ~NETHERLANDS


def test_a_highway_hex_is_polder_or_a_town() -> None:
    for label in highway():
        assert ("town" in MAP.features(label)) != (MAP.terrain(label) == "polder")


@pytest.mark.parametrize(
    ("pair", "want"),
    [
        ("1606N-1706N", "river"),
        ("1503N-1604N", "river"),
        ("1403N-1503N", "river"),
        ("1402N-1403N", "rhine"),
        ("1605N-1606N", ""),
        ("1604N-1605N", ""),
        ("1706N-1807N", ""),
    ],
)
def test_what_the_highway_crosses(pair: str, want: str) -> None:
    assert kind(pair) == want


# -- the sector line (8.16) and the frontiers (2.2) ------------------------------------------------


def test_the_sector_line_runs_unbroken_from_edge_to_edge() -> None:
    line = BOARD.regions["Supply sector line"].hexsides
    assert line[0] == MAP.between("1100S-1200S")
    assert line[-1] == MAP.between("1417S-1517S")
    assert all(MAP.touch(a, b) for a, b in pairwise(line))


def test_the_sector_line_parts_the_map_in_two() -> None:
    line = set(BOARD.regions["Supply sector line"].hexsides)
    north = MAP.spread(MAP.hexes("1100N"), lambda a, b: hexside(a, b) not in line)
    assert region("North sector") == north & LAND
    assert region("South sector") == LAND & ~north
    assert not region("North sector") & region("South sector")
    assert not MAP.hexes("1100S 1417S 1511N 1309S") & ~region("North sector")
    assert not MAP.hexes("1200S 1517S 1710S 2917S") & ~region("South sector")


def test_the_frontiers_run_between_the_countries() -> None:
    countries = BOARD.area_at
    want = {
        hexside(a, b)
        for a in countries
        for b in GRID.neighbour_list(a)
        if b in countries and countries[a] != countries[b]
    }
    assert set(BOARD.regions["Frontiers of 1939"].hexsides) == want


@pytest.mark.parametrize("country", ["Germany", "Netherlands", "Belgium", "Luxembourg"])
def test_each_country_is_connected(country: str) -> None:
    assert MAP.one_piece(BOARD.area(country))


def test_france_is_one_piece_but_for_the_corner_of_the_north_that_the_map_cuts_off() -> None:
    france = BOARD.area("France")
    main = MAP.spread(MAP.hexes("1710S"), lambda _, b: bool(france >> b & 1))
    assert MAP.labels(france & ~main) == {"1517N"}


# -- blocked hexsides (10.13) ----------------------------------------------------------------------


def test_a_blocked_hexside_touches_rough_ground() -> None:
    rough = BOARD.terrain["rough"]
    assert not [MAP.text(pair) for pair in sides("blocked") if not (rough >> pair[0] | rough >> pair[1]) & 1]
    assert not [pair for pair in sides("blocked") if (SEA >> pair[0] | SEA >> pair[1]) & 1]


def test_blocked_hexsides_enclose_no_hex() -> None:
    assert joined(MAP.hexes("1517N"), "blocked", *WATER) == ENTER
