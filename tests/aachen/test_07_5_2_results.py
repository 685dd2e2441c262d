"""Chapter 7.5.2: hits, in their strict order. The result of the table is given, what follows is played."""

from __future__ import annotations

import pytest

from tests.aachen.helpers_combat import DUEL, GERMAN, GERMAN_HQ, US, US_HQ, alive, attack, order, outcome
from tests.aachen.kit import disrupted, improved, lost, real, step, told, where
from tests.kit import offered, offers, refused
from tests.rules import rule

#: Two tank battalions and an infantry battalion attack; a battalion of infantry and one of tanks defend.
GROUP = f"3A-HQ=2405 3A-I/32=2408 3A-703=2408 3A-I/36=2408 {GERMAN_HQ} {GERMAN}"
GROUP_UNITS = "3A-I/32 3A-703 3A-I/36"
PAIR = f"{US_HQ} {US} 116P-HQ=2413 116P-I/24=2409 116P-I/60=2409"
PAIR_UNITS = "116P-I/24 116P-I/60"


@rule("aachen", "7.5.2", "7.5.2a", "7.5.2u", "7.5.2ar")
def test_the_left_number_is_the_attackers() -> None:
    match = outcome("3/1", DUEL, "1-I/16", "12-I/27")
    match.play("stay")
    assert (lost(match, "1-I/16"), lost(match, "12-I/27")) == (3, 1)


@rule("aachen", "7.5.2b", "5.6", "5.6a", "5.6.1c", "7.5.2")
def test_a_red_number_checks_every_unit_of_that_side_with_a_die_each() -> None:
    match = outcome("1r/1", GROUP, GROUP_UNITS, "12-I/27", who="us 3A-HQ", dice=[6, 5, 6])
    assert len(told(match, "5.6.1")) == 3
    one = outcome("1/1r", PAIR, "1-I/16", PAIR_UNITS, dice=[1, 2])
    assert [text.split()[0] for text in told(one, "5.6.1")] == ["116P-I/24", "116P-I/60"]


@rule("aachen", "7.5.2c", "7.5.2")
def test_pitfall_38_the_defender_is_done_before_the_attacker_begins() -> None:
    # 20 : 18 is 1:1; 3 + 3 of HQ support is 3r/1.
    match = attack(DUEL, "1-I/16", "regular", dice=[3, 6]).play("stay")
    first, second = order(match, "12-I/27 loses", "1-I/16 loses")
    assert first < second
    red = attack(DUEL, "1-I/16", "prepared", dice=[4, 10])  # 25 : 18, 4 + 5 = 9: 2/2r, the defender fails
    assert told(red, "7.5.2") == [
        "12-I/27 loses 1 Strength Point",
        "12-I/27 is disrupted",
        "12-I/27 must retreat to 2410",
        "1-I/16 loses 1 Strength Point",
    ]


@rule("aachen", "7.5.2d", "7.5.2i")
def test_a_single_hit_is_one_point_without_check_or_retreat() -> None:
    match = outcome("1/1", DUEL, "1-I/16", "12-I/27")
    assert (lost(match, "12-I/27"), where(match, "12-I/27")) == (1, "2409")
    assert not told(match, "5.6.1")


@rule("aachen", "7.5.2e", "7.5.2")
def test_the_first_loss_is_taken_by_the_armor_that_counted() -> None:
    attacker = outcome("1/1", GROUP, GROUP_UNITS, "12-I/27", who="us 3A-HQ")
    assert [lost(attacker, u) for u in GROUP_UNITS.split()] == [1, 0, 0]
    defender = outcome("1/1", PAIR, "1-I/16", PAIR_UNITS)
    assert [lost(defender, u) for u in PAIR_UNITS.split()] == [1, 0]
    infantry = outcome("1/1", GROUP, "3A-I/36", "12-I/27", who="us 3A-HQ")
    assert lost(infantry, "3A-I/36") == 1


@rule("aachen", "7.5.2e", "7.5.2as")
def test_a_first_loss_on_another_unit_is_refused_with_the_reason() -> None:
    at = f"3A-HQ=2405 3A-I/32=2408 3A-I/33=2408 3A-I/36=2408 {GERMAN_HQ} {GERMAN}"
    match = outcome("1/1", at, "3A-I/32 3A-I/33 3A-I/36", "12-I/27", who="us 3A-HQ")
    assert match.actions.texts() == ["lose 3A-I/32", "lose 3A-I/33"]
    assert "armor counted" in refused(match, "lose 3A-I/36", "7.5.2").why


