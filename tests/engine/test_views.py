"""Secrets stay secret: in fields, prompts, actions, odds, refusals and undo."""

from __future__ import annotations

import random

import msgspec
import pytest

import grognard
from grognard import Action, Match

from .fog import GAME
from .fog_steps import SIDES, UNSEEN, FogState
from .helpers import offers, played, walk

DECK = ["card 2", "card 1", "card 3"]
#: Both sides with a stack whose lower units the other does not see.
STACKS = "game fog\nphase x\nsupply 1\ndeck 2 3\nhand_german 1\nat {}"
TRUE = "1/us=0100N 2/us=0100N 3/us=0101N 1/ge=0200N 2/ge=0200N 3/ge=0301N"


def stacks(places: str = TRUE, dice: list[str] | None = None) -> Match:
    return grognard.setup(STACKS.format(places), dice=dice or [])


def test_without_secrets_everybody_sees_everything() -> None:
    for match in walk(grognard.new("skirmish", seed=2), 2):
        facts = [match.view(side).facts for side in ("blue", "red", "")]
        assert facts[0] == facts[1] == facts[2]
        assert match.game.redact(match.state, "red") is match.state


def test_a_view_is_plain_data() -> None:
    for name in ("skirmish", "fog"):
        for match in walk(grognard.new(name, seed=2), 2):
            for side in (*match.game.sides, ""):
                view = match.view(side)
                sent = msgspec.json.encode(view)
                assert msgspec.json.encode(msgspec.json.decode(sent, type=type(view))) == sent


def test_only_the_deciding_side_has_actions() -> None:
    match = played("fog", 1, steps=3)
    for side in (*SIDES, ""):
        assert bool(match.view(side).actions) == (side == match.side)
        assert match.view(side).seat == match.side


def test_undo_is_shown_to_the_side_that_may_and_to_no_spectator() -> None:
    match = stacks().play("pass")
    assert match.may_undo()
    assert [match.view(side).may_undo for side in ("allied", "german", "")] == [True, False, False]


def test_an_unknown_side_has_no_view() -> None:
    with pytest.raises(ValueError, match="unknown side 'soviet' of Fog; choose from: allied, german"):
        grognard.new("fog").view("soviet")


def test_the_actions_of_a_view_are_the_legal_ones() -> None:
    for seed in range(12):
        for match in walk(grognard.new("fog", seed=seed), seed):
            if match.over:
                continue
            view = match.view(match.side)
            shown = {f"{verb} {word}".strip() for verb, words in view.actions.items() for word in words}
            assert shown == set(match.actions.texts())


class TestHiddenStacks:
    """rhine 6.7: of an enemy stack only the top is seen, until the attack on it begins."""

    def test_only_the_top_is_seen(self) -> None:
        match = stacks()
        assert match.view("german").facts["at"] == (
            "1/us=0100N 2/us=unseen 3/us=0101N 1/ge=0200N 2/ge=0200N 3/ge=0301N"
        )
        assert "2/ge=unseen" in match.view("allied").facts["at"]
        assert match.view("").facts["at"].count("unseen") == 2
        assert match.view("german").facts["heights"] == match.view("allied").facts["heights"], "stacks are counted"

    def test_the_attack_shows_them_to_the_attacker_and_then_it_is_too_late(self) -> None:
        match = stacks().play("attack 0200N")
        view = match.view("allied")
        assert "2/ge=0200N" in view.facts["at"]
        assert view.preview is not None
        assert view.preview["total"] == 3
        assert match.side == "dice"
        assert not match.may_undo("allied")
        assert "2/us=unseen" in match.view("german").facts["at"], "the attacker's own stack stays hidden"

    def test_odds_are_computed_from_what_is_known(self) -> None:
        match = stacks("1/us=0100N 1/ge=0200N 2/ge=0200N")
        match.state.agenda.append((GAME.codes[type(GAME.steps[6])], GAME.board.grid.parse("0200N")))
        seen = match.view("allied").preview
        known = match.view("german").preview
        assert seen is not None
        assert known is not None
        assert (seen["total"], known["total"]) == (1, 3)

    def test_a_refusal_says_only_what_its_reader_knows(self) -> None:
        match = stacks()
        hidden = str(GAME.board.grid.parse("0200N"))
        said = match.why_not("select 2/ge")
        assert said is not None
        assert said.why == "2/ge is at unseen"
        there = match.why_not("attack 0301S")
        assert there is not None
        assert there.why.count(hidden) == 1, "the top unit of that stack, not the one below"
        assert str(UNSEEN) in there.why

    def test_the_same_refusals_whatever_lies_below(self) -> None:
        one, two = stacks(), stacks(TRUE.replace("2/ge=0200N 3/ge=0301N", "2/ge=0301N 3/ge=0200N"))
        # The top of 0301N differs, so put it under another unit in both.
        verbs = {verb: range(len(GAME.counters) if known.kind == "unit" else 25) for verb, known in GAME.verbs.items()}
        one.state.tops = two.state.tops = GAME.units_of[0] | 1 << 3
        assert one.view("allied") == two.view("allied")
        for verb, args in verbs.items():
            for arg in args:
                assert str(one.why_not(Action(verb, arg))) == str(two.why_not(Action(verb, arg)))

    def test_a_prompt_names_a_hidden_unit_to_its_owner_only(self) -> None:
        match = stacks().play("select 2/us")
        assert match.prompt.text == match.view("allied").prompt == "move 2/us"
        assert match.view("german").prompt == match.view("").prompt == "move some unit"
        assert stacks().play("select 1/us").view("german").prompt == "move 1/us"

    def test_what_follows_from_hidden_facts_is_hidden_too(self) -> None:
        match = stacks()
        assert match.state.mass == [6, 6]
        assert match.view("allied").status == {"mass": [6, 4]}
        assert match.view("german").status == {"mass": [4, 6]}
        assert match.view("").status == {"mass": [4, 4]}
        assert "mass" not in match.view("").facts


