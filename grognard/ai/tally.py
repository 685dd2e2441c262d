"""Sums over the whole map: one number for each hex, stored as one set of hexes for each binary digit.

Adding an amount to a set of hexes takes a few integer operations, however large the set is. So the strength that an
army can bring against every hex is cheap to compute.
"""

from __future__ import annotations


class Tally:
    """A whole number for each hex, initially 0."""

    __slots__ = ("digits",)

    def __init__(self) -> None:
        self.digits: list[int] = []

    def add(self, hexes: int, amount: int) -> None:
        """Add an amount to every hex of a set."""
        place = 0
        while amount:
            if amount & 1:
                self._carry(hexes, place)
            amount >>= 1
            place += 1

    def _carry(self, hexes: int, place: int) -> None:
        digits = self.digits
        while len(digits) < place:
            digits.append(0)
        while hexes:
            if place == len(digits):
                digits.append(hexes)
                return
            both = digits[place] & hexes
            digits[place] ^= hexes
            hexes = both
            place += 1

    def at(self, h: int) -> int:
        """Return the number of a hex."""
        out = 0
        for place, digit in enumerate(self.digits):
            out |= (digit >> h & 1) << place
        return out

    def any(self) -> int:
        """Return all hexes with a number above 0."""
        out = 0
        for digit in self.digits:
            out |= digit
        return out
