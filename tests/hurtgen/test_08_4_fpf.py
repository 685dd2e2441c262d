"""Final Protective Fire, the defence of artillery, and terrain against artillery (8.4 to 8.6)."""

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
#: an attack of one battalion on another, and a battery five hexes behind the defender
DUEL = US + "1/8=0910 1/983=1010 275h=1510 "
#: a second such duel, far from the first, with a battery of its own
SECOND = "1/12=1910 2/983=2010 89h=2510 "


def line(match: Match) -> str:
    assert match.preview is not None
    return match.preview.line


def second_duel(match: Match) -> set[str]:
    """Who may lend FPF in the second duel."""
    return offers(attack(match, "2010", "with 1/12"), "fpf")


# -- 8.41 who may ----------------------------------------------------------------------------


@rule("hurtgen", "8.41", "8.41a")
def test_a_battery_may_support_an_attacked_friend() -> None:
    match = attack(plain(DUEL), "1010", "with 1/8")
    assert match.side == "german"
    assert offers(match, "fpf") == {"275h"}
    assert offered(match, "pass")
    assert total(match) == 0
    match.play("fpf 275h")
    assert match.side == "dice"
    assert total(match) == -3


@rule("hurtgen", "8.41", "8.41a")
def test_fpf_may_be_declined() -> None:
    match = attack(plain(DUEL), "1010", "with 1/8").play("pass")
    assert match.side == "dice"
    assert total(match) == 0


@rule("hurtgen", "8.41", "8.41b")
def test_a_battery_hit_in_this_phase_lends_no_fpf() -> None:
    match = plain(DUEL + "44=0510 56=0511 89h=1512")
    attack_and_roll(match, 1, "1510", "barrage 44", "barrage 56")
    match.play("to 1609", "to 1709")
    attack(match, "1010", "with 1/8")
    assert offers(match, "fpf") == {"89h"}
    refused(match, "fpf 275h", "8.41")


@rule("hurtgen", "8.41", "8.41g")
def test_a_battery_attacked_in_vain_still_lends_fpf() -> None:
    match = plain(DUEL + "44=0510 56=0511")
    attack_and_roll(match, 5, "1510", "barrage 44", "barrage 56")  # D1, which barrage alone does not carry out
    attack(match, "1010", "with 1/8")
    assert offers(match, "fpf") == {"275h"}


@rule("hurtgen", "8.41", "8.41c", "8.41i")
def test_a_battery_beaten_in_its_own_preceding_phase_lends_no_fpf() -> None:
    match = plain(US + "45=0910 43=0915 1/8=1020 1/983=1010 2/983=1022", terrain={"1010": "rough"})
    attack_and_roll(match, 1, "1010", "with 45")
    rest(match.play("to 0810")).play("done", "select 2/983", "move 1021", "done")
    attack(match, "1020", "with 2/983")
    assert offers(match, "fpf") == {"43"}
    refused(match, "fpf 45", "8.41")


@rule("hurtgen", "8.41", "8.41c", "8.41i")
def test_the_previous_phase_may_be_in_the_previous_turn() -> None:
    match = plain(GERMAN + "275h=1010 89h=1512 1/8=0910 1/12=1910 2/983=2012", terrain={"0910": "rough"})
    attack_and_roll(match, 1, "0910", "with 275h")
    rest(match.play("to 1110")).play("done", "select 1/12", "move 1912", "done")
    assert (status(match)["turn"], status(match)["phase"]) == (4, "us combat")
    attack(match, "2012", "with 1/12")
    assert offers(match, "fpf") == {"89h"}


@rule("hurtgen", "8.41", "8.41c")
def test_a_position_may_list_units_hit_before() -> None:
    at = "45=0910 43=0915 1/8=1020 2/983=1021"
    match = attack(plain(f"turn 3\nphase german combat\nhit_before 45\nat {at}"), "1020", "with 2/983")
    assert offers(match, "fpf") == {"43"}
    match = attack(plain(f"turn 3\nphase german combat\nat {at}"), "1020", "with 2/983")
    assert offers(match, "fpf") == {"43", "45"}


#: Zones of control leave 1/983 only the hex of the battery to retreat to.
CROWDED = US + "1/8=0910 2/8=0911 3/8=1112 1/983=1010 275h=1110 "


@rule("hurtgen", "8.41", "8.41d")
def test_a_battery_displaced_in_this_phase_lends_no_fpf() -> None:
    match = plain(CROWDED + SECOND)
    attack_and_roll(match, 4, "1010", "with 1/8", "with 2/8")
    rest(match.play("to 1110", "to 1209"))
    assert (where(match, "1/983"), where(match, "275h")) == ("1110", "1209")
    assert second_duel(match) == {"89h"}
    refused(match, "fpf 275h", "8.41", "7.82")


