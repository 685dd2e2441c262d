"""The choice among candidates by repeated rehearsals; the worse half is dropped at each stage."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from .budget import Budget

#: The weight of the first estimate, in rehearsals.
_TRUST = 2

#: The share of the budget after which no further candidates are added.
_EARLY = 0.5

T = TypeVar("T")


@dataclass
class _Entry(Generic[T]):
    """A candidate with its results so far."""

    candidate: T
    values: list[float]
    estimate: float

    @property
    def total(self) -> float:
        return _TRUST * self.estimate + sum(self.values)


def select(
    candidates: Sequence[tuple[T, float]], play: Callable[[T, int], float], budget: Budget, cost: int, guaranteed: int
) -> T:
    """Return the best candidate after rehearsals with common random numbers.

    Each candidate comes with an estimate, which counts as well, because a few rehearsals may mislead. The worse half is
    dropped at each stage until two are left; all stages get the same share of the budget. If the budget ends in the
    first round, candidates without a rehearsal are out; a later round only counts if it is complete. Candidates after
    the first ``guaranteed`` ones are only rehearsed while half of the budget is left.
    """
    left = [_Entry(candidate, [], estimate) for candidate, estimate in candidates]
    stage, stages = 1, 0
    while len(left) > 1 and _round(left, play, budget, cost, guaranteed):
        stages = stages or max(1, len(left).bit_length() - 1)
        left.sort(key=lambda entry: -entry.total)
        if budget.spent() >= stage / stages:
            left, stage = left[: max(2, len(left) // 2)], stage + 1
    if len(left[-1].values) == 0 and left[0].values:
        left = sorted((entry for entry in left if entry.values), key=lambda entry: -entry.total)
    return left[0].candidate


def _round(left: list[_Entry[T]], play: Callable[[T, int], float], budget: Budget, cost: int, guaranteed: int) -> bool:
    """Rehearse each candidate again; return False if the budget ends before that."""
    for number, entry in enumerate(left):
        if number >= guaranteed and not entry.values and budget.spent() >= _EARLY:
            del left[number:]
            break
        if not budget.left():
            return False
        entry.values.append(play(entry.candidate, len(entry.values)))
        for _ in range(cost):
            budget.spend()
    return True
