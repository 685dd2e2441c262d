"""Commanders where a step offers moves and attacks together: attacks in the middle of a move, and from camp."""

from __future__ import annotations

import random

import pytest

from grognard.ai import commanders, consult
from grognard.ai.doctrine import doctrine_of
from grognard.ai.maps import Maps
from grognard.ai.plan.strikes import Strikes
from grognard.engine.action import Action
from grognard.engine.doctrine import Role

from ..mechanics.trek import GAME, TrekDoctrine, TrekState


def played(s: TrekState, level: str, dice: int = 6) -> list[str]:
    """The actions of a commander until it ends its phase."""
    commander, rng, out = commanders()[level].make(4), random.Random(1), list[str]()
    while not s.over:
        action = Action("roll", dice)
        if GAME.seat(s) != "dice":
            found = consult(commander, GAME, s, rng)
            assert found is not None
            action = found
        GAME.apply(s, action)
        out.append(GAME.notation.text(action))
        assert len(out) < 60
    return out


@pytest.mark.parametrize("level", ["captain", "colonel"])
def test_a_unit_moves_next_to_a_weak_enemy_and_strikes(level):
    actions = played(GAME.position(r="0203", x="0503"), level)
    strike = actions.index("strike 0503")
    assert actions[0] == "select r"
    assert actions[strike + 1 :] == ["roll 6", "done"]


@pytest.mark.parametrize("level", ["captain", "colonel"])
def test_no_unit_strikes_a_stronger_enemy(level, monkeypatch):
    monkeypatch.setattr(TrekDoctrine, "defense", lambda self, s, unit: 30.0)
    assert not [action for action in played(GAME.position(r="0403", x="0503"), level) if action.startswith("strike")]


@pytest.mark.parametrize("level", ["captain", "colonel"])
def test_after_a_strike_the_others_still_move(level):
    actions = played(GAME.position(r="0403", c="0101", x="0503"), level, dice=1)
    assert actions.index("strike 0503") < len(actions) - 1
    assert actions[-1] == "done"
    assert "select c" in actions


def test_a_cart_that_cannot_pay_for_the_strike_does_not_strike():
    s = GAME.position(c="0403", x="0503")
    s.spent[GAME.unit_ids["c"]] = 4
    assert not [action for action in played(s, "captain") if action.startswith("strike")]


@pytest.mark.parametrize("level", ["captain", "colonel"])
def test_units_attack_from_camp_where_that_is_on_offer_with_moves(level, monkeypatch):
    monkeypatch.setitem(doctrine_of(GAME).role_of, "strike", "")
    s = GAME.position(r="0402", x="0503")
    s.sally = True
    assert "attack 0503" in played(s, level)


def test_the_best_of_several_strikes_is_chosen():
    s = GAME.position(r="0403", x="0503")
    GAME.apply(s, Action("select", 0))
    best = Strikes(Maps(GAME, s), 0).best(s, GAME.offer(s))
    assert best is not None
    assert best.action == Action("strike", GAME.board.grid.parse("0503"))
    assert best.gain > 0
    assert doctrine_of(GAME).role_of["strike"] == Role.ATTACK
