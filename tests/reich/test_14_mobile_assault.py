"""Clauses 14.1 to 14.3 and 6.7: Mobile Assaults."""

from __future__ import annotations

import pytest

from tests.kit import offered, offers, refused, where
from tests.reich.helpers_combat import (
    NE,
    NW,
    SE,
    SW,
    TABLE,
    N,
    S,
    T,
    alive,
    assault,
    attack,
    card,
    columns,
    combat,
    events,
    exploit,
    reduced,
    settle,
    shown,
    strengths,
    take,
    totals,
)
from tests.rules import rule

#: two hexes north of T
UP = "1325"


# -- 18.0 ------------------------------------------------------------------------------------------


@rule("reich", "14.2.Aa", "14.1.Db", "14.1.Bd", "14.2.B", "14.2.Ba", "14.2.Bb", "14.2.Da", "6.7.Ad", "14.2.D")
def test_the_assault_on_villers_bocage() -> None:
    units = "CW-7A CW-8AB CW-2CAB CW-11A"
    at = "G-LEHR=0923 G-2PZ=0923 " + " ".join(f"{unit}=0922" for unit in units.split())
    match = exploit("allied", at, "air 1", "logistics 1", turn=2, die=4, dice=[6, 1], bare=False)
    assert match.state.points[0] == 5
    take(match, units).play("assault 0923")
    assert [match.state.spent[match.game.unit_ids[u]] for u in units.split()] == [2, 2, 2, 2]
    assert strengths(match) == (14, 13)
    assert columns(match) == ("13-16", "13-16")
    match.play("air")
    assert totals(match) == (-1, 0)
    match.play("resolve")
    assert match.state.hits == [2, 1]
    match.play("lose CW-2CAB")
    assert reduced(match) == {"CW-2CAB", "G-LEHR", "G-2PZ"}
    match.play("lose CW-8AB")
    assert reduced(match) == {"CW-2CAB", "CW-8AB", "G-LEHR", "G-2PZ"}
    assert {where(match, unit) for unit in units.split()} == {"0922"}
    assert not offers(match, "select")


# -- who and when ----------------------------------------------------------------------------------


@rule("reich", "14.1", "14.1a", "14.1.A", "14.1.Aa", "4.1ci", "4.1co", "6.7a", "6.7")
@pytest.mark.parametrize(("side", "red", "grey", "enemy"), [
    ("allied", "US-2A", "US-1", "G-352"), ("german", "G-12SS", "G-272", "US-101AB"),
])  # fmt: skip
def test_red_units_assault_while_they_move_in_their_exploitation(side: str, red: str, grey: str, enemy: str) -> None:
    at = f"{enemy}={T} {red}={N} {grey}={N}"
    match = exploit(side, at)
    take(match, red)
    assert offered(match, f"assault {T}")
    assert not offers(match, "attack")
    plain = exploit(side, at)
    refused(take(plain, grey), f"assault {T}", "14.1.B")


@rule("reich", "6.7a", "14.1.A", "14.1a")
def test_there_are_none_in_other_movement_steps() -> None:
    lines = ["scenario campaign", "turn 3", "phase german assault", f"at US-101AB={T} G-12SS={UP}"]
    match = TABLE.table("\n".join(lines), bare=True, dice=[6])
    take(match, "G-12SS").play(f"move {N}")
    assert not offered(match, f"assault {T}")
    fresh = TABLE.table("\n".join(lines), bare=True, dice=[6])
    refused(take(fresh, "G-12SS"), f"assault {T}", "6.7")


@rule("reich", "14.1.B", "14.1.Ba")
def test_other_units_make_none() -> None:
    match = exploit("allied", f"G-352={T} US-1={N}")
    take(match, "US-1")
    refused(match, f"assault {T}", "14.1.B")


@rule("reich", "14.1.Bb")
def test_units_out_of_supply_make_none() -> None:
    match = exploit("german", f"US-101AB={T} G-12SS={N} G-2PZ={SE}", "oos G-12SS")
    take(match, "G-12SS")
    refused(match, f"assault {T}", "14.1.B")
    match = exploit("german", f"US-101AB={T} G-12SS={N} G-2PZ={SE}", "oos G-12SS")
    assert offered(take(match, "G-2PZ"), f"assault {T}")


