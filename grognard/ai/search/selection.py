"""The choice among a few candidates after rehearsals: the worse half drops out again and again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from .budget import Budget

#: For how many rehearsals counts what was thought of a choice before.
_TRUST = 2

#: The share of the time in which further choices are still taken up.
_EARLY = 0.5

T = TypeVar("T")


@dataclass
class _Entry(Generic[T]):
    """A choice, and how it has fared so far."""

    choice: T
    values: list[float]
    thought: float

    @property
    def standing(self) -> float:
        return _TRUST * self.thought + sum(self.values)


def select(
    field: Sequence[tuple[T, float]], play: Callable[[T, int], float], budget: Budget, cost: int, sure: int
) -> T:
    """The best of some choices, each with what is thought of it, after rehearsals with common random numbers.

    A rehearsal or two may mislead, so the thought counts beside them. The worse half drops out again and again until
    two are left, and each of these stages has the same share of the time. If that is up in the first round, those whose
    turn did not come are out; a later round does not count unless finished. Choices after the first ``sure`` are
    rehearsed as long as half of the time is left.
    """
    left = [_Entry(choice, [], thought) for choice, thought in field]
    stage, stages = 1, 0
    while len(left) > 1 and _round(left, play, budget, cost, sure):
        stages = stages or max(1, len(left).bit_length() - 1)
        left.sort(key=lambda entry: -entry.standing)
        if budget.spent() >= stage / stages:
            left, stage = left[: max(2, len(left) // 2)], stage + 1
    if len(left[-1].values) == 0 and left[0].values:
        left = sorted((entry for entry in left if entry.values), key=lambda entry: -entry.standing)
    return left[0].choice


def _round(left: list[_Entry[T]], play: Callable[[T, int], float], budget: Budget, cost: int, sure: int) -> bool:
    """Rehearse each once more; False if the time is up before all have had their turn."""
    for number, entry in enumerate(left):
        if number >= sure and not entry.values and budget.spent() >= _EARLY:
            del left[number:]
            break
        if not budget.left():
            return False
        entry.values.append(play(entry.choice, len(entry.values)))
        for _ in range(cost):
            budget.spend()
    return True
