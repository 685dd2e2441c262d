"""Chapters 6 to 6.3 and 5.2: initiative, act, transfer and pass, activations, and the reroll marker."""

from __future__ import annotations

import pytest

from grognard import Match
from tests.aachen.kit import act, level, levels, purse, step, table, told
from tests.kit import offered, offers, refused
from tests.rules import rule

US, GERMAN = 0, 1
AT = "1-HQ=2008 1-I/16=2410 3A-HQ=1508 3A-I/32=1509 526-HQ=2916 526-328=2917 9P-HQ=2719 9P-11=2720"


def ops(*more: str, turn: int = 2, dice: list[int | str] | None = None, at: str = AT, **ground: object) -> Match:
    """The Ops Phase of turn 2, which begins with dice: the U.S. side's first."""
    return table("ops", at, *more, turn=turn, dice=dice or [], **ground)  # type: ignore[arg-type]


def marker(match: Match) -> tuple[int, int]:
    """The side and the number of the marker of the Initiative track."""
    return match.state.drm_side, match.state.drm  # type: ignore[attr-defined]


def snafu(match: Match) -> int:
    """The holder of the reroll marker."""
    found: int = match.state.snafu  # type: ignore[attr-defined]
    return found


def turn_of(match: Match) -> str:
    """The rows of the step that chooses, and whose it is."""
    return f"{match.side} {step(match)}"


# -- Initiative Determination (6.1) ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "more", "who"),
    [
        ([5, 4], (), "us"),
        ([4, 5], (), "german"),
        ([5, 5], (), "us"),
        ([4, 6], ("interdiction 1",), "german"),
        ([4, 6], ("interdiction 2",), "us"),
        ([5, 4], ("drm 2", "drm_side german"), "german"),
        ([6, 4], ("drm 2", "drm_side german"), "us"),
        ([4, 6], ("drm 2", "drm_side us"), "us"),
        ([4, 7], ("drm 2", "drm_side us"), "german"),
        ([1, 5], ("drm 2", "drm_side us", "interdiction 2"), "us"),
    ],
)
@rule("aachen", "6.1", "6.1a", "6.1b", "6.1c", "6.1d", "6.1e", "3.1.3b")
def test_pitfall_46_the_higher_modified_die_wins_and_a_tie_is_the_us_sides(
    dice: list[int | str], more: tuple[str, ...], who: str
) -> None:
    match = ops("quiet 3", *more, dice=dice)
    assert turn_of(match) == f"{who} choose"


@pytest.mark.parametrize(
    ("dice", "more", "after"),
    [
        ([5, 4], (), (GERMAN, 2)),
        ([4, 5], (), (US, 2)),
        ([9, 1], ("drm 2", "drm_side german"), (GERMAN, 3)),
        ([9, 1], ("drm 5", "drm_side german"), (GERMAN, 6)),
        ([9, 1], ("drm 5", "drm_side us"), (GERMAN, 2)),
        ([9, 1], ("drm 60", "drm_side us"), (GERMAN, 2)),
    ],
)
@rule("aachen", "6.1f", "6.1g", "6.1h", "6.1i", "6.1j")
def test_pitfall_46_the_marker_moves_after_the_dice(
    dice: list[int | str], more: tuple[str, ...], after: tuple[int, int]
) -> None:
    assert marker(ops("quiet 3", *more, dice=dice)) == after


@rule("aachen", "6.1k", "10", "10f")
def test_pitfall_48_the_first_activation_of_a_scenario_is_the_us_sides_without_dice() -> None:
    match = table("ops", AT)
    assert turn_of(match) == "us choose"
    assert marker(match) == (GERMAN, 2)
    assert not told(match, "6.1")


# -- Act, transfer, pass (6.2) ------------------------------------------------------------------------


@rule("aachen", "6.2", "6.2a", "6.2b", "4d", "6.3d", "6.3c")
def test_act_is_one_activation_and_then_the_next_cycle() -> None:
    match = ops("quiet 3", dice=[9, 1, 5, 4, 6]).play("act 1-HQ")
    assert step(match) == "act"
    match.play("done")
    assert len(told(match, "6.1")) == 2
    assert marker(match)[0] == US or match.side == "us"
    assert offered(match, "act 1-HQ") == (match.side == "us")


