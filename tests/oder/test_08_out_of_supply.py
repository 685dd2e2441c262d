"""Chapter 8: German aerial supply, Soviet sources, and what being out of supply costs."""

from __future__ import annotations

import pytest

from grognard import Match
from tests.kit import control, due, left, move, now, offered, offers, reach, refused, rest, status, supply, where
from tests.oder.helpers_campaign import fight_unaided, sea_between, until, vp
from tests.oder.helpers_lines import cut_off, rules_of_modifiers, soviet_cut_off, sum_of_modifiers
from tests.oder.sheet import EAST_EDGE, within
from tests.oder.table import moving, phase
from tests.rules import rule

#: No German east of this water has a source, no Soviet west of it.
DIVIDED = sea_between(15)
#: Two armies above and below close all six hexes round 2010.
CLOSED = "5=2009 28=2011"
#: Six armies against one corps in 2113, which has an army behind it: 51 to 6, so no die decides it.
STORM = "1GT=2214 2GT=2214 3GT=2214 4T=2213 5GT=2213 8G=2213 3=2013 66=2113"
STORMERS = ("1GT", "2GT", "3GT", "4T", "5GT", "8G")


def aerial(match: Match) -> str:
    """The unit with the aerial supply marker."""
    found: str = status(match)["markers"]["aerial"]
    return found


# -- 8.3 -------------------------------------------------------------------------------------


@rule("oder", "8.3", "8.3a")
def test_aerial_supply_and_air_support_exclude_each_other_in_a_game_turn() -> None:
    units = f"24=2010 66=1310 {CLOSED}"
    with_air = phase("german declaration", units).play("order move-fight", "air 2310", "done")
    assert now(with_air) == (2, "german movement")
    refused(with_air, "supply 24", "8.3", "5.4")
    until(with_air, 2, "german combat")
    refused(with_air, "supply 24", "8.3", "5.4")
    until(with_air, 2, "soviet combat").play("attack 2010")
    assert with_air.side == "soviet"  # the German has nothing to answer with
    without = phase("german support", units).play("done")
    assert offers(without, "supply") == {"24", "66"}
    # The naval marker is no hindrance.
    coast = {"2310": "coast"}
    naval = phase("german support", units, features=coast).play("naval 2310", "done")
    assert offers(naval, "supply") == {"24", "66"}
    # Next Game Turn is another matter.
    until(with_air.undo(), 3, "german movement")
    assert offered(with_air, "supply 24")


@rule("oder", "8.3", "8.3b")
def test_the_marker_may_be_placed_in_three_phases_on_any_german_unit() -> None:
    units = f"24=2010 66=1310 FCB=1114 {CLOSED}"
    for name in ("german movement", "german combat"):
        for unit in ("24", "66", "FCB"):
            match = phase(name, units)
            assert aerial(match) == ""
            match.play(f"supply {unit}")
            assert aerial(match) == unit
            assert supply(match, "24") == ("aerial" if unit == "24" else "none")
        refused(phase(name, units), "supply 5")
    match = phase("soviet combat", units).play("attack 2010")
    assert match.side == "german"
    assert offers(match, "supply") == {"24", "66", "FCB"}
    match.play("supply 24")
    assert (aerial(match), match.side) == ("24", "soviet")


@rule("oder", "8.3", "8.3b")
def test_the_marker_may_come_between_moves_and_between_attacks() -> None:
    match = moving("german", f"24=2010 66=1310 67=1313 {CLOSED}")
    move(match, "66", "1410")
    match.play("supply 24")
    move(match, "67", "1412")
    assert aerial(match) == "24"
    match = phase("german combat", f"24=2010 66=1310 3=1410 {CLOSED}", dice=[6, 1])
    fight_unaided(match, "1410", "66")  # 4 to 6, die 6: AL1
    match.play("supply 24")
    assert supply(match, "24") == "aerial"


@rule("oder", "8.3", "8.3c")
@pytest.mark.parametrize("name", ["soviet declaration", "soviet movement", "soviet regroup", "german declaration"])
def test_the_marker_may_not_be_placed_in_other_phases(name: str) -> None:
    units = f"24=2010 {CLOSED} 66=due 3=due"
    match = phase(name, units, "due_turn 66=2 3=2")
    assert now(match) == (2, name)
    refused(match, "supply 24")


