"""Thinking time of the commanders, on one core, in every scenario of the library.

    python bench/think.py [GAME ...] [--turns N] [--save]

Each commander plays both sides in the first turns of a scenario. The time of a turn is that of all decisions of a side
in it, the time of a phase that of all decisions in the phase. The engine's own work is not included.
"""

from __future__ import annotations

import random
import time
from collections import defaultdict
from pathlib import Path

from options import read_options

import grognard
from grognard.ai import commanders, consult
from grognard.engine.game import Game
from grognard.lab.playout import draw
from grognard.lab.provenance import commit, machine

RESULTS = Path(__file__).parent / "results.md"
LEVELS = ("recruit", "captain", "colonel", "general")
HEADS = ("scenario", "commander", "turn, mean s", "turn, longest s", "phase, mean s", "phase, longest s")


def play(game: Game, scenario: str, level: str, turns: int) -> tuple[list[float], list[float]]:
    """Thinking time in seconds for each turn of each side, and for each phase."""
    state = game.start(game.scenarios[scenario], {})
    game.run(state)
    rng, makers = random.Random(level), {side: commanders()[level].make() for side in game.sides}
    by_turn: dict[tuple[int, str], float] = defaultdict(float)
    by_phase: dict[tuple[int, str, str], float] = defaultdict(float)
    while not state.over and state.turn <= turns:
        step = game.step(state)
        if step.chance:
            action = draw(step.outcomes(state), rng)  # type: ignore[attr-defined]
        else:
            seat, turn, phase = game.seat(state), state.turn, str(game.reading.status(state).get("phase", ""))
            began = time.perf_counter()
            found = consult(makers[seat], game, state, rng)
            took = time.perf_counter() - began
            assert found is not None
            action = found
            by_turn[turn, seat] += took
            by_phase[turn, seat, phase] += took
        game.do(state, action)
    return list(by_turn.values()), list(by_phase.values())


def row(game: Game, scenario: str, level: str, turns: int) -> list[str]:
    by_turn, by_phase = play(game, scenario, level, turns)
    long = [took for took in by_phase if took > 0.001]  # phases without a real decision are left out
    figures = (sum(by_turn) / len(by_turn), max(by_turn), sum(long) / max(1, len(long)), max(by_phase))
    return [f"{game.id} {scenario}", level, *(f"{figure:.3f}" for figure in figures)]


def main() -> None:
    args = read_options("Measure the thinking time of commanders.", "turns", 3, "number of turns of each scenario")
    rows = []
    for name in args.games:
        game = grognard.game(name)
        for scenario in game.scenarios:
            for level in LEVELS:
                rows.append(row(game, scenario, level, args.turns))
                print("  ".join(f"{figure:>18}" for figure in rows[-1]), flush=True)
    if args.save:
        save(rows, args.turns)


def save(rows: list[list[str]], turns: int) -> None:
    """Add a section to the results."""
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.is_file() else "# Benchmarks\n"
    lines = [
        f"\n## Thinking time of the commanders, {commit()}",
        "",
        f"{machine()}, one core, the first {turns} turns",
        "",
    ]
    lines += [f"| {' | '.join(HEADS)} |", "|---|---" + "|---:" * (len(HEADS) - 2) + "|"]
    lines += [f"| {' | '.join(figures)} |" for figures in rows]
    RESULTS.write_text(text.rstrip("\n") + "\n" + "\n".join(lines) + "\n", encoding="utf-8")
    print(f"added to {RESULTS}")


if __name__ == "__main__":
    main()
