"""Chapter 4: exits over the map edge, the Ruhr, lost cities and the end of the game."""

from __future__ import annotations

import pytest

from grognard import Match
from tests.kit import announce, control, fight, forecast, in_hex, move, now, offers, probe, refused, supply, where
from tests.rhine.helpers_course import LAND, beaten, outcome, until, won
from tests.rhine.sheet import ALL_EAST, EAST_EDGE, NO_ALLIED_SUPPLY, WEST_EDGE, around, near
from tests.rhine.table import table
from tests.rules import rule

RUHR = dict.fromkeys(("2000N", "2001N", "2101N"), "ruhr;victory")
DUISBURG = {"2001N": "ruhr;victory"}
CITY = {"2001N": "city"}
BIG_RED = ("US1", "US9", "US30")
ARMOR = ("US2A", "US3A", "US5A")
PANZERS = ("Lehr", "11Pz", "9SS")
STORM = ("1SS", "12SS", "Lehr", "11Pz")


def goes_on(match: Match) -> None:
    assert not match.over
    assert match.result is None


def exits(text: str, unit: str, *way: str) -> Match:
    """A match in which a unit has moved to the edge."""
    return table(text, bare=True).play(f"select {unit}", *(f"move {to}" for to in way))


# -- 4.1, 4.7 --------------------------------------------------------------------------------------


@rule("rhine", "4.1", "4.1a", "4.7", "4.7a")
@pytest.mark.parametrize(("turn", "watch"), [(11, 1), (9, 2)])
def test_whoever_holds_all_but_the_ruhr_has_not_won(turn: int, watch: int) -> None:
    held = " ".join(sorted(set(LAND) - set(RUHR)))
    text = f"turn {turn}\nphase allied supply\nwatch {watch}\nantwerp 1\nallied {held}\nat US1=2002N"
    match = table(text, bare=True, features=RUHR)
    assert control(match, "2402N") == "allied"
    won(match, "german", "End of the Game")
    text = f"turn {turn}\nphase allied combat second\nwatch {watch}\nantwerp 1\nallied {held}\nat US1=2002N"
    goes_on(table(text, bare=True, features=RUHR))


@rule("rhine", "4.7", "4.7a")
@pytest.mark.parametrize(("turn", "watch"), [(9, 1), (10, 1), (8, 2)])
def test_no_side_has_won_before_the_last_turn_ends(turn: int, watch: int) -> None:
    eight = " ".join(f"2{row}14N" for row in range(8))
    text = f"turn {turn}\nphase allied supply\nwatch {watch}\nantwerp 1\ntaken {eight}\nat US1=2012N 719ID=2002N"
    match = table(text, bare=True)
    goes_on(match)
    assert now(match)[0] == turn + 1


@rule("rhine", "4.7", "4.7b")
def test_there_are_no_draws_and_no_levels_of_victory() -> None:
    results = set()
    for held in ("2012N", " ".join(sorted(set(LAND) - set(RUHR)))):
        text = f"turn 11\nphase allied supply\nwatch 1\nantwerp 1\nallied {held}\nat US1=2012N"
        match = table(text, bare=True, features=RUHR)
        results.add(outcome(match))
    assert results == {("german", "End of the Game")}
    results = set()
    for unit in ("US1", "BC4Co"):
        match = exits(f"turn 3\nphase allied movement\nat {unit}=2000N", unit).play("exit")
        results.add(outcome(match))
    assert results == {("allied", "Sudden Death")}


# -- 4.2 -------------------------------------------------------------------------------------------


@rule("rhine", "4.2", "4.2a")
def test_an_allied_unit_wins_by_leaving_over_the_east_edge_anywhere() -> None:
    assert (EAST_EDGE[0], EAST_EDGE[-1], len(EAST_EDGE)) == ("1100N", "2900S", 37)
    for label in EAST_EDGE:
        match = exits(f"turn 3\nphase allied movement\nantwerp 1\nat US1={label}", "US1")
        won(match.play("exit"), "allied")


@rule("rhine", "4.2", "4.2a", "1.3a")
@pytest.mark.parametrize(("unit", "label"), [("BC4Co", "1700N"), ("F1A", "2200S"), ("F2A", "1700N"), ("US4C", "2500S")])
def test_any_allied_unit_will_do(unit: str, label: str) -> None:
    match = exits(f"turn 1\nphase allied movement\nantwerp 1\nat {unit}={label} 719ID=2010S", unit)
    won(match.play("exit"), "allied")


