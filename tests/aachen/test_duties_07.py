"""Duties of chapter 7 that no other test proves: the hex of a displaced HQ, and reinforcements in improved hexes."""

from __future__ import annotations

from tests.aachen.helpers_combat import DUEL, GERMAN, GERMAN_HQ, US, US_HQ, outcome
from tests.aachen.kit import act, disrupted, improved, lost, step, table, where
from tests.kit import offered, refused
from tests.rules import rule


@rule("aachen", "7.3.2j", "7.3.2i", "7.3.6e")
def test_the_hex_of_a_displaced_hq_is_entered_with_the_points_that_are_left() -> None:
    at = "1-HQ=1508 3A-HQ=1706 3A-I/32=2410 526-HQ=2412 526-328=3018"
    match = act("us 3A-HQ", at, german="3018").play("select 3A-I/32", "move 2411")
    assert where(match, "526-HQ") == "3018"
    assert offered(match, "move 2412")
    assert where(match.play("move 2412"), "3A-I/32") == "2412"
    guarded = act("us 3A-HQ", f"{at} 526-453=2412", "disrupted 526-453", german="3018")
    guarded.play("select 3A-I/32", "move 2411")
    assert where(guarded, "526-HQ") == "2412"
    refused(guarded, "move 2412", "7.3.2")


@rule("aachen", "7.7k", "7.7")
def test_a_reinforcement_leaves_the_marker_of_its_hex() -> None:
    at = "1-HQ=1705 526-HQ=2706 12-HQ=3317 12-I/27=due 12-II/27=due 1012=3019"
    match = table("reinforcement", at, "assigned 1012=8", "improved 3019", turn=2, whole=True)
    match.play("select 12-I/27", "place 3019")
    assert (where(match, "12-I/27"), where(match, "1012")) == ("3019", "3019")
    assert improved(match, "3019")
    assert step(match) == "reinforce"


@rule("aachen", "7.7m", "7.7d", "7.7f")
def test_a_loss_leaves_the_marker_and_disruption_and_retreat_do_not() -> None:
    black = outcome("1/1", DUEL, "1-I/16", "12-I/27", "improved 2409")
    assert lost(black, "12-I/27") == 1
    assert improved(black, "2409")
    red = outcome("1/1r", DUEL, "1-I/16", "12-I/27", "improved 2409", dice=[10])
    assert disrupted(red, "12-I/27")
    assert not improved(red, "2409")
    back = outcome("1/2", DUEL, "1-I/16", "12-I/27", "improved 2409").play("yield")
    assert where(back, "12-I/27") != "2409"
    assert not improved(back, "2409")


@rule("aachen", "7.7h")
def test_a_retreat_into_the_hex_takes_the_marker_away() -> None:
    at = f"{US_HQ} {US} 1-745=2407 {GERMAN_HQ} {GERMAN}"
    sides = dict.fromkeys(("2307-2408", "2308-2408", "2408-2507", "2408-2508"), "roer")
    match = outcome("2/1", at, "1-I/16", "12-I/27", "improved 2407", sides=sides).play("yield")
    assert where(match, "1-I/16") == "2407"
    assert not improved(match, "2407")


@rule("aachen", "7.7l")
def test_reorganization_leaves_the_marker_of_giver_and_receiver() -> None:
    at = "1-HQ=1703 12-HQ=3317 12-I/27=3218 12-II/27=3217 394=3217"
    match = table("replacement", at, "lost 12-I/27=1", "improved 3217 3218", "assigned 394=12", turn=2)
    match.play("give 12-II/27", "rebuild 12-I/27")
    assert improved(match, "3217")
    assert improved(match, "3218")
