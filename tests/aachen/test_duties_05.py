"""Duties of chapter 5 that no other test proves as a whole: stacks after retreats, units that no hex is open to, and
what is asked of command and supply."""

from __future__ import annotations

import pytest

from grognard import Match
from tests.aachen.helpers_combat import GERMAN, GERMAN_HQ, US, US_HQ, alive, attack, outcome
from tests.aachen.helpers_stacks import NEXT, RING, stuck
from tests.aachen.kit import act, disrupted, lost, purse, step, table, told, where
from tests.kit import offered, offers, refused
from tests.rules import rule

# -- overstacked hexes (5.3.1, 5.3.3) --------------------------------------------------------------------


@rule("aachen", "5.3.1q", "5.3.1e", "5.3.1g", "7.5.2ak")
def test_a_retreat_into_a_full_hex_disrupts_who_was_there_and_who_came() -> None:
    at = f"{US_HQ} {US} 1-II/16=2407 1-745=2407 {GERMAN_HQ} {GERMAN}"
    sides = dict.fromkeys(("2307-2408", "2308-2408", "2408-2507", "2408-2508"), "roer")
    match = outcome("2/2r", at, "1-I/16", "12-I/27", dice=[1], sides=sides)
    while step(match) != "displace":
        match.play("stay" if match.side == "german" else "yield")
    assert disrupted(match, "1-I/16", "1-II/16", "1-745")
    assert (match.side, offers(match, "displace")) == ("german", {"1-I/16", "1-II/16"})
    match.play("displace 1-II/16")
    while step(match) == "displace-to":
        match.play(f"to {sorted(offers(match, 'to'))[0]}")
    assert {where(match, "1-I/16"), where(match, "1-745")} == {"2407"}
    assert where(match, "1-II/16") != "2407"


@rule("aachen", "5.3.3e", "5.3.3g", "5.3.1m", "5.3.3")
def test_units_ringed_by_enemies_are_eliminated_by_the_choice_of_their_owner() -> None:
    tired = "disrupted " + " ".join(word.partition("=")[0] for word in RING.split())
    for gone, stays in (("1-I/16", "1-I/18"), ("1-I/18", "1-I/16")):
        match = stuck(f"1-I/16=2411 1-I/18=2411 1-745=2411 {RING} 12-HQ=2919", tired)
        assert (match.side, step(match)) == ("us", "give-up")
        assert offers(match, "remove") == {"1-I/16", "1-I/18"}
        refused(match, "remove 1-745", "5.3.1")
        match.play(f"remove {gone}")
        assert not alive(match, gone)
        assert (where(match, stays), where(match, "1-745")) == ("2411", "2411")
        assert not any(lost(match, word.partition("=")[0]) for word in RING.split())


@rule("aachen", "5.3.3e", "5.3.1m", "5.3.3a")
def test_as_long_as_one_hex_is_open_nobody_is_eliminated() -> None:
    open_ring = RING.replace("12-II/27=2511", "12-II/27=2920")
    match = stuck(f"1-I/16=2411 1-I/18=2411 {open_ring} 12-HQ=2919")
    assert (match.side, step(match)) == ("german", "displace")
    match.play("displace 1-I/16")
    assert where(match, "1-I/16") == "2511"
    assert alive(match, "1-I/18")


@rule("aachen", "5.3.3j", "5.3.1m")
def test_ground_closed_to_one_type_leaves_that_type_no_way_out() -> None:
    woods = dict.fromkeys(NEXT, "dense-forest")
    tanks = stuck("1-745=2411 1-634=2411 3A-I/32=2411", terrain=woods)
    assert (tanks.side, step(tanks)) == ("us", "give-up")
    infantry = stuck("1-I/16=2411 1-I/18=2411", terrain=woods)
    assert (infantry.side, step(infantry)) == ("german", "displace")
    water = stuck("1-I/16=2411 1-I/18=2411", sides={f"2411-{h}": "roer" for h in NEXT})
    assert (water.side, step(water)) == ("us", "give-up")


@rule("aachen", "5.3.3e", "5.3.3a", "5.3.1g")
def test_where_only_one_unit_can_leave_it_leaves_and_nobody_is_eliminated() -> None:
    woods = dict.fromkeys(NEXT, "dense-forest")
    match = stuck("1-I/16=2411 3A-I/36=2411", terrain=woods)
    assert (match.side, step(match)) == ("german", "displace-to")
    match.play("to 2310")
    assert (where(match, "1-I/16"), where(match, "3A-I/36")) == ("2310", "2411")


@rule("aachen", "5.3.3a", "5.3.3j", "5.3.3")
def test_the_opponent_chooses_among_the_units_that_can_leave() -> None:
    woods = dict.fromkeys(NEXT, "dense-forest")
    match = stuck("1-I/16=2411 1-I/18=2411 3A-I/36=2411", terrain=woods)
    assert (match.side, step(match)) == ("german", "displace")
    assert offers(match, "displace") == {"1-I/16", "1-I/18"}
    assert "no hex" in refused(match, "displace 3A-I/36", "5.3.3").why


# -- where supply and command are asked (5.7.1, 5.8.1) --------------------------------------------------------

FORMATION = "1-HQ=1703 1-I/16=1704 12-HQ=3317 12-I/27=3218"
#: U.S. units around the HQ of the 12th in 3317: it has no Supply Path.
SIEGE = "1-II/16=3117 1-III/16=3319 1-I/18=3517 1-II/18=3515 1-III/18=3315 1-I/26=3116 1-II/26=3518 1-III/26=3119"


