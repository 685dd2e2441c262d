"""Artillery: barrage, combined and adjacent attacks (8.0 to 8.3)."""

from __future__ import annotations

import pytest

from grognard import Match, Refusal
from tests.hurtgen.helpers_combat import combat, rivers
from tests.hurtgen.helpers_guns import attack, attack_and_roll
from tests.hurtgen.table import plain
from tests.kit import offered, offers, refused, rest, status, where
from tests.rules import rule

US = "turn 3\nphase us combat\nat "
GERMAN = "turn 3\nphase german combat\nat "


def idle(match: Match, phase: str = "us combat") -> bool:
    """Whether the phasing side is asked for its next attack: nobody retreats or advances."""
    return (match.side, status(match)["phase"]) == (phase.split()[0], phase) and offered(match, "done")


# -- 8.0 -------------------------------------------------------------------------------------


@rule("hurtgen", "8.0", "8.0a")
def test_artillery_fights_from_an_adjacent_hex_and_from_a_distance() -> None:
    near = plain(US + "44=0910 1/983=1010").play("attack 1010")
    assert offered(near, "with 44")
    far = plain(US + "44=0510 1/983=1010").play("attack 1010")
    assert offered(far, "barrage 44")
    refused(far, "with 44")


@rule("hurtgen", "8.0", "8.0b")
def test_artillery_barrages_and_lends_fpf_in_one_game_turn() -> None:
    match = plain(US + "45=0510 1/8=1013 1/983=1010")
    attack_and_roll(match, 6, "1010", "barrage 45")
    match.play("done", "select 1/983", "move 1012", "done")
    assert (status(match)["turn"], status(match)["phase"]) == (3, "german combat")
    attack(match, "1013", "with 1/983")
    assert match.side == "us"
    assert offered(match, "fpf 45")


@rule("hurtgen", "8.0", "8.0c")
@pytest.mark.parametrize(("target", "reaches"), [("1015", True), ("1016", False)])
def test_barrage_and_fpf_need_the_defender_within_range(target: str, reaches: bool) -> None:
    barrage = plain(GERMAN + f"116h=1003 275h=1002 1/8={target}").play(f"attack {target}")
    assert offered(barrage, "barrage 275h")
    assert offered(barrage, "barrage 116h") == reaches
    lending = plain(US + f"116h=1003 1/983={target} 1/8={'10' + str(int(target[2:]) + 1)}")
    attack(lending, target, "with 1/8")
    assert (lending.side == "german") == reaches
    assert offered(lending, "fpf 116h") == reaches


# -- 8.1 barrage -----------------------------------------------------------------------------


@rule("hurtgen", "8.11", "8.11a", "8.21a")
def test_a_lone_battery_may_attack_a_distant_enemy() -> None:
    match = plain(US + "45=1020 1/983=1010").play("attack 1010", "barrage 45")
    assert match.preview is not None
    assert match.preview.total == -1
    match.play("resolve")
    assert match.side == "dice"


@rule("hurtgen", "8.11", "8.11b")
def test_an_enemy_within_range_need_not_be_attacked() -> None:
    match = plain(US + "45=0510 1/983=1010").play("done")
    assert status(match)["phase"] == "german movement"


@rule("hurtgen", "8.11", "8.11c")
def test_barrage_needs_no_line_of_sight() -> None:
    between = {f"{c:02d}{r:02d}": kind for c, kind in ((6, "woods"), (7, "rough"), (8, "town")) for r in range(1, 29)}
    match = plain(US + "45=0510 1/983=1010", terrain=between).play("attack 1010", "barrage 45")
    assert match.preview is not None
    assert (match.preview.total, match.preview.line) == (-1, "clear, mixed")


@rule("hurtgen", "8.12", "8.12a")
@pytest.mark.parametrize(
    ("gun", "at", "target", "reaches"),
    [
        ("45", "1001", "1017", True),
        ("45", "1001", "1018", False),
        ("45", "0101", "1709", True),
        ("45", "0101", "1710", False),
        ("45", "0101", "1701", True),
        ("45", "0101", "1801", False),
        ("44", "1001", "1021", True),
        ("44", "1001", "1022", False),
    ],
)
def test_range_leaves_out_the_guns_hex_and_counts_the_targets(gun: str, at: str, target: str, reaches: bool) -> None:
    spotter = "1614" if target.startswith("10") else "1214"
    match = plain(US + f"{gun}={at} 56={spotter} 1/983={target}").play(f"attack {target}")
    assert offered(match, "barrage 56")
    assert offered(match, f"barrage {gun}") == reaches
    if not reaches:
        refused(match, f"barrage {gun}", "8.11", "8.12", "8.0")


