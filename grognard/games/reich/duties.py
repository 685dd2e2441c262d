"""Chapter 6.6: an attack from several hexes obliges the side to attack whatever else is in the zones of its attackers.

The hexes that must still be attacked are kept in ``owed``. Each needs a unit of its own, since a unit attacks once
(13.2.B), and one unit is enough, since an attack from one hex brings no new duty (13.4). So the duties can be done
exactly if the hexes can be matched with units. An attack is legal if it leaves no more hexes without a unit than there
were before; losses that leave a hex without a unit excuse it (ruling 6.6h).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...hexes import bits
from ...mechanics.matching import size
from ...mechanics.stacks import hexes_of
from . import zones
from .state import ReichState

if TYPE_CHECKING:
    from .game import ReichGame


def opened(game: ReichGame, s: ReichState, attackers: int, target: int) -> int:
    """The other enemy hexes in the zones of the attackers, if they attack from several hexes (6.6, 13.4).

    The zone of a stack counts even if only units without a zone attack out of it (6.1, ruling 6.6i).
    """
    hexes = hexes_of(s.at, attackers)
    if not hexes & (hexes - 1):
        return 0
    zone = zones.zone_from(game, s, s.phasing, hexes)
    return zone & s.occupied[1 - s.phasing] & ~s.struck_hexes & ~(1 << target)


def owed(s: ReichState) -> int:
    """The hexes that must still be attacked. Those that the enemy has left need not be."""
    return s.owed & s.occupied[1 - s.phasing]


def after(game: ReichGame, s: ReichState, attackers: int, target: int) -> int:
    """The hexes that must still be attacked after an attack."""
    return (owed(s) | opened(game, s, attackers, target)) & ~(1 << target)


def unmet(game: ReichGame, s: ReichState, hexes: int, spent: int = 0) -> int:
    """How many of these hexes cannot be attacked any more, if some units are spent on other attacks."""
    if not hexes:
        return 0
    return without(units & ~spent for units in able(game, s, hexes).values())


def able(game: ReichGame, s: ReichState, hexes: int) -> dict[int, int]:
    """The units that can still attack each of these hexes."""
    attacks = game.attacks
    ready = attacks.armed(s, attacks.fresh(s))
    return {h: attacks.attackers_of(s, ready, h) for h in bits(hexes)}


def without(choices: Iterable[int]) -> int:
    """How many hexes get no unit of their own, of those that these units can attack."""
    found = list(choices)
    return len(found) - size(found)


def is_possible(game: ReichGame, s: ReichState, attackers: int, target: int, excused: int = -1) -> bool:
    """Whether an attack by these units leaves no more hexes without a unit that can attack them than before.

    ``excused`` is the number of those, if it is known.
    """
    left = after(game, s, attackers, target)
    if not left:
        return True
    return unmet(game, s, left, attackers) <= (unmet(game, s, owed(s)) if excused < 0 else excused)


def pending(game: ReichGame, s: ReichState) -> int:
    """The hexes that must still be attacked and can be."""
    hexes = owed(s)
    if not hexes:
        return 0
    attacks = game.attacks
    return hexes & attacks.targets_of(s, attacks.armed(s, attacks.fresh(s)))
