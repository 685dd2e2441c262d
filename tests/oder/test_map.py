"""The map: its files, its edges and coasts, its towns, and what the rules name on it."""

from __future__ import annotations

import pytest

from grognard.hexes import bits, of
from tests.kit import GAMES, offers
from tests.mapkit import column, row
from tests.oder.helpers_map import (
    ALL_SEA,
    BELTS,
    BOARD,
    BRIDGES,
    CITIES,
    COLUMNS,
    GAME,
    GERMAN,
    LAND,
    MAP,
    ROWS,
    SEA,
    SOVIET,
    TOWNS,
    USIR,
    joined,
    named,
    open_side,
    pairs,
    sides,
)
from tests.oder.table import table

PLAIN_WORDS = {"city", "town", "usir", "victory", "fortification", "land-bridge", "coast", "port", "bridgehead"}
PREFIXES = {"edge", "supply", "entry", "command"}
CORNERS = {"1003": "north west", "3503": "north east", "3521": "south east", "1021": "south west"}
EDGES = {"north": "1003 3503", "east": "3503 3521", "south": "1021 3521", "west": "1003 1021"}


def block(first: str, last: str) -> int:
    """Every hex in a rectangle of columns and rows."""
    inside = [
        label
        for label in MAP.all
        if column(first) <= column(label) <= column(last) and row(first) <= row(label) <= row(last)
    ]
    return MAP.hexes(" ".join(inside))


# -- the files -------------------------------------------------------------------------------


def test_the_file_lists_the_26_columns_of_19_hexes_in_order() -> None:
    every = [f"{c}{r:02d}" for c in COLUMNS for r in ROWS]
    assert [line["hex"] for line in MAP.packaged("hexes.csv")] == every
    assert sorted(MAP.all) == every
    assert len(every) == 26 * 19
    assert BOARD.playable == MAP.grid.all


def test_odd_columns_are_half_a_hex_lower() -> None:
    assert set(MAP.near("2308")) == {"2307", "2408", "2409", "2309", "2209", "2208"}
    assert set(MAP.near("2208")) == {"2207", "2307", "2308", "2209", "2108", "2107"}


def test_every_hex_says_what_it_is_whose_it_is_and_how_that_is_known() -> None:
    for line in MAP.packaged("hexes.csv"):
        assert line["terrain"] in {"clear", "marsh", "rough", "forest", "sea"}, line
        assert line["source"] in {"rule", "derived", "reconstructed"}, line
        assert line["area"] in ({""} if line["terrain"] == "sea" else {"german", "soviet"}), line


def test_every_feature_is_a_word_that_a_rule_or_the_drawing_knows() -> None:
    words = {word for label in MAP.all for word in MAP.features(label)}
    assert {word for word in words if ":" not in word} == PLAIN_WORDS
    assert {word.partition(":")[0] for word in words if ":" in word} == PREFIXES


def test_the_sea_has_no_feature_but_the_edge_of_the_map() -> None:
    assert SEA.bit_count() == 47
    for h in bits(SEA):
        assert {word.partition(":")[0] for word in BOARD.features[h]} <= {"edge"}
    assert not SEA & (GERMAN | SOVIET)
    assert LAND == GERMAN | SOVIET


def test_a_hex_has_a_name_if_it_is_a_town_or_a_city_and_never_both() -> None:
    assert not CITIES & TOWNS
    assert of(BOARD.names) == CITIES | TOWNS
    assert len(set(BOARD.names.values())) == len(BOARD.names), "every name stands once"


def test_hexsides_join_land_to_land_and_have_one_kind_each() -> None:
    lines = MAP.packaged("hexsides.csv")
    assert len({(line["hex1"], line["hex2"]) for line in lines}) == len(lines) == len(BOARD.hexsides)
    for line in lines:
        assert line["hex1"] < line["hex2"]
        assert line["hex2"] in MAP.near(line["hex1"]), line
        assert LAND >> MAP.at(line["hex1"]) & LAND >> MAP.at(line["hex2"]) & 1, line
        assert line["kind"] in {"river", "all-sea", "land-bridge", "passable"}, line
        assert line["source"] in {"rule", "derived", "reconstructed"}, line
        assert line["name"] or line["kind"] in {"land-bridge", "passable"}, line


def test_there_are_no_roads_and_no_bridges() -> None:
    assert not BOARD.roads
    assert not (GAMES / "oder" / "data" / "roads.csv").exists()
    assert not [edge for edge in BOARD.hexsides.values() if edge.bridge]


