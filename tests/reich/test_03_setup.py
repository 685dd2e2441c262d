"""Chapters 3.1 to 3.3: how June 1944 begins."""

from __future__ import annotations

import grognard
from grognard.games.reich import control, pieces
from grognard.games.reich.state import LIMITED_MOVEMENT
from grognard.hexes import bits
from tests.kit import offered, offers, refused
from tests.reich.helpers_map import at, region
from tests.reich.helpers_special import GAME, begun, box, is_allied, labels, place, units_in, units_of
from tests.reich.helpers_supply import Board
from tests.reich.helpers_supply import region as hexes_of
from tests.reich.table import position
from tests.rules import rule


@rule("reich", "3.1", "3.1a", "3.2", "3.3", "3.4", "3.3.B", "3.3.Ba", "3.2.Ba")
def test_there_are_three_scenarios_with_turns_of_their_own() -> None:
    begins = {name: (match.state.turn, match.state.turns) for name in GAME.scenarios for match in [begun(name)]}
    assert begins == {"campaign": (1, 15), "breakout": (1, 6), "final": (11, 15)}


@rule("reich", "3.2a", "3.2.A", "3.2.Ab", "2.1.Aa", "3.2.Ae")
def test_every_counter_of_the_campaign_is_in_one_place() -> None:
    match = begun()
    assert not box(match, "aside")
    for unit, number in GAME.unit_ids.items():
        turn = GAME.roster.turn[number]
        if turn > 1 and number not in bits(GAME.roster.support):
            assert place(match, unit) == "track"
            assert match.state.due[number] == turn
    assert {u for u in box(match, "track") if match.state.due[GAME.unit_ids[u]] == 2} >= {"G-9SS", "G-10SS", "G-502SS"}
    assert match.state.due[GAME.unit_ids["G-6FJ"]] == 3
    assert sum(c.id == "G-1SS" for c in GAME.counters) == 1


@rule("reich", "2.1.A", "2.1.Aa")
def test_an_eliminated_unit_waits_on_the_turn_track() -> None:
    board = Board("CW-7A=1020", turn=2)
    pieces.eliminate(GAME, board.state, GAME.unit_ids["CW-7A"], "13.7.4")
    assert GAME.place_name(board.state.at[GAME.unit_ids["CW-7A"]]) == "track"
    assert board.state.due[GAME.unit_ids["CW-7A"]] == 4


@rule("reich", "3.2.Aa", "2.1.E", "2.1.Ea")
def test_units_start_in_their_hexes_and_in_england() -> None:
    match = begun()
    assert units_in(match, "0620") == {"US-101AB"}
    assert units_in(match, "1020") == {"CW-50", "CW-7A", "CW-8AB"}
    assert box(match, "england") == {"CW-1AB", "CW-52AL"}
    board = Board("G-1SS=england")
    assert any("G-1SS is not an Allied combat unit" in e for e in GAME.position_errors(board.state))


@rule("reich", "3.2.Ac")
def test_the_first_turn_is_june() -> None:
    assert begun().state.turn == 1
    assert GAME.tables.track[0].label == "Jun I"


@rule("reich", "3.2.Ad", "17.9.1", "17.9.1c", "17.9.1b")
def test_the_divisions_that_landed_start_on_their_dropped_side() -> None:
    match = begun()
    assert units_of(match.state.dropped) == {"US-82AB", "US-101AB", "CW-6AB"}
    unit = GAME.unit_ids["US-101AB"]
    assert (pieces.attack_of(GAME, match.state, unit), pieces.defense_of(GAME, match.state, unit)) == (2, 2)
    match.state.dropped = 0
    assert (pieces.attack_of(GAME, match.state, unit), pieces.defense_of(GAME, match.state, unit)) == (4, 4)


@rule("reich", "3.2.D", "3.2.Da", "3.2.De", "3.3.E", "3.3.Ea")
def test_the_allies_start_with_the_hexes_of_their_units_and_the_beaches() -> None:
    for name in ("campaign", "breakout"):
        match = begun(name)
        assert labels(match.state.allied) == {"0619", "0620", "0820", "1020", "1121", "1221"}
    board = Board("US-1=0820")
    control.start_with(GAME, board.state)
    assert is_allied(board, "1121")


@rule("reich", "3.2.E", "3.2.E.1", "3.2.E.1a", "3.2.E.1d", "3.2.Ea", "3.3.F", "3.3.Fa")
def test_panzer_lehr_is_strafed_by_a_marker_drawn_in_the_open() -> None:
    found = set()
    for name in ("campaign", "breakout"):
        for seed in range(12):
            match = grognard.new(GAME, name, seed=seed)
            assert units_of(match.state.strafed) == {"G-LEHR"}
            under = [n for n, unit in enumerate(match.state.strafers) if unit >= 0]
            assert len(under) == 1
            found.add(under[0])
            said = [e.text for e in match.events if e.rule == "3.2.E.1"]
            assert said == [f"G-LEHR is strafed and loses {under[0] + 2} Movement Points"]
    assert found == {0, 1, 2, 3}
    assert not begun("final").state.strafed


