"""The map: its files, its two sheets, its edges and what the rules name on it."""

from __future__ import annotations

import pytest

from grognard.hexes import LabelError, bits, of
from tests.rhine.helpers_map import (
    BELGIUM,
    BOARD,
    CITIES,
    EAST,
    ENTER,
    FRANCE,
    GERMANY,
    GRID,
    HOOK,
    LAND,
    LUXEMBOURG,
    MAP,
    NETHERLANDS,
    ROWS,
    RUHR,
    SEA,
    SOUTH,
    TOWNS,
    WALL,
    WEST,
    joined,
    members,
    named,
    region,
    sides,
)

FEATURES = set("town city ruhr victory westwall access coast dam flood highway hook-of-holland".split())


# -- the files -------------------------------------------------------------------------------


def test_the_file_lists_the_37_rows_of_18_hexes_in_order() -> None:
    every = [f"{r[:2]}{c:02d}{r[2]}" for r in ROWS for c in range(18)]
    assert [line["hex"] for line in MAP.packaged("hexes.csv")] == every == MAP.all
    assert len(every) == 37 * 18 == 666
    assert BOARD.playable == GRID.all


def test_every_hex_has_terrain_country_and_source() -> None:
    countries = {"Germany", "Netherlands", "Belgium", "Luxembourg", "France"}
    for line in MAP.packaged("hexes.csv"):
        assert line["terrain"] in {"clear", "rough", "polder", "sea"}, line
        assert line["source"] in {"rule", "derived", "reconstructed"}, line
        assert line["area"] in ({""} if line["terrain"] == "sea" else countries), line


def test_every_feature_is_a_word_that_a_rule_or_the_drawing_knows() -> None:
    assert {word for words in BOARD.features.values() for word in words} == FEATURES


def test_built_up_hexes_are_of_one_kind_have_a_name_and_are_otherwise_clear() -> None:
    assert not CITIES & TOWNS
    assert not (CITIES | TOWNS) & RUHR
    for h in bits(CITIES | TOWNS | RUHR):
        assert BOARD.names[h]
        assert BOARD.terrain_at[h] == "clear", "10.8"
    at_land = [name for h, name in BOARD.names.items() if LAND >> h & 1]
    assert len(set(at_land)) == len(at_land), "every name stands once"


def test_the_counts_of_terrain_hexsides_and_places() -> None:
    terrain = {word: hexes.bit_count() for word, hexes in BOARD.terrain.items()}
    assert terrain == {"clear": 473, "rough": 150, "polder": 41, "sea": 2}
    kinds = {word: len(sides(word)) for word in ("river", "rhine", "blocked", "estuary", "all-sea")}
    assert kinds == {"river": 256, "rhine": 97, "blocked": 44, "estuary": 11, "all-sea": 7}
    assert [found.bit_count() for found in (TOWNS, CITIES, RUHR, WALL)] == [72, 13, 3, 38]
    land = (GERMANY, FRANCE, BELGIUM, NETHERLANDS, LUXEMBOURG)
    assert [found.bit_count() for found in land] == [221, 206, 137, 86, 14]


def test_hexsides_join_neighbours_and_have_one_kind_each() -> None:
    lines = MAP.packaged("hexsides.csv")
    assert len({(line["hex1"], line["hex2"]) for line in lines}) == len(lines) == len(BOARD.hexsides)
    for line in lines:
        assert line["hex1"] < line["hex2"], "so that a correction finds its row"
        assert line["hex2"] in MAP.near(line["hex1"]), line
        assert line["name"], line
        assert line["bridge"] == "0", "there are no bridges in this game"


def test_every_side_of_a_sea_hex_and_no_other_is_all_sea() -> None:
    around = {pair for pair in MAP_SIDES if (SEA >> pair[0] | SEA >> pair[1]) & 1}
    assert sides("all-sea") == around


MAP_SIDES = {(a, b) for a in GRID for b in GRID.neighbour_list(a) if a < b}


@pytest.mark.parametrize("line", MAP.packaged("regions.csv"), ids=lambda line: line["region"])
def test_a_region_lists_hexes_or_hexsides_each_once(line: dict[str, str]) -> None:
    found, listed = BOARD.regions[line["region"]], line["members"].split()
    assert listed
    inside = found.hexsides if line["kind"] == "line" else found.hexes
    assert len(set(inside)) == len(inside) == len(listed)
    assert line["rule"]


# -- the two sheets (1.4, 2.2) -----------------------------------------------------------------


