"""Doctrines: every game has one, it is short, and it fits the game."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

import grognard
from grognard.ai.maps import Maps
from grognard.ai.value.goals import Aims
from grognard.engine.doctrine import Doctrine, Role
from grognard.games.rhine.reinforcements import ports
from grognard.games.rhine.state import DUE
from grognard.games.rhine.victory import RUHR
from grognard.hexes import Costs, bits

from ..generic.play import LIBRARY, begin
from .helpers import PHASED, first_of_each_step, in_battle, moments, on_the_move, played, scenario_of, staff

GAMES = Path(grognard.__file__).parent / "games"
every_game = pytest.mark.parametrize("game", LIBRARY, ids=[game.id for game in LIBRARY])
phased_game = pytest.mark.parametrize("game", PHASED, ids=[game.id for game in PHASED])


def states(game):
    return [game.start(game.scenarios[scenario_of(game)], {}), on_the_move(game), *in_battle(game)[::10]]


@pytest.mark.parametrize("game", LIBRARY, ids=[game.id for game in LIBRARY])
def test_every_game_of_the_library_has_a_doctrine(game):
    assert isinstance(game.doctrine, Doctrine)
    assert game.doctrine.game is game


@every_game
def test_a_doctrine_is_short(game):
    lines = (GAMES / game.id / "doctrine.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) < 215


@every_game
def test_the_verbs_of_a_game_have_roles(game):
    """Game-specific verbs have a role, or the doctrine or the adjutant judges them one by one."""
    doctrine = game.doctrine
    assert set(doctrine.roles) <= set(game.verbs), "a role for a verb the game does not have"
    assert set(doctrine.roles.values()) <= {*Role, ""}
    roles = {doctrine.role_of.get(verb, "") for verb in game.verbs}
    assert {Role.SELECT, Role.MOVE, Role.ATTACK, Role.JOIN, Role.RESOLVE, Role.END} <= roles


@every_game
def test_numbers_are_what_commanders_expect(game):
    doctrine = game.doctrine
    units = len(game.counters)
    for s in states(game):
        for u in range(units):
            if s.at[u] >= 0:
                assert doctrine.attack(s, u) >= 0
                assert doctrine.defense(s, u) >= 0
                assert doctrine.worth(s, u) > 0, "who is lost is a loss"
                assert doctrine.speed(s, u) >= 0
                assert doctrine.speed_outside_zones(s, u) >= 0
                assert isinstance(doctrine.movement_costs(s, u), Costs)
        for side in (0, 1):
            goals = doctrine.goals(s, side)
            assert goals, "a side without a goal does not know where to go"
            assert all(game.board.playable >> h & 1 and worth > 0 for h, worth in goals.items())
            hexes = [
                doctrine.held(s, side),
                doctrine.vital(s, side),
                doctrine.enemy_exits(s, side),
                doctrine.zone(s, side),
            ]
            assert all(found >= 0 and not found & ~game.board.grid.all for found in hexes)
        assert isinstance(doctrine.score(s), float | int)


@phased_game
def test_what_one_side_holds_the_other_does_not(game):
    for s in states(game):
        both = game.doctrine.held(s, 0) & game.doctrine.held(s, 1)
        assert not both & game.board.playable


@every_game
def test_the_worth_of_a_unit_is_in_points(game):
    """Worth is in points like the score, so it is not out of proportion."""
    doctrine = game.doctrine
    s = on_the_move(game)
    assert all(doctrine.worth(s, u) < 1000 for u in range(len(s.at)) if s.at[u] >= 0)


@phased_game
def test_zones_and_attack_hexes_are_adjacent(game):
    doctrine, grid = game.doctrine, game.board.grid
    s = on_the_move(game)
    for side in (0, 1):
        assert not doctrine.zone(s, side) & ~grid.neighbours(s.occupied[side])
        for h in bits(s.occupied[side]):
            assert not doctrine.attack_hexes(s, h) & ~grid.neighbours(1 << h)


@phased_game
def test_chances_depend_only_on_their_cache_key(game):
    """Averages are cached under the key, so the key must contain everything that the chances depend on."""
    doctrine = game.doctrine
    seen: dict[object, object] = {}
    hexes = list(bits(game.board.playable))[::60]
    for s in moments(game, next(iter(game.scenarios)), each=60, most=900):
        for side in (0, 1):
            for h in hexes:
                for attack, defense in ((3.0, 2.0), (8.0, 2.0)):
                    key = (doctrine.chances_key(s, side, h), side, attack, defense, h)
                    found = dict(doctrine.chances(s, side, attack, defense, h, 0))
                    assert seen.setdefault(key, found) == found


@every_game
def test_a_preference_is_a_number_or_none(game):
    for state in first_of_each_step(game, scenario_of(game)).values():
        side = game.side_index[game.seat(state)]
        for verb, args in game.offer(state).items():
            for arg in list(bits(args))[:5]:
                liked = game.doctrine.preference(state, side, verb, arg)
                assert liked is None or isinstance(liked, float | int)


# -- the base --------------------------------------------------------------------------------------

SIX = ["attack", "defense", "movement_costs", "speed", "goals", "chances"]
HOOKS = [name for name, value in vars(Doctrine).items() if not name.startswith("_") and callable(value)]


def test_six_hooks_come_first_and_all_others_have_a_default():
    assert HOOKS[:6] == SIX
    raises = [name for name in HOOKS if "raise NotImplementedError" in inspect.getsource(getattr(Doctrine, name))]
    assert raises == SIX


def bare(game):
    """A game's doctrine reduced to the six hooks, with defaults for all others."""
    full = vars(type(game.doctrine))
    kept = (*SIX, "effects", "roles", *(name for name in full if name.startswith("_") and not name.startswith("__")))
    return type("Six", (Doctrine,), {name: full[name] for name in kept if name in full})(game)


