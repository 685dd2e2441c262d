"""Victory Points, towns, the Line of Communications and the levels of victory (15)."""

from __future__ import annotations

import pytest

import grognard
from tests.hurtgen.helpers_ground import to_the_end, until
from tests.hurtgen.helpers_guns import ALL_TOWNS, TOWNS, attack_and_roll, columns, final, town_points, wall
from tests.hurtgen.table import game, plain, table
from tests.kit import offers, rest, status, where
from tests.rules import rule

#: three rough hexes on every way to the west edge: no town counts
CUT_OFF = columns(2, 4, "rough")


def hexes(*labels: str) -> set[int]:
    return {game().board.grid.parse(label) for label in labels}


# -- 15.0 and 15.1 points for units ----------------------------------------------------------


@rule("hurtgen", "15.0", "15.0a", "15.12c", "15.12b", "15.21a")
def test_the_score_has_three_sources() -> None:
    result = final("1/983=1726", plain=True)
    assert result.score == {"us": 135, "german": 0, "us units": 0, "us towns": 135, "us 116th": 0}
    match = plain("turn 14\nphase german combat\nvp_us 12\nvp_german 45\nvp_116 10\nat 1/983=1726").play("done")
    assert match.result is not None
    assert match.result.score == {"us": 157, "german": 45, "us units": 12, "us towns": 135, "us 116th": 10}
    assert match.result.winner == "us"
    assert match.result.level == "U.S. Substantive"
    assert match.result.reasons


#: a unit in the corner cannot leave it: a barrage that drives it back destroys it
GERMAN_LOSS = "turn 3\nphase us combat\nat {}=0101 1/8=0202 44=0510 56=0511"
US_LOSS = "turn 3\nphase german combat\nat {}=0101 1/983=0202 275h=0510 89h=0511"

GERMAN_VALUES = {
    "1/983": 3,
    "1/1055": 5,
    "60": 4,
    "16": 5,
    "116r": 4,
    "275h": 6,
    "116sp": 7,
    "275k": 4,
    "116h": 5,
    "272": 4,
}
US_VALUES = {"2/8": 5, "20": 5, "44": 5, "10": 5, "47": 5, "56sp": 5}


@rule("hurtgen", "15.11", "15.11a", "15.11b", "15.12", "15.12a", "15.0b")
@pytest.mark.parametrize("unit", GERMAN_VALUES)
def test_the_value_of_a_german_unit(unit: str) -> None:
    match = plain(GERMAN_LOSS.format(unit))
    attack_and_roll(match, 1, "0101", "barrage 44", "barrage 56")
    assert where(match, unit) == "eliminated"
    assert status(match)["vp"] == {"us": GERMAN_VALUES[unit], "german": 0}


@rule("hurtgen", "15.11", "15.11a", "15.11b", "15.12", "15.12a", "15.12b")
@pytest.mark.parametrize("unit", US_VALUES)
def test_the_value_of_an_american_unit(unit: str) -> None:
    match = plain(US_LOSS.format(unit))
    attack_and_roll(match, 1, "0101", "barrage 275h", "barrage 89h")
    assert where(match, unit) == "eliminated"
    assert status(match)["vp"] == {"us": 0, "german": US_VALUES[unit]}


@rule("hurtgen", "15.11", "15.11a", "15.11b")
def test_every_value_is_the_sum_of_the_printed_strengths() -> None:
    values = {}
    for counter in game().counters:
        if not counter.printed:
            continue
        fight_part = counter.printed.split("/")
        strengths = [int(n) for n in fight_part[0].split("-")[:2]]
        if len(fight_part) == 2:
            strengths.append(int(fight_part[1].split("-")[0]))
        values[counter.id] = sum(strengths)
    for unit, value in {**GERMAN_VALUES, **US_VALUES}.items():
        assert values[unit] == value


