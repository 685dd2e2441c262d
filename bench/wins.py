"""Positions after an officer's own turn in which the enemy has a certain win in its next turn.

    python bench/wins.py rhine --scenario campaign --level colonel:16 --positions 200 --seconds 600

Games of the officer against itself are played, and the checker looks at every position after a turn. It prints how many
have a certain win, how many a win with a chance above 15 %, and names the certain ones.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import grognard
from grognard.ai import consult
from grognard.ai.wins.checker import Checker, Win
from grognard.engine.game import AnyGame
from grognard.lab.entrants import Entrant, read_entrant
from grognard.lab.playout import draw

#: From this chance on a win is certain, or worth a warning.
CERTAIN, LIKELY = 0.995, 0.15


class Turn(NamedTuple):
    """A position after a side's turn: where it is from, and the enemy's best win."""

    seed: int
    turn: int
    side: str
    win: Win


def turns(game: AnyGame, scenario: str, who: Entrant, seed: int) -> Iterator[tuple[int, int, Any]]:
    """Play a game and return each turn and side with the position after it."""
    s: Any = game.start(game.scenarios[scenario], {})
    game.run(s)
    players, rng = {side: who.make() for side in game.sides}, random.Random(f"wins {seed}")
    while not s.over:
        turn, side, step = s.turn, s.phasing, game.step(s)
        if step.chance:
            game.do(s, draw(step.outcomes(s), rng))  # type: ignore[attr-defined]
        else:
            action = consult(players[game.seat(s)], game, s, rng)
            assert action is not None
            game.do(s, action)
        if not s.over and s.phasing != side and s.phasing >= 0:
            yield turn, side, s


def measure(game: AnyGame, scenario: str, who: Entrant, positions: int, seconds: float) -> tuple[list[Turn], bool]:
    """Return positions until there are enough or the time is over; and whether there are enough."""
    out: list[Turn] = []
    end, seed = time.process_time() + seconds, 0
    while len(out) < positions:
        for turn, side, s in turns(game, scenario, who, seed):
            out.append(Turn(seed, turn, game.sides[side], Checker(game, s, 1 - side).best()))
            if len(out) >= positions:
                return out, True
            if time.process_time() > end:
                return out, False
        seed += 1
    return out, True


def describe(game: AnyGame, found: Turn) -> str:
    """A position and the win in it, in a line."""
    win = found.win
    parts = [f"drop {game.place_name(h)}" for _, h in win.drop.spots] if win.drop is not None else []
    parts += [f"attack {game.place_name(strike.target)}" for strike in win.strikes]
    parts += [f"{game.counters[t.unit].id} {game.place_name(t.start)}-{game.place_name(t.hex)}" for t in win.takers]
    return f"game {found.seed}, turn {found.turn}, after {found.side}: {win.order} {', '.join(parts)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--scenario", default="")
    parser.add_argument("--level", default="colonel:16")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=600.0)
    args = parser.parse_args()
    game = grognard.game(args.game)
    scenario = args.scenario or next(iter(game.scenarios))
    found, complete = measure(game, scenario, read_entrant(args.level), args.positions, args.seconds)
    certain = [turn for turn in found if turn.win.chance >= CERTAIN]
    likely = [turn for turn in found if turn.win.chance >= LIKELY]
    share = 100 * len(certain) / max(1, len(found))
    print(f"{args.game} {scenario}, {args.level}: {len(found)} positions{'' if complete else ' (time over)'}")
    print(f"certain: {len(certain)} ({share:.1f} %), above 15 %: {len(likely)}")
    for turn in certain:
        print(describe(game, turn))


if __name__ == "__main__":
    main()
