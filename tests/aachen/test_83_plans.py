"""Chapter 8.3: Victory Plans."""

from __future__ import annotations

import pytest

import grognard
from grognard import Match
from grognard.games.aachen.state import UNKNOWN
from grognard.games.aachen.victory import plan_points
from tests.aachen.kit import real, step, table, told
from tests.kit import offers, refused
from tests.rules import rule

AT = "1-HQ=1703 526-HQ=3518"


def segment(*more: str, turn: int = 2, dice: tuple[int | str, ...] = ()) -> Match:
    return table("plan", AT, *more, scenario="campaign", turn=turn, dice=dice)


@rule("aachen", "8.3a", "8.3e", "10.4e")
def test_pitfall_50_the_us_side_draws_a_marker_before_the_german_side_rolls() -> None:
    m = segment()
    assert step(m) == "draw-plan"
    assert offers(m, "draw") == {str(n) for n in range(8)}
    m.play("draw 5")
    assert step(m) == "inspection-die"
    later = segment("plans 5 2", turn=4)
    assert offers(later, "draw") == {str(n) for n in (0, 1, 3, 4, 6, 7)}


@rule("aachen", "8.3a", "10.2w", "10.3o")
@pytest.mark.parametrize(("scenario", "turn"), [("stolberg", 2), ("wurm", 6)])
def test_only_the_campaign_has_plans(scenario: str, turn: int) -> None:
    at = AT if scenario == "stolberg" else "30-HQ=4202 49-HQ=4107"
    m = table("assignment", at, scenario=scenario, turn=turn)
    assert m.state.plans == []
    assert not told(m, "8.3")
    assert step(m) == "initiative-die"


@rule("aachen", "8.3b")
def test_the_german_side_sees_how_many_markers_there_are_and_no_more() -> None:
    m = segment("plans 2", "plans_seen 0", turn=3, dice=("draw 6", 1))
    game = m.game
    assert game.redact(m.state, "german").plans == [UNKNOWN, UNKNOWN]
    assert game.redact(m.state, "").plans == [UNKNOWN, UNKNOWN]
    assert game.redact(m.state, "us").plans == [2, 6]


@rule("aachen", "8.3c", "8.3d", "8.3h")
def test_the_first_marker_that_is_no_dummy_is_the_plan() -> None:
    game = real()
    s = game.blank(game.scenarios["campaign"])
    s.plans = [6, 1, 0]
    assert plan_points(game, s) == {
        "VP Aachen": 8,
        "VP Eschweiler": 20,
        "VP Stolberg": 10,
        "VP Alsdorf": 4,
        "VP Roer": 8,
    }
    s.plans = [6, 7]
    assert plan_points(game, s) == {}


@rule("aachen", "8.3i")
def test_seven_draws_always_bring_a_plan() -> None:
    game = real()
    turns = game.scenarios["campaign"].words["turns"]
    assert turns - 1 > game.tables.dummies


@rule("aachen", "8.3f", "8.3g")
def test_pitfall_50_with_a_9_the_german_side_looks_at_one_marker_of_any_turn() -> None:
    assert step(segment("plans 2", turn=3, dice=("draw 6", 8))) != "look"
    m = segment("plans 2", turn=3, dice=("draw 6", 9))
    assert (step(m), m.side) == ("look", "german")
    assert offers(m, "look") == {"1", "2"}
    refused(m, "look 3", "8.3")
    m.play("look 1")
    assert m.game.redact(m.state, "german").plans == [2, UNKNOWN]
    assert "the German side looks at marker 1" in told(m, "8.3")


@rule("aachen", "8.3g", "8.3f")
def test_pitfall_50_what_the_german_side_saw_stays_known_to_it_and_the_us_side_sees_which() -> None:
    m = segment("plans 2", turn=3, dice=("draw 6", 9)).play("look 1")
    assert m.game.redact(m.state, "us").plans_seen == 1
    later = segment("plans 2 6", "plans_seen 1", turn=4, dice=("draw 5", 1))
    assert later.game.redact(later.state, "german").plans == [2, UNKNOWN, UNKNOWN]
    assert later.game.redact(later.state, "").plans == [UNKNOWN] * 3


def test_a_marker_that_was_looked_at_is_not_offered_again() -> None:
    m = segment("plans 2", "plans_seen 1", turn=3, dice=("draw 6", 10))
    assert offers(m, "look") == {"2"}
    refused(m, "look 1", "8.3")


@rule("aachen", "5.2g", "5.2h")
def test_the_die_may_be_rolled_again_and_the_draw_may_not() -> None:
    m = segment(dice=("draw 1", 3))
    assert (step(m), m.side) == ("reroll-window", "german")
    m.play("reroll", "roll 9")
    assert step(m) == "look"


def test_the_campaign_draws_on_every_turn_but_the_first() -> None:
    m = grognard.new(real(), "campaign", seed=3)
    m.play("propose", "done", "propose", "done")
    assert m.state.plans == []
