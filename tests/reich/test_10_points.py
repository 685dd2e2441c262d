"""Chapters 9.4, 10.3, 10.4.A and 10.6: what each unit may spend, before combat and after it."""

from __future__ import annotations

import pytest

from grognard.games.reich import allowance
from tests.kit import now, offered, offers, refused
from tests.reich.helpers_moves import (
    GAME,
    assault,
    breakthrough,
    farthest,
    moved,
    on_map,
    points,
    step,
)
from tests.rules import rule

#: a US and a Commonwealth division far from a German one
TWO = "US-1=1327 CW-50=1325 G-352=0927"


# -- 10.3 -------------------------------------------------------------------------------------

STAFF = "US-HQ1-12=1327 US-PATTON=1327 CW-HQ21=1325 US-1=1327 G-352=0927 G-HQ7=0931"


@rule("reich", "10.3", "10.3a", "10.3.A", "10.3.Aa")
def test_leaders_and_hqs_stay_in_assault_movement() -> None:
    match = assault(STAFF)
    for unit in ("US-HQ1-12", "US-PATTON", "CW-HQ21"):
        refused(match, f"select {unit}", "10.3.A")
    refused(step("german", "assault", STAFF), "select G-HQ7", "10.3.A")


@rule("reich", "10.3.A", "10.3.Aa", "10.3.Ab", "10.3.Ad", "10.6.A.4b")
def test_they_have_their_printed_allowance_in_breakthrough_and_exploitation() -> None:
    for match in (breakthrough(STAFF, points="0 0 0 0 0"), step("allied", "exploitation", STAFF, dice=[1, 1])):
        assert (farthest(match, "US-HQ1-12"), farthest(match, "US-PATTON"), farthest(match, "CW-HQ21")) == (6, 12, 6)


@rule("reich", "10.3.Ac")
def test_german_staff_moves_twice_on_the_turn_of_the_counteroffensive_only() -> None:
    at = "G-HQ7=5127 G-352=5018 US-1=4420"
    for kind in ("breakthrough", "exploitation"):
        match = on_map("german", kind, at, "offensive 10", "points 0 0 0 2 4", turn=10)
        if offered(match, "pass"):
            match.play("pass")
        assert offered(match, "select G-HQ7")
    match = on_map("german", "offensive", at, "offensive 10", turn=10).play("declare 1")
    refused(match, "select G-HQ7", "10.3.A")


@rule("reich", "10.3.Ae", "10.6.B", "10.6.Ba", "10.6.B.1", "10.6.B.1a", "10.6.B.1d", "10.6.B.1e", "4.1bm", "4.1bn")
def test_without_a_point_left_there_is_neither_combat_nor_breakthrough() -> None:
    at = f"{STAFF} G-84=1328"
    match = step("allied", "assault", at, "logistics 1", turn=2, dice=[4, 2]).play("declare 4", "done")
    assert match.side != "dice" or now(match)[1].startswith("german")
    assert now(match)[1].startswith("german")


@rule("reich", "10.6.B.1b", "10.6.B.1", "10.6.B")
def test_with_one_point_left_there_is_combat() -> None:
    at = f"{STAFF} G-84=1328"
    match = step("allied", "assault", at, "logistics 1", turn=2, dice=[4, 2, 1]).play("declare 3", "done")
    assert now(match)[1] == "allied combat"
    assert points(match)[:2] == [1, 0]


@rule("reich", "10.3.Ag")
def test_out_of_supply_halves_a_printed_allowance() -> None:
    match = step("german", "exploitation", "G-HQ7=1327 US-1=0927", "oos G-HQ7")
    assert farthest(match, "G-HQ7") == 3


PRIORITY = "CW-50=1325 CW-3=1327 CW-15=1326 US-1=1227 US-2=1226 G-352=0927"
MARKED = "priority CW-50 CW-3 US-1"


@rule("reich", "10.3.B", "10.3.Ba", "10.3.Bh", "10.3.Bi", "10.3.Bf")
def test_priority_supply_gives_six_points_whatever_is_rolled_or_declared() -> None:
    match = assault(PRIORITY, MARKED, declared=1)
    assert (farthest(match, "CW-50"), farthest(match, "CW-15")) == (6, 1)
    match = step("allied", "exploitation", PRIORITY, MARKED)
    assert (farthest(match, "CW-50"), farthest(match, "CW-15")) == (6, 12)


@rule("reich", "10.3.B", "10.3.Bb", "10.6.A.4c", "10.6.Cc")
def test_priority_units_that_stayed_move_in_breakthrough() -> None:
    match = breakthrough(PRIORITY, MARKED, points="1 0 0 0 0")
    assert (farthest(match, "CW-50"), farthest(match, "CW-15"), farthest(match, "US-1")) == (6, 1, 6)