@rule("hurtgen", "15.12", "15.12a", "15.0b")
def test_points_come_for_every_kind_of_elimination_as_it_happens() -> None:
    # Ae
    match = plain("turn 3\nphase us combat\nat 1/8=0911 1/1055=1010 2/1055=1011", terrain={"1010": "rough"})
    rest(attack_and_roll(match, 6, "1010", "also 1011", "with 1/8"))
    assert status(match)["vp"] == {"us": 0, "german": 5}
    # De
    match = plain("turn 3\nphase us combat\nat 44=0510 56=0511 20=0512 29=0513 275h=1010 1/983=0101 1/8=0202")
    attack_and_roll(match, 1, "1010", "barrage 44", "barrage 56", "barrage 20", "barrage 29", "support 5")
    assert status(match)["vp"] == {"us": 6, "german": 0}
    # a retreat that is barred, on top of it
    attack_and_roll(match, 1, "0101", "support 5")
    assert status(match)["vp"] == {"us": 9, "german": 0}
    # a retreat that gets only part of the way
    match = plain("turn 3\nphase us combat\nat 1/983=0101 44=0510 56=0511 1/8=0302 2/8=0104")
    attack_and_roll(match, 1, "0101", "barrage 44", "barrage 56")
    assert offers(match, "to") == {"0102"}
    match.play("to 0102")
    assert where(match, "1/983") == "eliminated"
    assert status(match)["vp"] == {"us": 3, "german": 0}


# -- 15.2 towns ------------------------------------------------------------------------------


@rule("hurtgen", "15.21", "15.21b", "15.31", "15.32")
def test_empty_towns_count_if_nothing_german_is_near() -> None:
    assert town_points("1/8=0101") == ALL_TOWNS
    assert final("1/8=0101").score["us towns"] == ALL_TOWNS  # on the real map as well


@rule("hurtgen", "15.22", "15.22a", "15.22b", "15.21", "15.21a", "15.21c", "15.21d")
@pytest.mark.parametrize(("town", "points"), TOWNS.items())
def test_each_town_has_its_points(town: str, points: int) -> None:
    assert town_points(f"1/983={town}") == ALL_TOWNS - points
    result = final(f"1/983={town}")
    assert result.score["german"] == 0
    assert result.score["us towns"] <= ALL_TOWNS - points


@rule("hurtgen", "15.22", "15.22a", "15.22b")
def test_the_towns_of_the_real_map() -> None:
    """With a German in it, and no way blocked, a town alone is lost; a unit in its farthest hex is enough."""
    for town, points in (("0819", 5), ("1410", 5), ("1408", 5), ("1727", 25), ("1905", 25), ("2819", 25)):
        assert final(f"1/983={town}").score["us towns"] == ALL_TOWNS - points, town


@rule("hurtgen", "15.22", "15.22c")
def test_other_towns_score_nothing() -> None:
    assert town_points("1/8=0410", terrain={"0410": "town", "2007": "town"}) == ALL_TOWNS
    assert town_points("1/983=2007", terrain={"2007": "town"}) == ALL_TOWNS


@rule("hurtgen", "15.22", "15.22d")
def test_a_town_is_all_town_hexes_that_touch() -> None:
    board = game().board
    for name, region in board.regions.items():
        members = set(region.hexes)
        identifying = members & hexes(*TOWNS)
        if region.kind != "list" or not identifying:
            continue
        found = set(identifying)
        while True:
            near = {n for h in found for n in board.grid.neighbour_list(h) if board.terrain_at[n] == "town"}
            if near <= found:
                break
            found |= near
        assert found == members, name


@rule("hurtgen", "15.21", "15.21c", "15.21d", "15.22d")
@pytest.mark.parametrize(("second", "points"), [("town", ALL_TOWNS - 25), ("clear", ALL_TOWNS)])
def test_every_hex_of_a_town_must_be_free(second: str, points: int) -> None:
    """1728 is next to 1727, not to 1726, where a U.S. unit stands."""
    assert town_points("1/983=1728 1/8=1726", terrain={"1727": second}) == points


