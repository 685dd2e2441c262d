"""Clauses 13.5 and 10.6.B: the Combat Duration, and whether there is a Combat Segment at all."""

from __future__ import annotations

import pytest

from grognard import Match
from tests.kit import offered, offers
from tests.reich.helpers_combat import TABLE, N, T, attack, combat, events, resolve, settle
from tests.rules import rule

STACKS = f"G-12SS={T} US-1={N} CW-50=1426"


def segment(points: str, *dice: int, at: str = "", side: str = "allied", more: tuple[str, ...] = ()) -> Match:
    """A Combat Segment with these Movement Points, before its first roll."""
    phase = {"allied": "allied combat", "german": "german combat", "offensive": "german offensive-combat"}[side]
    lines = ["scenario campaign", f"phase {phase}", f"at {at or STACKS}", f"points {points}", *more]
    lines += ["turn 10", "offensive 10"] if side == "offensive" else ["turn 3"]
    if side == "allied":
        lines += ["army12 US-1", "army21 CW-50"]
    return TABLE.table("\n".join(sorted(lines, key=lambda line: line.startswith("phase"))), bare=True, dice=dice)


@rule("reich", "13.5", "13.5b", "13.5c", "4.1bq")
@pytest.mark.parametrize(("die", "lost"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_the_duration_is_half_the_die(die: int, lost: int) -> None:
    match = segment("8 7 0 0 0", die)
    assert match.state.points == [8 - lost, 7 - lost, 0, 0, 0]
    assert len(events(match, "13.5")) == 1


@rule("reich", "13.5a", "4.1bq", "4.1ac")
@pytest.mark.parametrize("side", ["allied", "offensive"])
def test_the_duration_is_rolled_before_the_first_combat(side: str) -> None:
    match = segment("8 8 0 5 9", side=side)
    assert match.side == "dice"
    assert offers(match, "attack") == set()
    match.play("roll 4")
    assert offers(match, "attack")


@rule("reich", "13.5c", "4.1ac")
def test_the_duration_of_the_counteroffensive_falls_on_both_kinds_of_units() -> None:
    match = segment("8 8 8 4 9", 5, side="offensive")
    assert match.state.points == [8, 8, 8, 2, 7]


@rule("reich", "13.5d", "10.6.B.4d", "10.6.B.4b")
def test_a_command_whose_points_are_gone_does_not_move_again() -> None:
    match = segment("8 1 0 0 0", 5)
    assert match.state.points == [6, 0, 0, 0, 0]
    assert offers(match, "attack") == {T}
    match.play("done")
    assert offers(match, "select") <= {"CW-50"}


@rule("reich", "13.5f", "10.6.Ba", "10.6.B.1a", "10.6.B.1d", "10.6.B.1e", "4.1bm", "4.1bn")
def test_without_a_point_in_the_lowest_command_there_is_neither_combat_nor_breakthrough() -> None:
    match = segment("8 0 0 0 0")
    assert not events(match, "13.5")
    assert match.game.phase_of(match.state).startswith("german")


@rule("reich", "10.6.B.1a")
def test_a_command_without_units_does_not_count() -> None:
    match = segment("8 8 0 0 0")
    assert match.side == "dice"


@rule("reich", "10.6.B.2a", "10.6.B.2b", "4.1aa", "4.1ab", "13.5f")
def test_the_counteroffensive_needs_a_point_of_the_infantry() -> None:
    match = segment("0 0 0 0 4", side="offensive")
    assert not events(match, "13.5")
    assert match.game.phase_of(match.state) not in ("german offensive-combat", "german breakthrough")
    kept = segment("0 0 0 1 4", side="offensive")
    assert kept.side == "dice"


@rule("reich", "10.6.B.3a")
def test_red_ball_and_priority_do_not_save_the_segment() -> None:
    match = segment("8 0 0 0 0", more=("red_ball US-1", "logistics 2"))
    assert match.game.phase_of(match.state).startswith("german")


@rule("reich", "13.5g", "4.1by", "13.1.A")
def test_a_regular_german_segment_has_no_duration_and_no_breakthrough() -> None:
    match = segment("0 0 0 0 0", 3, 3, side="german")
    assert match.side == "german"
    attack(match, N, "G-12SS")
    match.play("resolve")
    settle(match)
    assert not events(match, "13.5")
    assert match.game.phase_of(match.state) != "german breakthrough"


@rule("reich", "13.5h", "13.1.Dc")
def test_one_duration_covers_all_combats() -> None:
    match = combat("allied", f"G-12SS={T} G-2PZ=1427 US-1={N} US-29=1428", dice=[1, 1, 1, 1])
    for target, unit in ((T, "US-1"), ("1427", "US-29")):
        resolve(match, target, unit)
        settle(match)
    assert len(events(match, "13.5")) == 1
    assert match.state.points[:3] == [7, 7, 7]


@rule("reich", "13.5i")
def test_the_duration_is_rolled_even_if_no_attack_is_wanted() -> None:
    match = segment("8 8 0 0 0", 6)
    match.play("done")
    assert match.game.phase_of(match.state) == "allied breakthrough"
    assert match.state.points[:2] == [5, 5]
    assert not offered(match, f"attack {T}")


@rule("reich", "10.6.B.4a", "10.6.B.4c")
def test_what_the_duration_leaves_serves_the_breakthrough() -> None:
    match = segment("0 0 0 1 5", 2, side="offensive")
    match.play("done")
    assert match.state.points == [0, 0, 0, 0, 4]
