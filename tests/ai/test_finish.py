"""The last move of a game, and how the general judges the end of a rehearsal."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.ai import commanders, consult
from grognard.ai.hint import hint
from grognard.ai.maps import Maps
from grognard.ai.plan.last_move import LastMove
from grognard.ai.search.budget import Budget
from grognard.ai.search.evolution import Evolution
from grognard.games.hurtgen import victory

from ..hurtgen.table import game as hurtgen_game
from .drill import BLUE, RED, Drill
from .helpers import rehearsal

GERMAN = 1
#: The last German move; all towns that no German unit cuts off are American (15.21).
LAST = "turn 14\nphase german movement\nat 1/8=2112"


def last(units, turn=14):
    text = LAST.replace("turn 14", f"turn {turn}")
    return grognard.setup(f"game hurtgen\n{text} {units}", of=hurtgen_game())


def towns(match):
    return set(victory.towns_held(match.game, match.state))


def posts(match):
    maps = Maps(match.game, match.state)
    able = [u for u in maps.units[GERMAN] if maps.attack[u]]
    return LastMove(maps, GERMAN).posts(match.state, able), maps


def play_out(match):
    player, rng = commanders()["general"].make(100), random.Random(1)
    while match.side == "german" and not match.state.over:
        match.play(consult(player, match.game, match.state, rng))
    return match


def test_only_the_side_that_moves_last_has_the_last_move():
    doctrine = hurtgen_game().doctrine
    assert doctrine.has_last_move(last("1/1055=2502").state, GERMAN)
    assert not doctrine.has_last_move(last("1/1055=2502", turn=13).state, GERMAN)
    assert not doctrine.has_last_move(grognard.setup("game hurtgen\nturn 14\nphase us movement\nat 1/8=2112").state, 0)


def test_a_post_costs_the_enemy_as_many_towns_as_possible():
    match = last("1/1055=2808")
    before = towns(match)
    found, _ = posts(match)
    assert len(found) == 1
    (unit, there), points = next(iter(found.items())), match.game.tables.objectives
    reach = Maps(match.game, match.state).destinations(unit)
    lost = {}
    for h in [h for h in match.game.board.grid if reach >> h & 1 and not match.state.occupied[0] >> h & 1]:
        s = match.state.copy()
        s.at[unit] = h
        match.game.refresh(s)
        lost[h] = sum(points[town] for town in before - set(victory.towns_held(match.game, s)))
    assert lost[there] == max(lost.values()) > 0


def test_no_post_is_in_an_enemy_zone_where_combat_is_mandatory():
    match = last("1/1055=2808 2/1055=2610 2/8=2510 3/8=2508")
    found, maps = posts(match)
    assert found
    assert all(not maps.zone[0] >> h & 1 for h in found.values())


def test_several_posts_differ_and_improve_the_score():
    match = last("1/1055=2808 2/1055=2809 3/1055=2708")
    found, _ = posts(match)
    assert len(set(found.values())) == len(found) > 1
    full = match.state.copy()
    for unit, h in found.items():
        full.at[unit] = h
    match.game.refresh(full)
    assert match.game.doctrine.score(full) < match.game.doctrine.score(match.state)


@pytest.mark.parametrize("units", ["16=2808", "16=1405 60=1607"])
def test_the_general_takes_a_town_away_with_its_last_move(units):
    """The panzers should have left by now (12.11); in the last turn another move is better."""
    match = play_out(last(units))
    lost = set(match.game.tables.objectives) - towns(match)
    assert match.state.over
    assert any(match.game.tables.objectives[town] == 25 for town in lost)


def told(turn, level="general"):
    return hint(hurtgen_game(), last("16=2808", turn=turn).state, level, evaluations=100).sentence


def test_the_reason_for_a_post_of_the_last_move():
    assert "reduce the enemy's score" in told(14)
    assert "spoil" not in told(13)
    assert "spoil" not in told(14, "colonel")


@pytest.mark.parametrize(("turn", "answered"), [(13, True), (14, False)])
def test_a_plan_is_judged_without_a_reply_that_never_comes(turn, answered):
    match = last("1/1055=2310 2/1055=2311", turn=turn)
    search = Evolution(match.game, match.state, GERMAN, random.Random(1), Budget(1.0, 4))
    replies = [trial.reply for trial in search.run()]
    assert any(replies) is answered


@pytest.mark.parametrize("level", ["colonel", "general"])
def test_the_reason_mentions_no_reply_if_there_is_none(level):
    assert "reply" not in told(14, level)
    assert "reply" in told(13, level)


# -- the end of a rehearsal ------------------------------------------------------------------------


def judged(game, side=BLUE, **at):
    return rehearsal(game, side, 1)._judged(game.position(**at))


def test_the_side_that_moves_next_is_not_in_danger_yet():
    """A strong enemy nearby could destroy b1 in its next turn, but blue moves first."""
    game = Drill(harmless={"b1"})
    assert judged(game, b1="0303", r6="0305") == judged(game, b1="0303", r6="1008")


def test_the_side_that_moves_next_counts_its_attacks():
    game = Drill()
    assert judged(game, b6="0303", r1="0306") > judged(game, b6="0303", r1="1009") + 0.5


def test_the_attacks_are_those_of_the_side_itself():
    game = Drill(harmless={"b6"})
    assert judged(game, b6="0303", r1="0306") == judged(game, b6="0303", r1="1009")
    assert judged(game, RED, r6="0303", b1="0306") > judged(game, RED, r6="0303", b1="1009") + 0.5


def test_an_open_path_can_still_be_blocked():
    game = Drill(harmless={"b1"})
    open_ = Drill(harmless={"b1"}, vital_hexes=(game.hexes("0303"), 0))
    assert judged(game, b1="0808", r1="0304") == judged(open_, b1="0808", r1="0304")