@rule("hurtgen", "15.21", "15.21c", "15.22d")
def test_a_german_unit_in_the_second_hex_denies_the_town() -> None:
    assert town_points("1/983=1727", terrain={"1727": "town"}) == ALL_TOWNS - 25
    assert final("1/983=1727").score["us towns"] == ALL_TOWNS - 25


@rule("hurtgen", "15.21", "15.21d", "15.21i")
@pytest.mark.parametrize(
    ("at", "points"), [("1825", ALL_TOWNS - 25), ("1825 2/983=1625", ALL_TOWNS - 25), ("1925", ALL_TOWNS)]
)
def test_a_zone_of_control_denies_a_town(at: str, points: int) -> None:
    assert town_points(f"1/983={at}") == points


#: two batteries next to the U.S. unit; their D1 moves nobody, so the position stays
HELD = "turn 14\nphase german combat\nat 1/8={us} 275h={a} 89h={b}"


@rule("hurtgen", "15.21", "15.21i", "15.21d")
def test_an_american_unit_does_not_cancel_zones_of_control_in_a_town() -> None:
    match = plain(HELD.format(us="1726", a="1825", b="1826"), terrain=dict.fromkeys(TOWNS, "town"))
    attack_and_roll(match, 1, "1726", "with 275h", "with 89h")
    match.play("done")
    assert where(match, "1/8") == "1726"
    assert match.result is not None
    assert match.result.score["us towns"] == ALL_TOWNS - 25


@rule("hurtgen", "15.21", "15.21e")
@pytest.mark.parametrize(("water", "points"), [("stream", 155), ("stream bridge", 160), ("river", 155)])
def test_a_town_needs_a_line_to_the_west(water: str, points: int) -> None:
    around = {f"{h}-0819": "stream" for h in ("0818", "0820", "0719", "0720", "0919")} | {"0819-0920": water}
    assert town_points("1/8=0819", sides=around) == points


@rule("hurtgen", "15.21", "15.21f")
def test_towns_count_once_at_the_end() -> None:
    match = plain("turn 8\nphase us combat\nat 1/8=1726 1/983=2526")
    until(match, 13, "german movement")
    assert status(match)["vp"] == {"us": 0, "german": 0}
    match.play("select 1/983", "move 1927")
    until(match, 14, "us movement").play("select 1/8", "move 1720")
    until(match, 14, "german movement").play("select 1/983", "move 1825")
    to_the_end(match)
    assert match.result is not None
    assert match.result.score["us towns"] == ALL_TOWNS - 25


@rule("hurtgen", "15.21", "15.21g")
def test_towns_behind_the_line_count_in_a_static_game() -> None:
    match = to_the_end(grognard.new("hurtgen", "historical", seed=1))
    assert match.result is not None
    assert match.result.score["us towns"] == 10  # Germeter and Vossenack


@rule("hurtgen", "15.21", "15.21h")
@pytest.mark.parametrize(("at", "points"), [("2512", ALL_TOWNS), ("2511", ALL_TOWNS - 25)])
def test_a_zone_of_control_does_not_cross_the_rur_but_at_the_bridge(at: str, points: int) -> None:
    assert final(f"1/983={at}").score["us towns"] == points


# -- 15.3 the line ---------------------------------------------------------------------------

#: the three towns east of column 20: Bergstein, Untermaubach and Nideggen
EAST = 75


@rule("hurtgen", "15.31", "15.31a")
def test_the_line_must_reach_the_west_edge() -> None:
    """Three edges are open to the towns beyond the river, but not the western one."""
    assert town_points("1/8=0101", sides=wall(20, "river")) == ALL_TOWNS - EAST
    assert town_points("1/8=0101", sides=wall(20, "river", h2010_2110="river bridge")) == ALL_TOWNS


