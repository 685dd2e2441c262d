"""Officers bar what would lose in the enemy's next turn before anything else."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.ai import consult
from grognard.ai.levels.guarded import risk
from grognard.ai.levels.strategies import Analysis, Decision
from grognard.ai.maps import Maps
from grognard.ai.plan.guard import ACCEPTED, Guard
from grognard.ai.plan.planner import Plan, Planner
from grognard.ai.wins.checker import Checker, Win
from grognard.engine.doctrine import Role
from tests.oder import helpers_raid as raid
from tests.oder.test_proposed_setup import ELSEWHERE
from tests.rhine.table import game as rhine_game

from ..helpers import command, officer, phase
from .helpers import win

GERMAN, SOVIET = 0, 1
CITY = {"2013N": "city"}


def plan_and_guard(game, s, side):
    """A captain's plan for a movement phase, and the guard that judges it."""
    planner = Planner(Maps(game, s), side)
    return planner.carry_out(s, Plan()), Guard(planner)


# -- Watch on the Oder: a sudden death that stands is broken (4.1.2) -------------------------------------

STANDING = """game oder
turn 4
phase german movement second
at 3G=1219 2GT=2408 1SS=1214 2SS=1214 4SS=1114 47k=2310 39k=2310 58=2311
"""


def standing():
    match = grognard.setup(STANDING, dice=[1] * 20)
    assert match.game.doctrine.standing(match.state, SOVIET)
    return match


@pytest.mark.parametrize("level", ["captain", "colonel"])
def test_a_sudden_death_that_stands_is_broken_by_movement(level):
    match = standing()
    now = phase(match)
    command(match, officer(level), while_=lambda m: phase(m) == now and not m.over)
    assert not match.over, match.result
    assert not match.game.doctrine.standing(match.state, SOVIET)


def test_a_sudden_death_is_no_longer_standing_when_its_supply_is_cut():
    match = standing()
    game = match.game
    outcome, guard = plan_and_guard(game, match.state, GERMAN)
    assert guard.threat(match.state).chance == 1.0
    secured, left = guard.secured(outcome, Plan())
    assert left <= ACCEPTED
    assert not game.doctrine.standing(secured.after, SOVIET)


@pytest.mark.parametrize(("chances", "taken"), [((0.9,), 0), ((0.9, 0.2, 0.7), 2), ((0.9, 0.5, 0.5), 3)])
def test_of_all_plans_that_are_carried_out_the_safest_is_kept(monkeypatch, chances, taken):
    """A plan with one more post may leave more risk than the plan before it; it may also lead to a safer one."""
    game, s = standing().game, standing().state
    outcome, guard = plan_and_guard(game, s, GERMAN)
    made = [outcome._replace() for _ in chances]
    following = iter([(plan, Plan(), Win(chance)) for plan, chance in zip(made, chances, strict=True)])
    monkeypatch.setattr(guard, "threat", lambda s, drops=True: Win(0.5))
    monkeypatch.setattr(guard, "_better", lambda *plan: next(following, None))
    kept, left = guard.secured(outcome, Plan(), drops=False)
    assert kept is [outcome, *made][taken]
    assert left == (0.5, *chances)[taken]


# -- Watch on the Oder: the raid on 3505 is seen a turn before --------------------------------------------


def soviet_turn(armies):
    """The Soviet Movement Phase after the breach of Turn 1, with the raiders on their way."""
    s = raid.breach(raid.set_up(armies)).state.copy()
    raid.raid(s)
    game = grognard.game("oder")
    rng = random.Random(1)
    while not (s.phasing == SOVIET and game.step(s).name == "movement"):
        offer = game.offer(s)
        if game.step(s).name == "declaration":
            game.do(s, grognard.Action("order", 0))
        else:
            quiet = [v for v in ("done", "pass", "decline") if offer.get(v)]
            game.do(s, grognard.Action(quiet[0], 0))
    assert rng is not None
    return game, s


def test_the_soviet_reduces_the_risk_of_the_raid():
    """It cannot be prevented any more with the armies elsewhere, but it can be made less likely."""
    game, s = soviet_turn(ELSEWHERE)
    assert win(game, s, GERMAN).chance > 0.8
    outcome, guard = plan_and_guard(game, s, SOVIET)
    before = guard.threat(outcome.after).chance
    _, left = guard.secured(outcome, Plan())
    assert left <= before


# -- Watch on the Rhine: garrisons of cities (4.4) ---------------------------------------------------------


def rhine(text, **ground):
    return grognard.setup(f"game rhine\nsector 1\n{text}", seed=1, of=rhine_game(bare=True, **ground))


def test_the_risk_of_a_city_is_the_chance_of_the_enemys_best_attack_on_it():
    weak = rhine(
        "turn 2\nallied 2013N\nphase german movement\nat US113C=2013N 9SS=2011N 2SS=2011N 1SS=2011N", features=CITY
    )
    strong = rhine(
        "turn 2\nallied 2013N\nphase german movement\nat US1=2013N US9=2013N US30=2013N US28=2013N 9SS=2011N",
        features=CITY,
    )
    assert Checker(weak.game, weak.state, 1).best().chance > 0.5
    assert Checker(strong.game, strong.state, 1).best().chance < 0.2


def test_an_advance_that_leaves_a_city_to_the_enemy_is_not_made():
    """Both options are compared by what the enemy can do next."""
    match = rhine(
        "turn 2\nallied 2013N\nphase allied combat\nat US1=2013N US113C=2013N 9SS=2012N 2SS=2010N", features=CITY
    )
    game, s = match.game, match.state
    d = Decision(game, s, 0, game.offer(s), random.Random(1), Analysis())
    empty = s.copy()
    for unit in ("US1", "US113C"):
        empty.at[game.unit_ids[unit]] = game.board.grid.parse("2413N")
    game.refresh(empty)
    assert risk(d, empty) == 1.0
    assert risk(d, s) < 0.7


def test_a_position_that_is_lost_has_the_greatest_risk():
    match = rhine("turn 5\nallied 2013N\nphase german movement\nat US1=2409N 9SS=2012N", features=CITY)
    captain = officer("captain")
    game, s = match.game, match.state.copy()
    rng = random.Random(1)
    for _ in range(20):
        if s.over:
            break
        game.apply(s, consult(captain, game, s, rng))
    assert s.over
    d = Decision(game, s, 0, {}, rng, Analysis())
    assert risk(d, s) == 1.0
    assert risk(Decision(game, s, 1, {}, rng, Analysis()), s) == 0.0


def test_nothing_is_checked_where_nobody_can_win_at_once():
    game = grognard.game("hurtgen")
    s = game.start(game.scenarios["historical"], {})
    game.run(s)
    planner = Planner(Maps(game, s), s.phasing)
    assert not Guard(planner).is_needed
    assert game.doctrine.role_of["done"] == Role.END
