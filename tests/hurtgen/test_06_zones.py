"""Chapter 6: zones of control."""

from __future__ import annotations

import pytest

from tests.hurtgen.helpers_ground import (
    around,
    german_move,
    locked,
    near,
    ring,
    until,
    us_movement,
    walk,
    water_line,
    within,
)
from tests.hurtgen.table import table
from tests.kit import fight, move, offered, offers, reach, refused, status, where
from tests.rules import rule

TERRAINS = ["clear", "mixed", "grove", "woods", "broken", "rough", "town"]
CROSSED = ["stream", "stream bridge", "river bridge"]
CLOSED = ["river", "ferry"]


# -- 6.0 -------------------------------------------------------------------------------------


@rule("hurtgen", "6.0", "6.0a")
def test_the_zone_of_a_unit_is_the_six_hexes_around_it():
    assert len(near("1010")) == 6
    for hex_ in near("1010"):
        locked(us_movement(f"1/8={hex_} 1/983=1010"), "1/8")
    for hex_ in ring("1010", 2):
        assert offered(us_movement(f"1/8={hex_} 1/983=1010"), "select 1/8")


@rule("hurtgen", "6.0", "6.0b")
def test_a_unit_stops_when_it_enters_a_controlled_hex():
    screen = {"1/983": "1206", "2/983": "1208", "1/984": "1210", "2/984": "1212", "1/985": "1214"}
    match = us_movement("1/8=1010 " + " ".join(f"{unit}={hex_}" for unit, hex_ in screen.items()))
    found = reach(match, "1/8")
    assert found == walk("1010", 7, enemies=screen.values())
    assert "1110" in found
    assert not found & {f"13{row:02d}" for row in range(6, 16)}


@rule("hurtgen", "6.0b")
def test_one_enemy_is_walked_round_but_not_past():
    match = us_movement("1/8=1010 1/983=1013")
    assert reach(match, "1/8") == walk("1010", 7, enemies=["1013"])
    move(match, "1/8", "1012")
    refused(match, "select 1/8", "5.14", "5.15", "6.13")


# -- 6.1 -------------------------------------------------------------------------------------


@rule("hurtgen", "6.11", "6.11a")
@pytest.mark.parametrize("unit", ["275h", "116k", "1/983", "16", "60", "116r", "116sp"])
def test_every_german_unit_controls_in_the_us_movement_phase(unit):
    match = us_movement(f"1/8=1010 {unit}=1013")
    assert reach(match, "1/8") == walk("1010", 7, enemies=["1013"])
    locked(us_movement(f"1/8=1012 {unit}=1013"), "1/8")


@rule("hurtgen", "6.11", "6.11a")
@pytest.mark.parametrize("unit", ["45", "44", "1/8", "10", "47", "56sp"])
def test_every_us_unit_controls_in_the_german_movement_phase(unit):
    match = german_move(1, f"1/983=1010 {unit}=1013")
    assert reach(match, "1/983") == walk("1010", 7, enemies=["1013"])
    locked(german_move(1, f"1/983=1012 {unit}=1013"), "1/983")


@rule("hurtgen", "6.11", "6.11a")
@pytest.mark.parametrize(
    ("phase", "target", "attacker", "roll"),
    [
        ("us combat", "0603", "1/8", 2),
        ("german combat", "0503", "1/983", 3),
    ],
)
def test_units_control_in_both_combat_phases(phase, target, attacker, roll):
    # The German in 0603 has to retreat one hex; artillery in 0804 closes 0704.
    for gun, open_hexes in (("", {"0703", "0704", "0604"}), ("45=0804", {"0703", "0604"})):
        match = table(f"turn 1\nphase {phase}\nat 1/8=0503 1/983=0603 {gun}", plain=True, dice=[roll])
        fight(match, target, attacker)
        if match.side == "us":
            match.play("pass")
        assert match.side == "german"
        assert offers(match, "to") == open_hexes


@rule("hurtgen", "6.11", "6.11b")
def test_a_friend_in_the_hex_does_not_cancel_the_zone_for_movement():
    # 1013 is open only from 1012, which 2/8 holds; 1/983 controls 1012 from 1113.
    assert "1113" in near("1012")
    sides = around("1013", "river", "1012")
    assert "1013" in reach(us_movement("1/8=1010 2/8=1012", sides=sides), "1/8")
    assert "1013" not in reach(us_movement("1/8=1010 2/8=1012 1/983=1113", sides=sides), "1/8")
    assert "1013" not in reach(us_movement("1/8=1010 1/983=1113", sides=sides), "1/8")


