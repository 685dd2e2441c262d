"""Who must still be attacked, and which gun can take on whom: checked by trying everything."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from grognard.hexes import bits, of
from grognard.mechanics.duty import covered, forced, matched, stranded, touching_all

#: Attackers 0 to 3, defenders 4 to 7.
ATTACKERS, DEFENDERS = 0b1111, 0b11110000
SEEDS = range(30)


def tangle(seed: int) -> list[int]:
    """The partners of each unit."""
    rng = random.Random(seed)
    contact = [0] * 8
    for a in range(4):
        for d in range(4, 8):
            if rng.random() < 0.4:
                contact[a] |= 1 << d
                contact[d] |= 1 << a
    return contact


def subset(rng: random.Random, units: int) -> int:
    return of(u for u in bits(units) if rng.random() < 0.5)


@pytest.mark.parametrize("seed", SEEDS)
def test_contacts_counted_one_by_one(seed):
    contact, rng = tangle(seed), random.Random(seed)
    for _ in range(10):
        targets, available = subset(rng, DEFENDERS), subset(rng, ATTACKERS)
        partners = {u: set(bits(contact[u])) for u in range(8)}
        wanted, able = set(bits(targets)), set(bits(available))
        assert set(bits(touching_all(contact, targets, available))) == {u for u in able if wanted <= partners[u]}
        only = {u for u in able if partners[u] and partners[u] <= wanted}
        assert set(bits(forced(contact, targets, available))) == only
        assert set(bits(stranded(contact, targets, available))) == {d for d in wanted if not partners[d] & able}


def most_matched(defenders: list[int], fires: dict[int, int], guns: list[int]) -> int:
    """The greatest number of defenders with a gun each."""
    best = 0
    spare = [None] * len(defenders)
    for order in permutations([*guns, *spare], len(defenders)):
        best = max(best, sum(g is not None and bool(fires[d] >> g & 1) for d, g in zip(defenders, order, strict=True)))
    return best


@pytest.mark.parametrize("seed", SEEDS)
def test_guns_are_matched_as_well_as_can_be(seed):
    rng = random.Random(seed)
    for _ in range(10):
        fires = {d: subset(rng, 0b111) for d in range(4, 8)}
        defenders, free = subset(rng, DEFENDERS), subset(rng, 0b111)
        found = matched(defenders, fires.__getitem__, free)
        best = most_matched(list(bits(defenders)), fires, list(bits(free)))
        assert found & ~defenders == 0
        assert found.bit_count() == best
        assert covered(defenders, fires.__getitem__, free) == (best == defenders.bit_count())


def test_a_gun_that_can_do_without_its_target_makes_room():
    fires = {4: 0b11, 5: 0b01}  # both guns reach the first, one of them the second
    assert matched(0b110000, fires.__getitem__, 0b11) == 0b110000
    assert matched(0b110000, fires.__getitem__, 0b01) == 0b010000