def replacement(at: str, *more: str) -> Match:
    return table("replacement", at, *more, turn=2)


@rule("aachen", "5.8.1d", "5.8.1", "8.4b")
def test_giver_and_receiver_of_a_reorganization_must_be_in_command() -> None:
    match = replacement(f"{FORMATION} 12-II/27=3217 12-I/48=4203", "lost 12-I/27=1 12-I/48=1")
    assert "not in command" in refused(match, "give 12-I/48", "8.4").why
    match.play("give 12-II/27")
    assert "not in command" in refused(match, "rebuild 12-I/48", "8.4").why
    assert offered(match, "rebuild 12-I/27")


@rule("aachen", "5.8.1c", "5.8.1")
def test_a_us_unit_that_is_replaced_must_be_in_command() -> None:
    match = replacement("1-HQ=1703 1-I/16=1704 1-II/16=4003 526-HQ=3518", "lost 1-I/16=1 1-II/16=1")
    assert "not in command" in refused(match, "replace 1-II/16", "8.4").why
    assert offered(match, "replace 1-I/16")


@rule("aachen", "5.7.1d", "5.7.1")
def test_reorganization_asks_for_the_supply_of_the_hq() -> None:
    free = replacement(f"{FORMATION} 12-II/27=3217", "lost 12-I/27=1")
    assert offered(free, "give 12-II/27")
    cut = replacement(f"{FORMATION} 12-II/27=3217 116P-HQ=4115 116P-I/60=4114 {SIEGE}", "lost 12-I/27=1")
    assert "not in supply" in refused(cut, "give 12-II/27", "8.4").why


@rule("aachen", "5.7.1d", "5.7.1", "8.5.2f")
def test_a_withdrawal_asks_for_the_supply_of_the_hq() -> None:
    at = "1-HQ=1703 526-HQ=2706 353-HQ=3317 353-941=3316 353-942=3318"
    free = table("reinforcement", at, turn=3)
    assert {where(free, unit) for unit in ("353-941", "353-942")} == {"withdrawn"}
    cut = table("reinforcement", f"{at} {SIEGE}", turn=3)
    assert {where(cut, unit) for unit in ("353-941", "353-942")} == {"eliminated"}


@pytest.mark.parametrize(("hq", "bonus"), [("1-HQ=2405", True), ("1-HQ=1301", False)])
@rule("aachen", "5.8.1i", "5.8.1", "7.5.3f")
def test_a_stack_out_of_command_wins_a_hasty_attack_and_gets_no_bonus(hq: str, bonus: bool) -> None:
    # 10 : 3 x 1 is 3:1 and more; a 10 hurts the defender alone.
    at = f"{hq} 1-I/16=2413 526-HQ=2918 526-VIIILW=2414"
    match = attack(at, "1-I/16", target="2414", dice=[10])
    while match.side == "dice" or offered(match, "stay"):
        match.play("roll 1" if match.side == "dice" else "stay")
    assert told(match, "7.5.3"), "the battle was won"
    assert (match.side, offered(match, "decline")) == ("us", bonus)
    assert purse(match, "us") == (7 if bonus else 5)


# -- formations (5.5) -----------------------------------------------------------------------------------------------

LENT = "1-HQ=2008 1-I/16=2410 3A-HQ=2006 3A-I/32=2310 3A-II/32=2408 526-HQ=2916 526-328=2917"


@rule("aachen", "5.5.1b", "5.5.2e")
def test_a_lent_unit_acts_with_the_formation_that_has_it_and_no_other() -> None:
    host = act("us 1-HQ", LENT, "assigned 3A-II/32=1")
    assert offers(host, "select") == {"1-I/16", "3A-II/32"}
    home = act("us 3A-HQ", LENT, "assigned 3A-II/32=1")
    assert offers(home, "select") == {"3A-I/32"}
    refused(home, "select 3A-II/32", "7.2")


@rule("aachen", "5.5.2g")
def test_an_assignment_lasts_from_segment_to_segment() -> None:
    at = "1-HQ=1703 3A-HQ=1707 1-I/16=1704 4Cav=1705 526-HQ=3518 526-328=3517"
    match = table("assignment", at, "assigned 4Cav=1", turn=2).play("done")
    assert match.state.assigned[match.game.unit_ids["4Cav"]] == 1  # type: ignore[attr-defined]


# -- a displaced HQ (5.3.2) ------------------------------------------------------------------------------------------


@rule("aachen", "5.3.2b")
def test_a_displaced_hq_goes_to_supplied_hexes_as_long_as_there_are_some() -> None:
    """U.S. units stand around the city 3009: it is in no zone, and no Supply Path leads there."""
    at = "1-HQ=1508 1-I/16=2409 526-HQ=2412 526-328=2919"
    ring = "1-I/18=2908 1-II/18=2909 1-III/18=3008 1-I/26=3010 1-II/26=3108 1-III/26=3109"
    city = {"terrain": {"3009": "city"}}
    match = act("us 1-HQ", f"{at} {ring}", german="3009 2616 2918", **city).play("select 1-I/16", "move 2411")
    assert (match.side, step(match)) == ("german", "place-hq")
    assert offers(match, "to") == {"2616", "2918"}
    assert "no Supply Path" in refused(match, "to 3009", "5.7.2").why
    free = act("us 1-HQ", at, german="3009 2616 2918", **city).play("select 1-I/16", "move 2411")
    assert offers(free, "to") == {"3009", "2616", "2918"}
    only = act("us 1-HQ", f"{at} {ring}", german="3009", **city).play("select 1-I/16", "move 2411")
    assert where(only, "526-HQ") == "3009"
