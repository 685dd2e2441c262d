"""Garrisons: units in hexes that must not be lost, strong enough to be likely to stand."""

from __future__ import annotations

from ...hexes import bits
from ..maps import Maps

#: Units in a garrison at most, and the risk it may run.
_MOST, _RISK = 3, 0.3


def garrisons(maps: Maps, side: int, supplied: int) -> dict[int, int]:
    """Who must stand where: in vital hexes into which the enemy could get, or which he could attack."""
    foe, at = 1 - side, maps.s.at
    # Who stands in the enemy's way now may be sent elsewhere: it is asked where he could get if nobody did.
    vital = maps.doctrine.vital(maps.s, side) & (maps.within(foe) | maps.threat(foe).any())
    out: dict[int, int] = {}
    for h in bits(vital & supplied):  # whoever is sent where there is no supply is lost as well
        able = [u for u in maps.units[side] if u not in out and (at[u] == h or maps.march(u) >> h & 1)]
        # Who is there stays; among the others those who defend better than they attack.
        able.sort(key=lambda u: (at[u] != h, maps.attack[u] - 2.0 * maps.defense[u], u))
        guard = 0.0
        for u in able[: min(maps.doctrine.stack_limit, _MOST)]:
            out[u] = h
            guard += maps.defense[u]
            if maps.fall(side, h, guard) < _RISK:
                break
    return out
