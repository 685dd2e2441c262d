"""Chapter 2: hex numbers, army groups, sizes, factors, steps and codes."""

from __future__ import annotations

import pytest

from grognard import PositionError, Refusal
from tests.kit import (
    announce,
    due,
    fight,
    forecast,
    in_hex,
    move,
    offered,
    offers,
    place,
    places,
    reach,
    refused,
    where,
)
from tests.rhine.helpers_course import begun, fresh, steps, walk
from tests.rhine.sheet import COUNTERS, EVERY_HEX, HEXES, WEST_EDGE
from tests.rhine.table import game, table
from tests.rules import rule


@rule("rhine", "2.2", "2.2a")
def test_a_hex_is_four_digits_and_its_sheet() -> None:
    board = game().board
    first, second = board.grid.parse("1511N"), board.grid.parse("1511S")
    assert first != second
    assert ("city" in board.features[first], "city" in board.features[second]) == (True, False)
    assert (HEXES["1511N"]["name"], board.names[first]) == ("Antwerp", "Antwerp")
    assert board.names.get(second, "") == HEXES["1511S"]["name"] != "Antwerp"
    match = table("turn 2\nphase allied movement\nat US1=2812N", bare=True).play("select US1")
    with pytest.raises(Refusal):
        match.play("move 1112")


@rule("rhine", "2.2", "2.2b")
def test_a_unit_is_in_one_place_only() -> None:
    with pytest.raises(PositionError):
        table("turn 2\nphase allied movement\nat US1=2812N US1=2813N", bare=True)
    match = place(fresh(), "59ID", "1312N")
    refused(match, "select 59ID")
    refused(match, "place 1412N")
    assert where(match, "59ID") == "1312N"
    match = table("turn 2\nphase allied movement\nat US1=2812N", bare=True)
    move(match, "US1", "2811N")
    assert where(match, "US1") == "2811N"
    assert "US1=2812N" not in match.view("german").facts["at"].split()


@rule("rhine", "2.5", "2.5a")
def test_there_are_four_allied_army_groups() -> None:
    assert {row["group"] for row in COUNTERS.values() if row["side"] == "allied"} == {"1aaa", "bc", "us", "f"}
    text = "turn 3\nphase allied movement\nantwerp 1\nat US1=1410S US4=1411S F1A=1510S"
    assert offered(table(text, bare=True).play("select US4"), "move 1410S")
    refused(table(text, bare=True).play("select F1A"), "move 1410S", "6.4")
    text = "turn 3\nphase allied movement\nantwerp 1\nat US1=2010N BC50=2011N"
    refused(table(text, bare=True).play("select BC50"), "move 2010N", "6.4")


@rule("rhine", "2.5", "2.5b")
def test_canadians_belgians_dutch_and_poles_belong_to_the_commonwealth() -> None:
    together = in_hex("2010N", "BC50", "BC2C", "BCBN", "BCNL")
    match = table(f"turn 3\nphase allied movement\nat {together} BC1PA=2011N", bare=True)
    move(match, "BC1PA", "2010N")
    assert where(match, "BC1PA") == "2010N"
    match = table(f"turn 3\nphase allied combat\nat {together} BC1PA=1909N 12SS=2009N", bare=True)
    match.play("attack 2009N", "with BC50", "with BC2C", "with BCBN", "with BCNL", "with BC1PA")
    assert "21 against 6" in forecast(match).title


@rule("rhine", "2.7", "2.7a")
def test_a_brigade_counts_half_a_division() -> None:
    assert {row["size"] for row in COUNTERS.values()} == {"XXX", "XX", "X"}
    match = table(
        f"turn 3\nphase german movement\nat {in_hex('2010N', '9SS', '10SS', '2Pz')} "
        f"{in_hex('2009N', '105PB', 'KGP', '280SG')}",
        bare=True,
    )
    move(match, "105PB", "2010N")
    move(match, "KGP", "2010N")
    match.play("select 280SG")
    refused(match, "move 2010N", "6.3")
    assert offered(match, "move 2110N")


@rule("rhine", "2.7", "2.7a")
def test_an_ad_hoc_brigade_is_withdrawn_as_a_brigade() -> None:
    divisions = ("9SS", "10SS", "2Pz", "9Pz", "116Pz", "Lehr")
    brigades = ("KGP", "105PB", "280SG", "150PB")
    text = " ".join(f"{unit}=20{number + 1:02d}N" for number, unit in enumerate((*divisions, "3PG", *brigades)))
    match = table(f"turn 9\nphase german reinforcement\nwatch 1\nantwerp 1\nat {text}", bare=True)
    match.play("done", "withdraw KGP", "withdraw 105PB", "withdraw 280SG")
    refused(match, "withdraw 150PB", "9.3")
    match.play(*(f"withdraw {unit}" for unit in divisions))
    refused(match, "withdraw 3PG")
    assert {where(match, unit) for unit in (*divisions, *brigades[:3])} == {"removed"}
    assert where(match, "150PB") == "2011N"
    assert not match.over


