"""Hexes by their labels, measured with the grid alone: a second opinion on what the program finds on the board."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.hexes import Grid


def pair(a: str, b: str) -> str:
    """The name of a hexside."""
    return "-".join(sorted((a, b)))


def water(hex_: str, *others: str, kind: str = "all-sea") -> dict[str, str]:
    """Hexsides of one kind between a hex and others."""
    return {f"{hex_}-{other}": kind for other in others}


def in_hex(label: str, *units: str) -> str:
    """Units of a position text, all in one hex."""
    return " ".join(f"{unit}={label}" for unit in " ".join(units).split())


def words(items: Iterable[str]) -> str:
    """Words of a position text, in order."""
    return " ".join(sorted(items))


class Paper:
    """A grid, asked by the labels printed on it."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.all = [grid.label(h) for h in grid]

    def near(self, label: str) -> set[str]:
        """The neighbours of a hex."""
        return {self.grid.label(h) for h in self.grid.neighbour_list(self.grid.parse(label))}

    def distance(self, a: str, b: str) -> int:
        return self.grid.distance(self.grid.parse(a), self.grid.parse(b))

    def within(self, label: str, radius: int) -> set[str]:
        """The hexes at most so far away, without the hex itself."""
        return {other for other in self.all if 0 < self.distance(label, other) <= radius}

    def ring(self, label: str, radius: int) -> list[str]:
        """The hexes exactly so far away."""
        return [other for other in self.all if self.distance(label, other) == radius]

    def around(self, label: str, kind: str, *but: str) -> dict[str, str]:
        """All hexsides of a hex of one kind, except those towards the hexes named."""
        return water(label, *sorted(self.near(label) - set(but)), kind=kind)

    def island(self, *labels: str, but: Iterable[str] = ()) -> dict[str, str]:
        """All-sea round these hexes, except towards some others, and none between them: nothing crosses it."""
        inside = {*labels, *but}
        return {pair(a, b): "all-sea" for a in labels for b in sorted(self.near(a) - inside)}
