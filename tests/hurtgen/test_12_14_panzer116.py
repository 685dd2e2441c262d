"""The 116th Panzer Division and leaving the map (12 and 14)."""

from __future__ import annotations

import pytest

from grognard import Match
from tests.hurtgen.helpers_ground import german_move, to_the_end, until
from tests.hurtgen.helpers_guns import attack_and_roll, featured
from tests.hurtgen.table import game, plain
from tests.kit import offered, offers, refused, rest, status, where
from tests.rules import rule

DIVISION = ("60", "156", "16", "116r", "116sp", "116k", "116h")
#: the whole division on the east edge
EDGE = "60=2902 156=2904 16=2906 116r=2908 116sp=2910 116k=2912 116h=2914 "
HEX = dict(pair.split("=") for pair in EDGE.split())


def leave(match: Match, *units: str) -> Match:
    for unit in units:
        match.play(f"select {unit}", f"exit {HEX[unit]}")
    return match


def us_points(match: Match) -> int:
    return int(status(match)["vp"]["us"])


# -- 12.0 ------------------------------------------------------------------------------------


@rule("hurtgen", "12.0", "12.0a")
def test_the_penalties_begin_after_turn_four() -> None:
    match = plain("turn 3\nphase german combat\nat 16=1010").play("done")
    assert (status(match)["turn"], us_points(match)) == (4, 0)
    until(match, 4, "german combat")
    assert us_points(match) == 0
    match.play("done")
    assert (status(match)["turn"], us_points(match)) == (5, 5)


@rule("hurtgen", "12.0", "12.0b")
@pytest.mark.parametrize(
    ("edge", "allowed"),
    [
        ("1001", False),
        ("1101", False),
        ("0110", False),
        ("0101", False),
        ("1014", False),
        ("2902", True),
        ("2920", True),
        ("1028", True),
        ("1128", True),
        ("0128", True),
        ("2901", True),
        ("2928", True),
    ],
)
def test_the_division_leaves_by_the_east_or_south_edge(edge: str, allowed: bool) -> None:
    match = german_move(2, f"16={edge}").play("select 16")
    assert offered(match, f"exit {edge}") == allowed
    if not allowed:
        refused(match, f"exit {edge}", "12.0", "14.0")


@rule("hurtgen", "12.0", "12.0c", "14.0", "14.0a")
def test_seven_units_and_no_others_may_leave() -> None:
    counters = game().counters
    able = set()
    for counter in counters:
        if counter.type == "marker":
            continue
        match = plain(f"turn 2\nphase {counter.side} movement\nat {counter.id}=2910").play(f"select {counter.id}")
        if offered(match, "exit 2910"):
            able.add(counter.id)
        else:
            refused(match, "exit 2910", "14.0", "12.0")
    assert able == set(DIVISION)
    printed = sorted(counter.printed for counter in counters if counter.id in able)
    assert printed == sorted(["2-2-12", "2-2-12", "3-2-12", "1-3-12", "2-3-16/2-12", "2-1-18/1-7", "1-2-12/2-7"])


@rule("hurtgen", "12.0", "12.0d")
def test_the_division_may_stay_and_fight() -> None:
    match = plain("turn 6\nphase german movement\nat 16=1013 1/8=1010").play("select 16", "move 1011", "done")
    match.play("attack 1010", "with 16", "resolve")
    assert match.preview is not None
    assert match.preview.total == 3 - 3


@rule("hurtgen", "12.0", "12.0f", "12.11b", "14.12a")
def test_a_unit_that_left_in_time_costs_nothing() -> None:
    match = leave(german_move(3, "16=2906 1/983=0101"), "16")
    assert where(match, "16") == "exited"
    to_the_end(match)
    assert match.result is not None
    assert match.result.score["us 116th"] == 0
    assert match.result.score["us units"] == 0
    assert where(match, "16") == "exited"


@rule("hurtgen", "12.0", "12.0g")
@pytest.mark.parametrize("turn", [1, 2, 9, 14])
def test_the_division_may_leave_in_any_german_movement_phase(turn: int) -> None:
    match = leave(german_move(turn, "16=2906"), "16")
    assert where(match, "16") == "exited"


# -- 12.1 ------------------------------------------------------------------------------------


@rule("hurtgen", "12.11", "12.11a")
def test_a_unit_that_stays_to_the_end_costs_fifty() -> None:
    match = plain("turn 4\nphase german combat\nat 16=1010").play("done")
    for turn in range(5, 15):
        until(match, turn, "us movement")
        assert us_points(match) == 5 * (turn - 4)
        until(match, turn, "german combat")
        assert us_points(match) == 5 * (turn - 4)
    match.play("done")
    assert match.result is not None
    assert match.result.score["us 116th"] == 50


@rule("hurtgen", "12.11", "12.11a")
def test_each_unit_counts_and_only_those_of_the_division() -> None:
    match = plain("turn 4\nphase german combat\nat 16=1010 116k=1015 1/983=1020 275h=1025 1/8=0101").play("done")
    assert us_points(match) == 10


