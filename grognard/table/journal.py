"""A match as a journal: a header with its start, and rows that are only appended.

Undo and take-back are rows too, so the *version* of a match, its number of rows, never decreases. The *moment*, the
number of actions in force, may.
"""

from __future__ import annotations

import copy
import secrets
import time
from typing import Any

import msgspec

from ..engine.action import Action, Notation
from ..engine.dice import Dice, KeyedDice, ScriptedDice, digest
from ..engine.game import Game, Result
from ..engine.library import game as game_of
from ..engine.match import Match, SeedMark
from ..engine.position import position_state
from ..engine.record import describe_origin
from ..engine.step import DICE
from ..engine.version import VERSION
from .errors import Problem
from .trail import Trail

ME, FRIEND, MACHINE, AUTO = "me", "friend", "machine:", "auto"


class Header(msgspec.Struct, kw_only=True):
    """The start of a match and its players."""

    game: str
    scenario: str
    data: str
    #: versions of the program and the rules at the start of the match; empty before 0.2.0
    version: str = ""
    rules: str = ""
    options: dict[str, Any] = {}
    origin: str = ""
    seeds: list[tuple[int, str, str]] = []
    borrowed: int = 0
    #: side -> me, friend, machine:<level>; ``auto`` plays a lesson's other side
    seats: dict[str, str]
    days: float | None = None
    #: number of rows at creation: the actions of an imported record or of the forked match
    given: int = 0
    lesson: int = 0
    script: list[int | str] = []
    #: whether players may ask commanders for advice; None if its creator has not decided
    hints: bool | None = None


class Entry(msgspec.Struct, frozen=True):
    """One row of the journal."""

    number: int
    kind: str
    seat: str
    text: str
    at: float


class Offer(msgspec.Struct):
    """A take-back that waits for an answer."""

    by: str
    to: int


class LessonDice:
    """The rolls that a lesson needs, then ordinary ones. It is stateless, so that a match can be copied."""

    def __init__(self, seed: str, script: list[int | str]) -> None:
        self.keyed = KeyedDice(seed)
        self.script = script

    def draw(self, number: int, outcomes: list[tuple[Action, int]], notation: Notation) -> Action | None:
        if number <= len(self.script):
            given = self.script[number - 1]
            wanted = notation.parse(f"roll {given}" if isinstance(given, int) else given)
            if any(wanted == action and weight > 0 for action, weight in outcomes):
                return wanted
        return self.keyed.draw(number, outcomes, notation)


def copy_match(match: Match) -> Match:
    """An independent copy of a match, to try an action on. Nothing follows it yet."""
    other = copy.copy(match)
    other.follower = None
    other.state = match.state.copy()
    other.state.log = []
    other.journal = match.journal[:]
    other.events = match.events[:]
    other.seeds = match.seeds[:]
    return other


