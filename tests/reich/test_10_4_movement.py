"""Chapters 6.5, 10.4, 10.5, 10.7.7, 12.0, 16.2, 17.3 and 17.4: moving units from hex to hex."""

from __future__ import annotations

import pytest

from tests.kit import offered, offers, refused, where
from tests.reich.helpers_moves import (
    GAME,
    GRID,
    assault,
    beyond,
    breakthrough,
    ends,
    farthest,
    moved,
    on_map,
    step,
)
from tests.rules import rule

#: a hex west of the Seine and south of Normandy with its neighbours from the north clockwise
T = "1327"
N, NE, SE, S, SW, NW = (GRID.label(GRID.neighbour(GRID.parse(T), d)) for d in range(6))


# -- 6.5 --------------------------------------------------------------------------------------


@rule("reich", "6.5", "6.5a")
def test_a_unit_stops_in_an_enemy_zone() -> None:
    match = step("allied", "assault", f"US-1={T} G-352=1330 G-353=1130 G-271=1530").play("declare 5")
    behind = {"1230", "1231", "1331", "1332", "1430", "1431"}
    assert all(GRID.distance(GRID.parse(T), GRID.parse(h)) <= 5 for h in behind)
    assert not ends(match, "US-1") & behind
    assert {"1229", "1329", "1429"} <= ends(match, "US-1")
    match.play("select US-1", "move 1329")
    assert not offers(match, "move")
    refused(match, "select US-1", "10.4.A")


@rule("reich", "6.5", "6.5b", "6.5c")
def test_no_unit_moves_from_zone_to_zone() -> None:
    match = assault(f"US-1={SW} US-2=1430 G-352={S}", declared=1)
    grid_next = {GRID.label(h) for h in GRID.neighbour_list(GRID.parse(SW))}
    zone = {GRID.label(h) for h in GRID.neighbour_list(GRID.parse(S))}
    match.play("select US-1")
    for h in grid_next & zone:
        refused(match, f"move {h}", "6.5")
    for h in grid_next - zone - {S}:
        assert offered(match, f"move {h}")
    held = assault(f"US-1={SW} US-2={T} G-352={S}", declared=1).play("select US-1")
    refused(held, f"move {T}", "6.5")  # a friend in the hex does not help


@rule("reich", "6.5", "6.5d", "6.5i")
def test_a_unit_leaves_a_zone_by_a_free_hex_and_may_enter_another() -> None:
    at = "CW-11A=1021 G-12SS=1122 G-LEHR=0923"
    match = on_map("allied", "exploitation", at)
    match.play("select CW-11A", "move 0921", "move 0922")
    assert where(match, "CW-11A") == "0922"
    assert not offers(match, "move")
    coast = step("german", "assault", "G-266=0128 US-1=0127", "oos G-266", dice=[1])
    coast.play("select G-266")
    zone = {GRID.label(h) for h in GRID.neighbour_list(GRID.parse("0127"))}
    near = {GRID.label(h) for h in GRID.neighbour_list(GRID.parse("0128"))}
    land = {h for h in near if GAME.ground.land >> GRID.parse(h) & 1}
    assert offers(coast, "move") & near == land - zone - {"0127"}


@rule("reich", "6.5", "6.5e", "10.4.A", "10.4.Ac")
def test_a_mobile_assault_may_follow_the_stop() -> None:
    match = step("allied", "exploitation", f"US-2A={T} G-352=1330").play("select US-2A", "move 1329")
    assert not offers(match, "move")
    assert offers(match, "assault") == {"1330"}
    match.play("stop")
    assert where(match, "US-2A") == "1329"


@rule("reich", "6.5", "6.5f", "6.5h", "10.4.C", "10.4.Ca")
def test_a_unit_that_stopped_before_combat_moves_again_after_it() -> None:
    match = breakthrough(f"US-1={T} G-352={S}", points="0 1 0 0 0")
    found = ends(match, "US-1")
    assert N in found
    assert SE not in found
    assert SW not in found


@rule("reich", "6.5", "6.5j", "17.3", "17.3b", "17.4", "17.4b")
@pytest.mark.parametrize("unit", ["US-1", "US-HQ1-12", "US-PATTON"])
def test_a_zone_costs_nothing_and_stops_everybody(unit: str) -> None:
    match = step("allied", "exploitation", f"{unit}={T} US-30=1329 G-352=1330").play(f"select {unit}", "move 1329")
    assert match.state.spent[GAME.unit_ids[unit]] == 2
    assert not offers(match, "move")


# -- 10.4 -------------------------------------------------------------------------------------


