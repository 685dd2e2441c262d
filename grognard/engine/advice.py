"""Advice: what a commander would do, and why. The engine knows the form of it, commanders give it."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .action import Action
    from .game import AnyGame
    from .state import State


@dataclass(frozen=True)
class Hint:
    """An order a commander would give in the side's place: one or more actions, and his reasons in a sentence."""

    side: str
    #: the commander who was asked
    level: str
    actions: tuple[Action, ...]
    #: the same as text, one action each
    texts: tuple[str, ...]
    #: what to do and why, as a player reads it
    sentence: str


#: Asked with the game, the state, the commander's name, a seed and the most evaluations he may make (None: his own
#: measure of time).
Adviser = Callable[["AnyGame", "State", str, int, int | None], Hint]


def adviser() -> Adviser:
    """Whoever gives advice. Found by name: the engine must not depend on commanders."""
    found: Adviser = importlib.import_module("grognard.ai.hint").hint
    return found
