"""Clauses 12.1, 12.2 and 12.8: the holding box of the First Allied Airborne Army and how often it drops."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard import Match
from tests.kit import field, fight, move, now, offered, offers, place, places, refused, status, supply, where
from tests.rhine.helpers_arrivals import AT_2010, BOX, ENTRY_N, ENTRY_S, airborne, arriving, drop, exchanged
from tests.rhine.helpers_course import passed, steps, until
from tests.rhine.table import table
from tests.rules import rule

#: German units on both sides of 2010N: whoever stands there has no line.
RING = "1SS=2009N 12SS=2011N"
CORPS = {"AAA1", "AAA18"}


def corps(match: Match) -> set[str]:
    """The corps that may be dropped now."""
    return offers(match, "select") & CORPS if now(match)[1] == "allied airborne" else set()


def turn(name: str, units: str, more: str = "sector 1", number: int = 3, **ground: Any) -> Match:
    return table(f"turn {number}\nphase {name}\nat {units}\n{more}", bare=True, **ground)


# -- 12.1 ------------------------------------------------------------------------------------


@rule("rhine", "12.1", "12.1a")
def test_six_units_wait_in_the_box_when_play_starts() -> None:
    match = grognard.new("rhine", scenario="campaign", dice=[])
    assert {word for word in field(match, "at") if word.endswith("=airborne")} == set(BOX.split())
    assert {where(match, unit) for unit in ("US17AB", "US13AB", "BC6AB")} == {"due"}


# -- 12.2: who may drop ----------------------------------------------------------------------


@rule("rhine", "12.2", "12.2a", "12.2b", "12.2c", "12.2o")
@pytest.mark.parametrize(
    ("reduced", "gone", "able"),
    [
        ("", "", {"AAA1", "AAA18"}),
        ("BC1AB=1", "", {"AAA18"}),  # BC two steps, US four
        ("", "BC1PAB", {"AAA18"}),
        ("US101AB=1", "", {"AAA1", "AAA18"}),  # still three steps
        ("US82AB=1 US101AB=1", "", {"AAA1"}),
        ("", "US82AB", {"AAA1"}),
        ("US82AB=1 US101AB=1 BC1AB=1", "", set()),
    ],
)
def test_each_corps_needs_three_steps_of_its_nation(reduced: str, gone: str, able: set[str]) -> None:
    box = BOX.replace(f"{gone}=airborne", f"{gone}=eliminated") if gone else BOX
    match = airborne(box=box, more=f"steps {reduced}" if reduced else "")
    assert corps(match) == able
    for unit in CORPS - able:
        refused(match, f"select {unit}")
    for unit in able:
        drop(match, unit, "2010N" if unit == "AAA1" else "2013N")
    if able:
        match.play("done")
        assert {unit for unit in CORPS if where(match, unit) != "airborne"} == able
    else:
        assert now(match)[1] != "allied airborne"


@rule("rhine", "12.2a")
def test_other_paratroops_of_the_nation_count_as_well() -> None:
    box = "AAA1=airborne AAA18=airborne BC6AB=airborne BC1PAB=airborne US17AB=airborne US13AB=airborne"
    match = airborne(box=box, turn=9, more="antwerp 1\nwatch 2")
    assert corps(match) == CORPS
    match.play("select AAA1", "with BC6AB")
    refused(match, "land 2010N", "12.2")
    match.play("with BC1PAB", "land 2010N", "select AAA18")
    refused(match, "with BC6AB", "12.2")
    match.play("with US17AB", "with US13AB", "land 2010N", "done")
    assert (where(match, "AAA1"), where(match, "AAA18")) == ("2010N", "2010N")


@rule("rhine", "12.2", "12.2d")
def test_who_comes_to_the_box_during_a_turn_counts_from_the_next() -> None:
    box = BOX.replace("US82AB=airborne", "US82AB=2015N")
    match = table(f"turn 3\nphase allied declaration\nat {box} 59ID=2005N", bare=True)
    match.play("order move-fight", "full north")
    assert corps(match) == {"AAA1"}
    match.play("lift US82AB")
    assert where(match, "US82AB") == "airborne"
    refused(match, "select AAA18", "12.2")
    until(match, 4, "allied airborne")
    assert corps(match) == CORPS
    drop(match, "AAA18", "2010N").play("done")
    assert where(match, "AAA18") == "2010N"


@rule("rhine", "12.2d")
def test_what_counts_is_the_box_at_the_start_of_the_turn() -> None:
    match = airborne(more="boxed BC1AB BC1PAB US82AB")
    assert corps(match) == {"AAA1"}
    refused(match, "select AAA18", "12.2")
    match = airborne("US17AB=airborne", turn=7, more="antwerp 1\nwatch 2\nboxed BC1AB BC1PAB US82AB US101AB")
    match.play("select AAA18")
    assert offers(match, "with") == {"US82AB", "US101AB"}
    refused(match, "with US17AB", "12.2")


@rule("rhine", "12.2", "12.2p")
def test_the_owner_names_the_units_that_make_up_a_corps() -> None:
    match = airborne("US17AB=airborne", turn=7, more="antwerp 1\nwatch 2").play("select AAA18")
    assert offers(match, "with") == {"US82AB", "US101AB", "US17AB"}
    match.play("with US82AB")
    refused(match, "land 2010N", "12.2")
    match.play("with US101AB")
    refused(match, "with US17AB", "12.2")  # two divisions at most
    match.play("land 2010N", "done")
    assert set(field(match, "made18")) == {"US82AB", "US101AB"}
    # The third is free, the two are not.
    assert now(match)[1] == "allied reinforcement"
    assert offered(match, "select US17AB")
    refused(match, "select US82AB", "12.2")


@rule("rhine", "12.2", "12.2p")
def test_two_divisions_and_a_brigade_are_too_much_for_a_corps() -> None:
    match = airborne("BC6AB=airborne", turn=7, more="antwerp 1\nwatch 2").play("select AAA1", "with BC1AB")
    assert offers(match, "with") == {"BC1PAB", "BC6AB"}
    match.play("with BC6AB")
    assert "two divisions" in refused(match, "with BC1PAB", "12.2").why


@rule("rhine", "12.2p")
def test_three_steps_spread_over_three_divisions_make_no_corps() -> None:
    more = "antwerp 1\nwatch 2\nsteps US82AB=1 US101AB=1 US17AB="
    refused(airborne("US17AB=airborne", turn=7, more=f"{more}1"), "select AAA18", "12.2")
    match = airborne("US17AB=airborne", turn=7, more=f"{more}2").play("select AAA18", "with US17AB", "with US82AB")
    assert offered(match, "land 2010N")


@rule("rhine", "12.2p")
def test_units_that_do_not_belong_to_a_corps_share_neither_its_exchange_nor_its_end() -> None:
    more = "antwerp 1\nwatch 2\nmade18 US82AB US101AB\ndropped 1"
    match = exchanged(turn("allied linkup", f"{AT_2010} US17AB=airborne US1=2110N", more, 7))
    assert [where(match, unit) for unit in ("US82AB", "US101AB", "US17AB")] == ["2010N", "2010N", "airborne"]
    at = f"{AT_2010} US17AB=airborne 1SS=2009N 12SS=2009N 11Pz=2009N"
    match = turn("german combat", at, f"{more}\nsteps AAA18=1 US82AB=1", 7, dice=[4])
    fight(match, "2010N", "1SS", "12SS", "11Pz")  # 20 to 5 is 4:1, and a 4 is DE
    assert [where(match, unit) for unit in ("AAA18", "US82AB", "US17AB")] == ["removed", "removed", "airborne"]


# -- 12.2: into the box and out of it --------------------------------------------------------


@rule("rhine", "12.2", "12.2e", "12.2f", "12.2m")
@pytest.mark.parametrize("unit", ["US17AB", "BC6AB"])
def test_arriving_paratroops_go_into_the_box_or_onto_the_map(unit: str) -> None:
    def arrival() -> Match:
        return arriving(f"{unit} US78", turn=7, more="watch 2\nantwerp 1\nallied 1511N")

    match = arrival().play(f"select {unit}")
    assert offers(match, "place") == ENTRY_N | {"1511N"}
    match.play("box")
    assert where(match, unit) == "airborne"
    match.play("select US78")
    refused(match, "box", "12.2")
    match = place(place(arrival(), unit, "2017N"), "US78", "2117N").play("done")
    until(match, 7, "allied movement")
    assert offered(match, f"select {unit}")


@rule("rhine", "12.2", "12.2g", "12.8", "12.8a")
def test_no_unit_has_to_leave_the_box_and_no_corps_has_to_drop() -> None:
    match = turn("allied declaration", f"{BOX} US1=2015N 59ID=2005N", "sector 1", 1)
    seen = passed(match, 5, "allied combat")
    assert [here for here in seen if here[1].endswith("airborne")] == [(n, "allied airborne") for n in range(1, 6)]
    assert {word for word in field(match, "at") if word.endswith("=airborne")} == set(BOX.split())
    match = turn("allied declaration", f"{BOX} US1=2015N 59ID=2005N", "antwerp 1\nwatch 1", 10)
    until(match, 11, "allied combat")
    assert now(match) == (11, "allied combat")
    assert {word for word in field(match, "at") if word.endswith("=airborne")} == set(BOX.split())


@rule("rhine", "12.2", "12.2h")
def test_units_of_the_box_enter_as_reinforcements_of_their_group() -> None:
    match = turn("allied reinforcement", f"{BOX} US1=2015N", "antwerp 1\nallied 1511N", 5)
    assert places(match, "US101AB") == ENTRY_N | ENTRY_S | {"1511N"}
    assert places(match, "BC1PAB") == places(match, "BC1AB") == ENTRY_N | {"1511N"}
    place(match, "US101AB", "2017N")
    assert where(match, "US101AB") == "2017N"
    refused(match.play("select BC1AB"), "place 2017N", "6.4", "9.4")
    assert where(match.play("place 1517N"), "BC1AB") == "1517N"
    match.play("done")  # the others stay
    assert (where(match, "US82AB"), where(match, "BC1PAB")) == ("airborne", "airborne")


@rule("rhine", "12.2", "12.2i", "12.2l", "12.2q")
@pytest.mark.parametrize("phase", ["reinforcement", "movement", "combat", "movement second", "combat second"])
def test_paratroops_in_full_supply_are_lifted_at_any_time_of_the_allied_turn(phase: str) -> None:
    at = "US82AB=2010N 59ID=2009N BC1PAB=1515N US2A=2015N"  # the 82nd is next to the enemy
    match = turn(f"allied {phase}", at, "sector 1\nsteps US82AB=1")
    assert offers(match, "lift") == {"US82AB", "BC1PAB"}
    match.play("lift US82AB", "lift BC1PAB")
    assert (where(match, "US82AB"), steps(match, "US82AB"), where(match, "BC1PAB")) == ("airborne", 1, "airborne")
    assert offered(match, "done")


@rule("rhine", "12.2i")
def test_paratroops_are_lifted_after_their_move_and_after_an_attack() -> None:
    match = turn("allied movement", "US82AB=2012N US101AB=2015N 59ID=2009N")
    move(match, "US82AB", "2010N")
    assert where(match.play("lift US82AB"), "US82AB") == "airborne"
    match = turn("allied combat", "US82AB=2010N 59ID=2009N 64ID=2009N 245ID=2009N 346ID=2009N")
    match.play("attack 2009N", "with US82AB", "resolve")  # 5 to 12 is less than 1:2: a step lost
    match.play("lift US82AB")
    assert (where(match, "US82AB"), steps(match, "US82AB")) == ("airborne", 1)


@rule("rhine", "12.2", "12.2j")
@pytest.mark.parametrize(
    ("at", "more", "feature", "kind"),
    [
        ("US82AB=2010N", "sector 2", "none", "attenuated"),
        (f"US82AB=2010N {RING}", "sector 1", "none", "none"),
        (f"US82AB=2010N {RING}", "sector 1", "coast", "coastal"),
        (f"US82AB=2010N {RING}", "sector 1\naerial 2010N\naerial_used 1", "none", "aerial"),
        (f"US82AB=2010N {RING}", "antwerp 1", "none", "none"),
    ],
)
def test_without_full_overland_supply_no_unit_returns_to_the_box(at: str, more: str, feature: str, kind: str) -> None:
    match = turn("allied movement", f"{at} US1=2015N", more, features={"2010N": feature})
    assert supply(match, "US82AB") == kind
    refused(match, "lift US82AB", "12.2")


@rule("rhine", "12.2", "12.2k")
@pytest.mark.parametrize("phase", ["declaration", "reinforcement", "movement", "combat"])
def test_no_unit_returns_to_the_box_in_the_german_turn(phase: str) -> None:
    match = turn(f"german {phase}", "US82AB=2015N 9SS=2005N 12VG=due US1=2004N\ndue_turn 12VG=3")
    assert match.side == "german"
    refused(match, "lift US82AB")


@rule("rhine", "12.2", "12.2m")
@pytest.mark.parametrize("unit", ["US2A", "US1", "BC50", "BC4Co", "US4C"])
def test_only_paratroops_use_the_box(unit: str) -> None:
    match = turn("allied movement", f"{unit}=2015N US82AB=2115N" if unit[0] == "U" else f"{unit}=2015N BC1AB=2115N")
    assert len(offers(match, "lift")) == 1
    refused(match, f"lift {unit}", "12.2")
    match = arriving(unit).play(f"select {unit}")
    refused(match, "box", "12.2")


@rule("rhine", "12.2", "12.2n", "12.8", "12.8c")
def test_the_units_of_a_corps_on_the_map_stay_in_the_box_and_corps_do_not_enter_by_land() -> None:
    match = turn("allied reinforcement", f"{AT_2010} US1=2015N", "sector 1\nmade18 US82AB US101AB\ndropped 1")
    assert offers(match, "select") == {"BC1AB", "BC1PAB"}
    for unit in ("US82AB", "US101AB"):
        refused(match, f"select {unit}", "12.2")
    refused(match, "select AAA1")
    match = turn("allied reinforcement", f"{BOX} US1=2015N")
    assert offers(match, "select") == {"BC1AB", "BC1PAB", "US82AB", "US101AB"}
    for unit in CORPS:
        refused(match, f"select {unit}")


# -- 12.8: how often -------------------------------------------------------------------------


@rule("rhine", "12.8", "12.8b")
def test_both_corps_of_a_year_drop_in_one_phase() -> None:
    match = turn("allied declaration", f"{BOX} 59ID=2005N", "sector 1", 2)
    match.play("order move-fight", "full north")
    drop(match, "AAA18", "2010N")
    drop(match, "AAA1", "2013N").play("done")
    assert (where(match, "AAA18"), where(match, "AAA1")) == ("2010N", "2013N")
    # One now, and the other is not asked for in the turns that follow.
    match = turn("allied declaration", f"{BOX} 59ID=2005N", "sector 1", 2)
    match.play("order move-fight", "full north")
    drop(match, "AAA18", "2010N").play("done")
    seen = passed(match, 6, "allied movement")
    assert now(match) == (6, "allied movement")
    assert not [here for here in seen if here[1].endswith("airborne")]
    assert where(match, "AAA1") == "airborne"


@rule("rhine", "12.8", "12.8b", "12.8d", "12.6d")
@pytest.mark.parametrize(
    ("number", "dropped", "able"),
    [
        (3, 0, True),
        (7, 0, True),
        (3, 1, False),
        (7, 1, False),
        (8, 0, True),
        (8, 1, True),
        (9, 1, True),
        (9, 2, False),
        (9, 3, False),
        (7, 2, True),
    ],
)
def test_one_drop_turn_in_each_year(number: int, dropped: int, able: bool) -> None:
    match = airborne("US1=2015N", turn=number, more=f"antwerp 1\ndropped {dropped}" + "\nwatch 2" * (number > 6))
    assert corps(match) == (CORPS if able else set())
    if not able:
        assert now(match)[1] != "allied airborne"


@rule("rhine", "12.8d")
def test_a_drop_not_made_in_1944_is_not_made_up_for_in_1945() -> None:
    match = turn("allied declaration", f"{BOX} US1=2015N 59ID=2005N", "antwerp 1\nwatch 2", 7)
    until(match, 8, "allied airborne")
    drop(match, "AAA18", "2010N").play("done")
    seen = passed(match, 9, "allied combat")
    assert now(match) == (9, "allied combat")
    assert not [here for here in seen if here[1].endswith("airborne")]


@rule("rhine", "12.8", "12.8e")
def test_a_corps_that_flies_again_has_both_its_steps() -> None:
    more = "antwerp 1\nwatch 2\ndropped 1\nmade18 US82AB US101AB\nsteps AAA18=1 US101AB=1"
    match = exchanged(turn("allied linkup", f"{AT_2010} US1=2110N", more, 7))
    assert (where(match, "AAA18"), where(match, "US101AB"), steps(match, "US101AB")) == ("airborne", "2010N", 1)
    until(match, 8, "allied reinforcement")
    match.play("lift US82AB", "lift US101AB")
    until(match, 9, "allied airborne")
    drop(match, "AAA18", "2005N").play("done")
    assert (where(match, "AAA18"), steps(match, "AAA18")) == ("2005N", 2)
    assert status(match)["steps"]["AAA18"] == 2