@rule("reich", "10.4", "10.4a", "10.4b", "10.5.A", "10.5.Aa", "10.5a", "10.5")
def test_units_go_from_hex_to_hex_and_pay_for_terrain_and_rivers() -> None:
    rivers = {f"{T}-{h}": "major-river" for h in (NE, SE, S, SW, NW)} | {f"{T}-{N}": "minor-river"}
    ground = {"terrain": {N: "bocage"}, "sides": rivers}
    for h, cost in ((N, 3), (S, 3)):
        match = step("german", "assault", f"G-352={T} US-1=0927", dice=[6], **ground).play("select G-352", f"move {h}")
        assert match.state.spent[GAME.unit_ids["G-352"]] == cost
    match = step("german", "assault", f"G-352={T} US-1=0927", dice=[6]).play("select G-352", f"move {S}")
    assert match.state.spent[GAME.unit_ids["G-352"]] == 1
    match = step("german", "assault", f"G-352={T} US-1=0927", dice=[1], **ground).play("select G-352")
    assert offered(match, f"move {N}")
    wide = {f"{T}-{h}": "major-river" for h in (N, NE, SE, S, SW, NW)}
    match = step("german", "assault", f"G-352={T} US-1=0927", dice=[1], terrain={N: "woods"}, sides=wide)
    match.play("select G-352")
    refused(match, f"move {N}", "10.4.B")  # 4 of 3 points
    assert offered(match, f"move {S}")


@rule("reich", "10.4", "10.4c")
def test_friends_cost_nothing() -> None:
    at = f"G-352={T} US-1=0927"
    alone, crowd = step("german", "assault", at), step("german", "assault", f"{at} G-84={N} G-85={N} G-353={N}")
    assert ends(alone, "G-352") == ends(crowd, "G-352")


@rule("reich", "10.4", "10.4d", "10.4.A", "10.4.Ae", "10.4.Ad")
def test_only_units_that_could_assault_together_move_as_a_stack() -> None:
    at = f"US-2A={T} US-3A={T} US-1={T} G-352=1330"
    match = step("allied", "exploitation", at).play("select US-2A")
    assert offers(match, "also") == {"US-3A"}
    refused(match, "also US-1", "14.1.B")
    match.play("also US-3A", "move 1329")
    assert [where(match, unit) for unit in ("US-2A", "US-3A")] == ["1329", "1329"]
    match = assault(at).play("select US-2A")
    refused(match, "also US-3A", "10.4.A")
    refused(step("allied", "exploitation", at).play("select US-1"), "also US-2A", "14.1.B")


@rule("reich", "10.4d", "14.1.B")
def test_a_unit_may_be_left_behind_and_has_moved() -> None:
    at = f"US-2A={T} US-3A={T} G-352=1232"
    match = step("allied", "exploitation", at).play("select US-2A", "also US-3A")
    match.play("leave US-3A", "also US-3A")  # before the stack moves it is only deselected
    match.play("move 1328", "leave US-3A", "move 1428", "stop")
    assert [where(match, unit) for unit in ("US-2A", "US-3A")] == ["1428", "1328"]
    refused(match, "select US-3A", "10.4.A")


@rule("reich", "10.4", "10.4e")
def test_no_unit_moves_into_an_enemy_hex() -> None:
    match = step("allied", "exploitation", f"US-1={T} G-METZ1={S}").play("select US-1")
    refused(match, f"move {S}", "10.4")


@rule("reich", "10.4.A", "10.4.Ab", "10.4.Ad", "10.4.Af")
def test_one_unit_after_the_other_each_with_its_own_points_and_once_a_step() -> None:
    match = step("allied", "exploitation", f"US-1={T} US-2={T} G-352=0927", dice=[1])
    match.play("select US-1", f"move {S}")
    refused(match, "select US-2")
    match.play("stop")
    refused(match, "select US-1", "10.4.A")
    assert farthest(match, "US-2") == 8


@rule("reich", "10.4.A", "10.4.Ac")
def test_a_unit_may_stop_early() -> None:
    match = step("allied", "exploitation", f"US-1={T} G-352=0927").play("select US-1", f"move {S}")
    assert offered(match, "stop")
    assert where(match.play("stop"), "US-1") == S


@rule("reich", "10.4.A", "10.4.Ah", "12.1", "12.1a", "7.3.Eb", "9.2.B", "16.2", "16.2a")
def test_who_does_not_move() -> None:
    at = f"G-352={T} G-12SS={N} G-METZ1={S} G-84={NE} US-1=0927 US-2=0927"
    match = step("german", "exploitation", at, "disrupted G-352", "refitting G-12SS", "reduced G-12SS")
    refused(match, "select G-352", "12.1")
    refused(match, "select G-12SS", "7.3.E")
    refused(match, "select G-METZ1", "16.2")
    match = step("allied", "exploitation", at, "grounded US-1")
    refused(match, "select US-1", "9.2.B")
    assert offered(match, "select US-2")


@rule("reich", "10.4.B", "10.4.Ba")
def test_there_is_no_one_hex_move() -> None:
    forest = dict.fromkeys((N, NE, SE, S, SW, NW), "forest")
    match = assault(f"US-1={T} US-30=1525 G-352=0927", declared=2, terrain=forest)
    refused(match, "select US-1", "10.4.B")


# -- 10.5 -------------------------------------------------------------------------------------