@rule("aachen", "6.2c", "6.2e", "6.2f", "6.2g", "6.2a")
def test_pitfall_47_transfer_leaves_the_marker_and_may_not_be_given_back() -> None:
    match = ops("quiet 3", dice=[9, 1]).play("transfer")
    assert turn_of(match) == "german choose"
    assert marker(match) == (GERMAN, 2)
    assert match.state.initiative == GERMAN  # type: ignore[attr-defined]
    refused(match, "transfer", "6.2")
    refused(match, "act 1-HQ", "6.2")
    assert offers(match, "act") == {"526-HQ", "9P-HQ"}


@rule("aachen", "6.2d", "6.2h", "6.2j", "6.2l")
def test_pitfall_47_after_a_pass_no_dice_and_no_transfer() -> None:
    match = ops("quiet 3", dice=[9, 1]).play("pass")
    assert turn_of(match) == "german choose"
    assert len(told(match, "6.1")) == 1
    refused(match, "transfer", "6.2")
    match.play("act 526-HQ", "roll 5", "done")
    assert turn_of(match) == "german choose"
    assert len(told(match, "6.1")) == 1


@rule("aachen", "6.2n", "6.2e")
def test_who_passes_after_a_transfer_has_passed_and_the_giver_goes_on_without_dice() -> None:
    match = ops("quiet 3", dice=[9, 1]).play("transfer", "pass")
    assert turn_of(match) == "us choose"
    assert len(told(match, "6.1")) == 1
    refused(match, "transfer", "6.2")


@rule("aachen", "6.2k", "6.1l", "7.8a", "7.8")
def test_the_phase_ends_when_both_have_passed() -> None:
    match = ops("quiet 3", dice=[9, 1]).play("pass", "pass")
    assert match.state.turn == 3  # type: ignore[attr-defined]


@rule("aachen", "6.1l", "6.3.1b")
def test_the_phase_ends_when_neither_side_can_activate() -> None:
    match = ops("level " + levels(F1=0, F3A=0, F526=0, F9P=0), dice=[])
    assert match.state.turn == 3  # type: ignore[attr-defined]


@rule("aachen", "6.2m")
def test_pitfall_47_a_side_without_formations_still_rolls_and_hands_over_or_passes() -> None:
    match = ops("quiet 3", "level " + levels(F1=0, F3A=0), dice=[9, 1])
    assert turn_of(match) == "us choose"
    assert not offers(match, "act")
    assert offered(match, "transfer")
    assert offered(match, "pass")


# -- activations (6.3) ---------------------------------------------------------------------------------


@rule("aachen", "6.3", "6.3a", "6.3.1", "6.3.1a", "6.3.2", "6.3.2a", "6.3.2d")
def test_an_activation_reads_the_column_of_its_level_and_lowers_it() -> None:
    match = ops("quiet 3", dice=[9, 1, 3]).play("act 3A-HQ")
    assert (purse(match, "us"), level(match, "3A"), level(match, "1")) == (5, 5, 7)


@rule("aachen", "6.3.2b", "6.3.2c", "3.4b")
def test_points_of_both_sides_are_kept_apart_and_never_more_than_7() -> None:
    match = ops("quiet 3", dice=[9, 1, 10]).play("act 1-HQ")
    assert (purse(match, "us"), purse(match, "german")) == (7, 0)


@rule("aachen", "6.3.1", "6.3.1b", "6.2", "6.3")
def test_what_cannot_be_activated() -> None:
    match = ops("quiet 3", "level " + levels(F1=0), dice=[9, 1])
    refused(match, "act 1-HQ", "6.3.1")
    refused(match, "act 526-HQ", "6.2")
    refused(match, "act 1-I/16", "6.3")
    refused(match, "act 9-HQ", "6.3.1")


@rule("aachen", "6.3.2f", "6.3.2d", "7.1i")
def test_points_that_are_left_are_lost() -> None:
    match = ops("quiet 3", dice=[9, 1, 10, 9, 1, 1]).play("act 1-HQ", "done")
    assert purse(match, "us") == 0
    if match.side == "us":
        match.play("act 1-HQ")
        assert purse(match, "us") == 4


# -- the reroll marker (5.2) -----------------------------------------------------------------------------


@rule("aachen", "5.2", "5.2a")
def test_the_germans_hold_the_marker_first() -> None:
    assert snafu(ops("quiet 3", dice=[9, 1])) == GERMAN
    assert snafu(act("us 1-HQ", "1-HQ=1705 1-I/16=1706 526-328=2107", scenario="first-blood")) == GERMAN


