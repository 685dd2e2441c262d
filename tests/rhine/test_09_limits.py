"""Clause 9.5: on which side of the sector line each Allied army group may move and attack."""

from __future__ import annotations

import pytest

from grognard import Match
from tests.kit import (
    announce,
    fight,
    move,
    now,
    offered,
    offers,
    place,
    places,
    reach,
    refused,
    status,
    supply,
    where,
    words,
)
from tests.rhine.helpers_arrivals import BOX, ENTRY_N, ENTRY_S, airborne, drop
from tests.rhine.helpers_course import until
from tests.rhine.sheet import NORTH, SOUTH, distance, within
from tests.rhine.table import table
from tests.rules import rule

#: The two westernmost hexes on the line: 1417S is the last of the north, 1517S the first of the south.
LAST, FIRST = "1417S", "1517S"
BEFORE, AFTER = "sector 1", "antwerp 1"
#: What Antwerp needs (8.15).
NINE = {"1511N", "1112N", "1212N", "1213N", "1311N", "1312N", "1411N", "1412N", "1116N"}


def moving(units: str, more: str = BEFORE, turn: int = 3) -> Match:
    return table(f"turn {turn}\nphase allied movement\nat {units}\n{more}", bare=True)


def fighting(units: str, more: str = BEFORE, **ground: object) -> Match:
    return table(f"turn 3\nphase allied combat\nat {units}\n{more}", bare=True, **ground)  # type: ignore[arg-type]


def to_line(label: str) -> int:
    """How far a hex of the south is from the north."""
    return min(distance(label, other) for other in NORTH)


# -- who keeps to which side -----------------------------------------------------------------


@rule("rhine", "9.5", "9.5a", "9.5i", "9.5q")
@pytest.mark.parametrize("unit", ["BC50", "BC8Bd", "BC4Co", "BC1PAB", "BC1AB", "US1", "US4C", "US17AB", "US82AB"])
def test_before_antwerp_opens_northern_units_stay_north(unit: str) -> None:
    match = moving(f"{unit}={LAST}")
    found = reach(match, unit)
    assert found <= NORTH
    assert {"1317S", "1416S"} <= found
    refused(match.play(f"select {unit}"), f"move {FIRST}", "9.5")


@rule("rhine", "9.5", "9.5e", "9.5j")
@pytest.mark.parametrize("unit", ["F1A", "F1MR", "FAFC", "F4MO", "US3", "US442", "US5", "US4A", "US2C"])
def test_before_antwerp_opens_southern_units_stay_south(unit: str) -> None:
    match = moving(f"{unit}={FIRST}", "sector 2")
    found = reach(match, unit)
    assert found <= SOUTH
    assert {"1617S", "1516S"} <= found
    refused(match.play(f"select {unit}"), f"move {LAST}", "9.5")


@rule("rhine", "9.5", "9.5a", "9.5e", "9.5m", "9.5q")
@pytest.mark.parametrize(
    ("unit", "from_", "to", "free"),
    [
        ("BC50", LAST, FIRST, False),
        ("BC1PAB", LAST, FIRST, False),
        ("US1", LAST, FIRST, True),
        ("US82AB", LAST, FIRST, True),
        ("F1A", FIRST, LAST, False),
        ("F3MT", FIRST, LAST, False),
        ("US3", FIRST, LAST, True),
        ("US5", FIRST, LAST, True),
        ("F2A", FIRST, LAST, True),
    ],
)
def test_antwerp_frees_the_american_units_only(unit: str, from_: str, to: str, free: bool) -> None:
    match = moving(f"{unit}={from_}", AFTER)
    found = reach(match, unit)
    assert (to in found) == free
    own = NORTH if from_ == LAST else SOUTH
    assert (found <= own) == (not free)
    if not free:
        refused(match.play(f"select {unit}"), f"move {to}", "9.5")


@rule("rhine", "9.5", "9.5v")
def test_the_french_second_armored_division_goes_where_it_likes() -> None:
    for from_, to in ((LAST, FIRST), (FIRST, LAST)):
        match = moving(f"F2A={from_}", turn=2)
        assert to in reach(match, "F2A")
        assert where(move(match, "F2A", to), "F2A") == to
    match = fighting(f"F2A={LAST} 59ID={FIRST}")
    announce(match, FIRST, "F2A")
    assert offered(match, "resolve")


