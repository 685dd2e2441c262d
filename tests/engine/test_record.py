"""Records: a whole match as plain text, there and back."""

from __future__ import annotations

import re

import pytest

import grognard
from grognard import RecordError
from grognard.engine import record as record_module
from grognard.engine.record import LIMIT, parse_record

from .helpers import SCENARIOS, played, walk
from .toys import DATA

HEAD = '[Grognard "1"]\n[Game "skirmish"]\n[Scenario "open"]\n'


def bad(text: str, reason: str) -> None:
    with pytest.raises(RecordError) as caught:
        grognard.replay(text)
    assert reason in str(caught.value)


def fault(text: str) -> str | None:
    try:
        grognard.replay(text)
    except RecordError as error:
        return str(error)
    return None


def test_replay_gives_the_identical_match() -> None:
    for name, scenario in SCENARIOS:
        for seed in range(10):
            match = played(name, seed, scenario=scenario)
            again = grognard.replay(match.record())
            assert again.state == match.state
            assert again.journal == match.journal
            assert again.events == match.events
            assert again.record() == match.record()
            assert again.result == match.result


def test_replay_at_every_moment() -> None:
    for name, scenario in SCENARIOS:
        for match in walk(grognard.new(name, scenario, seed=4), 4):
            again = grognard.replay(match.record())
            assert again.state == match.state
            assert again.side == match.side
            assert again.may_undo() == match.may_undo()
            assert again.record() == match.record()


def test_a_record_needs_no_seed() -> None:
    match = played("skirmish", 3)
    again = grognard.replay(match.record(seed=False))
    assert again.state == match.state


def test_a_record_reads_like_a_list_of_orders() -> None:
    match = grognard.new("skirmish", dice=[6, 1]).play("first blue", "select 1/8", "halt", "done")
    body = match.record().split("\n\n")[1].splitlines()
    assert body == ["; Turn 1", "first blue", "roll 6", "select 1/8", "halt", "done", "roll 1"]


def test_comments_empty_lines_and_spaces_do_not_matter() -> None:
    text = HEAD + "; hello\n\n  first   blue ; says red\r\n\troll 6\n;\n   ; more ; and more\nselect 1/8"
    match = grognard.replay(text)
    assert [e.action.verb for e in match.journal] == ["first", "roll", "select"]


def test_a_tag_may_have_a_comment_and_be_unknown_to_us() -> None:
    text = '  [Grognard "1"] ; the format\n[Event "a \\"quoted\\" ; name"]\n[Game "skirmish"]\n[Scenario "open"]\n'
    assert grognard.replay(text).version == 0
    assert parse_record(text).tags["Event"] == 'a "quoted" ; name'


def test_options_and_the_position_it_began_with_are_in_the_record() -> None:
    match = grognard.new("skirmish", options={"sea": True}, seed=2).play("first blue")
    again = grognard.replay(match.record())
    assert again.options == {"sea": True}
    assert again.state == match.state
    odd = '# \u2028 \x85 odd "characters" \\ ; ]'
    begun = grognard.setup(f"game skirmish\nphase red moves {odd}\nat 1/8=0101\nturn 1", seed=1).play("done")
    again = grognard.replay(begun.record())
    assert again.state == begun.state
    assert again.origin == begun.origin
    assert again.record() == begun.record()


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("first blue\nroll 7", "line 6: 'roll 7': 10.2: a roll is due"),
        ("first blue\n\n; comment\nselect 1/8", "line 8: 'select 1/8'"),
        ("fly", "line 5: 'fly': unknown action 'fly'"),
        ("first green", "line 5: 'first green': unknown side 'green'"),
        ("first blue\nroll 6\nselect 1/983", "line 7: 'select 1/983': 5.1: 1/983 is not yours"),
        ("first blue\nroll 6\nselect 1/8\nenter 0102", "line 8: 'enter 0102'"),
        ("first blue\nroll --6", "line 6: 'roll --6'"),
        ("first blue\nroll 99999999999999999999999", "line 6"),
        ("x" * 5000, "line 5"),
        ('first blue\n[Event "late"]', "line 6: tags must come before the first action"),
        ("[Event late]", 'line 5: a tag must look like [Name "value"]'),
        ("[", "line 5: a tag must look like"),
        ('[Event "a\\qb"]', "line 5: the value of Event is not a valid quoted text"),
        ('[Event "\\ud800"]', "line 5: the value of Event is not a valid quoted text"),
        ('[Game "fog"]', "line 5: the tag Game is given twice"),
        ('[Dice "x"]', 'line 5: Dice must be "number text"'),
        ('[Seed "² x"]', 'line 5: Seed must be "number text"'),
        (f'[Seed "{"1" * 5000} x"]', 'line 5: Seed must be "number text"'),
        ('[Seed "1 a"]\n[Seed "1 b"]', "line 6: the tag Seed 1 is given twice"),
        ('[Dice "0 ../../../OUT"]', 'line 5: Dice must be "number text", and the first roll has the number 1'),
        (f'[Dice "0 {"a" * 64}"]', "line 5: Dice must be"),
        (f'[Dice "01 {"a" * 64}"]', "line 5: Dice must be"),
        ('[Dice "1 ../../../OUT"]', "line 5: Dice must have a digest of 64 hex digits (0-9, a-f), not '../../../OUT'"),
        ('[Dice "1 a\\u0000b"]', "line 5: Dice must have a digest of 64 hex digits"),
        (f'[Dice "1 {"a" * 63}"]', "line 5: Dice must have a digest"),
        (f'[Dice "1 {"a" * 65}"]', "line 5: Dice must have a digest"),
        (f'[Dice "1 {"A" * 64}"]', "line 5: Dice must have a digest"),
        (f'[Dice "1 {"a" * 64}\\n"]', "line 5: Dice must have a digest"),
        (f'[Dice "1 {"a" * 63}/"]', "line 5: Dice must have a digest"),
        (f'[Dice "1 {"٣" * 64}"]', "line 5: Dice must have a digest"),
        ('[Seal "../OUT"]', "line 5: Seal must have a digest of 64 hex digits"),
        ('[Data "toy"]', "line 5: Data must have a digest of 16 hex digits"),
        ('[Options "{"]', "Options must be JSON"),
        (f'[Options "{"[" * 100_000}"]', "Options must be JSON"),
        ('[Options "[1]"]', "Options must be a JSON object"),
        ('[Position "game skirmish"]', "the tag Position: a line 'phase' or 'agenda' is missing"),
        ('[Position "game skirmish\\nphase blue moves\\nat 1/8=9999"]', "the tag Position: line 3: no hex '9999'"),
    ],
)
def test_a_bad_line_is_named_with_its_reason(lines: str, reason: str) -> None:
    bad(HEAD + "\n" + lines, reason)


