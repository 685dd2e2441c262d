"""The same seed and number of evaluations give the same game, without a look at the clock."""

from __future__ import annotations

import time

import pytest

from grognard.ai.registry import colonel, general
from grognard.ai.search.budget import Budget

from ..generic.play import LIBRARY
from .helpers import LEVELS, PHASED, on_the_move, played, staff

every_game = pytest.mark.parametrize("game", LIBRARY, ids=[game.id for game in LIBRARY])


def a_phase(game, level, seed):
    """The actions from the first order of a phase until the side or turn changes, at most 80."""
    state = on_the_move(game)
    begun = (state.turn, state.phasing)
    out = []
    for now, action in played(game, state, staff(game, level), seed, most=80):
        if (now.turn, now.phasing) != begun:
            break
        out.append(action)
    return out


def no_clock(*_):
    raise AssertionError("somebody looks at the clock")


@pytest.fixture
def timeless(monkeypatch):
    """Make any use of the clock an error."""
    with monkeypatch.context() as patch:
        for name in ("perf_counter", "monotonic", "time", "process_time"):
            patch.setattr(time, name, no_clock)
        yield


@every_game
@pytest.mark.parametrize("level", ["colonel", "general"])
def test_the_same_seed_gives_the_same_phase_without_a_clock(game, level, timeless):
    first = a_phase(game, level, 5)
    assert len(first) > 5
    assert a_phase(game, level, 5) == first


@every_game
@pytest.mark.parametrize("level", ["recruit", "captain"])
def test_the_same_seed_gives_the_same_phase_for_levels_without_search(game, level):
    assert a_phase(game, level, 3) == a_phase(game, level, 3)


def test_another_seed_may_give_another_game():
    """Otherwise the tests above would prove nothing: random numbers matter."""
    assert any(a_phase(game, level, 1) != a_phase(game, level, 2) for game in LIBRARY for level in LEVELS)


def test_a_budget_of_evaluations_counts_them(timeless):
    budget = Budget(0.0, 3)
    spent = 0
    while budget.left():
        budget.spend()
        spent += 1
    assert (spent, budget.made) == (3, 3)


def test_a_budget_of_seconds_ends_in_time(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    budget = Budget(2.0)
    for _ in range(50):
        budget.spend()
    assert budget.left(), "there is time left, and nobody said what is enough"
    now[0] += 1.9
    assert budget.left()
    now[0] += 0.2
    assert not budget.left()


def test_the_spent_share_of_a_budget(monkeypatch):
    """By the number if there is one; otherwise by the clock or the limit, whichever is closer to its end."""
    now = [100.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    numbered, timed = Budget(2.0, 4), Budget(2.0, limit=10)
    assert (numbered.spent(), timed.spent()) == (0.0, 0.0)
    now[0] += 0.5
    for budget in (numbered, timed):
        budget.spend()
    assert (numbered.spent(), timed.spent()) == (0.25, 0.25)
    for _ in range(4):
        timed.spend()
    assert timed.spent() == 0.5


def test_a_limit_ends_a_budget_even_if_there_is_time(monkeypatch):
    monkeypatch.setattr(time, "perf_counter", lambda: 100.0)
    budget = Budget(2.0, limit=2)
    budget.spend()
    assert budget.left()
    budget.spend()
    assert not budget.left()


@pytest.mark.parametrize("kind", [colonel, general])
def test_a_commander_with_a_clock_stops_when_its_time_is_up(kind, monkeypatch):
    """Every look at the clock costs a third of the time, so there are few."""
    looks, commander = [0], kind()

    def clock():
        looks[0] += 1
        return looks[0] * commander.time.seconds / 3

    game = PHASED[0]
    state = on_the_move(game)
    monkeypatch.setattr(time, "perf_counter", clock)
    players = dict.fromkeys(game.sides, commander)
    for _ in played(game, state, players, most=1):
        pass
    assert 0 < looks[0] <= 12


def test_more_evaluations_are_used():
    """A larger number means more plans; the reason names how many."""
    game = PHASED[0]
    told = []
    for evaluations in (2, 9):
        commander = colonel(evaluations)
        list(played(game, on_the_move(game), dict.fromkeys(game.sides, commander), most=1))
        told.append(commander.reason)
    assert "2 plans" in told[0]
    assert "9 plans" in told[1]
