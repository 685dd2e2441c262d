"""Chapters 7.5 and 7.5.1 A: who may attack whom, in which way, for how many points."""

from __future__ import annotations

import pytest

from tests.aachen.helpers_combat import DUEL, GERMAN, GERMAN_HQ, TANKS, US, US_HQ, alive, attack, declare, outcome
from tests.aachen.kit import act, disrupted, improved, purse, step, support, told, where
from tests.kit import offered, offers, refused
from tests.rules import rule

STACK = f"3A-HQ=2405 3A-I/32=2408 3A-I/33=2408 3A-I/36=2408 {GERMAN_HQ} {GERMAN}"


@rule("aachen", "7.5", "7.5a")
def test_nobody_has_to_attack() -> None:
    match = act("us 1-HQ", DUEL)
    assert offered(match, "done")
    match.play("done")
    assert match.state.lost == [0] * len(match.state.lost)  # type: ignore[attr-defined]


@rule("aachen", "7.5b")
def test_an_attack_is_against_an_adjacent_hex() -> None:
    match = act("us 1-HQ", f"{US_HQ} {US} {GERMAN_HQ} 12-I/27=2410").play("select 1-I/16")
    refusal = refused(match, "attack 2410", "7.5")
    assert "no enemy combat unit is in 2410, next to" in refusal.why


@rule("aachen", "7.5", "7.5b")
def test_an_empty_hex_is_not_attacked() -> None:
    match = act("us 1-HQ", DUEL).play("select 1-I/16")
    refused(match, "attack 2508", "7.5")


@rule("aachen", "7.5f")
def test_an_hq_alone_is_nobody_to_fight() -> None:
    match = act("us 1-HQ", f"{US_HQ} {US} 12-HQ=2409 12-I/27=2410").play("select 1-I/16")
    refused(match, "attack 2409", "7.5")


@rule("aachen", "7.5c")
def test_an_hq_in_the_stack_changes_nothing_and_takes_nothing() -> None:
    plain = attack(f"{US_HQ} {US} 12-HQ=2413 {GERMAN}", "1-I/16", "prepared", german="2409 2413")
    crowd = attack(f"{US_HQ} {US} 12-HQ=2409 {GERMAN}", "1-I/16", "prepared", german="2409 2413")
    for name in ("totals", "column", "modifier"):
        assert getattr(plain.state, name) == getattr(crowd.state, name)
    match = outcome("3/5r", f"{US_HQ} {US} 12-HQ=2409 {GERMAN}", "1-I/16", "12-I/27", dice=[1])
    assert told(match, "5.6.1") == ["12-I/27 passes its Effectiveness Check with a 1"]
    assert support(match, "12-HQ") == 3


@rule("aachen", "7.5c")
def test_an_hq_of_the_attacking_hex_may_not_join() -> None:
    match = declare(act("us 1-HQ", f"1-HQ=2408 {US} {GERMAN_HQ} {GERMAN}"), "1-I/16")
    assert "takes no part in combat" in refused(match, "with 1-HQ", "7.5").why


@rule("aachen", "7.5g")
def test_nobody_advances_after_combat() -> None:
    match = outcome("0/3r", DUEL, "1-I/16", "12-I/27", dice=[10])
    assert where(match, "12-I/27") == "2410"
    match.play("decline")
    assert where(match, "1-I/16") == "2408"
    assert offers(match, "move") == set()


@rule("aachen", "7.5h")
def test_a_unit_may_attack_again_and_a_hex_be_attacked_again() -> None:
    match = outcome("1/1", DUEL, "1-I/16", "12-I/27")
    assert step(match) == "act"
    declare(match, "1-I/16").play("resolve")
    assert purse(match, "us") == 6
    assert step(match) == "draw-chit"


@rule("aachen", "7.5i")
def test_an_attack_crosses_what_a_move_may_not() -> None:
    match = act("us 1-HQ", DUEL, sides={"2408-2409": "roer"}).play("select 1-I/16")
    assert "2409" not in offers(match, "move")
    assert offered(match, "attack 2409")
    tanks = act("us 3A-HQ", f"{TANKS} {GERMAN_HQ} {GERMAN}", terrain={"2409": "dense-forest"}).play("select 3A-I/32")
    assert offered(tanks, "attack 2409")


