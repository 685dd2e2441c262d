"""Every moment of random play can be saved, copied and written as a position; offers follow from what a side knows."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import grognard
from grognard import Match
from grognard.engine.actions import Actions
from grognard.engine.dice import KeyedDice
from tests.aachen.kit import act, real, table
from tests.rules import rule

#: How often a random player takes a verb, so that something happens; others once.
WEIGHTS = {"move": 20, "attack": 20, "resolve": 20, "react": 8, "stack": 8, "select": 8, "to": 8, "refit": 5, "act": 8}

#: Close quarters: moves, reactions, infiltration, lone HQs, overstacked hexes and battles at every step.
FRONT = (
    "1-HQ=2410 1-I/16=2411 1-745=2411 1-I/18=2412 1-634=2412 1-II/18=2511 1-III/18=2310 3A-HQ=2307 3A-I/32=2412 "
    "3A-I/36=2308 4Cav=2309 526-HQ=2616 526-328=2512 526-453=2413 526-473=2613 9P-HQ=2515 9P-11=2514 9P-2105P=2514 "
    "9P-10=2414 394=2413 34MG=2615"
)
TOWNS = {"us": "2209 2205 2008", "german": "2816 2718 2913 3018"}


def front(seed: int, side: str = "us 1-HQ") -> Match:
    match = act(side, FRONT, "assigned 4Cav=1 394=7", **TOWNS)
    match.dice = KeyedDice(str(seed))
    return match


def phase(seed: int) -> Match:
    match = table("ops", FRONT, "assigned 4Cav=1 394=7", turn=2, **TOWNS)
    match.dice = KeyedDice(str(seed))
    return match


def whole(seed: int, scenario: str) -> Match:
    return grognard.new(real(), scenario, seed)


def moments(match: Match, seed: int, count: int) -> Iterator[Match]:
    """A match after each of some random choices."""
    rng = random.Random(seed)
    match._settle()
    for _ in range(count):
        if match.over:
            return
        yield match
        by_verb: dict[str, list[str]] = {}
        for text in match.actions.texts():
            by_verb.setdefault(text.split()[0], []).append(text)
        verbs = list(by_verb)
        verb = rng.choices(verbs, [WEIGHTS.get(verb, 1) for verb in verbs])[0]
        match.play(rng.choice(by_verb[verb]))


CASES = [
    pytest.param(lambda seed: front(seed), 150, id="front"),
    pytest.param(lambda seed: front(seed, "german 526-HQ"), 100, id="german"),
    pytest.param(lambda seed: phase(seed), 150, id="ops"),
    pytest.param(lambda seed: whole(seed, "stolberg"), 120, id="stolberg"),
    pytest.param(lambda seed: whole(seed, "campaign"), 60, id="campaign"),
    pytest.param(lambda seed: whole(seed, "first-blood"), 80, id="first-blood"),
]


@pytest.mark.parametrize(("begin", "count"), CASES)
@pytest.mark.parametrize("seed", [1, 2, 3])
@rule("aachen", "6.4", "6.4.3")
def test_every_frame_can_be_copied_and_written_as_a_position(begin, count: int, seed: int) -> None:  # type: ignore[no-untyped-def]
    for match in moments(begin(seed), seed, count):
        text = match.position()
        again = grognard.setup(text, of=match.game, dice=[])
        assert again.position() == text
        assert again.side == match.side
        assert again.actions.texts() == match.actions.texts()
        assert again.prompt == match.prompt
        assert match.state.copy() == match.state


@pytest.mark.parametrize(("begin", "count"), CASES)
@pytest.mark.parametrize("seed", [4, 5, 6])
@rule("aachen", "5.3.4", "5.3.4a")
def test_what_a_side_may_do_follows_from_what_it_knows(begin, count: int, seed: int) -> None:  # type: ignore[no-untyped-def]
    for match in moments(begin(seed), seed, count):
        if match.side not in match.game.sides:
            continue
        shown = match.moment().shown(match.side)
        assert Actions(match.game, shown).texts() == match.actions.texts(), match.position()  # type: ignore[arg-type]
        guess = match.resample(match.side, random.Random(seed))
        assert Actions(match.game, guess).texts() == match.actions.texts(), match.position()


@pytest.mark.parametrize("seed", [7, 8])
@rule("aachen", "6.4", "7.5.3")
def test_a_saved_match_plays_on_like_the_one_that_was_not_saved(seed: int) -> None:
    match = front(seed)
    for _ in moments(match, seed, 80):
        pass
    moved = [entry.action for entry in match.journal]
    again = act("us 1-HQ", FRONT, "assigned 4Cav=1 394=7", **TOWNS)
    again.play(*moved)
    assert again.position() == match.position()
