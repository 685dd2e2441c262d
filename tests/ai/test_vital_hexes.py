"""Hexes with which the game is lost: how likely they fall, what that costs, and who makes them safe."""

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

#: Red comes from the west, the city lies three hexes to the east of him.
CITY, FOE = "0505", "0205"
RUIN = 100.0


def drill(*, vital_penalty=RUIN, vital=CITY, door="", **told):
    game = Drill(vital_penalty=vital_penalty, **told)
    game.doctrine.vital_hexes = (game.hexes(vital), 0)
    game.doctrine.door_hexes = (game.hexes(door), 0)
    return game


def price(game, *, open_paths=60.0, **at):
    """What a position costs because the game may be lost in it."""
    s = game.position(**at)
    careless = Drill(**{name: getattr(game.doctrine, name) for name in ("depot", "bloody", "to_come", "no_zones")})
    careless.doctrine.vital_hexes, careless.doctrine.door_hexes = game.doctrine.vital_hexes, game.doctrine.door_hexes
    with_it = Judge(Maps(game, s), BLUE, danger=0.0, open_paths=open_paths).value(s)
    return Judge(Maps(careless, s), BLUE, danger=0.0, open_paths=open_paths).value(s) - with_it


# -- how likely a hex falls ------------------------------------------------------------------------


def test_a_hex_falls_by_what_the_enemy_can_bring():
    """Nine against one wins eighty-one times of eighty-two, one against one every other time."""
    game = drill()
    city = game.hex(CITY)
    strong = Maps(game, game.position(r6=FOE, b1=CITY))
    weak = Maps(game, game.position(r1=FOE, b1=CITY))
    assert strong.loss_chance(BLUE, city, 1.0) == pytest.approx(81 / 82)
    assert weak.loss_chance(BLUE, city, 1.0) == pytest.approx(1 / 2)
    assert weak.loss_chance(BLUE, city, 2.0) == pytest.approx(1 / 5)
    assert Maps(game, game.position(r6="1201", b1=CITY)).loss_chance(BLUE, city, 1.0) == 0.0, "too far away"


def test_a_result_that_lets_him_press_on_takes_the_hex():
    game = drill(bloody=True)
    maps = Maps(game, game.position(r1=FOE, b1=CITY))
    assert maps.loss_chance(BLUE, game.hex(CITY), 1.0) == pytest.approx(1 / 2)


def test_who_comes_on_nearby_is_reckoned_with():
    game = drill()
    game.doctrine.to_come = ((0, 0.0), (game.hexes("0908"), 9.0))
    maps = Maps(game, game.position(r1="0201", b1="0110"))
    near, edge, beyond = game.hex("0906"), game.hex("0904"), game.hex("0903")
    assert [game.board.grid.distance(h, game.hex("0908")) for h in (near, edge, beyond)] == [2, 4, 5]
    assert maps.threat(RED).at(beyond) == maps.threat(RED).at(edge) == 0
    assert maps.loss_chance(BLUE, near, 1.0) == maps.loss_chance(BLUE, edge, 1.0) == pytest.approx(81 / 82)
    assert maps.loss_chance(BLUE, beyond, 1.0) == 0.0, "too far to march and fight"
    assert maps.loss_chance(RED, near, 1.0) == 0.0, "they are red"


def test_a_garrison_is_made_strong_enough_for_those_who_come_on():
    game = drill()
    game.doctrine.stack_limit = 3
    s = game.position(r1="1201", b1=CITY, b2="0606", b3="0504")
    assert garrisons(Maps(game, s), BLUE, -1) == {}
    game.doctrine.to_come = ((0, 0.0), (game.hexes("0707"), 2.0))
    game.doctrine.long = 12
    assert len(garrisons(Maps(game, s), BLUE, -1)) == 3


# -- what it costs ---------------------------------------------------------------------------------


def test_a_weak_garrison_costs_by_its_chance():
    game = drill()
    assert price(game, r6=FOE, b1=CITY) == pytest.approx(RUIN * 81 / 82)
    assert price(game, r1=FOE, b1=CITY) == pytest.approx(RUIN / 2)
    assert price(game, r6="1201", b1=CITY) == 0.0


def test_the_strength_of_all_in_the_hex_counts():
    assert price(drill(), r1=FOE, b1=CITY, b2=CITY) == pytest.approx(RUIN / 5)


def test_where_no_game_is_lost_it_costs_nothing():
    assert price(drill(vital_penalty=0.0), r6=FOE, b1=CITY) == 0.0
    assert price(drill(vital=""), r6=FOE, b1=CITY) == 0.0


def test_an_empty_hex_costs_a_little_even_where_the_way_is_barred():
    """b1 bars the way; but things go wrong, and then nobody is there."""
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


def test_who_moves_next_looks_after_empty_hexes_and_enemies_in_doors_alone():
    game = drill(door="0808")
    assert price(game, open_paths=0.0, r6=FOE, b1=CITY) == 0.0, "a garrison can still be made stronger"
    assert price(game, open_paths=0.0, r1=FOE, b1="0901") > 0
    in_door = price(game, open_paths=0.0, r1="0808", b1=CITY)
    assert in_door == pytest.approx(RUIN / 2)
    assert price(game, open_paths=0.0, r1="0807", b1=CITY) == 0.0


# -- forces -----------------------------------------------------------------------------------------


