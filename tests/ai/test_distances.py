"""Sums over the whole map, and distances over the ground."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from grognard.ai.distances import FAR, Distances
from grognard.ai.maps import Maps
from grognard.ai.tally import Tally
from grognard.ai.value.goals import goals_of
from grognard.ai.value.judge import Judge
from grognard.hexes import Costs, bits, of

from ..generic.play import LIBRARY, begin
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
def test_with_a_cost_of_one_point_a_path_is_as_long_as_the_distance(starts):
    found = Distances(GAME).from_hexes(GAME.costs, of(starts))
    assert {h: found[h] for h in GRID} == {h: min(GRID.distance(h, a) for a in starts) for h in GRID}


def test_expensive_ground_is_farther_away():
    dear = GAME.hexes("0301 0302")
    costs = Costs(GRID, lambda h, d: 5 if dear >> (GRID.neighbour(h, d) or 0) & 1 else 1)
    found = Distances(GAME).to(costs, GAME.hexes("0201"))
    assert all(found[h] == 5 for h in bits(dear))
    assert found[GAME.hex("0401")] == 4, "round the dear hexes, not through them"


def test_an_unreachable_hex_is_far():
    island = GAME.hex("0605")
    costs = Costs(GRID, lambda h, d: None if island in (h, GRID.neighbour(h, d)) else 1)
    found = Distances(GAME).to(costs, GAME.hexes("0101"))
    assert found[island] == FAR
    assert max(found[h] for h in GRID if h != island) < FAR


def test_distances_are_cached_by_costs_and_target():
    distances, other = Distances(GAME), Costs(GRID, lambda h, d: 2)
    a, b = GAME.hexes("0101"), GAME.hexes("1210")
    assert distances.to(GAME.costs, a) is distances.to(GAME.costs, a)
    assert distances.to(GAME.costs, b)[GAME.hex("1210")] == 0
    assert distances.to(other, a) == [min(FAR, 2 * n) for n in distances.to(GAME.costs, a)]


# -- water -----------------------------------------------------------------------------------------


def split(game):
    """No attack crosses the line between the fifth and sixth columns, except in the last row."""
    west = of(h for h in GRID if GRID.label(h)[:2] <= "05")
    ford = of(h for h in GRID if GRID.label(h)[2:] == "10")

    def near(s, h):
        shore = west if west >> h & 1 else ~west
        return GRID.neighbours(1 << h) & (shore | ford if ford >> h & 1 else shore)

    game.doctrine.water_divides, game.doctrine.attack_hexes = True, near
    return game


def test_without_water_hexes_are_as_far_apart_as_on_the_grid():
    distances, s = Distances(GAME), GAME.position()
    for h in sorted(GRID)[::9]:
        found = distances.hexes_from(s, h)
        assert {other: found[other] for other in GRID} == {other: GRID.distance(h, other) for other in GRID}


def test_distances_lead_around_water():
    game = split(Drill())
    found = Distances(game).hexes_from(game.position(), game.hex("0505"))
    assert found[game.hex("0504")] == 1
    assert found[game.hex("0605")] > GRID.distance(game.hex("0505"), game.hex("0510")) > 1


def test_goals_on_two_shores_are_two_goals():
    for game, goals in ((Drill(), 1), (split(Drill()), 2)):
        game.doctrine.goal_hexes = dict.fromkeys(bits(game.hexes("0505 0605")), 5.0)
        assert len(goals_of(Maps(game, game.position(b1="0101", r1="1209")), 0)) == goals


def test_a_unit_across_the_water_has_little_influence_on_a_goal():
    for game, better in ((Drill(), False), (split(Drill()), True)):
        game.doctrine.goal_hexes = {game.hex("0605"): 20.0}
        here, there = (game.position(b1=label, r1="1201") for label in ("0505", "0805"))
        judge = Judge(Maps(game, here), 0, danger=0.0)
        assert (judge.value(there) > judge.value(here)) == better


def test_the_estuary_separates_the_paths_to_antwerp():
    """On the Rhine, Walcheren can be reached only along the northern shore (10.12, 11.15)."""
    game = next(game for game in LIBRARY if game.id == "rhine")
    s = begin(game, "campaign")
    parse = game.board.grid.parse
    found = Distances(game).hexes_from(s, parse("1112N"))
    assert [found[parse(label)] for label in ("1212N", "1311N", "1411N")] == [1, 2, 3]
    assert found[parse("1213N")] > 4
    assert game.board.grid.distance(parse("1213N"), parse("1112N")) < 3
    s.allied |= 1 << parse("1511N")  # Antwerp itself is on both shores
    south = next(goal for goal in goals_of(Maps(game, s), 0) if goal.hexes >> parse("1213N") & 1)
    assert south.hexes >> parse("1312N") & 1
    assert not south.hexes >> parse("1212N") & 1
