"""The cache of built attacks in a combat phase."""

from __future__ import annotations

import random
from itertools import pairwise
from types import SimpleNamespace

import pytest

import grognard
from grognard import Action
from grognard.ai.fight.attack_memory import AttackMemory
from grognard.ai.fight.builder import AttackBuilder, BuiltAttack, _AttackValue
from grognard.ai.fight.lookahead import Lookahead
from grognard.ai.levels.strategies import Analysis, Decision
from grognard.ai.maps import Maps
from grognard.ai.registry import colonel
from grognard.ai.value.judge import Judge
from grognard.engine.doctrine import Role
from grognard.hexes import bits

from .helpers import PHASED, in_battle

every_game = pytest.mark.parametrize("game", PHASED, ids=lambda game: game.id)


class Counting(AttackBuilder):
    """A builder that records the targets it is asked for."""

    def __init__(self, game, s):
        super().__init__(Lookahead(Judge(Maps(game, s), game.side_index[game.seat(s)])))
        self.asked = []

    def compose(self, s, strike, before):
        self.asked.append(strike)
        return super().compose(s, strike, before)


def wide(game):
    """The battle with the most targets."""
    return max(in_battle(game), key=lambda s: game.offer(s).get("attack", 0).bit_count())


def blows(battle, game, s):
    builder = Counting(game, s)
    found = battle.ranked(builder, s, game.offer(s))
    return found, [strike.arg for strike in builder.asked]


@every_game
def test_an_unchanged_attack_is_not_rebuilt(game):
    s, battle = wide(game), AttackMemory()
    first, asked = blows(battle, game, s)
    assert len(asked) > 1
    again, asked = blows(battle, game, s)
    assert asked == []
    assert again == first


@every_game
def test_attacks_near_a_change_are_rebuilt(game):
    distance = game.board.grid.distance

    def bystanders(s):
        """Enemies out of reach, near one target and far from another."""
        foes, targets = s.occupied[1 - game.side_index[game.seat(s)]], list(bits(game.offer(s).get("attack", 0)))
        for h in bits(foes & ~game.offer(s).get("attack", 0)):
            far = [distance(h, t) for t in targets]
            if far and min(far) <= 3 < max(far):
                yield s.at.index(h)

    s, gone = next((s, u) for s in in_battle(game) for u in bystanders(s))
    battle, where = AttackMemory(), s.at[gone]
    targets = set(blows(battle, game, s)[1])
    s.at[gone] = -1
    s.occupied[1 - game.side_index[game.seat(s)]] &= ~(1 << where)
    left = set(blows(battle, game, s)[1])
    assert left == {h for h in targets if distance(h, where) <= 3} != targets


@every_game
def test_nothing_is_cached_for_the_next_phase(game):
    s, battle = wide(game), AttackMemory()
    asked = blows(battle, game, s)[1]
    s.turn += 1
    assert blows(battle, game, s)[1] == asked


@every_game
def test_an_attack_is_rebuilt_if_its_units_fought_elsewhere(game):
    """Cached attacks are still legal, whatever was fought before."""
    s, battle = wide(game), AttackMemory()
    for _ in range(4):
        found, _ = blows(battle, game, s)
        if not found:
            break
        for built in found:
            trial = s.copy()
            for action in built.actions:
                game.apply(trial, action)
        lookahead = Lookahead(Judge(Maps(game, s.copy()), game.side_index[game.seat(s)]))
        for action in found[0].actions:
            game.apply(s, action)
        assert game.doctrine.role_of[action.verb] == Role.RESOLVE
        lookahead.settle(s)
        if s.over or game.step(s).name != "combat":
            break


@every_game
def test_a_lazy_memory_finds_the_same_best_attack_with_less_work(game):
    """Both begin alike; after an attack the lazy memory rebuilds only the best attack."""
    s = wide(game)
    eager, lazy = AttackMemory(), AttackMemory(lazy=True)
    first, _ = blows(eager, game, s)
    same, _ = blows(lazy, game, s)
    assert same == first
    lookahead = Lookahead(Judge(Maps(game, s.copy()), game.side_index[game.seat(s)]))
    for action in first[0].actions:
        game.apply(s, action)
    while game.step(s).name != "combat":
        lookahead.settle(s)
        if game.step(s).name != "combat":  # an advance may be followed up at once; not now
            game.apply(s, lookahead.adjutant.act(s, game.offer(s)))
    _, all_ = blows(eager, game, s)
    found, some = blows(lazy, game, s)
    assert set(some) <= set(all_)
    trial = s.copy()
    for action in found[0].actions:
        game.apply(trial, action)


