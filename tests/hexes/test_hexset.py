"""Sets as one int behave like Python's own sets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.hexes import bits, lowest, members, nth, of

from .boards import CALM

MEMBERS = st.sets(st.integers(0, 400), max_size=60)


@CALM
@given(MEMBERS)
def test_a_set_gives_back_its_members_in_order(items: set[int]) -> None:
    s = of(items)
    assert members(s) == list(bits(s)) == sorted(items)
    assert s.bit_count() == len(items)


@CALM
@given(st.lists(st.integers(0, 400), max_size=60))
def test_order_and_repetition_do_not_matter(items: list[int]) -> None:
    assert of(items) == of(reversed(items)) == of(set(items)) == sum(1 << i for i in set(items))


@CALM
@given(MEMBERS, MEMBERS)
def test_set_algebra(a: set[int], b: set[int]) -> None:
    assert of(a) | of(b) == of(a | b)
    assert of(a) & of(b) == of(a & b)
    assert of(a) & ~of(b) == of(a - b)


@CALM
@given(MEMBERS)
def test_the_lowest_member(items: set[int]) -> None:
    assert lowest(of(items)) == min(items, default=-1)


@CALM
@given(MEMBERS)
def test_the_nth_member(items: set[int]) -> None:
    s = of(items)
    assert [nth(s, n) for n in range(len(items))] == sorted(items)
    for n in (-1, len(items), len(items) + 7):
        with pytest.raises(IndexError, match=f"number {n} in a set of {len(items)}"):
            nth(s, n)


def test_the_empty_set() -> None:
    assert of(()) == 0
    assert members(0) == list(bits(0)) == []
    assert lowest(0) == -1


def test_the_members_come_one_at_a_time() -> None:
    stream = bits(of((3, 900)))
    assert next(stream) == 3
    assert next(stream) == 900
    with pytest.raises(StopIteration):
        next(stream)
