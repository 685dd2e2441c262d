"""Chapters 1 and 3: the joined map and the set-up."""

from __future__ import annotations

import pytest

from grognard import Match, Refusal
from tests.kit import due, move, now, offered, offers, place, places, reach, refused, status, supply, where
from tests.rhine.helpers_course import CAMPAIGN, LAND, allied_choice, begun, fresh, german_any
from tests.rhine.sheet import COUNTERS, FRENCH_EDGE, HEXES, NO_ALLIED_SUPPLY, near, region, within
from tests.rhine.table import game, table
from tests.rules import rule

STARTERS: dict[str, str] = CAMPAIGN["setup"]["german"]
FIFTEENTH, NINETEENTH, ANY = (set(CAMPAIGN["groups"][code]) for code in ("15A", "19A", "Any"))
BOX = {"AAA1", "AAA18", "BC1AB", "BC1PAB", "US82AB", "US101AB"}


def units(match: Match, box: str) -> set[str]:
    """The units in a box."""
    return {unit for unit in COUNTERS if where(match, unit) == box}


# -- 1.3, 1.4 --------------------------------------------------------------------------------------


@rule("rhine", "1.3", "1.3a")
@pytest.mark.parametrize(("unit", "hex_"), [("BC1PA", "1912N"), ("F1A", "2513S"), ("US1", "2210N"), ("US4A", "2212S")])
def test_what_is_said_of_allied_units_holds_for_every_nationality(unit: str, hex_: str) -> None:
    text = f"turn 3\nphase allied {{}}\n{NO_ALLIED_SUPPLY}\naerial_used 2\nat {unit}={hex_}"
    match = table(text.format("movement"), bare=True)
    assert supply(match, unit) == "none"
    assert reach(match, unit) == within(hex_, -(-int(COUNTERS[unit]["movement"]) // 2))
    assert where(table(text.format("supply"), bare=True), unit) == "eliminated"
    free = table(f"turn 3\nphase allied supply\nat {unit}={hex_}", bare=True)
    assert where(free, unit) == hex_


@rule("rhine", "1.3", "1.3b")
@pytest.mark.parametrize("unit", ["9SS", "17SS", "7FJ", "11Pz", "719ID", "280SG"])
def test_what_is_said_of_german_units_holds_for_every_kind(unit: str) -> None:
    factor = int(COUNTERS[unit]["movement"])
    text = f"turn {{}}\nphase german movement\nat {unit}=1108S"
    assert reach(table(text.format(1), bare=True), unit) == within("1108S", factor)
    assert reach(table(text.format(2), bare=True), unit) == within("1108S", 2 * factor)


@rule("rhine", "1.3b", "2.10")
def test_flak_and_garrisons_never_move() -> None:
    match = table("turn 2\nphase german movement\nat FW=2010N 7Flk=2015N 719ID=2015N", bare=True)
    refused(match, "select FW", "2.10", "10.1", "10.2")
    refused(match, "select 7Flk", "2.10", "10.1", "10.2")
    refused(match.play("select 719ID"), "also 7Flk", "2.10", "10.1", "10.2")


@rule("rhine", "1.4", "1.4a")
def test_zones_and_attacks_cross_the_join_of_the_sheets() -> None:
    assert "1108S" in near("2808N")
    match = table("turn 2\nphase allied combat\nat 719ID=2808N US1=1108S")
    assert offered(match, "attack 2808N")
    match = table("turn 2\nphase german combat\nat 719ID=2808N US1=1108S")
    assert offered(match, "attack 1108S")
    # The zone of the division on the southern sheet stops whoever comes from the north.
    match = table("turn 2\nphase german movement\nat 719ID=2706N US1=1108S", bare=True).play("select 719ID")
    match.play("move 2707N", "move 2808N")
    refused(match, "select 719ID")
    refused(match, "move 2807N")


@rule("rhine", "1.4", "1.4a")
def test_movement_and_supply_cross_the_join() -> None:
    match = table("turn 2\nphase allied movement\nat US1=2812N", bare=True)
    move(match, "US1", "1112S", "1212S")
    assert where(match, "US1") == "1212S"
    # Every German source of the southern sheet is lost: the line runs north.
    lost = " ".join(f"{row}00S" for row in range(11, 30))
    assert supply(table(f"turn 2\nphase german movement\nallied {lost}\nat 719ID=1408S", bare=True), "719ID") == "full"


@rule("rhine", "1.4", "1.4b")
def test_row_28_of_the_north_sheet_is_above_row_11_of_the_south_sheet() -> None:
    grid = game().board.grid
    found = {grid.label(h) for h in grid.neighbour_list(grid.parse("1108S"))}
    assert found == {"1107S", "1109S", "2808N", "2809N", "1208S", "1209S"}
    assert not any(label.startswith("12") and label.endswith("N") for label in found)


@rule("rhine", "1.4", "1.4c")
def test_row_29_of_the_northern_sheet_is_row_11_of_the_southern() -> None:
    grid = game().board.grid
    for number in range(18):
        assert grid.parse(f"29{number:02d}N") == grid.parse(f"11{number:02d}S")
    match = table("turn 2\nphase allied movement\nat US1=2812N", bare=True)
    assert offered(match.play("select US1"), "move 1112S")
    match.play("move 2912N")
    assert where(match, "US1") == "1112S"


# -- 3.1 to 3.4 ------------------------------------------------------------------------------------


@rule("rhine", "3.1", "3.1a")
def test_each_player_commands_all_the_units_of_his_side() -> None:
    match = table("turn 3\nphase allied movement\nsector 2\nat F1A=2513S US4A=1912S 9SS=2005S", bare=True)
    with pytest.raises(Refusal):
        match.play("select F1A", side="german")
    assert offers(match, "select") == {"F1A", "US4A"}
    refused(match, "select 9SS")
    match = table("turn 3\nphase german movement\nsector 2\nat F1A=2513S 9SS=2005S", bare=True)
    refused(match, "select F1A")


@rule("rhine", "3.1", "3.1b")
def test_the_steps_of_the_set_up_are_in_order() -> None:
    match = fresh()
    assert (match.side, status(match)["phase"]) == ("german", "german setup")
    assert offers(match, "select") == FIFTEENTH
    for action in ("select 11Pz", "select 9SS", "full north", "done"):
        refused(match, action)
    match.play("propose", "done")
    assert (match.side, offers(match, "select")) == ("german", NINETEENTH)
    refused(match, "select 9SS")
    match.play("propose", "done")
    assert (match.side, status(match)["phase"]) == ("allied", "allied setup")
    refused(match, "select 9SS")
    match.play("full south")
    assert (match.side, status(match)["phase"]) == ("german", "german setup")
    assert offers(match, "select") == ANY


@rule("rhine", "3.2", "3.2a", "2.13")
def test_all_markers_start_off_the_map() -> None:
    match = begun()
    for side in ("allied", "german"):
        facts = match.view(side).facts
        assert {facts[field] for field in ("allied", "aerial", "cleared", "taken")} == {""}
        assert (status(match, side)["markers"], status(match, side)["flood"]) == (2, "")
        assert facts["bombed"] in ("", "0")


@rule("rhine", "3.3", "3.3a")
def test_reinforcements_wait_in_the_box_of_their_turn() -> None:
    match = fresh()
    expected = {unit: int(row["entry"]) for unit, row in COUNTERS.items() if row["entry"] != "0"}
    assert due(match) == expected
    assert units(match, "due") == set(expected)
    boxes = CAMPAIGN["turn_boxes"]
    for side in ("allied", "german"):
        for turn, waiting in boxes[side].items():
            assert {(due(match)[unit], COUNTERS[unit]["side"]) for unit in waiting} == {(int(turn), side)}


@rule("rhine", "3.3", "3.3b")
def test_twelve_units_wait_for_watch_on_the_rhine() -> None:
    match = fresh()
    waiting = [unit for unit, row in COUNTERS.items() if row["code"] == "WR"]
    assert len(waiting) == 12
    assert {(where(match, unit), due(match)[unit]) for unit in waiting} == {("due", 7)}


@rule("rhine", "3.4", "3.4a")
def test_the_airborne_box_at_the_start() -> None:
    assert units(fresh(), "airborne") == BOX
    assert units(begun(), "airborne") == BOX


# -- 3.5 -------------------------------------------------------------------------------------------


@rule("rhine", "3.5", "3.5a")
def test_german_units_with_a_hex_start_there() -> None:
    match = fresh()
    coded = {unit: row["code"] for unit, row in COUNTERS.items() if row["code"][:4].isdigit()}
    assert coded == STARTERS
    assert {unit: where(match, unit) for unit in coded} == coded
    assert offers(match, "select").isdisjoint(coded)


@rule("rhine", "3.5", "3.5b", "3.5c")
@pytest.mark.parametrize(
    ("army", "hexes", "wrong"),
    [("15A", ("1213N", "1312N", "1412N"), "1411N"), ("19A", ("2915S", "2916S", "2917S"), "2914S")],
)
def test_the_two_armies_are_placed_in_their_three_hexes(army: str, hexes: tuple[str, ...], wrong: str) -> None:
    match = fresh() if army == "15A" else fresh().play("propose", "done")
    waiting = sorted(offers(match, "select"))
    assert len(waiting) == (5 if army == "15A" else 7)
    for number, unit in enumerate(waiting):
        match.play(f"select {unit}")
        assert offers(match, "place") == set(hexes)
        refused(match, f"place {wrong}", "3.5")
        match.play(f"place {hexes[number % 3]}")
    assert {where(match, unit) for unit in waiting} == set(hexes)
    match.play("done")


@rule("rhine", "3.5", "3.5d")
@pytest.mark.parametrize(("army", "hexes"), [("15A", ("1213N", "1412N")), ("19A", ("2916S", "2917S"))])
def test_stacking_limits_the_placing_of_the_armies(army: str, hexes: tuple[str, ...]) -> None:
    match = fresh() if army == "15A" else fresh().play("propose", "done")
    waiting = sorted(offers(match, "select"))
    for unit in waiting[:4]:
        place(match, unit, hexes[0])
    refused(match.play(f"select {waiting[4]}"), f"place {hexes[0]}", "3.5", "6.3")
    match.play(f"place {hexes[1]}")
    assert where(match, waiting[4]) == hexes[1]


@rule("rhine", "3.5", "3.5e")
def test_the_any_units_wait_for_the_allied_choice() -> None:
    match = allied_choice()
    assert match.side == "allied"
    assert len(ANY) == 10
    assert {where(match, unit) for unit in ANY} == {"reserve"}
    assert units(match, "reserve") == ANY


# -- 3.6 -------------------------------------------------------------------------------------------


@rule("rhine", "3.6", "3.6a", "3.6b", "3.7a")
def test_the_german_cannot_tell_which_sector_was_chosen() -> None:
    for place_all in (german_any, begun):
        north, south = place_all("north"), place_all("south")
        for side in ("german", ""):
            first, second = north.view(side), south.view(side)
            assert (first.facts, first.status, first.prompt) == (second.facts, second.status, second.prompt)
        assert status(south, "german")["sector"] == "unknown"
        assert (status(north, "allied")["sector"], status(south, "allied")["sector"]) == ("north", "south")
    assert offers(german_any(), "select") == ANY


@rule("rhine", "3.6", "3.6c")
def test_the_choice_cannot_be_changed() -> None:
    match = german_any("south")
    refused(match, "full north")
    match.play("propose", "done")
    assert match.side == "allied"
    refused(match, "full north")
    match.play("order move-fight")
    refused(match, "full north")
    assert status(match)["sector"] == "south"


@rule("rhine", "3.6", "3.6d")
def test_the_choice_is_shown_in_the_first_allocation_phase() -> None:
    for sector in ("north", "south"):
        match = begun(sector)
        assert status(match, "german")["sector"] == "unknown"
        match.play("order fight-move")
        assert status(match, "german")["sector"] == sector


# -- 3.7, 3.8 --------------------------------------------------------------------------------------


@rule("rhine", "3.7", "3.7a")
def test_all_ten_any_units_must_be_placed() -> None:
    match = german_any()
    refused(match, "done", "3.7")
    for number, unit in enumerate(sorted(ANY)):
        refused(match, "done")
        place(match, unit, f"150{number // 4}S")
    match.play("done")
    assert now(match) == (1, "allied declaration")


@rule("rhine", "3.7", "3.7b", "3.7c", "3.7d", "3.7e")
@pytest.mark.parametrize("unit", ["9SS", "280SG"])
def test_any_units_go_to_germany_the_eastern_netherlands_and_metz(unit: str) -> None:
    germany = {label for label, row in HEXES.items() if row["area"] == "Germany"}
    dutch = region("Netherlands east of the Wilhelmina Canal")
    assert {HEXES[label]["area"] for label in dutch} == {"Netherlands"}
    assert places(german_any(), unit) == germany | dutch | {"1710S"}


@rule("rhine", "3.7", "3.7b", "3.7c", "3.7d", "3.7e")
def test_places_for_any_units_by_name() -> None:
    match = german_any().play("select 9SS")
    for label in ("2402N", "1402N", "1606N", "1710S", "2911S"):
        assert offered(match, f"place {label}"), label
    for label in ("1408N", "1507N", "1912S", "1511N", "1309S", "1912N", "2912S", "1711S"):
        refused(match, f"place {label}", "3.7")


@rule("rhine", "3.7", "3.7f")
def test_stacking_limits_the_placing_of_any_units() -> None:
    match = german_any()
    assert where(match, "17SS") == "1710S"
    for unit in ("9SS", "10SS", "462VG"):
        place(match, unit, "1710S")
    for unit in ("526ID", "107PB"):
        assert "1710S" not in places(match, unit)
        refused(match.play(f"select {unit}"), "place 1710S", "3.7", "6.3")
        match.undo()


@rule("rhine", "3.7", "3.7g")
def test_a_hex_on_the_east_bank_of_the_canal_is_east_of_it() -> None:
    banks = [tuple(pair.split("-")) for pair in region("Wilhelmina Canal")]
    east = region("Netherlands east of the Wilhelmina Canal")
    found = places(german_any(), "9SS")
    assert banks
    assert {"1506N", "1606N", "1605N"} <= found
    assert not {"1507N", "1607N", "1706N"} & found
    for pair in banks:
        assert set(pair) & found == set(pair) & east != set()


@rule("rhine", "3.8", "3.8a")
def test_after_the_set_up_the_allied_player_declares_his_order() -> None:
    match = begun()
    assert (match.side, now(match)) == ("allied", (1, "allied declaration"))
    assert offers(match, "order") == {"move-fight", "fight-move"}
    match.play("order move-fight")
    assert now(match) == (1, "allied airborne")
    match.play("done")
    assert now(match) == (1, "allied reinforcement")
    assert {where(match, unit) for unit in ANY} <= set(LAND)
    assert set(FRENCH_EDGE) & {where(match, unit) for unit in COUNTERS} <= {"2915S", "2916S", "2917S"}