class Progress:
    """The match that the rows of a journal give, and all that belongs to it.

    Whether rows are read from the store or have just been made, they are folded here. A change is made on a copy, which
    takes the place of the old progress once its rows are written.
    """

    def __init__(self, header: Header, match: Match, created: float) -> None:
        self.header = header
        self.match = match
        match.watching = True
        self.trail = match.follower = Trail(match)
        self.version = 0
        self.resigned = ""
        self.late = ""
        self.offer: Offer | None = None
        #: by the moment after orders for several units: the moment before them; they are undone together
        self.groups: dict[int, int] = {}
        #: sides that want another match, and its id once it exists
        self.again: list[str] = []
        self.rematch_id = ""
        #: the last side to decide, and the time since when
        self.decider = self.seat
        self.since = created
        #: when actions were taken back: the version after it, and the moment
        self.cuts: tuple[tuple[int, int], ...] = ()

    def copy(self) -> Progress:
        """An independent copy, to try a change on."""
        other = copy.copy(self)
        other.match = copy_match(self.match)
        other.trail = other.match.follower = self.trail.copy()
        return other

    @property
    def over(self) -> bool:
        return self.match.over or bool(self.resigned or self.late)

    @property
    def seat(self) -> str:
        """The side (or dice) to decide; empty when the match is over."""
        return "" if self.over else self.match.side

    @property
    def moment(self) -> int:
        return len(self.match.journal)

    # -- folding -----------------------------------------------------------------------------

    def fold(self, rows: list[Entry]) -> None:
        """Apply rows of the journal that have not been played yet."""
        self.match.dice = ScriptedDice()  # every roll is a row
        for row in rows:
            if row.kind == "do":
                self.match.play(row.text)
                self.acted(row.at)
            else:
                self.take(row)
            self.version = row.number
            if row.number == self.header.given:
                self.since = row.at
        self.match.dice = dice_of(self.header, self.match.seeds)

    def play(self, text: str, at: float) -> None:
        """Play an action, and the rolls after it, before there are rows for them."""
        self.match.play(text)
        self.acted(at)

    def acted(self, at: float) -> None:
        """Note that an action was done: an offer lapses, and the clock starts when the decision changes hands.

        A roll in between does not restart the clock.
        """
        self.offer = None
        self._decides(at)

    def _decides(self, at: float) -> None:
        if self.seat != DICE and self.seat != self.decider:
            self.decider = self.seat
            self.since = at

    def take(self, row: Entry) -> None:
        """Apply a row that is not an action."""
        if row.kind in ("undo", "takeback", "resign", "timeout", "decline"):
            self.offer = None
        if row.kind == "undo":
            self.match.undo()
            self._cut(row)
        elif row.kind == "takeback":
            to, seed = row.text.split(" ", 1)
            self._take_back(int(to), seed)
            self._cut(row)
        elif row.kind == "group":
            first, last = map(int, row.text.split())
            self.groups = {**self.groups, last: first}
        elif row.kind == "offer":
            self.offer = Offer(row.seat, int(row.text))
        elif row.kind == "resign":
            self.resigned = row.seat
        elif row.kind == "timeout":
            self.late = row.seat
        elif row.kind == "rematch":
            self.again = [*self.again, *row.seat.split(",")]
            self.rematch_id = row.text or self.rematch_id
        self._decides(row.at)

    def _take_back(self, to: int, seed: str) -> None:
        """Go back to an earlier moment with new dice, so that nobody can repeat a known roll."""
        borrowed = self.match.borrowed
        self.match = self.match.fork(to, seed=seed)
        self.match.borrowed = min(borrowed, self.match.chance_count)
        self.match.dice = ScriptedDice()
        self.match.follower = self.trail
        self.trail.undone(self.match)

    def _cut(self, row: Entry) -> None:
        """Forget what was taken back, and since when the log is another."""
        self.groups = {last: first for last, first in self.groups.items() if last <= self.moment}
        self.cuts = (*(cut for cut in self.cuts if cut[1] < self.moment), (row.number, self.moment))

    def unchanged(self, version: int, moment: int) -> int:
        """The number of actions, at most ``moment``, that are the same since a version."""
        if version > self.version:
            return 0
        return min(moment, self.moment, *(to for since, to in self.cuts if since > version))


class Live:
    """A match in memory: its progress, and what else the table knows of it."""

    def __init__(self, name: str, progress: Progress) -> None:
        self.id = name
        self.header = progress.header
        self.progress = progress
        self.machine_trouble = ""
        #: recent chat lines, and the id of the last of them
        self.chat_lines: list[Any] = []
        self.last_chat = 0
        #: account names of sides; None until they are loaded
        self.names: dict[str, str] | None = None

    @property
    def match(self) -> Match:
        return self.progress.match

    @property
    def game(self) -> Game:
        return self.progress.match.game

    @property
    def version(self) -> int:
        return self.progress.version

    @property
    def over(self) -> bool:
        return self.progress.over

    @property
    def seat(self) -> str:
        """The side (or dice) to decide; empty when the match is over."""
        return self.progress.seat

    @property
    def moment(self) -> int:
        return self.progress.moment

    @property
    def result(self) -> Result | None:
        progress = self.progress
        lost = progress.resigned or progress.late
        if not lost:
            return self.match.result
        others = [side for side in self.game.sides if side != lost]
        name = self.game.side_names.get(lost, lost)
        why = f"{name} resigned" if progress.resigned else f"{name} ran out of time"
        return Result(others[0] if len(others) == 1 else "", "resignation" if progress.resigned else "time", (why,))

    @property
    def deadline(self) -> float | None:
        return None if self.header.days is None or self.over else self.progress.since + self.header.days * 86400

    def people(self) -> list[str]:
        """The sides that people play."""
        return [side for side, who in self.header.seats.items() if who in (ME, FRIEND)]

    def machine(self) -> str:
        """The level of the computer player to decide now, or an empty string."""
        who = self.header.seats.get(self.seat, "")
        return who.removeprefix(MACHINE) if who.startswith(MACHINE) else ""


