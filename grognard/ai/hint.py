"""Hints: the order that a commander would give in a player's place, and the reason."""

from __future__ import annotations

import random

from ..engine.advice import Hint
from ..engine.game import AnyGame
from .commander import consult
from .doctrine import WarState
from .registry import commanders


def hint(game: AnyGame, state: WarState, level: str, seed: int = 0, evaluations: int | None = None) -> Hint:
    """Return the order that a commander would give for the side to decide.

    The commander sees only what that side may see.
    """
    levels = commanders()
    if level not in levels:
        raise ValueError(f"unknown commander {level!r}; choose one of: {', '.join(levels)}")
    side = game.seat(state)
    if side not in game.sides:
        raise ValueError(
            "the game is over: there is nothing to decide"
            if not side
            else "dice are rolled next: there is nothing to decide"
        )
    commander = levels[level].make(evaluations)
    action = consult(commander, game, state, random.Random(f"hint {seed}"))
    assert action is not None, "no action is legal"
    order = commander.order or (action,)
    texts = tuple(game.notation.text(a) for a in order)
    return Hint(side, level, order, texts, commander.reason or f"{'; '.join(texts)}.")
