"""7.9: advance after combat.

The defender stands in 1010, the attackers west of it in 0910, 0911 and 1009.
"""

from __future__ import annotations

import pytest

from grognard import Match
from tests.hurtgen.helpers_combat import combat, declare, fight, rivers
from tests.kit import blocked, offered, offers, refused, retreat, settle, status, where
from tests.rules import rule

PAIR = "1/8=0910 2/8=0911 1/983=1010"


def d3(more: str = "") -> Match:
    """Three attackers at +8: D3 along 1111, 1211, 1312. The U.S. Player may now advance."""
    match = combat(f"{PAIR} 3/8=1009 {more}", dice=[1])
    fight(match, "1010", "1/8", "2/8", "3/8", support=4)
    return match.play("to 1111", "to 1211", "to 1312")


# -- 7.91 ----------------------------------------------------------------------------------------


@rule("hurtgen", "7.91", "7.91a")
def test_the_path_of_retreat_is_what_the_beaten_unit_vacated() -> None:
    match = fight(combat("1/8=0910 1/983=1010", dice=[1]), "1010", "1/8").play("to 1110", "to 1209")  # D2
    assert match.side == "us"
    match.play("advance 1/8")
    assert offers(match, "to") == {"1010", "1110"}
    refused(match, "to 1209")


@rule("hurtgen", "7.91", "7.91a")
def test_an_eliminated_unit_leaves_its_own_hex() -> None:
    match = combat("1/8=1009 2/8=1111 3/8=0911 1/983=1010", dice=[5])
    fight(match, "1010", "1/8", "2/8", "3/8").play("advance 2/8")  # D1, no way back
    assert offers(match, "to") == {"1010"}


@rule("hurtgen", "7.91", "7.91b")
def test_any_or_all_victorious_neighbours_may_advance() -> None:
    match = d3()
    assert offers(match, "advance") == {"1/8", "2/8", "3/8"}
    match.play("advance 3/8", "to 1211")
    assert offers(match, "advance") == {"1/8", "2/8"}
    match.play("advance 1/8", "to 1111", "advance 2/8", "to 1010")
    assert [where(match, unit) for unit in ("1/8", "2/8", "3/8")] == ["1111", "1010", "1211"]


@rule("hurtgen", "7.91b")
def test_one_may_advance_and_the_others_stay() -> None:
    match = d3().play("advance 2/8", "to 1010", "pass")
    assert [where(match, unit) for unit in ("1/8", "2/8", "3/8")] == ["0910", "1010", "1009"]
    assert offered(match, "done")


@rule("hurtgen", "7.91", "7.91c")
def test_the_defender_advances_after_a_beaten_attacker() -> None:
    match = fight(combat("1/8=0910 1/983=1010", dice=[5]), "1010", "1/8").play("to 0810")  # A1
    assert match.side == "german"
    assert offers(match, "advance") == {"1/983"}
    match.play("advance 1/983")
    assert offers(match, "to") == {"0910"}
    match.play("to 0910")
    assert where(match, "1/983") == "0910"
    assert match.side == "us"


@rule("hurtgen", "7.91", "7.91c")
def test_the_american_defender_advances_after_a_beaten_german() -> None:
    match = fight(combat("1/983=0910 1/8=1010", side="german", dice=[6]), "1010", "1/983").play("to 0810")  # -2: A1
    assert (match.side, offers(match, "advance")) == ("us", {"1/8"})
    match.play("advance 1/8", "to 0910")
    assert where(match, "1/8") == "0910"
    match = combat("1/983=0911 1/8=1010 2/8=1011", side="german", dice=[6])
    fight(match, "1010 1011", "1/983")  # -5: Ae
    assert where(match, "1/983") == "eliminated"
    assert (match.side, offers(match, "advance")) == ("us", {"1/8", "2/8"})
    assert match.play("pass").side == "german"


