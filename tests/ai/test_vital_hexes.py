"""Vital hexes: the chance of their loss, its cost, and their garrisons."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from grognard.ai.fight.allocator import Allocator
from grognard.ai.maps import Maps
from grognard.ai.plan.garrisons import garrisons
from grognard.ai.plan.planner import Assignment, Fixed, Planner
from grognard.ai.plan.reasons import explain_move
from grognard.ai.search.budget import Budget
from grognard.ai.search.evolution import Evolution, Genome, Trial
from grognard.ai.value.judge import Judge

from ..generic.play import LIBRARY
from .drill import BLUE, RED, Drill
from .helpers import on_the_move, outcome, played, rehearsal, staff

#: Red comes from the west; the city is three hexes to the east of it.
CITY, FOE = "0505", "0205"
RUIN = 100.0


def drill(*, vital_penalty=RUIN, vital=CITY, door="", **told):
    game = Drill(vital_penalty=vital_penalty, **told)
    game.doctrine.vital_hexes = (game.hexes(vital), 0)
    game.doctrine.door_hexes = (game.hexes(door), 0)
    return game


def price(game, *, open_paths=60.0, **at):
    """The cost of a position because vital hexes may be lost."""
    s = game.position(**at)
    careless = Drill(**{name: getattr(game.doctrine, name) for name in ("depot", "bloody", "to_come", "no_zones")})
    careless.doctrine.vital_hexes, careless.doctrine.door_hexes = game.doctrine.vital_hexes, game.doctrine.door_hexes
    with_it = Judge(Maps(game, s), BLUE, danger=0.0, open_paths=open_paths).value(s)
    return Judge(Maps(careless, s), BLUE, danger=0.0, open_paths=open_paths).value(s) - with_it


# -- the chance of loss ----------------------------------------------------------------------------


def test_the_chance_of_loss_depends_on_the_enemys_strength():
    """Nine against one wins 81 times out of 82, one against one every other time."""
    game = drill()
    city = game.hex(CITY)
    strong = Maps(game, game.position(r6=FOE, b1=CITY))
    weak = Maps(game, game.position(r1=FOE, b1=CITY))
    assert strong.loss_chance(BLUE, city, 1.0) == pytest.approx(81 / 82)
    assert weak.loss_chance(BLUE, city, 1.0) == pytest.approx(1 / 2)
    assert weak.loss_chance(BLUE, city, 2.0) == pytest.approx(1 / 5)
    assert Maps(game, game.position(r6="1201", b1=CITY)).loss_chance(BLUE, city, 1.0) == 0.0, "too far away"


def test_a_result_that_allows_storming_takes_the_hex():
    game = drill(bloody=True)
    maps = Maps(game, game.position(r1=FOE, b1=CITY))
    assert maps.loss_chance(BLUE, game.hex(CITY), 1.0) == pytest.approx(1 / 2)


def test_reinforcements_that_arrive_nearby_count():
    game = drill()
    game.doctrine.to_come = ((0, 0.0), (game.hexes("0908"), 9.0))
    maps = Maps(game, game.position(r1="0201", b1="0110"))
    near, edge, beyond = game.hex("0906"), game.hex("0904"), game.hex("0903")
    assert [game.board.grid.distance(h, game.hex("0908")) for h in (near, edge, beyond)] == [2, 4, 5]
    assert maps.threat(RED).at(beyond) == maps.threat(RED).at(edge) == 0
    assert maps.loss_chance(BLUE, near, 1.0) == maps.loss_chance(BLUE, edge, 1.0) == pytest.approx(81 / 82)
    assert maps.loss_chance(BLUE, beyond, 1.0) == 0.0, "too far to march and fight"
    assert maps.loss_chance(RED, near, 1.0) == 0.0, "they are red"


def test_a_garrison_is_strong_enough_against_reinforcements():
    game = drill()
    game.doctrine.stack_limit = 3
    s = game.position(r1="1201", b1=CITY, b2="0606", b3="0504")
    assert garrisons(Maps(game, s), BLUE, -1) == {}
    game.doctrine.to_come = ((0, 0.0), (game.hexes("0707"), 2.0))
    game.doctrine.long = 12
    assert len(garrisons(Maps(game, s), BLUE, -1)) == 3


# -- its cost --------------------------------------------------------------------------------------


def test_a_weak_garrison_costs_by_its_chance_of_loss():
    game = drill()
    assert price(game, r6=FOE, b1=CITY) == pytest.approx(RUIN * 81 / 82)
    assert price(game, r1=FOE, b1=CITY) == pytest.approx(RUIN / 2)
    assert price(game, r6="1201", b1=CITY) == 0.0


def test_the_strength_of_all_in_the_hex_counts():
    assert price(drill(), r1=FOE, b1=CITY, b2=CITY) == pytest.approx(RUIN / 5)


def test_without_a_vital_penalty_a_weak_garrison_costs_nothing():
    assert price(drill(vital_penalty=0.0), r6=FOE, b1=CITY) == 0.0
    assert price(drill(vital=""), r6=FOE, b1=CITY) == 0.0


def test_an_empty_vital_hex_costs_a_little_even_if_the_path_is_blocked():
    """b1 blocks the path, but if it is lost, the hex is empty."""
    game = drill()
    assert 0 < price(game, r1=FOE, b1="0405") < RUIN / 4
    assert price(game, r1=FOE, b1="0405", b6=CITY) < price(game, r1=FOE, b1="0405"), "somebody is better than nobody"
    assert price(game, r1="1201", b1="0405") == 0.0, "he is too far away"


def test_a_garrison_out_of_supply_is_as_good_as_lost():
    game = drill()
    game.doctrine.depot = game.hex("1010")
    assert price(game, r1="0102", b6=CITY) < RUIN / 10
    assert price(game, r1="1010", b6=CITY) >= RUIN / 2, "the enemy has the depot"
    assert price(game, r1="1010", r2=FOE, b6="0405") >= RUIN / 2, "an empty one is lost as well"


def test_for_the_side_that_moves_next_only_empty_hexes_and_enemies_in_exits_count():
    game = drill(door="0808")
    assert price(game, open_paths=0.0, r6=FOE, b1=CITY) == 0.0, "a garrison can still be made stronger"
    assert price(game, open_paths=0.0, r1=FOE, b1="0901") > 0
    in_door = price(game, open_paths=0.0, r1="0808", b1=CITY)
    assert in_door == pytest.approx(RUIN / 2)
    assert price(game, open_paths=0.0, r1="0807", b1=CITY) == 0.0


# -- strength --------------------------------------------------------------------------------------


def test_with_strength_value_0_strength_is_worth_nothing():
    def value(force, **at):
        game = Drill(strength_value=force)
        s = game.position(r1="1201", **at)
        return Judge(Maps(game, s), BLUE, danger=0.0).value(s)

    assert value(0.0, b6="0305") == value(0.0, b1="0305")
    assert value(0.25, b6="0305") > value(0.25, b1="0305")


def test_lack_of_supply_never_costs_more_than_the_unit():
    def value(force, depot):
        game = Drill(strength_value=force, supply_penalty=1.0)
        game.doctrine.depot = game.hex(depot)
        s = game.position(r1="1201", b6="0305")
        return Judge(Maps(game, s), BLUE, danger=0.0).value(s)

    assert value(0.0, "1201") == value(0.0, "0101"), "the enemy has the depot, or not"
    assert value(0.25, "1201") < value(0.25, "0101")


@pytest.mark.parametrize("fear", [1.0, 0.5, 0.0])
def test_danger_counts_by_its_weight(fear):
    def danger(fear):
        game = Drill(danger_weight=fear)
        s = game.position(r6="0305", b1="0505")
        return Judge(Maps(game, s), BLUE, danger=0.0).value(s) - Judge(Maps(game, s), BLUE).value(s)

    assert danger(1.0) > 0
    assert danger(fear) == pytest.approx(fear * danger(1.0))


# -- storming --------------------------------------------------------------------------------------


STORMS = [(True, 20.0, True), (False, 20.0, False), (True, 0.0, False)]


@pytest.mark.parametrize(("may_storm", "worth", "attacks"), STORMS)
def test_a_hex_is_stormed_if_it_is_worth_the_losses(may_storm, worth, attacks):
    """An attack that at best allows another one is worth nothing in itself, so the ground must be worth the losses."""
    game = Drill(bloody=True, goal_hexes={Drill().hex("0605"): worth})
    maps = Maps(game, game.position(b6="0305", r1="0605"))
    found = Allocator(maps, BLUE, maps.units[BLUE], mobile=True, storms=may_storm).allocate()
    assert bool(found) is attacks


def test_no_hex_is_stormed_with_less_than_the_enemy_has():
    game = Drill(bloody=True, goal_hexes={Drill().hex("0605"): 50.0})
    maps = Maps(game, game.position(b1="0305", r1="0605"))
    assert not Allocator(maps, BLUE, maps.units[BLUE], mobile=True, storms=True).allocate()


# -- plans -----------------------------------------------------------------------------------------


def rhine():
    return next(game for game in LIBRARY if game.id == "rhine")


def stronger(posts=(), **at):
    """The mutation of a plan that leads to a position, as text; b1 is in the city."""
    game = drill()
    s = game.position(b1=CITY, **at)
    maps = Maps(game, s)
    able = [u for u in maps.units[BLUE] if game.counters[u].id != "b1"]
    search = SimpleNamespace(game=game, side=BLUE, maps=maps, rng=random.Random(1), _selectable=able)
    taken = tuple((game.unit_ids[name], game.hex(label)) for name, label in posts)
    found = Evolution._strengthen(search, Trial(Genome((), posts=taken), 0.0, outcome(s)))
    return [(game.counters[u].id, game.board.grid.label(h)) for u, h in found]


def test_a_weak_garrison_is_strengthened():
    """One against one loses every other time."""
    assert stronger(r1=FOE, b2="0606") == [("b2", CITY)]
    assert stronger(r1=FOE, b2="0606", b3="0504", posts=[("b3", "0504")]) == [("b3", "0504"), ("b2", CITY)]


def test_a_strong_garrison_is_not_strengthened():
    assert stronger(r1="1201", b2="0606") == []
    assert stronger(r1=FOE, b6=CITY, b2="0606") == []


def test_units_out_of_reach_or_with_a_post_are_not_sent():
    assert stronger(r1=FOE, b2="1201") == []
    assert stronger(r1=FOE, b2="0606", posts=[("b2", "0606")]) == []


def closed(posts=(), **at):
    """The mutation of a plan without moves, as text; red is in front of the city, and there is no
    garrison."""
    game = drill()
    s = game.position(**at)
    planner = Planner(Maps(game, s), BLUE)
    planner.fixed = Fixed([], {}, {})
    search = SimpleNamespace(planner=planner)
    taken = tuple((game.unit_ids[name], game.hex(label)) for name, label in posts)
    plan = Trial(Genome((), posts=taken), 0.0, outcome(s))
    found = Evolution._close_gaps(search, plan)
    again = Evolution._close_gaps(search, plan)
    assert again == (), "it is tried once"
    return {game.counters[u].id: game.board.grid.label(h) for u, h in found}


def test_a_plan_with_an_open_path_gets_a_post_that_blocks_it():
    found = closed(r1=FOE, b1="0704")
    assert found.keys() == {"b1"}
    assert Drill().board.grid.distance(Drill().hex(found["b1"]), Drill().hex(CITY)) <= 2


def test_a_plan_without_open_paths_gets_no_post():
    assert closed(r1=FOE, b1="0405") == {}
    assert closed(r1="1201", b1="0704") == {}


def test_a_unit_with_a_post_is_not_moved():
    assert closed(r1=FOE, b1="0704", posts=[("b1", "0704")]) == {}
    assert closed(r1=FOE, b1="0704", b2="1201", posts=[("b2", "1201")]).keys() == {"b1", "b2"}


@pytest.mark.parametrize(("there", "told"), [(CITY, "strengthen the garrison"), ("0405", "block a path")])
def test_the_reason_for_a_post_names_its_purpose(there, told):
    game = drill()
    planner = Planner(Maps(game, game.position(r1=FOE, b1="0704")), BLUE)
    unit, h = game.unit_ids["b1"], game.hex(there)
    assert told not in explain_move(planner, Assignment(), unit, h)
    assert told in explain_move(planner, Assignment(posts={unit: h}), unit, h)


class Low(random.Random):
    """Always draws the lowest number."""

    def random(self):
        return 0.0


@pytest.mark.parametrize(("where", "asked"), [("hurtgen", False), ("oder", False), ("rhine", True)])
def test_garrisons_are_strengthened_only_if_a_hex_loses_the_game(where, asked):
    game = next(game for game in LIBRARY if game.id == where)
    s = on_the_move(game)
    search = Evolution(game, s, game.side_index[game.seat(s)], random.Random(1), Budget(0.0, 1, 1))
    plan = search.run()[0]
    calls = []
    search.rng, search._strengthen = Low(1), lambda parent: calls.append(parent) or ()
    search._close_gaps = search._strengthen
    search._mutate(plan)
    assert calls == ([plan, plan] if asked else [])


def test_posts_are_chosen_after_a_plan_without_a_line():
    """On the Rhine few posts are needed: the army covers most of the edge. Planning changes no state."""
    game = rhine()
    for state, _ in played(game, game.start(game.scenarios["campaign"], {}), staff(game, "captain")):
        if game.step(state).name == "movement" and game.seat(state) == "allied" and state.turn == 1:
            break
    else:
        raise AssertionError("the game was over too soon")
    s = state.copy()
    planner, blind = Planner(Maps(game, s), 0), Planner(Maps(game, s), 0)
    blind._without_line = lambda fixed: [-1] * len(s.at)
    before = list(s.at)
    assert len(planner.fixed.line) < len(blind.fixed.line)
    assert s.at == before


# -- rehearsals ------------------------------------------------------------------------------------


def lookahead(*, vital="", door="", **at):
    """The extra value of the end of a rehearsal if a vital hex decides the game; blue moves next."""
    values = []
    for vital_penalty in (RUIN, 0.0):
        game = Drill(vital_penalty=vital_penalty)
        game.doctrine.vital_hexes, game.doctrine.door_hexes = (0, game.hexes(vital)), (0, game.hexes(door))
        values.append(rehearsal(game, BLUE, 1)._judged(game.position(**at)))
    return values[0] - values[1]


def test_a_path_to_a_winning_hex_counts_as_taken_in_the_next_turn():
    assert lookahead(door=CITY, b1="0205", r1="1201") == RUIN
    assert lookahead(vital=CITY, b1="0205", r1="1201") == RUIN
    assert lookahead(door=CITY, b1="0105", r1="1201") == 0, "too far"
    assert lookahead(vital=CITY, b1="0205", r1=CITY) == 0, "held"


@pytest.mark.parametrize(("side", "turn", "may"), [(0, 1, True), (1, 3, False), (1, 4, True)])
def test_the_german_leaves_the_map_from_turn_4_on(side, turn, may):
    game = rhine()
    s = game.start(game.scenarios["campaign"], {})
    s.turn = turn
    assert bool(game.doctrine.own_exits(s, side)) == may
    assert game.doctrine.own_exits(s, side) in (0, game.doctrine.enemy_exits(s, 1 - side))