@rule("hurtgen", "8.13", "8.13a")
def test_barrage_alone_is_against_one_hex() -> None:
    match = plain(US + "45=0510 44=0511 1/983=1010 2/983=1011").play("attack 1010")
    with pytest.raises(Refusal):
        match.play("also 1011", "barrage 45", "barrage 44", "resolve")
    match = plain(US + "45=0510 1/8=0911 1/983=1010 2/983=1011").play("attack 1010", "also 1011")
    with pytest.raises(Refusal):  # an attack on both is possible, but not by the battery alone
        match.play("barrage 45", "resolve")


@rule("hurtgen", "8.13", "8.13b", "8.21")
def test_barrage_may_join_an_attack_on_several_hexes() -> None:
    match = plain(US + "45=0511 1/8=0911 1/983=1010 2/983=1011")
    match.play("attack 1010", "also 1011", "with 1/8", "barrage 45")
    assert match.preview is not None
    assert match.preview.total == 3 - 4
    match.play("resolve")
    assert match.side == "dice"


COMBINED = US + "1/8=0911 45=0511 1/1055=1010 2/1055=1011"


@rule("hurtgen", "8.14", "8.14a")
def test_attacker_eliminated_does_not_touch_distant_artillery() -> None:
    match = plain(COMBINED, terrain={"1010": "rough"})
    attack_and_roll(match, 6, "1010", "also 1011", "with 1/8", "barrage 45")
    rest(match)
    assert (where(match, "1/8"), where(match, "45")) == ("eliminated", "0511")


@rule("hurtgen", "8.14", "8.14b")
def test_attacker_retreats_moves_the_infantry_and_not_the_battery() -> None:
    match = plain(COMBINED, terrain={"1010": "rough"})
    attack_and_roll(match, 1, "1010", "also 1011", "with 1/8", "barrage 45")
    assert match.side == "us"
    assert offers(match, "to") == {"0810", "0811"}
    rest(match.play("to 0810"))
    assert (where(match, "1/8"), where(match, "45")) == ("0810", "0511")
    assert idle(match)


@rule("hurtgen", "8.14", "8.14c")
@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("order", ["barrage 45", "support 1"])
def test_no_result_affects_an_attacker_that_is_not_adjacent(order: str, roll: int) -> None:
    match = plain(US + "45=0510 1/1055=1010", terrain={"1010": "rough"})
    match.play("attack 1010", order)
    assert match.preview is not None
    assert match.preview.by_roll == ("A1", "A1", "A1", "A2", "A2", "Ae")
    match.play("resolve", f"roll {roll}")
    assert [e.text for e in match.events if "no effect" in e.text] == [
        "no effect: artillery that fires from a distance suffers no result"
    ]
    assert idle(match)
    assert (where(match, "45"), where(match, "1/1055")) == ("0510", "1010")
    assert status(match)["vp"] == {"us": 0, "german": 0}


@rule("hurtgen", "8.15", "8.15a", "8.14c")
@pytest.mark.parametrize(("roll", "result"), [(2, "D1"), (3, "Br"), (4, "Br"), (5, "A1")])
def test_barrage_alone_moves_nobody_by_d1_or_br(roll: int, result: str) -> None:
    match = plain(US + "44=0510 1/1055=1010").play("attack 1010", "barrage 44")
    assert match.preview is not None
    assert match.preview.by_roll[roll - 1] == result
    match.play("resolve", f"roll {roll}")
    assert sum("no effect" in e.text for e in match.events) == 1
    assert idle(match)
    assert (where(match, "44"), where(match, "1/1055")) == ("0510", "1010")


@rule("hurtgen", "8.15", "8.15a")
def test_barrage_alone_eliminates_by_de() -> None:
    match = plain(US + "44=0510 56=0511 20=0512 29=0513 275h=1010")
    attack_and_roll(match, 1, "1010", "barrage 44", "barrage 56", "barrage 20", "barrage 29", "support 5")
    assert where(match, "275h") == "eliminated"
    assert idle(match)


@rule("hurtgen", "8.15", "8.15b")
def test_with_infantry_in_the_attack_d1_and_br_count() -> None:
    match = plain(US + "1/8=0910 45=0510 1/1055=1010")
    attack_and_roll(match, 2, "1010", "with 1/8", "barrage 45")
    assert match.side == "german"
    rest(match.play("to 1110"))
    assert where(match, "1/1055") == "1110"
    match = plain(US + "1/8=0910 45=0510 1/1055=1010")
    attack_and_roll(match, 3, "1010", "with 1/8", "barrage 45")
    match.play("to 1110", "to 0809")
    assert (where(match, "1/1055"), where(match, "1/8"), where(match, "45")) == ("1110", "0809", "0510")


