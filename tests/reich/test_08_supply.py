"""Chapter 8: supply checks, units that are always supplied, and what being out of supply does."""

from __future__ import annotations

import pytest

from grognard.games.reich import supply, traces
from tests.reich.helpers_map import ALLIED, GERMAN, GRID, GROUND, at
from tests.reich.helpers_supply import GERMANS, US, Board, filled, labels, marked, region, ring, wide_ring
from tests.reich.table import position
from tests.rules import rule

#: A German and a US division with enemies all around, two hexes away.
LOST_GERMAN = f"G-2PZ=1331 {wide_ring('1331', US)}"
LOST_AMERICAN = f"US-95=1331 {wide_ring('1331', GERMANS)}"


# -- checks ----------------------------------------------------------------------------------


@rule("reich", "8.0", "8.0b", "8.0e")
def test_units_without_a_line_are_marked() -> None:
    assert Board(f"{LOST_GERMAN} G-IIIFLK=1331 G-1SS=1327").check(GERMAN) == {"G-2PZ", "G-IIIFLK"}
    assert Board(f"{LOST_AMERICAN} US-2=0820").check(ALLIED) == {"US-95"}


@rule("reich", "8.0c", "8.0b")
def test_the_next_check_takes_a_marker_off() -> None:
    assert Board("G-2PZ=1331", oos="G-2PZ").check(GERMAN) == set()
    assert Board("US-1=0820", oos="US-1").check(ALLIED) == set()


@rule("reich", "8.0a", "8.0d")
def test_a_check_of_one_side_leaves_the_markers_of_the_other() -> None:
    board = Board(f"{LOST_AMERICAN} G-1SS=5313", oos="G-1SS")
    assert board.check(ALLIED) == {"US-95", "G-1SS"}
    assert board.check(GERMAN) == {"US-95"}


@rule("reich", "8.0a", "4.1bu", "4.1cl")
@pytest.mark.parametrize("segment", ["assault-supply", "exploitation-supply"])
def test_each_german_supply_segment_checks_the_german_units(segment: str) -> None:
    match = position(f"german {segment}", f"{LOST_GERMAN} G-1SS=1327 CW-50=1020", "oos G-1SS", turn=3)
    assert "G-1SS" not in marked(match, "oos")
    assert "G-2PZ" in marked(match, "oos") | marked(match, "reduced")


@rule("reich", "8.0a", "4.1ba", "4.1cg")
@pytest.mark.parametrize("segment", ["assault-supply", "exploitation-supply"])
def test_each_allied_supply_segment_checks_the_allied_units(segment: str) -> None:
    match = position(f"allied {segment}", f"{LOST_AMERICAN} US-2=0820 CW-50=1020", "oos US-2", turn=3)
    assert "US-2" not in marked(match, "oos")
    assert "US-95" in marked(match, "oos") | marked(match, "reduced")


@rule("reich", "8.0a", "4.1w")
def test_the_counteroffensive_has_a_supply_segment_of_its_own() -> None:
    around = wide_ring("4723", US)
    match = position("german offensive-supply", f"G-2PZ=4723 {around}", "offensive 10", turn=10)
    assert "G-2PZ" in marked(match, "oos") | marked(match, "reduced")


@rule("reich", "8.0a", "4.1db", "8.0d")
@pytest.mark.parametrize("segment", ["german refit", "allied refit", "allied strafing", "allied bombing"])
def test_no_other_segment_changes_a_marker(segment: str) -> None:
    more = "oos G-1SS", "reduced CW-7A G-1SS", "refit_cw 1", "refit_german 1"
    match = position(segment, f"{LOST_GERMAN} G-1SS=1327 CW-7A=1020 US-75=1122 G-49=1123", *more)
    assert match.state.turn == 3
    assert segment.endswith(match.game.phase_of(match.state).split()[-1])
    assert marked(match, "oos") == {"G-1SS"}


@rule("reich", "8.0g", "4.1u")
def test_the_allies_fight_the_counteroffensive_with_their_last_status() -> None:
    board = Board("US-95=4723", turn=10, offensive=10)
    turn = board.game.game_turn
    played = [stage for stage in turn.stages(board.state) if not turn.omitted(board.state, *stage)]
    checks = [stage for stage in played if "supply" in stage[1]]
    assert checks[0] == (GERMAN, "offensive-supply")
    assert checks[1] == (ALLIED, "exploitation-supply")
    assert played.index((GERMAN, "offensive-combat")) < played.index(checks[1])


@rule("reich", "8.0f", "8.3.Bi", "8.3.Ba")
def test_any_number_of_units_of_any_nation_use_one_source() -> None:
    held = "G-91=0619 G-77=0820 G-353=1121"
    army = "US-1=0921 US-2=0921 CW-50=1021 CW-3=1021"
    assert Board(f"{army} {held}").check(ALLIED) == set()
    assert Board(f"{army} {held} G-272=1020").check(ALLIED) == {"US-1", "US-2", "CW-50", "CW-3"}


