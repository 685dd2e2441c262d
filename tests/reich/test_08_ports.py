"""Clauses 8.6.B, 8.6.C, 8.7.C and 8.7.D: Cherbourg and Antwerpen as ports."""

from __future__ import annotations

import pytest

import grognard
from grognard.games.reich import limits, logistics, pieces, ports
from grognard.games.reich.state import FULL, LIMITED
from tests.kit import offers
from tests.reich.helpers_map import ALLIED, at
from tests.reich.helpers_supply import Board, marked
from tests.reich.table import position
from tests.rules import rule

ESTUARY = "3910 3508 3509 3608 3609 3709 3808 3809 3909"


# -- Cherbourg -------------------------------------------------------------------------------


def captured(turn: int = 2, **fields: int) -> Board:
    """A US division has entered Cherbourg."""
    board = Board("US-1=0519", turn=turn, **fields)
    pieces.occupy(board.game, board.state, board.game.unit_ids["US-1"], at("0518"))
    return board


@rule("reich", "8.6a")
def test_cherbourg_is_a_city_with_a_coastal_fort() -> None:
    game = grognard.game("reich")
    assert {"city", "fort", "fort:coastal", "coast"} <= game.board.features[at("0518")]


@rule("reich", "8.6.B", "8.6.Ba", "8.6.Bb", "8.6.C", "8.6.Ca")
@pytest.mark.parametrize(("die", "opens"), [(1, 5), (2, 5), (3, 5), (4, 6), (5, 7), (6, 8)])
def test_a_die_says_when_captured_cherbourg_is_operational(die: int, opens: int) -> None:
    board = captured(turn=2)
    game, state = board.game, board.state
    assert game.step(state).name == "cherbourg-delay"
    game.step(state).do_roll(state, die)
    assert state.cherbourg == opens
    assert not state.agenda


@rule("reich", "8.6.Bd")
def test_the_die_is_rolled_once_only() -> None:
    again = captured(turn=5, cherbourg=6)
    assert not again.state.agenda
    assert again.state.cherbourg == 6


@rule("reich", "8.6.Ba")
def test_no_other_hex_calls_for_the_die() -> None:
    board = Board("US-1=2512", turn=5)
    pieces.occupy(board.game, board.state, board.game.unit_ids["US-1"], at("2511"))
    assert not board.state.agenda


@rule("reich", "8.6.Bc", "8.6.Bd", "4.1dd")
def test_cherbourg_serves_from_the_start_of_its_turn_while_allied() -> None:
    def serves(turn: int, allied: str) -> bool:
        board = Board("US-1=0619", turn=turn, cherbourg=8, allied=allied)
        return board.check(ALLIED) == set()

    assert not serves(9, "")
    assert serves(8, "0518")
    early = Board("US-1=0619 G-49=0820 G-77=1020 G-91=1121", turn=7, cherbourg=8, allied="0518")
    assert early.check(ALLIED) == set()  # by Utah
    assert "0518" in Board("US-1=0518", turn=8, cherbourg=8, allied="0518").fed(ALLIED)


# -- Antwerpen -------------------------------------------------------------------------------


def judged(allied: str, **fields: int | bool | str) -> Board:
    """After the Logistics Segment with an Allied unit over the Seine."""
    board = Board("US-1=3525 CW-50=3913", turn=9, allied=allied, **{"logistics": LIMITED, **fields})
    logistics.begin(board.game, board.state, ALLIED)
    return board


@rule("reich", "8.7.C", "8.7.Ca", "8.7.Cb", "8.7a", "8.7.Ce")
def test_antwerpen_is_operational_when_the_way_to_the_sea_is_allied() -> None:
    assert judged(ESTUARY).state.antwerp
    assert judged(ESTUARY, logistics=FULL).state.antwerp  # the Enforcement Step comes first
    for missing in ESTUARY.split():
        held = " ".join(word for word in ESTUARY.split() if word != missing)
        assert not judged(held).state.antwerp, missing
    idle = Board("US-1=3525", turn=9, allied=ESTUARY)
    assert not ports.holds_estuary(idle.game, Board("US-1=3525").state)
    assert not idle.state.antwerp  # nothing but the Logistics Segment judges it


