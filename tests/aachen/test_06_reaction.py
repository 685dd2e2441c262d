"""Chapter 6.4: Formation Reactions in the middle of an enemy move."""

from __future__ import annotations

import pytest

import grognard
from grognard import Match
from grognard.engine.view import make_view
from grognard.table.match_log import log_of
from tests.aachen.kit import act, disrupted, improved, level, levels, purse, step, told, where
from tests.kit import offered, offers, refused
from tests.rules import rule

#: The 526th is in command near 2412, and the 1st Infantry has supply.
HQS = "1-HQ=1508 526-HQ=2616"


def us(at: str, *more: str, **ground: object) -> Match:
    return act("us 1-HQ", f"{HQS} {at}", *more, **ground)  # type: ignore[arg-type]


def entered(*more: str, dice: list[int | str] | None = None, at: str = "", **ground: object) -> Match:
    """A US battalion has entered 2411, next to a German battalion in 2412."""
    match = us(f"1-I/16=2410 526-328=2412 {at}", *more, dice=dice or [], **ground)
    return match.play("select 1-I/16", "move 2411")


def test_at_one_screen_the_asked_side_is_reminded_of_its_units_next_to_the_mover() -> None:
    match = entered("lost 526-328=2", "disrupted 526-453", at="526-453=2412 526-473=2622")
    assert make_view(match, "", "german").reminders == {"526-328": "strength 3", "526-453": "strength 5, disrupted"}
    assert make_view(match, "german").reminders == make_view(match, "").reminders == {}


# -- triggers (6.4.1) ---------------------------------------------------------------------------


@rule("aachen", "6.4", "6.4a", "6.4.1", "6.4.1a", "6.4.1f")
def test_pitfall_2_entering_a_hex_next_to_a_combat_unit_asks_the_other_side() -> None:
    match = entered()
    assert (match.side, step(match), where(match, "1-I/16")) == ("german", "react", "2411")
    assert offers(match, "react") == {"526-HQ"}


@rule("aachen", "6.4.1b", "6.4.3a", "6.4.3b", "7.3.2f")
def test_pitfall_2_trying_to_leave_asks_before_the_step_and_success_keeps_the_mover_where_it_is() -> None:
    match = us("1-I/16=2411 526-328=2412", dice=[4, 5]).play("select 1-I/16", "move 2410")
    assert (step(match), where(match, "1-I/16")) == ("react", "2411")
    assert purse(match, "us") == 6
    match.play("react 526-HQ")
    assert where(match, "1-I/16") == "2411"
    assert (match.side, step(match), purse(match, "german")) == ("german", "act", 2)


@pytest.mark.parametrize(
    ("unit", "ground"),
    [
        ("394", {"sides": {"2411-2412": "stream"}}),
        ("526-328", {"terrain": {"2411": "city"}}),
        ("526-328", {"terrain": {"2411": "industrial"}}),
    ],
)
@rule("aachen", "6.4.1c", "6.4.1n")
def test_pitfall_1_zones_do_not_matter_for_the_trigger(unit: str, ground: dict[str, object]) -> None:
    match = us(f"1-I/16=2410 {unit}=2412 526-453=2622", "assigned 394=7", **ground)
    match.play("select 1-I/16", "move 2411")
    assert step(match) == "react"
    match.play("pass")
    assert step(match) == "move"


@rule("aachen", "6.4.1d", "6.4.1e", "5.6.3b")
def test_pitfall_1_a_disrupted_unit_and_a_lone_hq_lend_no_attempt() -> None:
    match = entered("disrupted 526-328")
    assert step(match) == "move"
    match = act("us 1-HQ", "1-HQ=1508 526-HQ=2412 1-I/16=2410 526-328=2616", german="2616").play(
        "select 1-I/16", "move 2411"
    )
    assert step(match) == "move"


@rule("aachen", "6.4.1")
def test_pitfall_12_the_step_cannot_be_taken_back_whether_the_enemy_was_asked_or_not() -> None:
    match = entered("disrupted 526-328")
    assert not match.may_undo()
    free = us("1-I/16=2410 526-328=2416").play("select 1-I/16", "move 2411")
    assert free.may_undo()
    leaving = us("1-I/16=2411 526-328=2412", "disrupted 526-328").play("select 1-I/16", "move 2410")
    assert not leaving.may_undo()