def test_where_only_victory_counts_forces_are_worth_nothing():
    def value(force, **at):
        game = Drill(strength_value=force)
        s = game.position(r1="1201", **at)
        return Judge(Maps(game, s), BLUE, danger=0.0).value(s)

    assert value(0.0, b6="0305") == value(0.0, b1="0305")
    assert value(0.25, b6="0305") > value(0.25, b1="0305")


def test_then_nobody_is_worth_less_than_nothing_for_want_of_supply():
    def value(force, depot):
        game = Drill(strength_value=force, supply_penalty=1.0)
        game.doctrine.depot = game.hex(depot)
        s = game.position(r1="1201", b6="0305")
        return Judge(Maps(game, s), BLUE, danger=0.0).value(s)

    assert value(0.0, "1201") == value(0.0, "0101"), "the enemy has the depot, or not"
    assert value(0.25, "1201") < value(0.25, "0101")


@pytest.mark.parametrize("fear", [1.0, 0.5, 0.0])
def test_danger_counts_by_the_share_of_it_that_is_feared(fear):
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


def test_nobody_storms_with_less_than_the_enemy_has():
    game = Drill(bloody=True, goal_hexes={Drill().hex("0605"): 50.0})
    maps = Maps(game, game.position(b1="0305", r1="0605"))
    assert not Allocator(maps, BLUE, maps.units[BLUE], mobile=True, storms=True).allocate()


# -- plans -----------------------------------------------------------------------------------------


def rhine():
    return next(game for game in LIBRARY if game.id == "rhine")


def stronger(posts=(), **at):
    """What is made of a plan that leads to a position of the drill, as words; b1 is in the city."""
    game = drill()
    s = game.position(b1=CITY, **at)
    maps = Maps(game, s)
    able = [u for u in maps.units[BLUE] if game.counters[u].id != "b1"]
    search = SimpleNamespace(game=game, side=BLUE, maps=maps, rng=random.Random(1), _selectable=able)
    taken = tuple((game.unit_ids[name], game.hex(label)) for name, label in posts)
    found = Evolution._strengthen(search, Trial(Genome((), posts=taken), 0.0, outcome(s)))
    return [(game.counters[u].id, game.board.grid.label(h)) for u, h in found]


def test_a_garrison_that_may_be_stormed_is_made_stronger():
    """One against one is lost every other time."""
    assert stronger(r1=FOE, b2="0606") == [("b2", CITY)]
    assert stronger(r1=FOE, b2="0606", b3="0504", posts=[("b3", "0504")]) == [("b3", "0504"), ("b2", CITY)]


def test_nothing_is_made_stronger_that_will_stand():
    assert stronger(r1="1201", b2="0606") == []
    assert stronger(r1=FOE, b6=CITY, b2="0606") == []


def test_nobody_is_sent_who_cannot_get_there_or_has_a_post():
    assert stronger(r1=FOE, b2="1201") == []
    assert stronger(r1=FOE, b2="0606", posts=[("b2", "0606")]) == []


def closed(posts=(), **at):
    """What is made of a plan that leaves everybody where he is, as words; red is before the city, and there is no
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


def test_a_plan_that_leaves_a_way_open_is_varied_by_a_post_that_closes_it():
    found = closed(r1=FOE, b1="0704")
    assert found.keys() == {"b1"}
    assert Drill().board.grid.distance(Drill().hex(found["b1"]), Drill().hex(CITY)) <= 2


def test_a_plan_that_leaves_nothing_open_is_not():
    assert closed(r1=FOE, b1="0405") == {}
    assert closed(r1="1201", b1="0704") == {}


def test_who_has_a_post_already_is_not_asked():
    assert closed(r1=FOE, b1="0704", posts=[("b1", "0704")]) == {}
    assert closed(r1=FOE, b1="0704", b2="1201", posts=[("b2", "1201")]).keys() == {"b1", "b2"}


@pytest.mark.parametrize(("there", "told"), [(CITY, "strengthen the garrison"), ("0405", "block a path")])
def test_a_post_of_a_plan_is_told_by_what_it_is_for(there, told):
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
def test_garrisons_are_made_stronger_only_where_a_hex_loses_the_game(where, asked):
    game = next(game for game in LIBRARY if game.id == where)
    s = on_the_move(game)
    search = Evolution(game, s, game.side_index[game.seat(s)], random.Random(1), Budget(0.0, 1, 1))
    plan = search.run()[0]
    calls = []
    search.rng, search._strengthen = Low(1), lambda parent: calls.append(parent) or ()
    search._close_gaps = search._strengthen
    search._mutate(plan)
    assert calls == ([plan, plan] if asked else [])


def test_the_army_is_left_alone_before_posts_are_chosen():
    """On the Rhine few posts are needed: most of the edge lies behind the army. Nothing is moved by looking."""
    game = rhine()
    for state, _ in played(game, game.start(game.scenarios["campaign"], {}), staff(game, "captain")):
        if game.step(state).name == "movement" and game.seat(state) == "allied" and state.turn == 3:
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
    """By how much a rehearsal that ends in a position is worth more where a hex decides the game: blue moves next."""
    values = []
    for vital_penalty in (RUIN, 0.0):
        game = Drill(vital_penalty=vital_penalty)
        game.doctrine.vital_hexes, game.doctrine.door_hexes = (0, game.hexes(vital)), (0, game.hexes(door))
        values.append(rehearsal(game, BLUE, 1)._judged(game.position(**at)))
    return values[0] - values[1]


def test_a_way_to_what_wins_the_game_is_taken_in_the_next_turn():
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
