"""Random play of every scenario to its end: whatever happens, the laws of the table hold."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from typing import Any

import pytest

import grognard
from grognard import Action, Match, Refusal
from grognard.engine.action import NotationError
from grognard.engine.actions import Actions
from grognard.engine.game import Game
from grognard.engine.position import position_header, position_state, position_text
from grognard.engine.step import DICE
from grognard.lab import forge, try_action

from .mangle import Mangler
from .play import begin, every_game, every_kept_position, every_scenario, journey, match_journey, position, wander

#: Two ways to choose at random, and so two kinds of games: see choose.
SEEDS = (1, 2)


@every_scenario
def test_every_game_comes_to_its_end_with_a_result(game: Game, scenario: str) -> None:
    for seed in (*SEEDS, 3, 4):
        for state in journey(game, scenario, seed):  # noqa: B007
            pass
        assert state.over
        result = game.result(state)
        assert result is not None
        assert result.level
        assert result.winner in (*game.sides, "")
        assert game.seat(state) == ""
        assert game.offer(state) == {}


@every_scenario
def test_the_invariants_hold_at_every_step(game: Game, scenario: str) -> None:
    for seed in SEEDS:
        for state in journey(game, scenario, seed):
            assert game.position_errors(state) == []
            assert state.over or game.seat(state) in (*game.sides, DICE)


@every_scenario
def test_every_counter_is_somewhere(game: Game, scenario: str) -> None:
    fields = [f for f in game.state_type.fields if f.kind == "places"]
    assert fields
    boxes = {game.box(name) for name in game.boxes}
    for state in journey(game, scenario, 1):
        for field in fields:
            places = getattr(state, field.name)
            assert len(places) == len(game.counters)
            for place in set(places) - boxes:
                assert place >= 0, "in no box, and not on the map"
                assert game.in_play(state) >> place & 1


@every_scenario
def test_derived_fields_follow_from_the_others(game: Game, scenario: str) -> None:
    derived = [f.name for f in game.state_type.fields if f.derived]
    for number, state in enumerate(journey(game, scenario, 2)):
        if derived and number % 5 == 0:
            again = state.copy()
            game.refresh(again)
            for name in derived:
                assert getattr(again, name) == getattr(state, name), (name, position(game, scenario, state))


@every_scenario
def test_a_copy_is_equal_and_independent(game: Game, scenario: str) -> None:
    kept = None
    for number, state in enumerate(journey(game, scenario, 1)):
        copy = state.copy()
        assert copy == state
        if number % 50 == 0:
            if kept is not None:
                old, text = kept
                assert position(game, scenario, old) == text, "play went on and changed a copy"
            kept = copy, position(game, scenario, copy)
            offer = game.offer(copy)
            assert offer == game.offer(state)
            assert copy == state, "looking changes nothing"


@every_scenario
def test_position_text_there_and_back(game: Game, scenario: str) -> None:
    for seed in SEEDS:
        for number, state in enumerate(journey(game, scenario, seed)):
            if number % 2 and not state.over:
                continue
            text = position(game, scenario, state)
            again = grognard.setup(text, of=game, dice=[])
            assert again.state == state, text
            assert again.position() == text
            assert game.offer(again.state) == game.offer(state)
            assert again.scenario.id == scenario


@every_scenario
def test_asking_for_one_action_agrees_with_listing_them_all(game: Game, scenario: str) -> None:
    """A step may answer by a shorter way whether one action is legal: it must be the same answer."""
    rng = random.Random(5)
    met: Counter[str] = Counter()
    for seed in (*SEEDS, 3):
        for state in journey(game, scenario, seed):
            if state.over:
                break
            name = game.step(state).name
            met[name] += 1
            offer = game.offer(state)
            assert all(args >= 0 for args in offer.values())
            # Everything is asked of every step at first, and of the frequent ones less often later.
            for action in questions(game, state, rng, thorough=rng.random() < max(0.03, 60 / met[name])):
                legal = bool(offer.get(action.verb, 0) >> action.arg & 1)
                assert game.permits(state, action) == legal, (action, position(game, scenario, state))


def questions(game: Game, state: Any, rng: random.Random, *, thorough: bool) -> list[Action]:
    """Actions worth asking about: the step's verbs with the arguments they may mean, and a few of any kind."""
    every = [(verb, game.verbs[verb].kind) for verb in game.step(state).verbs]
    out = [Action(verb, arg) for verb, kind in every if kind == "none" for arg in (0, 1)]
    out += [Action(verb, rng.randrange(game.board.grid.size)) for verb in rng.sample(sorted(game.verbs), 3)]
    if thorough:
        held = {place for f in state.fields if f.kind == "places" for place in getattr(state, f.name) if place >= 0}
        near = sorted(held | {n for h in held for n in game.board.grid.neighbour_list(h)})
        args = {"unit": range(len(game.counters)), "hex": near, "number": range(25), "side": range(4)}
        out += [Action(verb, arg) for verb, kind in every if kind != "none" for arg in args.get(kind, range(6))]
        out += list(Actions(game, state))
    return out