@rule("aachen", "6.4.1e", "5.8.1f", "5.8.3")
def test_a_unit_beyond_the_range_of_its_hq_or_cut_off_lends_no_attempt() -> None:
    match = act("us 1-HQ", "1-HQ=1508 526-HQ=3420 1-I/16=2410 526-328=2412").play("select 1-I/16", "move 2411")
    assert (match.side, step(match)) == ("us", "act")
    ring = "1-I/18=2511 1-II/18=2513 1-III/18=2311 1-I/26=2413"
    match = us(f"1-I/16=2410 526-328=2412 {ring}").play("select 1-I/16", "move 2411")
    assert "react" not in step(match)


@rule("aachen", "6.4.1j", "6.4.1", "7.3.6i")
def test_pitfall_4_command_is_judged_after_the_step_that_triggers() -> None:
    """Only by 2511 does the battalion reach its HQ; a step to 2411 puts that hex into a zone, one to 2413 not."""
    around = "1-II/18=2212 1-III/18=2414 1-I/26=2613"
    for start, there, asked in (("2410", "2411", False), ("2513", "2413", True)):
        match = act("us 1-HQ", f"1-HQ=1508 526-HQ=2711 1-I/16={start} 526-328=2412 {around}")
        match.play("select 1-I/16", f"move {there}")
        assert where(match, "1-I/16") == there
        assert (step(match) == "react") == asked


@rule("aachen", "6.4.1g", "6.4.3g", "6.4.2g", "6.4.2a")
def test_pitfall_3_one_attempt_a_movement_action_and_a_failure_costs_nothing() -> None:
    match = us("1-I/16=2411 526-328=2412 526-453=2408", dice=[5]).play("select 1-I/16", "move 2410")
    match.play("react 526-HQ", "keep")
    assert where(match, "1-I/16") == "2410"
    assert level(match, "526") == 3
    assert step(match) == "move"
    match.play("move 2409")
    assert (where(match, "1-I/16"), step(match)) == ("2409", "act")


@rule("aachen", "6.4.1h", "6.4.2")
def test_each_movement_action_allows_a_new_attempt() -> None:
    match = entered(dice=[5]).play("react 526-HQ", "keep")
    assert step(match) == "act"
    match.play("select 1-I/16", "move 2410")
    assert step(match) == "react"


@rule("aachen", "6.4.1i")
def test_pitfall_3_a_question_that_is_declined_does_not_end_the_asking() -> None:
    match = us("1-I/16=2411 526-328=2412 526-453=2408").play("select 1-I/16", "move 2410", "pass", "move 2409")
    assert step(match) == "react"


@rule("aachen", "6.4.1m")
def test_wait_keeps_the_right_to_react_when_the_enemy_leaves_and_pass_does_not() -> None:
    for answer, again in (("wait", True), ("pass", False)):
        match = us("1-I/16=2410 526-328=2412", terrain={"2411": "city"})
        match.play("select 1-I/16", "move 2411", answer, "move 2410")
        assert (step(match) == "react") == again
        if again:
            assert where(match, "1-I/16") == "2411"
            refused(match, "wait", "6.4.1")


@rule("aachen", "6.4.1")
def test_hold_is_for_one_movement_action_and_stand_down_for_the_activation() -> None:
    for answer, asked in (("hold", True), ("stand-down", False)):
        match = us("1-I/16=2410 526-328=2412 526-453=2311").play("select 1-I/16", "move 2411", answer)
        assert step(match) == "act"
        match.play("select 1-I/16", "move 2410")
        assert (step(match) == "react") == asked


@pytest.mark.parametrize("answer", ["hold", "stand-down"])
@rule("aachen", "6.4.1", "6.4.1m")
def test_hold_and_stand_down_are_taken_back_while_the_mover_decides(answer: str) -> None:
    match = us("1-I/16=2410 526-328=2412 526-453=2311", terrain={"2411": "city"})
    match.play("select 1-I/16", "move 2411", answer)
    assert (match.side, step(match)) == ("us", "move")
    assert match.view("german").orders["ask-again"] == ["german"]
    assert "ask-again" not in match.view("us").orders
    match.play("ask-again german", side="german")
    assert (match.side, step(match)) == ("us", "move")
    match.play("move 2410")
    assert (match.side, step(match), where(match, "1-I/16")) == ("german", "react", "2411")


@rule("aachen", "6.4.1")
def test_only_the_reaction_side_can_ask_for_questions_and_only_if_it_has_ended_them() -> None:
    match = us("1-I/16=2410 526-328=2412").play("select 1-I/16")
    assert "without the initiative" in refused(match, "ask-again us", "6.4.1").why
    assert "every reaction" in refused(match, "ask-again german", "6.4.1").why


