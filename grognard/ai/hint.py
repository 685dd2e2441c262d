"""What a commander would do in a player's place, and why."""

from __future__ import annotations

import random

from ..engine.advice import Hint
from ..engine.game import AnyGame
from .commander import consult
from .doctrine import WarState
from .registry import commanders


def hint(game: AnyGame, state: WarState, level: str, seed: int = 0, evaluations: int | None = None) -> Hint:
    """The order of the named commander for the side whose decision it is.

    The commander is shown what that side may know and nothing else.
    """
    levels = commanders()
    if level not in levels:
        raise ValueError(f"there is no commander {level!r}: {', '.join(levels)}")
    side = game.seat(state)
    if side not in game.sides:
        raise ValueError("the game is over" if not side else "the dice decide now")
    commander = levels[level].make(evaluations)
    action = consult(commander, game, state, random.Random(f"hint {seed}"))
    assert action is not None, "a dead end"
    order = commander.order or (action,)
    texts = tuple(game.notation.text(a) for a in order)
    return Hint(side, level, order, texts, commander.reason or f"{'; '.join(texts)}.")
