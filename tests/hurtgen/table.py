"""A table for rule tests of Hürtgen Forest: positions from text, terrain made to measure, scripted dice.

``table(text, plain=True)`` sets up a position on a board without any terrain: 29 x 28 clear hexes, no
water, no roads. ``terrain``, ``sides`` and ``roads`` then change single hexes and hexsides:

    table("phase us combat\\nat 1/8=0503 1/983=0603", plain=True,
          terrain={"0603": "woods"}, sides={"0503-0603": "stream"}, roads={"0503-0603": "road"}, dice=[4])

Words for ``sides``: stream, river, ferry, none, and "stream bridge", "river bridge". For ``roads``:
road, trail, none. Without ``plain`` the real map is the base.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import grognard
from grognard import Match
from grognard.engine.game import Game
from tests.kit import GAMES, made_game, offered, offers, refused, rolled, rows, where

__all__ = ["DATA", "_rows", "game", "offered", "offers", "refused", "rolled", "status", "table", "where"]

DATA = GAMES / "hurtgen" / "data"


def game(**ground: Any) -> Game:
    """The game on a made-to-measure board; see :func:`tests.kit.made_game`."""
    return made_game("hurtgen", **ground)


def table(text: str, *, dice: Iterable[int | str] = (), **ground: Any) -> Match:
    """A match at a position. When the scripted dice run out, play rolls by hand: ``play("roll 4")``."""
    return grognard.setup(f"game hurtgen\n{text}", dice=dice, of=game(**ground))


def status(match: Match) -> dict[str, Any]:
    """Turn, phase, points: see the game's ``status``."""
    return match.view("us").status


def _rows(file: str) -> list[dict[str, str]]:
    """The rows of one of the game's data files."""
    return rows("hurtgen", file)
