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

from collections.abc import Iterable, Mapping
from typing import Any

import grognard
from grognard import Match
from grognard.engine.game import Game
from tests.kit import made_game, offered, offers, refused, rolled, rows, where

__all__ = ["game", "offered", "offers", "refused", "rolled", "status", "table", "where"]

_KEPT = ("edge:", "supply:", "usir", "entry:")


def _bare() -> dict[str, str]:
    """Every hex with only those features that the map edges and supply sources need."""
    return {
        row["hex"]: ";".join(w for w in row["features"].split(";") if w.startswith(_KEPT)) or "none"
        for row in rows("oder", "hexes.csv")
    }


def game(*, bare: bool = False, features: Mapping[str, str] | None = None, **ground: Any) -> Game:
    """The game on a made-to-measure board; see :func:`tests.kit.made_game`."""
    if bare:
        ground["plain"] = True
        features = {**_bare(), **(features or {})}
    return made_game("oder", features=features, **ground)


def table(text: str, *, dice: Iterable[int | str] = (), **ground: Any) -> Match:
    """A match at a position. When the scripted dice run out, play rolls by hand: ``play("roll 4")``."""
    return grognard.setup(f"game oder\n{text}", dice=dice, of=game(**ground))


def status(match: Match) -> dict[str, Any]:
    """Turn, phase, points: see the game's ``status``."""
    return match.view("german").status
