"""What a commander is, and the one way to ask it.

A commander is given the state as its side may know it, never the true one, so it cannot cheat.
"""

from __future__ import annotations

import random
from typing import Any, Protocol

from ..engine.action import Action
from ..engine.game import AnyGame
from ..engine.state import State
from ..engine.step import Offer


class Commander(Protocol):
    """Decides for a side. A class that derives from this one says what differs."""

    name: str
    #: whether it looks at the state; one that does not is given none
    needs_state: bool = True
    #: the order that its last decision belongs to; empty if it decides action by action
    order: tuple[Action, ...] = ()
    #: the reason for that order, as a sentence; empty if there is none
    reason: str = ""

    # Any: the state of whatever game it is asked about, or none.
    def decide(self, game: AnyGame, state: Any, offer: Offer, rng: random.Random) -> Action:
        """One of the legal actions of ``offer``.

        ``state`` is what the side may know. It is to be read; a commander that wants to try something out copies it
        first. All its luck comes from ``rng``, so that a game can be played again.
        """
        ...


def consult(commander: Commander, game: AnyGame, state: State, rng: random.Random) -> Action | None:
    """What a commander does with the decision at hand; None at a dead end, where nothing is legal."""
    if not commander.needs_state:
        # What is legal never depends on what a side does not know.
        known, offer = None, game.offer(state)
    else:
        known = game.redact(state, game.seat(state)) if game.secret_fields else state
        offer = game.offer(known)
    if not any(offer.values()):
        return None
    return commander.decide(game, known, offer, rng)
