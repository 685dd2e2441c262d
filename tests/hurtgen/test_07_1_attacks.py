"""7.0 to 7.3: who attacks whom, with what strength, and the duty to attack.

Most positions stand round 1010. 0910 and 0911 are west of it and next to each other; 0911 is next to
1011 as well, 0910 is not.
"""

from __future__ import annotations

import pytest

from grognard import Match
from tests.hurtgen.helpers_combat import INFANTRY, RING, WEAK, WOODS, combat, declare, fight, rivers
from tests.hurtgen.table import table
from tests.kit import blocked, offered, offers, refused, retreat, rolled, settle, status, total, where
from tests.rules import rule

#: 1/8 in 0911 faces both 1/983 in 1010 and 2/983 in 1011.
BETWEEN = "1/8=0911 1/983=1010 2/983=1011"


@rule("hurtgen", "7.0", "7.0a", "7.11")
def test_neighbours_must_be_fought() -> None:
    match = combat("1/8=0910 1/983=1010", dice=[5])
    refused(match, "done", "7.0", "7.11", "7.12")
    settle(fight(match, "1010", "1/8"))
    match.play("done")
    assert status(match)["phase"] == "german movement"


@rule("hurtgen", "7.0a")
def test_units_apart_need_not_fight() -> None:
    match = combat("1/8=0810 1/983=1010")
    match.play("done")
    assert status(match)["phase"] == "german movement"


@rule("hurtgen", "7.0b")
def test_the_phasing_side_is_the_attacker_even_when_it_is_the_german() -> None:
    match = combat("1/8=0910 1/1055=1010", side="german")
    declare(match, "0910", "1/1055")
    assert total(match) == 2 - 3
    rolled(match.play("resolve"), 6)  # A1
    assert match.side == "german"
    match.play("to 1111")
    assert where(match, "1/1055") == "1111"
    assert where(match, "1/8") == "0910"


@rule("hurtgen", "7.0c", "7.15", "7.15a")
def test_only_artillery_and_ground_support_reach_further_than_the_next_hex() -> None:
    match = combat("1/8=0910 2/8=0810 10=0811 45=0809 1/983=1010")
    match.play("attack 1010")
    assert offers(match, "with") == {"1/8"}
    for far in ("2/8", "10"):
        refused(match, f"with {far}", "7.0", "7.15", "7.22", "7.23")
    match.play("with 1/8")
    assert offered(match, "support 5")
    match.play("barrage 45", "support 5", "resolve")
    assert match.side == "dice"


@rule("hurtgen", "7.0d")
def test_attack_strengths_barrage_and_ground_support_are_added() -> None:
    match = combat("1/8=0910 2/8=0911 44=0505 1/983=1010")
    totals = []
    for action in ("attack 1010", "with 1/8", "with 2/8", "barrage 44", "support 5"):
        match.play(action)
        totals.append(match.preview.total if match.preview else None)
    assert totals[1:] == [2 - 2, 4 - 2, 7 - 2, 12 - 2]


@rule("hurtgen", "7.0e", "7.0f")
def test_final_protective_fire_is_added_to_the_defense_and_the_differential_may_be_negative() -> None:
    match = fight(combat("1/8=0910 1/1055=1010 116h=1310"), "1010", "1/8")
    assert match.side == "german"
    match.play("fpf 116h")
    assert match.side == "dice"
    assert total(match) == 2 - (3 + 2)
    assert match.preview is not None
    assert match.preview.column == "-4,3"
    match = fight(combat("1/8=0910 1/1055=1010 116h=1310"), "1010", "1/8").play("pass")
    assert total(match) == 2 - 3


@rule("hurtgen", "7.0e")
def test_the_defense_of_all_units_attacked_is_added() -> None:
    match = declare(combat("1/8=0911 1/983=1010 1/1055=1011"), "1010 1011", "1/8")
    assert total(match) == 2 - (2 + 3)


@rule("hurtgen", "7.0", "7.43")
def test_example_thirteen_points_against_four_in_a_town() -> None:
    """7.0: the differential is +9, resolved under +9-11 of the town line; a five is a D1."""
    match = combat(
        "1/8=0910 2/8=0911 3/8=1009 44=0505 56=0506 1/1055=1010 275k=1510", terrain={"1010": "town"}, dice=[5]
    )
    fight(match, "1010", "1/8", "2/8", "3/8", barrage=("44", "56"), support=1)
    assert match.side == "german"
    before = match.before(match.version).play("fpf 275k")
    assert total(before) == 13 - 4
    assert before.preview is not None
    assert before.preview.line == WOODS
    assert before.preview.column == "+9-11"
    assert before.preview.by_roll[5 - 1] == "D1"
    match.play("fpf 275k")
    assert match.side == "german"
    match.play("to 1111")
    assert where(match, "1/1055") == "1111"
    assert match.side == "us"
    assert offers(match, "advance") == {"1/8", "2/8", "3/8"}


