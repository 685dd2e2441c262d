"""Command range counted along a path, and isolation, on a small map; checked by searches hex by hex."""

from __future__ import annotations

import random

import pytest

from grognard.hexes import Costs, Grid, bits, of
from grognard.mechanics.command import command, open_steps, steps

GRID = Grid(lines=(1, 7), positions=(1, 6))
HEXES = list(GRID)


def ground(rng: random.Random) -> Costs:
    """Steps of one to three points, some hexsides closed in one direction or both."""
    prices = {(h, d): rng.choice((1, 1, 2, 3, None)) for h in HEXES for d in range(6)}
    return Costs(GRID, lambda h, d: prices[h, d])


def distances(paths: Costs, hq: int, block: set[int], dead_ends: set[int]) -> dict[int, int]:
    """How many steps each hex is from the HQ."""
    found, todo = {hq: 0}, [hq]
    for h in todo:
        if h in dead_ends and h != hq:
            continue
        for n in bits(paths.near[h]):
            if n not in found and n not in block:
                found[n] = found[h] + 1
                todo.append(n)
    return found


@pytest.mark.parametrize("within", [0, 1, 3, 20])
@pytest.mark.parametrize("seed", range(20))
def test_the_range_is_counted_along_the_path(seed, within):
    rng = random.Random(seed)
    paths, hq = steps(ground(rng)), rng.choice(HEXES)
    block = {h for h in HEXES if rng.random() < 0.15} - {hq}
    dead_ends = {h for h in HEXES if rng.random() < 0.25}
    away = distances(paths, hq, block, dead_ends)
    found = command(paths, hq, within, block=of(block), dead_ends=of(dead_ends))
    assert set(bits(found.in_command)) == {h for h, n in away.items() if n <= within}
    assert set(bits(found.out_of_command)) == {h for h, n in away.items() if n > within}
    for h in HEXES:
        assert found.is_isolated(h) == (h not in away)
        assert found.distance(h) == (away[h] if away.get(h, within + 1) <= within else None)


def test_steps_of_any_cost_count_as_one_hex():
    dear = Costs(GRID, lambda h, d: 3 if d % 2 else 5)
    hq = GRID.parse("0403")
    assert command(steps(dear), hq, 2, block=0, dead_ends=0) != command(dear, hq, 2, block=0, dead_ends=0)
    for h in HEXES:
        assert command(open_steps(GRID), hq, 9, block=0, dead_ends=0).distance(h) == GRID.distance(hq, h)
        assert command(steps(dear), hq, 9, block=0, dead_ends=0).distance(h) == GRID.distance(hq, h)


def test_a_cut_path_isolates_even_next_to_the_hq():
    hq = GRID.parse("0403")
    ring = GRID.neighbours(1 << hq)
    beside = ring & -ring
    found = command(open_steps(GRID), hq, 12, block=ring & ~beside, dead_ends=beside)
    assert found.in_command == found.joined == 1 << hq | beside
    beyond = next(h for h in HEXES if GRID.distance(hq, h) == 2)
    assert found.is_isolated(beyond)


def test_a_path_leads_into_an_enemy_zone_but_not_through_it():
    hq = GRID.parse("0103")
    wall = of(h for h in HEXES if GRID.line_of(h) == GRID.line_of(GRID.parse("0303")))
    found = command(open_steps(GRID), hq, 20, block=0, dead_ends=wall)
    behind = GRID.parse("0503")
    assert found.in_command & wall == wall
    assert found.is_isolated(behind)
    # A friendly unit in one of its hexes cancels the zone there: a path leads through that hex.
    gap = 1 << GRID.parse("0306")
    around = command(open_steps(GRID), hq, 20, block=0, dead_ends=wall & ~gap)
    assert around.distance(behind) is not None
    assert around.distance(behind) > GRID.distance(hq, behind)
    short = command(open_steps(GRID), hq, GRID.distance(hq, behind), block=0, dead_ends=wall & ~gap)
    assert short.out_of_command >> behind & 1
    assert not short.is_isolated(behind)


def test_an_hq_in_an_enemy_zone_still_commands():
    hq = GRID.parse("0403")
    found = command(open_steps(GRID), hq, 1, block=0, dead_ends=1 << hq)
    assert found.in_command == 1 << hq | GRID.neighbours(1 << hq)
    assert found.joined == GRID.all
