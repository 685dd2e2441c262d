"""Standing orders of the Allied player: Tactical Air in defense (17.5.3.A) and the SHAEF Reaction (17.7.5)."""

from __future__ import annotations

import pytest

import grognard
from grognard import Match, Refusal
from grognard.engine.record import replay
from tests.kit import offered, refused
from tests.reich.helpers_special import GAME
from tests.reich.table import position
from tests.rules import rule

from .test_17_7_shaef import BATTLE, RULE, SHAEF, TEXT

ATTACK = ("attack 1325", "with G-352", "with G-77")


def assault(*orders: str, air: int = 1) -> Match:
    """A German attack on 1325, declared after these orders; the dice hit nobody."""
    match = position("german combat", "US-1=1325 G-352=1326 G-77=1326", f"air {air}", turn=3, dice=[1, 1])
    match.play(*orders, *ATTACK)
    return match


def step(match: Match) -> str:
    return GAME.step(match.state).name


def has_fired_with_air(match: Match) -> bool:
    return any("Tactical Air unit supports" in event.text for event in match.events)


@rule("reich", "17.5.3", "17.5.3.A")
def test_without_an_order_the_allied_player_is_asked_at_each_attack() -> None:
    match = assault().play("resolve")
    assert (step(match), match.side, match.brief) == ("air-defence", "allied", True)
    assert not has_fired_with_air(match)


@rule("reich", "17.5.3", "17.5.3.A")
@pytest.mark.parametrize(
    ("orders", "supports"),
    [
        (("air-defense never",), False),
        (("air-defense always",), True),
        (("mark-hex 1325", "air-defense marked"), True),
        (("air-defense marked",), False),
        (("mark-hex 1325", "unmark-hex 1325", "air-defense marked"), False),
    ],
)
def test_an_order_answers_for_the_player(orders: tuple[str, ...], supports: bool) -> None:
    match = assault(*orders).play("resolve")
    assert step(match) != "air-defence"
    assert has_fired_with_air(match) is supports
    assert match.state.air == (0 if supports else 1)


@rule("reich", "17.5.3.B")
def test_an_order_spends_no_unit_that_is_not_there() -> None:
    match = assault("air-defense always", air=0).play("resolve")
    assert not has_fired_with_air(match)
    assert match.state.air == 0


@rule("reich", "17.5.3.A")
def test_orders_are_given_and_changed_while_the_german_player_decides() -> None:
    match = assault()
    assert match.side == "german"
    match.play("air-defense never", side="allied")
    assert match.side == "german"
    assert match.view("allied").orders["air-defense"] == ["ask", "always", "marked"]
    refused(match, "air-defense never", "17.5.3.A")
    match.play("air-defense ask", side="allied").play("resolve")
    assert step(match) == "air-defence"
    # The question may be answered for good while it is asked.
    match.play("air-defense always", side="allied")
    assert step(match) == "air-defence"


@rule("reich", "17.5.3.A")
def test_only_the_allied_side_gives_them_and_marks_hexes_that_it_controls() -> None:
    match = assault()
    assert match.view("german").orders == {}
    with pytest.raises(Refusal, match="allied gives this order"):
        match.play("air-defense never", side="german")
    assert "1325" in match.view("allied").orders["mark-hex"]
    refused(match, "mark-hex 1326", "17.5.3.A")
    refused(match, "unmark-hex 1325", "17.5.3.A")
    match.play("mark-hex 1325", side="allied")
    assert match.view("allied").orders["unmark-hex"] == ["1325"]
    refused(match, "mark-hex 1325", "17.5.3.A")


@rule("reich", "17.5.3.A")
def test_orders_are_recorded_replayed_and_undone() -> None:
    match = assault("mark-hex 1325", "air-defense marked")
    again = replay(grognard.game, match.record(seed=True))
    assert again.state == match.state
    assert [entry.seat for entry in again.journal[:2]] == ["allied", "allied"]
    match = assault().play("air-defense never", side="allied")
    match.undo("allied")
    assert match.state.air_wish == 0


@rule("reich", "17.5.3.A")
def test_an_order_changes_nothing_that_may_be_done() -> None:
    match = assault()
    before = GAME.offer(match.state)
    match.play("mark-hex 1325", "air-defense marked")
    assert GAME.offer(match.state) == before


# -- SHAEF -------------------------------------------------------------------------------------------


def battles(*orders: str, turn: int = 10, text: tuple[str, ...] = TEXT) -> tuple[list[str], Match]:
    """Two combats of the counteroffensive: the combats after which the reaction is asked for, and the end."""
    pieces = f"{SHAEF} {BATTLE} G-2SS=4921 US-9=4821"
    match = position("german offensive-combat", pieces, *text, turn=turn, dice=[1] * 5)
    match.play(*orders)
    asked = []
    for target, unit in (("4718", "G-1SS"), ("4821", "G-2SS")):
        match.play(f"attack {target}", f"with {unit}", "resolve")
        while step(match) in ("lose", "air-defence", "choose-advance"):
            match.play("propose" if offered(match, "propose") else "pass")
        if offered(match, "wait"):
            asked.append(target)
            match.play("pass")
    if offered(match, "done") and match.side == "german":
        match.play("done")
    if step(match) == "shaef-reaction":
        asked.append("end")
    return asked, match


@rule("reich", "17.7.5.B", "17.7.5.Ba")
@pytest.mark.parametrize(
    ("orders", "asked"),
    [
        ((), ["4718", "4821"]),
        (("ask-shaef last",), ["end"]),
        (("mark-hex 4718", "ask-shaef marked"), ["4718", "end"]),
        (("mark-hex 4821", "ask-shaef marked"), ["4821", "end"]),
        (("ask-shaef marked",), ["end"]),
        (("ask-shaef last", "ask-shaef each"), ["4718", "4821"]),
    ],
)
def test_the_reaction_is_asked_for_when_the_player_wants(orders: tuple[str, ...], asked: list[str]) -> None:
    found, match = battles(*orders)
    assert found == asked
    if "end" in asked:
        refused(match, "wait", RULE)
        match.play("pass")
    assert GAME.phase_of(match.state) == "german breakthrough"


@rule("reich", "17.7.5.A")
def test_the_order_for_shaef_is_open_only_while_a_reaction_can_still_come() -> None:
    _, match = battles()
    assert "ask-shaef" in match.view("allied").orders
    refused(match, "ask-shaef each", "17.7.5.B")
    used = position("german offensive-combat", f"{SHAEF} {BATTLE}", *TEXT, "shaef_used 1", turn=10)
    refused(used, "ask-shaef last", "17.7.5.A")
    late = position("german combat", f"{SHAEF} {BATTLE}", turn=12)
    refused(late, "ask-shaef last", "17.7.5.A")
    early = position("german combat", f"{SHAEF} {BATTLE}", turn=9)
    assert "ask-shaef" in early.view("allied").orders
    short = grognard.new("reich", "breakout")
    assert "ask-shaef" not in short.view("allied").orders
    refused(short, "ask-shaef last", "17.7.5.A")
