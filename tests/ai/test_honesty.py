"""Hidden facts never change what a commander does or says."""

from __future__ import annotations

import random
from functools import cache

import pytest

import grognard
from grognard.ai import Commander, commanders, consult
from grognard.ai.registry import Level
from grognard.ai.search.rehearsal import Rehearsal

from ..engine import fog
from ..generic.play import LIBRARY, begin, journey
from .helpers import LEVELS, PHASED, first_of_each_step, gives_orders, match_at, moments, officer, scenario_of

SECRETIVE = [game for game in LIBRARY if game.secret_fields]
SIDES = [(game, side) for game in SECRETIVE for side in game.sides]
#: Games with a phase of movement, in which a general rehearses plans; the last side of each.
REHEARSED = [(game, game.sides[-1]) for game in SECRETIVE if game in PHASED]
SIDE_IDS = [f"{game.id}-{side}" for game, side in SIDES]


class Spy(Commander):
    """Records the states it receives, and plays at random."""

    name = "spy"

    def __init__(self):
        self.shown = []

    def decide(self, game, state, offer, rng):
        self.shown.append((state.copy(), offer))
        return grognard.engine.actions.pick(offer, 0)


@cache
def positions(game, side):
    """Decisions of a side, each with another true state that the side cannot distinguish from it."""
    found = [s for s in moments(game, scenario_of(game), each=7, most=700) if game.seat(s) == side]
    return [(state, other) for state in found if (other := other_truth(game, state, side)) is not None]


@cache
def steps(game):
    """By step: a position, and another true state for it if there is one."""
    found = first_of_each_step(game, scenario_of(game))
    return [(name, state, other_truth(game, state, game.seat(state)) or state) for name, state in found.items()]


def other_truth(game, state, side):
    """Another true state that a side cannot distinguish from this one; it must differ in a hidden fact."""
    for seed in range(5):
        other = game.resample(state, side, random.Random(f"truth {seed}"))
        if other != state:
            assert game.redact(other, side) == game.redact(state, side), "resample changed what is seen"
            return other
    return None


def test_the_library_has_a_game_with_secrets():
    assert SECRETIVE, "the tests below would prove nothing"


#: The number of positions for each level; slower levels get fewer.
OFTEN = {"recruit": 15, "captain": 20, "colonel": 8, "general": 3}


@pytest.mark.parametrize(("game", "side"), SIDES, ids=SIDE_IDS)
@pytest.mark.parametrize("level", LEVELS)
def test_a_decision_depends_on_the_view_alone(game, side, level):
    found = positions(game, side)
    assert len(found) >= 20, "too few positions with something hidden"
    for state, other in found[:: max(1, len(found) // OFTEN[level])]:
        one, two = officer(level), officer(level)
        assert consult(one, game, state, random.Random(8)) == consult(two, game, other, random.Random(8))
        assert (one.order, one.reason) == (two.order, two.reason)


@pytest.mark.parametrize(("game", "side"), REHEARSED, ids=[f"{game.id}-{side}" for game, side in REHEARSED])
def test_rehearsals_show_a_general_nothing_that_is_hidden(game, side, monkeypatch):
    """With enough evaluations for rehearsals."""
    played, value = [], Rehearsal.value
    monkeypatch.setattr(Rehearsal, "value", lambda self, s, n: played.append(n) or value(self, s, n))
    moves = [(s, other) for s, other in positions(game, side) if game.step(s).name == "movement" and s.turn > 1]
    state, other = moves[0]
    one, two = (commanders()["general"].make(180) for _ in range(2))
    assert consult(one, game, state, random.Random(8)) == consult(two, game, other, random.Random(8))
    assert (one.order, one.reason, one._queue) == (two.order, two.reason, two._queue)
    assert len(played) >= 8


@pytest.mark.parametrize("game", SECRETIVE, ids=lambda game: game.id)
@pytest.mark.parametrize("level", ["recruit", "captain", "colonel", "random"])
def test_decisions_depend_on_the_view_in_every_step(level, game):
    """Reinforcements, retreats, losses and the like included."""
    assert len(steps(game)) > 10
    assert sum(state != other for _, state, other in steps(game)) > 5
    for name, state, other in steps(game):
        found = [consult(officer(level), game, s, random.Random(3)) for s in (state, other)]
        assert found[0] == found[1], name


@pytest.mark.parametrize(
    ("game", "scenario"),
    [*((game, scenario_of(game)) for game in SECRETIVE), (fog.GAME, next(iter(fog.GAME.scenarios)))],
    ids=lambda x: getattr(x, "id", x),
)
def test_a_commander_receives_the_redacted_state(game, scenario):
    hidden = 0
    for number, state in enumerate(journey(game, scenario, 2)):
        if number > 400 or state.over:
            break
        seat = game.seat(state)
        if seat not in game.sides:
            continue
        spy = Spy()
        consult(spy, game, state, random.Random(1))
        ((shown, offer),) = spy.shown
        assert shown == game.redact(state, seat)
        assert {v: a for v, a in offer.items() if a} == {v: a for v, a in game.offer(state).items() if a}
        hidden += shown != state
    assert hidden > 10, "nothing was hidden on this journey"


def test_a_commander_that_needs_no_state_receives_none():
    game = fog.GAME
    state = begin(game, "any")
    while game.seat(state) not in game.sides:
        game.do(state, game.step(state).outcomes(state)[0][0])
    spy = Spy()
    spy.needs_state = False
    spy.decide = lambda game, state, offer, rng: spy.shown.append(state)
    consult(spy, game, state, random.Random(1))
    assert spy.shown == [None]


@pytest.mark.parametrize("game", SECRETIVE, ids=lambda game: game.id)
def test_a_hint_is_computed_from_the_redacted_state(game, monkeypatch):
    spy = Spy()
    monkeypatch.setattr("grognard.ai.hint.commanders", lambda: {"spy": Level(lambda _: spy, "")})
    scenario = scenario_of(game)
    hidden = 0
    for state in moments(game, scenario, each=25, most=500):
        match_at(game, scenario, state).hint("spy")
        shown, _ = spy.shown[-1]
        assert shown == game.redact(state, game.seat(state))
        hidden += shown != state
    assert hidden


@pytest.mark.parametrize(("game", "side"), SIDES, ids=SIDE_IDS)
@pytest.mark.parametrize("level", ["captain", "colonel"])
def test_hidden_facts_do_not_change_a_hint(game, side, level):
    """Pairs of positions that differ only in what the side cannot see, where it orders units or announces attacks."""
    orders = {name for name in ("movement", "combat") if any(step.name == name for step in game.steps)}
    found = [(s, other) for s, other in positions(game, side) if game.step(s).name in orders or gives_orders(game, s)]
    assert len(found) >= 4
    for pair in found[:: max(1, len(found) // 4)]:
        one, other = (match_at(game, scenario_of(game), s).hint(level, evaluations=4) for s in pair)
        assert one == other