@rule("hurtgen", "7.91", "5.31c")
def test_two_defenders_do_not_advance_into_the_same_hex() -> None:
    match = combat("1/8=0911 1/983=1010 2/983=1011", dice=[2])
    fight(match, "1010 1011", "1/8").play("to 0811")  # -2: A1
    assert offers(match, "advance") == {"1/983", "2/983"}
    match.play("advance 1/983", "to 0911")
    refused(match, "advance 2/983")
    assert (where(match, "1/983"), where(match, "2/983")) == ("0911", "1011")


@rule("hurtgen", "7.91d")
def test_each_beaten_unit_leaves_a_path_of_its_own() -> None:
    match = combat("1/8=0911 1/983=1010 2/983=1011", dice=[4])
    fight(match, "1010 1011", "1/8", support=5)  # +3: D1
    retreat(match, "1/983", "1009")
    retreat(match, "2/983", "1012")
    match.play("advance 1/8")
    assert offers(match, "to") == {"1010", "1011"}
    match.play("to 1011")
    assert where(match, "1/8") == "1011"
    assert not offers(match, "advance")


@rule("hurtgen", "7.91d", "7.95")
def test_nobody_goes_from_one_path_over_to_another() -> None:
    """D2: the path from 1010 leads north, the one from 1011 south. The unit ends on one of them."""
    match = combat("1/8=0911 44=0505 56=0506 1/983=1010 2/983=1011", dice=[3])
    fight(match, "1010 1011", "1/8", barrage=("44", "56"), support=5)
    retreat(match, "1/983", "1009", "1008")
    retreat(match, "2/983", "1012", "1013")
    match.play("advance 1/8")
    assert offers(match, "to") == {"1010", "1009", "1011", "1012"}


@rule("hurtgen", "7.91a", "7.95")
def test_a_hex_of_the_path_that_another_beaten_unit_has_entered_is_closed() -> None:
    """1/983 goes by 1110 to 1209; then 2/983 ends its own retreat in 1110."""
    match = combat("1/8=0911 44=0505 56=0506 1/983=1010 2/983=1011", dice=[3])
    fight(match, "1010 1011", "1/8", barrage=("44", "56"), support=5)  # +9: D2
    retreat(match, "1/983", "1110", "1209")
    retreat(match, "2/983", "1111", "1110")
    match.play("advance 1/8")
    assert offers(match, "to") == {"1010", "1011", "1111"}


@rule("hurtgen", "7.91e")
def test_no_advance_over_an_unbridged_river() -> None:
    match = combat("44=0910 1/983=1010", sides=rivers("0910-1010"), dice=[2])
    fight(match, "1010", barrage=("44",), support=5).play("to 1110", "to 1209")  # +6: D2
    assert where(match, "1/983") == "1209"
    assert match.side == "us"
    assert not offers(match, "advance")
    assert offered(match, "done")


@rule("hurtgen", "7.91e")
def test_vehicles_do_not_advance_where_they_may_not_go() -> None:
    at = "10=0910 2/8=0911 1/983=1010"
    match = fight(combat(at, terrain={"1010": "woods"}, dice=[1]), "1010", "10", "2/8")  # +3 in woods: D2
    match.play("to 1110", "to 1209")
    assert offers(match, "advance") == {"2/8"}
    match = combat(at, terrain={"1010": "woods"}, roads={"0910-1010": "trail"}, dice=[1])
    fight(match, "1010", "10", "2/8").play("to 1110", "to 1209")
    assert offers(match, "advance") == {"10", "2/8"}


@pytest.mark.parametrize(
    "ground", [{"terrain": {"1110": "woods"}}, {"terrain": {"1110": "rough"}}, {"sides": {"1010-1110": "stream"}}]
)
@rule("hurtgen", "7.91e")
def test_vehicles_follow_a_path_as_far_as_they_may(ground: dict[str, dict[str, str]]) -> None:
    match = combat("10=0910 2/8=0911 1/983=1010", dice=[1], **ground)
    fight(match, "1010", "10", "2/8").play("to 1110", "to 1209")  # +3: D2
    other = match.before(match.version).play("advance 2/8")
    assert offers(other, "to") == {"1010", "1110"}
    match.play("advance 10")
    assert offers(match, "to") == {"1010"}
    refused(match, "to 1110", "7.91", "5.24", "7.95")


