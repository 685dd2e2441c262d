"""Ground Support (9) and the limits on artillery and Ground Support in one combat (11)."""

from __future__ import annotations

import pytest

from grognard import Match
from tests.hurtgen.helpers_ground import until
from tests.hurtgen.helpers_guns import attack, attack_and_roll
from tests.hurtgen.table import plain
from tests.kit import offered, offers, refused, rest, status, total, where
from tests.rules import rule

US = "turn 3\nphase us combat\nat "
GERMAN = "turn 3\nphase german combat\nat "
#: five enemies out of everybody's way, and one battery that reaches them all
FIVE = US + "44=0510 1/983=1004 2/983=1008 1/984=1012 2/984=1016 1/985=1020"
TARGETS = ("1004", "1008", "1012", "1016")
ALL_GUNS = "20=0508 29=0509 42=0510 45=0511 43=0512 28=0513 44=0514 56=0515 "


# -- 9 ground support ------------------------------------------------------------------------


@rule("hurtgen", "9.0", "9.0a")
def test_ground_support_adds_to_an_attack_like_artillery() -> None:
    match = plain(US + "1/8=0910 1/983=1010").play("attack 1010", "with 1/8")
    assert total(match) == 0
    match.play("support 4")
    assert total(match) == 4


@rule("hurtgen", "9.0", "9.0b", "9.12", "9.12a", "11.42b", "11.41a", "11.41")
def test_the_points_of_a_turn_are_counted_down() -> None:
    match = plain(FIVE)
    assert status(match)["support"] == 20
    for target, left in zip(TARGETS, (15, 10, 5, 0), strict=True):
        attack_and_roll(match, 6, target, "support 5")
        assert status(match)["support"] == left
    match.play("attack 1020")
    refused(match, "support 1", "11.41", "9.0", "9.12", "9.14")
    assert offered(match, "barrage 44")


@rule("hurtgen", "9.0", "9.0b", "9.12a")
def test_the_points_may_be_split_as_one_likes() -> None:
    match = plain(FIVE)
    for target, points in zip(TARGETS, (1, 5, 2, 4), strict=True):
        attack_and_roll(match, 6, target, f"support {points}")
    assert status(match)["support"] == 20 - 12
    match.play("attack 1020", "barrage 44", "support 5")
    assert total(match) == 3 + 5 - 2


@rule("hurtgen", "9.0b", "11.41a", "9.12a")
def test_no_more_points_than_are_left() -> None:
    match = plain(FIVE.replace("at ", "support 2\nat ")).play("attack 1004")
    assert offers(match, "support") == {"1", "2"}
    refused(match, "support 3", "11.41", "9.0", "9.12")


@rule("hurtgen", "9.0", "9.0c", "11.43", "11.43a", "11.43b")
def test_ground_support_is_no_fpf() -> None:
    match = plain(GERMAN + "1/8=1010 45=0510 1/983=1110")
    attack(match, "1010", "with 1/983")
    assert match.side == "us"
    assert {text.split()[0] for text in match.actions.texts()} == {"fpf", "pass"}
    refused(match, "support 1")
    match = attack(plain(GERMAN + "1/8=1010 1/983=1110"), "1010", "with 1/983")
    assert match.side == "dice"  # without a battery the U.S. player is not asked


@rule("hurtgen", "9.0", "9.0d", "11.43b")
def test_the_german_has_no_ground_support() -> None:
    match = plain(GERMAN + "1/8=1010 275h=0510 1/983=1110").play("attack 1010", "with 1/983")
    assert not offers(match, "support")
    refused(match, "support 1")
    match.play("barrage 275h")
    refused(match, "support 1")


@rule("hurtgen", "9.0", "9.0e")
def test_ground_support_is_merely_spent() -> None:
    match = plain(US + "44=0510 1/1055=1010", terrain={"1010": "rough"})
    attack_and_roll(match, 6, "1010", "support 1")  # Ae
    assert status(match)["support"] == 19
    assert status(match)["vp"] == {"us": 0, "german": 0}
    assert (match.side, where(match, "1/1055"), where(match, "44")) == ("us", "1010", "0510")


