"""Leaving a hex is judged by the paths it opens."""

from __future__ import annotations

import pytest

from grognard import Action
from grognard.ai.fight.adjutant import Adjutant
from grognard.ai.levels.move import OnePlan
from grognard.ai.levels.officer import Officer
from grognard.ai.maps import Maps
from grognard.ai.plan.guard import Guard
from grognard.ai.plan.planner import Plan, Planner
from grognard.ai.registry import captain
from grognard.ai.value.judge import Judge
from grognard.engine.doctrine import Role

from ..generic.play import LIBRARY, begin
from .drill import BLUE, Drill
from .helpers import played, staff

#: Red comes from the west; the city is three hexes to the east; a unit at the post blocks the path.
CITY, FOE, POST, AWAY = "0505", "0205", "0405", "1201"


def drill(*, vital="", door="", **at):
    game = Drill()
    game.doctrine.vital_hexes = (game.hexes(vital), 0)
    game.doctrine.door_hexes = (game.hexes(door), 0)
    return game, game.position(**at)


def leaving(game, s, name):
    """The loss in value if a unit is far away instead."""
    judge = Judge(Maps(game, s), BLUE, danger=0.0)
    after = s.copy()
    after.at[game.unit_ids[name]] = game.hex(AWAY)
    game.refresh(after)
    return judge.value(s) - judge.value(after)


@pytest.mark.parametrize(("vital", "door"), [(CITY, ""), ("", CITY)])
def test_leaving_a_post_costs_as_much_as_the_path_it_opens(vital, door):
    assert leaving(*drill(vital=vital, door=door, r1=FOE, b1=POST), "b1") > 30


def open_ways(game, s):
    return Judge(Maps(game, s), BLUE, danger=0.0)._open(s)


def test_a_zone_over_an_exit_gains_a_turn_unless_the_enemy_is_in_it():
    """The same unit next to the exit: once the exit is empty, once an enemy is in it and about to leave."""
    game, s = drill(door=CITY, r1=FOE, b1="0605")
    assert 0 < open_ways(game, s) < 1
    assert open_ways(game, game.position(r1=CITY, b1="0605")) == 1
    assert open_ways(game, game.position(r1=FOE, b1=AWAY)) == 1
    assert open_ways(game, game.position(r1=FOE, b1=POST)) == 0


def test_paths_to_exits_count_once_but_each_enemy_in_an_exit_counts():
    """Driving one of two enemies out of an exit has a value, although the other is still there."""
    game, _ = drill(door="0504 0505 0506", b1=AWAY)
    assert open_ways(game, game.position(r1=FOE, b1=AWAY)) == 1
    assert open_ways(game, game.position(r1="0504", b1=AWAY)) == 2, "he may also go on to another"
    assert open_ways(game, game.position(r1="0504", r2="0505", b1=AWAY)) == 3


def test_exits_are_those_of_the_judged_position():
    """An enemy in an exit may be no danger: if cut off, it will never leave."""
    game, s = drill(door=CITY, r1=CITY, b1=AWAY)
    judge = Judge(Maps(game, s), BLUE, danger=0.0)
    assert judge._open(s) == 1
    game.doctrine.door_hexes = (0, 0)
    assert judge._open(s) == 0


def test_leaving_costs_nothing_if_another_unit_blocks_the_path():
    assert leaving(*drill(vital=CITY, r1=FOE, b1=POST, b2="0404"), "b1") < 1


def test_leaving_costs_nothing_if_the_enemy_is_far_away():
    assert leaving(*drill(vital=CITY, r1="1209", b1=POST), "b1") < 1


@pytest.mark.parametrize(("others", "opens"), [({}, True), ({"b2": "0404"}, False), ({"b2": POST}, False)])
def test_a_unit_that_alone_blocks_a_path_does_not_advance(others, opens):
    game, s = drill(vital=CITY, r1=FOE, b1=POST, **others)
    follow = {"advance": 1 << game.unit_ids["b1"], "pass": 1}
    careful = Adjutant(Maps(game, s), careful=True)
    assert (careful.act(s, follow).verb == "pass") == opens
    assert Adjutant(Maps(game, s)).act(s, follow).verb == "advance", "in trials nobody looks"


def legal_moves(game, s, unit):
    """The hexes that a unit could move to before all others."""
    if not game.permits(s, Action("select", unit)):
        return 0
    trial = s.copy()
    game.apply(trial, Action("select", unit))
    role = game.doctrine.role_of
    return sum(args for verb, args in game.offer(trial).items() if role.get(verb) == Role.MOVE)


def german_line():
    """A German Movement Phase on the Rhine in which many units must block paths."""
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
def test_a_unit_that_has_reached_its_hex_stays_there(where):
    """Even with movement left, a unit stays in the hex of its post or attack."""
    able = missed = 0
    for game, s in [german_line()] if where == "german line" else second_turns(where):
        planner = Planner(Maps(game, s), game.side_index[game.seat(s)])
        _, after, assigned, *_ = planner.carry_out(s, Plan())
        sent = assigned.spots
        offered = {u: legal_moves(game, s, u) for u, h in sent.items() if s.at[u] != h}
        could = [u for u, hexes in offered.items() if hexes >> sent[u] & 1]
        assert could
        able += len(could)
        missed += sum(after.at[u] != sent[u] for u in could)
    assert missed <= able // 5, "one or the other may have found no room"


# -- revised plans ---------------------------------------------------------------------------------


def without_wins():
    """A captain that looks for no wins within its turn, so that all its moves are of its plan."""
    return Officer("captain", captain().strategies)


def german_moves(seeds):
    """The first German Movement Phase of games between captains on the Rhine, with many paths to block."""
    game = next(game for game in LIBRARY if game.id == "rhine")
    for seed in seeds:
        for state, _ in played(game, begin(game, "campaign"), dict.fromkeys(game.sides, without_wins()), seed):
            if game.step(state).name == "movement" and game.seat(state) == "german":
                yield game, state.copy()
                break


def left_open(game, s, commander):
    """The number of paths that are open after a captain's moves."""
    before = Planner(Maps(game, s), 1)
    for state, action in played(game, s.copy(), {"german": commander, "allied": commander}):
        if game.doctrine.role_of.get(action.verb) == Role.END:
            return before.open_count(state)
    raise AssertionError("he never ends his phase")


def test_a_captain_revises_a_plan_that_leaves_paths_open(monkeypatch):
    """Without the guard, which looks at attacks as well, and may open a path that does not win to bar one that does."""
    monkeypatch.setattr(Guard, "is_needed", False)
    mended, hasty = [], []
    for game, s in german_moves(range(1, 7)):
        careless = without_wins()
        careless.strategies = careless.strategies._replace(move=OnePlan(closes_gaps=False))
        mended.append(left_open(game, s, without_wins()))
        hasty.append(left_open(game, s, careless))
    assert sum(hasty) > 0
    assert sum(mended) < sum(hasty) / 3
    assert all(a <= b for a, b in zip(mended, hasty, strict=True))


def mended(game, s):
    """A revised plan of a captain, the plans tried for it, and the planner."""
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


def test_the_reasons_of_a_revised_plan_match_its_moves():
    """The reasons are those of the chosen plan, not of the last one tried."""
    for game, s in phases(range(1, 9)):
        found, made, planner = mended(game, s)
        again = planner.carry_out(s, Plan(posts=found.assignment.posts))
        assert (again.moves, again.assignment) == (found.moves, found.assignment)
        if made[-1].assignment != found.assignment:
            return
    raise AssertionError("the last plan that was tried was always the best")
