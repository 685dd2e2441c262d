"""A table for rule tests of Watch on the Oder: positions from text, terrain made to measure, scripted dice.

``table(text, plain=True)`` sets up a position on a board without any terrain: 26 x 19 clear hexes,
no rivers, no sea. The features of the real hexes (towns, cities, fortifications, coast, supply sources)
stay unless ``bare=True`` removes towns, cities, fortifications, land bridges and coast as well (the
supply sources and map edges always stay). ``terrain``, ``sides`` and ``features`` change single hexes:

    table("turn 2\\nphase german combat\\nat 24=2010 5=2110", bare=True,
          terrain={"2110": "forest"}, sides={"2010-2110": "river"}, features={"2110": "city"}, dice=[4])

Words for ``terrain``: clear, forest, rough, marsh, sea. For ``sides``: river, all-sea, none. For
``features``: city, town, fortification, coast, land-bridge, usir, joined by ";" ("none" for nothing).
"""

from __future__ import annotations

from tests.kit import Table

TABLE = Table("oder", kept=("edge:", "supply:", "usir", "entry:"))
game, table, phase, moving, fighting = TABLE.game, TABLE.table, TABLE.phase, TABLE.moving, TABLE.fighting
