"""A table for rule tests of Watch on the Rhine: positions from text, terrain made to measure, scripted dice.

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

from collections.abc import Iterable, Mapping
from typing import Any

import grognard
from grognard import Match
from grognard.engine.game import Game
from tests.kit import made_game, offered, offers, refused, rolled, rows, where

__all__ = ["game", "offered", "offers", "refused", "rolled", "status", "table", "where"]

_KEPT = ("edge:", "supply:", "entry:", "exit:", "setup:", "access")


def _bare() -> dict[str, str]:
    """Every hex with only those features that the map edges and supply sources need."""
    return {
        row["hex"]: ";".join(w for w in row["features"].split(";") if w.startswith(_KEPT)) or "none"
        for row in rows("rhine", "hexes.csv")
    }


def game(*, bare: bool = False, features: Mapping[str, str] | None = None, **ground: Any) -> Game:
    """The game on a made-to-measure board; see :func:`tests.kit.made_game`."""
    if bare:
        ground["plain"] = True
        features = {**_bare(), **(features or {})}
    return made_game("rhine", features=features, **ground)


def table(text: str, *, dice: Iterable[int | str] = (), **ground: Any) -> Match:
    """A match at a position. When the scripted dice run out, play rolls by hand: ``play("roll 4")``."""
    return grognard.setup(f"game rhine\n{text}", dice=dice, of=game(**ground))


def status(match: Match, side: str = "allied") -> dict[str, Any]:
    """Turn, phase, supply and so on, as a side sees them: see the game's ``status``."""
    return match.view(side).status