@rule("hurtgen", "8.15", "8.15c")
def test_nobody_advances_after_a_barrage() -> None:
    match = plain(US + "44=0510 56=0511 1/8=0911 1/983=1010 2/983=1011")
    attack_and_roll(match, 1, "1010", "barrage 44", "barrage 56")
    match.play("to 1110", "to 1209")
    assert where(match, "1/983") == "1209"
    assert match.side == "us"
    assert not offers(match, "advance")
    assert offered(match, "attack 1011")  # the next attack, at once


@rule("hurtgen", "8.15", "8.15d", "8.33")
def test_br_by_adjacent_artillery_alone_sends_back_only_the_artillery() -> None:
    match = plain(US + "44=0910 1/1055=1010")
    attack_and_roll(match, 3, "1010", "with 44")
    assert match.side == "us"
    assert offers(match, "to") == {"0909", "0809", "0810"}
    match.play("to 0810")
    assert (where(match, "44"), where(match, "1/1055")) == ("0810", "1010")
    assert idle(match)


@rule("hurtgen", "8.15", "8.15e")
def test_a_barrage_retreat_has_its_full_length() -> None:
    match = plain(US + "44=0510 56=0511 1/983=1010")
    attack_and_roll(match, 1, "1010", "barrage 44", "barrage 56", "support 2")
    match.play("to 1110", "to 1209", "to 1309")
    assert where(match, "1/983") == "1309"
    assert idle(match)


@rule("hurtgen", "8.15", "8.15e")
def test_a_unit_that_cannot_retreat_from_a_barrage_is_lost() -> None:
    match = plain(US + "44=0510 56=0511 1/8=0202 1/983=0101")
    attack_and_roll(match, 1, "0101", "barrage 44", "barrage 56")
    assert where(match, "1/983") == "eliminated"
    assert status(match)["vp"]["us"] == 3


# -- 8.2 combined attacks --------------------------------------------------------------------


@rule("hurtgen", "8.21", "8.21b")
def test_batteries_and_ground_support_add_up() -> None:
    match = plain(US + "44=0510 45=0511 1/983=1010").play("attack 1010", "barrage 44", "barrage 45", "support 3")
    assert match.preview is not None
    assert match.preview.total == 3 + 1 + 3 - 2


@rule("hurtgen", "8.21", "8.21c")
def test_barrage_adds_to_the_attack_of_adjacent_units() -> None:
    match = plain(US + "44=0510 1/8=0910 2/8=0911 1/983=1010").play("attack 1010", "with 1/8", "with 2/8")
    assert match.preview is not None
    assert match.preview.total == 4 - 2
    match.play("barrage 44")
    assert match.preview.total == 7 - 2


@rule("hurtgen", "8.22", "8.22a")
@pytest.mark.parametrize(("row", "reaches"), [(16, True), (17, True), (18, False)])
def test_barrage_needs_range_to_one_of_several_defenders(row: int, reaches: bool) -> None:
    """The battery in 1001 reaches row 17: both, one or none of the two hexes in column 10."""
    match = plain(US + f"45=1001 56=0512 1/8=09{row + 1} 1/983=10{row} 2/983=10{row + 1}")
    match.play(f"attack 10{row}", f"also 10{row + 1}", "with 1/8")
    assert offered(match, "barrage 56")
    assert offered(match, "barrage 45") == reaches


# -- 8.3 adjacent artillery ------------------------------------------------------------------


@rule("hurtgen", "8.31", "8.31a", "8.31b")
def test_adjacent_artillery_must_attack_with_its_barrage_strength() -> None:
    match = plain(US + "44=0910 1/983=1010")
    refused(match, "done", "8.31", "7.11", "7.12")
    match.play("attack 1010", "with 44")
    assert match.preview is not None
    assert match.preview.total == 3 - 2
    match.play("resolve", "roll 3")
    match.play("done")
    assert status(match)["phase"] == "german movement"


@rule("hurtgen", "8.31", "8.31a")
def test_each_of_several_adjacent_batteries_must_attack() -> None:
    match = plain(US + "44=0910 45=0911 1/983=1010").play("attack 1010", "with 44")
    with pytest.raises(Refusal):  # once 1010 has been attacked nothing would be left for the other
        match.play("resolve", "roll 3", "done")


