"""8.8 to 8.13: elimination when a turn ends, the sources of each side, and German sources."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import Match
from tests.kit import control, move, pair, supply, where
from tests.rhine.helpers_course import until
from tests.rhine.helpers_supply import EAST_LANE, WEST_LANE, east_but, furthest, lane, next_turn
from tests.rhine.sheet import EAST_EDGE, closed_but, island, near, row, within
from tests.rhine.table import moving, phase
from tests.rules import rule

DOOR = "1909N-2010N"
#: A country of its own, without any source.
ALONE = island(*within("2010N", 4), "2010N")


def ending(units: str, *more: str, **ground: Any) -> Match:
    """From the last phase of the German player turn of turn 2 on to turn 3."""
    return next_turn(phase("german combat second", units, *more, **ground))


# -- 8.8 -------------------------------------------------------------------------------------


@rule("rhine", "8.8", "8.8a", "8.8b", "8.8e")
@pytest.mark.parametrize("unit", ["183VG", "1SS", "105PB", "7Flk", "US1", "US2A", "BC50", "BC8Bd", "F2A", "US4C"])
def test_whoever_is_out_of_supply_when_the_turn_ends_is_eliminated(unit: str) -> None:
    match = phase("german combat second", f"{unit}=2010N", sides=ALONE)
    assert supply(match, unit) == "none"
    assert where(next_turn(match), unit) == "eliminated"
    assert where(ending(f"{unit}=2010N"), unit) == "2010N"


@rule("rhine", "8.8", "8.8a", "8.8b")
def test_no_unit_is_eliminated_before_the_turn_ends() -> None:
    match = phase("allied movement", "183VG=2010N US1=2013N", sides=ALONE).play("done", "done")
    assert (where(match, "183VG"), where(match, "US1")) == ("2010N", "2013N")
    next_turn(match)
    assert (where(match, "183VG"), where(match, "US1")) == ("eliminated", "eliminated")


@rule("rhine", "8.8", "8.8c")
def test_germans_are_removed_before_the_allies_are_judged() -> None:
    # 183VG holds the lane in its zone from a hex without any line.
    sides = island("1909N") | lane(WEST_LANE, DOOR)
    del sides[DOOR]
    match = phase("german combat second", "183VG=1909N US1=2006N", sides=sides)
    assert (supply(match, "183VG"), supply(match, "US1")) == ("none", "none")
    next_turn(match)
    assert (where(match, "183VG"), where(match, "US1")) == ("eliminated", "2006N")
    assert supply(match, "US1") == "full"


@rule("rhine", "8.8", "8.8d")
def test_only_the_state_at_the_check_counts() -> None:
    match = phase("german movement second", "US1=2006N 9SS=1909N", sides=lane(WEST_LANE, DOOR))
    assert supply(match, "US1") == "none"
    move(match, "9SS", "1705N")
    assert where(next_turn(match), "US1") == "2006N"
    match = phase("allied movement second", "183VG=2012N US2A=1909N", sides=lane(EAST_LANE, DOOR))
    assert supply(match, "183VG") == "none"
    move(match, "US2A", "1712N")
    assert where(next_turn(match), "183VG") == "2012N"


@rule("rhine", "8.8", "8.8f")
def test_control_stays_when_a_unit_is_removed() -> None:
    match = ending("US1=2010N", sides=ALONE, features={"2010N": "city"})
    assert (where(match, "US1"), control(match, "2010N"), match.over) == ("eliminated", "allied", False)
    match = ending("183VG=2010N", "allied 2011N", sides=ALONE)
    assert (control(match, "2010N"), control(match, "2011N")) == ("german", "allied")


@rule("rhine", "8.8", "8.8g")
def test_all_units_of_a_side_are_judged_together() -> None:
    # Each needs the other in its enemy zone; whoever was removed first would take the rest with him, or none.
    doors = ("1909N-2010N", "1907N-2008N")
    units = "US1=2006N US4=2008N US9=2010N 12VG=1909N 183VG=1907N"
    match = ending(units, sides=lane(WEST_LANE, *doors))
    assert [where(match, unit) for unit in ("US1", "US4", "US9")] == ["2006N", "2008N", "2010N"]
    match = ending(units.replace("US9=2010N ", ""), sides=lane(WEST_LANE, *doors))
    assert [where(match, unit) for unit in ("US1", "US4")] == ["eliminated", "eliminated"]


# -- 8.10, 8.11 ------------------------------------------------------------------------------


@rule("rhine", "8.10", "8.10a")
def test_no_unit_is_supplied_by_sources_of_the_other_side() -> None:
    assert supply(moving("german", "183VG=2016N", sides=lane(WEST_LANE)), "183VG") == "none"
    assert supply(moving("german", "183VG=2017N", sides=lane(WEST_LANE)), "183VG") == "none"
    assert supply(moving("allied", "US1=2001N", sides=lane(EAST_LANE)), "US1") == "none"
    assert supply(moving("allied", "US1=2000N", sides=lane(EAST_LANE)), "US1") == "none"


@rule("rhine", "8.10", "8.10b")
@pytest.mark.parametrize(
    ("unit", "start", "source"),
    [("BC50", "1410N", "2017S"), ("US1", "1410N", "2912S"), ("F3ALG", "2810S", "1117N")],
)
def test_every_allied_unit_may_use_every_allied_source(unit: str, start: str, source: str) -> None:
    full = "sector 1" if start.endswith("N") else "sector 2"
    assert supply(moving("allied", f"{unit}={start}", closed_but(source), full), unit) == "full"
    assert supply(moving("allied", f"{unit}={start}", closed_but(), full), unit) == "none"


@rule("rhine", "8.11", "8.11a")
def test_lines_cross_and_share_hexes() -> None:
    # The lane leads from edge to edge; an American and a British unit in one pocket beside it, a German in another.
    doors = ("1907N-2008N", "2012N-2112N")
    sides = lane(row("20N", 0, 17), *doors)
    sides |= lane(["1807N", "1907N"], doors[0]) | lane(["2212N", "2112N"], doors[1])
    match = moving("german", "US1=1807N BC50=1907N 183VG=2212N", sides=sides)
    assert supply(match, "US1") == supply(match, "BC50") == "full"
    assert supply(match, "183VG") == "none", "the British zone closes 2008N"
    match = moving("german", "US1=1807N 183VG=2212N", sides=sides)
    assert supply(match, "US1") == supply(match, "183VG") == "full"


@rule("rhine", "8.11", "8.11b")
@pytest.mark.parametrize(("friend", "unit"), [("US4C", "BC50"), ("BCBN", "US1"), ("F2A", "BC50"), ("US1", "F2A")])
def test_a_unit_of_any_army_group_lifts_the_zone_for_all_allied_lines(friend: str, unit: str) -> None:
    sides = lane(WEST_LANE, DOOR)
    assert supply(moving("allied", f"{unit}=2006N {friend}=2010N 183VG=1909N", sides=sides), unit) == "full"
    assert supply(moving("allied", f"{unit}=2006N {friend}=2011N 183VG=1909N", sides=sides), unit) == "none"


# -- 8.12 ------------------------------------------------------------------------------------


@rule("rhine", "8.12", "8.12a")
@pytest.mark.parametrize("source", ["1100N", "2000N", "1100S", "1900S", "2900S"])
def test_german_sources_are_the_hexes_of_the_east_edge(source: str) -> None:
    assert len(EAST_EDGE) == 37
    assert supply(moving("german", "183VG=2010N", east_but(source)), "183VG") == "full"
    assert supply(moving("german", "183VG=2010N", east_but()), "183VG") == "none"


@rule("rhine", "8.12", "8.12b")
def test_a_source_in_allied_hands_gives_the_german_nothing() -> None:
    match = moving("allied", "US4A=1800S 183VG=2012S", "sector 2", east_but("2000S"))
    assert supply(match, "183VG") == "full"
    move(match, "US4A", "1900S", "2000S", "1900S", "1800S", "1700S")
    assert (control(match, "2000S"), supply(match, "183VG")) == ("allied", "none")


@rule("rhine", "8.12", "8.12c")
def test_a_source_works_again_as_soon_as_it_is_german() -> None:
    match = moving("german", "105PB=2002S 183VG=2012S", east_but())
    assert supply(match, "183VG") == "none"
    move(match, "105PB", "2000S")
    assert (control(match, "2000S"), supply(match, "183VG")) == ("german", "full")
    # The Americans take it, the Germans take it back.
    match = moving("allied", "US4A=1800S 183VG=2012S 105PB=2003S", "sector 2", east_but("2000S"))
    move(match, "US4A", "1900S", "2000S", "1900S", "1800S", "1700S")
    until(match, 2, "german movement")
    assert supply(match, "183VG") == "none"
    move(match, "105PB", "2000S")
    assert supply(match, "183VG") == "full"


# -- 8.13 ------------------------------------------------------------------------------------


@rule("rhine", "8.13", "8.13a")
@pytest.mark.parametrize(
    ("unit", "label", "ring"),
    [("FW", "1112N", "BC50=1212N BC53=1213N"), ("SO", "1116N", "BC50=1115N BC53=1117N BC15=1216N BC43=1217N")],
)
def test_the_garrisons_are_always_in_supply(unit: str, label: str, ring: str) -> None:
    match = phase("german combat second", f"{unit}={label} {ring}", bare=False)
    assert supply(match, unit) == "automatic"
    assert where(next_turn(match), unit) == label


@rule("rhine", "8.13", "8.13b")
@pytest.mark.parametrize("garrison", ["FW", "SO"])
def test_the_garrisons_do_not_supply_other_units(garrison: str) -> None:
    match = phase("german combat second", f"{garrison}=2010N 59ID=2010N", sides=ALONE)
    assert (supply(match, garrison), supply(match, "59ID")) == ("automatic", "none")
    next_turn(match)
    assert (where(match, garrison), where(match, "59ID")) == ("2010N", "eliminated")


@rule("rhine", "8.13", "8.13c", "8.13d")
def test_germans_are_in_supply_in_metz_but_not_next_to_it() -> None:
    assert "1709S" in near("1710S")
    match = phase("german combat second", "462VG=1710S 9SS=1710S 183VG=1709S", sides=island("1710S", "1709S"))
    assert [supply(match, unit) for unit in ("462VG", "9SS", "183VG")] == ["automatic", "automatic", "none"]
    next_turn(match)
    assert [where(match, unit) for unit in ("462VG", "9SS", "183VG")] == ["1710S", "1710S", "eliminated"]
    match = ending("US5=1710S", "sector 2", sides=island("1710S"))
    assert where(match, "US5") == "eliminated"


@rule("rhine", "8.13", "8.13e")
def test_who_leaves_metz_leaves_its_supply() -> None:
    sides = island(*within("1710S", 6), "1710S")
    match = phase("german movement second", "9SS=1710S", sides=sides)
    assert furthest(match, "9SS", "1710S") == 6, "its factor is not halved"
    move(match, "9SS", "1707S")
    assert supply(match, "9SS") == "none"
    assert where(next_turn(match), "9SS") == "eliminated"


@rule("rhine", "8.13", "8.13f")
def test_the_supply_of_metz_is_not_overland() -> None:
    sides = island(*within("1710S", 7) - {"1717S"}, "1710S")
    assert furthest(moving("german", "183VG=1710S", sides=sides), "183VG", "1710S") == 6
    assert furthest(moving("german", "183VG=1710S"), "183VG", "1710S") > 6


OUTSIDE = "1511N 1712N 2208N 1710S 1912S 2407S"


@rule("rhine", "8.13", "8.13g")
def test_after_turn_6_metz_is_allied_or_the_game_is_over() -> None:
    for cities, over in ((OUTSIDE, False), (OUTSIDE.replace("1710S ", ""), True)):
        text = ("antwerp 1", f"allied {cities} 2305N")
        match = phase("german determination", "US1=2010N 183VG=1900S", *text, turn=6, bare=False)
        assert match.over == over
        if over:
            assert match.result is not None
            assert match.result.winner == "german"
    match = moving("german", "17SS=1708S US1=2010N", "antwerp 1", "watch 1", f"allied {OUTSIDE}", turn=7, bare=False)
    move(match, "17SS", "1710S")
    assert match.over
    assert match.result is not None
    assert match.result.winner == "german"


def test_the_doors_are_where_they_should_be() -> None:
    assert pair("2010N", "1909N") == DOOR
    assert "1909N" in near("2010N")
