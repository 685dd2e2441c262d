"""Reinforcements (13)."""

from __future__ import annotations

import pytest

from grognard import Match
from tests.hurtgen.helpers_ground import german_move, to_the_end, until
from tests.hurtgen.helpers_guns import featured
from tests.hurtgen.table import table
from tests.kit import offered, offers, refused, status, where
from tests.rules import rule

NORTH = ("1/854", "2/854", "1/855", "2/855", "344h")  # turn 2 at 2907
SOUTH = ("1/856", "2/856", "344k")  # turn 2 at 2918
LATE = ("1/941", "2/941", "1/942", "2/942", "1/943", "353h")  # turn 9 at 2907
CCR = ("10", "47", "56sp")  # turn 4 at 0123


def due(*units: str) -> str:
    return " ".join(f"{unit}=due" for unit in units)


TURN_2 = due(*NORTH, *SOUTH)

#: One step of road leads inland from each entry hex, so that half points can be distinguished.
ROADS = {"2806-2907": "road", "0123-0222": "road", "2817-2918": "road"}
#: Hexes one after the other: by the road and straight on, and without it along the edge.
INLAND = {
    "2907": "2806 2706 2605 2505 2404 2304 2203 2103",
    "0123": "0222 0322 0421 0521 0620 0720 0819 0919 1018 1118 1217 1317 1416",
    "2918": "2817 2717 2616 2516 2415 2315 2214 2114",
}
ALONG = {
    "2907": [f"29{row:02d}" for row in range(8, 16)],
    "0123": [f"01{row:02d}" for row in range(22, 9, -1)],
    "2918": [f"29{row:02d}" for row in range(19, 27)],
}


def reach(match: Match, hexes: list[str]) -> int:
    """How many of these consecutive hexes the selected unit can reach."""
    able = offers(match, "move")
    count = 0
    while count < len(hexes) and hexes[count] in able:
        count += 1
    return count


def points_left(match: Match, entry: str) -> float:
    """The Movement Points left to the unit that just entered, on a board with ROADS."""
    return (reach(match, ALONG[entry]) + reach(match, INLAND[entry].split())) / 2


def enter(match: Match, unit: str, entry: str) -> Match:
    return match.play(f"select {unit}", f"enter {entry}")


# -- 13.0 ------------------------------------------------------------------------------------


@rule("hurtgen", "13.0", "13.0a")
def test_reinforcements_arrive_on_their_turn() -> None:
    match = german_move(1, TURN_2 + " 1/983=0910")
    assert offers(match, "select") == {"1/983"}
    refused(match, "select 1/854", "13.0", "16.15")
    match = german_move(2, TURN_2 + " 1/983=0910")
    assert offers(match, "select") == {"1/983", *NORTH, *SOUTH}
    match = table(f"turn 2\nphase us movement\nat {TURN_2} 1/8=0910", plain=True)
    assert offers(match, "select") == {"1/8"}
    match = table(f"turn 2\nphase german combat\nat {TURN_2} 1/983=0910", plain=True)
    refused(match, "select 1/854")


@rule("hurtgen", "13.0", "13.0b")
def test_reinforcements_come_at_their_hex() -> None:
    match = german_move(2, TURN_2).play("select 1/854")
    assert offers(match, "enter") == {"2907"}
    refused(match, "enter 2918", "13.0", "13.24", "13.22", "16.15")
    match = german_move(2, TURN_2).play("select 344k")
    assert offers(match, "enter") == {"2918"}


@rule("hurtgen", "13.0", "13.0c", "13.14")
def test_reinforcements_may_come_between_other_moves() -> None:
    match = german_move(2, TURN_2 + " 1/983=0910 2/983=0914")
    match.play("select 1/983", "move 0911")
    enter(match, "1/854", "2907").play("move 2905")
    match.play("select 2/983", "move 0915")
    enter(match, "1/856", "2918").play("move 2920")
    assert [where(match, u) for u in ("1/983", "1/854", "2/983", "1/856")] == ["0911", "2905", "0915", "2920"]


