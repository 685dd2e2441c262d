"""Chapters 5.1 and 5.6: calculations, Effectiveness Checks and disruption."""

from __future__ import annotations

import pytest

from tests.aachen.helpers_combat import DUEL, GERMAN, GERMAN_HQ, US, US_HQ, attack, outcome
from tests.aachen.kit import act, disrupted, improved, lost, purse, step, told, where
from tests.kit import offered, offers, refused
from tests.rules import rule


@rule("aachen", "5.1d", "5.1")
def test_movement_points_are_never_rounded() -> None:
    # Next to an enemy unit from the start, so there is no increase: seven road hexes leave half a point of four.
    road = "-".join(f"24{p:02d}" for p in range(6, 17))
    at = f"{US_HQ} 1-I/16=2406 12-HQ=2420 12-I/27=2306"
    match = act("us 1-HQ", at, "disrupted 12-I/27", roads=road).play("select 1-I/16")
    found = offers(match, "move")
    assert {"2413", "2414", "2512"} <= found
    assert "2513" not in found, "three and a half points, and a whole one for clear ground"
    assert "2415" not in found


@pytest.mark.parametrize(("roll", "failed"), [(1, False), (6, False), (7, True), (10, True)])
@rule("aachen", "5.6.1", "5.6.1a", "5.6.1b", "5.6.1e", "5.6.2a")
def test_a_die_above_the_rating_fails(roll: int, failed: bool) -> None:
    # In an enemy zone, over a stream: nothing modifies the die.
    match = outcome("1/1r", DUEL, "1-I/16", "12-I/27", dice=[roll], sides={"2408-2409": "stream"})
    assert disrupted(match, "12-I/27") == failed


@rule("aachen", "5.6b", "5.6", "5.6.1d", "7.6", "5.6.2")
def test_a_refit_is_checked_against_the_disrupted_rating_and_costs_nothing_when_it_fails() -> None:
    match = act("us 1-HQ", DUEL, "disrupted 1-I/16", "quiet 3", dice=[5]).play("refit 1-I/16")
    assert (disrupted(match, "1-I/16"), lost(match, "1-I/16"), purse(match, "us")) == (True, 0, 6)
    good = act("us 1-HQ", DUEL, "disrupted 1-I/16", "quiet 3", dice=[4]).play("refit 1-I/16")
    assert not disrupted(good, "1-I/16")


@rule("aachen", "5.6d", "5.6.1c", "7.3.4")
def test_each_unit_of_an_infiltration_is_checked_and_loses_no_point() -> None:
    at = f"3A-HQ=2405 3A-I/32=2408 3A-I/36=2408 {GERMAN_HQ} {GERMAN}"
    match = act("us 3A-HQ", at, "quiet 3", "answer 2", dice=[6, 7])
    match.play("stack 2408", "move 2308")
    while step(match) == "react":
        match.play("stand-down")
    assert [text.split()[0] for text in told(match, "5.6.1")] == ["3A-I/32", "3A-I/36"]
    assert where(match, "3A-I/32") == "2308"
    assert (where(match, "3A-I/36"), lost(match, "3A-I/36")) == ("2408", 0)
    assert disrupted(match, "3A-I/36")


@rule("aachen", "5.6e", "3.3")
def test_hqs_are_not_checked_and_never_disrupted() -> None:
    match = outcome("1/1r", f"{US_HQ} {US} 12-HQ=2409 {GERMAN}", "1-I/16", "12-I/27", dice=[10])
    assert [text.split()[0] for text in told(match, "5.6.1")] == ["12-I/27"]
    assert not disrupted(match, "12-HQ")


@rule("aachen", "5.6.2c", "5.3.1")
def test_overstacking_costs_a_disrupted_unit_a_point() -> None:
    at = f"{US_HQ} 1-I/16=2403 1-II/16=2404"
    match = act("us 1-HQ", at, "disrupted 1-II/16").play("select 1-I/16", "move 2404")
    if offered(match, "stop"):
        match.play("stop")
    assert disrupted(match, "1-I/16", "1-II/16")
    assert (lost(match, "1-I/16"), lost(match, "1-II/16")) == (0, 1)


