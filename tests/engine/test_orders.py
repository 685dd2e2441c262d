"""Orders for several units at once, on the toy Trek."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import grognard
from grognard.engine.action import NotationError, Refusal
from grognard.engine.match import Match
from grognard.engine.orders import send

from ..mechanics.trek import GAME
from .toys import library_of

THIRD = " ".join(("0301", "0302", "0303", "0304", "0305"))


@pytest.fixture(autouse=True)
def _toys() -> Iterator[None]:
    with library_of(GAME):
        yield


def begun(more: str = "", dice: list[int] | None = None) -> Match:
    return grognard.setup(f"game trek\nphase camp\nat r=0103 q=0103 c=0103\n{more}", dice=dice or [])


def at(match: Match) -> list[str]:
    return [GAME.place_name(h) for h in match.state.at[:3]]


def to(hex_: str, *units: str) -> list[list[str]]:
    return [[f"select {unit}", f"move {hex_}"] for unit in units]


def test_a_stack_goes_by_orders_for_each_unit():
    match = begun()
    assert send(match, to("0203", "r", "q", "c"), "stop") == (3, "")
    assert at(match) == ["0203", "0203", "0203"]
    assert match.version == 9
    assert match.actions


def test_without_a_closing_action_the_first_unit_that_could_go_on_ends_the_orders():
    match = begun()
    sent = send(match, to("0203", "r", "q"))
    assert sent.orders == 1
    assert sent.why == "Choose a hex to move to."
    assert at(match) == ["0203", "0103", "0103"]


def test_an_order_that_is_not_legal_is_refused():
    match = begun()
    with pytest.raises(Refusal, match="out of reach"):
        send(match, to("0703", "r"), "stop")
    with pytest.raises(Refusal):
        send(begun(), [["move 0203"]])
    with pytest.raises(NotationError):
        send(begun(), [["select r", "fly 0203"]])


def test_a_die_ends_the_orders_and_what_went_before_stands():
    match = begun(f"fords {THIRD}", dice=[6, 6])
    sent = send(match, [*to("0203", "q"), *to("0402", "r"), *to("0203", "c")], "stop")
    assert sent == (2, "a die was rolled")
    assert at(match) == ["0402", "0203", "0103"]
    assert not match.may_undo()


def test_dice_may_be_rolled_together():
    match = begun(f"fords {THIRD}", dice=[6, 6])
    sent = send(match, [*to("0203", "q"), *to("0402", "r"), *to("0203", "c")], "stop", through=True)
    assert sent == (3, "")
    assert at(match) == ["0402", "0203", "0203"]
    # A question still ends them.
    match = begun(f"villages {THIRD}")
    assert send(match, to("0402", "r", "q"), "stop", through=True) == (1, "Wait in the village, or go on?")


def test_a_question_ends_the_orders():
    match = begun(f"villages {THIRD}")
    sent = send(match, to("0402", "r", "q"), "stop")
    assert sent == (1, "Wait in the village, or go on?")
    assert GAME.step(match.state).name == "village"


def test_a_question_in_the_middle_of_an_order_ends_it():
    match = begun(f"villages {THIRD}")
    sent = send(match, [["select r", "move 0302", "move 0402"]], "stop")
    assert sent == (0, "Wait in the village, or go on?")
    assert at(match)[0] == "0302"


def test_the_other_side_is_not_ordered_about():
    match = begun("at x=0302")
    with pytest.raises(Refusal):
        send(match, to("0402", "x"))
