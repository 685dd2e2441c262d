"""Tournaments: every pairing of commanders plays every scenario with both sides and the same dice.

Games come in pairs. Games 2k and 2k + 1 of a pairing have the same dice and the sides swapped, so neither luck nor
the stronger side favours a commander. Each commander has its own random generator: how much one draws from it changes
neither the dice nor the other commander's luck.
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
from . import provenance
from .entrants import Entrant, read_entrant
from .playout import play_out
from .simulation import generator, run_parallel


@dataclass(frozen=True, order=True)
class Bout:
    """One game to be played: the scenario, the two commanders, and its number in this pairing, counted from 0."""

    game: str
    scenario: str
    first: str
    second: str
    number: int

    def seats(self, sides: Sequence[str]) -> dict[str, str]:
        """The commander of each side. The first commander has the first side in games with even numbers."""
        pair = (self.first, self.second) if self.number % 2 == 0 else (self.second, self.first)
        return dict(zip(sides, pair, strict=True))


@dataclass(frozen=True)
class Thought:
    """The thinking time of a commander in one game, in seconds of processor time."""

    seconds: float = 0.0
    #: number of phases in which it had a decision
    phases: int = 0
    longest: float = 0.0
    #: the turn and phase that took longest
    where: str = ""


@dataclass(frozen=True)
class Played:
    """A bout that was played, as plain data for other processes and for files."""

    bout: Bout
    #: the side of the first commander
    side: str = ""
    #: the side that won; empty in a draw
    winner: str = ""
    level: str = ""
    choices: int = 0
    #: how well the first side of the game did, if the game measures it
    margin: float | None = None
    fault: str = ""
    #: of the first and of the second commander; not compared, because it depends on the machine
    thought: tuple[Thought, Thought] = field(default=(Thought(), Thought()), compare=False)
    #: digest of the code that played
    code: str = field(default="", compare=False)

    @property
    def points(self) -> float:
        """Points of the first commander: 1 for a win, one half for a draw."""
        return float(self.winner == self.side) if self.winner else 0.5


class IllegalOrder(Exception):
    """A commander ordered an illegal action."""


class Clock:
    """The thinking time of each side in each phase."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.phase = ""
        self.spent: dict[str, dict[str, float]] = {side: {} for side in game.sides}
        self._frame: Any = None

    def note_phase(self, state: Any) -> None:
        """Note the phase. It changes only when the bottom frame of the agenda does."""
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


class Refereed(Commander):
    """A commander whose thinking time is measured and whose orders are checked."""

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


def contest(game: Game, bout: Bout, seats: Mapping[str, Commander], seed: int | str, cap: int | None = None) -> Played:
    """Play one bout with the commanders of both sides. An error is reported in the result."""
    first = game.sides[bout.number % 2]
    clock = Clock(game)
    refereed = {side: Refereed(commander, side, clock) for side, commander in seats.items()}
    luck = {side: generator(f"{seed}/{label}", bout.number) for side, label in bout.seats(game.sides).items()}
    dice = generator(f"{seed}/the dice", bout.number // 2)
    base = Played(bout, first, code=provenance.code())
    try:
        state = game.start(game.scenarios[bout.scenario], {})
        played = play_out(game, state, dice, refereed, cap=cap, luck=luck, each=clock.note_phase)
        result = game.result(state) if state.over else None
        margin = _margin(game, state) if state.over else None
    except Exception as error:
        return replace(base, fault=_describe_error(error))
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
    """How well the first side did, if the game measures it."""
    measure = getattr(game, "margin", None)
    found = measure(state) if measure is not None else None
    return None if found is None else float(found)


def _describe_error(error: Exception) -> str:
    """An exception in one line, with the file and line that raised it."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    file = last.filename.replace("\\", "/").rpartition("/")[2]
    return f"{type(error).__name__}: {' '.join(str(error).split())} ({file}:{last.lineno})"


def play_bout(seed: int | str, cap: int | None, bout: Bout) -> Played:
    """Play one bout between new commanders from the registry."""
    title = load(bout.game)
    seats = {side: read_entrant(label).make() for side, label in bout.seats(title.sides).items()}
    return contest(title, bout, seats, seed, cap)


def schedule(arenas: Sequence[tuple[str, str]], who: Sequence[Entrant], games: int) -> list[Bout]:
    """All bouts: every pairing in every arena (game and scenario), ``games`` each, rounded up to an even number.

    Each pairing in each arena plays two games before any plays its next two, so an interrupted tournament has about
    the same number of games everywhere.
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
    """Check that there are at least two commanders, all different."""
    labels = [e.label for e in who]
    if len(labels) < 2:
        raise ValueError("a tournament needs at least two commanders, such as --commanders NAME,NAME")
    for label in labels:
        if labels.count(label) > 1:
            raise ValueError(f"{label} is named twice; a commander cannot play against itself")


def arenas(game: str, scenario: str | None = None) -> list[tuple[str, str]]:
    """Pairs of game and scenario: the given scenario, or all scenarios of the game."""
    title = load(game)
    if scenario is not None and scenario not in title.scenarios:
        raise KeyError(f"{title.title} has no scenario {scenario!r}; choose from: {', '.join(title.scenarios)}")
    return [(game, name) for name in title.scenarios if scenario in (None, name)]


def longest(places: Sequence[tuple[str, str]]) -> int:
    """The most choices that a game in these arenas may have."""
    return max(load(game).longest for game, _ in places)


def tournament(
    places: Sequence[tuple[str, str]],
    who: Sequence[Entrant],
    games: int = 20,
    jobs: int = 1,
    seed: int | str = 1,
    *,
    known: Mapping[Bout, Played] | None = None,
    cap: int | None = None,
    on_result: Callable[[Played], None] | None = None,
) -> list[Played]:
    """Play every pairing on every scenario; return all results in the order of the schedule.

    Bouts in ``known`` are not played again, unless they ended with an error. The results do not depend on
    ``jobs``, unless a commander has no budget of evaluations and watches the clock.
    """
    check(who)
    bouts = schedule(places, who, games)
    done = {bout: known[bout] for bout in bouts if known and bout in known and not known[bout].fault}
    left = [bout for bout in bouts if bout not in done]
    for played in run_parallel(partial(play_bout, seed, cap), left, min(jobs, max(1, len(left)))):
        done[played.bout] = played
        if on_result is not None:
            on_result(played)
    return [done[bout] for bout in bouts]
