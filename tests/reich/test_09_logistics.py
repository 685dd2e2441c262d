"""Chapter 9 but 9.4: Limited Supply, Grounded units, Priority Supply and the Red Ball Express."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import Match, PositionError
from grognard.games.reich import ending, fires, logistics, pieces, supply_markers
from grognard.games.reich.state import FULL, LIMITED, LIMITED_MOVEMENT
from tests.kit import offered, offers, refused, where
from tests.reich.helpers_map import ALLIED
from tests.reich.helpers_supply import GERMANS, Board, marked, number, wide_ring
from tests.reich.table import position
from tests.rules import rule

#: Divisions west of the Seine, and one beyond it.
US_WEST = "US-2=0820 US-4=0820 US-9=0820 US-29=0721"
CW_WEST = "CW-3=1020 CW-51=1020 CW-15=1020 CW-49=0921"
ACROSS = "US-3A=2626"


def segment(at: str = f"{US_WEST} {CW_WEST} {ACROSS}", *more: str, turn: int = 7) -> Match:
    """The Logistics Segment."""
    return position("allied logistics", at, *more, turn=turn)


def later(*more: str, at: str = f"{US_WEST} {CW_WEST} {ACROSS}", turn: int = 8) -> Match:
    """A later Logistics Segment of Limited Supply: three and three are Grounded."""
    grounded = "grounded US-2 US-4 US-9 CW-3 CW-51 CW-15"
    return segment(at, grounded, "grounding_done 1", "logistics 2", "cherbourg 6", "allied 0518", *more, turn=turn)


def state_after(at: str, *, turn: int, **fields: int | str | bool) -> int:
    board = Board(at, turn=turn, **fields)
    logistics.begin(board.game, board.state, ALLIED)
    return int(board.state.logistics)


def ground(match: Match, units: str = "US-2 US-4 US-9") -> Match:
    return match.play(*(f"choose {unit}" for unit in units.split()), "done")


# -- Full and Limited Supply -----------------------------------------------------------------


@rule("reich", "9.1", "9.1.A", "9.1.Aa", "9.1.C", "9.1.Ca", "9.1.Cb")
def test_the_first_turns_are_limited_for_movement_and_then_supply_is_full() -> None:
    for turn, expected in ((1, LIMITED_MOVEMENT), (2, LIMITED_MOVEMENT), (3, FULL)):
        board = Board(US_WEST, turn=turn, logistics=LIMITED_MOVEMENT)
        ending.next_turn(board.game, board.state)
        assert board.state.logistics == expected


@rule("reich", "9.1.Cc", "9.3a", "9.1a")
def test_the_first_turns_bring_no_markers() -> None:
    for turn in (2, 3):
        match = segment(f"{US_WEST} {CW_WEST}", turn=turn)
        assert "logistics" not in match.game.phase_of(match.state)
        assert not match.state.grounding_done


@rule("reich", "9.1.D", "9.1.Da", "9.1.Db", "4.1bb")
@pytest.mark.parametrize("hex_", ["2526", "2527", "2626", "2519", "4723"])
def test_a_unit_in_paris_or_over_the_seine_makes_supply_limited(hex_: str) -> None:
    assert state_after(f"{US_WEST} US-3A={hex_}", turn=7) == LIMITED
    assert state_after(f"{US_WEST} US-3A=2227", turn=7) == FULL


@rule("reich", "9.1.Db")
def test_crossing_later_in_the_turn_changes_nothing_before_the_next_segment() -> None:
    board = Board(US_WEST, turn=7)
    logistics.begin(board.game, board.state, ALLIED)
    pieces.occupy(board.game, board.state, board.game.unit_ids["US-2"], board.game.board.grid.parse("2519"))
    assert board.state.logistics == FULL
    logistics.begin(board.game, board.state, ALLIED)
    assert board.state.logistics == LIMITED


@rule("reich", "9.1.Dc")
def test_limited_supply_stays_when_everybody_goes_back() -> None:
    assert state_after(US_WEST, turn=8, logistics=LIMITED) == LIMITED


@rule("reich", "9.1.Dd")
def test_full_supply_with_antwerpen_is_for_good() -> None:
    assert state_after("US-3A=4723", turn=12, antwerp=True, logistics=FULL) == FULL


@rule("reich", "9.1.Df")
def test_dropped_units_over_the_seine_count_at_once() -> None:
    assert state_after("US-82AB=2519", turn=6, dropped="US-82AB", landed="US-82AB") == LIMITED


@rule("reich", "9.1.Dg", "9.1.Ba")
def test_units_of_the_6th_army_group_do_not_count() -> None:
    assert state_after("US-3=4437", turn=7) == FULL
    assert state_after("US-3=4437 US-3A=2519", turn=7) == LIMITED


@rule("reich", "9.1.Dh", "4.1bh")
def test_the_counteroffensive_turn_leaves_supply_and_saved_markers_alone() -> None:
    board = Board("US-3A=4723", turn=10, offensive=10, logistics=LIMITED, red_ball_saved=3)
    turn = board.game.game_turn
    assert turn.omitted(board.state, ALLIED, "logistics")
    ending.clear(board.game, board.state)
    assert (board.state.logistics, board.state.red_ball_saved) == (LIMITED, 3)


@rule("reich", "9.1.A.1", "9.1.A.2", "9.1.A.2b", "9.1.A.2c", "9.1.A.2d", "9.1.A.2e", "9.1.B", "9.1.Ba", "9.1.De")
@pytest.mark.parametrize(
    ("turn", "fields", "lowered"),
    [
        (8, {"logistics": LIMITED}, True),
        (8, {"logistics": FULL}, False),
        (2, {"logistics": LIMITED_MOVEMENT}, False),
        (8, {"logistics": LIMITED, "phasing": 1}, False),
        (8, {"logistics": LIMITED, "priority": "US-3A", "red_ball": "US-3A"}, True),
        (8, {"logistics": LIMITED, "army6": "US-3A"}, False),
        (8, {"logistics": LIMITED, "mobile": True}, True),
    ],
)
def test_limited_supply_lowers_the_die_of_allied_attacks(turn: int, fields: dict[str, Any], *, lowered: bool) -> None:
    board = Board("US-3A=2626 G-2PZ=2625", turn=turn, **fields)
    game, state = board.game, board.state
    attacker, target = ("G-2PZ", "2626") if state.phasing else ("US-3A", "2625")
    state.attackers, state.target = 1 << game.unit_ids[attacker], game.board.grid.parse(target)
    rules = [modifier.rule for who in (0, 1) for modifier in fires.modifiers(game, state, who)]
    assert ("9.1.A.2" in rules) == lowered


# -- grounding -------------------------------------------------------------------------------


@rule("reich", "9.2.A", "9.2.Aa", "4.1bd", "9.2.Ah")
def test_three_us_and_three_commonwealth_divisions_have_to_be_grounded() -> None:
    match = segment(f"{US_WEST} {CW_WEST} {ACROSS} FR-2A=0722")
    assert match.side == "allied"
    assert offers(match, "choose") == {"US-2", "US-4", "US-9", "US-29"}  # no French division
    refused(match, "done", "9.2.A")
    refused(match, "choose FR-2A", "9.2.A")
    match.play("choose US-2", "choose US-4", "choose US-29")
    refused(match, "choose US-9", "9.2.A")
    match.play("done")
    assert offers(match, "choose") == {"CW-3", "CW-51", "CW-15", "CW-49"}
    match.play("propose", "done")
    assert len(marked(match, "grounded")) == 6
    assert match.state.grounding_done


@rule("reich", "9.2.A", "9.2.Ab", "9.2.Ac")
def test_a_grounded_division_is_west_of_the_seine_supplied_and_out_of_contact() -> None:
    at = f"{US_WEST} US-90=0722 US-1=1331 CW-8AB=1020 CW-HQ21=1020 US-PATTON=0820 {ACROSS}"
    match = segment(f"{at} G-HQ7=0723 {wide_ring('1331', GERMANS)}", "reduced US-2")
    assert offers(match, "choose") == {"US-2", "US-4", "US-9", "US-29"}
    for unit in ("US-90", "US-1", "US-3A", "US-PATTON"):
        refused(match, f"choose {unit}", "9.2.A")
    british = segment(f"{US_WEST} {CW_WEST} CW-8AB=1020 CW-HQ21=1020 {ACROSS}")
    ground(british)
    refused(british, "choose CW-8AB", "9.2.A")
    refused(british, "choose CW-HQ21", "9.2.A")


@rule("reich", "9.2.A", "9.2.Ad", "9.2.Ag", "9.2.Ah")
def test_the_germans_may_remove_a_division_for_each_that_is_missing() -> None:
    short = f"US-2=0820 US-4=0820 {CW_WEST} {ACROSS} FR-2A=2626"
    match = segment(short).play("propose", "done")  # the Commonwealth divisions; two US ones are Grounded by themselves
    assert match.side == "german"
    assert offers(match, "choose") == {"US-2", "US-4", "US-3A"}
    refused(match, "choose CW-3", "9.2.A")
    match.play("choose US-3A")
    refused(match, "choose US-2", "9.2.A")
    match.play("done")
    assert where(match, "US-3A") == "removed"
    assert not match.state.due[match.game.unit_ids["US-3A"]]
    spared = segment(short).play("propose", "done", "done")
    assert where(spared, "US-3A") == "2626"


@rule("reich", "9.2.Ae", "9.2.Ad")
def test_the_germans_remove_nobody_of_the_6th_army_group() -> None:
    match = segment(f"US-2=0820 US-4=0820 {CW_WEST} {ACROSS} US-3=4437").play("propose", "done")
    assert "US-3" not in offers(match, "choose")
    refused(match, "choose US-3", "9.2.A")


@rule("reich", "9.2", "9.2a", "9.2.B")
def test_grounding_happens_once() -> None:
    match = later()
    assert "grounding" not in match.prompt.text.lower()
    assert "Priority Supply" in match.prompt.text
    assert len(marked(match, "grounded")) == 6


@rule("reich", "9.2.B", "9.2.Bc", "9.2.Bd", "6.2")
def test_a_grounded_unit_has_no_zone_and_defends_with_2() -> None:
    board = Board("US-2=0820 US-4=1331", grounded="US-2")
    game, state = board.game, board.state
    zone = game.zone(state, ALLIED)
    assert not zone >> game.board.grid.parse("0821") & 1
    assert zone >> game.board.grid.parse("1332") & 1
    assert [pieces.defense_of(game, state, game.unit_ids[u]) for u in ("US-2", "US-4")] == [2, 4]


@rule("reich", "9.2.Be", "9.2.Bf")
def test_a_grounded_unit_needs_supply_and_room_like_any_other() -> None:
    board = Board(f"US-95=1331 {wide_ring('1331', GERMANS)}", grounded="US-95")
    assert board.check(ALLIED) == {"US-95"}
    full = position(
        "allied reinforcement", "US-9=england US-2=0820 US-4=0820 US-29=0820 US-1=0619", "grounded US-2 US-4"
    )
    full.play("select US-9")
    assert offers(full, "place") == {"0619"}


@rule("reich", "9.2.Bg", "9.2.C", "9.2.Ca")
def test_an_eliminated_grounded_unit_takes_its_markers_along() -> None:
    board = Board("CW-3=1020 CW-51=1020 CW-15=1020", grounded="CW-3 CW-51 CW-15", turn=8)
    game, state = board.game, board.state
    assert supply_markers.markers(game, state, supply_markers.PRIORITY_CW) == 3
    pieces.eliminate(game, state, game.unit_ids["CW-3"], "13.7.4")
    assert supply_markers.markers(game, state, supply_markers.PRIORITY_CW) == 2
    assert board.units("grounded") == {"CW-51", "CW-15"}


@rule("reich", "9.2.Bh")
def test_a_grounded_armored_division_may_refit() -> None:
    match = position("allied refit", "CW-7A=1020", "grounded CW-7A\nreduced CW-7A\nrefit_cw 1", turn=7)
    assert offers(match, "choose") == {"CW-7A"}


# -- Priority Supply -------------------------------------------------------------------------


@rule("reich", "9.2.D", "9.2.C", "9.2.Ca", "9.2.Da", "9.2.Db", "9.2.Df", "4.1be")
def test_priority_supply_goes_to_ungrounded_divisions_and_brigades_of_its_nation() -> None:
    match = later(
        at=f"{US_WEST} {CW_WEST} {ACROSS} US-5=2627 US-28=2627 FR-2A=2727 US-3=4437 CW-8AB=0922 US-PATTON=2626"
    )
    assert offers(match, "choose") == {"US-29", "US-3A", "US-5", "US-28", "US-3"}
    for unit in ("US-2", "US-PATTON", "CW-8AB", "FR-2A"):
        refused(match, f"choose {unit}", "9.2.D")
    match.play("choose US-3A", "choose US-5", "choose US-3")
    refused(match, "choose US-28", "9.2.D")
    match.play("done")
    assert offers(match, "choose") == {"CW-49", "CW-8AB"}
    match.play("choose CW-8AB", "done")
    assert marked(match, "priority") == {"US-3A", "US-5", "US-3", "CW-8AB"}


@rule("reich", "9.2.Da", "9.2.Ah", "4.1be")
def test_priority_supply_is_optional_and_no_more_than_there_are_grounded_units() -> None:
    match = later().play("done")
    assert not marked(match, "priority")
    few = segment(
        f"{US_WEST} {CW_WEST} {ACROSS}", "grounded US-2 US-4", "grounding_done 1", "logistics 2", turn=7
    ).play("choose US-29", "choose US-3A")
    refused(few, "choose US-9", "9.2.D")


@rule("reich", "9.2.De", "9.3.Be", "4.1cv", "9.2.D")
def test_markers_come_off_in_the_end_phase_and_saved_ones_stay() -> None:
    board = Board("US-3A=2626 CW-49=2519", priority="US-3A", red_ball="CW-49", red_ball_saved=3, turn=7)
    ending.clear(board.game, board.state)
    assert board.units("priority") | board.units("red_ball") == set()
    assert board.state.red_ball_saved == 3


# -- Red Ball Express ------------------------------------------------------------------------


def red_ball(at: str, *more: str) -> Match:
    """The Red Ball Step of a later turn, after Priority Supply has been passed over."""
    match = later(*more, at=at)
    while "Red Ball" not in match.prompt.text:
        match.play("done")
    return match


@rule("reich", "9.3.A", "9.3.Aa", "9.3.B", "9.3.Ba", "9.3.Bb", "9.3.Bc", "9.3.Bd", "9.3.E", "9.3.Ea", "4.1bf")
def test_the_red_ball_express_serves_fighting_units_of_two_army_groups() -> None:
    more = "FR-2A=2727 US-PATTON=2626 CW-HQ21=0921 CW-8AB=0922 US-82AB=2519 US-101AB=2520 US-3=4437"
    match = red_ball(f"{US_WEST} {CW_WEST} {ACROSS} {more}", "dropped US-82AB")
    assert offers(match, "choose") == {"US-29", "CW-49", "US-3A", "FR-2A", "CW-8AB", "US-101AB"}
    for unit, clause in (("US-PATTON", "9.3.B"), ("US-2", "9.3.B"), ("US-82AB", "9.3.B"), ("US-3", "9.3.E")):
        refused(match, f"choose {unit}", clause)
    refused(match, "choose G-352", "9.3.B")
    match.play(*(f"choose {unit}" for unit in ("US-29", "CW-49", "US-3A", "FR-2A", "CW-8AB")))
    refused(match, "choose US-101AB", "9.3.B")


@rule("reich", "9.3.F", "9.3.Fa", "9.3.Bf")
def test_a_unit_has_one_marker_at_most() -> None:
    match = later().play("choose US-3A", "done", "done")
    assert "Red Ball" in match.prompt.text
    refused(match, "choose US-3A", "9.3.F")
    match.play("choose US-29")
    refused(match, "choose US-29", "9.3.B")


@rule("reich", "9.3.D", "9.3.Da", "9.3.Db", "4.1bg")
def test_markers_are_saved_for_the_next_turn() -> None:
    match = red_ball(f"{US_WEST} {CW_WEST} {ACROSS}")
    match.play("choose US-29", "choose US-3A", "done")
    assert number(match, "red_ball_saved") == 3
    eight = later("red_ball_saved 3", at=f"{US_WEST} {CW_WEST} {ACROSS}")
    assert supply_markers.red_balls(eight.game, eight.state) == 8  # type: ignore[arg-type]


@rule("reich", "9.3.Da", "9.3.Dc")
def test_no_more_than_five_markers_are_ever_saved() -> None:
    match = red_ball(f"{US_WEST} {CW_WEST} {ACROSS}", "red_ball_saved 3").play("done")
    assert number(match, "red_ball_saved") == 5


@rule("reich", "9.3a", "9.3.Aa")
def test_there_are_no_markers_in_full_supply() -> None:
    match = segment(f"{US_WEST} {CW_WEST}", turn=4)
    assert not offered(match, "choose US-29")
    assert number(match, "red_ball_saved") == 0


@rule("reich", "9.2.D", "9.3.B", "9.3.F")
@pytest.mark.parametrize(
    ("marks", "reason"),
    [
        ("priority CW-HQ21", "cannot have Priority Supply"),
        ("red_ball US-PATTON", "cannot be served"),
        ("red_ball G-2PZ", "cannot be served"),
        ("priority US-3A\nred_ball US-3A", "has Priority Supply already"),
    ],
)
def test_a_position_with_markers_that_no_unit_can_have_is_refused(marks: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        segment(f"{US_WEST} {CW_WEST} {ACROSS}", marks)