# -- 13.1 the cost ---------------------------------------------------------------------------

NO_ROAD = {"2907": "entry:German;exit:116Pz", "0123": "entry:US"}


@rule("hurtgen", "13.11", "13.11a")
@pytest.mark.parametrize(("ground", "left"), [("clear", 6), ("mixed", 5), ("woods", 4), ("rough", 3)])
def test_entry_costs_what_the_entry_hex_costs(ground: str, left: int) -> None:
    match = german_move(2, TURN_2, files=featured(NO_ROAD, {"2907": ground}))
    enter(match, "1/854", "2907")
    assert reach(match, ALONG["2907"]) == left


@rule("hurtgen", "13.11", "13.11b", "13.14", "13.14a")
@pytest.mark.parametrize("ground", ["clear", "town", "woods"])
def test_entry_by_road_costs_half_a_point(ground: str) -> None:
    match = enter(german_move(2, TURN_2, roads=ROADS, terrain={"2907": ground}), "1/854", "2907")
    assert points_left(match, "2907") == 6.5
    match.play("move 2203")
    assert where(match, "1/854") == "2203"


@rule("hurtgen", "13.11", "13.11c")
def test_vehicles_enter_prohibited_ground_by_road() -> None:
    text = f"turn 4\nphase us movement\nat {due(*CCR)} 1/8=0910"
    match = enter(table(text, plain=True, roads=ROADS, terrain={"0123": "woods"}), "10", "0123")
    assert points_left(match, "0123") == 11.5
    match = table(text, plain=True, files=featured(NO_ROAD, {"0123": "woods"}))
    assert not offered(match, "select 10")  # without the road there is no way on


@rule("hurtgen", "13.12", "13.12a", "13.12b", "13.13", "13.13a")
def test_the_example_each_unit_of_a_column_pays_half_a_point_more() -> None:
    match = german_move(2, TURN_2, roads=ROADS)
    for number, unit in enumerate(NORTH, 1):
        enter(match, unit, "2907")
        assert points_left(match, "2907") == 7 - number / 2
        match.play(f"move 28{number:02d}")
    for number, unit in enumerate(SOUTH, 1):  # the other entry hex has a column of its own
        enter(match, unit, "2918")
        assert points_left(match, "2918") == 7 - number / 2
        match.play(f"move 29{18 - number}")


@rule("hurtgen", "13.12", "13.12c")
def test_the_owner_chooses_the_order_of_a_column() -> None:
    match = german_move(2, TURN_2, roads=ROADS)
    for number, unit in enumerate(("2/855", "344h", "1/854"), 1):
        enter(match, unit, "2907")
        assert points_left(match, "2907") == 7 - number / 2
        match.play(f"move 28{number:02d}")


@rule("hurtgen", "13.12", "13.12c", "13.23")
def test_units_held_back_stand_in_the_same_column() -> None:
    match = german_move(9, due(*NORTH, *LATE), roads=ROADS)
    for number, unit in enumerate(("1/941", "1/854", "353h", "344h"), 1):
        enter(match, unit, "2907")
        assert points_left(match, "2907") == 7 - number / 2
        match.play(f"move 28{number:02d}")


@rule("hurtgen", "13.12", "13.12a")
def test_each_turn_has_a_new_column() -> None:
    match = german_move(2, TURN_2, roads=ROADS)
    enter(match, "1/854", "2907").play("move 2801")
    until(match, 3, "german movement")
    enter(match, "2/854", "2907")
    assert points_left(match, "2907") == 6.5


