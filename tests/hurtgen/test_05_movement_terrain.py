"""Chapter 5.2: what terrain does to movement."""

from __future__ import annotations

import tomllib

import pytest

from tests.hurtgen.helpers_ground import around, everywhere, near, row, us_movement, walk, water_line, way, within
from tests.hurtgen.table import DATA, game, table
from tests.kit import fight, offered, offers, reach, refused, status, where
from tests.rules import rule

LEG = {"clear": 1, "mixed": 2, "grove": 2, "woods": 3, "broken": 3, "rough": 4, "town": 2}
VEHICLE = {"clear": 1, "mixed": 2, "grove": 2, "town": 2}
SHUT = ("woods", "broken", "rough")
STREAM = 2


def costs(unit: str, allowance: int, cost: int, **ground) -> None:
    """Entering 1020 over clear ground from the north costs just so many points."""
    for clear_hexes, enough in ((allowance - cost, True), (allowance - cost + 1, False)):
        match = us_movement(f"{unit}=10{19 - clear_hexes:02d}", **ground)
        match.play(f"select {unit}")
        assert offered(match, "move 1020") == enough
        if not enough:
            refused(match, "move 1020", "5.25", "5.13", "5.21")


# -- 5.21 ------------------------------------------------------------------------------------


@rule("hurtgen", "5.21", "5.21a")
def test_a_clear_hex_costs_one_point():
    costs("1/8", 7, 1)
    costs("10", 12, 1)


@rule("hurtgen", "5.21", "5.21b")
@pytest.mark.parametrize("terrain", ["mixed", "grove", "woods", "broken", "rough", "town"])
def test_every_other_hex_costs_more_than_one_point(terrain):
    match = us_movement("1/8=1013", terrain={"1020": terrain})
    match.play("select 1/8")
    refused(match, "move 1020", "5.25", "5.13", "5.21")


@rule("hurtgen", "5.21", "5.21c")
def test_crossing_a_hexside_is_paid_on_top_of_the_hex():
    costs("1/8", 7, 1 + STREAM, sides=around("1020", "stream"))
    costs("1/8", 7, 3 + STREAM, sides=around("1020", "stream"), terrain={"1020": "woods"})


@rule("hurtgen", "5.21", "5.21d")
@pytest.mark.parametrize("terrain", LEG)
@pytest.mark.parametrize("side", ["none", "stream"])
@pytest.mark.parametrize("unit", ["1/8", "45"])
def test_costs_of_leg_and_towed_units_are_those_of_the_terrain_key(terrain, side, unit):
    extra = STREAM if side == "stream" else 0
    costs(unit, 7, LEG[terrain] + extra, terrain={"1020": terrain}, sides=around("1020", side))


@rule("hurtgen", "5.21", "5.21d")
@pytest.mark.parametrize("terrain", VEHICLE)
@pytest.mark.parametrize("unit", ["10", "56sp"])
def test_costs_of_vehicles_are_those_of_the_terrain_key(terrain, unit):
    costs(unit, 12, VEHICLE[terrain], terrain={"1020": terrain})


@rule("hurtgen", "5.21", "5.21e")
def test_the_terrain_key_in_use_is_the_reconstructed_one():
    with open(DATA / "tables.toml", "rb") as file:
        key = tomllib.load(file)["tec"]
    assert key["source"] == "reconstructed"
    assert (key["road"], key["trail"]) == (0.5, 1)
    assert key["leg"] == LEG | {"stream": STREAM}
    assert key["vehicle"] == VEHICLE | dict.fromkeys((*SHUT, "stream"), 0)
    assert all(cost > 1 for terrain, cost in key["leg"].items() if terrain != "clear")


@rule("hurtgen", "5.21e")
def test_an_owner_may_replace_the_terrain_key():
    costs("1/8", 7, 5, terrain={"1020": "woods"}, files={"tables.toml": "[tec.leg]\nwoods = 5\n"})


# -- 5.22, 5.23 ------------------------------------------------------------------------------


@rule("hurtgen", "5.22", "5.22a")
def test_a_road_hex_costs_half_a_point_whatever_the_terrain():
    ground = {"terrain": everywhere("woods"), "roads": way(row(10, 1, 20))}
    match = us_movement("1/8=0110", **ground)
    assert reach(match, "1/8") & set(row(10, 1, 29)) == set(row(10, 2, 15))
    match = us_movement("10=0110", terrain=everywhere("rough"), roads=way(row(10, 1, 29)))
    assert reach(match, "10") == set(row(10, 2, 25))