@rule("rhine", "4.2", "4.2a")
def test_a_stack_leaves_together() -> None:
    match = table("turn 3\nphase allied movement\nat US1=2001N US9=2001N", bare=True)
    match.play("select US1", "also US9")
    refused(match, "exit", "4.2")
    won(match.play("move 2000N", "exit"), "allied")


@rule("rhine", "4.2", "4.2b")
def test_leaving_costs_one_movement_point() -> None:
    # Both start in a zone, so nobody marches in column: 10 movement points.
    match = exits("turn 3\nphase allied movement\nat US1=2010N 719ID=2011N", "US1", "2000N")
    assert where(match, "US1") == "2000N"
    refused(match, "exit")
    match = exits("turn 3\nphase allied movement\nat US1=2009N 719ID=2010N", "US1", "2000N")
    won(match.play("exit"), "allied")


@rule("rhine", "4.2", "4.2a")
def test_a_unit_that_can_go_nowhere_else_may_leave() -> None:
    sides = around("2000N", "all-sea")
    match = table("turn 3\nphase allied movement\nat US1=2000N", bare=True, sides=sides).play("select US1")
    assert offers(match, "move") == set()
    won(match.play("exit"), "allied")
    match = table("turn 3\nphase german movement\nat 9SS=2000N US1=2010N", bare=True, sides=sides)
    refused(match, "select 9SS", "10.3", "10.12")


@rule("rhine", "4.2", "4.2c")
def test_a_unit_out_of_supply_wins_as_well() -> None:
    text = f"turn 3\nphase allied movement\n{NO_ALLIED_SUPPLY}\nat US1="
    match = exits(f"{text}2004N", "US1", "2000N")
    assert supply(match, "US1") == "none"
    won(match.play("exit"), "allied")
    refused(exits(f"{text}2005N", "US1", "2000N"), "exit")


@rule("rhine", "4.2", "4.2d")
def test_a_unit_that_has_entered_a_zone_on_the_edge_cannot_go_on() -> None:
    assert "2000N" in near("1900N")
    assert not near("1900N") & {"2101N", "2100N"}
    text = "turn 3\nphase allied movement\nat US1=2102N"
    match = exits(f"{text} 719ID=1900N", "US1", "2101N", "2100N", "2000N")
    refused(match, "exit")
    refused(match, "select US1", "7.3", "10.2", "10.5")
    goes_on(match)
    won(exits(text, "US1", "2101N", "2100N", "2000N").play("exit"), "allied")


@rule("rhine", "4.2", "4.2e")
def test_a_unit_that_begins_in_a_zone_on_the_edge_may_leave() -> None:
    match = exits("turn 3\nphase allied movement\nat US1=2000N 719ID=1900N 9SS=2001N", "US1")
    won(match.play("exit"), "allied")


@rule("rhine", "4.2", "4.2f")
def test_no_unit_leaves_the_map_in_a_combat_phase() -> None:
    text = f"turn 5\nphase allied combat\nat {in_hex('2000N', *BIG_RED)} 105PB=2100N"
    match = table(text, bare=True)
    refused(match, "exit")
    fight(match, "2100N", *BIG_RED)
    refused(match, "exit")
    refused(match.play("advance US1"), "exit")
    assert (where(match, "US1"), match.over) == ("2100N", False)
    text = f"turn 5\nphase german combat\nat {in_hex('2017N', *PANZERS)} US4C=2117N"
    match = table(text, bare=True)
    refused(match, "exit")
    fight(match, "2117N", *PANZERS)
    refused(match, "exit")
    refused(match.play("advance 9SS"), "exit")
    assert (where(match, "9SS"), match.over) == ("2117N", False)


@rule("rhine", "4.2", "4.2g")
@pytest.mark.parametrize("label", ["2017N", "1105N", "2914S", "2010N", "2917S", "1117N"])
def test_allied_units_leave_only_by_the_east_edge(label: str) -> None:
    refused(exits(f"turn 5\nphase allied movement\nantwerp 1\nat US1={label}", "US1"), "exit", "4.2")


# -- 4.3 -------------------------------------------------------------------------------------------


@rule("rhine", "4.3", "4.3a", "4.3c")
@pytest.mark.parametrize("label", sorted(RUHR))
def test_an_allied_unit_in_a_ruhr_city_wins(label: str) -> None:
    assert label in near("2100N")
    match = table("turn 2\nphase allied movement\nat US1=2202N 719ID=1603N", bare=True, features=RUHR)
    match.play("select US1", "move 2201N", "move 2200N", "move 2100N")
    goes_on(match)
    won(match.play(f"move {label}"), "allied")


