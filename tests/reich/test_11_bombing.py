"""Chapters 11 and 12: Carpet Bombing and disruption."""

from __future__ import annotations

import pytest

from grognard import Match
from grognard.games.reich import bombing, ending, fires, pieces
from tests.kit import offered, offers, refused, where
from tests.reich.helpers_map import GERMAN, at
from tests.reich.helpers_supply import Board, marked
from tests.reich.table import position
from tests.rules import rule

#: A US and a Commonwealth division next to a German hex each, and both next to 0922.
FRONT = "US-1=0721 CW-50=1021 G-17SS=0722 G-2PZ=1022 G-30BDE=0722"
BOX = "US-CARPET=support CW-CARPET=support"


def segment(at_: str = FRONT, *more: str, turn: int = 3) -> Match:
    """The Carpet Bombing Segment."""
    return position("allied bombing", f"{at_} {BOX}", *more, turn=turn)


def bombed(target: str, die: int, at_: str = FRONT, *more: str) -> Match:
    """A hex is bombed, and the die is rolled."""
    match = segment(at_, *more)
    return match.play(f"bomb {target}", f"roll {die}")


# -- targets ---------------------------------------------------------------------------------


@rule("reich", "11.0", "11.0a", "11.0e", "11.0f", "11.0h", "4.1av")
def test_each_bomber_bombs_germans_next_to_units_of_its_nation() -> None:
    match = segment()
    assert offers(match, "bomb") == {"0722", "1022"}
    refused(match, "bomb 0821", "11.0")  # empty
    far = segment(f"{FRONT} G-LEHR=1125")
    refused(far, "bomb 1125", "11.0")
    american = segment(FRONT, "bombers_spent 2")
    assert offers(american, "bomb") == {"0722"}
    refused(american, "bomb 1022", "11.0")
    assert offers(segment(FRONT, "bombers_spent 1"), "bomb") == {"1022"}


@rule("reich", "11.0j")
def test_french_units_do_not_count_as_us_units() -> None:
    match = segment("FR-2A=0721 CW-50=1021 G-17SS=0722 G-2PZ=1022")
    assert offers(match, "bomb") == {"1022"}
    refused(match, "bomb 0722", "11.0")


@rule("reich", "11.0b", "4.1av", "11.1.Cb")
@pytest.mark.parametrize(("turn", "open_"), [(2, True), (3, True), (4, True), (5, True), (6, False)])
def test_bombers_fly_on_turns_2_to_5(turn: int, *, open_: bool) -> None:
    board = Board(FRONT, turn=turn)
    bombing.begin(board.game, board.state, 0)
    assert bool(board.state.agenda) == open_
    assert not board.state.unbombed


@rule("reich", "11.0c", "11.0d", "11.0i", "11.1.Bh")
def test_a_bomber_is_used_once_a_game_and_one_bomber_a_turn() -> None:
    match = bombed("0722", 2)
    assert match.state.bombers_spent == 1
    assert where(match, "US-CARPET") == "removed"
    assert not offered(match, "bomb 1022")
    spent = Board(FRONT, turn=4, bombers_spent=3)
    bombing.begin(spent.game, spent.state, 0)
    assert not spent.state.agenda


@rule("reich", "11.0e", "11.0f")
def test_where_both_bombers_can_bomb_the_player_chooses() -> None:
    match = segment("US-1=0721 CW-50=0822 G-17SS=0722").play("bomb 0722")
    assert offers(match, "with") == {"US-CARPET", "CW-CARPET"}
    refused(match, "with US-1", "11.0")
    match.play("with CW-CARPET")
    assert match.state.bombers_spent == 2
    assert match.side == "dice"


@rule("reich", "11.0g", "11.1.C", "11.1.Ca", "4.1aw")
def test_bombers_that_stay_home_hamper_strategic_movement() -> None:
    passed = segment().play("pass")
    assert passed.state.unbombed
    assert not passed.state.bombers_spent
    assert not bombed("0722", 2).state.unbombed
    used_up = Board(FRONT, turn=4, bombers_spent=3)
    bombing.begin(used_up.game, used_up.state, 0)
    assert used_up.state.unbombed
    ending.clear(used_up.game, used_up.state)
    assert not used_up.state.unbombed


# -- results ---------------------------------------------------------------------------------


