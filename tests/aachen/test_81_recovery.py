"""Chapter 8.1: the Recovery Segment."""

from __future__ import annotations

import pytest

from grognard import Match
from grognard.games.aachen.pieces import german_losses
from tests.aachen.kit import disrupted, level, levels, lost, step, support, table, told, where
from tests.kit import offered, refused
from tests.rules import rule

#: A US HQ in the south-west and a German one in the east, both in supply.
HQS = "1-HQ=1703 526-HQ=3518"


def interdiction(match) -> int:
    return match.state.interdiction


@rule("aachen", "8.1a", "8.1b")
def test_the_marker_goes_back_and_the_parts_follow_in_order() -> None:
    at = "1-HQ=1703 1-I/16=1704 526-HQ=3518 526-328=3517"
    m = table("recovery", at, "level " + levels(F1=1, F526=1), "drm 4", "drm_side german", "disrupted 1-I/16", turn=2)
    assert (m.state.drm, m.state.drm_side) == (0, -1)
    assert (m.side, m.prompt.rule) == ("dice", "8.1.2")
    assert (level(m, "1"), level(m, "526")) == (5, 1)
    m.play("roll 4")
    assert [event.rule for event in m.events if event.rule.startswith("8")][:3] == ["8.1.2", "8.1.3", "8.1.4"]


@rule("aachen", "8.1.1a", "8.1.1c", "8.1.2a", "8.1.2b", "8.1.2d", "8.1.3a", "8.1.3b", "8.1.3c")
@pytest.mark.parametrize(("die", "found", "german"), [(3, 0, 3), (4, 1, 2), (7, 1, 2), (8, 2, 1), (10, 2, 1)])
def test_the_die_sets_interdiction_which_slows_german_recovery_only(die: int, found: int, german: int) -> None:
    m = table(
        "recovery",
        "1-HQ=1703 1-I/16=1704 116P-HQ=3518 116P-I/60=3517",
        "level " + levels(F1=1, F116P=1),
        "interdiction 2",
        turn=2,
        dice=[die],
    )
    assert interdiction(m) == found
    assert level(m, "1") == 5
    assert level(m, "116P") == 1 + german


@rule("aachen", "8.1.2c")
def test_interdiction_helps_the_us_initiative_die() -> None:
    m = table("ops", HQS, "interdiction 2", "quiet 2", turn=2)
    m.play("roll 4", "roll 6")
    assert m.side == "us"
    assert told(m, "6.1") == ["Initiative: U.S. 4 + 2 for interdiction = 6; German 6, a tie: the U.S. side"]


@rule("aachen", "8.1d", "8.1g")
def test_levels_rise_from_nothing_and_never_above_the_maximum() -> None:
    m = table("recovery", "1-HQ=1703 3A-HQ=1706 526-HQ=3518", "level " + levels(F1=0, **{"F3A": 5}), turn=2, dice=[1])
    assert level(m, "1") == 4
    assert level(m, "3A") == 6


@rule("aachen", "8.1c", "8.1e", "8.1f")
def test_supply_decides_who_recovers_and_whose_hq_turns_back() -> None:
    ring = "1804 1805 1905 2005 2004 1903".split()
    germans = ["526-328", "526-453", "526-473", "526-536", "353-941", "353-942"]
    cut = " ".join(f"{unit}={h}" for unit, h in zip(germans, ring, strict=True))
    at = f"1-HQ=1904 1-I/16=1904 3A-HQ=1703 526-HQ=3518 {cut}"
    m = table("recovery", at, "level " + levels(F1=1, **{"F3A": 0}), "flipped 1-HQ 3A-HQ", turn=2, dice=[1])
    assert level(m, "1") == 1
    assert level(m, "3A") == 4
    assert m.state.flipped == 1 << m.game.unit_ids["1-HQ"]


#: The 116th Panzer recovers 3, 2 or 1 levels by Interdiction, the US side has nothing to assign.
PANZER = "1-HQ=1703 1-I/16=1704 116P-HQ=3518 116P-I/60=3517"


