"""Everything that is not legal is refused, with a reason, and changes nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest

import grognard
from grognard import Action, Refusal
from grognard.engine.action import ARGUMENT_LIMIT, NotationError
from grognard.hexes import bits

from .helpers import SCENARIOS, played, refused, walk
from .skirmish import GAME
from .skirmish_steps import COUNTERS

FRONT = "game skirmish\nturn 1\nphase blue moves\nallowance 2\nat 1/8=0101 1/983=0401"


def table() -> grognard.Match:
    return grognard.setup(FRONT, dice=[])


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("", "a verb and at most one argument"),
        ("   ", "a verb and at most one argument"),
        ("fly 0101", "unknown action 'fly' in Skirmish; choose from: accept, attack"),
        ("select", "takes one argument, a unit"),
        ("select 1/8 2/8", "takes one argument, a unit"),
        ("select 9/9", "unknown unit '9/9'"),
        ("enter 9999", "no hex '9999'"),
        ("done 0", "takes no argument"),
        ("sail paris", "unknown word 'paris'; choose from: england, lisbon"),
        ("first green", "unknown side 'green'; choose from: blue, red"),
        ("roll four", "'four' is not a number"),
        ("roll --4", "'--4' is not a number"),
        ("roll -", "'-' is not a number"),
        ("roll ٤", "is not a number"),
        ("roll 99999999999999999999", "is not a number"),
        ("roll 4.0", "is not a number"),
        ("x" * 300, "a verb and at most one argument"),
        (None, "a verb and a whole number"),
        (7, "a verb and a whole number"),
        (("done",), "a verb and a whole number"),
        (("done", True), "a verb and a whole number"),
        (("done", 0.0), "a verb and a whole number"),
        (("done", "0"), "a verb and a whole number"),
        ((b"done", 0), "a verb and a whole number"),
        (["done", 0], "a verb and a whole number"),
        (Action("done", 10**6000), "unknown argument"),
        (("done", 10**6000, 1), "a verb and a whole number"),
    ],
)
def test_what_is_no_action_at_all(action: Any, reason: str) -> None:
    refusal = refused(table(), action)
    assert isinstance(refusal, NotationError)
    assert reason in str(refusal)


def test_arguments_out_of_all_range() -> None:
    # Too long to print, too large to shift by: the largest must not even be tried.
    for arg in (-1, -2, -(10**9), 99, ARGUMENT_LIMIT, 2**31, 2**63, 2**64, 10**30, 10**5000):
        match = table()
        for verb, known in GAME.verbs.items():
            refusal = refused(match, Action(verb, arg))
            assert "unknown argument" in refusal.why or (known.kind == "number" and arg == 99)
        rolling = grognard.new("skirmish", dice=[]).play("first blue")
        refused(rolling, Action("roll", arg))


def test_an_argument_just_beyond_the_last() -> None:
    for verb, arg in (("select", 4), ("first", 2), ("sail", 2), ("order", 2), ("done", 1), ("enter", 4), ("enter", 20)):
        assert "unknown argument" in refused(table(), Action(verb, arg)).why


def test_a_dash_stands_for_nobody_and_may_do_nothing() -> None:
    for text in ("select -", "enter -", "first -", "sail -"):
        assert "unknown argument" in refused(table(), text).why


def test_a_verb_of_another_step_is_told_what_is_asked_instead() -> None:
    refusal = refused(table(), "enter 0102")
    assert refusal.rule == "5.0"
    assert refusal.why == "'enter' is not possible now; the blue side decides: move, land, attack, or be done"


def test_a_games_own_reason_and_rule() -> None:
    assert str(refused(table(), "select 1/983")) == "5.1: 1/983 is not yours"
    assert refused(table(), "attack 0401").rule == "7.1"


def test_the_dice_take_only_what_can_come_up() -> None:
    match = grognard.new("skirmish", dice=[]).play("first blue")
    faces = ", ".join(f"roll {face}" for face in range(1, 7))
    assert refused(match, "roll 7").why == f"a roll is due; possible results: {faces}"
    assert refused(match, "roll 0").rule == "10.2"
    assert "not possible now; a roll is due" in refused(match, "done").why


def test_nobody_rolls_for_the_dice_when_it_is_not_their_turn() -> None:
    refused(table(), "roll 4")


def test_the_wrong_seat() -> None:
    match = table()
    assert refused(match, "done", side="red").why == "blue decides now, not red"
    refused(match, "done", side="dice")
    match.play("done", side="blue")
    assert match.side == "red"


def test_the_seat_is_checked_for_every_action_of_a_sequence() -> None:
    match = grognard.new("skirmish", dice=[6, 6])
    with pytest.raises(Refusal, match="blue decides now, not red"):
        match.play("first blue", "done", side="red")
    assert match.side == "blue"


def test_a_stale_version() -> None:
    match = table()
    seen = match.view("blue").version
    match.play("select 1/8", side="blue", version=seen)
    assert "version 0" in refused(match, "halt", side="blue", version=seen).why
    refused(match, "halt", side="blue", version=seen + 2)
    match.play("halt", version=seen + 1)


def test_a_finished_game() -> None:
    for name, scenario in SCENARIOS:
        match = played(name, 2, scenario=scenario)
        assert match.over
        for verb in match.game.verbs:
            assert refused(match, Action(verb, 0)).why == "the game is over"
        refused(match, "roll 4")
        with pytest.raises(Refusal, match="the game is over"):
            match.play("roll 4", side=match.game.sides[0])


def test_apply_is_the_same_law_without_a_match() -> None:
    state = table().state
    before = state.copy()
    for action in (Action("select", 2), Action("enter", 3), Action("fly"), Action("done", -1), Action("done", 10**30)):
        with pytest.raises(Refusal):
            GAME.apply(state, action)
        assert state == before
    GAME.apply(state, Action("done"))
    assert state != before


def test_forged_actions_over_whole_games() -> None:
    rng = random.Random(7)
    args = (*range(-2, 26), 2**31, 2**63, 10**30)
    for name, scenario in SCENARIOS:
        tried = 0
        for match in walk(grognard.new(name, scenario, seed=8, dice=grognard.HandDice()), 8):
            legal = set(match.actions)
            for side in match.game.sides:  # standing orders are legal whoever decides
                orders = match.game.order_offer(match.state, side)
                legal |= {Action(verb, arg) for verb, args in orders.items() for arg in bits(args)}
            for verb in match.game.verbs:
                for arg in rng.sample(args, 6):
                    action = Action(verb, arg)
                    if action in legal:
                        assert match.why_not(action) is None
                    else:
                        refused(match, action)
                        tried += 1
        assert tried > 1000


def test_why_not_is_none_exactly_for_what_is_legal() -> None:
    match = table()
    assert match.why_not("done") is None
    assert match.why_not(Action("select", 0)) is None
    for unit, counter in enumerate(COUNTERS):
        refusal = match.why_not(Action("select", unit))
        assert (refusal is None) == (counter.id == "1/8")
    assert isinstance(match.why_not("nonsense"), NotationError)
