"""The random commander: all legal actions are equally likely. It is the baseline for all others."""

from __future__ import annotations

import random

from ...engine.action import Action
from ...engine.actions import pick
from ...engine.game import AnyGame
from ...engine.step import Offer
from ..commander import Commander


class RandomCommander(Commander):
    """Picks a legal action at random."""

    name = "random"
    needs_state = False

    def decide(self, game: AnyGame, state: object, offer: Offer, rng: random.Random) -> Action:
        total = 0
        for args in offer.values():
            total += args.bit_count()
        # random() is several times faster than randrange(), and its bias is negligible for offers of this size.
        return pick(offer, int(rng.random() * total))