@rule("hurtgen", "5.22", "5.22b")
def test_neighbouring_road_hexes_without_a_road_between_give_no_road_rate():
    roads = {"0110-0210": "road", "0111-0211": "road"}
    match = us_movement("1/8=0110", terrain=everywhere("rough"), roads=roads)
    # 0111 costs 4, its road 1/2 more; nothing is left for another rough hex.
    assert {"0111", "0210", "0211"} <= reach(match, "1/8")
    assert "0112" not in reach(match, "1/8")
    joined = us_movement("1/8=0110", terrain=everywhere("rough"), roads=roads | {"0110-0111": "road"})
    assert "0112" in reach(joined, "1/8")


@rule("hurtgen", "5.22", "5.22c")
def test_halves_add_up_exactly():
    match = us_movement("1/8=0110", roads=way(row(10, 7, 12)))
    match.play("select 1/8")
    # Six clear hexes to 0710, then two road hexes for the seventh point.
    assert offered(match, "move 0910")
    refused(match, "move 1010", "5.25", "5.13")


@rule("hurtgen", "5.22", "5.22d")
@pytest.mark.parametrize("water", ["stream", "river"])
def test_a_road_over_a_bridge_costs_half_a_point_in_all(water):
    sides = water_line(water, h1010_1110=f"{water} bridge")
    match = us_movement("1/8=1010", terrain=everywhere("rough"), sides=sides, roads=way(row(10, 10, 26)))
    assert reach(match, "1/8") & set(row(10, 11, 29)) == set(row(10, 11, 24))


@rule("hurtgen", "5.23", "5.23a")
@pytest.mark.parametrize("terrain", ["clear", "woods", "rough"])
def test_a_trail_hex_costs_one_point_whatever_the_terrain(terrain):
    match = us_movement("1/8=0110", terrain=everywhere(terrain), roads=way(row(10, 1, 12), "trail"))
    assert reach(match, "1/8") & set(row(10, 1, 29)) == set(row(10, 2, 8))


@rule("hurtgen", "5.23a")
def test_neighbouring_trail_hexes_without_a_trail_between_give_no_trail_rate():
    roads = {"0110-0210": "trail", "0111-0211": "trail"}
    match = us_movement("1/8=0110", terrain=everywhere("rough"), roads=roads)
    assert "0111" in reach(match, "1/8")
    assert "0112" not in reach(match, "1/8")


@rule("hurtgen", "5.23", "5.23b")
def test_a_trail_that_joins_a_road_goes_on_at_the_trail_rate():
    roads = way(["0110", "0210"]) | way(row(10, 2, 12), "trail")
    match = us_movement("1/8=0110", terrain=everywhere("rough"), roads=roads)
    # 1/2 for the road, then six trail hexes.
    assert reach(match, "1/8") & set(row(10, 1, 29)) == set(row(10, 2, 8))
    back = us_movement("1/8=0310", terrain=everywhere("rough"), roads=way(row(10, 1, 2)) | {"0210-0310": "trail"})
    # 1 for the trail, 1/2 for the road, 4 for a rough hex beyond.
    assert "0109" in reach(back, "1/8")


@rule("hurtgen", "5.23", "5.23c")
def test_a_trail_over_a_stream_costs_one_point_in_all():
    sides = water_line("stream", h1010_1110="stream bridge")
    match = us_movement("1/8=1010", terrain=everywhere("rough"), sides=sides, roads=way(row(10, 10, 26), "trail"))
    assert reach(match, "1/8") & set(row(10, 11, 29)) == set(row(10, 11, 17))


@rule("hurtgen", "5.23c")
def test_the_kall_trail_crosses_the_kall():
    for unit in ("1/8", "10"):
        match = table(f"turn 1\nphase us movement\nat {unit}=1322")
        match.play(f"select {unit}")
        assert offered(match, "move 1422")


# -- 5.24, movement --------------------------------------------------------------------------


@rule("hurtgen", "5.24", "5.24a")
@pytest.mark.parametrize("terrain", SHUT)
@pytest.mark.parametrize("unit", ["10", "47", "56sp"])
def test_vehicles_enter_rough_broken_and_forest_only_by_road_or_trail(terrain, unit):
    match = us_movement(f"{unit}=1010", terrain={"1110": terrain})
    assert reach(match, unit) == walk("1010", 12, shut=lambda a, b: b == "1110")
    match.play(f"select {unit}")
    refused(match, "move 1110", "5.24")
    for kind in ("road", "trail"):
        by_way = us_movement(f"{unit}=1010", terrain={"1110": terrain}, roads={"1010-1110": kind})
        assert "1110" in reach(by_way, unit)
    # A road into the hex from somewhere else is no way in from here.
    elsewhere = us_movement(f"{unit}=1010", terrain=everywhere(terrain, h1010="clear"), roads={"1110-1210": "road"})
    refused(elsewhere, f"select {unit}")


