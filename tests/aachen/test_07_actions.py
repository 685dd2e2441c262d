"""Chapters 7, 7.1, 7.2, 7.4, 7.6 and 7.7: Actions, their prices, HQ Relocation, Refit and Improved Defense."""

from __future__ import annotations

import pytest

from grognard import Match
from tests.aachen.kit import act, disrupted, improved, level, lost, purse, step, support, told, where
from tests.kit import offered, offers, refused
from tests.rules import rule

HQS = "1-HQ=2208 526-HQ=2916"


def us(at: str, *more: str, **ground: object) -> Match:
    return act("us 1-HQ", f"{HQS} {at}", *more, **ground)  # type: ignore[arg-type]


def idle(match: Match) -> Match:
    while step(match) == "react":
        match.play("pass")
    return match


# -- prices and points (7, 7.1, 7.2, 6.3.4) ----------------------------------------------------------


@pytest.mark.parametrize(
    ("orders", "price"),
    [
        (("select 1-I/16", "move 2309", "stop"), 1),
        (("stack 2310", "move 2309", "stop"), 1),
        (("refit 1-I/18",), 1),
        (("improve 2310",), 1),
        (("relocate 1-HQ", "place 2206"), 2),
    ],
)
@rule("aachen", "7.1", "7.1a", "7.1b", "7.4a", "7.6a", "6.3.4", "6.3.4a")
def test_the_prices_of_actions(orders: tuple[str, ...], price: int) -> None:
    match = us("1-I/16=2310 1-745=2310 1-I/18=2110", "disrupted 1-I/18", us="2206", dice=[1]).play(*orders)
    assert purse(match, "us") == 7 - price


@rule("aachen", "6.3.4b", "7.1", "5.8.3c", "5.8.3")
def test_an_action_dearer_than_the_points_left_is_refused() -> None:
    match = us("1-I/16=2310", purse=1, us="2206")
    refused(match, "relocate 1-HQ", "7.4")
    far = act("us 1-HQ", "1-HQ=1502 526-HQ=2916 1-I/16=3220", purse=1)
    refused(far, "select 1-I/16", "5.8.3")
    refused(far, "stack 3220", "7.3.1")


@rule("aachen", "7.1i", "7.2c", "7.2", "6.3.2f")
def test_points_need_not_be_spent_and_an_activation_without_an_action_is_allowed() -> None:
    match = us("1-I/16=2310").play("done")
    assert purse(match, "us") == 0
    assert step(match) != "act"


@rule("aachen", "7.2c", "7.2")
def test_the_activation_ends_by_itself_when_the_points_are_spent() -> None:
    match = us("1-I/16=2310", purse=1).play("improve 2310")
    assert step(match) != "act"


@rule("aachen", "7.2b", "7.6g", "7.2")
def test_a_unit_carries_out_several_actions_in_one_activation() -> None:
    match = us("1-I/16=2310", "disrupted 1-I/16", dice=[1]).play("refit 1-I/16", "select 1-I/16", "move 2311", "stop")
    match.play("improve 2311", "select 1-I/16", "move 2312", "stop")
    assert purse(match, "us") == 3


@rule("aachen", "5.5.1a", "6.3b", "5.3.1o", "7.2a", "7.2", "6.3", "5.5.2e")
def test_only_units_of_the_formation_act_those_assigned_to_it_included() -> None:
    at = "1-I/16=2310 3A-HQ=2006 3A-I/32=2310 3A-II/32=2410 4Cav=2408"
    match = us(at, "assigned 3A-II/32=1 4Cav=1")
    assert offers(match, "select") == {"1-I/16", "3A-II/32", "4Cav"}
    refused(match, "select 3A-I/32", "7.2")
    refused(match, "select 526-HQ", "6.3")
    lent = act("us 3A-HQ", f"{HQS} {at}", "assigned 3A-II/32=1")
    refused(lent, "select 3A-II/32", "7.2")
    refused(lent, "select 4Cav", "7.2")


@rule("aachen", "5.5.2k", "5.5.2p")
def test_an_independent_unit_without_a_formation_does_nothing() -> None:
    match = us("1-I/16=2310 4Cav=2311")
    refused(match, "select 4Cav", "7.2")
    refused(match, "refit 4Cav", "7.2")
    refused(match, "improve 2311", "7.7")


