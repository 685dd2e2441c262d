"""Clauses 17.5.1 and 17.5.2: Tactical Air units and Strafing."""

from __future__ import annotations

import pytest

from grognard import Match
from grognard.games.reich import air, ending
from tests.kit import offers, refused
from tests.reich.helpers_supply import Board, number
from tests.reich.table import position
from tests.rules import rule

ARMY = "G-2PZ=1125 G-LEHR=0924 G-1SS=1521 G-503SS=1521 G-17SS=0723 US-1=0820"


def first(at: str = ARMY, *more: str, turn: int = 3) -> Match:
    """The Strafing Segment of the 1st Allied Air Phase."""
    return position("allied strafing", at, *more, turn=turn)


def second(at: str = ARMY, *more: str, turn: int = 3) -> Match:
    return position("allied second-strafing", at, *more, turn=turn)


def strafed(match: Match, *values: int) -> Match:
    """Reveal the markers."""
    return match.play(*(f"roll {value}" for value in values))


# -- availability ----------------------------------------------------------------------------


@rule("reich", "17.5.1", "17.5.1a", "17.5.1.A", "17.5.1.Aa", "17.5.1.Ac", "17.5.1.Ad", "17.5.1.Ae", "4.1bz")
@pytest.mark.parametrize(("turn", "count"), [(1, 1), (2, 4), (7, 4), (8, 3), (13, 3), (14, 4), (15, 4)])
def test_the_number_of_units_depends_on_the_turn(turn: int, count: int) -> None:
    board = Board(ARMY, turn=turn)
    air.begin_second(board.game, board.state, 0)
    assert board.state.air == count
    if turn > 1:
        air.begin(board.game, board.state, 0)
        assert board.state.air == count


@rule("reich", "17.5.1.B", "17.5.1.Ba", "17.5.1.Bb", "17.5.2.Ad", "17.5.3.A", "4.1as", "4.1cb")
def test_a_unit_strafes_or_is_kept_in_each_phase() -> None:
    match = first().play("strafe G-2PZ", "strafe G-LEHR", "keep")
    assert number(match, "air") == 2
    strafed(match, 2, 5)
    again = second(ARMY, "air 2", "strafed G-2PZ", f"strafers {_index(match, 'G-2PZ')} -1 -1 -1")
    assert number(again, "air") == 4
    again.play("strafe G-2PZ", "strafe G-1SS", "strafe G-LEHR", "strafe G-17SS")
    assert number(again, "air") == 0
    assert again.side == "dice"


def _index(match: Match, unit: str) -> str:
    return str(match.game.unit_ids[unit])


@rule("reich", "17.5.1.A", "17.5.2")
def test_no_more_units_strafe_than_are_available() -> None:
    match = first(turn=8).play("strafe G-2PZ", "strafe G-LEHR", "strafe G-1SS")
    assert match.side == "dice"
    refused(match, "strafe G-17SS")
    assert first(turn=8).play("keep").state.air == 3


@rule("reich", "17.5.1.C", "17.5.1.Ca", "17.5.1.Cb", "4.1u")
def test_the_counteroffensive_has_only_the_second_air_phase() -> None:
    board = Board(ARMY, turn=10, offensive=10)
    turn = board.game.game_turn
    assert turn.omitted(board.state, 0, "strafing")
    assert not turn.omitted(board.state, 0, "second-strafing")
    ending.clear(board.game, board.state)
    assert board.state.air == 0  # nothing of an earlier turn is left for it


@rule("reich", "17.9.3.D")
def test_an_airborne_operation_takes_the_air_units_of_its_phase() -> None:
    board = Board(ARMY, turn=6, operation_turn=6)
    air.begin(board.game, board.state, 0)
    assert (board.state.air, board.state.agenda) == (0, [])
    air.begin_second(board.game, board.state, 0)
    assert board.state.air == 4


# -- targets ---------------------------------------------------------------------------------


@rule("reich", "17.5.2", "17.5.2a", "17.5.2b", "17.5.2c", "17.5.2d")
def test_forts_forests_entrance_hexes_and_flak_protect() -> None:
    safe = "G-709=0518 G-12SS=1222 G-9SS=5706 G-21PZ=1122 G-IIIFLK=1122 G-49=4815 G-654=0625 G-91=0625"
    match = first(f"{safe} G-2PZ=1125 US-1=0820")
    assert match.game.board.terrain_at[match.game.board.grid.parse("1222")] == "forest"
    assert offers(match, "strafe") == {"G-2PZ"}
    for unit in safe.split():
        refused(match, f"strafe {unit.split('=')[0]}", "17.5.2")
    refused(match, "strafe US-1", "17.5.2")
    refused(match, "strafe G-10SS", "17.5.2")
    razed = first("G-49=1520 G-2PZ=1125", "razed 1520")
    assert offers(razed, "strafe") == {"G-49", "G-2PZ"}


