"""Clause 7.1.2: Entrance Hexes, the exit into Brittany and the return, the exit over the East edge."""

from __future__ import annotations

import pytest

from grognard import Match
from grognard.games.reich import limits
from grognard.hexes import bits
from tests.kit import offered, offers, refused, where
from tests.reich.helpers_moves import GAME, GRID, beyond, breakthrough, ends, moved, on_map, step
from tests.reich.test_10_7_limits import FREE, may_attack
from tests.rules import rule

#: four US divisions in B hexes, a German one far away
FOUR = "US-1=0128 US-2=0128 US-29=0129 US-2A=0129"
FAR = "G-352=1332"


def exploit(at: str, *more: str, **options: object) -> Match:
    return on_map("allied", "exploitation", at, *more, **options)  # type: ignore[arg-type]


def german(at: str, *more: str, kind: str = "assault", turn: int = 2, **options: object) -> Match:
    return on_map("german", kind, at, *more, turn=turn, **options)  # type: ignore[arg-type]


def end(match: Match) -> Match:
    """End the step and lose what has to be lost."""
    match.play("done")
    if offered(match, "pass") and match.state.agenda and GAME.step(match.state).name == "abandon":
        match.play("pass")
    return match


# -- A to D -----------------------------------------------------------------------------------


@rule("reich", "7.1.2", "7.1.2.A", "7.1.2.Aa", "7.1.2.Ab", "7.1.2.Ac", "7.1.2.C", "7.1.2.Cc", "7.1.2b")
def test_nobody_enters_entrance_hexes_but_b_hexes_from_the_map() -> None:
    kinds = {"W": "0434", "B": "0125", "E": "5706", "A-D": "4040"}
    assert all(GAME.ground.entrances[kind] >> GRID.parse(h) & 1 for kind, h in kinds.items())
    match = german("G-9SS=0433 G-10SS=5707 G-2PZ=0225 US-1=1321")
    assert beyond(match, "G-9SS", "0434") == "7.1.2.A"
    assert beyond(match, "G-10SS", "5706") == "7.1.2.A"
    assert "0125" in ends(match, "G-2PZ")
    allied = exploit(f"US-1=0225 {FAR}")
    assert "0125" in ends(allied, "US-1")
    along = german("G-9SS=0434 US-1=1321").play("select G-9SS")
    assert not {h for h in offers(along, "move") if h.endswith("34")}


@rule("reich", "7.1.2.C", "7.1.2.Ca", "7.1.2.Cb", "7.1.2.Cf", "7.1.2a")
@pytest.mark.parametrize(("unit", "h", "out"), [("G-272", "0634", "0633"), ("G-9SS", "5706", "5707")])
def test_arrivals_leave_their_hex_in_the_first_segment_or_are_lost(unit: str, h: str, out: str) -> None:
    at = f"{unit}={h} G-352=1331 US-1=1321"
    match = german(at, "seine_crossed 1")
    assert match.prompt is not None
    assert f"{unit} is lost" in match.prompt.text
    match.play("done")
    assert match.prompt is not None
    assert unit in match.prompt.text
    match.play("pass")
    assert where(match, unit) in ("cup", "eliminated", "track", "watch") or match.side == "german"
    gone = german(at, "seine_crossed 1")
    moved(gone, unit, out)
    gone.play("done")
    assert where(gone, unit) == out


@rule("reich", "7.1.2.C", "7.1.2.Cb", "7.1.2.Cg")
def test_units_that_are_lost_may_be_replaced() -> None:
    match = end(german("G-9SS=5706 G-352=1331 US-1=1321", "seine_crossed 1"))
    if offers(match, "box") or offered(match, "box"):
        match.play("pass")
    assert where(match, "G-9SS") not in ("5706", "removed")


@rule("reich", "7.1.2.C", "7.1.2.Cb")
def test_the_program_offers_to_send_them_one_hex_out() -> None:
    match = german("G-272=0634 G-9SS=5706 G-352=1331 US-1=1321", "seine_crossed 1").play("done", "propose")
    assert GAME.step(match.state).name == "movement"
    for unit, h in (("G-272", "0634"), ("G-9SS", "5706")):
        assert where(match, unit) != h
        assert GRID.adjacent(GRID.parse(where(match, unit)), GRID.parse(h))
    match.play("done")
    assert where(match, "G-272") != "cup"


