"""The file of a tournament: every game as plain data, so that one that was cut off can go on."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from . import origin
from .tournament import Bout, Played

FORMAT = "grognard tournament 1"
#: Seconds between two writings of the file while games come in.
PACE = 5.0


class ScorebookError(Exception):
    """A file that is no scorebook, or that of another tournament."""


class _Page(msgspec.Struct):
    """The file as it is read."""

    format: str
    seed: str
    cap: int
    machine: str
    commit: str
    games: list[Played]


class Scorebook:
    """The games played so far under one seed, on a file."""

    def __init__(self, path: Path, seed: int | str, cap: int) -> None:
        self.path = path
        self.seed = str(seed)
        self.cap = cap
        self.games: dict[Bout, Played] = {}
        self._here = (f"{origin.machine()}, {origin.cores()} cores", origin.commit())
        #: machine and commit of the last game that was added
        self.machine, self.commit = self._here
        self._written = time.monotonic()
        if path.exists():
            self._read()
        # Whoever cannot write should know before hours of play, not after.
        self.save()

    def _read(self) -> None:
        try:
            page = msgspec.json.decode(self.path.read_bytes(), type=_Page)
        except OSError as error:
            raise ScorebookError(f"{self.path} cannot be read: {error.strerror}") from None
        except msgspec.MsgspecError as error:
            raise ScorebookError(f"{self.path} is no scorebook of a tournament: {error}") from None
        if page.format != FORMAT:
            raise ScorebookError(f"{self.path} has the format {page.format!r}, not {FORMAT!r}")
        for what, theirs, ours in (("seed", page.seed, self.seed), ("cap", page.cap, self.cap)):
            if theirs != ours:
                other = f"holds a tournament with {what} {theirs}, not {ours}"
                raise ScorebookError(f"{self.path} {other}: name another file")
        self.games = {played.bout: played for played in page.games}
        if page.games:
            self.machine, self.commit = page.machine, page.commit

    def add(self, played: Played) -> None:
        """Keep a game; the file is written now and then."""
        self.games[played.bout] = played
        self.machine, self.commit = self._here
        if time.monotonic() - self._written >= PACE:
            self.save()

    def save(self) -> None:
        """Write the file. It is whole at every moment: the new one takes the place of the old one at once."""
        head: dict[str, Any] = {
            "format": FORMAT,
            "seed": self.seed,
            "cap": self.cap,
            "machine": self.machine,
            "commit": self.commit,
        }
        lines = ",\n".join(msgspec.json.encode(self.games[bout]).decode() for bout in sorted(self.games))
        text = msgspec.json.encode(head).decode()[:-1] + f',"games":[\n{lines}\n]}}\n'
        beside = self.path.with_name(f".{self.path.name}.{os.getpid()}.tmp")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_text(text, encoding="utf-8")
            beside.replace(self.path)
        except OSError as error:
            with suppress(OSError):
                beside.unlink()
            raise ScorebookError(f"{self.path} cannot be written: {error.strerror}") from None
        self._written = time.monotonic()