@every_scenario
def test_every_step_says_what_it_asks_by_which_rule_and_in_words_that_can_be_read_back(
    game: Game, scenario: str
) -> None:
    rng = random.Random(6)
    for state in journey(game, scenario, 2):
        if state.over:
            break
        prompt = game.prompt(state)
        assert prompt.text
        assert prompt.rule
        actions = Actions(game, state)
        for action in (actions[rng.randrange(len(actions))] for _ in range(3)):
            text = game.notation.text(action)
            assert game.notation.parse(text) == action


def is_order(match: Match, action: Any) -> bool:
    """Whether an action is a standing order that may be given now."""
    if not isinstance(action, Action) or action.verb not in match.game.order_verbs:
        return False
    return match.game.accepts(match.state, action)


@every_scenario
def test_forged_actions_are_refused_with_a_reason_and_change_nothing(game: Game, scenario: str) -> None:
    rng = random.Random(7)
    refused = 0
    seed = 0
    while refused < 2000:
        seed += 1
        for number, match in enumerate(match_journey(game, scenario, seed, dice=[])):
            if number % 3:
                continue
            before, journal = match.state.copy(), len(match.journal)
            for _ in range(3):
                action = forge(rng, game)
                if action in match.actions or is_order(match, action):
                    continue
                with pytest.raises(Refusal) as caught:
                    match.play(action)
                assert caught.value.why
                assert caught.value.rule or isinstance(caught.value, NotationError) or match.over
                assert match.state == before
                assert len(match.journal) == journal
                refused += 1


@every_game
def test_mangled_positions_are_played_or_refused_but_never_crash(game: Game) -> None:
    scenario = next(iter(game.scenarios))
    texts = [position(game, scenario, s) for number, s in enumerate(journey(game, scenario, 1)) if number % 17 == 0]
    mangler = Mangler(texts, random.Random(8))
    refused = 0
    for _ in range(400):
        text = mangler.text()
        try:
            match = grognard.setup(text, of=game, dice=[])
        except grognard.PositionError:
            refused += 1
        else:
            assert match.over or len(match.actions), text
            for side in (*game.sides, ""):
                match.view(side)
    assert 50 < refused < 400


@every_scenario
def test_the_beginning_does_not_depend_on_what_was_played_before(game: Game, scenario: str) -> None:
    first = begin(game, scenario)
    for _ in journey(game, scenario, 3):
        pass
    assert begin(game, scenario) == first


@every_kept_position
def test_games_go_on_lawfully_from_kept_positions(game: Game, text: str) -> None:
    start = position_state(game, text)
    assert position_text(game, start, position_header(text)[1]) == text
    derived = [f.name for f in game.state_type.fields if f.derived]
    for seed in SEEDS:
        rng = random.Random(seed)
        for number, state in enumerate(islice(wander(game, start.copy(), rng, seed), 240)):
            if number % 8:
                continue
            assert game.position_errors(state) == []
            again = state.copy()
            game.refresh(again)
            assert all(getattr(again, name) == getattr(state, name) for name in derived)
            if not state.over and game.seat(state) != DICE:
                answer = try_action(game, state, forge(rng, game))
                assert not answer.fault
