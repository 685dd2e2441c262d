"""Matching tasks with units, compared with a judge that tries everything."""

from __future__ import annotations

import random
from itertools import permutations

from grognard.hexes import of
from grognard.mechanics.matching import matching, size


def most(choices: list[int], units: int) -> int:
    """The greatest number of tasks done at once: every order of the units, and gaps, tried."""
    people = [*range(units), *[-1] * len(choices)]
    return max(
        sum(unit >= 0 and choices[task] >> unit & 1 for task, unit in enumerate(order))
        for order in permutations(people, len(choices))
    )


def test_a_task_without_units_stays_open() -> None:
    assert matching([0]) == [-1]
    assert size([of([3]), 0]) == 1


def test_one_unit_does_one_task_only() -> None:
    assert size([of([3]), of([3])]) == 1


def test_a_unit_gives_way_if_its_task_has_another() -> None:
    # the first task would take unit 1, which is the only one for the second
    assert matching([of([1, 2]), of([1])]) == [2, 1]


def test_a_chain_of_units_gives_way() -> None:
    assert size([of([1, 2]), of([2, 3]), of([1])]) == 3


def test_each_unit_found_can_do_its_task() -> None:
    choices = [of([1, 2]), of([1]), of([1, 2]), of([4])]
    found = matching(choices)
    assert all(unit < 0 or choice >> unit & 1 for unit, choice in zip(found, choices, strict=True))
    used = [unit for unit in found if unit >= 0]
    assert len(used) == len(set(used)) == 3


def test_the_greatest_number_agrees_with_trying_everything() -> None:
    draw = random.Random(8)
    for _ in range(200):
        choices = [draw.randrange(16) for _ in range(draw.randint(1, 4))]
        assert size(choices) == most(choices, 4)