@rule("hurtgen", "7.0g", "7.96")
def test_a_result_is_carried_out_before_the_next_attack() -> None:
    match = combat("1/8=0910 1/983=1010 2/8=1410 2/983=1510", dice=[2])
    fight(match, "1010", "1/8")  # D1
    assert match.side == "german"
    refused(match, "attack 1510")
    match.play("to 1111")
    refused(match, "attack 1510")
    match.play("pass")
    assert offered(match, "attack 1510")


@rule("hurtgen", "7.0h")
def test_a_declared_attack_must_be_resolved() -> None:
    match = combat("45=0505 1/983=1010", dice=[6])
    assert offered(match, "done")
    match.play("attack 1010")
    refused(match, "done")
    match.play("barrage 45")
    refused(match, "done")
    settle(match.play("resolve"))
    assert offered(match, "done")


@rule("hurtgen", "7.0h", "7.11")
def test_every_compulsory_attack_must_be_resolved() -> None:
    match = combat("1/8=0910 1/983=1010 2/8=1410 2/983=1510", dice=[5, 5])
    settle(fight(match, "1010", "1/8"))
    refused(match, "done", "7.0", "7.11", "7.12")
    settle(fight(match, "1510", "2/8"))
    assert offered(match, "done")


@rule("hurtgen", "7.0i")
def test_the_other_side_never_attacks() -> None:
    match = combat("1/8=0910 1/983=1010 275h=1310", dice=[5])
    assert match.side == "us"
    assert offers(match, "attack") == {"1010", "1310"}
    refused(match, "attack 0910")
    settle(fight(match, "1010", "1/8"))
    assert match.side == "us"
    match.play("done")
    assert status(match)["phase"] == "german movement"


@rule("hurtgen", "7.11", "7.11a")
def test_no_enemy_next_to_a_phasing_unit_is_left_out() -> None:
    match = combat(f"{BETWEEN} 2/8=0910", dice=[5, 5])
    retreat(fight(match, "1010", "2/8"), "2/8", "0810").play("pass")  # A1
    refused(match, "done", "7.0", "7.11", "7.12")
    settle(fight(match, "1011", "1/8"))
    assert offered(match, "done")


@pytest.mark.parametrize(
    ("side", "free"), [("river", True), ("ferry", True), ("river bridge", False), ("stream", False), ("none", False)]
)
@rule("hurtgen", "7.11b")
def test_an_unbridged_river_between_them_takes_the_duty_away(side: str, free: bool) -> None:
    road = "road" if "bridge" in side else "none"
    match = combat("1/8=0910 1/983=1010", sides={"0910-1010": side}, roads={"0910-1010": road})
    assert offered(match, "done") is free
    if free:
        blocked(match, "attack 1010", "with 1/8", rules=("6.33", "7.15"))


@rule("hurtgen", "7.11c")
def test_the_attacker_may_group_attacks_freely() -> None:
    at = "1/8=0911 2/8=1111 1/983=1010 2/983=1011"
    joint = declare(combat(at, dice=[5]), "1010 1011", "1/8", "2/8")
    assert total(joint) == 4 - 4
    assert offered(settle(joint.play("resolve")), "done")
    for first, second in (("1/8", "2/8"), ("2/8", "1/8")):
        apart = settle(fight(combat(at, dice=[5, 5]), "1010", first))
        assert offered(settle(fight(apart, "1011", second)), "done")


@pytest.mark.parametrize(("barraged", "other"), [("1011", "1010"), ("1010", "1011")])
@rule("hurtgen", "7.11d")
def test_a_barrage_alone_may_take_care_of_a_neighbour(barraged: str, other: str) -> None:
    match = combat(f"{BETWEEN} 45=0505", dice=[5, 5])
    settle(fight(match, barraged, barrage=("45",)))
    refused(match, "done", "7.11")
    settle(fight(match, other, "1/8"))
    assert offered(match, "done")


@rule("hurtgen", "7.11e")
def test_ground_support_alone_does_not_take_care_of_a_neighbour() -> None:
    blocked(combat(BETWEEN), "attack 1011", "support 1", "resolve", rules=("7.11", "7.12"))
    blocked(combat(BETWEEN), "attack 1010", "with 1/8", "resolve", rules=("7.11", "7.21"))
    blocked(combat("1/8=0911 1/983=1010"), "attack 1010", "support 1", "resolve", rules=("7.11", "7.12"))


