"""The automatic path of a move: of equal paths one that captures no city, and a warning where there is no other."""

from __future__ import annotations

import grognard
from grognard import Match
from tests.rules import rule

AACHEN = "2305N"


def marching() -> Match:
    """A division west of Aachen that is about to move."""
    match = grognard.setup("game rhine\nturn 4\nphase allied movement\nat US30=2104N 12VG=2713N\n")
    match.play("select US30")
    return match


def path(match: Match, label: str) -> list[str]:
    grid = match.game.board.grid
    return [grid.label(h) for h in match.game.reading.path(match.state, grid.parse(label))]


def said(match: Match, label: str) -> list[tuple[str, str]]:
    found = match.game.reading.path_notes(match.state, match.game.board.grid.parse(label))
    return [(note.text, note.rule) for note in found]


@rule("rhine", "3.9")
def test_of_equal_paths_one_around_a_city_is_taken() -> None:
    match = marching()
    assert AACHEN not in path(match, "2505N")
    assert not said(match, "2505N")
    match.play("move 2505N")
    assert not match.state.allied >> match.game.board.grid.parse(AACHEN) & 1


@rule("rhine", "3.9")
def test_a_city_on_the_path_is_announced_before_and_after() -> None:
    match = marching()
    assert said(match, AACHEN) == [("captures 2305N", "3.9")]
    match.play(f"move {AACHEN}")
    assert "Allied captures 2305N" in [event.text for event in match.events]
    assert match.state.allied >> match.game.board.grid.parse(AACHEN) & 1


@rule("rhine", "3.9")
def test_a_city_of_ones_own_is_no_capture() -> None:
    text = "game rhine\nturn 4\nphase allied movement\nat US30=2104N 12VG=2713N\nallied 2104N 2305N\n"
    match = grognard.setup(text)
    match.play("select US30")
    assert not said(match, AACHEN)


@rule("rhine", "10.1")
def test_a_mixed_stack_is_told_why_it_moves_one_hex_at_a_time() -> None:
    """No enemy zone is the reason: the units pay different costs."""
    match = grognard.setup("game rhine\nturn 4\nphase allied movement\nat F2MO=2717S F4MO=2717S 2Pz=1500S\n")
    match.play("select F2MO")
    match.play("also F4MO")
    refusal = match.why_not("move 2515S")
    assert refusal is not None
    assert refusal.rule == "10.1"
    assert "different movement costs" in refusal.why