@rule("aachen", "7.2a")
def test_points_are_spent_before_the_check_of_an_isolated_unit() -> None:
    ring = "526-328=2508 526-453=2310 526-473=2211 526-536=2512"
    match = act("us 1-HQ", f"1-HQ=1502 526-HQ=2916 1-I/16=2410 {ring}", dice=[])
    match.play("select 1-I/16")
    assert purse(match, "us") == 7


# -- HQ Relocation (7.4) ---------------------------------------------------------------------------

#: Germans whose zones cover every hex next to 2208.
RING = "526-328=2206 526-453=2109 526-473=2408 526-536=2007"


@rule("aachen", "7.4", "7.4a", "7.4d", "7.4e", "7.4g", "3.3c")
def test_an_hq_relocates_to_a_controlled_built_up_hex_for_its_points_and_nothing_else() -> None:
    match = us("1-I/16=2310", us="2206").play("relocate 1-HQ", "place 2206")
    assert (where(match, "1-HQ"), purse(match, "us")) == ("2206", 5)
    assert (support(match, "1-HQ"), level(match, "1")) == (5, 7)


@rule("aachen", "7.4", "3.3d", "3.3e", "3.3")
def test_where_an_hq_may_not_go() -> None:
    match = us("1-I/16=2310 526-328=2411", us="2206 2410 2312", german="2204")
    match.play("relocate 1-HQ")
    refused(match, "place 2205", "7.4")
    refused(match, "place 2204", "7.4")
    refused(match, "place 2208", "7.4")
    refused(match, "place 2411", "7.4")
    refused(match, "place 2410", "7.4")
    guarded = us("1-I/16=2410 526-328=2411", "disrupted 1-I/16", us="2410").play("relocate 1-HQ", "place 2410")
    assert where(guarded, "1-HQ") == "2410"
    assert support(guarded, "1-HQ") == 5


@rule("aachen", "7.4b", "7.4c", "7.4", "7.2")
def test_relocation_is_the_only_action_of_an_hq_in_its_own_activation() -> None:
    match = us("1-I/16=2310 3A-HQ=2006 3A-I/32=2007", us="2206")
    refused(match, "select 1-HQ", "3.3")
    refused(match, "refit 1-HQ", "7.2")
    refused(match, "relocate 3A-HQ", "7.2")
    refused(match, "relocate 526-HQ", "7.4")
    refused(match, "relocate 1-I/16", "7.4")


@rule("aachen", "7.4i", "7.4d", "7.4e", "5.3.2e", "5.3.2g")
def test_relocation_out_of_range_or_without_a_chain_costs_what_a_displacement_costs() -> None:
    far = us("1-I/16=2310", us="2206 4004").play("relocate 1-HQ", "place 4004")
    assert (support(far, "1-HQ"), level(far, "1"), purse(far, "us")) == (3, 5, 5)
    cut = act("us 1-HQ", f"1-HQ=2208 526-HQ=2916 1-I/16=1705 {RING}", us="2004").play("relocate 1-HQ", "place 2004")
    assert (support(cut, "1-HQ"), level(cut, "1")) == (0, 0)


@rule("aachen", "7.4f", "7.4e")
def test_a_friendly_unit_opens_the_chain() -> None:
    match = act("us 1-HQ", f"1-HQ=2208 526-HQ=2916 1-I/16=2207 1-I/18=1705 {RING}", us="2207")
    match.play("relocate 1-HQ", "place 2207")
    assert support(match, "1-HQ") == 5


@rule("aachen", "7.4l")
def test_the_roer_stops_the_chain_of_an_hq() -> None:
    wall = {f"{a}-2210": "roer" for a in ("2209", "2211", "2109", "2110", "2309", "2310")}
    match = us("1-I/16=2007", us="2210", sides=wall).play("relocate 1-HQ", "place 2210")
    assert (support(match, "1-HQ"), level(match, "1")) == (0, 0)


@rule("aachen", "7.4j", "5.3.1f", "5.3.1t", "5.3.1j", "5.3.1i")
def test_two_hqs_in_a_hex_lose_a_point_each_and_one_is_displaced() -> None:
    match = us("3A-HQ=2006 1-I/16=2006 3A-I/32=2007", us="2004").play("relocate 1-HQ", "place 2006")
    assert (support(match, "1-HQ"), support(match, "3A-HQ")) == (4, 4)
    assert disrupted(match, "1-I/16")
    assert (match.side, step(match)) == ("german", "displace")
    match.play("displace 3A-HQ")
    assert (match.side, step(match)) == ("us", "place-hq")
    match.play("to 2004")
    assert (support(match, "3A-HQ"), level(match, "3A")) == (3, 5)