@rule("hurtgen", "7.11e")
def test_ground_support_with_a_unit_or_on_a_unit_apart_is_accepted() -> None:
    with_battery = settle(fight(combat(f"{BETWEEN} 45=0505", dice=[6]), "1011", barrage=("45",), support=1))
    assert where(with_battery, "2/983") == "1011"
    apart = fight(combat("1/8=0911 1/983=1010 2/983=2020"), "2020", support=1)
    assert apart.side == "dice"


@rule("hurtgen", "7.12", "7.12a")
def test_every_unit_next_to_an_enemy_must_attack() -> None:
    at = "1/8=0910 2/8=0911 1/983=1010"
    blocked(combat(at), "attack 1010", "with 1/8", "resolve", rules=("7.12",))
    match = settle(fight(combat(at, dice=[6]), "1010", "1/8", "2/8"))
    assert offered(match, "done")


@pytest.mark.parametrize("target", ["1010", "1011"])
@rule("hurtgen", "7.12b")
def test_the_attacker_chooses_whom_each_unit_attacks(target: str) -> None:
    match = combat(f"{BETWEEN} 2/8=0910 3/8=0912", dice=[6, 6])
    for hex_, unit in (("1010", "2/8"), ("1011", "3/8")):
        helpers = ("1/8",) if hex_ == target else ()
        declare(match, hex_, unit, *helpers)
        assert total(match) == (2 if helpers else 0)
        settle(match.play("resolve"))
    assert offered(match, "done")


@rule("hurtgen", "7.12c")
def test_a_barrage_may_not_take_the_only_enemy_of_a_waiting_unit() -> None:
    blocked(combat("1/8=0910 45=0505 1/983=1010"), "attack 1010", "barrage 45", "resolve", rules=("7.12",))
    blocked(combat(f"{BETWEEN} 2/8=0910 3/8=0912 45=0505"), "attack 1010", "with 1/8", "resolve", rules=("7.12",))


@rule("hurtgen", "7.12c", "7.71")
def test_no_retreat_drives_a_waiting_unit_away_from_its_enemy() -> None:
    """2/8 in 0201 could go back only through 1/8. Next to an enemy it makes no room: 2/8 is lost."""
    sides = rivers("0102-0201", "0201-0202", "0201-0302")
    match = combat("1/8=0101 1/983=0102 2/8=0201 1/984=0301", dice=[5], sides=sides)
    fight(match, "0301", "2/8").play("pass")  # A1
    assert (where(match, "2/8"), where(match, "1/8")) == ("eliminated", "0101")
    refused(match, "done", "7.11")
    match = combat("1/8=0101 2/8=0201 1/984=0301", dice=[5], sides=sides)
    assert offers(fight(match, "0301", "2/8"), "to") == {"0101"}


@rule("hurtgen", "7.12d")
def test_a_neighbour_gained_by_an_advance_makes_no_duty() -> None:
    match = combat("1/8=0910 2/8=0809 1/983=1010", dice=[5])
    fight(match, "1010", "1/8").play("to 0909", "advance 1/983", "to 0910")  # A1
    assert where(match, "1/983") == "0910"  # next to 2/8 and to 1/8
    assert offered(match, "done")


@rule("hurtgen", "7.12d", "7.14")
def test_a_waiting_unit_attacks_its_own_enemy_and_not_the_one_that_advanced_next_to_it() -> None:
    match = combat("1/8=0910 2/8=0809 1/983=1010 2/983=0709", dice=[5, 6])
    fight(match, "1010", "1/8").play("to 0909", "advance 1/983", "to 0910")  # A1
    refused(match, "done", "7.0", "7.11", "7.12")
    match.play("attack 0709")
    refused(match, "also 0910", "7.14", "7.96", "7.23")
    settle(match.play("with 2/8", "resolve"))
    assert offered(match, "done")


@rule("hurtgen", "7.12e")
def test_a_unit_locked_since_an_earlier_turn_must_attack() -> None:
    match = table("turn 3\nphase us movement\nat 1/8=0910 1/983=1010", plain=True)
    assert offers(match, "select") == set()
    match.play("done")
    assert status(match)["phase"] == "us combat"
    refused(match, "done", "7.0", "7.11", "7.12")


