"""Speed on one core, for every game and scenario of the library.

    python bench/run.py [GAME ...] [--seconds N] [--save]

Random play and replay are also given relative to python-chess in the same run (moves per second of random playouts).
With ``--save`` the figures are added to bench/results.md, under the measured commit.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, cycle
from pathlib import Path

from options import read_options
from yardstick import playouts, rates

import grognard
from grognard.ai import RandomCommander, consult
from grognard.engine.game import Game
from grognard.lab import play_out
from grognard.lab.provenance import commit, machine

ROOT = Path(__file__).parent.parent
RESULTS = Path(__file__).parent / "results.md"

#: The columns of the table.
COLUMNS = (
    "scenario",
    "choices/s",
    "games/s",
    "choices/game",
    "replay actions/s",
    "chess moves/s",
    "play : chess",
    "replay : chess",
    "action + views p50 ms",
    "p99 ms",
    "state copy µs",
    "position bytes",
)


def random_games(game: Game, scenario: str) -> Iterator[int]:
    """Play endless random games; yield the number of choices of each."""
    for number in count():
        outcome = play_out(game, game.start(game.scenarios[scenario], {}), random.Random(number))
        if outcome.fault:
            raise SystemExit(f"{game.id} {scenario}, game {number}: {outcome.fault}")
        yield outcome.choices


def finished(game: Game, scenario: str, seed: int) -> grognard.Match:
    """A finished match between random commanders."""
    match = grognard.new(game, scenario, seed)
    rng, commander = random.Random(seed), RandomCommander()
    while not match.over:
        action = consult(commander, game, match.state, rng)
        assert action is not None
        match.play(action)
    return match


def replays(matches: list[grognard.Match]) -> Iterator[int]:
    """Replay finished records endlessly, parsing included; yield the number of actions of each."""
    records = [(match.record(), len(match.journal)) for match in matches]
    for text, length in cycle(records):
        grognard.replay(text)
        yield length


def measure_response(game: Game, scenario: str, seconds: float) -> tuple[float, float]:
    """Milliseconds for an action and the views of all sides: median and 99th percentile."""
    times: list[float] = []
    rng, commander = random.Random(0), RandomCommander()
    match = grognard.new(game, scenario, 0)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        if match.over:
            match = grognard.new(game, scenario, len(times))
        action = consult(commander, game, match.state, rng)
        assert action is not None
        began = time.perf_counter()
        match.play(action)
        for side in game.sides:
            match.view(side)
        times.append((time.perf_counter() - began) * 1000)
    times.sort()
    return times[len(times) // 2], times[len(times) * 99 // 100]


def microseconds(operation: Callable[[], object]) -> float:
    """The time of a short operation: the best of five rounds."""
    best, rounds = float("inf"), 2000
    for _ in range(5):
        began = time.perf_counter()
        for _ in range(rounds):
            operation()
        best = min(best, (time.perf_counter() - began) / rounds * 1e6)
    return best


def positions(matches: list[grognard.Match]) -> int:
    """The size in bytes of the largest position, out of samples from two matches."""
    return max(
        len(match.before(number).position().encode())
        for match in matches[:2]
        for number in range(0, len(match.journal), max(1, len(match.journal) // 20))
    )


def row(game: Game, scenario: str, seconds: float) -> list[str]:
    """All figures of one scenario."""
    matches = [finished(game, scenario, seed) for seed in range(5)]
    lengths: list[int] = []
    games, again, moves = random_games(game, scenario), replays(matches), playouts()

    def one_game() -> int:
        lengths.append(next(games))
        return lengths[-1]

    choices, replayed, chess = rates([one_game, partial(next, again), partial(next, moves)], seconds)
    length = sum(lengths) / len(lengths)
    p50, p99 = measure_response(game, scenario, seconds)
    middle = matches[0].before(len(matches[0].journal) // 2).state
    return [
        f"{game.id} {scenario}",
        f"{choices:,.0f}",
        f"{choices / length:.1f}",
        f"{length:.0f}",
        f"{replayed:,.0f}",
        f"{chess:,.0f}",
        f"{choices / chess:.2f}",
        f"{replayed / chess:.2f}",
        f"{p50:.3f}",
        f"{p99:.3f}",
        f"{microseconds(middle.copy):.2f}",
        f"{positions(matches):,}",
    ]


def main() -> None:
    args = read_options("Measure the speed of the engine on one core.", "seconds", 5.0, "time for each figure")
    rows = []
    for name in args.games:
        game = grognard.game(name)
        for scenario in game.scenarios:
            figures = row(game, scenario, args.seconds)
            rows.append(figures)
            print("\n".join(f"  {head:<24}{figure:>20}" for head, figure in zip(COLUMNS, figures, strict=True)))
            sys.stdout.flush()
    if args.save:
        save(rows)


def save(rows: list[list[str]]) -> None:
    """Add a section to the results."""
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.is_file() else "# Benchmarks\n"
    heads = [f"| {' | '.join(COLUMNS)} |", "|---" + "|---:" * (len(COLUMNS) - 1) + "|"]
    lines = [f"\n## {commit()}", "", machine(), "", *heads]
    lines += [f"| {' | '.join(figures)} |" for figures in rows]
    RESULTS.write_text(text.rstrip("\n") + "\n" + "\n".join(lines) + "\n", encoding="utf-8")
    print(f"added to {RESULTS}")


if __name__ == "__main__":
    main()
