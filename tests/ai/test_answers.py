"""Replies to the other side: defensive fire, hexes given up, and preferences of the doctrine."""

from __future__ import annotations

import random

import pytest

from grognard import Action
from grognard.ai.fight.adjutant import Adjutant
from grognard.ai.fight.attack_memory import AttackMemory
from grognard.ai.fight.builder import AttackBuilder
from grognard.ai.fight.choices import weigh
from grognard.ai.fight.lookahead import Lookahead
from grognard.ai.fight.table_attacks import TableAttacks
from grognard.ai.maps import Maps
from grognard.ai.value.judge import Judge
from grognard.ai.value.previews import preview_value
from grognard.engine.doctrine import Role
from grognard.hexes import bits

from ..generic.play import begin
from .drill import BLUE, Drill
from .helpers import PHASED, in_battle, launched, played, staff

GAMES = {game.id: game for game in PHASED}
every_game = pytest.mark.parametrize("game", PHASED, ids=lambda game: game.id)


def asked(game, step, *, level="captain", most=3000):
    """States in which a step asks for a decision."""
    scenario = next(iter(game.scenarios))
    for state, _ in played(game, begin(game, scenario), staff(game, level), most=most):
        if game.step(state).name == step:
            yield state.copy()


# -- final protective fire -------------------------------------------------------------------------


def fire_decisions():
    game = GAMES["hurtgen"]
    return game, [s for s in asked(game, "final-protective-fire", most=1500) if game.offer(s)["fpf"]]


def test_guns_fire_where_they_weaken_the_attack_most():
    game, states = fire_decisions()
    effects = game.doctrine.effects
    fired = 0
    for s in states:
        chosen = Adjutant(Maps(game, s)).act(s, game.offer(s))
        if chosen.verb != "fpf":
            continue
        fired += 1
        values = {}
        for unit in bits(game.offer(s)["fpf"]):
            trial = s.copy()
            game.apply(trial, Action("fpf", unit))
            values[unit] = preview_value(game.reading.preview(trial), effects)
        assert values[chosen.arg] == min(values.values()) < preview_value(game.reading.preview(s), effects)
    assert fired


def test_guns_do_not_fire_where_they_change_nothing():
    game, states = fire_decisions()
    effects = game.doctrine.effects
    kept = 0
    for s in states:
        if Adjutant(Maps(game, s)).act(s, game.offer(s)).verb == "pass":
            kept += 1
            for unit in bits(game.offer(s)["fpf"]):
                trial = s.copy()
                game.apply(trial, Action("fpf", unit))
                before, after = (preview_value(game.reading.preview(state), effects) for state in (s, trial))
                assert after > before - 0.1 - 1e-9
    assert kept


def test_the_gain_of_an_attack_includes_defensive_fire():
    """If enemy guns change the column, the gain is the average over the final column."""
    game = GAMES["hurtgen"]
    checked = 0
    for s in in_battle(game)[::2]:
        lookahead = Lookahead(Judge(Maps(game, s), game.side_index[game.seat(s)]))
        before = lookahead.judge.value(s)
        for built in AttackMemory().ranked(AttackBuilder(lookahead), s, game.offer(s))[:5]:
            told, trial = launched(lookahead, s, built.actions)
            met = game.reading.preview(trial)
            if told is None or met is None or met.by_roll == told.by_roll:
                continue
            total = 0.0
            for roll in range(1, 7):
                after = trial.copy()
                game.apply(after, Action("roll", roll))
                lookahead.settle(after)
                total += lookahead.judge.value(after)
            assert built.gain == pytest.approx(total / 6 - before)
            checked += 1
    assert checked


# -- bloodbaths ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("vital", "hemmed", "verb"), [(False, False, "yield"), (True, False, "lose"), (False, True, "lose")]
)
def test_an_unimportant_hex_is_given_up_to_avoid_a_loss(vital, hemmed, verb):
    game = Drill()
    at = {"b1": "0605", "r1": "0505"}
    if hemmed:
        at |= {"r2": "0903", "r3": "0607", "r5": "0908", "r6": "0702"}
    game.doctrine.vital_hexes = (game.hexes("0605") if vital else 0, 0)
    s = game.position(**at)
    adjutant = Adjutant(Maps(game, s))
    assert bool(adjutant.maps.retreat_hexes(BLUE) >> game.hex("0605") & 1) != hemmed
    assert adjutant.act(s, {"lose": 1 << game.unit_ids["b1"], "yield": 1}).verb == verb


# -- preferences -----------------------------------------------------------------------------------


class Liking(Drill):
    """A toy game with a preference."""

    def __init__(self, **liked):
        super().__init__()
        self.doctrine.preference = lambda s, side, verb, arg: liked.get(verb)


@pytest.mark.parametrize(("liked", "verb"), [(1.0, "lose"), (-1.0, "done")])
def test_a_preference_is_relative_to_doing_nothing(liked, verb):
    """All actions have the same value, so the preference decides."""
    game = Liking(lose=liked)
    s = game.position(b1="0605", b6="0805", r1="0505")
    offer = {"lose": 1 << game.unit_ids["b1"], "done": 1}
    lookahead = Lookahead(Judge(Maps(game, s), BLUE))
    assert weigh(lookahead, s, offer, random.Random(1)).actions[0].verb == verb