@rule("reich", "14.1.Bc", "12.1b")
def test_disrupted_units_make_none() -> None:
    match = exploit("german", f"US-101AB={T} G-12SS={N} G-2PZ={N}", "disrupted G-12SS")
    refused(match, "select G-12SS", "12.1")
    take(match, "G-2PZ")
    refused(match, "also G-12SS")


@rule("reich", "14.1.Bd")
def test_units_that_began_together_assault_together() -> None:
    match = exploit("german", f"US-1={T} G-12SS={UP} G-2PZ={UP} G-501SS={UP}", dice=[6, 1])
    take(match, "G-12SS G-2PZ G-501SS").play(f"move {N}", f"assault {T}")
    assert strengths(match) == (8 + 6 + 2, 5)


@rule("reich", "14.1.Be")
def test_units_that_began_in_different_hexes_do_not() -> None:
    match = exploit("german", f"US-1={T} G-12SS={UP} G-2PZ={N}", dice=[6, 1])
    take(match, "G-12SS").play(f"move {N}")
    refused(match, "also G-2PZ")
    match.play(f"assault {T}")
    assert strengths(match)[0] == 8


@rule("reich", "14.1.Ca", "14.2.Cb", "14.1.C")
def test_a_unit_makes_one_assault_and_its_move_is_over() -> None:
    match = exploit("german", f"US-101AB={T} US-82AB={SW} G-12SS={N} G-2PZ=1325", dice=[6, 1])
    assault(match, "G-12SS", T)
    settle(match)
    assert where(match, "G-12SS") == T
    refused(match, "select G-12SS", "10.4.A")


@rule("reich", "14.1.Cc", "13.2.Eb")
def test_a_hex_may_be_assaulted_again_and_again() -> None:
    at = f"US-1={T} US-29={T} US-2={T} G-12SS={N} G-2PZ={NE} G-9SS={S}"
    match = exploit("german", at, dice=[1, 1, 1, 1, 1, 1])
    for unit in ("G-12SS", "G-2PZ", "G-9SS"):
        settle(assault(match, unit, T))
    assert len(events(match, "14.2.D")) == 3


@rule("reich", "13.2a", "13.2.A")
def test_an_hq_makes_no_mobile_assault() -> None:
    match = exploit("allied", f"G-352={T} US-HQ1-12={N} US-2A={N}")
    take(match, "US-2A")
    refused(match, "also US-HQ1-12", "14.1.B")


# -- terrain ---------------------------------------------------------------------------------------


def target_in(word: str = "clear", **ground: object) -> bool:
    """Whether G-12SS in N may assault T with this ground."""
    terrain = {T: word} if word != "clear" else {}
    match = exploit("german", f"US-1={T} G-12SS={N}", terrain=terrain, **ground)  # type: ignore[arg-type]
    return offered(take(match, "G-12SS"), f"assault {T}")


@rule("reich", "14.1.D", "14.1.Da")
@pytest.mark.parametrize(
    ("word", "able"),
    [("clear", True), ("rough", True), ("woods", True), ("swamp", False), ("forest", False), ("bocage", False)],
)
def test_without_a_road_the_ground_must_be_open(word: str, *, able: bool) -> None:
    assert target_in(word) == able


@rule("reich", "14.1.Da")
def test_a_city_may_be_assaulted_whatever_its_ground() -> None:
    assert target_in("forest", features={T: "city"})


@rule("reich", "14.1.Df")
def test_a_town_changes_nothing() -> None:
    assert target_in(features={T: "town"})
    assert not target_in("forest", features={T: "town"})


@rule("reich", "14.1.Db", "14.1.De", "14.1.Dd", "13.9.E", "13.9.Eb")
@pytest.mark.parametrize(("word", "able"), [("forest", True), ("bocage", True), ("swamp", True), ("mountain", False)])
def test_along_a_road_any_ground_but_mountains(word: str, *, able: bool) -> None:
    assert target_in(word, roads={f"{T}-{N}": "road"}) == able