@rule("reich", "11.1", "11.1a", "11.1.A", "11.1.Aa", "11.1.B", "11.1.Ba", "11.1.Bd")
@pytest.mark.parametrize(("die", "lost"), [(2, 0), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_the_die_is_read_on_the_table_and_everybody_is_disrupted(die: int, lost: int) -> None:
    match = segment("US-1=0721 G-17SS=0722 G-272=0722")
    refused(match, f"roll {die}")
    match.play("bomb 0722", f"roll {die}")
    for unit in ("G-17SS", "G-272")[:lost]:
        match.play(f"lose {unit}")
    game, state = match.game, match.state
    steps = sum(pieces.steps_left(game, state, game.unit_ids[u]) for u in ("G-17SS", "G-272"))  # type: ignore[arg-type]
    assert steps == 4 - lost
    assert marked(match, "disrupted") == {"G-17SS", "G-272"}


@rule("reich", "11.1.Bc", "11.1.Bi")
def test_the_allied_player_chooses_any_german_unit() -> None:
    match = bombed("0722", 3)
    assert match.side == "allied"
    assert offers(match, "lose") == {"G-17SS", "G-30BDE"}  # also the one with a single step
    refused(match, "lose G-2PZ", "11.1.B")
    match.play("lose G-30BDE")
    assert where(match, "G-30BDE") == "eliminated"


@rule("reich", "11.1.Be")
def test_the_last_step_in_a_hex_is_safe() -> None:
    match = bombed("0722", 6, "US-1=0721 G-30BDE=0722")
    assert where(match, "G-30BDE") == "0722"
    assert marked(match, "disrupted") == {"G-30BDE"}
    two = bombed("0722", 6, "US-1=0721 G-17SS=0722")
    assert marked(two, "reduced") == {"G-17SS"}


@rule("reich", "11.1.Bf", "11.1.Bg", "11.1.Bl", "12.0e")
def test_flak_is_never_affected_and_counts_as_a_step_that_remains() -> None:
    match = bombed("0722", 3, "US-1=0721 G-IIIFLK=0722 G-30BDE=0722")
    assert where(match, "G-30BDE") == "eliminated"
    assert not marked(match, "disrupted")
    three = bombed("0722", 3, "US-1=0721 G-IIIFLK=0722 G-30BDE=0722 G-91=0722")
    refused(three, "lose G-IIIFLK", "11.1.B")
    three.play("lose G-91")
    assert marked(three, "disrupted") == {"G-30BDE"}
    alone = bombed("0722", 6, "US-1=0721 G-IIIFLK=0722")
    assert not marked(alone, "disrupted") | marked(alone, "reduced")


@rule("reich", "11.1.Bb", "11.1.Bj")
def test_short_bombs_hit_a_random_allied_unit_next_to_the_target() -> None:
    match = bombed("0722", 1, "US-1=0721 CW-50=0822 US-2=0820 G-17SS=0722", "bombers_spent 2")
    assert match.side == "dice"
    assert offers(match, "hit") == {"US-1", "CW-50"}
    match.play("hit CW-50")
    assert marked(match, "reduced") == {"CW-50"}
    assert marked(match, "disrupted") == {"G-17SS"}


@rule("reich", "11.1.Bk")
def test_the_last_step_in_an_allied_hex_is_safe_too() -> None:
    match = bombed("0722", 1, "US-1=0721 US-82AB=0822 G-17SS=0722")
    assert offers(match, "hit") == {"US-1"}
    nobody = bombed("0722", 1, "US-1=0721 G-17SS=0722", "reduced US-1")
    assert where(nobody, "US-1") == "0721"
    assert marked(nobody, "disrupted") == {"G-17SS"}


@rule("reich", "7.3.Fd")
def test_bombing_is_not_an_attack_on_a_refitting_unit() -> None:
    match = bombed("0722", 2, "US-1=0721 G-17SS=0722", "reduced G-17SS", "refitting G-17SS")
    assert marked(match, "refitting") == {"G-17SS"}


# -- disruption ------------------------------------------------------------------------------


@rule("reich", "12.0", "12.0a", "12.0b", "12.0c")
def test_a_unit_that_ends_its_move_with_a_disrupted_one_is_disrupted() -> None:
    board = Board("G-17SS=0722 G-2PZ=0722 G-IIIFLK=0722 G-LEHR=0723 US-1=0721", disrupted="G-17SS")
    for unit in ("G-2PZ", "G-IIIFLK", "G-LEHR", "US-1"):
        bombing.end_move(board.game, board.state, board.game.unit_ids[unit])
    assert board.units("disrupted") == {"G-17SS", "G-2PZ"}


@rule("reich", "12.1", "12.1c", "12.1h", "6.2")
def test_disrupted_units_have_no_zone_but_their_company_keeps_its_own() -> None:
    def zone(units: str) -> bool:
        board = Board(units, disrupted="G-17SS")
        return bool(board.game.zone(board.state, GERMAN) >> at("0723") & 1)

    assert not zone("G-17SS=0722")
    assert zone("G-17SS=0722 G-IIIFLK=0722")


@rule("reich", "12.1", "12.1d", "12.1e", "12.1f", "12.1g", "8.5", "8.5d", "13.7.1")
@pytest.mark.parametrize(
    ("units", "disrupted", "oos", "strength"),
    [
        ("G-17SS G-272", "", "", 10),
        ("G-17SS G-272", "G-17SS", "", 7),
        ("G-17SS G-272", "G-17SS G-272", "", 5),
        ("G-17SS G-272", "", "G-17SS G-272", 5),
        ("G-17SS G-272", "G-17SS", "G-17SS", 7),
        ("G-30BDE G-91 G-77", "G-30BDE G-91 G-77", "", 3),
        ("G-91 G-IIIFLK", "G-91", "", 6),
    ],
)
def test_disrupted_and_unsupplied_defenders_are_halved_together_and_once(
    units: str, disrupted: str, oos: str, strength: int
) -> None:
    placed = " ".join(f"{unit}=0722" for unit in units.split())
    board = Board(f"{placed} US-1=0721", disrupted=disrupted, oos=oos)
    game, state = board.game, board.state
    state.target, state.attackers = at("0722"), 1 << game.unit_ids["US-1"]
    assert fires.strength(game, state, 1, fires.defenders(game, state)) == strength
    titles = [modifier.rule for modifier in fires.modifiers(game, state, 1)]
    assert ("12.1" in titles) == bool(disrupted)


@rule("reich", "12.2", "12.2a", "4.1ct", "4.1cx")
def test_disruption_ends_with_the_turn() -> None:
    board = Board("G-17SS=0722", disrupted="G-17SS")
    zone = lambda: board.game.zone(board.state, GERMAN) >> at("0723") & 1  # noqa: E731
    assert not zone()
    ending.clear(board.game, board.state)
    assert board.units("disrupted") == set()
    assert zone()
