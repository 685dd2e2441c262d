"""Nobody opens the line: leaving a place is judged by the ways it opens."""

from __future__ import annotations

import pytest

from grognard import Action
from grognard.ai.fight.adjutant import Adjutant
from grognard.ai.levels.move import OnePlan
from grognard.ai.maps import Maps
from grognard.ai.plan.planner import Plan, Planner
from grognard.ai.registry import captain
from grognard.ai.value.judge import Judge
from grognard.engine.doctrine import Role

from ..generic.play import LIBRARY, begin
from .drill import BLUE, Drill
from .helpers import played, staff

#: Red comes from the west, the city lies three hexes to the east of him; a unit at the post bars his way.
CITY, FOE, POST, AWAY = "0505", "0205", "0405", "1201"


def drill(*, vital="", door="", **at):
    game = Drill()
    game.doctrine.vital_hexes = (game.hexes(vital), 0)
    game.doctrine.door_hexes = (game.hexes(door), 0)
    return game, game.position(**at)


def leaving(game, s, name):
    """By how much the position is worse if a unit stands far away instead."""
    judge = Judge(Maps(game, s), BLUE, danger=0.0)
    after = s.copy()
    after.at[game.unit_ids[name]] = game.hex(AWAY)
    game.refresh(after)
    return judge.value(s) - judge.value(after)


@pytest.mark.parametrize(("vital", "door"), [(CITY, ""), ("", CITY)])
def test_leaving_a_post_costs_what_it_opens(vital, door):
    assert leaving(*drill(vital=vital, door=door, r1=FOE, b1=POST), "b1") > 30


def open_ways(game, s):
    return Judge(Maps(game, s), BLUE, danger=0.0)._open(s)


def test_a_zone_over_a_door_gains_a_turn_unless_the_enemy_stands_in_it():
    """The same unit beside the door: once nobody is in it, once he is there already and will be gone."""
    game, s = drill(door=CITY, r1=FOE, b1="0605")
    assert 0 < open_ways(game, s) < 1
    assert open_ways(game, game.position(r1=CITY, b1="0605")) == 1
    assert open_ways(game, game.position(r1=FOE, b1=AWAY)) == 1
    assert open_ways(game, game.position(r1=FOE, b1=POST)) == 0


def test_ways_to_doors_count_once_but_everybody_who_stands_in_one():
    """To drive one of two out of the doors is worth something, though the other is still there."""
    game, _ = drill(door="0504 0505 0506", b1=AWAY)
    assert open_ways(game, game.position(r1=FOE, b1=AWAY)) == 1
    assert open_ways(game, game.position(r1="0504", b1=AWAY)) == 2, "he may also go on to another"
    assert open_ways(game, game.position(r1="0504", r2="0505", b1=AWAY)) == 3


def test_doors_are_those_of_the_position_that_is_judged():
    """Somebody in a door may be no danger there any more: cut off, he will never leave."""
    game, s = drill(door=CITY, r1=CITY, b1=AWAY)
    judge = Judge(Maps(game, s), BLUE, danger=0.0)
    assert judge._open(s) == 1
    game.doctrine.door_hexes = (0, 0)
    assert judge._open(s) == 0


def test_leaving_costs_nothing_where_another_bars_the_way():
    assert leaving(*drill(vital=CITY, r1=FOE, b1=POST, b2="0404"), "b1") < 1


def test_leaving_costs_nothing_where_the_enemy_is_far():
    assert leaving(*drill(vital=CITY, r1="1209", b1=POST), "b1") < 1


@pytest.mark.parametrize(("others", "opens"), [({}, True), ({"b2": "0404"}, False), ({"b2": POST}, False)])
def test_who_alone_bars_a_way_does_not_follow_up(others, opens):
    game, s = drill(vital=CITY, r1=FOE, b1=POST, **others)
    follow = {"advance": 1 << game.unit_ids["b1"], "pass": 1}
    careful = Adjutant(Maps(game, s), careful=True)
    assert (careful.act(s, follow).verb == "pass") == opens
    assert Adjutant(Maps(game, s)).act(s, follow).verb == "advance", "in trials nobody looks"


def legal_moves(game, s, unit):
    """Where a unit could be moved to before anybody else moves."""
    if not game.permits(s, Action("select", unit)):
        return 0
    trial = s.copy()
    game.apply(trial, Action("select", unit))
    role = game.doctrine.role_of
    return sum(args for verb, args in game.offer(trial).items() if role.get(verb) == Role.MOVE)