@rule("aachen", "5.2b", "5.2e", "5.2n", "5.2g", "5.2j")
def test_the_loser_of_the_dice_may_roll_again_and_hands_the_marker_over() -> None:
    match = ops(dice=[5, 4])
    assert turn_of(match) == "german initiative-window"
    match.play("reroll", "roll 9")
    assert snafu(match) == US
    assert turn_of(match) == "us initiative-window"  # the new holder, for its own die (5.2i)
    match.play("keep")
    assert turn_of(match) == "german choose"
    assert marker(match) == (US, 2)


@rule("aachen", "5.2i", "5.2j")
def test_pitfall_46_the_new_holder_may_use_it_at_once_but_a_die_is_rerolled_once() -> None:
    match = ops(dice=[5, 4]).play("reroll", "roll 9", "reroll", "roll 10")
    assert turn_of(match) == "us choose"
    assert snafu(match) == GERMAN
    refused(match, "reroll", "5.2")


@rule("aachen", "5.2c", "5.2d", "5.2m")
def test_who_does_not_hold_the_marker_rerolls_nothing() -> None:
    match = ops("snafu us", dice=[5, 4])
    assert turn_of(match) == "us choose"  # the Germans are not asked
    assert offered(match, "reroll")
    other = ops("quiet 3", dice=[9, 1, 1]).play("act 1-HQ")
    refused(other, "reroll", "5.2")


@rule("aachen", "5.2g", "5.2j", "5.2b")
def test_a_winner_rerolls_among_its_choices_until_it_does_something_else() -> None:
    match = ops("snafu us", "quiet 2", dice=[5, 4]).play("reroll", "roll 2")
    assert turn_of(match) == "german choose"
    assert marker(match) == (US, 2)
    assert snafu(match) == GERMAN


@rule("aachen", "5.2g", "5.2j", "6.3.2")
def test_the_die_for_points_is_rerolled_before_anything_else_is_done() -> None:
    match = ops("snafu us", "quiet 2", dice=[9, 1, 1]).play("act 1-HQ")
    assert purse(match, "us") == 5
    assert offered(match, "reroll")
    match.play("reroll", "roll 9")
    assert (purse(match, "us"), level(match, "1"), snafu(match)) == (7, 6, GERMAN)
    refused(match, "reroll", "5.2")
    late = ops("snafu us", "quiet 2", dice=[9, 1, 1]).play("act 1-HQ", "select 1-I/16")
    refused(late, "reroll", "5.2")


@rule("aachen", "5.2l", "5.2g")
def test_the_holder_uses_it_in_the_enemys_activation_too() -> None:
    at = "1-HQ=1508 526-HQ=2616 1-I/16=2410 526-328=2412"
    match = act("us 1-HQ", at, dice=[9, 2, 5]).play("select 1-I/16", "move 2411", "react 526-HQ")
    assert turn_of(match) == "german reroll-window"
    match.play("reroll")
    assert snafu(match) == US
    assert turn_of(match) == "german act"
    points = act("us 1-HQ", at, dice=[2, 1, 10]).play("select 1-I/16", "move 2411", "react 526-HQ")
    assert purse(points, "german") == 1
    points.play("reroll")
    assert purse(points, "german") == 3


@rule("aachen", "5.2f", "5.6.1c")
def test_of_several_checks_one_die_is_rolled_again() -> None:
    at = "1-HQ=1508 526-HQ=2616 1-I/16=2410 1-745=2410 526-328=2510"
    match = act("us 1-HQ", at, "snafu us", dice=[10, 10, 1]).play("stack 2410", "move 2411", "hold")
    assert offers(match, "reroll-unit") == {"1-I/16", "1-745"}
    refused(match, "reroll-unit 1-HQ", "5.2")
    match.play("reroll-unit 1-745")
    assert step(match) == "act"
    assert not match.state.disrupted >> match.game.unit_ids["1-745"] & 1  # type: ignore[attr-defined]
    assert match.state.disrupted >> match.game.unit_ids["1-I/16"] & 1  # type: ignore[attr-defined]


@rule("aachen", "5.2k")
def test_the_germans_of_first_blood_may_reroll_their_checks() -> None:
    match = act("us 1-HQ", "1-HQ=1705 1-I/16=2008 526-328=2107", scenario="first-blood")
    assert snafu(match) == GERMAN


@rule("aachen", "3.4a", "5.2h")
def test_no_window_where_no_face_serves_better() -> None:
    match = ops(dice=[10, 1], at=AT)
    assert turn_of(match) == "us choose"
