"""Chapter 7.5.3: who has won a battle, and the bonus point for one Action."""

from __future__ import annotations

import pytest

from tests.aachen.helpers_combat import DUEL, GERMAN, GERMAN_HQ, US, US_HQ, alive, declare, outcome
from tests.aachen.kit import disrupted, improved, level, levels, purse, step, told, where
from tests.kit import offered, offers, refused
from tests.rules import rule

STACK = f"3A-HQ=2405 3A-I/32=2408 3A-I/33=2408 3A-I/36=2408 3A-II/36=2308 {GERMAN_HQ} {GERMAN}"
STACK_UNITS = "3A-I/32 3A-I/33 3A-I/36"
FAR_UNIT = "12-I/48=2415"


@pytest.mark.parametrize(("text", "side"), [("1/2", "us"), ("0/1", "us"), ("2/1", "german"), ("1/1", ""), ("2/2", "")])
@rule("aachen", "7.5.3", "7.5.3a", "7.5.3b", "7.5.3d")
def test_the_side_with_the_lower_number_wins(text: str, side: str) -> None:
    match = outcome(text, DUEL, "1-I/16", "12-I/27")
    while match.actions.texts() == ["yield", "stay"]:
        match.play("stay")
    assert offered(match, "decline") == bool(side)
    assert match.side == (side or "us")
    assert (purse(match, "us"), purse(match, "german")) == {"us": (8, 0), "german": (7, 1), "": (7, 0)}[side]


@rule("aachen", "7.5.3q", "7.5.3u", "7.5.3")
def test_pitfall_43_the_numbers_of_the_table_decide_and_not_the_losses() -> None:
    # The defender turns its second hit into a retreat and loses no more than the attacker.
    match = outcome("1/2", DUEL, "1-I/16", "12-I/27").play("yield")
    assert (match.side, offered(match, "decline")) == ("us", True)
    back = outcome("3/2", DUEL, "1-I/16", "12-I/27").play("yield", "stay")
    assert (match.side, offered(match, "decline")) == ("us", True)
    assert back.side == "german"
    assert offered(back, "decline")


@rule("aachen", "7.5.3c")
def test_pitfall_43_a_side_that_is_wiped_out_does_not_win_and_then_nobody_does() -> None:
    match = outcome("1/2", f"{DUEL} 1-II/16=2403", "1-I/16", "12-I/27", "lost 1-I/16=9").play("stay")
    assert not alive(match, "1-I/16")
    assert (step(match), match.side, offered(match, "decline")) == ("act", "us", False)
    assert not told(match, "7.5.3")


@rule("aachen", "7.5.3e", "7.5.3")
def test_only_units_that_fought_may_use_it() -> None:
    match = outcome("0/1", STACK, "3A-I/32 3A-I/36", "12-I/27", who="us 3A-HQ")
    assert offers(match, "select") == {"3A-I/32", "3A-I/36"}
    for unit in ("3A-II/36", "3A-I/33"):
        assert "took no part in the battle" in refused(match, f"select {unit}", "7.5.3").why
    refused(match, "done", "7.5.3")


@rule("aachen", "5.8.1i", "7.5.3f", "7.5.3t")
def test_the_winners_have_to_be_in_command() -> None:
    at = "1-HQ=1301 1-I/16=2413 12-HQ=2418 12-I/27=2414"
    match = outcome("0/1r", at, "1-I/16", "12-I/27", hexes=("2413", "2414"), dice=[1])
    assert not offered(match, "decline")
    assert any("no unit of it may use" in text for text in told(match, "7.5.3"))


@rule("aachen", "7.5.3t")
def test_pitfall_43_command_is_judged_after_all_results() -> None:
    # The defender wins, but retreats and leaves its HQ alone; displaced to the far north it is out of range.
    at = f"{US_HQ} {US} 12-HQ=2409 {GERMAN} {FAR_UNIT}"
    near = outcome("3/2", at, "1-I/16", "12-I/27", german="2412").play("yield", "stay")
    assert where(near, "12-HQ") == "2412"
    assert (near.side, offered(near, "decline")) == ("german", True)
    far = outcome("3/2", at, "1-I/16", "12-I/27", german="4122").play("yield", "stay")
    assert where(far, "12-HQ") == "4122"
    assert (far.side, offered(far, "decline")) == ("us", False)


@rule("aachen", "7.5.3g", "7.5.3")
def test_it_is_used_at_once_or_lost() -> None:
    match = outcome("0/1", STACK, "3A-I/32", "12-I/27", who="us 3A-HQ").play("decline")
    assert (purse(match, "us"), offered(match, "decline")) == (7, False)
    assert offered(match, "select 3A-II/36")


