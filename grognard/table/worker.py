"""Work of worker processes: planning for commanders, and drawing. Few imports make them start fast."""

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

#: A worker returns its actions after this number of them, or after this many seconds.
MAX_ACTIONS = 400
MAX_SECONDS = 20.0
#: The greatest number of actions in a request.
MOST_SENT = 200
#: Commanders kept in a process; a dropped one starts without its plans.
KEPT = 32

_commanders: OrderedDict[tuple[str, str, str], Commander] = OrderedDict()


def quiet() -> None:
    """Ignore Ctrl-C, since the table ends its workers, and exit if the table is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def commander(match: str, side: str, level: str) -> Commander:
    """The commander of a side of a match. It is kept, since it may have plans that it has not carried out yet."""
    key = (match, side, level)
    found = _commanders.get(key)
    if found is None:
        found = _commanders[key] = commanders()[level].make()
        if len(_commanders) > KEPT:
            _commanders.popitem(last=False)
    _commanders.move_to_end(key)
    return found


def think(match: str, game: str, level: str, state: Any, seed: int) -> list[str]:
    """The actions of a computer player until the other side or the dice must decide. Runs in a worker.

    The worker does not have the seed of the match, so it cannot know coming rolls.
    """
    title = game_of(game)
    rng = random.Random(seed)
    side = title.seat(state)
    mind = commander(match, side, level)
    out: list[str] = []
    end = time.monotonic() + MAX_SECONDS
    while len(out) < MAX_ACTIONS and title.seat(state) == side and (not out or time.monotonic() < end):
        action = consult(mind, title, state, rng)
        if action is None:
            raise RuntimeError(f"no legal action in the step {title.step(state).name!r}")
        out.append(title.notation.text(action))
        title.apply(state, action)
    return out


def advise(game: str, level: str, known: Any, seed: int) -> tuple[list[str], str]:
    """The order a commander would give, and why. Runs in a worker; ``known`` is the redacted state."""
    found = hint(game_of(game), known, level, seed)
    return list(found.texts), found.sentence


def plan(game: str, level: str, known: Any, seed: int) -> tuple[list[str], str]:
    """The orders a commander would give in the rest of the phase, up to the first roll. Runs in a worker.

    It plans in a guess of what the side does not know, so an order may turn out not to be legal.
    """
    title = game_of(game)
    rng = random.Random(seed)
    side, mind = title.seat(known), commanders()[level].make()
    state = title.resample(known, side, rng)
    phase = _phase(title, state)
    out: list[str] = []
    end = time.monotonic() + MAX_SECONDS
    while len(out) < MOST_SENT and not state.over and title.seat(state) == side and _phase(title, state) == phase:
        action = consult(mind, title, state, rng) if time.monotonic() < end else None
        if action is None:
            break
        out.append(title.notation.text(action))
        title.do(state, action)
    return out, ""


def _phase(title: Any, state: Any) -> tuple[int, int]:
    """The turn and the phase, as players count them."""
    track = title.reading.track(state)
    return (track.turn, track.phase) if track is not None else (0, 0)


def draw(game: str, what: str, palette: str) -> bytes:
    """Draw the map or the counters of a game. Runs in a worker."""
    from .. import art

    title = game_of(game)
    if what == "map":
        return art.board_svg(title, palette=palette).encode()
    return msgspec.json.encode(art.counters_svg(title, palette=palette))
