"""Zones of control, lines of supply and of communication on a small map, checked by searches hex by hex."""

from __future__ import annotations

import random

import pytest

from grognard.hexes import Costs, Grid, bits, of
from grognard.mechanics.communication import traced
from grognard.mechanics.supply import from_sources, supplied
from grognard.mechanics.zones import MixedZones, Zones

GRID = Grid(lines=(1, 7), positions=(1, 6))
HEXES = list(GRID)
SEEDS = range(20)


def some(rng: random.Random, share: float) -> set[int]:
    return {h for h in HEXES if rng.random() < share}


def costs(rng: random.Random) -> Costs:
    """Steps of one point, some hexsides closed in one direction or both."""
    closed = {(h, d) for h in HEXES for d in range(6) if rng.random() < 0.2}
    return Costs(GRID, lambda h, d: None if (h, d) in closed else 1)


def step(by: Costs, h: int) -> set[int]:
    return set(bits(by.next(1 << h)))


def spread(by: Costs, start: set[int], block: set[int]) -> set[int]:
    """The hexes reached from some hexes, which are open themselves, without entering the blocked ones."""
    found, todo = set(start), list(start)
    while todo:
        fresh = step(by, todo.pop()) - found - block
        found |= fresh
        todo += fresh
    return found


# -- zones -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_the_zone_of_an_army_is_that_of_all_its_units(seed):
    rng = random.Random(seed)
    sides = [(h, n) for h in HEXES for n in GRID.neighbour_list(h) if h < n]
    closed = rng.sample(sides, 8)
    zones = Zones(GRID, closed)
    for share in (0.0, 0.1, 0.5, 1.0):
        army = some(rng, share)
        expected = {n for h in army for n in GRID.neighbour_list(h) if (h, n) not in closed and (n, h) not in closed}
        assert set(bits(zones.of(of(army)))) == expected
        assert set(bits(zones.of(of(army)))) == expected, "asked again it is the same"
    for h in HEXES:
        assert zones.near[h] == zones.of(1 << h)


def test_many_armies_are_remembered_and_forgotten():
    zones = Zones(GRID, [])
    for _ in range(2):
        for h in HEXES:
            for n in (0, *GRID.neighbour_list(h)):
                assert zones.of(1 << h | 1 << n) == GRID.neighbours(1 << h | 1 << n)


def expected_zone(army: set[int], closed: set[tuple[int, int]], enters: set[int], own: bool) -> set[int]:
    """The zone of an army, hex by hex."""
    pairs = {(h, n) for h in army for n in GRID.neighbour_list(h) if n in enters} - closed - {(b, a) for a, b in closed}
    return {n for _, n in pairs} | (army if own else set())


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_zone_of_a_class_enters_only_its_hexes_and_crosses_only_its_hexsides(seed, own):
    rng = random.Random(seed)
    sides = [(h, n) for h in HEXES for n in GRID.neighbour_list(h) if h < n]
    closed, enters = set(rng.sample(sides, 8)), some(rng, 0.6)
    zones = Zones(GRID, closed, enters=of(enters), own=own)
    for share in (0.1, 0.5, 1.0):
        army = some(rng, share)
        assert set(bits(zones.of(of(army)))) == expected_zone(army, closed, enters, own)
    for h in HEXES:
        assert set(bits(zones.near[h])) == expected_zone({h}, closed, enters, own)
        assert set(bits(zones.reaching[h])) == {n for n in HEXES if h in expected_zone({n}, closed, enters, False)}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_zone_of_a_side_is_that_of_all_its_classes(seed):
    rng = random.Random(seed)
    sides = [(h, n) for h in HEXES for n in GRID.neighbour_list(h) if h < n]
    infantry = Zones(GRID, rng.sample(sides, 4), enters=of(some(rng, 0.9)), own=True)
    tanks = Zones(GRID, rng.sample(sides, 12), enters=of(some(rng, 0.4)), own=True)
    zones, where = MixedZones([infantry, tanks]), (of(some(rng, 0.2)), of(some(rng, 0.2)))
    assert zones.of(where) == infantry.of(where[0]) | tanks.of(where[1])
    for h in HEXES:
        assert zones.reaching(h, where) == (infantry.reaching[h] & where[0]) | (tanks.reaching[h] & where[1])