@pytest.mark.parametrize(("mode", "left"), [("hasty", 2), ("regular", 1), ("prepared", 0)])
@rule("aachen", "7.5.3h")
def test_pitfall_43_the_attacker_may_add_its_own_points(mode: str, left: int) -> None:
    match = outcome("0/1", DUEL, "1-I/16", "12-I/27", purse=2)
    assert purse(match, "us") == 3
    declare(match, "1-I/16", mode=mode).play("resolve")
    assert purse(match, "us") == left


@rule("aachen", "7.5.3i")
def test_pitfall_43_the_defender_has_one_point() -> None:
    match = outcome("1/0", DUEL, "1-I/16", "12-I/27")
    assert (purse(match, "german"), step(match), match.brief) == (1, "bonus-card", True)
    match.play("use-bonus")
    declare(match, "12-I/27", "2408")
    refused(match, "mode regular", "7.1")
    refused(match, "mode prepared", "7.1")
    match.play("resolve", "chit 2", "chit 2")
    assert step(match) == "combat-die"


@rule("aachen", "7.5.3j", "7.5.3")
def test_it_pays_for_any_action() -> None:
    back = outcome("3/2", DUEL, "1-I/16", "12-I/27").play("yield", "stay")
    back.play("use-bonus", "select 12-I/27", "move 2409")
    assert where(back, "12-I/27") == "2409"
    assert (step(back), back.side, purse(back, "us"), purse(back, "german")) == ("act", "us", 7, 0)
    dig = outcome("1/0", DUEL, "1-I/16", "12-I/27").play("use-bonus", "improve 2409")
    assert improved(dig, "2409")
    assert dig.side == "us"
    refit = outcome("2/1r", DUEL, "1-I/16", "12-I/27", dice=[7]).play("stay")
    assert disrupted(refit, "12-I/27")
    refit.play("use-bonus", "refit 12-I/27", "roll 4")
    assert not disrupted(refit, "12-I/27")


@rule("aachen", "7.5.3k")
def test_the_attackers_bonus_move_may_be_reacted_to() -> None:
    match = outcome("0/1", f"{DUEL} 12-II/27=2606", "1-I/16", "12-I/27")
    match.play("select 1-I/16", "move 2507")
    assert match.side == "german"
    assert step(match) == "react"


@rule("aachen", "7.5.3p", "6.4.3")
def test_pitfall_9_the_defenders_bonus_move_brings_no_reaction() -> None:
    match = outcome("3/2", DUEL, "1-I/16", "12-I/27").play("yield", "stay", "use-bonus")
    match.play("select 12-I/27", "move 2409")  # next to a U.S. battalion in command, on its side's initiative
    assert (step(match), match.side) == ("act", "us")


@rule("aachen", "7.5.3l", "7.5.3")
def test_one_or_more_of_the_winners_act_together() -> None:
    match = outcome("0/1", STACK, STACK_UNITS, "12-I/27", who="us 3A-HQ")
    match.play("select 3A-I/32", "also 3A-I/36", "move 2407", "stand-down", "stop")
    assert {where(match, u) for u in ("3A-I/32", "3A-I/36")} == {"2407"}
    assert where(match, "3A-I/33") == "2408"
    assert (purse(match, "us"), offered(match, "decline")) == (7, False)


@rule("aachen", "7.5.3m")
def test_an_hq_may_not_use_it() -> None:
    match = outcome("0/1", f"1-HQ=2408 {US} {GERMAN_HQ} {GERMAN}", "1-I/16", "12-I/27", us="2406")
    refused(match, "relocate 1-HQ", "7.5.3")
    refused(match, "select 1-HQ", "3.3")


@rule("aachen", "7.5.3n")
def test_pitfall_43_it_works_at_level_0_and_lowers_no_level() -> None:
    match = outcome("1/0", DUEL, "1-I/16", "12-I/27", "level " + levels(F12=0)).play("use-bonus")
    declare(match, "12-I/27", "2408").play("resolve", "chit 2", "chit 2")
    assert step(match) == "combat-die"
    assert level(match, "12") == 0


@rule("aachen", "6.2", "7.5.3")
def test_pitfall_10_a_side_that_has_passed_has_its_bonus() -> None:
    match = outcome("1/0", DUEL, "1-I/16", "12-I/27", "passed 2")
    assert (match.side, offered(match, "decline")) == ("german", True)