def rolled(*more: str, at: str = PANZER, dice: tuple[int, ...] = (2, 9)) -> Match:
    return table("recovery", at, "level " + levels(F116P=1), *more, turn=2, dice=dice)


@rule("aachen", "5.2g", "5.2j", "8.1.3a")
def test_the_interdiction_die_may_be_rolled_again_among_the_assignments_and_the_germans_recover_anew() -> None:
    m = rolled("snafu us")
    assert (m.side, step(m), m.prompt.rule) == ("us", "assign", "5.2")
    assert (interdiction(m), level(m, "116P")) == (0, 4)
    m.play("reroll")
    assert (interdiction(m), level(m, "116P"), m.state.snafu) == (2, 2, 1)
    assert "no die" in refused(m, "reroll", "5.2").why


@rule("aachen", "5.2j")
def test_a_lower_second_die_stands_too() -> None:
    m = rolled("snafu us", dice=(5, 1)).play("reroll")
    assert (interdiction(m), level(m, "116P")) == (0, 4)


@rule("aachen", "5.2j", "8.2")
def test_who_assigns_a_unit_first_keeps_the_interdiction_die() -> None:
    at = f"{PANZER} 3A-HQ=1707 4Cav=1705"
    m = rolled("snafu us", "assigned 4Cav=1", at=at)
    assert offered(m, "reroll")
    m.play("assign 4Cav")
    assert "no die" in refused(m, "reroll", "5.2").why
    kept = rolled("snafu us", "assigned 4Cav=1", at=at).play("done")
    assert "reroll" not in kept.actions.texts()
    assert interdiction(kept) == 0


@rule("aachen", "5.2c", "5.2d", "5.2j")
def test_nobody_is_asked_who_cannot_roll_the_interdiction_die_again_or_could_not_gain() -> None:
    assert step(rolled("snafu german")) != "assign"
    assert step(rolled("snafu us", dice=(8,))) != "assign"
    at = f"{PANZER} 3A-HQ=1707 4Cav=1705"
    other = rolled("snafu german", "assigned 4Cav=1", at=at)
    assert "other side has the reroll marker" in refused(other, "reroll", "5.2").why
    best = rolled("snafu us", "assigned 4Cav=1", at=at, dice=(8,))
    assert "higher Interdiction" in refused(best, "reroll", "5.2").why


@rule("aachen", "8.1.4a", "5.6.4a", "5.6.4b")
def test_units_in_command_recover_whether_their_hq_is_in_supply_or_not() -> None:
    at = "1-HQ=1703 1-I/16=1704 1-II/16=4003 526-HQ=3518"
    m = table("recovery", at, "disrupted 1-I/16 1-II/16", turn=2, dice=[1])
    assert not disrupted(m, "1-I/16")
    assert disrupted(m, "1-II/16"), "out of range"


@rule("aachen", "8.1.4b")
def test_an_assigned_unit_recovers_with_the_hq_it_is_assigned_to() -> None:
    at = "1-HQ=1703 1-I/16=1704 3A-HQ=4003 526-HQ=3518"
    assert disrupted(table("recovery", at, "disrupted 1-I/16", "assigned 1-I/16=2", turn=2, dice=[1]), "1-I/16")
    assert not disrupted(table("recovery", at, "disrupted 1-I/16", turn=2, dice=[1]), "1-I/16")


#: 1-I/16 in 1904 is surrounded, its HQ free.
CUT = "1-HQ=1703 1-I/16=1904 526-HQ=3518 526-328=1804 526-453=1805 526-473=1905 526-536=2005 353-941=2004 353-942=1903"


@rule("aachen", "8.1.5a", "5.8.4h", "5.8.4i", "5.8.4l", "5.8.4m", "5.8.4q")
@pytest.mark.parametrize(("die", "loss"), [(4, 0), (5, 1), (10, 6)])
def test_pitfall_49_isolated_disrupted_units_lose_what_the_die_is_above_their_disrupted_rating(
    die: int, loss: int
) -> None:
    m = table("recovery", CUT, "disrupted 1-I/16", turn=2, dice=[1, die])
    assert lost(m, "1-I/16") == loss
    assert disrupted(m, "1-I/16")