@rule("oder", "8.3", "8.3c")
@pytest.mark.parametrize("name", ["german support", "german regroup"])
def test_the_marker_may_not_be_placed_in_the_other_german_phases(name: str) -> None:
    match = phase(name, f"24=2010 {CLOSED} 66=due", "due_turn 66=2")
    assert (now(match), match.side) == ((2, name), "german")
    refused(match, "supply 24")


@rule("oder", "8.3", "8.3d")
@pytest.mark.parametrize("unit", ["24", "66", "67"])
def test_one_unit_of_a_stack_is_supplied_by_air(unit: str) -> None:
    match = moving("german", f"24=2010 66=2010 67=2010 {CLOSED}")
    assert {supply(match, name) for name in ("24", "66", "67")} == {"none"}
    match.play(f"supply {unit}")
    for name in ("24", "66", "67"):
        assert supply(match, name) == ("aerial" if name == unit else "none")


@rule("oder", "8.3", "8.3e")
def test_no_aerial_supply_in_the_first_game_turn() -> None:
    for name in ("german movement", "german combat"):
        refused(phase(name, f"24=2010 {CLOSED}", turn=1), "supply 24", "8.3", "5.2")
    match = phase("soviet combat", f"24=2010 {CLOSED}", turn=1).play("attack 2010")
    assert match.side == "soviet"
    assert not offered(match, "supply 24")


@rule("oder", "8.3", "8.3f")
def test_the_marker_stays_with_its_unit_until_it_is_retrieved() -> None:
    match = moving("german", "24=2010 66=2012", sides=DIVIDED)
    match.play("supply 24")
    for unit in ("24", "66"):
        refused(match, f"supply {unit}", "8.3")
    move(match, "24", "2013", "2016")
    assert (where(match, "24"), aerial(match), supply(match, "24")) == ("2016", "24", "aerial")
    until(match, 2, "german combat")
    refused(match, "supply 66", "8.3")
    until(match, 2, "soviet combat")
    assert aerial(match) == "24"
    until(match, 3, "german declaration")
    assert (aerial(match), supply(match, "24")) == ("", "none")
    until(match, 3, "german movement")
    assert offers(match, "supply") == {"24", "66"}


@rule("oder", "8.3", "8.3g", "8.5b")
def test_a_unit_supplied_by_air_moves_and_fights_as_in_supply() -> None:
    for unit, half, full in (("24", 3, 6), ("66", 2, 4)):
        match = moving("german", f"{unit}=2410", sides=DIVIDED)
        assert reach(match, unit) == within("2410", half)
        assert reach(match.play(f"supply {unit}"), unit) == within("2410", full)
    attack = phase("german combat", "24=2410 5=2510", sides=DIVIDED)
    assert sum_of_modifiers(attack, "2510", "24") == 1
    attack = phase("german combat", "24=2410 5=2510", sides=DIVIDED).play("supply 24")
    assert sum_of_modifiers(attack, "2510", "24") == 0
    defence = phase("soviet combat", "24=2410 5=2510", sides=DIVIDED)
    assert sum_of_modifiers(defence, "2410", "5") == -1
    defence = phase("soviet combat", "24=2410 5=2510", sides=DIVIDED).play("attack 2410", "supply 24", "with 5")
    assert defence.preview is not None
    assert defence.preview.total == 0


@rule("oder", "8.3", "8.3h")
def test_a_unit_supplied_by_air_does_not_count_on_the_east_edge() -> None:
    units = "24=3510 HG=3518 5=3411 28=3509"
    match = phase("soviet combat second", units, "aerial 24", turn=3)
    assert supply(match, "24") == "aerial"
    until(match, 4, "german declaration")
    assert not match.over
    match = phase("soviet combat second", f"{units} 47k=3516", "aerial 24", turn=3)
    until(match, 4, "german declaration")
    assert match.over


@rule("oder", "8.3", "8.3i")
def test_a_unit_eliminated_while_supplied_by_air_gives_one_point_and_two_dice() -> None:
    match = phase("soviet combat", STORM, dice=[2, 3])
    assert supply(match, "66") == "none"
    match.play("attack 2113", "supply 66", *(f"with {unit}" for unit in STORMERS), "resolve")
    assert vp(match) == (0, 1)
    assert due(match) == {"66": 7}
    match = phase("soviet combat", STORM, dice=[2, 3])
    fight_unaided(match, "2113", *STORMERS)
    assert vp(match) == (0, 2)


