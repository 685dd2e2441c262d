"""Thinking by the clock: what is left to rules of thumb when time is short."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from grognard.ai.fight.attack_memory import AttackMemory
from grognard.ai.registry import captain, colonel, general
from grognard.ai.search import budget
from grognard.ai.search.budget import Clock

from .helpers import PHASED, in_battle
from .test_levels import SMALL, split, weighed

every_game = pytest.mark.parametrize("game", PHASED, ids=lambda game: game.id)


@pytest.fixture
def watch(monkeypatch):
    """A clock that advances by ``tick`` seconds at every look."""
    out = SimpleNamespace(now=0.0, tick=0.0, looks=0)

    def look():
        out.looks += 1
        out.now += out.tick
        return out.now

    monkeypatch.setattr(budget, "time", SimpleNamespace(perf_counter=look))
    return out


def decided(commander, game, s):
    return commander.decide(game, s.copy(), game.offer(s), random.Random(1))


def open_battles(game):
    return [s for s in in_battle(game) if sum(args.bit_count() for args in game.offer(s).values()) > 1][:12]


def test_a_clock_adds_up_the_thinking_time_of_a_phase(watch):
    clock = Clock(1.0, runs=True)
    clock.start("ours")
    watch.now += 0.4
    clock.stop()
    watch.now += 100.0  # the other side thinks, or a player looks at the board
    clock.start("ours")
    watch.now += 0.2
    assert clock.past(0.59)
    assert not clock.past(0.61)
    clock.stop()
    clock.start("ours")
    assert clock.past(0.59)
    clock.start("theirs")
    assert not clock.past(0.01)


def test_with_evaluations_the_clock_is_never_read(watch):
    clock = Clock(1.0, runs=False)
    clock.start("ours")
    watch.now += 100.0
    assert not clock.past(0.1)
    clock.stop()
    assert watch.looks == 0


@every_game
def test_when_time_is_short_the_colonel_attacks_like_a_captain(game, watch):
    differ = 0
    for s in open_battles(game):
        by_table, exact = decided(captain(), game, s), decided(colonel(4), game, s)
        watch.tick = 0.0
        assert decided(colonel(), game, s) == exact
        watch.tick = 10.0
        assert decided(colonel(), game, s) == by_table
        assert decided(colonel(4), game, s) == exact
        differ += by_table != exact
    assert differ


@every_game
def test_time_spent_on_one_attack_is_missing_for_the_next(game, watch):
    for s in open_battles(game):
        by_table, exact = decided(captain(), game, s), decided(colonel(4), game, s)
        if by_table == exact:
            continue
        one, watch.tick = colonel(), 0.31
        assert decided(one, game, s) == exact
        watch.tick = 0.0
        assert decided(one, game, s) == by_table
        return
    raise AssertionError("they always agree")


@pytest.mark.parametrize("game_id", SMALL)
def test_without_time_the_colonel_makes_small_decisions_like_a_captain(game_id, watch):
    game, own, _ = split(game_id)
    differ = 0
    for s in own[:40]:
        by_thumb, best = decided(captain(), game, s), weighed(game, s)
        watch.tick = 0.9
        assert decided(colonel(), game, s) == best
        watch.tick = 10.0
        assert decided(colonel(), game, s) == by_thumb
        differ += by_thumb != best
    assert differ


@pytest.mark.parametrize(
    ("commander", "tick", "lazy"), [(colonel, 0.0, False), (colonel, 0.31, True), (general, 0.31, False)]
)
def test_after_a_third_of_the_time_only_the_best_attack_is_rebuilt(commander, tick, lazy, watch, monkeypatch):
    """After a third of its time the colonel keeps the values of the other attacks. A general has ten times as
    much time."""
    game, seen, ranked = PHASED[0], [], AttackMemory.ranked
    monkeypatch.setattr(AttackMemory, "ranked", lambda memory, *args: seen.append(memory.lazy) or ranked(memory, *args))
    watch.tick = tick
    decided(commander(), game, open_battles(game)[0])
    assert seen == [lazy]
