"""The appearance of a game: words of verbs, marks, boxes, badges, heights, gauges, selected units."""

from __future__ import annotations

import random
from typing import Any

import pytest

import grognard
from grognard import Match
from grognard.engine.looks import Badge, Gauge, Mark
from grognard.engine.reading import Reading
from grognard.engine.verbs import SHARED, Verb, argument_words, shared, wording

from .fog import GAME as FOG
from .helpers import walk
from .skirmish import GAME as SKIRMISH

#: Each side has a stack whose lower unit the other does not see.
STACKS = "game fog\nphase x\nat 1/us=0100N 2/us=0100N 3/us=0101N 1/ge=0200N 2/ge=0200N 3/ge=0301N"


def shown(match: Match, side: str, what: str) -> Any:
    """The reading of a redacted state."""
    return getattr(match.game.reading, what)(match.game.redact(match.state, side))


def unit(match: Match, name: str) -> int:
    return match.game.unit_ids[name]


def here(match: Match, label: str) -> int:
    return match.game.board.grid.parse(label)


# -- verbs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "verb", "words"),
    [
        ("flood", Verb("none", "Open the dam"), ("Open the dam", "Open the dam")),
        ("select", SHARED["select"], ("Select {}", "Select")),
        ("to", SHARED["to"], ("Go to {}", "Go to")),
        ("order", SHARED["order"], ("{}", "Order of phases")),
        ("support", Verb("number", "Add {} support", ask="Support points"), ("Add {} support", "Support points")),
        # Without words a verb speaks for itself, and asks with its name where nothing else is left.
        ("call-off", Verb("none"), ("Call off", "Call off")),
        ("turn_over", Verb("hex"), ("Turn over {}", "Turn over")),
        ("side", Verb("side", "{}"), ("{}", "Side")),
    ],
)
def test_a_verb_has_words_for_one_action_and_for_a_list(name: str, verb: Verb, words: tuple[str, str]) -> None:
    assert wording(name, verb) == words


@pytest.mark.parametrize("key", ["R", "rr", "1", " "])
def test_the_key_of_a_verb_is_one_small_letter(key: str) -> None:
    assert Verb("none", key="r").key == "r"
    with pytest.raises(ValueError, match="use one small letter"):
        Verb("none", key=key)


def test_arguments_that_are_words_have_words() -> None:
    assert argument_words(SHARED["order"]) == {"move-fight": "move, then fight", "fight-move": "fight, then move"}
    assert argument_words(Verb("word:north south_east", words={"north": "the north"})) == {
        "north": "the north",
        "south_east": "south east",
    }
    assert argument_words(SHARED["move"]) == {}


def test_shared_verbs_are_taken_by_name_and_unknown_ones_are_refused() -> None:
    assert list(shared("done move")) == ["done", "move"]
    assert shared("move")["move"] is SHARED["move"]
    with pytest.raises(KeyError):
        shared("move fly")


def test_the_kind_of_a_verb_is_what_its_argument_is_read_by() -> None:
    parse = SKIRMISH.notation.parse
    assert [parse(text).arg for text in ("first red", "sail lisbon", "chit 2", "halt")] == [1, 1, 2, 0]


# -- marks and boxes -----------------------------------------------------------------------------


def test_a_mark_without_a_look_shows_its_first_letter() -> None:
    looks = Reading(FOG)
    assert looks.look_of("moved") == Mark("✓", "spent")
    assert looks.look_of("dug in") == Mark("D")
    assert SKIRMISH.reading.look_of("worn").turns
    assert not looks.look_of("worn").turns


def test_lost_boxes_are_those_that_the_game_calls_so() -> None:
    assert SKIRMISH.reading.lost_boxes() == {SKIRMISH.box("lost")}
    assert FOG.reading.lost_boxes() == frozenset()


# -- selected units ------------------------------------------------------------------------------