@rule("hurtgen", "5.24a")
@pytest.mark.parametrize("unit", ["16", "60", "116r", "116sp"])
def test_german_vehicles_are_bound_alike(unit):
    match = table(f"turn 1\nphase german movement\nat {unit}=1010", plain=True, terrain={"1110": "woods"})
    assert reach(match, unit) == walk("1010", 12, shut=lambda a, b: b == "1110")


@rule("hurtgen", "5.24", "5.24b")
@pytest.mark.parametrize("water", ["stream", "river"])
def test_vehicles_cross_water_only_by_road_or_trail(water):
    closed = us_movement("10=1010", sides=water_line(water))
    assert reach(closed, "10") == {hex_ for hex_ in within("1010", 12) if hex_ < "1100"}
    closed.play("select 10")
    refused(closed, "move 1110")
    for kind in ("road", "trail"):
        sides = water_line(water, h1010_1110=f"{water} bridge")
        match = us_movement("10=1010", sides=sides, roads={"1010-1110": kind})
        assert {"1110", "1210"} <= reach(match, "10")


@rule("hurtgen", "5.24", "5.24f")
def test_a_vehicle_leaves_a_forest_road_for_open_ground():
    match = us_movement("10=1010", terrain=everywhere("woods", h1110="clear"), roads=way(["1009", "1010", "1011"]))
    assert reach(match, "10") == {"1009", "1011", "1110"}


@rule("hurtgen", "5.24", "5.24g")
def test_forest_and_woods_are_the_same():
    assert "forest" not in game().board.terrain
    woods = game().board.terrain["woods"]
    assert woods.bit_count() > 0
    match = us_movement("10=1010", terrain={"1110": "woods"})
    match.play("select 10")
    refused(match, "move 1110", "5.24")
    match = table("turn 1\nphase us combat\nat 10=0503 1/983=0603", plain=True, terrain={"0603": "woods"})
    match.play("attack 0603", "with 10")
    assert match.preview.line == "broken, town, woods, stream"


@rule("hurtgen", "5.24", "5.24i")
@pytest.mark.parametrize("unit", ["1/8", "45", "44"])
@pytest.mark.parametrize("terrain", SHUT)
def test_leg_and_towed_units_enter_any_terrain_and_cross_streams(unit, terrain):
    costs(unit, 7, LEG[terrain], terrain={"1020": terrain})
    costs(unit, 7, LEG[terrain] + STREAM, terrain={"1020": terrain}, sides=around("1020", "stream"))


# -- 5.24, combat ----------------------------------------------------------------------------


def tank_hit(roll: int, places: str = "", **ground):
    """1/8 in 0503 attacks the tank in 0603 at 0: a 1 is D2, a 2 is D1."""
    match = table(f"turn 1\nphase us combat\nat 1/8=0503 16=0603 {places}", plain=True, dice=[roll], **ground)
    return fight(match, "0603", "1/8")


@rule("hurtgen", "5.24", "5.24c")
@pytest.mark.parametrize("terrain", SHUT)
def test_a_vehicle_forced_into_closed_terrain_is_eliminated(terrain):
    match = tank_hit(2, terrain=dict.fromkeys(near("0603"), terrain))
    assert where(match, "16") == "eliminated"
    assert match.side == "us"
    assert status(match)["vp"]["us"] == 3 + 2


@rule("hurtgen", "5.24", "5.24c")
@pytest.mark.parametrize("water", ["stream", "river"])
def test_a_vehicle_forced_across_water_is_eliminated(water):
    match = tank_hit(2, sides=around("0603", water, "0503"))
    assert where(match, "16") == "eliminated"


@rule("hurtgen", "5.24", "5.24d")
@pytest.mark.parametrize(
    "ground",
    [
        {"terrain": dict.fromkeys(near("0603"), "woods") | {"0704": "clear"}},
        {"terrain": dict.fromkeys(near("0603"), "woods"), "roads": {"0603-0704": "road"}},
        {"terrain": dict.fromkeys(near("0603"), "rough"), "roads": {"0603-0704": "trail"}},
        {"sides": around("0603", "stream", "0503", "0704")},
        {"sides": around("0603", "river", "0503") | {"0603-0704": "river bridge"}, "roads": {"0603-0704": "road"}},
    ],
)
def test_a_vehicle_with_a_legal_retreat_uses_it_and_survives(ground):
    match = tank_hit(2, **ground)
    assert match.side == "german"
    assert offers(match, "to") == {"0704"}
    refused(match, "to 0703")
    match.play("to 0704")
    assert where(match, "16") == "0704"
    assert status(match)["vp"]["us"] == 0


