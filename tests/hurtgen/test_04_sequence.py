"""Chapter 4: the sequence of play."""

from __future__ import annotations

import pytest

from grognard import PositionError
from tests.hurtgen.table import table
from tests.kit import fight, move, now, offered, offers, refused, rolled, settle, status, where
from tests.rules import rule

#: Guns on both sides in range of something: every phase has something to decide.
QUIET = "at 1/8=0503 45=0305 1/983=1510 275h=1512"


# -- 4.0 -------------------------------------------------------------------------------------


@rule("hurtgen", "4.0", "4.0a")
@pytest.mark.parametrize("side", ["us", "german"])
def test_nobody_attacks_in_a_movement_phase(side):
    target = {"us": "0603", "german": "0503"}[side]
    match = table(f"turn 1\nphase {side} movement\nat 1/8=0503 1/983=0603 45=0301 275h=0901", plain=True)
    refused(match, f"attack {target}")
    match.play("done")
    assert offered(match, f"attack {target}")


@rule("hurtgen", "4.0", "4.0a")
def test_a_game_turn_is_two_player_turns_in_order():
    match = table(f"turn 1\nphase us movement\n{QUIET}", plain=True)
    phasing = [status(match)["phasing"]]
    while status(match)["turn"] < 3:
        match.play("done")
        if status(match)["phasing"] != phasing[-1]:
            phasing.append(status(match)["phasing"])
    assert phasing == ["us", "german", "us", "german", "us"]


@rule("hurtgen", "4.0", "4.0b")
def test_after_the_last_game_turn_the_victory_conditions_name_a_winner():
    text = f"turn 14\nphase german combat\nvp_us 12\nvp_german 100\nvp_116 10\n{QUIET}"
    match = table(text, plain=True)
    assert match.result is None
    match.play("done")
    assert match.over
    result = match.result
    assert result.winner in ("us", "german")
    assert result.level
    assert result.reasons
    score = result.score
    assert (score["german"], score["us units"], score["us 116th"]) == (100, 12, 10)
    assert score["us"] == score["us units"] + score["us 116th"] + score["us towns"]
    assert match.actions.texts() == []
    refused(match, "done")
    assert match.result == result


# -- 4.1, the phases -------------------------------------------------------------------------


@rule("hurtgen", "4.1", "4.1a", "4.1l", "4.1m")
def test_each_player_turn_is_movement_then_combat():
    match = table(f"turn 1\nphase us movement\n{QUIET}", plain=True)
    phases = [now(match)]
    for _ in range(8):
        match.play("done")
        phases.append(now(match))
    order = ["us movement", "us combat", "german movement", "german combat"]
    assert phases == [(1, name) for name in order] + [(2, name) for name in order] + [(3, "us movement")]


@rule("hurtgen", "4.1", "4.1b")
@pytest.mark.parametrize("phase", ["us movement", "us combat", "german movement", "german combat"])
def test_the_phasing_player_is_the_one_whose_player_turn_it_is(phase):
    match = table(f"turn 1\nphase {phase}\n{QUIET}", plain=True)
    assert status(match)["phasing"] == phase.split()[0]
    assert match.side == phase.split()[0]


@rule("hurtgen", "4.1", "4.1c")
@pytest.mark.parametrize("moved", [0, 1, 2, 3])
def test_the_phasing_player_moves_none_some_or_all_of_their_units(moved):
    match = table("turn 1\nphase us movement\nat 1/8=0503 2/8=0505 45=0507 1/983=2020", plain=True)
    orders = [("1/8", "0703"), ("2/8", "0705"), ("45", "0707")]
    for unit, to in orders[:moved]:
        move(match, unit, to)
    match.play("done")
    assert now(match) == (1, "us combat")
    assert [where(match, unit) for unit, _ in orders] == (
        [to for _, to in orders[:moved]] + ["0503", "0505", "0507"][moved:]
    )


@rule("hurtgen", "4.1", "4.1d")
def test_reinforcements_enter_in_the_movement_phase_of_their_turn():
    match = table("turn 2\nphase german movement\nat 1/854=due 344k=due 1/983=1510")
    match.play("select 1/854")
    assert offers(match, "enter") == {"2907"}
    match.play("enter 2907", "move 2907")
    assert where(match, "1/854") == "2907"
    match.play("select 344k")
    assert offers(match, "enter") == {"2918"}


@rule("hurtgen", "4.1d")
def test_reinforcements_do_not_come_before_their_turn_nor_in_the_other_player_turn():
    early = table("turn 1\nphase german movement\nat 1/854=due 1/983=1510")
    refused(early, "select 1/854")
    others = table("turn 2\nphase us movement\nat 1/854=due 1/8=0503")
    refused(others, "select 1/854")
    may_wait = table("turn 2\nphase german movement\nat 1/854=due 1/983=1510")
    may_wait.play("done")
    assert where(may_wait, "1/854") == "due"


