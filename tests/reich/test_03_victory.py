"""Chapters 3.2.C, 3.3.C and 3.4.C: how to win, and when."""

from __future__ import annotations

import random

import pytest

from grognard.engine.actions import pick
from grognard.games.reich import breakout, exits, offensive, traces, victory
from tests.reich.helpers_map import at
from tests.reich.helpers_special import GAME, begun, end_of_turn, enter, winner
from tests.reich.helpers_supply import US, Board, filled
from tests.reich.table import position
from tests.rules import rule

RUHR = "5209 5309 5310 5409 5410 5510 5609 5610"
#: Hexes across the Seine in the stretch of 3.2.C.2, far enough for ten divisions.
ACROSS = "1720 1820 1920 2020 2120 2220 2320 2420 2520 2620".split()
#: Cherbourg works, so that divisions across the Seine have a line.
LINE = {"cherbourg": 5, "allied": "0518"}


def supplied(*divisions: str) -> Board:
    """Turn 6 with these divisions across the Seine and an open line to Normandy."""
    return Board(" ".join(divisions), turn=6, **LINE)


# -- moments -----------------------------------------------------------------------------------


@rule("reich", "3.2.C", "3.2.Ca", "3.2.C.2", "3.2.C.2a", "3.3.C.2b")
@pytest.mark.parametrize("scenario", ["campaign", "breakout"])
def test_an_automatic_victory_ends_the_game_in_the_middle_of_a_step(scenario: str) -> None:
    match = position("german assault", "G-2PZ=1021 US-1=0820", "allied 1020", turn=3, scenario=scenario, dice=[6])
    match.play("select G-2PZ", "move 1020")
    assert match.over
    assert not match.actions.texts()
    assert match.result is not None
    assert match.result.winner == "german"


@rule("reich", "3.2.C.2a", "3.2.C.2b")
@pytest.mark.parametrize("label", ["0619", "0820", "1020", "1121"])
def test_a_beach_loses_the_game_on_the_first_six_turns(label: str) -> None:
    for turn, won in ((1, "german"), (6, "german"), (7, ""), (9, "")):
        board = enter(Board("G-2PZ=1026", turn=turn, allied=label), "G-2PZ", label)
        assert winner(board) == won


@rule("reich", "3.2.C.1", "3.2.C.1c", "3.2.C.1d", "3.4.Ca")
@pytest.mark.parametrize("scenario", ["campaign", "final"])
def test_all_ruhr_cities_together_win(scenario: str) -> None:
    first, *others = RUHR.split()
    board = Board("US-1=5208", turn=14, scenario=scenario, allied=" ".join(others[1:]))
    enter(board, "US-1", first)
    assert not winner(board)
    enter(board, "US-2", others[0])
    assert winner(board) == "allied"
    board = Board("US-1=5208", turn=14, allied=" ".join(others))
    enter(board, "G-2PZ", others[0])
    enter(board, "US-1", first)
    assert not winner(board)
    enter(board, "US-2", others[0])
    assert winner(board) == "allied"


@rule("reich", "3.2.C.1e", "3.2.C.1f", "3.2.C.1g", "3.4.Ca")
def test_ten_divisions_have_to_leave_in_one_segment() -> None:
    def leave(units: list[str], board: Board) -> Board:
        for unit in units:
            exits.exit_east(GAME, board.state, GAME.unit_ids[unit])
        return board

    others = ["CW-8AB", "CW-4AB", "US-PATTON", "US-HQ1-12"]
    assert not winner(leave([*US[:9], *others], Board(filled(["5707"] * 9, US), turn=14)))
    assert winner(leave(US[:10], Board("", turn=14))) == "allied"
    board = leave(US[:5], Board("", turn=14))
    board.state.exits = 0  # the next segment
    assert exits.exited_before(GAME, board.state)
    assert not winner(leave(US[5:10], board))


# -- the Breakout ------------------------------------------------------------------------------


@rule("reich", "3.2.C.1a", "3.2.C.1b", "3.3.C.1a", "3.3.C.1f", "17.6b")
@pytest.mark.parametrize("scenario", ["campaign", "breakout"])
@pytest.mark.parametrize(("turn", "won"), [(1, "allied"), (4, "allied"), (5, "")])
def test_a_breakout_wins_to_the_end_of_turn_4(scenario: str, turn: int, won: str) -> None:
    board = Board("US-1=0725 US-2=0826", turn=turn, scenario=scenario, allied="0725 1225 1328 0820")
    board.state.brittany_turn = turn
    breakout.check(GAME, board.state)
    assert board.state.breakout == turn
    assert winner(board) == won


# -- Turn 6 ------------------------------------------------------------------------------------


@rule("reich", "3.2.C.2c", "3.2.Cb")
def test_without_a_division_across_the_seine_turn_6_is_lost() -> None:
    assert end_of_turn(supplied("US-1=1621", "US-2=0820")) == victory.NOT_ACROSS_THE_SEINE
    assert not end_of_turn(supplied("US-1=1720", "US-2=0820"))
    assert not end_of_turn(Board("US-1=1621", turn=5))
    match = position("german exploitation", "US-1=1621 G-2PZ=3020", turn=6, dice=[3])
    assert not match.over


