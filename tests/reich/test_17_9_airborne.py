"""Chapter 17.9: Airborne Operations, recovery, and the way back to England."""

from __future__ import annotations

import pytest

from grognard import Match
from grognard.games.reich import airborne, limits, pieces, zones
from tests.kit import offered, offers, refused
from tests.reich.helpers_map import ROSTER, at, region
from tests.reich.helpers_special import GAME, begun, box, labels, place, play_phases, units_of
from tests.reich.helpers_supply import Board, marked
from tests.reich.helpers_supply import region as hexes_of
from tests.reich.table import position
from tests.rules import rule

#: Units in England, and a supplied division far beyond the beaches.
BOX = "CW-1AB=england CW-52AL=england US-82AB=england US-101AB=england CW-POLAB=england"
FRONT = "US-1=1229 US-2=0820 CW-50=1020"
FREE = ("breakout 1", "brittany_turn 1", "west_free 1")


def segment(
    units: str = "",
    *more: str,
    turn: int = 6,
    box_: str = BOX,
    dice: tuple[int, ...] = (),
) -> Match:
    """The Airborne Segment."""
    text = (f"{units} {FRONT} {box_}").strip()
    return position("allied airborne", text, *FREE, *more, turn=turn, dice=dice)


def asked(match: Match) -> bool:
    return GAME.step(match.state).name == "airborne-operation"


def drops(match: Match, *words: str) -> Match:
    """Name units and hexes: ``US-82AB=1131``."""
    for word in words:
        unit, _, label = word.partition("=")
        match.play(f"select {unit}", f"drop {label}")
    return match


def hexes(match: Match, unit: str) -> set[str]:
    match.play(f"select {unit}")
    found = offers(match, "drop")
    match.undo()
    return found


# -- 17.9.1 and 17.9.2 ---------------------------------------------------------------------------------


@rule("reich", "17.9", "17.9a", "17.9.1", "17.9.1a")
def test_airborne_and_air_landing_units_have_one_step_on_either_side() -> None:
    assert units_of(ROSTER.landed) == set("US-82AB US-101AB US-17AB US-13AB CW-6AB CW-1AB CW-52AL CW-POLAB".split())
    for dropped in ("", "US-82AB"):
        board = Board("US-82AB=0820", dropped=dropped)
        assert pieces.steps_left(GAME, board.state, GAME.unit_ids["US-82AB"]) == 1
        pieces.lose_step(GAME, board.state, GAME.unit_ids["US-82AB"], "13.7.4")
        assert board.state.at[GAME.unit_ids["US-82AB"]] < 0


@rule("reich", "17.9.2", "17.9.2a", "17.9.3.B")
def test_only_units_in_england_at_the_start_of_the_phase_drop() -> None:
    match = segment("US-17AB=0820", box_="CW-1AB=england CW-POLAB=england")
    assert offers(match, "select") == {"CW-1AB", "CW-POLAB"}
    refused(match, "select US-17AB", "17.9.2")
    refused(match, "select US-1", "17.9")
    assert units_of(match.state.boxed) == {"CW-1AB", "CW-POLAB"}


@rule("reich", "17.9.2b", "17.9.2.A", "17.9.2.Aa", "17.9.2.Bb", "4.1aq", "17.9.2.B")
def test_a_unit_goes_to_england_and_may_drop_from_the_next_turn() -> None:
    match = segment("US-82AB=0820 US-101AB=0620", box_="CW-1AB=england CW-52AL=england")
    match.play("done")
    assert GAME.step(match.state).name == "to-england"
    assert offers(match, "choose") == {"US-82AB"}
    refused(match, "choose US-101AB", "17.9.2.A")
    refused(match, "choose US-1", "17.9")
    match.play("choose US-82AB", "done")
    assert place(match, "US-82AB") == "england"
    assert not match.state.boxed >> GAME.unit_ids["US-82AB"] & 1
    later = segment(turn=7, box_="US-82AB=england CW-1AB=england")
    assert "US-82AB" in offers(later, "select")


@rule("reich", "17.9.2.Aa", "17.9.2.Ab")
@pytest.mark.parametrize(
    ("label", "more", "open_"),
    [
        ("0518", ("cherbourg 8",), False),
        ("0518", ("cherbourg 6",), True),
        ("3910", ("antwerp 1",), True),
        ("3910", (), False),
        ("1520", (), False),
    ],
)
def test_ports_have_to_be_operational(label: str, more: tuple[str, ...], open_: bool) -> None:
    match = segment(f"US-82AB={label}", f"allied {label}", *more, box_="")
    assert (GAME.step(match.state).name == "to-england") == open_


@rule("reich", "17.9.2.Ad")
def test_beaches_serve_for_transfer_after_turn_7() -> None:
    match = segment("US-82AB=0619", turn=9, box_="")
    assert offers(match, "choose") == {"US-82AB"}


