"""Chapter 17.8: the withdrawal of the 6th SS Panzer Army."""

from __future__ import annotations

import pytest

from grognard import Match
from grognard.games.reich import victory, withdrawal
from tests.kit import offered, offers, refused
from tests.reich.helpers_map import at
from tests.reich.helpers_special import GAME, box, place
from tests.reich.helpers_supply import Board
from tests.reich.table import position
from tests.rules import rule

FIVE = "G-1SS=5313 G-2SS=5313 G-12SS=5413 G-9SS=5413 G-10SS=watch"


def due(units: str, *more: str, turn: int = 13, offensive: int = 10) -> Match:
    """The start of phase II."""
    return position("german decision", f"{units} US-1=4718", f"offensive {offensive}", *more, turn=turn)


def tiers(units: str, **fields: str) -> list[set[str]]:
    board = Board(units, turn=13, offensive=10, **fields)
    return [
        {GAME.counters[u].id for u in range(len(GAME.counters)) if found >> u & 1}
        for found in withdrawal.eligible(GAME, board.state)
    ]


@rule("reich", "17.8", "17.8a", "17.8.A", "17.8.Aa", "17.8.Ah")
@pytest.mark.parametrize("offensive", [10, 11])
def test_four_divisions_leave_on_turn_13(offensive: int) -> None:
    match = due(FIVE, offensive=offensive)
    assert GAME.step(match.state).name == "withdraw"
    assert GAME.phase_of(match.state) == "german decision"
    match.play("propose", "done")
    assert len(box(match, "removed")) == 4
    assert match.state.withdrawn


@rule("reich", "17.8a", "17.8.Ab")
def test_it_happens_once() -> None:
    board = Board("", turn=13, offensive=10, withdrawn=True)
    assert GAME.game_turn.omitted(board.state, 1, "decision")
    board = Board("", turn=12, offensive=10)
    assert GAME.game_turn.omitted(board.state, 1, "decision")
    match = due(FIVE, "withdrawn 1", turn=11, offensive=0)
    assert offered(match, "launch")
    declined = position("german decision", f"{FIVE} US-1=4718", turn=11).play("decline")
    assert GAME.step(declined.state).name == "withdraw"
    declined.play("propose", "done")
    assert declined.state.withdrawn


@rule("reich", "17.8.Ac", "17.8.A")
def test_ss_divisions_go_first() -> None:
    match = due(f"{FIVE} G-9PZ=5313")
    assert offers(match, "choose") == {"G-1SS", "G-2SS", "G-12SS", "G-9SS", "G-10SS"}
    refused(match, "choose G-9PZ", "17.8.A")


@rule("reich", "17.8.Ad")
def test_others_fill_up() -> None:
    match = due("G-1SS=5313 G-2SS=5313 G-9PZ=5413 G-2PZ=5413 G-116PZ=5414")
    assert box(match, "removed") >= {"G-1SS", "G-2SS"}
    assert offers(match, "choose") == {"G-9PZ", "G-2PZ", "G-116PZ"}
    match.play("choose G-9PZ")
    refused(match, "done", "17.8.A")
    match.play("choose G-116PZ")
    refused(match, "choose G-2PZ", "17.8.A")
    match.play("done")
    assert place(match, "G-2PZ") == "5413"


@rule("reich", "17.8.Ae", "17.8.Af")
def test_contact_does_not_matter_but_the_line_does() -> None:
    ring = [GAME.board.grid.label(h) for h in GAME.board.grid.neighbour_list(at("5215"))]
    some = " ".join(f"US-{n}={h}" for n, h in zip("2 4 9 29 30".split(), ring, strict=False))
    assert tiers(f"G-1SS=5215 G-85={ring[5]} {some}")[0] == {"G-1SS"}
    every = " ".join(f"US-{n}={h}" for n, h in zip("2 4 9 29 30 79".split(), ring, strict=True))
    assert tiers(f"G-1SS=5215 {every}")[0] == set()
    match = due(f"G-1SS=5215 {every} G-2SS=5413 G-12SS=5413 G-9SS=5413 G-10SS=watch")
    assert place(match, "G-1SS") == "5215"
    assert len(box(match, "removed")) == 4


@rule("reich", "17.8.Ag")
def test_brigades_battalions_and_dots_do_not_count() -> None:
    found = tiers("G-150PB=5313 G-501SS=5313 G-21PZ=5413 G-85=5413 G-MODEL=5414 G-9PZ=5414")
    assert found == [set(), {"G-9PZ"}, set(), set()]
    match = due(f"{FIVE} G-150PB=5414")
    refused(match, "choose G-150PB", "17.8.A")


@rule("reich", "17.8.B", "17.8.Ba")
def test_they_never_return() -> None:
    match = due(FIVE).play("propose", "done")
    for unit in box(match, "removed"):
        assert not match.state.due[GAME.unit_ids[unit]]


@rule("reich", "17.8.C", "17.8.Ca", "17.8.Cc")
def test_the_track_fills_up_after_map_and_box() -> None:
    match = due("G-1SS=5313 G-2SS=watch G-9PZ=5413 G-12SS=track", "due G-12SS=15")
    assert box(match, "removed") == {"G-1SS", "G-2SS", "G-9PZ", "G-12SS"}
    match = due("G-1SS=5313 G-2SS=5313 G-9PZ=5413 G-2PZ=5413 G-12SS=track G-9SS=track", "due G-12SS=15 G-9SS=15")
    assert box(match, "removed") == {"G-1SS", "G-2SS", "G-9PZ", "G-2PZ"}


@rule("reich", "17.8.Cb", "3.2.C.1j", "3.4.Ca", "3.2.C.1")
def test_with_fewer_than_four_the_germans_lose_at_once() -> None:
    match = due("G-1SS=5313 G-2SS=watch G-9PZ=track", "due G-9PZ=15")
    assert match.over
    assert match.state.won == victory.NO_WITHDRAWAL
    assert match.result is not None
    assert match.result.winner == "allied"