@rule("hurtgen", "13.13", "13.13b")
@pytest.mark.parametrize(("ground", "cost"), [("clear", 1), ("mixed", 2), ("woods", 3)])
def test_without_a_road_each_unit_pays_a_clear_hex_more(ground: str, cost: int) -> None:
    match = german_move(2, TURN_2, files=featured(NO_ROAD, {"2907": ground}))
    for number, unit in enumerate(NORTH[:3]):
        enter(match, unit, "2907")
        assert reach(match, ALONG["2907"]) == 7 - cost - number
        match.play(f"move 290{6 - number}" if number < 2 else "move 2806")


@rule("hurtgen", "13.13", "13.13c")
def test_the_american_column_pays_a_half_one_and_one_and_a_half() -> None:
    match = table(f"turn 4\nphase us movement\nat {due(*CCR)}", plain=True, roads=ROADS)
    for number, (unit, left) in enumerate(zip(CCR, (11.5, 11.0, 10.5), strict=True)):
        enter(match, unit, "0123")
        assert points_left(match, "0123") == left
        match.play(f"move 022{number + 4}")


@rule("hurtgen", "13.13", "13.13d")
def test_a_column_too_long_cannot_all_enter_in_one_turn() -> None:
    match = german_move(9, due(*NORTH, *LATE), files=featured(NO_ROAD))
    column = [*NORTH, *LATE]
    for number, unit in enumerate(column[:6]):
        enter(match, unit, "2907")
        assert reach(match, ALONG["2907"]) == 6 - number
        match.play(f"move 290{number + 1}")
    enter(match, column[6], "2907")
    assert offers(match, "move") == {"2907"}  # the seventh spends all its points on entry
    match.undo()
    match.play("enter 2907", "move 2907")
    assert not offers(match, "select") & set(column[7:])
    refused(match, f"select {column[7]}")
    until(match, 10, "german movement")
    assert offered(match, f"select {column[7]}")


@rule("hurtgen", "13.14", "13.14b")
def test_two_units_do_not_stay_in_the_entry_hex() -> None:
    match = german_move(2, TURN_2)
    enter(match, "1/854", "2907").play("move 2907")
    enter(match, "2/854", "2907")
    refused(match, "move 2907", "5.31", "13.14")
    match.play("move 2905")
    assert (where(match, "1/854"), where(match, "2/854")) == ("2907", "2905")


@rule("hurtgen", "13.14", "13.14c")
def test_a_reinforcement_fights_in_the_turn_of_its_arrival() -> None:
    match = german_move(2, TURN_2 + " 1/8=2910")
    enter(match, "1/854", "2907").play("move 2909", "done")
    refused(match, "done", "7.11", "7.12")
    match.play("attack 2910", "with 1/854", "resolve")
    assert match.side == "dice"


# -- 13.2 restrictions -----------------------------------------------------------------------


@rule("hurtgen", "13.21", "13.21a")
def test_no_entry_into_an_enemy_unit() -> None:
    match = german_move(2, TURN_2 + " 1/8=2907 1/983=2920").play("select 1/854")
    refused(match, "enter 2907", "13.21", "5.12", "13.22")


@rule("hurtgen", "13.21", "13.21b", "13.22a")
def test_in_an_enemy_controlled_entry_hex_it_stops() -> None:
    match = german_move(2, TURN_2 + " 1/8=2906 1/983=2920").play("select 1/854")
    assert offers(match, "enter") == {"2907"}  # no alternative merely for a zone of control
    match.play("enter 2907")
    assert offers(match, "move") == {"2907"}


@rule("hurtgen", "13.22", "13.22a", "13.22c")
@pytest.mark.parametrize(
    ("friends", "entries"),
    [
        ("1/983=2915", {"2908"}),
        ("1/983=2902", {"2906"}),
        ("1/983=2915 2/983=2903", {"2906"}),  # the nearer friend shows the way
        ("1/983=2904 2/983=2910", {"2906", "2908"}),  # equally near: the owner chooses
    ],
)
def test_a_blocked_entry_hex_is_replaced_by_the_next_towards_a_friend(friends: str, entries: set[str]) -> None:
    match = german_move(2, f"{TURN_2} 1/8=2907 {friends}").play("select 1/854")
    assert offers(match, "enter") == entries


