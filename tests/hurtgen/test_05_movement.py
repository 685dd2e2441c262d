"""Chapter 5: movement, its limits, and the effects of friendly units."""

from __future__ import annotations

import pytest

import grognard
from grognard import PositionError, Refusal
from tests.hurtgen.helpers_ground import (
    around,
    everywhere,
    locked,
    near,
    ring,
    until,
    us_movement,
    walk,
    water_line,
    way,
    within,
)
from tests.hurtgen.table import table
from tests.kit import fight, move, offered, offers, reach, refused, status, where
from tests.rules import rule

GERMANS = ["1/983", "2/983", "1/984", "2/984", "1/985", "2/985", "275F", "253(-)", "31MG"]

#: three hexes from 1010, every second hex of the ring: they control all hexes two away
CORDON = ["0709", "0908", "1108", "1309", "1311", "1212", "1013", "0812", "0711"]


# -- 5.0 -------------------------------------------------------------------------------------


@rule("hurtgen", "5.0", "5.0a")
def test_a_unit_moves_in_any_direction():
    match = us_movement("1/8=1414")
    assert reach(match, "1/8") == within("1414", 7)
    for to in ring("1414", 7):
        move(match, "1/8", to)
        assert where(match, "1/8") == to
        match.undo().undo()


@rule("hurtgen", "5.0", "5.0a")
def test_a_unit_may_change_direction_on_the_way():
    ground = around("1010", "river", "0910")
    match = us_movement("1/8=1010", sides=ground)
    # West first, then back east: 0910, 1009, 1110.
    assert reach(match, "1/8") == walk("1010", 7, shut=lambda a, b: f"{a}-{b}" in ground or f"{b}-{a}" in ground)
    move(match, "1/8", "1110")
    assert where(match, "1/8") == "1110"


@rule("hurtgen", "5.0", "5.0b")
def test_a_unit_follows_a_path_of_neighbouring_hexes():
    match = us_movement("1/8=1010", sides=around("1112", "river"))
    assert reach(match, "1/8") == within("1010", 7) - {"1112"}
    match.play("select 1/8")
    refused(match, "move 1112")


@rule("hurtgen", "5.0b")
def test_units_move_one_at_a_time():
    match = us_movement("1/8=1010 2/8=1015")
    refused(match, "move 1011")
    match.play("select 1/8", "move 1011")
    assert (where(match, "1/8"), where(match, "2/8")) == ("1011", "1015")
    refused(match, "move 1016")
    match.play("select 2/8", "move 1016")
    assert (where(match, "1/8"), where(match, "2/8")) == ("1011", "1016")


@rule("hurtgen", "5.0", "5.0c")
@pytest.mark.parametrize(("start", "enough"), [("1016", True), ("1015", False)])
def test_each_hex_entered_is_paid_from_the_allowance(start, enough):
    # Three clear hexes leave 4 of 7 points: just enough for rough. Four leave 3.
    match = us_movement(f"1/8={start}", terrain={"1020": "rough"})
    match.play("select 1/8")
    assert offered(match, "move 1020") == enough


# -- 5.1 -------------------------------------------------------------------------------------


@rule("hurtgen", "5.11", "5.11a")
@pytest.mark.parametrize(("side", "mine", "other"), [("us", "1/8", "1/983"), ("german", "1/983", "1/8")])
def test_units_move_only_in_their_own_movement_phase(side, mine, other):
    match = table(f"turn 1\nphase {side} movement\nat 1/8=0503 1/983=1510", plain=True)
    refused(match, f"select {other}", "5.11", "4.1")
    assert offered(match, f"select {mine}")


@rule("hurtgen", "5.11", "5.11b")
@pytest.mark.parametrize(
    ("side", "target", "attacker", "loser", "roll"),
    [("us", "0603", "1/8", "1/983", 2), ("german", "0503", "1/983", "1/983", 3)],
)
def test_in_a_combat_phase_units_move_only_by_its_results(side, target, attacker, loser, roll):
    text = f"turn 1\nphase {side} combat\nat 1/8=0503 1/983=0603 2/8=1510 2/983=1520"
    match = table(text, plain=True, dice=[roll])
    for unit in ("1/8", "1/983", "2/8", "2/983"):
        refused(match, f"select {unit}")
    # 2 against 2 with a 2 is D1; 1 against 3 with a 3 is A1: the German goes either way.
    fight(match, target, attacker)
    assert match.side == "german"
    assert offers(match, "to") == {"0703", "0704", "0604"}
    match.play("to 0704")
    assert where(match, loser) == "0704"


