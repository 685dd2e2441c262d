"""A successful defender advances only to a hex at least as good as its own."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard import Match
from grognard.ai import consult

from .helpers import officer

#: Levels that use rules of thumb in the enemy's turn.
BY_THUMB = ("captain", "colonel")


def repelled(position: str, *orders: str) -> Match:
    """The German has repelled an attack and may advance."""
    match = grognard.setup(f"game hurtgen\nturn 2\nphase us combat\nat {position} 89h=1623", dice=[6]).play(*orders)
    if match.side == "us":
        match.play(min(action for action in match.actions.texts() if action.startswith("to ")))
    assert "advance 275h" in match.actions
    return match


def answer(match: Match, level: str) -> str:
    action = consult(officer(level), match.game, match.state, random.Random(1))
    return "pass" if action is not None and action.verb == "pass" else "advance"


@pytest.mark.parametrize("level", BY_THUMB)
def test_no_advance_out_of_supply_into_the_defeated_enemys_zone(level: str) -> None:
    match = repelled("275h=1002 1/8=0903", "attack 1002", "with 1/8", "resolve", "to 0904")
    assert answer(match, level) == "pass"


@pytest.mark.parametrize("level", BY_THUMB)
def test_an_advance_into_a_goal_hex(level: str) -> None:
    match = repelled("275h=1308 1/8=1408", "attack 1308", "with 1/8", "resolve")
    assert answer(match, level) == "advance"
