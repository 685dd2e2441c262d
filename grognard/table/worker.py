"""What worker processes do: think for machine commanders, and draw. Imports little, so that they start fast."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import threading
import time
from collections import OrderedDict
from typing import Any

import msgspec

from ..ai import Commander, commanders, consult
from ..ai.hint import hint
from ..engine.library import game as game_of

#: A machine hands in so many actions at a time at most, and what it has after so many seconds.
AT_ONCE = 400
SECONDS = 20.0
#: As many commanders a process keeps; who comes back after that thinks afresh.
KEPT = 32

_commanders: OrderedDict[tuple[str, str, str], Commander] = OrderedDict()


def quiet() -> None:
    """Ctrl-C ends the table, and the table ends its workers; if it is killed, they end by themselves."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def commander(match: str, side: str, level: str) -> Commander:
    """The one who commands a side of a match. He is kept, since he may have planned further than he has played."""
    key = (match, side, level)
    found = _commanders.get(key)
    if found is None:
        found = _commanders[key] = commanders()[level].make()
        if len(_commanders) > KEPT:
            _commanders.popitem(last=False)
    _commanders.move_to_end(key)
    return found


def think(match: str, game: str, level: str, state: Any, seed: int) -> list[str]:
    """A machine's actions until somebody else decides or dice are rolled; runs in a worker.

    The worker has no seed of the match, so it cannot know what the dice will say.
    """
    title = game_of(game)
    rng = random.Random(seed)
    side = title.seat(state)
    mind = commander(match, side, level)
    out: list[str] = []
    end = time.monotonic() + SECONDS
    while len(out) < AT_ONCE and title.seat(state) == side and (not out or time.monotonic() < end):
        action = consult(mind, title, state, rng)
        if action is None:
            raise RuntimeError(f"dead end in the step {title.step(state).name!r}")
        out.append(title.notation.text(action))
        title.apply(state, action)
    return out


def advise(game: str, level: str, known: Any, seed: int) -> tuple[list[str], str]:
    """The order a commander would give, and why; runs in a worker. ``known`` is what the side may know."""
    found = hint(game_of(game), known, level, seed)
    return list(found.texts), found.sentence


def draw(game: str, what: str, palette: str) -> bytes:
    """Draw something of a game; runs in a worker."""
    from .. import art

    title = game_of(game)
    if what == "map":
        return art.board_svg(title, palette=palette).encode()
    return msgspec.json.encode(art.counters_svg(title, palette=palette))