RETREAT = "turn 1\nphase us combat\nat 1/8=0503 1/983=0603 2/983=0704"
ONLY_0704 = {"0603-0703": "river", "0603-0604": "river"}


@rule("hurtgen", "6.11", "6.11b")
def test_a_friend_in_the_hex_does_not_cancel_the_zone_for_retreat():
    free = table(RETREAT, plain=True, sides=ONLY_0704, dice=[2])
    fight(free, "0603", "1/8")
    assert (free.side, where(free, "1/983")) == ("german", "0603")
    barred = table(f"{RETREAT} 3/8=0804", plain=True, sides=ONLY_0704, dice=[2])
    fight(barred, "0603", "1/8")
    assert where(barred, "1/983") == "eliminated"
    assert where(barred, "2/983") == "0704"


@rule("hurtgen", "6.12", "6.12a")
def test_entering_a_controlled_hex_costs_nothing_extra():
    match = us_movement("1/8=1010 1/983=1018")
    assert "1017" in reach(match, "1/8")
    match = us_movement("1/8=1010 1/983=1018", terrain={"1017": "mixed"})
    assert "1017" not in reach(match, "1/8")
    match = us_movement("1/8=1011 1/983=1018", terrain={"1017": "mixed"})
    assert "1017" in reach(match, "1/8")


@rule("hurtgen", "6.13", "6.13a")
def test_a_unit_moves_on_when_the_enemy_was_removed_by_combat():
    # The tank has only woods behind it and is eliminated by D1; without combat 1/8 would stay locked.
    text = "turn 1\nphase us combat\nat 1/8=0503 16=0603 1/983=2020"
    match = table(text, plain=True, terrain=dict.fromkeys(near("0603"), "woods"), dice=[2])
    fight(match, "0603", "1/8").play("pass")
    assert where(match, "16") == "eliminated"
    until(match, 2, "us movement")
    found = reach(match, "1/8")
    assert {"0502", "0603", "0703"} <= found
    move(match, "1/8", "0502")
    assert where(match, "1/8") == "0502"


@rule("hurtgen", "6.13", "6.13a")
def test_a_unit_stays_while_the_enemy_stays():
    match = us_movement("1/8=0503 1/983=0603")
    locked(match, "1/8")
    refused(match, "move 0502")
    assert offers(match, "select") == set()
    assert offered(match, "done")


# -- 6.2 -------------------------------------------------------------------------------------


@rule("hurtgen", "6.21", "6.21a")
def test_zones_of_both_sides_cover_the_same_hex():
    # 1010 lies between 2/8 and 2/983: a unit that enters it must stop there, no matter whose zone came first.
    assert {"0910", "1110"} <= set(near("1010"))
    us = us_movement("1/8=1008 2/8=0910 2/983=1110")
    assert reach(us, "1/8") == walk("1008", 7, enemies=["1110"])
    german = german_move(1, "1/983=1012 2/8=0910 2/983=1110")
    assert reach(german, "1/983") == walk("1012", 7, enemies=["0910"])
    locked(us_movement("1/8=1010 2/8=0910 2/983=1110"), "1/8")
    locked(german_move(1, "1/983=1010 2/8=0910 2/983=1110"), "1/983")


@rule("hurtgen", "6.22", "6.22a")
def test_several_zones_on_a_hex_are_as_one():
    one = us_movement("1/8=1010 1/983=1018")
    three = us_movement("1/8=1010 1/983=1018 2/983=0918 275h=1118")
    assert {"1018", "0918", "1118"} <= set(near("1017"))
    assert "1017" in reach(one, "1/8")
    assert reach(three, "1/8") == walk("1010", 7, enemies=["1018", "0918", "1118"])
    assert "1017" in reach(three, "1/8")
    move(three, "1/8", "1017")
    refused(three, "select 1/8", "5.15", "5.14", "6.13")
    locked(us_movement("1/8=1017 1/983=1018 2/983=0918 275h=1118"), "1/8")