@phased_game
def test_six_hooks_are_enough_for_a_captain(game, monkeypatch):
    """A captain plays legally to the end of the turn, attacks included."""
    monkeypatch.setattr(game, "doctrine", bare(game))
    verbs = set()
    for state, action in played(game, begin(game, next(iter(game.scenarios))), staff(game, "captain"), most=600):
        verbs.add(action.verb)
        if state.turn > 2:
            break
    assert state.turn > 2
    assert {"select", "move", "attack", "resolve"} <= verbs


def test_every_hook_says_which_level_needs_it():
    levels = ("Recruit", "Captain", "Colonel", "General", "Tournaments")
    source = inspect.getsource(Doctrine).splitlines()
    attributes = [number for number, line in enumerate(source) if re.match(r"    \w+: ClassVar", line)]
    comments = [next(line for line in source[number - 1 :: -1] if "#: " in line) for number in attributes]
    said = [comment.split("#: ")[1] for comment in comments]
    said += [getattr(Doctrine, name).__doc__ or "" for name in HOOKS]
    assert len(said) == 69
    assert [text for text in said if not text.startswith(levels)] == []


# -- Watch on the Rhine ----------------------------------------------------------------------------

RHINE = grognard.game("rhine")


def advanced(missing, *, antwerp=False):
    """The first turn, with all but some of the hexes that open Antwerp under Allied control (8.15)."""
    s = RHINE.start(RHINE.scenarios["campaign"], {})
    s.allied |= RHINE.opening
    for h in list(bits(RHINE.opening))[:missing]:
        s.allied &= ~(1 << h)
    s.antwerp = antwerp
    return s


def test_the_fewer_hexes_keep_antwerp_closed_the_more_each_is_worth():
    worths = []
    for missing in (9, 4, 2, 1):
        s = advanced(missing)
        goals = RHINE.doctrine.goals(s, 0)
        worths.append(goals[next(bits(RHINE.opening & ~s.allied))])
    assert worths == sorted(worths)
    assert worths[0] < worths[-1]


def test_open_antwerp_is_worth_more_than_all_its_hexes():
    scores = [RHINE.doctrine.score(advanced(missing)) for missing in (9, 4, 1, 0)]
    scores.append(RHINE.doctrine.score(advanced(0, antwerp=True)))
    assert scores == sorted(set(scores))


@pytest.mark.parametrize("turn", [1, 3, 4, 9])
def test_the_edges_are_watched_from_the_first_turn(turn):
    """Over the west edge the Allies are supplied (8.14) and the German wins from Turn 4 on (4.4); over the east edge
    the Allies win at any time (4.2)."""
    s = advanced(9)
    s.turn = turn
    assert RHINE.doctrine.enemy_exits(s, 0) == RHINE.west_edge
    assert RHINE.doctrine.enemy_exits(s, 1) == RHINE.east_edge


def on_the_edge(turn, cut_off, place="2417S"):
    """A German unit near the west edge, surrounded by Allies or not."""
    s = advanced(9)
    h = RHINE.board.grid.parse(place)
    s.turn, s.at[RHINE.unit_ids["159ID"]] = turn, h
    s.occupied[1] |= 1 << h
    if cut_off:
        s.occupied[0] |= RHINE.board.grid.neighbours(1 << h) & RHINE.land & ~s.occupied[1]
    return s, h


@pytest.mark.parametrize(("turn", "cut_off", "door"), [(3, True, False), (3, False, True), (4, True, True)])
def test_a_german_unit_cut_off_on_the_edge_before_turn_4_is_not_a_danger(turn, cut_off, door):
    """It is lost at the end of the turn (8.8); from Turn 4 on it leaves, in supply or not (4.4)."""
    s, h = on_the_edge(turn, cut_off)
    assert bool(RHINE.doctrine.enemy_exits(s, 0) >> h & 1) is door


@pytest.mark.parametrize(("turn", "place", "goal"), [(1, "2417S", True), (4, "2417S", True), (3, "2415S", False)])
def test_germans_on_the_west_edge_are_a_goal_for_the_allies(turn, place, goal):
    """They leave the map and win with their next move from Turn 4 on (4.4)."""
    s, h = on_the_edge(turn, False, place)
    assert (h in RHINE.doctrine.goals(s, 0)) is goal
    assert h not in RHINE.doctrine.goals(s, 1)


