"""7.8: displacement.

1/983 in 1010 is attacked from 0910 and 0911; 1110 is closed by a river, so its only way back is 1111,
where a friend stands.
"""

from __future__ import annotations

import pytest

from grognard import Match
from tests.hurtgen.helpers_combat import combat, declare, fight, rivers
from tests.kit import offered, offers, refused, status, where
from tests.rules import rule

PAIR = "1/8=0910 2/8=0911 1/983=1010"
WAY = ("1010-1110",)
#: 1111 leads on to 1211 only.
NARROW = (*WAY, "1110-1111", "1111-1210", "1111-1112")


def driven(roll: int, more: str, water: tuple[str, ...] = WAY, **ground: dict[str, str]) -> Match:
    """+2 in clear from two hexes: D2 with 1 to 3, D1 with 4. No FPF is lent."""
    match = combat(f"{PAIR} {more}", dice=[roll], sides=rivers(*water), **ground)
    fight(match, "1010", "1/8", "2/8")
    return match.play("pass") if offers(match, "fpf") else match


# -- 7.81 ----------------------------------------------------------------------------------------


@rule("hurtgen", "7.81", "7.81a")
def test_a_friend_on_the_only_path_moves_one_hex_and_makes_room() -> None:
    match = driven(4, "2/983=1111")
    assert offers(match, "to") == {"1111"}
    match.play("to 1111")
    assert match.side == "german"
    assert (where(match, "1/983"), where(match, "2/983")) == ("1010", "1111")
    assert offers(match, "to") == {"1110", "1112", "1210", "1211"}
    match.play("to 1211")
    assert (where(match, "1/983"), where(match, "2/983")) == ("1111", "1211")
    assert match.side == "us"


@rule("hurtgen", "7.81a")
def test_a_retreat_goes_on_after_a_displacement() -> None:
    match = driven(1, "2/983=1111").play("to 1111", "to 1110")  # D2
    assert match.side == "german"
    assert offers(match, "to") == {"1112", "1210", "1211"}
    match.play("to 1112")
    assert (where(match, "1/983"), where(match, "2/983")) == ("1112", "1110")


@rule("hurtgen", "7.81a")
def test_a_retreating_attacker_also_displaces_friends() -> None:
    match = combat("1/8=0201 2/8=0101 1/983=0302", sides=rivers("0102-0201"), dice=[5])
    fight(match, "0302", "1/8")  # A1
    assert match.side == "us"
    assert offers(match, "to") == {"0101"}
    match.play("to 0101")
    assert offers(match, "to") == {"0102"}
    match.play("to 0102")
    assert (where(match, "1/8"), where(match, "2/8")) == ("0101", "0102")


@rule("hurtgen", "7.81b")
def test_the_displaced_unit_keeps_the_rules_of_retreat() -> None:
    """1210 is controlled from 1310, 1112 is across a river, a friend stands in 1110."""
    match = driven(4, "2/983=1111 1/984=1110 3/8=1310", (*WAY, "1111-1112")).play("to 1111")
    assert offers(match, "to") == {"1211"}
    refused(match, "to 1210", "7.71", "7.81")
    refused(match, "to 1112", "7.72", "7.81", "6.31")
    refused(match, "to 1110", "7.73", "7.81", "7.82")
    refused(match, "to 1011", "7.71", "7.81")
    match.play("to 1211")
    assert where(match, "2/983") == "1211"


@rule("hurtgen", "7.81", "7.81a", "7.62j")
def test_a_unit_of_the_same_combat_that_has_yet_to_retreat_may_be_displaced() -> None:
    """After a Br the only way of 1/8 is through 2/8, whose displacement counts as its own retreat."""
    match = combat(PAIR, sides=rivers("0909-0910", "0809-0910", "0810-0910"), dice=[5])
    fight(match, "1010", "1/8", "2/8").play("to 1110")
    match.play("retreat 1/8")
    assert offers(match, "to") == {"0911"}
    match.play("to 0911")
    assert offers(match, "to") == {"0810", "0811", "0912", "1011"}
    match.play("to 0811")
    assert (where(match, "1/8"), where(match, "2/8")) == ("0911", "0811")
    assert offered(match, "done")


@rule("hurtgen", "7.81", "7.81c")
def test_all_friends_in_the_way_are_displaced() -> None:
    water = rivers(*WAY, "1111-1210", "1111-1112", "1211-1311", "1211-1212")
    at = f"{PAIR} 44=0505 56=0506 2/983=1111 1/984=1211 2/984=1312"
    match = combat(at, sides=water, dice=[2])
    fight(match, "1010", "1/8", "2/8", barrage=("44", "56"), support=1)  # +9: D3
    match.play("to 1111", "to 1110", "to 1211", "to 1210", "to 1312", "to 1412")
    found = [where(match, unit) for unit in ("1/983", "2/983", "1/984", "2/984")]
    assert found == ["1312", "1110", "1210", "1412"]
    assert match.side == "us"
    assert status(match)["vp"]["us"] == 0


