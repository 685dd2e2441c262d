"""Caches of views are invisible: a view is equal to that of a match without caches."""

from __future__ import annotations

import random

import msgspec

import grognard
from grognard import Match
from grognard.engine.game import AnyGame

from .play import choose, every_scenario


def without_memory(match: Match) -> Match:
    """A match at the same moment that nobody has looked at."""
    return Match(match.game, match.scenario, match.state.copy())


def same_views(match: Match) -> None:
    fresh = without_memory(match)
    for side in (*match.game.sides, ""):
        expected = msgspec.structs.replace(
            fresh.view(side), version=match.version, may_undo=bool(side) and match.may_undo(side)
        )
        assert match.view(side) == expected
    assert match.prompt == fresh.prompt
    assert match.preview == fresh.preview


@every_scenario
def test_a_view_shows_nothing_that_was_kept_too_long(game: AnyGame, scenario: str) -> None:
    looked = 0
    for seed in (1, 2):
        rng = random.Random(seed)
        match = grognard.new(game, scenario, seed=seed)
        while not match.over and match.version < 3000:
            match.play(choose(game, match.state, rng, seed))
            if rng.random() < 0.03:
                same_views(match)
                looked += 1
            if rng.random() < 0.05 and match.may_undo():
                match.undo()
                same_views(match)
                looked += 1
        same_views(match)
    assert looked


@every_scenario
def test_a_view_notices_that_a_state_was_changed_from_outside(game: AnyGame, scenario: str) -> None:
    match = grognard.new(game, scenario, seed=1)
    side = game.sides[0]
    before = match.view(side).facts["at"]
    unit = next(u for u, counter in enumerate(game.counters) if counter.side == side)
    match.state.at[unit] = max(game.board.grid)
    after = match.view(side).facts["at"]
    assert after != before
    assert f"{game.counters[unit].id}={game.place_name(match.state.at[unit])}" in after.split()
