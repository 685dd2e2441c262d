"""Wins that good players have found: the checker finds them, and officers play them."""

from __future__ import annotations

import random

import pytest

from grognard.ai import consult
from grognard.ai.wins.carrying_out import Winner
from grognard.ai.wins.checker import Checker
from grognard.lab.playout import draw
from tests.oder import helpers_raid as raid
from tests.oder.test_proposed_setup import ELSEWHERE
from tests.rhine.test_proposed_setup import CARELESS, NORTH, SOUTH, set_up

from ..helpers import officer
from .helpers import names, win

ALLIED, GERMAN, SOVIET = 0, 0, 1


# -- Watch on the Rhine: an airdrop, then off the map (4.2, 12.4) --------------------------------------


def test_an_airdrop_on_a_weak_unit_that_holds_the_way_off_the_map_is_found():
    """107PB alone in 2911S: 18 to 2, eliminated without a roll."""
    match = set_up(SOUTH, CARELESS)
    found = win(match.game, match.state, ALLIED)
    assert found.chance == 1.0
    assert {match.game.place_name(h) for _, h in found.drop.spots} == {"2911S"}
    assert names(match.game, found) == {"US4A": "2900S"}


def test_corps_drop_in_the_sector_with_full_supply_only():
    match = set_up(NORTH, CARELESS)
    assert win(match.game, match.state, ALLIED).chance == 0


@pytest.mark.parametrize("level", ["captain", "colonel", "general"])
def test_officers_play_it(level):
    match = set_up(SOUTH, CARELESS)
    game, s, rng = match.game, match.state.copy(), random.Random(1)
    allied = officer(level)
    for _ in range(60):
        if s.over:
            break
        step = game.step(s)
        action = draw(step.outcomes(s), rng) if step.chance else consult(allied, game, s, rng)
        game.apply(s, action)
    assert s.over
    assert game.result(s).winner == "allied"


def test_a_defender_who_may_retreat_into_the_way_makes_it_uncertain():
    """462VG in Zweibrücken has two steps: it often leaves the hex and bars the next one."""
    match = set_up(SOUTH, {"462VG": "1806S"})
    assert win(match.game, match.state, ALLIED).chance < 0.15


# -- Watch on the Oder: two units on the east edge, where it is coast (4.1.1, 8.2c) ----------------------


def raided(armies):
    """German Turn 1: 2807 falls, and six corps walk through Courland; then the Soviet does nothing."""
    s = raid.breach(raid.set_up(armies)).state.copy()
    raid.raid(s)
    return s


def test_the_raid_on_3505_is_seen_in_the_soviet_turn_before_it():
    match = raid.set_up(ELSEWHERE)
    assert win(match.game, match.state, GERMAN).chance == 0
    found = win(match.game, raided(ELSEWHERE), GERMAN)
    assert found.chance > 0.8
    assert [match.game.place_name(strike.target) for strike in found.strikes] == ["3505"]
    assert win(match.game, raided(None), GERMAN).chance == 0


def test_a_captain_carries_it_out():
    match, s, rng = raid.set_up(ELSEWHERE), raided(ELSEWHERE), random.Random(1)
    raid.answer(s, None, rng)
    game, captain = match.game, officer("captain")
    while s.turn == 2 and s.phasing == GERMAN and not s.over:
        step = game.step(s)
        action = draw(step.outcomes(s), rng) if step.chance else consult(captain, game, s, rng)
        game.apply(s, action)
    there = game.board.grid.parse("3505")
    assert sum(game.units_of[GERMAN] >> u & 1 for u, h in enumerate(s.at) if h == there) >= 2
    assert game.doctrine.standing(s, GERMAN)


# -- in the middle of a turn -----------------------------------------------------------------------------


def test_units_that_have_moved_win_nothing_more():
    match = set_up(SOUTH, CARELESS)
    game, s = match.game, match.state
    assert Checker(game, s, ALLIED, movers=0, fighters=0).best().chance == 0


def test_nothing_is_ordered_for_a_win_that_is_too_unlikely():
    match = set_up(SOUTH, CARELESS)
    game, s = match.game, match.state
    winner = Winner(game, s, ALLIED, game.offer(s))
    assert winner.orders(1.0)
    assert winner.orders(1.1) == []