class TestCards:
    def test_nobody_sees_the_deck_and_a_hand_is_its_owners(self) -> None:
        match = stacks()
        for side in (*SIDES, ""):
            assert match.view(side).facts["deck"] == "9 9"
        assert match.view("german").facts["hand_german"] == "1"
        assert match.view("allied").facts["hand_german"] == "9"

    def test_cards_in_hand_are_offered_to_their_owner_only(self) -> None:
        match = stacks().play("pass")
        assert offers(match, "play") == {"1"}
        assert match.view("german").actions["play"] == ["1"]
        assert match.view("allied").actions == {}

    def test_while_the_dice_decide_nobody_hears_what_they_may_do(self) -> None:
        """The cards left in a shuffle would reveal the cards already in the deck."""
        match = grognard.new("fog", dice=["card 2"])
        said = match.why_not("card 2")
        assert said is not None
        assert said.why == "a roll is due; possible results: card 1, card 2, card 3", "as far as a spectator can know"


def test_two_states_a_side_cannot_tell_apart_give_it_equal_views() -> None:
    rng = random.Random(3)
    differ = 0
    for seed in range(25):
        for match in walk(grognard.new("fog", seed=seed), seed):
            for side in (*SIDES, ""):
                true, view, legal = match.state, match.view(side), set(match.actions)
                other = match.resample(side, rng)
                assert GAME.redact(other, side) == GAME.redact(true, side)
                match.state = other
                assert match.view(side) == view
                if side == match.side:
                    assert set(match.actions) == legal, "what is legal does not depend on what is hidden"
                match.state = true
                differ += other != true
    assert differ > 200, "another state is mostly another one"


def test_resampling_leaves_the_true_state_alone() -> None:
    match = stacks()
    before = match.state.copy()
    for seed in range(20):
        match.resample("allied", random.Random(seed))
    assert match.state == before


def test_resampling_reaches_every_state_that_is_possible() -> None:
    match = stacks("1/us=0100N 1/ge=0200N 2/ge=0200N 3/ge=0200N 2/us=0100N 3/us=0101N")
    seen: set[tuple[object, ...]] = set()
    for seed in range(200):
        state: FogState = match.resample("german", random.Random(seed))
        seen.add((tuple(state.deck), state.supply, tuple(state.hand_german)))
    assert seen == {((a, b), supply, (1,)) for a, b in ((2, 3), (3, 2)) for supply in (1, 2)}
    decks = {tuple(match.resample("allied", random.Random(n)).hand_german) for n in range(100)}
    assert decks == {(1,), (2,), (3,)}


def test_resampling_is_decided_by_the_generator() -> None:
    match = stacks()
    one, two = (match.resample("allied", random.Random(4)) for _ in range(2))
    assert one == two


def test_a_game_with_secrets_must_say_how_to_resample() -> None:
    match = stacks()
    with pytest.raises(NotImplementedError, match="fog has secrets"):
        super(type(GAME), GAME).resample(match.state, "allied", random.Random(1))
    open_match = grognard.new("skirmish", seed=1)
    other = open_match.resample("blue", random.Random(1))
    assert other == open_match.state
    assert other is not open_match.state


def test_a_secret_choice_leaves_no_trace_for_the_other_side() -> None:
    """Whatever the Allied side chose: views, prompts, refusals and undo are equal, action by action."""
    one, two = (grognard.new("fog", dice=DECK).play(f"favour {where}") for where in ("north", "south"))
    for action in ("place 0300N",):
        for match in (one, two):
            match.play(action)
        assert one.view("german") == two.view("german")
        assert one.view("") == two.view("")
        assert one.view("allied") != two.view("allied")
        for verb in GAME.verbs:
            assert str(one.why_not(verb)) == str(two.why_not(verb))