@rule("hurtgen", "8.31", "8.31c")
def test_adjacent_artillery_may_not_barrage_another_unit() -> None:
    match = plain(US + "44=0910 45=0510 1/983=1010 2/983=1016").play("attack 1016")
    assert offered(match, "barrage 45")
    refused(match, "barrage 44", "8.31", "8.32")
    refused(match, "with 44")


@rule("hurtgen", "8.31", "8.31d", "8.34")
def test_an_enemy_over_the_river_does_not_free_from_the_one_on_this_bank() -> None:
    match = plain(US + "44=0910 1/983=1010 2/983=0909", sides={"0909-0910": "river"})
    refused(match, "done", "8.31", "7.11", "7.12")
    attack_and_roll(match, 3, "1010", "with 44")
    match.play("done")
    assert status(match)["phase"] == "german movement"
    match = plain(US + "44=0910 1/983=1010 2/983=0909", sides={"0909-0910": "river"})
    with pytest.raises(Refusal):  # nor may it fire over the river instead
        match.play("attack 0909", "barrage 44", "resolve")


@rule("hurtgen", "8.32", "8.32a")
def test_adjacent_artillery_may_attack_all_its_neighbours_at_once() -> None:
    match = plain(US + "44=0911 1/983=1010 2/983=1011").play("attack 1010", "also 1011", "with 44")
    assert match.preview is not None
    assert match.preview.total == 3 - 4
    match.play("resolve")
    assert match.side == "dice"


@rule("hurtgen", "8.32", "8.32b")
def test_adjacent_artillery_may_not_attack_beyond_its_neighbours() -> None:
    text = US + "44=0910 1/8=0911 1/983=1010 2/983=1011"
    match = plain(text + " 1/984=0909").play("attack 1010", "also 1011", "with 1/8")
    refused(match, "with 44", "8.32", "7.23", "8.31")
    refused(match, "barrage 44", "8.32", "8.31", "7.23")
    with pytest.raises(Refusal):
        plain(text).play("attack 1010", "also 1011", "with 1/8", "with 44")


@rule("hurtgen", "8.33", "8.33a", "8.14b")
def test_adjacent_artillery_retreats_with_the_infantry() -> None:
    match = plain(US + "44=0910 1/8=0911 1/1055=1010", terrain={"1010": "rough"})
    attack_and_roll(match, 6, "1010", "with 1/8", "with 44")
    assert offers(match, "retreat") == {"44", "1/8"}
    match.play("retreat 44", "to 0809")
    assert offers(match, "to") == {"0810", "0811", "0912"}
    rest(match.play("to 0811"))
    assert (where(match, "44"), where(match, "1/8")) == ("0809", "0811")


@rule("hurtgen", "8.33", "8.33b")
def test_adjacent_artillery_alone_bears_a1_a2_and_ae() -> None:
    def attack(roll: int) -> Match:
        match = plain(US + "45=0910 1/983=1010", terrain={"1010": "rough"})
        return attack_and_roll(match, roll, "1010", "with 45")

    match = rest(attack(1).play("to 0809"))
    assert (where(match, "45"), where(match, "1/983")) == ("0809", "1010")
    assert idle(match)
    match = rest(attack(5).play("to 0809", "to 0709"))
    assert where(match, "45") == "0709"
    match = rest(attack(6))
    assert where(match, "45") == "eliminated"
    assert status(match)["vp"] == {"us": 0, "german": 5}


@rule("hurtgen", "8.33", "8.33b", "8.15a")
def test_adjacent_artillery_alone_drives_back_only_by_d2() -> None:
    match = attack_and_roll(plain(US + "44=0910 1/983=1010"), 3, "1010", "with 44")  # D1
    assert idle(match)
    assert where(match, "1/983") == "1010"
    match = attack_and_roll(plain(US + "44=0910 1/983=1010"), 1, "1010", "with 44")  # D2
    rest(match.play("to 1110", "to 1209"))
    assert (where(match, "1/983"), where(match, "44")) == ("1209", "0910")


# -- 8.34 over the river ---------------------------------------------------------------------

RIVER = ("river", "ferry")


@rule("hurtgen", "8.34", "8.34a")
@pytest.mark.parametrize("water", RIVER)
def test_artillery_need_not_attack_over_a_river(water: str) -> None:
    match = plain(US + "44=0910 1/983=1010", sides={"0910-1010": water}).play("done")
    assert status(match)["phase"] == "german movement"


@rule("hurtgen", "8.34", "8.34b")
@pytest.mark.parametrize("water", RIVER)
def test_artillery_at_a_river_may_attack_a_distant_unit(water: str) -> None:
    match = plain(US + "44=0910 1/983=1010 2/983=1016", sides={"0910-1010": water})
    attack_and_roll(match, 3, "1016", "barrage 44")
    assert idle(match)


