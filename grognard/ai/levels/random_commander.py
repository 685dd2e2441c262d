"""The random commander: every legal action is as likely as any other. The yardstick of all others."""

from __future__ import annotations

import random

from ...engine.action import Action
from ...engine.actions import pick
from ...engine.game import AnyGame
from ...engine.step import Offer
from ..commander import Commander


class RandomCommander(Commander):
    """Picks uniformly from the legal actions."""

    name = "random"
    needs_state = False

    def decide(self, game: AnyGame, state: object, offer: Offer, rng: random.Random) -> Action:
        total = 0
        for args in offer.values():
            total += args.bit_count()
        # random() is several times faster than randrange(), and no offer is so large that it shows.
        return pick(offer, int(rng.random() * total))