@rule("reich", "10.3.B", "10.3.Bc", "10.3.Bd", "10.3.Be")
def test_priority_units_of_a_command_move_in_the_same_step() -> None:
    match = step("allied", "assault", f"{PRIORITY} G-84=1426", MARKED, dice=[6, 6, 1]).play("declare 1")
    moved(match, "CW-3", "1328")
    match.play("done")
    while now(match)[1] != "allied breakthrough":
        match.play("done" if offered(match, "done") else "pass")
    refused(match, "select CW-3", "10.3.B")
    refused(match, "select CW-50", "10.3.B")
    assert offered(match, "select US-1")


@rule("reich", "10.3.C", "10.3.Ca", "10.3.Cd")
@pytest.mark.parametrize(("die", "found"), [(1, 3), (3, 4), (5, 4)])
def test_other_printed_allowances_are_a_ceiling(die: int, found: int) -> None:
    match = step("german", "assault", "G-266=1327 US-1=0927", dice=[die])
    assert farthest(match, "G-266") == found


@rule("reich", "10.3.Cb")
def test_the_declared_number_binds_printed_allowances() -> None:
    at = "G-266=5018 G-352=5120 US-1=4420"
    match = step("german", "offensive", at, "offensive 10", turn=10).play("declare 2")
    assert farthest(match, "G-266") == 2


@rule("reich", "10.3.Cc")
@pytest.mark.parametrize(("declared", "found"), [(1, 1), (5, 2)])
def test_dropped_units_have_two_points_at_most(declared: int, found: int) -> None:
    match = assault("US-82AB=1327 US-1=1325 G-352=0927", "dropped US-82AB", declared=declared)
    assert farthest(match, "US-82AB") == found


# -- 10.4 points ------------------------------------------------------------------------------


@rule("reich", "10.4.Ag", "10.4.Ak")
def test_out_of_supply_halves_the_points_of_each_step() -> None:
    match = step("german", "exploitation", "G-9SS=1327 US-1=0927", "oos G-9SS", dice=[1])
    assert farthest(match, "G-9SS") == 3
    assert farthest(assault("US-1=1327 G-352=0927", "oos US-1", declared=3), "US-1") == 1
    assert farthest(breakthrough("US-1=1327 G-352=0927", "oos US-1", points="0 1 0 0 0"), "US-1") == 0


@rule("reich", "10.4.Al")
def test_strafing_comes_off_after_halving() -> None:
    at, marks = "G-9SS=1327 US-1=0927", ("strafed G-9SS", "strafers G-9SS - - -")
    game_units = f"strafers {GAME.unit_ids['G-9SS']} -1 -1 -1"
    match = step("german", "exploitation", at, "oos G-9SS", marks[0], game_units, dice=[3])
    assert farthest(match, "G-9SS") == 2


# -- 10.6 -------------------------------------------------------------------------------------


@rule("reich", "10.6b", "10.6.A.4", "10.6.A.4a", "10.6.Ca", "10.6.C")
def test_all_units_count_as_having_spent_what_was_declared() -> None:
    at = "US-1=1327 US-2=1330 CW-50=1325 G-352=1426"
    match = step("allied", "assault", at, dice=[6, 1, 1]).play("declare 3")
    moved(match, "US-1", "1328")
    match.play("done")
    while now(match)[1] != "allied breakthrough":
        match.play("done" if offered(match, "done") else "pass")
    assert (farthest(match, "US-1"), farthest(match, "US-2")) == (4, 4)


@rule("reich", "10.6.A.2c", "10.6.A.2", "9.4f", "9.4d")
def test_points_given_away_lower_the_limit() -> None:
    match = step("allied", "assault", TWO, "logistics 2", dice=[6, 2], turn=8).play("give 3")
    assert offers(match, "declare") == {"0", "1"}
    match = step("allied", "assault", f"{TWO} G-84=1326", "logistics 2", dice=[6, 2], turn=8).play("give 4")
    assert not offers(match, "declare")
    assert match.state.declared == 0
    match.play("done") if offered(match, "done") else None
    assert now(match)[1].startswith("german")


@rule("reich", "10.6.A.2d")
def test_commands_without_units_do_not_count() -> None:
    match = step("allied", "assault", "US-1=1327 G-352=0927", dice=[5])
    assert max(map(int, offers(match, "declare"))) == 12


@rule("reich", "10.6.B.2", "10.6.B.2a", "10.6.B.2b", "4.1aa", "4.1ab")
def test_german_combat_needs_an_infantry_point() -> None:
    at = "G-352=4520 G-9SS=4619 US-1=4420"
    match = on_map("german", "offensive", at, "offensive 10", turn=10, dice=[3]).play("declare 4", "done")
    assert now(match)[1] not in ("german offensive-combat", "german breakthrough")
    assert now(match)[1].startswith("allied")
    match = on_map("german", "offensive", at, "offensive 10", turn=10, dice=[3, 1]).play("declare 3", "done")
    assert now(match)[1] == "german offensive-combat"


