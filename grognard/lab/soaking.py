"""The soak test: very many random games, and very many forged actions in the middle of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ..engine.game import Game
from ..engine.library import game as load
from .forgery import forge, forge_text, provoke
from .playout import CAP, play_out
from .simulation import generator, play_numbered, spread

#: Forged actions are tried one at each decision; a batch is so many that were refused.
BATCH = 2_000


@dataclass
class SoakReport:
    """What a soak has seen of one scenario."""

    game: str
    scenario: str
    games: int = 0
    choices: int = 0
    longest: int = 0
    forged: int = 0
    faults: list[str] = field(default_factory=list)


class Provocateur:
    """Looks over the players' shoulders: tries forged actions and checks the game's invariants."""

    def __init__(self, game: Game, rng: random.Random, count: int) -> None:
        self.game = game
        self.rng = rng
        self.left = count
        self.refused = 0
        self.faults: list[str] = []

    def __call__(self, state: Any) -> None:
        if not self.left:
            return
        self.faults += [f"invariant: {fault}" for fault in self.game.position_errors(state)]
        action = forge_text(self.rng, self.game) if self.rng.random() < 0.2 else forge(self.rng, self.game)
        answer = provoke(self.game, state, action)
        if answer.fault:
            self.faults.append(answer.fault)
        elif not answer.legal:
            self.left -= 1
            self.refused += 1


def provoke_numbered(game: str, scenario: str, seed: int | str, forged: int, number: int) -> tuple[int, int, list[str]]:
    """Play games until one batch of ``forged`` actions is refused: batch number, refused, faults."""
    title = load(game)
    rng = generator(f"{seed}/forged", number)
    watcher = Provocateur(title, rng, min(BATCH, forged - (number - 1) * BATCH))
    try:
        while watcher.left and not watcher.faults:
            played = play_out(title, title.start(title.scenarios[scenario], {}), rng, each=watcher)
            watcher.faults += [played.fault] if played.fault else []
            watcher(played.state)
    except Exception as error:
        watcher.faults.append(f"{type(error).__name__}: {error}")
    return number, watcher.refused, watcher.faults


def soak(
    game: str,
    scenario: str,
    games: int,
    forged: int,
    jobs: int = 1,
    seed: int | str = 1,
    *,
    cap: int = CAP,
    tick: Callable[[], None] | None = None,
) -> SoakReport:
    """Soak one scenario: so many random games, so many forged actions refused.

    ``tick`` is called after every game and every batch of forged actions.
    """
    report = SoakReport(game, scenario)
    for outcome in spread(partial(play_numbered, game, scenario, seed, cap), games, jobs):
        report.games += 1
        report.choices += outcome.choices
        report.longest = max(report.longest, outcome.choices)
        if outcome.fault:
            report.faults.append(f"game {outcome.number}, seed {seed}: {outcome.fault}")
        if tick:
            tick()
    task = partial(provoke_numbered, game, scenario, seed, forged)
    for number, refused, faults in spread(task, batches(forged), jobs):
        report.forged += refused
        report.faults += [f"forging batch {number}, seed {seed}: {fault}" for fault in faults]
        if tick:
            tick()
    return report


def batches(forged: int) -> int:
    """How many batches it takes to try so many forged actions."""
    return -(-forged // BATCH)
