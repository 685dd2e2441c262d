"""7.6: the combat results table and what its results do.

The defender stands in 1010, the attackers west of it in 0910 and 0911.
"""

from __future__ import annotations

from collections import Counter

import pytest

from grognard import Match
from tests.hurtgen.helpers_combat import CLEAR, GROVE, ROUGH, WOODS, attack_at, combat, declare, fight, rivers
from tests.kit import offered, offers, refused, retreat, rolled, settle, status, total, where
from tests.rules import rule

#: The table as printed: a row a die roll, a word a column.
PRINTED = """
A1 A1 A1 Br D1 D2 D2 D2 D2 D3 D4 De
A1 A1 A1 A1 Br D1 D2 D2 D2 D2 D3 D4
A1 A1 A1 A1 A1 Br D1 D2 D2 D2 D2 D3
A2 A1 A1 A1 A1 Br Br D1 D2 D2 D2 D2
A2 A2 A1 A1 A1 A1 Br Br D1 D2 D2 D2
Ae Ae A2 A1 A1 A1 A1 Br Br Br D2 D2
"""
RESULTS = [row.split() for row in PRINTED.strip().splitlines()]
#: The differentials of each column, from the first column on.
CLEAR_HEADS = [[-7], [-6, -5], [-4, -3], [-2], [-1], [0], [1], [2, 3], [4, 5], [6, 7, 8], [9, 10, 11], [12]]
GROVE_HEADS = [[-5], [-4, -3], [-2], [-1], [0], [1], [2, 3], [4, 5], [6, 7, 8], [9, 10, 11], [12]]
WOODS_HEADS = [[-3], [-2], [-1], [0], [1], [2, 3], [4, 5], [6, 7, 8], [9, 10, 11], [12]]
ROUGH_HEADS = [[-2], [-1], [0], [1], [2, 3], [4, 5], [6, 7, 8], [9, 10, 11], [12]]


def column(number: int) -> list[str]:
    """The six results of a column, the first being 1."""
    return [row[number - 1] for row in RESULTS]


def results(differential: int, ground: str) -> list[str]:
    """The six results of an attack with this differential."""
    match = attack_at(differential, ground)
    assert total(match) == differential
    assert match.preview is not None
    return list(match.preview.by_roll)


def check(heads: list[list[int]], ground: str, line: str) -> None:
    for number, differentials in enumerate(heads, 1):
        for differential in differentials:
            assert results(differential, ground) == column(number), f"{differential} in {ground}"
    match = attack_at(0, ground)
    assert match.preview is not None
    assert match.preview.line == line


# -- 7.61 ----------------------------------------------------------------------------------------


@rule("hurtgen", "7.61", "7.61a")
def test_all_cells_of_the_table() -> None:
    cells = [results(heads[0], "clear") for heads in CLEAR_HEADS]
    assert len(cells) * 6 == 72
    assert [list(row) for row in zip(*cells, strict=True)] == RESULTS


@pytest.mark.parametrize("ground", ["clear", "mixed"])
@rule("hurtgen", "7.61", "7.61c")
def test_columns_of_clear_and_mixed(ground: str) -> None:
    check(CLEAR_HEADS, ground, CLEAR)
    assert results(0, ground)[0] == "D2"


@rule("hurtgen", "7.61", "7.61d")
def test_columns_of_grove_and_bridge() -> None:
    check(GROVE_HEADS, "grove", GROVE)
    assert results(0, "grove")[0] == "D1"
    bridge = combat("1/8=0910 1/983=1010", sides={"0910-1010": "river bridge"}, roads={"0910-1010": "road"})
    declare(bridge, "1010", "1/8")
    assert bridge.preview is not None
    assert list(bridge.preview.by_roll) == column(5)


@pytest.mark.parametrize("ground", ["broken", "town", "woods"])
@rule("hurtgen", "7.61", "7.61e")
def test_columns_of_broken_town_woods_and_stream(ground: str) -> None:
    check(WOODS_HEADS, ground, WOODS)
    assert results(9, ground)[5 - 1] == "D1"
    stream = declare(combat("1/8=0910 1/983=1010", sides={"0910-1010": "stream"}), "1010", "1/8")
    assert stream.preview is not None
    assert list(stream.preview.by_roll) == column(4)


