"""The commanders there are, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .commander import Commander
from .random_commander import RandomCommander


@dataclass(frozen=True)
class Level:
    """A commander to choose: how to make one, and what to expect of him."""

    factory: Callable[[], Commander]
    about: str


def commanders() -> dict[str, Level]:
    """Every commander that can be given a seat, weakest first."""
    return {
        "random": Level(RandomCommander, "Does anything the rules allow, without a thought. Good for learning."),
    }
