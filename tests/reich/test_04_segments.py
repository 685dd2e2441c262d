"""Clause 4.1: the order of the segments of phases I, III, IV, VI, IX and X, and what opens and closes them."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.games.reich import ending
from grognard.games.reich.sequence import TURN
from grognard.games.reich.state import ALLIED, GERMAN
from tests.kit import offers, refused
from tests.reich.helpers_supply import Board, arriving
from tests.reich.table import position
from tests.rules import rule


def played(turn: int, **fields: int) -> list[str]:
    """The numbers of the segments that a turn has, in order."""
    board = Board("US-1=0820 G-49=1331", turn=turn, **fields)
    game_turn = board.game.game_turn
    return [TURN[stage] for stage in game_turn.stages(board.state) if not game_turn.omitted(board.state, *stage)]


@rule("reich", "4.1", "4.1a", "4.1aj", "4.1ay", "4.1bt", "4.1cf", "4.1ck", "4.1bz", "4.0d", "3.2.E.3")
def test_turn_1_begins_with_the_german_assault() -> None:
    first = played(1)
    assert first[0] == "V.a"
    assert {number.partition(".")[0] for number in first} == {"V", "VI", "VII", "VIII", "IX", "X"}
    third = played(3)
    assert third[0] == "I.a"
    phases = list(dict.fromkeys(n.partition(".")[0] for n in third))
    assert phases == ["I", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"]


@rule("reich", "4.1b", "4.1ak", "4.1az", "4.1cd", "4.1cp")
def test_segments_follow_one_another_in_the_printed_order() -> None:
    turn = played(3)
    phases = {
        "I": ["I.a", "I.b", "I.c", "I.d", "I.e", "I.f"],
        "III": ["III.a", "III.b", "III.c"],
        "VI": ["VI.a"],
        "IX": ["IX.a", "IX.b"],
    }
    for phase, segments in phases.items():
        assert [n for n in turn if n.partition(".")[0] == phase] == segments
    assert [n for n in turn if n.startswith("IV.")][:4] == ["IV.a", "IV.b", "IV.c", "IV.d"]
    sides = [stage[0] for stage, n in TURN.items() if n.startswith("I.")]
    assert sides == [GERMAN, GERMAN, GERMAN, ALLIED, ALLIED, ALLIED]


@rule("reich", "4.1u", "4.1ah")
def test_the_counteroffensive_takes_the_place_of_three_phases() -> None:
    turn = played(10, offensive=10)
    assert {n.partition(".")[0] for n in turn} == {"I", "II", "VI", "VII", "VIII", "IX", "X"}


@rule("reich", "4.0", "4.0a", "4.0b")
def test_a_finished_segment_does_not_come_back() -> None:
    match = position(
        "german refit", "G-2PZ=1331 US-8=track CW-7A=1020", "reduced G-2PZ", "refit_german 1", "due US-8=3"
    )
    refused(match, "select US-8")
    match.play("done")
    assert match.side == "allied"
    refused(match, "choose G-2PZ")
    assert offers(match, "select") == {"US-8"}


@rule("reich", "4.1db")
def test_placement_traces_supply_on_the_spot_and_marks_nobody() -> None:
    match = arriving("allied", "CW-15", "oos CW-50", turn=2, at="CW-HQ21=0921 CW-50=1020")
    match.play("select CW-15", "place 0921")
    assert match.state.oos == 1 << match.game.unit_ids["CW-50"]


@rule("reich", "4.1dd", "7.1g")
def test_the_start_of_a_turn_forgets_the_arrivals_of_the_last() -> None:
    board = Board("US-9=0820", arrived="US-9", turn=3)
    ending.next_turn(board.game, board.state)
    assert not board.state.arrived


@rule("reich", "4.1cs", "4.1cw", "4.1cx")
def test_the_last_turn_has_no_steps_after_the_victory_check() -> None:
    for turn, cleared in ((5, True), (6, False)):
        board = Board("G-2PZ=1331", turn=turn, scenario="breakout", disrupted="G-2PZ")
        board.state.turns = 6
        board.state.agenda = [(board.game.codes[ending.EndSteps],)]
        board.game.step(board.state).run(board.state)
        assert bool(board.state.disrupted) != cleared


@rule("reich", "4.1ct", "4.1cu", "4.1cv")
def test_the_end_phase_takes_the_markers_of_the_turn_off() -> None:
    board = Board("G-2PZ=1331 US-3A=2626", disrupted="G-2PZ", strafed="G-2PZ", red_ball="US-3A", air=2, unbombed=True)
    ending.clear(board.game, board.state)
    s = board.state
    assert (s.disrupted, s.strafed, s.red_ball, s.air, s.unbombed, s.landed) == (0, 0, 0, 0, False, 0)


@rule("reich", "4.1a", "4.1cs")
@pytest.mark.parametrize("scenario", ["breakout", "campaign"])
def test_random_games_come_to_an_end(scenario: str) -> None:
    from grognard.lab.playout import play_out

    game = grognard.game("reich")
    played_out = play_out(game, game.start(game.scenarios[scenario], {}), random.Random(5))
    assert not played_out.fault
    assert played_out.state.over
