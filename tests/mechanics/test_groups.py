"""Lists of units that may be selected now, by group, on the toy Trek."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import grognard
from grognard.engine.match import Match
from grognard.engine.view import make_view
from grognard.table.losses import Watch
from grognard.table.seat_view import board_of
from tests.engine.toys import library_of

from .trek import CART, GAME, TrekReading


@pytest.fixture(autouse=True)
def _toys() -> Iterator[None]:
    with library_of(GAME):
        yield


def waiting(match: Match) -> dict[str, list[str]]:
    return board_of(match, "blue", make_view(match, "blue"), Watch(GAME, match.state)).waiting


def wheels(self: TrekReading, s: Any) -> dict[str, int]:
    return {"Carts": CART, "Boats": 0}


def test_units_are_listed_by_the_groups_of_the_game_and_the_others_after_them(monkeypatch):
    monkeypatch.setattr(TrekReading, "groups", wheels)
    match = grognard.setup("game trek\nphase camp\nat r=0103 q=0103 c=0103")
    assert waiting(match) == {"Carts": ["c"], "": ["r", "q"]}
    match.play("select c", "move 0203", "stop")
    assert waiting(match) == {"": ["r", "q"]}


def test_nobody_is_listed_while_a_unit_is_selected():
    match = grognard.setup("game trek\nphase camp\nat r=0103 q=0103")
    assert waiting(match) == {"": ["r", "q"]}
    match.play("select r", "move 0203")
    assert waiting(match) == {}
