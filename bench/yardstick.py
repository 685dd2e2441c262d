"""The yardstick for the speed of games: random playouts of python-chess on the same core in the same run."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence

import chess


def playouts() -> Iterator[int]:
    """Play endless random games of chess; yield the number of moves of each."""
    rng = random.Random(0)
    while True:
        board = chess.Board()
        moves = 0
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            moves += 1
        yield moves


def rates(tasks: Sequence[Callable[[], int]], seconds: float) -> list[float]:
    """The rate of each task per second. A task does some work when it is called and returns the amount.

    The tasks alternate, so other load on the machine slows all of them equally. Seconds are seconds of processor time
    of this process.
    """
    done, spent = [0] * len(tasks), [0.0] * len(tasks)
    while min(spent) < seconds:
        i = spent.index(min(spent))
        began = time.process_time()
        done[i] += tasks[i]()
        spent[i] += time.process_time() - began
    return [amount / took for amount, took in zip(done, spent, strict=True)]