@rule("hurtgen", "8.41", "8.41h")
def test_a_battery_displaced_in_its_own_preceding_phase_lends_no_fpf() -> None:
    match = plain(US + "1/8=1010 45=1110 1/983=0910 2/983=0911 1/984=1112 2/8=2010 43=2510 275F=1810")
    attack_and_roll(match, 2, "0910", "also 0911", "with 1/8")
    rest(match.play("to 1110", "to 1209"))
    assert (where(match, "1/8"), where(match, "45")) == ("1110", "1209")
    match.play("done", "select 275F", "move 1910", "done")
    attack(match, "2010", "with 275F")
    assert offers(match, "fpf") == {"43"}
    refused(match, "fpf 45", "8.41")


@rule("hurtgen", "8.41", "8.41e")
def test_a_battery_next_to_an_enemy_lends_no_fpf() -> None:
    match = attack(plain(DUEL + "89h=1512 2/8=1409"), "1010", "with 1/8")
    assert offers(match, "fpf") == {"89h"}
    refused(match, "fpf 275h", "8.41")
    match = attack(plain(DUEL + "2/8=1409"), "1010", "with 1/8")
    assert match.side == "dice"  # nobody is asked


@rule("hurtgen", "8.41", "8.41f")
@pytest.mark.parametrize("water", ["river", "ferry"])
def test_an_enemy_over_the_river_does_not_stop_fpf(water: str) -> None:
    match = attack(plain(DUEL + "2/8=1409", sides={"1409-1510": water}), "1010", "with 1/8")
    assert offers(match, "fpf") == {"275h"}


@rule("hurtgen", "8.41", "8.41f")
def test_an_enemy_over_a_stream_stops_fpf() -> None:
    match = attack(plain(DUEL + "2/8=1409", sides={"1409-1510": "stream"}), "1010", "with 1/8")
    assert match.side == "dice"


@rule("hurtgen", "8.41", "8.41i")
def test_a_battery_hit_a_turn_ago_and_spared_since_lends_fpf() -> None:
    match = plain(US + "44=0510 56=0511 1/8=0810 1/983=1010 275h=1510")
    attack_and_roll(match, 1, "1510", "barrage 44", "barrage 56")
    match.play("to 1609", "to 1709")
    until(match, 4, "us movement").play("select 1/8", "move 0910", "done")
    attack(match, "1010", "with 1/8")
    assert offers(match, "fpf") == {"275h"}


@rule("hurtgen", "8.41", "8.41j")
@pytest.mark.parametrize(("advance", "able"), [("1110", {"89h"}), ("1010", {"89h", "275h"})])
def test_an_advance_next_to_a_battery_ends_its_fpf(advance: str, able: set[str]) -> None:
    match = plain(US + "1/8=0910 2/8=0911 1/983=1010 275h=1210 " + SECOND)
    attack_and_roll(match, 1, "1010", "with 1/8", "with 2/8")
    match.play("to 1110", "to 1209", "advance 1/8", f"to {advance}")
    rest(match)
    assert second_duel(match) == able


@rule("hurtgen", "8.41", "8.41k")
def test_a_battery_that_lent_fpf_can_still_be_driven_off() -> None:
    match = plain(DUEL + "44=0510 56=0511")
    attack(match, "1010", "with 1/8").play("fpf 275h", "roll 1", "to 0810")
    rest(match)
    attack_and_roll(match, 1, "1510", "barrage 44", "barrage 56")
    match.play("to 1609", "to 1709")
    assert where(match, "275h") == "1709"


@rule("hurtgen", "8.41", "8.41l", "8.5b", "8.5")
def test_an_attacked_battery_is_helped_by_others_and_not_by_itself() -> None:
    match = attack(plain(US + "1/8=0910 275h=1010 89h=1510"), "1010", "with 1/8")
    assert offers(match, "fpf") == {"89h"}
    refused(match, "fpf 275h")
    match.play("fpf 89h")
    assert total(match) == 2 - 1 - 3


# -- 8.42 to 8.46 ----------------------------------------------------------------------------


@rule("hurtgen", "8.42", "8.42a")
def test_fpf_range_is_counted_to_the_defender() -> None:
    match = attack(plain(GERMAN + "45=1001 1/8=1017 1/983=1018"), "1017", "with 1/983")
    assert offers(match, "fpf") == {"45"}  # defender 16 away, attacker 17
    match = attack(plain(GERMAN + "45=1001 43=1003 1/8=1018 1/983=1017"), "1018", "with 1/983")
    assert offers(match, "fpf") == {"43"}  # defender 17 away, attacker 16
    refused(match, "fpf 45", "8.42", "8.0")


