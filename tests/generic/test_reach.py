"""Reach without a selection: the same as after selecting it, and nothing changes."""

from __future__ import annotations

import grognard
from grognard import Match
from tests.rules import rule

HURTGEN = "game hurtgen\nturn 1\nphase us movement\nat 1/22=0508 2/22=0510 1/985=0709\n"
RHINE = "game rhine\nturn 4\nphase allied movement\nat US30=2104N US1=2012N 12VG=2713N\n"


def selected(match: Match, unit: str) -> dict[str, str]:
    """The reach that is shown after selecting a unit."""
    other = grognard.setup(match.position())
    other.play(f"select {unit}")
    label = other.game.board.grid.label
    return {label(h): cost for h, cost in other.game.reading.reach(other.state).items()}


def agree(position: str, unit: str) -> None:
    match = grognard.setup(position)
    before = match.position()
    found = match.reach(unit)
    assert found == selected(match, unit)
    assert len(found) > 3
    assert match.position() == before
    assert not match.journal
    for hex, cost in found.items():
        assert match.who_reaches(hex)[unit] == cost


@rule("hurtgen", "5.13")
def test_a_battalion_is_asked_without_selecting_it() -> None:
    agree(HURTGEN, "1/22")


@rule("rhine", "10.1")
def test_a_division_is_asked_without_selecting_it() -> None:
    match = grognard.setup(RHINE)
    assert match.reach("US30") == selected(match, "US30")
    assert set(match.who_reaches("2204N")) == {"US1", "US30"}


def test_units_that_may_not_move_now_reach_nothing() -> None:
    match = grognard.setup(HURTGEN)
    assert match.reach("1/985") == {}
    assert "1/985" not in match.who_reaches("0710")
