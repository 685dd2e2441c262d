"""Small decisions with care: every way is tried out and judged, but for those the doctrine has a word on."""

from __future__ import annotations

import random

from ...engine.action import Action
from ...engine.doctrine import Role
from ...engine.step import Offer
from ..doctrine import WarState, actions_of
from ..maps import Maps
from ..orders import Order, sentence
from ..value.judge import Judge
from .lookahead import Lookahead

#: Decisions with more ways than this are judged by a sample of them.
_WIDE = 100


def weigh(ahead: Lookahead, s: WarState, offer: Offer, rng: random.Random) -> Order:
    """The way that stands best on the average, or that the doctrine likes best."""
    doctrine, side = ahead.judge.doctrine, ahead.judge.side
    choices = actions_of(offer)
    likes = {action: doctrine.preference(s, side, action.verb, action.arg) for action in choices}
    open_ = [action for action in choices if likes[action] is None]
    if len(open_) > _WIDE:
        open_ = rng.sample(open_, _WIDE)
    values = {action: _value(ahead, s, action) for action in open_}
    # A word from experience says how much better than doing nothing it is; what happens anyway is in both.
    nothing = next((value for a, value in values.items() if doctrine.role_of.get(a.verb) == Role.END), None)
    base = ahead.judge.value(s) if nothing is None else nothing
    values.update({action: base + liked for action, liked in likes.items() if liked is not None})
    found = max(values, key=values.__getitem__)
    reason = f"of {len(choices)} ways this one stands best, at {values[found] - base:+.1f} points"
    return Order((found,), sentence(reason))


def _value(ahead: Lookahead, s: WarState, action: Action) -> float:
    """The average worth of what an action leads to. Where it decides what units are able to do, who can get where is
    looked at anew."""
    if ahead.judge.doctrine.role_of.get(action.verb) != Role.ASSIGN:
        return ahead.value(s, action)
    after = s.copy()
    ahead.game.do(after, action)
    return Judge(Maps(ahead.game, after), ahead.judge.side).value(after)