# -- 7.82 ----------------------------------------------------------------------------------------


@rule("hurtgen", "7.82", "7.82a")
def test_a_friend_that_cannot_make_room_stays_and_the_retreating_unit_is_lost() -> None:
    match = driven(4, "2/983=1111", (*NARROW, "1111-1211"))
    assert where(match, "1/983") == "eliminated"
    assert where(match, "2/983") == "1111"
    assert status(match)["vp"]["us"] == 3


@rule("hurtgen", "7.82a")
def test_of_two_friends_the_one_that_can_make_room_is_displaced() -> None:
    """1/984 in 1110 is shut in by rivers, 2/983 in 1111 is not."""
    match = driven(4, "2/983=1111 1/984=1110", ("1109-1110", "1110-1209", "1110-1210", "1110-1111"))
    assert offers(match, "to") == {"1111"}
    match.play("to 1111", "to 1211")
    assert [where(match, unit) for unit in ("1/983", "2/983", "1/984")] == ["1111", "1211", "1110"]


@rule("hurtgen", "7.82", "7.82c")
def test_displacement_goes_on_from_unit_to_unit() -> None:
    match = driven(4, "2/983=1111 1/984=1211", NARROW).play("to 1111")
    assert offers(match, "to") == {"1211"}
    match.play("to 1211")
    assert match.side == "german"
    assert "1312" in offers(match, "to")
    match.play("to 1312")
    assert [where(match, unit) for unit in ("1/983", "2/983", "1/984")] == ["1111", "1211", "1312"]


@rule("hurtgen", "7.82a", "7.82c")
def test_a_chain_that_would_cost_its_last_unit_costs_the_retreating_one() -> None:
    shut = ("1210-1211", "1211-1212", "1211-1311", "1211-1312", "1112-1211")
    match = driven(4, "2/983=1111 1/984=1211", (*NARROW, *shut))
    assert [where(match, unit) for unit in ("1/983", "2/983", "1/984")] == ["eliminated", "1111", "1211"]


@rule("hurtgen", "7.82d")
def test_the_same_unit_may_be_displaced_twice_in_a_phase() -> None:
    """2/983 goes from 1111 to 1211 for one friend and has to leave 1211 for another."""
    water = rivers(*NARROW, "1112-1212", "1212-1312")
    match = combat(f"{PAIR} 2/983=1111 3/8=1213 1/984=1212", sides=water, dice=[4, 2])
    fight(match, "1010", "1/8", "2/8").play("to 1111")
    assert offers(match, "to") == {"1211"}
    match.play("to 1211", "pass")
    fight(match, "1212", "3/8")  # 0: D1
    assert offers(match, "to") == {"1211"}
    match.play("to 1211", "to 1311")
    assert [where(match, unit) for unit in ("1/983", "2/983", "1/984")] == ["1111", "1311", "1211"]


@rule("hurtgen", "7.82d")
def test_one_retreat_may_displace_the_same_unit_twice() -> None:
    """D2 where both the retreating and the displaced unit can only go by 1211."""
    match = driven(1, "2/983=1111", NARROW).play("to 1111")
    assert offers(match, "to") == {"1211"}
    match.play("to 1211")
    assert offers(match, "to") == {"1211"}
    match.play("to 1211", "to 1312")
    assert (where(match, "1/983"), where(match, "2/983")) == ("1211", "1312")


@pytest.mark.parametrize("aside", [False, True])
@rule("hurtgen", "7.82", "7.82e")
def test_a_displaced_battery_lends_no_final_protective_fire(aside: bool) -> None:
    """275h is displaced from 1111; where it stood aside in 1115 it may still be asked for the second combat."""
    place = "1115" if aside else "1111"
    match = combat(f"{PAIR} 275h={place} 3/8=1020 2/983=1120", sides=rivers(*WAY), dice=[4])
    fight(match, "1010", "1/8", "2/8")
    assert offers(match, "fpf") == {"275h"}
    match.play("pass", "to 1111", *([] if aside else ["to 1211"]), "pass")  # D1
    fight(match, "1120", "3/8")
    assert offers(match, "fpf") == ({"275h"} if aside else set())
    assert match.side == ("german" if aside else "dice")


