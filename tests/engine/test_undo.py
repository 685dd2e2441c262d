"""Undo goes back to the last chance, or to where the one who acts came to see something; a fork leaves anywhere."""

from __future__ import annotations

import pytest

import grognard
from grognard import Refusal

from .fog import GAME
from .fog_steps import FogState, Turn
from .helpers import SCENARIOS, played, refused, snapshot, walk

FRONT = "game skirmish\nturn 1\nphase blue moves\nallowance 3\nat 1/8=0101 2/8=0102 1/983=0401"
DECK = ["card 1", "card 2", "card 3"]


def fog(*actions: str) -> grognard.Match:
    """Fog after the set-up, with the reserve in the stack at 0300N."""
    match = grognard.new("fog", dice=DECK).play("favour north", "place 0300N", "turn-over")
    return match.play(*actions)


def cannot_undo(match: grognard.Match, side: str = "") -> Refusal:
    before = snapshot(match)
    assert not match.may_undo(side)
    with pytest.raises(Refusal) as caught:
        match.undo(side)
    assert snapshot(match) == before
    return caught.value


def test_nothing_to_undo() -> None:
    assert cannot_undo(grognard.new("skirmish", seed=1)).why == "there is no action to take back yet"


def test_undo_takes_back_one_action_after_the_other() -> None:
    match = grognard.setup(FRONT, dice=[])
    moments = [snapshot(match)]
    for action in ("select 1/8", "enter 0201", "halt", "select 2/8", "enter 0202"):
        match.play(action)
        moments.append(snapshot(match))
    for moment in reversed(moments[:-1]):
        match.undo()
        assert snapshot(match) == moment
    cannot_undo(match)


def test_after_undo_play_goes_on_as_if_it_had_never_been() -> None:
    one = grognard.setup(FRONT, dice=[]).play("select 1/8", "enter 0201", "halt", "done", "first red")
    two = grognard.setup(FRONT, dice=[])
    for action in ("select 1/8", "enter 0102x", "enter 0201", "halt", "done", "first red"):
        if action == "enter 0102x":
            two.play("halt").undo().play("halt", "select 2/8").undo().undo()
        else:
            two.play(action)
    assert two.state == one.state
    assert two.journal == one.journal
    assert two.events == one.events
    assert two.record() == one.record()


def test_a_roll_is_a_barrier() -> None:
    match = grognard.new("skirmish", seed=1).play("first blue")
    assert "dice have been rolled" in cannot_undo(match).why
    match.play("select 1/8").undo()
    cannot_undo(match)


