"""Clause 7.3: Rest and Refit."""

from __future__ import annotations

import pytest

from grognard import Match
from tests.kit import offers, refused
from tests.reich.helpers_supply import GERMANS, US, marked, number, wide_ring
from tests.reich.table import position
from tests.rules import rule


def allied(at: str, *more: str, turn: int = 6) -> Match:
    return position("allied refit", at, *more, turn=turn)


def german(at: str, *more: str, turn: int = 6) -> Match:
    return position("german refit", at, *more, turn=turn)


ARMOR = "US-2A=0820 CW-7A=1020 CW-34TB=1020 US-1=0820 FR-2A=0820 US-82AB=0619"


@rule("reich", "7.3.A", "7.3.Aa", "7.3.Ab", "7.3.Ac", "7.3.Bd", "7.3.Be", "7.2d")
def test_markers_serve_reduced_replaceable_armor_of_their_nation() -> None:
    reduced = "reduced US-2A CW-7A CW-34TB US-1 FR-2A"
    british = allied(ARMOR, reduced, "dropped US-82AB", "refit_cw 2")
    assert offers(british, "choose") == {"CW-7A", "CW-34TB"}
    for unit in ("US-2A", "US-1", "FR-2A", "US-82AB"):
        refused(british, f"choose {unit}", "7.3.A")
    american = allied(ARMOR, reduced, "dropped US-82AB", "refit_us 2")
    assert offers(american, "choose") == {"US-2A"}
    whole = allied(ARMOR, "reduced US-2A CW-34TB", "refit_cw 2")
    refused(whole, "choose CW-7A", "7.3.A")


@rule("reich", "7.3.Aa", "7.3.D", "7.3.Da")
def test_german_markers_serve_mechanized_units_without_a_dot() -> None:
    match = german("G-2PZ=1331 G-IIIFLK=1331 G-272=1331", "reduced G-2PZ G-IIIFLK G-272", "refit_german 1")
    assert offers(match, "choose") == {"G-2PZ"}


@rule("reich", "7.3.B", "7.3.Ba", "7.3.Bb", "7.3.Bc", "7.1g")
@pytest.mark.parametrize(
    ("side", "name", "turns"),
    [
        ("german", "refit_german", {4: 1}),
        ("allied", "refit_cw", {2: 1, 6: 1}),
        ("allied", "refit_us", {3: 1, 5: 1, 9: 1}),
    ],
)
def test_markers_arrive_on_their_turns_and_are_usable_at_once(side: str, name: str, turns: set[int]) -> None:
    unit = {"refit_german": "G-2PZ=1331", "refit_cw": "CW-7A=1020", "refit_us": "US-2A=0820"}[name]
    for turn in range(2, 10):
        match = position(
            f"{side} reinforcement", unit, f"reduced {unit.split('=')[0]}", "allied 0518", "cherbourg 5", turn=turn
        )
        if turn in turns:
            assert number(match, name) == 1
            assert offers(match, "choose") == {unit.split("=")[0]}
        elif match.state.turn == turn:
            assert number(match, name) == 0


@rule("reich", "7.3.C", "7.3.Ca", "7.3.Cb", "7.3.Cc", "4.1n", "4.1o")
def test_markers_come_off_first_and_may_be_used_again_at_once() -> None:
    match = allied("CW-7A=1020 CW-34TB=1020", "reduced CW-7A CW-34TB", "refitting CW-7A")
    assert marked(match, "reduced") == {"CW-34TB"}
    assert number(match, "refit_cw") == 1
    match.play("choose CW-34TB")
    refused(match, "choose CW-7A", "7.3.A")
    match.play("done")
    assert marked(match, "refitting") == {"CW-34TB"}
    assert number(match, "refit_cw") == 0


@rule("reich", "7.3.C", "7.3.Ca", "4.1i", "4.1j")
def test_german_markers_come_off_first_as_well() -> None:
    match = german("G-2PZ=1331 G-1SS=1332", "reduced G-2PZ G-1SS", "refitting G-2PZ")
    assert marked(match, "reduced") == {"G-1SS"}
    assert offers(match, "choose") == {"G-1SS"}


@rule("reich", "7.3.G", "7.3.Ga", "4.0b")
def test_nobody_has_to_use_a_marker() -> None:
    match = allied("CW-7A=1020 US-2A=0820", "reduced CW-7A US-2A", "refit_cw 1", "refit_us 1")
    assert offers(match, "choose") == {"CW-7A"}
    match.play("done")
    assert offers(match, "choose") == {"US-2A"}
    refused(match, "choose CW-7A")