@rule("reich", "14.1.Dd", "14.1.Dj")
def test_a_german_fort_bars_the_assault() -> None:
    fort = {T: "fort;fort:westwall"}
    for roads in ({}, {f"{T}-{N}": "road"}):
        match = exploit("allied", f"G-352={T} US-2A={N}", features=fort, roads=roads)
        take(match, "US-2A")
        refused(match, f"assault {T}", "14.1.D")
    assert target_in(features=fort)  # the Allies hold it
    razed = exploit("allied", f"G-352={T} US-2A={N}", f"razed {T}", features={T: "fort;fort:metz"})
    assert offered(take(razed, "US-2A"), f"assault {T}")


@rule("reich", "14.1.Di", "14.1.Dh", "14.1.Dc")
@pytest.mark.parametrize("river", ["minor-river", "major-river", "rhine"])
def test_rivers_need_a_bridge(river: str) -> None:
    assert not target_in(sides={f"{T}-{N}": river})
    assert not target_in(sides={f"{T}-{N}": river}, roads={f"{T}-{N}": "road"})
    if river != "rhine":
        assert target_in(sides={f"{T}-{N}": f"{river} bridge"})


@rule("reich", "14.1.Dc")
@pytest.mark.parametrize(("line", "able"), [("blown 0", True), ("blown 1", False)])
def test_a_rhine_bridge_has_to_stand(line: str, *, able: bool) -> None:
    match = exploit("german", "US-1=5008 G-12SS=5108", line, turn=12, bare=False)
    assert offered(take(match, "G-12SS"), "assault 5008") == able


@rule("reich", "13.1.Cb")
def test_a_prohibited_hexside_bars_the_assault() -> None:
    match = exploit("german", f"US-1={T} G-12SS={N}", sides={f"{T}-{N}": "impassable"})
    refused(take(match, "G-12SS"), f"assault {T}", "13.1.C")


# -- cost ------------------------------------------------------------------------------------------


@rule("reich", "14.2", "14.2a")
def test_the_target_is_adjacent() -> None:
    match = exploit("german", f"US-1={T} G-12SS={UP}")
    take(match, "G-12SS")
    refused(match, f"assault {T}", "14.2.A")
    refused(match, f"assault {N}", "14.2.A")


@rule("reich", "14.2.A", "14.2.Ab", "14.2.Af")
@pytest.mark.parametrize(("start", "able"), [("1322", True), ("1321", False)])
def test_the_points_must_be_there(start: str, *, able: bool) -> None:
    """Six points: one for each hex to N, and two for the assault."""
    match = exploit("german", f"US-1={T} G-12SS={start}", die=1)
    take(match, "G-12SS").play(f"move {N}")
    assert bool(offers(match, "assault")) == able
    if not able:
        assert not offers(match, "stop")  # five points are spent, and its move is over


@rule("reich", "14.2.Aa", "14.2.Ad")
@pytest.mark.parametrize(
    ("terrain", "sides", "cost"),
    [
        ({}, {}, 2),
        ({T: "woods"}, {}, 3),
        ({}, {f"{T}-{N}": "minor-river bridge"}, 2),
    ],
)
def test_the_cost_is_that_of_the_hex_and_one_more(terrain: dict[str, str], sides: dict[str, str], cost: int) -> None:
    match = exploit("german", f"US-1={T} G-12SS={N}", terrain=terrain, sides=sides)
    take(match, "G-12SS").play(f"assault {T}")
    assert match.state.spent[match.game.unit_ids["G-12SS"]] == cost


@rule("reich", "14.2.Ae")
def test_every_unit_of_the_stack_needs_the_points() -> None:
    number = TABLE.game(bare=True).unit_ids["G-2PZ"]
    strafed = ("strafed G-2PZ", f"strafers -1 -1 {number} -1")  # 4 of its 6 points
    match = exploit("german", f"US-1={T} G-12SS={UP} G-2PZ={UP}", *strafed, die=1, terrain={T: "woods"})
    take(match, "G-12SS G-2PZ").play(f"move {N}")
    refused(match, f"assault {T}", "14.2.A")
    match.play("leave G-2PZ")
    assert offered(match, f"assault {T}")