@rule("reich", "17.5.2g", "7.1.2.F")
def test_units_in_b_hexes_may_be_strafed() -> None:
    assert offers(first("G-3FJ=0126 G-272=0434"), "strafe") == {"G-3FJ"}


@rule("reich", "17.5.2h")
def test_headquarters_and_leaders_may_be_strafed() -> None:
    assert offers(first("G-HQ7=0924 G-MODEL=0723"), "strafe") == {"G-HQ7", "G-MODEL"}


@rule("reich", "17.5.2.B", "17.5.2.Ba", "17.5.2.Bb", "17.5.2.Bc", "17.5.2.Ea")
def test_one_marker_strikes_one_unit_and_one_unit_has_one_marker() -> None:
    match = first().play("strafe G-1SS")
    refused(match, "strafe G-1SS", "17.5.2.B")
    match.play("strafe G-503SS", "keep")
    strafed(match, 5, 2)
    game, state = match.game, match.state
    lost = {u: air.lost_points(game, state, game.unit_ids[u]) for u in ("G-1SS", "G-503SS", "G-2PZ")}  # type: ignore[arg-type]
    assert sorted(lost.values()) == [0, 2, 5]
    assert lost["G-2PZ"] == 0


# -- markers ---------------------------------------------------------------------------------


@rule("reich", "17.5.2.A", "17.5.2.Aa", "17.5.2.Ab", "4.1at", "4.1cc")
def test_values_are_dealt_when_every_marker_is_placed() -> None:
    match = first().play("strafe G-2PZ", "strafe G-LEHR")
    for seat in ("allied", "german", ""):
        assert match.facts(seat)["strafers"].split() == ["-1"] * 4
    assert not [line for line in match.record().splitlines() if line.startswith("roll")]
    match.play("keep")
    assert match.side == "dice"
    match.play("roll 4")
    assert match.side == "dice"
    match.play("roll 3")
    assert sorted(u for u in match.state.strafers if u >= 0) == sorted(
        match.game.unit_ids[u] for u in ("G-2PZ", "G-LEHR")
    )


@rule("reich", "17.5.2f", "17.5.2e", "17.5.2.Ac")
def test_four_markers_of_2_to_5_are_always_in_the_draw() -> None:
    match = first(turn=8).play("strafe G-2PZ", "strafe G-LEHR", "strafe G-1SS")
    assert offers(match, "roll") == {"2", "3", "4", "5"}
    match.play("roll 4")
    assert offers(match, "roll") == {"2", "3", "5"}
    weights = {weight for _, weight in match.game.step(match.state).outcomes(match.state)}
    assert weights == {1}


@rule("reich", "17.5.2.C", "17.5.2.Cb", "4.1ca", "4.1ct", "4.1cu")
def test_markers_leave_the_map_before_the_next_draw_and_at_the_end_of_the_turn() -> None:
    board = Board(ARMY, strafed="G-2PZ G-LEHR", air=2)
    unit = board.game.unit_ids["G-2PZ"]
    board.state.strafers = [unit, -1, -1, -1]
    ending.clear(board.game, board.state)
    assert (board.state.strafed, board.state.strafers, board.state.air) == (0, [-1] * 4, 0)
    board.state.strafed, board.state.strafers = 1 << unit, [-1, unit, -1, -1]
    air.begin_second(board.game, board.state, 0)
    assert (board.state.strafed, board.state.strafers) == (0, [-1] * 4)


@rule("reich", "17.5.2.C", "17.5.2.Ca", "17.5.2.Cc")
def test_a_marker_comes_off_when_its_unit_has_moved() -> None:
    board = Board(ARMY, strafed="G-2PZ G-LEHR")
    two, lehr = (board.game.unit_ids[u] for u in ("G-2PZ", "G-LEHR"))
    board.state.strafers = [lehr, two, -1, -1]
    air.end_strafing(board.state, two)
    assert board.units("strafed") == {"G-LEHR"}
    assert board.state.strafers == [lehr, -1, -1, -1]
