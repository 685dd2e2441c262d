"""A game: its contents and its rules. Immutable.

The engine knows a game only through this class. The contents of the box are in :mod:`.contents`, the texts for players
in :mod:`.reading`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Self, TypeAlias

from .action import ARGUMENT_LIMIT, Action, Notation, NotationError, Refusal
from .board import Board
from .bounds import Bounds
from .contents import Contents, Counter, Scenario
from .data import Overlay
from .doctrine import Doctrine
from .limits import S
from .reading import Reading
from .state import Seat, State
from .step import AnyStep, Offer, Prompt, StandingOrders, step_codes


@dataclass(frozen=True)
class Result:
    """How a match ended: the winning side (empty for a draw), the level of victory, and the reasons line by line."""

    winner: str
    level: str
    reasons: tuple[str, ...]
    score: Mapping[str, int] = field(default_factory=dict)


class Game(Contents, Generic[S]):
    """Base of every game."""

    step_types: ClassVar[tuple[type[AnyStep], ...]] = ()
    #: what a side may order at any time, if the game has such orders
    orders_type: ClassVar[type[StandingOrders[Any, Any]] | None] = None  # any: the game's own
    state_type: ClassVar[type[State]] = State
    #: the class of the game's reading
    reading_type: ClassVar[type[Reading[Any, Any]]] = Reading  # any: a class variable cannot name the class's own S

    #: what commanders know about the game; without it all of them play at random
    doctrine: Doctrine[Any, Any] | None = None  # any: the game's own doctrine

    def __init__(self, board: Board, counters: tuple[Counter, ...], scenarios: dict[str, Scenario]) -> None:
        super().__init__(board, counters, scenarios)
        self.notation = Notation(self)
        self.codes = step_codes(self.step_types)
        self.steps_by_name = {step.name: step for step in self.step_types}
        #: the fields that have a text form, by name
        self.written_fields = {f.name: f for f in self.state_type.fields if not f.derived}
        self.secret_fields = tuple(f for f in self.state_type.fields if f.shown is not None)
        #: everybody who may look on: the sides, and the empty string for spectators
        self.seats: tuple[Seat, ...] = (*self.sides, "")
        #: the game's texts for players
        self.reading: Reading[Any, S] = self.reading_type(self)  # any: the reading of just this game

    @classmethod
    def load(cls, overlay: Overlay | None = None) -> Self:
        """Load the game from its data folder, with an overlay if there is one."""
        raise NotImplementedError

    def make_steps(self) -> None:
        """Build the steps. A game calls this when all its tables are ready."""
        self.steps: tuple[AnyStep, ...] = tuple(step(self, i) for i, step in enumerate(self.step_types))
        make = self.orders_type
        self.orders: AnyStep | None = make(self, len(self.steps)) if make is not None else None
        #: the verbs of standing orders
        self.order_verbs = frozenset(self.orders.verbs) if self.orders is not None else frozenset[str]()
        #: the side of each of them that only one side has
        self.order_owners = dict(make.owners) if make is not None else {}
        for step in self.steps:
            assert self.order_verbs.isdisjoint(step.verbs), f"{step.name} has a verb of a standing order"

    # -- what a game defines -----------------------------------------------------------------

    def start(self, scenario: Scenario, options: Mapping[str, object]) -> S:
        """The state at the beginning of a scenario, including the agenda."""
        raise NotImplementedError

    def blank(self, scenario: Scenario) -> S:
        """The state that a position text fills in: no units in play, but the length of the scenario and the like."""
        found: S = self.state_type()  # type: ignore[assignment]
        return found

    def begin_phase(self, state: S, words: list[str]) -> None:
        """Set the agenda to the beginning of a phase, for hand-written positions."""
        raise NotImplementedError

    def refresh(self, state: S) -> None:
        """Compute the derived fields from the others."""

    def number_bounds(self) -> Bounds:
        """The bounds of the numbers in a position."""
        return Bounds()

    def position_errors(self, state: S, /) -> list[str]:
        """Reasons why a position is impossible: the violated invariants of the game."""
        return []

    def in_play(self, state: S, /) -> int:
        """The hexes that are used: all of the board, unless a scenario needs only a part of it."""
        return self.board.playable

    def result(self, state: S, /) -> Result | None:
        """How the match ended, or None while it goes on."""
        raise NotImplementedError

    def margin(self, state: S, /) -> float:
        """How well the first side did in a finished game, to compare games that the same side won."""
        return self.doctrine.margin(state) if self.doctrine is not None else 0.0

    def resample(self, state: S, seat: Seat, rng: random.Random) -> S:
        """A state that the seat cannot distinguish from the given one, with other secrets drawn at random.

        Without secrets there is only the given state. A game with secrets must implement this.
        """
        if self.secret_fields:
            raise NotImplementedError(f"{self.id} has secrets and must say how to resample them")
        return state.copy()

    # -- play --------------------------------------------------------------------------------

    def run(self, state: S) -> None:
        """Run automatic steps until a side or the dice must decide, or the game is over."""
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

    def seat(self, state: S) -> Seat:
        """The deciding seat; the empty string when the game is over."""
        return "" if state.over else self.step(state).seat(state)

    def offer(self, state: S) -> Offer:
        """The legal actions: for each verb the set of its arguments."""
        return {} if state.over else self.step(state).offer(state)

    def prompt(self, state: S) -> Prompt:
        return Prompt("The game is over.", "") if state.over else self.step(state).prompt(state)

    def apply(self, state: S, action: Action) -> None:
        """Do an action if it is legal; otherwise raise Refusal and change nothing."""
        if state.over or not self.accepts(state, action):
            raise self.refusal(state, action)
        self.do(state, action)

    def permits(self, state: S, action: Action) -> bool:
        step = self.step(state)
        verb, arg = action
        return verb in step.verbs and 0 <= arg < ARGUMENT_LIMIT and step.permits(state, verb, arg)

    # -- standing orders ---------------------------------------------------------------------

    def giver(self, state: S, action: Action) -> Seat:
        """The seat that an action is for: the deciding one, or the side that a standing order names."""
        verb, arg = action
        side = self.order_owners.get(verb, arg) if verb in self.order_verbs else -1
        return self.sides[side] if 0 <= side < len(self.sides) else self.seat(state)

    def order_offer(self, state: S, seat: Seat) -> Offer:
        """The standing orders that a seat may give now."""
        if self.orders is None or state.over or seat not in self.side_index:
            return {}
        side, owners = self.side_index[seat], self.order_owners
        mine = {verb: -1 if owners[verb] == side else 0 for verb in owners}
        found = {verb: args & mine.get(verb, 1 << side) for verb, args in self.orders.offer(state).items()}
        return {verb: args for verb, args in found.items() if args}

    def accepts(self, state: S, action: Action) -> bool:
        """Whether an action is legal: of the deciding seat, or a standing order."""
        verb, arg = action
        if verb in self.order_verbs:
            offer = self.order_offer(state, self.giver(state, action)) if 0 <= arg < ARGUMENT_LIMIT else {}
            return bool(offer.get(verb, 0) >> arg & 1) if offer else False
        return self.permits(state, action)

    def do(self, state: S, action: Action) -> None:
        """Do an action that is known to be legal, and everything that follows without a decision."""
        steps = self.steps
        agenda = state.agenda
        if action[0] in self.order_verbs:
            assert self.orders is not None
            self.orders.verbs[action[0]](state, action[1])
            return
        steps[agenda[-1][0]].verbs[action[0]](state, action[1])
        while not state.over:
            step = steps[agenda[-1][0]]
            if not step.automatic:
                return
            step.run(state)

    def refusal(self, state: S, action: Action) -> Refusal:
        """Why an action is not legal. Only for illegal actions."""
        if state.over:
            return Refusal("", "the game is over")
        step = self.step(state)
        verb, arg = action
        known = self.verbs.get(verb)
        if known is None:
            return NotationError(f"unknown action {verb[:40]!r} in {self.title}")
        if not self.notation.is_valid(known.kind, arg):
            return NotationError(f"{verb!r} has an unknown argument")
        if self.orders is not None and verb in self.order_verbs:
            return self.orders.refuse(state, verb, arg)
        if verb not in step.verbs:
            return step.out_of_place(state, verb)
        return step.refuse(state, verb, arg)

    # -- secrets -----------------------------------------------------------------------------

    def redact(self, state: S, seat: Seat) -> S:
        """The state as a seat may know it. When the game is over, nothing is hidden."""
        if not self.secret_fields or state.over:
            return state
        shown = state.copy()
        for f in self.secret_fields:
            assert f.shown is not None
            setattr(shown, f.name, f.shown(self, state, seat))
        self.refresh_shown(shown, state, seat)
        return shown

    def refresh_shown(self, shown: S, state: S, seat: Seat) -> None:
        """Compute the derived fields of a redacted state."""
        self.refresh(shown)


#: A game with any type of state, for code that works with every game.
AnyGame: TypeAlias = Game[Any]