@pytest.mark.parametrize("place", range(18))
def test_row_29_of_the_north_sheet_is_row_11_of_the_south_sheet(place: int) -> None:
    north, south = f"29{place:02d}N", f"11{place:02d}S"
    assert MAP.at(north) == MAP.at(south)
    assert GRID.names(MAP.at(north)) == (south, north), "the label is the southern name"


def test_only_the_shared_row_has_two_names() -> None:
    twice = {GRID.label(h) for h in GRID if len(GRID.names(h)) > 1}
    assert twice == {f"11{c:02d}S" for c in range(18)}


def test_the_same_digits_on_the_other_sheet_are_another_hex() -> None:
    assert MAP.at("1511N") != MAP.at("1511S")
    assert named(1 << MAP.at("1511N")) == {"Antwerp"}
    assert MAP.place("Antwerp") == 1 << MAP.at("1511N")


@pytest.mark.parametrize("label", ["1511", "3011N", "3000S", "1018N", "1118N", "1011S", "1511X", "1511n"])
def test_what_is_no_hex_is_refused(label: str) -> None:
    with pytest.raises(LabelError):
        GRID.parse(label)


@pytest.mark.parametrize(
    ("label", "near"),
    [
        ("1108S", "1107S 1109S 2808N 2809N 1208S 1209S"),
        ("2908N", "1107S 1109S 2808N 2809N 1208S 1209S"),
        ("2808N", "2807N 2809N 2707N 2708N 1107S 1108S"),
        ("1208S", "1207S 1209S 1107S 1108S 1307S 1308S"),
        ("1117S", "1116S 2817N 1217S"),
        ("1100S", "1101S 2800N 2801N 1200S 1201S"),
    ],
)
def test_hexes_touch_across_the_joint(label: str, near: str) -> None:
    assert set(MAP.near(label)) == set(near.split())


@pytest.mark.parametrize(("a", "b", "steps"), [("2808N", "1208S", 2), ("1117N", "2917S", 36), ("1511N", "1710S", 20)])
def test_distances_run_on_over_the_joint(a: str, b: str, steps: int) -> None:
    assert GRID.distance(MAP.at(a), MAP.at(b)) == steps


def test_places_count_from_the_east_and_odd_rows_lie_further_west() -> None:
    x = {label: GRID.centre(MAP.at(label))[0] for label in ("1500N", "1501N", "1600N", "1517S", "1500S")}
    assert x["1501N"] == x["1500N"] - 1
    assert x["1500N"] == x["1600N"] - 0.5 == x["1500S"]
    assert x["1517S"] == x["1500S"] - 17


# -- edges, sources and entry (4.2, 4.4, 8.12, 8.14, 9.5) -----------------------------------------


def test_the_edges_run_from_corner_to_corner() -> None:
    assert members("East edge") == EAST
    assert members("West edge") == WEST
    assert (EAST[0], EAST[-1], WEST[0], WEST[-1]) == ("1100N", "2900S", "1117N", "2917S")
    assert region("South edge in France") == MAP.hexes(" ".join(SOUTH)) == BOARD.edge("south") & FRANCE
    assert region("East edge") == BOARD.edge("east")
    assert region("West edge") == BOARD.edge("west")


def test_the_allied_sources_lie_outside_germany_and_end_with_2912s() -> None:
    assert region("Allied edge sources") == MAP.hexes(" ".join(WEST + SOUTH))
    assert not region("Allied edge sources") & (GERMANY | SEA)
    assert (
        BOARD.edge("south") & ~FRANCE
        == BOARD.edge("south") & GERMANY
        == MAP.hexes(" ".join(f"29{c:02d}S" for c in range(12)))
    )


@pytest.mark.parametrize(
    ("name", "first", "last", "edge"),
    [
        ("BC entry", "1117N", "2917N", WEST),
        ("US N entry", "1117N", "2917N", WEST),
        ("US SW entry", "1517S", "2917S", WEST),
        ("US S entry", "2912S", "2917S", SOUTH),
        ("F entry", "2912S", "2917S", SOUTH),
    ],
)
def test_where_each_group_enters(name: str, first: str, last: str, edge: list[str]) -> None:
    start, end = (edge.index(GRID.label(MAP.at(label))) for label in (first, last))
    assert members(name) == edge[start : end + 1]
    assert not region(name) & ~ENTER


def test_groups_enter_in_their_own_sector() -> None:
    assert not (region("BC entry") | region("US N entry")) & ~region("North sector")
    assert not (region("US SW entry") | region("US S entry") | region("F entry")) & ~region("South sector")