@rule("rhine", "9.5", "9.5b", "9.5f", "9.5i", "9.5j")
@pytest.mark.parametrize(
    ("unit", "from_", "over", "own"),
    [
        ("BC50", LAST, FIRST, "1316S"),
        ("US1", LAST, FIRST, "1316S"),
        ("F1MR", FIRST, LAST, "1617S"),
        ("US3", FIRST, LAST, "1617S"),
        ("US5", FIRST, LAST, "1617S"),
    ],
)
def test_no_unit_attacks_over_the_line_before_antwerp_opens(unit: str, from_: str, over: str, own: str) -> None:
    match = fighting(f"{unit}={from_} 59ID={over} 64ID={own}")
    refused(match, f"attack {over}", "9.5")
    announce(match, own, unit)
    assert offered(match, "resolve")


@rule("rhine", "9.5b", "9.5f", "9.5m")
@pytest.mark.parametrize(
    ("unit", "from_", "over", "free"),
    [
        ("BC50", LAST, FIRST, False),
        ("US1", LAST, FIRST, True),
        ("F1MR", FIRST, LAST, False),
        ("US3", FIRST, LAST, True),
        ("US5", FIRST, LAST, True),
    ],
)
def test_over_the_line_only_americans_attack_when_antwerp_is_open(unit: str, from_: str, over: str, free: bool) -> None:
    match = fighting(f"{unit}={from_} 59ID={over}", AFTER)
    assert offered(match, f"attack {over}") == free
    if not free:
        refused(match, f"attack {over}", "9.5")


@rule("rhine", "9.5b")
def test_a_british_unit_does_not_join_an_attack_over_the_line() -> None:
    match = fighting(f"BC50={LAST} US5=1516S 59ID={FIRST}", "sector 2").play(f"attack {FIRST}")
    assert offers(match, "with") == {"US5"}
    refused(match, "with BC50", "9.5", "11.1")


# -- other ways over the line ----------------------------------------------------------------


@rule("rhine", "9.5r")
@pytest.mark.parametrize(
    ("unit", "more", "free"),
    [("BC50", BEFORE, False), ("BC50", AFTER, False), ("US1", BEFORE, False), ("US1", AFTER, True)],
)
def test_a_probe_does_not_lead_over_the_line(unit: str, more: str, free: bool) -> None:
    # 1516S is empty, next to the unit and to the German in 1416S.
    match = fighting(f"{unit}={LAST} 59ID=1416S", more)
    assert offered(match, "probe 1516S") == free
    assert offered(match, "probe 1316S")
    if not free:
        refused(match, "probe 1516S", "9.5")


@rule("rhine", "9.5s")
@pytest.mark.parametrize(
    ("unit", "more", "free"),
    [("BC50", BEFORE, False), ("BC50", AFTER, False), ("US1", BEFORE, False), ("US1", AFTER, True)],
)
def test_a_retreat_does_not_lead_over_the_line(unit: str, more: str, free: bool) -> None:
    # All the north around 1417S is German or in a German zone, and so is 1516S: only 1517S is free. 20 to 6 is 3:1.
    at = f"{unit}={LAST} 1SS=1416S 12SS=1416S 11Pz=1416S 59ID=1316S"
    match = table(f"turn 3\nphase german combat\nat {at}\n{more}", bare=True, dice=[1])
    fight(match, LAST, "1SS", "12SS", "11Pz")
    if free:
        assert (match.side, offers(match, "to")) == ("allied", {FIRST})
        assert where(match.play(f"to {FIRST}"), unit) == FIRST
    else:
        assert where(match, unit) == "eliminated"


@rule("rhine", "9.5t")
def test_supply_lines_run_on_both_sides_of_the_line() -> None:
    closed = ENTRY_N | {"1217S", "1317S", "1417S"}
    match = moving("BC50=2010N US1=1310S F1A=2010S", f"sector 1\nclosed {words(closed)}")
    assert (supply(match, "BC50"), supply(match, "US1")) == ("full", "full")
    # The French the other way round: all the sources of the south are shut.
    shut = ENTRY_S | {f"{row}17S" for row in range(15, 30)}
    match = moving("BC50=2010N F1A=2010S", f"sector 2\nclosed {words(shut)}")
    assert supply(match, "F1A") == "full"
    assert supply(moving("F1A=2010S", f"sector 2\nclosed {words(shut | closed)}"), "F1A") == "none"


