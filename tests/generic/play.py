"""Every game and scenario there is, and random journeys through them.

The library's games, and the engine's toys: those have secrets, reactions and chits, so that a test
here is a test even while no game of the library has them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

import grognard
from grognard import Action, Match
from grognard.engine.actions import pick
from grognard.engine.game import Game
from grognard.engine.position import position_header, position_text
from grognard.engine.record import replay as replay_with
from grognard.engine.step import DICE

from ..engine import fog, skirmish

HERE = Path(__file__).parent
LIBRARY: tuple[Game, ...] = tuple(grognard.game(name) for name in grognard.games())
GAMES: tuple[Game, ...] = (*LIBRARY, skirmish.GAME, fog.GAME, fog.QUICK)
SCENARIOS = [(game, scenario) for game in GAMES for scenario in game.scenarios]

T = TypeVar("T", bound=Callable[..., None])


def every_scenario(test: T) -> T:
    ids = [f"{game.id}-{scenario}" for game, scenario in SCENARIOS]
    marked: T = pytest.mark.parametrize(("game", "scenario"), SCENARIOS, ids=ids)(test)
    return marked


def every_game(test: T) -> T:
    marked: T = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])(test)
    return marked


def every_kept_position(test: T) -> T:
    """For each text in ``positions/``: moments of commanders' games that random games seldom come to."""
    files = sorted((HERE / "positions").glob("*.txt"))
    texts = [path.read_text(encoding="utf-8") for path in files]
    given = [(grognard.game(position_header(text)[0]), text) for text in texts]
    marked: T = pytest.mark.parametrize(("game", "text"), given, ids=[path.stem for path in files])(test)
    return marked


def begin(game: Game, scenario: str) -> Any:
    """A state at the first decision of a scenario, dice included."""
    state = game.start(game.scenarios[scenario], {})
    game.run(state)
    return state


def choose(game: Game, state: Any, rng: random.Random, seed: int) -> Action:
    """A random legal action. With an odd seed each is as likely as any other; with an even one each verb
    is, which makes shorter games in which rare decisions come up more often.
    """
    offer = {verb: args for verb, args in game.offer(state).items() if args}
    assert offer, f"dead end in the step {game.step(state).name!r}"
    if seed % 2:
        return pick(offer, rng.randrange(sum(args.bit_count() for args in offer.values())))
    verb = rng.choice(list(offer))
    return pick({verb: offer[verb]}, rng.randrange(offer[verb].bit_count()))


def journey(game: Game, scenario: str, seed: int) -> Iterator[Any]:
    """Random play to the end. Yields the state before every action, the dice's among them, and at the end."""
    rng = random.Random(f"{game.id}/{scenario}/{seed}")
    return wander(game, begin(game, scenario), rng, seed)


def wander(game: Game, state: Any, rng: random.Random, seed: int) -> Iterator[Any]:
    """The same from any state."""
    choices = 0
    while not state.over:
        yield state
        choices += game.seat(state) != DICE
        assert choices <= game.longest, "the game does not come to an end"
        game.do(state, choose(game, state, rng, seed))
    yield state


def match_journey(game: Game, scenario: str, seed: int, **more: Any) -> Iterator[Match]:
    """The same with a match: yields before every decision of a player, and at the end."""
    rng = random.Random(f"{game.id}/{scenario}/{seed}")
    match = grognard.new(game, scenario, **({"seed": seed} | more))
    while not match.over:
        yield match
        assert match.version <= 2 * game.longest, "the game does not come to an end"
        match.play(choose(game, match.state, rng, seed))
    yield match


def finished(game: Game, scenario: str, seed: int) -> Match:
    for match in match_journey(game, scenario, seed):  # noqa: B007
        pass
    return match


def replay(game: Game, record: str) -> Match:
    return replay_with(lambda name: game, record)


def position(game: Game, scenario: str, state: Any) -> str:
    return position_text(game, state, scenario)
