"""Small decisions by simulation: each action is tried out and judged, unless the doctrine has a preference."""

from __future__ import annotations

import random

from ...engine.action import Action
from ...engine.doctrine import Role
from ...engine.step import Offer
from ..doctrine import WarState, actions_of
from ..maps import Maps
from ..orders import Order, expected_gain, sentence
from ..value.judge import Judge
from .lookahead import Lookahead

#: With more actions than this, only a random sample is simulated.
_MAX_SIMULATED = 100


def weigh(lookahead: Lookahead, s: WarState, offer: Offer, rng: random.Random) -> Order:
    """Return the action with the highest expected value; the doctrine's preferences count as values."""
    doctrine, side = lookahead.judge.doctrine, lookahead.judge.side
    choices = actions_of(offer)
    preferences = {action: doctrine.preference(s, side, action.verb, action.arg) for action in choices}
    open_ = [action for action in choices if preferences[action] is None]
    if len(open_) > _MAX_SIMULATED:
        open_ = rng.sample(open_, _MAX_SIMULATED)
    values = {action: _value(lookahead, s, action) for action in open_}
    # A preference is relative to doing nothing.
    nothing = next((value for a, value in values.items() if doctrine.role_of.get(a.verb) == Role.END), None)
    base = lookahead.judge.value(s) if nothing is None else nothing
    values.update({action: base + points for action, points in preferences.items() if points is not None})
    found = max(values, key=values.__getitem__)
    reason = f"this is the best of {len(choices)} choices; {expected_gain(values[found] - base)}"
    return Order((found,), sentence(reason))


def _value(lookahead: Lookahead, s: WarState, action: Action) -> float:
    """Return the expected value of an action; after an assignment it is judged on new maps."""
    if lookahead.judge.doctrine.role_of.get(action.verb) != Role.ASSIGN:
        return lookahead.value(s, action)
    after = s.copy()
    lookahead.game.do(after, action)
    return Judge(Maps(lookahead.game, after), lookahead.judge.side).value(after)
