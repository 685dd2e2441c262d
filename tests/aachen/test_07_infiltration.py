"""Chapters 7.3.4 and 7.3.6: from zone to zone, and lone HQs in the way."""

from __future__ import annotations

import pytest

from grognard import Match
from tests.aachen.kit import act, disrupted, level, lost, purse, step, support, told, where
from tests.kit import offers, refused
from tests.rules import rule

HQS = "1-HQ=1508 526-HQ=2616"
#: 2410 and 2411 are both next to the German battalion in 2510.
PASSAGE = f"{HQS} 1-I/16=2410 526-328=2510"


def us(at: str, *more: str, **ground: object) -> Match:
    return act("us 1-HQ", at, *more, **ground)  # type: ignore[arg-type]


def quiet(match: Match) -> Match:
    """The other side reacts to nothing."""
    while step(match) == "react":
        match.play("pass")
    return match


@rule("aachen", "7.3.4", "7.3.4a", "7.3.4d", "5.6d", "5.4.1d", "7.3.4b")
def test_pitfall_18_a_unit_that_passes_its_check_goes_from_zone_to_zone_and_stops() -> None:
    match = us(PASSAGE, dice=[6]).play("select 1-I/16", "move 2411")
    quiet(match)
    assert where(match, "1-I/16") == "2411"
    assert (step(match), purse(match, "us")) == ("act", 6)
    assert not disrupted(match, "1-I/16")


@rule("aachen", "7.3.4e", "7.3.4f", "5.6.2a")
def test_pitfall_18_a_unit_that_fails_is_disrupted_stays_and_its_points_are_spent() -> None:
    match = us(PASSAGE, dice=[7]).play("select 1-I/16", "move 2411")
    quiet(match)
    assert (where(match, "1-I/16"), purse(match, "us")) == ("2410", 6)
    assert disrupted(match, "1-I/16")
    assert lost(match, "1-I/16") == 0


@rule("aachen", "7.3.4c", "7.3.4i", "5.6.1c", "7.3.1e")
def test_pitfall_18_who_fails_stays_and_the_others_go() -> None:
    match = us(f"{PASSAGE} 1-745=2410", dice=[7, 5]).play("stack 2410", "move 2411")
    quiet(match)
    assert (where(match, "1-I/16"), where(match, "1-745")) == ("2410", "2411")
    assert disrupted(match, "1-I/16")
    assert not disrupted(match, "1-745")
    assert len(told(match, "5.6.1")) == 2


@rule("aachen", "7.3.4g", "7.3.4", "7.3.2i")
def test_infiltration_enters_no_enemy_and_no_closed_ground() -> None:
    match = us(f"{HQS} 1-745=2410 526-328=2510", terrain={"2411": "dense-forest"}).play("select 1-745")
    refused(match, "move 2411", "7.3")
    refused(match, "move 2510", "7.3.2")


@rule("aachen", "7.3.4k", "7.3.4a", "5.4.1a")
def test_a_unit_that_entered_a_zone_in_this_action_does_not_infiltrate_on() -> None:
    match = us(f"{HQS} 1-I/16=2309 526-328=2510", dice=[1]).play("select 1-I/16", "move 2410")
    quiet(match)
    assert step(match) == "act"
    quiet(match.play("select 1-I/16", "move 2411"))
    assert where(match, "1-I/16") == "2411"
    assert purse(match, "us") == 5


@rule("aachen", "7.3.4h", "7.3.4j", "6.4.1")
def test_pitfall_18_exit_question_then_check_then_entry_question() -> None:
    match = us(PASSAGE, dice=[6]).play("select 1-I/16", "move 2411")
    assert (step(match), where(match, "1-I/16")) == ("react", "2410")
    assert not told(match, "5.6.1")
    match.play("pass")
    assert (step(match), where(match, "1-I/16")) == ("react", "2411")
    assert told(match, "5.6.1")
    reacted = us(PASSAGE, dice=[1, 1]).play("select 1-I/16", "move 2411", "react 526-HQ")
    assert where(reacted, "1-I/16") == "2410"
    assert not told(reacted, "5.6.1")
    tried = us(PASSAGE, "snafu us", dice=[9, 6]).play("select 1-I/16", "move 2411", "react 526-HQ")
    assert (where(tried, "1-I/16"), step(tried)) == ("2411", "act")


@rule("aachen", "7.3.4l", "5.8.3c", "5.8.4p", "5.8.4d", "5.8.4")
def test_pitfall_18_an_isolated_unit_pays_two_points_and_checks_twice() -> None:
    cut = "526-453=2308 526-473=2408"
    match = us(f"1-HQ=3320 526-HQ=2616 1-I/16=2410 526-328=2510 {cut} 526-536=2311", dice=[6, 6])
    match.play("select 1-I/16", "move 2411")
    assert purse(match, "us") == 5
    assert len(told(match, "5.6.1")) == 1
    match.play("move 2411")
    quiet(match)
    assert where(match, "1-I/16") == "2411"
    assert len(told(match, "5.6.1")) == 2


