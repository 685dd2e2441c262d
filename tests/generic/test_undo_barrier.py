"""How far undo may go is found out on demand, and is what looking after every action would have found."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

import grognard
from grognard import Match, Refusal
from grognard.engine.dice import KeyedDice
from grognard.engine.game import Game
from grognard.engine.step import DICE

from ..engine import fog
from .eager import EagerUndo
from .play import LIBRARY, choose, journey, position

SECRETIVE = [game for game in (*LIBRARY, fog.GAME) if game.secret_fields]
#: how often somebody asks: never between undos, now and then, and after every action
ASKING = (0.0, 0.2, 1.0)
#: how many actions of a game are followed
LENGTH = 150


def compare(match: Match, model: EagerUndo, found: Counter[bool]) -> None:
    """The match and the model give every side the same answer."""
    for side in ("", *match.game.sides):
        may = model.may_undo(side)
        assert match.may_undo(side) == may, f"{side!r} at version {match.version}"
        found[may] += 1
    for side in match.game.sides:
        assert match.view(side).may_undo == model.may_undo(side)


def take_back(match: Match, model: EagerUndo, rng: random.Random) -> int:
    """Undo some actions, asked for by somebody; returns how many were taken back."""
    done = 0
    for _ in range(rng.choice((1, 1, 2, 3, 50))):
        side = rng.choice(("", *match.game.sides))
        if model.may_undo(side):
            match.undo(side)
            model.undo()
            done += 1
            assert match.state == model.states[-1]
        else:
            version = match.version
            with pytest.raises(Refusal):
                match.undo(side)
            assert match.version == version
            assert match.state == model.states[-1]
    return done


def stretch(game: Game, seed: int) -> Iterator[Match]:
    """Part of a random game, from any moment on: yields after every play."""
    rng = random.Random(f"{game.id}/{seed}")
    scenario = next(iter(game.scenarios))
    states = [state.copy() for state in journey(game, scenario, seed) if game.seat(state) != DICE]
    match = grognard.setup(position(game, scenario, rng.choice(states[:-1])), dice=KeyedDice(seed), of=game)
    yield match
    while match.version < LENGTH and not match.over:
        match.play(choose(game, match.state, rng, seed))
        yield match


@pytest.mark.parametrize("asking", ASKING)
@pytest.mark.parametrize("game", SECRETIVE, ids=[game.id for game in SECRETIVE])
def test_the_barrier_on_demand_lies_where_looking_every_time_puts_it(game: Game, asking: float) -> None:
    found: Counter[bool] = Counter()
    undone = 0
    for seed in range(60):
        if seed >= 5 and undone > 30 and found[True] > 50 * (asking > 0) and game is not fog.GAME:
            break
        rng = random.Random(f"{game.id}/{asking}/{seed}")
        model = None
        for match in stretch(game, seed):
            model = model or EagerUndo(match)
            model.follow()
            if rng.random() < asking:
                compare(match, model, found)
            if rng.random() < 0.1:
                undone += take_back(match, model, rng)
        assert model is not None
        compare(match, model, found)
    assert undone > 30
    assert found[False] > 1
    assert found[True] > 50 or not asking
