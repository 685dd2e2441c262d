"""The map: its grid, what the rules say of hexes and hexsides, and how everything hangs together."""

from __future__ import annotations

import itertools
from collections import Counter as Tally

import pytest

from grognard.engine.board import hexside
from grognard.hexes import bits, of
from tests.aachen.helpers_map import (
    BOARD,
    COUNTERS,
    GRID,
    GROUND,
    INDEX,
    MAP,
    ROSTER,
    SCENARIOS,
    at,
    has_road,
    kind,
    members,
    region,
)
from tests.rules import rule

LABELS = [f"{a:02}{b:02}" for a in range(10, 57) for b in range(1, 23)]
STATED = ("1821/1921", "1919/2019", "2008/2108", "2011/2110", "2504/2505", "3102/3103", "3303/3403")
CROSSINGS = ("5518/5519", "5420/5520")


def test_the_map_has_47_lines_of_22_hexes() -> None:
    assert {GRID.label(h) for h in bits(BOARD.playable)} == set(LABELS)
    assert len(LABELS) == 1034


def test_lines_run_north_and_positions_east() -> None:
    south, north, east = (GRID.centre(at(label)) for label in ("1010", "1210", "1011"))
    assert north[1] < south[1]
    assert east[0] > south[0]


@pytest.mark.parametrize("pair", STATED + CROSSINGS)
def test_hexes_that_the_rules_name_as_sides_of_a_hexside_are_neighbours(pair: str) -> None:
    a, b = pair.split("/")
    assert GRID.adjacent(at(a), at(b))


def test_a_hexside_has_one_kind() -> None:
    assert Tally(edge.kind for edge in BOARD.hexsides.values()) == {
        "stream": 230,
        "dragons-teeth": 49,
        "embankment": 26,
        "roer": 16,
    }


@rule("aachen", "3.1.2f")
def test_where_a_stream_runs_along_the_teeth_only_the_teeth_count_and_the_stream_is_drawn() -> None:
    drawn = set(BOARD.regions["Streams at the teeth"].hexsides)
    assert drawn == MAP.pairs("1821-1921 1919-2019")
    assert {BOARD.hexsides[pair].kind for pair in drawn} == {"dragons-teeth"}
    assert BOARD.look["lines"]["Streams at the teeth"] == "stream"


def test_roads_and_streams_pass_the_teeth_where_the_rules_say_so_and_nowhere_else() -> None:
    teeth = set(BOARD.hexsides_of("dragons-teeth"))
    drawn = set(BOARD.regions["Streams at the teeth"].hexsides)
    assert {pair for pair in teeth if pair in BOARD.roads} | drawn == MAP.pairs(" ".join(STATED).replace("/", "-"))
    assert set(BOARD.regions["Stated dragon's teeth"].hexsides) <= teeth


def test_a_bridge_is_where_a_road_crosses() -> None:
    assert all(edge.bridge == (pair in BOARD.roads) for pair, edge in BOARD.hexsides.items())


@rule("aachen", "7.3.7f")
def test_two_roads_cross_the_roer() -> None:
    assert {pair for pair in BOARD.hexsides_of("roer") if pair in BOARD.roads} == MAP.pairs("5518-5519 5420-5520")
    assert set(BOARD.regions["Roer crossings"].hexsides) == MAP.pairs("5518-5519 5420-5520")


def test_the_roer_cuts_off_one_far_bank() -> None:
    closed = set(BOARD.hexsides_of("roer"))
    west = MAP.spread(1 << at("2806"), lambda a, b: hexside(a, b) not in closed)
    east = BOARD.playable & ~west
    assert east >> at("5519") & 1
    assert east >> at("5520") & 1
    assert MAP.spread(1 << at("5519"), lambda a, b: hexside(a, b) not in closed) == east
    assert region("VP Roer") & ~west == 0
    assert all(east & GRID.neighbours(1 << h) for h in bits(region("VP Roer")))


@rule("aachen", "7.3.8d")
def test_the_closed_zone_is_everything_west_of_the_outer_line_but_the_bulge() -> None:
    line = members("Outer pillbox line")
    assert (line[0], line[-1]) == ("2106", "5605")
    assert [label[:2] for label in line] == [f"{row:02}" for row in range(21, 57)]
    assert all(GRID.adjacent(at(a), at(b)) for a, b in itertools.pairwise(line))
    beyond = of(at(f"{label[:2]}{b:02}") for label in line for b in range(1, int(label[2:])))
    assert region("Closed to Germans") == beyond & ~region("Bulge of Kerkrade")
    assert region("Bulge of Kerkrade") & ~beyond == 0


def test_the_outer_line_is_fortified() -> None:
    fortified = GROUND.pillboxes | GROUND.built_up
    assert region("Outer pillbox line") & ~fortified == 0