@rule("hurtgen", "5.24", "5.24h")
def test_a_vehicle_with_a_partly_open_retreat_is_eliminated_in_the_last_hex_it_reaches():
    closed = dict.fromkeys((*near("0603"), *near("0704")), "woods") | {"0603": "clear", "0704": "clear"}
    match = tank_hit(1, terrain=closed)
    assert match.side == "german"
    assert offers(match, "to") == {"0704"}
    match.play("to 0704")
    assert where(match, "16") == "eliminated"
    match.play("advance 1/8")
    assert offers(match, "to") == {"0603", "0704"}
    match.play("to 0704")
    assert where(match, "1/8") == "0704"


@rule("hurtgen", "5.24", "5.24e")
def test_a_vehicle_does_not_advance_where_it_may_not_go():
    text = "turn 1\nphase us combat\nat 10=0503 1/8=0504 1/983=0603"
    match = table(text, plain=True, terrain={"0603": "woods"}, dice=[2])
    fight(match, "0603", "10", "1/8").play("to 0703")
    assert offers(match, "advance") == {"1/8"}
    refused(match, "advance 10", "5.24")
    by_trail = table(text, plain=True, terrain={"0603": "woods"}, roads={"0503-0603": "trail"}, dice=[2])
    fight(by_trail, "0603", "10", "1/8").play("to 0703")
    assert offers(by_trail, "advance") == {"10", "1/8"}
    by_trail.play("advance 10", "to 0603")
    assert where(by_trail, "10") == "0603"


@rule("hurtgen", "5.24e")
def test_a_vehicle_stops_its_advance_before_closed_terrain():
    # The path is 0603 (clear) and 0704 (woods): infantry may go on, the tank may not.
    match = table("turn 1\nphase us combat\nat 10=0503 1/983=0603", plain=True, terrain={"0704": "woods"}, dice=[1])
    fight(match, "0603", "10").play("to 0704", "to 0804", "advance 10")
    assert offers(match, "to") == {"0603"}
    match.play("to 0603")
    assert where(match, "10") == "0603"


# -- 5.25 ------------------------------------------------------------------------------------


@rule("hurtgen", "5.25", "5.25a")
def test_a_hex_is_not_entered_without_the_points_for_it():
    match = us_movement("1/8=1013", terrain={"1020": "mixed"})
    match.play("select 1/8")
    refused(match, "move 1020", "5.25", "5.13")
    match = us_movement("1/8=1014", sides=around("1020", "stream"))
    match.play("select 1/8")
    assert offered(match, "move 1019")
    refused(match, "move 1020", "5.25", "5.13")


@rule("hurtgen", "5.25", "5.25a")
def test_there_is_no_minimum_move_of_one_hex():
    files = {"tables.toml": "[tec.leg]\nrough = 8\n"}
    match = us_movement("1/8=1019", terrain={"1020": "rough"}, files=files)
    match.play("select 1/8")
    refused(match, "move 1020", "5.25", "5.13")
    match = us_movement("1/8=1019", terrain=everywhere("rough"), files=files)
    refused(match, "select 1/8")


@rule("hurtgen", "5.25", "5.25a")
@pytest.mark.parametrize(
    ("side", "units"),
    [
        ("us", "1/8 2/8 3/8 1/22 2/22 3/22 1/12"),
        ("german", "1/983 2/983 1/984 2/984 1/1055 2/1055 275h"),
        ("german", "60 2/983 1/984 2/984 1/1055 2/1055 275h"),
    ],
)
def test_a_unit_among_friends_cannot_move_without_the_points_for_a_hex_beyond_them(side, units):
    """A hex of rough ground costs 4 of 7 points, and friends that have moved make no room (5.31)."""
    inner, *outer = units.split()
    ring = near("1019")
    assert len(ring) == len(outer) == 6
    places = " ".join(f"{unit}={h}" for unit, h in zip(outer, sorted(ring), strict=True))
    begun = table(f"phase {side} movement\nat {inner}=1019 {places}", plain=True)
    position = begun.position().removeprefix("game hurtgen\n") + f"moved {' '.join(outer)}"
    match = table(position, plain=True, terrain=everywhere("rough"))
    refused(match, f"select {inner}", "5.25")
    match = table(position, plain=True)
    assert offered(match, f"select {inner}")
