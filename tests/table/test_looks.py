"""Looks sent to clients: static ones with the game's sheet, changing ones with the board as a side may know it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import grognard
from grognard import Match
from grognard.engine.library import games
from grognard.engine.view import make_view
from grognard.table.catalogue import sheet
from grognard.table.losses import Watch
from grognard.table.seat_view import board_of

from ..engine.fog import GAME as FOG
from ..engine.skirmish import GAME as SKIRMISH
from ..engine.toys import library_of

STACKS = "game fog\nphase x\nat 1/us=0100N 2/us=0100N 3/us=0101N 1/ge=0200N 2/ge=0200N 3/ge=0301N"


@pytest.fixture
def toys() -> Iterator[None]:
    with library_of(SKIRMISH, FOG):
        yield


def board(match: Match, side: str) -> dict[str, Any]:
    """The board as it is sent to a side."""
    sent = board_of(match, side, match.view(side), Watch(match.game, match.state))
    found: dict[str, Any] = msgspec.to_builtins(sent)
    return found


def test_the_sheet_words_every_verb() -> None:
    sent = msgspec.to_builtins(sheet(SKIRMISH))["verbs"]
    assert list(sent) == list(SKIRMISH.verbs)
    assert sent["land"] == {
        "kind": "hex",
        "say": "Land at {}",
        "ask": "Land at",
        "tone": "go",
        "words": {},
        "main": False,
        "quiet": False,
        "before": "",
        "answer": "",
        "key": "l",
        "middle": False,
        "together": "",
        "shift": False,
    }
    assert sent["sail"]["words"] == {"england": "home", "lisbon": "the port of Lisbon"}
    assert sent["call-off"]["say"] == "Call off"
    assert sent["react"]["answer"] == "react"


@pytest.mark.parametrize("name", sorted(games()))
def test_the_sheet_of_every_game_words_every_verb(name: str) -> None:
    for verb, card in sheet(grognard.game(name)).verbs.items():
        assert card.ask, verb
        assert ("{}" in card.say) == (card.kind != "none"), verb


def test_the_sheet_names_marks_and_boxes() -> None:
    sent = msgspec.to_builtins(sheet(SKIRMISH))
    assert sent["marks"]["worn"] == {"letter": "W", "look": "harm", "turns": True}
    # In the order of the game; a box without a name has its id as words.
    assert sent["boxes"] == {
        "england": {"name": "In England", "listed": True, "lost": False},
        "lost": {"name": "Lost", "listed": True, "lost": True},
        "lisbon": {"name": "Lisbon", "listed": True, "lost": False},
    }
    assert list(sent["boxes"]) == ["england", "lost", "lisbon"]


@pytest.mark.usefixtures("toys")
def test_the_board_has_badges_and_gauges() -> None:
    match = grognard.new("skirmish", dice=[4]).play("first blue")
    sent = board(match, "red")
    assert sent["units"]["1/8"] == {
        "at": "0101",
        "badge": {"text": "2", "title": "2 steps left", "look": "plain", "foot": ""},
    }
    assert sent["gauges"] == [
        {"title": "Command points", "value": 2, "greatest": 3, "side": "blue", "rule": "10.2", "asked": True}
    ]
    assert sent["heights"] == {}


@pytest.mark.usefixtures("toys")
def test_only_the_side_to_decide_is_warned() -> None:
    def warned(first: str) -> list[list[str]]:
        match = grognard.new("skirmish", dice=[4]).play(f"first {first}")
        return [[note["text"] for note in board(match, side)["warnings"]] for side in ("blue", "red", "")]

    assert warned("red") == [[], ["an enemy could land"], []]
    assert warned("blue") == [[], [], []]


@pytest.mark.usefixtures("toys")
def test_the_ways_to_attack_are_sent_with_their_actions_and_chances() -> None:
    match = grognard.setup("game skirmish\nturn 1\nphase blue moves\nallowance 3\nat 1/8=0201 1/983=0301", dice=[])
    match.play("attack 0301")
    sent = make_view(match, "blue").preview
    assert sent is not None
    hasty, prepared = sent["alternatives"]
    assert (hasty["action"], hasty["price"], prepared["action"]) == ("order hasty", "1 points", "order prepared")
    for way in (hasty, prepared):
        verb, _, word = way["action"].partition(" ")
        assert word in match.view("blue").actions[verb]
        assert sum(part for part, _ in way["chances"].values()) == 6
    assert hasty["victory"] != prepared["victory"]
    assert sent["assumed"] == "at full strength"


@pytest.mark.usefixtures("toys")
def test_heights_and_badges_show_only_what_a_side_may_know() -> None:
    match = grognard.setup(STACKS)
    ours, theirs = board(match, "allied"), board(match, "german")
    assert (ours["heights"], theirs["heights"]) == ({"0200N": 2}, {"0100N": 2})
    assert [sent["units"]["1/ge"]["badge"]["text"] for sent in (ours, theirs)] == ["1", "3"]
    assert ours["units"]["2/ge"] == {"at": "unseen"}
