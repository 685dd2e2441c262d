"""Orders of several actions are followed while the position is as expected, and dropped otherwise."""

from __future__ import annotations

import random

import pytest

from grognard import Action
from grognard.ai import consult
from grognard.engine.actions import Actions

from ..generic.play import begin
from .helpers import LIBRARY_SCENARIOS, PHASED, in_battle, officer, on_the_move, played

every_game = pytest.mark.parametrize("game", PHASED, ids=[game.id for game in PHASED])
every_level = pytest.mark.parametrize("level", ["captain", "colonel"])


def ask(commander, game, state, seed=1):
    action = consult(commander, game, state, random.Random(seed))
    assert game.permits(state, action)
    return action


class Counting:
    """Counts how often a commander thinks."""

    def __init__(self, commander, monkeypatch):
        self.times = 0
        think = commander._think

        def counted(*args):
            self.times += 1
            return think(*args)

        monkeypatch.setattr(commander, "_think", counted)


@every_game
@every_level
def test_a_whole_phase_is_planned_once(game, level, monkeypatch):
    state = on_the_move(game)
    commander = officer(level)
    counting = Counting(commander, monkeypatch)
    side, done = game.seat(state), 0
    while game.step(state).name in ("movement", "move") and game.seat(state) == side:
        game.apply(state, ask(commander, game, state))
        done += 1
    assert done > 2
    assert counting.times == 1


@every_game
@every_level
def test_after_another_players_action_the_commander_plans_again(game, level, monkeypatch):
    """After another unit has moved in between, the old plan is dropped."""
    state = on_the_move(game)
    commander = officer(level)
    counting = Counting(commander, monkeypatch)
    game.apply(state, ask(commander, game, state))
    assert game.step(state).name == "move"
    wanted = ask(commander, game, state)
    others = [action for action in Actions(game, state) if action != wanted]
    assert counting.times == 1
    game.apply(state, random.Random(2).choice(others))
    ask(commander, game, state)
    assert counting.times == 2


@every_game
@pytest.mark.parametrize(("level", "most"), [("captain", 40), ("colonel", 12)])
def test_a_commander_stays_legal_whatever_happens_in_between(game, level, most):
    """Half of the actions of a phase are another player's."""
    state, rng = on_the_move(game), random.Random(6)
    commander = officer(level)
    for _ in range(most):
        if state.over or game.seat(state) not in game.sides:
            break
        action = ask(commander, game, state)
        actions = Actions(game, state)
        game.apply(state, action if rng.random() < 0.5 else actions[rng.randrange(len(actions))])


@every_level
def test_one_commander_for_many_matches(level):
    """One commander plays matches of all games in turn; no order reaches another match."""
    commander = officer(level)
    states = [(game, begin(game, scenario)) for game, scenario in LIBRARY_SCENARIOS]
    states += [(game, on_the_move(game)) for game in PHASED]
    states += [(game, s) for game in PHASED for s in in_battle(game)[:2]]
    for _ in range(3):
        for game, state in states:
            if not state.over and game.seat(state) in game.sides:
                game.apply(state, ask(commander, game, state))


@every_level
def test_two_matches_at_the_same_point_do_not_mix(level):
    """The second match has the position that the first one had, so the commander gives the same orders."""
    game = PHASED[0]
    one, two = on_the_move(game), on_the_move(game)
    commander = officer(level)
    first = ask(commander, game, one)
    game.apply(one, first)
    assert ask(commander, game, two) == first
    game.apply(two, first)
    assert ask(commander, game, one).verb == "move"
    assert ask(commander, game, two).verb == "move"


@every_level
def test_an_order_that_is_no_longer_offered_is_dropped(level):
    """The position is as expected, but the next action is not among those offered."""
    game = PHASED[0]
    state = on_the_move(game)
    commander = officer(level)
    game.apply(state, ask(commander, game, state))
    next_action = officer_next(commander)
    offer = {verb: args for verb, args in game.offer(state).items() if args}
    offer[next_action.verb] &= ~(1 << next_action.arg)
    found = commander.decide(game, state, offer, random.Random(1))
    assert found != next_action


def officer_next(commander) -> Action:
    return commander._remaining[0]


@every_game
def test_an_order_is_carried_out_in_full(game):
    """The announced order is carried out action by action."""
    commander = officer("captain")
    players = dict.fromkeys(game.sides, commander)
    expected: list[Action] = []
    orders = 0
    for _, action in played(game, on_the_move(game), players, most=60):
        if not expected:
            expected = list(commander.order)
            orders += 1
        assert action == expected.pop(0)
    assert orders > 3