@rule("reich", "14.2.Ac")
def test_the_stack_stays_until_the_assault_is_resolved() -> None:
    match = exploit("german", f"US-1={T} G-12SS={N}")
    take(match, "G-12SS").play(f"assault {T}")
    assert where(match, "G-12SS") == N
    match.play("resolve")
    assert where(match, "G-12SS") == N


# -- resolution ------------------------------------------------------------------------------------


@rule("reich", "14.2.C", "14.2.Ca", "6.7.B", "6.7.Ba", "14.2.Cd", "6.7.Bb")
def test_a_cleared_hex_must_be_entered() -> None:
    match = exploit("german", f"US-101AB={T} US-1={SW} G-12SS={N} G-2PZ={N}", dice=[6, 1])
    assault(match, "G-12SS G-2PZ", T)
    settle(match)
    assert where(match, "G-12SS") == where(match, "G-2PZ") == T  # in the zone of US-1, out of that of US-101AB
    assert not offers(match, "select")
    assert match.state.allied >> match.game.board.grid.parse(T) & 1 == 0


@rule("reich", "14.2.Ce")
def test_entering_sets_off_what_an_entry_sets_off() -> None:
    match = exploit("allied", f"G-716={T} US-2A={N}", dice=[6, 1], features={T: "city"})
    assault(match, "US-2A", T)
    settle(match)
    assert match.state.allied >> match.game.board.grid.parse(T) & 1
    dam = exploit("allied", "G-716=5015 US-2A=5014", "antwerp 1", turn=13, dice=[6, 1], terrain={"5015": "clear"},
                  sides={"5014-5015": "none"}, bare=False)  # fmt: skip
    if offered(dam, "select US-2A") and offered(take(dam, "US-2A"), "assault 5015"):
        settle(dam.play("assault 5015", "resolve"))
        assert dam.state.ike_lifted
    else:
        pytest.fail("the dam hex cannot be assaulted")


@rule("reich", "14.2.D", "14.2.Da", "14.2.Db", "14.2.Dc")
def test_a_failed_assault_costs_a_step_more() -> None:
    match = exploit("german", f"US-101AB={T} US-1={T} G-501SS={N}", dice=[1, 1])
    assault(match, "G-501SS", T)
    settle(match)
    assert not alive(match, "G-501SS")
    none = exploit("german", f"US-PATTON={T} G-501SS={N}", dice=[1])
    settle(assault(none, "G-501SS", T))
    assert events(none, "13.7.2")  # Patton alone does not fire
    assert not alive(none, "G-501SS")


@rule("reich", "14.2.Dd")
def test_the_extra_step_obeys_the_rules_of_losses() -> None:
    match = exploit("german", f"US-1={T} US-29={T} G-12SS={N} G-501SS={N}", dice=[1, 1])
    assault(match, "G-12SS G-501SS", T)
    assert match.state.hits == [1, 1]
    assert reduced(match) >= {"G-12SS"}  # the first step falls on the full division
    match.play("lose US-29")
    assert match.side == "german"
    assert offers(match, "lose") == {"G-12SS", "G-501SS"}  # the other one on either


@rule("reich", "14.2.De")
def test_a_normal_attack_has_no_extra_step() -> None:
    match = combat("german", f"US-1={T} US-29={T} G-12SS={N} G-2PZ={N}", dice=[1, 1])
    attack(match, T, "G-12SS G-2PZ").play("resolve")
    settle(match)
    assert len(reduced(match) & {"G-12SS", "G-2PZ"}) == 1


@rule("reich", "13.6.Ai", "14.2.Bc")
def test_first_fire_holds_in_mobile_assaults() -> None:
    match = exploit("german", "CW-3C=1121 G-12SS=1022", turn=1, bare=False)
    take(match, "G-12SS")
    if not offered(match, "assault 1121"):
        match.play("move 1021")
    match.play("assault 1121")
    assert shown(match).first == "allied"


