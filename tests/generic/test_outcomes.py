"""Charts say what their combat results mean, so that no screen has to read it out of a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.game import Game
from grognard.engine.looks import Outcome
from grognard.engine.reading import Chart

from .play import LIBRARY

GAMES = [(game, chart) for game in LIBRARY for chart in game.reading.charts() if chart.outcomes]


def test_every_game_explains_its_combat_results() -> None:
    assert {game.id for game, _ in GAMES} == {game.id for game in LIBRARY}


@pytest.mark.parametrize(("game", "chart"), GAMES, ids=[game.id for game, _ in GAMES])
def test_each_result_is_explained_once(game: Game[Any], chart: Chart) -> None:
    explained = [result for outcome in chart.outcomes for result in outcome.results]
    assert sorted(explained) == sorted({cell for row in chart.rows for cell in row[1:]})
    # Where both sides fire, commanders name the losses of both, such as 1:2; the chart has those of one fire.
    expected = game.doctrine.effects if game.doctrine else ()
    assert {result for result in expected if ":" not in result} <= set(explained)


#: A doctrine may also judge attacks by itself; then it has no table of effects.
PLAYED = [(game, chart) for game, chart in GAMES if game.doctrine is not None and game.doctrine.effects]


@pytest.mark.parametrize(("game", "chart"), PLAYED, ids=[game.id for game, _ in PLAYED])
def test_a_result_harms_whom_commanders_expect_it_to_harm(game: Game[Any], chart: Chart) -> None:
    assert game.doctrine is not None
    for outcome in chart.outcomes:
        for result in outcome.results:
            effect = game.doctrine.effects.get(result)
            own = effect is not None and (effect.own or effect.own_units)
            enemy = effect is not None and (effect.enemy or effect.enemy_units or effect.leaves)
            harmed = "" if bool(own) == bool(enemy) else "attacker" if own else "defender"
            assert outcome.harms == harmed, result


def test_an_outcome_in_words() -> None:
    assert str(Outcome(("A1", "A2"), "attacker retreats")) == "A1, A2: attacker retreats."
    assert str(Outcome(("D1", "D2", "D3"), "defender retreats")) == "D1 to D3: defender retreats."
    assert str(Outcome(("EX",), "both lose one unit")) == "EX: both lose one unit."
