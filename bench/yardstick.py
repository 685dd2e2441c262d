"""What the speed of a game is compared with: random playouts of python-chess on the same core in the same run."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence

import chess


def playouts() -> Iterator[int]:
    """Random games of chess without end; yields the moves of each."""
    rng = random.Random(0)
    while True:
        board = chess.Board()
        moves = 0
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            moves += 1
        yield moves


def rates(tasks: Sequence[Callable[[], int]], seconds: float) -> list[float]:
    """What each task does a second. A task does some work when it is called, and returns how much.

    The tasks take turns, so that everything else the machine does slows all of them alike. Seconds are those in
    which the processor worked for this process.
    """
    done, spent = [0] * len(tasks), [0.0] * len(tasks)
    while min(spent) < seconds:
        i = spent.index(min(spent))
        began = time.process_time()
        done[i] += tasks[i]()
        spent[i] += time.process_time() - began
    return [amount / took for amount, took in zip(done, spent, strict=True)]