@rule("reich", "7.1.2.Cd")
def test_on_the_turn_of_the_counteroffensive_the_first_segment_is_its_own() -> None:
    at = "G-352=5706 G-353=5220 US-1=4420"
    match = on_map("german", "offensive", at, "offensive 10", "seine_crossed 1", turn=10, dice=[3]).play(
        "declare 0", "done"
    )
    assert where(match, "G-352") != "5706"
    match = on_map("german", "offensive", at, "offensive 10", "seine_crossed 1", turn=10, dice=[3]).play("declare 2")
    moved(match, "G-352", "5707")
    match.play("done")
    assert where(match, "G-352") == "5707"


@rule("reich", "7.1.2.C", "7.1.2.Ch")
def test_units_that_cannot_leave_are_lost_too() -> None:
    near = [GRID.label(h) for h in GRID.neighbour_list(GRID.parse("0634")) if not GAME.ground.off_map >> h & 1]
    land = [h for h in near if GAME.ground.land >> GRID.parse(h) & 1]
    ring = " ".join(f"US-{unit}={h}" for unit, h in zip((1, 2, 29), land, strict=False))
    match = german(f"G-272=0634 G-352=1331 {ring}", "seine_crossed 1").play("done")
    assert where(match, "G-272") != "0634"


@rule("reich", "7.1.2.C", "7.1.2.Ci")
def test_a_leader_has_until_the_first_step_in_which_it_may_move() -> None:
    at = "G-MODEL=5706 G-352=1331 US-1=1321"
    match = german(at, "seine_crossed 1", turn=8).play("done")
    assert where(match, "G-MODEL") == "5706"
    match = end(german(at, "seine_crossed 1", kind="exploitation", turn=8))
    assert where(match, "G-MODEL") != "5706"


@rule("reich", "7.1.2.D", "7.1.2.Da")
def test_b_units_stay_as_long_as_they_like() -> None:
    at = "G-353=0128 G-352=1331 US-1=1321"
    for kind in ("assault", "exploitation"):
        match = german(at, kind=kind)
        assert "0129" in ends(match, "G-353")
        assert where(match.play("done"), "G-353") == "0128"


# -- E, G, H ----------------------------------------------------------------------------------


@rule("reich", "7.1.2.E", "7.1.2.Ea", "7.1.2.Ed")
def test_allied_units_must_leave_the_south_while_they_can() -> None:
    at = "US-3=4040 US-36=4039 G-352=5320"
    match = on_map("allied", "assault", at, *FREE, turn=7, dice=[6]).play("declare 3")
    refused(match, "done", "7.1.2.E")
    moved(match, "US-3", "4038") if "4038" in ends(match, "US-3") else moved(match, "US-3", "4139")
    assert offered(match, "done")


@rule("reich", "7.1.2.E", "7.1.2.Eb", "7.1.2.Ec", "7.1.2.G", "7.1.2.Ga", "7.1.2.Gb", "7.1.2.Ed")
def test_units_kept_in_by_germans_stay_and_may_attack() -> None:
    near = GAME.ground.costs("staff").next(1 << GRID.parse("4040"))
    ring = [GRID.label(h) for h in GRID.neighbour_list(GRID.parse("4040")) if near >> h & 1]
    units = ("G-352", "G-353", "G-271", "G-272")
    at = " ".join(f"{unit}={h}" for unit, h in zip(units, ring, strict=False))
    match = exploit(f"US-3=4040 US-14A=4040 {at}", *FREE, turn=7)
    assert may_attack(match, "US-3", ring[0])
    assert offered(match, "done")
    free = exploit(
        f"US-3=4040 {at} US-36=4440 G-9SS=5320".replace(f"{units[0]}={ring[0]}", "G-352=5020"), *FREE, turn=7
    )
    assert not limits.may_attack(GAME, free.state, GAME.unit_ids["US-3"])


@rule("reich", "7.1.2.Ee")
def test_with_no_points_declared_the_duty_passes_on() -> None:
    at = "US-3=4040 US-36=4039 G-352=5320"
    match = on_map("allied", "assault", at, *FREE, turn=7, dice=[6]).play("declare 0")
    assert where(match, "US-3") == "4040"
    while GAME.step(match.state).name == "movement" and match.state.step == 1:
        match.play("done")
    assert where(match, "US-3") == "4040"


@rule("reich", "7.1.2.Ef")
def test_an_hq_leaves_in_the_first_step_in_which_it_may_move() -> None:
    at = "US-HQ6=4040 US-36=4039 G-352=5320"
    match = on_map("allied", "assault", at, *FREE, turn=7, dice=[6]).play("declare 3")
    assert offered(match, "done")
    refused(exploit(at, *FREE, turn=7), "done", "7.1.2.E")