@rule("oder", "8.3", "8.3j")
def test_the_marker_of_an_eliminated_unit_is_unavailable_for_the_game_turn() -> None:
    units = f"66=2010 24=1310 {CLOSED} 39=1410"
    match = phase("german combat", units, dice=[6, 1, 1]).play("supply 66")
    fight_unaided(match, "2009", "66")  # 4 to 5, die 6: AL1
    assert where(match, "66") == "due"
    assert aerial(match) == ""
    refused(match, "supply 24", "8.3")
    until(match, 2, "soviet combat").play("attack 1310")
    assert match.side == "soviet"
    match = phase("german combat", units, dice=[6, 1, 1]).play("supply 66")
    until(fight_unaided(match, "2009", "66"), 3, "german movement")
    assert offered(match, "supply 24")


@rule("oder", "8.3", "8.3k")
def test_the_marker_answers_an_announced_soviet_attack_and_comes_no_later() -> None:
    match = phase("soviet combat", f"24=2010 66=1310 {CLOSED}")
    refused(match, "supply 24")
    match.play("attack 2010")
    assert (match.side, offers(match, "supply"), offered(match, "pass")) == ("german", {"24", "66"}, True)
    refused(match, "with 5")
    match.play("pass", "with 5")
    refused(match, "supply 24")
    assert match.preview is not None
    assert match.preview.total == -1
    match = phase("soviet combat", f"24=2010 66=1310 {CLOSED}").play("attack 2010", "supply 24", "with 5")
    refused(match, "supply 66")
    assert match.preview is not None
    assert match.preview.total == 0


# -- 8.4 -------------------------------------------------------------------------------------


@rule("oder", "8.4", "8.4a")
@pytest.mark.parametrize("source", ["3505", "3512", "3521"])
def test_every_hex_of_the_east_edge_is_a_soviet_source(source: str) -> None:
    assert source in EAST_EDGE
    assert supply(moving("soviet", "5=2010", sides=soviet_cut_off(source)), "5") == "regular"
    assert supply(moving("soviet", "5=2010", sides=soviet_cut_off()), "5") == "none"
    assert supply(moving("soviet", f"5={source}", sides=soviet_cut_off()), "5") == "regular"


@rule("oder", "8.4", "8.4a")
def test_the_soviet_has_no_fortress_coastal_or_western_supply() -> None:
    ground = {"sides": soviet_cut_off(), "features": {"2715": "city", "2716": "coast"}}
    match = moving("soviet", "5=2715 28=2716 3=1010", **ground)
    assert {supply(match, unit) for unit in ("5", "28", "3")} == {"none"}
    assert supply(moving("german", "66=3512", sides=cut_off()), "66") == "none"


@rule("oder", "8.4", "8.4b")
def test_a_lost_but_empty_hex_of_the_east_edge_is_still_a_source() -> None:
    match = moving("soviet", "5=2010", "flipped 3512", "once_changed 3512", sides=soviet_cut_off("3512"))
    assert control(match, "3512") == "german"
    assert supply(match, "5") == "regular"
    match = moving("soviet", "5=2010 66=3512", sides=soviet_cut_off("3512"))
    assert supply(match, "5") == "none"


# -- 8.5 -------------------------------------------------------------------------------------


@rule("oder", "8.5", "8.5a")
@pytest.mark.parametrize(
    ("side", "unit", "factors"),
    [("german", "24", 3), ("german", "66", 2), ("soviet", "1GT", 3), ("soviet", "5", 2), ("soviet", "3Sh", 2)],
)
def test_movement_factors_are_halved_out_of_supply(side: str, unit: str, factors: int) -> None:
    ground = {"sides": cut_off() if side == "german" else soviet_cut_off()}
    match = moving(side, f"{unit}=2010", **ground)
    assert supply(match, unit) == "none"
    assert reach(match, unit) == within("2010", factors)
    match.play(f"select {unit}")
    refused(match, f"move 20{10 + factors + 1}", "8.5", "10.0", "10.1")
    match.play(*(f"move 20{10 + step}" for step in range(1, factors + 1)))
    assert left(match, unit) == 0
    assert reach(moving(side, f"{unit}=2010"), unit) == within("2010", 2 * factors)


# -- 8.6 -------------------------------------------------------------------------------------