@rule("aachen", "5.2g", "5.2b", "5.2e", "7.3.4")
def test_a_failed_check_may_be_rolled_again_by_the_holder_of_the_marker() -> None:
    match = us(PASSAGE, "snafu us", dice=[7, 6]).play("select 1-I/16", "move 2411")
    quiet(match)
    assert (match.side, step(match)) == ("us", "check-window")
    match.play("reroll-unit 1-I/16")
    quiet(match)
    assert where(match, "1-I/16") == "2411"
    assert match.state.snafu == 1  # type: ignore[attr-defined]


# -- lone HQs (7.3.6) -----------------------------------------------------------------------------

LONE = "1-HQ=1508 1-I/16=2409 526-HQ=2412"


@rule("aachen", "7.3.6", "7.3.6a", "7.3.6e", "7.3.2", "5.3.2", "5.3.2s")
def test_pitfall_5_a_step_next_to_a_lone_hq_displaces_it_and_the_mover_goes_on() -> None:
    match = us(f"{LONE} 526-328=2616", german="2616").play("select 1-I/16", "move 2411")
    assert where(match, "526-HQ") == "2616"
    assert (match.side, step(match), where(match, "1-I/16")) == ("us", "move", "2411")
    assert (support(match, "526-HQ"), level(match, "526")) == (0, 2)
    assert "2412" in offers(match, "move")


@pytest.mark.parametrize("state", ["fresh 0", "disrupted 526-328"])
@rule("aachen", "7.3.6b")
def test_an_hq_with_a_combat_unit_stays(state: str) -> None:
    match = us(f"{LONE} 526-328=2412", state, german="2616").play("select 1-I/16", "move 2411")
    assert where(match, "526-HQ") == "2412"


@rule("aachen", "7.3.6c", "7.3.6d")
def test_pitfall_5_the_formation_of_that_hq_does_not_react_and_another_may() -> None:
    at = f"{LONE} 526-328=2511 526-453=2616 9P-HQ=2818 9P-11=2311"
    match = us(at, german="2616").play("select 1-I/16", "move 2411")
    assert where(match, "526-HQ") == "2616"
    assert offers(match, "react") == {"9P-HQ"}
    refused(match, "react 526-HQ", "6.4.1", "7.3.6")
    alone = us(f"{LONE} 526-328=2511 526-453=2616", german="2616").play("select 1-I/16", "move 2411")
    assert step(alone) == "act"
    again = alone.play("select 1-I/16", "move 2410")
    assert step(again) == "react"


@rule("aachen", "7.3.6f", "5.3.2q", "5.3.2")
def test_the_zone_of_the_mover_counts_for_the_chain_but_not_in_the_hex_the_hq_leaves() -> None:
    match = us(f"{LONE} 526-328=2616", german="2616").play("select 1-I/16", "move 2411")
    assert level(match, "526") == 2  # joined to 2616: case 1
    match = us(f"{LONE} 526-328=2616 {RING}", german="2616").play("select 1-I/16", "move 2411")
    assert level(match, "526") == 0  # every hex around 2412 is in a zone now


@rule("aachen", "7.3.6g")
def test_an_hq_may_be_displaced_again() -> None:
    match = us(f"{LONE} 526-328=2918", german="2415 2918").play("select 1-I/16", "move 2411", "to 2415")
    assert where(match, "526-HQ") == "2415"
    match.play("move 2412", "move 2413")
    match.play("stop") if step(match) == "move" else None
    match.play("select 1-I/16", "move 2414") if where(match, "526-HQ") == "2415" else None
    assert where(match, "526-HQ") == "2918"
    assert level(match, "526") == 1


@rule("aachen", "7.3.6h", "7.3.6j")
def test_pitfall_45_an_hq_left_alone_waits_for_an_enemy_to_move_next_to_it() -> None:
    match = us("1-HQ=1508 1-I/16=2411 526-HQ=2412 526-328=2918", german="2918")
    assert where(match, "526-HQ") == "2412"
    match.play("select 1-I/16", "move 2412")
    assert (where(match, "526-HQ"), where(match, "1-I/16")) == ("2918", "2412")
    beside = us("1-HQ=1508 1-I/16=2411 526-HQ=2412 526-328=2918", german="2918").play("select 1-I/16", "move 2311")
    assert where(beside, "526-HQ") == "2918"


# -- where displaced HQs go (5.3.2) ------------------------------------------------------------------


def displaced(german: str, at: str = "", *more: str, **ground: object) -> Match:
    """A lone HQ in 2412 must give way; the 526th has a battalion in 2919."""
    return us(f"{LONE} 526-328=2919 {at}", *more, german=german, **ground).play("select 1-I/16", "move 2411")


@rule("aachen", "5.3.2a", "5.3.2l", "5.3.1i", "5.3.2")
def test_pitfall_30_the_owner_chooses_among_all_lawful_hexes_the_worse_cases_too() -> None:
    match = displaced("2616 2918 4018")
    assert (match.side, step(match)) == ("german", "place-hq")
    assert offers(match, "to") == {"2616", "2918", "4018"}