# -- 7.92, 7.93 ----------------------------------------------------------------------------------


@pytest.mark.parametrize("stop", ["1010", "1111", "1211"])
@rule("hurtgen", "7.92", "7.92a")
def test_an_advance_may_stop_anywhere_on_the_path(stop: str) -> None:
    match = d3().play("advance 1/8")
    assert offers(match, "to") == {"1010", "1111", "1211"}
    match.play(f"to {stop}")
    assert where(match, "1/8") == stop


@rule("hurtgen", "7.93", "7.93a")
def test_an_advance_ignores_zones_of_control() -> None:
    """2/983 in 1112 controls 1111 and 1211."""
    match = d3("2/983=1112").play("advance 1/8")
    assert offers(match, "to") == {"1010", "1111", "1211"}
    match.play("to 1211")
    assert where(match, "1/8") == "1211"


# -- 7.94, 7.95 ----------------------------------------------------------------------------------


@rule("hurtgen", "7.94", "7.94a")
def test_a_neighbour_that_fought_another_unit_does_not_advance() -> None:
    match = combat(f"{PAIR} 2/983=1011", dice=[2, 2])
    fight(match, "1010", "1/8").play("to 1110")  # D1
    assert offers(match, "advance") == {"1/8"}
    refused(match, "advance 2/8")
    match.play("pass")
    fight(match, "1011", "2/8").play("to 1112")
    assert offers(match, "advance") == {"2/8"}
    match.play("advance 2/8")
    assert offers(match, "to") == {"1011"}  # not 1010, the path of the other combat


@rule("hurtgen", "7.94", "7.94b")
def test_distant_artillery_does_not_advance() -> None:
    match = combat("1/8=0910 45=0710 1/983=1010", dice=[2])
    fight(match, "1010", "1/8", barrage=("45",)).play("to 1110", "to 1209")  # +1: D2
    assert offers(match, "advance") == {"1/8"}
    refused(match, "advance 45")


@rule("hurtgen", "7.94c")
def test_artillery_that_attacked_from_the_next_hex_may_advance() -> None:
    match = combat("44=0910 1/983=1010", dice=[1])
    fight(match, "1010", "44").play("to 1110", "to 1209")  # +1: D2
    assert offers(match, "advance") == {"44"}
    match.play("advance 44", "to 1110")
    assert where(match, "44") == "1110"


@rule("hurtgen", "7.94d")
def test_artillery_that_lent_final_protective_fire_does_not_advance() -> None:
    match = combat("1/8=0910 1/1055=1010 275h=1310", dice=[1])
    fight(match, "1010", "1/8").play("fpf 275h", "to 0810")  # -4: A1
    assert match.side == "german"
    assert offers(match, "advance") == {"1/1055"}
    refused(match, "advance 275h")


@rule("hurtgen", "7.94e")
def test_ground_support_gives_nobody_a_right_to_advance() -> None:
    """The only U.S. units near the beaten unit took no part: one is two hexes off, one across a river."""
    match = combat("1/8=0810 2/8=0911 1/983=1010", sides=rivers("0911-1010"), dice=[1])
    fight(match, "1010", support=5).play("to 1110", "to 1209")  # +3: D2
    assert match.side == "us"
    assert not offers(match, "advance")
    assert offered(match, "done")


@rule("hurtgen", "7.94e", "7.94a")
def test_infantry_that_only_watched_a_barrage_does_not_advance() -> None:
    match = combat("1/8=0911 45=0505 1/983=1010 2/983=1011", dice=[1])
    fight(match, "1010", barrage=("45",), support=5).play("to 1110", "to 1209")  # +4: D2
    assert where(match, "1/983") == "1209"
    assert not offers(match, "advance")
    assert offered(match, "attack 1011")