@rule("reich", "8.7.Cc", "4.1bh")
def test_the_counteroffensive_turn_does_not_judge_antwerpen() -> None:
    board = Board("US-1=4723", turn=10, offensive=10)
    assert board.game.game_turn.omitted(board.state, ALLIED, "logistics")
    board.state.turn = 11
    assert not board.game.game_turn.omitted(board.state, ALLIED, "logistics")


@rule("reich", "8.7.Cd")
def test_operational_antwerpen_stays_so_without_its_approaches() -> None:
    held = " ".join(word for word in ESTUARY.split() if word != "3608")
    board = judged(held, antwerp=True, logistics=FULL)
    assert board.state.antwerp
    assert board.state.logistics == FULL
    assert "3913" in board.fed(ALLIED)


@rule("reich", "8.7.Db", "8.7.Dc", "8.7.Dd", "9.1.Dd", "9.2.Ea", "9.3.Ga", "9.3.G", "9.2.E")
def test_antwerpen_brings_full_supply_and_takes_the_markers_out() -> None:
    marks = {"grounded": "US-2 US-4 US-9 CW-3 CW-51 CW-15", "priority": "US-1", "red_ball": "CW-50"}
    board = judged(ESTUARY, red_ball_saved=4, **marks)
    state = board.state
    assert (state.logistics, state.red_ball_saved) == (FULL, 0)
    assert board.units("priority") | board.units("red_ball") == set()
    assert board.units("grounded") == {"CW-3", "CW-51", "CW-15"}
    logistics.begin(board.game, board.state, ALLIED)
    assert state.logistics == FULL  # for good


@rule("reich", "9.2.Eb", "9.2.Ec", "9.2.E", "4.1bc")
def test_the_allies_choose_the_commonwealth_division_that_moves_again() -> None:
    units = "US-1=3525 CW-3=1020 CW-51=1020 CW-15=1020 US-2=0820"
    match = position(
        "allied logistics", units, f"allied {ESTUARY}", "grounded CW-3 CW-51 CW-15 US-2", "logistics 2", turn=9
    )
    assert offers(match, "choose") == {"CW-3", "CW-51", "CW-15"}
    match.play("choose CW-51", "done")
    assert marked(match, "grounded") == {"CW-3", "CW-15"}
    assert not marked(match, "priority")
    assert match.state.grounding_done or match.state.antwerp


@rule("reich", "8.7.Da")
def test_antwerpen_feeds_units_from_the_next_check_on() -> None:
    board = judged(ESTUARY, oos="CW-50")
    assert board.units("oos") == {"CW-50"}
    assert board.check(ALLIED) == set()


@rule("reich", "8.7.D", "8.7.Dg", "10.7.2")
def test_with_antwerpen_units_of_the_12th_army_group_operate_in_the_6th() -> None:
    def may_enter(unit: str, **fields: bool) -> bool:
        board = Board(f"{unit}=4433", turn=9, **fields)
        hexes = limits.may_enter(board.game, board.state, 1 << board.game.unit_ids[unit])
        return bool(hexes >> at("4435") & 1)

    assert not may_enter("US-1")
    assert may_enter("US-1", antwerp=True)
    assert may_enter("US-3")  # a unit of the 6th Army Group
    assert not may_enter("CW-50", antwerp=True)


@rule("reich", "8.7.E", "8.7.Ea", "8.7.Ab")
def test_the_loss_of_antwerpen_loses_the_game_at_once() -> None:
    def enter(allied: str) -> Board:
        board = Board("G-2PZ=4010 US-1=0820", turn=9, allied=allied)
        pieces.occupy(board.game, board.state, board.game.unit_ids["G-2PZ"], at("3910"))
        return board

    lost = enter("3910")
    assert lost.state.over
    result = lost.game.result(lost.state)
    assert (result.winner, "8.7" in str(result) or "Antwerpen" in str(result)) == ("german", True)
    assert not enter("").state.over
