"""Hints: an order that can be carried out, with a reason."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace

import pytest

import grognard
from grognard import Action
from grognard.ai import commanders
from grognard.ai.fight.allocator import Allocator
from grognard.ai.maps import Maps
from grognard.ai.plan.planner import Plan, Planner
from grognard.engine.advice import Hint
from grognard.mechanics.reading import AttackReading

from ..engine import fog
from ..generic.play import LIBRARY, begin
from .helpers import LEVELS, PHASED, first_of_each_step, gives_orders, match_at, moments, played, scenario_of, staff

#: Steps that players meet in every game with phases, and those that only some games have.
COMMON = {"movement", "move", "combat", "declare", "choose-advance"}
OWN = {
    "aachen": {"act", "move", "choose", "react", "assign", "reinforce", "relocate", "reorganize"},
    "hurtgen": {"retreat-step", "final-protective-fire"},
    "oder": {"declaration", "set-up", "lose", "remove-overstack"},
    "reich": {"declare-points", "lose", "mobile-assault", "place-reinforcements", "place-strafers", "choose-priority"},
    "rhine": {"declaration", "set-up", "reinforce", "lose", "sector", "retreat-together"},
}
every_game = pytest.mark.parametrize("game", LIBRARY, ids=[game.id for game in LIBRARY])


@cache
def steps(game):
    """By step: a state in which it asks for a decision."""
    scenario = scenario_of(game)
    return scenario, first_of_each_step(game, scenario)


@every_game
def test_hints_are_asked_for_in_all_kinds_of_steps(game):
    """Otherwise the tests below would prove little."""
    _, found = steps(game)
    common = COMMON if game in PHASED else set()
    assert set(found) >= common | OWN[game.id]


@every_game
@pytest.mark.parametrize("level", ["recruit", "captain", "colonel"])
def test_a_hint_can_be_carried_out_in_every_step(game, level):
    scenario, found = steps(game)
    for name, state in found.items():
        match = match_at(game, scenario, state)
        hint = match.hint(level, seed=4, evaluations=3)
        assert (hint.side, hint.level) == (match.side, level)
        assert hint.actions, name
        assert hint.texts == tuple(game.notation.text(action) for action in hint.actions)
        assert hint.sentence.endswith("."), hint.sentence
        assert hint.sentence == hint.sentence.strip()
        assert hint.sentence[0].isupper() or hint.sentence[0].isdigit() or hint.sentence.startswith(hint.texts[0])
        for text in hint.texts:
            assert text in match.actions, f"{name}: {hint.texts}"
            match.play(text)


@every_game
def test_a_hint_changes_nothing_and_is_reproducible(game):
    scenario, found = steps(game)
    orders = [name for name, state in found.items() if name == "combat" or gives_orders(game, state)]
    assert orders
    for name in orders:
        match = match_at(game, scenario, found[name])
        before = match.position()
        answers = {match.hint("colonel", seed=2, evaluations=4) for _ in range(2)}
        assert len(answers) == 1
        assert match.position() == before
        assert match.version == 0


def test_a_general_gives_advice_too():
    game = PHASED[0]
    scenario, found = steps(game)
    hint = match_at(game, scenario, found["movement"]).hint("general", evaluations=4)
    assert isinstance(hint, Hint)
    assert hint.level == "general"


def test_a_hint_for_a_move_includes_its_destination():
    """A hint names the unit and its destination."""
    for game in PHASED:
        scenario, found = steps(game)
        verbs = [action.verb for action in match_at(game, scenario, found["movement"]).hint("captain").actions]
        assert verbs == ["done"] or (verbs[0] == "select" and len(verbs) > 1)


def test_there_is_a_hint_for_a_selected_unit():
    for game in PHASED:
        scenario, found = steps(game)
        match = match_at(game, scenario, found["move"])
        hint = match.hint("captain")
        assert hint.texts[0] in match.actions


@pytest.mark.parametrize("game", [game for game in PHASED if game.id != "rhine"], ids=lambda game: game.id)
@pytest.mark.parametrize("level", ["captain", "colonel"])
def test_a_selected_unit_is_sent_to_its_hex_in_the_plan(game, level):
    """To its garrison, its post, or the hex it attacks from. On the Rhine each plan is based on a guess."""
    scenario, told, missed = next(iter(game.scenarios)), 0, 0
    for state in moments(game, scenario, each=5, most=600):
        if game.step(state).name != "movement" or told > 4:
            continue
        planner = Planner(Maps(game, state), state.phasing)
        for unit, spot in planner.assign(Plan()).spots.items():
            match = match_at(game, scenario, state)
            if state.at[unit] == spot or f"select {game.counters[unit].id}" not in match.actions:
                continue
            match.play(f"select {game.counters[unit].id}")
            if game.offer(match.state).get("move", 0) >> spot & 1:
                hint = match.hint(level, seed=4, evaluations=2)
                missed += hint.actions != (Action("move", spot),)
                told += 1
    assert told
    assert missed <= told // 5, "selecting a unit may change what others may do, and with it the plan"


@pytest.mark.parametrize(
    ("args", "frame", "hand", "unit"),
    [
        (("unit", "hex", "unit"), (0, 7, 30, 9), [], 9),
        (("unit", "hex", "unit"), (0, 7, 30, -1), [], 7),
        (("number",), (0, 4), [3, 8], 8),
        (("side", "unit"), (0, 1, -1), [], -1),
    ],
)
def test_the_last_selected_unit_is_the_active_one(args, frame, hand, unit):
    """A corps of the Rhine is exchanged for a unit, which is then the active one (12.6)."""
    game = SimpleNamespace(steps=[SimpleNamespace(args=args)])
    found = AttackReading(game).hand(SimpleNamespace(agenda=[frame], hand=hand, over=0))
    assert (found[-1] if found else -1) == unit


def test_the_reason_for_an_order_of_phases_names_the_gain_of_its_attacks():
    """The plain sum, without the preference for combat first."""
    game = next(game for game in PHASED if game.id == "oder")
    fights_first = 0
    for state, action in played(game, begin(game, "campaign"), staff(game, "captain"), seed=2):
        if game.step(state).name != "declaration":
            continue
        hint = match_at(game, "campaign", state).hint("captain")
        after = state.copy()
        game.do(after, action)
        maps, mobile = Maps(game, after), game.doctrine.combat_follows(after)
        attacks = Allocator(maps, after.phasing, maps.units[after.phasing], mobile=mobile).allocate()
        assert f"expected gain: {sum(attack.gain for attack in attacks):.1f} points" in hint.sentence
        fights_first += not mobile
    assert fights_first


def test_a_reason_names_units_and_places_as_players_do():
    """In each game, some reason for a move contains the unit's name."""
    for game in PHASED:
        scenario, found = steps(game)
        hint = match_at(game, scenario, found["movement"]).hint("captain")
        if hint.actions[0].verb == "select":
            assert game.counters[hint.actions[0].arg].id in hint.sentence