@rule("reich", "8.0h", "17.9.4.Ab", "17.9.4.Ba")
def test_units_that_have_dropped_this_turn_need_no_supply() -> None:
    units = f"US-82AB=1331 US-101AB=1331 {wide_ring('1331', GERMANS)}"
    assert Board(units, dropped="US-82AB US-101AB", landed="US-82AB").check(ALLIED) == {"US-101AB"}


@rule("reich", "8.0h")
def test_a_placed_unit_has_no_marker_until_the_next_check() -> None:
    match = position("german replacement", f"G-2PZ=track G-HQ7=1331 {wide_ring('1331', US)}", "due G-2PZ=5", turn=5)
    match.play("select G-2PZ", "place 5813")
    assert not marked(match, "oos")


# -- lines -----------------------------------------------------------------------------------


@rule("reich", "8.2", "8.2b", "8.2c", "6.4")
def test_zones_block_a_gap_and_units_of_ones_own_open_it() -> None:
    *others, last = wide_ring("1331", US).split()
    gap = last.split("=")[1]
    assert Board(f"G-2PZ=1331 {' '.join(others)}").check(GERMAN) == {"G-2PZ"}
    near = [n for n in GRID.neighbour_list(at("1331")) if GRID.distance(n, at(gap)) == 1]
    beyond = [n for n in GRID.neighbour_list(at(gap)) if GRID.distance(n, at("1331")) == 3]
    way = [*near, at(gap), *beyond]
    chain = " ".join(f"{unit}={GRID.label(h)}" for unit, h in zip(GERMANS, way, strict=False))
    assert Board(f"G-2PZ=1331 {' '.join(others)} {chain}").check(GERMAN) == set()


@rule("reich", "8.2", "8.2a", "2.2.Ad")
def test_a_lone_headquarters_or_a_unit_without_a_zone_blocks_its_hex() -> None:
    *others, last = wide_ring("1331", GERMANS).split()
    gap = last.split("=")[1]
    harmless = f"US-95=1331 {' '.join(others)} G-HQ7={gap}"
    # the Germans have no zones here, so that the hexes alone count
    quiet = " ".join(word.split("=")[0] for word in others)
    assert Board(harmless, disrupted=quiet).check(ALLIED) == {"US-95"}
    assert Board(f"US-95=1331 {' '.join(others)}", disrupted=quiet).check(ALLIED) == set()


@rule("reich", "8.2d", "6.3.Ba")
def test_zones_that_do_not_reach_a_hex_do_not_block_it() -> None:
    assert "0820" in Board("US-1=0820 G-49=0821").fed(ALLIED)  # no German zone on a Beach
    assert "0921" in Board("US-1=0921 G-49=0922").fed(ALLIED)


@rule("reich", "8.2i", "8.7.Bc", "8.2d")
def test_lines_run_through_hexes_that_units_may_not_enter() -> None:
    assert "0922" in Board("US-1=1122").fed(ALLIED)  # the Exclusion Zone
    board = Board("US-1=4723", antwerp=True, allied="3910 3908 3909 4008", turn=9)
    assert {"3908", "3909", "4008"} <= board.fed(ALLIED)


@rule("reich", "8.2e", "8.2f", "8.2g")
def test_intact_forts_block_allied_lines_until_they_are_destroyed_or_taken() -> None:
    board = Board("US-1=0820", razed="0518", allied="4815")
    forts = labels(traces.situation(board.game, board.state, ALLIED).forts)
    assert forts | {"0518"} == region("Coastal Forts") | region("Metz Forts") | region("West Wall Forts") - {"4815"}
    assert "0518" not in forts
    assert not traces.situation(board.game, board.state, GERMAN).forts


@rule("reich", "8.3.Bb", "8.3.Bc", "8.3.Bh", "8.3a")
def test_allied_sources_come_and_go() -> None:
    army = "US-1=0921 US-3=4437 US-2=3914"
    assert Board(army, turn=7).check(ALLIED) == set()
    assert Board(army, turn=8).check(ALLIED) == {"US-1", "US-2"}  # only the 6th Army Group is fed
    assert Board(army, turn=8, cherbourg=8, allied="0518").check(ALLIED) == set()
    assert Board(army, turn=8, cherbourg=9, allied="0518").check(ALLIED) == {"US-1", "US-2"}
    assert Board(f"{army} G-49=0518", turn=8, cherbourg=8, allied="0518").check(ALLIED) == {"US-1", "US-2"}
    assert Board(army, turn=8, antwerp=True, allied="3910").check(ALLIED) == set()
    assert Board(army, turn=8, allied="3910").check(ALLIED) == {"US-1", "US-2"}