@pytest.mark.parametrize("line", MAP.packaged("regions.csv"), ids=lambda line: line["region"])
def test_a_region_lists_hexes_or_hexsides_each_once(line: dict[str, str]) -> None:
    region, members = BOARD.regions[line["region"]], line["members"].split()
    assert members
    assert len(set(members)) == len(members)
    found = region.hexsides if line["kind"] == "line" else region.hexes
    assert len(found) == len(members)
    assert line["rule"]


def test_the_counts_of_terrain_towns_and_works() -> None:
    found = {word: hexes.bit_count() for word, hexes in BOARD.terrain.items()}
    assert found == {"clear": 287, "forest": 93, "marsh": 38, "rough": 29, "sea": 47}
    assert (CITIES.bit_count(), TOWNS.bit_count()) == (21, 106)
    assert (CITIES & GERMAN).bit_count() == 17
    assert {word: len(sides(word)) for word in ("river", "all-sea")} == {"river": 341, "all-sea": 10}


# -- the edges of the map (1.3) --------------------------------------------------------------


@pytest.mark.parametrize(("name", "span"), EDGES.items())
def test_an_edge_runs_from_corner_to_corner(name: str, span: str) -> None:
    want = block(*span.split())
    assert BOARD.edge(name) == want
    assert GAME.edges[name] == want
    assert BOARD.having(f"edge:{name}") == want


@pytest.mark.parametrize(("label", "both"), CORNERS.items())
def test_a_corner_belongs_to_two_edges(label: str, both: str) -> None:
    assert {word for word in MAP.features(label) if word.startswith("edge:")} == {f"edge:{e}" for e in both.split()}


def test_no_other_hex_belongs_to_two_edges() -> None:
    twice = [label for label in MAP.all if sum(word.startswith("edge:") for word in MAP.features(label)) > 1]
    assert set(twice) == set(CORNERS)


# -- land bridges and all-sea hexsides (7.0, 10.0) --------------------------------------------


@pytest.mark.parametrize("pair", ["2308-2408", "2208-2308", "2209-2308"])
def test_the_hexsides_that_the_rules_open(pair: str) -> None:
    a, b = MAP.between(pair)
    assert open_side(a, b)
    assert GAME.lines.step(a, b) == GAME.lines.step(b, a) == 1


def test_the_three_land_bridges() -> None:
    assert BOARD.having("land-bridge") == BRIDGES == GAME.bridges
    assert BOARD.regions["Land bridges"].set == BRIDGES


@pytest.mark.parametrize("pair", ["2607-2707", "2706-2707"])
def test_the_lagoon_separates_the_mainland(pair: str) -> None:
    a, b = MAP.between(pair)
    assert (a, b) in ALL_SEA
    assert BOARD.hexsides[a, b].source == "rule"
    assert GAME.lines.step(a, b) is None
    assert (a, b) in BOARD.regions["No zones onto the land bridges"].hexsides
    assert (LAND & ~BRIDGES) >> MAP.at("2707") & 1


@pytest.mark.parametrize(("label", "ways"), [("2607", "2507 2706"), ("2706", "2607 2806"), ("2208", "2107 2308")])
def test_a_land_bridge_opens_only_along_its_two_crossings(label: str, ways: str) -> None:
    open_to = {n for n in MAP.near(label) if open_side(MAP.at(label), MAP.at(n))}
    assert open_to == set(ways.split())
    crossings = {MAP.text(pair) for pair in sides("land-bridge") if MAP.at(label) in pair}
    assert crossings == {"-".join(sorted((label, n))) for n in open_to}


def test_the_closed_and_the_opened_hexsides() -> None:
    shut = "2607-2707 2706-2707 2607-2608 2706-2807 2208-2209 2108-2208 2307-2308 2208-2307 2007-2107 1104-1204"
    assert pairs(shut) == ALL_SEA
    assert pairs("2107-2208 2208-2308 2507-2607 2607-2706 2706-2806") == sides("land-bridge")
    assert pairs("2209-2308 2308-2408") == sides("passable")