@rule("hurtgen", "4.1", "4.1e")
@pytest.mark.parametrize(("side", "mine", "other"), [("us", "1/8", "1/983"), ("german", "1/983", "1/8")])
def test_the_other_player_does_not_move_in_a_movement_phase(side, mine, other):
    match = table(f"turn 1\nphase {side} movement\n{QUIET}", plain=True)
    refused(match, f"select {other}", "4.1", "5.11")
    assert offered(match, f"select {mine}")


@rule("hurtgen", "4.1", "4.1k")
@pytest.mark.parametrize("side", ["us", "german"])
def test_no_normal_movement_in_a_combat_phase(side):
    match = table(f"turn 1\nphase {side} combat\n{QUIET}", plain=True)
    for unit in ("1/8", "45", "1/983", "275h"):
        refused(match, f"select {unit}")
    refused(match, "move 0504")
    refused(match, "move 1511")


@rule("hurtgen", "4.1k")
def test_combat_results_do_move_units_in_the_combat_phase():
    match = table("turn 1\nphase us combat\nat 1/8=0503 1/983=0603", plain=True, dice=[2])
    fight(match, "0603", "1/8")
    match.play("to 0704")
    assert where(match, "1/983") == "0704"
    match.play("advance 1/8", "to 0603")
    assert where(match, "1/8") == "0603"


@rule("hurtgen", "4.1", "4.1l")
def test_after_the_first_player_turn_the_second_player_moves_then_fights():
    match = table(f"turn 5\nphase us combat\n{QUIET}", plain=True)
    match.play("done")
    assert now(match) == (5, "german movement")
    assert (match.side, status(match)["phasing"]) == ("german", "german")
    move(match, "1/983", "1410")
    match.play("done")
    assert now(match) == (5, "german combat")
    assert match.side == "german"


@rule("hurtgen", "4.1", "4.1m")
def test_after_both_player_turns_the_turn_marker_advances():
    match = table(f"turn 3\nphase german combat\n{QUIET}", plain=True)
    match.play("done")
    assert now(match) == (4, "us movement")
    assert status(match)["phasing"] == "us"


# -- 4.1, one attack -------------------------------------------------------------------------

TWO_PAIRS = "turn 1\nphase us combat\nat 1/8=0503 1/983=0603 2/8=1510 2/983=1610"


@rule("hurtgen", "4.1", "4.1f")
@pytest.mark.parametrize("order", [("0603", "1610"), ("1610", "0603")])
def test_attacks_are_carried_out_in_any_order(order):
    attacker = {"0603": "1/8", "1610": "2/8"}
    match = table(TWO_PAIRS, plain=True, dice=[2, 2])
    assert {"0603", "1610"} <= offers(match, "attack")
    for target in order:
        refused(match, "done", "7.11", "7.12", "7.0")
        settle(fight(match, target, attacker[target]))
    match.play("done")
    assert now(match) == (1, "german movement")


@rule("hurtgen", "4.1", "4.1g")
@pytest.mark.parametrize("step", ["barrage 45", "support 2"])
def test_ground_units_are_named_before_any_barrage(step):
    at = "1/8=0503 2/8=0504 3/8=0304 45=0303 1/983=0603 2/983=0404"
    match = table(f"turn 1\nphase us combat\nat {at}", plain=True)
    match.play("attack 0603", "with 1/8")
    assert offered(match, "with 2/8")
    match.play(step)
    refused(match, "with 2/8", "4.1")
    match.play("resolve")
    assert match.side == "dice"


@rule("hurtgen", "4.1g")
def test_ground_units_then_barrage_is_the_order():
    match = table("turn 1\nphase us combat\nat 1/8=0503 2/8=0504 45=0303 1/983=0603", plain=True)
    match.play("attack 0603", "with 1/8", "with 2/8", "barrage 45", "resolve")
    assert match.side == "dice"
    assert match.preview.total == 2 + 2 + 1 - 2


@rule("hurtgen", "4.1g")
@pytest.mark.parametrize(("step", "strength"), [("barrage 45", 1), ("support 4", 4)])
def test_an_attack_by_artillery_or_ground_support_alone_names_no_ground_units(step, strength):
    match = table("turn 1\nphase us combat\nat 45=0303 1/983=0603", plain=True)
    match.play("attack 0603")
    refused(match, "resolve")
    match.play(step, "resolve")
    assert match.side == "dice"
    assert match.preview.total == strength - 2


@rule("hurtgen", "4.1", "4.1h")
def test_barrage_and_ground_support_may_be_added_after_the_attackers():
    match = table("turn 1\nphase us combat\nat 1/8=0503 45=0303 1/983=0603", plain=True)
    match.play("attack 0603", "with 1/8")
    assert match.preview.total == 2 - 2
    match.play("barrage 45")
    assert match.preview.total == 2 + 1 - 2
    match.play("support 3")
    assert match.preview.total == 2 + 1 + 3 - 2
    match.play("resolve")
    assert match.side == "dice"
    assert status(match)["support"] == 17


