"""A match: a game, its state and the journal of all actions."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from . import reachable
from .action import Action, NotationError, Refusal
from .actions import Actions
from .advice import Hint, adviser
from .contents import Scenario
from .dice import Dice, KeyedDice, ScriptedDice, digest
from .game import AnyGame, Result
from .moment import Facts, Moment
from .position import position_text
from .reading import Preview
from .state import Seat, State
from .step import DICE, Prompt
from .view import SeatView, seat_view
from .witnesses import has_open_outcome, witnesses

_ROLLED = "dice have been rolled"
_REVEALED = "something hidden was seen"


class Entry(NamedTuple):
    """One action in the journal, the seat that did it, and the seats that may know it.

    An ``open`` entry is a chance event whose outcome everybody reads, also those who may not know what followed. In a
    game with secrets only a match that is ``watching`` finds out who may know what; see :meth:`Match.watched`.
    """

    seat: Seat
    action: Action
    #: the sides that may know all of it, and the empty string if spectators may
    seen_by: tuple[Seat, ...] = ()
    open: bool = False

    def known_to(self, seat: Seat) -> bool:
        """Whether a seat may know the action and its events."""
        return seat in self.seen_by

    def named_to(self, seat: Seat) -> bool:
        """Whether a seat may read the action itself."""
        return self.open or seat in self.seen_by


class Event(NamedTuple):
    """Something that happened, with the rule behind it and the number of actions before it.

    A heading has no rule: it names the part of the game that begins, such as a turn. An ``open`` event has no secret:
    every seat may read it, even where the action it followed is hidden from that seat.
    """

    number: int
    rule: str
    text: str
    heading: str = ""
    open: bool = False


class Follower(Protocol):
    """Follows a match action by action. Whatever it needs of a state it copies."""

    def played(self, match: Match) -> None:
        """The last action of the journal has been done."""

    def undone(self, match: Match) -> None:
        """Actions at the end of the journal have been taken back."""


class SeedMark(NamedTuple):
    """The seed, or at least its digest, for all dice from this chance event on."""

    first: int
    digest: str
    seed: str = ""


class Match:
    """A game being played. Players, commanders and the server all act through this class."""

    def __init__(
        self,
        game: AnyGame,
        scenario: Scenario,
        state: State,
        *,
        dice: Dice | Iterable[int | str] | None = None,
        options: Mapping[str, object] | None = None,
        origin: str = "",
    ) -> None:
        self.game = game
        self.scenario = scenario
        self.state = state
        self.options = dict(options or {})
        #: the text of the opening position, unless the match began with the scenario's own
        self.origin = origin
        self.dice: Dice = _dice(dice)
        self.journal: list[Entry] = []
        #: everything that has happened, also what is hidden from a side; a view has only what its seat may know
        self.events: list[Event] = []
        self.seeds: list[SeedMark] = []
        #: number of chance events so far
        self.chance_count = 0
        #: number of chance events decided by the seed of another match that is still being played
        self.borrowed = 0
        #: the side that made the last decision that was not brief: at one screen it is the one that looks
        self.facing: Seat = ""
        #: whether each entry says who has seen it; that takes time, so replays leave it out
        self.watching = False
        #: called after every action, and when actions are taken back
        self.follower: Follower | None = None
        if isinstance(self.dice, KeyedDice):
            self.seeds.append(SeedMark(1, self.dice.digest, self.dice.seed))
        state.log = []
        self._start = state.copy()
        game.run(state)
        #: the facts last formatted for each seat
        self._facts: dict[str, Facts] = {}
        # Undo goes back to the last barrier and replays from there, so states are kept at barriers only.
        self._stop_undo()
        self._settle()

    # -- looking -----------------------------------------------------------------------------

    @property
    def side(self) -> Seat:
        """The deciding seat: the name of a side, ``dice`` if a roll must be entered, empty when the game is over."""
        return self.game.seat(self.state)

    @property
    def brief(self) -> bool:
        """Whether the current decision is brief; see :class:`~grognard.engine.step.Step`."""
        return not self.state.over and bool(self.game.step(self.state).brief)

    @property
    def prompt(self) -> Prompt:
        return self.game.prompt(self._known())

    @property
    def actions(self) -> Actions:
        return Actions(self.game, self.state)

    @property
    def over(self) -> bool:
        return bool(self.state.over)

    @property
    def result(self) -> Result | None:
        return self.game.result(self.state) if self.state.over else None

    def orders(self, seat: Seat) -> dict[str, list[str]]:
        """The standing orders that a seat may give now, also while another side decides: verb -> words."""
        game = self.game
        offer = game.order_offer(self.moment().shown(seat), seat)
        return {verb: game.notation.words(game.verbs[verb].kind, args) for verb, args in offer.items()}

    @property
    def preview(self) -> Preview | None:
        """The attack being declared, as the deciding side knows it."""
        return self.game.reading.preview(self._known())

    def reach(self, unit: str) -> dict[str, str]:
        """The cost of each hex that a unit of the deciding side could reach now, as that side knows it."""
        state, label = self._known(), self.game.board.grid.label
        found = reachable.reach_of(self.game, state, self.game.notation.value("unit", unit))
        return {label(h): cost for h, cost in found.items()}

    def who_reaches(self, hex: str) -> dict[str, str]:
        """The units of the deciding side that could reach a hex now, with their costs, as that side knows it."""
        found = reachable.who_reaches(self.game, self._known(), self.game.board.grid.parse(hex))
        return {self.game.counters[unit].id: cost for unit, cost in found.items()}

    @property
    def version(self) -> int:
        """The number of actions so far."""
        return len(self.journal)

    def view(self, seat: Seat) -> SeatView:
        """The view of a seat, with its events. The empty string is a spectator."""
        return seat_view(self, seat)

    def facts(self, seat: Seat) -> dict[str, str]:
        """The text form of the state's fields, as a seat knows them."""
        key = seat if self.game.secret_fields else ""
        state, before = self.moment().shown(seat), self._facts.get(key)
        if before is None or before.state is not state:
            before = Facts(self.game, state, before)
            self._facts = {**self._facts, key: before}
        return dict(before.texts)

    def why_not(self, action: Action | str) -> Refusal | None:
        """Why an action is not legal, or None if it is legal. Computed from what the deciding side knows."""
        try:
            wanted = self._read(action)
        except NotationError as error:
            return error
        if not self.state.over and self.game.accepts(self.state, wanted):
            return None
        return self.game.refusal(self._known(wanted), wanted)

    def giver(self, action: Action | str) -> Seat:
        """The seat that an action is for: usually the deciding one, or the side that a standing order names."""
        try:
            return self.game.giver(self.state, self._read(action))
        except NotationError:
            return self.side

    def hint(self, level: str = "colonel", *, seed: int = 0, evaluations: int | None = None) -> Hint:
        """The advice of a commander to the deciding side, with its reason.

        The commander sees what that side may see. If ``evaluations`` is given, the same seed gives the same advice.
        """
        return adviser()(self.game, self.state, level, seed, evaluations)

    def _known(self, action: Action | None = None) -> State:
        """The state as the deciding side knows it, or the side that an action is for. All texts for that side are
        computed from it.

        While a roll is due, it is what a spectator knows.
        """
        seat = self.side if action is None else self.game.giver(self.state, action)
        return self.moment().shown(seat if seat in self.game.sides else "")

    # -- playing -----------------------------------------------------------------------------

    def play(self, *actions: Action | str, side: str = "", version: int | None = None) -> Match:
        """Do one or more actions. An illegal action raises Refusal; the actions before it remain done.

        If ``side`` is given, the decision must be that side's. If ``version`` is given, nothing may have been done
        since that version of the match.
        """
        if version is not None and version != self.version:
            raise Refusal("", f"the action was meant for version {version}, but the match is now at {self.version}")
        for action in actions:
            giver = self.giver(action)
            if side and side != giver and not self.over:
                why = "decides now" if giver == self.side else "gives this order"
                raise Refusal("", f"{giver} {why}, not {side}")
            self._play(self._read(action))
        return self

    def _read(self, action: Action | str) -> Action:
        if isinstance(action, str):
            return self.game.notation.parse(action)
        if isinstance(action, tuple) and len(action) == 2 and isinstance(action[0], str) and type(action[1]) is int:
            return Action(*action)
        raise NotationError("an action is a verb and a whole number, or their text")

    def _play(self, action: Action) -> None:
        refusal = self.why_not(action)
        if refusal is not None:
            raise refusal
        self._do(action)
        self._settle()

    def _do(self, action: Action) -> None:
        """Do a legal action and update the journal and the events.

        Dice are a barrier for undo, and so is the end of the game, because the record then shows the seed. Whether the
        action revealed something is examined only when a view or an undo asks.
        """
        game, state = self.game, self.state
        seat = game.giver(state, action)
        if seat != DICE and not self.brief and action.verb not in game.order_verbs:
            self.facing = seat
        if self.watching and game.secret_fields:
            is_open, before = has_open_outcome(game.step(state)), state.copy()
            game.do(state, action)
            self.journal.append(Entry(seat, action, witnesses(game, before, state, seat), is_open))
        else:
            game.do(state, action)
            self.journal.append(Entry(seat, action, () if game.secret_fields else game.seats))
        if seat == DICE:
            self.chance_count += 1
        self._take_events()
        if self.follower is not None:
            self.follower.played(self)
        if seat == DICE or state.over or state.settled:
            self._stop_undo(state.settled or _ROLLED)
            state.settled = ""

    def _stop_undo(self, why: str = "") -> None:
        """Make a barrier: actions up to now cannot be taken back."""
        self._barred = why
        self._now = Moment(self.game, self.state, len(self.journal))
        self._barrier = self._examined = self._now

    def moment(self) -> Moment:
        """The current state, and each side's view of it; cached until the state changes."""
        if self._now.number != len(self.journal) or self._now.state != self.state:
            self._now = Moment(self.game, self.state, len(self.journal))
        return self._now

    def _examine(self) -> None:
        """Find the last unexamined action that showed its own side something hidden: a barrier for undo.

        An action that shows something to the other side is not a barrier, because its own side has learnt nothing.
        """
        game, done = self.game, len(self.journal)
        if not game.secret_fields:
            return
        while self._examined.number < done:
            before = self._examined
            seat, action, *_ = self.journal[before.number]
            if before.number + 1 == done:
                after = self.moment()
            else:
                state = before.state.copy()
                game.do(state, action)
                after = Moment(game, state, before.number + 1)
            if before.revealed(after, seat):
                self._barrier, self._barred = after, _REVEALED
            self._examined = after

    def _take_events(self) -> None:
        log = self.state.log
        if log:
            number = len(self.journal)
            for rule, text, args, part, is_open in log:
                self.events.append(Event(number, rule, text.format(*args), part, is_open))
            log.clear()

    def _settle(self) -> None:
        """Roll until a side must decide, the game is over, or a roll has to be entered."""
        game, state = self.game, self.state
        self._take_events()
        while not state.over:
            step = game.step(state)
            if not step.chance:
                return
            drawn = self.dice.draw(self.chance_count + 1, step.outcomes(state), game.notation)  # type: ignore[attr-defined]
            if drawn is None:
                return
            self._do(drawn)

    # -- taking back -------------------------------------------------------------------------

    def may_undo(self, side: str = "") -> bool:
        if side and self.journal and self.journal[-1].seat != side:
            return False
        return self.no_undo(side) is None

    def no_undo(self, side: str = "") -> Refusal | None:
        """Why the last action cannot be taken back, or None if it can."""
        self._examine()
        if not self.journal:
            return Refusal("", "there is no action to take back yet")
        if len(self.journal) <= self._barrier.number:
            return Refusal(
                "",
                "the game is over, so no action can be taken back"
                if self.over
                else f"{self._barred or _ROLLED} since, so the last action cannot be taken back",
            )
        if side and self.journal[-1].seat != side:
            return Refusal("", f"the last action was {self.journal[-1].seat}'s, not {side}'s")
        return None

    def undo(self, side: str = "") -> Match:
        """Take back the last action, unless dice were rolled or something was revealed since.

        If ``side`` is given, the last action must be that side's.
        """
        refusal = self.no_undo(side)
        if refusal is not None:
            raise refusal
        game, undone = self.game, self.moment()
        seat = self.journal.pop().seat
        state = self._barrier.state.copy()
        for entry in self.journal[self._barrier.number :]:
            game.do(state, entry.action)
        state.settled = ""
        state.log = []
        self.state = state
        while self.events and self.events[-1].number > len(self.journal):
            self.events.pop()
        if self.follower is not None:
            self.follower.undone(self)
        self._examined = self.moment()
        if any(self._examined.revealed(undone, side) for side in game.sides if side != seat):
            # The other side has seen something, so it must not change its own earlier actions.
            self._barrier, self._barred = self._examined, _REVEALED
        return self

    def fork(self, at: int | None = None, *, seed: int | str | None = None) -> Match:
        """A new match that continues from a moment of this one, with new dice."""
        keep = len(self.journal) if at is None else at
        if not 0 <= keep <= len(self.journal):
            raise ValueError(f"cannot fork at moment {at}: the record has {len(self.journal)} actions")
        other = self.before(keep)
        other.seeds = [mark for mark in self.seeds if mark.first <= other.chance_count]
        other.borrowed = min(self.borrowed, other.chance_count) if self.over else other.chance_count
        other.reseed(seed)
        return other

    def before(self, number: int) -> Match:
        """A copy of the match after ``number`` actions, without dice."""
        return self._again(number, self.watching)

    def watched(self) -> Match:
        """The match with entries that say who has seen them: this one, or a copy that was played again."""
        if self.watching or not self.game.secret_fields:
            return self
        return self._again(len(self.journal), True)

    def _again(self, number: int, watching: bool) -> Match:
        other = Match(self.game, self.scenario, self._start.copy(), options=self.options, origin=self.origin)
        other.watching = watching
        for entry in self.journal[:number]:
            other._play(entry.action)
        return other

    def reseed(self, seed: int | str | None = None) -> None:
        """Use new dice from now on; the record says so."""
        self.dice = KeyedDice(seed)
        mark = SeedMark(self.chance_count + 1, self.dice.digest, self.dice.seed)
        self.seeds = [m for m in self.seeds if m.first < mark.first] + [mark]
        self._settle()

    # -- text --------------------------------------------------------------------------------

    def position(self) -> str:
        """The current position as text, for :func:`grognard.setup`, with all that is hidden from a side."""
        return position_text(self.game, self.state, self.scenario.id)

    def record(self, *, seed: bool | None = None) -> str:
        """The whole match as text. It shows the seed when the game is over, or if ``seed`` is true.

        The seed of an unfinished match that this one was forked from is shown only if ``seed`` is true.
        """
        from .record import record_text

        return record_text(self, show_seed=self.over if seed is None else seed, borrowed=bool(seed))

    def resample(self, seat: Seat, rng: random.Random) -> State:
        """A state that this seat cannot distinguish from the true one, with other secrets drawn at random."""
        return self.state.copy() if self.state.over else self.game.resample(self.state, seat, rng)


def _dice(dice: Dice | Iterable[int | str] | None) -> Dice:
    """Dice as they are, or a script as dice. Without either, every roll has to be entered."""
    if dice is None:
        return ScriptedDice()
    if isinstance(dice, Iterable):
        return ScriptedDice(dice)
    return dice


__all__ = ["Entry", "Event", "Follower", "Match", "SeedMark", "digest"]
