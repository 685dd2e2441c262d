"""Retreats through a crowd are searched by the number of friends displaced; a judge that tries everything agrees."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import grognard
from grognard.hexes import bits, of
from grognard.mechanics.retreat import Retreat

GAME = grognard.game("hurtgen")
GRID = GAME.board.grid
PLAYABLE = [h for h in GRID if GAME.board.playable >> h & 1]

#: who stands where, how many were displaced, how many of them again, and who has been displaced
Case = tuple[dict[int, int], int, int, frozenset[int]]


class Crowd:
    """Units on a few hexes, the first of them in the middle; some are vehicles."""

    def __init__(self, rng: random.Random, most: int) -> None:
        self.centre = rng.choice(PLAYABLE)
        area = [h for h in PLAYABLE if GRID.distance(self.centre, h) <= 3 and h != self.centre]
        foes = rng.sample(area, min(len(area), rng.randint(1, 3)))
        self.barred = of(foes) | GAME.zones.of(of(foes)) | of(GRID) & ~GAME.board.playable
        free = [h for h in area if not self.barred >> h & 1 and rng.random() < 0.8]
        self.at = {h: u for u, h in enumerate([self.centre, *free[:most]])}
        self.costs = [(GAME.leg if rng.random() < 0.8 else GAME.vehicle).costs for _ in self.at]
        self.before = frozenset(u for u in self.at.values() if rng.random() < 0.2)

    def unit_at(self, h: int) -> int:
        return self.at[h]

    def costs_of(self, unit: int):
        return self.costs[unit]

    def retreat(self) -> Retreat:
        return Retreat(GRID, self, of(self.at), self.barred, of(self.before))

    # -- the judge ---------------------------------------------------------------------------

    def _displace(self, case: Case, here: int, waiting: frozenset[int]) -> Iterator[Case]:
        at, units, again, gone = case
        unit = at[here]
        begun = (at, units + 1, again + (unit in gone), gone | {unit})
        ways = [h for h in bits(self.costs[unit].next(1 << here) & ~self.barred) if h not in waiting]
        vacant = [h for h in ways if h not in at]
        for h in vacant or ways:
            for after in [begun] if vacant else self._displace(begun, h, waiting | {h}):
                yield (self._moved(after[0], here, h), *after[1:])

    @staticmethod
    def _moved(at: dict[int, int], here: int, there: int) -> dict[int, int]:
        unit = at[here]
        return {**{h: u for h, u in at.items() if h != here}, there: unit}

    def prices(self, case: Case, here: int, length: int) -> dict[int, tuple[int, int]]:
        """For each next hex of a full retreat the least price, by trying everything."""
        gone = GRID.distance(self.centre, here)
        out: dict[int, tuple[int, int]] = {}
        for h in bits(self.costs[0].next(1 << here) & GRID.ring(self.centre, gone + 1) & ~self.barred):
            for at, units, again, moved in self._displace(case, h, frozenset({here, h})) if h in case[0] else [case]:
                after = (self._moved(at, here, h), units, again, moved)
                rest = [(units, again)] if gone + 1 == length else list(self.prices(after, h, length).values())
                if rest:
                    out[h] = min(out.get(h, (99, 99)), *rest)
        return out


@pytest.mark.parametrize("seed", range(8))
def test_the_bounded_search_finds_what_trying_everything_finds(seed):
    rng = random.Random(seed)
    displaced = 0
    for _ in range(60):
        crowd, length = Crowd(rng, 8), rng.choice((1, 2, 2, 3))
        found = crowd.retreat().next_hexes(0, crowd.centre, crowd.centre, length)
        prices = crowd.prices((crowd.at, 0, 0, crowd.before), crowd.centre, length)
        if prices:
            best = min(prices.values())
            assert found == of(h for h, price in prices.items() if price == best)
            displaced += best > (0, 0)
        else:
            assert not found & of(crowd.at), "a retreat that cannot be completed displaces nobody"
    assert displaced, "no case in which friends had to make room"


def test_bounds_grow_until_no_chain_is_cut_short():
    crowd = Crowd(random.Random(3), 8)
    bounds = list(crowd.retreat().bounds())
    assert [bound.most for bound in bounds] == [0]  # nobody asked anything of it, so nothing was cut
    crowd.at = {h: u for u, h in enumerate(PLAYABLE[:2])}
    crowd.costs = [GAME.leg.costs] * 2
    most = []
    for bound in crowd.retreat().bounds():
        most.append(bound.most)
        bound.cut[0] = len(most) < 3
    assert most == [0, 1, 2]
