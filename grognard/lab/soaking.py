"""The soak test: many random games, with many forged actions tried during play."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ..engine.game import Game
from ..engine.library import game as load
from .forgery import forge, forge_text, try_action
from .playout import play_out
from .simulation import generator, opening, play_numbered, run_numbered

#: One forged action is tried at each decision; a batch is this many refused ones.
BATCH = 2_000


@dataclass
class SoakReport:
    """The result of soaking one scenario, or one position of it."""

    game: str
    scenario: str
    #: the name of the position, if there is one
    position: str = ""
    games: int = 0
    choices: int = 0
    longest: int = 0
    forged: int = 0
    faults: list[str] = field(default_factory=list)


class ForgingWatcher:
    """Tries a forged action and checks the game's invariants before every decision."""

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
        answer = try_action(self.game, state, action)
        if answer.fault:
            self.faults.append(answer.fault)
        elif not answer.legal:
            self.left -= 1
            self.refused += 1


def forge_batch(
    game: str, scenario: str, seed: int | str, forged: int, number: int, *, origin: str = ""
) -> tuple[int, int, list[str]]:
    """Play games until one batch of ``forged`` actions is refused: batch number, refused, faults."""
    title = load(game)
    rng = generator(f"{seed}/forged", number)
    watcher = ForgingWatcher(title, rng, min(BATCH, forged - (number - 1) * BATCH))
    try:
        while watcher.left and not watcher.faults:
            played = play_out(title, opening(title, scenario, origin), rng, each=watcher)
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
    cap: int | None = None,
    tick: Callable[[], None] | None = None,
    position: str = "",
    origin: str = "",
) -> SoakReport:
    """Soak one scenario with ``games`` random games, and until ``forged`` forged actions are refused.

    Games begin at the position with the text ``origin``, named ``position`` in the report, if there is one. ``tick`` is
    called after every game and every batch of forged actions.
    """
    report = SoakReport(game, scenario, position)
    for outcome in run_numbered(partial(play_numbered, game, scenario, seed, cap, origin=origin), games, jobs):
        report.games += 1
        report.choices += outcome.choices
        report.longest = max(report.longest, outcome.choices)
        if outcome.fault:
            report.faults.append(f"game {outcome.number}, seed {seed}: {outcome.fault}")
        if tick:
            tick()
    task = partial(forge_batch, game, scenario, seed, forged, origin=origin)
    for number, refused, faults in run_numbered(task, batches(forged), jobs):
        report.forged += refused
        report.faults += [f"forging batch {number}, seed {seed}: {fault}" for fault in faults]
        if tick:
            tick()
    return report


def batches(forged: int) -> int:
    """The number of batches for a number of forged actions."""
    return -(-forged // BATCH)