@rule("hurtgen", "12.11", "12.11b", "12.0a")
def test_leaving_on_turn_four_is_in_time() -> None:
    match = leave(german_move(4, EDGE), *DIVISION)
    until(match, 6, "us movement")
    assert us_points(match) == 0
    assert {where(match, unit) for unit in DIVISION} == {"exited"}


@rule("hurtgen", "12.11", "12.11c")
def test_leaving_on_turn_five_costs_that_turn() -> None:
    match = until(german_move(4, EDGE.split()[0]), 5, "german movement")
    assert us_points(match) == 5
    leave(match, "60")
    until(match, 8, "us movement")
    assert us_points(match) == 5


#: 16 sits in a corner that a battalion seals, so a barrage that drives it back destroys it
TRAP = "16=0101 1/8=0202 44=0510 56=0511"


@rule("hurtgen", "12.12", "12.12a", "12.12b")
@pytest.mark.parametrize(("turn", "penalty"), [(4, 0), (5, 5), (6, 10), (7, 15)])
def test_a_destroyed_unit_counts_as_destroyed_and_costs_no_more_points(turn: int, penalty: int) -> None:
    match = until(plain(f"turn 3\nphase german combat\nat {TRAP}"), turn, "us combat")
    assert us_points(match) == penalty
    attack_and_roll(match, 1, "0101", "barrage 44", "barrage 56")
    assert where(match, "16") == "eliminated"
    assert us_points(match) == penalty + 5
    to_the_end(match)
    assert match.result is not None
    assert (match.result.score["us 116th"], match.result.score["us units"]) == (penalty, 5)


@rule("hurtgen", "12.13", "12.13a")
def test_the_example_four_leave_on_turn_four_two_on_five_one_on_six() -> None:
    match = leave(german_move(4, EDGE), *DIVISION[:4])
    leave(until(match, 5, "german movement"), *DIVISION[4:6])
    assert us_points(match) == 15
    leave(until(match, 6, "german movement"), *DIVISION[6:])
    assert us_points(match) == 20
    to_the_end(match)
    assert match.result is not None
    assert match.result.score["us 116th"] == 20


# -- 14 leaving the map ----------------------------------------------------------------------


@rule("hurtgen", "14.0", "14.0b")
def test_leaving_costs_as_much_as_the_hex_left() -> None:
    match = german_move(2, "116k=2217").play("select 116k")  # seven hexes from the edge with seven points
    assert offered(match, "move 2918")
    assert not offers(match, "exit")
    refused(match, "exit 2918", "14.0", "5.13", "5.25")
    match = german_move(2, "116k=2317").play("select 116k")  # six hexes: one point is left
    assert offers(match, "exit") == {f"29{row}" for row in range(14, 21)}
    match.play("exit 2917")
    assert where(match, "116k") == "exited"


@rule("hurtgen", "14.0", "14.0b")
@pytest.mark.parametrize(
    ("ground", "start", "allowed"),
    [
        ("rough", "2912", True),  # 4 of 7
        ("rough", "2812", False),  # 4 + 4
        ("woods", "2812", True),  # 3 + 3
        ("woods", "2712", True),  # 1 + 3 + 3
        ("woods", "2612", False),
        ("mixed", "2512", True),  # 3 + 2 + 2
        ("mixed", "2412", False),
    ],
)
def test_the_ground_beyond_is_like_the_ground_left(ground: str, start: str, allowed: bool) -> None:
    match = german_move(2, f"116k={start}", terrain={"2912": ground}).play("select 116k")
    assert offered(match, "exit 2912") == allowed


@rule("hurtgen", "14.0", "14.0c")
@pytest.mark.parametrize("ground", ["woods", "broken", "rough"])
def test_vehicles_leave_prohibited_ground_only_by_a_road_off_the_map(ground: str) -> None:
    """A road or trail leads to both hexes; it runs on from the map in 2918 only."""
    terrain, roads = {"2910": ground, "2918": ground}, {"2909-2910": "trail", "2917-2918": "road"}
    match = german_move(2, "16=2910 60=2918 116k=2911", terrain=terrain, roads=roads).play("select 16")
    refused(match, "exit 2910", "14.0", "5.24")
    assert offered(match, "exit 2909")
    match = german_move(2, "60=2918", terrain=terrain, roads=roads).play("select 60", "exit 2918")
    assert where(match, "60") == "exited"
    match = german_move(2, "116k=2911", terrain=terrain, roads=roads).play("select 116k")
    assert offered(match, "exit 2910") == (ground != "rough")  # towed guns may, if their points suffice: 3 + 3 or 4 + 4


@rule("hurtgen", "14.0", "14.0c", "14.0d")
def test_a_trail_off_the_map_will_do() -> None:
    files = featured({"2910": "exit:116Pz;offmap-trail:E"}, {"2910": "woods"})
    match = german_move(2, "16=2910", files=files).play("select 16", "exit 2910")
    assert where(match, "16") == "exited"