def test_no_zone_reaches_the_courland_spit_but_the_vistula_spit_is_like_any_hex() -> None:
    """The exception of 7.0 names 2607 and 2706 only."""
    barred = BOARD.regions["No zones onto the land bridges"].hexsides
    spit = MAP.hexes("2607 2706")
    mainland = {
        MAP.between(f"{label}-{n}")
        for label in ("2607", "2706")
        for n in MAP.near(label)
        if (LAND & ~spit) >> MAP.at(n) & 1
    }
    assert set(barred) == mainland
    assert not [pair for pair in barred if MAP.at("2208") in pair]
    for label in ("2507", "2806", "2707"):
        assert not GAME.zones.of(1 << MAP.at(label)) & spit
    assert GAME.zones.of(1 << MAP.at("2308")) >> MAP.at("2208") & 1


# -- coasts and supply (5.4, 8.2, 8.4) ---------------------------------------------------------


def test_the_coast_is_where_land_meets_sea_or_lagoon() -> None:
    lagoon = of(h for pair in ALL_SEA for h in pair)
    north_shore = MAP.hexes("3003")  # its shore meets the edge of the map
    assert GAME.coast == LAND & (MAP.grid.neighbours(SEA) | lagoon) | north_shore
    assert GAME.coast.bit_count() == 34


def test_the_sources_of_supply() -> None:
    assert BOARD.having("supply:german") == (LAND & BOARD.edge("west")) | USIR == GAME.sources[0]
    assert BOARD.having("supply:soviet") == LAND & BOARD.edge("east") == GAME.sources[1]


def test_all_land_hangs_together() -> None:
    assert joined("2115", LAND) == LAND


# -- places that the rules name ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "name", "words"),
    [
        ("2115", "Warsaw", {"city"}),
        ("2408", "Königsberg", {"city", "victory", "port"}),
        ("2806", "Memel", {"town", "coast", "port"}),
    ],
)
def test_a_place_of_the_rules(label: str, name: str, words: set[str]) -> None:
    assert MAP.place(name) == 1 << MAP.at(label)
    assert words <= MAP.features(label)
    assert BOARD.sources[MAP.at(label)] == "rule"


def test_the_upper_silesian_industrial_region() -> None:
    assert BOARD.having("usir") == USIR == GAME.usir
    assert BOARD.regions["Upper Silesian Industrial Region"].set == USIR
    for label in MAP.labels(USIR):
        assert {"city", "victory", "supply:german"} <= MAP.features(label)
        assert BOARD.sources[MAP.at(label)] == "rule"
    assert BOARD.having("victory") == USIR | 1 << MAP.at("2408")


def test_where_the_third_shock_army_may_stand() -> None:
    want = block("3505", "3521")
    assert GAME.third_shock_hexes == want
    assert not want & ~SOVIET
    assert not want & SEA


def test_the_single_hexes_of_the_rules() -> None:
    assert (GAME.memel, GAME.koenigsberg) == (MAP.at("2806"), MAP.at("2408"))
    assert SOVIET >> MAP.at("2416") & 1


# -- cities, towns and fortifications (8.2, 9.1.1, 9.2, 11.5.2) -----------------------------------


def test_the_cities_of_both_sides() -> None:
    assert named(CITIES & GERMAN & ~USIR) == set(
        "Stettin Breslau Posen Mähr.-Ostrau Tschenstochau Kraków Łódź Bromberg Danzig Königsberg Warsaw".split()
    )
    assert named(CITIES & SOVIET) == {"Lublin", "Białystok", "Kaunas", "Vilnius"}


def arriving(side: str, unit: str) -> int:
    """Where a unit that arrives with nobody else on the map may be placed."""
    match = table(f"turn 4\nphase {side} regroup\nat {unit}=due\ndue_turn {unit}=4").play(f"select {unit}")
    return MAP.hexes(" ".join(offers(match, "place")))


def test_german_reinforcements_come_to_every_town_behind_the_front_but_memel() -> None:
    towns = (CITIES | TOWNS) & GERMAN & ~(1 << MAP.at("2806"))
    assert arriving("german", "18") == towns | LAND & BOARD.edge("west")


def test_soviet_armies_regroup_in_every_town_behind_their_front() -> None:
    assert arriving("soviet", "5") == (CITIES | TOWNS) & SOVIET | LAND & BOARD.edge("east")


def test_the_fortifications_form_nine_belts_all_german() -> None:
    belts = [MAP.hexes(text) for text in BELTS.values()]
    assert BOARD.having("fortification") == GAME.fortifications == of(h for belt in belts for h in bits(belt))
    assert sum(belt.bit_count() for belt in belts) == GAME.fortifications.bit_count() == 27
    assert not GAME.fortifications & ~GERMAN
