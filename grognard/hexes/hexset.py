"""A set of hexes as one int: bit ``h`` is set when hex ``h`` belongs to the set.

Union, intersection and difference are ``|``, ``&`` and ``& ~``; the number of hexes is
``s.bit_count()``. The same trick serves sets of counters and of numbers, so these helpers speak of
bits, not of hexes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator


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


def nth(s: int, n: int) -> int:
    """The n-th member, counted from 0 at the lowest."""
    if not 0 <= n < s.bit_count():
        raise IndexError(f"no member number {n} in a set of {s.bit_count()}")
    # Halve the range of bits until one is left: a shift and a count a round, however large the set.
    base, width = 0, s.bit_length()
    while width > 1:
        half = width >> 1
        low = s & ((1 << half) - 1)
        count = low.bit_count()
        if n < count:
            s, width = low, half
        else:
            n -= count
            s >>= half
            base += half
            width -= half
    return base