@rule("hurtgen", "5.11", "5.11c")
@pytest.mark.parametrize("phase", ["us movement", "us combat", "german combat"])
def test_entry_and_exit_happen_only_in_the_owners_movement_phase(phase):
    places = "at 1/854=due 16=2918 1/8=0503"
    match = table(f"turn 2\nphase {phase}\n{places}")
    for action in ("select 1/854", "enter 2907", "select 16", "exit 2918"):
        refused(match, action)
    match = table(f"turn 2\nphase german movement\n{places}")
    match.play("select 1/854", "enter 2907", "move 2907", "select 16")
    assert offered(match, "exit 2918")


@rule("hurtgen", "5.12", "5.12a")
def test_a_unit_never_enters_the_hex_of_an_enemy():
    match = us_movement("1/8=1010 1/983=1013")
    match.play("select 1/8")
    assert "1012" in offers(match, "move")
    refused(match, "move 1013", "5.12")


@rule("hurtgen", "5.12", "5.12a")
def test_a_retreat_never_enters_the_hex_of_an_enemy():
    # 45 in 0704 stands behind rivers, so nothing but its presence (and the river) closes its hex.
    match = table(
        "turn 1\nphase us combat\nat 1/8=0503 45=0704 1/983=0603",
        plain=True,
        sides=around("0704", "river", "0603") | {"0603-0704": "river bridge"},
        dice=[2],
    )
    match.play("attack 0603", "with 1/8", "with 45")
    assert match.preview.total == 1
    match.play("resolve")
    # +1 with a 2 is D2; 0602 and 0504 are controlled by 1/8.
    assert offers(match, "to") == {"0703", "0604"}
    refused(match, "to 0704")
    refused(match, "to 0503")


@rule("hurtgen", "5.13", "5.13a")
def test_a_unit_never_spends_more_than_its_allowance():
    # One road hex at 1/2 and six clear hexes are 6 1/2 points; a seventh clear hex would make 7 1/2.
    match = us_movement("1/8=0110", roads={"0110-0210": "road"})
    match.play("select 1/8")
    assert offered(match, "move 0810")
    refused(match, "move 0910", "5.13", "5.25")


@rule("hurtgen", "5.13", "5.13b")
def test_a_unit_may_spend_some_or_none_of_its_points():
    match = us_movement("1/8=1010 2/8=1020")
    move(match, "1/8", "1011")
    match.play("done")
    assert (where(match, "1/8"), where(match, "2/8")) == ("1011", "1020")


@rule("hurtgen", "5.13", "5.13c")
def test_unspent_points_are_lost():
    match = us_movement("1/8=1414")
    until(match, 2, "us movement")
    assert reach(match, "1/8") == within("1414", 7)


@rule("hurtgen", "5.13", "5.13d")
def test_points_are_not_passed_to_another_unit():
    match = us_movement("1/8=1414 2/8=0101 3/8=0110")
    move(match, "2/8", "0102")
    assert reach(match, "1/8") == within("1414", 7)


@rule("hurtgen", "5.14", "5.14a")
def test_a_unit_that_starts_next_to_an_enemy_may_not_move():
    match = us_movement("1/8=0503 2/8=0505 1/983=0603")
    locked(match, "1/8")
    assert offers(match, "select") == {"2/8"}


@rule("hurtgen", "5.14", "5.14b")
def test_a_retreat_leaves_a_controlled_hex():
    match = table("turn 1\nphase us combat\nat 1/8=0503 1/983=0603", plain=True, dice=[2])
    fight(match, "0603", "1/8").play("to 0604")
    assert where(match, "1/983") == "0604"