@rule("hurtgen", "7.12e")
def test_a_unit_still_next_to_an_enemy_must_attack_again_in_its_next_combat_phase() -> None:
    match = combat("1/8=0911 1/983=1010 275h=1011 45=0505", dice=[3, 2, 1])
    fight(match, "1011", barrage=("45",))  # Br does nothing in a barrage
    fight(match, "1010", "1/8").play("to 1009", "pass", "done")  # D1
    match.play("done")  # German movement: the battery is locked
    refused(match, "done", "7.0", "7.11", "7.12", "8.31")
    fight(match, "0911", "275h").play("done")  # D1 does nothing in an attack by artillery
    assert status(match)["turn"] == 4
    match.play("done")
    refused(match, "done", "7.0", "7.11", "7.12")
    fight(match, "1011", "1/8")
    assert match.side == "dice"


@rule("hurtgen", "7.13", "7.13a")
def test_six_units_barrage_and_ground_support_on_one_defender() -> None:
    at = " ".join(f"{unit}={place}" for unit, place in zip(INFANTRY, RING, strict=True))
    match = declare(combat(f"{at} 45=0505 1/983=1010"), "1010", *INFANTRY, barrage=("45",), support=5)
    assert total(match) == 12 + 1 + 5 - 2
    assert match.play("resolve").side == "dice"


@rule("hurtgen", "7.14", "7.14a", "7.3a")
def test_no_unit_attacks_twice() -> None:
    match = combat(f"{BETWEEN} 2/8=0912 45=0505 2/984=2010", dice=[3, 6])
    declare(match, "1010", "1/8")
    refused(match, "with 1/8", "7.14", "7.3")
    match.play("barrage 45")
    refused(match, "barrage 45", "7.14", "7.3")
    match.play("resolve", "to 1009", "pass")  # D1
    match.play("attack 1011")
    refused(match, "with 1/8", "7.14", "7.3")
    match.play("with 2/8")
    refused(match, "barrage 45", "7.14", "7.3")
    settle(match.play("resolve"))
    match.play("attack 2010")
    refused(match, "barrage 45", "7.14", "7.3")


@rule("hurtgen", "7.14b")
def test_no_unit_is_attacked_twice() -> None:
    match = combat("1/8=0910 45=0505 1/983=1010 2/983=2010", dice=[3])
    fight(match, "1010", "1/8").play("to 1110", "to 0810")  # Br
    assert where(match, "1/983") == "1110"
    refused(match, "attack 1110", "7.14")
    assert offered(match, "attack 2010")


@rule("hurtgen", "7.14c")
def test_a_barrage_uses_up_the_one_attack_on_a_unit() -> None:
    match = combat(f"{BETWEEN} 45=0505", dice=[5, 6])
    fight(match, "1010", barrage=("45",))  # no effect
    assert where(match, "1/983") == "1010"
    refused(match, "attack 1010", "7.14")
    match.play("attack 1011")
    refused(match, "also 1010", "7.14")
    settle(match.play("with 1/8", "resolve"))
    assert offered(match, "done")


def displaced() -> Match:
    """1/983 was driven from 1010 into 1111, from where 2/983 was displaced to 1211."""
    match = combat("1/8=0910 2/8=0911 45=0505 1/983=1010 2/983=1111", sides=rivers("1010-1110"), dice=[4, 6])
    return fight(match, "1010", "1/8", "2/8").play("to 1111", "to 1211", "pass")


@rule("hurtgen", "7.14d")
def test_a_displaced_unit_may_still_be_attacked_once() -> None:
    match = displaced()
    assert where(match, "2/983") == "1211"
    fight(match, "1211", barrage=("45",))
    assert where(match, "2/983") == "1211"
    refused(match, "attack 1211", "7.14")


@rule("hurtgen", "7.21", "7.21a", "7.21b", "7.23")
def test_a_lone_unit_attacks_all_its_neighbours_together() -> None:
    at = "1/8=0911 1/983=1010 1/1055=1011"
    for first in ("1010", "1011"):
        blocked(combat(at), f"attack {first}", "with 1/8", "resolve", rules=("7.21", "7.11"))
    match = declare(combat(at, dice=[1]), "1010 1011", "1/8")
    assert total(match) == 2 - 5
    assert offered(settle(match.play("resolve")), "done")


@rule("hurtgen", "7.21c")
def test_an_enemy_across_the_river_is_not_part_of_the_duty() -> None:
    match = combat(BETWEEN, sides=rivers("0911-1011"), dice=[5])
    blocked(match, "attack 1010", "also 1011", "with 1/8", rules=("6.33", "7.15", "7.22", "7.23", "8.13"))
    match = combat(BETWEEN, sides=rivers("0911-1011"), dice=[5])
    settle(fight(match, "1010", "1/8"))
    assert offered(match, "done")