def test_what_is_no_record_at_all() -> None:
    bad("", '[Grognard "1"] is missing')
    bad("first blue", '[Grognard "1"] is missing')
    bad('[Grognard "2"]\n[Game "skirmish"]', "not a Grognard record of format 1: its format is '2'")
    bad('[Grognard "1"]\n', "the tag [Game ...] is missing")
    bad('[Grognard "1"]\n[Game "chess"]\n', "unknown game 'chess'")
    bad('[Grognard "1"]\n[Game "skirmish"]\n[Scenario "closed"]\n', "no scenario 'closed'; choose from: open, sea")
    bad('[Grognard "1"]\n[Game "skirmish"]\n', "no scenario ''")


def test_actions_after_the_end_are_refused() -> None:
    record = played("skirmish", 3).record()
    bad(record + "done\n", f"line {len(record.splitlines()) + 1}: 'done': the game is over")


def test_a_truncated_record_is_a_shorter_match_or_named_by_its_last_line() -> None:
    match = played("skirmish", 3)
    text = match.record(seed=False)
    start = text.index("\n\n") + 2
    ends = {start + found.end() for found in re.finditer("\n", text[start:])}
    whole = broken = 0
    for cut in range(start, len(text) + 1):
        part = text[:cut]
        if cut in ends:
            again = grognard.replay(part)
            assert again.journal == match.journal[: again.version]
            assert again.state == match.before(again.version).state
            whole += 1
        else:
            said = fault(part)
            assert said is None or said.startswith(f"line {part.count(chr(10)) + 1}: ")
            broken += said is not None
    assert whole >= match.version
    assert broken > 50


HERE = f"Grognard {grognard.__version__} with rules 1 and data {DATA}"


def test_a_record_says_which_program_rules_and_data_it_was_written_with() -> None:
    tags = parse_record(played("skirmish", 3).record()).tags
    assert (tags["Version"], tags["Rules"], tags["Data"]) == (grognard.__version__, "1", DATA)


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("", "", f"(written by this version: {HERE})"),
        (
            f'[Data "{DATA}"]',
            f'[Data "{"0" * 16}"]',
            f"(written by Grognard {grognard.__version__} with rules 1 and data {'0' * 16}; this is {HERE})",
        ),
        (
            '[Rules "1"]',
            '[Rules "7"]',
            f"(written by Grognard {grognard.__version__} with rules 7 and data {DATA}; this is {HERE})",
        ),
        (
            f'[Version "{grognard.__version__}"]\n[Rules "1"]\n',
            "",
            f"(written by an unknown version with unknown rules and data {DATA}; this is {HERE})",
        ),
    ],
)
def test_a_refused_record_names_the_versions_that_wrote_it_and_those_in_use(old: str, new: str, named: str) -> None:
    record = played("skirmish", 3).record()
    assert old in record
    other = record.replace(old, new) if old else record
    assert grognard.replay(other).over, "the versions alone do not make a record unreadable"
    bad(other + "done", named)
    bad(other.replace('[Scenario "open"]', '[Scenario "closed"]'), named)


def test_a_record_of_an_unknown_game_names_the_versions_of_the_program() -> None:
    head = '[Grognard "1"]\n[Game "chess"]\n'
    bad(head + '[Version "9.1"]\n', f"(written by Grognard 9.1; this is Grognard {grognard.__version__})")
    bad(head, f"(written by Grognard of an unknown version; this is Grognard {grognard.__version__})")


def test_oversized_texts_are_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    bad(HEAD + " " * LIMIT, f"a record has at most {LIMIT} characters")
    record = played("skirmish", 3).record()
    monkeypatch.setattr(record_module, "LIMIT", len(record))
    assert grognard.replay(record).over
    bad(record + " ", "characters")


def test_a_long_record_of_forged_lines_stops_at_the_first() -> None:
    bad(HEAD + "first blue\n" + "roll 9\n" * 100_000, "line 5: 'roll 9'")
