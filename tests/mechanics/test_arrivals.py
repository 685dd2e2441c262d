"""The map edge in order, and the alternates of an entry hex that is closed."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.library import games
from grognard.hexes import bits, of
from grognard.mechanics.arrivals import alternates, perimeter

RING = list(range(10, 20))


def nearest(scheduled: int, *usable: int, towards: dict[int, int] | None = None) -> list[int]:
    """The alternates on a ring of ten hexes; by default both directions are equally good."""
    away = towards or {}
    return list(bits(alternates(RING, scheduled, lambda h: away.get(h, 5), usable.__contains__)))


@pytest.mark.parametrize("name", sorted(games()))
def test_the_edge_runs_once_round_the_map_clockwise(name):
    board = grognard.game(name).board
    ring = perimeter(board)
    sides = ("north", "east", "south", "west")
    assert set(ring) == {h for side in sides for h in bits(board.edge(side))}
    assert len(set(ring)) == len(ring)
    centre = board.grid.centre

    def run(side: str) -> list[tuple[float, float]]:
        """A side without its corners, in the order of the ring."""
        others = of(h for other in sides if other != side for h in bits(board.edge(other)))
        return [centre(h) for h in ring if board.edge(side) >> h & 1 and not others >> h & 1]

    assert [x for x, _ in run("north")] == sorted(x for x, _ in run("north"))
    assert [y for _, y in run("east")] == sorted(y for _, y in run("east"))
    assert [x for x, _ in run("south")] == sorted((x for x, _ in run("south")), reverse=True)
    assert [y for _, y in run("west")] == sorted((y for _, y in run("west")), reverse=True)
    places = {side: [ring.index(h) for h in ring if board.edge(side) >> h & 1] for side in sides}
    assert min(places["north"]) == 0
    assert max(places["north"]) < max(places["east"]) < max(places["south"]) < max(places["west"])


def test_the_nearer_of_two_ways_wins():
    assert nearest(12, 14, 19) == [14]
    assert nearest(12, 17, 11) == [11]
    assert nearest(10, 13, 18) == [18]
    assert nearest(19, 11, 15) == [11]


def test_equals_are_all_given():
    assert nearest(12, 14, 10) == [10, 14]
    assert nearest(12, 17) == [17]  # five hexes away both ways
    assert nearest(18, 11) == [11]  # three hexes one way, seven the other


def test_the_scheduled_hex_itself_is_no_alternate():
    assert nearest(12, 12) == []
    assert nearest(12) == []


def test_one_keeps_to_the_better_way_however_far_it_is():
    assert nearest(12, 11, 18, towards={13: 1, 11: 2}) == [18]
    assert nearest(12, 13, 16, towards={13: 2, 11: 1}) == [16]
    assert nearest(10, 11, 15, towards={11: 2, 19: 1}) == [15]
