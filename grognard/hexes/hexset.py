"""Sets of hexes as one int: bit ``h`` is set if hex ``h`` belongs to the set.

Union, intersection and difference are ``|``, ``&`` and ``& ~``; the number of hexes is ``s.bit_count()``. Sets of
counters and of numbers have the same form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache


def bits(s: int) -> Iterator[int]:
    """The members, lowest first."""
    while s:
        low = s & -s
        yield low.bit_length() - 1
        s ^= low


def members(s: int) -> list[int]:
    """The members as a list, lowest first."""
    out = []
    while s:
        low = s & -s
        out.append(low.bit_length() - 1)
        s ^= low
    return out


def of(items: Iterable[int]) -> int:
    """The set of these members."""
    s = 0
    for item in items:
        s |= 1 << item
    return s


def lowest(s: int) -> int:
    """The lowest member; -1 of the empty set."""
    return (s & -s).bit_length() - 1


@cache
def _halves(rounds: int) -> tuple[tuple[int, int], ...]:
    """The widths 2**(rounds - 1) down to 1, each with the mask of that width."""
    return tuple((1 << k, (1 << (1 << k)) - 1) for k in reversed(range(rounds)))


def nth(s: int, n: int) -> int:
    """The n-th member, counted from 0 at the lowest."""
    if not 0 <= n < s.bit_count():
        raise IndexError(f"no member number {n} in a set of {s.bit_count()}")
    # Halve the range of bits until one is left. Each round is one mask and one count, however large the set is.
    base = 0
    for half, mask in _halves((s.bit_length() - 1).bit_length()):
        low = s & mask
        count = low.bit_count()
        if n < count:
            s = low
        else:
            n -= count
            s >>= half
            base += half
    return base
