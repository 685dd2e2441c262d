"""Fog of stacks: tops, heights and ranks, what a seat is shown, and guesses that fit what it sees."""

from __future__ import annotations

import random

import pytest

from grognard.engine.state import field
from grognard.mechanics.fog import (
    FogState,
    Guess,
    height,
    lift_to_top,
    move_counter,
    shown_counts,
    shown_list,
    shown_places,
    shown_units,
    stacked,
    standing,
)

RED, BLUE = 0, 1
UNSEEN, BOX = -2, -1
#: units 0 to 3 are red, 4 to 6 blue
SIDES = (RED, RED, RED, RED, BLUE, BLUE, BLUE)


class Stacks(FogState):
    at: list[int] = field("places", (BOX,) * 7, shown=shown_places(UNSEEN))
    tops: int = field("units")
    seen: int = field("units")
    rank: list[int] = field("counts", (0,) * 7, shown=shown_counts("rank", 99))
    tired: int = field("units", shown=shown_units("tired"))
    hand: list[int] = field("unit-list", (), shown=shown_list("hand"))
    on_map: int = field("units", derived=True)
    pile: list[int] = field("numbers", (), derived=True)
    heights: list[int] = field("numbers", (0, 0, 0, 0), derived=True)


class Table:
    """As much of a game as fog asks for."""

    from grognard.mechanics.fog import FogGame as _Fog

    sides = ("red", "blue")
    side_index = {"red": RED, "blue": BLUE}
    side_of = SIDES
    units_of = (0b0001111, 0b1110000)
    hex_count = 10
    also = 0
    beneath, hidden, count_stacks, uncover = _Fog.beneath, _Fog.hidden, _Fog.count_stacks, _Fog.uncover

    def also_seen(self, s: Stacks) -> int:
        return self.also


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def s(table) -> Stacks:
    """Red has 0, 1 and 2 in hex 3, brought there in this order, and 3 in hex 4; blue has 4 and 5 in hex 7."""
    state = Stacks()
    table.count_stacks(state)
    for unit, h in ((0, 3), (1, 3), (2, 3), (3, 4), (4, 7), (5, 7)):
        move_counter(state, unit, SIDES[unit], h)
    return state


def shown(table, s, name, seat):
    return next(f for f in Stacks.fields if f.name == name).shown(table, s, seat)


def test_the_last_to_arrive_is_on_top(s):
    assert s.tops == 1 << 2 | 1 << 3 | 1 << 5
    assert [height(s, h) for h in (3, 4, 7, 8)] == [3, 1, 2, 0]
    assert stacked(s) == 1 << 3 | 1 << 4 | 1 << 7
    assert s.occupied == [1 << 3 | 1 << 4, 1 << 7]


def test_when_the_top_leaves_the_next_below_is_seen(s):
    assert move_counter(s, 2, RED, 5) == 0b11
    assert s.tops & 0b111 == 1 << 1 | 1 << 2
    move_counter(s, 1, RED, BOX)
    assert s.tops & 0b1
    assert s.at[1] == BOX
    assert not s.on_map >> 1 & 1


def test_the_last_unit_leaves_its_hex_empty(s):
    assert move_counter(s, 3, RED, 3) == 0
    assert s.occupied[RED] == 1 << 3
    assert height(s, 3) == 4


def test_a_unit_can_be_lifted_to_the_top(s):
    lift_to_top(s, 0)
    assert s.tops & 0b111 == 1
    move_counter(s, 0, RED, 4)
    assert s.tops & 0b111 == 1 | 1 << 2, "below it was the one that had been on top before"


def test_what_follows_from_places_can_be_counted_again(table, s):
    again = s.copy()
    table.count_stacks(again)
    assert (again.pile, again.heights, again.on_map) == (s.pile, s.heights, s.on_map)


@pytest.mark.parametrize(("seat", "unseen"), [("red", {4}), ("blue", {0, 1}), ("", {0, 1, 4})])
def test_a_seat_sees_its_own_units_and_tops(table, s, seat, unseen):
    places = shown(table, s, "at", seat)
    assert {u for u, h in enumerate(places) if h == UNSEEN} == unseen
    assert all(places[u] == s.at[u] for u in range(7) if u not in unseen)


def test_units_looked_at_and_units_seen_for_a_reason_of_the_game_are_shown(table, s):
    s.seen = 1 << 0
    table.also = 1 << 1
    assert UNSEEN not in shown(table, s, "at", "blue")


def test_sets_numbers_and_lists_leave_out_what_is_not_seen(table, s):
    s.tired, s.hand = 0b1111, [0, 2, 5]
    assert shown(table, s, "tired", "blue") == 0b1100
    assert shown(table, s, "rank", "blue")[:3] == [99, 99, s.rank[2]]
    assert shown(table, s, "hand", "blue") == [2, 5]
    assert shown(table, s, "hand", "red") == [0, 2, 5]


def test_piles_of_what_a_seat_is_shown_hold_what_it_sees(table, s):
    view = s.copy()
    table.uncover(view, s, "blue")
    assert standing(view, 1 << 3) == 1 << 2
    assert standing(view, 1 << 7) == 1 << 4 | 1 << 5
    assert height(view, 3) == 3, "anybody can count a stack"


class Anywhere(Guess):
    def fits(self, unit, h):
        return True


class Picky(Guess):
    """Unit 0 may only be where it can never be."""

    def fits(self, unit, h):
        return unit != 0


@pytest.mark.parametrize("kind", [Anywhere, Picky])
def test_a_guess_fits_the_heights_and_the_tops(table, s, kind):
    move_counter(s, 6, BLUE, 8)
    s.at = shown(table, s, "at", "blue")
    table.uncover(s, s.copy(), "blue")
    s.pile[3] = 1 << 2
    for seed in range(5):
        guess = kind(table, s, UNSEEN).spread(random.Random(seed))
        assert UNSEEN not in guess.at
        assert guess.at.count(3) == 3
        assert {u for u, h in enumerate(guess.at) if h == 3} == {0, 1, 2}
    assert s.at[0] == UNSEEN, "the view itself is left alone"
