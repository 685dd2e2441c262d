"""Clauses 7.1, 7.1.2.A to C, 7.1.4 and 7.1.5: German reinforcements."""

from __future__ import annotations

import pytest

from tests.kit import offers, refused, where
from tests.reich.helpers_map import GROUND
from tests.reich.helpers_supply import US, arriving, filled, labels, places, put, region, ring
from tests.reich.table import position
from tests.rules import rule

E_HEXES = region("E entrance")


@rule("reich", "7.1", "7.1a", "7.1.4", "7.1.4a", "4.1c")
def test_a_reinforcement_enters_on_its_turn_and_may_not_be_delayed() -> None:
    match = arriving("german", "G-6FJ", turn=3)
    assert places(match, "G-6FJ") == E_HEXES
    refused(match, "done", "7.1")
    put(match, "G-6FJ=5813")
    assert where(match, "G-6FJ") == "5813"
    assert match.state.arrived == 1 << match.game.unit_ids["G-6FJ"]


@rule("reich", "7.1a", "2.1.Aa")
def test_a_unit_of_another_turn_waits_on_the_track() -> None:
    match = position("german reinforcement", "G-6FJ=track G-363=track", "due G-6FJ=3 G-363=4", turn=3)
    refused(match, "select G-363", "7.1")


@rule("reich", "7.1.2.Ba", "7.1.2.B", "7.1.4", "7.1.4a")
@pytest.mark.parametrize(
    ("unit", "turn", "name"),
    [("G-353", 2, "B entrance"), ("G-2SS", 2, "W entrance"), ("G-9SS", 2, "E entrance"), ("G-11PZ", 6, "A-D entrance")],
)
def test_each_code_has_its_own_hexes(unit: str, turn: int, name: str) -> None:
    match = arriving("german", unit, turn=turn)
    assert places(match, unit) == region(name)
    match.play(f"select {unit}")
    refused(match, "place 4629", "7.1.4")


@rule("reich", "7.1.4b", "7.1.4c", "7.1.4d")
def test_allied_units_close_the_hex_they_are_in_and_no_other() -> None:
    match = arriving("german", "G-353", turn=2, at="US-1=0125")
    assert places(match, "G-353") == region("B entrance") - {"0125"}
    assert "0126" in places(match, "G-353")  # in the zone of the US division
    match.play("select G-353")
    refused(match, "place 0125", "7.1.4")
    match = arriving("german", "G-9SS", turn=2, at="US-1=5707")
    assert "5706" in places(match, "G-9SS")


@rule("reich", "7.1.4e")
def test_no_hex_holds_units_of_both_sides() -> None:
    match = arriving("german", "G-11PZ", turn=6, at="US-3=3640")
    assert places(match, "G-11PZ") == region("A-D entrance") - {"3640"}


@rule("reich", "7.1d", "7.1.2.Ba")
def test_a_unit_without_an_open_hex_is_lost() -> None:
    names = sorted(region("B entrance"))
    full = filled(names, US)
    match = arriving("german", "G-353", turn=2, at=full)
    assert where(match, "G-353") == "removed"
    some = arriving("german", "G-353", turn=2, at=" ".join(full.split()[1:]))
    assert places(some, "G-353") == {names[0]}


@rule("reich", "7.1.1", "7.1.1a", "5.1a", "5.1e", "5.1h")
def test_stacking_limits_hold_in_entrance_hexes() -> None:
    match = arriving("german", "G-272 G-276 G-277 G-2SS", turn=2)
    put(match, "G-272=0634", "G-276=0634", "G-277=0634").play("select G-2SS")
    refused(match, "place 0634", "5.1")
    match.play("place 0434")
    assert where(match, "G-2SS") == "0434"


@rule("reich", "7.1.1a", "5.2.A.2a")
def test_a_tiger_battalion_finds_room_in_a_full_hex() -> None:
    match = arriving("german", "G-502SS G-9SS", turn=2, at="G-243=5813 G-352=5813 G-91=5813")
    assert "5813" in places(match, "G-502SS")
    assert "5813" not in places(match, "G-9SS")


@rule("reich", "7.1.2.Bb", "7.1.2.Bc", "7.1.2.Jg")
def test_no_b_unit_enters_after_the_exit_into_brittany() -> None:
    match = arriving("german", "G-343", "brittany_turn 3", turn=4)
    assert where(match, "G-343") == "removed"
    assert places(arriving("german", "G-343", turn=4), "G-343") == region("B entrance")


@rule("reich", "7.1e", "3.3.D", "3.3.Da", "3.3.Db")
def test_east_units_wait_off_the_map_in_the_normandy_breakout() -> None:
    match = arriving("german", "G-9SS G-353 G-2SS", turn=2, scenario="breakout")
    assert where(match, "G-9SS") == "tray"
    assert places(match, "G-353") == region("B entrance")
    assert places(match, "G-2SS") == region("W entrance")


@rule("reich", "7.1.1a", "7.1a")
def test_the_program_places_everybody_where_a_way_out_costs_one_point() -> None:
    match = arriving("german", "G-9SS G-10SS G-502SS G-353 G-266 G-3FJ G-272 G-276 G-277 G-2SS", turn=2)
    match.play("propose", "done")
    easy = match.game.entries.easy  # type: ignore[attr-defined]
    for unit in ("G-9SS", "G-10SS", "G-502SS", "G-272", "G-276", "G-277", "G-2SS"):
        assert easy >> match.game.board.grid.parse(where(match, unit)) & 1, unit
    assert where(match, "G-353") in region("B entrance")


# -- Flak of Turn 13 -------------------------------------------------------------------------


@rule("reich", "7.1.5", "7.1.5a", "7.1.5c")
def test_flak_arrives_in_german_towns_and_cities() -> None:
    match = arriving("german", "G-FLAK1", "allied 5022 4816", turn=13, at="US-1=5314 US-2=5414")
    found = places(match, "G-FLAK1")
    assert {"5315", "5416", "5310"} <= found  # 5315 is adjacent to 5314
    assert not found & {"5022", "5314", "4404", "4723"}
    match.play("select G-FLAK1")
    refused(match, "place 5022", "7.1.5")
    refused(match, "place 4404", "7.1.5")


@rule("reich", "7.1.5b", "7.1.5e")
def test_one_flak_unit_arrives_in_a_hex() -> None:
    match = arriving("german", "G-FLAK1 G-FLAK2", turn=13, at="G-FLAK3=5315")
    assert "5315" in places(match, "G-FLAK1")  # only those arriving now count
    put(match, "G-FLAK1=5315").play("select G-FLAK2")
    refused(match, "place 5315", "7.1.5")


@rule("reich", "7.1.5a", "7.1.5e")
def test_a_town_without_a_line_takes_no_flak_but_the_ruhr_does() -> None:
    match = arriving("german", "G-FLAK1", turn=13, at=ring("5310 5405", US))
    found = places(match, "G-FLAK1")
    assert "5310" in found
    assert "5405" not in found


@rule("reich", "7.1.5d")
def test_flak_without_a_town_is_lost() -> None:
    towns = labels((GROUND.towns | GROUND.cities) & GROUND.germany)
    match = arriving("german", "G-FLAK1", "allied " + " ".join(towns), turn=13)
    assert where(match, "G-FLAK1") == "removed"
    one = arriving("german", "G-FLAK1", "allied " + " ".join(towns - {"5736"}), turn=13)
    assert offers(one, "select") == {"G-FLAK1"}