# -- when the line opens ---------------------------------------------------------------------


@rule("rhine", "9.5", "9.5z")
def test_the_line_opens_with_the_next_game_turn() -> None:
    at = f"US1={LAST} US5={FIRST} BC50=1413N 59ID=2005N"
    match = moving(at, f"sector 1\nallied {words(NINE - {'1412N'})}", turn=4)
    move(match, "BC50", "1412N")
    refused(match.play("select US1"), f"move {FIRST}", "9.5")
    match.undo()
    assert not status(match)["antwerp"]
    until(match, 5, "allied movement")
    assert status(match)["antwerp"]
    assert where(move(match, "US1", FIRST, "1617S"), "US1") == "1617S"
    assert where(move(match, "US5", LAST), "US5") == LAST


@rule("rhine", "9.5y")
def test_the_line_means_nothing_to_the_german() -> None:
    match = table(f"turn 1\nphase german movement\nat 12VG={LAST}", bare=True)
    assert reach(match, "12VG") == within(LAST, 6)
    # Zones and attacks cross it, without any shift.
    text = f"turn 3\nphase german combat\nat 9SS={FIRST} BC50={LAST}"
    preview = announce(table(text, bare=True), LAST, "9SS").preview
    assert preview is not None
    assert (preview.total, preview.column) == (0, "1:2")
    match = moving(f"BC50=1217S 59ID={FIRST}")
    move(match, "BC50", LAST)
    refused(match, "select BC50", "7.3", "10.2")
    match = moving("BC50=1217S")
    assert offered(match.play("select BC50", f"move {LAST}"), "move 1416S")


# -- the airborne troops ---------------------------------------------------------------------


@rule("rhine", "9.5", "9.5o")
@pytest.mark.parametrize(("sector", "open_", "shut"), [(1, NORTH, SOUTH), (2, SOUTH, NORTH)])
def test_corps_are_dropped_in_the_sector_with_full_supply(sector: int, open_: set[str], shut: set[str]) -> None:
    match = airborne(more=f"sector {sector}").play("select AAA18", "with US82AB", "with US101AB")
    found = offers(match, "land")
    assert open_ <= found
    assert not shut & found
    refused(match, "land 2010S" if sector == 1 else "land 2010N", "9.5", "12.3")


@rule("rhine", "9.5", "9.5p")
def test_a_corps_stays_where_it_is_when_the_sector_changes() -> None:
    box = BOX.replace("AAA18=airborne", "AAA18=2010N")
    text = f"turn 3\nphase allied declaration\nat {box} 59ID=2009N\nmade18 US82AB US101AB\ndropped 1\nsector 1"
    match = table(text, bare=True).play("order move-fight", "full south")
    assert status(match)["sector"] == "south"
    assert (where(match, "AAA18"), supply(match, "AAA18")) == ("2010N", "aerial")
    until(match, 4, "allied movement", sector="south")
    assert (where(match, "AAA18"), supply(match, "AAA18")) == ("2010N", "aerial")


@rule("rhine", "9.5", "9.5w")
def test_the_two_american_divisions_of_the_box_belong_to_the_side_where_they_enter() -> None:
    text = "turn 1\nphase allied reinforcement\nat US82AB=airborne US101AB=airborne 59ID=2005N\nsector 2"
    match = table(text, bare=True)
    assert places(match, "US82AB") == ENTRY_N | ENTRY_S  # never the west edge of the south
    refused(match.play("select US82AB"), "place 1617S", "9.5")
    match.play("place 2914S")
    place(match, "US101AB", "2817N").play("done")
    until(match, 1, "allied movement")
    found = reach(match, "US82AB")
    assert found == within("2914S", 16) & SOUTH
    assert distance("2914S", "1415S") <= 16  # so it could have been reached
    assert reach(match, "US101AB") <= NORTH
    move(match, "US82AB", "1515S")
    until(match, 2, "allied movement", sector="south")
    refused(match.play("select US82AB"), "move 1415S", "9.5")
    assert offered(match, "move 1615S")


