"""Steps that games share: who calls the shared one gets the game's own form; order, stacks, ways to supply."""

from __future__ import annotations

import pytest

from grognard.engine.step import Procedure, Step, step_codes
from grognard.hexes import of
from grognard.hexes.grid import Grid
from grognard.mechanics.order import FIGHT_MOVE, MOVE_FIGHT, main_phase, order_with
from grognard.mechanics.retreat_to_supply import nearer, nearest
from grognard.mechanics.stacks import hexes_of, put, units_in, units_on, words_by_unit


class Shared(Step):
    name = "shared"


class Own(Shared):
    name = "own"


class Other(Shared):
    name = "other"


class Plain(Procedure):
    name = "plain"


def test_a_games_own_form_stands_for_the_shared_step():
    codes = step_codes((Plain, Own))
    assert codes[Own] == codes[Shared] == 1
    assert codes[Plain] == 0


def test_of_two_forms_neither_stands_for_the_shared_step():
    codes = step_codes((Own, Other))
    assert Shared not in codes
    assert (codes[Own], codes[Other]) == (0, 1)


def test_the_shared_step_stands_for_itself_where_a_game_lists_it():
    assert step_codes((Own, Shared))[Shared] == 1


@pytest.mark.parametrize(
    ("order", "first", "second"), [(MOVE_FIGHT, "movement", "combat"), (FIGHT_MOVE, "combat", "movement")]
)
def test_the_order_names_both_main_phases(order, first, second):
    assert (main_phase(order, "first"), main_phase(order, "second")) == (first, second)
    assert order_with(first, "first") == order_with(second, "second") == order


def test_stacks_are_read_from_the_places():
    at = [4, -1, 4, 9]
    assert units_in(at, 4) == 0b101
    assert units_in(at, 5) == 0
    assert units_on(at, 0b1110, 1 << 4 | 1 << 9) == 0b1100
    assert units_on(at, 0b1111, 1 << 9) == 0b1000
    assert units_on(at, 0b1111, 1 << 4) == 0b0101
    assert hexes_of(at, 0b1011) == 1 << 4 | 1 << 9


def test_a_hex_stays_occupied_until_the_last_unit_has_left():
    at, occupied = [4, 4, 7], [1 << 4, 1 << 7]
    put(at, occupied, 0, 0, 5)
    assert occupied == [1 << 4 | 1 << 5, 1 << 7]
    put(at, occupied, 0, 1, -1)
    assert occupied == [1 << 5, 1 << 7]
    assert at == [5, -1, 7]


def test_the_first_hex_of_the_map_is_a_hex_like_any_other():
    at, occupied = [0, 0, -1], [1, 0]
    assert units_in(at, 0) == 0b11
    assert units_on(at, 0b111, 1) == 0b11
    assert hexes_of(at, 0b111) == 1
    put(at, occupied, 0, 0, 3)
    assert (at, occupied) == ([3, 0, -1], [1 | 1 << 3, 0])
    put(at, occupied, 0, 1, 3)
    assert occupied == [1 << 3, 0]
    put(at, occupied, 1, 2, 0)
    assert (at, occupied) == ([3, 3, 0], [1 << 3, 1])


def test_the_words_on_units_stand_in_the_order_of_the_sets():
    sets = {"moved": 0b101, "target": 0b011}
    assert words_by_unit(sets) == {0: ("moved", "target"), 1: ("target",), 2: ("moved",)}
    assert words_by_unit(sets, 0b110) == {1: ("target",), 2: ("moved",)}
    assert words_by_unit(sets, 0b1) == {0: ("moved", "target")}


@pytest.fixture
def grid() -> Grid:
    return Grid(lines=(1, 9), positions=(1, 9))


def test_a_retreat_leads_nearer_to_a_source_if_it_can(grid):
    here, source = grid.parse("0505"), 1 << grid.parse("0501")
    north, south, side = grid.parse("0504"), grid.parse("0506"), grid.parse("0605")
    assert nearer(grid, here, of([north, south]), source) == 1 << north
    assert nearer(grid, here, of([south]), source) == 1 << south
    assert nearer(grid, here, of([south, side]), 0) == of([south, side])


def test_the_nearest_of_all_is_by_the_nearest_source(grid):
    north, south = grid.parse("0504"), grid.parse("0506")
    both = of([grid.parse("0501"), grid.parse("0508")])
    assert nearest(grid, of([north, south]), both) == 1 << south
    assert nearest(grid, of([north, south]), 1 << grid.parse("0501")) == 1 << north
