"""Dice that can be audited, and dice that can be scripted.

The n-th chance event of a match is decided by HMAC-SHA256 of its number under the seed. The seed's
digest is in the record from the start, so nobody can choose another seed later; the seed itself is
added when the game is over, and then anybody can compute every roll again.
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
    """Decides chance events. None means: not by me, somebody has to say what was rolled."""

    def draw(self, number: int, outcomes: list[tuple[Action, int]], notation: Notation) -> Action | None: ...


def new_seed() -> str:
    """A seed that cannot be guessed."""
    return secrets.token_hex(16)


def digest(seed: str) -> str:
    """What is published of a seed before the game is over: :data:`DIGITS` hex digits."""
    return hashlib.sha256(f"grognard seed {seed}".encode()).hexdigest()


def is_hex(text: str, length: int) -> bool:
    """Whether a text is a digest: ``length`` hex digits in small letters and nothing else."""
    return len(text) == length and re.fullmatch("[0-9a-f]*", text) is not None


class KeyedDice:
    """The auditable generator: seed and number of the event decide, nothing else does."""

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
    """Rolls decided beforehand, for examples and puzzles. A number is short for ``roll number``.

    When the script is at its end the match waits for somebody to play the roll.
    """

    def __init__(self, script: Iterable[int | str] = ()) -> None:
        self._script = [f"roll {item}" if isinstance(item, int) else item for item in script]

    def draw(self, number: int, outcomes: list[tuple[Action, int]], notation: Notation) -> Action | None:
        if not self._script:
            return None
        action = notation.parse(self._script.pop(0))
        if not any(action == possible and weight > 0 for possible, weight in outcomes):
            raise Refusal("", f"scripted dice: {notation.text(action)!r} cannot come up here")
        return action


class HandDice(ScriptedDice):
    """No generator: every roll is played by hand, as at a table with real dice."""