@rule("hurtgen", "7.95", "7.95a")
def test_an_advance_does_not_leave_the_path() -> None:
    match = d3().play("advance 1/8")
    for aside in ("1110", "1011", "1112", "1212", "0909"):
        refused(match, f"to {aside}", "7.95")


# -- 7.96 ----------------------------------------------------------------------------------------


@rule("hurtgen", "7.96", "7.96a")
def test_the_advance_is_made_before_any_other_combat() -> None:
    match = combat("1/8=0910 1/983=1010 2/8=1410 2/983=1510", dice=[2])
    fight(match, "1010", "1/8").play("to 1111")  # D1
    refused(match, "attack 1510")
    match.play("pass")
    refused(match, "advance 1/8")
    declare(match, "1510", "2/8")
    refused(match, "advance 1/8")


@rule("hurtgen", "7.96", "7.96b")
def test_no_unit_has_to_advance() -> None:
    match = d3().play("pass")
    assert [where(match, unit) for unit in ("1/8", "2/8", "3/8")] == ["0910", "0911", "1009"]
    assert match.side == "us"
    assert not offers(match, "advance")
    match = fight(combat("1/8=0910 1/983=1010", dice=[5]), "1010", "1/8").play("to 0810", "pass")  # A1
    assert where(match, "1/983") == "1010"


@rule("hurtgen", "7.96", "7.96c")
def test_a_unit_that_advanced_does_not_attack_again() -> None:
    """1/8 advances to 1010, next to 2/983 in 1110, which 2/8 in 1210 has to attack alone."""
    match = combat("1/8=0910 1/983=1010 2/983=1110 2/8=1210", dice=[2])
    fight(match, "1010", "1/8").play("to 1011", "advance 1/8", "to 1010")  # D1
    refused(match, "done", "7.0", "7.11", "7.12")
    match.play("attack 1110")
    assert offers(match, "with") == {"2/8"}
    refused(match, "with 1/8", "7.14", "7.96")


@rule("hurtgen", "7.96d")
def test_neighbours_gained_by_an_advance_need_not_be_attacked() -> None:
    match = combat("1/8=0910 1/983=1010 2/983=1110", dice=[2])
    fight(match, "1010", "1/8").play("to 1011", "advance 1/8", "to 1010")  # D1
    assert offered(match, "done")


@rule("hurtgen", "7.96d", "7.14b")
def test_a_defender_that_advanced_is_not_attacked() -> None:
    match = combat("1/8=0910 2/8=0809 45=0505 1/983=1010", dice=[5])
    fight(match, "1010", "1/8").play("to 0909", "advance 1/983", "to 0910")  # A1
    refused(match, "attack 0910", "7.14", "7.96")
    blocked(match, "attack 0910", "with 2/8", rules=("7.14", "7.96"))
    assert offered(match, "done")


@pytest.mark.parametrize("advance", [True, False])
@rule("hurtgen", "7.96", "7.96e")
def test_an_advance_can_cut_off_a_later_retreat(advance: bool) -> None:
    """2/983 in 1011, attacked from 0912, can only go to 1111, which is next to 1010."""
    match = combat("1/8=0910 2/8=0912 1/983=1010 2/983=1011", sides=rivers("1011-1112"), dice=[2, 2])
    fight(match, "1010", "1/8").play("to 1110")  # D1
    match.play(*(("advance 1/8", "to 1010") if advance else ("pass",)))
    fight(match, "1011", "2/8")  # D1
    if advance:
        assert where(match, "2/983") == "eliminated"
        assert status(match)["vp"]["us"] == 3
    else:
        assert match.side == "german"
        assert offers(match, "to") == {"1111"}
    assert offered(settle(match), "done")


# -- reasons -------------------------------------------------------------------------------------


@rule("hurtgen", "7.92", "7.94")
def test_the_refusal_explains_why_a_unit_does_not_advance() -> None:
    match = d3("1/22=0404").play("advance 3/8", "to 1211")
    assert refused(match, "advance 3/8", "7.92").why == "3/8 has already advanced"
    assert "is not a unit of the winning side" in refused(match, "advance 1/22", "7.94").why
    assert "is not a unit of the winning side" in refused(match, "advance 1/983", "7.94").why