@rule("reich", "7.1.2.G", "7.1.2.Ga")
def test_no_attack_into_or_out_of_entrance_hexes() -> None:
    match = german("G-12SS=5706 G-9SS=5606 US-1=5707 US-2=0433 G-352=0434", turn=8)
    assert not limits.may_attack(GAME, match.state, GAME.unit_ids["G-12SS"])
    assert may_attack(match, "G-9SS", "5707")
    assert not may_attack(match, "US-2", "0434")


@rule("reich", "7.1.2.F", "7.1.2.Fa", "7.1.2.Fb", "7.1.2.Fc", "7.1.2.Fd")
def test_b_hexes_are_ordinary_clear_ground() -> None:
    match = exploit(f"US-1=0225 US-2A=0227 G-353=0128 {FAR}")
    assert may_attack(match, "US-2A", "0128")
    assert offered(match.play("select US-2A"), "assault 0128")
    match.undo()
    match.play("select US-1", "move 0125")
    assert match.state.spent[GAME.unit_ids["US-1"]] == 1
    assert may_attack(german("G-12SS=0128 US-1=0227 G-352=1331"), "G-12SS", "0227")
    assert not GAME.ground.towns >> GRID.parse("0125") & 1


# -- I, J -------------------------------------------------------------------------------------


@rule("reich", "7.1.2.I", "7.1.2.Ia", "7.1.2.Ib", "7.1.2.Jk")
def test_germans_never_exit() -> None:
    match = german("G-353=0128 G-352=1331 US-1=1321", "brittany_turn 2")
    refused(match, "exit", "7.1.2.I")
    refused(match.play("select G-353"), "exit", "7.1.2.I")
    south = exploit(f"US-1=0433 {FAR}")
    refused(south, "exit", "7.1.2.J")
    refused(south.play("select US-1"), "exit", "7.1.2.L")


@rule("reich", "7.1.2.J", "7.1.2.Ja", "7.1.2.Jg", "7.1.2.Bb", "7.1.2.B", "7.1.2.Bc")
def test_four_us_divisions_exit_at_once() -> None:
    match = exploit(f"{FOUR} {FAR} G-353=track", "reduced US-1", "due G-353=4", turn=3)
    match.play("exit")
    for unit in ("US-1", "US-2", "US-29", "US-2A"):
        assert where(match, unit) == "brittany"
    assert match.state.brittany_turn == 3
    assert match.state.reduced >> GAME.unit_ids["US-1"] & 1
    refused(match, "exit", "7.1.2.J")


@rule("reich", "7.1.2.J", "7.1.2.Jg", "7.1.2.Bb")
def test_b_arrivals_still_to_come_are_lost() -> None:
    due = GAME.roster.turn[GAME.unit_ids["G-343"]]
    assert GAME.roster.entry[GAME.unit_ids["G-343"]] == "B"
    match = exploit(f"{FOUR} {FAR} G-343=track G-9SS=track", f"due G-343={due} G-9SS=5", turn=2).play("exit")
    assert where(match, "G-343") == "removed"
    assert where(match, "G-9SS") == "track"


@rule("reich", "7.1.2.J", "7.1.2.Jb", "7.1.2.Jd", "7.1.2.Je")
def test_three_or_others_do_not_exit() -> None:
    for at in ("US-1=0128 US-2=0128 US-29=0129", "US-1=0128 US-2=0128 US-29=0129 FR-2A=0129"):
        refused(exploit(f"{at} US-30=0820 {FAR}"), "exit", "7.1.2.J")
    other = "US-1=0128 US-2=0128 US-29=0129 CW-8AB=0129 US-HQ1-12=0129 US-PATTON=0130"
    refused(exploit(f"{other} {FAR}"), "exit", "7.1.2.J")


@rule("reich", "7.1.2.J", "7.1.2.Jc")
def test_each_needs_a_point_and_freedom_to_move() -> None:
    at = f"US-1=0228 US-2=0128 US-29=0129 US-2A=0129 {FAR}"
    match = exploit(at)
    refused(match, "exit", "7.1.2.J")
    moved(match, "US-1", "0128")
    assert offered(match, "exit")
    poor = on_map("allied", "assault", at, dice=[6]).play("declare 1")
    moved(poor, "US-1", "0128")
    refused(poor, "exit", "7.1.2.J")
    stopped = exploit(f"{at} G-353=0127")
    moved(stopped, "US-1", "0128")
    refused(stopped, "exit", "7.1.2.J")
    assert offered(exploit(f"{FOUR} G-353=0127 {FAR}"), "exit")  # they have not moved yet


