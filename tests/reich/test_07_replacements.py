"""Clause 7.2: eliminated units, the cup, the Box at elimination, and the return of units."""

from __future__ import annotations

import pytest

import grognard
from grognard import Match
from grognard.games.reich.pieces import eliminate, lose_step
from tests.kit import offered, offers, refused, where
from tests.reich.helpers_supply import GERMANS, US, arriving, marked, places, put, region, returning, ring, wide_ring
from tests.reich.table import position
from tests.rules import rule

US_BEACHES, CW_BEACHES = {"0619", "0820"}, {"1020", "1121"}


def lost(unit: str, turn: int, *more: str, scenario: str = "campaign") -> Match:
    """A unit with one step left and without supply at Attrition: it is eliminated.

    If its owner has a choice to make, the match waits for it.
    """
    game = grognard.game("reich")
    reduced = game.roster.two_steps >> game.unit_ids[unit] & 1  # type: ignore[attr-defined]
    around = ring("0924", GERMANS if unit.startswith(("US", "CW")) else US)
    marks = (f"reduced {unit}",) if reduced else ()
    return position("supply", f"{unit}=0924 {around}", *marks, *more, turn=turn, scenario=scenario)


def due(match: Match, unit: str) -> int:
    """The turn on which a unit comes back by the track, or 0."""
    found: int = match.state.due[match.game.unit_ids[unit]]
    assert (where(match, unit) == "track") == bool(found)
    return found


# -- elimination ------------------------------------------------------------------------------


@rule("reich", "7.2.1", "7.2.1a", "7.2.1.A", "7.2.1.Aa", "7.2.1.Ab", "7.2.1.B", "7.2.1.Ba", "7.2.1.C", "7.2.1.Ca")
@pytest.mark.parametrize(
    ("unit", "turn", "back"),
    [("CW-7A", 2, 4), ("CW-8AB", 2, 4), ("US-2A", 3, 5), ("US-1", 2, 5), ("CW-50", 2, 6), ("CW-50", 11, 15)],
)
def test_allied_units_go_to_the_track_by_themselves(unit: str, turn: int, back: int) -> None:
    assert due(lost(unit, turn), unit) == back


@rule("reich", "7.2b", "7.2.C", "7.2.Cb")
def test_units_with_a_dot_and_units_due_after_turn_15_never_return() -> None:
    assert where(lost("CW-50", 12), "CW-50") == "eliminated"
    game = grognard.game("reich")
    dotted = [c.id for c in game.counters if "replaceable" not in c.tags and c.side == "german" and c.type == "coastal"]
    assert "G-709" in dotted
    assert where(lost("G-709", 3), "G-709") == "eliminated"


@rule("reich", "7.2.2", "7.2.2.A", "7.2.2.Aa", "7.2.2.Ab", "2.1.Ba")
def test_the_owner_of_a_mechanized_unit_chooses_between_track_and_box() -> None:
    match = lost("G-2PZ", 3)
    assert match.side == "german"
    assert set(match.actions.texts()) == {"box", "pass"}
    assert "Turn 6" in match.prompt.text
    assert due(match, "G-2PZ") == 6
    boxed = lost("G-2PZ", 3).play("box")
    assert (where(boxed, "G-2PZ"), due(boxed, "G-2PZ")) == ("watch", 0)
    assert where(match.play("pass"), "G-2PZ") == "track"


@rule("reich", "7.2.2.Ab", "7.2.2.Af")
def test_the_box_is_open_through_turn_9() -> None:
    assert offered(lost("G-2PZ", 9), "box")
    late = lost("G-2PZ", 10)
    assert where(late, "G-2PZ") == "eliminated"


@rule("reich", "7.2.2.Ad", "7.2.2.Ae", "7.2.2.Ag", "7.2.2.Ak")
def test_a_division_that_has_come_back_once_may_still_go_into_the_box() -> None:
    match = lost("G-2PZ", 6, "replaced G-2PZ")
    assert set(match.actions.texts()) == {"box", "pass"}
    assert "never returns" in match.prompt.text
    assert where(match.play("pass"), "G-2PZ") == "eliminated"
    assert due(lost("G-501SS", 6, "replaced"), "G-501SS") == 9  # a Tiger battalion, however often


@rule("reich", "7.2.2.Ab")
def test_the_box_is_not_asked_for_in_a_game_that_ends_before_it_opens() -> None:
    match = lost("G-2PZ", 3, scenario="breakout")
    assert due(match, "G-2PZ") == 6
    assert not offered(match, "box")


