"""Who plays: commanders as a command line names them, and as they take their seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..ai import Commander, commanders

#: No budget is larger; a greater number is a slip of the hand.
MOST_EVALUATIONS = 10_000_000


@dataclass(frozen=True)
class Entrant:
    """A commander by name, with the evaluations he is allowed for a phase, if they are counted."""

    name: str
    evaluations: int | None = None

    @property
    def label(self) -> str:
        """What he is called in tables and files: ``captain``, or ``captain:60`` with a budget."""
        return self.name if self.evaluations is None else f"{self.name}:{self.evaluations}"

    def make(self) -> Commander:
        """A fresh commander: one game never knows of another."""
        return commanders()[self.name].make(self.evaluations)


def read_entrant(text: str, evaluations: int | None = None) -> Entrant:
    """Read ``captain`` or ``captain:60``; ``evaluations`` is the budget of those who name none."""
    name, colon, budget = (word.strip() for word in text.partition(":"))
    if name not in commanders():
        raise ValueError(f"there is no commander {name!r}: there is {', '.join(commanders())}")
    if colon:
        if not (budget.isdecimal() and budget.isascii() and 1 <= int(budget) <= MOST_EVALUATIONS):
            raise ValueError(f"{text.strip()!r}: the evaluations must be a number from 1 to {MOST_EVALUATIONS}")
        evaluations = int(budget)
    return Entrant(name, evaluations)


def read_entrants(text: str, evaluations: int | None = None) -> tuple[Entrant, ...]:
    """Read a row of commanders, separated by commas."""
    return tuple(read_entrant(word, evaluations) for word in text.split(","))


def seated(who: Sequence[Entrant], sides: Sequence[str]) -> dict[str, Entrant]:
    """Who has which side: one commander for each in the order of the sides, or one for all."""
    if len(who) not in (1, len(sides)):
        raise ValueError(f"{len(who)} commanders for {len(sides)} sides: name one for each side, or one for all")
    return dict(zip(sides, who if len(who) > 1 else list(who) * len(sides), strict=True))


def make_all(seats: Mapping[str, Entrant]) -> dict[str, Commander]:
    """Fresh commanders for all seats."""
    return {side: who.make() for side, who in seats.items()}