@rule("hurtgen", "13.22", "13.22c")
def test_a_blocked_alternative_is_replaced_by_the_one_behind() -> None:
    match = german_move(2, TURN_2 + " 1/8=2907 2/8=2908 1/983=2915").play("select 1/854")
    assert offers(match, "enter") == {"2909"}
    match = german_move(2, TURN_2 + " 1/8=2907 2/983=2908 1/983=2915").play("select 1/854")
    assert offers(match, "enter") == {"2909"}  # a friend in an enemy zone of control blocks it as well


@rule("hurtgen", "13.22", "13.22c")
def test_the_alternative_must_be_open_to_the_unit() -> None:
    text = f"turn 4\nphase us movement\nat {due(*CCR)} 1/983=0123 1/8=0128"
    match = table(text, plain=True).play("select 10")
    assert offers(match, "enter") == {"0124"}
    match = table(text, plain=True, terrain={"0124": "woods"}).play("select 10")
    assert offers(match, "enter") == {"0125"}


@rule("hurtgen", "13.22", "13.22b")
def test_a_friend_out_of_enemy_reach_gives_no_alternative() -> None:
    match = german_move(2, TURN_2 + " 1/983=2907 2/983=2920").play("select 1/854")
    assert offers(match, "enter") == {"2907"}
    match.play("enter 2907", "move 2905")
    assert where(match, "1/854") == "2905"


@rule("hurtgen", "13.22", "13.22a")
def test_a_friend_in_an_enemy_zone_of_control_blocks_the_entry_hex() -> None:
    match = german_move(2, TURN_2 + " 1/983=2907 1/8=2906 2/983=2920").play("select 1/854")
    assert offers(match, "enter") == {"2908"}
    refused(match, "enter 2907", "13.22", "13.21", "5.31")


@rule("hurtgen", "13.22", "13.22d", "13.13b")
def test_an_alternative_hex_has_its_own_cost() -> None:
    """1/983 in 2907 is held by 1/8; 2908 is clear and no road leads there from off the map."""
    match = german_move(2, TURN_2 + " 1/983=2907 1/8=2906 2/983=2925")
    south = ALONG["2907"][1:]
    enter(match, "1/854", "2908")
    assert reach(match, south) == 6
    match.play("move 2914")
    enter(match, "2/854", "2908")
    assert reach(match, south[:5]) == 5
    assert not offered(match, "move 2914")


@rule("hurtgen", "13.22", "13.22e")
def test_a_first_unit_that_had_to_stop_makes_the_others_go_round() -> None:
    match = german_move(2, TURN_2 + " 1/8=2906 1/983=2920")
    enter(match, "1/854", "2907").play("move 2907", "select 2/854")
    assert offers(match, "enter") == {"2908"}


# -- reasons ---------------------------------------------------------------------------------


@rule("hurtgen", "13.0", "13.22", "13.24", "5.24")
def test_the_refusal_explains_why_a_reinforcement_does_not_enter() -> None:
    match = german_move(1, TURN_2 + " 1/983=0910")
    assert refused(match, "select 1/854", "13.0").why == "1/854 is due on Game-Turn 2"
    match = german_move(2, f"{TURN_2} 1/983=2920 1/8=2907").play("select 1/854")
    shut = "2907 is blocked; the alternate entry hex is 2908, not 2909"
    assert refused(match, "enter 2909", "13.22").why == shut
    assert refused(match, "enter 2907", "13.21").why == "2907 holds an enemy unit"
    match = german_move(2, TURN_2 + " 1/983=2920").play("select 1/854")
    assert refused(match, "enter 2908", "13.24").why == "1/854 must enter at 2907, which is not blocked"
    match.play("enter 2907")
    assert refused(match, "enter 2907", "13.11").why == "1/854 has already entered at 2907"
    match = german_move(2, TURN_2 + " 1/983=2920").play("select 1/983")
    assert refused(match, "enter 2907", "13.0").why == "1/983 is not waiting to enter"


