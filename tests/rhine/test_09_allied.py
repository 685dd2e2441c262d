"""Clause 9.4 and the entry hexes of 9.5: when and where Allied reinforcements arrive."""

from __future__ import annotations

import pytest

import grognard
from tests.kit import move, now, offered, offers, place, places, reach, refused, status, supply, where, words
from tests.rhine.helpers_arrivals import ANTWERP, ENTRY_N, ENTRY_S, ENTRY_SW, arriving
from tests.rhine.helpers_course import passed, until
from tests.rhine.sheet import COUNTERS, NORTH, SOUTH, distance, within
from tests.rhine.table import table
from tests.rules import rule

OPEN = f"antwerp 1\nallied {ANTWERP}"


# -- 9.4: when and how -----------------------------------------------------------------------


@rule("rhine", "9.4", "9.4a")
def test_allied_units_arrive_in_their_reinforcement_phase_and_not_before() -> None:
    text = "turn 2\nphase allied declaration\nat BC50=due US1=due BC43=due\ndue_turn BC50=2 US1=2 BC43=3"
    match = table(text, bare=True)
    refused(match, "select BC50")
    match.play("order move-fight")
    refused(match, "select BC50")
    match.play("full north")
    assert (now(match), match.side) == ((2, "allied reinforcement"), "allied")
    assert offers(match, "select") == {"BC50", "US1"}
    refused(match, "select BC43")
    place(place(match, "BC50", "1517N"), "US1", "2017N").play("done")
    assert (where(match, "BC50"), where(match, "US1"), where(match, "BC43")) == ("1517N", "2017N", "due")
    assert now(match) == (2, "allied movement")
    until(match, 3, "allied reinforcement")
    assert offers(match, "select") == {"BC43"}


@rule("rhine", "9.4a")
def test_the_first_units_all_arrive_on_turn_1_and_no_sector_is_chosen_then() -> None:
    match = grognard.new("rhine", scenario="campaign", dice=[])
    assert {COUNTERS[unit]["side"] for unit in status(match)["supply"]} == {"german"}
    seen = passed(match, 1, "allied reinforcement")
    assert (1, "allied sector") not in seen
    first = {unit for unit, row in COUNTERS.items() if row["side"] == "allied" and row["entry"] == "1"}
    assert len(first) == 32
    assert offers(match, "select") == first | {"BC1AB", "BC1PAB", "US82AB", "US101AB"}
    refused(match, "done", "9.4")
    # The same when the turn is set up from text: the choice of the set-up stands.
    match = table("turn 1\nphase allied declaration\nat BC50=due\ndue_turn BC50=1\nsector 2", bare=True)
    match.play("order move-fight")
    assert (now(match), status(match)["sector"]) == ((1, "allied reinforcement"), "south")


@rule("rhine", "9.4a")
def test_allied_units_do_not_arrive_in_the_german_phase() -> None:
    match = table("turn 2\nphase german reinforcement\nat US1=due 12VG=due\ndue_turn US1=2 12VG=2", bare=True)
    assert (match.side, offers(match, "select")) == ("german", {"12VG"})
    refused(match, "select US1")


@rule("rhine", "9.4", "9.4b")
def test_allied_units_are_placed_in_supply_sources_only() -> None:
    match = arriving("BC50").play("select BC50")
    assert offers(match, "place") == ENTRY_N
    for label in ("1510N", "2016N", "2000N", ANTWERP):
        refused(match, f"place {label}", "9.4", "9.5")
    assert where(match.play("place 2017N"), "BC50") == "2017N"


@rule("rhine", "9.4", "9.4c")
def test_stacking_and_army_groups_count_during_placement() -> None:
    match = arriving("BC50 BC8Bd US83", more="at US1=2017N BC53=1817N BC15=1817N BC43=1817N BC3=1817N")
    match.play("select BC50")
    refused(match, "place 2017N", "6.4", "9.4")  # U.S. troops
    refused(match, "place 1817N", "6.2", "6.3", "9.4")  # four divisions
    match.play("place 1617N")
    assert offers(match.play("select BC8Bd"), "place") == ENTRY_N - {"2017N", "1817N"}
    match.play("place 1617N")
    assert offers(match.play("select US83"), "place") == ENTRY_N - {"1617N", "1817N"}


@rule("rhine", "9.4c")
def test_in_open_antwerp_all_groups_may_arrive_within_the_limit() -> None:
    match = arriving("BC50 US83 US29", more=f"at US1={ANTWERP} BC53={ANTWERP}\nantwerp 1")
    place(match, "BC50", ANTWERP)
    place(match, "US83", ANTWERP)
    refused(match.play("select US29"), f"place {ANTWERP}", "6.2", "6.3", "9.4")


