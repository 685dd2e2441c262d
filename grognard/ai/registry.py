"""The commanders there are, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .commander import Commander
from .levels.captain import Captain
from .levels.colonel import Colonel, General
from .levels.random_commander import RandomCommander
from .levels.recruit import Recruit


@dataclass(frozen=True)
class Level:
    """A commander to choose: how to make one, and what to expect of him."""

    factory: Callable[[int | None], Commander]
    about: str

    def make(self, evaluations: int | None = None) -> Commander:
        """A fresh commander; with a number of evaluations he decides by them and never looks at the clock."""
        return self.factory(evaluations)


def commanders() -> dict[str, Level]:
    """Every commander that can be given a seat, weakest first."""
    return {
        "random": Level(lambda _: RandomCommander(), "Does anything the rules allow, without a thought."),
        "recruit": Level(lambda _: Recruit(), "Plays at once: walks towards the enemy and attacks what he meets."),
        "captain": Level(lambda _: Captain(), "Plans each phase in one pass and attacks where the odds are good."),
        "colonel": Level(Colonel, "Tries many plans against your reply, about a second a phase."),
        "general": Level(General, "Plays his best plans through with dice first, about ten seconds a phase."),
    }
