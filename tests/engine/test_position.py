"""Positions: any moment as text, and any situation that somebody writes down."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard import PositionError
from grognard.engine.fields import field_text, field_value
from grognard.engine.position import LIMIT, position_state
from grognard.engine.state import Field

from .fog import GAME as FOG
from .helpers import SCENARIOS, offers, played, walk, where
from .skirmish import GAME
from .skirmish_steps import COUNTERS

BASE = "game skirmish\nturn 1\nphase blue moves\n"


def bad(text: str, reason: str) -> None:
    with pytest.raises(PositionError) as caught:
        grognard.setup(text)
    assert reason in str(caught.value)


def test_there_and_back_at_every_moment() -> None:
    for name, scenario in SCENARIOS:
        for seed in range(4):
            # Dice by hand, so that the moments before a roll are among them.
            for match in walk(grognard.new(name, scenario, dice=[]), seed):
                text = match.position()
                again = grognard.setup(text, dice=[])
                assert again.state == match.state
                assert again.position() == text
                assert again.side == match.side
                assert list(again.actions) == list(match.actions)
                assert again.result == match.result


def test_frames_with_slashes_in_their_words_survive() -> None:
    match = grognard.setup(BASE + "allowance 1\nat 1/8=0101", dice=[]).play("select 1/8")
    assert match.position().endswith("agenda turn / moves blue / moving blue 1/8 2\n")


def test_what_is_not_said_has_its_default() -> None:
    state = grognard.setup(BASE, dice=[]).state
    assert state.at == [-1] * 4
    assert state.steps == [2, 2, 2, 1]
    assert state.target == -1
    assert state.active == 0


def test_comments_order_and_spread_out_places() -> None:
    text = "# a puzzle\nphase blue moves # begins\nat 1/8=0101\n\nat  2/8=0102 1/983=lost\nturn 1\ngame skirmish"
    match = grognard.setup(text, dice=[])
    assert (where(match, "1/8"), where(match, "2/8"), where(match, "1/983")) == ("0101", "0102", "lost")
    assert match.scenario.id == "open"
    assert grognard.setup(text + "\nscenario sea", dice=[]).scenario.id == "sea"


def test_sets_and_lists_have_words() -> None:
    words = "holding 0101 0404\nreacted 2/8 1/983\nsteps 1 1 1 1\ntarget 0203\nactive red"
    match = grognard.setup(BASE + words, dice=[])
    parse = GAME.board.grid.parse
    assert match.state.holding == 1 << parse("0101") | 1 << parse("0404")
    assert match.state.reacted == 0b0110
    assert match.state.steps == [1, 1, 1, 1]
    assert match.state.target == parse("0203")
    assert match.state.active == 0, "the phase says who is active"


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        (Field("number", name="n"), -3, "-3"),
        (Field("unit", name="u"), 2, "1/983"),
        (Field("unit", name="u"), -1, "-"),
        (Field("hex", name="h"), -1, "-"),
        (Field("side", name="s"), 1, "red"),
        (Field("side", name="s"), -1, "-"),
        (Field("units", name="us"), 0b1001, "1/8 2/983"),
        (Field("units", name="us"), 0, ""),
        (Field("hexes", name="hs"), 0b11, "0101 0102"),
        (Field("numbers", [], name="ns"), [3, 0, -1], "3 0 -1"),
        (Field("unit-list", [], name="ul"), [3, -1, 0, 3], "2/983 - 1/8 2/983"),
        (Field("hex-list", [], name="hl"), [1, -1], "0102 -"),
        (Field("places", [-1] * 4, name="at"), [0, -2, -1, -3], "1/8=0101 2/8=england 2/983=lisbon"),
        (Field("places", [-1, -1, -2, -2], name="at"), [-1, -2, -1, -2], "2/8=england 1/983=lost"),
    ],
)
def test_every_kind_of_field_there_and_back(field: Field, value: object, text: str) -> None:
    assert field_text(GAME, field, value) == text
    assert field_value(GAME, field, text) == value


def test_an_empty_set_is_said_where_the_default_is_not_empty() -> None:
    match = grognard.new("fog", dice=[])
    match.state.heights = []
    assert "\nheights\n" in match.position()
    assert grognard.setup(match.position(), dice=[]).state == match.state


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("turn 1\nphase blue moves", "the line 'game NAME' is missing"),
        ("game chess\nphase blue moves", "unknown game 'chess'"),
        ("game skirmish\nscenario closed\nphase blue moves", "no scenario 'closed'; choose from: open, sea"),
        ("game skirmish\nturn 1", "a line 'phase' or 'agenda' is missing"),
        (BASE + "turn 2", "line 4: 'turn' is given twice"),
        (BASE + "agenda turn", "line 4: a position has one line 'phase' or 'agenda', not two"),
        (BASE + "weather 3", "line 4: unknown field 'weather'; choose from: active, allowance, at"),
        (BASE + "at 9/9=0101", "line 4: unknown unit '9/9' in Skirmish"),
        (BASE + "at -=0101", "line 4: unknown unit '-'"),
        (BASE + "at 1/8=9999", "line 4: no hex '9999' on this map, and it is not a box (lost, england, lisbon)"),
        (BASE + "at 1/8", "line 4: '1/8' must have the form unit=place"),
        (BASE + "at 1/8=0101 1/8=0102", "line 4: unit '1/8' is placed twice"),
        (BASE + "at 1/8=0101\nat 1/8=0102", "line 5: unit '1/8' is placed twice"),
        (BASE + "holding 0101 0101", "line 4: '0101' is listed twice in holding"),
        (BASE + "reacted -", "line 4: '-' cannot be a member of reacted"),
        (BASE + "allowance", "line 4: allowance takes exactly one word"),
        (BASE + "allowance 1 2", "line 4: allowance takes exactly one word"),
        (BASE + "allowance many", "line 4: 'many' is not a number"),
        (BASE + "allowance --1", "line 4: '--1' is not a number"),
        (BASE + "allowance 4", "line 4: allowance is 4; it must be from 0 to 3 (10.2)"),
        (BASE + "allowance -1", "line 4: allowance is -1; it must be from 0 to 3 (10.2)"),
        (BASE + "steps 1 1 1 3", "line 4: steps is 3; it must be from 0 to 2"),
        (BASE + "losses 0 10000", "line 4: losses is 10000; it must be from -9999 to 9999"),
        (BASE + "chits" + 501 * " 1", "line 4: chits has 501 entries; at most 500 are allowed"),
        (BASE + "over 2", "line 4: over is 2; it must be from 0 to 1"),
        (BASE + 1_000 * "at\n", "line 1001: a position has at most 1000 lines, not counting comments"),
        ("game skirmish\nturn 3\nphase blue moves", "line 2: turn is 3; it must be from 0 to 2"),
        (
            "game skirmish\nturn 1\nagenda turn / moves blue / moving blue 1/8 7",
            "line 3: an argument of the step 'moving' is 7; it must be from 0 to 6",
        ),
        ("game skirmish\nagenda turn" + 250 * " / turn", "line 2: the agenda has 251 steps; at most 250 are allowed"),
        (BASE + "active green", "line 4: unknown side 'green'"),
        (BASE + "at 1/8=0101 2/8=0101", "two units in 0101"),
        ("game skirmish\nphase green moves", "line 2: a phase is 'blue moves' or 'red moves'"),
        ("game skirmish\nagenda turn / dance", "line 2: unknown step 'dance'"),
        ("game skirmish\nagenda turn / moves", "line 2: step 'moves' takes 1 arguments, not 0"),
        ("game skirmish\nagenda turn / moves green", "line 2: unknown side 'green'"),
        ("game skirmish\nagenda turn/moves blue", "line 2: unknown step 'turn/moves'"),
        ("game skirmish\nagenda", "line 2: the agenda is empty, but the game is not over"),
        ("game skirmish\nturn 1\nagenda turn / moving blue 1/8 2", "line 3: the position cannot be played"),
        ("game skirmish\nturn 1\nagenda turn / losses blue\nlosses 2 0", "line 3: there is no legal action"),
    ],
)
def test_a_fault_is_named_by_line_and_reason(text: str, reason: str) -> None:
    bad(text, reason)


def test_a_position_of_one_game_is_none_of_another() -> None:
    with pytest.raises(PositionError, match="a position of 'skirmish', not of 'fog'"):
        grognard.setup(BASE, of=FOG)
    assert grognard.setup(BASE, of=GAME, dice=[]).side == "blue"


def test_oversized_texts_are_refused_unread() -> None:
    bad("game skirmish\n" + "#" * LIMIT, f"a position has at most {LIMIT} characters")


def test_comments_do_not_count_as_lines() -> None:
    assert grognard.setup(2_000 * "# nothing\n" + BASE + "allowance 3\nat 1/8=0101", dice=[]).side == "blue"


def test_a_finished_match_is_a_position_too() -> None:
    match = played("skirmish", 3)
    again = grognard.setup(match.position())
    assert again.over
    assert again.result == match.result
    match.state.agenda.clear()
    assert grognard.setup(match.position()).state == match.state


def test_mangled_positions_are_played_or_refused_but_never_crash() -> None:
    rng = random.Random(11)
    texts = [m.position() for name, _ in SCENARIOS for m in walk(grognard.new(name, dice=[]), 2)]
    words = sorted({w for text in texts for w in text.split()} | {"-", "-1", "99", "=", "/", "0101=", "9999"})
    refused = 0
    for _ in range(1500):
        lines = [line.split(" ") for line in rng.choice(texts).splitlines()]
        for _ in range(rng.randrange(1, 4)):
            line = rng.choice(lines)
            line[rng.randrange(len(line))] = rng.choice(words)
        try:
            match = grognard.setup("\n".join(" ".join(line) for line in lines), dice=[])
        except PositionError:
            refused += 1
        else:
            assert match.over or len(match.actions)
    assert 300 < refused < 1500


def test_a_position_can_be_played_from() -> None:
    match = grognard.setup(BASE + "allowance 1\nat 1/8=0101 1/983=0301", dice=[2])
    assert offers(match, "select") == {"1/8"}
    match.play("select 1/8", "enter 0201", "react 1/983", "enter 0302", "done")
    assert position_state(GAME, match.position()) == match.state
    assert [c.id for c in COUNTERS if f"{c.id}=" in match.position()] == ["1/8", "1/983"]
