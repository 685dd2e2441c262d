"""Combat clauses that are easily missed: odd corners of 7.1, 7.7 to 7.8, 8.3 and 11.1, and what refusals say."""

from __future__ import annotations

import grognard
from grognard import Match
from tests.hurtgen.helpers_combat import combat, fight, rivers
from tests.kit import offered, offers, refused, settle, where
from tests.rules import rule

#: 1/983 in 1010 is attacked from 0910 and 0911; its only way back is 1111, where a friend stands.
PAIR = "1/8=0910 2/8=0911 1/983=1010"


def again(match: Match, *lines: str) -> Match:
    """The same moment with more fields set."""
    return grognard.setup("\n".join([match.position(), *lines]), of=match.game, dice=())


def driven(roll: int, more: str, sides: dict[str, str]) -> Match:
    return fight(combat(f"{PAIR} {more}", dice=[roll], sides=sides), "1010", "1/8", "2/8")


# -- artillery and rivers --------------------------------------------------------------------------


@rule("hurtgen", "8.32", "8.34", "8.34c")
def test_artillery_attacks_all_its_neighbours_across_the_river_at_once_and_suffers_nothing() -> None:
    match = combat("20=1010 1/983=1110 2/983=1111", sides=rivers("1010-1110", "1010-1111"))
    match.play("attack 1110")
    assert offered(match, "also 1111")
    match.play("also 1111", "with 20" if offered(match, "with 20") else "barrage 20", "resolve", "roll 6")  # -3: A2
    assert where(match, "20") == "1010"
    assert match.side == "us"
    assert offered(match, "done")


@rule("hurtgen", "8.32a", "7.23")
def test_artillery_joins_neighbours_on_both_banks_together_with_a_unit_next_to_both() -> None:
    match = combat("20=1010 1/8=1210 1/983=1110 2/983=1111", sides=rivers("1010-1111"))
    match.play("attack 1110")
    assert offered(match, "also 1111")
    match.play("also 1111", "with 1/8", "with 20", "resolve")
    assert match.side == "dice"


@rule("hurtgen", "8.32a")
def test_the_targets_on_both_banks_may_be_named_in_any_order() -> None:
    match = combat("20=1010 1/983=1110 2/983=1111", sides=rivers("1010-1111"))
    match.play("attack 1111")
    assert offered(match, "also 1110")
    match.play("also 1110", "with 20", "resolve")
    assert match.side == "dice"


@rule("hurtgen", "8.34", "8.34e")
def test_no_refusal_says_that_artillery_may_not_fire_across_a_river() -> None:
    match = combat("20=1010 1/983=1110", sides=rivers("1010-1110")).play("attack 1110")
    if not offered(match, "with 20"):
        assert refused(match, "with 20").rule != "6.33"


# -- who must attack ---------------------------------------------------------------------------------


@rule("hurtgen", "8.31", "11.31", "11.12b")
def test_artillery_with_a_second_enemy_attacks_it_before_becoming_surplus() -> None:
    """344h can attack 1111; on 1010 it would be a third battery beside the two that have only 1010."""
    match = combat("275h=0910 89h=0911 344h=1110 1/983=1112 1/8=1010 2/8=1111", side="german")
    match.play("attack 1111", "with 1/983")
    refused(match, "resolve", "7.12", "8.31", "11.31")
    match.play("with 344h", "resolve")
    assert match.side == "dice"


@rule("hurtgen", "7.11", "7.11c", "7.11d", "7.82")
def test_the_attacker_chooses_which_neighbour_the_last_battery_takes_on() -> None:
    """29 is displaced and cannot fire: of the three neighbours of 1/8, 20 can take one, and 1/8 takes the others."""
    at = "1/8=1010 1/983=1009 2/983=1110 1/984=1011 20=0515 29=0506 2/8=0505 2/984=0504 3/8=0405 1/22=0605"
    hexes = ["1009", "1110", "1011"]
    for target in hexes:
        match = combat(at, dice=[6, 6, 1])
        fight(match, "0504", "2/8").play("to 0506", "to 0507", "pass")  # A1 through the battery
        assert where(match, "29") == "0507"
        settle(fight(match, target, barrage=("20",)))
        settle(fight(match, " ".join(h for h in hexes if h != target), "1/8"))
        assert offered(match, "done")


# -- displacement ------------------------------------------------------------------------------------


@rule("hurtgen", "7.82", "7.82d")
def test_a_unit_is_displaced_a_second_time_only_if_no_other_route_exists() -> None:
    match = combat("1/8=1010 1/983=1009 2/8=1111 3/8=1011 1/22=0911")
    match = again(match, "displaced 2/8 3/8", "hit_now 2/8 3/8")
    fight(match, "1009", "1/8").play("roll 6")  # A1
    assert offers(match, "to") == {"0911"}


@rule("hurtgen", "7.82", "7.82d", "7.73b")
def test_a_displaced_unit_is_not_put_where_it_must_be_displaced_again() -> None:
    match = driven(1, "2/983=1111", rivers("1010-1110", "1111-1210", "1111-1112"))  # D2, on to 1211 only
    match.play("to 1111")
    assert offers(match, "to") == {"1110"}


