"""Forged actions, such as a broken or hostile client might send. Illegal ones must be refused."""

from __future__ import annotations

import random
import string
from typing import Any, NamedTuple

from ..engine.action import Action, Refusal
from ..engine.game import Game

_NONSENSE = ("", "Pass", "move;", "__class__", "do_pass", "roll 4", "undo", "über", "a" * 300)
_OUT_OF_RANGE = (-1, -2, -(10**9), 10**6, 2**31, 2**63, 2**64 + 1, 10**30)


def forge(rng: random.Random, game: Game) -> Action:
    """A random action: a known or unknown verb, and an argument in or out of range."""
    verb = rng.choice(_NONSENSE) if rng.random() < 0.05 else rng.choice(tuple(game.verbs))
    if rng.random() < 0.15:
        return Action(verb, rng.choice(_OUT_OF_RANGE))
    return Action(verb, rng.randrange(_range(game, _kind(game, verb))))


def _kind(game: Game, verb: str) -> str:
    return game.verbs[verb].kind if verb in game.verbs else "none"


def _range(game: Game, kind: str) -> int:
    """The number of arguments of a kind to try: all valid ones, and a few more."""
    if kind == "unit":
        return len(game.counters) + 2
    if kind == "hex":
        return game.board.playable.bit_length() + 8
    if kind == "none":
        return 2
    if kind == "side":
        return len(game.sides) + 1
    return 24


def _has_text(game: Game, action: Action) -> bool:
    kind = game.verbs[action.verb].kind if action.verb in game.verbs else ""
    if kind == "unit":
        return 0 <= action.arg < len(game.counters)
    if kind == "hex":
        return action.arg >= 0 and bool(game.board.playable >> action.arg & 1)
    return kind == "none"


def forge_text(rng: random.Random, game: Game) -> str:
    """A random text in place of an action: forged, damaged or noise."""
    if rng.random() < 0.2:
        return "".join(rng.choices(string.printable, k=rng.randrange(40)))
    action = forge(rng, game)
    text = game.notation.text(action) if _has_text(game, action) else f"{action.verb} {action.arg}"
    if rng.random() < 0.3:
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(string.printable) + text[at:]
    return text


class Answer(NamedTuple):
    """The engine's answer to an action: whether it is legal, and what is wrong with the answer."""

    legal: bool
    fault: str = ""


def try_action(game: Game, state: Any, action: Action | str) -> Answer:
    """Try an action on a copy of a state and check the answer.

    A legal action must be permitted; anything else must be refused with a reason and change nothing.
    """
    if isinstance(action, str):
        try:
            action = game.notation.parse(action)
        except Refusal as refusal:
            return Answer(False, "" if refusal.why else f"{action!r} is refused without a reason")
    verb, arg = action
    if arg >= 0 and game.offer(state).get(verb, 0) >> arg & 1:
        return Answer(True, "" if game.permits(state, action) else f"{action} is offered but not permitted")
    if verb in game.order_verbs and not state.over and game.accepts(state, Action(verb, arg)):
        return Answer(True)
    trial = state.copy()
    try:
        game.apply(trial, action)
    except Refusal as refusal:
        if not refusal.why:
            return Answer(False, f"{action} is refused without a reason")
        return Answer(False, "" if trial == state else f"{action} is refused but has changed the state")
    return Answer(False, f"{action} is not offered but was carried out")
