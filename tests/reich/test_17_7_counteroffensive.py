"""Chapter 17.7: the Hitler Counteroffensive."""

from __future__ import annotations

import pytest

import grognard
from grognard import Match
from grognard.games.reich import achievements, offensive, pieces, sequence, victory, zones
from tests.kit import made_game, offered, offers, refused
from tests.reich.helpers_map import at, region
from tests.reich.helpers_special import GAME, box, end_of_turn, enter, labels, place, play_phases, units_in
from tests.reich.helpers_supply import Board
from tests.reich.helpers_supply import places as _places
from tests.reich.table import position
from tests.rules import rule

#: Germans in the Eifel, Americans in the Ardennes, and the way to Antwerpen open.
EIFEL = "G-85=4920 G-84=4919 US-1=4718 US-2=4622 US-4=3910"
OPEN = ("allied 3910 4718 4622 4723 4515", "antwerp 1", "antwerp_held 1")


def decision(*units: str, turn: int = 10, more: tuple[str, ...] = ()) -> Match:
    return position("german decision", " ".join((EIFEL, *units)), *OPEN, *more, turn=turn)


def watch(units: str, *more: str, turn: int = 10, at_front: str = EIFEL) -> Match:
    """The Watch on the Rhine Segment with these units in the Box."""
    boxed = " ".join(f"{unit}=watch" for unit in units.split())
    return position("german watch", f"{at_front} {boxed}", *OPEN, f"offensive {turn}", *more, turn=turn)


def places(match: Match, unit: str) -> set[str]:
    return _places(match, unit)


# -- the decision --------------------------------------------------------------------------------


@rule("reich", "17.7", "17.7a", "17.7.1", "17.7.1.A", "17.7.1.Aa", "4.1p", "4.1r")
def test_it_may_be_declared_on_turns_10_and_11_only() -> None:
    turn_step = GAME.game_turn
    for turn in range(2, 16):
        board = Board("", turn=turn)
        board.state.withdrawn = True
        asked = not turn_step.omitted(board.state, 1, "decision")
        assert asked == (turn in (10, 11))
    assert offers(decision(), "launch") == offers(decision(turn=11), "decline") == {""}


@rule("reich", "17.7.1a", "4.1p", "4.1t", "17.8.Ah")
def test_the_decision_comes_between_arrivals_and_the_air_phase() -> None:
    stages = list(sequence.TURN)
    where = stages.index((1, "decision"))
    assert stages[where - 1] == (0, "refit")
    assert stages[where + 1] == (1, "watch")
    assert stages.index((0, "airborne")) > where
    match = position("allied refit", EIFEL, *OPEN, turn=10)
    while GAME.phase_of(match.state) == "allied refit":
        match.play("done")
    assert GAME.phase_of(match.state) == "german decision"


@rule("reich", "17.7.1.Ab", "4.1q")
def test_it_is_declared_once() -> None:
    match = decision().play("launch")
    assert match.state.offensive == 10
    board = Board("", turn=11, offensive=10)
    assert GAME.game_turn.omitted(board.state, 1, "decision")


@rule("reich", "17.7.1.Ac", "4.1s")
def test_it_may_be_declined_twice() -> None:
    match = decision().play("decline")
    assert (match.state.offensive, match.state.declined) == (0, False)
    assert GAME.phase_of(match.state) != "german decision"
    match = decision("G-1SS=5313 G-2SS=5313 G-12SS=5413 G-9SS=5413", turn=11).play("decline")
    assert match.state.declined
    assert not match.over


@rule("reich", "17.7.1", "17.7.1.B")
def test_the_prompt_tells_the_price_of_declining() -> None:
    match = decision("G-9PZ=track", turn=11, more=("due G-9PZ=12",))
    assert "four Mechanized divisions leave" in match.prompt.text
    assert "1 eliminated Mechanized unit will not return" in match.prompt.text


