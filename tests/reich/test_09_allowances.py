"""Clauses 7.3.E, 8.5, 9.1.A, 9.2, 9.3.C, 12.1 and 17.5.2: what supply, markers and air attacks do to movement."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.reich import allowance, fires
from grognard.games.reich.state import (
    ASSAULT,
    BREAKTHROUGH,
    COMMAND_12,
    COMMAND_21,
    EXPLOITATION,
    FULL,
    LIMITED,
    LIMITED_MOVEMENT,
)
from tests.kit import move, offered, refused, take, where
from tests.reich.helpers_supply import Board, marked
from tests.reich.table import position
from tests.rules import rule


def points(unit: str, place: str, step: int, **fields: Any) -> int:
    """The Movement Points of one unit in a step of its side. ``points`` are those of its pool."""
    pool = fields.pop("pool", 5)
    board = Board(f"{unit}={place}", turn=fields.pop("turn", 8), step=step, **fields)
    game, state = board.game, board.state
    state.phasing = game.side_of[game.unit_ids[unit]]
    allowance.set_armies(game, state)
    state.points = [pool] * 5
    return int(allowance.allowance(game, state, game.unit_ids[unit]))


# -- out of supply ---------------------------------------------------------------------------


@rule("reich", "8.5", "8.5b", "8.5i")
def test_units_out_of_supply_move_half_as_far() -> None:
    assert points("US-3A", "2626", EXPLOITATION, pool=5) == 5
    assert points("US-3A", "2626", EXPLOITATION, pool=5, oos="US-3A") == 2
    assert points("G-HQ7", "1331", EXPLOITATION, oos="G-HQ7") == 3
    match = position("german assault", "G-272=1331 CW-50=1020", "oos G-272", dice=[3])
    assert take(match, "G-272")


@rule("reich", "8.5k", "9.3.Ce")
def test_special_allowances_are_halved_as_well() -> None:
    assert points("US-3A", "2626", EXPLOITATION, oos="US-3A", priority="US-3A") == 3
    assert points("US-3A", "2626", EXPLOITATION, pool=5, oos="US-3A", red_ball="US-3A") == 5
    assert points("US-3A", "2626", ASSAULT, declared=3, oos="US-3A") == 1


@rule("reich", "8.5c", "8.5d", "8.5k", "9.2.Bd")
@pytest.mark.parametrize(
    ("units", "who", "fields", "strength"),
    [
        ("CW-8AB CW-27AB", 1, {}, 6),
        ("CW-8AB CW-27AB", 1, {"oos": "CW-8AB CW-27AB"}, 3),
        ("CW-8AB CW-27AB CW-2CAB", 1, {"oos": "CW-8AB CW-27AB CW-2CAB"}, 4),
        ("CW-8AB CW-27AB", 1, {"oos": "CW-8AB"}, 4),
        ("US-9 US-30", 0, {}, 8),
        ("US-9 US-30", 0, {"oos": "US-9 US-30"}, 4),
        ("US-9 US-30", 0, {"oos": "US-9"}, 6),
        ("US-9", 1, {"grounded": "US-9"}, 2),
        ("US-9", 1, {"grounded": "US-9", "oos": "US-9"}, 1),
    ],
)
def test_strengths_out_of_supply_are_totalled_and_halved(
    units: str, who: int, fields: dict[str, str], strength: int
) -> None:
    board = Board(" ".join(f"{unit}=2626" for unit in units.split()), turn=8, **fields)
    everybody = sum(1 << board.game.unit_ids[unit] for unit in units.split())
    assert fires.strength(board.game, board.state, who, everybody) == strength


# -- Full and Limited Supply -----------------------------------------------------------------


@rule("reich", "9.1.A.1", "9.1.A.1a", "9.1.A.2a", "9.1.Ba", "9.1.Ca", "9.1.Cb", "9.1.De")
@pytest.mark.parametrize(
    ("logistics", "pool", "die", "expected"),
    [
        (FULL, COMMAND_12, 2, 8),
        (LIMITED, COMMAND_12, 2, 4),
        (LIMITED, COMMAND_21, 4, 5),
        (LIMITED_MOVEMENT, COMMAND_21, 6, 6),
        (LIMITED, 2, 2, 8),  # the 6th Army Group
        (FULL, COMMAND_21, 6, 12),
    ],
)
def test_the_command_die_is_read_on_the_line_of_its_supply(logistics: int, pool: int, die: int, expected: int) -> None:
    board = Board("US-3A=2626", turn=8, logistics=logistics)
    if logistics == LIMITED_MOVEMENT:
        board = Board("US-3A=0820", turn=2, logistics=logistics)
    allowance.set_points(board.game, board.state, pool, die)
    assert board.state.points[pool] == expected


# -- Grounded units, Priority Supply and Red Ball --------------------------------------------


@rule("reich", "9.2.B", "9.2.Ba")
def test_grounded_units_do_not_move() -> None:
    match = position("allied assault", "US-1=0820 US-2=0820 CW-50=1020", "grounded US-1", dice=[3, 3], turn=7)
    match.play("declare 3")
    refused(match, "select US-1", "9.2.B")
    assert take(match, "US-2")


@rule("reich", "9.2.D", "9.2.Dc", "9.4e")
def test_priority_supply_gives_6_points_whatever_the_die() -> None:
    for step in (ASSAULT, BREAKTHROUGH, EXPLOITATION):
        assert points("US-3A", "2626", step, pool=0, priority="US-3A", declared=0) == 6
    moved = points("US-3A", "2626", BREAKTHROUGH, priority="US-3A", priority_moved=1 << COMMAND_12)
    assert moved == 0


@rule("reich", "9.3.C", "9.3.Ca", "9.3.Cb", "9.3.Cc", "9.3.Cd", "9.3.Ce", "9.3", "9.4e")
@pytest.mark.parametrize(
    ("step", "pool", "declared", "expected"),
    [
        (EXPLOITATION, 5, 0, 11),
        (EXPLOITATION, 4, 0, 10),
        (EXPLOITATION, 8, 0, 12),
        (BREAKTHROUGH, 0, 2, 6),
        (BREAKTHROUGH, 3, 1, 9),
        (ASSAULT, 2, 2, 2),
        (ASSAULT, 4, 1, 1),
    ],
)
def test_the_red_ball_express_adds_6_points_after_combat_up_to_12(
    step: int, pool: int, declared: int, expected: int
) -> None:
    assert points("US-3A", "2626", step, pool=pool, red_ball="US-3A", declared=declared) == expected


@rule("reich", "9.3.E", "9.3.Eb")
def test_a_marker_gives_nothing_in_the_6th_army_group() -> None:
    assert points("US-3A", "4437", EXPLOITATION, pool=5, red_ball="US-3A") == 5


# -- refit and disruption --------------------------------------------------------------------


@rule("reich", "7.3.E", "7.3.Eb", "12.1", "12.1a")
def test_refitting_and_disrupted_units_do_not_move() -> None:
    more = "reduced G-2PZ", "refitting G-2PZ", "disrupted G-272"
    match = position("german assault", "G-2PZ=1331 G-272=1332 G-271=1332 CW-50=1020", *more, dice=[3])
    refused(match, "select G-2PZ", "7.3.E")
    refused(match, "select G-272", "12.1")
    assert take(match, "G-271")


@rule("reich", "7.3.Ed")
def test_a_refitting_unit_defends_with_its_reduced_strength() -> None:
    board = Board("G-2PZ=1331", reduced="G-2PZ", refitting="G-2PZ")
    unit = board.game.unit_ids["G-2PZ"]
    assert fires.strength(board.game, board.state, 1, 1 << unit) == board.game.roster.defense[unit][1]


@rule("reich", "12.0c", "12.0d", "12.0e", "12.0")
def test_passing_through_a_bombed_hex_does_no_harm_and_stopping_does() -> None:
    def after(*way: str) -> set[str]:
        match = position("german assault", "G-272=1331 G-2PZ=1330 CW-50=1020", "disrupted G-272", dice=[3])
        move(match, "G-2PZ", *way)
        return marked(match, "disrupted")

    assert after("1331") == {"G-272", "G-2PZ"}
    through = position("german assault", "G-272=1331 G-2PZ=1330 CW-50=1020", "disrupted G-272", dice=[3])
    through.play("select G-2PZ", "move 1331", "move 1332")
    if offered(through, "stop"):
        through.play("stop")
    assert where(through, "G-2PZ") == "1332"
    assert marked(through, "disrupted") == {"G-272"}


# -- strafing --------------------------------------------------------------------------------


@rule("reich", "17.5.2.D", "17.5.2.Da", "17.5.2e", "17.5.2h")
def test_strafing_takes_points_off_and_may_stop_a_unit() -> None:
    def left(unit: str, k: int, **fields: Any) -> int:
        board = Board(f"{unit}=1331", step=EXPLOITATION, strafed=unit, phasing=1, **fields)
        board.state.points = [0, 0, 0, 4, 8]
        board.state.strafers[k] = board.game.unit_ids[unit]
        return int(allowance.allowance(board.game, board.state, board.game.unit_ids[unit]))

    assert left("G-2PZ", 2) == 4
    assert left("G-272", 3) == 0
    assert left("G-HQ7", 2) == 2
    assert left("G-2PZ", 0, oos="G-2PZ") == 2  # after halving
    index = Board("G-272=1331").game.unit_ids["G-272"]
    text = "G-272=1331 G-271=1332 CW-50=1020"
    match = position("german assault", text, "strafed G-272", f"strafers -1 -1 -1 {index}", dice=[3])
    refused(match, "select G-272", "10.2")


@rule("reich", "17.5.2.E", "17.5.2.Ea", "17.5.2.Ca", "17.5.2.Cc")
def test_a_marker_is_gone_after_the_move_and_may_come_again_in_the_second_phase() -> None:
    index = Board("G-2PZ=1331").game.unit_ids["G-2PZ"]
    text = "G-2PZ=1331 G-271=1332 CW-50=1020"
    match = position(
        "german assault", text, "strafed G-2PZ", f"strafers 2 -1 -1 {index}".replace("2 ", "-1 ", 1), dice=[3]
    )
    move(match, "G-2PZ", "1330")
    assert not marked(match, "strafed")
    again = position("allied second-strafing", text)
    again.play("strafe G-2PZ")
    assert marked(again, "strafed") == {"G-2PZ"}


# -- off the map -----------------------------------------------------------------------------


@rule("reich", "3.3.Dc", "3.3.Dd", "3.3.De", "3.3.Dg", "3.3.D")
def test_units_off_the_map_come_in_by_strategic_movement_only() -> None:
    def phase(*more: str, turn: int = 4) -> Any:
        text = "G-9SS=tray G-70=tray G-271=1331 CW-50=1020"
        return position("german assault", text, *more, dice=[3], turn=turn, scenario="breakout")

    match = phase().play("select G-9SS")
    assert {action.split()[0] for action in match.actions.texts()} <= {"strategic", "stop"}
    match.play("strategic 1521", "roll 1")
    assert where(match, "G-9SS") == "tray"
    refused(match, "select G-9SS")
    again = position("german exploitation", "G-9SS=tray CW-50=1020", dice=[3], turn=4, scenario="breakout")
    again.play("select G-9SS", "strategic 1521", "roll 5")
    assert where(again, "G-9SS") == "1521"
    refused(phase(), "select G-70", "10.7.8")  # not released yet
    assert "G-9SS" not in {a.split()[1] for a in phase("seine_crossed 1").actions.texts() if a.startswith("select")}
