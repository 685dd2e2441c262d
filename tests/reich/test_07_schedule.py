"""7.2: return turns of eliminated units, the cup and the Watch on the Rhine Box."""

from __future__ import annotations

import pytest

from grognard.games.reich.schedule import ARMORED, COMMONWEALTH, CUP, INFANTRY, MECHANIZED, NEVER, Schedule
from tests.reich.helpers_map import INDEX, ROSTER, TABLES, units
from tests.rules import rule

SCHEDULE = Schedule(ROSTER, TABLES)


def back(unit: str, turn: int, turns: int = 15, taken: str = "", *, declined: bool = False) -> int:
    return SCHEDULE.return_turn(INDEX[unit], turn, turns, units(taken), declined=declined)


@rule("reich", "7.2.1.A", "7.2.1.Aa", "7.2.1.Ab", "7.2.1.Ba", "7.2.1.Ca", "7.2.1.Cb", "7.2.2a", "7.2b")
@pytest.mark.parametrize(
    ("unit", "way"),
    [
        ("US-2A", ARMORED),
        ("FR-2A", ARMORED),
        ("CW-4AB", ARMORED),
        ("US-9", INFANTRY),
        ("FR-4MM", INFANTRY),
        ("AL-SHAEF", INFANTRY),
        ("US-PATTON", INFANTRY),
        ("CW-15", COMMONWEALTH),
        ("CW-HQ21", COMMONWEALTH),
        ("CW-1CDO", COMMONWEALTH),
        ("G-LEHR", MECHANIZED),
        ("G-17SS", MECHANIZED),
        ("G-501SS", MECHANIZED),
        ("G-3FJ", CUP),
        ("G-91", CUP),
        ("G-709", NEVER),
        ("G-MODEL", NEVER),
        ("US-82AB", NEVER),
    ],
)
def test_each_unit_has_one_way_back(unit: str, way: str) -> None:
    assert SCHEDULE.way(INDEX[unit]) == way


@rule("reich", "7.2.1.A", "7.2.1.B", "7.2.1.C", "7.2.1.Aa", "7.2.1.Ba", "7.2.1.Ca", "7.2.2.Aa")
@pytest.mark.parametrize(("unit", "turn"), [("CW-4AB", 4), ("US-9", 5), ("CW-15", 6), ("G-LEHR", 5)])
def test_a_unit_lost_on_turn_2_returns_by_its_kind(unit: str, turn: int) -> None:
    assert back(unit, 2) == turn


@rule("reich", "7.2.C", "7.2.Cb")
def test_a_unit_that_would_return_after_turn_15_is_lost() -> None:
    assert (back("CW-15", 11), back("CW-15", 12)) == (15, 0)


@rule("reich", "3.3.Ab")
def test_no_unit_returns_after_the_last_turn_of_the_scenario() -> None:
    assert (back("US-9", 3, turns=6), back("US-9", 4, turns=6)) == (6, 0)


@rule("reich", "7.2.2.Ah", "7.2.2.Ai", "7.2.2.Al")
def test_mechanized_units_return_until_turn_12_or_10() -> None:
    assert (back("G-LEHR", 9), back("G-LEHR", 10)) == (12, 0)
    assert (back("G-LEHR", 7, declined=True), back("G-LEHR", 8, declined=True)) == (10, 0)


@rule("reich", "7.2.2.Ad", "7.2.2.Af", "7.2.2.Ag", "7.2.2.Ak")
def test_only_divisions_return_by_the_track_once() -> None:
    assert back("G-LEHR", 6, taken="G-LEHR") == 0
    assert back("G-501SS", 6, taken="G-501SS") == 9
    assert back("G-FGB", 6, taken="G-FGB") == 9


@rule("reich", "7.2.2.Ab", "7.2.2.Ae")
@pytest.mark.parametrize(("unit", "turn", "may"), [("G-LEHR", 9, True), ("G-LEHR", 10, False), ("G-91", 3, False)])
def test_mechanized_units_may_wait_in_the_box_through_turn_9(unit: str, turn: int, may: bool) -> None:
    assert SCHEDULE.to_watch(INDEX[unit], turn) == may


@rule("reich", "7.2.2.Ba", "7.2.2.Bd", "7.2.2.Be", "7.2.2.Bf")
@pytest.mark.parametrize(
    ("unit", "turn", "goes"), [("G-3FJ", 7, True), ("G-3FJ", 8, False), ("G-709", 3, False), ("G-LEHR", 3, False)]
)
def test_infantry_lost_through_turn_7_goes_into_the_cup(unit: str, turn: int, goes: bool) -> None:
    assert SCHEDULE.to_cup(INDEX[unit], turn) == goes