@rule("oder", "8.6", "8.6a")
def test_one_attacker_out_of_supply_is_enough_for_the_modifier() -> None:
    # The corps in 2110 has only hexes in the zones of 2010 and 2211 round it.
    units = "5=2010 28=2211 66=2110 24=1910 4SS=1910"
    match = phase("german combat", units)
    assert [supply(match, unit) for unit in ("66", "24", "4SS", "5")] == ["none", "regular", "regular", "regular"]
    assert sum_of_modifiers(match, "2010", "24", "4SS", "66") == 1
    assert "8.6" in rules_of_modifiers(match)
    assert sum_of_modifiers(phase("german combat", units), "2010", "24", "4SS") == 0
    # The Soviet likewise.
    units = "66=2010 67=2211 5=2110 1GT=1910 2GT=1910"
    match = phase("soviet combat", units)
    assert [supply(match, unit) for unit in ("5", "1GT", "2GT", "66")] == ["none", "regular", "regular", "regular"]
    assert sum_of_modifiers(match, "2010", "1GT", "2GT", "5") == 1
    assert sum_of_modifiers(phase("soviet combat", units), "2010", "1GT", "2GT") == 0


@rule("oder", "8.6", "8.6b", "8.6c", "8.6d")
def test_attackers_and_defenders_out_of_supply_modify_the_die() -> None:
    german = "24=2010 4SS=2010 47k=2010 5=2110"
    for sides, defender, total in (({}, "regular", 0), (cut_off(), "regular", 1), (soviet_cut_off(), "none", -1)):
        match = phase("german combat", german, sides=sides)
        assert supply(match, "5") == defender
        assert sum_of_modifiers(match, "2110", "24", "4SS", "47k") == total
    both = cut_off() | soviet_cut_off()
    match = phase("german combat", german, sides=both)
    assert {supply(match, unit) for unit in ("24", "5")} == {"none"}
    assert sum_of_modifiers(match, "2110", "24", "4SS", "47k") == 0
    soviet = "1GT=2010 2GT=2010 5=2010 24=2110"
    for sides, total in (({}, 0), (cut_off(), -1), (soviet_cut_off(), 1), (both, 0)):
        match = phase("soviet combat", soviet, sides=sides)
        assert sum_of_modifiers(match, "2110", "1GT", "2GT", "5") == total


@rule("oder", "8.6", "8.6e")
def test_a_unit_lost_in_combat_out_of_supply_gives_two_points() -> None:
    thrust = "GD=2013 1SS=2013 4SS=2013 50=2113"
    for sides, points, dice in (({}, 1, [1]), (soviet_cut_off(), 2, [1, 1])):
        match = phase("german combat", thrust, dice=dice, sides=sides)
        rest(fight_unaided(match, "2113", "GD", "1SS", "4SS"))
        assert vp(match) == (points, 0)
    # An attacker lost counts like a defender lost: 4 to 5, AL1.
    for sides, points, dice in (({}, 1, [6, 1]), (cut_off(), 2, [6, 1, 1])):
        match = phase("german combat", "66=2010 5=2110", dice=dice, sides=sides)
        fight_unaided(match, "2110", "66")
        assert where(match, "66") == "due"
        assert vp(match) == (0, points)
    # Each of several.
    match = phase("german combat", f"{thrust} 6=2113", dice=[1, 1, 1, 1, 1], sides=soviet_cut_off())
    rest(fight_unaided(match, "2113", "GD", "1SS", "4SS"))  # 3:1 and 1 - 1: DE
    assert vp(match) == (4, 0)


@rule("oder", "8.6", "8.6f")
def test_a_stack_only_partly_out_of_supply_is_not_out_of_supply() -> None:
    match = phase("soviet combat", f"24=2010 66=2010 67=2010 {CLOSED}", "aerial 66")
    assert (supply(match, "66"), supply(match, "24")) == ("aerial", "none")
    assert sum_of_modifiers(match, "2010", "5") == 0
    match = phase("soviet combat", f"24=2010 66=2010 67=2010 {CLOSED}", "aerial_spent 1")
    assert sum_of_modifiers(match, "2010", "5") == -1


# -- 8.7 -------------------------------------------------------------------------------------


@rule("oder", "8.7", "8.7a")
def test_units_stay_out_of_supply_as_long_as_they_like() -> None:
    match = phase("german declaration", "24=2010 66=2012 5=1210", turn=3, sides=DIVIDED)
    for turn in (4, 5, 6, 7, 8):
        until(match, turn, "german declaration")
        assert {supply(match, unit) for unit in ("24", "66", "5")} == {"none"}
        assert [where(match, unit) for unit in ("24", "66", "5")] == ["2010", "2012", "1210"]
    assert vp(match) == (0, 0)
