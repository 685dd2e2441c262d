"""The commanders that take part, as the command line names them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..ai import Commander, Level, commanders, sparring

#: The largest budget; a greater number is a typing error.
MAX_EVALUATIONS = 10_000_000


@dataclass(frozen=True)
class Entrant:
    """A commander by name, with its budget of evaluations for a decision, if it has one."""

    name: str
    evaluations: int | None = None

    @property
    def label(self) -> str:
        """Name in tables and files: ``captain``, or ``captain:60`` with a budget."""
        return self.name if self.evaluations is None else f"{self.name}:{self.evaluations}"

    def make(self) -> Commander:
        """A new commander, which remembers no other game."""
        return all_levels()[self.name].make(self.evaluations)


def all_levels() -> dict[str, Level]:
    """All commanders by name, those for tests and tournaments included."""
    return {**commanders(), **sparring()}


def read_entrant(text: str, evaluations: int | None = None) -> Entrant:
    """Read ``captain`` or ``captain:60``; ``evaluations`` is the budget if the text names none."""
    name, colon, budget = (word.strip() for word in text.partition(":"))
    if name not in all_levels():
        raise ValueError(f"unknown commander {name!r}; choose from: {', '.join(commanders())}")
    if colon:
        if not (budget.isdecimal() and budget.isascii() and 1 <= int(budget) <= MAX_EVALUATIONS):
            raise ValueError(
                f"{text.strip()!r}: the budget of evaluations must be a number from 1 to {MAX_EVALUATIONS}"
            )
        evaluations = int(budget)
    return Entrant(name, evaluations)


def read_entrants(text: str, evaluations: int | None = None) -> tuple[Entrant, ...]:
    """Read commanders separated by commas."""
    return tuple(read_entrant(word, evaluations) for word in text.split(","))


def assign_sides(who: Sequence[Entrant], sides: Sequence[str]) -> dict[str, Entrant]:
    """The commander of each side: one for each, in the order of the sides, or one for all."""
    if len(who) not in (1, len(sides)):
        raise ValueError(f"{len(who)} commanders for {len(sides)} sides; name one for each side, or one for all")
    return dict(zip(sides, who if len(who) > 1 else list(who) * len(sides), strict=True))


def make_commanders(seats: Mapping[str, Entrant]) -> dict[str, Commander]:
    """New commanders for all sides."""
    return {side: who.make() for side, who in seats.items()}
