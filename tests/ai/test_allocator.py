"""The assignment of units to attacks."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.ai.fight.allocator import Allocator
from grognard.ai.maps import Maps

from .drill import BLUE, COUNTERS, RED, Drill

GAME = Drill()
CELLS = sorted(GAME.board.grid)


def allocator(game, s, *, mobile=True, ready=None, **more):
    maps = Maps(game, s)
    return Allocator(maps, BLUE, maps.units[BLUE] if ready is None else ready, mobile=mobile, **more)


def found(game, s, **more):
    """The attacks as text: target, and the hex of each attacker."""
    label = game.board.grid.label
    return {
        label(a.target): {COUNTERS[u].id: label(h) for u, h in a.spots.items()}
        for a in allocator(game, s, **more).allocate()
    }


def test_a_strong_unit_attacks_a_weak_one_from_an_adjacent_hex():
    spots = found(GAME, GAME.position(b6="0305", r1="0605"))
    assert set(spots) == {"0605"}
    assert GAME.board.grid.distance(GAME.hex(spots["0605"]["b6"]), GAME.hex("0605")) == 1


def test_an_attack_may_be_worth_making_for_its_own_sake(monkeypatch):
    s = GAME.position(b1="0305", r6="0605")
    assert not found(GAME, s)
    monkeypatch.setattr(type(GAME.doctrine), "attack_prize", lambda d, s, side, h, units: 5.0)
    assert set(found(GAME, s)) == {"0605"}


def test_where_a_hex_holds_one_unit_several_attack_from_several_hexes():
    """One against one is no gain, two or three are."""
    s = GAME.position(b1="0305", b2="0304", b3="0306", r1="0605")
    (spots,) = found(GAME, s).values()
    assert len(set(spots.values())) == len(spots) > 1


def test_where_there_is_room_for_one_the_strongest_attacks_alone():
    """The corner has two neighbours, and the enemy is in one of them."""
    s = GAME.position(b5="0303", b1="0302", r1="0101", r6="0102")
    assert found(GAME, s) == {"0101": {"b5": "0201"}}


def test_an_attack_without_a_gain_is_not_made():
    assert found(GAME, GAME.position(b1="0305", r6="0605")) == {}


def test_an_enemy_out_of_reach_is_not_attacked():
    s = GAME.position(b6="0105", r1="0605")
    assert allocator(GAME, s).targets() == 0
    assert found(GAME, s) == {}


def test_a_unit_that_does_not_move_attacks_only_adjacent_enemies():
    s = GAME.position(b6="0505", r1="0605", r2="0405", r3="0805")
    assert GAME.names(allocator(GAME, s, mobile=False).targets()) == {"0605", "0405"}
    for spots in found(GAME, s, mobile=False).values():
        assert spots == {"b6": "0505"}


def test_only_ready_units_attack():
    s = GAME.position(b6="0305", b5="0304", r1="0605")
    (spots,) = found(GAME, s, ready=[GAME.unit_ids["b5"]]).values()
    assert set(spots) == {"b5"}
    assert found(GAME, s, ready=[]) == {}


def test_only_allowed_targets_are_attacked():
    s = GAME.position(b6="0305", b5="0304", r1="0605", r2="0602")
    only = GAME.hexes("0602")
    assert {a.target for a in allocator(GAME, s).allocate(only)} == {GAME.hex("0602")}


def test_a_unit_with_a_post_attacks_from_it():
    s = GAME.position(b6="0305", r1="0605")
    b6, post = GAME.unit_ids["b6"], GAME.hex("0506")
    assert found(GAME, s, posts={b6: post}) == {"0605": {"b6": "0506"}}
    assert found(GAME, s, posts={b6: GAME.hex("0301")}) == {}


def test_distant_support_counts_for_a_limited_number_of_attacks():
    """Two weak units, two strong enemies far apart: with support for one attack only one is made."""

    def helped(times):
        game = Drill(supported_attacks=(times, 0))
        game.doctrine.support = lambda s, side, h: 200.0
        s = game.position(b1="0302", b2="0309", r6="0502", r5="0509")
        return found(game, s)

    assert found(GAME, GAME.position(b1="0302", b2="0309", r6="0502", r5="0509")) == {}
    assert len(helped(1)) == 1
    assert set(helped(2)) == {"0502", "0509"}


def test_a_unit_in_contact_that_must_fight_gets_an_attack():
    game = Drill(must_attack=True, may_leave_zones=False)
    s = game.position(b1="0505", r6="0605")
    assert found(game, s) == {"0605": {"b1": "0505"}}


def test_more_caution_never_gives_more_attacks():
    s = GAME.position(b5="0305", b1="0304", b2="0306", r5="0605", r1="0602", r6="0607")
    made = [len(found(GAME, s, caution=caution)) for caution in (0.1, 1.0, 100.0)]
    assert made == sorted(made, reverse=True)
    assert made[-1] < made[0]


def test_a_surrounded_target_is_worth_more():
    """If a defeated unit has to retreat and cannot, it is lost."""
    game = Drill(gentle=True)
    around = ("0604", "0606", "0705", "0706")

    def gain(**more):
        s = game.position(b6="0505", r5="0605", **more)
        plan = allocator(game, s, mobile=False, ready=[game.unit_ids["b6"]])
        return plan.gain(game.hex("0605"), 9.0, 9.0, {game.unit_ids["b6"]: game.hex("0505")})

    alone = gain()
    assert gain(**dict(zip(("b1", "b2", "b3", "b4"), around, strict=True))) > alone
    assert gain(b1="0101") == alone, "who stands elsewhere closes no way"


def test_ground_that_matters_is_worth_more():
    game = Drill(gentle=True)
    s = game.position(b6="0505", r1="0605")
    spots = {game.unit_ids["b6"]: game.hex("0505")}
    plain = allocator(game, s).gain(game.hex("0605"), 9.0, 9.0, spots)
    game.doctrine.goal_hexes = {game.hex("0605"): 5.0}
    assert allocator(game, s).gain(game.hex("0605"), 9.0, 9.0, spots) > plain


@pytest.mark.parametrize("strength", [1.0, 4.0, 20.0])
def test_more_strength_gives_a_higher_gain(strength):
    s = GAME.position(b6="0505", r5="0605")
    plan = allocator(GAME, s)
    spots = {GAME.unit_ids["b6"]: GAME.hex("0505")}
    assert plan.gain(GAME.hex("0605"), strength + 1, 9.0, spots) > plan.gain(GAME.hex("0605"), strength, 9.0, spots)


PLACES = st.lists(st.sampled_from(CELLS), min_size=12, max_size=12)


@settings(max_examples=60, deadline=None)
@given(PLACES, st.integers(1, 2), st.booleans())
def test_no_unit_is_in_two_attacks_and_no_hex_is_overfull(places, stack, bound):
    game = Drill(stack_limit=stack, must_attack=bound, may_leave_zones=not bound)
    s = game.position()
    taken: dict[int, int] = {}
    for unit, h in enumerate(places):
        side = RED if COUNTERS[unit].side == "red" else BLUE
        here = [u for u in range(unit) if s.at[u] == h]
        if len(here) < stack and all((COUNTERS[u].side == "red") == side for u in here):
            s.at[unit] = h
    game.refresh(s)
    maps = Maps(game, s)
    plan = Allocator(maps, BLUE, maps.units[BLUE], mobile=True)
    attacks = plan.allocate()
    sent: dict[int, int] = {}
    for attack in attacks:
        assert maps.occupied[RED] >> attack.target & 1
        for unit, h in attack.spots.items():
            assert unit not in sent
            sent[unit] = h
            assert maps.reach(unit) >> h & 1
            assert game.board.grid.distance(h, attack.target) == 1
            assert not maps.occupied[RED] >> h & 1
    assert len({attack.target for attack in attacks}) == len(attacks)
    for h in sent.values():
        taken[h] = taken.get(h, 0) + 1
    assert all(count <= stack for count in taken.values())


def test_no_unit_attacks_a_forbidden_hex():
    """b6 is strong enough but may not enter those hexes; b5 may."""
    s = GAME.position(b6="0305", b5="0304", r1="0605")
    game = Drill(bound_hexes={"b6": GAME.hexes("0305 0405 0404 0504 0505")})
    assert "b6" in found(GAME, s)["0605"]
    assert set(found(game, s)["0605"]) == {"b5"}


@pytest.mark.parametrize("height", ["0505", "0604", "0705"])
def test_attackers_choose_hexes_with_a_bonus(height):
    game = Drill()
    s = game.position(b5="0405", r1="0605")
    game.doctrine.heights = game.hexes(height)
    reached = Maps(game, s).reach(game.unit_ids["b5"])
    there = bool(reached >> game.hex(height) & 1) and game.board.grid.distance(game.hex(height), game.hex("0605")) == 1
    (spots,) = found(game, s).values()
    assert (spots["b5"] == height) is there


def test_the_gain_of_an_attack_depends_on_its_hexes():
    """One against one is even; double strength wins four times out of five."""
    game = Drill()
    s = game.position(b1="0505", r1="0605")
    assert found(game, s, mobile=False) == {}
    game.doctrine.heights = game.hexes("0505")
    (assault,) = allocator(game, s, mobile=False).allocate()
    assert assault.gain == pytest.approx(0.8 - 0.2)
