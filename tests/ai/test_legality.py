"""All actions of commanders are legal, and their games come to an end."""

from __future__ import annotations

import random

import pytest

from grognard.ai import commanders
from grognard.lab.playout import play_out

from ..engine import fog, skirmish
from ..generic.play import LIBRARY, begin
from .helpers import LEVELS, LIBRARY_IDS, LIBRARY_SCENARIOS, officer, on_the_move, played, staff

every_scenario = pytest.mark.parametrize(("game", "scenario"), LIBRARY_SCENARIOS, ids=LIBRARY_IDS)
every_game = pytest.mark.parametrize("game", LIBRARY, ids=[game.id for game in LIBRARY])
#: Actions of two captains, dice included, that a test looks at; whole games are played by a recruit and a captain.
MOST = 700
TOYS = [(game, scenario) for game in (skirmish.GAME, fog.GAME) for scenario in game.scenarios]


@every_scenario
def test_a_game_is_played_to_its_end(game, scenario):
    ended = play_out(game, begin(game, scenario), random.Random(4), staff(game, "recruit", "captain"))
    assert not ended.fault
    assert ended.state.over
    assert game.result(ended.state) is not None


@every_scenario
def test_captains_under_a_referee(game, scenario):
    """Every action is legal, and every position is valid: in a whole game, or in the beginning of a long one."""
    state, number = begin(game, scenario), 0
    for number, (now, _) in enumerate(played(game, state, staff(game, "captain"), seed=2, most=MOST), 1):
        if number % 50 == 0:
            assert game.position_errors(now) == []
    assert state.over or number > MOST // 3
    assert game.position_errors(state) == []


@every_scenario
def test_a_colonel_from_the_very_first_decision(game, scenario):
    decisions = list(played(game, begin(game, scenario), staff(game, "colonel"), seed=3, most=60))
    assert len(decisions) > 30


@every_game
def test_a_colonel_for_some_turns(game):
    state = on_the_move(game)
    turn = state.turn
    for now, _ in played(game, state, staff(game, "colonel", "captain"), seed=3, most=700):
        if now.turn > turn + 1:
            break
    assert state.over or state.turn > turn


@every_game
def test_a_general_under_a_referee(game):
    decisions = list(played(game, on_the_move(game), staff(game, "general", "captain"), seed=3, most=120))
    assert len(decisions) > 40


@pytest.mark.parametrize(("game", "scenario"), TOYS, ids=[f"{g.id}-{s}" for g, s in TOYS])
@pytest.mark.parametrize("level", commanders())
def test_without_a_doctrine_every_level_decides_at_random(game, scenario, level):
    assert game.doctrine is None
    for seed in range(3):
        state = begin(game, scenario)
        list(played(game, state, staff(game, level), seed))
        assert state.over


@pytest.mark.parametrize("level", LEVELS)
def test_a_commander_does_not_change_the_state_it_receives(level):
    for game in LIBRARY:
        state = on_the_move(game)
        known = game.redact(state, game.seat(state))
        before = known.copy()
        officer(level).decide(game, known, game.offer(known), random.Random(1))
        assert known == before
        assert known.agenda == before.agenda
