"""What the subcommands share: reading and writing files, choosing games, moments of a match."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console

import grognard

from ..engine.game import Game, Scenario
from ..engine.library import games as all_games
from ..engine.match import Match
from ..engine.record import LIMIT

#: The game that help texts use in their examples: the first of the library.
EXAMPLE = next(iter(all_games()), "GAME")

console = Console(highlight=False)


class Trouble(Exception):
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
        raise Trouble(str(error.args[0]), 2) from None


def choose_scenario(game: Game, name: str | None) -> Scenario:
    """A scenario by its id; the game's first without one."""
    if name is None:
        return next(iter(game.scenarios.values()))
    if name not in game.scenarios:
        raise Trouble(f"{game.title} has no scenario {name!r}: it has {', '.join(game.scenarios)}", 2)
    return game.scenarios[name]


def read_text(path: Path) -> str:
    """The text of a file, or one clear line why not."""
    try:
        if path.is_dir():
            raise Trouble(f"{path} is a folder, not a file", 2)
        if path.stat().st_size > LIMIT:
            raise Trouble(f"{path} is too big: {path.stat().st_size} bytes, and no record has more than {LIMIT}")
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise Trouble(f"there is no file {path}", 2) from None
    except OSError as error:
        raise Trouble(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Trouble(f"{path} is not a text file") from None
    if "\0" in text:
        raise Trouble(f"{path} is not a text file")
    return text


def write_text(path: Path, text: str) -> None:
    """Write a file, and its folder if need be; or one clear line why not."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Trouble(f"{path} cannot be written: {error.strerror}") from None


def moment(path: Path, to: int | None = None) -> Match:
    """The match in a file: a record, up to its action number ``to``, or a position. No dice are rolled."""
    text = read_text(path)
    if not text.lstrip().startswith("["):
        if to is not None:
            raise Trouble(f"{path} is a position, not a record, so --to has no meaning", 2)
        return grognard.setup(text, dice=())
    match = grognard.replay(text)
    if to is None:
        return match
    if not 0 <= to <= len(match.journal):
        raise Trouble(f"the record has {len(match.journal)} actions, so there is no moment {to}", 2)
    return match.before(to)