@rule("reich", "10.5.A", "10.5.Af", "10.5.Ag", "17.3g", "17.3h")
@pytest.mark.parametrize("kind", ["impassable", "all-sea"])
@pytest.mark.parametrize("unit", ["US-1", "US-HQ1-12"])
def test_closed_hexsides_stop_everybody(kind: str, unit: str) -> None:
    sides = {f"{T}-{h}": kind for h in (N, NE, SE, S, SW)}
    match = step("allied", "exploitation", f"{unit}={T} US-30=1525 G-352=0927", dice=[1], sides=sides)
    match.play(f"select {unit}", f"move {NW}")
    match.undo()
    assert offered(match, f"move {NW}")
    match.play(f"move {NW}")
    assert match.state.spent[GAME.unit_ids[unit]] == 1
    closed = step("allied", "exploitation", f"{unit}={T} US-30=1525 G-352=0927", sides=sides | {f"{T}-{NW}": kind})
    refused(closed, f"select {unit}", "10.4")


@rule("reich", "10.7.7", "10.7.7a", "10.7.7c", "10.5.Ah")
def test_the_breskens_ferry_is_a_bridge() -> None:
    at = "CW-50=3509 G-352=4420"
    more = "breakout 5", "brittany_turn 5", "seine_crossed 1"
    match = on_map("allied", "exploitation", at, *more, turn=8, dice=[1, 1])
    match.play("select CW-50", "move 3508")
    assert match.state.spent[GAME.unit_ids["CW-50"]] == 1
    assert match.state.blown == 0
    german = on_map("german", "exploitation", "G-352=3508 US-1=1327", *more, turn=8).play("select G-352", "move 3509")
    assert german.state.spent[GAME.unit_ids["G-352"]] == 1


@rule("reich", "10.5.An", "10.5.Ak", "10.5.Am")
def test_the_bridge_at_arnhem_is_an_ordinary_one() -> None:
    at = "CW-50=4806 G-352=5420"
    more = "breakout 5", "brittany_turn 5", "seine_crossed 1"
    match = on_map("allied", "exploitation", at, *more, turn=8, dice=[6])
    match.play("select CW-50", "move 4805")
    assert match.side == "allied"
    assert match.state.blown == 0
    spent = match.state.spent[GAME.unit_ids["CW-50"]]
    match.play("move 4804")
    assert match.state.spent[GAME.unit_ids["CW-50"]] == spent + 1


# -- 12.0 -------------------------------------------------------------------------------------


@rule("reich", "12.0", "12.0c")
def test_who_ends_a_move_with_a_disrupted_unit_is_disrupted() -> None:
    at = f"G-352={T} G-353={N} G-271={NE} G-IIIFLK={SE} US-1=0927"
    match = step("german", "exploitation", at, "disrupted G-352")
    moved(match, "G-353", T)
    assert not match.state.zoned[1] >> GRID.parse(T) & 1
    moved(match, "G-IIIFLK", T)
    moved(match, "G-271", S)
    disrupted = match.state.disrupted
    assert disrupted >> GAME.unit_ids["G-353"] & 1
    assert not disrupted >> GAME.unit_ids["G-271"] & 1
    assert not disrupted >> GAME.unit_ids["G-IIIFLK"] & 1


# -- 17.3, 17.4 -------------------------------------------------------------------------------

ROUGH = {
    "terrain": {N: "forest", S: "mountain", NE: "bocage"},
    "sides": {f"{T}-{N}": "major-river", f"{T}-{NE}": "minor-river"},
}


@rule("reich", "17.3", "17.3a", "17.4", "17.4a", "17.4d")
@pytest.mark.parametrize(("side", "unit"), [("allied", "US-HQ1-12"), ("allied", "US-PATTON"), ("german", "G-MODEL")])
def test_hqs_and_leaders_pay_one_point_a_hex(side: str, unit: str) -> None:
    at = f"{unit}={T} " + ("G-352=0931" if side == "allied" else "US-1=0931")
    for h in (N, S, NE):
        match = step(side, "exploitation", at, **ROUGH).play(f"select {unit}", f"move {h}")
        assert match.state.spent[GAME.unit_ids[unit]] == 1


@rule("reich", "17.3", "17.3c", "17.3g", "17.4", "17.4c")
@pytest.mark.parametrize("unit", ["US-HQ1-12", "US-PATTON"])
def test_they_end_next_to_the_enemy_only_with_a_unit_that_fights(unit: str) -> None:
    at = f"{unit}={T} G-352=1330"
    match = step("allied", "exploitation", at)
    assert "1329" not in ends(match, unit)
    assert beyond(match, unit, "1329") == "17.3"
    assert "1329" in ends(step("allied", "exploitation", f"{at} US-1=1329"), unit)
    assert "1329" not in ends(step("allied", "exploitation", f"{at} AL-SHAEF=1329"), unit)
    garrison = f"{unit}={T} G-METZ1=1330"  # a unit without a zone counts too
    assert "1329" not in ends(step("allied", "exploitation", garrison), unit)


@rule("reich", "17.3", "17.3i")
def test_an_hq_stays_when_its_escort_leaves() -> None:
    match = step("allied", "exploitation", f"US-HQ1-12={T} US-1={T} G-352={S}")
    moved(match, "US-1", N)
    match.play("done")
    assert where(match, "US-HQ1-12") == T