@rule("hurtgen", "8.42", "8.42b", "8.43")
def test_fpf_needs_range_to_one_of_several_defenders() -> None:
    match = plain(GERMAN + "45=1001 1/8=1017 2/8=1018 1/983=0918")
    attack(match, "1017", "also 1018", "with 1/983")
    assert total(match) == 1 - 6
    match.play("fpf 45")
    assert total(match) == 1 - 6 - 2


@rule("hurtgen", "8.43", "8.43a")
def test_fpf_adds_to_the_defense_strength() -> None:
    match = attack(plain(GERMAN + "45=0510 1/8=1010 1/1055=1110"), "1010", "with 1/1055")
    assert total(match) == 2 - 3
    match.play("fpf 45")
    assert total(match) == 2 - (3 + 2)


@rule("hurtgen", "8.44", "8.44a")
def test_a_battery_lending_fpf_shares_neither_the_loss() -> None:
    match = plain(DUEL + "2/8=0911 3/8=1009 1/22=1011 44=0510 56=0511")
    attack(match, "1010", "with 1/8", "with 2/8", "with 3/8", "with 1/22", "barrage 44", "barrage 56", "support 5")
    match.play("fpf 275h")
    assert total(match) == 8 + 6 + 5 - 2 - 3
    match.play("roll 1")
    assert (where(match, "1/983"), where(match, "275h")) == ("eliminated", "1510")
    assert offers(match, "advance") == {"1/8", "2/8", "3/8", "1/22"}


@rule("hurtgen", "8.44", "8.44a")
def test_nor_the_victory() -> None:
    match = attack(plain(DUEL), "1010", "with 1/8").play("fpf 275h", "roll 1", "to 0810")
    assert match.side == "german"
    assert offers(match, "advance") == {"1/983"}
    assert where(match, "275h") == "1510"


@rule("hurtgen", "8.45", "8.45a")
@pytest.mark.parametrize(
    ("guns", "orders"),
    [
        ("44=0510", ["barrage 44"]),
        ("44=0910", ["with 44"]),
        ("44=0910 45=0510", ["with 44", "barrage 45"]),
        ("44=0510", ["support 5"]),
        ("44=0510", ["barrage 44", "support 5"]),
    ],
)
def test_no_fpf_against_artillery_and_ground_support_alone(guns: str, orders: list[str]) -> None:
    match = attack(plain(US + f"1/983=1010 275h=1510 {guns}"), "1010", *orders)
    assert match.side == "dice"


@rule("hurtgen", "8.45", "8.45b")
def test_one_other_unit_in_the_attack_allows_fpf() -> None:
    match = attack(plain(DUEL + "44=0510"), "1010", "with 1/8", "barrage 44", "support 5")
    assert offers(match, "fpf") == {"275h"}


@rule("hurtgen", "8.46", "8.46a")
def test_a_battery_lends_fpf_once_a_game_turn() -> None:
    match = plain(DUEL + SECOND)
    attack(match, "1010", "with 1/8").play("fpf 275h", "roll 1", "to 0810")
    rest(match)
    assert second_duel(match) == {"89h"}
    refused(match, "fpf 275h", "8.46")


@rule("hurtgen", "8.46", "8.46a")
def test_in_the_next_game_turn_it_may_again() -> None:
    match = plain(DUEL)
    attack(match, "1010", "with 1/8").play("fpf 275h", "roll 1", "to 0810")
    rest(match)
    until(match, 4, "us movement").play("select 1/8", "move 0910", "done")
    assert offers(attack(match, "1010", "with 1/8"), "fpf") == {"275h"}


@rule("hurtgen", "8.46", "8.46a")
def test_a_position_may_say_whose_fpf_is_used() -> None:
    match = plain(DUEL.replace("at ", "fpf_used 275h\nat ") + "89h=1512")
    assert offers(attack(match, "1010", "with 1/8"), "fpf") == {"89h"}


# -- 8.5 and 8.6 -----------------------------------------------------------------------------


@rule("hurtgen", "8.5", "8.5a")
@pytest.mark.parametrize(("gun", "defense"), [("275h", 1), ("275k", 1), ("116sp", 2), ("116h", 2)])
def test_attacked_artillery_uses_its_defense_strength(gun: str, defense: int) -> None:
    match = plain(US + f"1/8=0910 {gun}=1010").play("attack 1010", "with 1/8")
    assert total(match) == 2 - defense
    match = plain(US + f"44=0510 {gun}=1010").play("attack 1010", "barrage 44")
    assert total(match) == 3 - defense