@rule("reich", "7.1.2.Je")
def test_which_four_of_five_is_a_choice() -> None:
    match = exploit(f"{FOUR} US-30=0130 {FAR}").play("exit")
    assert len(offers(match, "choose")) == 5
    match.play("propose")
    assert offered(match, "done")
    refused(match, "choose US-30") if not offered(match, "choose US-30") else None
    match.play("done")
    assert sum(where(match, u) == "brittany" for u in ("US-1", "US-2", "US-29", "US-2A", "US-30")) == 4


@rule("reich", "7.1.2.Jf", "7.1.2.Jb")
def test_each_movement_step_stands_alone() -> None:
    match = breakthrough(f"{FOUR} {FAR}", "poised US-1 US-2", points="0 0 0 0 0")
    assert match.state.step != 2 or not offered(match, "exit")


@rule("reich", "7.1.2.J", "7.1.2.Jh", "7.1.2.Ji", "7.1.2.Db")
def test_germans_leave_the_b_hexes_or_are_gone_for_good() -> None:
    at = "G-353=0128 G-271=0129 G-352=1331 US-1=1321"
    match = german(at, "brittany_turn 2", turn=2)
    moved(match, "G-271", "0229")
    match.play("done", "pass")
    assert where(match, "G-353") == "removed"
    assert where(match, "G-271") == "0229"
    assert match.state.coast_cleared


@rule("reich", "7.1.2.J", "7.1.2.Jj")
def test_b_hexes_are_closed_to_the_germans_afterwards() -> None:
    match = german("G-9SS=0228 G-352=1331 US-1=0128", "brittany_turn 2", turn=3)
    assert beyond(match, "G-9SS", "0129") == "7.1.2.J"
    assert not may_attack(match, "G-9SS", "0128")
    assert not limits.may_advance(GAME, match.state, GAME.unit_ids["G-9SS"]) >> GRID.parse("0128") & 1


@rule("reich", "7.1.2.J", "7.1.2.Jl", "17.6.2")
def test_the_exit_completes_a_breakout() -> None:
    towns = "US-30=1328 US-79=1225"
    at = f"{FOUR} {towns} CW-50=0921 US-9=0727 {FAR}"
    match = exploit(at, "allied 1020 0921 1225 1328 0727 0820", turn=5)
    assert not match.state.breakout
    match.play("exit")
    assert match.state.breakout == 5


# -- K ----------------------------------------------------------------------------------------

GONE = "US-1=brittany US-2=brittany US-29=brittany US-2A=brittany"


@rule("reich", "7.1.2.K", "7.1.2.Ka", "7.1.2.Kb", "7.1.2.Kc")
def test_three_of_the_four_come_back() -> None:
    match = exploit(f"{GONE} US-30=0820 {FAR}", "brittany_turn 3", "army12 US-30", turn=3, dice=[3])
    match.play("select US-1")
    assert offers(match, "move") == {GRID.label(h) for h in GRID if GAME.ground.entrances["B"] >> h & 1}
    match.play("move 0128")
    assert match.state.spent[GAME.unit_ids["US-1"]] == 1
    match.play("move 0228", "stop")
    moved(match, "US-2", "0129")
    assert offered(match, "select US-29")
    moved(match, "US-29", "0130")
    refused(match, "select US-2A", "10.4")
    match.play("done")
    assert where(match, "US-2A") == "removed"


@rule("reich", "7.1.2.K", "7.1.2.Kd", "7.1.2.Kb")
def test_who_is_not_brought_back_at_once_never_comes() -> None:
    match = exploit(f"{GONE} US-30=0820 {FAR} G-353=0128", "brittany_turn 3", turn=3)
    assert "0128" not in offers(match.play("select US-1"), "move")
    match.undo()
    match.play("done")
    assert all(where(match, unit) == "removed" for unit in ("US-1", "US-2", "US-29", "US-2A"))
    assert match.state.brittany_back


