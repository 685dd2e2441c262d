"""Shared by the subcommands: choosing games and commanders, reading and writing files, loading matches."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import grognard

from ..ai import commanders, sparring
from ..engine.contents import Scenario
from ..engine.game import Game
from ..engine.library import games as all_games
from ..engine.match import Match
from ..engine.record import FORMAT, LIMIT, parse_record
from ..lab.entrants import Entrant, read_entrants

#: The game in the examples of help texts: the first of the library.
EXAMPLE = next(iter(all_games()), "GAME")

#: The commander in the examples of help texts: the strongest.
STRONGEST = list(commanders())[-1]

#: The line of a position that names its game.
_GAME = re.compile(r"^[ \t]*game[ \t]", re.MULTILINE)
#: How errors name a file that may be a record or a position.
EITHER = "a record or a position"

console = Console(highlight=False)


class CommandError(Exception):
    """An error for the user. Exit code 2: the command line is wrong; 1: a file or its content is."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


def err(message: str) -> None:
    """Print one line on the error stream."""
    print(f"grognard: {message}", file=sys.stderr)


def count(number: int, noun: str) -> str:
    """A number with its noun: ``1 action``, ``2 actions``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def side_to_play(match: Match) -> str:
    """The name of the side to play."""
    return match.game.side_names.get(match.side, match.side)


def choose_game(name: str, overlay: Path | None = None) -> Game:
    """Return a game of the library by its id."""
    try:
        return grognard.game(name, overlay)
    except KeyError as error:
        raise CommandError(str(error.args[0]), 2) from None


def choose_scenario(game: Game, name: str | None) -> Scenario:
    """Return a scenario by its id; without one the game's first."""
    if name is None:
        return next(iter(game.scenarios.values()))
    if name not in game.scenarios:
        raise CommandError(f"{game.title} has no scenario {name!r}; choose from: {', '.join(game.scenarios)}", 2)
    return game.scenarios[name]


def choose_commanders(text: str, evaluations: int | None = None, *, partners: bool = False) -> tuple[Entrant, ...]:
    """Read commanders separated by commas; ``evaluations`` is the budget of those without one.

    With ``partners`` those that are not offered to players may be among them."""
    try:
        found = read_entrants(text, evaluations)
        for entrant in found:
            if not partners and entrant.name in sparring():
                raise ValueError(f"{entrant.name!r} plays in tournaments only")
        return found
    except ValueError as error:
        raise CommandError(str(error), 2) from None


def progress_bar() -> Progress:
    """A progress bar with the time that remains."""
    return Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console
    )


def read_text(path: Path, what: str = "a text file") -> str:
    """Return the text of a file, which should be ``what``."""
    try:
        if path.is_dir():
            raise CommandError(f"{path} is a folder, not a file", 2)
        if path.stat().st_size > LIMIT:
            raise CommandError(
                f"{path} is too large to be {what}: it has {path.stat().st_size} bytes, the limit is {LIMIT}"
            )
        data = path.read_bytes()
    except FileNotFoundError:
        raise CommandError(f"file not found: {path}", 2) from None
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}") from None
    try:
        text, wrong = data.decode("utf-8"), data.find(b"\0")
    except UnicodeDecodeError as error:
        text, wrong = "", error.start
    if wrong >= 0:
        line = data.count(b"\n", 0, wrong) + 1
        raise CommandError(f"{path} is not {what}: line {line} is not UTF-8 text")
    return text


def read_record(path: Path, what: str = "a record") -> str:
    """Return the text of a record file. A file that is not a record, or lacks a tag, is an error."""
    text = read_text(path, what)
    number, line = _first_line(text)
    if not line.startswith("["):
        found = f"line {number} is {line[:60]!r}" if line else "it is empty"
        wanted = f'a record begins with [Grognard "{FORMAT}"]'
        if what == EITHER:
            wanted += f", a position has a line such as 'game {EXAMPLE}'"
        raise CommandError(f"{path} is not {what}: {found}; {wanted}")
    if "Scenario" not in parse_record(text).tags:
        raise CommandError(f"{path} cannot be replayed: the tag [Scenario ...] is missing")
    return text


def _first_line(text: str) -> tuple[int, str]:
    """The first line that is neither empty nor a comment, with its number; or an empty line 1."""
    lines = enumerate(text.split("\n"), 1)
    return next(((n, line.strip()) for n, line in lines if line.split(";", 1)[0].strip()), (1, ""))


def write_text(path: Path, text: str) -> None:
    """Write a file, and create its folder if it does not exist."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}") from None


def load_match(path: Path, to: int | None = None, what: str = "a record") -> Match:
    """Load the match in a file: a record up to its action number ``to``, or a position. No dice are rolled."""
    text = read_text(path, what)
    if not _first_line(text)[1].startswith("[") and _GAME.search(text):
        if to is not None:
            raise CommandError(f"{path} is a position, which has no actions; --to works with records only", 2)
        return grognard.setup(text, dice=())
    match = grognard.replay(read_record(path, what))
    if to is None:
        return match
    if not 0 <= to <= len(match.journal):
        raise CommandError(f"--to {to} is too high: the record has {count(len(match.journal), 'action')}", 2)
    return match.before(to)
