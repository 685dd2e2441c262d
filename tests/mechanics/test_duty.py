"""Units that must join an attack, and units that nobody could attack: checked one by one."""

from __future__ import annotations

import random

import pytest

from grognard.hexes import bits, of
from grognard.mechanics.duty import forced, stranded

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
        only = {u for u in able if partners[u] and partners[u] <= wanted}
        assert set(bits(forced(contact, targets, available))) == only
        assert set(bits(stranded(contact, targets, available))) == {d for d in wanted if not partners[d] & able}
