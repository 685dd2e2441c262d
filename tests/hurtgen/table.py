"""A table for rule tests of Hürtgen Forest: positions from text, terrain made to measure, scripted dice.

``table(text, plain=True)`` sets up a position on a board without any terrain: 29 x 28 clear hexes, no
water, no roads. ``terrain``, ``sides`` and ``roads`` then change single hexes and hexsides:

    table("phase us combat\\nat 1/8=0503 1/983=0603", plain=True,
          terrain={"0603": "woods"}, sides={"0503-0603": "stream"}, roads={"0503-0603": "road"}, dice=[4])

Words for ``sides``: stream, river, ferry, none, and "stream bridge", "river bridge". For ``roads``:
road, trail, none. Without ``plain`` the real map is the base.
"""

from __future__ import annotations

from typing import Any

from grognard import Match
from tests.kit import GAMES, Table

DATA = GAMES / "hurtgen" / "data"

TABLE = Table("hurtgen", empty="plain")
game, table, phase, moving, fighting = TABLE.game, TABLE.table, TABLE.phase, TABLE.moving, TABLE.fighting


def plain(text: str, **ground: Any) -> Match:
    """A position on the board of clear hexes."""
    return table(text, plain=True, **ground)