@rule("hurtgen", "15.31", "15.31b")
@pytest.mark.parametrize(("second", "lost"), [("town", 25), ("clear", 0)])
def test_the_line_must_run_from_every_hex_of_a_town(second: str, lost: int) -> None:
    """Schmidt in 1726 and 1727, with streams all around 1727 alone."""
    around = {f"{h}-1727": "stream" for h in ("1726", "1728", "1626", "1627", "1826", "1827")}
    assert town_points("1/8=0101", sides=around, terrain={"1727": second}) == ALL_TOWNS - lost


BRIDGE = wall(20, "stream", h2010_2110="stream bridge")


@rule("hurtgen", "15.32", "15.32a")
@pytest.mark.parametrize(("at", "lost"), [("2010", EAST), ("2110", EAST), ("1708", 0)])
def test_a_german_unit_blocks_the_line(at: str, lost: int) -> None:
    assert town_points(f"1/983={at}", sides=BRIDGE) == ALL_TOWNS - lost


@rule("hurtgen", "15.32", "15.32b")
@pytest.mark.parametrize(("at", "lost"), [("1910", EAST), ("2009", EAST), ("1810", 0)])
def test_a_zone_of_control_blocks_the_line(at: str, lost: int) -> None:
    assert town_points(f"1/983={at}", sides=BRIDGE) == ALL_TOWNS - lost


@rule("hurtgen", "15.32", "15.32b", "15.21i")
def test_an_american_unit_does_not_open_the_line_in_a_zone_of_control() -> None:
    match = plain(HELD.format(us="2010", a="1910", b="1911"), sides=BRIDGE)
    attack_and_roll(match, 3, "2010", "with 275h", "with 89h")
    match.play("done")
    assert where(match, "1/8") == "2010"
    assert match.result is not None
    assert match.result.score["us towns"] == ALL_TOWNS - EAST


@rule("hurtgen", "15.32", "15.32c")
def test_the_line_is_as_long_as_it_must_and_passes_american_units() -> None:
    """From Nideggen in the far corner over one bridge in the north and one in the south."""
    sides = wall(20, "river", h2001_2101="river bridge") | wall(6, "river", h0628_0728="river bridge")
    at = "1/8=2001 2/8=2101 3/8=0628 1/22=0728 1/983=2928"
    assert town_points(at, sides=sides) == ALL_TOWNS


@rule("hurtgen", "15.33", "15.33a")
@pytest.mark.parametrize(("last", "points"), [(2, ALL_TOWNS), (3, ALL_TOWNS), (4, 0)])
def test_the_line_passes_two_rough_hexes_at_most(last: int, points: int) -> None:
    assert town_points("1/8=0101", terrain=columns(2, last, "rough")) == points


@rule("hurtgen", "15.33", "15.33a")
def test_rough_hexes_are_counted_over_the_whole_line() -> None:
    apart = columns(2, 2, "rough") | columns(4, 4, "rough") | columns(6, 6, "rough")
    assert town_points("1/8=0101", terrain=apart) == 0
    assert town_points("1/8=0101", terrain={**apart, "0410": "clear"}) == ALL_TOWNS


@rule("hurtgen", "15.33", "15.33b")
def test_a_rough_edge_hex_counts() -> None:
    assert town_points("1/8=0510", terrain=columns(1, 2, "rough")) == ALL_TOWNS
    assert town_points("1/8=0510", terrain=columns(1, 3, "rough")) == 0


@rule("hurtgen", "15.34", "15.34a", "15.34b")
@pytest.mark.parametrize(
    ("sides", "points"),
    [
        (wall(6, "stream"), 0),
        (wall(6, "stream", h0610_0710="stream bridge"), ALL_TOWNS),
        (wall(6, "river"), 0),
        (wall(6, "river", h0610_0711="river bridge"), ALL_TOWNS),
        (wall(6, "river", h0610_0711="ferry"), 0),
    ],
)
def test_the_line_crosses_water_at_bridges_only(sides: dict[str, str], points: int) -> None:
    assert town_points("1/8=0101", sides=sides) == points


