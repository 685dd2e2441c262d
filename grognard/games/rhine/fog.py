"""Rule 6.7 for those who think: another way the unseen could lie."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from ...engine.state import Seat
from ...hexes import bits
from .area import area
from .pieces import height
from .stacking import legal
from .state import NORTH, SOUTH, UNKNOWN, UNSEEN, RhineState

if TYPE_CHECKING:
    from .game import RhineGame

_TRIES = 40


def resample(game: RhineGame, state: RhineState, seat: Seat, rng: random.Random) -> RhineState:
    """A state that looks the same to a seat: the unseen units spread in another way over the stacks they may lie in.

    It is made of the seat's own view alone, so that equal views give equal guesses.
    """
    shown = game.redact(state, seat)
    if shown.sector == UNKNOWN:
        shown.sector = rng.choice((NORTH, SOUTH))
    hidden = [u for u, h in enumerate(shown.at) if h == UNSEEN]
    for _ in range(_TRIES):
        guess: RhineState = shown.copy()
        if _spread(game, guess, hidden, rng):
            break
    else:
        guess = shown.copy()
        _crowd(game, guess, hidden)
    for u in hidden:
        guess.steps[u] = rng.choice((0, 0, 0, 1)) if game.roster.steps[u] == 2 else 0
        guess.points[u] = guess.spent[u] = guess.rank[u] = 0
    game.refresh(guess)
    return guess


def _gaps(game: RhineGame, s: RhineState) -> list[int]:
    """The hexes of unseen units, one entry each."""
    out = []
    for h in bits(s.heights[0] | s.heights[1] | s.heights[2] | s.heights[3]):
        out += [h] * (height(s, h) - s.pile[h].bit_count())
    return out


def _spread(game: RhineGame, s: RhineState, hidden: list[int], rng: random.Random) -> bool:
    """Put every unseen unit somewhere it may stand; whether that worked out."""
    gaps, pool = _gaps(game, s), hidden[:]
    rng.shuffle(gaps)
    rng.shuffle(pool)
    pool.sort(key=lambda u: game.counters[u].size == "X")  # divisions first: they need the room
    for unit in pool:
        for i, h in enumerate(gaps):
            if _fits(game, s, unit, h, strict=True):
                _lay(s, unit, gaps.pop(i))
                break
        else:
            return False
    return not gaps


def _lay(s: RhineState, unit: int, h: int) -> None:
    s.at[unit] = h
    s.pile[h] |= 1 << unit


def _fits(game: RhineGame, s: RhineState, unit: int, h: int, *, strict: bool) -> bool:
    there = s.pile[h]
    if not there or game.side_of[(there & -there).bit_length() - 1] != game.side_of[unit]:
        return False
    return not strict or (bool(area(game, s, unit) >> h & 1) and legal(game, s, there | 1 << unit, h))


def _crowd(game: RhineGame, s: RhineState, hidden: list[int]) -> None:
    """Where chance finds no fitting way, any way will do: each unit into the first gap of its side."""
    gaps = _gaps(game, s)
    for unit in hidden:
        i = next(i for i, h in enumerate(gaps) if _fits(game, s, unit, h, strict=False))
        _lay(s, unit, gaps.pop(i))