@rule("reich", "3.2.C.2d", "3.2.C.2g")
def test_a_division_across_the_seine_needs_a_regular_line() -> None:
    ring = sorted(
        GAME.board.grid.label(h) for h in GAME.board.grid.neighbour_list(at("1720")) if GAME.ground.land >> h & 1
    )
    cut = supplied("US-1=1720", filled(ring, "G-85 G-84 G-89 G-49 G-77 G-326".split()))
    assert end_of_turn(cut) == victory.NOT_ACROSS_THE_SEINE
    # A line to the A-D hexes alone does not count for units that are not of the 6th Army Group.
    beaches = "G-85=0619 G-84=0820 G-89=1020 G-49=1121"
    south = Board(f"US-1=3124 {beaches}", turn=6)
    assert traces.southern(GAME, south.state) >> at("3124") & 1
    assert end_of_turn(south) == victory.NOT_ACROSS_THE_SEINE


@rule("reich", "3.2.C.2e")
def test_a_brigade_or_hq_across_the_seine_does_not_count() -> None:
    assert end_of_turn(supplied("CW-8AB=1720", "CW-HQ21=1720", "US-PATTON=1820")) == victory.NOT_ACROSS_THE_SEINE


@rule("reich", "3.2.C.2f")
def test_a_division_deep_beyond_the_seine_counts_but_not_one_of_the_6th_army_group() -> None:
    assert not end_of_turn(supplied("US-1=3020"))
    assert end_of_turn(supplied("US-3=3020")) == victory.NOT_ACROSS_THE_SEINE
    assert end_of_turn(Board("US-3=3938", turn=6)) == victory.NOT_ACROSS_THE_SEINE


@rule("reich", "17.9.3.Eae", "3.2.C.2c")
def test_a_drop_beyond_the_seine_with_a_line_to_a_beach_averts_defeat() -> None:
    board = Board("US-1=1621 US-82AB=1720", turn=6, dropped="US-82AB")
    assert not board.state.breakout
    assert not end_of_turn(board)


@rule("reich", "3.3.C", "3.3.C.1", "3.3.C.1b", "3.3.C.1c", "3.3.C.1e", "3.3.C.2", "3.3.C.2a")
def test_paris_and_ten_divisions_win_normandy_breakout() -> None:
    def ended(paris: str, count: int) -> int:
        text = filled(ACROSS[:count], US)
        board = Board(text, turn=6, scenario="breakout", allied=f"0518 {paris}", cherbourg=5)
        return end_of_turn(board)

    assert ended("2526 2527 2626", 10) == victory.ACROSS_THE_SEINE
    assert ended("2526 2527 2626", 9) == victory.SHORT_OF_THE_SEINE
    assert ended("2526 2527", 10) == victory.SHORT_OF_THE_SEINE
    assert ended("", 10) == victory.SHORT_OF_THE_SEINE
    assert victory.REASONS[victory.SHORT_OF_THE_SEINE][0] == "german"


@rule("reich", "3.3.C.1d")
def test_only_supplied_divisions_count_among_the_ten() -> None:
    nine = filled(ACROSS[:9], US)
    more = "CW-8AB=2620 CW-4AB=2620 CW-34TB=2622"
    board = Board(f"{nine} {more}", turn=6, scenario="breakout", allied="0518 2526 2527 2626", cherbourg=5)
    assert end_of_turn(board) == victory.SHORT_OF_THE_SEINE
    ring = [GAME.board.grid.label(h) for h in GAME.board.grid.neighbour_list(at("3017"))]
    germans = filled(ring, "G-85 G-84 G-89 G-49 G-77 G-326".split())
    board = Board(f"{nine} {US[9]}=3017 {germans}", turn=6, scenario="breakout", allied="0518 2526 2527 2626 3017")
    board.state.cherbourg = 5
    assert victory.across(GAME, board.state).bit_count() == 9


# -- later ---------------------------------------------------------------------------------------


@rule("reich", "3.2.C.2h", "3.4.Cc")
def test_a_metz_garrison_at_the_end_of_turn_11_wins_without_a_counteroffensive() -> None:
    assert end_of_turn(Board("G-METZ1=4526", turn=11)) == victory.METZ
    assert not end_of_turn(Board("", turn=11))
    assert not end_of_turn(Board("G-METZ1=4526", turn=10))
    assert not end_of_turn(Board("G-METZ1=4526", turn=11, offensive=10))
    final = begun("final")
    assert not victory.garrisons_left(GAME, final.state)


@rule("reich", "3.2.C.2i", "8.7.E", "3.4.Ca")
@pytest.mark.parametrize("scenario", ["campaign", "final"])
def test_antwerpen_retaken_wins_for_the_germans(scenario: str) -> None:
    board = Board("G-2PZ=4010", turn=12, scenario=scenario, allied="3910")
    assert winner(enter(board, "G-2PZ", "3910")) == "german"
    assert not winner(enter(Board("G-2PZ=4010", turn=5), "G-2PZ", "3910"))