@rule("hurtgen", "5.14", "5.14b")
def test_an_advance_leaves_a_controlled_hex():
    # 1/8 fights 1/983 while 2/983 holds it too; 2/8 deals with 2/983.
    match = table("turn 1\nphase us combat\nat 1/8=0503 2/8=0302 1/983=0603 2/983=0402", plain=True, dice=[2])
    fight(match, "0603", "1/8")
    match.play("to 0704", "advance 1/8", "to 0603")
    assert where(match, "1/8") == "0603"


@rule("hurtgen", "5.14", "5.14c")
def test_no_step_from_one_controlled_hex_to_the_next():
    match = us_movement("1/8=0503 1/983=0603")
    assert "0504" in near("0603")
    locked(match, "1/8")
    # Arriving is stopping: 1/8 may enter 0503 or 0504 but not go from one to the other.
    match = us_movement("1/8=0303 1/983=0603 2/983=0607 1/984=0501")
    assert reach(match, "1/8") == walk("0303", 7, enemies=["0603", "0607", "0501"])


@rule("hurtgen", "5.14c")
def test_no_leaving_the_map_from_a_controlled_hex():
    text = "turn 2\nphase german movement\nat 16={} 1/8=2919"
    locked(table(text.format("2918"), plain=True), "16")
    match = table(text.format("2815"), plain=True)
    match.play("select 16")
    assert {"2916", "2917"} <= offers(match, "exit")
    refused(match, "exit 2918")
    assert not {"2919", "2920"} & offers(match, "exit")


@rule("hurtgen", "5.15", "5.15a")
def test_a_unit_let_go_moves_no_further():
    match = us_movement("1/8=1010 2/8=1020")
    move(match, "1/8", "1012")
    refused(match, "select 1/8", "5.15")
    refused(match, "move 1013")
    assert offers(match, "select") == {"2/8"}


@rule("hurtgen", "5.15", "5.15b")
def test_a_finished_move_is_changed_only_by_taking_it_back():
    match = us_movement("1/8=1010 2/8=1020")
    move(match, "1/8", "1012")
    refused(match, "select 1/8", "5.15")
    match.undo()
    assert where(match, "1/8") == "1010"
    match.play("move 1110")
    assert where(match, "1/8") == "1110"


@rule("hurtgen", "5.15b")
def test_nothing_is_taken_back_across_a_roll():
    match = table("turn 1\nphase us movement\nat 1/8=1010 45=0303 1/983=0603", plain=True, dice=[6])
    move(match, "1/8", "1012")
    match.play("done", "attack 0603", "barrage 45", "resolve")
    before = match.position()
    assert not match.may_undo()
    with pytest.raises(Refusal):
        match.undo()
    assert match.position() == before
    assert where(match, "1/8") == "1012"


@rule("hurtgen", "5.16", "5.16a")
def test_a_cut_off_unit_keeps_its_movement():
    # Every way out is controlled; the two hexes to the ring cost just 3 + 4.
    ring_of_foes = " ".join(f"{unit}={hex_}" for unit, hex_ in zip(GERMANS, CORDON, strict=True))
    ground = dict.fromkeys(near("1010"), "woods") | dict.fromkeys(ring("1010", 2), "rough")
    match = us_movement(f"1/8=1010 {ring_of_foes}", terrain=ground)
    first = reach(match, "1/8")
    assert first == within("1010", 2)
    for turn in (2, 3, 4, 5):
        until(match, turn, "us movement")
        assert reach(match, "1/8") == first


@rule("hurtgen", "5.16", "5.16a")
def test_a_surrounded_unit_keeps_its_strengths():
    ring_of_foes = " ".join(f"{unit}={hex_}" for unit, hex_ in zip(GERMANS, near("1010"), strict=False))
    match = table(f"turn 9\nphase us combat\nat 1/8=1010 {ring_of_foes}", plain=True)
    first, *others = near("1010")
    match.play(f"attack {first}", *(f"also {hex_}" for hex_ in others), "with 1/8")
    assert match.preview.total == 2 - 6 * 2
    match = table(f"turn 9\nphase german combat\nat 1/8=1010 {ring_of_foes}", plain=True)
    match.play("attack 1010", *(f"with {unit}" for unit in GERMANS[:6]))
    assert match.preview.total == 6 * 1 - 3


