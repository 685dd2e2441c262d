"""Moves without a path, and losses in steps, in the commanders' maps."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.ai.doctrine import doctrine_of, expect
from grognard.ai.fight.allocator import Allocator
from grognard.ai.knowledge import knowledge
from grognard.ai.maps import Maps
from grognard.ai.plan.garrisons import garrisons
from grognard.engine.action import Action
from grognard.hexes import lowest

from ..mechanics.duel import GAME as DUEL
from .drill import BLUE, Drill, DrillDoctrine


def position(game: Drill, **at: str) -> Any:
    return game.position(**at)


def test_units_go_where_they_leap_unless_an_enemy_is_there_or_they_may_not(monkeypatch):
    game = Drill(bound_hexes={"b2": 0})
    far = game.hexes("0110 1210")
    monkeypatch.setattr(DrillDoctrine, "leaps", lambda self, s, unit: far if unit < 2 else 0)
    maps = Maps(game, position(game, b1="0101", b2="0201", b3="0301", r1="1210"))
    there, no, plain = (maps.destinations(game.unit_ids[name]) & far for name in ("b1", "b2", "b3"))
    assert game.names(there) == {"0110"}
    assert (no, plain) == (0, 0)
    assert maps.reachable(BLUE) >> game.hex("0110") & 1
    assert not maps.reach(game.unit_ids["b1"]) & far


def test_a_leap_makes_a_garrison_and_an_attack_possible(monkeypatch):
    vital = 1 << Drill().hex("0110")
    game = Drill(vital_hexes=(vital, 0))
    s: Any = game.position(b6="0101", r1="0410")
    assert not garrisons(Maps(game, s), BLUE, -1)
    monkeypatch.setattr(DrillDoctrine, "leaps", lambda self, s, unit: vital | 1 << game.hex("0310") if unit < 6 else 0)
    assert garrisons(Maps(game, s), BLUE, -1) == {game.unit_ids["b6"]: game.hex("0110")}
    planned = Allocator(Maps(game, s), BLUE, [game.unit_ids["b6"]], mobile=True).allocate()
    assert [attack.spots[game.unit_ids["b6"]] for attack in planned] == [game.hex("0310")]


def test_a_prospect_counts_steps_and_the_chance_that_the_hex_is_cleared():
    s = DUEL.position(a="0202", x="0303")
    h = s.at[DUEL.unit_ids["x"]]
    known = knowledge(DUEL)
    one, two, many = (known.prospect(s, 0, 4.0, 3.0, h, steps=steps) for steps in (1, 2, 9))
    lost = dict.fromkeys(range(5), 0.0)
    for result, p in doctrine_of(DUEL).chances(s, 0, 4.0, 3.0, h, 0).items():
        lost[int(result.split(":")[1])] += p
    assert one.clears == pytest.approx(1.0 - lost[0])
    assert two.clears == pytest.approx(1.0 - lost[0] - lost[1])
    assert many.clears == 0.0
    assert one.enemy_steps == pytest.approx(one.clears)
    assert one.enemy_steps < many.enemy_steps == pytest.approx(sum(n * p for n, p in lost.items()))


def test_a_hex_with_more_steps_is_safer():
    maps = Maps(DUEL, DUEL.position(a="0202", b="0202", x="0303", y="0302"))
    h = maps.s.at[DUEL.unit_ids["x"]]
    assert maps.steps_of([DUEL.unit_ids["x"]]) == 2
    assert maps.loss_chance(1, h, 3.0, 1) > maps.loss_chance(1, h, 3.0, 2) > 0.0
    assert maps.chance_of_loss(1, h) == maps.loss_chance(1, h, 3.0, 2)
    assert maps.danger(1, h, 3.0, 2.0, 1, 1) > maps.danger(1, h, 3.0, 2.0, 1, 2) > 0.0


def test_a_game_without_steps_asks_nobody_for_them():
    game = Drill()
    maps = Maps(game, position(game, b1="0101"))
    assert not maps.knowledge.counts_steps
    assert maps.steps_of([0]) == 0


def test_the_gain_of_an_attack_counts_the_steps_of_both_sides():
    ids = DUEL.unit_ids
    maps = Maps(DUEL, DUEL.position(a="0202", b="0202", y="0201"))
    allocator = Allocator(maps, 0, [ids["a"], ids["b"]], mobile=False)
    t, spots = maps.s.at[ids["y"]], {ids["a"]: maps.s.at[ids["a"]]}
    p = maps.knowledge.prospect(maps.s, 0, 4.0, 2.0, t, 0, 1)
    assert p.enemy_steps == p.clears > 0 < p.own_steps
    # y has one step worth 1, a two steps worth 2; taking the hex is worth 0.3
    assert allocator.gain(t, 4.0, 2.0, spots) == pytest.approx(1.3 * p.clears - p.own_steps)


@pytest.mark.parametrize(("least", "units"), [(0, {"b6"}), (1, {"b6"}), (2, {"b6", "b1"})])
def test_a_garrison_has_the_steps_that_the_doctrine_asks_for(least, units, monkeypatch):
    """Every unit of the drill has one step."""
    game = Drill(vital_hexes=(1 << Drill().hex("0505"), 0))
    monkeypatch.setattr(DrillDoctrine, "stack_limit", 3)
    monkeypatch.setattr(DrillDoctrine, "garrison_steps", lambda self, s, side, h: least)
    maps = Maps(game, position(game, r1="0205", b6="0505", b1="0606"))
    monkeypatch.setattr(maps.knowledge, "counts_steps", True)
    assert {game.counters[u].id for u in garrisons(maps, BLUE, -1)} == units


def test_the_likeliest_dice_are_expected():
    """Of the throws of the drill, one point has three chances of four; the places of units are the same in all."""
    game = Drill()
    s = position(game, b1="0505", r1="0605")
    game.do(s, Action("attack", game.hex("0605")))
    while not game.step(s).chance:
        game.do(s, next(Action(verb, lowest(args)) for verb, args in game.offer(s).items() if args))
    before = s.copy()
    after = expect(game, s)
    assert s == before, "tried out on copies"
    assert not game.step(after).chance
    assert after.points == 1