@rule("aachen", "7.4h")
def test_relocation_next_to_a_lone_hq_displaces_nobody() -> None:
    match = us("1-I/16=2310 526-328=2919 9P-HQ=2207 9P-11=2920", us="2206", german="2918")
    match.play("relocate 1-HQ", "place 2206")
    assert where(match, "9P-HQ") == "2207"


@rule("aachen", "7.4")
def test_a_relocation_may_be_called_off_before_the_place_is_named() -> None:
    match = us("1-I/16=2310", us="2206").play("relocate 1-HQ", "pass")
    assert purse(match, "us") == 7


@rule("aachen", "7.3.8e", "7.4")
def test_pitfall_20_a_german_hq_does_not_enter_the_closed_zone() -> None:
    for turn, open_ in ((3, False), (4, True)):
        match = act("german 526-HQ", "1-HQ=1508 526-HQ=2916 526-328=2917", german="2503 2716", turn=turn)
        match.play("relocate 526-HQ")
        assert offered(match, "place 2503") == open_
        if not open_:
            refused(match, "place 2503", "7.4", "7.3.8")


# -- Refit (7.6) ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("roll", "ready"), [(4, True), (5, False)])
@rule("aachen", "7.6", "7.6b", "7.6c", "5.6b", "5.6.1a", "5.6.1b", "5.6.1d", "5.6.2", "5.6.2a")
def test_pitfall_42_refit_is_a_check_with_the_rating_of_the_disrupted_side(roll: int, ready: bool) -> None:
    match = us("1-I/16=2310", "disrupted 1-I/16", dice=[roll]).play("refit 1-I/16")
    assert disrupted(match, "1-I/16") != ready
    assert lost(match, "1-I/16") == 0
    assert purse(match, "us") == 6


@rule("aachen", "7.6a", "7.6d", "7.6")
def test_units_refit_one_by_one_and_as_often_as_points_last() -> None:
    match = us("1-I/16=2310 1-745=2310", "disrupted 1-I/16 1-745", dice=[9, 9, 1]).play("refit 1-I/16", "refit 1-I/16")
    assert purse(match, "us") == 5
    match.play("refit 1-I/16")
    assert not disrupted(match, "1-I/16")
    assert disrupted(match, "1-745")


@rule("aachen", "7.6e", "7.1h", "7.1j", "5.8.3b", "5.8.4n", "5.8.4q", "5.8.3")
def test_pitfall_25_who_may_not_refit() -> None:
    match = us("1-I/16=2310 3A-HQ=2006 3A-I/32=2007", "disrupted 3A-I/32")
    refused(match, "refit 1-I/16", "7.6")
    refused(match, "refit 3A-I/32", "7.2")
    far = act("us 1-HQ", "1-HQ=1502 526-HQ=2916 1-I/16=3220", "disrupted 1-I/16")
    refused(far, "refit 1-I/16", "5.8.3")
    refused(far, "select 1-I/16", "5.6.3")
    ring = "526-328=2508 526-453=2411 526-473=2210 526-536=2307"
    cut = act("us 1-HQ", f"1-HQ=1502 526-HQ=2916 1-I/16=2409 {ring}", "disrupted 1-I/16")
    refused(cut, "refit 1-I/16", "5.8.3", "5.8.4")


@rule("aachen", "7.6f")
def test_refit_next_to_the_enemy() -> None:
    match = us("1-I/16=2310 526-328=2311", "disrupted 1-I/16", dice=[1]).play("refit 1-I/16")
    assert not disrupted(match, "1-I/16")


@rule("aachen", "5.2g", "5.2b", "5.2f")
def test_a_failed_refit_may_be_rolled_again() -> None:
    match = us("1-I/16=2310", "disrupted 1-I/16", "snafu us", dice=[9, 1]).play("refit 1-I/16", "reroll-unit 1-I/16")
    assert not disrupted(match, "1-I/16")
    assert purse(match, "us") == 6


# -- Improved Defense (7.7) --------------------------------------------------------------------------


@rule("aachen", "7.7", "7.7a", "7.7j", "7.7c")
def test_a_stack_digs_in_together_in_any_terrain_and_in_a_zone() -> None:
    match = us("1-I/16=2310 1-745=2310 526-328=2311", terrain={"2310": "city"}).play("improve 2310")
    assert improved(match, "2310")
    assert purse(match, "us") == 6
    refused(match, "improve 2310", "7.7")


