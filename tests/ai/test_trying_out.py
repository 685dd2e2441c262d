"""Simulation: averages over the dice, built attacks, and small decisions."""

from __future__ import annotations

from itertools import product

import pytest

from grognard import Action
from grognard.ai.fight.adjutant import Adjutant
from grognard.ai.fight.attack_memory import AttackMemory
from grognard.ai.fight.builder import AttackBuilder
from grognard.ai.fight.lookahead import Lookahead
from grognard.ai.maps import Maps
from grognard.ai.value.judge import WON, Judge
from grognard.engine.doctrine import Role

from ..generic.play import begin
from .drill import BLUE, PURSUED, RED, THROWS, Camp, Drill, Pursuit, Sacrifice, Throw
from .helpers import PHASED, in_battle, launched, on_the_move, played, staff

every_game = pytest.mark.parametrize("game", PHASED, ids=[game.id for game in PHASED])


def ahead_of(game, s):
    return Lookahead(Judge(Maps(game, s), game.side_index[game.seat(s)]))


# -- the dice --------------------------------------------------------------------------------------


def test_an_expectation_is_the_weighted_average():
    """Three rolls out of four score 1 point, one scores 5; the third never comes up. b1 is the smallest loss."""
    game = Drill()
    s = game.position(b1="0505", b6="0506", r1="0605")
    lookahead = ahead_of(game, s)
    total = weights = 0.0
    for points, weight in THROWS:
        after = game.position(b6="0506", r1="0605")
        after.points = points
        total += weight * lookahead.judge.value(after)
        weights += weight
    assert lookahead.value(s, Action("attack", game.hex("0605"))) == pytest.approx(total / weights)
    assert s == game.position(b1="0505", b6="0506", r1="0605"), "tried out on a copy"