# -- 5.3 -------------------------------------------------------------------------------------

BRIDGE = {"sides": water_line("river", h1010_1110="river bridge"), "roads": way(["1010", "1110"])}


@rule("hurtgen", "5.31", "5.31a")
def test_moving_through_friends_costs_nothing_extra():
    alone = reach(us_movement("1/8=1009", **BRIDGE), "1/8")
    crowded = reach(us_movement("1/8=1009 2/8=1010 3/8=1110", **BRIDGE), "1/8")
    assert "1610" in alone
    assert crowded == alone


@rule("hurtgen", "5.31", "5.31b")
def test_a_unit_does_not_stop_on_a_friend_that_has_moved():
    match = us_movement("1/8=1010 2/8=1015")
    move(match, "2/8", "1012")
    match.play("select 1/8")
    refused(match, "move 1012", "5.31")
    assert offers(match, "move") == within("1010", 7) - {"1012"}


@rule("hurtgen", "5.31", "5.31b")
def test_a_friend_that_can_still_move_must_go_at_once():
    match = us_movement("1/8=1010 2/8=1012 3/8=1018")
    move(match, "1/8", "1012")
    refused(match, "done")
    refused(match, "select 3/8")
    refused(match, "move 1012")
    match.play("move 1010")
    assert (where(match, "1/8"), where(match, "2/8")) == ("1012", "1010")
    refused(match, "select 2/8", "5.15")
    match.play("done")
    assert status(match)["phase"] == "us combat"


@rule("hurtgen", "5.31b")
def test_a_unit_does_not_stop_on_a_friend_that_has_nowhere_to_go():
    match = us_movement("1/8=1010 10=1012", terrain=everywhere("woods", h1012="clear", h1010="clear", h1011="clear"))
    assert "1012" in reach(match, "1/8")
    match = us_movement("1/8=1010 10=1012", terrain=everywhere("woods", h1012="clear", h1010="clear"))
    match.play("select 1/8")
    refused(match, "move 1012", "5.31")


@rule("hurtgen", "5.31", "5.31b")
def test_a_position_has_two_units_in_a_hex_only_while_one_makes_room():
    match = move(us_movement("1/8=1010 2/8=1012 3/8=0101 1/22=1020 1/983=2020"), "1/8", "1012")
    text = match.position()
    assert grognard.setup(text).position() == text

    def wrong(*change: str) -> str:
        with pytest.raises(PositionError) as caught:
            grognard.setup(text.replace(*change))
        return str(caught.value)

    assert "two units in 0101: 3/8, 1/22 (5.31)" in wrong("1/22=1020", "1/22=0101")
    assert "two units in 1012: 1/8, 2/8, 3/8 (5.31)" in wrong("3/8=0101", "3/8=1012")
    assert "two units in 1012: 1/8, 2/8 (5.31)" in wrong("move 2/8", "move 3/8")
    assert "units of both sides in 0101: 3/8, 1/983 (5.12)" in wrong("1/983=2020", "1/983=0101")
    with pytest.raises(PositionError, match=r"two units in 1012: 1/8, 2/8 \(5\.31\)"):
        us_movement("1/8=1012 2/8=1012")


@rule("hurtgen", "5.31", "5.31c")
def test_two_units_do_not_advance_into_the_same_hex():
    match = table("turn 1\nphase us combat\nat 1/8=0503 2/8=0602 1/983=0603", plain=True, dice=[4])
    fight(match, "0603", "1/8", "2/8").play("to 0704")
    assert offers(match, "advance") == {"1/8", "2/8"}
    match.play("advance 1/8", "to 0603")
    refused(match, "advance 2/8")
    assert (where(match, "1/8"), where(match, "2/8")) == ("0603", "0602")