@rule("aachen", "7.5.3r")
def test_a_winning_stack_of_two_formations_acts_by_one_of_them() -> None:
    at = f"{US_HQ} {US} {GERMAN_HQ} {GERMAN} 116P-HQ=2414 116P-I/24=2409"
    match = outcome("1/0", at, "1-I/16", "12-I/27 116P-I/24").play("use-bonus")
    assert offers(match, "select") == {"12-I/27", "116P-I/24"}
    assert "several formations" in refused(match, "stack 2409", "7.5.3").why
    assert "one formation" in refused(match, "improve 2409", "7.7").why
    refused(match, "relocate 12-HQ", "7.5.3")
    match.play("select 12-I/27")
    assert "another formation" in refused(match, "also 116P-I/24", "7.5.3").why
    fight = declare(match, "116P-I/24", "2408")
    assert "formation" in refused(fight, "with 12-I/27", "7.2").why
    match.play("pass", "select 12-I/27", "move 2410", "stop")
    assert where(match, "12-I/27") == "2410"
    assert (match.side, step(match)) == ("us", "act")


@rule("aachen", "7.5.3s", "7.5.3h", "7.5.3")
def test_pitfall_43_a_bonus_attack_may_win_a_bonus_and_the_purse_is_kept() -> None:
    at = f"3A-HQ=2405 3A-I/32=2408 3A-I/33=2408 526-HQ=2413 {FAR_UNIT} 526-VIIILW=2409"
    match = outcome("0/1", at, "3A-I/32 3A-I/33", "526-VIIILW", who="us 3A-HQ", purse=3)
    assert purse(match, "us") == 4
    # 24 : 3 is 6:1; tanks 6 - 1: 3 + 5 is 1/3r. The defender passes its check, stays and is gone.
    declare(match, "3A-I/32 3A-I/33").play("resolve", "chit 2", "chit 2", "roll 3", "roll 1", "stay", "lose 3A-I/32")
    assert not alive(match, "526-VIIILW")
    assert (purse(match, "us"), offered(match, "decline")) == (4, True)
    match.play("decline")
    assert (purse(match, "us"), offered(match, "decline"), step(match)) == (3, False, "act")


@rule("aachen", "7.5.3s", "7.5.3i")
def test_a_defender_that_wins_by_its_bonus_attack_gets_one_point_again() -> None:
    at = f"{US_HQ} 1-1=2408 1-II/16=2403 116P-HQ=2413 116P-I/24=2409 116P-II/16=2409"
    match = outcome("1/0", at, "1-1", "116P-I/24 116P-II/16", "lost 1-1=2")
    assert (match.side, purse(match, "german")) == ("german", 1)
    match.play("use-bonus")
    # 15 : 3 x 2 = 6 (rating 5, 0) is 2:1; tanks 7 - 2: 8 + 5 = 13 is 1/3r.
    declare(match, "116P-I/24 116P-II/16", "2408").play("resolve", "chit 2", "chit 2", "roll 8", "roll 1", "stay")
    assert not alive(match, "1-1")
    assert (match.side, offered(match, "decline"), purse(match, "german")) == ("german", True, 1)
    match.play("decline")
    assert (match.side, step(match), purse(match, "us"), purse(match, "german")) == ("us", "act", 7, 0)


@rule("aachen", "7.5.3", "7.5.3g")
def test_giving_up_a_declared_bonus_attack_keeps_the_bonus() -> None:
    match = declare(outcome("0/1", DUEL, "1-I/16", "12-I/27"), "1-I/16").play("pass")
    assert (purse(match, "us"), offered(match, "decline")) == (8, True)


@rule("aachen", "7.5.3h", "7.5.3")
def test_it_is_one_action_that_takes_the_bonus_first() -> None:
    match = outcome("0/1", DUEL, "1-I/16", "12-I/27")
    match.play("improve 2408")
    assert (purse(match, "us"), offered(match, "decline")) == (7, False)


@rule("aachen", "7.5.3", "7.5.3c")
def test_points_that_only_the_winners_may_touch_are_not_offered_to_others() -> None:
    match = outcome("0/1", STACK, "3A-I/32", "12-I/27", who="us 3A-HQ")
    refused(match, "improve 2308", "7.7")
    refused(match, "stack 2308", "7.3.1")


@rule("aachen", "7.5.3", "7.5.3g")
def test_the_defender_is_asked_by_a_card_and_declines_without_the_board() -> None:
    match = outcome("1/0", DUEL, "1-I/16", "12-I/27")
    assert match.actions.texts() == ["decline", "use-bonus"]
    match.play("decline")
    assert (match.side, step(match), purse(match, "us"), purse(match, "german")) == ("us", "act", 7, 0)
    # Who gives a declared attack up has the point still, and is not asked again.
    again = outcome("1/0", DUEL, "1-I/16", "12-I/27").play("use-bonus")
    declare(again, "12-I/27", "2408").play("pass")
    assert (again.side, step(again), purse(again, "german")) == ("german", "act", 1)
