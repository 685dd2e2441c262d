"""Stacks: the units in hexes, from a state's list of places."""

from __future__ import annotations

from ..hexes import bits


def units_in(at: list[int], h: int) -> int:
    """The units in a hex."""
    out, unit = 0, -1
    for _ in range(at.count(h)):
        unit = at.index(h, unit + 1)
        out |= 1 << unit
    return out


def units_in_hexes(at: list[int], hexes: int) -> int:
    """The units in a few hexes."""
    out = 0
    for h in bits(hexes):
        out |= units_in(at, h)
    return out


def units_on(at: list[int], units: int, hexes: int) -> int:
    """The units in these hexes, among the given ones."""
    out = 0
    while units:
        low = units & -units
        units ^= low
        h = at[low.bit_length() - 1]
        if h >= 0 and hexes >> h & 1:
            out |= low
    return out


def hexes_of(at: list[int], units: int) -> int:
    """The hexes of the map with these units."""
    out = 0
    for u in bits(units):
        h = at[u]
        if h >= 0:
            out |= 1 << h
    return out


def put(at: list[int], occupied: list[int], side: int, unit: int, there: int) -> None:
    """Put a unit into a hex or a box, and update the hexes of its side."""
    here = at[unit]
    at[unit] = there
    if here >= 0 and here not in at:
        occupied[side] &= ~(1 << here)
    if there >= 0:
        occupied[side] |= 1 << there


def words_by_unit(sets: dict[str, int], units: int = -1) -> dict[int, tuple[str, ...]]:
    """The words whose sets include each unit, in order; only for the given units, if any are given."""
    out: dict[int, tuple[str, ...]] = {}
    for word, members in sets.items():
        for u in bits(members & units):
            out[u] = (*out.get(u, ()), word)
    return out