@rule("hurtgen", "7.91", "7.91e", "5.24")
def test_the_refusal_explains_what_blocks_the_advance_of_a_vehicle() -> None:
    match = combat("10=0910 2/8=0911 1/983=1010", terrain={"1010": "woods"}, dice=[1])
    fight(match, "1010", "10", "2/8").play("to 1110", "to 1209")
    assert refused(match, "advance 10", "5.24").why == "10 may not cross into 1010 without a road or trail"


@rule("hurtgen", "7.91", "7.91e")
def test_a_vehicle_that_finds_its_only_hex_taken_stays_while_infantry_goes_past() -> None:
    at = "10=0910 2/8=0911 3/8=1009 1/983=1010"
    match = combat(at, terrain={"1111": "woods"}, dice=[2])
    fight(match, "1010", "10", "2/8", "3/8").play("to 1111", "to 1211", "advance 2/8", "to 1010")
    assert offers(match, "advance") == {"3/8"}
    assert "no path of retreat to a vacant hex" in refused(match, "advance 10", "7.91").why
    assert refused(match, "advance 2/8", "7.92").why == "2/8 has already advanced"


@rule("hurtgen", "7.91e", "8.32")
def test_the_refusal_explains_what_blocks_a_defender_across_the_river() -> None:
    match = combat("44=0910 1/983=1010 1/1055=0911", sides=rivers("0910-1010"), dice=[6])
    fight(match, "0911 1010", "44").play("to 0809")  # -4: A1
    assert offers(match, "advance") == {"1/1055"}
    assert refused(match, "advance 1/983", "7.91").why == "1/983 may not cross the river into 0910"


@rule("hurtgen", "7.91", "7.95", "5.31c")
def test_the_refusal_explains_why_an_advance_stops_short() -> None:
    match = d3().play("advance 3/8", "to 1111", "advance 1/8")
    assert refused(match, "to 1111", "5.31").why == "1111 is not vacant"
    assert offers(match, "to") == {"1010", "1211"}
    match = combat("10=0910 2/8=0911 1/983=1010", terrain={"1110": "woods"}, dice=[1])
    fight(match, "1010", "10", "2/8").play("to 1110", "to 1209", "advance 10")
    assert refused(match, "to 1110", "7.91").why == "10 cannot follow the path as far as 1110"
    match = combat("1/8=0911 44=0505 56=0506 1/983=1010 2/983=1011", dice=[3])
    fight(match, "1010 1011", "1/8", barrage=("44", "56"), support=5)
    retreat(match, "1/983", "1110", "1209")
    retreat(match, "2/983", "1111", "1110")
    match.play("advance 1/8")
    assert refused(match, "to 1110", "5.31").why == "1110 is not vacant"  # an enemy has ended there


# -- 7.97 ----------------------------------------------------------------------------------------


@rule("hurtgen", "7.97", "7.97a")
def test_example_three_units_follow_a_retreat_of_three_hexes_and_a_fourth_does_not() -> None:
    at = "1/8=0910 2/8=0911 3/8=1009 1/22=1011 1/983=1010"
    match = combat(at, sides=rivers("1011-1111"), dice=[1])
    fight(match, "1010", "1/8", "2/8", "3/8", "1/22").play("to 1111", "to 1211", "to 1312")  # +6: D3
    assert offers(match, "advance") == {"1/8", "2/8", "3/8", "1/22"}
    match.play("advance 1/8", "to 1211", "advance 2/8")
    assert offers(match, "to") == {"1010", "1111"}
    match.play("to 1111", "advance 3/8")
    assert offers(match, "to") == {"1010"}
    match.play("to 1010")
    refused(match, "advance 1/22")
    assert [where(match, unit) for unit in ("1/8", "2/8", "3/8", "1/22")] == ["1211", "1111", "1010", "1011"]
    assert offered(match, "done")