@rule("aachen", "5.8.4k")
def test_attrition_may_eliminate_a_unit() -> None:
    m = table("recovery", CUT, "disrupted 1-I/16", "lost 1-I/16=7", turn=2, dice=[1, 9])
    assert where(m, "1-I/16") == "eliminated"


@rule("aachen", "8.1b", "8.1.1a", "8.1.2a", "8.1.3a", "8.1f", "8.1.4a", "8.1.5a")
def test_pitfall_49_the_parts_of_the_segment_in_their_order() -> None:
    """US levels, Interdiction, German levels, HQs turned back, automatic refit, attrition of those left over."""
    at = f"{CUT} 1-II/16=1704 116P-HQ=3520 116P-I/60=3519"
    low = "level " + levels(F1=1, F116P=1)
    m = table("recovery", at, low, "flipped 1-HQ", "disrupted 1-I/16 1-II/16", turn=2)
    # The US levels are up before the die, and nothing else has happened.
    assert (step(m), level(m, "1"), level(m, "116P")) == ("interdiction-die", 5, 1)
    assert m.state.flipped
    m.play("roll 8", "roll 9")
    parts = [event.rule for event in m.events if event.rule.startswith("8.1")]
    assert list(dict.fromkeys(parts)) == ["8.1.2", "8.1.3", "8.1", "8.1.4", "8.1.5"]
    assert (level(m, "1"), level(m, "116P")) == (5, 2)
    assert not m.state.flipped
    assert not disrupted(m, "1-II/16")
    assert lost(m, "1-I/16") == 5


@rule("aachen", "8.1.5b")
def test_units_out_of_command_or_undisrupted_make_no_attrition_check() -> None:
    far = table("recovery", "1-HQ=1703 1-I/16=4003 526-HQ=3518", "disrupted 1-I/16", turn=2, dice=[1])
    whole = table("recovery", CUT, turn=2, dice=[1])
    assert not told(far, "8.1.5")
    assert not told(whole, "8.1.5")


@rule("aachen", "8.1.5c")
def test_german_losses_by_attrition_count() -> None:
    ring = "1-I/16=1804 1-II/16=1805 1-III/16=1905 1-I/18=2005 1-II/18=2004 1-III/18=1903"
    at = f"526-HQ=3518 526-328=1904 1-HQ=1703 {ring}"
    m = table("recovery", at, "disrupted 526-328", "snafu us", "quiet 1", turn=2, dice=[1, 5])
    unit = m.game.unit_ids["526-328"]
    rating = m.game.roster.effectiveness[unit][1]
    assert lost(m, "526-328") == 5 - rating > 0
    assert german_losses(m.game, m.state)[0] == 5 - rating


@rule("aachen", "5.3.2m")
def test_an_hq_without_a_place_comes_back_where_it_can() -> None:
    at = "1-HQ=waiting 1-I/16=1704 526-HQ=3518"
    m = table("recovery", at, "level " + levels(F1=0), "lost 1-HQ=5", turn=2, dice=[1], us="1703")
    assert where(m, "1-HQ") == "1703"
    assert (support(m, "1-HQ"), level(m, "1")) == (0, 0)
    none = table("recovery", at, "level " + levels(F1=0), "lost 1-HQ=5", turn=2, dice=[1])
    assert where(none, "1-HQ") == "waiting"
    two = table("recovery", at, "level " + levels(F1=0), "lost 1-HQ=5", turn=2, dice=[1], us="1703 1803")
    assert two.side == "us"
    assert where(two.play("to 1803"), "1-HQ") == "1803"


@rule("aachen", "3.3h")
def test_support_points_never_recover() -> None:
    assert support(table("recovery", HQS, "lost 1-HQ=2", turn=2, dice=[1]), "1-HQ") == 3