@rule("hurtgen", "9.11", "9.11a")
@pytest.mark.parametrize("points", [1, 2, 3, 4, 5])
def test_a_point_is_a_point(points: int) -> None:
    match = plain(US + "1/8=0910 44=0510 1/983=1010").play("attack 1010", "with 1/8", "barrage 44")
    before = total(match)
    match.play(f"support {points}")
    assert total(match) == before + points


@rule("hurtgen", "9.12", "9.12b")
def test_ground_support_may_attack_alone() -> None:
    def attack(roll: int) -> Match:
        match = plain(US + "44=0510 1/983=1010").play("attack 1010", "support 5")
        assert total(match) == 3
        return match.play("resolve", f"roll {roll}")

    for roll in (4, 5, 6):  # D1, Br, Br
        match = attack(roll)
        assert (match.side, where(match, "1/983")) == ("us", "1010")
    match = attack(1)  # D2
    assert match.side == "german"
    match.play("to 1110", "to 1209")
    assert where(match, "1/983") == "1209"
    assert not offers(match, "advance")


@rule("hurtgen", "9.13", "9.13a", "11.44", "11.44a")
@pytest.mark.parametrize("corner", ["2928", "2901", "0101", "0128", "1514"])
def test_ground_support_reaches_the_whole_map(corner: str) -> None:
    match = plain(US + f"1/8=1514 1/983={corner}" if corner != "1514" else US + "1/8=0101 1/983=1514")
    match.play(f"attack {corner}", "support 5", "resolve")
    assert match.side == "dice"


@rule("hurtgen", "9.14", "9.14a", "11.41a")
@pytest.mark.parametrize("used", [0, 5])
def test_unused_points_are_lost_and_twenty_new_ones_arrive(used: int) -> None:
    match = plain(FIVE.replace("turn 3", "turn 1"))
    if used:
        attack_and_roll(match, 6, "1004", f"support {used}")
    until(match, 2, "us combat")
    assert status(match)["support"] == 20


# -- 11.1 the limit --------------------------------------------------------------------------


@rule("hurtgen", "11.11", "11.11a", "11.21")
def test_the_limit_applies_to_each_combat_separately() -> None:
    match = plain(US + ALL_GUNS + "1/983=1010 2/983=1016")
    attack_and_roll(match, 6, "1010", *(f"barrage {gun}" for gun in ("20", "29", "42", "45")))
    match.play("attack 1016", *(f"barrage {gun}" for gun in ("43", "28", "44", "56")))
    assert total(match) == 1 + 1 + 3 + 3 - 2
    match.play("resolve")
    assert match.side == "dice"


@rule("hurtgen", "11.12", "11.12a", "11.0", "11.0a", "11.31")
def test_adjacent_and_distant_artillery_count_alike() -> None:
    match = plain(GERMAN + "275h=1110 89h=1510 116h=1512 1/8=1010")
    match.play("attack 1010", "with 275h", "barrage 89h")
    refused(match, "barrage 116h", "11.31", "11.12", "11.11", "11.0")
    assert total(match) == 2 + 2 - 3
    match.play("resolve")
    assert match.side == "dice"


@rule("hurtgen", "11.12", "11.12b", "11.31a")
def test_adjacent_artillery_beyond_the_limit_is_excused() -> None:
    match = plain(GERMAN + "275h=1110 89h=1111 344h=1009 1/8=1010")
    match.play("attack 1010", "with 275h", "with 344h")
    refused(match, "with 89h", "11.31", "11.12", "11.11", "11.0")
    match.play("resolve", "roll 3")  # D1, not carried out
    match.play("done")
    assert (status(match)["turn"], status(match)["phase"]) == (4, "us movement")


@rule("hurtgen", "11.12", "11.12b")
def test_adjacent_artillery_within_the_limit_is_not_excused() -> None:
    match = plain(GERMAN + "275h=1110 89h=1111 1/8=1010").play("attack 1010", "with 275h")
    refused(match, "resolve", "8.31", "7.11", "7.12", "7.21")


