"""The commander protocol, and ``consult``, the only way to ask a commander for a decision.

A commander receives the redacted state of its side, never the true one, so it cannot cheat.
"""

from __future__ import annotations

import random
from typing import Any, Protocol

from ..engine.action import Action
from ..engine.game import AnyGame
from ..engine.state import State
from ..engine.step import Offer


class Commander(Protocol):
    """Makes the decisions of a side."""

    name: str
    #: whether it looks at the state; if not, it is given None
    needs_state: bool = True
    #: the order that its last action belongs to; empty if it decides action by action
    order: tuple[Action, ...] = ()
    #: the reason for that order, as a sentence; empty if there is none
    reason: str = ""

    # Any: the state of any game, or None.
    def decide(self, game: AnyGame, state: Any, offer: Offer, rng: random.Random) -> Action:
        """Choose one of the legal actions in ``offer``.

        ``state`` is redacted for the side and must not be changed: copy it to try something out. Take all random
        numbers from ``rng``, so that the same game can be played again.
        """
        ...


def consult(commander: Commander, game: AnyGame, state: State, rng: random.Random) -> Action | None:
    """Ask a commander for its next action; None if no action is legal."""
    if not commander.needs_state:
        # Hidden facts never change what is legal.
        known, offer = None, game.offer(state)
    else:
        known = game.redact(state, game.seat(state)) if game.secret_fields else state
        offer = game.offer(known)
    if not any(offer.values()):
        return None
    return commander.decide(game, known, offer, rng)