@rule("aachen", "7.5.1", "7.5")
def test_pitfall_31_one_hex_attacks_one_hex_and_the_attacker_chooses_who_takes_part() -> None:
    match = act("us 3A-HQ", f"{STACK} 3A-II/32=2508")
    declare(match, "3A-I/32")
    assert offers(match, "with") == {"3A-I/33", "3A-I/36"}
    assert "one hex attacks" in refused(match, "with 3A-II/32", "7.5.1").why
    match.play("with 3A-I/36")
    assert offers(match, "leave") == {"3A-I/32", "3A-I/36"}
    match.play("leave 3A-I/32")
    refused(match, "leave 3A-I/36", "7.5.1")
    match.play("resolve")
    assert match.state.attackers == 1 << match.game.unit_ids["3A-I/36"]  # type: ignore[attr-defined]


@rule("aachen", "7.5.1")
def test_all_defenders_take_part() -> None:
    match = attack(f"{US_HQ} {US} {GERMAN_HQ} 116P-HQ=2414 116P-I/24=2409 116P-II/16=2409 12-I/27=2409", "1-I/16")
    defenders = match.state.defenders  # type: ignore[attr-defined]
    assert defenders == sum(1 << match.game.unit_ids[u] for u in ("116P-I/24", "116P-II/16", "12-I/27"))


@rule("aachen", "7.5.1", "7.5")
def test_an_attack_may_be_given_up_before_it_is_resolved_and_costs_nothing() -> None:
    match = declare(act("us 1-HQ", DUEL, "improved 2408"), "1-I/16", mode="prepared")
    match.play("pass")
    assert (purse(match, "us"), step(match)) == (7, "act")
    assert improved(match, "2408")
    assert match.state.target == -1  # type: ignore[attr-defined]


@rule("aachen", "7.5", "7.5.1")
def test_the_target_may_be_changed_before_it_is_resolved() -> None:
    match = declare(act("us 1-HQ", f"{DUEL} 12-II/27=2307"), "1-I/16")
    assert offers(match, "attack") == {"2307"}
    match.play("attack 2307")
    refused(match, "attack 2307", "7.5")
    refused(match, "attack 2508", "7.5")


@pytest.mark.parametrize(("mode", "points"), [("hasty", 1), ("regular", 2), ("prepared", 3)])
@rule("aachen", "7.5.1", "7.1")
def test_each_kind_of_attack_has_its_cost(mode: str, points: int) -> None:
    match = attack(DUEL, "1-I/16", mode)
    assert purse(match, "us") == 7 - points


@rule("aachen", "7.5.1", "7.1")
def test_an_attack_that_costs_more_than_is_left_is_refused() -> None:
    match = declare(act("us 1-HQ", DUEL, purse=2), "1-I/16")
    assert offers(match, "mode") == {"regular"}
    assert "costs more Action Points than are left" in refused(match, "mode prepared", "7.1").why
    refused(match, "mode hasty", "7.5.1")


@rule("aachen", "5.6.3", "5.6.3e", "5.6.3g")
def test_a_disrupted_unit_may_not_attack_and_its_neighbour_may() -> None:
    match = act("us 3A-HQ", STACK, "disrupted 3A-I/33")
    assert "disrupted" in refused(match, "select 3A-I/33", "5.6.3").why
    declare(match, "3A-I/32")
    assert "disrupted" in refused(match, "with 3A-I/33", "5.6.3").why
    assert offered(match, "with 3A-I/36")


@rule("aachen", "7.5.1")
def test_units_of_another_formation_may_not_join() -> None:
    match = declare(act("us 1-HQ", f"{DUEL} 3A-HQ=2404 3A-I/32=2408"), "1-I/16")
    assert "formation" in refused(match, "with 3A-I/32", "7.2").why


# -- out of command, isolated -----------------------------------------------------------------

#: 12-I/48 and 12-II/48 cut the way back: every hex around 2408 but the attacked one is empty and in a German zone.
CUT = f"{US_HQ} {US} {GERMAN_HQ} {GERMAN} 12-I/48=2306 12-II/48=2506"
#: A range of 15 hexes ends before 2408 when the HQ is in the western corner of the map.
FAR = "1-HQ=1301 1-I/16=2413 12-HQ=2418 12-I/27=2414"


