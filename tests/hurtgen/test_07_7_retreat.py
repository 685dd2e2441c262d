"""7.7: how to retreat.

1/983 in 1010 is attacked from 0910 and 0911. Their zones leave it 1110 and 1111; whatever else is
closed is closed by rivers.
"""

from __future__ import annotations

import pytest

from grognard import Match
from tests.hurtgen.helpers_combat import combat, fight, rivers
from tests.kit import offered, offers, refused, status, where
from tests.rules import rule

PAIR = "1/8=0910 2/8=0911"
#: With these only 1010, 1111, 1211 and no further hex lie on a way east from 1010.
DEAD_END = rivers("1010-1110", "1111-1210", "1111-1112", "1211-1311", "1211-1312", "1211-1212")


def driven(roll: int, more: str = "1/983=1010", *, us: str = PAIR, **ground: dict[str, str]) -> Match:
    """+2 in clear from two hexes: D2 with 1 to 3, D1 with 4."""
    match = combat(f"{us} {more}", dice=[roll], **ground)
    return fight(match, "1010", "1/8", "2/8")


# -- 7.7 -----------------------------------------------------------------------------------------


@rule("hurtgen", "7.7", "7.7a", "7.74")
def test_a_retreat_is_made_at_once_and_in_full() -> None:
    match = driven(1)  # D2
    for action in ("pass", "done", "attack 1010"):
        refused(match, action)
    match.play("to 1111")
    assert match.side == "german"
    for action in ("pass", "done"):
        refused(match, action)
    match.play("to 1211")
    assert where(match, "1/983") == "1211"
    assert match.side == "us"


@rule("hurtgen", "7.7b")
def test_a_retreat_costs_no_movement_points() -> None:
    rough = {f"{c:02d}{r:02d}": "rough" for c in range(11, 16) for r in range(6, 16)}
    match = combat("1/8=0910 44=0505 56=0506 1/983=1010", terrain=rough, dice=[1])
    fight(match, "1010", "1/8", barrage=("44", "56"), support=3)  # +9: D4
    match.play("to 1111", "to 1211", "to 1312", "to 1412")  # 16 movement points, allowance 7
    assert where(match, "1/983") == "1412"


@rule("hurtgen", "7.7", "7.7c", "7.71", "7.71b")
def test_a_unit_that_cannot_retreat_is_eliminated() -> None:
    match = combat("1/8=1009 2/8=1111 3/8=0911 1/983=1010", dice=[5])
    fight(match, "1010", "1/8", "2/8", "3/8")  # +4: D1
    assert where(match, "1/983") == "eliminated"
    assert status(match)["vp"]["us"] == 3
    assert match.side == "us"


# -- 7.71 ----------------------------------------------------------------------------------------


@rule("hurtgen", "7.71", "7.71a", "7.71b")
def test_a_unit_may_leave_but_not_enter_a_controlled_hex() -> None:
    match = driven(4)  # D1
    assert offers(match, "to") == {"1110", "1111"}
    refused(match, "to 1009", "7.71")
    refused(match, "to 1011", "7.71")
    match.play("to 1110")
    assert where(match, "1/983") == "1110"


@rule("hurtgen", "7.71b")
def test_zones_of_units_outside_the_combat_count() -> None:
    match = driven(4, "1/983=1010 3/8=1210")
    assert where(match, "1/983") == "eliminated"


@rule("hurtgen", "7.71b")
def test_no_later_hex_of_the_retreat_may_be_controlled_either() -> None:
    match = driven(1, "1/983=1010 3/8=1308")  # D2; 3/8 controls 1207 and 1208 but not 1209
    assert offers(match, "to") == {"1110", "1111"}
    match = driven(1, "1/983=1010 3/8=1310")  # 3/8 controls 1209 and 1210
    match.play("to 1110")
    assert offers(match, "to") == {"1109"}
    refused(match, "to 1209", "7.71")
    refused(match, "to 1210", "7.71")


@rule("hurtgen", "7.71c")
def test_a_friend_in_the_hex_does_not_cancel_the_zone() -> None:
    """1110 and 1111 are controlled from 1210; that 2/983 stands in 1111 changes nothing."""
    match = driven(4, "1/983=1010 2/983=1111 3/8=1210")
    assert where(match, "1/983") == "eliminated"
    assert where(match, "2/983") == "1111"


@rule("hurtgen", "7.71d")
def test_a_zone_that_ends_at_a_river_does_not_close_the_hex() -> None:
    match = driven(4, "1/983=1010 3/8=1210", sides=rivers("1110-1210", "1111-1210"))
    assert offers(match, "to") == {"1110", "1111"}
    match = driven(4, "1/983=1010 3/8=1210", sides=rivers("1110-1210"))
    assert offers(match, "to") == {"1110"}