@rule("rhine", "9.4", "9.4d")
def test_only_airborne_units_may_be_held_back() -> None:
    match = arriving("US78 US17AB", turn=7, more="antwerp 1\nwatch 2")
    refused(match, "done", "9.4")
    match.play("select US78")
    refused(match, "box", "12.2", "9.4")
    match.play("place 2017N")
    refused(match, "done", "9.4", "12.2")
    match.play("select US17AB", "box", "done")
    assert (where(match, "US78"), where(match, "US17AB")) == ("2017N", "airborne")


@rule("rhine", "9.4", "9.4e")
@pytest.mark.parametrize("order", ["move-fight", "fight-move"])
def test_units_move_and_fight_from_the_next_phase_on(order: str) -> None:
    text = "turn 3\nphase allied declaration\nat US1=due BC50=due 59ID=2016N\ndue_turn US1=3 BC50=3"
    match = table(text, bare=True).play(f"order {order}", "full north")
    place(match, "US1", "2017N")
    place(match, "BC50", "1217N")
    refused(match, "move 1216N")
    match.play("done")
    if order == "move-fight":
        assert "1215N" in reach(match, "BC50")
        match.play("done")
    assert now(match) == (3, "allied combat")
    match.play("attack 2016N", "with US1")
    assert offered(match, "resolve")


@rule("rhine", "9.4", "9.4f", "9.4g")
def test_a_unit_placed_in_full_supply_has_all_its_points_and_may_march_in_column() -> None:
    # 8 points, doubled; one of them spent on entering would leave 15.
    match = place(arriving("FAFC", turn=2, more="sector 2"), "FAFC", "2917S").play("done")
    until(match, 2, "allied movement")
    assert supply(match, "FAFC") == "full"
    found = reach(match, "FAFC")
    assert found == within("2917S", 16) & SOUTH
    assert max(distance("2917S", label) for label in found) == 16
    assert "2900S" in SOUTH - found


@rule("rhine", "9.4f")
def test_a_unit_placed_next_to_the_enemy_has_its_single_points() -> None:
    # The German in 1216N keeps it from marching in column; westward there is nothing, so it goes south.
    match = place(arriving("BC50", more="at 59ID=1216N"), "BC50", "1217N").play("done")
    until(match, 3, "allied movement")
    found = reach(match, "BC50")
    assert {"2117N", "2115N"} <= found
    assert "2217N" not in found
    assert distance("1217N", "2117N") == 9


@rule("rhine", "9.4", "9.4h")
@pytest.mark.parametrize(("sector", "points"), [(1, 18), (2, 5)])
def test_a_unit_placed_in_the_attenuated_sector_is_short_of_fuel_at_once(sector: int, points: int) -> None:
    match = place(arriving("BC50", turn=1, more=f"sector {sector}"), "BC50", "2017N").play("done")
    until(match, 1, "allied movement")
    assert supply(match, "BC50") == ("full" if sector == 1 else "attenuated")
    # 1113N and 1114N are sea on the true map and in no sector.
    found = reach(match, "BC50") - {"1113N", "1114N"}
    assert found == within("2017N", points) & NORTH


@rule("rhine", "9.4", "9.4i")
def test_a_german_edge_hex_receives_no_allied_unit() -> None:
    match = arriving("BC50 US3", turn=2, more="at 59ID=1817N\nclosed 2017N 2914S").play("select BC50")
    for label in ("1817N", "2017N"):
        refused(match, f"place {label}", "9.4", "9.5", "8.14", "6.1")
    assert offers(match, "place") == ENTRY_N - {"1817N", "2017N"}
    assert offers(match.play("place 1717N", "select US3"), "place") == ENTRY_S - {"2914S"}


@rule("rhine", "9.4i")
def test_a_german_unit_that_passes_an_edge_hex_closes_it_until_it_is_retaken() -> None:
    text = "turn 2\nphase german movement second\nat 9SS=2014N US1=1917N BC50=due BC3=due\ndue_turn BC50=3 BC3=4"
    match = table(text, bare=True)
    move(match, "9SS", "2016N")  # next to 2017N, which stays open
    until(match, 3, "allied reinforcement")
    assert "2017N" in places(match, "BC50")
    text = text.replace("US1=1917N", "US1=1514N")
    match = move(table(text, bare=True), "9SS", "2017N", "2016N")
    until(match, 3, "allied reinforcement")
    assert "2017N" not in places(match, "BC50")
    place(match, "BC50", "1917N").play("done")
    until(match, 3, "allied movement")
    move(match, "BC50", "2017N")
    until(match, 4, "allied reinforcement")
    assert "2017N" in places(match, "BC3")