@rule("reich", "7.2.2.B", "7.2.2.Ba", "7.2.2a")
def test_infantry_and_parachute_units_go_into_the_cup() -> None:
    found = position("supply", f"G-49=0924 G-6FJ=0924 G-914=0924 {ring('0924', US)}", turn=3)
    assert [where(found, unit) for unit in ("G-49", "G-6FJ", "G-914")] == ["cup", "cup", "eliminated"]


@rule("reich", "7.2.2.Bd", "7.2.2.Bf", "7.2.2.Be")
@pytest.mark.parametrize(("turn", "box"), [(7, "cup"), (8, "eliminated"), (9, "eliminated")])
def test_the_cup_takes_units_through_turn_7(turn: int, box: str) -> None:
    match = position("german refit", "G-49=0924", turn=3)
    state = match.state.copy()
    state.turn = turn
    state.at[match.game.unit_ids["G-49"]] = match.game.board.grid.parse("0924")
    eliminate(match.game, state, match.game.unit_ids["G-49"], "13.7.4")
    assert match.game.place_name(state.at[match.game.unit_ids["G-49"]]) == box


# -- the cup -----------------------------------------------------------------------------------

CUP = "G-84 G-91 G-77 G-353 G-271 G-272 G-275 G-276 G-277"


def drawing(units: str, turn: int, at: str = "") -> Match:
    placed = " ".join(f"{unit}=cup" for unit in units.split())
    return position("german replacement", f"{placed} {at}", turn=turn)


@rule("reich", "7.2.2.Bb", "7.2.2.Bh")
def test_four_units_are_drawn_from_the_cup_on_turn_7() -> None:
    match = drawing(CUP, 7)
    for _ in range(4):
        assert match.side == "dice"
        names = [name for name in CUP.split() if where(match, name) == "cup"]
        assert offers(match, "draw") == set(names)
        match.play(f"draw {names[0]}")
    assert match.side == "german"
    drawn = {name for name in CUP.split() if where(match, name) == "track"}
    assert drawn == set(CUP.split()[:4])
    assert places(match, "G-84") == region("E entrance")
    assert sum(where(match, name) == "cup" for name in CUP.split()) == 5


@rule("reich", "7.2.2.Bh")
def test_every_unit_in_the_cup_is_equally_likely() -> None:
    match = drawing(CUP, 7)
    weights = {weight for _, weight in match.game.step(match.state).outcomes(match.state)}
    assert weights == {1}


@rule("reich", "7.2.2.Bc", "7.2.2.Be")
def test_a_small_cup_gives_what_it_has_and_the_last_draw_closes_it() -> None:
    match = drawing("G-49 G-91", 7)
    assert match.side == "german"
    assert {where(match, unit) for unit in ("G-49", "G-91")} == {"track"}
    last = drawing(CUP, 8)
    for unit in CUP.split()[:4]:
        last.play(f"draw {unit}")
    assert {where(last, unit) for unit in CUP.split()[4:]} == {"eliminated"}
    assert where(drawing(CUP, 6), "G-91") == "cup"


@rule("reich", "7.2.2.Bg", "7.2.Ca", "7.2.Cc")
def test_replaced_units_are_at_full_strength() -> None:
    match = position("german replacement", "G-272=cup", turn=7)
    put(match, "G-272=5813")
    assert not marked(match, "reduced")
    state = position("german replacement", "G-2PZ=track G-49=track", "due G-2PZ=5 G-49=5", turn=5).state.copy()
    game = grognard.game("reich")
    unit = game.unit_ids["G-2PZ"]
    state.at[unit], state.reduced = game.board.grid.parse("0924"), 1 << unit
    lose_step(game, state, unit, "13.7.4")
    assert not state.reduced


# -- German replacements -----------------------------------------------------------------------


@rule("reich", "7.2.B", "7.2.Ba", "4.1d", "4.1g")
def test_german_replacements_arrive_at_the_east_edge_or_in_the_box() -> None:
    match = returning("german", "G-2PZ", turn=5)
    assert places(match, "G-2PZ") == region("E entrance") | {"box"}
    refused(match, "done", "7.1")
    boxed = put(returning("german", "G-2PZ", turn=5), "G-2PZ=box")
    assert where(boxed, "G-2PZ") == "watch"
    assert marked(boxed, "replaced") == {"G-2PZ"}  # it has used its return by the track
    assert not marked(put(returning("german", "G-501SS", turn=5), "G-501SS=5813"), "replaced")
    infantry = drawing("G-49", 7)
    assert places(infantry, "G-49") == region("E entrance")
    infantry.play("select G-49")
    refused(infantry, "box", "7.2.2.A")


