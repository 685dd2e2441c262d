"""Reinforcements: where they come on, and what the column off the map costs them."""

from __future__ import annotations

from collections.abc import Callable

from ..engine.board import Board
from ..hexes import bits


def perimeter(board: Board) -> list[int]:
    """The map-edge hexes in order round the map, from the north-west corner clockwise."""
    x = lambda h: board.grid.centre(h)[0]  # noqa: E731
    y = lambda h: board.grid.centre(h)[1]  # noqa: E731
    order = [
        *sorted(bits(board.edge("north")), key=x),
        *sorted(bits(board.edge("east")), key=y),
        *sorted(bits(board.edge("south")), key=x, reverse=True),
        *sorted(bits(board.edge("west")), key=y, reverse=True),
    ]
    return list(dict.fromkeys(order))


def alternates(ring: list[int], scheduled: int, towards: Callable[[int], int], usable: Callable[[int], bool]) -> int:
    """The nearest usable edge hexes to a scheduled one, on the side with the lesser ``towards``.

    ``towards`` is the distance of a hex to whatever one should keep to. Where both ways round the
    edge are as good, both count, and the nearer hex wins; equals are all given.
    """
    at, count = ring.index(scheduled), len(ring)
    ways = {step: towards(ring[(at + step) % count]) for step in (1, -1)}
    best = min(ways.values())
    found: dict[int, int] = {}
    for step, away in ways.items():
        if away == best:
            for k in range(1, count):
                h = ring[(at + step * k) % count]
                if usable(h):
                    found[h] = min(k, found.get(h, k))
                    break
    nearest = min(found.values(), default=0)
    return sum(1 << h for h, k in found.items() if k == nearest)
