"""Small decisions with care: every way is tried out and judged."""

from __future__ import annotations

import random
from typing import Any

from ..engine.action import Action
from ..engine.step import Offer
from ..hexes import bits
from .lookahead import Lookahead
from .orders import Order, sentence

#: Decisions with more ways than this are judged by a sample of them.
_WIDE = 100


def weigh(ahead: Lookahead, s: Any, offer: Offer, rng: random.Random) -> Order:
    """The way that stands best on the average, or that the doctrine likes best."""
    doctrine, side = ahead.judge.doctrine, ahead.judge.side
    choices = [Action(verb, arg) for verb, args in offer.items() for arg in bits(args)]
    if len(choices) > _WIDE:
        choices = rng.sample(choices, _WIDE)
    now = ahead.judge.value(s)
    best, found = -1e18, choices[0]
    for action in choices:
        liked = doctrine.likes(s, side, action.verb, action.arg)
        value = ahead.value(s, action) if liked is None else now + liked
        if value > best:
            best, found = value, action
    return Order((found,), sentence(f"of {len(choices)} ways this one stands best, at {best - now:+.1f} points"))