@rule("aachen", "7.7p", "7.7j", "5.6.3c", "5.8.3b", "7.7")
def test_pitfall_44_what_cannot_dig_in() -> None:
    mixed = us("1-I/16=2310 3A-I/32=2310 3A-HQ=2006")
    refused(mixed, "improve 2310", "7.7")
    tired = us("1-I/16=2310 1-745=2310", "disrupted 1-745")
    assert "disrupted" in refused(tired, "improve 2310", "7.7", "5.6.3").why
    far = act("us 1-HQ", "1-HQ=1502 526-HQ=2916 1-I/16=3220")
    assert "command" in refused(far, "improve 3220", "7.7", "5.8.3").why
    with_hq = us("1-I/16=2208").play("improve 2208")
    assert improved(with_hq, "2208")


DUG_IN = "1-I/16=2310 1-745=2310"


@pytest.mark.parametrize(
    ("orders", "dice"),
    [
        (("select 1-745", "move 2309", "stop"), []),
        (("stack 2310", "move 2309", "stop"), []),
        (("select 1-634", "move 2310", "stop"), []),
    ],
)
@rule("aachen", "7.7", "7.7f", "7.7g", "7.7h")
def test_pitfall_44_the_marker_goes_when_a_unit_leaves_or_arrives(
    orders: tuple[str, ...], dice: list[int | str]
) -> None:
    match = us(f"{DUG_IN} 1-634=2312", "improved 2310", dice=dice).play(*orders)
    assert not improved(match, "2310")
    assert told(match, "7.7")


@rule("aachen", "7.7g", "7.7d", "7.7")
def test_pitfall_44_the_marker_goes_when_a_unit_is_disrupted_or_acts() -> None:
    match = us("1-I/16=2310 1-I/18=2311", "improved 2310").play("select 1-I/18", "move 2310", "stop")
    assert disrupted(match, "1-I/16")
    assert not improved(match, "2310")
    attack = us(f"{DUG_IN} 526-328=2311", "improved 2310").play("select 1-745", "attack 2311")
    attack.play("mode hasty") if offered(attack, "mode hasty") else None
    attack.play("resolve")
    assert not improved(attack, "2310")


@rule("aachen", "7.7i")
def test_pitfall_44_passing_through_leaves_the_marker() -> None:
    match = us("1-I/16=2310 1-I/18=2311", "improved 2310").play("select 1-I/18", "move 2310", "move 2309", "stop")
    assert improved(match, "2310")


@rule("aachen", "7.7q")
def test_pitfall_44_an_hq_coming_or_going_leaves_the_marker() -> None:
    match = us("1-I/16=2208 1-I/18=2206", "improved 2208 2206", us="2206").play("relocate 1-HQ", "place 2206")
    assert improved(match, "2208")
    assert improved(match, "2206")


@rule("aachen", "7.7r", "7.7d")
def test_a_unit_displaced_into_the_hex_takes_the_marker_away() -> None:
    match = us("1-I/16=2310 1-I/18=2311 1-745=2309", "improved 2309").play("select 1-I/18", "move 2310", "stop")
    match.play("displace 1-I/18", "to 2309")
    assert not improved(match, "2309")


@rule("aachen", "7.7s")
def test_pitfall_44_the_marker_goes_when_a_unit_acts_in_a_reaction() -> None:
    at = "1-HQ=2208 526-HQ=2516 1-I/16=2410 526-328=2412 526-453=2415"
    match = act("us 1-HQ", at, "improved 2415", dice=[1, 10])
    match.play("select 1-I/16", "move 2411", "react 526-HQ", "select 526-453", "move 2416", "stop")
    assert not improved(match, "2415")


@rule("aachen", "7.7m", "5.6.3h")
def test_the_marker_stays_while_nobody_touches_the_hex() -> None:
    match = us(f"{DUG_IN} 1-I/18=2106", "improved 2310", "lost 1-I/16=2").play("select 1-I/18", "move 2105", "stop")
    assert improved(match, "2310")


# -- what a declared attack may be (7.1d-g, 7.1k) ------------------------------------------------------


@rule("aachen", "7.1d", "7.1k", "5.3.1o")
def test_an_attack_is_made_from_one_hex_by_units_of_the_formation() -> None:
    match = us("1-I/16=2310 3A-I/32=2310 3A-HQ=2006 1-745=2211 526-328=2311").play("select 1-I/16")
    refused(match, "also 1-745", "7.3.1")
    refused(match, "also 3A-I/32", "7.2")
    refused(match, "attack 2309", "7.5")
    assert offered(match, "attack 2311")
