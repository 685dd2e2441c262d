"""A game: the rules of one title with its board, counters, tables and scenarios. Immutable.

The engine knows a game only through this class. A game's package offers ``load(overlay=None)``,
which returns one.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

from .action import ARGUMENTS, Action, Notation, NotationError, Refusal
from .board import Board
from .bounds import Bounds
from .doctrine import Doctrine
from .looks import Looks, S
from .state import State
from .step import DICE, AnyStep, Offer, Prompt, step_codes
from .verbs import Verb


@dataclass(frozen=True)
class Counter:
    """A printed piece. ``values`` holds the numbers a rulebook reads off it."""

    id: str
    side: str
    name: str
    type: str
    values: Mapping[str, int]
    #: the printed line of strengths, e.g. ``2-3-7``
    printed: str
    size: str = ""
    formation: str = ""
    source: str = ""
    tags: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Scenario:
    """One way to begin: what it is called, how long it lasts, and the words of its file."""

    id: str
    title: str
    about: str
    turns: int
    rule: str
    words: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Result:
    """How a match ended: the side that won, or nobody in a draw, at which level, and the reasons line by line."""

    winner: str
    level: str
    reasons: tuple[str, ...]
    score: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Modifier:
    """One line of a preview: what it is, how much it counts, and by which rule."""

    what: str
    amount: int
    rule: str


@dataclass(frozen=True)
class Preview:
    """What an attack would bring: the sum, the column, and the exact chance of each result."""

    title: str
    modifiers: tuple[Modifier, ...]
    total: int
    line: str
    line_rule: str
    column: str
    #: result -> chance, as a fraction of the chance events (numerator, denominator)
    chances: Mapping[str, tuple[int, int]]
    #: result for each roll of the die, in order
    by_roll: tuple[str, ...] = ()
    #: place of the column and of the line in the printed table
    column_index: int = 0
    #: which attack it is, without its figures: the same as long as it is the same attack
    about: str = ""


@dataclass(frozen=True)
class Note:
    """A sentence for a player, with the rule it rests on."""

    text: str
    rule: str = ""


@dataclass(frozen=True)
class Turn:
    """One space of the turn track: what it is called and what it brings."""

    number: int
    label: str
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Track:
    """The sequence of play and the turn track, and where the match is on them."""

    phases: tuple[str, ...]
    phase: int
    turns: tuple[Turn, ...]
    turn: int


@dataclass(frozen=True)
class Exercise:
    """One task of a lesson: a position, what to learn from it, and the actions that solve it.

    ``accepts`` holds the texts of actions, or beginnings of them, any of which brings the pupil on;
    an exercise with several ``steps`` wants one after the other.
    """

    title: str
    text: str
    position: str
    side: str
    steps: tuple[tuple[str, ...], ...]
    rule: str = ""
    dice: tuple[int, ...] = ()
    praise: str = ""


@dataclass(frozen=True)
class Chart:
    """A table as a player reads it, for drawing: rows of cells under headings."""

    id: str
    title: str
    source: str
    rule: str
    heads: tuple[tuple[str, ...], ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


class Game(Looks[S]):
    """Base of every game."""

    id: ClassVar[str] = ""
    title: ClassVar[str] = ""
    publisher: ClassVar[str] = ""
    about: ClassVar[str] = ""
    scale: ClassVar[str] = ""
    sides: ClassVar[tuple[str, ...]] = ()
    #: names of the sides as a player reads them
    side_names: ClassVar[Mapping[str, str]] = {}
    verbs: ClassVar[Mapping[str, Verb]] = {}
    step_types: ClassVar[tuple[type[AnyStep], ...]] = ()
    state_type: ClassVar[type[State]] = State
    folder: ClassVar[Path] = Path()

    board: Board
    counters: tuple[Counter, ...]
    scenarios: dict[str, Scenario]
    data_digest: str = ""
    _lessons: tuple[Exercise, ...] = ()
    #: what commanders are told of the game; without it all of them play at random
    doctrine: Doctrine[Any, Any] | None = None

    def __init__(self, board: Board, counters: tuple[Counter, ...], scenarios: dict[str, Scenario]) -> None:
        self.board = board
        self.counters = counters
        self.scenarios = scenarios
        self.unit_ids = {c.id: i for i, c in enumerate(counters)}
        self.side_index = {side: i for i, side in enumerate(self.sides)}
        #: for each side, its counters as a set
        self.units_of = tuple(
            sum(1 << i for i, c in enumerate(counters) if c.side == side) for side in self.sides
        )
        self.notation = Notation(self)
        self.codes = step_codes(self.step_types)
        self.by_name = {step.name: step for step in self.step_types}
        #: the fields that have a text form, by name
        self.written_fields = {f.name: f for f in self.state_type.fields if not f.derived}
        self.secret_fields = tuple(f for f in self.state_type.fields if f.shown is not None)

    def make_steps(self) -> None:
        """Build the steps; a game calls this when all its tables are ready."""
        self.steps: tuple[AnyStep, ...] = tuple(step(self, i) for i, step in enumerate(self.step_types))

    # -- places ------------------------------------------------------------------------------

    def box(self, name: str) -> int:
        """The number of an off-map box: boxes count down from -1."""
        return -1 - self.boxes.index(name)

    def place_name(self, place: int) -> str:
        return self.board.grid.label(place) if place >= 0 else self.boxes[-1 - place]

    def place(self, word: str) -> int:
        if word in self.boxes:
            return self.box(word)
        try:
            return self.board.grid.parse(word)
        except ValueError as error:
            raise NotationError(f"{error}, nor a box ({', '.join(self.boxes)})") from None

    # -- what a game defines -----------------------------------------------------------------

    def start(self, scenario: Scenario, options: Mapping[str, object]) -> S:
        """The state at the beginning of a scenario, agenda included."""
        raise NotImplementedError

    def blank(self, scenario: Scenario) -> S:
        """The state a position text fills in: nobody in play yet, but the scenario's length and the like."""
        found: S = self.state_type()  # type: ignore[assignment]
        return found

    def begin_phase(self, state: S, words: list[str]) -> None:
        """Set the agenda to the beginning of a phase, for positions written by hand."""
        raise NotImplementedError

    def refresh(self, state: S) -> None:
        """Compute the derived fields from the others."""

    def number_bounds(self) -> Bounds:
        """What the numbers of a position may be."""
        return Bounds()

    def faults(self, state: S, /) -> list[str]:
        """What is impossible about a position; the invariants of the game."""
        return []

    def result(self, state: S, /) -> Result | None:
        """How the match ended, or None while it goes on."""
        raise NotImplementedError

    def margin(self, state: S, /) -> float:
        """How well the first side did in a game that is over, beyond who won: to compare two games won alike."""
        return self.doctrine.margin(state) if self.doctrine is not None else 0.0

    def status(self, state: S) -> dict[str, Any]:
        """Turn, phase, score and the like, as a player reads them."""
        return {}

    def preview(self, state: S, /) -> Preview | None:
        """The attack being declared, or None when there is none."""
        return None

    def charts(self) -> tuple[Chart, ...]:
        return ()

    def overlays(self, state: S, /) -> dict[str, int]:
        """Named sets of hexes a player may want to see: zones, lines, objectives."""
        return {}

    def inspect(self, state: S, h: int, /) -> tuple[Note, ...]:
        """What a player wants to know of a hex: terrain, hexsides, zones, with their rules."""
        return ()

    def reach(self, state: S, /) -> dict[int, str]:
        """What every hex in reach costs the unit in hand, as a player reads it."""
        return {}

    def path(self, state: S, h: int, /) -> tuple[int, ...]:
        """The way the unit in hand would take to a hex, both ends included."""
        return ()

    def track(self, state: S, /) -> Track | None:
        """The sequence of play and the turn track."""
        return None

    def lessons(self) -> tuple[Exercise, ...]:
        """A short course by doing."""
        return self._lessons

    def resample(self, state: S, side: str, rng: random.Random) -> S:
        """Another state that this side cannot tell apart from the given one.

        A game without secrets has only the one; a game with secrets must say how they may lie.
        """
        if self.secret_fields:
            raise NotImplementedError(f"{self.id} has secrets and must say how to resample them")
        return state.copy()

    # -- play --------------------------------------------------------------------------------

    def run(self, state: S) -> None:
        """Run automatic steps until somebody has to decide, or the game is over."""
        steps = self.steps
        agenda = state.agenda
        while not state.over:
            step = steps[agenda[-1][0]]
            if not step.automatic:
                return
            step.run(state)

    def step(self, state: S) -> AnyStep:
        """The step in force."""
        found: AnyStep = self.steps[state.agenda[-1][0]]
        return found

    def seat(self, state: S) -> str:
        """Whose decision it is; the empty string when the game is over."""
        return "" if state.over else self.step(state).seat(state)

    def offer(self, state: S) -> Offer:
        """The legal actions: for each verb the set of its arguments."""
        return {} if state.over else self.step(state).offer(state)

    def prompt(self, state: S) -> Prompt:
        return Prompt("The game is over.", "") if state.over else self.step(state).prompt(state)

    def apply(self, state: S, action: Action) -> None:
        """Do an action if it is legal; raise Refusal and change nothing if it is not."""
        if state.over or not self.permits(state, action):
            raise self.refusal(state, action)
        self.do(state, action)

    def permits(self, state: S, action: Action) -> bool:
        step = self.step(state)
        verb, arg = action
        return verb in step.verbs and 0 <= arg < ARGUMENTS and step.permits(state, verb, arg)

    def do(self, state: S, action: Action) -> None:
        """Do an action known to be legal, and all that follows without a decision."""
        steps = self.steps
        agenda = state.agenda
        steps[agenda[-1][0]].verbs[action[0]](state, action[1])
        while not state.over:
            step = steps[agenda[-1][0]]
            if not step.automatic:
                return
            step.run(state)

    def refusal(self, state: S, action: Action) -> Refusal:
        """Why an action is not legal; only for actions that are not."""
        if state.over:
            return Refusal("", "the game is over")
        step = self.step(state)
        verb, arg = action
        known = self.verbs.get(verb)
        if known is None:
            return NotationError(f"{self.title} has no action {verb[:40]!r}")
        if not self.notation.names(known.kind, arg):
            return NotationError(f"{verb!r} with this argument names nothing in this game")
        if verb not in step.verbs:
            return step.out_of_place(state, verb)
        return step.refuse(state, verb, arg)

    # -- secrets -----------------------------------------------------------------------------

    def redact(self, state: S, side: str) -> S:
        """The state as a side may know it. ``side`` may be a side, or empty for spectators.

        When the game is over nothing is hidden any more.
        """
        if not self.secret_fields or state.over:
            return state
        shown = state.copy()
        for f in self.secret_fields:
            assert f.shown is not None
            setattr(shown, f.name, f.shown(self, state, side))
        self.refresh(shown)
        return shown


#: A game of whatever states: who has a match or a record does not know which game it is.
AnyGame: TypeAlias = Game[Any]
SEAT_DICE = DICE