@rule("reich", "4.1ar")
def test_a_turn_with_an_operation_has_no_withdrawal() -> None:
    match = segment("US-17AB=0820")
    drops(match, "US-82AB=1131", "US-101AB=1132").play("done")
    assert GAME.phase_of(match.state) != "allied airborne"
    assert place(match, "US-17AB") == "0820"


@rule("reich", "17.9.2.Ba", "17.9.2.Bc")
def test_a_unit_from_england_returns_as_a_reinforcement_on_its_regular_side() -> None:
    match = segment("US-82AB=0820", "dropped US-82AB", box_="")
    assert not match.state.dropped  # recovered: it can trace a line
    board = Board("US-82AB=0820", dropped="US-82AB")
    pieces.lift(GAME, board.state, GAME.unit_ids["US-82AB"], GAME.box("england"))
    assert not board.state.dropped
    match = position("allied reinforcement", "US-82AB=england", turn=6)
    assert offered(match, "select US-82AB")
    match.play("select US-82AB", "place 0820")
    assert not match.state.dropped


# -- 17.9.3 --------------------------------------------------------------------------------------------


@rule("reich", "17.9.3", "17.9.3a", "17.9.3.A", "17.9.3.Aa")
def test_two_operations_a_game_and_d_day_is_none_of_them() -> None:
    assert begun().state.operations == 0
    assert asked(segment(turn=8))
    assert asked(segment("", "operations 1", "operation_turn 5", turn=8))
    assert not asked(segment("", "operations 2", "operation_turn 5", turn=8))


@rule("reich", "17.9.3.B", "17.9.3.Ba", "4.1al", "4.1am")
def test_the_turns_of_operations() -> None:
    found = {turn for turn in range(2, 16) if airborne.why_no_operation(GAME, Board("", turn=turn).state) is None}
    assert found == {3, 4, 5, 6, 7, 8, 14, 15}
    assert not asked(segment(turn=2))
    assert not asked(segment(turn=9))
    assert asked(segment(turn=3))


@rule("reich", "17.9.3.Bb")
def test_not_on_consecutive_turns() -> None:
    assert not asked(segment("", "operations 1", "operation_turn 6", turn=7))
    assert asked(segment("", "operations 1", "operation_turn 6", turn=8))


@rule("reich", "17.9.3.C", "17.9.3.Ca")
def test_three_divisions_and_one_brigade() -> None:
    match = drops(segment(), "US-82AB=1131", "US-101AB=1132", "CW-1AB=1130")
    refused(match, "select CW-52AL", "17.9.3.C")
    assert offers(match, "select") == {"CW-POLAB"}
    drops(match, "CW-POLAB=1231")
    assert not offers(match, "select")
    match.play("done")
    assert {place(match, u) for u in ("US-82AB", "US-101AB", "CW-1AB", "CW-POLAB")} == {"1131", "1132", "1130", "1231"}


@rule("reich", "17.9.3.D", "17.9.3.Da", "17.9.3.Db", "17.9.3.Dc")
def test_no_tactical_air_in_the_first_air_phase_of_an_operation() -> None:
    match = drops(segment("G-2PZ=1333", turn=4), "US-82AB=1131", "US-101AB=1132").play("done")
    assert not offers(match, "strafe")
    assert match.state.air == 0
    seen = play_phases(match, "allied assault-supply")
    assert "allied assault-supply" in seen or GAME.phase_of(match.state) != "allied strafing"
    second = position("allied second-strafing", "US-82AB=1131 G-2PZ=1333", "operations 1", "operation_turn 4", turn=4)
    assert offered(second, "strafe G-2PZ")
    bombing = position(
        "allied bombing", "US-1=1229 G-2PZ=1230 US-CARPET=support", "operations 1", "operation_turn 4", turn=4
    )
    assert offered(bombing, "bomb 1230")


@rule("reich", "17.9.3.E", "17.9.3.Ea", "17.9.3.Eac", "17.9.3.Eb")
def test_units_land_on_their_dropped_side_and_take_their_hexes() -> None:
    match = drops(segment(), "US-82AB=1131")
    match.play("select US-101AB")
    refused(match, "drop 1131", "17.9.3.E")
    match.play("drop 1132", "done")
    assert {"US-82AB", "US-101AB"} <= units_of(match.state.dropped)
    assert match.state.allied >> at("1131") & 1
    assert (match.state.operations, match.state.operation_turn) == (1, 6)


