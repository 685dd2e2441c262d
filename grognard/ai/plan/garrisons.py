"""Garrisons: units that hold vital hexes, strong enough to survive most attacks."""

from __future__ import annotations

from ...hexes import bits
from ..maps import Maps

#: The largest garrison, and the accepted chance of losing the hex.
_MAX_UNITS, _RISK = 3, 0.3


def garrisons(maps: Maps, side: int, supplied: int) -> dict[int, int]:
    """Return by unit the vital hex it must hold; only hexes that the enemy could reach or attack need a garrison."""
    foe, at = 1 - side, maps.s.at
    # Units that block the enemy now may leave, so count what the enemy could reach without them.
    vital = maps.doctrine.vital(maps.s, side) & (maps.reachable_unopposed(foe) | maps.threat(foe).any())
    out: dict[int, int] = {}
    for h in bits(vital & supplied):  # a garrison out of supply would be lost as well
        able = [u for u in maps.units[side] if u not in out and (at[u] == h or maps.destinations(u) >> h & 1)]
        # Prefer units in the hex; then units that defend better than they attack.
        able.sort(key=lambda u: (at[u] != h, maps.attack[u] - 2.0 * maps.defense[u], u))
        defense, steps = 0.0, 0
        least = maps.doctrine.garrison_steps(maps.s, side, h)
        for u in able[: min(maps.doctrine.stack_limit, _MAX_UNITS)]:
            out[u] = h
            defense += maps.defense[u]
            steps += maps.steps_of([u])
            if steps >= least and maps.loss_chance(side, h, defense, steps) < _RISK:
                break
    return out