@rule("rhine", "4.3", "4.3a")
def test_a_unit_beside_the_ruhr_or_in_another_city_wins_nothing() -> None:
    match = table("turn 2\nphase allied movement\nat US1=2202N", bare=True, features=DUISBURG | {"2002N": "city"})
    goes_on(move(match, "US1", "2102N", "2002N"))
    assert control(match, "2002N") == "allied"


@rule("rhine", "4.3", "4.3b", "4.3c")
def test_units_out_of_supply_take_the_ruhr_as_well() -> None:
    text = f"turn 2\nphase allied {{}}\n{NO_ALLIED_SUPPLY}\nat {in_hex('2002N', *ARMOR)}"
    match = table(text.format("movement"), bare=True, features=DUISBURG)
    assert supply(match, "US2A") == "none"
    won(match.play("select US2A", "move 2001N"), "allied")
    match = table(f"{text.format('combat')} 4Flk=2001N", bare=True, features=DUISBURG, dice=[2])
    announce(match, "2001N", *ARMOR)  # 26, halved 13, to 2: 6:1, two to the left
    assert forecast(match).column == "4:1"
    beaten(match.play("resolve"))
    goes_on(match)
    won(match.play(f"advance {sorted(offers(match, 'advance'))[0]}"), "allied")


@rule("rhine", "4.3", "4.3c")
def test_a_probe_into_the_ruhr_wins() -> None:
    assert {"2001N", "2002N"} <= near("1901N")
    match = table("turn 2\nphase allied combat\nat US1=2002N 719ID=1901N", bare=True, features=DUISBURG)
    won(probe(match, "2001N", "US1"), "allied")


@rule("rhine", "4.3", "4.3c")
def test_a_momentum_attack_into_the_ruhr_wins() -> None:
    text = f"turn 2\nphase allied combat\nat {in_hex('2003N', *BIG_RED)} 105PB=2002N 719ID=1901N"
    match = fight(table(text, bare=True, features=DUISBURG), "2002N", *BIG_RED)
    match.play(*(f"advance {unit}" for unit in BIG_RED))
    goes_on(match)
    won(probe(match, "2001N", "US1"), "allied")


@rule("rhine", "4.3", "4.3c")
def test_a_retreat_into_the_ruhr_wins() -> None:
    text = f"turn 3\nphase german combat\nat {in_hex('2003N', *STORM)} 719ID=1801N 85ID=2201N US1=2002N"
    match = fight(table(text, bare=True, features=DUISBURG, dice=[3]), "2002N", *STORM)  # 26 to 6, die 3: DR
    assert offers(match, "to") == {"2001N"}
    won(match.play("to 2001N"), "allied")


# -- 4.4: cities -----------------------------------------------------------------------------------


@rule("rhine", "4.4", "4.4a")
@pytest.mark.parametrize("turn", [1, 3, 8])
def test_a_german_unit_that_enters_an_allied_city_wins(turn: int) -> None:
    text = f"turn {turn}\nphase german movement\nallied 2208N\nat 9SS=2206N US1=2212N"
    match = table(text, bare=True, features={"2208N": "city"}).play("select 9SS", "move 2207N")
    goes_on(match)
    won(match.play("move 2208N"), "german")


@rule("rhine", "4.4", "4.4b", "4.4c")
def test_german_units_out_of_supply_win_as_well() -> None:
    text = f"turn 3\nphase german {{}}\nallied {ALL_EAST} 2001N\nat {in_hex('2002N', *STORM)}"
    match = table(text.format("movement"), bare=True, features=CITY)
    assert supply(match, "12SS") == "none"
    won(match.play("select 12SS", "move 2001N"), "german")
    match = table(f"{text.format('combat')} US4C=2001N", bare=True, features=CITY, dice=[2])
    announce(match, "2001N", *STORM)  # 26, halved 13, to 2: 6:1, two to the left
    assert forecast(match).column == "4:1"
    beaten(match.play("resolve"))
    goes_on(match)
    won(match.play(f"advance {sorted(offers(match, 'advance'))[0]}"), "german")


@rule("rhine", "4.4", "4.4c")
def test_a_german_probe_into_an_allied_city_wins() -> None:
    text = "turn 3\nphase german combat\nallied 2001N\nat 9SS=2002N US1=1901N"
    won(probe(table(text, bare=True, features=CITY), "2001N", "9SS"), "german")


@rule("rhine", "4.4", "4.4c")
def test_a_german_momentum_attack_into_an_allied_city_wins() -> None:
    text = f"turn 3\nphase german combat\nallied 2001N\nat {in_hex('2003N', *PANZERS)} US4C=2002N US1=1901N"
    match = fight(table(text, bare=True, features=CITY), "2002N", *PANZERS)  # 16 to 2: no die
    match.play(*(f"advance {unit}" for unit in PANZERS))
    goes_on(match)
    won(probe(match, "2001N", "9SS"), "german")


