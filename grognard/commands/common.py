"""What the subcommands share: reading and writing files, choosing games, moments of a match."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import grognard

from ..ai import commanders
from ..engine.contents import Scenario
from ..engine.game import Game
from ..engine.library import games as all_games
from ..engine.match import Match
from ..engine.record import FORMAT, LIMIT, parse_record
from ..lab.entrants import Entrant, read_entrants

#: The game that help texts use in their examples: the first of the library.
EXAMPLE = next(iter(all_games()), "GAME")

#: The commander of the examples: the strongest there is.
STRONGEST = list(commanders())[-1]

#: A position names its game in a line of its own.
_GAME = re.compile(r"^[ \t]*game[ \t]", re.MULTILINE)
#: What may be looked at: a record, or a position.
EITHER = "a record or a position"

console = Console(highlight=False)


class CommandError(Exception):
    """Something the caller can put right. Code 2: the command was wrong; code 1: what it found was."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


def err(message: str) -> None:
    """One line on the error stream."""
    print(f"grognard: {message}", file=sys.stderr)


def choose_game(name: str, overlay: Path | None = None) -> Game:
    """A game of the library by its id."""
    try:
        return grognard.game(name, overlay)
    except KeyError as error:
        raise CommandError(str(error.args[0]), 2) from None


def choose_scenario(game: Game, name: str | None) -> Scenario:
    """A scenario by its id; the game's first without one."""
    if name is None:
        return next(iter(game.scenarios.values()))
    if name not in game.scenarios:
        raise CommandError(f"{game.title} has no scenario {name!r}: it has {', '.join(game.scenarios)}", 2)
    return game.scenarios[name]


def choose_commanders(text: str, evaluations: int | None = None) -> tuple[Entrant, ...]:
    """Commanders by name, separated by commas; ``evaluations`` is the budget of those who name none."""
    try:
        return read_entrants(text, evaluations)
    except ValueError as error:
        raise CommandError(str(error), 2) from None


def progress_bar() -> Progress:
    """How far a long piece of work is."""
    return Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console
    )


def read_text(path: Path, what: str = "a text file") -> str:
    """The text of a file, or one clear line why it is not what it should be."""
    try:
        if path.is_dir():
            raise CommandError(f"{path} is a folder, not a file", 2)
        if path.stat().st_size > LIMIT:
            raise CommandError(f"{path} is too big: {path.stat().st_size} bytes, and no record has more than {LIMIT}")
        data = path.read_bytes()
    except FileNotFoundError:
        raise CommandError(f"there is no file {path}", 2) from None
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}") from None
    try:
        text, wrong = data.decode("utf-8"), data.find(b"\0")
    except UnicodeDecodeError as error:
        text, wrong = "", error.start
    if wrong >= 0:
        line = data.count(b"\n", 0, wrong) + 1
        raise CommandError(f"{path} is not {what}: line {line} is not text")
    return text


def read_record(path: Path, what: str = "a record") -> str:
    """The text of a record file; one that is no record, or lacks a tag, is told so with its line."""
    text = read_text(path, what)
    number, line = _first_line(text)
    if not line.startswith("["):
        found = f"reads {line[:60]!r} where a record has" if line else "is empty; a record begins with"
        raise CommandError(f'{path} is not {what}: line {number} {found} [Grognard "{FORMAT}"]')
    if "Scenario" not in parse_record(text).tags:
        raise CommandError(f"{path} cannot be replayed: the tag [Scenario ...] is missing")
    return text


def _first_line(text: str) -> tuple[int, str]:
    """The first line with something in it besides a comment, and its number; or the empty first line."""
    lines = enumerate(text.split("\n"), 1)
    return next(((n, line.strip()) for n, line in lines if line.split(";", 1)[0].strip()), (1, ""))


def write_text(path: Path, text: str) -> None:
    """Write a file, and its folder if need be; or one clear line why not."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}") from None


def moment(path: Path, to: int | None = None, what: str = "a record") -> Match:
    """The match in a file: a record, up to its action number ``to``, or a position. No dice are rolled."""
    text = read_text(path, what)
    if not _first_line(text)[1].startswith("[") and _GAME.search(text):
        if to is not None:
            raise CommandError(f"{path} is a position, not a record, so --to has no meaning", 2)
        return grognard.setup(text, dice=())
    match = grognard.replay(read_record(path, what))
    if to is None:
        return match
    if not 0 <= to <= len(match.journal):
        raise CommandError(f"the record has {len(match.journal)} actions, so there is no moment {to}", 2)
    return match.before(to)
