"""Reinforcements: the hexes of the map edge, and alternative entry hexes."""

from __future__ import annotations

from collections.abc import Callable

from ..engine.board import Board
from ..hexes import bits


def perimeter(board: Board) -> list[int]:
    """The hexes of the map edge, clockwise from the north-west corner."""
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
    """The usable edge hexes nearest to the scheduled one, in the direction with the smaller ``towards``.

    ``towards`` is the distance of a hex from the goal that arriving units should stay near. If both directions round
    the edge are equally good, both count, and the nearer hex wins; all hexes that tie are returned.
    """
    at, count = ring.index(scheduled), len(ring)
    directions = {step: towards(ring[(at + step) % count]) for step in (1, -1)}
    best = min(directions.values())
    found: dict[int, int] = {}
    for step, away in directions.items():
        if away == best:
            for k in range(1, count):
                h = ring[(at + step * k) % count]
                if usable(h):
                    found[h] = min(k, found.get(h, k))
                    break
    nearest = min(found.values(), default=0)
    return sum(1 << h for h, k in found.items() if k == nearest)