def test_the_unit_in_hand_is_the_one_that_the_step_names() -> None:
    match = grognard.new("skirmish", dice=[6]).play("first blue")
    assert match.view("blue").hand == []
    match.play("select 1/8")
    assert SKIRMISH.reading.hand(match.state) == (unit(match, "1/8"),)
    assert match.view("blue").hand == match.view("red").hand == ["1/8"]
    match.play("halt")
    assert match.view("blue").hand == []


def test_nobody_is_in_hand_when_the_game_is_over() -> None:
    for last in walk(grognard.new("skirmish", seed=3), 3):
        match = last
    assert match.over
    assert match.view("blue").hand == []


def test_a_hidden_unit_in_hand_is_known_to_its_owner_only() -> None:
    match = grognard.setup(STACKS).play("select 2/us")
    assert [match.view(side).hand for side in ("allied", "german", "")] == [["2/us"], [], []]
    top = grognard.setup(STACKS).play("select 1/us")
    assert [top.view(side).hand for side in ("allied", "german", "")] == [["1/us"]] * 3


# -- what a decision is about --------------------------------------------------------------------


def test_a_prompt_may_name_the_hex_it_is_about() -> None:
    match = grognard.setup(STACKS)
    assert match.view("allied").where == ""
    match.state.agenda.append((FOG.codes[FOG.steps_by_name["fight"]], here(match, "0200N")))
    assert match.view("allied").where == "0200N"


def test_a_refusal_of_a_verb_out_of_place_says_what_is_asked_instead() -> None:
    match = grognard.setup(STACKS)
    out_of_place, forbidden = match.why_not("stay"), match.why_not("attack 0301S")
    assert out_of_place is not None
    assert forbidden is not None
    assert out_of_place.prompt == match.prompt.text == "move, attack, draw, play a card or pass"
    assert out_of_place.why.endswith(out_of_place.prompt)
    assert forbidden.prompt == ""


# -- badges, heights, gauges ---------------------------------------------------------------------


def test_a_game_that_says_nothing_shows_nothing() -> None:
    looks = Reading(FOG)
    assert (looks.marks(None), looks.badges(None), looks.heights(None), looks.gauges(None)) == ({}, {}, {}, ())


def test_badges_and_gauges_follow_the_state() -> None:
    match = grognard.new("skirmish", dice=[4])
    assert SKIRMISH.reading.gauges(match.state) == ()
    assert SKIRMISH.reading.badges(match.state)[unit(match, "1/8")] == Badge("2", "2 steps left")
    match.play("first blue")
    assert SKIRMISH.reading.gauges(match.state) == (Gauge("Command points", 2, 3, "blue", "10.2", asked=True),)
    match.play("select 1/8")
    assert SKIRMISH.reading.gauges(match.state)[0].value == 1


def test_heights_count_what_a_side_does_not_see() -> None:
    match = grognard.setup(STACKS)
    ours, theirs = here(match, "0100N"), here(match, "0200N")
    assert [shown(match, side, "heights") for side in ("allied", "german", "")] == [
        {theirs: 2},
        {ours: 2},
        {ours: 2, theirs: 2},
    ]


def test_badges_show_what_a_side_knows() -> None:
    match = grognard.setup(STACKS)
    top = unit(match, "1/ge")
    assert [shown(match, side, "badges")[top].text for side in ("german", "allied", "")] == ["3", "1", "1"]


def test_what_is_shown_tells_no_secret() -> None:
    """A side is shown the same in every state that it cannot distinguish from the true one."""
    rng = random.Random(5)
    differ = 0
    for seed in range(6):
        for match in walk(grognard.new("fog", seed=seed), seed):
            if match.over:
                continue
            for side in FOG.sides:
                other = FOG.resample(match.state, side, rng)
                differ += other != match.state
                one, two = FOG.redact(match.state, side), FOG.redact(other, side)
                for what in ("hand", "marks", "badges", "heights", "gauges"):
                    assert getattr(FOG.reading, what)(one) == getattr(FOG.reading, what)(two), what
    assert differ
