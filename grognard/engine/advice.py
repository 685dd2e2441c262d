"""Advice: what a commander would do, and why. The engine defines its form; commanders give it."""

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
    """An order that a commander would give for a side: one or more actions, and the reason in a sentence."""

    side: str
    #: the level of the commander
    level: str
    actions: tuple[Action, ...]
    #: the text of each action
    texts: tuple[str, ...]
    #: what to do and why, for players
    sentence: str


#: A function of the game, the state, the commander's level, a seed and the limit of evaluations (None: the level's own
#: time limit).
Adviser = Callable[["AnyGame", "State", str, int, int | None], Hint]


def adviser() -> Adviser:
    """The function that gives advice. It is found by name because the engine must not depend on commanders."""
    found: Adviser = importlib.import_module("grognard.ai.hint").hint
    return found
