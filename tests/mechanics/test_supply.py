"""Supply lines that are followed from one position to the next are those that a new search finds."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from grognard.hexes import Grid, flood, of
from grognard.mechanics.command import open_steps
from grognard.mechanics.supply import flood_again

from ..hexes.boards import CALM

GRID = Grid((1, 9), (1, 8))
OPEN = open_steps(GRID)
EDGE = of(h for h in GRID if GRID.line_of(h) == 0)


@CALM
@given(st.integers(0, 10**6), st.sampled_from((0.1, 0.3, 0.5)), st.sampled_from((1, 2, 6)))
def test_a_flood_that_goes_on_from_the_last_one_finds_the_same(seed: int, share: float, most: int) -> None:
    dice = Random(seed)
    block = of(h for h in GRID if dice.random() < share)
    found = flood(OPEN, EDGE, block=block)
    for _ in range(20):
        now = block
        for h in dice.sample(list(GRID), dice.randint(0, most)):
            now ^= 1 << h
        found = flood_again(OPEN, EDGE, found, OPEN.next(found), block=now, blocked_before=block)
        assert found == flood(OPEN, EDGE, block=now)
        block = now


def test_a_pocket_is_lost_with_the_source_it_hung_on() -> None:
    source, *rest = [GRID.parse(label) for label in ("0101", "0201", "0301")]
    line = of((source, *rest))
    wall = GRID.all & ~line
    found = flood(OPEN, EDGE, block=wall)
    assert found == line
    assert flood_again(OPEN, EDGE, found, OPEN.next(found), block=wall | 1 << source, blocked_before=wall) == 0