@rule("aachen", "7.5.2f")
def test_tanks_across_teeth_take_the_first_loss() -> None:
    match = outcome("1/1", GROUP, GROUP_UNITS, "12-I/27", who="us 3A-HQ", sides={"2408-2409": "dragons-teeth"})
    assert lost(match, "3A-I/32") == 1


@rule("aachen", "7.5.2g", "7.5.2v")
def test_a_unit_that_the_first_loss_eliminates_is_not_checked() -> None:
    match = outcome("1/2r", DUEL, "1-I/16", "12-I/27", "lost 12-I/27=8")
    assert where(match, "12-I/27") == "eliminated"
    assert not told(match, "5.6.1")
    pair = outcome("1/1r", PAIR, "1-I/16", PAIR_UNITS, "lost 116P-I/24=4", dice=[1])
    assert [text.split()[0] for text in told(pair, "5.6.1")] == ["116P-I/60"]


@rule("aachen", "7.5.2h", "5.6.2d", "7.5.2j", "5.6.2", "5.6.2a")
def test_pitfall_39_a_unit_that_fails_is_disrupted_and_its_retreat_is_the_second_hit() -> None:
    match = outcome("1/2r", DUEL, "1-I/16", "12-I/27", dice=[7])
    assert disrupted(match, "12-I/27")
    assert (where(match, "12-I/27"), lost(match, "12-I/27")) == ("2410", 1)
    two_ways = outcome("1/2r", DUEL, "1-I/16", "12-I/27", dice=[7], sides={"2409-2410": "roer"})
    assert step(two_ways) == "retreat-to"
    assert disrupted(two_ways, "12-I/27"), "before its hex is chosen"


@rule("aachen", "7.5.2i", "5.6.1b")
def test_pitfall_39_a_red_1_disrupts_but_nobody_retreats() -> None:
    match = outcome("1/1r", DUEL, "1-I/16", "12-I/27", dice=[7])
    assert disrupted(match, "12-I/27")
    assert (where(match, "12-I/27"), lost(match, "12-I/27")) == ("2409", 1)


@pytest.mark.parametrize(("choice", "points", "hex_"), [("yield", 1, "2410"), ("stay", 2, "2409")])
@rule("aachen", "7.5.2k", "7.5.2l", "7.5.2d", "5.6.1a")
def test_a_unit_that_passed_retreats_or_takes_the_second_hit(choice: str, points: int, hex_: str) -> None:
    for text, dice in (("1/2r", [6]), ("1/2", [])):
        match = outcome(text, DUEL, "1-I/16", "12-I/27", dice=dice)
        assert (match.side, match.actions.texts()) == ("german", ["yield", "stay"])
        match.play(choice)
        assert (lost(match, "12-I/27"), where(match, "12-I/27")) == (points, hex_)
        assert not disrupted(match, "12-I/27")


@rule("aachen", "7.5.2o")
def test_the_attacker_retreats_by_the_same_rules() -> None:
    forced = outcome("2r/1", DUEL, "1-I/16", "12-I/27", dice=[7])
    assert forced.side == "us"
    assert offers(forced, "to") == {"2307", "2407", "2507"}
    forced.play("to 2407")
    assert (lost(forced, "1-I/16"), where(forced, "1-I/16")) == (1, "2407")
    free = outcome("2/1", DUEL, "1-I/16", "12-I/27")
    assert free.side == "us"
    free.play("yield", "to 2407")
    assert (lost(free, "1-I/16"), where(free, "1-I/16")) == (1, "2407")


@rule("aachen", "7.5.2q")
def test_third_and_further_hits_are_points() -> None:
    match = outcome("1/4r", DUEL, "1-I/16", "12-I/27", dice=[7])
    assert (lost(match, "12-I/27"), where(match, "12-I/27")) == (3, "2410")
    free = outcome("1/4r", DUEL, "1-I/16", "12-I/27", dice=[1]).play("yield")
    assert (lost(free, "12-I/27"), where(free, "12-I/27")) == (3, "2410")