@rule("aachen", "6.4.1m")
def test_the_enemy_cannot_tell_one_answer_without_a_reaction_from_another() -> None:
    """Facts, prompt, offers and log of the mover are the same, whatever the other side has answered."""
    seen = []
    for answer in ("pass", "wait", "hold", "stand-down"):
        match = us("1-I/16=2410 526-328=2412", terrain={"2411": "city"}).play("select 1-I/16", "move 2411", answer)
        view = match.view("us")
        log = [(line.seat, line.action, [event.text for event in line.events]) for line in log_of(match, "us")]
        seen.append((view.facts, view.prompt, view.actions, view.orders, view.status, log))
        assert log[-1] == ("german", "", [])
        assert match.facts("german")["reply"] != "0"
    assert seen[0] == seen[1] == seen[2] == seen[3]


@rule("aachen", "6.4.1m", "6.4.1b")
def test_each_entry_is_a_new_trigger_and_wait_counts_after_an_earlier_pass() -> None:
    at = "1-I/16=2410 394=2412 526-453=2622"
    match = us(at, "assigned 394=7", sides={"2411-2412": "stream"})
    match.play("select 1-I/16", "move 2411", "pass", "move 2410", "move 2411")
    assert step(match) == "react"
    match.play("wait", "move 2410")
    assert (step(match), where(match, "1-I/16")) == ("react", "2411")


@rule("aachen", "6.4.1m")
def test_after_a_pass_the_exit_is_asked_about_again_if_other_formations_could_react() -> None:
    at = "9P-HQ=2617 1-I/16=2410 526-328=2412 9P-11=2311"
    match = us(at, terrain={"2411": "city"}).play("select 1-I/16", "move 2411", "pass")
    assert "let_pass 526-HQ 9P-HQ" in match.position()
    same = grognard.setup(match.position(), of=match.game).play("move 2410")
    assert step(same) != "react"
    # When it passed, only the 526th could react; now the 9th Panzer can too.
    other = match.position().replace("let_pass 526-HQ 9P-HQ", "let_pass 526-HQ")
    again = grognard.setup(other, of=match.game).play("move 2410")
    assert (step(again), where(again, "1-I/16")) == ("react", "2411")


@rule("aachen", "5.2", "5.2b")
def test_a_side_switches_its_reroll_windows_off_and_on_at_any_time() -> None:
    def checked(*orders: str) -> Match:
        match = entered(dice=[10]).play(*orders)
        return match.play("react 526-HQ")

    assert step(checked()) == "reroll-window"
    assert step(checked("keep-dice german")) != "reroll-window"
    assert step(checked("keep-dice german", "ask-dice german")) == "reroll-window"
    # The marker stays where it is, and the enemy does not learn of the wish.
    match = entered().play("keep-dice german")
    assert match.facts("us")["snafu"] == "german"
    assert match.facts("us")["quiet"] == entered().facts("us")["quiet"]
    assert "already" in refused(match, "keep-dice german", "5.2").why
    assert "already" in refused(match, "ask-dice us", "5.2").why


@rule("aachen", "6.4.1k", "7.4h")
def test_other_actions_trigger_nothing() -> None:
    at = "1-HQ=2411 1-I/16=2411 526-HQ=2616 526-328=2412"
    match = act("us 1-HQ", at, us="2409").play("relocate 1-HQ", "place 2409")
    assert (match.side, step(match)) == ("us", "act")
    match.play("improve 2411")
    assert match.side == "us"
    refit = act("us 1-HQ", at, "disrupted 1-I/16", dice=[1]).play("refit 1-I/16")
    assert refit.side == "us"


@rule("aachen", "6.4.1l", "6.4.2m", "6.3.1b")
def test_a_formation_at_level_0_attempts_nothing() -> None:
    assert step(entered("level " + levels(F526=0))) == "act"
    match = entered("level " + levels(F526=1), dice=[1, 1]).play("react 526-HQ", "done")
    assert level(match, "526") == 0
    match.play("select 1-I/16", "move 2410")
    assert step(match) == "move"


@rule("aachen", "6.4.1f", "6.4.1g")
def test_each_formation_with_a_qualifying_unit_is_offered() -> None:
    match = us("9P-HQ=2617 1-I/16=2410 526-328=2412 9P-11=2311").play("select 1-I/16", "move 2411")
    assert offers(match, "react") == {"526-HQ", "9P-HQ"}
    refused(match, "react 1-HQ", "6.4.1")
    refused(match, "react 526-328", "6.4.2")
    refused(match, "react 49-HQ", "6.4.1")


