"""Helpers for tests of commanders: levels, checked games, and positions from games."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from grognard import Action, Match
from grognard.ai import Commander, commanders, consult
from grognard.ai.fight.lookahead import Lookahead
from grognard.ai.plan.planner import Assignment, Outcome
from grognard.ai.registry import aide
from grognard.ai.search.rehearsal import Rehearsal
from grognard.engine.doctrine import Doctrine
from grognard.engine.game import Game
from grognard.engine.step import DICE
from grognard.lab.playout import draw

from ..generic.play import LIBRARY, begin, journey

#: Levels with evaluations that keep the tests short.
LEVELS = {"recruit": None, "captain": None, "colonel": 4, "general": 4}
#: Games with phases of movement and combat, for tests of what plans them. In the others each order is bought.
PHASED: tuple[Game, ...] = tuple(game for game in LIBRARY if type(game.doctrine).purse is Doctrine.purse)
LIBRARY_SCENARIOS = [(game, scenario) for game in LIBRARY for scenario in game.scenarios]
LIBRARY_IDS = [f"{game.id}-{scenario}" for game, scenario in LIBRARY_SCENARIOS]


def officer(level: str) -> Commander:
    """A new commander that decides by a number of evaluations."""
    return commanders()[level].make(LEVELS.get(level))


def rehearsal(game: Game, side: int, seed: int) -> Rehearsal:
    """A rehearsal in which aides play both sides."""
    return Rehearsal(game, side, seed, aide, aide)


def outcome(after: Any) -> Outcome:
    """The outcome of a plan that leads to a state, without assignments."""
    return Outcome([], after, Assignment())


def staff(game: Game, *levels: str) -> dict[str, Commander]:
    """A commander for each side; one level serves both."""
    return {side: officer(levels[i % len(levels)]) for i, side in enumerate(game.sides)}


def played(
    game: Game, state: Any, players: Mapping[str, Commander], seed: int = 1, most: int = 10_000
) -> Iterator[tuple[Any, Action]]:
    """Play on and check that every action is legal.

    Yields the state and the action before each action is carried out.
    """
    rng = random.Random(seed)
    for _ in range(most):
        if state.over:
            return
        step: Any = game.step(state)
        if step.chance:
            game.apply(state, draw(step.outcomes(state), rng))
            continue
        action = consult(players[game.seat(state)], game, state, rng)
        assert action is not None, f"dead end in the step {step.name!r}"
        assert game.permits(state, action), f"{action} is not legal in the step {step.name!r}"
        yield state, action
        game.apply(state, action)


def moments(game: Game, scenario: str, each: int, most: int = 400, level: str = "captain") -> list[Any]:
    """Copies of states of a game in which a side decides."""
    out = []
    for number, (state, _) in enumerate(played(game, begin(game, scenario), staff(game, level), most=most)):
        if number % each == 0:
            out.append(state.copy())
    return out


def first_of_each_step(game: Game, scenario: str, seeds: Iterable[int] = (1, 2, 3)) -> dict[str, Any]:
    """By step: a state in which it came up in random play."""
    out: dict[str, Any] = {}
    for seed in seeds:
        for state in journey(game, scenario, seed):
            if not state.over and game.seat(state) in game.sides:
                name = game.step(state).name
                if name not in out:
                    out[name] = state.copy()
    return out


def match_at(game: Game, scenario: str, state: Any) -> Match:
    """A match set up at a state."""
    return Match(game, game.scenarios[scenario], state.copy())


def command(match: Match, level: str | Commander, *, seed: int = 1, while_: Callable[[Match], bool]) -> list[Action]:
    """Let a commander decide for both sides while a condition is true; return the actions."""
    rng = random.Random(seed)
    players = staff(match.game, level) if isinstance(level, str) else dict.fromkeys(match.game.sides, level)
    done = []
    while not match.over and match.side != DICE and while_(match):
        action = consult(players[match.side], match.game, match.state, rng)
        assert action is not None
        match.play(action)
        done.append(action)
    return done


def phase(match: Match) -> tuple[int, str]:
    """The turn and the phase of a match."""
    status = match.game.reading.status(match.state)
    return status["turn"], status["phase"]


def through_phase(match: Match, level: str | Commander, *, seed: int = 1) -> list[Action]:
    """Let a commander play to the end of the phase."""
    now = phase(match)
    return command(match, level, seed=seed, while_=lambda m: phase(m) == now)


def gives_orders(game: Game, state: Any) -> bool:
    """Whether a side decides which units to order: in a Movement Phase, or with points to spend."""
    units = game.step(state).name == "movement" or (game.doctrine.purse(state) is not None and not state.hand)
    return units and game.seat(state) in game.sides


def scenario_of(game: Game) -> str:
    """The first scenario in which no side only answers."""
    return next(name for name, scenario in game.scenarios.items() if not scenario.answers)


#: Actions after which a game in which orders are bought is far enough: a turn of captains takes long there.
BOUGHT = 60


@cache
def _on_the_move(game: Game, scenario: str) -> Any:
    for number, (state, _) in enumerate(played(game, begin(game, scenario), staff(game, "captain"))):
        if gives_orders(game, state) and (state.turn > 1 or (game not in PHASED and number >= BOUGHT)):
            return state.copy()
    raise AssertionError("nobody ever moves")


def on_the_move(game: Game, scenario: str = "") -> Any:
    """A state in which a side gives orders to its units, some way into a game."""
    return _on_the_move(game, scenario or scenario_of(game)).copy()


@cache
def _in_battle(game: Game, scenario: str) -> tuple[Any, ...]:
    found = played(game, begin(game, scenario), staff(game, "captain"), most=500)
    return tuple(state.copy() for state, _ in found if game.step(state).name == "combat")


def in_battle(game: Game, scenario: str = "") -> list[Any]:
    """States in which a side may attack, from the first turns of a game with phases of combat; else none."""
    if game not in PHASED:
        return []
    return [s.copy() for s in _in_battle(game, scenario or scenario_of(game))]


def launched(lookahead: Lookahead, s: Any, orders: Sequence[Action]) -> tuple[Any, Any]:
    """The preview of an attack before it is resolved, and the position after the enemy's reply."""
    trial = s.copy()
    for action in orders[:-1]:
        lookahead.game.apply(trial, action)
    told = lookahead.game.reading.preview(trial)
    lookahead.game.apply(trial, orders[-1])
    lookahead.run(trial)
    return told, trial