@rule("hurtgen", "6.23", "6.23a")
@pytest.mark.parametrize("side", ["none", *CROSSED])
def test_control_is_mutual(side):
    places, ground = "1/8=1010 1/983=1110", {"sides": {"1010-1110": side}}
    locked(us_movement(places, **ground), "1/8")
    locked(german_move(1, places, **ground), "1/983")


@rule("hurtgen", "6.23", "6.23a", "6.33a", "6.33f")
@pytest.mark.parametrize("side", CLOSED)
def test_where_one_does_not_control_the_other_does_not_either(side):
    places, ground = "1/8=1010 1/983=1110", {"sides": {"1010-1110": side}}
    assert offered(us_movement(places, **ground), "select 1/8")
    assert offered(german_move(1, places, **ground), "select 1/983")


# -- 6.3 -------------------------------------------------------------------------------------


@rule("hurtgen", "6.31", "6.31a")
@pytest.mark.parametrize("terrain", TERRAINS)
@pytest.mark.parametrize("side", ["none", *CROSSED])
def test_zones_reach_into_all_terrain_and_over_all_open_hexsides(terrain, side):
    ground = {"terrain": {"1010": terrain}, "sides": {"1010-1110": side}}
    locked(us_movement("1/8=1010 1/983=1110", **ground), "1/8")


@rule("hurtgen", "6.31", "6.31b")
def test_nobody_moves_over_an_unbridged_river():
    match = us_movement("1/8=1010", sides=water_line("river"))
    assert reach(match, "1/8") == {hex_ for hex_ in within("1010", 7) if hex_ < "1100"}
    match.play("select 1/8")
    refused(match, "move 1110")


@rule("hurtgen", "6.31", "6.31b")
def test_nobody_retreats_over_an_unbridged_river():
    text = "turn 1\nphase us combat\nat 1/8=0503 1/983=0603"
    match = table(text, plain=True, sides=around("0603", "river", "0503"), dice=[2])
    fight(match, "0603", "1/8")
    assert where(match, "1/983") == "eliminated"
    match = table(text, plain=True, sides=around("0603", "river", "0503", "0704"), dice=[2])
    fight(match, "0603", "1/8")
    assert offers(match, "to") == {"0704"}


@rule("hurtgen", "6.31b")
def test_nobody_is_displaced_over_an_unbridged_river():
    sides = ONLY_0704 | around("0704", "river", "0603")
    match = table(RETREAT, plain=True, sides=sides, dice=[2])
    fight(match, "0603", "1/8")
    assert (where(match, "1/983"), where(match, "2/983")) == ("eliminated", "0704")
    sides = ONLY_0704 | around("0704", "river", "0603", "0804")
    match = table(RETREAT, plain=True, sides=sides, dice=[2])
    fight(match, "0603", "1/8").play("to 0704")
    assert offers(match, "to") == {"0804"}
    match.play("to 0804")
    assert (where(match, "1/983"), where(match, "2/983")) == ("0704", "0804")


@rule("hurtgen", "6.31b")
def test_nobody_advances_over_an_unbridged_river():
    match = table(
        "turn 1\nphase us combat\nat 1/8=0503 45=0504 1/983=0603", plain=True, sides={"0504-0603": "river"}, dice=[3]
    )
    match.play("attack 0603", "with 1/8", "barrage 45", "resolve", "to 0703")
    assert offers(match, "advance") == {"1/8"}
    refused(match, "advance 45")


@rule("hurtgen", "6.32", "6.32a")
@pytest.mark.parametrize("terrain", ["broken", "rough", "woods"])
@pytest.mark.parametrize("unit", ["16", "60", "116r", "116sp"])
def test_vehicles_control_terrain_they_may_not_enter(terrain, unit):
    ground = {"terrain": {"1010": terrain}}
    locked(us_movement(f"1/8=1010 {unit}=1110", **ground), "1/8")
    # 1111 is open only from 1010: with the vehicle in 1110 nobody gets that far.
    ground["sides"] = around("1111", "river", "1010")
    assert {"1010", "1111"} <= reach(us_movement("1/8=0910", **ground), "1/8")
    stopped = reach(us_movement(f"1/8=0910 {unit}=1110", **ground), "1/8")
    assert "1010" in stopped
    assert "1111" not in stopped


