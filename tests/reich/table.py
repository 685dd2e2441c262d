"""A table for rule tests of Storming the Reich: positions from text on the real map, with scripted dice.

``position("allied reinforcement", "US-1=0820", turn=3)`` is the beginning of a segment with these units and no others
on the map. Boxes are written like hexes: ``US-1=england``.
"""

from __future__ import annotations

from collections.abc import Iterable

import grognard
from grognard import Match
from tests.kit import Table

TABLE = Table("reich")
game, table = TABLE.game, TABLE.table


def position(
    phase: str, at: str, *more: str, turn: int = 3, scenario: str = "campaign", dice: Iterable[int | str] = ()
) -> Match:
    """The beginning of a segment on the real map."""
    text = "\n".join(("game reich", f"scenario {scenario}", f"turn {turn}", f"phase {phase}", f"at {at}", *more))
    return grognard.setup(text, dice=dice)
