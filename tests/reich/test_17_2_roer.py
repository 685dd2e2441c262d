"""Clauses 17.2 and 17.7.2.A: the Roer Dams, and transfer to the Watch on the Rhine Box."""

from __future__ import annotations

import pytest

from grognard import Match
from grognard.games.reich import roer
from grognard.games.reich.ground import DRAINED, DRY, FLOODED, FLOODING
from grognard.hexes import bits
from tests.kit import offered, refused, where
from tests.reich.helpers_moves import AREAS, GAME, GRID, breakthrough, moved, on_map
from tests.reich.test_10_7_limits import FREE
from tests.rules import rule

AT = "G-352=4913 G-353=5117 US-1=4420"


def german(kind: str = "assault", at: str = AT, *more: str, turn: int = 13, **options: object) -> Match:
    return on_map("german", kind, at, *FREE, *more, turn=turn, **options)  # type: ignore[arg-type]


# -- 17.2 -------------------------------------------------------------------------------------


@rule("reich", "17.2", "17.2.A", "17.2.Aa", "17.2.Ab", "17.2.Ac", "17.2a")
def test_the_germans_need_all_three_dams() -> None:
    assert {GRID.label(h) for h in bits(AREAS.dams)} == {"4916", "5015", "5016"}
    for held in ("4916", "5015", "5016"):
        refused(german("assault", AT, f"allied {held}"), "blow", "17.2.A")
    assert offered(german(), "blow")
    match = german("assault", "G-352=4917 US-1=4420", "allied 4916")
    refused(match, "blow", "17.2.A")
    moved(match, "G-352", "4916")
    assert offered(match, "blow")  # recaptured


@rule("reich", "17.2.B", "17.2.Ba", "17.2.Bb", "17.2.Bn")
@pytest.mark.parametrize("kind", ["assault", "exploitation"])
def test_they_blow_them_once_between_any_moves(kind: str) -> None:
    match = german(kind)
    moved(match, "G-353", "5118")
    match.play("blow")
    assert match.state.flood == 13
    refused(match, "blow", "17.2.B")
    refused(german(kind, AT, "flood 12"), "blow", "17.2.B")


@rule("reich", "17.2.Bn")
def test_the_counteroffensive_has_such_a_segment_too() -> None:
    match = on_map("german", "offensive", AT, "offensive 11", turn=11).play("declare 2")
    assert offered(match, "blow")
    late = on_map("german", "breakthrough", AT, "offensive 11", "points 0 0 0 3 6", turn=11).play("pass")
    refused(late, "blow", "17.2.B")


@rule("reich", "17.2.B", "17.2.Bc")
def test_not_in_other_segments() -> None:
    match = on_map("allied", "exploitation", AT, *FREE, turn=13)
    refused(match, "blow", "17.2.B")
    refused(breakthrough("US-1=1327 G-352=0927"), "blow", "17.2.B")


@rule("reich", "17.2.B", "17.2.Bd", "17.2.Bm", "16.1.Cg")
def test_the_valley_is_flooded_and_its_forts_are_gone() -> None:
    match = german().play("blow")
    valley = {"4812", "4813", "4912", "4913", "4914", "4915", "4916", "5013", "5014", "5015"}
    assert {GRID.label(h) for h in bits(GAME.ground.valley)} == valley
    forts = GAME.ground.forts["westwall"]
    assert match.state.razed == GAME.ground.valley & forts
    assert where(match, "G-352") == "4913"
    assert not match.state.reduced


@rule("reich", "17.2.B", "17.2.Be", "17.2.Bj", "17.2.Bk", "17.2.Bp", "17.2.Bo")
def test_the_states_of_the_valley_by_turn() -> None:
    found = []
    for turn in (12, 13, 14, 15):
        state = german(turn=turn).state
        state.flood = 13 if turn >= 13 else 0
        found.append((roer.stage(state), roer.is_harmful(state)))
    assert found == [(DRY, False), (FLOODING, True), (FLOODED, True), (DRAINED, False)]


@rule("reich", "17.2.Be", "17.2.Bk")
def test_flooded_hexes_cost_as_swamp_and_later_as_clear() -> None:
    def cost(turn: int, flood: int) -> int:
        match = german("assault", "G-352=4811 US-1=4420", f"flood {flood}", turn=turn, dice=[6])
        match.play("select G-352", "move 4812")
        return int(match.state.spent[GAME.unit_ids["G-352"]])

    pair = GRID.parse("4811"), GRID.parse("4812")
    assert not GAME.ground.has_road(*pair)
    river = int(GAME.ground.is_river(*pair))
    assert cost(13, 13) == cost(14, 13) == 3 + river
    assert cost(15, 13) == 1 + river


# -- 17.7.2.A ---------------------------------------------------------------------------------

PANZER = "G-12SS=5220 G-352=5221 US-1=4420"


@rule("reich", "17.7.2.A", "17.7.2.Aa", "17.7.2")
@pytest.mark.parametrize("kind", ["assault", "exploitation"])
def test_mechanized_units_go_to_the_box_in_any_german_step(kind: str) -> None:
    match = german(kind, PANZER, turn=8)
    match.play("select G-12SS", "box")
    assert where(match, "G-12SS") == "watch"
    refused(match.play("select G-352"), "box", "17.7.2")


@rule("reich", "17.7.2.A", "17.7.2.Ab", "17.7.2.Ac", "17.7.2.Ad")
def test_within_germany_in_supply_and_out_of_contact() -> None:
    refused(german("assault", "G-12SS=4517 US-1=4220", turn=8).play("select G-12SS"), "box", "17.7.2.A")
    near = german("assault", "G-12SS=5220 US-1=5221", turn=8).play("select G-12SS")
    refused(near, "box", "17.7.2.A")
    ruhr = [GRID.label(h) for h in GRID.neighbour_list(GRID.parse("5409"))]
    ring = {n for h in (*ruhr, "5409") for n in GRID.neighbour_list(GRID.parse(h))} - {
        GRID.parse(h) for h in (*ruhr, "5409")
    }
    units = [GAME.counters[u].id for u in bits(GAME.areas.white & GAME.roster.types["infantry"])]
    at = " ".join(f"{unit}={GRID.label(h)}" for unit, h in zip(units, ring, strict=False))
    cut = german("assault", f"G-12SS=5409 {at}", turn=8)
    refused(cut.play("select G-12SS"), "box", "17.7.2.A")


@rule("reich", "17.7.2.Ae")
def test_a_unit_may_move_first_and_keeps_its_steps() -> None:
    match = german("assault", PANZER, "reduced G-12SS", turn=8).play("select G-12SS", "move 5320", "box")
    assert where(match, "G-12SS") == "watch"
    assert match.state.reduced >> GAME.unit_ids["G-12SS"] & 1


@rule("reich", "17.7.2.Af")
def test_the_box_closes_when_all_is_decided() -> None:
    for turn, more in ((12, "offensive 11"), (11, "offensive 10"), (11, "declined 1"), (12, "declined 1")):
        refused(german("assault", PANZER, more, turn=turn).play("select G-12SS"), "box", "17.7.2")
    assert offered(german("assault", PANZER, turn=10).play("select G-12SS"), "box")
