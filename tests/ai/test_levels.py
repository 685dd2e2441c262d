"""What a level adds to the one before: who weighs the small decisions of his own turn, and who those of the enemy's."""

from __future__ import annotations

import random
from functools import cache

import pytest

from grognard.ai.fight.choices import weigh
from grognard.ai.fight.lookahead import Lookahead
from grognard.ai.maps import Maps
from grognard.ai.value.judge import Judge

from ..generic.play import LIBRARY, begin
from .help import officer, played, staff

GAMES = {game.id: game for game in LIBRARY}
#: Steps in which something small is decided, in either side's turn.
SMALL = {"hurtgen": ("final-protective-fire", "choose-advance"), "oder": ("choose-advance", "lose")}


@cache
def asked(game_id):
    """States of a game between captains in which somebody has a small decision with more than one way."""
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
    """The same by whose turn it is: the decisions of him who moves, and the answers of the other."""
    game = GAMES[game_id]
    own = [s for s in asked(game_id) if game.seat(s) == game.sides[s.phasing]]
    answers = [s for s in asked(game_id) if game.seat(s) != game.sides[s.phasing]]
    return game, own, answers


def test_in_the_enemys_turn_the_colonel_answers_like_a_captain_and_the_general_weighs():
    """In Hürtgen Forest, where there is much to answer: fire in defence, and advances of the defender."""
    game, _, answers = split("hurtgen")
    differ = 0
    for s in answers[:60]:
        captain, best = decided("captain", game, s), weighed(game, s)
        assert decided("colonel", game, s) == captain
        assert decided("general", game, s) == best
        differ += captain != best
    assert differ


@pytest.mark.parametrize("game_id", SMALL)
def test_in_his_own_turn_the_colonel_weighs_as_the_general_does(game_id):
    game, own, _ = split(game_id)
    differ = 0
    for s in own[:60]:
        best = weighed(game, s)
        assert decided("colonel", game, s) == best
        assert decided("general", game, s) == best
        differ += decided("captain", game, s) != best
    assert differ