@rule("reich", "17.7.1.Ba", "17.8.Ab", "4.1t", "17.7.1.Be")
def test_declining_on_turn_11_withdraws_four_divisions_from_map_and_box_first() -> None:
    ss = "G-1SS=5313 G-2SS=watch G-12SS=watch G-9SS=5413 G-10SS=watch"
    match = decision(ss, turn=11).play("decline")
    assert GAME.step(match.state).name == "withdraw"
    assert offers(match, "choose") == {"G-1SS", "G-2SS", "G-12SS", "G-9SS", "G-10SS"}
    match.play("choose G-2SS", "choose G-12SS", "choose G-10SS", "choose G-1SS", "done")
    assert box(match, "removed") >= {"G-2SS", "G-12SS", "G-10SS", "G-1SS"}
    assert GAME.step(match.state).name != "place-box"


@rule("reich", "17.7.1.Bb", "17.7.2.B", "17.7.2.Ba", "4.1t")
def test_the_box_enters_at_the_east_edge_if_nothing_is_declared() -> None:
    ss = "G-1SS=5313 G-2SS=5313 G-12SS=5413 G-9SS=5413"
    match = decision(f"{ss} G-9PZ=watch G-150PB=watch", turn=11).play("decline")
    assert GAME.step(match.state).name == "place-box"
    assert GAME.phase_of(match.state) == "german decision"
    assert places(match, "G-9PZ") == labels(region("E entrance"))
    match.play("select G-9PZ")
    refused(match, "place 5313", "17.7.1.B")
    match.play("place 5815", "propose", "done")
    assert place(match, "G-9PZ") == "5815"
    assert not box(match, "watch")


@rule("reich", "17.7.1.Bc", "7.2.2.A")
def test_late_mechanized_replacements_are_lost_if_nothing_is_declared() -> None:
    ss = "G-1SS=5313 G-2SS=5313 G-12SS=5413 G-9SS=5413"
    units = f"{ss} G-9PZ=track G-6SSM=track G-POTS=track"
    match = decision(units, turn=11, more=("due G-9PZ=12 G-6SSM=12 G-POTS=15",)).play("decline")
    assert place(match, "G-9PZ") == "removed"
    assert place(match, "G-6SSM") == "track"
    assert place(match, "G-POTS") == "track"
    match = decision(units, turn=11, more=("due G-9PZ=12 G-6SSM=12 G-POTS=15",)).play("launch")
    assert place(match, "G-9PZ") == "track"


@rule("reich", "17.7.1.Bc", "7.2.2.Ah")
def test_mechanized_reinforcements_still_to_come_are_no_replacements() -> None:
    """The Westfalen brigade never returns, but arrives first on Turn 14; an owner may let others arrive late too."""
    late = made_game("reich", files={"counters.csv": "id,turn\nG-FGB,12\n"})
    units = f"{EIFEL} G-1SS=5313 G-2SS=5313 G-12SS=5413 G-9SS=5413 G-9PZ=track G-FGB=track G-SSW=track"
    head = "game reich", "scenario campaign", "turn 11", "phase german decision"
    match = grognard.setup("\n".join((*head, f"at {units}", *OPEN, "due G-9PZ=12 G-FGB=12 G-SSW=14")), of=late)
    assert "1 eliminated Mechanized unit will not return" in match.view("german").prompt
    match.play("decline")
    assert place(match, "G-9PZ") == "removed"
    assert (place(match, "G-FGB"), place(match, "G-SSW")) == ("track", "track")
    assert [match.state.due[GAME.unit_ids[unit]] for unit in ("G-FGB", "G-SSW")] == [12, 14]


# -- the turn ------------------------------------------------------------------------------------


@rule("reich", "17.7.3", "17.7.3.A", "17.7.3.Aa", "17.7.3.Ab", "17.7.3.Ac", "17.7.3.Ad", "4.1u", "4.1ah", "17.5.1.C")
def test_the_sequence_of_the_declared_turn() -> None:
    board = Board("", turn=10, offensive=10)
    played = [sequence.TURN[stage] for stage in sequence.STAGES if not GAME.game_turn.omitted(board.state, *stage)]
    assert [n.partition(".")[0] for n in dict.fromkeys(n.partition(".")[0] for n in played)] == (
        ["I", "II", "VI", "VII", "VIII", "IX", "X"]
    )
    assert "IV.a" not in played
    assert "IV.b" not in played
    assert played[played.index("II.d.3") + 1] == "VI.a"


