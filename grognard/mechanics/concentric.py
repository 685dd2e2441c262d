"""Concentric attacks: from opposite hexes, from every second hex, or from four or more."""

from __future__ import annotations

from collections.abc import Iterable


def concentric(directions: Iterable[int]) -> bool:
    """Whether attackers in these directions (0 to 5, round the defender's hex) make a concentric attack."""
    found = set(directions)
    return (
        len(found) >= 4
        or any((d + 3) % 6 in found for d in found)
        or any((d + 2) % 6 in found and (d + 4) % 6 in found for d in found)
    )