@rule("hurtgen", "5.31c")
def test_on_a_longer_path_the_second_unit_advances_to_another_hex():
    match = table("turn 1\nphase us combat\nat 1/8=0503 2/8=0602 1/983=0603", plain=True, dice=[1])
    fight(match, "0603", "1/8", "2/8").play("to 0704", "to 0804", "advance 1/8", "to 0603", "advance 2/8")
    assert offers(match, "to") == {"0704"}
    refused(match, "to 0603")
    match.play("to 0704")
    assert (where(match, "1/8"), where(match, "2/8")) == ("0603", "0704")


@rule("hurtgen", "5.31", "5.31d")
def test_a_friend_in_a_controlled_hex_closes_it():
    enemy = ["1014"]
    free = reach(us_movement("1/8=1010 1/983=1014"), "1/8")
    assert free == walk("1010", 7, enemies=enemy)
    match = us_movement("1/8=1010 2/8=1013 1/983=1014")
    match.play("select 1/8")
    refused(match, "move 1013", "5.31")
    assert offers(match, "move") == free - {"1013"}


@rule("hurtgen", "5.32", "5.32a")
def test_any_number_of_units_pass_the_same_hex():
    match = us_movement("1/8=1010 2/8=0910 3/8=0911 1/22=1009 2/22=1011", **BRIDGE)
    orders = [("1/8", "1310"), ("2/8", "1309"), ("3/8", "1311"), ("1/22", "1409"), ("2/22", "1410")]
    for unit, to in orders:
        move(match, unit, to)
    assert [where(match, unit) for unit, _ in orders] == [to for _, to in orders]
    match.play("done")


@rule("hurtgen", "5.33", "5.33a")
def test_friendly_zones_do_not_hinder_friends():
    match = us_movement("1/8=1414 2/8=1416 3/8=1613 45=1212 10=1612")
    assert reach(match, "1/8") == within("1414", 7)
    move(match, "1/8", "1417")
    assert where(match, "1/8") == "1417"


# -- reasons ---------------------------------------------------------------------------------


@rule("hurtgen", "5.12", "5.13", "5.24", "5.31", "6.0", "6.31")
def test_the_refusal_explains_why_a_unit_does_not_reach_a_hex():
    match = us_movement("3/8=1020").play("select 3/8")
    assert refused(match, "move 1020", "5.0").why == "3/8 is already in 1020"
    assert refused(match, "move 2020", "5.13").why == "3/8 does not have enough Movement Points to reach 2020"
    match = us_movement("1/8=1010", sides=around("1009", "river")).play("select 1/8")
    assert refused(match, "move 1009", "6.31").why == "a river without a bridge blocks 1/8 from 1009"
    match = us_movement("10=1010", terrain={"1009": "woods"}).play("select 10")
    assert refused(match, "move 1009", "5.24").why == "10 is a vehicle and may go to 1009 only by road or trail"
    match = us_movement("1/8=1010 2/8=1012 1/983=1113").play("select 1/8")
    assert (
        refused(match, "move 1012", "5.31").why
        == "1/8 may not stop in the hex of 2/8, which cannot move away in this phase"
    )
    match = us_movement("1/8=1010 1/983=1012").play("select 1/8")  # six hexes off, eight by the way round the zone
    assert "1/8 cannot reach 1016: enemy units" in refused(match, "move 1016", "6.0").why


@rule("hurtgen", "13.21", "13.21b")
def test_a_unit_that_enters_a_zone_stops_there():
    match = table("turn 2\nphase german movement\nat 1/854=due 1/8=2906 1/983=2920", plain=True)
    match.play("select 1/854", "enter 2907")
    assert "must stop there" in refused(match, "move 2909", "13.21").why
    assert refused(match, "move 2906", "5.12").why == "2906 holds an enemy unit"


@pytest.mark.parametrize("moved", ["1/8", "3/8"])
@rule("hurtgen", "5.31", "5.31b")
def test_what_others_have_moved_does_not_keep_a_friend_from_making_room(moved):
    stays = {"1/8": "3/8", "3/8": "1/8"}[moved]
    match = us_movement(f"{moved}=2020 {stays}=1010 2/8=1012")
    move(match, moved, "2021")
    match.play("select 2/8")
    assert offered(match, "move 1010")
    assert not offered(match, "move 2021")
