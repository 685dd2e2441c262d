"""Chapter 15: Attrition."""

from __future__ import annotations

from grognard.games.reich import attrition
from grognard.games.reich.state import ALLIED, BRITTANY, ENGLAND, EXITED, GERMAN
from tests.kit import where
from tests.reich.helpers_supply import GERMANS, US, Board, marked, ring, wide_ring
from tests.reich.table import position
from tests.rules import rule

LOST_GERMAN = wide_ring("1331", US)


def attrite(board: Board) -> Board:
    """Mutual Supply and Attrition."""
    board.check(GERMAN)
    board.check(ALLIED)
    attrition.begin(board.game, board.state, 0)
    return board


@rule("reich", "15.0", "15.0b", "15.0c", "15.0d", "15.0e", "8.5h", "4.1cr", "4.1cp")
def test_every_unit_out_of_supply_loses_one_step() -> None:
    match = position("supply", f"G-85=1331 G-272=1331 G-91=1331 G-326=5313 {LOST_GERMAN}", "reduced G-272", "oos G-326")
    assert marked(match, "reduced") == {"G-85"}
    assert (where(match, "G-272"), where(match, "G-91")) == ("cup", "cup")
    assert where(match, "G-326") == "5313"


@rule("reich", "15.0b", "15.0c")
def test_allied_units_suffer_alike() -> None:
    match = position("supply", f"US-95=1331 US-104=1331 {wide_ring('1331', GERMANS)}", "reduced US-104")
    assert marked(match, "reduced") == {"US-95"}
    assert where(match, "US-104") == "track"


@rule("reich", "15.0g")
def test_headquarters_and_leaders_suffer_attrition() -> None:
    board = attrite(Board(f"G-HQ7=1331 G-MODEL=1331 {LOST_GERMAN}"))
    assert board.units("oos") == set()
    assert {board.state.at[board.game.unit_ids[u]] for u in ("G-HQ7", "G-MODEL")} == {board.game.place("eliminated")}


@rule("reich", "15.0.A", "15.0.Aa", "15.0.Ab", "8.4.2b")
def test_coastal_forts_and_the_ruhr_save_their_units() -> None:
    at = f"G-709=0518 {ring('0518', US[:6])} G-49=2511 G-2PZ=5310 {ring('5310', US[6:])}"
    board = attrite(Board(at))
    assert board.units("oos") == {"G-709"}
    for unit in ("G-709", "G-49", "G-2PZ"):
        assert board.state.at[board.game.unit_ids[unit]] >= 0
    assert not board.units("reduced")
    razed = attrite(Board(at, razed="0518"))
    assert razed.state.at[razed.game.unit_ids["G-709"]] < 0


@rule("reich", "15.0.B", "15.0.Ba", "15.0.Bb", "17.9.4.Ac")
def test_dropped_units_suffer_no_attrition_but_the_other_effects() -> None:
    units = f"US-82AB=1331 US-101AB=1331 {wide_ring('1331', GERMANS)}"
    board = attrite(Board(units, dropped="US-82AB"))
    assert board.units("oos") == {"US-82AB"}
    assert board.state.at[board.game.unit_ids["US-101AB"]] < 0
    fresh = attrite(Board(units, dropped="US-82AB", landed="US-82AB"))
    assert fresh.units("oos") == set()


@rule("reich", "15.0.C", "15.0.Ca", "7.1.2.M", "7.1.2.Ma")
def test_units_off_the_map_suffer_no_attrition() -> None:
    board = attrite(Board("US-1=england US-2=brittany US-4=exited US-9=4723", turn=9))
    boxes = [board.state.at[board.game.unit_ids[u]] for u in ("US-1", "US-2", "US-4")]
    assert boxes == [ENGLAND, BRITTANY, EXITED]
    assert board.units("oos") == {"US-9"}
    assert not board.units("reduced") & {"US-1", "US-2", "US-4"}


@rule("reich", "15.0h", "8.3.Be")
def test_a_unit_fed_by_a_d_hexes_only_keeps_its_marker_and_its_steps() -> None:
    board = attrite(Board("US-9=3525 US-3=4437", turn=8))
    assert board.units("oos") == {"US-9"}
    assert not board.units("reduced")
    cut = attrite(Board(f"US-95=3525 {wide_ring('3525', GERMANS)}", turn=8))
    assert cut.units("reduced") == {"US-95"}


@rule("reich", "9.2.Be")
def test_a_grounded_unit_suffers_attrition() -> None:
    board = attrite(Board(f"US-95=1331 {wide_ring('1331', GERMANS)}", grounded="US-95"))
    assert board.units("reduced") == {"US-95"}