@rule("reich", "8.3.B", "8.3.Bd", "8.3.Be", "8.3.Bg")
def test_the_a_d_hexes_feed_whoever_is_in_the_area_of_the_6th_army_group() -> None:
    board = Board("US-3=4437 US-100=3525 US-1=4438 US-2=3914", turn=8)
    assert board.check(ALLIED) == {"US-100", "US-2"}
    assert board.units("spared") == {"US-100", "US-2"}  # against Attrition only


@rule("reich", "8.3.A", "8.3.Aa", "8.3.Ab")
def test_german_lines_lead_to_the_east_edge_and_nowhere_else() -> None:
    western = "G-49=0126"
    assert Board(western).check(GERMAN) == set()
    wall = filled(_column("02"), US)
    assert len(_column("02")) <= len(US)
    assert Board(f"{western} {wall}").check(GERMAN) == {"G-49"}


def _column(line: str) -> list[str]:
    """The land hexes of a column."""
    return [GRID.label(h) for h in GRID if GROUND.land >> h & 1 and GRID.label(h).startswith(line)]


@rule("reich", "3.3.Dh", "3.4b")
def test_the_edge_of_the_west_map_feeds_the_germans_in_the_normandy_breakout() -> None:
    assert Board("G-49=1331", scenario="breakout").check(GERMAN) == set()
    assert Board(LOST_GERMAN, scenario="breakout").check(GERMAN) == {"G-2PZ"}
    fed = Board("G-49=1331", scenario="breakout").fed(GERMAN)
    assert region("East edge of the West Map") <= fed
    assert not fed & region("East Map")


# -- units that are always supplied ----------------------------------------------------------


@rule("reich", "8.4", "8.4a", "8.4.1", "8.4.1a", "8.4.1c")
def test_the_ruhr_feeds_german_units_only() -> None:
    assert Board(f"G-2PZ=5310 {wide_ring('5310', US)}").check(GERMAN) == set()
    assert Board(f"US-95=5310 {wide_ring('5310', GERMANS)}").check(ALLIED) == {"US-95"}


@rule("reich", "8.4.2", "8.4.2a", "8.4.2c")
def test_a_coastal_fort_feeds_while_it_stands() -> None:
    held = f"G-49=2511 {ring('2511', US)}"
    assert Board(held).check(GERMAN) == set()
    assert Board(held, razed="2511").check(GERMAN) == {"G-49"}


@rule("reich", "8.4.2b", "15.0.Aa")
def test_cherbourg_saves_from_attrition_only() -> None:
    board = Board(f"G-709=0518 {ring('0518', US)}")
    assert board.check(GERMAN) == {"G-709"}
    assert board.units("spared") == {"G-709"}
    assert Board("G-709=0518").check(GERMAN) == set()


@rule("reich", "8.4.3", "8.4.3a", "16.2")
def test_metz_garrisons_are_always_supplied_and_their_company_is_not() -> None:
    board = Board(f"G-METZ1=4626 G-49=4626 {wide_ring('4626', US)}")
    assert board.check(GERMAN) == {"G-49"}


# -- effects ---------------------------------------------------------------------------------


@rule("reich", "8.5", "8.5a", "6.2")
def test_a_unit_out_of_supply_has_no_zone_from_the_check_on() -> None:
    board = Board(LOST_GERMAN)
    zone = lambda: board.game.zone(board.state, GERMAN) >> at("1332") & 1  # noqa: E731
    assert zone()
    board.check(GERMAN)
    assert not zone()
    board.state.at = [h if board.game.counters[u].side == "german" else -1 for u, h in enumerate(board.state.at)]
    board.game.refresh(board.state)
    board.check(GERMAN)
    assert zone()


@rule("reich", "8.5g", "7.3.Fb")
def test_a_check_takes_the_refit_marker_of_an_unsupplied_unit() -> None:
    board = Board(LOST_GERMAN, reduced="G-2PZ", refitting="G-2PZ")
    board.check(GERMAN)
    assert (board.units("refitting"), board.state.refit_german, board.units("reduced")) == (set(), 1, {"G-2PZ"})


@rule("reich", "4.1cq", "15.0a")
def test_in_the_mutual_segment_german_zones_are_gone_before_the_allies_check() -> None:
    board = Board(f"{LOST_GERMAN} US-75=4629 {wide_ring('4629', GERMANS)}")
    board.state.log = []
    closed = lambda: labels(traces.situation(board.game, board.state, ALLIED).closed)  # noqa: E731
    assert "1332" in closed()
    supply.begin_mutual(board.game, board.state, 0)
    reported = [text.format(*args) for _, text, args, *_ in board.state.log]
    assert [line.split()[0] for line in reported] == ["G-2PZ", "US-75"]
    assert "1332" not in closed()
