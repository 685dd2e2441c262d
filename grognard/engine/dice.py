"""Dice that can be audited, and dice that follow a script.

HMAC-SHA256 of the number n under the seed decides the n-th chance event of a match. The digest of the seed is in the
record from the start, so nobody can exchange the seed later. When the game is over the record shows the seed itself,
and anybody can recompute every roll.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable
from typing import Protocol

from .action import Action, Notation, Refusal

#: Length of a SHA-256 digest, such as that of a seed, in hex digits.
DIGITS = 64


class Dice(Protocol):
    """Decides chance events. If ``draw`` returns None, a player enters the roll."""

    def draw(self, number: int, outcomes: list[tuple[Action, int]], notation: Notation) -> Action | None: ...


def new_seed() -> str:
    """A seed that cannot be guessed."""
    return secrets.token_hex(16)


def digest(seed: str) -> str:
    """The digest of a seed, published before the game is over: :data:`DIGITS` hex digits."""
    return hashlib.sha256(f"grognard seed {seed}".encode()).hexdigest()


def is_hex(text: str, length: int) -> bool:
    """Whether a text has exactly ``length`` hex digits, in lower case, and nothing else."""
    return len(text) == length and re.fullmatch("[0-9a-f]*", text) is not None


class KeyedDice:
    """The auditable generator: only the seed and the number of the event decide."""

    def __init__(self, seed: str | int | None = None) -> None:
        self.seed = new_seed() if seed is None else str(seed)
        self._key = self.seed.encode()

    @property
    def digest(self) -> str:
        return digest(self.seed)

    def draw(self, number: int, outcomes: list[tuple[Action, int]], notation: Notation) -> Action:
        total = sum(weight for _, weight in outcomes)
        drawn = int.from_bytes(hmac.digest(self._key, str(number).encode(), "sha256")[:16], "big") % total
        for action, weight in outcomes:
            drawn -= weight
            if drawn < 0:
                return action
        raise AssertionError("weights do not add up")


class ScriptedDice:
    """Scripted rolls, for examples and puzzles. A number is short for ``roll number``.

    At the end of the script the match waits for the next roll to be entered.
    """

    def __init__(self, script: Iterable[int | str] = ()) -> None:
        self._script = [f"roll {item}" if isinstance(item, int) else item for item in script]

    def draw(self, number: int, outcomes: list[tuple[Action, int]], notation: Notation) -> Action | None:
        if not self._script:
            return None
        action = notation.parse(self._script.pop(0))
        if not any(action == possible and weight > 0 for possible, weight in outcomes):
            raise Refusal("", f"scripted dice: {notation.text(action)!r} is not a possible result here")
        return action


class HandDice(ScriptedDice):
    """No generator: every roll is entered, as at a table with real dice."""