@pytest.mark.parametrize("level", commanders())
def test_there_is_a_hint_without_a_doctrine(level):
    game = fog.GAME
    match = grognard.new(game, seed=1)
    hint = match.hint(level, evaluations=2)
    assert hint.texts[0] in match.actions
    assert hint.sentence.endswith(".")


def test_an_unknown_commander_is_refused():
    match = grognard.new(PHASED[0], seed=1)
    with pytest.raises(ValueError, match="unknown commander 'napoleon'") as caught:
        match.hint("napoleon")
    assert all(level in str(caught.value) for level in commanders())


def test_there_is_no_hint_when_the_game_is_over():
    game = PHASED[0]
    scenario = next(iter(game.scenarios))
    state = begin(game, scenario)
    list(played(game, state, staff(game, "recruit")))
    with pytest.raises(ValueError, match="the game is over"):
        match_at(game, scenario, state).hint("captain")


def test_there_is_no_hint_for_the_dice():
    game = PHASED[0]
    match = grognard.setup(
        "game hurtgen\nturn 3\nphase us combat\nat 1/8=1010 1/983=1011", dice=(), of=grognard.game("hurtgen")
    ).play("attack 1011", "with 1/8", "resolve")
    assert match.side == "dice"
    with pytest.raises(ValueError, match="dice are rolled next"):
        match.hint("captain")
    assert game.seat(match.state) == "dice"


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_has_a_description(level):
    assert commanders()[level].about.endswith(".")
    assert commanders()[level].make(3).name == level