def test_among_very_many_choices_all_preferences_are_considered():
    game = Drill()
    best = 173
    game.doctrine.preference = lambda s, side, verb, arg: float(arg == best)
    s = game.position(b1="0605", r1="0505")
    lookahead = Lookahead(Judge(Maps(game, s), BLUE))
    for seed in range(3):
        assert weigh(lookahead, s, {"attack": (1 << 400) - 1}, random.Random(seed)).actions[0].arg == best


# -- who may join ----------------------------------------------------------------------------------


@every_game
def test_the_captain_plans_only_with_units_that_may_join(game):
    """Units that have fought already or may not fight now are left out."""
    checked = 0
    for s in in_battle(game):
        side = game.side_index[game.seat(s)]
        fighter = TableAttacks(Maps(game, s), side)
        strikes = {verb: args for verb, args in game.offer(s).items() if args and verb == "attack"}
        assault, verb = fighter._best(strikes, s.occupied[1 - side])
        if assault is None:
            continue
        trial = s.copy()
        game.apply(trial, Action(verb, assault.target))
        able = 0
        for word, args in game.offer(trial).items():
            if game.doctrine.role_of.get(word) == Role.JOIN and game.verbs[word].kind == "unit":
                able |= args
        assert all(able >> u & 1 for u in assault.spots)
        checked += 1
    assert checked


# -- supply ----------------------------------------------------------------------------------------


@every_game
def test_a_unit_out_of_supply_is_never_worse_than_a_lost_one(game):
    """Otherwise a commander would like to lose it."""
    s = next(iter(in_battle(game)))
    side = game.side_index[game.seat(s)]
    judge = Judge(Maps(game, s), side, danger=0.0)
    judge.doctrine = Starving(game.doctrine)
    whole = judge._side(s, s.at, side, fed=0)[0]
    for unit in judge.maps.units[side][:6]:
        at = list(s.at)
        at[unit] = -1
        assert whole >= judge._side(s, at, side, fed=0)[0] - 1e-9


class Starving:
    """A doctrine in which no unit is in supply."""

    supply_penalty = 5.0

    def __init__(self, true):
        self._true = true

    def __getattr__(self, name):
        return getattr(self._true, name)

    def supplied(self, s, side):
        return 0


# -- an attack that the other side may answer (aerial supply on the Oder, 8.3) ---------------------


def answerable():
    """Soviet combats in which the German may reply to an attack with aerial supply."""
    game = GAMES["oder"]
    for s in in_battle(game):
        if game.seat(s) == "soviet" and s.turn > 1:
            s.air = -1
            for h in bits(game.offer(s).get("attack", 0)):
                trial = s.copy()
                game.do(trial, Action("attack", h))
                if game.seat(trial) == "german":
                    yield game, s
                    break


def test_attacks_are_built_although_the_enemy_may_reply():
    found = 0
    for game, s in list(answerable())[:6]:
        placed = s.copy()
        placed.air = game.board.grid.parse("1005")
        blows, undisturbed = (
            AttackMemory().ranked(AttackBuilder(Lookahead(Judge(Maps(game, x), 1))), x, game.offer(x))
            for x in (s, placed)
        )
        assert {b.actions[0] for b in blows} == {b.actions[0] for b in undisturbed}
        found += len(blows)
    assert found > 3


@pytest.mark.parametrize("level", ["captain", "colonel"])
def test_an_attack_continues_after_the_enemys_reply(level):
    """One order announces, joins and resolves an attack, in spite of the reply."""
    attacks = 0
    for game, s in list(answerable())[:8]:
        players, done, order = staff(game, level), [], ()
        for state, action in played(game, s, players, most=12):
            if game.seat(state) == "soviet":
                done.append(action)
                order = players["soviet"].order
            if action.verb in ("resolve", "done"):
                break
        if done[0].verb == "attack":
            assert tuple(done) == order
            assert len(order) > 2
            attacks += 1
    assert attacks


@every_game
@pytest.mark.parametrize("level", ["captain", "colonel"])
def test_an_announced_attack_gets_an_order_that_completes_it(game, level):
    """As in a hint after the player has chosen the target: units join, and the attack is resolved."""
    told = 0
    for s in in_battle(game)[:150:3]:
        targets = game.offer(s).get("attack", 0)
        if not targets:
            continue
        game.do(s, Action("attack", targets.bit_length() - 1))
        if game.seat(s) != game.sides[s.phasing] or sum(args.bit_count() for args in game.offer(s).values()) == 1:
            continue
        commander = staff(game, level)[game.seat(s)]
        commander.decide(game, s, game.offer(s), random.Random(1))
        for action in commander.order:
            game.apply(s, action)
        parts = [game.doctrine.role_of[action.verb] for action in commander.order]
        assert parts[-1] == Role.RESOLVE
        assert set(parts[:-1]) <= {Role.JOIN}
        told += 1
    assert told


def test_only_units_that_improve_the_odds_join_an_announced_attack():
    game = GAMES["hurtgen"]
    effects, checked = game.doctrine.effects, 0
    for s in in_battle(game)[:60]:
        for h in bits(game.offer(s).get("attack", 0)):
            trial = s.copy()
            game.do(trial, Action("attack", h))
            order = TableAttacks(Maps(game, trial), trial.phasing).join(trial)
            if order is None:  # no unit may join before another target is named
                assert [verb for verb, args in game.offer(trial).items() if args] == ["also"]
                continue
            before = None
            for action in order.actions[:-1]:
                now = preview_value(game.reading.preview(trial), effects) if game.offer(trial).get("resolve") else None
                assert before is None or now > before
                before = now
                game.apply(trial, action)
            checked += len(order.actions) > 3
    assert checked
