"""Garrisons: the units that hold vital hexes."""

from __future__ import annotations

import pytest

from grognard.ai.maps import Maps
from grognard.ai.plan.garrisons import garrisons

from .drill import BLUE, RED, Drill

CITY = "0505"


def posted(*, supplied=-1, stack=1, vital=CITY, always="", **at):
    game = Drill()
    game.doctrine.vital_hexes = (game.hexes(vital), 0)
    game.doctrine.always_held = lambda s, side: game.hexes(always)
    game.doctrine.stack_limit = stack
    found = garrisons(Maps(game, game.position(**at)), BLUE, supplied)
    return {game.counters[u].id: game.board.grid.label(h) for u, h in found.items()}


def test_a_unit_in_reach_is_sent_to_a_hex_that_the_enemy_could_enter():
    assert posted(r1="0205", b1="0605") == {"b1": CITY}


def test_a_unit_out_of_reach_is_not_sent():
    assert posted(r1="0205", b1="1201") == {}


def test_an_enemy_too_far_away_needs_no_garrison():
    assert posted(r1="1201", b1="0605") == {}


def test_a_hex_that_is_always_held_keeps_one_unit_in_any_case():
    found = posted(r1="1201", b1="0605", b2=CITY, b3=CITY, stack=3, always=CITY)
    assert len(found) == 1
    assert set(found.values()) == {CITY}


def test_a_garrison_does_not_leave_its_own_hex_for_another():
    """Hexes are looked at in their order, and the first of them would take both."""
    found = posted(r6="0205", b1=CITY, b2="0506", stack=3, vital=f"{CITY} 0506")
    assert found == {"b1": CITY, "b2": "0506"}


def test_nothing_vital_needs_no_garrison():
    assert posted(r1="0205", b1="0605", vital="") == {}


def test_the_unit_in_the_hex_stays_even_if_another_is_stronger():
    assert posted(r1="0205", b1=CITY, b6="0606") == {"b1": CITY}


def test_of_several_units_the_best_defender_goes():
    assert posted(r1="0205", b1="0605", b6="0606") == {"b6": CITY}


@pytest.mark.parametrize(("stack", "units"), [(1, {"b1"}), (3, {"b1", "b2", "b3"})])
def test_a_weak_garrison_is_strengthened_as_far_as_there_is_room(stack, units):
    # Nine against one, two or three is a sure win, so all units that fit are needed.
    assert set(posted(r6="0205", b1=CITY, b2=CITY, b3=CITY, b4="0606", stack=stack)) == units


def test_a_garrison_that_is_likely_to_hold_is_enough():
    assert posted(r1="0205", b6=CITY, b1="0606", stack=3) == {"b6": CITY}


def test_no_garrison_is_sent_out_of_supply():
    assert posted(r1="0205", b1="0605", supplied=0) == {}


def test_a_unit_that_blocks_the_enemy_does_not_replace_a_garrison():
    """It blocks the enemy now but may be sent elsewhere, so it does not count."""
    game = Drill()
    game.doctrine.vital_hexes = (game.hexes(CITY), 0)
    maps = Maps(game, game.position(r1="0205", b1="0304", b3="0306", b2=CITY))
    assert not maps.reachable(RED) >> game.hex(CITY) & 1
    assert not maps.reach(game.unit_ids["r1"]) >> game.hex(CITY) & 1
    assert garrisons(maps, BLUE, -1) == {game.unit_ids["b2"]: game.hex(CITY)}


def test_hexes_in_reach_without_opposition():
    game = Drill()
    maps = Maps(game, game.position(r1="0205", b1="0305", b2="0304"))
    grid, start = game.board.grid, game.hex("0205")
    assert maps.reachable_unopposed(RED) == sum(1 << h for h in grid if grid.distance(h, start) <= 3)
    assert maps.reach(game.unit_ids["r1"]) & ~maps.reachable_unopposed(RED) == 0