@pytest.fixture
def settling(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Fog, passing settles what was done up to then."""
    turn = GAME.steps[GAME.codes[Turn]]
    plain = turn.do_pass

    def do_pass(s: FogState, arg: int) -> None:
        plain(s, arg)
        s.settle("the enemy could have answered")

    monkeypatch.setitem(turn.verbs, "pass", do_pass)


@pytest.mark.usefixtures("settling")
def test_an_action_may_settle_what_was_done() -> None:
    match = fog("select 3/us", "to 0100N")
    assert match.may_undo("allied")
    match.play("pass")
    assert cannot_undo(match).why == "the enemy could have answered since, so the last action cannot be taken back"
    match.play("select 3/us").undo()
    cannot_undo(match)


@pytest.mark.usefixtures("settling")
def test_a_copy_is_not_settled() -> None:
    state = fog().state
    GAME.do(state, GAME.notation.parse("pass"))
    assert state.settled
    assert not state.copy().settled
    assert state.copy() == state


def test_a_roll_that_was_not_made_yet_is_none() -> None:
    match = grognard.new("skirmish", dice=[]).play("first blue")
    assert match.side == "dice"
    assert match.undo().side == "red"


def test_only_the_side_that_acted_last_may_undo() -> None:
    near = "game skirmish\nturn 1\nphase blue moves\nallowance 2\nat 1/8=0101 1/983=0301"
    match = grognard.setup(near, dice=[]).play("select 1/8", "enter 0201")
    assert match.side == "red"
    assert match.may_undo("blue")
    assert cannot_undo(match, "red").why == "the last action was blue's, not red's"
    match.play("pass")
    cannot_undo(match, "blue")
    match.undo("red")
    match.undo("blue")
    assert match.state.agenda[-1][3] == 2


def test_the_end_of_the_game_is_a_barrier_because_the_seed_is_out() -> None:
    match = grognard.new("skirmish", seed=6).play("first blue", "done", "done", "first blue", "done")
    assert match.may_undo() is False, "the roll for red"
    match.play("select 1/983", "halt")
    assert match.may_undo("red")
    match.play("done")
    assert match.over
    assert "[Seed " in match.record()
    assert cannot_undo(match).why == "the game is over, so no action can be taken back"


def test_who_has_seen_the_secret_marker_cannot_change_what_he_did_before() -> None:
    match = grognard.new("fog", dice=DECK).play("favour north")
    assert match.may_undo("allied"), "nobody has seen anything yet"
    match.undo().play("favour south", "place 0300N")
    assert match.may_undo("german")
    match.play("turn-over")
    match.undo("allied")
    assert match.view("german").facts["supply"] == "9"
    assert match.state == grognard.new("fog", dice=DECK).play("favour south", "place 0300N").state
    cannot_undo(match, "german")
    cannot_undo(match)


def test_the_barrier_does_not_tell_what_was_chosen() -> None:
    north, south = (grognard.new("fog", dice=DECK).play(f"favour {x}", "place 0300N") for x in ("north", "south"))
    for one, two in ((north, south), (north.play("turn-over"), south.play("turn-over"))):
        assert one.view("german").may_undo == two.view("german").may_undo


def test_attacking_a_stack_reveals_it() -> None:
    march = ("select 1/us", "to 0200N", "select 1/ge", "to 0301N")
    match = fog(*march)
    match.play("pass", "pass")
    assert match.may_undo()
    match = grognard.setup(match.position(), dice=[]).play("attack 0300N")
    assert match.side == "dice", "the die has not been rolled"
    assert "something hidden was seen" in cannot_undo(match).why


def test_attacking_a_single_unit_reveals_nothing() -> None:
    text = "game fog\nphase x\nopen 1\nat 1/us=0100N 1/ge=0101N"
    match = grognard.setup(text, dice=[]).play("attack 0101N")
    assert match.may_undo("allied")


def test_who_shows_the_enemy_something_of_his_own_may_take_it_back() -> None:
    match = fog("select 1/us", "to 0200N")
    assert match.view("german").facts["at"].startswith("1/us=0200N 2/us=0100N")
    assert match.may_undo("allied"), "only the German has seen something, and he has not acted since"
    assert match.undo().state == fog("select 1/us").state
    assert match.play("to 0200N").may_undo("allied")


def test_covering_a_unit_hides_it_and_can_be_taken_back() -> None:
    match = fog("select 3/us", "to 0100N")
    assert "3/us=unseen" in match.view("german").facts["at"]
    assert match.may_undo("allied")
    assert match.undo().undo().state == fog().state


def test_taking_a_hidden_unit_in_hand_and_letting_go_reveals_nothing() -> None:
    match = fog("select 2/us", "stay")
    assert match.view("german").facts["in_hand"] == "-"
    assert match.may_undo("allied")


def test_drawing_from_the_hidden_deck_reveals_a_card_to_its_owner() -> None:
    match = fog("draw")
    assert match.view("allied").facts["hand_allied"] == "1"
    assert match.view("german").facts["hand_allied"] == "9"
    cannot_undo(match)


def test_a_card_played_is_seen_by_the_others_and_may_be_taken_back() -> None:
    match = fog("draw", "draw", "pass")
    match.play("pass")
    match.play("play 1")
    assert match.view("german").facts["played"] == "1"
    assert match.may_undo("allied")


def test_undo_after_every_action_of_whole_games() -> None:
    for name, scenario in SCENARIOS:
        for seed in range(6):
            match = grognard.new(name, scenario, seed=seed)
            before = snapshot(match)
            for number, _ in enumerate(walk(match, seed)):
                if number and match.may_undo():
                    last = match.journal[-1].action
                    here = snapshot(match)
                    match.undo()
                    assert snapshot(match)[:5] == before[:5]
                    match.play(last)
                    assert snapshot(match) == here
                before = snapshot(match)


def test_a_fork_at_any_moment_is_the_match_as_it_was() -> None:
    for name, scenario in SCENARIOS:
        match = grognard.new(name, scenario, seed=9)
        moments = {}
        for _ in walk(match, 9):
            moments[match.version] = match.state.copy()
        for at, state in moments.items():
            fork = match.fork(at, seed="other")
            assert fork.journal[:at] == match.journal[:at]
            assert fork.before(at).state == state
            assert fork.state == state or fork.version > at, "only dice may have gone on"
        assert match.fork().journal == match.journal


def test_a_fork_does_not_touch_its_origin() -> None:
    match = played("skirmish", 3, steps=6)
    before = snapshot(match)
    fork = match.fork()
    for _ in walk(fork, 3):
        pass
    assert fork.over
    assert snapshot(match) == before


def test_there_is_no_moment_before_the_first_or_after_the_last() -> None:
    match = played("skirmish", 3, steps=4)
    for at in (-1, match.version + 1):
        with pytest.raises(ValueError, match=f"cannot fork at moment {at}:"):
            match.fork(at)


def test_undo_in_a_fork_is_bounded_like_in_the_match() -> None:
    match = grognard.new("skirmish", seed=1).play("first blue", "select 1/8")
    fork = match.fork(seed=2)
    fork.undo("blue")
    cannot_undo(fork)
    refused(fork, "first blue")