@rule("aachen", "5.8.3", "7.5.1.2ab")
def test_out_of_command_only_a_hasty_attack_is_made_for_two_points() -> None:
    match = declare(act("us 1-HQ", FAR), "1-I/16", "2414")
    assert offers(match, "mode") == set()
    for mode in ("regular", "prepared"):
        refused(match, f"mode {mode}", "5.8.3")
    match.play("resolve")
    assert purse(match, "us") == 5


@rule("aachen", "5.8.3", "5.8.3e")
def test_pitfall_24_a_stack_with_a_unit_out_of_command_attacks_hastily_for_two_points() -> None:
    # The infantry is in command through the forest, which the tanks cannot enter.
    woods = dict.fromkeys("2307 2308 2407 2507 2508".split(), "dense-forest")
    at = f"3A-HQ=2405 1-I/16=2408 3A-I/32=2408 {GERMAN_HQ} {GERMAN}"
    match = declare(act("us 3A-HQ", at, "assigned 1-I/16=2", dice=[5], terrain=woods), "1-I/16", mode="prepared")
    match.play("with 3A-I/32")
    refused(match, "mode regular", "5.8.3")
    match.play("resolve")
    assert purse(match, "us") == 5
    assert match.state.mode == 0  # type: ignore[attr-defined]
    poor = declare(act("us 3A-HQ", at, "assigned 1-I/16=2", purse=1, terrain=woods), "1-I/16")
    assert "costs more points than are left" in refused(poor, "with 3A-I/32", "5.8.3").why


@rule("aachen", "5.8.4", "5.6c")
def test_an_isolated_attacker_is_checked_before_anything_is_shown() -> None:
    match = act("us 1-HQ", CUT, "quiet 3", dice=[6])
    declare(match, "1-I/16").play("resolve")
    assert step(match) == "call-off"
    assert purse(match, "us") == 5
    assert told(match, "5.6.1") == ["1-I/16 passes its Effectiveness Check with a 6"]
    assert match.state.seen == 0  # type: ignore[attr-defined]
    assert not told(match, "7.5.1")


@rule("aachen", "5.8.4")
def test_pitfall_25_the_points_of_an_isolated_unit_are_spent_and_the_attack_may_be_called_off() -> None:
    match = act("us 1-HQ", CUT, "quiet 3", dice=[6])
    declare(match, "1-I/16").play("resolve", "pass")
    assert (purse(match, "us"), step(match)) == (5, "act")
    assert not told(match, "7.5.1.1")
    again = act("us 1-HQ", CUT, "quiet 3", dice=[6, "chit 2", "chit 2"])
    declare(again, "1-I/16").play("resolve", "resolve")
    assert step(again) == "combat-die"


@rule("aachen", "5.8.4", "5.6.2a", "5.6.2")
def test_pitfall_42_an_isolated_attacker_that_fails_is_disrupted_and_loses_nothing() -> None:
    match = act("us 1-HQ", CUT, "quiet 3", dice=[7])
    declare(match, "1-I/16").play("resolve")
    assert (purse(match, "us"), step(match)) == (5, "act")
    assert disrupted(match, "1-I/16")
    assert match.state.lost[match.game.unit_ids["1-I/16"]] == 0  # type: ignore[attr-defined]
    assert not told(match, "7.5.1"), "nothing of the defender is seen"
    assert alive(match, "1-I/16")


@rule("aachen", "5.8.4")
def test_those_who_pass_may_attack_without_those_who_fail() -> None:
    at = f"3A-HQ=2405 3A-I/32=2408 3A-I/36=2408 {GERMAN_HQ} {GERMAN} 12-I/48=2306 12-II/48=2506"
    match = act("us 3A-HQ", at, "quiet 3", dice=[7, 6, "chit 2", "chit 2"])
    declare(match, "3A-I/32 3A-I/36").play("resolve")
    assert step(match) == "call-off"
    match.play("resolve")
    assert match.state.attackers == 1 << match.game.unit_ids["3A-I/36"]  # type: ignore[attr-defined]
    assert disrupted(match, "3A-I/32")


# -- Improved Defense -------------------------------------------------------------------------


@rule("aachen", "7.7", "7.5")
def test_pitfall_44_an_attack_out_of_an_improved_defense_ends_it_and_an_attack_on_it_does_not() -> None:
    match = attack(DUEL, "1-I/16", "regular", "improved 2408 2409")
    assert not improved(match, "2408")
    assert improved(match, "2409")