@rule("reich", "13.9.Bb")
def test_the_79th_does_not_help() -> None:
    match = exploit("allied", f"G-352={T} CW-7A={N} CW-79=support", "due CW-79=2")
    take(match, "CW-7A").play(f"assault {T}")
    assert not offers(match, "funnies")
    refused(match, "funnies die")


@rule("reich", "14.2.Bb", "17.5.3.Aa")
def test_air_supports_the_defense_against_a_mobile_assault() -> None:
    match = exploit("german", f"US-1={T} G-12SS={N}", "air 1")
    take(match, "G-12SS").play(f"assault {T}", "resolve")
    assert match.side == "allied"
    match.play("air")
    assert totals(match) == (0, 1)


@rule("reich", "13.3e", "13.3")
def test_6_6_does_not_apply() -> None:
    match = exploit("german", f"US-1={T} US-29={SE} G-12SS={NE}", dice=[1, 1])
    settle(assault(match, "G-12SS", T))
    assert match.state.owed == 0


@rule("reich", "3.2.E.4f")
def test_a_lone_airborne_division_is_protected_from_mobile_assaults_on_turn_1() -> None:
    match = exploit("german", f"US-101AB={T} G-12SS={N}", turn=1, dice=[4, 1])
    take(match, "G-12SS")
    match.play(f"assault {T}", "resolve")
    assert len(events(match, "13.7.3")) == 2
    hits = [text for text in events(match, "13.7.3") if text.startswith("German")]
    assert (alive(match, "US-101AB") == {"US-101AB"}) == ("1 step" in hits[0])


@rule("reich", "14.2.D", "14.2.C")
def test_the_card_says_what_follows() -> None:
    match = exploit("german", f"US-1={T} G-12SS={N} G-2PZ={N}")
    take(match, "G-12SS G-2PZ").play(f"assault {T}")
    found = {effect["rule"] for effect in card(match, "german")["effects"]}
    assert found == {"14.2.C", "14.2.D"}


# -- zones -----------------------------------------------------------------------------------------


@rule("reich", "6.7.A", "6.7.Aa", "14.3", "14.3a", "6.7.Ag")
def test_those_who_move_up_may_be_in_the_zone_of_the_target_only() -> None:
    match = exploit("german", f"US-1={T} G-12SS={UP}")
    take(match, "G-12SS").play(f"move {N}")
    assert not offers(match, "move")
    assert offers(match, "assault") == {T}


@rule("reich", "6.7.Ab", "14.3a")
def test_in_the_zone_of_another_hex_they_may_assault_nobody() -> None:
    match = exploit("german", f"US-1={T} US-29={NW} G-12SS={UP}")
    take(match, "G-12SS")
    match.play(f"move {N}")
    assert not offers(match, "assault")
    refused(match, f"assault {T}")


@rule("reich", "6.7.Ac")
def test_zones_in_the_target_hex_do_not_matter() -> None:
    match = exploit("german", f"US-1={T} US-29={S} G-12SS={UP}")
    take(match, "G-12SS").play(f"move {N}")
    assert offers(match, "assault") == {T}


@rule("reich", "6.7.Ad")
def test_those_who_began_in_contact_may_assault_anybody() -> None:
    match = exploit("german", f"US-1={T} US-29={NE} US-2={NW} G-12SS={N}")
    take(match, "G-12SS")
    assert offers(match, "assault") == {T, NE, NW}


@rule("reich", "6.7.Ae")
def test_one_who_began_in_one_zone_may_assault_a_hex_without_a_zone() -> None:
    match = exploit("german", f"US-1={T} US-29={NE} G-12SS={N}", "oos US-29")
    take(match, "G-12SS")
    assert offers(match, "assault") == {T, NE}


@rule("reich", "6.7.Af")
def test_those_who_move_up_to_units_without_a_zone_may_assault_them() -> None:
    match = exploit("german", f"US-1={T} G-12SS={UP}", "oos US-1")
    take(match, "G-12SS").play(f"move {N}")
    assert T in offers(match, "assault")