@rule("hurtgen", "11.13", "11.13a", "11.21")
def test_ground_support_is_not_counted() -> None:
    match = plain(US + ALL_GUNS + "1/983=1010")
    match.play("attack 1010", *(f"barrage {gun}" for gun in ("20", "29", "44", "56")), "support 5")
    assert total(match) == 1 + 1 + 3 + 3 + 5 - 2
    match.play("resolve")
    assert match.side == "dice"


@rule("hurtgen", "11.21", "11.21a", "11.0a", "11.0")
def test_four_american_batteries_attack_at_most() -> None:
    match = plain(US + ALL_GUNS + "1/8=0910 1/983=1010").play("attack 1010", "with 1/8")
    for gun in ("20", "29", "42", "45"):
        assert offered(match, "barrage 43")
        match.play(f"barrage {gun}")
    assert not offers(match, "barrage")
    refused(match, "barrage 43", "11.21", "11.11", "11.0")
    assert total(match) == 2 + 4 - 2


@rule("hurtgen", "11.22", "11.22a", "11.0a")
def test_three_american_batteries_defend_at_most() -> None:
    match = plain(GERMAN + "20=0508 29=0509 42=0510 45=0511 1/8=1010 1/983=1110")
    attack(match, "1010", "with 1/983")
    for gun in ("20", "29", "42"):
        assert offered(match, "fpf 45")
        match.play(f"fpf {gun}")
    refused(match, "fpf 45")
    rest(match)
    assert match.side == "dice"
    assert total(match) == 1 - 3 - 6


@rule("hurtgen", "11.31", "11.31a", "11.0a")
def test_two_german_batteries_attack_at_most() -> None:
    match = plain(GERMAN + "275h=1510 89h=1511 116h=1512 1/8=1010 1/983=1110").play("attack 1010", "with 1/983")
    match.play("barrage 275h")
    assert offers(match, "barrage") == {"89h", "116h"}
    match.play("barrage 116h")
    refused(match, "barrage 89h", "11.31", "11.11", "11.0")
    assert total(match) == 1 + 2 + 1 - 3


@rule("hurtgen", "11.32", "11.32a", "11.0a")
def test_one_german_battery_defends_at_most() -> None:
    match = plain(US + "275h=1510 89h=1511 1/8=0910 1/983=1010")
    attack(match, "1010", "with 1/8")
    assert offers(match, "fpf") == {"275h", "89h"}
    match.play("fpf 89h")
    refused(match, "fpf 275h")
    rest(match)
    assert match.side == "dice"
    assert total(match) == 2 - 2 - 3


# -- 11.4 ground support points --------------------------------------------------------------


@rule("hurtgen", "11.41", "11.41a", "11.42b")
def test_twenty_points_last_a_turn_and_come_back() -> None:
    match = plain(FIVE)
    for target in TARGETS:
        attack_and_roll(match, 6, target, "support 5")
    match.play("attack 1020")
    assert not offers(match, "support")
    match.play("barrage 44", "resolve", "roll 6")
    until(match, 4, "us combat")
    assert status(match)["support"] == 20
    assert offered(match.play("attack 1020"), "support 5")


@rule("hurtgen", "11.42", "11.42a")
def test_five_points_in_one_combat_at_most() -> None:
    match = plain(US + "1/8=0910 44=0510 1/983=1010").play("attack 1010", "with 1/8")
    assert offers(match, "support") == {"1", "2", "3", "4", "5"}
    refused(match, "support 6", "11.42")
    match.play("support 3")
    refused(match, "support 2")  # once an attack
    refused(match, "support 3")


@rule("hurtgen", "11.43", "11.43b")
def test_no_ground_support_in_the_german_player_turn() -> None:
    match = plain("turn 3\nphase german movement\nat 1/8=1010 45=0510 1/983=1112")
    refused(match, "support 1")
    match.play("select 1/983", "move 1111", "done", "attack 1010", "with 1/983")
    refused(match, "support 1")
    match.play("resolve")
    assert match.side == "us"
    refused(match, "support 1")