@rule("reich", "3.2.C.1h", "3.2.C.1i", "17.7.4e", "17.7.4", "3.4.Ca")
@pytest.mark.parametrize("scenario", ["campaign", "final"])
def test_a_counteroffensive_without_achievements_loses_in_the_end_phase(scenario: str) -> None:
    board = Board("US-1=4717", turn=11, scenario=scenario, offensive=11)
    assert end_of_turn(board) == victory.NO_ACHIEVEMENTS
    board = Board("US-1=4717", turn=11, scenario=scenario, offensive=11, gains="4723")
    assert not end_of_turn(board)
    assert not end_of_turn(Board("US-1=4717", turn=12, scenario=scenario, offensive=11))


@rule("reich", "3.2.C.1i")
def test_what_german_exploitation_takes_still_counts() -> None:
    board = Board("G-2PZ=4720", turn=11, offensive=11, allied="4723")
    enter(board, "G-2PZ", "4723")
    assert not end_of_turn(board)


@rule("reich", "3.2.Cc")
def test_allied_conditions_are_read_before_german_ones() -> None:
    board = Board("G-METZ1=4526", turn=11, offensive=11)
    board.state.turns = 11  # the last turn as well
    assert end_of_turn(board) == victory.NO_ACHIEVEMENTS
    assert victory.NO_ACHIEVEMENTS < victory.BEACH < victory.LAST_TURN


@rule("reich", "3.2.C.2j", "3.2.C.2k", "3.2.C.2l", "3.4.Ca")
@pytest.mark.parametrize("scenario", ["campaign", "final"])
def test_two_supplied_cities_win_on_the_turn_of_the_counteroffensive(scenario: str) -> None:
    def taken(*labels: str, turn: int = 11, start: str = "4723 4515 4814") -> Board:
        board = Board("", turn=turn, scenario=scenario, offensive=11, allied="4723 4515 4814", cities_at_start=start)
        for label in labels:
            enter(board, "G-2PZ", label)
        return board

    assert not winner(taken("4723"))
    assert winner(taken("4723", "4515")) == "german"
    assert not winner(taken("4723", "4515", start="4723 4814"))
    assert not winner(taken("4723", "4515", turn=12))


@rule("reich", "3.2.C.2m")
def test_both_cities_are_held_at_one_moment_and_paris_is_one_city() -> None:
    board = Board("", turn=11, offensive=11, allied="4723 4515 2526 2527", cities_at_start="4723 4515 2526 2527")
    enter(board, "G-2PZ", "4723")
    enter(board, "US-1", "4723")
    enter(board, "G-2PZ", "4515")
    assert not winner(board)
    board = Board("", turn=11, offensive=11, allied="4723 2526 2527", cities_at_start="4723 2526 2527")
    enter(board, "G-2PZ", "2526")
    enter(board, "G-2PZ", "2527")
    assert not winner(board)


@rule("reich", "3.2.C.2m")
def test_an_empty_city_with_an_open_line_counts_as_supplied() -> None:
    board = Board("US-1=4622 US-2=4515", turn=10, allied="3910 4723 4515 4814", antwerp=True)
    ring = [GAME.board.grid.label(h) for h in GAME.board.grid.neighbour_list(at("4814"))]
    for unit, label in zip("G-85 G-84 G-89 G-49 G-77 G-326".split(), ring, strict=True):
        board.state.at[GAME.unit_ids[unit]] = at(label)
    GAME.refresh(board.state)
    offensive.launch(GAME, board.state)
    start = board.state.cities_at_start
    assert start >> at("4723") & 1
    assert start >> at("4515") & 1
    assert not start >> at("4814") & 1


@rule("reich", "3.2.C.3", "3.2.C.3a", "3.4.Cb", "4.1cs", "3.4.C")
@pytest.mark.parametrize("scenario", ["campaign", "final"])
def test_the_last_turn_ends_with_a_german_victory(scenario: str) -> None:
    assert end_of_turn(Board("US-1=4717", turn=15, scenario=scenario, offensive=11)) == victory.LAST_TURN
    match = position("end", "US-1=4717 G-2PZ=4720", "offensive 11", turn=15, scenario=scenario)
    assert match.over
    assert match.result is not None
    assert (match.result.winner, match.result.level) == ("german", "End Game Victory")
    assert match.state.turn == 15


@rule("reich", "3.2.C.3b", "3.3.Ca")
@pytest.mark.parametrize("scenario", ["campaign", "breakout", "final"])
def test_somebody_always_wins(scenario: str) -> None:
    for seed in range(4):
        rng = random.Random(seed)
        state = GAME.start(GAME.scenarios[scenario], {})
        GAME.run(state)
        while not state.over:
            offer = {verb: args for verb, args in GAME.offer(state).items() if args}
            verb = rng.choice(list(offer))
            GAME.do(state, pick({verb: offer[verb]}, rng.randrange(offer[verb].bit_count())))
        assert GAME.result(state).winner in GAME.sides
        assert state.turn <= GAME.scenarios[scenario].turns