@pytest.mark.parametrize("events", [2, 3])
def test_two_chance_events_in_a_row_are_averaged_and_a_third_takes_its_middle_outcome(events, monkeypatch):
    """Such as a draw and the roll that follows it at once."""

    def attack(self, s, _):
        self.push(s, Sacrifice)
        for _ in range(events):
            self.push(s, Throw)

    monkeypatch.setattr(Camp, "do_attack", attack)
    game = Drill()
    s = game.position(b1="0505", b6="0506", r1="0605")
    lookahead = ahead_of(game, s)
    middle = THROWS[len(THROWS) // 2][0] if events == 3 else 0
    total = weights = 0.0
    for (first, weight), (second, other) in product(THROWS, THROWS):
        after = game.position(b6="0506", r1="0605")
        after.points = first + second + middle
        total += weight * other * lookahead.judge.value(after)
        weights += weight * other
    assert lookahead.value(s, Action("attack", game.hex("0605"))) == pytest.approx(total / weights)


def test_the_value_of_an_outcome_is_that_of_the_position_after_it():
    game = Drill()
    s = game.position(b1="0505", b6="0506", r1="0605")
    lookahead = ahead_of(game, s)
    trial = s.copy()
    game.do(trial, Action("attack", game.hex("0605")))
    after = game.position(b6="0506", r1="0605")
    after.points = 5
    assert lookahead.after(trial, Action("roll", 5)) == pytest.approx(lookahead.judge.value(after))


@every_game
def test_major_decisions_are_moves_and_attacks(game):
    """All other steps are played through; otherwise an attack would be judged in the middle of it."""
    role = game.doctrine.role_of
    lookahead = ahead_of(game, on_the_move(game))
    heavy = {step.name for step, weighty in zip(game.steps, lookahead.is_major, strict=True) if weighty}
    assert {"movement", "combat"} <= heavy
    for step in game.steps:
        if step.name in heavy:
            assert Role.END in {role.get(verb) for verb in step.verbs}
    assert not heavy & {step.name for step in game.steps if step.chance or step.automatic}


# -- attacks ---------------------------------------------------------------------------------------


def brute_force(game, lookahead, s, orders):
    """The plain average over the six rolls, by the rules; later rolls take their middle outcome."""
    base = s.copy()
    for action in orders:
        game.apply(base, action)
    return average(game, lookahead, base, base.agenda[0], rolled=False)


def average(game, lookahead, s, phase, *, rolled):
    """The average value over the first roll, or over every roll of two fires."""
    while not s.over and s.agenda[0] == phase and not lookahead.is_major[s.agenda[-1][0]]:
        step, preview = game.step(s), game.reading.preview(s)
        if not step.chance:
            game.apply(s, lookahead.choose(s, game.offer(s)))
        elif rolled and not (preview is not None and preview.fires):
            outcomes = step.outcomes(s)
            game.apply(s, outcomes[len(outcomes) // 2][0])
        else:
            total = 0.0
            for roll in range(1, 7):
                trial = s.copy()
                game.apply(trial, Action("roll", roll))
                total += average(game, lookahead, trial, phase, rolled=True)
            return total / 6
    return lookahead.judge.value(s)


@every_game
def test_the_gain_of_an_attack_is_the_average_of_the_six_rolls(game):
    """Each result is judged with exactly the units that take part."""
    sizes = []
    for s in in_battle(game)[::3]:
        lookahead = ahead_of(game, s)
        before = lookahead.judge.value(s)
        for built in AttackMemory().ranked(AttackBuilder(lookahead), s, game.offer(s))[:4]:
            assert built.gain == pytest.approx(brute_force(game, lookahead, s, built.actions) - before)
            sizes.append(len(built.actions))
        if len(sizes) >= 16:
            break
    assert min(sizes) == 3
    assert max(sizes) > 3


@every_game
def test_attacks_consist_of_legal_actions_and_the_best_comes_first(game):
    role = game.doctrine.role_of
    for s in in_battle(game)[:12]:
        before = s.copy()
        blows = AttackMemory().ranked(AttackBuilder(ahead_of(game, s)), s, game.offer(s))
        assert s == before
        assert [built.gain for built in blows] == sorted((built.gain for built in blows), reverse=True)
        for built in blows:
            assert role[built.actions[0].verb] == Role.ATTACK
            trial = s.copy()
            for action in built.actions:
                game.apply(trial, action)


@every_game
def test_the_reason_for_an_attack_names_its_column(game):
    """Units that were tried and left out do not count; the enemy's reply does."""
    checked = 0
    for s in in_battle(game)[:12]:
        lookahead = ahead_of(game, s)
        for built in AttackMemory().ranked(AttackBuilder(lookahead), s, game.offer(s)):
            if built.odds:
                told, trial = launched(lookahead, s, built.actions)
                rolled = game.reading.preview(trial) if game.step(trial).chance else None
                assert built.odds == str((rolled or told).column)
                checked += 1
    assert checked


# -- small decisions -------------------------------------------------------------------------------


@every_game
def test_the_adjutant_always_decides_legally(game):
    """For either side, in every step that comes up."""
    for number, (state, _) in enumerate(
        played(game, begin(game, next(iter(game.scenarios))), staff(game, "captain"), most=400)
    ):
        if number % 3 == 0:
            action = Adjutant(Maps(game, state)).act(state, game.offer(state))
            assert game.permits(state, action)


def test_the_own_unit_of_least_worth_is_lost():
    game = Drill()
    s = game.position(b6="0505", b5="0506", r1="0605")
    game.do(s, Action("attack", game.hex("0605")))
    game.do(s, Action("roll", 1))
    assert Adjutant(Maps(game, s)).act(s, game.offer(s)) == Action("lose", game.unit_ids["b5"])


#: Red comes from the west; a unit at the post blocks the path to the city.
CITY, FOE, POST, REAR = "0505", "0205", "0405", "1005"


def followed(vital_penalty=60.0, **at):
    """The units that advance in the simulation of an attack, in order."""
    game = Drill(vital_penalty=vital_penalty)
    game.doctrine.vital_hexes = (game.hexes(CITY), 0)
    s = game.position(**at)
    s.agenda.append((game.codes[Pursuit],))
    lookahead, out = ahead_of(game, s), []
    while True:
        action = lookahead.choose(s, game.offer(s))
        if action.verb == "pass":
            return out
        out.append(game.counters[action.arg].id)
        game.do(s, action)


def test_simulations_include_no_advance_that_opens_a_path():
    """Otherwise an attack by units of the line would look worse the better it goes."""
    assert followed(r1=FOE, b6=POST) == []
    assert followed(r1="1201", b6=POST) == ["b6"]
    assert followed(r1=FOE, b6=POST, b1=REAR) == ["b1"]
    assert followed(vital_penalty=0.0, r1=FOE, b6=POST, b1=REAR) == ["b6", "b1"]


def test_a_unit_may_advance_from_a_hex_that_others_hold():
    assert len(followed(r1=FOE, b5=POST, b6=POST)) == 1


def test_the_enemy_advances_by_rules_of_thumb_in_simulations():
    """Although staying would be better for the other side: the advance opens an exit."""
    game = Drill(vital_penalty=60.0)
    game.doctrine.door_hexes = (game.hexes(PURSUED), 0)
    s = game.position(b1=FOE, r6=POST)
    s.phasing = RED
    s.agenda.append((game.codes[Pursuit],))
    lookahead = Lookahead(Judge(Maps(game, s), BLUE))
    assert lookahead.choose(s, game.offer(s)) == Action("advance", game.unit_ids["r6"])


# -- judging ---------------------------------------------------------------------------------------


@every_game
def test_a_won_game_has_the_highest_value(game):
    state = begin(game, next(iter(game.scenarios)))
    list(played(game, state, staff(game, "recruit")))
    winner = game.result(state).winner
    values = {side: Judge(Maps(game, state), i).value(state) for i, side in enumerate(game.sides)}
    loser = next(side for side in game.sides if side != winner)
    assert values[winner] > WON / 2
    assert values[loser] < -WON / 2


def variants(s):
    """A position, and the same places with another score, turn, order or supply sector."""
    yield s
    for name in ("vp_german", "vp_soviet", "turn", "order", "sector", "antwerp"):
        if hasattr(s, name):
            other = s.copy()
            setattr(other, name, 1 if getattr(s, name) != 1 else 2)
            yield other


@every_game
def test_the_cached_value_of_a_side_is_correct(game, monkeypatch):
    """The cache key contains everything that strengths and worths depend on: units are lost, reduced and cut off,
    turns pass, and an old value must not be used for a new position."""
    start = begin(game, next(iter(game.scenarios)))
    states = [s.copy() for s, _ in played(game, start, staff(game, "captain"), most=900)]
    states = [other for s in states[::12] for other in variants(s)]
    maps = Maps(game, states[0])

    def values():
        judges = [Judge(maps, side) for side in (0, 1)]
        return [[judge.value(s) for judge in judges] for s in states]

    told = values()
    monkeypatch.setattr(game.doctrine, "strength_key", lambda s, side: None)
    assert told == values()


def test_what_is_good_for_one_side_is_bad_for_the_other():
    game = Drill()
    s = game.position(b6="0505", r1="0905")
    assert Judge(Maps(game, s), 0, danger=0.0).value(s) == pytest.approx(-Judge(Maps(game, s), 1, danger=0.0).value(s))
    richer = s.copy()
    richer.points = 3
    assert Judge(Maps(game, s), 0).value(richer) == pytest.approx(Judge(Maps(game, s), 0).value(s) + 3)


def test_an_open_path_to_a_vital_hex_is_expensive():
    game = Drill()
    game.doctrine.vital_hexes = (game.hexes("0505"), 0)
    empty, held = (game.position(b1=label, r1="0305") for label in ("0908", "0505"))
    far = game.position(b1="0908", r1="0101")

    def value(s):
        return Judge(Maps(game, s), 0, danger=0.0).value(s)

    assert value(held) > value(empty)
    assert value(far) > value(empty)