@rule("hurtgen", "7.61", "7.61f")
def test_columns_of_rough() -> None:
    check(ROUGH_HEADS, "rough", ROUGH)
    assert results(12, "rough")[0] == "D2"
    assert results(12, "rough")[5] == "Br"


@pytest.mark.parametrize(("ground", "lowest"), [("clear", "-7"), ("grove", "-5"), ("town", "-3"), ("rough", "-2")])
@rule("hurtgen", "7.61g")
def test_below_the_lowest_heading_the_lowest_column_is_used(ground: str, lowest: str) -> None:
    match = attack_at(-10, ground)
    assert match.preview is not None
    assert match.preview.column == lowest
    assert list(match.preview.by_roll) == column(1)
    assert results(-8, ground) == column(1)


@rule("hurtgen", "7.61g")
def test_minus_ten_in_rough_with_a_six_eliminates_the_attacker() -> None:
    match = attack_at(-10, "rough", dice=[6]).play("resolve")
    assert where(match, "1/8") == "eliminated"


@pytest.mark.parametrize(("ground", "number"), [("clear", 12), ("grove", 11), ("town", 10), ("rough", 9)])
@rule("hurtgen", "7.61h")
def test_above_twelve_the_last_column_is_used(ground: str, number: int) -> None:
    match = attack_at(20, ground)
    assert match.preview is not None
    assert match.preview.column == "+12"
    assert list(match.preview.by_roll) == column(number)
    assert results(13, ground) == column(number)


@pytest.mark.parametrize(("differential", "ground"), [(0, "clear"), (4, "rough"), (-10, "rough"), (12, "town")])
@rule("hurtgen", "7.61i")
def test_one_die_without_modifiers(differential: int, ground: str) -> None:
    match = attack_at(differential, ground)
    assert match.preview is not None
    assert dict(match.preview.chances) == {r: (n, 6) for r, n in Counter(match.preview.by_roll).items()}
    match.play("resolve")
    assert offers(match, "roll") == set("123456")
    rolled(match, 3)
    assert not offers(match, "roll")


@pytest.mark.parametrize(("roll", "gone"), [(1, "2"), (2, "1"), (3, "1"), (5, "0"), (6, "0")])
@rule("hurtgen", "7.61c", "7.61i")
def test_the_number_on_the_die_is_the_row(roll: int, gone: str) -> None:
    """0 in clear: D2, D1, Br, Br, A1, A1."""
    match = fight(combat("1/8=0910 1/983=1010"), "1010", "1/8")
    rolled(match, roll)
    assert match.side == ("us" if gone == "0" else "german")
    match.play("to 0810" if gone == "0" else "to 1111")
    assert offered(match, "to 1211") is (gone == "2")


@rule("hurtgen", "7.61j")
def test_only_in_clear_or_mixed_can_the_defender_be_eliminated_outright() -> None:
    first = {ground: results(12, ground)[0] for ground in ("clear", "mixed", "grove", "town", "rough")}
    assert first == {"clear": "De", "mixed": "De", "grove": "D4", "town": "D3", "rough": "D2"}
    for ground in ("grove", "broken", "town", "woods", "rough"):
        assert "De" not in results(20, ground)
    assert "De" not in results(11, "clear")


# -- 7.62: retreats ------------------------------------------------------------------------------

#: 1/8 alone in 0911 with all that is needed for +9 against 1/983 in 1010 and 2/983 in 1011.
TWO = "1/8=0911 44=0505 56=0506 1/983=1010 2/983=1011"


def on_two(roll: int, **ground: dict[str, str]) -> Match:
    """+9 against two defenders: D4, D3, then D2."""
    match = declare(combat(TWO, dice=[roll], **ground), "1010 1011", "1/8", barrage=("44", "56"), support=5)
    assert total(match) == 9
    return match.play("resolve")


@rule("hurtgen", "7.62", "7.62a", "7.62l")
def test_all_defenders_retreat_the_number_of_hexes() -> None:
    match = on_two(2)  # D3
    retreat(match, "1/983", "1009", "1008", "1007")
    retreat(match, "2/983", "1012", "1013", "1014")
    assert (where(match, "1/983"), where(match, "2/983")) == ("1007", "1014")
    assert match.side == "us"
    assert where(match, "1/8") == "0911"


