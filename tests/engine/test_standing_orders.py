"""Standing orders: a side gives them at any time, whoever decides, and nobody else learns of them."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard import Match, Refusal
from grognard.engine.record import replay
from grognard.engine.state import field
from grognard.engine.step import StandingOrders
from grognard.lab.forgery import Answer, try_action
from grognard.mechanics import marking

from .fog import Fog
from .fog_steps import FogState, Orders, Turn

GAME = Fog()


class FlagState(FogState):
    flagged = field("hexes")


class Flags(marking.MarkingOrders, Orders):
    """The German side, the second one, marks the hexes of its own units."""

    owners = dict.fromkeys(marking.VERBS, 1)
    choices = (
        *Orders.choices,
        *marking.choices("8.2", lambda c: c.game.hexes_of(c.s, 1), "no German unit is in {it}"),
    )


class FlagFog(Fog):
    verbs = {**Fog.verbs, **marking.VERBS}
    state_type = FlagState
    orders_type = Flags

    def start(self, *args: Any) -> FlagState:
        plain, found = super().start(*args), FlagState()
        for name in ("agenda", *(f.name for f in FogState.fields)):
            setattr(found, name, getattr(plain, name))
        return found


def reserve() -> Match:
    """The German side places its reserve; the Allied marker lies face down."""
    match = grognard.new(GAME, "any", dice=["card 1", "card 2", "card 3"])
    return match.play("favour south")


def test_the_side_that_waits_gives_an_order_and_the_decision_stays_where_it_was() -> None:
    match = reserve()
    before = match.game.offer(match.state)
    match.play("quick allied", side="allied")
    assert match.side == "german"
    assert match.game.offer(match.state) == before
    assert match.journal[-1].seat == "allied"
    assert match.facing != "allied" or match.journal[-2].seat == "allied"
    match.play("place 0300N")
    assert (match.side, match.state.open) == ("allied", 1)  # type: ignore[attr-defined]
    assert match.game.step(match.state).name == "turn"


def test_the_side_that_decides_may_give_it_too_and_take_it_back() -> None:
    match = grognard.new(GAME, "any", dice=["card 1", "card 2", "card 3"]).play("quick allied", "slow allied")
    assert match.side == "allied"
    match.play("favour south", "place 0300N")
    assert match.game.step(match.state).name == "reveal"


def test_an_order_is_for_the_side_that_it_names() -> None:
    match = reserve()
    with pytest.raises(Refusal):
        match.play("quick allied", side="german")
    with pytest.raises(Refusal, match="only the Allied side"):
        match.play("quick german")
    match.play("quick allied")
    with pytest.raises(Refusal, match="at once already"):
        match.play("quick allied")
    assert match.game.order_offer(match.state, "allied") == {"slow": 1}
    assert match.game.order_offer(match.state, "german") == {}
    assert match.game.order_offer(match.state, "") == {}


def test_views_offer_their_own_side_its_orders_and_the_enemy_sees_no_difference() -> None:
    plain, ordered = reserve(), reserve().play("quick allied")
    assert plain.view("allied").orders == {"quick": ["allied"]}
    assert ordered.view("allied").orders == {"slow": ["allied"]}
    for seat in ("german", ""):
        one, other = plain.view(seat), ordered.view(seat)
        assert one.orders == other.orders == {}
        assert (one.facts, one.actions, one.prompt) == (other.facts, other.actions, other.prompt)


def test_an_order_is_recorded_replayed_and_undone() -> None:
    match = reserve().play("quick allied")
    again = replay(lambda _: GAME, match.record(seed=True))
    assert again.state == match.state
    assert [entry.seat for entry in again.journal] == [entry.seat for entry in match.journal]
    match.undo("allied")
    assert match.view("allied").orders == {"quick": ["allied"]}
    assert match.side == "german"


def test_a_finished_game_takes_no_orders() -> None:
    match = reserve().play("quick allied", "place 0300N")
    while not match.over:
        match.play("pass")
    assert match.view("allied").orders == {}
    with pytest.raises(Refusal, match="over"):
        match.play("slow allied")


def test_an_order_is_no_action_of_a_decision() -> None:
    match = reserve()
    assert "quick allied" not in match.actions
    order = GAME.notation.parse("quick allied")
    assert not GAME.permits(match.state, order)
    # It may be given all the same, once.
    GAME.apply(match.state, order)
    with pytest.raises(Refusal):
        GAME.apply(match.state, order)
    assert try_action(GAME, match.state, order) == Answer(False)
    assert try_action(GAME, match.state, GAME.notation.parse("slow allied")) == Answer(True)


def test_a_verb_is_either_an_order_or_belongs_to_a_step() -> None:
    class Passing(StandingOrders):
        def do_pass(self, s: object, _: int) -> None:
            """Not reached."""

    class Confused(Fog):
        step_types = (*Fog.step_types[:-1], Turn, Fog.step_types[-1])
        orders_type = Passing

    with pytest.raises(AssertionError, match="standing order"):
        Confused()


# -- orders of one side ------------------------------------------------------------------------------


def flags() -> Match:
    match = grognard.new(FlagFog(), "any", dice=["card 1", "card 2", "card 3"])
    assert match.side == "allied"
    return match


def test_an_order_of_one_side_takes_what_it_is_about() -> None:
    match = flags()
    (own,) = match.view("german").orders["mark-hex"]
    assert "mark-hex" not in match.view("allied").orders
    match.play(f"mark-hex {own}", side="german")
    assert (match.journal[-1].seat, match.side) == ("german", "allied")
    assert match.view("german").orders["unmark-hex"] == [own]
    assert "mark-hex" not in match.view("german").orders
    match.play(f"unmark-hex {own}")
    assert match.view("german").orders["mark-hex"] == [own]


def test_an_order_of_one_side_is_refused_to_the_other_and_for_a_wrong_argument() -> None:
    match = flags()
    own = match.view("german").orders["mark-hex"][0]
    game = match.game
    elsewhere = next(
        label
        for label in map(game.board.grid.label, game.cells)
        if label not in match.view("german").orders["mark-hex"]
    )  # type: ignore[attr-defined]
    with pytest.raises(Refusal, match="german gives this order"):
        match.play(f"mark-hex {own}", side="allied")
    with pytest.raises(Refusal, match=f"no German unit is in {elsewhere}"):
        match.play(f"mark-hex {elsewhere}")
    with pytest.raises(Refusal, match="not marked"):
        match.play(f"unmark-hex {own}")
    match.play(f"mark-hex {own}")
    with pytest.raises(Refusal, match="marked already"):
        match.play(f"mark-hex {own}")
    assert try_action(game, match.state, f"mark-hex {own}") == Answer(False)
    assert try_action(game, match.state, f"unmark-hex {own}") == Answer(True)