def turn_of(match: Match) -> str:
    """The turn and the phase in words, for lists of matches and notices."""
    reading, moment = match.game.reading, match.moment()
    status, track = moment.once("status", "", reading.status), moment.once("turn track", "", reading.track)
    if track is not None and track.phase >= 0:
        return f"{track.turn} {track.phases[track.phase]}"[:64]
    return " ".join(str(status[key]) for key in ("turn", "phase") if key in status)[:64]


def dice_of(header: Header, seeds: list[SeedMark]) -> Dice:
    seed = seeds[-1].seed if seeds else ""
    if not seed:
        return ScriptedDice()
    return LessonDice(seed, header.script) if header.script else KeyedDice(seed)


def header_of(match: Match, seats: dict[str, str], *, days: float | None = None, **more: Any) -> Header:
    """The header from which a match can be restored with its rows."""
    return Header(
        game=match.game.id,
        scenario=match.scenario.id,
        data=match.game.data_digest,
        version=VERSION,
        rules=str(match.game.rules_version),
        options=match.options,
        origin=match.origin,
        seeds=[(mark.first, mark.digest, mark.seed) for mark in match.seeds],
        borrowed=match.borrowed,
        seats=seats,
        days=days,
        given=len(match.journal),
        **more,
    )


def rows_of(match: Match, first: int, number: int, at: float | None = None) -> list[Entry]:
    """The actions of a match from index ``first``, as journal rows that start at ``number``."""
    now = time.time() if at is None else at
    text = match.game.notation.text
    return [
        Entry(number + i, "do", entry.seat, text(entry.action), now) for i, entry in enumerate(match.journal[first:])
    ]


def restore(name: str, header: Header, rows: list[Entry], created: float) -> Live:
    """Restore a match from its header and journal."""
    try:
        game = game_of(header.game)
        scenario = game.scenarios[header.scenario]
        state: Any = position_state(game, header.origin) if header.origin else game.start(scenario, header.options)
        match = Match(game, scenario, state, options=header.options, origin=header.origin)
        match.seeds = [SeedMark(*mark) for mark in header.seeds]
        match.borrowed = header.borrowed
        progress = Progress(header, match, created)
        progress.fold(rows)
    except Exception as error:
        raise Problem("unavailable", f"this match can no longer be loaded: {error}{_versions(header)}") from error
    return Live(name, progress)


def _versions(header: Header) -> str:
    """The versions at the start of a match, next to those in use now."""
    try:
        game = game_of(header.game)
    except KeyError:
        return ""
    tags = {"Version": header.version, "Rules": header.rules, "Data": header.data}
    return f" ({describe_origin(game, tags)})"


def new_id() -> str:
    return secrets.token_urlsafe(12)


def new_token() -> str:
    return secrets.token_urlsafe(24)


__all__ = [
    "AUTO",
    "FRIEND",
    "MACHINE",
    "ME",
    "Entry",
    "Header",
    "LessonDice",
    "Live",
    "Offer",
    "Progress",
    "copy_match",
    "dice_of",
    "digest",
    "header_of",
    "new_id",
    "new_token",
    "restore",
    "rows_of",
    "turn_of",
]