# -- 7.72 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "side", "road", "safe"),
    [
        ("1/983", "river", "none", False),
        ("1/983", "ferry", "none", False),
        ("1/983", "river bridge", "road", True),
        ("1/983", "stream", "none", True),
        ("275h", "stream", "none", True),
        ("16", "river", "none", False),
        ("16", "stream", "none", False),
        ("60", "stream", "none", False),
        ("116r", "stream", "none", False),
        ("116sp", "stream", "none", False),
        ("16", "stream bridge", "road", True),
        ("16", "stream", "trail", True),
        ("16", "none", "none", True),
    ],
)
@rule("hurtgen", "7.72", "7.72a")
def test_no_retreat_over_a_barred_hexside(unit: str, side: str, road: str, safe: bool) -> None:
    pairs = ("1010-1110", "1010-1111")
    sides, roads = dict.fromkeys(pairs, side), dict.fromkeys(pairs, road)
    match = combat(f"{PAIR} {unit}=1010", sides=sides, roads=roads, dice=[5])
    fight(match, "1010", "1/8", "2/8", support=3 if unit == "116r" else 2)
    if safe:
        assert offers(match, "to") == {"1110", "1111"}
    else:
        assert where(match, unit) == "eliminated"


@pytest.mark.parametrize("ground", ["woods", "broken", "rough"])
@rule("hurtgen", "7.72a")
def test_vehicles_do_not_retreat_into_the_forest_except_by_road_or_trail(ground: str) -> None:
    wild = {"1110": ground, "1111": ground}
    assert where(driven(4, "16=1010", terrain=wild), "16") == "eliminated"
    for way in ("road", "trail"):
        match = driven(4, "16=1010", terrain=wild, roads={"1010-1111": way})
        assert offers(match, "to") == {"1111"}
    assert offers(driven(4, terrain=wild), "to") == {"1110", "1111"}  # infantry


# -- 7.73 ----------------------------------------------------------------------------------------


@rule("hurtgen", "7.73", "7.73a", "7.82", "7.82f")
def test_a_vacant_route_must_be_used() -> None:
    match = driven(4, "1/983=1010 2/983=1111")
    assert offers(match, "to") == {"1110"}
    refused(match, "to 1111", "7.73", "7.81", "7.82")
    match.play("to 1110")
    assert where(match, "2/983") == "1111"


@rule("hurtgen", "7.73", "7.73a")
def test_the_whole_route_must_be_vacant_where_that_is_possible() -> None:
    """D2: beyond 1111 stand friends in all three hexes, beyond 1110 in only one of three."""
    match = driven(1, "1/983=1010 2/983=1210 1/984=1211 2/984=1112")
    assert offers(match, "to") == {"1110"}
    match.play("to 1110")
    assert offers(match, "to") == {"1109", "1209"}
    refused(match, "to 1210", "7.73", "7.81", "7.82")


@rule("hurtgen", "7.73", "7.73b", "7.81")
def test_without_a_vacant_route_friends_are_displaced() -> None:
    match = driven(4, "1/983=1010 2/983=1111", sides=rivers("1010-1110"))
    assert offers(match, "to") == {"1111"}
    match.play("to 1111", "to 1211")
    assert (where(match, "1/983"), where(match, "2/983")) == ("1111", "1211")


@rule("hurtgen", "7.73b")
def test_a_vacant_hex_that_leads_nowhere_is_no_route() -> None:
    """D2: 1110 is vacant but nothing lies beyond it, so the way is through 1111."""
    match = driven(1, "1/983=1010 2/983=1111", sides=rivers("1109-1110", "1110-1209", "1110-1210"))
    assert offers(match, "to") == {"1111"}
    match.play("to 1111", "to 1110", "to 1211")
    assert (where(match, "1/983"), where(match, "2/983")) == ("1211", "1110")


@rule("hurtgen", "7.73b")
def test_as_few_friends_as_possible_are_displaced() -> None:
    """D2: by 1110 two friends stand in the way, by 1111 only one."""
    more = "1/983=1010 2/983=1110 1/984=1111 2/984=1109 1/985=1209 2/985=1210"
    match = driven(1, more)
    assert offers(match, "to") == {"1111"}
    match.play("to 1111")
    assert match.side == "german"
    assert not offered(match, "to 1210")  # a friend's hex, and vacant ones are at hand


# -- 7.74 ----------------------------------------------------------------------------------------