@rule("rhine", "2.8", "2.8a")
@pytest.mark.parametrize(("unit", "price"), [("9Pz", 2), ("719ID", 2), ("3PG", 2), ("280SG", 2), ("6SSM", 1)])
def test_only_mountain_troops_find_rough_ground_easy(unit: str, price: int) -> None:
    ground = dict.fromkeys(EVERY_HEX, "rough")
    match = table(f"turn 1\nphase german movement\nat {unit}=2508N", bare=True, terrain=ground)
    assert reach(match, unit) == walk("2508N", int(COUNTERS[unit]["movement"]), lambda a, b: price)


@rule("rhine", "2.9", "2.9a")
def test_attackers_use_their_attack_factors_and_defenders_their_defense_factors() -> None:
    text = "turn 3\nphase {} combat\nat US1=2010N 719ID=2009N"
    assert "6 against 3" in forecast(announce(table(text.format("allied"), bare=True), "2009N", "US1")).title
    assert "1 against 6" in forecast(announce(table(text.format("german"), bare=True), "2010N", "719ID")).title


@rule("rhine", "2.11", "2.11a")
def test_units_have_one_step_or_two() -> None:
    for unit, row in COUNTERS.items():
        assert row["steps"] == ("2" if row["attack2"] else "1"), unit
        assert bool(row["attack2"]) == bool(row["defense2"]), unit
    match = table("turn 3\nphase allied movement\nat US1=2010N US4C=2011N 9SS=1905N 105PB=1906N FW=1112N", bare=True)
    assert [steps(match, unit) for unit in ("US1", "US4C", "9SS", "105PB", "FW")] == [2, 1, 2, 1, 1]


@rule("rhine", "2.11", "2.11b")
def test_a_full_division_that_loses_a_step_is_reduced_and_stays() -> None:
    match = table("turn 3\nphase allied combat\nat US1=2010N 12SS=2009N", bare=True, dice=[1])
    fight(match, "2009N", "US1")  # 6 to 6, die 1: AL1
    assert (where(match, "US1"), steps(match, "US1")) == ("2010N", 1)
    match = table("turn 3\nphase allied combat\nat US1=2010N 12SS=2009N\nsteps US1=1", bare=True)
    assert "3 against 6" in forecast(announce(match, "2009N", "US1")).title


@rule("rhine", "2.11", "2.11c")
def test_a_unit_of_one_step_that_loses_it_goes_to_the_dead_pile() -> None:
    match = table("turn 3\nphase allied combat\nat US4C=2010N 12SS=2009N", bare=True)
    fight(match, "2009N", "US4C")  # 2 to 6: AL1 without a die
    assert where(match, "US4C") == "eliminated"


@rule("rhine", "2.11", "2.11d")
def test_a_reduced_division_that_loses_a_step_goes_to_the_dead_pile() -> None:
    match = table("turn 3\nphase allied combat\nat US1=2010N 12SS=2009N\nsteps US1=1", bare=True, dice=[1])
    fight(match, "2009N", "US1")  # 3 to 6, die 1: AL1
    assert where(match, "US1") == "eliminated"


@rule("rhine", "2.12", "2.12a", "3.8")
def test_no_allied_unit_starts_on_the_map() -> None:
    match = begun()
    allied = {unit for unit, row in COUNTERS.items() if row["side"] == "allied"}
    assert {where(match, unit) for unit in allied} == {"due", "airborne"}


@rule("rhine", "2.12", "2.12b")
def test_the_code_gives_turn_and_place_of_entry() -> None:
    assert due(fresh())["US26"] == 4
    text = "turn {}\nphase allied reinforcement\nat US26=due US29=due\ndue_turn US26=4 US29={}"
    match = table(text.format(3, 3), bare=True)
    refused(match, "select US26")
    assert places(match, "US29") == {*WEST_EDGE[:18], "1117S"}
    match = table(text.format(4, 4), bare=True)
    assert places(match, "US26") == {label for label in WEST_EDGE if label.endswith("S") and label >= "1517S"}


@rule("rhine", "2.12", "2.12b")
def test_units_with_wr_arrive_only_with_watch_on_the_rhine() -> None:
    text = "turn 7\nphase german reinforcement\nwatch {}\nantwerp 1\nat 1SS=due 9VG=due\ndue_turn 1SS=7 9VG=7"
    assert offers(table(text.format(1), bare=True), "select") == {"1SS", "9VG"}
    match = table(text.format(2), bare=True)
    assert offers(match, "select") == {"9VG"}
    refused(match, "select 1SS", "9.2", "5.4", "3.3")
