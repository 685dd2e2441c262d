"""Chapters 3.4.B to 3.4.E: what Final Battles begins with, and what it leaves of the campaign."""

from __future__ import annotations

from grognard.games.reich import airborne, entries, limits, supply
from grognard.games.reich.state import FULL, SETTLED
from grognard.hexes import bits
from tests.kit import offered
from tests.reich.helpers_map import at, region
from tests.reich.helpers_special import GAME, begun, box, is_allied, labels
from tests.reich.helpers_supply import Board, marked
from tests.reich.helpers_supply import region as hexes_of
from tests.reich.table import position
from tests.rules import rule


@rule("reich", "3.4.D", "3.4.Da", "3.4.E.2c")
def test_control_follows_the_line() -> None:
    match = begun("final")
    found = labels(match.state.allied)
    assert {"3910", "4626"} <= found
    assert not {"5213", "4005", "4916", "5015", "5016"} & found
    assert match.state.flood == 0


@rule("reich", "3.4.E", "3.4.Ea", "3.4.E.2", "3.4.E.2a", "3.4.E.2b", "3.4.E.2f", "3.4.E.2g")
def test_how_the_campaign_has_gone_so_far() -> None:
    s = begun("final").state
    assert s.antwerp
    assert s.antwerp_held
    assert s.logistics == FULL
    assert (s.grounded, s.priority, s.red_ball, s.red_ball_saved) == (0, 0, 0, 0)
    assert (s.refit_cw, s.refit_us, s.refit_german) == (2, 3, 1)
    assert s.blown == 0
    assert s.bridge == 0
    assert s.replaced == 0
    assert s.paris == SETTLED
    destroyed = (GAME.ground.forts["coastal"] | GAME.ground.forts["metz"]) & region("Allied side December 1944")
    assert s.razed == destroyed
    assert s.bombers_spent == 3


@rule("reich", "3.4.E.2b")
def test_montys_blind_spot_is_open() -> None:
    s = begun("final").state
    assert limits.may_enter(GAME, s, 1 << GAME.unit_ids["CW-7A"]) >> at("3908") & 1


@rule("reich", "3.4.Bb", "3.4.E.2e", "17.7.1.A")
def test_the_counteroffensive_is_declared_without_a_choice() -> None:
    match = position("german decision", "US-1=4717 G-2PZ=5020 G-1SS=watch", turn=11, scenario="final")
    assert match.state.offensive == 11
    assert match.state.ike_lifted
    assert GAME.phase_of(match.state) == "german watch"
    assert not offered(match, "decline")


@rule("reich", "3.4.Bd")
def test_the_ss_withdraw_on_turn_13() -> None:
    units = "G-1SS=5313 G-2SS=5313 G-12SS=5413 G-9SS=5413 US-1=4717"
    match = position("german decision", units, "offensive 11", turn=13, scenario="final")
    assert box(match, "removed") >= {"G-1SS", "G-2SS", "G-12SS", "G-9SS"}


@rule("reich", "3.4.E.2d")
def test_one_airborne_operation() -> None:
    board = Board("", scenario="final", turn=14)
    assert airborne.why_no_operation(GAME, board.state) is None
    board.state.operations, board.state.operation_turn = 1, 14
    board.state.turn = 15
    assert airborne.why_no_operation(GAME, board.state) is not None
    board.state.turn = 14
    assert "Airborne" in str(airborne.why_no_operation(GAME, board.state))


@rule("reich", "3.4", "3.4a", "3.4b")
def test_only_the_east_map_is_in_play() -> None:
    match = begun("final")
    assert GAME.in_play(match.state) == region("East Map")
    assert all(int(label[:2]) >= 35 for label in labels(GAME.in_play(match.state)))
    board = Board("CW-50=3513 US-1=4717", scenario="final", turn=12, allied="3910 0518", antwerp=True, cherbourg=5)
    sources = supply.fed(GAME, board.state, 0)
    assert sources >> at("3513") & 1
    assert all(GAME.in_play(board.state) >> h & 1 for h in bits(sources))
    cut = Board("CW-50=3513", scenario="final", turn=12, allied="0518", cherbourg=5)
    assert "3513" not in cut.fed(0)
    assert is_allied(cut, "0518")
    assert marked(match, "oos") == set()


@rule("reich", "3.4.Bc")
def test_arrivals_use_what_is_in_play() -> None:
    board = Board("", scenario="final", turn=12, allied="2810 3913 3910", antwerp=True)
    found = labels(entries.allied_hexes(GAME, board.state, GAME.unit_ids["CW-50"]))
    assert "3913" in found
    assert "2810" not in found & hexes_of("East Map")
