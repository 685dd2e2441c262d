"""A scenario that uses a part of the board, on the toy Duel with its three western columns."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import grognard
from grognard.ai.fight.allocator import Allocator
from grognard.ai.line import Line
from grognard.ai.maps import Maps
from grognard.art import board_svg
from grognard.engine.view import make_view
from grognard.hexes import of
from grognard.table.catalogue import plan_of
from grognard.table.losses import Watch
from grognard.table.seat_view import BoardState, board_of
from tests.engine.toys import library_of

from .duel import GAME, Duel, DuelDoctrine, DuelReading

GRID = GAME.board.grid
ATTACKERS = [GAME.unit_ids["a"], GAME.unit_ids["b"]]
WEST = of(h for h in GRID if GRID.line_of(h) < 3)


def overlaid(self: DuelReading, s: object) -> dict[str, int]:
    return {"everything": GAME.board.playable}


@pytest.fixture
def west(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Duel, "in_play", lambda self, s: WEST)
    monkeypatch.setattr(DuelReading, "overlays", overlaid)


@pytest.fixture(autouse=True)
def _toys() -> Iterator[None]:
    with library_of(GAME):
        yield


def seen() -> BoardState:
    match = grognard.setup("game duel\nphase camp\nat a=0302 b=0202 x=0102")
    return board_of(match, "blue", make_view(match, "blue"), Watch(GAME, match.state))


def view_box(svg: str) -> list[float]:
    found = re.search(r'viewBox="([^"]+)"', svg)
    assert found is not None
    return [float(word) for word in found[1].split()]


def test_without_a_word_from_the_game_all_of_the_board_is_in_play():
    assert GAME.in_play(GAME.position()) == GAME.board.playable
    assert seen().unused is None


def test_a_drawing_shows_the_part_in_play_and_dims_the_rest(west):
    whole, part = board_svg(GAME), board_svg(GAME, GAME.position())
    assert 'class="unused"' in part
    assert 'class="unused"' not in whole
    assert view_box(part)[2] < 0.75 * view_box(whole)[2]
    assert view_box(part)[0] == 0


def test_the_table_sends_the_outline_of_what_is_not_used(west):
    board = seen()
    assert board.unused is not None
    assert board.unused.outline.startswith("M")
    left, top, width, _ = board.unused.frame
    assert (left, top) == (0, 0)
    assert width < 0.75 * plan_of(GAME).width


def test_overlays_end_where_the_part_in_play_ends(west):
    assert set(seen().overlays["everything"]) == {GRID.label(h) for h in GRID if WEST >> h & 1}


def test_commanders_keep_to_the_part_in_play(west):
    s = GAME.position(a="0302", x="0304")
    maps = Maps(GAME, s)
    unit = GAME.unit_ids["a"]
    assert maps.reach(unit) & ~WEST == 0
    assert maps.reach(unit) & WEST != 1 << s.at[unit]
    assert maps.forbidden_hexes(unit) == GAME.board.playable & ~WEST


def test_attacks_do_not_come_from_outside(west):
    s = GAME.position(a="0402", b="0402", y="0302")
    assert not Allocator(Maps(GAME, s), 0, ATTACKERS, mobile=False).allocate()


def test_the_same_attack_is_made_on_the_whole_board():
    s = GAME.position(a="0402", b="0402", y="0302")
    assert Allocator(Maps(GAME, s), 0, ATTACKERS, mobile=False).allocate()


def test_exits_outside_are_not_guarded(west, monkeypatch):
    monkeypatch.setattr(DuelDoctrine, "enemy_exits", lambda self, s, side: GRID.neighbours(0) | 1 << GRID.parse("0303"))
    assert Line(Maps(GAME, GAME.position()), 0).approaches & ~WEST == 0