def test_a_zone_into_a_hex_is_not_always_a_zone_back():
    a, b = GRID.parse("0303"), GRID.parse("0304")
    zones = Zones(GRID, enters=GRID.all & ~(1 << a))
    assert zones.near[a] >> b & 1
    assert not zones.near[b] >> a & 1
    assert zones.reaching[b] >> a & 1
    assert not zones.reaching[a] >> b & 1


# -- supply ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_a_line_leads_past_the_enemy_and_their_zone_to_a_source(seed):
    rng = random.Random(seed)
    by, enemies = costs(rng), some(rng, 0.1)
    zone, sources = some(rng, 0.3), some(rng, 0.1)
    ends = sources - enemies
    beside = {n for h in ends for n in step(by, h)}
    through = spread(by, (ends | beside) - enemies - zone, enemies | zone)
    expected = (ends | beside | through | {n for h in through for n in step(by, h)}) - enemies
    assert set(bits(supplied(by, of(sources), enemies=of(enemies), zone=of(zone)))) == expected


def test_a_unit_on_a_source_is_supplied_whatever_is_round_it():
    by, here = Costs(GRID, lambda h, d: 1), GRID.parse("0303")
    source, ring = 1 << here, GRID.neighbours(1 << here)
    assert supplied(by, source, enemies=ring, zone=ring | source) == source
    assert supplied(by, source, enemies=source, zone=0) == 0
    assert from_sources(by, source, block=ring, dead_ends=source) == (source, 0)
    assert from_sources(by, source, block=source, dead_ends=0) == (0, 0)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_line_from_a_source_ends_in_a_dead_end(seed):
    rng = random.Random(seed)
    by, block, dead_ends, sources = costs(rng), some(rng, 0.1), some(rng, 0.3), some(rng, 0.1)
    through = spread(by, sources - block - dead_ends, block | dead_ends)
    expected = ((sources - block) | through | {n for h in through for n in step(by, h)}) - block
    words = {"block": of(block), "dead_ends": of(dead_ends)}
    found = from_sources(by, of(sources), **words)
    assert tuple(set(bits(hexes)) for hexes in found) == (expected, through)
    # Known hexes need not be searched again.
    assert from_sources(by, of(sources), **words, known=found[1]) == found
    part = of(sorted(through)[:3])
    assert from_sources(by, of(sources), **words, known=part) == found


@pytest.mark.parametrize("seed", SEEDS)
def test_without_dead_ends_a_line_goes_on_from_wherever_it_gets(seed):
    """So it is where a friendly unit cancels the zone in its own hex, and a zone without one blocks like an enemy."""
    rng = random.Random(seed)
    by, block, sources = costs(rng), some(rng, 0.2), some(rng, 0.1)
    expected = spread(by, sources - block, block)
    found = from_sources(by, of(sources), block=of(block), dead_ends=0)
    assert tuple(set(bits(hexes)) for hexes in found) == (expected, expected)


# -- communication ---------------------------------------------------------------------------


def lines(by: Costs, ends: set[int], block: set[int], limited: set[int], most: int) -> set[int]:
    """Hexes with a line, found by counting the limited hexes on every way."""
    found: set[int] = set()
    seen: set[tuple[int, int]] = set()
    todo = [(h, int(h in limited)) for h in ends - block]
    while todo:
        h, count = todo.pop()
        if count > most or (h, count) in seen:
            continue
        seen.add((h, count))
        found.add(h)
        todo += [(n, count + (n in limited)) for n in step(by, h) - block]
    return found


@pytest.mark.parametrize("most", [0, 1, 2, 3])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_line_holds_only_so_many_limited_hexes(seed, most):
    rng = random.Random(seed)
    by, block, limited, ends = costs(rng), some(rng, 0.1), some(rng, 0.5), some(rng, 0.1)
    found = traced(by, of(ends), block=of(block), limited=of(limited), most=most)
    assert set(bits(found)) == lines(by, ends, block, limited, most)
