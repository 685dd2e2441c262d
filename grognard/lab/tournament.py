"""Commanders against each other: every pairing on every scenario, both sides, with the same dice for both.

Games come in pairs. Numbers 2k and 2k + 1 of a pairing have the same dice and the sides changed, so that
neither luck nor the better side favours anybody. Each commander's own luck is a generator of its own: how
much of it one uses does not change the dice, nor the luck of the other.
"""

from __future__ import annotations

import random
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from typing import Any

from ..ai import Commander
from ..engine.action import Action
from ..engine.game import Game
from ..engine.library import game as load
from ..engine.step import Offer
from . import origin
from .entrants import Entrant, read_entrant
from .playout import CAP, play_out
from .simulation import generator, scatter


@dataclass(frozen=True, order=True)
class Bout:
    """One game to be played: where, who against whom, and its number in this pairing, counted from 0."""

    game: str
    scenario: str
    first: str
    second: str
    number: int

    def seats(self, sides: Sequence[str]) -> dict[str, str]:
        """Who has which side: the first commander has the first side in games of even number."""
        pair = (self.first, self.second) if self.number % 2 == 0 else (self.second, self.first)
        return dict(zip(sides, pair, strict=True))


@dataclass(frozen=True)
class Thought:
    """The time a commander took for one game, in seconds of the processor."""

    seconds: float = 0.0
    #: turns and phases in which he had something to decide
    phases: int = 0
    longest: float = 0.0
    #: the turn and phase that took longest
    where: str = ""


@dataclass(frozen=True)
class Played:
    """A bout that was played. Plain data: it crosses from one process to another, and goes to files."""

    bout: Bout
    #: the side of the first commander
    side: str = ""
    #: the side that won; nobody in a draw
    winner: str = ""
    level: str = ""
    choices: int = 0
    #: how well the first side of the game did, if the game can tell
    margin: float | None = None
    fault: str = ""
    #: of the first and of the second commander; no part of the result, for no two machines are equally fast
    thought: tuple[Thought, Thought] = field(default=(Thought(), Thought()), compare=False)
    #: digest of the code that played
    code: str = field(default="", compare=False)

    @property
    def points(self) -> float:
        """Of the first commander: 1 for a win, a half for a draw."""
        return float(self.winner == self.side) if self.winner else 0.5


class IllegalOrder(Exception):
    """A commander wanted what the rules do not allow."""


class Clock:
    """Measures how long each side thinks in each phase."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.phase = ""
        self.spent: dict[str, dict[str, float]] = {side: {} for side in game.sides}
        self._frame: Any = None

    def look(self, state: Any) -> None:
        """Note the phase. Its frame is the bottom of the agenda; while that stays the phase need not be asked for."""
        if state.agenda[0] is not self._frame:
            self._frame = state.agenda[0]
            status = self.game.reading.status(state)
            self.phase = f"turn {status.get('turn', '?')}, {status.get('phase', '?')}"

    def add(self, side: str, seconds: float) -> None:
        phases = self.spent[side]
        phases[self.phase] = phases.get(self.phase, 0.0) + seconds

    def thought(self, side: str) -> Thought:
        phases = self.spent[side]
        if not phases:
            return Thought()
        where = max(phases, key=lambda phase: phases[phase])
        return Thought(round(sum(phases.values()), 6), len(phases), round(phases[where], 6), where)


class Watched(Commander):
    """A commander under the eyes of the referee: its time is taken, and its orders must be legal."""

    def __init__(self, commander: Commander, side: str, clock: Clock) -> None:
        self.commander = commander
        self.name = commander.name
        self.needs_state = commander.needs_state
        self.side = side
        self.clock = clock

    def decide(self, game: Game, state: Any, offer: Offer, rng: random.Random) -> Action:
        began = time.process_time()
        action = self.commander.decide(game, state, offer, rng)
        self.clock.add(self.side, time.process_time() - began)
        verb, arg = action
        if arg < 0 or not offer.get(verb, 0) >> arg & 1:
            raise IllegalOrder(f"{self.name} for {self.side} orders {verb!r} {arg}, which is not legal")
        return action


def contest(game: Game, bout: Bout, seats: Mapping[str, Commander], seed: int | str, cap: int = CAP) -> Played:
    """Play one bout with the commanders of both sides. Whatever goes wrong is told in the result."""
    first = game.sides[bout.number % 2]
    clock = Clock(game)
    watched = {side: Watched(commander, side, clock) for side, commander in seats.items()}
    luck = {side: generator(f"{seed}/{label}", bout.number) for side, label in bout.seats(game.sides).items()}
    dice = generator(f"{seed}/the dice", bout.number // 2)
    base = Played(bout, first, code=origin.code())
    try:
        state = game.start(game.scenarios[bout.scenario], {})
        played = play_out(game, state, dice, watched, cap=cap, luck=luck, each=clock.look)
        result = game.result(state) if state.over else None
        margin = _margin(game, state) if state.over else None
    except Exception as error:
        return replace(base, fault=_told(error))
    second = next(side for side in game.sides if side != first)
    return replace(
        base,
        winner=result.winner if result else "",
        level=result.level if result else "",
        choices=played.choices,
        margin=margin,
        fault=played.fault,
        thought=(clock.thought(first), clock.thought(second)),
    )


def _margin(game: Game, state: Any) -> float | None:
    """How well the first side did, in games that offer a measure of it."""
    measure = getattr(game, "margin", None)
    found = measure(state) if measure is not None else None
    return None if found is None else float(found)


def _told(error: Exception) -> str:
    """An exception in one line, with the place it came from."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    file = last.filename.replace("\\", "/").rpartition("/")[2]
    return f"{type(error).__name__}: {' '.join(str(error).split())} ({file}:{last.lineno})"