def german_line():
    """A German Movement Phase on the Rhine in which many must bar the way."""
    game = next(game for game in LIBRARY if game.id == "rhine")
    for state, _ in played(game, begin(game, "campaign"), staff(game, "captain")):
        if game.step(state).name == "movement" and game.seat(state) == "german":
            return game, state.copy()
    raise AssertionError("no German moves")


def second_turns(name):
    """The first Movement Phase of Turn 2 in three games of captains."""
    game = next(game for game in LIBRARY if game.id == name)
    for seed in (1, 2, 3):
        moves = played(game, begin(game, "campaign"), staff(game, "captain"), seed)
        yield game, next(s.copy() for s, _ in moves if game.step(s).name == "movement" and s.turn > 1)


@pytest.mark.parametrize("where", ["oder", "rhine", "german line"])
def test_who_has_come_to_his_place_stays_there(where):
    """Whatever movement is left: a unit sent to a post or to an attack is found where it was sent."""
    able = missed = 0
    for game, s in [german_line()] if where == "german line" else second_turns(where):
        planner = Planner(Maps(game, s), game.side_index[game.seat(s)])
        _, after, assigned = planner.carry_out(s, Plan())
        sent = assigned.spots
        offered = {u: legal_moves(game, s, u) for u, h in sent.items() if s.at[u] != h}
        could = [u for u, hexes in offered.items() if hexes >> sent[u] & 1]
        assert could
        able += len(could)
        missed += sum(after.at[u] != sent[u] for u in could)
    assert missed <= able // 5, "one or the other may have found no room"


# -- a second look -------------------------------------------------------------------------------------


def german_moves(seeds):
    """The first German Movement Phase of games between captains on the Rhine: there is much to bar in it."""
    game = next(game for game in LIBRARY if game.id == "rhine")
    for seed in seeds:
        for state, _ in played(game, begin(game, "campaign"), staff(game, "captain"), seed):
            if game.step(state).name == "movement" and game.seat(state) == "german":
                yield game, state.copy()
                break


def left_open(game, s, commander):
    """How many ways are open to the enemy when a captain has moved."""
    before = Planner(Maps(game, s), 1)
    for state, action in played(game, s.copy(), {"german": commander, "allied": commander}):
        if game.doctrine.role_of.get(action.verb) == Role.END:
            return before.open_count(state)
    raise AssertionError("he never ends his phase")


def test_a_captain_mends_a_plan_that_leaves_ways_open():
    mended, hasty = [], []
    for game, s in german_moves(range(1, 7)):
        careless = captain()
        careless.strategies = careless.strategies._replace(move=OnePlan(closes_gaps=False))
        mended.append(left_open(game, s, captain()))
        hasty.append(left_open(game, s, careless))
    assert sum(hasty) > 0
    assert sum(mended) < sum(hasty) / 3
    assert all(a <= b for a, b in zip(mended, hasty, strict=True))


def mended(game, s):
    """A plan that a captain has looked at again, the plans that it tried for that, and the planner."""
    side = game.side_index[game.seat(s)]
    planner, made = Planner(Maps(game, s), side), []
    carry_out = planner.carry_out
    planner.carry_out = lambda s, plan: made.append(carry_out(s, plan)) or made[-1]
    found = OnePlan()._close_gaps(planner, planner.carry_out(s, Plan()))
    del planner.carry_out
    return found, made, planner


def phases(seeds):
    """The start of every Movement Phase of games between captains on the Rhine."""
    game = next(game for game in LIBRARY if game.id == "rhine")
    for seed in seeds:
        seen = set()
        for state, _ in played(game, begin(game, "campaign"), staff(game, "captain"), seed):
            if game.step(state).name == "movement" and (state.turn, state.phasing) not in seen:
                seen.add((state.turn, state.phasing))
                yield game, state.copy()


def test_a_plan_that_was_mended_is_told_as_it_is_carried_out():
    """Not as the last one that was tried: with the same posts it is the same plan, attacks and all."""
    for game, s in phases(range(1, 9)):
        found, made, planner = mended(game, s)
        again = planner.carry_out(s, Plan(posts=found.assignment.posts))
        assert (again.moves, again.assignment) == (found.moves, found.assignment)
        if made[-1].assignment != found.assignment:
            return
    raise AssertionError("the last plan that was tried was always the best")