@rule("reich", "17.7.3a", "17.7.3.Ac")
def test_the_next_turn_is_normal() -> None:
    board = Board("", turn=11, offensive=10)
    played = [sequence.TURN[stage] for stage in sequence.STAGES if not GAME.game_turn.omitted(board.state, *stage)]
    phases = list(dict.fromkeys(n.partition(".")[0] for n in played))
    assert phases == ["I", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"]


@rule("reich", "17.7.3.Ab", "4.1v", "4.1ah", "4.1u")
def test_a_declared_turn_is_played_in_this_order() -> None:
    match = decision("G-1SS=watch").play("launch")
    seen = play_phases(match, "allied second-strafing")
    assert seen[0] == "german watch"
    assert seen[-1] == "allied second-strafing"
    assert not {"allied assault", "german assault", "allied airborne"} & set(seen)


@rule("reich", "10.7.3", "10.7.3f")
def test_the_declaration_lifts_the_blind_spot() -> None:
    assert decision().play("launch").state.ike_lifted
    assert not decision().play("decline").state.ike_lifted


# -- the Box -----------------------------------------------------------------------------------------


@rule("reich", "17.7.2.Ba", "17.7.3.B", "17.7.3.Ba", "4.1v")
def test_all_units_of_the_box_come_onto_the_map() -> None:
    match = watch("G-1SS G-2SS G-150PB")
    assert offers(match, "select") == {"G-1SS", "G-2SS", "G-150PB"}
    refused(match, "done", "17.7.3.B")
    refused(match, "select G-85", "17.7.2.B")
    match.play("propose", "done")
    assert not box(match, "watch")
    assert GAME.phase_of(match.state) != "german watch"


@rule("reich", "17.7.3.Bb")
def test_they_are_placed_within_germany_and_in_supply() -> None:
    match = watch("G-1SS")
    found = places(match, "G-1SS")
    assert found <= labels(region("Germany") & ~GAME.ground.off_map)
    assert "5313" in found
    match.play("select G-1SS")
    refused(match, "place 4719", "17.7.3.B")
    refused(match, "place 5806", "17.7.3.B")
    near = GAME.board.grid.neighbours(1 << at("5215")) & GAME.ground.land
    near = GAME.board.grid.neighbours(near | 1 << at("5215")) & ~near & ~(1 << at("5215")) & GAME.ground.land
    americans = "US-9 US-29 US-30 US-79 US-90 US-8 US-83 US-35 US-5 US-28 US-80 US-26".split()
    ring = " ".join(f"{u}={label}" for u, label in zip(americans, sorted(labels(near)), strict=False))
    cut = watch("G-1SS", at_front=f"{EIFEL} {ring}").play("select G-1SS")
    assert "5215" not in offers(cut, "place")
    refused(cut, "place 5215", "17.7.3.B")


@rule("reich", "3.2.Dd", "17.7.3.B", "17.7.4")
def test_a_unit_of_the_box_captures_an_empty_allied_city() -> None:
    city = min(labels(region("Germany") & GAME.ground.cities & ~GAME.ground.off_map))
    text = (f"allied 3910 4718 {city}", "offensive 10")
    match = position("german watch", "US-1=4718 US-4=3910 G-1SS=watch", *text, turn=10)
    assert city in places(match, "G-1SS")
    match.play("select G-1SS", f"place {city}")
    assert not match.state.allied >> at(city) & 1
    assert match.state.gains >> at(city) & 1


@rule("reich", "17.7.3.Bc")
def test_next_to_the_enemy_they_join_infantry_that_is_not_surrounded() -> None:
    front = "US-1=4819 US-4=3910"
    match = watch("G-1SS", at_front=f"G-85=4920 {front}").play("select G-1SS")
    assert "4920" in offers(match, "place")
    refused(match, "place 4919", "17.7.3.B")
    match = watch("G-1SS", at_front=f"G-9PZ=4920 {front}").play("select G-1SS")
    assert "4920" not in offers(match, "place")
    ring = sorted(labels(GAME.board.grid.neighbours(1 << at("5117")) & GAME.ground.land))
    units = "US-9 US-29 US-30 US-79 US-90 US-8".split()
    some = " ".join(f"{u}={h}" for u, h in list(zip(units, ring, strict=True))[::2])
    board = Board(f"G-85=5117 {some}", turn=10, offensive=10)
    near = GAME.board.grid.neighbours(board.state.occupied[0])
    inside = offensive.joinable(GAME, board.state, near) >> at("5117") & 1
    ways = GAME.ground.lines.next(1 << at("5117")) & ~board.state.occupied[0]
    assert bool(inside) == bool(ways & ~zones.zone(GAME, board.state, 0))
    every = " ".join(f"{u}={h}" for u, h in zip(units, ring, strict=True))
    board = Board(f"G-85=5117 {every}", turn=10, offensive=10)
    assert not offensive.joinable(GAME, board.state, near) >> at("5117") & 1


@rule("reich", "17.7.3.Bd")
def test_stacking_limits_hold_for_the_box() -> None:
    match = watch("G-1SS G-2SS", at_front=f"{EIFEL} G-89=5313 G-363=5313").play("select G-1SS", "place 5313")
    match.play("select G-2SS")
    refused(match, "place 5313", "17.7.3.B")


@rule("reich", "17.7.3.Be")
def test_placed_units_take_part_at_once() -> None:
    match = watch("G-1SS").play("select G-1SS", "place 5115", "done")
    match.play("roll 4") if offered(match, "roll 4") else None
    while GAME.step(match.state).name != "movement":
        match.play("declare 3" if offered(match, "declare 3") else "roll 4")
    assert offered(match, "select G-1SS")
    assert not match.state.oos


@rule("reich", "17.7.3.Bf")
def test_a_unit_without_a_hex_is_out_of_the_game() -> None:
    board = Board("G-1SS=watch US-4=3910", turn=10, offensive=10)
    # No line leads from Germany to the edge: an Allied unit stands in every entrance hex.
    s = board.state
    divisions = [i for i, c in enumerate(GAME.counters) if c.side == "allied" and c.size == "XX"]
    for u, label in zip(divisions, sorted(labels(region("E entrance"))), strict=False):
        s.at[u] = at(label)
    GAME.refresh(s)
    s.phasing = 1
    s.agenda = [(GAME.codes[offensive.LeaveBox], 0)]
    GAME.run(s)
    offer = {verb: args for verb, args in GAME.offer(s).items() if args}
    assert set(offer) == {"done"}
    assert "no legal hex for G-1SS" in GAME.prompt(s).text
    GAME.steps[s.agenda[-1][0]].verbs["done"](s, 0)
    assert GAME.place_name(s.at[GAME.unit_ids["G-1SS"]]) == "removed"


# -- the zone ----------------------------------------------------------------------------------------


@rule("reich", "17.7.3.D", "17.7.3.Da", "17.7.3.Db", "6.3.F", "4.1ae", "4.1ag")
def test_one_allied_hex_may_lose_its_zone_for_the_breakthrough() -> None:
    match = position("german breakthrough", EIFEL, *OPEN, "offensive 10", "points 0 0 0 2 6", turn=10)
    assert GAME.step(match.state).name == "negate"
    assert offers(match, "negate") == {"4718", "4622", "3910"}
    assert offered(match, "pass")
    refused(match, "negate 4920", "17.7.3.D")
    before = zones.zone(GAME, match.state, 0)
    match.play("negate 4718")
    near = GAME.board.grid.neighbours(1 << at("4718"))
    assert before & near
    assert not zones.zone(GAME, match.state, 0) & near & ~zones.zone_from(GAME, match.state, 0, 1 << at("4622"))
    assert not offers(match, "negate")


@rule("reich", "17.7.3.Dc", "17.7.3.Dd", "4.1af")
def test_the_zone_comes_back_after_the_breakthrough() -> None:
    match = position("german breakthrough", EIFEL, *OPEN, "offensive 10", "points 0 0 0 2 6", turn=10)
    match.play("negate 4718")
    assert not match.state.disrupted
    match.play("done")
    assert match.state.negated == -1
    assert zones.zone(GAME, match.state, 0) & GAME.board.grid.neighbours(1 << at("4718"))


@rule("reich", "17.7.3.D")
def test_the_zone_does_not_count_for_the_march() -> None:
    text = ("offensive 10", "points 0 0 0 2 6")
    match = position("german breakthrough", "G-1SS=4920 US-1=4819 US-4=3910", *OPEN, *text, turn=10)
    match.play("pass", "select G-1SS")
    stopped = offers(match, "move")
    match = position("german breakthrough", "G-1SS=4920 US-1=4819 US-4=3910", *OPEN, *text, turn=10)
    match.play("negate 4819", "select G-1SS")
    assert stopped < offers(match, "move")


# -- achievements --------------------------------------------------------------------------------


def achieved(**fields: str | int) -> bool:
    board = Board("", turn=10, offensive=10, **fields)
    return achievements.achieved(GAME, board.state)


@rule("reich", "17.7.4", "17.7.4a", "17.7.4b")
def test_one_city_or_two_towns() -> None:
    cities, towns = GAME.ground.cities, GAME.ground.towns & ~GAME.ground.cities
    assert cities >> at("4723") & 1
    two = sorted(labels(towns & region("Allied side December 1944")))[:2]
    assert not achieved()
    assert achieved(gains="4723")
    assert achieved(gains=" ".join(two))
    assert not achieved(gains=two[0])


@rule("reich", "17.7.4b", "17.7.4h")
def test_a_captured_town_need_not_be_held() -> None:
    town = sorted(labels(GAME.ground.towns & ~GAME.ground.cities & region("Allied side December 1944")))[0]
    board = Board("", turn=10, offensive=10, allied=town)
    enter(board, "G-2PZ", town)
    enter(board, "US-1", town)
    assert labels(board.state.gains) == {town}
    later = Board("", turn=11, offensive=10, allied=town)
    assert not enter(later, "G-2PZ", town).state.gains


@rule("reich", "17.7.4c", "17.7.4h")
def test_four_divisions_eliminated_in_combat() -> None:
    board = Board("US-1=4718 US-2=4718 US-4=4719 US-9=4719 CW-8AB=4720 US-90=4720", turn=10, offensive=10)
    s = board.state
    s.target = at("4718")
    for unit in ("US-1", "US-2", "US-4", "CW-8AB"):
        pieces.eliminate(GAME, s, GAME.unit_ids[unit], "13.7.4")
    assert s.dead_divisions == 3
    s.target = -1
    pieces.eliminate(GAME, s, GAME.unit_ids["US-90"], "15.0")
    assert not achievements.achieved(GAME, s)
    s.target = at("4719")
    pieces.eliminate(GAME, s, GAME.unit_ids["US-9"], "13.7.4")
    assert achievements.achieved(GAME, s)


@rule("reich", "17.7.4d", "17.7.4h")
def test_six_hexes_attacked() -> None:
    assert achieved(hexes_attacked="4718 4719 4720 4721 4622 4621")
    assert not achieved(hexes_attacked="4718 4719 4720 4721 4622")


@rule("reich", "17.7.4d", "17.7.4g")
@pytest.mark.parametrize(("unit", "counts"), [("G-1SS", True), ("G-150PB", False), ("G-501SS", False), ("G-85", False)])
def test_only_attacks_with_mechanized_divisions_count(unit: str, counts: bool) -> None:
    match = position("german offensive-combat", f"{unit}=4719 US-1=4718", "offensive 10", "points 0 0 0 4 8", turn=10)
    match.play("roll 1")
    match.play("attack 4718", f"with {unit}", "resolve")
    assert (labels(match.state.hexes_attacked) == {"4718"}) == counts


@rule("reich", "17.7.4", "17.7.4e", "17.7.1.A")
def test_failure_loses_at_the_end_of_the_turn() -> None:
    match = position("end", EIFEL, "offensive 10", turn=10)
    assert match.over
    assert match.state.won == victory.NO_ACHIEVEMENTS
    board = Board(EIFEL, turn=10, offensive=10, dead_divisions=4)
    assert not end_of_turn(board)
    assert units_in(match, "4920") == {"G-85"}