@rule("reich", "17.9.3.Ec")
def test_a_supplied_division_is_within_eight_hexes() -> None:
    match = segment()
    found, grid = hexes(match, "US-82AB"), GAME.board.grid
    near = [at(label) for label in ("1229", "0820", "1020")]
    distances = {min(grid.distance(at(label), h) for h in near) for label in found}
    assert max(distances) == 8
    match.play("select US-82AB")
    far = next(
        label
        for label in sorted(labels(GAME.ground.land & GAME.board.terrain["clear"]))
        if min(grid.distance(at(label), h) for h in near) == 9
    )
    refused(match, f"drop {far}", "17.9.3.E")
    match = segment("", "oos US-1", box_=BOX)
    assert "1436" not in hexes(match, "US-82AB")
    assert not hexes(match, "US-82AB") & {label for label in found if grid.distance(at(label), at("1229")) < 5} - {
        label for label in found if min(grid.distance(at(label), h) for h in near[1:]) <= 8
    }
    brigade = segment(box_=BOX.replace("CW-POLAB=england", "CW-8AB=1632"))
    assert not [label for label in hexes(brigade, "US-82AB") if min(grid.distance(at(label), h) for h in near) > 8]


EAST = "US-30=4914 US-79=4723 CW-53=4606 US-3=5431"


def east(unit: str, label: str) -> Match:
    """The selection of a unit on Turn 14, with divisions along the Rhine in supply."""
    lines = (f"allied 3910 {label}" if label == "0" else "allied 3910", "antwerp 1", "antwerp_held 1", "ike_lifted 1")
    match = segment(EAST, *lines, turn=14)
    return match.play(f"select {unit}")


@rule("reich", "17.9.3.Ed", "17.9.3.Ee", "17.9.3.Ef", "17.9.3.Eh", "17.9.3.Ei")
@pytest.mark.parametrize("label", ["4916", "5015", "5016", "4404", "5209", "4920"])
def test_where_nobody_drops(label: str) -> None:
    match = east("US-82AB", label)
    assert label not in offers(match, "drop")
    refused(match, f"drop {label}", "17.9.3.E")


@rule("reich", "17.9.3.Ei")
def test_nobody_drops_into_mountains() -> None:
    mountains = labels(GAME.board.terrain["mountain"])
    match = east("US-82AB", "")
    assert mountains
    assert not mountains & offers(match, "drop")
    refused(match, f"drop {sorted(mountains)[0]}", "17.9.3.E")


@rule("reich", "17.9.3.Eg")
def test_nobody_drops_into_entrance_hexes() -> None:
    match = segment("US-30=0226").play("select US-82AB")
    for label in ("0127", "0234"):
        refused(match, f"drop {label}", "17.9.3.E")


@rule("reich", "17.9.3.Eh")
def test_a_destroyed_fort_is_a_drop_hex() -> None:
    match = segment("CW-53=2413", "razed 2412", "allied 2413", turn=8).play("select CW-1AB")
    assert "2412" in offers(match, "drop")
    match = segment("CW-53=2413", "allied 2413", turn=8).play("select CW-1AB")
    assert "2412" not in offers(match, "drop")


@rule("reich", "17.9.3.Ej")
def test_stacking_limits_hold_on_allied_units() -> None:
    full = "US-30=1131 US-79=1131 US-90=1131"
    match = segment(full).play("select US-82AB")
    assert "1131" in offers(match, "drop")
    match = segment(f"{full} US-17AB=1131").play("select US-82AB")
    refused(match, "drop 1131", "17.9.3.E")


@rule("reich", "17.9.3.El", "17.9.3.Ead")
def test_each_unit_drops_within_two_hexes_of_another() -> None:
    match = drops(segment(), "US-82AB=1131")
    refused(match, "done", "17.9.3.E")
    match.play("select US-101AB", "drop 1133")
    assert offered(match, "done")
    match.play("return US-101AB", "select US-101AB")
    two = segment(box_="US-82AB=england US-101AB=england")
    drops(two, "US-82AB=1131").play("select US-101AB")
    assert max(GAME.board.grid.distance(at("1131"), at(label)) for label in offers(two, "drop")) == 2
    refused(two, "drop 1128", "17.9.3.E")
    assert not asked(segment(box_="US-82AB=england"))


@rule("reich", "17.9.3.El")
def test_two_pairs_may_drop_far_from_each_other() -> None:
    match = drops(segment(), "US-82AB=1131", "US-101AB=1126")
    refused(match, "done", "17.9.3.E")
    assert {"CW-1AB", "CW-POLAB"} <= offers(match, "select")
    match.play("select CW-1AB")
    near = {GAME.board.grid.distance(at("1131"), at(h)) for h in offers(match, "drop")}
    assert min(near) <= 2
    assert all(
        min(GAME.board.grid.distance(at(a), at(h)) for a in ("1131", "1126")) <= 2 for h in offers(match, "drop")
    )
    match.play("drop 1132")
    drops(match, "CW-POLAB=1127")
    assert offered(match, "done")


