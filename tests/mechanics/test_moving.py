"""Moves of units in hand, on the toy Trek."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.action import Action
from grognard.engine.position import position_state, position_text
from grognard.hexes import bits, of

from .trek import CART, GAME, GONE, TrekMarch, TrekState

#: whole columns of hexes, which no way to the east avoids
THIRD, FIFTH = ("0301 0302 0303 0304 0305", "0501 0502 0503 0504 0505")


def play(s: TrekState, *actions: str) -> TrekState:
    for text in actions:
        GAME.apply(s, GAME.notation.parse(text))
    return s


def place(s: TrekState, unit: str) -> str:
    return GAME.place_name(s.at[GAME.unit_ids[unit]])


def spent(s: TrekState, unit: str) -> int:
    return s.spent[GAME.unit_ids[unit]]


def step(s: TrekState) -> str:
    return GAME.step(s).name


def march(s: TrekState, *units: str) -> TrekMarch:
    return TrekMarch(GAME, s, [GAME.unit_ids[unit] for unit in units])


# -- points and costs ------------------------------------------------------------------------------


def test_each_unit_pays_from_its_own_points_and_may_go_on():
    s = play(GAME.position(r="0103"), "select r", "move 0303")
    assert (place(s, "r"), spent(s, "r"), step(s)) == ("0303", 2, "move")
    assert "0603" in GAME.offers(s, "move")
    assert "0703" not in GAME.offers(s, "move")
    play(s, "move 0603")
    assert (spent(s, "r"), step(s)) == (5, "camp")
    assert not GAME.offers(s, "select")


def test_units_let_go_do_not_move_again():
    s = play(GAME.position(r="0103"), "select r", "move 0203", "stop")
    assert step(s) == "camp"
    assert not GAME.offers(s, "select")


def test_a_stack_goes_as_far_as_its_slowest_unit():
    s = play(GAME.position(r="0103", q="0103"), "select r", "also q")
    assert "0403" in GAME.offers(s, "move")
    assert "0503" not in GAME.offers(s, "move")
    play(s, "move 0303")
    assert (place(s, "r"), place(s, "q")) == ("0303", "0303")
    assert (spent(s, "r"), spent(s, "q")) == (2, 2)
    play(s, "drop q")
    assert "0603" in GAME.offers(s, "move")
    assert s.moved == of([GAME.unit_ids["q"]])


def test_units_with_different_costs_go_hex_by_hex_and_pay_each_their_own():
    s = play(GAME.position(r="0303", c="0303"), "select r", "also c")
    assert GAME.offers(s, "move") == {"0302", "0304", "0203", "0202", "0403", "0402"}
    play(s, "move 0403")
    assert (spent(s, "r"), spent(s, "c")) == (1, 2)
    assert not march(s, "r", "c").alike
    assert march(s, "r", "q").alike


def test_a_cart_without_the_whole_cost_stays():
    s = GAME.position(c="0303")
    s.spent[2] = 5
    assert CART == 1 << 2
    assert not GAME.offers(s, "select")


def test_a_move_ends_only_where_there_is_room():
    s = play(GAME.position(r="0103", full="0203"), "select r")
    assert "0203" not in GAME.offers(s, "move")
    assert "0303" in GAME.offers(s, "move")


# -- zones -----------------------------------------------------------------------------------------


def test_a_move_stops_in_a_zone():
    s = play(GAME.position(r="0303", x="0603"), "select r", "move 0503")
    assert (place(s, "r"), step(s)) == ("0503", "move")
    assert not GAME.offers(s, "move")
    assert GAME.offers(s, "strike") == {"0603"}
    assert step(play(s, "stop")) == "camp"


def test_units_that_can_neither_move_nor_act_are_let_go():
    s = play(GAME.position(q="0303", x="0603"), "select q", "move 0503")
    assert (place(s, "q"), spent(s, "q"), step(s)) == ("0503", 2, "camp")


def test_no_move_goes_from_zone_to_zone_but_around_it():
    s = play(GAME.position(r="0503", q="0503", x="0603"), "select r")
    zone = GAME.board.grid.neighbours(1 << GAME.board.grid.parse("0603"))
    near = GAME.board.grid.neighbours(1 << s.at[0]) & zone
    assert near.bit_count() == 2
    assert near & march(s, "r").connected() == near
    assert [march(s, "r").price(h, 0) for h in bits(near)] == [2, 2]
    s.spent[GAME.unit_ids["q"]] = 2  # one point is not enough to go around
    assert march(s, "q").payable() & near == near
    assert not march(s, "q").reached & near


# -- events on the way -----------------------------------------------------------------------------


def test_the_move_halts_for_a_die_and_goes_on():
    s = play(GAME.position(r="0103", fords=THIRD), "select r", "move 0503")
    assert (place(s, "r")[:2], spent(s, "r"), step(s)) == ("03", 2, "ford")
    play(s, "roll 6")
    assert (place(s, "r"), spent(s, "r"), step(s)) == ("0503", 4, "move")


def test_where_the_die_closes_the_way_the_player_chooses_again():
    s = play(GAME.position(r="0103", fords=THIRD), "select r", "move 0503", "roll 2")
    assert (place(s, "r")[:2], step(s)) == ("03", "move")
    assert "0503" not in GAME.offers(s, "move")
    assert "0203" in GAME.offers(s, "move")


def test_the_others_go_on_when_the_die_costs_a_unit():
    s = play(GAME.position(r="0103", q="0103", fords=THIRD), "select q", "also r", "move 0403", "roll 1")
    assert s.at[GAME.unit_ids["q"]] == GONE
    assert (place(s, "r"), spent(s, "r")) == ("0403", 3)


def test_the_move_is_over_when_nothing_is_left_of_the_units():
    s = play(GAME.position(r="0103", q="0202", fords=THIRD), "select r", "move 0503", "roll 1")
    assert (s.at[0], step(s), s.hand) == (GONE, "camp", [])
    assert GAME.offers(s, "select") == {"q"}


def test_an_event_at_the_end_of_the_way_comes_before_the_end_of_the_move():
    s = play(GAME.position(q="0103", fords="0403"), "select q", "move 0403")
    assert (place(s, "q"), step(s)) == ("0403", "ford")
    assert step(play(s, "roll 6")) == "camp"


def test_a_path_keeps_clear_of_events_at_no_cost():
    s = GAME.position(r="0103")
    plain = march(s, "r").way(GAME.board.grid.parse("0403"))
    s.villages = of(plain[1:-1])
    clear = march(s, "r").way(plain[-1])
    assert len(clear) == len(plain)
    assert s.villages & of(clear[1:-1]) != s.villages


@pytest.mark.parametrize(("answer", "place_after", "after"), [("wait", "0302", "camp"), ("pass", "0503", "move")])
def test_a_question_halts_the_move(answer, place_after, after):
    s = GAME.position(r="0103")
    s.villages = GAME.hexes("0302 0303")
    s.closed = GAME.hexes("0301 0304 0305 0303")
    play(s, "select r", "move 0503")
    assert (place(s, "r"), step(s)) == ("0302", "village")
    play(s, answer)
    assert (place(s, "r"), step(s)) == (place_after, after)


def test_several_events_may_halt_one_move():
    s = play(GAME.position(r="0103", fords=f"{THIRD} {FIFTH}"), "select r", "move 0603")
    play(s, "roll 6")
    assert (place(s, "r")[:2], step(s)) == ("05", "ford")
    play(s, "roll 6")
    assert (place(s, "r"), spent(s, "r")) == ("0603", 5)


def test_a_halted_move_has_a_text_form():
    s = play(GAME.position(r="0103", fords=THIRD), "select r", "move 0503")
    again: Any = position_state(GAME, position_text(GAME, s, "any"))
    assert again == s
    assert place(play(again, "roll 6"), "r") == "0503"


# -- strikes ---------------------------------------------------------------------------------------


def test_a_stack_strikes_in_the_middle_of_its_move_if_all_can_pay_for_it():
    s = play(GAME.position(r="0303", q="0303", x="0503"), "select r", "also q", "move 0403")
    assert GAME.offers(s, "strike") == {"0503"}
    s = play(GAME.position(r="0403", q="0403", x="0503"), "select r", "also q")
    assert GAME.offers(s, "strike") == {"0503"}
    s.spent[GAME.unit_ids["q"]] = 2
    assert march(s, "r", "q").payable() >> GAME.board.grid.parse("0503") & 1
    assert not GAME.offers(s, "strike")
    s.spent[GAME.unit_ids["q"]] = 1
    play(s, "strike 0503", "roll 3")
    assert (step(s), s.hand, s.moved) == ("camp", [], 0b11)


def test_an_action_that_a_march_does_not_allow_is_refused():
    s = play(GAME.position(r="0103"), "select r")
    assert not GAME.permits(s, Action("move", GAME.board.grid.parse("0803")))