def test_a_lazy_memory_rebuilds_the_best_attack():
    """The best attack is always built on the present position."""
    game = PHASED[0]
    s = wide(game)
    battle = AttackMemory(lazy=True)
    found, _ = blows(battle, game, s)
    battle._fresh.clear()
    again, asked = blows(battle, game, s)
    assert asked == [found[0].actions[0].arg]
    assert again == found


# -- least gains -----------------------------------------------------------------------------------


def stages(builder, s, orders):
    """The stages of an attack, unit by unit, from the first legal one: the last unit, the position, and its
    value."""
    game, trial, out = builder.game, s.copy(), []
    for action in orders[:-1]:
        game.do(trial, action)
        builder.lookahead.adjutant.play_reply(trial, game.seat(s))
        if any(args and builder.role_of.get(verb) == Role.RESOLVE for verb, args in game.offer(trial).items()):
            out.append((action, trial.copy(), builder._value(trial, _AttackValue(builder.lookahead))))
    return out


def units_on_offer(builder, s):
    for verb, args in builder.game.offer(s).items():
        if builder.role_of.get(verb) == Role.JOIN and builder.game.verbs[verb].kind == "unit":
            able = [u for u in bits(args) if builder.doctrine.attack(s, u)]
            yield from (Action(verb, u) for u in sorted(able, key=lambda u: (-builder._strength(s, u), u))[:6])


#: A unit may join an attack but need not, which is rare where all units must attack (7.21). In the first
#: position 2/8 joins, in the second 1/22 does not.
AT_WILL = (
    "275h=1002 89h=0802 1/8=1102 2/8=0902 3/8=0703",
    "275h=1002 89h=0801 1/8=1102 2/8=0703 3/8=0702 1/22=0902",
)


def at_will(game):
    """The positions for a game."""
    texts = AT_WILL if game.id == "hurtgen" else ()
    return [
        grognard.setup(f"game {game.id}\nturn 2\nphase us combat\nat {text}", of=game, dice=[]).state for text in texts
    ]


@every_game
def test_a_unit_joins_if_it_adds_a_sixth_of_the_worth_of_its_strength(game):
    """The least gain of a unit is a share of ``strength_value``."""
    joined = spared = 0
    for s in [*at_will(game), *in_battle(game)[::5][:12]]:
        builder = AttackBuilder(Lookahead(Judge(Maps(game, s), game.side_index[game.seat(s)])))
        price = 0.16 * game.doctrine.strength_value
        for built in AttackMemory().ranked(builder, s, game.offer(s))[:5]:
            grown = stages(builder, s, built.actions)
            for (_, before, worth), (action, _, after) in pairwise(grown):
                if game.verbs[action.verb].kind == "unit" and builder.doctrine.attack(before, action.arg):
                    assert after - worth > price * builder._strength(before, action.arg)
                    joined += 1
            _, last, worth = grown[-1]
            for action in units_on_offer(builder, last):
                more = last.copy()
                game.do(more, action)
                found = builder._value(more, _AttackValue(builder.lookahead))
                assert found - worth <= price * builder._strength(last, action.arg) + 1e-9
                spared += 1
    assert joined
    assert spared


@pytest.mark.parametrize(
    ("where", "gain", "made"),
    [
        ("rhine", 0.013, True),
        ("rhine", 0.011, False),
        ("oder", 0.051, True),
        ("oder", 0.049, False),
    ],
)
def test_an_attack_must_gain_a_fifth_of_the_worth_of_a_point_of_strength(where, gain, made):
    game = next(game for game in PHASED if game.id == where)
    s = next(s for s in in_battle(game) if {"attack", "done"} <= {v for v, args in game.offer(s).items() if args})
    offer, side = game.offer(s), game.side_index[game.seat(s)]
    attack = Action("attack", next(bits(offer["attack"])))
    fight = colonel(4).strategies.fight.otherwise
    fight.by_trial.memory = SimpleNamespace(ranked=lambda builder, s, offer: [BuiltAttack((attack,), gain)])
    order = fight.attack(Decision(game, s, side, offer, random.Random(1), Analysis()))
    assert (order.actions[0] == attack) == made
