"""The nine combats of the extended example of play (18.0): sums, columns, modifiers, results and losses."""

from __future__ import annotations

from grognard import Match
from tests.kit import offered, offers, where
from tests.reich.helpers_combat import (
    TABLE,
    alive,
    attack,
    columns,
    events,
    on_map,
    reduced,
    resolve,
    strengths,
    totals,
)
from tests.rules import rule

#: After the Allied moves of the Assault Movement Segment (oddities of the text: notes on the data).
TURN_2 = """
    G-709=0518 G-243=0518 G-6FJR=0520 G-91=0520 G-77=0522 G-17SS=0722 G-30BDE=0722 G-HQ7=0826
    G-352=0821 G-914=0821 G-LEHR=0923 G-21PZ=1122 G-21KG=1122 G-716=1122 G-IIIFLK=1122 G-2PZ=1125 G-12SS=1222
    G-501SS=1223 G-347=1422 G-16LW=1423 G-1SS=1521 G-503SS=1521
    US-4=0519 US-90=0519 US-82AB=0519 US-2A=0519 US-101AB=0620 US-30=0620 US-79=0619 US-HQ1-12=0619
    US-29=0721 US-2=0721 US-1=0820 US-9=0820 CW-50=0921 CW-49=0921 CW-34TB=0921
    CW-7A=1021 CW-8AB=1021 CW-2CAB=1021 CW-11A=1021 CW-HQ21=1020
    CW-3=1121 CW-15=1121 CW-27AB=1121 CW-4AB=1121 CW-3C=1221 CW-51=1221 CW-6AB=1221
"""
SUPPORT = "CW-79=support"


def allied(*dice: int) -> Match:
    """The Allied Combat Resolution Step, after the Duration roll."""
    at = " ".join(TURN_2.split())
    return on_map("allied", f"{at} {SUPPORT}", "air 1", "due CW-79=2", "logistics 1", turn=2, dice=dice)


@rule("reich", "13.7", "13.7a", "13.7.1", "13.7.1a", "13.7.2", "13.7.2a", "13.7.3", "13.7.3a", "13.4a")
def test_cherbourg_is_attacked() -> None:
    match = attack(allied(3, 5), "0518", "US-4 US-90 US-82AB US-2A")
    assert strengths(match) == (18, 5)
    assert columns(match) == ("17+", "5")
    assert totals(match) == (-2, 0)
    match.play("resolve")
    assert match.state.hits == [1, 1]
    match.play("lose US-90", "lose G-243")
    assert reduced(match) == {"US-90"}
    assert not alive(match, "G-243")
    assert offered(match, "attack 0520")


@rule("reich", "13.1.Ba", "13.1.Bb", "13.7.3c")
def test_two_hexes_attack_0520() -> None:
    match = attack(allied(4, 1), "0520", "US-101AB US-30 US-79")
    assert strengths(match) == (12, 3)
    assert columns(match) == ("10-12", "3")
    assert totals(match) == (-2, 0)
    match.play("resolve", "lose US-30", "lose G-6FJR")
    assert reduced(match) == {"US-30"}
    assert not alive(match, "G-6FJR")


@rule("reich", "13.9.A.1a", "13.7.4c")
def test_st_lo_loses_a_step_of_its_two_step_division() -> None:
    match = attack(allied(5, 4), "0722", "US-29 US-2")
    assert strengths(match) == (8, 8)
    assert columns(match) == ("7-9", "7-9")
    assert totals(match) == (-2, 0)  # Bocage, not the Town
    match.play("resolve", "lose US-2")
    assert reduced(match) == {"US-2", "G-17SS"}  # the German loss leaves no choice


@rule("reich", "13.1.Cf", "13.7.5a", "10.7.1k", "17.5.3a")
def test_the_forest_hex_falls_with_air_support_to_both_nations() -> None:
    match = attack(allied(3, 2), "0821", "US-1 US-9 CW-50 CW-49 CW-34TB", "air")
    assert strengths(match) == (17, 5)
    assert columns(match) == ("17+", "5")
    assert totals(match) == (-1, 0)
    match.play("resolve", "lose CW-34TB")
    assert not alive(match, "G-352", "G-914")
    assert offers(match, "advance") == {"US-1", "US-9"}
    match.play("advance-all")
    assert where(match, "US-1") == where(match, "US-9") == "0821"


