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
from .checkpoints import Checkpoints
from .errors import Problem
from .visibility import Visibility

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
    """An independent copy of a match, to try an action on."""
    other = copy.copy(match)
    other.state = match.state.copy()
    other.state.log = []
    other.journal = match.journal[:]
    other.events = match.events[:]
    other.seeds = match.seeds[:]
    return other


class Live:
    """A match as its journal gives it, kept in memory."""

    def __init__(self, name: str, header: Header, match: Match, *, created: float) -> None:
        self.id = name
        self.header = header
        self.match = match
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
        self.machine_trouble = ""
        #: recent chat lines, and the id of the last of them
        self.chat_lines: list[Any] = []
        self.last_chat = 0
        self.checkpoints = Checkpoints()
        #: the parts of the log that each side may know
        self.visibility: dict[str, Visibility] = {}
        #: account names of sides; None until they are loaded
        self.names: dict[str, str] | None = None

    # -- looking -----------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self.match.game

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

    @property
    def result(self) -> Result | None:
        lost = self.resigned or self.late
        if not lost:
            return self.match.result
        others = [side for side in self.game.sides if side != lost]
        name = self.game.side_names.get(lost, lost)
        why = f"{name} resigned" if self.resigned else f"{name} ran out of time"
        return Result(others[0] if len(others) == 1 else "", "resignation" if self.resigned else "time", (why,))

    @property
    def deadline(self) -> float | None:
        return None if self.header.days is None or self.over else self.since + self.header.days * 86400

    @property
    def turn(self) -> str:
        """The turn and the phase in words, for lists of matches and notices."""
        reading, shown = self.game.reading, self.game.redact(self.match.state, "")
        status, track = reading.status(shown), reading.track(shown)
        if track is not None and track.phase >= 0:
            return f"{track.turn} {track.phases[track.phase]}"[:64]
        return " ".join(str(status[key]) for key in ("turn", "phase") if key in status)[:64]

    def people(self) -> list[str]:
        """The sides that people play."""
        return [side for side, who in self.header.seats.items() if who in (ME, FRIEND)]

    def machine(self) -> str:
        """The level of the computer player to decide now, or an empty string."""
        who = self.header.seats.get(self.seat, "")
        return who.removeprefix(MACHINE) if who.startswith(MACHINE) else ""

    # -- folding -----------------------------------------------------------------------------

    def fold(self, rows: list[Entry]) -> None:
        """Apply new rows of the journal."""
        if not rows:
            return
        match = self.match
        match.dice = ScriptedDice()  # every roll is a row
        for row in rows:
            self._take(row)
            self.version = row.number
            self.decides(self.seat, row.at)
            if row.number == self.header.given:
                self.since = row.at
        self.match.dice = dice_of(self.header, self.match.seeds)

    def decides(self, seat: str, at: float) -> None:
        """Restart the clock when the decision passes to the other side. A roll in between does not restart it."""
        if seat != DICE and seat != self.decider:
            self.decider = seat
            self.since = at

    def _take(self, row: Entry) -> None:
        if row.kind in ("do", "undo", "takeback", "resign", "timeout"):
            self.offer = None
        if row.kind == "do":
            self.match.play(row.text)
        elif row.kind == "undo":
            self.match.undo()
            self._forget_groups()
        elif row.kind == "group":
            self.note_group(row)
        elif row.kind == "takeback":
            to, seed = row.text.split(" ", 1)
            self.match = taken_back(self.match, int(to), seed)
            self.match.dice = ScriptedDice()
            self._forget_groups()
        elif row.kind == "offer":
            self.offer = Offer(row.seat, int(row.text))
        elif row.kind == "decline":
            self.offer = None
        elif row.kind == "resign":
            self.resigned = row.seat
        elif row.kind == "timeout":
            self.late = row.seat
        elif row.kind == "rematch":
            self.again = [*self.again, *row.seat.split(",")]
            self.rematch_id = row.text or self.rematch_id

    def note_group(self, row: Entry) -> None:
        """Note the moments before and after orders that are undone together."""
        first, last = map(int, row.text.split())
        self.groups = {**self.groups, last: first}

    def _forget_groups(self) -> None:
        """Forget the groups of actions that were taken back, in part or altogether."""
        self.groups = {last: first for last, first in self.groups.items() if last <= self.moment}


def taken_back(match: Match, to: int, seed: str) -> Match:
    """The match at an earlier moment with new dice, so that nobody can repeat a known roll."""
    borrowed = match.borrowed
    other = match.fork(to, seed=seed)
    other.borrowed = min(borrowed, other.chance_count)
    return other


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
        live = Live(name, header, match, created=created)
        live.match.dice = dice_of(header, match.seeds)
        live.fold(rows)
        live.checkpoints.follow(live.match)
    except Exception as error:
        raise Problem("unavailable", f"this match can no longer be loaded: {error}{_versions(header)}") from error
    return live


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
    "copy_match",
    "dice_of",
    "digest",
    "header_of",
    "new_id",
    "new_token",
    "restore",
    "rows_of",
    "taken_back",
]
