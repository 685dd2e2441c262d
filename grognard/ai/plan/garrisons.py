"""Garrisons: units that hold vital hexes, strong enough to survive most attacks."""

from __future__ import annotations

from ...hexes import bits
from ..maps import Maps

#: The largest garrison, and the accepted chance of losing the hex.
_MAX_UNITS, _RISK = 3, 0.3


def garrisons(maps: Maps, side: int, supplied: int) -> dict[int, int]:
    """Return by unit the vital hex it must hold; only hexes that the enemy could reach or attack need a garrison.

    Those always held keep a unit, and half of the steps, in any case. Units stay in their own hex before others
    come to help."""
    doctrine, at = maps.doctrine, maps.s.at
    # Units that block the enemy now may leave, so count what the enemy could reach without them.
    near = maps.reachable_unopposed(1 - side) | maps.threat(1 - side).any()
    vital = doctrine.vital(maps.s, side) & (near | doctrine.always_held(maps.s, side)) & supplied
    posts = [_Post(maps, side, h, bool(near >> h & 1)) for h in bits(vital)]  # out of supply it would be lost as well
    out: dict[int, int] = {}
    for post in posts:
        post.fill(out, [u for u in maps.stacks.get(post.h, ()) if maps.knowledge.side_of[u] == side])
    for post in posts:
        room = [u for u in maps.units[side] if u not in out and maps.destinations(u) >> post.h & 1]
        post.fill(out, [u for u in room if at[u] == post.h or doctrine.has_room(maps.s, u, post.h)])
    return out


class _Post:
    """A vital hex and the units that hold it."""

    def __init__(self, maps: Maps, side: int, h: int, threatened: bool) -> None:
        self.maps, self.side, self.h, self.threatened = maps, side, h, threatened
        self.units: list[int] = []
        self.defense, self.steps = 0.0, 0
        steps = maps.doctrine.garrison_steps(maps.s, side, h)
        self.least = steps if threatened else steps // 2

    @property
    def full(self) -> bool:
        """Whether it needs no further unit, or has no room for one."""
        if len(self.units) >= min(self.maps.doctrine.stack_limit, _MAX_UNITS):
            return True
        if not self.units or self.steps < self.least:
            return False
        return not self.threatened or self.maps.loss_chance(self.side, self.h, self.defense, self.steps) < _RISK

    def fill(self, out: dict[int, int], able: list[int]) -> None:
        """Add units until the post is full.

        Those that defend better than they attack come first, or the least of all where no enemy is in reach."""
        maps = self.maps

        def rank(u: int) -> tuple[float, int]:
            return (maps.attack[u] - 2.0 * maps.defense[u] if self.threatened else maps.worth[u]), u

        for u in sorted(able, key=rank):
            if self.full:
                break
            out[u] = self.h
            self.units.append(u)
            self.defense += maps.defense[u]
            self.steps += maps.steps_of([u])