@rule("hurtgen", "7.22", "7.22a")
def test_units_in_several_hexes_join_against_one() -> None:
    match = combat("1/8=0910 2/8=0911 3/8=1009 45=0505 1/983=1010")
    declare(match, "1010", "1/8", "2/8", "3/8", barrage=("45",))
    assert total(match) == 6 + 1 - 2
    assert match.play("resolve").side == "dice"


@rule("hurtgen", "7.23", "7.23a", "7.23b")
def test_in_one_combat_every_attacker_is_next_to_every_defender() -> None:
    """2/8 in 0910 is next to 1010 only (and has 0809 to attack); the distant battery may join."""
    match = combat(f"{BETWEEN} 2/8=0910 1/984=0809 45=0505")
    match.play("attack 1010", "also 1011")
    assert offers(match, "with") == {"1/8"}
    refused(match, "with 2/8", "7.23", "7.15")
    match.play("with 1/8", "barrage 45")
    assert total(match) == 2 + 1 - 4
    assert match.play("resolve").side == "dice"
    match = combat(f"{BETWEEN} 2/8=0910 3/8=0912 1/984=0809 1/22=0808")
    assert offers(match.play("attack 1010"), "with") == {"1/8", "2/8"}


@rule("hurtgen", "7.23c")
def test_any_number_of_units_on_either_side() -> None:
    match = combat("1/8=0911 2/8=1111 45=0505 44=0506 1/983=1010 2/983=1011")
    declare(match, "1010 1011", "1/8", "2/8", barrage=("45", "44"))
    assert total(match) == 4 + 4 - 4
    assert match.play("resolve").side == "dice"
    at = " ".join(f"{unit}={place}" for unit, place in zip(WEAK, RING, strict=True))
    match = declare(combat(f"{at} 1/8=1010"), " ".join(RING), "1/8")
    assert total(match) == 2 - 12
    assert match.play("resolve").side == "dice"


@rule("hurtgen", "7.3", "7.3b")
def test_each_attack_meets_the_full_defense_of_its_own_target_only() -> None:
    match = combat("1/8=0911 2/8=1111 1/983=1010 1/1055=1011", dice=[5])
    declare(match, "1010", "1/8")
    assert total(match) == 2 - 2
    settle(match.play("resolve"))
    declare(match, "1011", "2/8")
    assert total(match) == 2 - 3


@rule("hurtgen", "7.3c")
def test_final_protective_fire_and_barrage_go_whole_into_one_combat() -> None:
    match = combat("1/8=0910 2/8=1410 44=0505 1/983=1010 2/983=1510 275h=1215", dice=[6])
    declare(match, "1010", "1/8", barrage=("44",)).play("resolve")
    assert match.side == "german"
    other = match.before(match.version).play("pass")
    assert total(other) == 2 + 3 - 2
    assert total(match.before(match.version).play("fpf 275h")) == 2 + 3 - 2 - 3
    settle(match.play("fpf 275h"))
    declare(match, "1510", "2/8")
    refused(match, "barrage 44", "7.14", "7.3")
    match.play("resolve")
    assert match.side == "dice"  # the battery is not asked again
    assert total(match) == 0


# -- reasons -------------------------------------------------------------------------------------


@rule("hurtgen", "7.14", "7.15", "7.23", "4.1", "11.42", "9.11")
def test_an_attack_in_the_making_says_what_it_lacks() -> None:
    match = combat("1/8=0911 2/8=due 1/983=1010 2/983=1011 1/984=2020").play("attack 1010")
    assert refused(match, "also 0101", "7.0").why == "there is no enemy unit in 0101"
    assert refused(match, "also 1010", "7.14").why == "1010 is already a target of this attack"
    assert refused(match, "also 2020", "7.23").why == "no unit can attack 2020 and the other targets together"
    assert refused(match, "with 2/983", "7.0").why == "2/983 is not on the attacking side"
    assert refused(match, "with 2/8", "7.15").why == "2/8 is not on the map"
    match.play("also 1011")
    assert "must join this attack first: 1/8" in refused(match, "resolve", "7.12").why
    match.play("with 1/8")
    assert "choose all targets before" in refused(match, "also 2020", "4.1").why
    assert refused(match, "with 1/8", "7.14").why == "1/8 is already in this attack"
    assert "at least one Ground Support Point" in refused(match, "support 0", "9.11").why
    assert refused(match, "support 6", "11.42").why == "at most 5 Ground Support Points may be used in one combat"
    match.play("support 1")
    assert "have already been added" in refused(match, "support 1", "4.1").why
    assert "artillery or Ground Support has been added" in refused(match, "with 1/8", "4.1").why
