"""Chapter 2: what the counters and markers are."""

from __future__ import annotations

import pytest

from grognard.games.reich import pieces, rhine
from grognard.games.reich.state import POOL_NAMES
from tests.kit import offered
from tests.reich.helpers_map import ROSTER, TABLES, at, ids
from tests.reich.helpers_special import GAME, begun, enter
from tests.reich.helpers_supply import Board
from tests.reich.table import position
from tests.rules import rule


@rule("reich", "2.2.A", "2.2.Aa")
@pytest.mark.parametrize(
    ("unit", "mechanized"),
    [
        *((u, True) for u in ("G-1SS", "G-17SS", "G-503SS", "G-MODEL", "G-150PB")),
        *((u, False) for u in ("G-IIIFLK", "G-3FJ", "G-HQ7", "G-85", "G-709", "G-METZ1", "G-654", "G-2MTN")),
    ],
)
def test_german_units_are_mechanized_or_infantry(unit: str, mechanized: bool) -> None:
    number = GAME.unit_ids[unit]
    assert bool(ROSTER.mechanized >> number & 1) == mechanized
    assert ROSTER.command[number] == ("mech" if mechanized else "infantry")


@rule("reich", "2.2.A", "2.2.Ab")
def test_a_unit_loses_its_steps_one_by_one() -> None:
    board = Board("US-1=0820 G-243=0518")
    unit, single = GAME.unit_ids["US-1"], GAME.unit_ids["G-243"]
    assert pieces.steps_left(GAME, board.state, unit) == 2
    pieces.lose_step(GAME, board.state, unit, "13.7.4")
    assert board.state.reduced >> unit & 1
    assert board.state.at[unit] == at("0820")
    assert pieces.attack_of(GAME, board.state, unit) == ROSTER.attack[unit][1]
    pieces.lose_step(GAME, board.state, unit, "13.7.4")
    assert board.state.at[unit] < 0
    pieces.lose_step(GAME, board.state, single, "13.7.4")
    assert board.state.at[single] < 0


@rule("reich", "2.2.A", "2.2.Ac")
def test_only_red_strengths_make_mobile_assaults() -> None:
    units = "US-2A=1326 US-1=1325 G-91=1327 G-85=1425"
    match = position("allied exploitation", units, "breakout 5", "brittany_turn 5", turn=6, dice=[6])
    match.play("select US-2A")
    assert offered(match, "assault 1327") or offered(match, "assault 1425")
    match = position("allied exploitation", units, "breakout 5", "brittany_turn 5", turn=6, dice=[6])
    match.play("select US-1")
    assert not [text for text in match.actions.texts() if text.startswith("assault")]
    red = {c.id for c in GAME.counters if any(f.look == "red" for f in c.figures)}
    assert red == ids(ROSTER.mobile)


@rule("reich", "2.2.C", "2.2.Ca")
def test_allowances_are_kept_for_five_groups() -> None:
    assert POOL_NAMES == ("21st Army Group", "12th Army Group", "6th Army Group", "infantry", "mechanized")
    match = position("german assault", "G-2PZ=2618", turn=3, dice=[6])
    assert match.state.points == [0, 0, 0, 5, 10]
    match = position("allied exploitation", "CW-50=1020 US-1=0820", turn=3, dice=[6, 1])
    assert match.state.points == [12, 8, 0, 0, 0]


@rule("reich", "2.2.C", "2.2.Cc")
def test_one_rhine_bridge_is_captured_at_most() -> None:
    board = Board("US-1=5315 US-2=5008", bridge=1, bridge_hex=at("5008"), turn=14)
    other = next(h for pair in GAME.rhine.bridges[1:] for h in pair)
    board.state.agenda = []
    enter(board, "US-1", GAME.board.grid.label(other))
    assert board.state.blown
    assert not [frame for frame in board.state.agenda if frame[0] == GAME.codes[rhine.BridgeRoll]]
    fresh = Board("US-1=5315", turn=14)
    enter(fresh, "US-1", GAME.board.grid.label(other))
    assert [frame for frame in fresh.state.agenda if frame[0] == GAME.codes[rhine.BridgeRoll]]


@rule("reich", "2.3", "2.3a")
def test_a_value_of_the_charts_follows_the_rulebook() -> None:
    # 13.5: half the die rounded down, never less than 1; 8.6.B: three turns on 1 to 3, then the number rolled.
    assert [TABLES.duration(die) for die in range(1, 7)] == [max(1, die // 2) for die in range(1, 7)]
    assert [TABLES.delay(die) for die in range(1, 7)] == [max(3, die) for die in range(1, 7)]
    assert [TABLES.air_units(turn) for turn in range(1, 16)] == [1, *[4] * 6, *[3] * 6, 4, 4]


@rule("reich", "2.4", "2.4a")
def test_who_is_commonwealth() -> None:
    british = ids(ROSTER.commonwealth)
    assert {"CW-50", "CW-3C", "CW-1PA", "CW-Bel", "CW-NLPI"} <= british
    assert not {"US-1", "FR-2A", "AL-SHAEF", "US-PATTON"} & british
    assert {ROSTER.nation[GAME.unit_ids[u]] for u in british} == {"british", "canadian", "polish", "belgian", "dutch"}


@rule("reich", "3.2.E.1c")
def test_one_tactical_air_unit_serves_each_air_phase_of_the_first_turn() -> None:
    match = position("allied second-strafing", "G-2PZ=1331 G-LEHR=1332 US-1=0820", turn=1)
    match.play("strafe G-2PZ")
    assert not offered(match, "strafe G-LEHR")
    kept = position("allied second-strafing", "G-2PZ=1331 US-1=0820", turn=1).play("keep")
    assert kept.state.air == 1


@rule("reich", "4.0c")
def test_going_back_over_a_finished_segment_needs_the_other_side() -> None:
    match = position("german assault", "G-2PZ=2618 G-1SS=2619 US-1=0820", turn=3, dice=[3])
    match.play("done")
    assert GAME.phase_of(match.state) != "german assault"
    assert match.side == "allied"
    assert not match.may_undo("allied")
    assert begun().state.turn == 1


@rule("reich", "4.1ce")
def test_air_units_kept_serve_the_two_phases_that_follow() -> None:
    first = position("allied strafing", "G-2PZ=1331 US-1=0820", turn=3).play("keep")
    assert first.state.air == 4
    again = position("allied second-strafing", "G-2PZ=1331 US-1=0820", "air 1", turn=3).play("keep")
    assert again.state.air == 4
    match = position("german exploitation", "G-2PZ=1331 US-1=0820", "air 2", turn=3, dice=[3])
    assert match.state.air == 2
