"""Perft: the number of sequences of legal actions. Almost any change of the rules changes it."""

from __future__ import annotations

from typing import Any

from ..engine.action import Action
from ..engine.game import Game
from ..hexes import bits


def perft(game: Game, state: Any, depth: int) -> int:
    """The number of sequences of exactly ``depth`` legal actions. Each outcome of a roll counts as an action."""
    if depth <= 0:
        return 1
    offer = game.offer(state)
    if depth == 1:
        return sum(args.bit_count() for args in offer.values())
    total = 0
    for verb, args in offer.items():
        for arg in bits(args):
            after = state.copy()
            game.do(after, Action(verb, arg))
            total += perft(game, after, depth - 1)
    return total
