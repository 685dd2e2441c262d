"""Fast play to the end of a game, with a state and a journal but without a match and views."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..ai import Commander, RandomCommander, consult
from ..engine.action import Action
from ..engine.game import Game

_RANDOM = RandomCommander()


@dataclass
class Playout:
    """A finished playout: the final state, all actions, and the error if one stopped it."""

    state: Any
    journal: list[Action] = field(default_factory=list)
    #: number of the players' decisions; the rest of the journal is rolls
    choices: int = 0
    #: why the game did not finish; empty if it did
    fault: str = ""


def draw(outcomes: list[tuple[Action, int]], rng: random.Random) -> Action:
    """Draw one outcome of a chance event, by weight."""
    total = 0
    for _, weight in outcomes:
        total += weight
    drawn = int(rng.random() * total)
    for action, weight in outcomes:
        drawn -= weight
        if drawn < 0:
            return action
    raise AssertionError("weights do not add up")


def play_out(
    game: Game,
    state: Any,
    rng: random.Random,
    commanders: Mapping[str, Commander] | None = None,
    *,
    cap: int | None = None,
    luck: Mapping[str, random.Random] | None = None,
    each: Callable[[Any], None] | None = None,
) -> Playout:
    """Play ``state`` to the end of the game; it is changed in place.

    Sides without a commander decide at random. ``rng`` rolls the dice, and serves every commander whose
    side has no generator in ``luck``. ``each`` is called with the state before every decision of a player.
    A dead end and a game of more than ``cap`` choices are errors, reported in the result; without it, the game says
    how long its longest games are.
    """
    if cap is None:
        cap = game.longest
    game.run(state)
    played = Playout(state)
    journal = played.journal
    steps, do = game.steps, game.do
    by_seat, own = commanders or {}, luck or {}
    while not state.over:
        step: Any = steps[state.agenda[-1][0]]
        if step.chance:
            action = draw(step.outcomes(state), rng)
        else:
            if played.choices >= cap:
                played.fault = f"not finished after {cap} choices"
                break
            if each is not None:
                each(state)
            side = step.seat(state) if by_seat or own else ""
            found = consult(by_seat.get(side, _RANDOM), game, state, own.get(side, rng))
            if found is None:
                played.fault = f"dead end: nothing is legal in the step {step.name!r}"
                break
            action = found
            played.choices += 1
        journal.append(action)
        do(state, action)
    return played
