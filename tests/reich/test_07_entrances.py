"""Clauses 7.1.1 and 7.1.2.A to H: moving out of Entrance Hexes, and B hexes as ordinary ground."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from grognard import Match
from grognard.games.reich.ground import Fight
from grognard.games.reich.limits import may_attack
from tests.kit import move, offers, refused, take, where
from tests.reich.helpers_map import ALLIED, GERMAN, GROUND, at
from tests.reich.helpers_supply import GERMANS, US, Board, filled, labels, marked, region, ring
from tests.reich.table import position
from tests.rules import rule


def german(at_: str, *more: str, die: int = 3, phase: str = "german assault", turn: int = 3) -> Match:
    """A German Movement Step; with 3 infantry has 4 points and Mechanized units 8."""
    return position(phase, f"{at_} CW-50=1020", *more, dice=[die], turn=turn)


def allied(at_: str, *more: str, declare: int = 3, dice: Iterable[int] = (3, 3, 3), turn: int = 7) -> Match:
    """The Allied Assault Movement Step, with these points declared."""
    match = position("allied assault", at_, *more, dice=dice, turn=turn)
    return match.play(f"declare {declare}")


# -- leaving ---------------------------------------------------------------------------------


@rule("reich", "7.1.1b", "7.1.1c", "7.1f")
def test_a_unit_that_has_been_placed_has_its_whole_allowance() -> None:
    match = german("G-276=5813", "arrived G-276")
    reach = take(match, "G-276")
    assert max(GROUND.board.grid.distance(at("5813"), at(label)) for label in reach) == 4
    costs = {label: GROUND.step("ordinary", at("5813"), at(label)) for label in labels(_neighbours("5813"))}
    assert {label for label, cost in costs.items() if cost is not None} <= reach
    forest = next(h for h in sorted(labels(GROUND.board.terrain["forest"] & _beside_edge())))
    edge = next(iter(labels(_neighbours(forest) & GROUND.entrances["E"])))
    slow = german(f"G-276={edge}", die=1)  # three points
    cost = GROUND.step("ordinary", at(edge), at(forest))
    assert (forest in take(slow, "G-276")) == (cost is not None and cost <= 3)


def _neighbours(label: str) -> int:
    return GROUND.board.grid.neighbours(1 << at(label))


def _beside_edge() -> int:
    return GROUND.board.grid.neighbours(GROUND.entrances["E"])


@rule("reich", "7.1.2.C", "7.1.2.Ca", "7.1.2.Cb")
@pytest.mark.parametrize("hex_", ["5813", "0434", "4040"])
def test_a_german_unit_that_stays_in_its_entrance_hex_is_lost(hex_: str) -> None:
    match = german(f"G-276={hex_} G-91=1331")
    assert "G-276" in match.prompt.text
    match.play("done")
    assert set(match.actions.texts()) == {"propose", "pass"}
    match.play("pass")
    assert where(match, "G-276") == "cup"
    out = german(f"G-276={hex_} G-91=1331").play("done", "propose")
    assert where(out, "G-276") not in (hex_, "cup")


@rule("reich", "7.1.2.C", "7.1.2.Cf")
def test_replacements_and_box_units_are_bound_in_the_same_way() -> None:
    match = german("G-2PZ=5813 G-91=1331", turn=5).play("done", "pass")
    assert where(match, "G-2PZ") in ("track", "watch")


@rule("reich", "7.1.2.Cg")
def test_a_unit_lost_in_an_entrance_hex_comes_back_like_any_eliminated_unit() -> None:
    match = german("G-2PZ=5813 G-91=1331", turn=4).play("done", "pass")
    if "pass" in match.actions.texts():
        match.play("pass")
    assert (where(match, "G-2PZ"), match.state.due[match.game.unit_ids["G-2PZ"]]) == ("track", 7)


@rule("reich", "7.1.2.Ch")
def test_a_unit_that_cannot_leave_is_lost_all_the_same() -> None:
    match = german(f"G-276=0434 G-91=1331 {filled(labels(_neighbours('0434') & ~GROUND.off_map & GROUND.land), US)}")
    assert not take(match, "G-276")
    match.play("done")
    if "pass" in match.actions.texts():
        match.play("pass")
    assert where(match, "G-276") == "cup"


@rule("reich", "7.1.2.Ci")
def test_leaders_have_time_until_the_step_in_which_they_may_move() -> None:
    match = german("G-MODEL=5813 G-91=1331")
    assert "G-MODEL" not in match.prompt.text
    refused(match, "select G-MODEL", "10.3.A")
    match.play("done")
    assert where(match, "G-MODEL") == "5813"
    later = german("G-MODEL=5813 G-91=1331", phase="german exploitation")
    assert "G-MODEL" in later.prompt.text
    later.play("done", "pass")
    assert where(later, "G-MODEL") != "5813"


@rule("reich", "7.1.2.Cc", "7.1.2.Ab", "7.1.2.A")
def test_nobody_goes_back_into_an_entrance_hex() -> None:
    match = german("G-276=0433 G-91=4039 G-271=5713")
    assert not take(match, "G-276") & region("W entrance")
    refused(match, "move 0434", "7.1.2.A")
    for unit, name in (("G-91", "A-D entrance"), ("G-271", "E entrance")):
        fresh = german("G-276=0433 G-91=4039 G-271=5713")
        assert not take(fresh, unit) & region(name)
    american = allied("US-1=0433 CW-50=1020")
    assert not take(american, "US-1") & region("W entrance")


@rule("reich", "7.1.2.Aa")
def test_the_edges_have_their_entrance_hexes() -> None:
    features = GROUND.board.features
    assert "entry:W" in features[at("0434")]
    assert "entry:B" in features[at("0125")]
    assert "entry:E" in features[at("5706")]
    assert "entry:A-D" in features[at("4040")]


@rule("reich", "7.1.2.Ce")
def test_a_unit_whose_strategic_movement_fails_may_still_move() -> None:
    match = german("G-502SS=5813 G-91=1331").play("select G-502SS", "strategic 1521", "roll 1")
    assert where(match, "G-502SS") == "5813"
    if "move 5713" not in match.actions.texts():
        match.play("select G-502SS")
    assert "5713" in offers(match, "move")


@rule("reich", "7.1.2.Cd")
def test_on_the_counteroffensive_turn_the_first_segment_is_that_of_the_offensive() -> None:
    match = position(
        "german offensive", "G-276=5813 G-91=4820 CW-50=4715", "offensive 10", "cherbourg 5", turn=10, dice=[3]
    )
    match.play("declare 1")
    assert "G-276" in match.prompt.text
    match.play("done", "pass")
    assert where(match, "G-276") != "5813"


# -- B hexes ---------------------------------------------------------------------------------


@rule("reich", "7.1.2.D", "7.1.2.Da")
def test_german_units_stay_and_move_in_the_b_hexes_as_they_like() -> None:
    match = german("G-353=0126 G-91=1331")
    assert "0127" in take(match, "G-353")
    stay = german("G-353=0126 G-91=1331").play("done")
    assert where(stay, "G-353") == "0126"


@rule("reich", "7.1.2.Db", "7.1.2.Jh")
def test_after_the_exit_into_brittany_they_have_to_leave() -> None:
    match = german("G-353=0126 G-91=1331", "brittany_turn 3", turn=3)
    assert "G-353" in match.prompt.text


@rule("reich", "7.1.2.F", "7.1.2.Fa", "7.1.2.Ac")
def test_both_sides_move_into_b_hexes_at_the_cost_of_clear_ground() -> None:
    assert GROUND.step("ordinary", at("0226"), at("0126")) == 1
    assert "0126" in take(german("G-276=0226"), "G-276")
    assert "0126" in take(allied("US-1=0226 CW-50=1020"), "US-1")


@rule("reich", "7.1.2.Fc", "7.1.2.Fd")
def test_b_hexes_give_no_modifier_and_st_malo_is_no_town() -> None:
    for h in GROUND.board.regions["B entrance"].hexes:
        fight = Fight(GERMAN, 3, GROUND.every_fort)
        assert GROUND.hex_modifier(h, fight) == 0
    assert not GROUND.towns >> at("0125") & 1


@rule("reich", "7.1.2.Fb")
def test_units_attack_into_and_out_of_b_hexes() -> None:
    board = Board("US-1=0226 G-276=0126")
    game, state = board.game, board.state
    assert may_attack(game, state, game.unit_ids["US-1"]) >> at("0126") & 1
    assert may_attack(game, state, game.unit_ids["G-276"]) >> at("0226") & 1


@rule("reich", "7.1.2.G", "7.1.2.Ga", "7.1.2.Gb", "7.1.2.Ec")
def test_nobody_attacks_into_or_out_of_other_entrance_hexes() -> None:
    board = Board("US-1=5707 G-276=5706 US-3=4140 G-91=4139", turn=7)
    game, state = board.game, board.state

    def open_(unit: str, label: str) -> bool:
        return bool(may_attack(game, state, game.unit_ids[unit]) >> at(label) & 1)

    assert not open_("G-276", "5707")
    assert not open_("US-1", "5706")
    assert not open_("G-91", "4140")
    assert not open_("US-3", "4139")  # another way is open
    held = filled(labels(_neighbours("4040") & ~GROUND.off_map & GROUND.land), GERMANS)
    shut = Board(f"US-3=4040 {held}", turn=7)
    targets = may_attack(shut.game, shut.state, shut.game.unit_ids["US-3"])
    assert labels(targets) & {word.split("=")[1] for word in held.split()}


@rule("reich", "7.1.2.H", "7.1.2.Ha", "6.3.Da", "6.3.Db")
def test_zones_stop_at_entrance_hexes_but_not_at_b_hexes() -> None:
    zone = lambda unit, side: labels(Board(unit).game.zone(Board(unit).state, side))  # noqa: E731
    assert not zone("G-276=5706", GERMAN)
    assert not zone("US-1=5713", ALLIED) & region("E entrance")
    assert "0126" in zone("US-1=0226", ALLIED)
    assert "0226" in zone("G-276=0126", GERMAN)


# -- Anvil-Dragoon ---------------------------------------------------------------------------


@rule("reich", "7.1.2.E", "7.1.2.Ea")
def test_a_d_units_have_to_leave_in_the_next_allied_step() -> None:
    match = allied("US-3=4040 CW-50=1020")
    refused(match, "done", "7.1.2.E")
    move(match, "US-3", "4039")
    match.play("done")
    assert where(match, "US-3") == "4039"


@rule("reich", "7.1.2.Eb", "7.1.2.Ed")
def test_a_d_units_shut_in_by_german_units_stay_unharmed() -> None:
    held = filled(labels(_neighbours("4040") & ~GROUND.off_map & GROUND.land), GERMANS)
    match = allied(f"US-3=4040 CW-50=1020 {held}").play("done")
    assert where(match, "US-3") == "4040"
    zones_only = allied("US-3=4040 CW-50=1020 G-276=4038")
    refused(zones_only, "done", "7.1.2.E")


@rule("reich", "7.1.2.Ee")
def test_without_points_before_combat_the_duty_waits() -> None:
    match = allied("US-3=4040 CW-50=1020", declare=0)
    assert where(match, "US-3") == "4040"
    assert not match.state.over


@rule("reich", "7.1.2.Ef")
def test_the_6th_army_group_headquarters_leaves_when_it_may_move() -> None:
    match = allied("US-HQ6=4040 CW-50=1020 US-1=0820")
    refused(match, "select US-HQ6", "10.3.A")
    match.play("done")
    assert where(match, "US-HQ6") == "4040"
    later = position("allied exploitation", "US-HQ6=4040 CW-50=1020 US-1=0820", dice=[3, 3, 3], turn=7)
    refused(later, "done", "7.1.2.E")


@rule("reich", "7.1.2", "7.1.2a")
def test_units_in_entrance_hexes_are_checked_for_supply() -> None:
    walled = f"G-276=0434 {ring('0434', US)}"
    board = Board(walled)
    assert board.check(GERMAN) == {"G-276"}
    assert Board("G-276=0434").check(GERMAN) == set()
    assert not marked(german("G-276=0434"), "oos")