@rule("aachen", "7.5.2r", "7.5.2s", "7.5.2as")
def test_losses_are_spread_evenly_and_the_first_counts() -> None:
    match = outcome("5/1", GROUP, GROUP_UNITS, "12-I/27", who="us 3A-HQ").play("stay")
    # The stronger tanks took the first; the second falls on one of the other two.
    assert offers(match, "lose") == {"3A-703", "3A-I/36"}
    assert "lost a point more" in refused(match, "lose 3A-I/32", "7.5.2").why
    match.play("lose 3A-I/36")  # the third is the last unit's, without a question
    assert [lost(match, u) for u in GROUP_UNITS.split()] == [1, 1, 1]
    assert offers(match, "lose") == set(GROUP_UNITS.split())
    match.play("lose 3A-I/32", "lose 3A-703")
    assert [lost(match, u) for u in GROUP_UNITS.split()] == [2, 2, 1]


@rule("aachen", "7.5.2t", "7.5.2v")
def test_hits_beyond_the_strength_of_a_stack_are_ignored() -> None:
    match = outcome("1/5", DUEL, "1-I/16", "12-I/27", "lost 12-I/27=7").play("stay")
    assert not alive(match, "12-I/27")
    assert lost(match, "1-I/16") == 1


@rule("aachen", "7.5.2ar")
def test_a_lone_unit_takes_every_loss_itself() -> None:
    match = outcome("1/3", DUEL, "1-I/16", "12-I/27").play("stay")
    assert lost(match, "12-I/27") == 3


# -- stacks of which only some fail -----------------------------------------------------------------


@rule("aachen", "7.5.2n", "7.5.2m", "7.5.2aw")
def test_pitfall_39_those_who_passed_stay_and_take_the_hit_or_follow_and_cancel_it() -> None:
    # The tanks take the first loss and pass, the infantry fails and must go.
    for choice, tanks, hex_ in (("stay", 2, "2409"), ("yield", 1, "2410")):
        match = outcome("1/2r", PAIR, "1-I/16", PAIR_UNITS, dice=[1, 7])
        assert (where(match, "116P-I/60"), match.side) == ("2410", "german")
        match.play(choice)
        assert (lost(match, "116P-I/24"), lost(match, "116P-I/60")) == (tanks, 0)
        assert where(match, "116P-I/24") == hex_


@rule("aachen", "7.5.2ai", "7.5.2")
def test_pitfall_41_forced_retreats_come_before_voluntary_ones() -> None:
    match = outcome("1/2r", PAIR, "1-I/16", PAIR_UNITS, dice=[1, 7]).play("yield")
    first, second = order(match, "116P-I/60 must retreat to 2410", "116P-I/24 retreats to 2410")
    assert first < second


@rule("aachen", "7.5.2n", "7.5.2q")
def test_with_three_hits_the_third_is_spread_over_all() -> None:
    match = outcome("1/3r", PAIR, "1-I/16", PAIR_UNITS, dice=[1, 7]).play("yield")
    # The tanks lost the first point, the infantry takes the third.
    assert (lost(match, "116P-I/24"), lost(match, "116P-I/60")) == (1, 1)


@rule("aachen", "7.5.2ap")
def test_pitfall_31_units_left_out_are_not_involved() -> None:
    match = outcome("3r/1", GROUP, "3A-I/32", "12-I/27", who="us 3A-HQ", dice=[7]).play("to 2407")
    assert [text.split()[0] for text in told(match, "5.6.1")] == ["3A-I/32"]
    assert (lost(match, "3A-703"), lost(match, "3A-I/36")) == (0, 0)
    assert (where(match, "3A-I/32"), where(match, "3A-I/36")) == ("2407", "2408")
    assert lost(match, "3A-I/32") == 2


# -- additional losses ------------------------------------------------------------------------------


@rule("aachen", "5.6.2b", "5.6.2e", "5.6.2", "5.6.1d")
def test_pitfall_40_a_disrupted_unit_that_fails_loses_a_point_that_satisfies_no_hit() -> None:
    # Rating 4 on the disrupted side: a 5 fails.
    match = outcome("1/2r", DUEL, "1-I/16", "12-I/27", "disrupted 12-I/27", dice=[5])
    assert (lost(match, "12-I/27"), where(match, "12-I/27")) == (2, "2410")
    passed = outcome("1/1r", DUEL, "1-I/16", "12-I/27", "disrupted 12-I/27", dice=[4])
    assert lost(passed, "12-I/27") == 1