@rule("hurtgen", "8.34", "8.34c", "8.34e")
@pytest.mark.parametrize("water", RIVER)
@pytest.mark.parametrize(("roll", "result"), [(1, "A1"), (5, "A2"), (6, "Ae")])
def test_artillery_firing_over_a_river_suffers_nothing(water: str, roll: int, result: str) -> None:
    match = plain(
        US + "45=0910 1/8=0911 1/983=1010", terrain={"1010": "rough"}, sides={"0910-1010": water, "0911-1010": water}
    )
    match.play("attack 1010")
    refused(match, "with 1/8", "6.33", "7.15")
    match.play("barrage 45")
    assert match.preview is not None
    assert (match.preview.total, match.preview.by_roll[roll - 1]) == (1 - 2, result)
    match.play("resolve", f"roll {roll}")
    assert idle(match)
    assert (where(match, "45"), where(match, "1/983")) == ("0910", "1010")


@rule("hurtgen", "8.34", "8.34c", "8.14")
@pytest.mark.parametrize("roll", [1, 6])
def test_nor_in_a_combined_attack(roll: int) -> None:
    text = US + "45=0910 1/8=0911 1/983=1010 2/983=1011"
    match = plain(text, terrain={"1010": "rough"}, sides={"0910-1010": "river"})
    match.play("attack 1010", "also 1011", "with 1/8", "barrage 45")
    assert match.preview is not None
    assert match.preview.total == 2 + 1 - 4
    match.play("resolve", f"roll {roll}")
    if roll == 1:  # A1
        assert offers(match, "to") == {"0810", "0811"}
        match.play("to 0811")
    rest(match)
    assert where(match, "45") == "0910"
    assert where(match, "1/8") == {1: "0811", 6: "eliminated"}[roll]


@rule("hurtgen", "8.34", "8.34d")
def test_at_a_bridge_artillery_must_attack_and_suffers_results() -> None:
    match = plain(US + "45=0910 1/983=1010", terrain={"1010": "rough"}, sides={"0910-1010": "river bridge"})
    refused(match, "done", "8.31", "7.11", "7.12")
    attack_and_roll(match, 6, "1010", "with 45")
    assert where(match, "45") == "eliminated"


# -- reasons -------------------------------------------------------------------------------------


@rule("hurtgen", "8.1", "8.11", "8.31", "8.32", "7.14", "7.15")
def test_the_refusal_explains_why_a_battery_does_not_fire() -> None:
    at = "1/8=0911 45=0505 44=0915 20=2828 29=due 2/8=1414 1/983=1010 2/983=0916"
    match = combat(at).play("attack 1010", "with 1/8")
    assert refused(match, "barrage 1/983", "8.1").why == "1/983 is not on the attacking side"
    assert refused(match, "barrage 29", "8.1").why == "29 is not on the map"
    assert refused(match, "barrage 2/8", "7.15").why == "2/8 is not artillery and attacks only adjacent enemies"
    assert refused(match, "barrage 44", "8.31").why == "44 has an enemy next to it and may attack only adjacent enemies"
    assert refused(match, "barrage 20", "8.11").why.startswith("the target is beyond 20's range of ")
    assert "next to the target; use 'barrage'" in refused(match, "with 45", "8.32").why
    match.play("barrage 45")
    assert refused(match, "barrage 45", "7.14").why == "45 is already in this attack"


@rule("hurtgen", "6.33", "7.15", "8.31", "8.34", "7.23")
def test_the_refusal_explains_why_a_unit_is_not_next_to_the_target() -> None:
    """A river parts 1010 from 0910 and 0911; 2/983 faces the gun in 0911 on its own bank."""
    at = "1/8=0910 44=0911 3/8=1111 1/983=1010 2/983=0912 2/8=1414 2/12=0813"
    match = combat(at, sides=rivers("0910-1010", "0911-1010")).play("attack 1010")
    assert "may not attack across a river without a bridge" in refused(match, "with 1/8", "6.33").why
    assert "has an enemy on its own bank" in refused(match, "with 44", "8.31").why
    assert refused(match, "with 2/8", "7.15").why == "2/8 is not next to the target"
    match = combat("1/8=0911 2/8=0910 1/983=1010 2/983=1011 1/984=0909").play("attack 1010", "also 1011")
    assert refused(match, "with 2/8", "7.23").why == "2/8 is not next to all the targets"
    match = combat("1/8=1110 44=0910 1/983=1010", sides=rivers("0910-1010")).play("attack 1010")
    assert "use 'barrage' to fire across the river" in refused(match, "with 44", "8.34").why