@rule("hurtgen", "15.34", "15.34c")
@pytest.mark.parametrize("ground", ["woods", "broken", "grove", "mixed"])
def test_ground_barred_to_vehicles_is_open_to_the_line(ground: str) -> None:
    assert town_points("1/8=0101", terrain=columns(1, 7, ground)) == ALL_TOWNS


@rule("hurtgen", "15.34", "15.34d")
def test_road_and_trail_crossings_are_bridges() -> None:
    board = game().board
    crossings = [board.hexsides[side] for side in board.roads if side in board.hexsides]
    assert len(crossings) > 10
    assert all(crossing.bridge for crossing in crossings)
    match = table("turn 3\nphase us combat\nat 1/8=1322 1/983=1422", terrain={"1422": "clear"})
    match.play("attack 1422", "with 1/8")
    assert match.preview is not None
    assert match.preview.line == "grove, bridge"


@rule("hurtgen", "15.34", "15.34d")
@pytest.mark.parametrize(("kall", "lost"), [("trail", 0), ("none", 30)])
def test_the_kall_trail_is_a_line(kall: str, lost: int) -> None:
    """With every other bridge south of the Kall down, Kommerscheidt and Schmidt live by the trail alone."""
    down = dict.fromkeys(("0825-0926", "0924-1024", "2319-2320", "1322-1422"), "stream")
    down |= dict.fromkeys(("2520-2619", "2526-2626", "2624-2724"), "river")
    ways = dict.fromkeys(down, "none") | {"1322-1422": kall}
    assert final("1/8=0101", sides=down, roads=ways).score["us towns"] == ALL_TOWNS - lost


@rule("hurtgen", "15.35", "15.35a")
def test_units_need_no_line() -> None:
    """1/8 beyond the river moves and attacks like anybody else."""
    text = "turn 3\nphase us movement\nat 1/8=2510 1/983=2514"
    cut_off, free = plain(text, sides=wall(14, "river")), plain(text)
    for match in (cut_off, free):
        match.play("select 1/8")
    assert offers(cut_off, "move") == offers(free, "move")
    cut_off.play("move 2513", "done", "attack 2514", "with 1/8")
    assert cut_off.preview is not None
    assert cut_off.preview.total == 0


# -- 15.4 levels -----------------------------------------------------------------------------


@rule("hurtgen", "15.4", "15.4a", "15.4b", "15.4c")
@pytest.mark.parametrize(
    ("us", "german", "winner", "level"),
    [
        (160, 40, "us", "U.S. Decisive"),
        (500, 40, "us", "U.S. Decisive"),
        (159, 40, "us", "U.S. Substantive"),
        (120, 40, "us", "U.S. Substantive"),
        (119, 40, "us", "U.S. Marginal"),
        (80, 40, "us", "U.S. Marginal"),
        (79, 40, "german", "German Marginal"),
        (60, 40, "german", "German Marginal"),
        (59, 40, "german", "German Substantive"),
        (41, 40, "german", "German Substantive"),
        (50, 50, "german", "German Substantive"),
        (39, 40, "german", "German Decisive"),
        (0, 40, "german", "German Decisive"),
        (399, 200, "german", "German Marginal"),
        (599, 200, "us", "U.S. Marginal"),
        (10, 0, "us", "U.S. Decisive"),
        (0, 0, "german", "German Decisive"),
    ],
)
def test_the_ratio_gives_the_level(us: int, german: int, winner: str, level: str) -> None:
    text = f"turn 14\nphase german combat\nvp_us {us}\nvp_german {german}\nat 1/8=0101"
    match = plain(text, terrain=CUT_OFF).play("done")
    assert match.result is not None
    assert (match.result.score["us"], match.result.score["german"]) == (us, german)
    assert (match.result.winner, match.result.level) == (winner, level)
