"""Simulations of many games, for designers: wins by level, length and losses."""

from __future__ import annotations

import multiprocessing
import random
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ..engine.game import Game
from ..engine.library import game as load
from ..engine.position import position_state
from .entrants import Entrant, assign_sides, make_commanders
from .playout import play_out


@dataclass(frozen=True)
class Outcome:
    """The outcome of one game, as plain data that can be sent between processes."""

    number: int
    winner: str = ""
    level: str = ""
    choices: int = 0
    actions: int = 0
    losses: dict[str, int] = field(default_factory=dict)
    score: dict[str, int] = field(default_factory=dict)
    fault: str = ""


@dataclass
class Summary:
    """All outcomes of a simulation, in the order of their numbers."""

    game: str
    scenario: str
    seed: str
    outcomes: list[Outcome]

    @property
    def faults(self) -> list[Outcome]:
        return [o for o in self.outcomes if o.fault]

    @property
    def finished(self) -> list[Outcome]:
        return [o for o in self.outcomes if not o.fault]

    @property
    def levels(self) -> dict[tuple[str, str], int]:
        """Games by winner and level of victory, most frequent first."""
        return dict(Counter((o.winner, o.level) for o in self.finished).most_common())

    @property
    def wins(self) -> dict[str, int]:
        """Games by winner."""
        return dict(Counter(o.winner for o in self.finished).most_common())


def losses(game: Game, state: Any) -> dict[str, int]:
    """Counters lost by each side: those in the boxes of lost units, if the game has any."""
    lost, out = game.reading.lost_boxes(), dict.fromkeys(game.sides, 0)
    if not lost:
        return {}
    for field_ in game.state_type.fields:
        if field_.kind == "places":
            for counter, place in zip(game.counters, getattr(state, field_.name), strict=True):
                if place in lost:
                    out[counter.side] += 1
    return out


def generator(seed: int | str, number: int) -> random.Random:
    """The random generator of one numbered game, independent of the number of games and processes."""
    return random.Random(f"{seed}/{number}")


def opening(game: Game, scenario: str, origin: str = "") -> Any:
    """The beginning of a scenario, or the position with this text."""
    return position_state(game, origin) if origin else game.start(game.scenarios[scenario], {})


def play_numbered(
    game: str,
    scenario: str,
    seed: int | str,
    cap: int | None,
    number: int,
    seats: Mapping[str, Entrant] | None = None,
    *,
    origin: str = "",
) -> Outcome:
    """Play one game of a simulation, from the text of a position if there is one. Errors are in the outcome."""
    title = load(game)
    try:
        state = opening(title, scenario, origin)
        played = play_out(title, state, generator(seed, number), make_commanders(seats or {}), cap=cap)
        result = title.result(played.state) if played.state.over else None
    except Exception as error:
        return Outcome(number, fault=f"{type(error).__name__}: {error}")
    return Outcome(
        number,
        winner=result.winner if result else "",
        level=result.level if result else "",
        choices=played.choices,
        actions=len(played.journal),
        losses=losses(title, played.state),
        score=dict(result.score) if result else {},
        fault=played.fault,
    )


def run_numbered(task: Callable[[int], Any], count: int, jobs: int) -> Iterator[Any]:
    """Do a task for the numbers from 1 to ``count`` in ``jobs`` processes; results arrive in any order."""
    yield from run_parallel(task, range(1, count + 1), jobs, chunk=max(1, min(16, count // (jobs * 4))))


def run_parallel(task: Callable[[Any], Any], items: Sequence[Any], jobs: int, chunk: int = 1) -> Iterator[Any]:
    """Do a task for all items in ``jobs`` processes; results arrive in any order."""
    if jobs <= 1:
        yield from map(task, items)
        return
    # Spawned processes, not forks: the same on every system, and safe with threads.
    # They ignore an interrupt; the parent process receives it and ends them.
    ignore = (signal.SIGINT, signal.SIG_IGN)
    with multiprocessing.get_context("spawn").Pool(jobs, initializer=signal.signal, initargs=ignore) as pool:
        yield from pool.imap_unordered(task, items, chunksize=chunk)


def simulate(
    game: str,
    scenario: str | None = None,
    games: int = 100,
    jobs: int = 1,
    seed: int | str = 1,
    *,
    commanders: Sequence[Entrant] = (),
    cap: int | None = None,
    on_result: Callable[[Outcome], None] | None = None,
) -> Summary:
    """Play ``games`` games. ``commanders`` has one for each side or one for both; random ones without it.

    The results do not depend on ``jobs``, unless a commander without a budget of evaluations looks at the clock.
    """
    title = load(game)
    chosen = scenario or next(iter(title.scenarios))
    if chosen not in title.scenarios:
        raise KeyError(f"{title.title} has no scenario {chosen!r}; choose from: {', '.join(title.scenarios)}")
    seats = assign_sides(commanders, title.sides) if commanders else {}
    outcomes = []
    for outcome in run_numbered(partial(play_numbered, game, chosen, seed, cap, seats=seats), games, jobs):
        outcomes.append(outcome)
        if on_result is not None:
            on_result(outcome)
    return Summary(game, chosen, str(seed), sorted(outcomes, key=lambda o: o.number))
