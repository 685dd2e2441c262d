"""The names of the contract, and what each does."""

from __future__ import annotations

import copy
import pickle
from types import ModuleType

import pytest

import grognard
from grognard import Action, Match, Refusal
from grognard.engine import library
from grognard.engine.action import NotationError
from grognard.engine.data import DataError, Problem

from .fog import GAME as FOG
from .helpers import SCENARIOS, played, walk
from .skirmish import GAME


def test_the_library_lists_its_games_by_id_and_title() -> None:
    assert grognard.games() == {"fog": "Fog", "skirmish": "Skirmish"}
    assert grognard.game("skirmish") is GAME


def test_a_package_of_the_library_offers_the_one_game_that_lies_in_it() -> None:
    package = ModuleType("package")
    with pytest.raises(ImportError, match="package must contain exactly one game class, not 0"):
        library.game_in(package)
    vars(package).update(Played=type(GAME), Other=int)
    assert library.game_in(package) is type(GAME)
    vars(package).update(Second=type(FOG))
    with pytest.raises(ImportError, match="exactly one game class, not 2"):
        library.game_in(package)


def test_an_unknown_game_or_scenario_is_named_with_those_there_are() -> None:
    with pytest.raises(KeyError, match=r"unknown game 'chess'; choose from: .*fog, skirmish"):
        grognard.new("chess")
    with pytest.raises(KeyError, match=r"no scenario 'closed'.*open, sea"):
        grognard.new("skirmish", "closed")


def test_a_new_match_begins_with_the_first_scenario_and_a_seed_of_its_own() -> None:
    one, two = grognard.new("skirmish"), grognard.new("skirmish")
    assert one.scenario.id == "open"
    assert one.seeds[0].seed != two.seeds[0].seed
    assert len(one.seeds[0].seed) >= 32


def test_the_same_seed_gives_the_same_game() -> None:
    for name, scenario in SCENARIOS:
        one, two = (played(name, 11, scenario=scenario) for _ in range(2))
        assert one.journal == two.journal
        assert one.state == two.state
        assert one.record() == two.record()
    assert played("skirmish", 1).journal != played("skirmish", 2).journal


def test_options_reach_the_game() -> None:
    assert grognard.new("skirmish", "open", options={"sea": True}, dice=[]).state.at[0] == -2


def test_side_and_prompt_name_who_decides_what_and_by_which_rule() -> None:
    match = grognard.new("skirmish", dice=[])
    assert match.side == "red"
    assert match.prompt == ("say who goes first", "4.1", -1)
    match.play("first red")
    assert match.side == "dice"
    assert match.prompt.rule == "10.2"


def test_actions_are_a_lazy_sequence() -> None:
    asked = []
    match = grognard.new("skirmish", dice=[6]).play("first blue")
    real = type(GAME.step(match.state)).offer
    step = GAME.step(match.state)
    step.offer = lambda s: (asked.append(1), real(step, s))[1]  # type: ignore[method-assign]
    try:
        actions = match.actions
        assert not asked, "nobody has looked yet"
        assert len(actions) == len(list(actions)) == 3
        assert asked == [1], "and asked once"
    finally:
        del step.offer  # type: ignore[method-assign]


def test_actions_count_list_contain_and_pick_alike() -> None:
    for name, scenario in SCENARIOS:
        for match in walk(grognard.new(name, scenario, seed=5), 5):
            actions = match.actions
            listed = list(actions)
            assert len(actions) == len(listed) == len(set(listed))
            assert [actions[i] for i in range(len(actions))] == listed
            assert all(action in actions for action in listed)
            assert all(text in actions for text in actions.texts())
            assert [match.game.notation.parse(text) for text in actions.texts()] == listed
            with pytest.raises(IndexError):
                actions[len(listed)]
            with pytest.raises(IndexError):
                actions[-1]
            assert bool(listed) != match.over


def test_things_that_are_no_actions_are_not_among_them() -> None:
    actions = grognard.new("skirmish", dice=[]).actions
    texts = ("", "first", "first blue red", "first green", "fast blue")
    tuples = (("first",), ("first", True), ("first", 0.0), ("first", -1), ("first", 2), ("first", 10**40), ("fast", 0))
    for thing in (None, 7, (b"first", 0), ["first", 0], *texts, *tuples):
        assert thing not in actions
    assert "first blue" in actions
    assert " first   blue " in actions
    assert ("first", 1) in actions