@rule("hurtgen", "4.1h")
def test_barrage_and_ground_support_may_be_left_out():
    match = table("turn 1\nphase us combat\nat 1/8=0503 45=0303 1/983=0603", plain=True)
    match.play("attack 0603", "with 1/8")
    assert offered(match, "barrage 45")
    assert offered(match, "support 3")
    match.play("resolve")
    assert match.side == "dice"
    assert status(match)["support"] == 20


@rule("hurtgen", "4.1", "4.1i")
def test_fpf_is_decided_last_and_knowing_the_attack():
    match = table(
        "turn 1\nphase us combat\nat 1/8=0503 2/8=0504 45=0303 43=0302\nat 1/983=0603 2/983=0404 275h=1010", plain=True
    )
    match.play("attack 0603", "with 1/8", "barrage 45")
    assert match.side == "us"
    refused(match, "fpf 275h")
    match.play("resolve")
    assert match.side == "german"
    assert match.preview.total == 2 + 1 - 2
    assert match.view("german").preview["total"] == 2 + 1 - 2
    assert offers(match, "fpf") == {"275h"}
    for late in ("with 2/8", "barrage 43", "support 2"):
        refused(match, late)
    match.play("fpf 275h")
    assert match.side == "dice"
    assert match.preview.total == 2 + 1 - 2 - 3
    for late in ("with 2/8", "barrage 43", "support 2"):
        refused(match, late)


@rule("hurtgen", "4.1i")
def test_the_defender_may_decline_fpf():
    match = table("turn 1\nphase us combat\nat 1/8=0503 1/983=0603 275h=1010", plain=True)
    fight(match, "0603", "1/8").play("pass")
    assert match.side == "dice"
    assert match.preview.total == 2 - 2


@rule("hurtgen", "4.1", "4.1j")
def test_thirteen_against_four_in_a_town_is_plus_nine():
    match = table(
        "turn 1\nphase us combat\nat 10=0503 47=0504 1/8=0602 44=0103\nat 1/1055=0603 275k=1510",
        plain=True,
        terrain={"0603": "town"},
    )
    match.play("attack 0603", "with 10", "with 47", "with 1/8", "barrage 44", "support 3", "resolve", "fpf 275k")
    assert match.preview.total == (3 + 2 + 2 + 3 + 3) - (3 + 1)
    assert match.preview.line == "broken, town, woods, stream"
    assert match.preview.column == "+9-11"
    assert match.preview.by_roll == ("D2", "D2", "D2", "D2", "D1", "Br")
    assert dict(match.preview.chances) == {"D2": (4, 6), "D1": (1, 6), "Br": (1, 6)}
    rolled(match, 5)
    assert match.side == "german"
    assert offers(match, "to") == {"0704"}
    match.play("to 0704")
    assert where(match, "1/1055") == "0704"


@rule("hurtgen", "4.1j")
def test_the_result_is_applied_before_another_attack_can_be_declared():
    match = table(TWO_PAIRS, plain=True, dice=[2])
    fight(match, "0603", "1/8")
    assert match.side == "german"
    refused(match, "attack 1610")
    match.play("to 0704")
    assert match.side == "us"
    refused(match, "attack 1610")
    match.play("pass")
    assert offered(match, "attack 1610")


@rule("hurtgen", "4.1", "4.1n")
def test_fpf_comes_from_artillery_without_an_adjacent_enemy_and_not_from_ground_support():
    match = table(
        "turn 1\nphase german combat\nat 1/8=0503 45=0510 43=0515 28=0303\nat 1/983=0603 2/983=0610 1/984=0615",
        plain=True,
        sides={"0515-0615": "river"},
    )
    fight(match, "0503", "1/983")
    assert match.side == "us"
    assert offers(match, "fpf") == {"43", "28"}
    refused(match, "fpf 45", "4.1", "8.41")
    assert offers(match, "support") == set()
    refused(match, "support 1")
    match.play("fpf 43", "fpf 28")
    assert match.preview.total == 1 - (3 + 2 + 2)


@rule("hurtgen", "4.1n")
def test_ground_support_alone_gives_the_defender_no_question():
    match = table("turn 1\nphase german combat\nat 1/8=0503 1/983=0603\nsupport 20", plain=True)
    fight(match, "0503", "1/983")
    assert match.side == "dice"


# -- phases written by hand ------------------------------------------------------------------


@pytest.mark.parametrize("words", ["us", "russian combat", "german combat second"])
@rule("hurtgen", "4.1")
def test_a_phase_is_a_side_and_a_phase(words):
    wanted = f"line 3: unknown phase '{words}'; write a side and a phase, such as 'us movement'"
    with pytest.raises(PositionError, match=wanted):
        table(f"turn 1\nphase {words}\n{QUIET}", plain=True)


@rule("hurtgen", "4.1")
def test_a_phase_that_a_turn_does_not_have_is_refused_with_those_it_has():
    with pytest.raises(PositionError, match="line 3: unknown phase 'us supper'; choose from: combat, movement"):
        table(f"turn 1\nphase us supper\n{QUIET}", plain=True)
