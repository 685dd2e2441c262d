"""Sums over the whole map, and distances over the ground."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from grognard.ai.tally import Tally
from grognard.ai.ways import FAR, Ways
from grognard.hexes import Costs, bits, of

from .drill import Drill

GAME = Drill()
GRID = GAME.board.grid
SETS = st.sets(st.integers(0, 200), max_size=40)


@given(st.lists(st.tuples(SETS, st.integers(0, 70)), max_size=30))
def test_a_tally_adds_up_like_a_dict(sums):
    tally, plain = Tally(), dict.fromkeys(range(201), 0)
    for hexes, amount in sums:
        tally.add(of(hexes), amount)
        for h in hexes:
            plain[h] += amount
    assert {h: tally.at(h) for h in plain} == plain
    assert set(bits(tally.any())) == {h for h, amount in plain.items() if amount}


def test_nothing_has_been_added_to_a_new_tally():
    tally = Tally()
    assert (tally.at(0), tally.at(500), tally.any()) == (0, 0, 0)


@given(st.sets(st.sampled_from(sorted(GRID)), min_size=1, max_size=4))
def test_over_ground_that_costs_a_point_a_way_is_as_long_as_the_distance(starts):
    found = Ways(GAME).flood(GAME.costs, of(starts))
    assert {h: found[h] for h in GRID} == {h: min(GRID.distance(h, a) for a in starts) for h in GRID}


def test_dear_ground_is_farther_away():
    dear = GAME.hexes("0301 0302")
    costs = Costs(GRID, lambda h, d: 5 if dear >> (GRID.neighbour(h, d) or 0) & 1 else 1)
    found = Ways(GAME).to(costs, GAME.hexes("0201"))
    assert all(found[h] == 5 for h in bits(dear))
    assert found[GAME.hex("0401")] == 4, "round the dear hexes, not through them"


def test_where_no_way_leads_is_far():
    island = GAME.hex("0605")
    costs = Costs(GRID, lambda h, d: None if island in (h, GRID.neighbour(h, d)) else 1)
    found = Ways(GAME).to(costs, GAME.hexes("0101"))
    assert found[island] == FAR
    assert max(found[h] for h in GRID if h != island) < FAR


def test_what_was_found_out_is_kept_by_ground_and_goal():
    ways, other = Ways(GAME), Costs(GRID, lambda h, d: 2)
    a, b = GAME.hexes("0101"), GAME.hexes("1210")
    assert ways.to(GAME.costs, a) is ways.to(GAME.costs, a)
    assert ways.to(GAME.costs, b)[GAME.hex("1210")] == 0
    assert ways.to(other, a) == [min(FAR, 2 * n) for n in ways.to(GAME.costs, a)]
