"""The map: its files, its edges, its towns and what the rules name on it."""

from __future__ import annotations

from collections import Counter as Tally

import pytest

from grognard.hexes import bits, of
from tests.hurtgen.helpers_map import (
    BOARD,
    COLUMNS,
    GAME,
    GRID,
    HEXES,
    OBJECTIVES,
    ON_ROAD,
    ON_WAY,
    ROWS,
    START,
    at,
    column,
    features,
    hexes,
    labels,
    near,
    net,
    one_piece,
    packaged,
    place,
    row,
    terrain,
    text,
)

TERRAIN = {"clear", "mixed", "grove", "woods", "broken", "rough", "town"}
SOURCES = {"rule", "derived", "reconstructed"}
WAYS_OFF = {"W": "west", "E": "east", "N": "north", "S": "south"}
#: the German line at the start, all of it in the forest
GERMAN_FRONT = "0702 0803 0805 0807 0709 0712 0714 0716 0917 1118 1317 1520 1522 1423 1224 1025"


# -- the files -------------------------------------------------------------------------------


def test_every_hex_is_in_the_file_exactly_once() -> None:
    found = [line["hex"] for line in packaged("hexes.csv")]
    every = [f"{c:02d}{r:02d}" for c in range(1, COLUMNS + 1) for r in range(1, ROWS + 1)]
    assert sorted(found) == every
    assert sorted(HEXES) == every
    assert BOARD.playable == GRID.all


def test_even_columns_are_half_a_hex_lower() -> None:
    assert set(near("0505")) == {"0504", "0604", "0605", "0506", "0405", "0404"}
    assert set(near("0605")) == {"0604", "0705", "0706", "0606", "0506", "0505"}


@pytest.mark.parametrize(("name", "words"), [("terrain", TERRAIN), ("area", {"us", "german"}), ("source", SOURCES)])
def test_every_hex_says_what_it_is_whose_it_is_and_how_that_is_known(name: str, words: set[str]) -> None:
    assert {line[name] for line in packaged("hexes.csv")} == words


def test_every_town_has_a_name() -> None:
    assert not [line["hex"] for line in packaged("hexes.csv") if line["terrain"] == "town" and not line["name"]]


@pytest.mark.parametrize("file", ["roads.csv", "hexsides.csv"])
def test_hexsides_join_neighbours_and_stand_once_lower_hex_first(file: str) -> None:
    lines = packaged(file)
    pairs = [(line["hex1"], line["hex2"]) for line in lines]
    assert len(set(pairs)) == len(pairs)
    for a, b in pairs:
        assert a < b
        assert b in near(a), f"{a}-{b}"
    assert all(line["name"] for line in lines)
    assert {line["source"] for line in lines} <= SOURCES


def test_the_kinds_of_roads_and_water() -> None:
    assert {line["kind"] for line in packaged("roads.csv")} == {"road", "trail"}
    water = packaged("hexsides.csv")
    assert {line["kind"] for line in water} == {"stream", "river"}
    assert {line["bridge"] for line in water} == {"0", "1"}
    assert all((line["kind"] == "river") == (line["name"] == "Rur") for line in water)


@pytest.mark.parametrize("line", packaged("regions.csv"), ids=lambda line: line["region"])
def test_a_region_lists_its_members_once(line: dict[str, str]) -> None:
    members = line["members"].split()
    assert members
    assert len(set(members)) == len(members)
    region = BOARD.regions[line["region"]]
    assert len(region.hexes) + len(region.hexsides) == len(members)


def test_every_region_has_its_own_name() -> None:
    names = [line["region"] for line in packaged("regions.csv")]
    assert len(set(names)) == len(names)
    assert set(names) == {"Front Line", "US entry", "German entry north", "German entry south", *OBJECTIVES}


# -- towns -----------------------------------------------------------------------------------


def test_twelve_objectives_are_worth_160_points() -> None:
    assert GAME.tables.objectives == {name: points for name, (_, points) in OBJECTIVES.items()}
    assert sum(GAME.tables.objectives.values()) == 160