@rule("rhine", "9.5w")
def test_a_stay_in_the_box_allows_another_side_of_the_line() -> None:
    for southern, entry, own in (("\nsouthern US82AB", "2817N", NORTH), ("", "2914S", SOUTH)):
        text = f"turn 3\nphase allied reinforcement\nat US82AB=airborne 59ID=2005N\nsector 1{southern}"
        match = place(table(text, bare=True), "US82AB", entry).play("done")
        until(match, 3, "allied movement")
        assert set() < reach(match, "US82AB") <= own
    match = moving("US82AB=1515S", "sector 2\nsouthern US82AB")
    refused(match.play("select US82AB"), "move 1415S", "9.5")
    match = moving("US82AB=1515S", "antwerp 1\nsouthern US82AB")
    assert offered(match.play("select US82AB"), "move 1415S")


@rule("rhine", "9.5w")
@pytest.mark.parametrize(
    ("label", "beside", "unit", "sector", "own"),
    [("2010S", "2110S", "US5", "south", SOUTH), ("2010N", "2110N", "US1", "north", NORTH)],
)
def test_an_exchange_settles_the_side_too(label: str, beside: str, unit: str, sector: str, own: set[str]) -> None:
    at = f"{BOX.replace('AAA18=airborne', f'AAA18={label}')} {unit}={beside} 59ID=2005N"
    match = table(f"turn 3\nphase allied linkup\nat {at}\nmade18 US82AB US101AB\ndropped 1", bare=True)
    until(match, 4, "allied movement", sector=sector)
    assert (where(match, "US82AB"), supply(match, "US82AB")) == (label, "full")
    found = reach(match, "US82AB")
    assert set() < found <= own
    assert any(distance(label, other) <= 16 for other in (NORTH if own is SOUTH else SOUTH))


@rule("rhine", "9.5", "9.5x")
def test_british_paratroops_left_in_the_south_can_only_come_back() -> None:
    match = moving("BC1AB=2010S 59ID=2005S", "sector 2")
    found = reach(match, "BC1AB")
    here = to_line("2010S")
    assert found
    assert {label for label in found if label in SOUTH and to_line(label) >= here} == set()
    assert "1910S" in found
    refused(match.play("select BC1AB"), "move 2110S", "9.5")
    level = next(label for label in ("2011S", "2009S") if to_line(label) == here)
    refused(match, f"move {level}", "9.5")
    match.play("move 1910S")
    assert where(match, "BC1AB") == "1910S"


@rule("rhine", "9.5x")
def test_british_paratroops_left_in_the_south_hold_and_are_flown_out_but_do_not_attack() -> None:
    at = "BC1AB=2010S 59ID=2009S"
    refused(fighting(at, "sector 2"), "attack 2009S", "9.5")
    match = fighting(f"{at} US5=1909S", "sector 2").play("attack 2009S")
    assert offers(match, "with") == {"US5"}
    refused(match, "with BC1AB", "9.5", "11.1")
    match = moving(at, "sector 2")
    assert where(match.play("lift BC1AB"), "BC1AB") == "airborne"
    preview = announce(table(f"turn 3\nphase german combat\nat {at}\nsector 2", bare=True), "2010S", "59ID").preview
    assert preview is not None
    assert "2 against 5" in preview.title


@rule("rhine", "9.5x")
def test_a_british_corps_dropped_in_the_south_turns_into_units_there() -> None:
    match = table(f"turn 3\nphase allied declaration\nat {BOX} US5=2013S 59ID=2005S", bare=True)
    match.play("order move-fight", "full south")
    drop(match, "AAA1", "2010S").play("done")
    assert where(match, "AAA1") == "2010S"
    until(match, 3, "allied movement", sector="south")
    move(match, "US5", "2011S")
    until(match, 3, "german declaration")
    assert (where(match, "BC1AB"), where(match, "BC1PAB"), where(match, "AAA1")) == ("2010S", "2010S", "airborne")
    until(match, 4, "allied movement", sector="south")
    assert now(match) == (4, "allied movement")
    assert reach(match, "BC1AB")
    assert {label for label in reach(match, "BC1AB") & SOUTH if to_line(label) >= to_line("2010S")} == set()
