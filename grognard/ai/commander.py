"""What a commander is, and the one way to ask him.

A commander is given the state as his side may know it, never the true one, so he cannot cheat.
"""

from __future__ import annotations

import random
from typing import Any, Protocol

from ..engine.action import Action
from ..engine.game import Game
from ..engine.step import Offer


class Commander(Protocol):
    """Decides for a side."""

    name: str

    def decide(self, game: Game, state: Any, offer: Offer, rng: random.Random) -> Action:
        """One of the legal actions of ``offer``.

        ``state`` is what the side may know. It is to be read; a commander who wants to try something
        out copies it first. All his luck comes from ``rng``, so that a game can be played again.
        """
        ...


def consult(commander: Commander, game: Game, state: Any, rng: random.Random) -> Action | None:
    """What a commander does with the decision at hand; None at a dead end, where nothing is legal."""
    if not getattr(commander, "looks", True):
        # He does not look at the state, so he is given none. What is legal never depends on what a side does not know.
        known, offer = None, game.offer(state)
    else:
        known = game.redact(state, game.seat(state)) if game.secret_fields else state
        offer = game.offer(known)
    if not any(offer.values()):
        return None
    return commander.decide(game, known, offer, rng)
