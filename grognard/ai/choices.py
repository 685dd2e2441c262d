"""Small decisions with care: every way is tried out and judged, but for those the doctrine has a word on."""

from __future__ import annotations

import random
from typing import Any

from ..engine.action import Action
from ..engine.doctrine import END
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
    likes = {action: doctrine.likes(s, side, action.verb, action.arg) for action in choices}
    open_ = [action for action in choices if likes[action] is None]
    if len(open_) > _WIDE:
        open_ = rng.sample(open_, _WIDE)
    values = {action: ahead.value(s, action) for action in open_}
    # A word from experience says how much better than doing nothing it is; what happens anyway is in both.
    nothing = next((value for a, value in values.items() if doctrine.role_of.get(a.verb) == END), None)
    base = ahead.judge.value(s) if nothing is None else nothing
    values.update({action: base + liked for action, liked in likes.items() if liked is not None})
    found = max(values, key=values.__getitem__)
    told = f"of {len(choices)} ways this one stands best, at {values[found] - base:+.1f} points"
    return Order((found,), sentence(told))
