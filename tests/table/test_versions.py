"""The error for a stored match that cannot be loaded names the versions at its start."""

from __future__ import annotations

import msgspec
import pytest

import grognard
from grognard.table.errors import Problem
from grognard.table.journal import Header, header_of, restore, rows_of

GAME = "hurtgen"


def header() -> Header:
    match = grognard.new(GAME, seed=7)
    return header_of(match, dict.fromkeys(match.game.sides, "me"))


def test_a_header_keeps_the_versions_it_was_written_with():
    title = grognard.game(GAME)
    assert (header().version, header().rules, header().data) == (
        grognard.__version__,
        str(title.rules_version),
        title.data_digest,
    )


def test_a_header_without_versions_can_still_be_read():
    fields = msgspec.to_builtins(header())
    for name in ("version", "rules"):
        del fields[name]
    old = msgspec.convert(fields, Header)
    assert (old.version, old.rules) == ("", "")
    assert restore("old", old, [], 0.0).match.state == grognard.new(GAME, seed=7).state


@pytest.mark.parametrize(
    ("version", "said"), [("0.1.9", "written by Grognard 0.1.9 with rules"), ("", "written by an unknown version")]
)
def test_the_error_for_a_match_that_cannot_be_loaded_names_both_versions(version: str, said: str):
    begun = header()
    begun.version = version
    match = grognard.new(GAME, seed=7)
    match.play(next(iter(match.actions)))
    rows = [msgspec.structs.replace(row, text="fly 9999") for row in rows_of(match, 0, 1, at=0.0)]
    with pytest.raises(Problem) as caught:
        restore("broken", begun, rows, 0.0)
    text = str(caught.value)
    assert said in text
    assert f"this is Grognard {grognard.__version__}" in text