@rule("hurtgen", "13.13", "13.13d", "5.24")
def test_the_refusal_says_that_a_column_is_too_long() -> None:
    match = german_move(9, due(*NORTH, *LATE), files=featured(NO_ROAD))
    column = [*NORTH, *LATE]
    for number, unit in enumerate(column[:7]):
        enter(match, unit, "2907").play(f"move 290{number + 1}" if number < 6 else "move 2907")
    assert "too far back in the column to enter at 2907" in refused(match, f"select {column[7]}", "13.13").why


@rule("hurtgen", "5.24", "13.1")
def test_a_vehicle_does_not_enter_in_the_woods_without_a_road() -> None:
    text = f"turn 4\nphase us movement\nat {due(*CCR)} 1/8=0128"
    match = table(text, plain=True, files=featured(NO_ROAD, {"0123": "woods"}))
    assert refused(match, "select 10", "5.24").why == "10 cannot enter at 0123 without a road or trail"
    assert not offers(match, "select") & set(CCR)


@rule("hurtgen", "13.14", "13.14b")
def test_a_reinforcement_with_nowhere_to_stop_waits() -> None:
    """A friend in 2907 that has moved does not make room, and rivers bar the way past it."""
    rivers = dict.fromkeys(("2906-2907", "2907-2908", "2806-2907", "2807-2907"), "river")
    match = german_move(2, TURN_2 + " 1/983=2920", sides=rivers, files=featured(NO_ROAD))
    enter(match, "1/854", "2907").play("move 2907")
    assert "nowhere to stop" in refused(match, "select 2/854", "13.14").why


@rule("hurtgen", "13.23", "13.23a")
def test_reinforcements_may_be_held_back() -> None:
    match = until(german_move(2, TURN_2), 5, "german movement")
    assert offers(match, "select") == {*NORTH, *SOUTH}
    enter(match, "1/854", "2907").play("move 2905")
    assert (status(match)["turn"], where(match, "1/854")) == (5, "2905")


@rule("hurtgen", "13.24", "13.24a")
def test_a_late_reinforcement_still_uses_its_hex() -> None:
    match = german_move(5, TURN_2 + " 1/983=0910").play("select 1/854")
    assert offers(match, "enter") == {"2907"}
    refused(match, "enter 2918", "13.24", "13.0", "13.22")
    match = german_move(5, TURN_2 + " 1/983=2920 1/8=2907").play("select 1/854")
    assert offers(match, "enter") == {"2908"}


@rule("hurtgen", "13.25", "13.25a")
def test_reinforcements_off_the_map_have_no_effect() -> None:
    match = table(f"turn 3\nphase us movement\nat {TURN_2} 1/8=2910", plain=True).play("select 1/8")
    alone = table("turn 3\nphase us movement\nat 1/8=2910", plain=True).play("select 1/8")
    assert offers(match, "move") == offers(alone, "move")
    match.play("move 2908", "done")
    assert not offers(match, "attack")
    match.play("done")
    assert status(match)["phase"] == "german movement"
    match = table(f"turn 3\nphase german combat\nat {TURN_2} 1/8=2908 1/983=0910", plain=True)
    assert not offers(match, "attack")
    assert status(match.play("done"))["turn"] == 4


@rule("hurtgen", "13.25", "13.25b", "13.23a")
def test_units_never_brought_on_score_nothing() -> None:
    match = to_the_end(german_move(9, due(*NORTH, *SOUTH, *LATE, *CCR) + " 1/983=0910"))
    assert match.result is not None
    assert (match.result.score["us units"], match.result.score["german"]) == (0, 0)
    assert {where(match, unit) for unit in (*NORTH, *SOUTH, *LATE, *CCR)} == {"due"}