@pytest.mark.parametrize(("place", "points", "lower"), [("2616", 1, 1), ("4018", 2, 2)])
@rule("aachen", "5.3.2c", "5.3.2d", "5.3.2e", "5.3.2f", "5.3.2i")
def test_pitfall_28_cases_1_and_2(place: str, points: int, lower: int) -> None:
    at = "1-HQ=1508 1-I/16=2409 116P-HQ=2412 116P-I/60=2919"
    match = us(at, german="2616 4018").play("select 1-I/16", "move 2411", f"to {place}")
    assert (support(match, "116P-HQ"), level(match, "116P")) == (3 - points, 6 - lower)


#: US battalions round about 2412, so that no chain leads away.
RING = "1-I/18=2313 1-III/18=2612"


@pytest.mark.parametrize("place", ["2616", "4018"])
@rule("aachen", "5.3.2g", "5.3.2h", "5.3.2k")
def test_pitfall_28_case_3_and_a_hex_in_range_without_a_chain_take_all(place: str) -> None:
    at = f"1-HQ=1508 1-I/16=2409 116P-HQ=2412 116P-I/60=2919 {RING}"
    match = us(at, german="2616 4018").play("select 1-I/16", "move 2411", f"to {place}")
    assert (support(match, "116P-HQ"), level(match, "116P")) == (0, 0)


@rule("aachen", "5.3.2j")
def test_a_friendly_unit_opens_the_chain_through_a_zone() -> None:
    for friend, left in (("116P-I/60=2512", 5), ("9P-HQ=2512", 5), ("116P-I/60=2919", 0)):
        at = f"1-HQ=1508 1-I/16=2409 116P-HQ=2412 {friend} 116P-116A=2920 {RING}"
        match = us(at, german="2616").play("select 1-I/16", "move 2411")
        assert level(match, "116P") == left


@rule("aachen", "5.3.2i")
def test_nothing_falls_below_zero() -> None:
    match = displaced("4018", "", "level 7 6 5 7 6 5 1 3 4 6 4 6 5 5 6")
    assert (support(match, "526-HQ"), level(match, "526")) == (0, 0)


@rule("aachen", "5.3.2b", "3.3d")
def test_pitfall_30_only_controlled_built_up_hexes_free_of_enemies_and_zones() -> None:
    match = displaced("2616 2918 4018 3010", "1-I/18=3010 1-II/18=2515", terrain={"3310": "town"}, us="3112")
    offered = offers(match, "to")
    assert offered == {"2918", "4018"}
    refused(match, "to 2616", "5.3.2")
    refused(match, "to 3112", "5.3.2")
    refused(match, "to 3010", "5.3.2")
    refused(match, "to 2515", "5.3.2")
    with_friend = displaced("2616 2918", "526-453=2616 1-II/18=2515")
    assert "2616" in offers(with_friend, "to")
    assert "2616" in offers(displaced("2616 2918", "526-453=2616 1-II/18=2515", "disrupted 526-453"), "to")


@rule("aachen", "5.3.2b", "5.7.2")
def test_pitfall_30_a_hex_without_a_supply_path_only_where_there_is_no_other() -> None:
    ring = "1-I/18=3008 1-II/18=3011 1-III/18=3209 1-I/26=2808 1-II/26=3211 1-III/26=2810"
    match = displaced("3009 2616 2918", ring)
    assert offers(match, "to") == {"2616", "2918"}
    refused(match, "to 3009", "5.7.2", "5.3.2")


@rule("aachen", "5.3.2r")
def test_a_hex_with_another_hq_only_where_there_is_no_other() -> None:
    match = displaced("2616 2918 2914", "9P-HQ=2616 9P-11=2616")
    assert offers(match, "to") == {"2918", "2914"}
    refused(match, "to 2616", "3.3")
    only = displaced("2616", "9P-HQ=2616 9P-11=2616")
    assert where(only, "526-HQ") == "2616" or step(only) in ("displace", "place-hq")


@rule("aachen", "5.3.2m")
def test_an_hq_with_nowhere_to_go_waits_off_the_map() -> None:
    match = us(f"{LONE} 526-328=2919").play("select 1-I/16", "move 2411")
    assert where(match, "526-HQ") == "waiting"
    assert (support(match, "526-HQ"), level(match, "526")) == (0, 0)


@rule("aachen", "5.3.2o", "5.3.2n")
def test_displacement_does_not_flip_the_hq_nor_take_action_points() -> None:
    match = displaced("2616")
    assert not match.state.flipped  # type: ignore[attr-defined]
    react = act("us 1-HQ", "1-HQ=2310 526-HQ=2616 1-I/16=2410 526-328=2412 526-453=2313", us="1508", dice=[4, 10])
    react.play("select 1-I/16", "move 2411", "react 526-HQ", "select 526-453", "move 2311", "done")
    assert purse(react, "us") == 6
