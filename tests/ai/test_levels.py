"""What a level adds to the one before: small decisions weighed, in whose turn, and the order of phases rehearsed."""

from __future__ import annotations

import random
from functools import cache

import pytest

from grognard import Action
from grognard.ai import commanders
from grognard.ai.captain import Captain
from grognard.ai.choices import weigh
from grognard.ai.judge import Judge
from grognard.ai.lookahead import Lookahead
from grognard.ai.maps import Maps
from grognard.ai.rehearsal import Rehearsal
from grognard.mechanics.order import FIGHT_MOVE, MOVE_FIGHT

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


# -- move first or fight first -------------------------------------------------------------------------


class Fancied:
    """A stage on which one order does better than the other, whatever is played."""

    worth: dict[int, float] = {}
    played: list[tuple[int, int]] = []

    def __init__(self, game, side, seed, foe, friend):
        assert foe().name == friend().name == "colonel"

    def value(self, s, number, *, planned):
        assert not planned, "the turn is still to come"
        Fancied.played.append((s.order, number))
        return Fancied.worth[s.order]


@cache
def undeclared():
    """States of Watch on the Oder in which a side says in which order it moves and fights."""
    game = GAMES["oder"]
    states = played(game, begin(game, "campaign"), staff(game, "captain"), most=1500)
    return game, [state.copy() for state, action in states if action.verb == "order"]


def declared(level, state, evaluations=None):
    game = GAMES["oder"]
    commander = commanders()[level].make(evaluations) if evaluations else officer(level)
    action = commander.decide(game, state.copy(), game.offer(state), random.Random(1))
    trial = state.copy()
    game.do(trial, action)
    return trial.order


@pytest.mark.parametrize("best", [MOVE_FIGHT, FIGHT_MOVE])
def test_the_general_takes_the_order_that_came_out_better(best, monkeypatch):
    """5.3: which of them leads to what is seen only when the turn is played."""
    monkeypatch.setattr("grognard.ai.colonel.Rehearsal", Fancied)
    Fancied.worth = {MOVE_FIGHT: 1.0, FIGHT_MOVE: 1.0, best: 2.0}
    _, states = undeclared()
    assert len(states) > 3
    for s in states[:4]:
        Fancied.played = []
        assert declared("general", s, 125) == best
        assert sorted(Fancied.played) == [(order, n) for order in (MOVE_FIGHT, FIGHT_MOVE) for n in range(2)]


def test_of_two_equal_orders_the_general_takes_the_captain_s_and_the_colonel_rehearses_none(monkeypatch):
    monkeypatch.setattr("grognard.ai.colonel.Rehearsal", Fancied)
    Fancied.worth = {MOVE_FIGHT: 1.0, FIGHT_MOVE: 1.0}
    for s in undeclared()[1][:4]:
        assert declared("general", s, 125) == declared("captain", s)
        Fancied.played = []
        assert declared("colonel", s) == declared("captain", s)
        assert Fancied.played == []


@pytest.mark.parametrize("planned", [False, True])
def test_in_a_rehearsal_of_the_order_the_own_side_moves_as_well(planned, monkeypatch):
    """Once a plan is carried out the phase is over; when an order is declared it has not begun."""
    game, states = undeclared()
    s = states[0].copy()
    me = game.side_index[game.seat(s)]
    offered = game.offer(s)["order"]
    game.do(s, Action("order", (offered & -offered).bit_length() - 1))
    now = (s.turn, game.phase_of(s))
    seen = set()
    move = Captain._move

    def watched(self, game, state, side, offer, rng):
        seen.add((state.turn, game.phase_of(state)))
        return move(self, game, state, side, offer, rng)

    monkeypatch.setattr(Captain, "_move", watched)
    Rehearsal(game, me, 1).value(s, 0, planned=planned)
    assert (now in seen) is not planned
