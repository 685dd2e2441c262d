"""Duties of chapter 7 that no other test proves: the hex of a displaced HQ, and reinforcements in improved hexes."""

from __future__ import annotations

from tests.aachen.kit import act, improved, step, table, where
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