@rule("hurtgen", "14.0", "14.0d")
@pytest.mark.parametrize(("roads", "allowed"), [({"2917-2918": "road"}, True), ({}, False)])
def test_leaving_by_road_costs_half_a_point(roads: dict[str, str], allowed: bool) -> None:
    """From 2906 eleven clear hexes and a step by road: half of twelve points is left for the road off the map."""
    match = german_move(2, "16=2906", roads=roads).play("select 16")
    assert offered(match, "exit 2918") == allowed


@rule("hurtgen", "14.0", "14.0d")
def test_leaving_by_trail_costs_one_point() -> None:
    """In woods worth three points a trail off the map costs one: six hexes and one point of seven."""
    files = featured({"2912": "exit:116Pz;offmap-trail:E"}, {"2912": "woods"})
    near = {"2911-2912": "trail"}
    match = german_move(2, "116k=2906", files=files, roads=near).play("select 116k")  # 5 + 1 and 1 for leaving
    assert offered(match, "exit 2912")
    match = german_move(2, "116k=2905", files=files, roads=near).play("select 116k")
    assert offered(match, "move 2912")
    assert not offered(match, "exit 2912")


@rule("hurtgen", "14.0", "14.0b")
def test_an_enemy_zone_of_control_holds_a_unit_on_the_map() -> None:
    match = german_move(2, "16=2910 116k=2921 1/8=2911")
    refused(match, "select 16", "5.14", "6.13", "6.0")
    match = german_move(2, "16=2908 1/8=2911").play("select 16")
    assert offered(match, "move 2910")  # next to the enemy, where it must stop
    refused(match, "exit 2910")
    assert offered(match, "exit 2909")


@rule("hurtgen", "14.0", "14.0b")
def test_a_unit_may_leave_through_a_friend() -> None:
    match = german_move(2, "16=2810 1/983=2910").play("select 16", "exit 2910")
    assert (where(match, "16"), where(match, "1/983")) == ("exited", "2910")


@rule("hurtgen", "14.11", "14.11a")
def test_a_unit_that_left_does_not_return() -> None:
    match = leave(german_move(2, "16=2906 60=2902"), "16")
    refused(match, "select 16", "14.11", "5.15")
    for turn in (3, 4, 5, 9, 11, 14):
        until(match, turn, "german movement")
        assert offers(match, "select") == {"60"}
        refused(match, "select 16", "14.11")


@rule("hurtgen", "14.12", "14.12a")
def test_a_unit_that_left_is_not_eliminated() -> None:
    match = leave(german_move(3, EDGE), "16", "116sp")
    assert where(match, "16") == where(match, "116sp") == "exited"
    assert us_points(match) == 0


@rule("hurtgen", "14.13", "14.13a")
def test_units_leave_only_in_their_movement_phase() -> None:
    match = plain("turn 3\nphase german combat\nat 16=2906")
    refused(match, "exit 2906")
    match = plain("turn 3\nphase us movement\nat 16=2906 1/8=0101")
    refused(match, "exit 2906")
    match = plain("turn 3\nphase us combat\nat 16=2910 1/8=2809 2/8=2710")
    attack_and_roll(match, 3, "2910", "with 1/8", "support 1")  # D1
    assert match.side == "german"
    refused(match, "exit 2910")
    assert offers(match, "to") == {"2911"}


@rule("hurtgen", "14.13", "14.13b")
def test_a_unit_that_can_only_retreat_off_the_map_is_eliminated() -> None:
    match = plain("turn 3\nphase us combat\nat 16=2910 1/8=2809 2/8=2810")
    rest(attack_and_roll(match, 1, "2910", "with 1/8", "with 2/8"))  # D2
    assert where(match, "16") == "eliminated"
    assert us_points(match) == 5


# -- reasons ---------------------------------------------------------------------------------


@rule("hurtgen", "14.0", "14.0b", "14.0c", "12.0", "5.24", "5.14")
def test_the_refusal_explains_why_a_unit_does_not_leave_the_map() -> None:
    ground = {"terrain": {"2910": "woods"}, "roads": {"2909-2910": "trail"}}
    match = german_move(2, "16=2908 1/983=2920 1/8=2913", **ground).play("select 16")
    assert refused(match, "exit 2808", "12.0").why == "2808 is not on the east or south edge of the map"
    assert refused(match, "exit 2928", "14.0").why == "16 cannot reach 2928 in this phase"
    assert refused(match, "exit 2912", "5.14").why == "2912 is in an enemy Zone of Control, where 16 must stop"
    assert "may not leave the map at 2910: no road or trail" in refused(match, "exit 2910", "5.24").why
    match = german_move(2, "116k=2217 1/983=2920").play("select 116k")
    assert "does not have enough Movement Points left" in refused(match, "exit 2918", "14.0").why
    match = german_move(2, "116k=2217 1/983=2920").play("select 1/983")
    assert "and 1/983 does not belong to it" in refused(match, "exit 2920", "14.0").why
    match = german_move(2, "1/854=due 1/983=2920").play("select 1/854")
    for action in ("exit 2907", "move 2907"):
        assert refused(match, action, "13.11").why == "1/854 must enter the map first"