@rule("reich", "7.3.B")
def test_no_more_units_refit_than_there_are_markers() -> None:
    match = allied("CW-7A=1020 CW-34TB=1020", "reduced CW-7A CW-34TB", "refit_cw 1").play("choose CW-34TB")
    refused(match, "choose CW-7A", "7.3.B")
    match.play("return CW-34TB", "choose CW-7A", "done")
    assert marked(match, "refitting") == {"CW-7A"}
    assert number(match, "refit_cw") == 0


@rule("reich", "7.3.D", "7.3.Da", "7.3.Dc", "8.5f")
def test_a_unit_needs_supply_and_distance() -> None:
    reduced = "reduced US-2A US-3A", "refit_us 2"
    cut_off = allied(f"US-2A=1331 US-3A=0820 {wide_ring('1331', GERMANS)}", *reduced)
    refused(cut_off, "choose US-2A", "7.3.D")
    near = allied("US-2A=0922 US-3A=0820 G-49=0923", *reduced)
    refused(near, "choose US-2A", "7.3.D")
    assert offers(near, "choose") == {"US-3A"}


@rule("reich", "8.5f", "7.3.D", "7.1.3.Db", "8.0c")
def test_a_unit_marked_out_of_supply_may_not_refit_even_if_a_line_is_open_now() -> None:
    more = ("reduced US-2A US-3A", "refit_us 2", "oos US-2A")
    match = allied("US-2A=0820 US-3A=0820", *more)
    assert offers(match, "choose") == {"US-3A"}
    refused(match, "choose US-2A", "8.5")


@rule("reich", "7.3.Dd")
def test_units_on_a_beach_may_refit_next_to_germans() -> None:
    match = allied("CW-7A=1121 G-49=1122", "reduced CW-7A", "refit_cw 1")
    assert offers(match, "choose") == {"CW-7A"}


@rule("reich", "7.3.Db")
def test_ruhr_supply_is_enough_and_that_of_a_coastal_fort_is_not() -> None:
    ruhr = german(f"G-2PZ=5310 {wide_ring('5310', US)}", "reduced G-2PZ", "refit_german 1")
    assert offers(ruhr, "choose") == {"G-2PZ"}
    fort = german(f"G-2PZ=2511 G-1SS=1331 {wide_ring('2511', US)}", "reduced G-2PZ G-1SS", "refit_german 1", turn=6)
    refused(fort, "choose G-2PZ", "7.3.D")


@rule("reich", "7.3.E", "7.3.Ea", "2.2.Cb", "6.2")
def test_a_refitting_unit_has_no_zone() -> None:
    match = german("G-2PZ=1331", "reduced G-2PZ", "refit_german 1")
    german_side = match.game.sides.index("german")
    h = match.game.board.grid.parse("1332")
    assert match.game.zone(match.state, german_side) >> h & 1
    match.play("choose G-2PZ", "done")
    state = match.state
    assert marked(match, "refitting") == {"G-2PZ"}
    assert not match.game.zone(state, german_side) >> h & 1


@rule("reich", "7.3.F", "7.3.Fb", "7.3.Cd", "8.5g")
def test_a_refitting_unit_that_is_found_out_of_supply_loses_its_marker() -> None:
    match = position("german assault-supply", f"G-2PZ=1331 {wide_ring('1331', US)}", "reduced G-2PZ", "refitting G-2PZ")
    assert not marked(match, "refitting")
    assert marked(match, "reduced") == {"G-2PZ"}
    assert number(match, "refit_german") == 1


@rule("reich", "7.3.Fc")
def test_an_adjacent_enemy_alone_does_not_take_the_marker_off() -> None:
    match = position("german assault-supply", "G-2PZ=1331 US-1=1332", "reduced G-2PZ", "refitting G-2PZ")
    assert marked(match, "refitting") == {"G-2PZ"}


@rule("reich", "7.3.F", "7.3.Cd")
def test_the_marker_of_an_eliminated_unit_is_free_again() -> None:
    from grognard.games.reich.pieces import eliminate

    match = position("german assault-supply", "G-2PZ=1331", "reduced G-2PZ", "refitting G-2PZ")
    state = match.state.copy()
    eliminate(match.game, state, match.game.unit_ids["G-2PZ"], "13.7.4")
    assert (state.refit_german, state.refitting) == (1, 0)


@rule("reich", "7.3", "7.3a")
def test_the_program_chooses_the_strongest_units() -> None:
    match = allied("CW-7A=1020 CW-34TB=1020", "reduced CW-7A CW-34TB", "refit_cw 1").play("propose")
    assert marked(match, "chosen") == {"CW-7A"}