@rule("reich", "3.2.E.1b")
def test_the_marker_slows_panzer_lehr_alone() -> None:
    text = ("strafed G-LEHR", "strafers -1 G -1 -1".replace("G", str(GAME.unit_ids["G-LEHR"])))
    match = position("german assault", "G-LEHR=1729 G-2PZ=2618", *text, turn=1)
    match.play("select G-LEHR")
    slow = len(offers(match, "move"))
    match.undo()
    free = position("german assault", "G-LEHR=1729 G-2PZ=2618", turn=1).play("select G-LEHR")
    assert slow < len(offers(free, "move"))


@rule("reich", "3.2.E.2", "3.2.E.2a")
def test_the_german_player_chooses_an_e_hex_for_the_503rd_ss() -> None:
    match = grognard.new(GAME, "campaign", seed=1)
    assert match.side == "german"
    assert offers(match, "place") == hexes_of("E entrance")
    refused(match, "place 0234", "3.2.E.2")
    match.play("place 5701")
    assert units_in(match, "5701") == {"G-503SS"}


@rule("reich", "3.2.E.3", "3.2.E.3a", "3.2.E.3b", "3.3.Fa", "4.1bt")
def test_play_begins_with_the_german_assault_and_no_die() -> None:
    for name in ("campaign", "breakout"):
        match = begun(name)
        assert GAME.phase_of(match.state) == "german assault"
        assert match.state.points[3:] == [4, 8]
        assert match.state.logistics == LIMITED_MOVEMENT
        titles = [e.text for e in match.events]
        assert next(text for text in titles if "Turn 1" in text) == "Turn 1, German Supply Segment"


@rule("reich", "3.2.E.3b")
def test_the_second_german_die_of_the_first_turn_is_a_four_too() -> None:
    match = position("german exploitation", "G-2PZ=2618", turn=1)
    assert match.state.points[3:] == [4, 8]


@rule("reich", "3.2.E.3c")
def test_from_the_second_turn_the_germans_roll() -> None:
    match = position("german assault", "G-2PZ=2618", turn=2)
    assert match.side == "dice"
    assert offers(match, "roll") == set("123456")


# -- Normandy Breakout -------------------------------------------------------------------------


@rule("reich", "3.3a", "2.1", "2.1a")
def test_normandy_breakout_is_played_on_the_west_map() -> None:
    west, east = region("West Map"), region("East Map")
    assert not west & east
    assert west >> at("0518") & 1
    assert east >> at("5209") & 1
    assert GAME.board.playable & ~(west | east) == 0
    match = begun("breakout")
    assert GAME.in_play(match.state) == west
    board = Board("G-1SS=5313", scenario="breakout")
    assert any("5313" in e and "not in play" in e for e in GAME.position_errors(board.state))


@rule("reich", "3.3.A", "3.3.Aa", "3.3.Ac", "3.3.Fb")
def test_units_of_the_east_wait_in_the_tray() -> None:
    match, campaign = begun("breakout"), begun()
    assert box(match, "tray") == {"G-503SS", "G-1SS", "G-16LW", "G-347", "G-719", "G-70"}
    away = box(match, "tray") | {f"G-METZ{n}" for n in range(1, 5)}
    for unit, label in GAME.scenarios["campaign"].words["setup"].items():
        if unit not in away:
            assert place(match, unit) == place(campaign, unit) == label.lower()


@rule("reich", "3.3.Ab", "3.3.Ad")
def test_nobody_arrives_after_the_last_turn_or_in_the_south_east() -> None:
    match = begun("breakout")
    assert {match.state.due[GAME.unit_ids[u]] for u in box(match, "track")} == {2, 3, 4, 5, 6}
    assert not [u for u in box(match, "track") if GAME.roster.entry[GAME.unit_ids[u]] == "A-D"]
    assert GAME.position_errors(match.state) == []


@rule("reich", "3.3.Dh", "3.3.D")
def test_the_edge_of_the_west_map_supplies_the_germans() -> None:
    board = Board("G-2PZ=1331", scenario="breakout")
    assert labels(GAME.german_sources(board.state)) == hexes_of("East edge of the West Map")
    assert "1331" in board.fed(1)
    assert labels(GAME.german_sources(Board("").state)) == hexes_of("E entrance")


@rule("reich", "3.3.De")
def test_units_of_the_15th_army_wait_for_their_release_in_the_tray_too() -> None:
    held = [u for u in ("G-16LW", "G-347", "G-719", "G-70") if GAME.roster.release[GAME.unit_ids[u]] > 2]
    match = position("german assault", " ".join(f"{u}=tray" for u in held), turn=2, scenario="breakout", dice=[3])
    assert held
    assert not [u for u in held if offered(match, f"select {u}")]
    match = position("german assault", "G-9SS=tray", turn=2, scenario="breakout", dice=[3])
    assert offered(match, "select G-9SS")


@rule("reich", "3.3.Dg")
def test_the_first_crossing_of_the_seine_shuts_the_tray() -> None:
    match = position(
        "german assault", "G-9SS=tray G-2PZ=2618", "seine_crossed 1", turn=5, scenario="breakout", dice=[3]
    )
    assert not offered(match, "select G-9SS")


@rule("reich", "3.2.E.2b")
def test_the_503rd_ss_has_to_leave_its_entrance_hex() -> None:
    match = begun()
    assert place(match, "G-503SS") == "5813"
    match.play("done")
    assert match.prompt.rule == "7.1.2.C"
    match.play("pass")
    assert place(match, "G-503SS") in ("eliminated", "track", "watch")