def test_play_takes_values_and_texts_one_or_many() -> None:
    one = grognard.new("skirmish", seed=3).play("first blue", "select 1/8", "halt", "done")
    two = grognard.new("skirmish", seed=3)
    two.play(Action("first", 0))
    two.play(Action("select", 0)).play(("halt", 0)).play("done")  # type: ignore[arg-type]
    assert one.state == two.state
    assert one.journal == two.journal


def test_of_several_actions_those_before_the_illegal_one_stand() -> None:
    match = grognard.new("skirmish", seed=3)
    with pytest.raises(Refusal):
        match.play("first blue", "select 1/983", "done")
    assert [entry.action.verb for entry in match.journal] == ["first", "roll"]


def test_the_end_has_a_result_and_no_actions() -> None:
    match = played("skirmish", 4)
    assert match.over
    assert match.side == ""
    assert len(match.actions) == 0
    assert match.result is not None
    assert match.result.score == dict(zip(GAME.sides, GAME.strengths(match.state), strict=True))
    assert match.prompt.text == "The game is over."
    assert grognard.new("skirmish").result is None


def test_the_version_counts_actions() -> None:
    match = grognard.new("skirmish", dice=[6])
    assert match.version == match.view("red").version == 0
    match.play("first blue")
    assert match.version == match.view("red").version == 2


def test_events_are_told_with_rule_and_the_action_they_follow() -> None:
    match = grognard.new("skirmish", dice=[1, 1]).play("first blue", "done", "done")
    assert match.events == [(0, "", "Turn 1", "Turn 1", True), (5, "", "Turn 2", "Turn 2", True)]


def test_a_refusal_is_a_rule_and_a_reason() -> None:
    refusal = Refusal("5.14", "a unit may not leave")
    assert (refusal.rule, refusal.why, str(refusal)) == ("5.14", "a unit may not leave", "5.14: a unit may not leave")
    assert str(Refusal("", "no")) == "no"


def test_errors_survive_copying_and_sending() -> None:
    fault = DataError([Problem("hexes.csv", 3, "wrong"), Problem("tables.toml", 0, "gone")])
    for error in (Refusal("1", "why"), NotationError("what"), fault):
        for again in (copy.copy(error), pickle.loads(pickle.dumps(error))):
            assert type(again) is type(error)
            assert str(again) == str(error)
    assert pickle.loads(pickle.dumps(fault)).problems == fault.problems


def test_the_preview_gives_exact_chances() -> None:
    near = "game skirmish\nphase blue moves\nat 1/8=0201 1/983=0302\nturn 1"
    match = grognard.setup(near, dice=[])
    assert match.preview is None
    match.play("attack 0302")
    assert match.preview is not None
    assert match.preview.chances == {"0": (4, 6), "1": (2, 6)}
    assert match.view("blue").preview is not None


def test_text_and_action_are_inverse_for_every_kind_of_argument() -> None:
    for game, texts in (
        (GAME, ("first red", "roll 6", "select 1/983", "enter 0404", "halt", "sail lisbon", "call-off")),
        (FOG, ("favour south", "to 0301N", "to 0203S", "turn-over", "card 3")),
    ):
        for text in texts:
            action = game.notation.parse(text)
            assert game.notation.text(action) == text
            assert game.notation.parse(f"  {text.replace(' ', '   ')} ") == action


def test_hand_dice_wait_for_the_table() -> None:
    match = grognard.new("skirmish", dice=grognard.HandDice()).play("first blue")
    assert match.side == "dice"
    assert match.actions.texts() == [f"roll {n}" for n in range(1, 7)]
    match.play("roll 5")
    assert (match.side, match.state.allowance) == ("blue", 3)


def test_a_script_decides_the_rolls_and_then_leaves_them_to_the_table() -> None:
    match = grognard.new("skirmish", dice=[6, "roll 2"]).play("first blue", "done", "done", "first blue")
    assert [e.action for e in match.journal if e.seat == "dice"] == [("roll", 6), ("roll", 2)]
    assert match.side == "dice"


def test_a_script_cannot_cheat() -> None:
    with pytest.raises(Refusal, match="scripted dice: 'roll 7' is not a possible result here"):
        grognard.new("skirmish", dice=[7]).play("first blue")


def test_a_match_is_returned_by_every_verb_that_changes_it() -> None:
    match = grognard.new("skirmish", seed=1)
    assert isinstance(match.play("first blue"), Match)
    assert match.play("select 1/8").undo() is match