@rule("reich", "17.9.3.Em", "17.9.3.En")
def test_the_air_landing_division_needs_clear_ground_without_enemies() -> None:
    match = segment("G-85=1132 G-84=1231")
    found = hexes(match, "CW-52AL")
    clear = labels(GAME.board.terrain["clear"] & ~GAME.ground.cities)
    assert found <= clear - {"1132", "1231"}
    assert found & labels(GAME.ground.towns)
    assert "1132" in hexes(match, "CW-1AB")
    match.play("select CW-52AL")
    refused(match, "drop 1132", "17.9.3.E")


@rule("reich", "17.9.3.Eae", "8.7.Bg", "10.7.9h")
def test_limits_on_entering_bind_drops_but_not_the_seine() -> None:
    lines = ("allied 3910", "antwerp 1")
    match = segment("CW-53=3910", *lines, turn=8).play("select CW-1AB")
    refused(match, "drop 3909", "8.7.B")
    match = segment("CW-53=3910", *lines, "antwerp_held 1", turn=8).play("select CW-1AB")
    assert "3909" in offers(match, "drop")
    bound = position("allied airborne", f"{BOX} CW-50=1020 US-1=1525", turn=5)
    assert "1721" in hexes(bound, "CW-1AB") or "1820" in hexes(bound, "CW-1AB")
    found = hexes(bound, "CW-1AB")
    assert found & labels(GAME.ground.east)
    assert not found & hexes_of("CW barred columns")
    assert not hexes(bound, "US-82AB") & hexes_of("Normandy Exclusion Zone")
    assert limits.may_enter(GAME, bound.state, 1) >= 0


# -- 17.9.4 --------------------------------------------------------------------------------------------


@rule("reich", "17.9.4", "17.9.4a", "17.9.4.A", "17.9.4.Aa")
def test_dropped_units_move_two_points_attack_and_have_a_zone() -> None:
    match = position(
        "allied exploitation", "US-82AB=1131 US-2=0820", "dropped US-82AB", "landed US-82AB", *FREE, turn=6, dice=[6]
    )
    match.play("select US-82AB")
    found = offers(match, "move")
    assert "1129" in found
    assert "1128" not in found
    board = Board("US-82AB=1131", dropped="US-82AB", landed="US-82AB", turn=6)
    assert zones.zone(GAME, board.state, 0)
    text = ("dropped US-82AB", "army12 US-82AB", "points 4 4 0 0 0")
    match = position("allied combat", "US-82AB=1131 G-91=1132", *text, turn=6, dice=[1])
    match.play("attack 1132")
    assert offered(match, "with US-82AB")


@rule("reich", "17.9.4.Ab", "17.9.4.Ac", "17.9.4.A", "17.9.4.B", "17.9.4.Ba")
def test_supply_does_not_matter_on_the_turn_of_the_drop() -> None:
    ring = sorted(labels(GAME.board.grid.neighbours(1 << at("1331")) & GAME.ground.land))
    germans = " ".join(f"{u}={h}" for u, h in zip("G-85 G-84 G-89 G-49 G-77 G-326".split(), ring, strict=True))
    board = Board(f"US-82AB=1331 {germans}", turn=6, dropped="US-82AB", landed="US-82AB")
    assert "US-82AB" not in board.check(0)
    later = Board(f"US-82AB=1331 {germans}", turn=7, dropped="US-82AB")
    assert "US-82AB" in later.check(0)
    assert not zones.zone(GAME, later.state, 0)


@rule("reich", "17.9.4.C", "17.9.4.Ca", "17.9.4.Cc", "4.1an")
def test_dropped_units_in_supply_are_turned_on_a_later_turn() -> None:
    match = position(
        "allied airborne", "US-82AB=0619 US-101AB=0620 CW-6AB=1221", "dropped US-82AB US-101AB CW-6AB", turn=2
    )
    assert marked(match, "dropped") == set()
    ring = sorted(labels(GAME.board.grid.neighbours(1 << at("1331")) & GAME.ground.land))
    germans = " ".join(f"{u}={h}" for u, h in zip("G-85 G-84 G-89 G-49 G-77 G-326".split(), ring, strict=True))
    match = position("allied airborne", f"US-82AB=1331 {germans}", "dropped US-82AB", turn=7)
    assert marked(match, "dropped") == {"US-82AB"}


@rule("reich", "17.9.4.Cb", "4.1an")
def test_nobody_recovers_on_the_turn_of_the_drop() -> None:
    match = drops(segment(), "US-82AB=1131", "US-101AB=1132").play("done")
    assert {"US-82AB", "US-101AB"} <= marked(match, "dropped")


@rule("reich", "17.9.4.Cd")
def test_recovery_asks_for_a_line_now_not_for_the_marker() -> None:
    match = position("allied airborne", "US-82AB=0619", "dropped US-82AB", "oos US-82AB", turn=7)
    assert marked(match, "dropped") == set()
    assert not box(match, "england")
    assert region("Beaches")