@rule("rhine", "4.4", "4.4c")
def test_a_german_retreat_into_an_allied_city_wins() -> None:
    text = f"turn 3\nphase allied combat\nallied 2001N\nat {in_hex('2003N', *BIG_RED)} US28=1801N US4=2201N 9SS=2002N"
    match = fight(table(text, bare=True, features=CITY, dice=[1]), "2002N", *BIG_RED)  # 18 to 4, die 1: DR
    assert offers(match, "to") == {"2001N"}
    won(match.play("to 2001N"), "german")


@rule("rhine", "4.4", "4.4d")
def test_a_town_won_back_wins_nothing() -> None:
    text = "turn 3\nphase german movement\nallied 1116N 1115N\nat 9SS=1114N"
    match = move(table(text, bare=True, features={"1116N": "town;coast"}), "9SS", "1115N", "1116N")
    assert (where(match, "9SS"), control(match, "1116N")) == ("1116N", "german")
    goes_on(match)


@rule("rhine", "4.4", "4.4e")
def test_a_city_that_was_never_allied_wins_nothing() -> None:
    match = table("turn 3\nphase german movement\nat 9SS=1711S US4A=1715S", bare=True, features={"1710S": "city"})
    goes_on(move(match, "9SS", "1710S"))
    assert control(match, "1710S") == "german"


@rule("rhine", "4.4", "4.4k")
def test_a_city_in_germany_counts_like_one_outside() -> None:
    match = table("turn 3\nphase allied movement second\nat US1=2306N 9SS=2302N", features={"2305N": "city"}, bare=True)
    move(match, "US1", "2305N", "2306N", "2308N")
    goes_on(match)
    until(match, 3, "german movement")
    won(match.play("select 9SS", "move 2305N"), "german")


# -- 4.4: the west edge ----------------------------------------------------------------------------


@rule("rhine", "4.4", "4.4f")
def test_from_turn_4_a_german_unit_wins_by_leaving_over_the_west_edge_anywhere() -> None:
    assert (WEST_EDGE[0], WEST_EDGE[-1], len(WEST_EDGE)) == ("1117N", "2917S", 37)
    for label in WEST_EDGE:
        match = exits(f"turn 4\nphase german movement\nat 9SS={label}", "9SS")
        won(match.play("exit"), "german")


@rule("rhine", "4.4", "4.4f", "4.4h")
@pytest.mark.parametrize("turn", range(1, 12))
def test_no_german_unit_leaves_before_turn_4(turn: int) -> None:
    match = exits(f"turn {turn}\nphase german movement\nwatch {int(turn > 6)}\nantwerp 1\nat 9SS=1117N", "9SS")
    if turn < 4:
        refused(match, "exit", "4.4")
    else:
        won(match.play("exit"), "german")


@rule("rhine", "4.4", "4.4g")
def test_leaving_over_the_west_edge_costs_one_movement_point() -> None:
    match = exits("turn 5\nphase german movement\nat 719ID=2012N US1=2011N", "719ID", "2017N")
    assert where(match, "719ID") == "2017N"
    refused(match, "exit")
    match = exits("turn 5\nphase german movement\nat 719ID=2013N US1=2012N", "719ID", "2017N")
    won(match.play("exit"), "german")


@rule("rhine", "4.4", "4.4i")
def test_a_german_unit_out_of_supply_may_leave_and_win() -> None:
    match = exits(f"turn 5\nphase german movement\nallied {ALL_EAST}\nat 719ID=2015N", "719ID", "2017N")
    assert supply(match, "719ID") == "none"
    won(match.play("exit"), "german")


@rule("rhine", "4.4", "4.4j")
@pytest.mark.parametrize("label", ["2914S", "2912S", "1105N", "2000N", "2900S", "2010N"])
def test_the_germans_leave_over_the_west_edge_only(label: str) -> None:
    refused(exits(f"turn 5\nphase german movement\nat 9SS={label}", "9SS"), "exit", "4.4")


@rule("rhine", "4.4", "4.4l")
def test_zones_on_the_west_edge_hold_only_whoever_enters_them() -> None:
    assert "2017N" in near("1917N")
    assert "2016N" not in near("1917N")
    match = exits("turn 5\nphase german movement\nat 9SS=2015N US1=1917N", "9SS", "2016N", "2017N")
    refused(match, "exit")
    refused(match, "select 9SS", "7.3", "10.2", "10.5")
    match = exits("turn 5\nphase german movement\nat 9SS=2017N US1=1917N", "9SS")
    won(match.play("exit"), "german")