@rule("aachen", "3.1.4a", "3.1.4b")
def test_supply_comes_from_edges_of_ones_own() -> None:
    us, german = GROUND.supply
    assert us & german == 0
    assert us & ~(BOARD.edge("west") | BOARD.edge("south")) == 0
    assert german & ~(BOARD.edge("east") | BOARD.edge("north")) == 0
    for area in ("Stolberg area", "Wurm area"):
        assert us & region(area)
        assert german & region(area)


@rule("aachen", "10.4")
def test_germans_win_at_once_on_the_road_from_roetgen() -> None:
    assert members("German instant victory") == [f"10{b}" for b in range(10, 17)]
    assert region("German instant victory") == region("US supply south")


def test_the_areas_of_the_scenarios() -> None:
    def lying(lines: range, positions: range) -> int:
        return of(at(label) for label in LABELS if int(label[:2]) in lines and int(label[2:]) in positions)

    assert region("First Blood area") == lying(range(10, 25), range(1, 16))
    assert region("Stolberg area") == lying(range(10, 43), range(1, 23))
    assert region("Wurm area") == lying(range(31, 57), range(1, 23))


@rule("aachen", "3.1.5a", "3.1.5c")
def test_every_victory_hex_is_built_up() -> None:
    names = ("Aachen", "Eschweiler", "Stolberg", "Alsdorf")
    assert of(at(members(f"VP {name}")[0]) for name in names) == BOARD.having("victory")
    scored = [f"{scenario} {worth}" for scenario in ("Stolberg", "Wurm") for worth in (5, 10)]
    for name in (*(f"VP {n}" for n in names), *scored, "Stolberg 15"):
        assert region(name) & ~GROUND.built_up == 0


def test_aachen_is_the_only_city() -> None:
    assert region("Aachen city") == BOARD.terrain["city"]
    city = region("Aachen city")
    assert MAP.spread(city & -city, lambda a, b: bool(city >> b & 1)) == city


def test_there_are_145_town_city_and_industrial_hexes_and_all_have_names() -> None:
    assert GROUND.built_up.bit_count() == 145
    assert all(BOARD.names.get(h) for h in bits(GROUND.built_up))


def test_no_pillbox_is_in_a_town() -> None:
    assert GROUND.pillboxes & GROUND.built_up == 0
    assert GROUND.pillboxes.bit_count() == 81


def test_roads_join_all_towns() -> None:
    built = GROUND.built_up
    net = MAP.spread(
        1 << at("2806"), lambda a, b: hexside(a, b) in BOARD.roads or bool(built >> a & 1 and built >> b & 1)
    )
    assert built & ~net == 0
    assert of(h for pair in BOARD.roads for h in pair) & ~net == 0


@pytest.mark.parametrize("name", sorted({e.name for e in BOARD.hexsides.values() if e.kind in ("stream", "roer")}))
def test_every_stream_hangs_together(name: str) -> None:
    own = [pair for pair in MAP.water(name) if BOARD.hexsides[pair].kind in ("stream", "roer")]
    drawn = BOARD.regions["Streams at the teeth"].hexsides
    assert MAP.in_one_piece(own + [pair for pair in drawn if any(MAP.touch(pair, other) for other in own)])


def test_the_wurm_parts_kerkrade_from_herzogenrath() -> None:
    for pair in ("4005/4006", "4103/4104", "4604/4605", "4805/4806", "5302/5303", "3108/3109"):
        assert kind(pair) == "stream"


@pytest.mark.parametrize(
    ("start", "region_name"), [("september", "US control in September"), ("october", "US control in October")]
)
def test_control_at_the_start_belongs_to_the_nearest_unit(start: str, region_name: str) -> None:
    """Ties, victory hexes and Aachen are German."""
    scenario = SCENARIOS["stolberg" if start == "september" else "wurm"]
    where: dict[str, list[int]] = {"us": [], "german": []}
    for unit, label in scenario.words["setup"].items():
        if ROSTER.combat >> INDEX[unit] & 1:
            where[COUNTERS[INDEX[unit]].side].append(at(label))
    held = region("Aachen city") | BOARD.having("victory")
    for name in ("Stolberg 15", "Stolberg 10", "Stolberg 5", "Wurm 10", "Wurm 5"):
        held |= region(name)
    area = BOARD.regions[scenario.words["area"]].set

    def away(h: int, side: str) -> int:
        return min(GRID.distance(h, other) for other in where[side])

    american = {GRID.label(h) for h in bits(GROUND.built_up & area & ~held) if away(h, "us") < away(h, "german")}
    assert set(members(region_name)) == american


def test_roads_lead_over_the_stated_crossings() -> None:
    assert all(has_road(pair) for pair in CROSSINGS)
