"""Refusals are true, in every game and scenario: each claim of fact is checked against the position.

A game's claims with their checks are in ``facts.py`` beside its tests. A sentence that no claim fits fails here, so a
new row needs a check. More refusals than a test can afford:

    python -m tests.generic.test_truth GAME --refusals 100000 --first 1
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from typing import Any, NamedTuple

import pytest

import grognard
from grognard import Action, Refusal
from grognard.engine.game import Game
from grognard.engine.position import position_state
from grognard.engine.step import DICE
from grognard.hexes import bits
from tests.kit.facts import Oracle

from .play import LIBRARY, journey, position, wander
from .rows import Slot, heard, rare

SCENARIOS = [(game, scenario) for game in LIBRARY for scenario in game.scenarios]
#: A row is asked for a sentence at most so often in a test, and a decision looked at so often, and then now and then.
PER_ROW, NOW_AND_THEN = 60, 0.1
#: Positions made up for a seed, and choices made from each.
SCENES, CHOICES = 40, 60


class Refused(NamedTuple):
    """An illegal action, the position as the deciding side knows it, and the refusal."""

    state: Any
    action: Action
    refusal: Refusal


def facts(game: Game[Any]) -> Any:
    """The tests of a game's refusals: the claims in ``ORACLE``, and ``scene``, which invents positions."""
    return import_module(f"tests.{game.id}.facts")


def oracle(game: Game[Any]) -> Oracle:
    """The claims of a game's refusals."""
    found: Oracle = facts(game).ORACLE
    return found


def refusals(
    game: Game[Any], states: Iterator[Any], rng: random.Random, said: Counter[Any], most: int
) -> Iterator[Refused]:
    """Refused actions of a random game: of each row that speaks at a decision one, chosen at random."""
    for state in states:
        seat = "" if state.over else game.seat(state)
        step = game.step(state)
        if seat in ("", DICE):
            continue
        said[step.name] += 1
        if said[step.name] > most and rng.random() > NOW_AND_THEN:
            continue
        for slot, args in heard(game, state):
            if said[slot] < most:
                said[slot] += 1
                action = Action(slot.verb, rng.choice(list(bits(args))))
                shown = game.redact(state, game.giver(state, action))
                yield Refused(shown, action, game.refusal(shown, action))


def in_games(game: Game[Any], scenario: str, seed: int, said: Counter[Any], most: int) -> Iterator[Refused]:
    """Refused actions of a whole random game."""
    rng = random.Random(f"truth/{game.id}/{scenario}/{seed}")
    return refusals(game, journey(game, scenario, seed), rng, said, most)


def in_scenes(game: Game[Any], seed: int, said: Counter[Any], most: int) -> Iterator[Refused]:
    """Refused actions after a position that the game's tests make up: units in a tangle, where rare rules speak."""
    rng = random.Random(f"scene/{game.id}/{seed}")
    for way, state in enumerate(scenes(game, rng, SCENES)):
        yield from refusals(game, islice(wander(game, state, rng, way), CHOICES), rng, said, most)


def scenes(game: Game[Any], rng: random.Random, number: int) -> Iterator[Any]:
    """Positions that the game's tests make up."""
    for _ in range(number):
        state = position_state(game, facts(game).scene(rng))
        game.run(state)
        yield state


def complaint(game: Game[Any], scenario: str, found: Refused) -> str:
    """The error in a refusal, with a position that shows it."""
    state, action, refusal = found
    wrong = oracle(game).complaint(game, state, action, refusal)
    text = game.notation.text(action)
    return f"{text}: {refusal}: {wrong}\n{position(game, scenario, state)}" if wrong else ""


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS, ids=[f"{game.id}-{name}" for game, name in SCENARIOS])
def test_refusals_are_true(game: Game[Any], scenario: str) -> None:
    said: Counter[Any] = Counter()
    for seed in (1, 2):
        for found in in_games(game, scenario, seed, said, PER_ROW):
            assert not complaint(game, scenario, found)
    assert sum(count for key, count in said.items() if isinstance(key, Slot)) > 500


@pytest.mark.parametrize("game", LIBRARY, ids=[game.id for game in LIBRARY])
def test_rare_refusals_are_true(game: Game[Any]) -> None:
    for line in rare(game):
        played, state = line.game(game), line.state(game)
        action = played.notation.parse(line.action)
        shown = played.redact(state, played.giver(state, action))
        assert not complaint(played, "", Refused(shown, action, played.refusal(shown, action))), line


def main() -> None:
    """Check many refusals of a game and print what is false."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--refusals", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--often", type=int, default=1_000_000, help="sentences asked of a row at most")
    parser.add_argument("--scenes", action="store_true", help="only positions made up")
    options = parser.parse_args()
    game = grognard.game(options.game)
    checked, seed, wrong, said = 0, options.first, Counter[str](), Counter[Any]()
    while checked < options.refusals:
        for scenario in ("",) if options.scenes else (*game.scenarios, ""):
            source = (
                in_games(game, scenario, seed, said, options.often)
                if scenario
                else in_scenes(game, seed, said, options.often)
            )
            for found in source:
                checked += 1
                problem = complaint(game, scenario, found)
                if problem:
                    key = _outline(problem)
                    wrong[key] += 1
                    if wrong[key] <= 2:
                        print(problem, flush=True)
        seed += 1
    print(f"{options.game}: {checked} refusals of seeds {options.first} to {seed - 1}: {sum(wrong.values())} wrong")
    for key, count in wrong.most_common():
        print(f"{count:7} {key}")
    claims = oracle(game)
    for claim in claims.claims:
        if not claims.met[claim]:
            print(f"never met: {claim.rule} {claim.sentence}")


def _outline(problem: str) -> str:
    """A complaint without what differs from one position to the next."""
    first = problem.splitlines()[0].partition(": ")[2]
    return " ".join(word for word in first.split() if not any(letter.isdigit() for letter in word))


if __name__ == "__main__":
    main()
