"""What worker processes do: think for machine commanders, and draw. Imports little, so that they start fast."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import threading
import time
from functools import cache
from typing import Any

import msgspec

from ..ai import Commander, commanders, consult
from ..engine.library import game as game_of

#: A machine hands in so many actions at a time at most, and what it has after so many seconds.
AT_ONCE = 64
SECONDS = 1.0


def quiet() -> None:
    """Ctrl-C ends the table, and the table ends its workers; if it is killed, they end by themselves."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


@cache
def _commander(level: str) -> Commander:
    return commanders()[level].make()


def think(game: str, level: str, state: Any, seed: int) -> list[str]:
    """A machine's actions until somebody else decides or dice are rolled; runs in a worker.

    The worker has no seed of the match, so it cannot know what the dice will say.
    """
    title = game_of(game)
    rng = random.Random(seed)
    side = title.seat(state)
    out: list[str] = []
    end = time.monotonic() + SECONDS
    while len(out) < AT_ONCE and title.seat(state) == side and (not out or time.monotonic() < end):
        action = consult(_commander(level), title, state, rng)
        if action is None:
            raise RuntimeError(f"dead end in the step {title.step(state).name!r}")
        out.append(title.notation.text(action))
        title.apply(state, action)
    return out


def draw(game: str, what: str, palette: str) -> bytes:
    """Draw something of a game; runs in a worker."""
    from .. import art

    title = game_of(game)
    if what == "map":
        return art.board_svg(title, palette=palette).encode()
    return msgspec.json.encode(art.counters_svg(title, palette=palette))