@pytest.mark.parametrize(("name", "first", "points"), [(n, h, p) for n, (h, p) in OBJECTIVES.items()])
def test_an_objective_town(name: str, first: str, points: int) -> None:
    town = GAME.towns[name]
    assert BOARD.regions[name].hexes[0] == at(first)
    assert BOARD.regions[name].set == town
    assert place(name) == town
    assert one_piece(town)
    for label in labels(town):
        assert terrain(label) == "town"
        assert {"victory", f"vp:{points}"} <= features(label)
        assert ("identifying" in features(label)) == (label == first)
    assert BOARD.sources[at(first)] == "rule"


@pytest.mark.parametrize("name", OBJECTIVES)
def test_no_other_town_touches_an_objective(name: str) -> None:
    """So "every hex of the town" can only mean the hexes of that name."""
    around = GRID.neighbours(GAME.towns[name]) & ~GAME.towns[name]
    assert not around & BOARD.terrain["town"]


def test_the_words_about_victory_agree_with_the_towns() -> None:
    towns = of(h for town in GAME.towns.values() for h in bits(town))
    assert BOARD.having("victory") == towns
    assert BOARD.having("identifying") == hexes(" ".join(first for first, _ in OBJECTIVES.values()))
    for points in (5, 25):
        worth = [name for name, value in GAME.tables.objectives.items() if value == points]
        assert BOARD.having(f"vp:{points}") == of(h for name in worth for h in bits(GAME.towns[name]))
    assert {word for label in HEXES for word in features(label) if word.startswith("vp:")} == {"vp:5", "vp:25"}


def test_the_words_that_have_no_effect() -> None:
    """Hill tops and West Wall pillboxes are there to be seen; everything else a rule asks for."""
    assert labels(BOARD.having("hill")) == {"1509", "2218", "2414"}
    assert {BOARD.names[h] for h in bits(BOARD.having("hill"))} == {"Hill 401", "Burgberg (Hill 400)", "Mausauel"}
    assert not BOARD.having("westwall") & ~hexes("0219 0320 0421 0521 0621 0622 0623 0723 0724 0824 0925")
    words = {word.partition(":")[0] for label in HEXES for word in features(label)}
    rules = {"victory", "vp", "identifying", "entry", "exit", "offmap-road", "offmap-trail"}
    assert words == {"hill", "westwall"} | rules


# -- the edges of the map --------------------------------------------------------------------


def test_the_four_edges() -> None:
    assert labels(BOARD.edge("west")) == {label for label in HEXES if column(label) == 1}
    assert labels(BOARD.edge("east")) == {label for label in HEXES if column(label) == COLUMNS}
    assert labels(BOARD.edge("north")) == {label for label in HEXES if row(label) == 1}
    assert labels(BOARD.edge("south")) == {label for label in HEXES if row(label) == ROWS}


def test_the_exit_hexes_of_the_116th_are_the_east_and_south_edges() -> None:
    assert GAME.exit_edge == BOARD.edge("east") | BOARD.edge("south")
    assert BOARD.having("exit:116Pz") == GAME.exit_edge
    assert GAME.exit_edge.bit_count() == COLUMNS + ROWS - 1


def test_the_line_of_communications_ends_on_the_west_edge() -> None:
    assert GAME.west_edge == BOARD.edge("west")


WAYS = [(label, word) for label in HEXES for word in sorted(features(label)) if word.startswith("offmap-")]


@pytest.mark.parametrize(("label", "word"), WAYS, ids=lambda value: value)
def test_a_road_off_the_map_leaves_by_the_edge_it_names(label: str, word: str) -> None:
    kind, _, edge = word.removeprefix("offmap-").partition(":")
    assert BOARD.edge(WAYS_OFF[edge]) >> at(label) & 1
    assert (ON_ROAD if kind == "road" else ON_WAY) >> at(label) & 1
    assert any(way.kind == kind for pair, way in BOARD.roads.items() if at(label) in pair)