@pytest.mark.parametrize(("turn", "goal"), [(3, True), (4, False)])
def test_hexes_that_cut_such_germans_off_are_a_goal_before_turn_4(turn, goal):
    s, h = on_the_edge(turn, False)
    beside = set(bits(RHINE.lines.next(1 << h)))
    goals = RHINE.doctrine.goals(s, 0)
    assert (beside <= goals.keys()) is goal
    assert all(goals[other] < goals[h] for other in beside & goals.keys())


def test_no_unit_in_danger_has_a_negative_value_on_the_rhine():
    """Otherwise a commander would sacrifice threatened units."""
    doctrine, s = RHINE.doctrine, advanced(9)
    for u in range(len(RHINE.counters)):
        weight = 0.5 * (doctrine.attack(s, u) + doctrine.defense(s, u))
        assert doctrine.danger_weight * doctrine.worth(s, u) <= doctrine.strength_value * weight + 1e-9


def worth_by_turn(name, turns, side=0):
    h, out = RHINE.board.grid.parse(name), []
    for turn in turns:
        s = advanced(9)
        s.turn = turn
        out.append(RHINE.doctrine.goals(s, side)[h])
    return out


@pytest.mark.parametrize(("place", "last"), [("2407S", 6), ("1412N", 5)])
def test_goals_of_the_turn_6_check_gain_worth_as_it_comes_nearer(place, last):
    """Strasbourg must be Allied at the end of Turn 6 (4.5); Antwerp opens in the turn after its hexes are taken
    (8.15), so by then it is too late."""
    worths = worth_by_turn(place, range(1, last + 1))
    assert worths == sorted(worths)
    assert worths[-1] > 2 * worths[-2] > 2 * worths[0]
    assert worth_by_turn(place, [last + 1])[0] < worths[-1]


def scored(turn, allied):
    """The score of hexes for the Allies in a turn."""
    s, other = advanced(9), advanced(9)
    s.turn = other.turn = turn
    s.allied |= allied
    return RHINE.doctrine.score(s) - RHINE.doctrine.score(other)


def test_a_city_in_germany_gains_worth_just_before_the_check():
    """One of them is needed on Turn 6 (4.5); taken earlier, it must be kept (4.4)."""
    aachen = 1 << RHINE.board.grid.parse("2305N")
    assert RHINE.cities_inside & aachen
    early, late = scored(2, aachen), scored(6, aachen)
    assert 0 < early < RHINE.doctrine.vital_penalty / 10
    assert late > RHINE.doctrine.vital_penalty


def test_german_reinforcements_arrive_behind_the_wall():
    """Units that are due arrive in the hexes of 9.1: sources and the intact West Wall in supply."""
    s = advanced(9)
    s.turn = 3
    hexes, strength = RHINE.doctrine.reinforcements(s, 1)
    germans = bits(RHINE.units_of[1] & ~RHINE.roster.codes["WR"])
    due = [u for u in germans if s.at[u] == DUE and s.due_turn[u] <= 3]
    assert due
    assert strength == sum(max(RHINE.roster.attack[u]) for u in due)
    assert hexes == ports(RHINE, s, due[0])
    s.turn = 1
    assert RHINE.doctrine.reinforcements(s, 1) == (0, 0.0), "nobody comes on Turn 1"


def test_an_earlier_victory_has_a_larger_margin():
    margins = []
    for turn in (4, 5, 6):
        s = advanced(0)
        s.turn, s.over, s.won = turn, 1, RUHR
        margins.append(RHINE.doctrine.margin(s))
    assert margins == sorted(margins, reverse=True)


# -- Watch on the Oder -----------------------------------------------------------------------------

ODER = grognard.game("oder")


@pytest.mark.parametrize(("turn", "side", "last"), [(8, 1, True), (8, 0, False), (7, 1, False)])
def test_the_soviet_has_the_last_move_on_the_oder(turn, side, last):
    """The German moves first in every turn (5.0), so it cannot attack after the last Soviet move."""
    s = on_the_move(ODER)
    s.turn, s.phasing = turn, side
    able = [u for u in range(len(ODER.counters)) if ODER.roster.attack[u] > 0 and not ODER.roster.shock >> u & 1]
    german, soviet = (next(u for u in able if ODER.side_of[u] == i) for i in (0, 1))
    assert ODER.doctrine.has_last_move(s, side) is last
    assert not ODER.doctrine.has_last_move(s, 1 - side)
    assert (ODER.doctrine.attack(s, german) == 0) is last
    assert ODER.doctrine.attack(s, soviet) == ODER.roster.attack[soviet]


@pytest.mark.parametrize("game", [ODER, RHINE], ids=["oder", "rhine"])
def test_a_unit_that_cannot_move_has_no_goal_but_its_own_hex(game):
    maps = Maps(game, on_the_move(game))
    s, fixed = maps.s, 0
    for side in (0, 1):
        aims = Aims(maps, side)
        for u in maps.units[side]:
            if not game.doctrine.speed(s, u):
                fixed += 1
                assert u not in aims.goal_of or aims.goal_of[u].hexes >> s.at[u] & 1
            else:
                assert u in aims.goal_of
    assert fixed
