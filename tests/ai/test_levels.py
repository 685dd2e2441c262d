"""What each level adds to the one before."""

from __future__ import annotations

import random
from functools import cache, partial

import pytest

from grognard.ai import commanders
from grognard.ai.fight.choices import weigh
from grognard.ai.fight.lookahead import Lookahead
from grognard.ai.levels.officer import Officer
from grognard.ai.levels.strategies import Strategies
from grognard.ai.maps import Maps
from grognard.ai.registry import captain, colonel, general
from grognard.ai.value.judge import Judge

from ..generic.play import begin
from .helpers import PHASED, in_battle, officer, on_the_move, played, staff

GAMES = {game.id: game for game in PHASED}
#: Steps with small decisions, in either side's turn.
SMALL = {"hurtgen": ("final-protective-fire", "choose-advance"), "oder": ("choose-advance", "lose")}


@cache
def asked(game_id):
    """States of a game between captains with a small decision that offers a choice."""
    game = GAMES[game_id]
    out = []
    for state, _ in played(game, begin(game, next(iter(game.scenarios))), staff(game, "captain"), most=3000):
        ways = sum(args.bit_count() for args in game.offer(state).values())
        if game.step(state).name in SMALL[game_id] and ways > 1:
            out.append(state.copy())
    return tuple(out)


def decided(level, game, state):
    return officer(level).decide(game, state.copy(), game.offer(state), random.Random(1))


def weighed(game, state):
    side = game.side_index[game.seat(state)]
    return weigh(Lookahead(Judge(Maps(game, state), side)), state, game.offer(state), random.Random(1)).actions[0]


def split(game_id):
    """The same, separated into decisions of the moving side and replies of the other side."""
    game = GAMES[game_id]
    own = [s for s in asked(game_id) if game.seat(s) == game.sides[s.phasing]]
    answers = [s for s in asked(game_id) if game.seat(s) != game.sides[s.phasing]]
    return game, own, answers


def test_in_the_enemys_turn_the_colonel_uses_rules_of_thumb_and_the_general_simulates():
    """In Hürtgen Forest, where there are many replies: defensive fire, and advances of the defender."""
    game, _, answers = split("hurtgen")
    differ = 0
    for s in answers[:60]:
        captain, best = decided("captain", game, s), weighed(game, s)
        assert decided("colonel", game, s) == captain
        assert decided("general", game, s) == best
        differ += captain != best
    assert differ


@pytest.mark.parametrize("game_id", SMALL)
def test_in_its_own_turn_the_colonel_simulates_like_the_general(game_id):
    game, own, _ = split(game_id)
    differ = 0
    for s in own[:60]:
        best = weighed(game, s)
        assert decided("colonel", game, s) == best
        assert decided("general", game, s) == best
        differ += decided("captain", game, s) != best
    assert differ


# -- a level is five strategies --------------------------------------------------------------------


def first_order(commander, game, state):
    commander.decide(game, state.copy(), game.offer(state), random.Random(1))
    return commander.order, commander.reason


def battles(game):
    return [s for s in in_battle(game) if sum(args.bit_count() for args in game.offer(s).values()) > 1][:12]


def mixed(*, mover, fighter):
    """A new officer that moves like one level and fights like another."""
    move, fight = mover().strategies, fighter().strategies
    return Officer("mixed", Strategies(move.declare, move.move, fight.fight, fight.minor, move.buy))


@pytest.mark.parametrize("game", PHASED, ids=GAMES)
def test_any_strategies_make_an_officer(game):
    """One officer moves like a colonel and fights like a captain, another the other way round."""
    one, other, move = captain, partial(colonel, 9), on_the_move(game)
    assert first_order(mixed(mover=other, fighter=one), game, move) == first_order(other(), game, move)
    assert first_order(mixed(mover=one, fighter=other), game, move) == first_order(one(), game, move)
    differ = 0
    for s in battles(game):
        by_table, by_trial = first_order(one(), game, s), first_order(other(), game, s)
        assert first_order(mixed(mover=other, fighter=one), game, s) == by_table
        assert first_order(mixed(mover=one, fighter=other), game, s) == by_trial
        differ += by_table != by_trial
    assert differ


def described(strategy):
    """The name of a strategy, with that of the one it guards."""
    guarded = getattr(strategy, "otherwise", None)
    name = type(strategy).__name__
    return f"{name}({described(guarded)})" if guarded else name


def test_no_two_levels_have_the_same_strategies():
    """Each level differs from the one below in the documented strategies."""
    levels = (captain(), colonel(4), general(4))
    kinds = [[described(strategy) for strategy in level.strategies] for level in levels]
    guarded = ["GuardedFight(FightByTable)", "GuardedMinor(RulesOfThumb)"]
    assert kinds[0] == ["DeclareByAttacks", "OnePlan", *guarded, "BuyOne"]
    assert [a != b for a, b in zip(*kinds[:2], strict=True)] == [False, True, True, True, True]
    assert [a != b for a, b in zip(*kinds[1:], strict=True)] == [True, True, False, False, False]


@pytest.mark.parametrize("level", commanders())
def test_every_commander_fits_the_protocol(level):
    commander = commanders()[level].make(2)
    assert commander.name == level
    assert commander.needs_state == (level != "random")
    assert (commander.order, commander.reason) == ((), "")
