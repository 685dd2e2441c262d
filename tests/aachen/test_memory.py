"""What the game remembers never changes what follows: a game without memory plays the same."""

from __future__ import annotations

import random
from itertools import islice

import pytest

import grognard
from grognard.engine.actions import pick
from grognard.games.aachen.memory import Memory
from grognard.games.aachen.movement import March
from grognard.games.aachen.state import AachenState
from grognard.hexes import bits

from ..generic.play import begin, journey

GAME = grognard.game("aachen")


def forget() -> None:
    """Forget everything, the searches of the ground among it."""
    GAME.memory = Memory()  # type: ignore[attr-defined]
    for steps in GAME.ground.steps.values():  # type: ignore[attr-defined]
        steps._free.clear()
        steps._searched.clear()
        steps._zoned.clear()
        steps.__dict__.pop("ranges", None)


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_a_game_that_forgets_everything_plays_the_same(scenario: str) -> None:
    states = [s.copy() for s in islice(journey(GAME, scenario, 1), 150)]
    rng = random.Random(f"{GAME.id}/{scenario}/1")
    s: AachenState = begin(GAME, scenario)
    for known in states:
        assert s == known
        if s.over:
            break
        forget()
        offer = GAME.offer(s)
        action = pick(offer, rng.randrange(sum(args.bit_count() for args in offer.values())))
        forget()
        GAME.do(s, action)


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_the_beginning_of_the_farther_search_is_the_nearer_one(scenario: str) -> None:
    derived = 0
    for s in islice(journey(GAME, scenario, 5), 300):
        if not s.hand or s.at[s.hand[0]] < 0:
            continue
        march = March(GAME, s, tuple(s.hand))  # type: ignore[arg-type]
        plain = March(GAME, s, tuple(s.hand))  # type: ignore[arg-type]
        derived += march.far is not None
        assert (march.near.levels, march.near.all) == (plain.near.levels, plain.near.all)
        assert all(march.near.path(h) == plain.near.path(h) for h in bits(plain.near.all))
    assert derived


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_questions_about_other_positions_change_no_answer(scenario: str) -> None:
    states = [s.copy() for s in islice(journey(GAME, scenario, 3), 120)]
    offers = [GAME.offer(s) for s in states]
    order = list(range(len(states)))
    random.Random(scenario).shuffle(order)
    for n in order:
        assert GAME.offer(states[n]) == offers[n]