@rule("hurtgen", "7.82", "7.82e")
def test_a_displaced_battery_does_not_barrage() -> None:
    match = combat("1/8=0201 45=0101 20=0808 1/983=0302 2/983=1010", sides=rivers("0102-0201"), dice=[5])
    assert offers(match.play("attack 1010"), "barrage") == {"45", "20"}
    match.undo()
    fight(match, "0302", "1/8").play("to 0101", "to 0102", "pass")  # A1
    match.play("attack 1010")
    assert offers(match, "barrage") == {"20"}
    refused(match, "barrage 45", "7.82")


@rule("hurtgen", "7.82", "7.82f")
def test_no_unit_is_displaced_while_another_path_is_open() -> None:
    match = combat(f"{PAIR} 2/983=1111", dice=[4])
    fight(match, "1010", "1/8", "2/8")
    assert offers(match, "to") == {"1110"}
    refused(match, "to 1111", "7.73", "7.81", "7.82")


@rule("hurtgen", "7.82f")
def test_a_displaced_unit_displaces_no_unit_while_another_path_is_open() -> None:
    match = driven(4, "2/983=1111 1/984=1211").play("to 1111")
    assert offers(match, "to") == {"1110", "1112", "1210"}
    refused(match, "to 1211", "7.73", "7.81", "7.82")


@pytest.mark.parametrize("ground", ["woods", "broken", "rough"])
@rule("hurtgen", "7.82g")
def test_a_vehicle_that_could_only_be_displaced_into_the_forest_stays(ground: str) -> None:
    wild = dict.fromkeys(("1110", "1112", "1210", "1211"), ground)
    match = driven(4, "16=1111", terrain=wild)
    assert where(match, "1/983") == "eliminated"
    assert where(match, "16") == "1111"
    match = driven(4, "16=1111", terrain=wild, roads={"1111-1211": "trail"}).play("to 1111")
    assert offers(match, "to") == {"1211"}
    match = driven(4, "2/983=1111", terrain=wild).play("to 1111")
    assert offers(match, "to") == {"1110", "1112", "1210", "1211"}


@rule("hurtgen", "7.82h")
def test_a_displacement_scores_nothing_and_leaves_no_path() -> None:
    match = driven(4, "2/983=1111").play("to 1111", "to 1211")
    assert status(match)["vp"] == {"us": 0, "german": 0}
    match.play("advance 1/8")
    assert offers(match, "to") == {"1010"}


@rule("hurtgen", "7.82i", "7.82a")
def test_a_unit_that_may_not_displace_is_lost_in_the_last_hex_it_could_reach() -> None:
    pinned = ("1210-1211", "1211-1212", "1211-1311", "1211-1312", "1112-1211")
    match = driven(1, "2/983=1211", (*NARROW, *pinned))  # D2
    assert offers(match, "to") == {"1111"}
    match.play("to 1111")
    assert where(match, "1/983") == "eliminated"
    assert where(match, "2/983") == "1211"
    match.play("advance 1/8")
    assert offers(match, "to") == {"1010", "1111"}


# -- the second 7.82 -----------------------------------------------------------------------------


def moved_on() -> Match:
    """1/983 has come to 1111, from where it displaced 2/983 to 1211; a battery meant to fire on 1111."""
    match = driven(4, "2/983=1111 45=0505").play("to 1111", "to 1211", "pass")
    assert (where(match, "1/983"), where(match, "2/983")) == ("1111", "1211")
    return match


@rule("hurtgen", "7.82b", "7.82ba", "7.82bc")
def test_a_hex_from_which_the_target_was_displaced_is_not_barraged() -> None:
    before = combat(f"{PAIR} 2/983=1111 45=0505", sides=rivers(*WAY))
    assert offered(before, "attack 1111")
    refused(moved_on(), "attack 1111", "7.14", "7.82", "7.82b")


@rule("hurtgen", "7.82b", "7.82bb")
def test_the_displaced_unit_may_be_barraged_where_it_is_now() -> None:
    match = moved_on()
    assert offers(match, "attack") == {"1211"}
    declare(match, "1211", barrage=("45",)).play("resolve")
    assert match.side == "dice"


@rule("hurtgen", "7.82bb")
def test_not_if_it_was_attacked_before_it_was_displaced() -> None:
    match = combat(f"{PAIR} 2/983=1111 45=0505", sides=rivers(*WAY), dice=[6, 4])
    fight(match, "1111", barrage=("45",))  # no effect
    fight(match, "1010", "1/8", "2/8").play("to 1111", "to 1211", "pass")
    refused(match, "attack 1211", "7.14")