#: Units of both sides and a river on the line between guns and target, none of them next to another.
BETWEEN = "3/8=0510 2/984=0710 2/12=1210 1/984=1410 "
WATER = {"0310-0410": "river", "0610-0710": "river", "1310-1410": "river", "1210-1310": "stream"}


@rule("hurtgen", "8.61", "8.61a")
def test_nothing_in_between_hinders_barrage_or_fpf() -> None:
    match = plain(DUEL + BETWEEN + "44=0310", sides=WATER, terrain={"0610": "rough", "1310": "woods"})
    match.play("attack 1010", "with 1/8", "barrage 44")
    assert total(match) == 2 + 3 - 2
    match.play("resolve", "fpf 275h")
    assert total(match) == 2 + 3 - 2 - 3


LINES = {
    "rough": "rough",
    "broken": "broken, town, woods, stream",
    "town": "broken, town, woods, stream",
    "woods": "broken, town, woods, stream",
    "grove": "grove, bridge",
    "mixed": "clear, mixed",
    "clear": "clear, mixed",
}
STREAM = {f"{h}-1010": "stream" for h in ("0910", "0911", "1009", "1011", "1110", "1111")}


@rule("hurtgen", "8.62", "8.62a")
@pytest.mark.parametrize("ground", LINES)
@pytest.mark.parametrize(("at", "order"), [("0510", "barrage 44"), ("0910", "with 44"), ("0510", "support 3")])
def test_the_defenders_hex_counts_against_artillery(ground: str, at: str, order: str) -> None:
    match = plain(US + f"44={at} 1/983=1010", terrain={"1010": ground}).play("attack 1010", order)
    assert line(match) == LINES[ground]


@rule("hurtgen", "8.62", "8.62b")
@pytest.mark.parametrize("water", ["stream", "stream bridge", "river bridge"])
@pytest.mark.parametrize(("at", "order"), [("0510", "barrage 44"), ("0910", "with 44"), ("0510", "support 3")])
def test_hexsides_do_not_count_against_artillery_alone(water: str, at: str, order: str) -> None:
    match = plain(US + f"44={at} 1/983=1010", sides=dict.fromkeys(STREAM, water)).play("attack 1010", order)
    assert line(match) == "clear, mixed"


@rule("hurtgen", "8.62", "8.62c")
def test_hexsides_count_if_all_other_attackers_cross_them() -> None:
    text = US + "1/8=0910 2/8=0911 44=0510 1/983=1010"
    match = plain(text, sides=STREAM).play("attack 1010", "with 1/8", "with 2/8", "barrage 44", "support 3")
    assert line(match) == "broken, town, woods, stream"
    match = plain(text, sides={"0910-1010": "stream"}).play("attack 1010", "with 1/8", "with 2/8", "barrage 44")
    assert line(match) == "clear, mixed"


@rule("hurtgen", "8.62", "8.62d")
def test_adjacent_artillery_is_not_asked_whether_it_crosses() -> None:
    match = plain(US + "1/8=0910 45=0911 1/983=1010", sides={"0910-1010": "stream"})
    match.play("attack 1010", "with 1/8", "with 45")
    assert line(match) == "broken, town, woods, stream"


# -- reasons ---------------------------------------------------------------------------------


@rule("hurtgen", "8.4", "8.41", "8.42", "8.46")
def test_the_refusal_explains_why_a_battery_lends_no_fire() -> None:
    at = DUEL + "45=0505 353h=2028 344h=1215 2/8=1216 1/22=0911 344k=due"
    match = attack(plain(at), "1010", "with 1/8", "with 1/22")
    assert refused(match, "fpf 45", "8.41").why == "45 is on the attacking side"
    assert refused(match, "fpf 1/983", "8.4").why == "1/983 is not artillery"
    assert refused(match, "fpf 344k", "8.41").why == "344k is not on the map"
    assert refused(match, "fpf 344h", "8.41").why == "344h has an enemy next to it"
    assert refused(match, "fpf 353h", "8.42").why.startswith("no defender is within 353h's range of ")
    assert offered(match, "fpf 275h")


@rule("hurtgen", "8.5", "8.44")
def test_the_refusal_says_that_a_battery_under_attack_defends_itself() -> None:
    match = attack(plain(US + "1/8=0910 1/983=1010 275h=0911 353h=1510"), "1010", "also 0911", "with 1/8")
    assert "under attack itself" in refused(match, "fpf 275h", "8.5").why