@pytest.mark.parametrize(("differential", "roll", "hexes"), [(0, 2, 1), (0, 1, 2), (6, 1, 3), (9, 1, 4)])
@rule("hurtgen", "7.62a")
def test_d1_to_d4_are_one_to_four_hexes(differential: int, roll: int, hexes: int) -> None:
    match = combat("1/8=0910 44=0505 56=0506 1/983=1010", dice=[roll])
    more = {0: ((), 0), 6: (("44", "56"), 0), 9: (("44", "56"), 3)}[differential]
    fight(match, "1010", "1/8", barrage=more[0], support=more[1])
    way = ["1111", "1211", "1312", "1412"]
    for place in way[:hexes]:
        assert match.side == "german"
        match.play(f"to {place}")
    assert where(match, "1/983") == way[hexes - 1]
    assert match.side == "us"


@rule("hurtgen", "7.62b")
def test_each_player_retreats_their_own_units() -> None:
    match = fight(combat("1/8=0910 1/983=1010", dice=[1]), "1010", "1/8")  # D2
    assert match.side == "german"
    assert offers(match, "to") == {"1110", "1111", "1011"}
    match = fight(combat("1/8=0910 1/983=1010", dice=[5]), "1010", "1/8")  # A1
    assert match.side == "us"
    assert offers(match, "to") == {"0909", "0809", "0810"}
    match = combat("1/8=0910 16=1010", side="german", dice=[2])
    fight(match, "0910", "16")  # 3 - 3: D1
    assert match.side == "us"
    assert offers(match, "to") == {"0909", "0809", "0810"}


@rule("hurtgen", "7.62", "7.62c")
def test_all_attackers_but_the_distant_artillery_retreat() -> None:
    at = "1/8=0910 2/8=0911 45=0505 1/1055=1010 275h=1310"
    match = combat(at, terrain={"1010": "rough"}, dice=[5])
    fight(match, "1010", "1/8", "2/8", barrage=("45",)).play("fpf 275h")  # 5 - 6 in rough: A2
    assert match.side == "us"
    assert offers(match, "retreat") == {"1/8", "2/8"}
    retreat(match, "1/8", "0809", "0709")
    retreat(match, "2/8", "0811", "0711")
    assert [where(match, unit) for unit in ("1/8", "2/8", "45")] == ["0709", "0711", "0505"]
    assert where(match, "1/1055") == "1010"
    assert match.side == "german"


@rule("hurtgen", "7.62c")
def test_a1_is_one_hex() -> None:
    match = fight(combat("1/8=0910 1/983=1010", dice=[6]), "1010", "1/8").play("to 0809")
    assert where(match, "1/8") == "0809"
    assert match.side == "german"


@rule("hurtgen", "7.62", "7.62d")
def test_when_both_retreat_the_defender_goes_first() -> None:
    match = fight(combat("1/8=0910 1/983=1010", dice=[3]), "1010", "1/8")
    assert match.side == "german"
    match.play("to 1111")
    assert where(match, "1/983") == "1111"
    assert match.side == "us"
    match.play("to 0810")
    assert where(match, "1/8") == "0810"


@rule("hurtgen", "7.62e", "7.62i")
def test_a_surrounded_defender_is_lost_and_the_attackers_retreat_all_the_same() -> None:
    match = combat("1/8=1009 2/8=1111 3/8=0911 1/983=1010", dice=[6])
    fight(match, "1010", "1/8", "2/8", "3/8")  # +4: Br
    assert where(match, "1/983") == "eliminated"
    assert status(match)["vp"]["us"] == 3
    said = "1/983 is eliminated in 1010, because no full retreat is open: 3 Victory Points to the U.S."
    assert said in [event.text for event in match.events]
    assert match.side == "us"
    retreat(match, "1/8", "1008")
    retreat(match, "2/8", "1211")
    retreat(match, "3/8", "0811")
    assert [where(match, unit) for unit in ("1/8", "2/8", "3/8")] == ["1008", "1211", "0811"]
    assert not offers(match, "advance")
    assert offered(match, "done")