def test_the_roads_off_the_map() -> None:
    roads = {label for label, word in WAYS if word.startswith("offmap-road")}
    trails = {label for label, word in WAYS if word.startswith("offmap-trail")}
    assert roads == set("0105 0123 0328 0401 1328 1928 2501 2628 2801 2901 2907 2918".split())
    assert trails == set("0108 0113 0117 0127".split())
    assert set(BOARD.look["signs"]) == roads, "every road off the map says where it leads"


def test_a_road_ends_off_the_map_or_at_a_gun() -> None:
    """No stub of a road or trail stops in the middle of nowhere."""
    ends = Tally(h for pair in BOARD.roads for h in pair)
    dead = {GRID.label(h) for h, count in ends.items() if count == 1}
    assert dead - {label for label, _ in WAYS} == {START["us"]["20"]}


# -- where units come on and start -----------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "label", "edge"), [("US", "0123", "W"), ("German", "2907", "E"), ("German", "2918", "E")]
)
def test_an_entry_hex_has_a_road_off_the_map(side: str, label: str, edge: str) -> None:
    assert {f"entry:{side}", f"offmap-road:{edge}"} <= features(label)
    assert ON_ROAD >> at(label) & 1
    assert BOARD.edge(WAYS_OFF[edge]) >> at(label) & 1
    assert BOARD.sources[at(label)] == "rule"


def test_there_are_three_entry_hexes_and_all_arrivals_use_them() -> None:
    assert labels(BOARD.having("entry:US")) == {"0123"}
    assert labels(BOARD.having("entry:German")) == {"2907", "2918"}
    names = {"us": "entry:US", "german": "entry:German"}
    arriving = [u for u, h in enumerate(GAME.arrival_hex) if h >= 0]
    assert len(arriving) == 3 + 21
    for unit in arriving:
        assert names[GAME.counters[unit].side] in BOARD.features[GAME.arrival_hex[unit]]
    entries = {name: labels(BOARD.regions[name].set) for name in BOARD.regions if "entry" in name}
    assert entries == {"US entry": {"0123"}, "German entry north": {"2907"}, "German entry south": {"2918"}}


def test_one_unit_a_hex_at_the_start() -> None:
    us, german = list(START["us"].values()), list(START["german"].values())
    assert (len(us), len(german)) == (26, 27)
    assert len(set(us + german)) == 26 + 27


def test_no_opponents_start_next_to_each_other() -> None:
    """This is what fixes the layout of the grid: no other numbering has it so."""
    for a in START["us"].values():
        assert not set(near(a)) & set(START["german"].values())


@pytest.mark.parametrize("side", ["us", "german"])
def test_every_unit_starts_on_its_side_of_the_front_line(side: str) -> None:
    wrong = [h for h in START[side].values() if BOARD.area_at[at(h)] != side]
    assert not wrong


@pytest.mark.parametrize("label", GERMAN_FRONT.split())
def test_the_german_front_is_in_the_forest(label: str) -> None:
    assert label in START["german"].values()
    assert terrain(label) == "woods"


# -- bridges ---------------------------------------------------------------------------------


def test_bridges_are_exactly_where_roads_and_trails_cross_water() -> None:
    bridges = {pair for pair, edge in BOARD.hexsides.items() if edge.bridge}
    assert {text(pair) for pair in bridges} == {text(pair) for pair in BOARD.hexsides if pair in BOARD.roads}
    assert len(bridges) == 24


def test_the_bridges_over_the_rur() -> None:
    found = {text(pair) for pair in BOARD.hexsides_of("river", bridged=True)}
    assert found == set("2314-2413 2410-2511 2520-2619 2526-2626 2624-2724 2806-2907".split())


def test_all_roads_and_trails_are_one_net() -> None:
    assert net("0123", "road", "trail") == ON_WAY
