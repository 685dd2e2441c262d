"""Grognard: a table for hex-and-counter wargames that enforces the rulebook.

import grognard

match = grognard.new("hurtgen", scenario="historical", seed=1944)
match.side, match.prompt, list(match.actions)
match.play("select 1/8")
"""

# The package of games has the same name as the function games(). It is imported first so that the function wins.
from . import games as _games_package  # noqa: F401  isort: skip
from .engine.action import Action, Refusal
from .engine.data import DataError
from .engine.dice import HandDice, KeyedDice, ScriptedDice
from .engine.library import game, games, new, replay, setup, verify
from .engine.match import Match
from .engine.position import PositionError
from .engine.record import RecordError
from .engine.version import VERSION as __version__

__all__ = [
    "Action",
    "DataError",
    "HandDice",
    "KeyedDice",
    "Match",
    "PositionError",
    "RecordError",
    "Refusal",
    "ScriptedDice",
    "__version__",
    "game",
    "games",
    "new",
    "replay",
    "setup",
    "verify",
]