# -- the check, points and level (6.4.2) ----------------------------------------------------------


@rule("aachen", "6.4.2", "6.4.2a", "6.4.2b", "6.4.2c", "6.4.2d", "6.4.2n", "6.4.2i")
def test_pitfall_7_success_gives_the_red_number_of_its_own_level_and_die() -> None:
    match = entered(dice=[4, 10]).play("react 526-HQ")
    assert (purse(match, "german"), purse(match, "us")) == (3, 6)
    assert level(match, "526") == 2
    assert level(match, "1") == 7
    assert match.side == "german"


@pytest.mark.parametrize(("roll", "success"), [(1, True), (4, True), (5, False), (10, False)])
@rule("aachen", "6.4.2a", "3.8a")
def test_the_check_is_passed_with_the_printed_rating_or_less(roll: int, success: bool) -> None:
    match = entered("snafu us", dice=[roll, 1]).play("react 526-HQ")
    assert (match.side == "german") == success
    assert level(match, "526") == (2 if success else 3)


#: A German pocket: the HQ has no Supply Path, but its units are in command.
POCKET = "1-HQ=1508 526-HQ=2414 526-328=2412 1-I/16=2410"
WALL = "1-I/18=2613 1-II/18=2614 1-III/18=2615 1-I/26=2416 1-II/26=2214 1-III/26=2213 1-1=2215"


@rule("aachen", "6.4.2e", "6.4.2h", "5.7.1c", "5.7.1", "5.7.3g", "6.4.2g")
def test_pitfall_6_emergency_supply_is_spent_on_success_only() -> None:
    for roll, flipped in ((4, True), (5, False)):
        match = act("us 1-HQ", f"{POCKET} {WALL}", "snafu us", dice=[roll, 10]).play("select 1-I/16", "move 2411")
        match.play("react 526-HQ")
        assert bool(match.state.flipped) == flipped  # type: ignore[attr-defined]
        assert level(match, "526") == (2 if flipped else 3)


@rule("aachen", "6.4.2f", "6.3.2e", "5.7.3h", "5.7.3b")
def test_pitfall_6_a_flipped_hq_without_supply_falls_to_level_0_after_its_column_was_read() -> None:
    match = act("us 1-HQ", f"{POCKET} {WALL}", "flipped 526-HQ", dice=[4, 10]).play("select 1-I/16", "move 2411")
    match.play("react 526-HQ")
    assert (level(match, "526"), purse(match, "german")) == (0, 3)


@rule("aachen", "6.4.2j", "6.4.2l", "6.4.2i", "6.4.3n", "6.4.3e", "6.4.3f", "6.4.3i")
def test_pitfall_11_any_unit_of_the_formation_acts_then_the_mover_may_move_again_for_a_new_point() -> None:
    match = entered(at="526-453=2520 1-I/18=1510", dice=[4, 10]).play("react 526-HQ")
    assert {"526-328", "526-453"} <= offers(match, "select")
    match.play("select 526-453", "move 2519", "stop")
    assert purse(match, "german") == 2
    match.play("done")
    assert (match.side, step(match), purse(match, "us"), purse(match, "german")) == ("us", "act", 6, 0)
    assert not match.state.hand  # type: ignore[attr-defined]
    match.play("select 1-I/16", "move 2410")
    assert purse(match, "us") == 5


@rule("aachen", "6.4.2k", "6.4.2m")
def test_a_formation_reacts_as_often_as_its_level_allows() -> None:
    match = entered(dice=[4, 1, 4, 1]).play("react 526-HQ", "done", "select 1-I/16", "move 2410", "react 526-HQ")
    assert level(match, "526") == 1


# -- what it does (6.4.3) ---------------------------------------------------------------------------


@rule("aachen", "6.4.3", "6.4.3a", "6.4.3c")
def test_a_stack_is_stopped_as_one() -> None:
    match = us("1-I/16=2410 1-745=2410 526-328=2412", dice=[4, 1]).play("stack 2410", "move 2411", "react 526-HQ")
    assert where(match, "1-I/16") == where(match, "1-745") == "2411"


@rule("aachen", "6.4.3d", "5.3.1")
def test_pitfall_8_overstacking_of_the_stopped_mover_is_judged_before_the_reaction() -> None:
    match = entered(at="1-I/18=2411", dice=[4, 1]).play("react 526-HQ")
    assert disrupted(match, "1-I/16", "1-I/18")
    assert (match.side, step(match)) == ("german", "displace")
    assert purse(match, "german") == 0
    match.play("displace 1-I/16", "to 2410")
    assert (step(match), purse(match, "german")) == ("act", 1)