@rule("aachen", "5.6.2", "7.5.2au")
def test_a_second_disruption_may_eliminate_a_unit_and_its_zone_goes_at_once() -> None:
    match = outcome("1/1r", DUEL, "1-I/16", "12-I/27", "disrupted 12-I/27", "lost 12-I/27=7", dice=[10])
    assert not alive(match, "12-I/27")
    assert step(match) == "act"


@rule("aachen", "5.6", "5.6.3", "9")
def test_a_disruption_in_combat_changes_control_at_once() -> None:
    # 2509 is a town in the zones of both; the German zone goes when its unit is disrupted.
    at = f"{US_HQ} {US} 1-II/16=2508 {GERMAN_HQ} {GERMAN}"
    match = outcome("1/1r", at, "1-I/16", "12-I/27", us="2509", german="2509", dice=[10])
    h = match.game.board.grid.parse("2509")
    assert disrupted(match, "12-I/27")
    assert match.state.us_flags >> h & 1  # type: ignore[attr-defined]
    assert not match.state.german_flags >> h & 1  # type: ignore[attr-defined]


@rule("aachen", "7.5.2w", "5.6.3h", "5.6.3f")
def test_losses_change_strength_only_and_disruption_does_not_change_it() -> None:
    match = outcome("1/2r", DUEL, "1-I/16", "12-I/27", dice=[7])
    roster, unit = real().roster, match.game.unit_ids["12-I/27"]
    assert roster.strength[unit] - lost(match, "12-I/27") == 8
    assert (roster.effectiveness[unit], roster.armor[unit], roster.movement[unit]) == ((6, 4), (3, 2), 4)


# -- HQs and Improved Defense -----------------------------------------------------------------------


@rule("aachen", "7.5", "7.5d")
def test_pitfall_45_an_hq_left_alone_by_combat_is_displaced_at_once() -> None:
    at = f"{US_HQ} {US} 12-HQ=2409 {GERMAN}"
    match = outcome("1/2r", at, "1-I/16", "12-I/27", german="2412 2413", dice=[7])
    assert (step(match), match.side) == ("place-hq", "german")
    match.play("to 2412")
    assert where(match, "12-HQ") == "2412"
    other = f"{at} 12-I/48=2415"  # without it the HQ would go with its last unit
    dead = outcome("1/1", other, "1-I/16", "12-I/27", "lost 12-I/27=8", german="2412")
    assert where(dead, "12-HQ") == "2412"


@rule("aachen", "7.5e")
def test_the_attackers_hq_is_displaced_too() -> None:
    at = f"1-HQ=2408 {US} {GERMAN_HQ} {GERMAN}"
    match = outcome("2r/1", at, "1-I/16", "12-I/27", us="2405", dice=[7]).play("to 2407")
    assert where(match, "1-I/16") == "2407"
    assert where(match, "1-HQ") == "2405"
    stays = outcome("2r/1", at, "1-I/16", "12-I/27", us="2405", dice=[1]).play("stay")
    assert where(stays, "1-HQ") == "2408"


@rule("aachen", "7.7", "7.5.2am", "5.6.3c", "5.6.3")
def test_pitfall_44_disruption_elimination_and_retreat_end_an_improved_defense() -> None:
    line = "improved 2409"
    stays = outcome("1/1", DUEL, "1-I/16", "12-I/27", line)
    assert improved(stays, "2409")
    upset = outcome("1/1r", DUEL, "1-I/16", "12-I/27", line, dice=[7])
    assert not improved(upset, "2409")
    gone = outcome("1/1", PAIR, "1-I/16", PAIR_UNITS, line, "lost 116P-I/24=4")
    assert alive(gone, "116P-I/60")
    assert not improved(gone, "2409")
    away = outcome("1/2r", f"{DUEL} 12-II/48=2410", "1-I/16", "12-I/27", f"{line} 2410", dice=[1])
    assert offered(away, "yield")
    away.play("yield")
    assert not improved(away, "2409")
    assert not improved(away, "2410")
