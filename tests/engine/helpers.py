"""Small helpers for the tests of the engine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import grognard
from grognard import Match, Refusal

SCENARIOS = (("skirmish", "open"), ("skirmish", "sea"), ("fog", "any"))


def walk(match: Match, seed: int, limit: int = 10_000) -> Iterator[Match]:
    """Play at random; yields before every action and once at the end."""
    rng = random.Random(seed)
    for _ in range(limit):
        yield match
        if match.over:
            return
        actions = match.actions
        match.play(actions[rng.randrange(len(actions))])


def played(name: str, seed: int, *, steps: int = 10_000, scenario: str | None = None, **more: Any) -> Match:
    """A match after a number of random actions of the players, or at its end."""
    match = grognard.new(name, scenario, seed=seed, **more)
    for number, _ in enumerate(walk(match, seed)):
        if number >= steps:
            break
    return match


def where(match: Match, unit: str) -> str:
    return match.game.place_name(match.state.at[match.game.unit_ids[unit]])


def offers(match: Match, verb: str) -> set[str]:
    return {text.partition(" ")[2] for text in match.actions.texts() if text.split()[0] == verb}


def snapshot(match: Match) -> tuple[Any, ...]:
    """Everything a refused action must leave alone."""
    return match.state.copy(), match.journal[:], match.events[:], match.chance_count, match.seeds[:], match.may_undo()


def refused(match: Match, action: Any, **more: Any) -> Refusal:
    """The action must be refused, with a reason, and change nothing; and ``why_not`` must say the same."""
    before = snapshot(match)
    with pytest.raises(Refusal) as caught:
        match.play(action, **more)
    assert snapshot(match) == before
    assert caught.value.why
    if not more:
        assert action not in match.actions
        said = match.why_not(action)
        assert said is not None
        assert str(said) == str(caught.value)
    return caught.value