def play_bout(seed: int | str, cap: int, bout: Bout) -> Played:
    """Play one bout between fresh commanders from the registry."""
    title = load(bout.game)
    seats = {side: read_entrant(label).make() for side, label in bout.seats(title.sides).items()}
    return contest(title, bout, seats, seed, cap)


def schedule(arenas: Sequence[tuple[str, str]], who: Sequence[Entrant], games: int) -> list[Bout]:
    """All bouts: every pairing in every arena (game, scenario), so many games each, an even number.

    Pair by pair through all of them, so that a tournament cut short is short everywhere.
    """
    labels = [e.label for e in who]
    return [
        Bout(game, scenario, first, second, number)
        for pair in range(-(-games // 2))
        for game, scenario in arenas
        for first, second in combinations(labels, 2)
        for number in (2 * pair, 2 * pair + 1)
    ]


def check(who: Sequence[Entrant]) -> None:
    """A tournament needs two commanders, and nobody meets himself."""
    labels = [e.label for e in who]
    if len(labels) < 2:
        raise ValueError("a tournament needs at least two commanders, such as --commanders NAME,NAME")
    for label in labels:
        if labels.count(label) > 1:
            raise ValueError(f"{label} is named twice: nobody meets himself")


def arenas(game: str, scenario: str | None = None) -> list[tuple[str, str]]:
    """The scenario of a game, or all of them."""
    title = load(game)
    if scenario is not None and scenario not in title.scenarios:
        raise KeyError(f"{title.title} has no scenario {scenario!r}: it has {', '.join(title.scenarios)}")
    return [(game, name) for name in title.scenarios if scenario in (None, name)]


def tournament(
    places: Sequence[tuple[str, str]],
    who: Sequence[Entrant],
    games: int = 20,
    jobs: int = 1,
    seed: int | str = 1,
    *,
    known: Mapping[Bout, Played] | None = None,
    cap: int = CAP,
    on_result: Callable[[Played], None] | None = None,
) -> list[Played]:
    """Play every pairing on every scenario, and give all results in the order of the schedule.

    Bouts in ``known`` are not played again, unless they ended in a fault. The results do not depend on
    ``jobs``, unless a commander without a budget of evaluations looks at the clock.
    """
    check(who)
    bouts = schedule(places, who, games)
    done = {bout: known[bout] for bout in bouts if known and bout in known and not known[bout].fault}
    left = [bout for bout in bouts if bout not in done]
    for played in scatter(partial(play_bout, seed, cap), left, min(jobs, max(1, len(left)))):
        done[played.bout] = played
        if on_result is not None:
            on_result(played)
    return [done[bout] for bout in bouts]
