"""A table for rule tests of Watch on the Rhine: positions from text, custom terrain, scripted dice.

``table(text, bare=True)`` sets up a position on a board without any terrain: 37 x 18 clear hexes, no
rivers, no sea, no towns, cities, West Wall, highway, coast, dam or Hook. What the rules fix by place stays:
map edges, supply sources, entry hexes, sectors, Antwerp 1511N, Metz 1710S, the access hexes (but 1511N and 1710S
are then no cities unless ``features`` say so). ``terrain``, ``sides``, ``roads`` and ``features`` change single hexes:

    table("turn 2\\nphase allied combat\\nat US1=2010N 9SS=2110N", bare=True,
          terrain={"2110N": "rough"}, sides={"2010N-2110N": "river"}, features={"2110N": "city"}, dice=[4])

Words for ``terrain``: clear, rough, polder, sea. For ``sides``: river, rhine, blocked, estuary, all-sea, none. For
``roads``: highway. For ``features``: city, town, ruhr, westwall, coast, highway, flood, dam, hook-of-holland,
joined by ";" ("none" for nothing).
"""

from __future__ import annotations

from tests.kit import Table

TABLE = Table("rhine", kept=("edge:", "supply:", "entry:", "exit:", "setup:", "access"))
game, table, phase, moving, fighting = TABLE.game, TABLE.table, TABLE.phase, TABLE.moving, TABLE.fighting
