"""Chapter 5.3.4: what a side is shown, and guesses about the rest."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.engine.action import Action
from grognard.games.aachen.state import UNKNOWN, UNSEEN, AachenState
from grognard.hexes import bits
from tests.aachen.kit import real, table
from tests.rules import rule

SEATS = ("us", "german", "")


def random_states(scenario: str, seed: int, count: int) -> list[AachenState]:
    """States of a game played at random."""
    rng, match, out = random.Random(seed), grognard.new(real(), scenario, seed=seed), []
    while not match.over and len(out) < count:
        offer = match.game.offer(match.state)
        actions = [Action(verb, arg) for verb, args in offer.items() for arg in bits(args)]
        strong = [a for a in actions if a.verb not in ("done", "pass", "stop", "stand-down")]
        match.play(rng.choice(strong if strong and rng.random() < 0.9 else actions))
        out.append(match.state.copy())
    return out


@rule("aachen", "5.3.4a", "5.3.4c")
def test_the_enemy_sees_the_top_of_a_stack_and_no_strength() -> None:
    m = table("ops", "1-HQ=1703 1-I/16=1704 1-745=1704 526-HQ=3518", "lost 1-I/16=3", "tops 1-I/16 1-HQ 526-HQ", turn=2)
    ids, game = m.game.unit_ids, m.game
    german = game.redact(m.state, "german")
    assert german.at[ids["1-I/16"]] == m.state.at[ids["1-I/16"]]
    assert german.at[ids["1-745"]] == UNSEEN
    assert german.lost[ids["1-I/16"]] == german.lost[ids["1-745"]] == UNKNOWN
    us = game.redact(m.state, "us")
    assert us.lost[ids["1-I/16"]] == 3


@pytest.mark.parametrize("scenario", ["first-blood", "stolberg", "wurm", "campaign"])
def test_a_guess_looks_the_same_to_the_one_who_guesses(scenario: str) -> None:
    game = real()
    for state in random_states(scenario, 7, 400)[::8]:
        for seat in SEATS:
            guess = game.resample(state, seat, random.Random(3))
            assert game.redact(state, seat).changes(game.redact(guess, seat)) == []
            assert UNSEEN not in guess.at
            assert (guess.manned, guess.grip, guess.heights) == (state.manned, state.grip, state.heights)


@pytest.mark.parametrize("scenario", ["stolberg", "campaign"])
def test_what_is_legal_depends_on_nothing_hidden(scenario: str) -> None:
    game = real()
    for state in random_states(scenario, 11, 500)[::6]:
        seat = game.seat(state)
        if seat in game.sides:
            assert game.offer(game.redact(state, seat)) == game.offer(state)


def test_guesses_differ() -> None:
    state = random_states("stolberg", 3, 150)[-1]
    found = {tuple(real().resample(state, "german", random.Random(n)).at) for n in range(5)}
    assert len(found) > 1


def test_guesses_stay_within_what_a_position_may_hold() -> None:
    game = real()
    opening = grognard.new(game, "campaign", seed=1).play("propose", "done", "propose", "done").state
    for seat in SEATS:
        assert game.position_errors(game.resample(opening, seat, random.Random(2))) == []