@rule("aachen", "7.7o", "7.7h")
def test_pitfall_44_a_mover_stopped_in_an_improved_hex_removes_the_marker() -> None:
    match = us("1-745=2410 1-I/18=2411 526-328=2412", "improved 2411", dice=[4, 1])
    match.play("select 1-745", "move 2411", "react 526-HQ")
    assert not improved(match, "2411")


@rule("aachen", "6.4.3h", "7.5.3")
def test_pitfall_9_no_counter_reaction() -> None:
    match = entered(at="1-I/18=2409 526-453=2312", dice=[4, 10]).play("react 526-HQ")
    match.play("select 526-453", "move 2311")
    assert (match.side, step(match)) == ("german", "act")
    match.play("select 526-453", "move 2312", "stop") if offered(match, "select 526-453") else None
    assert match.side == "german"


@rule("aachen", "6.4.3k", "7.3.6a")
def test_a_reacting_unit_displaces_a_lone_hq() -> None:
    match = act("us 1-HQ", "1-HQ=2310 526-HQ=2616 1-I/16=2410 526-328=2412 526-453=2313", us="1508", dice=[4, 10])
    match.play("select 1-I/16", "move 2411", "react 526-HQ", "select 526-453", "move 2311")
    assert where(match, "1-HQ") == "1508"
    assert told(match, "5.3.2")


@rule("aachen", "6.4.3m", "7.2d", "5.8h")
def test_later_actions_are_judged_by_the_new_command() -> None:
    match = act("us 1-HQ", "1-HQ=2310 526-HQ=2616 1-I/16=2410 526-328=2412 526-453=2313", us="4218", dice=[4, 10])
    match.play("select 1-I/16", "move 2411", "react 526-HQ", "select 526-453", "move 2311", "done")
    assert where(match, "1-HQ") == "4218"
    before = purse(match, "us")
    match.play("select 1-I/16", "move 2410")
    assert purse(match, "us") == before - 2


@rule("aachen", "6.4.3j", "6.4.3e")
def test_units_lost_in_the_reaction_do_not_end_the_activation() -> None:
    match = entered(at="1-I/18=1510", dice=[4, 1]).play("react 526-HQ", "done")
    assert match.side == "us"
    assert {"1-I/18", "1-I/16"} <= offers(match, "select")


@rule("aachen", "6.2g", "6.2i")
def test_pitfall_10_a_side_that_has_passed_may_still_react() -> None:
    match = entered("passed 2")
    assert step(match) == "react"


@rule("aachen", "10.1")
def test_germans_of_first_blood_do_not_react() -> None:
    match = act("us 1-HQ", "1-HQ=1705 1-I/16=2005 526-328=2107", scenario="first-blood")
    match.play("select 1-I/16", "move 2006")
    assert match.side == "us"


@rule("aachen", "6.4", "6.4.1")
def test_forged_stale_and_foreign_answers_to_the_question_change_nothing() -> None:
    match = entered()
    before, version = match.position(), match.version
    for action, side, said in (
        ("pass", "us", "german decides now, not us"),
        ("move 2410", "us", "german decides now, not us"),
        ("react 1-HQ", "german", "6.4.1: 1-HQ is an enemy unit"),
        ("stop", "german", "6.4.1: 'stop' is not possible now"),
        ("ask-again us", "german", "us gives this order, not german"),
        ("gallop 2410", "german", "unknown action 'gallop'"),
    ):
        with pytest.raises(grognard.Refusal) as caught:
            match.play(action, side=side)
        assert said in str(caught.value), action
    with pytest.raises(grognard.Refusal, match="meant for version"):
        match.play("pass", version=version - 1)
    assert (match.position(), match.version) == (before, version)


def test_the_question_names_the_top_counter_with_the_height_of_its_stack_and_what_a_reaction_costs() -> None:
    match = entered()
    assert match.prompt.text.startswith(
        "1-I/16 has entered Brand: react, or let it pass? 526th Infantry Division: 4 in 10"
    )
    assert match.prompt.text.endswith("level 3 to 2.")
    stack = us("1-I/16=2410 1-745=2410 526-328=2412", "tops 1-745").play("stack 2410", "move 2411")
    assert stack.prompt.text.startswith("1-745 and 1 more have entered Brand")
    leaving = us("1-I/16=2411 526-328=2412").play("select 1-I/16", "move 2410")
    assert leaving.prompt.text.startswith("1-I/16 is about to leave Brand")