@rule("reich", "10.6.B.3", "10.6.B.3a")
def test_markers_do_not_save_the_combat_segment() -> None:
    at = "US-1=1327 CW-50=1325 G-352=1426"
    more = "logistics 2", "red_ball US-1", "priority CW-50"
    match = step("allied", "assault", at, *more, dice=[6, 2], turn=8).play("give 0", "declare 4", "done")
    assert now(match)[1].startswith("german")


@rule("reich", "10.6.B.4c")
def test_panzers_break_through_without_infantry_points() -> None:
    at = "G-352=5018 G-9SS=5118 US-1=4420"
    match = step("german", "breakthrough", at, "offensive 10", "points 0 0 0 0 3", "seine_crossed 1", turn=10)
    if offered(match, "pass"):
        match.play("pass")
    assert farthest(match, "G-9SS") == 3
    refused(match, "select G-352", "10.2")


@rule("reich", "10.6.C", "10.6.Cb")
def test_printed_allowances_do_not_break_through() -> None:
    at = "G-266=5018 G-9SS=5118 US-1=4420"
    match = on_map("german", "breakthrough", at, "offensive 10", "points 0 0 0 3 3", turn=10)
    if offered(match, "pass"):
        match.play("pass")
    refused(match, "select G-266", "10.6.C")
    match = breakthrough("US-82AB=1327 US-1=1325 G-352=0927", "dropped US-82AB")
    refused(match, "select US-82AB", "10.6.C")


@rule("reich", "10.6.Cd")
def test_the_other_side_does_not_react() -> None:
    match = breakthrough(TWO)
    refused(match, "select G-352", "10.1.B")
    assert match.side == "allied"


# -- 9.4 --------------------------------------------------------------------------------------


@rule("reich", "9.4", "9.4a", "9.4b", "4.1bj")
def test_the_12th_army_group_gives_to_the_21st_in_limited_supply() -> None:
    match = step("allied", "assault", TWO, "logistics 2", dice=[6, 2], turn=8)
    assert offers(match, "give") == {"0", "1", "2", "3", "4"}
    refused(match, "give 5", "9.4")
    match = step("allied", "exploitation", TWO, "logistics 2", dice=[6, 2], turn=8)
    assert points(match.play("give 4"))[:2] == [10, 0]


@rule("reich", "9.4c", "9.4g")
def test_nothing_is_given_in_full_supply_or_on_the_first_turns() -> None:
    for logistics in (0, 1):
        assert not offers(step("allied", "assault", TWO, f"logistics {logistics}", dice=[6, 2]), "give")
    match = on_map("allied", "assault", "US-1=1327 US-3=4039 G-352=0927", "logistics 2", dice=[6, 2], turn=8)
    assert not offers(match, "give")  # no 21st Army Group, and never the 6th


@rule("reich", "9.4g")
def test_the_21st_army_group_has_at_most_twelve() -> None:
    match = step("allied", "exploitation", TWO, "logistics 2", dice=[6, 6], turn=8)
    assert max(map(int, offers(match, "give"))) == 6
    assert points(match.play("give 6"))[:2] == [12, 0]


@rule("reich", "9.4d", "9.4e")
def test_marked_units_keep_their_points_when_all_is_given() -> None:
    at = "US-1=1327 US-2=1325 US-29=1323 CW-50=1321 G-352=0927"
    more = "logistics 2", "priority US-1", "red_ball US-2"
    match = step("allied", "exploitation", at, *more, dice=[6, 2], turn=8).play("give 4")
    assert (farthest(match, "US-1"), farthest(match, "US-2")) == (6, 6)
    refused(match, "select US-29", "10.2")


# -- Red Ball (9.3.C) -------------------------------------------------------------------------


@rule("reich", "9.3.Ce")
def test_red_ball_helps_after_combat_and_in_exploitation() -> None:
    at = "US-1=1327 US-2=1225 G-352=0727"
    assert farthest(assault(at, "red_ball US-1", declared=2), "US-1") == 2
    match = breakthrough(at, "red_ball US-1", points="0 0 0 0 0")
    assert farthest(match, "US-1") == 6
    match = step("allied", "exploitation", at, "red_ball US-1", "logistics 1", turn=2, dice=[2])
    assert (farthest(match, "US-1"), farthest(match, "US-2")) == (10, 4)
    match = step("allied", "exploitation", at, "red_ball US-1", dice=[6])
    assert farthest(match, "US-1") == 12


@rule("reich", "10.3.A", "10.3.Aa")
def test_staff_has_no_points_before_combat() -> None:
    state = assault(STAFF).state
    assert allowance.allowance(GAME, state, GAME.unit_ids["US-PATTON"]) == 0
    assert allowance.allowance(GAME, state, GAME.unit_ids["US-1"]) == 8


@rule("reich", "10.2.5.C", "10.2.5.Cc")
def test_the_markers_leave_the_track_with_the_german_assault_step() -> None:
    match = step("german", "assault", "G-352=1327 US-1=1328 CW-50=1021")
    assert points(match)[3:] == [5, 10]
    match.play("done")
    assert now(match)[1] == "german combat"
    assert points(match) == [0] * 5