# -- single places ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "name", "words", "country"),
    [
        ("1511N", "Antwerp", {"city"}, "Belgium"),
        ("1710S", "Metz", {"city"}, "France"),
        ("1116N", "Ostend", {"town", "coast"}, "Belgium"),
        ("2504N", "Roer dam", {"dam"}, "Germany"),
    ],
)
def test_a_place_of_the_rules(label: str, name: str, words: set[str], country: str) -> None:
    h = MAP.at(label)
    assert MAP.place(name) == 1 << h == region(name)
    assert MAP.features(label) == words
    assert (BOARD.area_at[h], BOARD.sources[h]) == (country, "rule")


def test_the_access_hexes_and_what_opens_antwerp() -> None:
    access = MAP.hexes("1112N 1212N 1213N 1311N 1312N 1411N 1412N")
    assert BOARD.having("access") == region("Antwerp access") == access
    assert region("Antwerp opening") == access | MAP.hexes("1511N 1116N")
    assert {BOARD.sources[h] for h in bits(access)} == {"rule"}


def test_where_the_two_armies_stand() -> None:
    assert region("15A set-up") == MAP.hexes("1213N 1312N 1412N")
    assert region("19A set-up") == MAP.hexes("2915S 2916S 2917S")
    assert not (region("15A set-up") | region("19A set-up")) & ~ENTER


def test_the_coast_touches_the_sea_on_the_map_or_beyond_its_north_edge() -> None:
    coast = BOARD.having("coast")
    assert coast == region("Coast") == MAP.hexes("1109N 1110N 1111N 1112N 1115N 1116N 1117N 1213N 1214N 1215N")
    assert not LAND & GRID.neighbours(SEA) & ~coast
    assert not coast & ~GRID.neighbours(SEA) & ~BOARD.edge("north")
    shore = of(h for pair in sides("estuary") for h in pair)
    assert region("Estuary shore") == shore
    assert region("Coastal polder") == (coast | shore) & BOARD.terrain["polder"] & ENTER


def test_the_hook_of_holland_is_one_hex_on_the_north_edge() -> None:
    assert HOOK == region("Hook of Holland") == MAP.place("Hook of Holland")
    assert HOOK.bit_count() == 1
    assert not HOOK & ~BOARD.edge("north")


def test_all_land_but_the_hook_hangs_together_over_land() -> None:
    assert joined(MAP.hexes("1517N"), "estuary", "all-sea") == ENTER


# -- cities and countries (3.7, 4.3, 4.5) ----------------------------------------------------------


def test_the_cities_of_the_broad_front_check() -> None:
    assert named(CITIES & ~GERMANY) == {"Antwerp", "Brussels", "Liège", "Metz", "Nancy", "Strasbourg"}
    assert region("Cities outside Germany") == CITIES & ~GERMANY
    assert region("Cities in Germany") == CITIES & GERMANY | RUHR
    assert not CITIES & NETHERLANDS, "the check must be possible without Holland"


def test_the_ruhr_is_in_the_east() -> None:
    assert named(RUHR) == {"Essen", "Duisburg", "Düsseldorf"}
    assert RUHR == region("Ruhr") == BOARD.having("victory")
    assert max(GRID.position_of(h) for h in bits(RUHR)) <= 1


def test_the_east_edge_is_german_but_for_the_dutch_corner() -> None:
    dutch = MAP.hexes("1100N 1200N 1300N 1400N 1500N 1600N")
    assert region("East edge") & ~GERMANY == dutch == region("East edge") & NETHERLANDS


def test_where_units_marked_any_may_stand() -> None:
    east = region("Netherlands east of the Wilhelmina Canal")
    assert not east & ~NETHERLANDS
    assert region("Any set-up") == east | GERMANY | MAP.hexes("1710S")
    assert not MAP.hexes("1402N 1503N 1903N 1606N 1506N") & ~east
    assert not MAP.hexes("1706N 1507N 1408N 1310N 1112N") & east


def test_the_canal_is_a_river_with_its_east_bank_in_german_hands() -> None:
    canal = BOARD.regions["Wilhelmina Canal"].hexsides
    assert set(canal) == set(MAP.water("Wilhelmina Canal"))
    east = region("Netherlands east of the Wilhelmina Canal")
    for pair in canal:
        assert BOARD.hexsides[pair].kind == "river"
        assert (east >> pair[0] | east >> pair[1]) & 1
    # 1705N lies below the canal where another one bounds the region, so both banks count there
    assert {MAP.text(pair) for pair in canal if east >> pair[0] & east >> pair[1] & 1} == {"1605N-1705N", "1606N-1705N"}