@rule("reich", "7.1.2.Ke", "7.1.2.Kd")
def test_the_return_waits_for_a_point_of_the_1st_army() -> None:
    at = f"{GONE} US-30=0820 CW-50=0921 US-HQ1-12=0820 {FAR}"
    match = breakthrough(at, "brittany_turn 3", points="2 0 0 0 0", turn=3)
    refused(match, "select US-1", "10.4")
    match.play("done")
    assert where(match, "US-1") == "brittany"


@rule("reich", "7.1.2.K")
def test_nobody_comes_back_in_the_step_of_the_exit() -> None:
    match = exploit(f"{FOUR} US-30=0820 {FAR}", turn=3).play("exit")
    refused(match, "select US-1", "10.4")
    match.play("done")
    assert where(match, "US-1") == "brittany"


# -- L, M -------------------------------------------------------------------------------------


@rule("reich", "7.1.2.L", "7.1.2.La", "7.1.2.Lc", "7.1.2.M", "7.1.2.Ma", "7.1.2.Ld")
def test_allied_units_exit_over_marked_hexes_of_the_east_edge() -> None:
    at = "US-1=5713 US-2=5705 G-352=4202"
    match = exploit(at, *FREE, "antwerp 1", turn=12)
    match.play("select US-1", "exit")
    assert where(match, "US-1") == "exited"
    assert match.state.exits >> GAME.unit_ids["US-1"] & 1
    refused(match, "select US-1", "10.4")
    refused(match.play("select US-2"), "exit", "7.1.2.L")


@rule("reich", "7.1.2.L", "7.1.2.Lb")
def test_all_exits_are_made_in_one_segment() -> None:
    at = "US-1=5713 US-2=exited G-352=4202"
    refused(exploit(at, *FREE, "antwerp 1", turn=12).play("select US-1"), "exit", "7.1.2.L")


@rule("reich", "3.2.C.1", "3.2.C.1e", "7.1.2.Ld")
def test_the_tenth_division_that_exits_wins_the_game() -> None:
    names = ["US-1", "US-2", "US-29", "US-30", "US-8", "US-79", "US-90", "US-9", "US-83", "US-35"]
    places = [h for h in ("5713", "5715", "5717", "5719") for _ in range(3)]
    at = " ".join(f"{name}={h}" for name, h in zip(names, places, strict=False))
    match = exploit(f"{at} G-352=4202", *FREE, "antwerp 1", turn=12)
    for name in names:
        assert not match.state.over
        match.play(f"select {name}", "exit")
    assert match.result is not None
    assert match.result.winner == "allied"


@rule("reich", "7.1.2.L", "7.1.2.La")
def test_the_exit_costs_a_point_and_needs_freedom_to_move() -> None:
    at = "US-1=5613 G-352=4202"
    match = step("allied", "assault", at, *FREE, "antwerp 1", turn=12, dice=[6]).play("declare 1")
    moved(match, "US-1", "5713")
    assert where(match, "US-1") == "5713"
    rich = step("allied", "assault", at, *FREE, "antwerp 1", turn=12, dice=[6]).play("declare 2", "select US-1")
    rich.play("move 5713", "exit")
    assert where(rich, "US-1") == "exited"
    held = step("allied", "assault", f"{at} G-353=5712", *FREE, "antwerp 1", turn=12, dice=[6]).play("declare 5")
    held.play("select US-1", "move 5713")
    assert not offered(held, "exit")


@rule("reich", "7.1.2.L", "7.1.2.Le")
def test_the_breakout_scenario_has_no_east_edge() -> None:
    from grognard.games.reich import exits

    match = exploit(f"US-1=3420 {FAR}", scenario="breakout", turn=6)
    assert not any(exits.way_out(GAME, match.state, h) for h in GRID if GAME.in_play(match.state) >> h & 1)


@rule("reich", "7.1.2.L", "7.1.2.La", "7.1.2.Lb")
def test_a_unit_shut_in_at_the_edge_can_still_exit_unless_others_did_before() -> None:
    ring = bits(GRID.neighbours(1 << GRID.parse("5713")) & GAME.ground.land & ~GAME.ground.off_map)
    germans = " ".join(
        f"{unit}={GRID.label(h)}" for unit, h in zip(("G-352", "G-353", "G-271", "G-272"), ring, strict=False)
    )
    at = f"US-1=5713 {germans}"
    match = exploit(at, *FREE, "antwerp 1", turn=12)
    match.play("select US-1")
    assert not offers(match, "move")
    assert offered(match, "exit")
    refused(exploit(f"{at} US-2=exited US-29=4420", *FREE, "antwerp 1", turn=12), "select US-1", "10.4")
