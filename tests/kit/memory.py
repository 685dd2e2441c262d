"""What a game remembers never changes what follows: checks for games that keep the results of searches."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import islice
from typing import Any

from grognard.engine.actions import pick
from grognard.engine.game import Game

from ..generic.play import begin, journey


def plays_the_same_without_memory(game: Game[Any], scenario: str, forget: Callable[[], None]) -> None:
    """A random game is played again, and everything is forgotten before each offer and each action."""
    states = [s.copy() for s in islice(journey(game, scenario, 1), 150)]
    rng = random.Random(f"{game.id}/{scenario}/1")
    s = begin(game, scenario)
    for known in states:
        assert s == known
        if s.over:
            break
        forget()
        offer = game.offer(s)
        action = pick(offer, rng.randrange(sum(args.bit_count() for args in offer.values())))
        forget()
        game.do(s, action)


def answers_in_any_order(game: Game[Any], scenario: str, many: int) -> None:
    """The offers of a random game are the same when they are asked for in another order."""
    states = [s.copy() for s in islice(journey(game, scenario, 3), many)]
    offers = [game.offer(s) for s in states]
    order = list(range(len(states)))
    random.Random(scenario).shuffle(order)
    for n in order:
        assert game.offer(states[n]) == offers[n]