@rule("rhine", "9.4", "9.4j")
def test_units_without_an_entry_hex_wait_on_the_track() -> None:
    closed = words(ENTRY_S)
    text = f"turn 2\nphase allied reinforcement\nat F1A=due US3=due US5=2713S\ndue_turn F1A=2 US3=2\nclosed {closed}"
    match = table(text, bare=True)
    until(match, 2, "allied movement")
    assert (where(match, "F1A"), where(match, "US3")) == ("due", "due")
    move(match, "US5", "2914S", "2713S")  # opens one hex and leaves it
    until(match, 3, "allied reinforcement")
    assert offers(match, "select") == {"F1A", "US3"}
    assert places(match, "F1A") == places(match, "US3") == {"2914S"}
    refused(match, "done", "9.4")
    place(match, "F1A", "2914S")
    # The French have taken the only hex: the Americans go on waiting.
    if now(match) == (3, "allied reinforcement"):
        match.play("done")
    assert (where(match, "F1A"), where(match, "US3")) == ("2914S", "due")


# -- 9.5: the entry hexes --------------------------------------------------------------------


@rule("rhine", "9.5", "9.5c", "9.5g", "9.5h", "9.5k", "9.5l", "9.5u")
@pytest.mark.parametrize(
    ("unit", "hexes", "shut"),
    [
        ("BC50", ENTRY_N, "1217S 1317S 1417S 1517S 2914S"),
        ("BC8Bd", ENTRY_N, "1317S"),
        ("US1", ENTRY_N, "1217S 1317S 1417S 1517S 2914S"),  # a U.S. unit of the north
        ("US3", ENTRY_S, "1617S 2017N 2911S 2816S"),  # of the south
        ("US5", ENTRY_SW, "2914S 1417S 2017N"),  # of the south-west
        ("F1A", ENTRY_S, "1617S 2017N 2911S"),
        ("FAFC", ENTRY_S, "1617S"),
        ("F2A", ENTRY_N, "2913S 1617S 1317S"),  # comes as a U.S. unit of the north
    ],
)
def test_before_antwerp_opens_each_group_has_its_own_entry_hexes(unit: str, hexes: set[str], shut: str) -> None:
    for more in ("", f"allied {ANTWERP}"):
        match = arriving(unit, turn=2, more=more).play(f"select {unit}")
        assert offers(match, "place") == hexes
        for label in (ANTWERP, *shut.split()):
            refused(match, f"place {label}", "9.5", "9.4", "8.14")


@rule("rhine", "9.5c")
def test_the_joint_row_is_entered_by_either_of_its_names() -> None:
    match = arriving("BC50").play("select BC50", "place 2917N")
    assert where(match, "BC50") == "1117S"


@rule("rhine", "9.5", "9.5d", "9.5g", "9.5n", "9.5aa")
@pytest.mark.parametrize(
    ("unit", "hexes", "shut"),
    [
        ("BC50", ENTRY_N | {ANTWERP}, "1317S 2914S"),
        ("US1", ENTRY_N | {ANTWERP}, "1317S 2914S 1617S"),
        ("US3", ENTRY_S | {ANTWERP}, "2017N 1617S"),
        ("US5", ENTRY_SW | {ANTWERP}, "2017N 2913S"),
        ("F2A", ENTRY_N | {ANTWERP}, "2913S"),
        ("F1A", ENTRY_S, f"{ANTWERP} 2017N 1617S"),
        ("FAFC", ENTRY_S, f"{ANTWERP} 1617S"),
    ],
)
def test_open_antwerp_is_one_more_entry_hex_but_not_for_the_french(unit: str, hexes: set[str], shut: str) -> None:
    match = arriving(unit, turn=5, more=OPEN).play(f"select {unit}")
    assert offers(match, "place") == hexes
    for label in shut.split():
        refused(match, f"place {label}", "9.5", "9.4", "8.14")


@rule("rhine", "9.5g")
def test_every_french_unit_but_the_second_armored_enters_from_the_south() -> None:
    units = "F1A F1MR F3ALG F2MO F9COL F4MO F5A F10 F14 FAFC F1MT F2MT F3MT"
    for more in ("", OPEN):
        match = arriving(units, turn=5, more=more)
        assert all(places(match, unit) == ENTRY_S for unit in units.split())