@rule("hurtgen", "6.32", "6.32b")
@pytest.mark.parametrize("terrain", ["broken", "rough", "woods"])
@pytest.mark.parametrize("unit", ["10", "47"])
def test_vehicles_attack_into_terrain_they_may_not_enter(terrain, unit):
    match = table(f"turn 1\nphase us combat\nat {unit}=0503 1/983=0603", plain=True, terrain={"0603": terrain})
    fight(match, "0603", unit)
    assert match.side == "dice"


@rule("hurtgen", "6.32", "6.32c")
@pytest.mark.parametrize("unit", ["16", "60", "116r", "116sp"])
def test_vehicles_control_over_a_stream_they_cannot_cross(unit):
    stops_at_the_stream(unit)


def stops_at_the_stream(unit: str) -> None:
    """A German across the stream in 1110 holds 1010: nobody goes on from there to 1011."""
    ground = {"sides": water_line("stream") | around("1011", "river", "1010")}
    locked(us_movement(f"1/8=1010 {unit}=1110", **ground), "1/8")
    assert {"1010", "1011"} <= reach(us_movement("1/8=0910", **ground), "1/8")
    stopped = reach(us_movement(f"1/8=0910 {unit}=1110", **ground), "1/8")
    assert "1010" in stopped
    assert "1011" not in stopped


@rule("hurtgen", "6.33", "6.33a")
def test_no_zone_crosses_an_unbridged_river():
    # 1/983 stands on the far bank of 1009 and 1010: 1/8 passes in front of it and may go away again.
    ground = {"sides": water_line("river")}
    west = {hex_ for hex_ in within("1008", 7) if hex_ < "1100"}
    assert reach(us_movement("1/8=1008 1/983=1110", **ground), "1/8") == west
    west = {hex_ for hex_ in within("1010", 7) if hex_ < "1100"}
    assert reach(us_movement("1/8=1010 1/983=1110", **ground), "1/8") == west


@rule("hurtgen", "6.33", "6.33b", "6.33f")
@pytest.mark.parametrize("side", CLOSED)
def test_ground_units_never_attack_across_an_unbridged_river(side):
    places, ground = "at 1/8=0503 1/983=0603", {"sides": {"0503-0603": side}}
    us = table(f"turn 1\nphase us combat\n{places}", plain=True, **ground)
    us.play("attack 0603")
    refused(us, "with 1/8", "6.33")
    german = table(f"turn 1\nphase german combat\n{places}", plain=True, **ground)
    refused(german, "attack 0503")
    german.play("done")
    assert status(german)["phase"] == "us movement"


@rule("hurtgen", "6.33b")
@pytest.mark.parametrize("side", CLOSED)
def test_no_duty_to_attack_across_an_unbridged_river(side):
    us = table("turn 1\nphase us combat\nat 1/8=0503 1/983=0603", plain=True, sides={"0503-0603": side})
    us.play("done")
    assert status(us)["phase"] == "german movement"


@rule("hurtgen", "6.33", "6.33c")
def test_zones_cross_an_unbridged_stream():
    stops_at_the_stream("1/983")


@rule("hurtgen", "6.33", "6.33d")
@pytest.mark.parametrize("unit", ["1/8", "10", "47"])
def test_units_attack_across_an_unbridged_stream(unit):
    text = f"turn 1\nphase us combat\nat {unit}=0503 1/983=0603"
    match = table(text, plain=True, sides={"0503-0603": "stream"})
    refused(match, "done", "7.11", "7.12", "7.0")
    fight(match, "0603", unit)
    assert match.side == "dice"


@rule("hurtgen", "6.33", "6.33e")
def test_zones_and_attacks_cross_a_bridged_river():
    ground = {"sides": {"0503-0603": "river bridge"}, "roads": {"0503-0603": "road"}}
    locked(us_movement("1/8=0503 1/983=0603", **ground), "1/8")
    match = table("turn 1\nphase us combat\nat 1/8=0503 1/983=0603", plain=True, **ground)
    refused(match, "done", "7.11", "7.12", "7.0")
    fight(match, "0603", "1/8")
    assert match.side == "dice"


@rule("hurtgen", "6.33f")
def test_a_ferry_line_is_passed_like_a_river():
    ground = {"sides": water_line("ferry")}
    found = reach(us_movement("1/8=1008 1/983=1110", **ground), "1/8")
    # Along the near bank 1/8 never stops, whatever the ferry lets cross.
    assert {hex_ for hex_ in within("1008", 7) if hex_ < "1100"} <= found
