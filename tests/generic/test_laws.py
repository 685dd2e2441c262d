"""Rows of rules mean what they say, in every game and scenario: the laws that all rows keep."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from grognard.engine.game import Game
from grognard.engine.limits import Case, Law, Only, Row
from grognard.engine.step import DICE, Step
from grognard.hexes import bits

from .play import LIBRARY, every_scenario, journey, position
from .rows import Slot, heard, rare, slots

#: A step is asked at most so often about all its arguments, and after that now and then.
OFTEN = 25


def moments(game: Game[Any], scenario: str) -> Iterator[tuple[Any, Step[Any, Any]]]:
    """Decisions of random games, the frequent ones less often."""
    met: Counter[str] = Counter()
    rng = random.Random(11)
    for seed in (1, 2):
        for state in journey(game, scenario, seed):
            if state.over or game.seat(state) == DICE:
                continue
            step = game.step(state)
            met[step.name] += 1
            if met[step.name] <= OFTEN or rng.random() < 0.02:
                yield state, step


def one_by_one(row: Row[Any], c: Case[Any, Any], args: int) -> int:
    """The arguments that a row keeps, each judged alone."""
    return sum(row.remaining(c, 1 << arg) for arg in bits(args))


def before(law: Law, c: Case[Any, Any]) -> Iterator[tuple[Row[Any], int, int]]:
    """Each row of a verb, the arguments that come to it, and those it leaves; no row is asked when none are left."""
    args = law.every
    for row in law.rows:
        if not args:
            return
        left = row.remaining(c, args)
        yield row, args, left
        if row.binds:
            args = left


@every_scenario
def test_a_row_adds_nothing_and_judges_each_argument_by_itself(game: Game[Any], scenario: str) -> None:
    for state, step in moments(game, scenario):
        for law in step.laws.values():
            c = step.make_case(state)
            for row, args, left in before(law, c):
                where = (step.name, law.verb, row.rule, row.location, position(game, scenario, state))
                assert left & ~args == 0, where
                if isinstance(row, Only):
                    assert left in (0, args), where
                elif not row.compares:
                    assert one_by_one(row, step.make_case(state), args) == left, where


@every_scenario
def test_a_reason_takes_away_nothing_that_is_legal(game: Game[Any], scenario: str) -> None:
    for state, step in moments(game, scenario):
        for law in step.laws.values():
            c = step.make_case(state)
            legal = law.legal(c)
            for row in law.rows if legal else ():
                assert row.remaining(c, legal) == legal, (
                    step.name,
                    law.verb,
                    row.location,
                    position(game, scenario, state),
                )


@every_scenario
def test_an_offer_is_what_the_rows_leave(game: Game[Any], scenario: str) -> None:
    """A step that writes its offer by hand says the same as its rows."""
    for state, step in moments(game, scenario):
        c = step.make_case(state)
        offer = {verb: args for verb, args in step.offer(state).items() if args}
        assert {law.verb: args for law in step.laws.values() if (args := law.legal(c))} == offer
        assert set(step.laws) == set(step.verbs), f"{step.name} has verbs without rows, or rows without a verb"


@every_scenario
def test_every_sentence_can_be_filled_in_and_names_a_rule(game: Game[Any], scenario: str) -> None:
    for state, step in moments(game, scenario):
        shown = game.redact(state, game.seat(state))
        for law in step.laws.values():
            refused = law.every & ~law.legal(step.make_case(state))
            for arg in sample(refused, 12):
                refusal = step.refuse(shown, law.verb, arg)
                where = (step.name, law.verb, arg, str(refusal))
                assert refusal.rule, where
                assert refusal.why.strip() == refusal.why != "", where
                assert not set("{}") & set(refusal.why), where


def sample(args: int, most: int) -> list[int]:
    """Some members of a set, spread over it."""
    found = list(bits(args))
    return found[:: max(1, len(found) // most)]


def heard_in_games(game: Game[Any]) -> set[Slot]:
    """The rows that speak in a few random games of each scenario."""
    found: set[Slot] = set()
    silent = Counter(slot.step for slot in slots(game))
    for scenario in game.scenarios:
        for seed in (1, 2):
            for state in journey(game, scenario, seed):
                name = game.step(state).name
                if state.over or not silent[name]:
                    continue
                new = {slot for slot, _ in heard(game, state)} - found
                silent[name] -= len(new)
                found |= new
    return found


@pytest.mark.parametrize("game", LIBRARY, ids=[game.id for game in LIBRARY])
def test_no_row_is_always_silent(game: Game[Any]) -> None:
    """Each row is somewhere the first to take an argument away: in a few random games, or in a rare position."""
    names = slots(game)
    known = heard_in_games(game)
    told = [line.speaker(game) for line in rare(game)]
    assert None not in told, f"rare/{game.id}.txt, refusal {told.index(None) + 1}: nothing refuses this action"
    assert len(set(told)) == len(told), "a row has two rare refusals"
    assert not [names[slot] for slot in names.keys() - known - set(told)]
