"""Matching: how many of some tasks can be done at once, if each task needs a unit of its own.

A task is given as the set of units that could do it. A greatest matching is found by augmenting paths: a task takes a
unit that is free, or one whose task can take another. Attacks that have been promised are such tasks: each promised
hex needs a unit that attacks it, and a unit attacks once.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..hexes import bits


def matching(choices: Sequence[int]) -> list[int]:
    """The unit for each task in a greatest matching, or -1; ``choices`` has the set of units for each task."""
    taken: dict[int, int] = {}

    def assign(task: int, tried: set[int]) -> bool:
        for unit in bits(choices[task]):
            if unit in tried:
                continue
            tried.add(unit)
            if unit not in taken or assign(taken[unit], tried):
                taken[unit] = task
                return True
        return False

    for task in range(len(choices)):
        assign(task, set())
    found = [-1] * len(choices)
    for unit, task in taken.items():
        found[task] = unit
    return found


def size(choices: Sequence[int]) -> int:
    """The greatest number of tasks that can be done at once."""
    return sum(unit >= 0 for unit in matching(choices))