@rule("hurtgen", "7.74", "7.74a")
def test_the_retreat_ends_as_many_hexes_away_as_the_result_says() -> None:
    match = fight(combat("1/8=0910 1/983=1010", dice=[1]), "1010", "1/8")  # D2
    assert offers(match, "to") == {"1110", "1111", "1011"}
    match.play("to 1110")
    assert offers(match, "to") == {"1109", "1209", "1210"}
    refused(match, "to 1111", "7.74")  # one hex from 1010
    refused(match, "to 1010")
    match.play("to 1210")
    assert where(match, "1/983") == "1210"
    refused(match, "to 1310")  # no third step
    assert match.side == "us"


@rule("hurtgen", "7.74a")
def test_attackers_too_must_end_the_full_distance_away() -> None:
    match = combat("1/8=0910 1/1055=1010 116h=1310", terrain={"1010": "rough"}, dice=[4])
    fight(match, "1010", "1/8").play("fpf 116h")  # -3 in rough: A2
    assert match.side == "us"
    match.play("to 0809")
    assert offers(match, "to") == {"0808", "0709", "0710"}
    refused(match, "to 0810", "7.74")
    refused(match, "to 0909", "7.74")


@rule("hurtgen", "7.74b", "7.74c", "7.74e", "7.74")
def test_a_unit_that_retreats_only_part_of_the_distance_is_eliminated_where_it_ends() -> None:
    match = combat(f"{PAIR} 44=0505 56=0506 1/983=1010", sides=DEAD_END, dice=[2])
    fight(match, "1010", "1/8", "2/8", barrage=("44", "56"), support=1)  # +9: D3
    assert match.side == "german"
    assert offers(match, "to") == {"1111"}
    match.play("to 1111")
    assert offers(match, "to") == {"1211"}
    match.play("to 1211")
    assert where(match, "1/983") == "eliminated"
    assert status(match)["vp"] == {"us": 1 + 2, "german": 0}
    assert match.side == "us"
    match.play("advance 1/8")
    assert offers(match, "to") == {"1010", "1111", "1211"}
    match.play("to 1211")
    assert where(match, "1/8") == "1211"


@rule("hurtgen", "7.74b")
def test_such_a_unit_goes_as_far_as_it_can() -> None:
    """D3: two hexes by 1111, but only one by 1110."""
    water = {pair: word for pair, word in DEAD_END.items() if pair != "1010-1110"}
    water |= rivers("1109-1110", "1110-1209", "1110-1210")
    match = combat(f"{PAIR} 44=0505 56=0506 1/983=1010", sides=water, dice=[2])
    fight(match, "1010", "1/8", "2/8", barrage=("44", "56"), support=1)
    assert offers(match, "to") == {"1111"}
    refused(match, "to 1110", "7.74")


@rule("hurtgen", "7.74b")
def test_the_same_dead_end_is_deep_enough_for_a_shorter_retreat() -> None:
    match = driven(1, sides=DEAD_END).play("to 1111", "to 1211")  # D2
    assert where(match, "1/983") == "1211"
    assert status(match)["vp"]["us"] == 0


@rule("hurtgen", "7.74b")
def test_a_unit_that_is_lost_anyway_displaces_no_unit() -> None:
    """D3 in the dead end with a friend in 1211: 1111 is as far as vacant hexes go."""
    match = combat(f"{PAIR} 44=0505 56=0506 1/983=1010 2/983=1211", sides=DEAD_END, dice=[2])
    fight(match, "1010", "1/8", "2/8", barrage=("44", "56"), support=1).play("to 1111")
    assert where(match, "1/983") == "eliminated"
    assert where(match, "2/983") == "1211"
    match.play("advance 1/8")
    assert offers(match, "to") == {"1010", "1111"}


@pytest.mark.parametrize(("unit", "value"), [("1/983", 3), ("60", 4)])
@rule("hurtgen", "7.74d", "7.74e")
def test_no_retreat_off_the_map(unit: str, value: int) -> None:
    match = combat(f"1/8=2809 2/8=2810 {unit}=2910", dice=[4])
    fight(match, "2910", "1/8", "2/8")  # +2: D1
    assert where(match, unit) == "eliminated"
    assert status(match)["vp"]["us"] == value


@rule("hurtgen", "7.74d")
def test_a_unit_on_the_edge_with_a_path_along_it_survives() -> None:
    match = combat("1/8=2809 1/983=2910", dice=[2])
    fight(match, "2910", "1/8")  # 0: D1
    assert offers(match, "to") == {"2911"}
    refused(match, "exit 2910")


@rule("hurtgen", "7.74e")
def test_an_attacker_lost_in_its_retreat_scores_for_the_german() -> None:
    water = rivers("0909-0910", "0809-0910", "0810-0910")
    match = fight(combat("1/8=0910 1/983=1010", sides=water, dice=[5]), "1010", "1/8")  # A1
    assert where(match, "1/8") == "eliminated"
    assert status(match)["vp"] == {"us": 0, "german": 5}