@rule("hurtgen", "7.62h")
def test_the_retreated_defender_can_cut_off_the_attackers_retreat() -> None:
    water = rivers("0909-0910", "0910-0911", "0810-0910", "0809-0910")
    match = fight(combat("1/8=0910 1/983=1010", sides=water, dice=[3]), "1010", "1/8").play("to 1110")
    assert where(match, "1/8") == "eliminated"  # 1009, the only way back, is next to 1110
    assert status(match)["vp"]["german"] == 5
    match = fight(combat("1/8=0910 1/983=1010", sides=water, dice=[3]), "1010", "1/8").play("to 1111")
    assert match.side == "us"
    assert offers(match, "to") == {"1009"}


@rule("hurtgen", "7.62i")
def test_after_both_retreat_nobody_advances() -> None:
    match = fight(combat("1/8=0910 1/983=1010", dice=[3]), "1010", "1/8").play("to 1111", "to 0810")
    assert match.side == "us"
    assert not offers(match, "advance")
    assert offered(match, "done")


@rule("hurtgen", "7.62j")
def test_the_owner_chooses_the_order_of_several_retreats() -> None:
    at = "1/8=0910 2/8=0911 1/983=1010"
    match = fight(combat(at, dice=[5]), "1010", "1/8", "2/8").play("to 1110")  # Br
    assert match.side == "us"
    assert offers(match, "retreat") == {"1/8", "2/8"}
    other = match.before(match.version)
    match.play("retreat 1/8", "to 0809")
    assert offered(match, "to 0910")  # vacated a moment ago
    match.play("to 0910")
    assert (where(match, "1/8"), where(match, "2/8")) == ("0809", "0910")
    other.play("retreat 2/8")
    refused(other, "to 0910")  # its friend still stands there
    other.play("to 0912", "to 0911")
    assert (where(other, "1/8"), where(other, "2/8")) == ("0911", "0912")


@rule("hurtgen", "7.62l")
def test_each_defender_may_be_lost_on_its_own() -> None:
    match = on_two(3, sides=rivers("1009-1010", "1010-1110", "1010-1111"))  # D2
    retreat(match, "2/983", "1012", "1013")
    assert where(match, "1/983") == "eliminated"
    assert where(match, "2/983") == "1013"
    assert status(match)["vp"]["us"] == 3


# -- 7.62: eliminations --------------------------------------------------------------------------


@rule("hurtgen", "7.62", "7.62f")
def test_attacker_eliminated() -> None:
    match = combat("1/8=0910 2/8=0911 45=0505 1/1055=1010 275h=1310", terrain={"1010": "rough"}, dice=[6])
    fight(match, "1010", "1/8", "2/8", barrage=("45",)).play("fpf 275h")
    assert [where(match, unit) for unit in ("1/8", "2/8", "45")] == ["eliminated", "eliminated", "0505"]
    assert status(match)["vp"] == {"us": 0, "german": 10}
    assert match.side == "german"
    assert offers(match, "advance") == {"1/1055"}
    match.play("advance 1/1055")
    assert offers(match, "to") == {"0910", "0911"}
    match.play("to 0910")
    assert where(match, "1/1055") == "0910"


@rule("hurtgen", "7.62", "7.62g")
def test_defender_eliminated() -> None:
    match = combat("1/8=0911 2/8=1111 44=0505 56=0506 45=0507 1/983=1010 2/983=1011", dice=[1])
    declare(match, "1010 1011", "1/8", "2/8", barrage=("44", "56", "45"), support=5)
    assert total(match) == 12
    match.play("resolve")
    assert (where(match, "1/983"), where(match, "2/983")) == ("eliminated", "eliminated")
    assert status(match)["vp"] == {"us": 6, "german": 0}
    assert match.side == "us"
    assert offers(match, "advance") == {"1/8", "2/8"}
    match.play("advance 1/8", "to 1010", "advance 2/8", "to 1011")
    assert (where(match, "1/8"), where(match, "2/8")) == ("1010", "1011")


@rule("hurtgen", "7.62k")
def test_results_never_weaken_a_unit() -> None:
    match = combat("1/8=0910 45=0505 1/983=1010 275h=1510", dice=[2, 2])
    settle(fight(match, "1010", "1/8").play("pass", "to 1110", "pass"))  # D1
    while status(match)["phase"] != "us movement":
        match.play("done")
    match.play("select 1/8", "move 1010", "done")
    declare(match, "1110", "1/8")
    assert total(match) == 2 - 2
    settle(match.play("resolve"))
    assert where(match, "1/983") not in ("1110", "eliminated")
    assert status(match)["vp"] == {"us": 0, "german": 0}