@rule("hurtgen", "7.74b", "7.82", "7.82c")
def test_no_chain_of_displacement_is_begun_that_leaves_the_retreat_unfinished() -> None:
    """The vehicle in 1111 can push 1/984 or 2/983; if 2/983 goes to 1211, there is no way on for 1/983."""
    sides = rivers("1010-1110", "1111-1112", "1209-1210", "1210-1310", "1210-1311", "1110-1210")
    sides |= rivers("1211-1311", "1211-1312", "1211-1212", "1112-1211") | {"1111-1211": "stream"}
    match = driven(1, "60=1111 2/983=1210 1/984=1110", sides)
    match.play("to 1111")
    assert offers(match, "to") == {"1110"}


# -- what refusals say -------------------------------------------------------------------------------


@rule("hurtgen", "7.82", "7.82a")
def test_a_friend_that_cannot_make_room_is_the_reason_why_its_hex_is_refused() -> None:
    closed = rivers("1110-1111", "1111-1210", "1111-1112", "1111-1211", "1011-1111")
    match = driven(1, "2/983=1111", closed | rivers("1109-1110", "1110-1209", "1110-1210"))
    assert offers(match, "to") == {"1110"}
    assert "fewer" not in refused(match, "to 1111", "7.82").why


@rule("hurtgen", "7.74", "7.81")
def test_the_refusal_of_a_displacement_hex_speaks_of_the_unit_that_retreats() -> None:
    sides = rivers("1010-1110", "1111-1112", "1111-1210", "1211-1311", "1211-1312", "1211-1212", "1112-1211")
    match = driven(1, "2/983=1111", sides | rivers("1210-1211")).play("to 1111")
    assert offers(match, "to") == {"1110"}
    assert "1/983" in refused(match, "to 1211").why


@rule("hurtgen", "7.14", "8.11")
def test_the_refusal_of_a_target_in_range_does_not_say_that_nobody_is_in_range() -> None:
    match = combat("20=0515 1/985=0520 2/985=0521", more="support 0")
    fight(match, "0520", barrage=("20",)).play("roll 6")
    assert "in range" not in refused(match, "attack 0521").why


# -- further proof of duties -------------------------------------------------------------------------


@rule("hurtgen", "8.13", "8.13a")
def test_artillery_alone_attacks_one_hex_even_where_other_units_could_attack_two() -> None:
    """1/8 touches 1010 and 1011 but may also go for 0912; without it a barrage on both is none."""
    match = combat("1/8=0911 45=0505 1/983=1010 2/983=1011 1/984=0912").play("attack 1010", "also 1011")
    refused(match, "barrage 45", "8.13")


@rule("hurtgen", "7.11e")
def test_ground_support_is_not_enough_where_artillery_could_do_the_duty() -> None:
    match = combat("1/8=0911 45=0505 1/983=1010 2/983=1011").play("attack 1010", "support 3")
    refused(match, "resolve", "7.11")
    match.play("barrage 45", "resolve")
    assert match.side == "dice"


@rule("hurtgen", "8.32a")
def test_artillery_adds_a_neighbour_across_the_river_to_its_attack_on_land_and_suffers_the_result() -> None:
    match = combat("20=1010 1/983=1110 2/983=1111", sides=rivers("1010-1111"))
    match.play("attack 1110", "also 1111", "with 20", "resolve", "roll 6")  # -3: A2
    assert offers(match, "to") == {"0910", "0911"}


@rule("hurtgen", "11.12b", "11.31")
def test_artillery_with_no_other_target_goes_before_artillery_that_has_one() -> None:
    match = combat("275h=0910 89h=0911 344h=1110 1/983=1112 1/8=1010 2/8=1111", side="german")
    match.play("attack 1010")
    assert offers(match, "with") == {"275h", "89h"}
    match.play("with 275h")
    refused(match, "with 344h", "11.31")


@rule("hurtgen", "11.13", "11.13a")
def test_ground_support_allotted_first_leaves_room_for_all_four_batteries() -> None:
    match = combat("20=0509 29=0510 44=0511 56=0512 1/983=1010").play("attack 1010", "support 5")
    match.play("barrage 20", "barrage 29", "barrage 44", "barrage 56", "resolve")
    assert match.side == "dice"


@rule("hurtgen", "8.44", "8.44a")
def test_a_battery_lending_fpf_does_not_retreat_with_the_defender() -> None:
    match = combat("1/8=0910 2/8=0911 3/8=1009 1/22=1011 1/983=1010 275h=1510")
    fight(match, "1010", "1/8", "2/8", "3/8", "1/22").play("fpf 275h", "roll 1")  # +3: D2
    settle(match)
    assert where(match, "1/983") == "eliminated"  # no hex free of zones to go to
    assert where(match, "275h") == "1510"
    assert match.side == "us"
    assert offered(match, "done")


@rule("hurtgen", "7.92", "7.92a")
def test_a_unit_advances_once() -> None:
    match = combat("1/8=0910 2/8=0911 1/983=1010", dice=[1])  # +2: D2
    fight(match, "1010", "1/8", "2/8").play("to 1110", "to 1210", "advance 1/8", "to 1110")
    assert offers(match, "advance") == {"2/8"}
    refused(match, "advance 1/8", "7.92")
