"""The file of a tournament: every game as plain data, so that an interrupted tournament can continue."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from . import provenance
from .tournament import Bout, Played

FORMAT = "grognard tournament 1"
#: Seconds between two saves while games are played.
SAVE_INTERVAL = 5.0


class ScorebookError(Exception):
    """The file is not a scorebook, or belongs to another tournament."""


class _Page(msgspec.Struct):
    """The content of the file."""

    format: str
    seed: str
    cap: int
    machine: str
    commit: str
    games: list[Played]


class Scorebook:
    """The games played so far with one seed, kept in a file."""

    def __init__(self, path: Path, seed: int | str, cap: int) -> None:
        self.path = path
        self.seed = str(seed)
        self.cap = cap
        self.games: dict[Bout, Played] = {}
        self._here = (f"{provenance.machine()}, {provenance.cores()} cores", provenance.commit())
        #: machine and commit of the last game that was added
        self.machine, self.commit = self._here
        self._written = time.monotonic()
        if path.exists():
            self._read()
        # An unwritable file should be reported before hours of play, not after.
        self.save()

    def _read(self) -> None:
        try:
            page = msgspec.json.decode(self.path.read_bytes(), type=_Page)
        except OSError as error:
            raise ScorebookError(f"{self.path} cannot be read: {error.strerror}") from None
        except msgspec.MsgspecError as error:
            raise ScorebookError(f"{self.path} is not a file of tournament games: {error}") from None
        if page.format != FORMAT:
            raise ScorebookError(f"{self.path} has the format {page.format!r} instead of {FORMAT!r}")
        for what, theirs, ours in (("seed", page.seed, self.seed), ("cap", page.cap, self.cap)):
            if theirs != ours:
                other = f"holds a tournament with {what} {theirs}, not {ours}"
                raise ScorebookError(f"{self.path} {other}; name another file")
        self.games = {played.bout: played for played in page.games}
        if page.games:
            self.machine, self.commit = page.machine, page.commit

    def add(self, played: Played) -> None:
        """Add a game, and save the file every few seconds."""
        self.games[played.bout] = played
        self.machine, self.commit = self._here
        if time.monotonic() - self._written >= SAVE_INTERVAL:
            self.save()

    def save(self) -> None:
        """Write the file. The new file replaces the old one atomically, so it is complete at any moment."""
        head: dict[str, Any] = {
            "format": FORMAT,
            "seed": self.seed,
            "cap": self.cap,
            "machine": self.machine,
            "commit": self.commit,
        }
        lines = ",\n".join(msgspec.json.encode(self.games[bout]).decode() for bout in sorted(self.games))
        text = msgspec.json.encode(head).decode()[:-1] + f',"games":[\n{lines}\n]}}\n'
        temporary = self.path.with_name(f".{self.path.name}.{os.getpid()}.tmp")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_text(text, encoding="utf-8")
            temporary.replace(self.path)
        except OSError as error:
            with suppress(OSError):
                temporary.unlink()
            raise ScorebookError(f"{self.path} cannot be written: {error.strerror}") from None
        self._written = time.monotonic()
