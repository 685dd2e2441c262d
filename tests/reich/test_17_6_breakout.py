"""Chapter 17.6: the Normandy Breakout."""

from __future__ import annotations

import pytest

from grognard.games.reich import breakout, exits, limits, pieces
from tests.kit import offered, offers
from tests.reich.helpers_map import at, region
from tests.reich.helpers_special import GAME, enter, labels
from tests.reich.helpers_supply import Board
from tests.reich.table import position
from tests.rules import rule

#: Two towns beyond the line with units in them, and a line to the beaches.
TOWNS = {"allied": "0725 1225 0820"}


def exited(**fields: str | int | bool) -> Board:
    """Four divisions have left for Brittany on Turn 5."""
    board = Board("US-1=0725 US-2=1225", turn=5, **fields)
    board.state.brittany_turn = 5
    return board


@rule("reich", "17.6", "17.6a")
def test_the_line_divides_the_towns() -> None:
    inside = region("Inside the Breakout Line")
    ends = set(GAME.board.regions["Normandy Breakout Line"].hexsides)
    pairs = {tuple(sorted((GAME.board.grid.label(a), GAME.board.grid.label(b)))) for a, b in ends}
    assert {("0425", "0525"), ("1421", "1521")} <= pairs
    for a, b in ends:
        assert bool(inside >> a & 1) != bool(inside >> b & 1)
    assert inside >> at("0722") & 1
    assert not inside >> at("1225") & 1


@rule("reich", "17.6e", "17.6.1", "17.6.1a", "17.6.2")
def test_both_conditions_are_needed() -> None:
    board = exited(**TOWNS)
    breakout.check(GAME, board.state)
    assert board.state.breakout == 5
    one = exited(allied="0725 0820")
    breakout.check(GAME, one.state)
    assert not one.state.breakout
    stay = Board("US-1=0725 US-2=1225", turn=5, **TOWNS)
    breakout.check(GAME, stay.state)
    assert not stay.state.breakout


@rule("reich", "17.6.1a")
def test_towns_inside_the_line_do_not_count() -> None:
    board = Board("US-1=0722 US-2=0620", turn=5, allied="0722 0620 0820")
    board.state.brittany_turn = 5
    breakout.check(GAME, board.state)
    assert not board.state.breakout


@rule("reich", "17.6.1b")
def test_both_towns_need_a_supply_line() -> None:
    board = exited(**TOWNS)
    ring = [h for h in GAME.board.grid.neighbour_list(at("1225")) if GAME.ground.land >> h & 1]
    for unit, h in zip("G-85 G-84 G-89 G-49 G-77 G-326".split(), ring, strict=False):
        board.state.at[GAME.unit_ids[unit]] = h
    GAME.refresh(board.state)
    breakout.check(GAME, board.state)
    assert not board.state.breakout


@rule("reich", "17.6f")
def test_the_second_town_may_come_after_the_exit() -> None:
    board = Board("US-1=0725 US-2=1224", turn=5, allied="0725 0820")
    board.state.brittany_turn = 4
    enter(board, "US-2", "1224")
    assert not board.state.breakout
    enter(board, "US-2", "1225")
    assert board.state.breakout == 5


@rule("reich", "17.6f", "17.6.1b")
def test_a_line_that_opens_completes_the_breakout() -> None:
    board = exited(**TOWNS)
    ring = [h for h in GAME.board.grid.neighbour_list(at("1225")) if GAME.ground.land >> h & 1]
    units = "G-85 G-84 G-89 G-49 G-77 G-326".split()[: len(ring)]
    for unit, h in zip(units, ring, strict=True):
        board.state.at[GAME.unit_ids[unit]] = h
    GAME.refresh(board.state)
    for unit in units:
        assert not board.state.breakout
        pieces.eliminate(GAME, board.state, GAME.unit_ids[unit], "13.7.4")
        if board.state.breakout:
            break
    assert board.state.breakout == 5


@rule("reich", "17.6.2a", "17.6.2b", "17.6f", "7.1.2.Jl", "7.1.2.J")
def test_the_fourth_division_completes_the_breakout_at_once() -> None:
    four = "US-4=0126 US-90=0126 US-29=0127 US-9=0127"
    board = Board(f"US-1=0725 US-2=1225 {four}", turn=5, reduced="US-4 US-90 US-29 US-9", **TOWNS)
    units = sum(1 << GAME.unit_ids[word.partition("=")[0]] for word in four.split())
    exits.exit_west(GAME, board.state, units)
    assert board.state.brittany_turn == 5
    assert board.state.breakout == 5


@rule("reich", "17.6d", "10.7.8f", "10.7.1m", "10.7.10b")
def test_the_breakout_opens_the_seine_releases_the_15th_army_and_frees_the_west() -> None:
    board = exited(**TOWNS)
    s = board.state
    held = next(u for u, turn in enumerate(GAME.roster.release) if turn > 5)
    s.at[held] = at(GAME.roster.setup[held])
    assert limits.unreleased(GAME, s) >> held & 1
    british = 1 << GAME.unit_ids["CW-50"]
    assert not limits.may_enter(GAME, s, british) >> at("0822") & 1
    breakout.check(GAME, s)
    assert (s.breakout, s.released, s.west_free) == (5, True, True)
    assert not limits.unreleased(GAME, s)
    assert limits.may_enter(GAME, s, british) >> at("0822") & 1
    match = position("allied exploitation", "US-2=1621", turn=6, dice=[6]).play("select US-2")
    assert "1620" not in offers(match, "move")
    match = position("allied exploitation", "US-2=1621", "breakout 5", "brittany_turn 5", turn=6, dice=[6])
    match.play("select US-2")
    assert "1620" in offers(match, "move")


@rule("reich", "17.6b")
@pytest.mark.parametrize("scenario", ["campaign", "breakout"])
def test_the_match_ends_with_a_breakout_in_the_middle_of_a_move(scenario: str) -> None:
    units = "US-1=0725 US-2=1224 US-3A=1224"
    text = ("allied 0725 0820 0722", "brittany_turn 3")
    match = position("allied exploitation", units, *text, turn=4, scenario=scenario, dice=[6, 6])
    match.play("select US-3A")
    assert offered(match, "move 1225")
    match.play("move 1225")
    assert match.over
    assert match.result is not None
    assert match.result.winner == "allied"
    assert "1225" in labels(match.state.allied)