@rule("aachen", "5.6.2", "5.2", "5.6.1")
def test_the_holder_rolls_one_failed_check_of_its_side_again_when_all_are_rolled() -> None:
    at = f"{US_HQ} {US} 116P-HQ=2413 116P-I/24=2409 116P-I/60=2409"
    match = outcome("1/2r", at, "1-I/16", "116P-I/24 116P-I/60", rerolls=True, dice=[7, 8])
    assert (step(match), match.side) == ("check-window", "german")
    assert not disrupted(match, "116P-I/24")
    assert match.actions.texts() == ["keep", "reroll-unit 116P-I/24", "reroll-unit 116P-I/60"]
    refused(match, "reroll-unit 1-I/16", "5.2")
    match.play("reroll-unit 116P-I/24", "roll 9")
    assert disrupted(match, "116P-I/24", "116P-I/60"), "a die is rolled again only once"
    passed = outcome("1/1r", at, "1-I/16", "116P-I/24 116P-I/60", rerolls=True, dice=[6, 6])
    assert step(passed) == "act", "no window after checks that were passed"


@rule("aachen", "5.6.3", "5.6.3a")
def test_a_disrupted_unit_does_not_move() -> None:
    match = act("us 1-HQ", DUEL, "disrupted 1-I/16")
    assert "disrupted" in refused(match, "select 1-I/16", "5.6.3").why
    assert offered(match, "refit 1-I/16")


@rule("aachen", "5.6.3b", "6.4.1")
def test_a_disrupted_unit_lends_no_reaction() -> None:
    at = "1-HQ=2405 1-I/16=2407 12-HQ=2413 12-I/27=2409"
    match = act("us 1-HQ", at, "disrupted 12-I/27").play("select 1-I/16", "move 2408")
    assert (where(match, "1-I/16"), match.side) == ("2408", "us")
    awake = act("us 1-HQ", at).play("select 1-I/16", "move 2408")
    assert (step(awake), awake.side) == ("react", "german")


@rule("aachen", "5.6.3c", "7.7")
def test_a_hex_with_a_disrupted_unit_has_no_improved_defense() -> None:
    at = f"3A-HQ=2405 3A-I/32=2408 3A-I/36=2408 {GERMAN_HQ} {GERMAN}"
    match = act("us 3A-HQ", at, "disrupted 3A-I/36")
    assert "disrupted" in refused(match, "improve 2408").why
    gone = outcome("1/1r", DUEL, "1-I/16", "12-I/27", "improved 2409", dice=[10])
    assert not improved(gone, "2409")


@rule("aachen", "5.6.3g", "5.6.3")
def test_the_companions_of_a_disrupted_unit_move_attack_and_have_a_zone() -> None:
    at = f"3A-HQ=2405 3A-I/32=2408 3A-I/36=2408 {GERMAN_HQ} {GERMAN}"
    match = act("us 3A-HQ", at, "disrupted 3A-I/32")
    h = match.game.board.grid.parse("2308")
    assert match.game.zone(match.state, 0) >> h & 1
    match.play("stack 2408")
    assert [match.game.counters[u].id for u in match.state.hand] == ["3A-I/36"]  # type: ignore[attr-defined]
    assert offered(match, "attack 2409")
    match.play("move 2407")
    assert where(match, "3A-I/32") == "2408"


@rule("aachen", "5.6.3h")
def test_disruption_by_itself_takes_no_strength() -> None:
    at = f"{US_HQ} 1-I/16=2403 1-II/16=2404"
    match = act("us 1-HQ", at).play("select 1-I/16", "move 2404", "stop")
    assert disrupted(match, "1-I/16", "1-II/16")
    assert (lost(match, "1-I/16"), lost(match, "1-II/16")) == (0, 0)


@rule("aachen", "5.6.3f", "5.6.3d")
def test_a_disrupted_defender_fights_with_its_lower_figures() -> None:
    match = attack(
        f"3A-HQ=2405 3A-I/32=2408 {GERMAN_HQ} {GERMAN}", "3A-I/32", "hasty", "disrupted 12-I/27", who="us 3A-HQ"
    )
    # Tanks 6 against 2; 9 x (rating 4, left column, 0: 1).
    assert (match.state.modifier, match.state.totals[1]) == (4, 9)  # type: ignore[attr-defined]