@rule("reich", "13.9.Ba", "13.9.Bj", "13.9.Aa", "13.9.A.2i", "13.9.Bl")
def test_caen_is_attacked_with_the_funnies() -> None:
    match = attack(allied(1, 5), "1122", "CW-7A CW-8AB CW-2CAB CW-11A CW-3 CW-15 CW-27AB CW-4AB", "funnies die")
    assert strengths(match) == (24, 12)
    assert columns(match) == ("17+", "10-12")
    assert totals(match) == (-1, 0)
    match.play("resolve")
    assert match.state.hits == [1, 2]
    match.play("lose CW-27AB", "lose CW-4AB")
    assert reduced(match) == {"CW-27AB", "CW-4AB", "G-IIIFLK"}


@rule("reich", "13.9.A.1i")
def test_the_panzer_division_in_the_forest_loses_a_step() -> None:
    match = attack(allied(6, 5), "1222", "CW-3C CW-51 CW-6AB")
    assert strengths(match) == (9, 8)
    assert columns(match) == ("7-9", "7-9")
    assert totals(match) == (-2, 0)
    match.play("resolve")  # two steps of CW-3C and CW-51: no other choice
    assert reduced(match) == {"CW-3C", "CW-51", "G-12SS"}


@rule("reich", "13.1.Da", "13.1.Dc", "13.1.Db")
def test_all_six_attacks_are_made_in_one_segment() -> None:
    match = allied(3, 5, 4, 1, 5, 4, 3, 2, 1, 5, 6, 5)
    resolve(match, "0518", "US-4 US-90 US-82AB US-2A").play("lose US-90", "lose G-243")
    resolve(match, "0520", "US-101AB US-30 US-79").play("lose US-30", "lose G-6FJR")
    resolve(match, "0722", "US-29 US-2").play("lose US-2")
    resolve(match, "0821", "US-1 US-9 CW-50 CW-49 CW-34TB", "air").play("lose CW-34TB", "advance-all")
    caen = "CW-7A CW-8AB CW-2CAB CW-11A CW-3 CW-15 CW-27AB CW-4AB"
    resolve(match, "1122", caen, "funnies die").play("lose CW-27AB", "lose CW-4AB")
    resolve(match, "1222", "CW-3C CW-51 CW-6AB")
    assert reduced(match) == {
        *("US-90", "US-30", "US-2", "CW-34TB", "CW-27AB", "CW-4AB", "CW-3C", "CW-51", "G-17SS", "G-IIIFLK", "G-12SS")
    }
    assert not alive(match, "G-243", "G-6FJR", "G-352", "G-914")


#: The German Combat Segment: 4th Armoured Brigade has moved to 1221.
GERMANS = """
    CW-3C=1221 CW-51=1221 CW-6AB=1221 CW-4AB=1221 CW-3=1121 CW-15=1121
    G-12SS=1222 G-501SS=1222 G-347=1322 G-16LW=1223 G-21PZ=1122 G-716=1122
"""


@rule("reich", "13.6.Ad", "13.6.Ae", "13.9.A.1b", "13.6.A")
def test_the_germans_attack_the_coast_and_the_defender_fires_first() -> None:
    match = on_map("german", " ".join(GERMANS.split()), "reduced CW-3C CW-51 CW-4AB G-12SS", turn=2, dice=[3, 2])
    attack(match, "1221", "G-12SS G-501SS G-347")
    assert strengths(match) == (7, 9)
    assert columns(match) == ("7-9", "7-9")
    assert totals(match) == (0, 0)  # only one of the attackers is across a river
    match.play("resolve", "lose G-347")
    assert events(match, "13.7.3")[-1].startswith("German fires with 6 on column 6")
    assert match.side == "allied"
    match.play("lose CW-4AB")
    assert not alive(match, "CW-4AB", "G-347")
    assert match.state.due[match.game.unit_ids["CW-4AB"]] == 4


@rule("reich", "8.6.Ac", "8.6.Ad", "8.6.Ai", "13.9.C", "13.9.Ca", "13.9.Cb", "13.7.3b", "14.1.Ab")
def test_the_special_assault_takes_cherbourg() -> None:
    at = "G-709=0518 US-4=0519 US-90=0519 US-82AB=0519 US-2A=0519"
    lines = ["scenario campaign", "turn 2", "phase allied cherbourg", f"at {at}", "oos G-709", "reduced US-90"]
    match = TABLE.table("\n".join(lines), dice=[1, 2])
    attack(match, "0518", "US-4 US-90 US-82AB US-2A")
    assert strengths(match) == (16, 1)
    assert columns(match) == ("13-16", "1")
    assert totals(match) == (-2, 0)
    match.play("resolve")
    assert match.state.hits == [1, 0]
    assert not alive(match, "G-709")
    match.play("advance-all")
    assert {where(match, unit) for unit in ("US-4", "US-90", "US-82AB", "US-2A")} == {"0518"}