@rule("reich", "7.2.Bb", "4.1e", "7.2.Bf")
def test_one_replacement_a_turn_joins_the_7th_army() -> None:
    match = returning("german", "G-2PZ G-LEHR", turn=5, at="G-HQ7=1331")
    assert "1331" in places(match, "G-2PZ")
    put(match, "G-2PZ=1331")
    assert "1331" not in places(match, "G-LEHR")
    match.play("select G-LEHR")
    refused(match, "place 1331", "7.2.B")
    for enemies in ("US-1=1332", wide_ring("1331", US)):
        barred = returning("german", "G-2PZ", turn=5, at=f"G-HQ7=1331 {enemies}")
        assert "1331" not in places(barred, "G-2PZ")
        barred.play("select G-2PZ")
        refused(barred, "place 1331", "7.2.B")
    reinforcement = arriving("german", "G-363", turn=4, at="G-HQ7=1331")
    assert places(reinforcement, "G-363") == region("E entrance")


@rule("reich", "7.2.Bc", "4.1f", "17.4.B", "7.2.Be")
def test_three_replacements_a_turn_join_model() -> None:
    units = "G-2PZ G-LEHR G-501SS G-1SS"
    match = returning("german", units, turn=7, at="G-MODEL=4629")
    put(match, "G-2PZ=4629", "G-LEHR=4629", "G-501SS=4629")
    assert "4629" not in places(match, "G-1SS")
    full = returning("german", "G-2PZ", turn=7, at="G-MODEL=4629 G-49=4629 G-91=4629 G-77=4629")
    assert "4629" not in places(full, "G-2PZ")
    near = returning("german", "G-2PZ", turn=7, at="G-MODEL=4629 US-1=4630")
    assert "4629" not in places(near, "G-2PZ")


@rule("reich", "7.2.Bd", "8.4.1b")
def test_the_ruhr_is_not_east_edge_supply_for_model() -> None:
    match = returning("german", "G-2PZ", turn=7, at=f"G-MODEL=5310 {wide_ring('5310', US)}")
    assert "5310" not in places(match, "G-2PZ")
    assert "5310" in places(returning("german", "G-2PZ", turn=7, at="G-MODEL=5310"), "G-2PZ")


@rule("reich", "3.3.Di", "3.3.Da")
def test_replacements_wait_off_the_map_in_the_normandy_breakout() -> None:
    match = returning("german", "G-2PZ", turn=5, at="G-HQ7=1331", scenario="breakout")
    assert places(match, "G-2PZ") == {"1331", "tray"}
    assert where(put(match, "G-2PZ=tray"), "G-2PZ") == "tray"


@rule("reich", "7.2.2.Aj")
def test_a_unit_due_on_turn_11_returns_before_the_decision_of_that_turn() -> None:
    match = returning("german", "G-2PZ", turn=11)
    assert places(match, "G-2PZ") == region("E entrance") | {"box"}


@rule("reich", "7.2.2.Ac", "7.2.2.Al")
def test_the_box_is_closed_once_the_counteroffensive_is_declared() -> None:
    match = returning("german", "G-2PZ", "offensive 10", turn=12)
    assert places(match, "G-2PZ") == region("E entrance")
    after = position("supply", f"G-2PZ=4629 {ring('4629', US)}", "reduced G-2PZ", "offensive 10", turn=10)
    assert where(after, "G-2PZ") == "eliminated"


# -- Allied replacements -----------------------------------------------------------------------


@rule("reich", "7.2", "7.2.A", "7.2.Aa", "4.1m", "7.2.Ac")
def test_allied_replacements_arrive_like_reinforcements() -> None:
    match = returning("allied", "CW-50", turn=6)
    assert places(match, "CW-50") == CW_BEACHES | {"england"}
    match.play("select CW-50")
    refused(match, "place 0820", "7.1.3")
    full = returning("allied", "US-1", turn=5, at="US-2=0619 US-4=0619 US-9=0619 US-29=0820 US-90=0820 US-30=0820")
    assert places(full, "US-1") == {"england"}


@rule("reich", "7.2.Ab", "7.2.A")
def test_replaced_a_d_units_may_join_the_6th_army_group() -> None:
    southern = region("A-D entrance")
    assert places(returning("allied", "US-3", turn=10, at="US-HQ6=4136"), "US-3") == southern | {"4136"}
    near = returning("allied", "US-3", turn=10, at="US-HQ6=4136 G-49=4137")
    assert places(near, "US-3") == southern
    near.play("select US-3")
    refused(near, "place 4136", "7.2.A")
    first = arriving("allied", "US-3", turn=7, at="US-HQ6=4136")
    assert places(first, "US-3") == southern


@rule("reich", "7.2a", "7.2c", "7.2")
def test_reduced_infantry_stays_reduced() -> None:
    match = position("allied refit", "US-1=0820", "reduced US-1\nrefit_us 3", turn=3)
    assert marked(match, "reduced") == {"US-1"}
    assert not offers(match, "choose")
