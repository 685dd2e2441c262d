"""Fire combat on a small table: columns, rows, and exact chances of both sides."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.mechanics.fire import Fire, FireTable, by_result, cleared, joint, means, parse_column

HEADS = ("1-2", "3-5", "6+")
#: dice 0 to 4
TABLE = FireTable(HEADS, tuple(map(parse_column, HEADS)), ((0, 0, 1), (0, 1, 1), (0, 1, 2), (1, 1, 2), (1, 2, 3)), 0)
THIRD, SIXTH = Fraction(1, 3), Fraction(1, 6)


@pytest.mark.parametrize("text", ["", "0", "9-7", "7-", "+", "17-", "x", "7-7", "1+2"])
def test_a_heading_is_a_range_of_strengths(text):
    with pytest.raises(ValueError, match="is not a range of strengths"):
        parse_column(text)


@pytest.mark.parametrize(("strength", "column"), [(0, None), (1, 0), (2, 0), (3, 1), (5, 1), (6, 2), (99, 2)])
def test_a_strength_has_the_column_with_its_range(strength, column):
    assert TABLE.column(strength) == column


def test_dice_beyond_the_table_count_as_its_ends():
    assert [TABLE.steps(6, die) for die in (-5, 0, 4, 9)] == [1, 1, 3, 3]
    assert TABLE.steps(0, 4) == 0


def test_results_of_one_fire():
    assert by_result(TABLE, Fire((4, 0))) == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    assert by_result(TABLE, Fire((4, 0), -1)) == {0: SIXTH, 1: Fraction(1, 2), 2: THIRD}
    assert by_result(TABLE, Fire((0, 0))) == {0: 1}


def test_fires_together_are_independent():
    ours, theirs = Fire((4, 2, 0)), Fire((1, 1, 0))
    chances = joint(TABLE, ours, theirs)
    for (a, b), chance in chances.items():
        mine = sum(p for result, p in by_result(TABLE, theirs).items() if ours.loss(result) == a)
        other = sum(p for result, p in by_result(TABLE, ours).items() if theirs.loss(result) == b)
        assert chance == mine * other
    assert sum(chances.values()) == 1


def test_who_fires_second_has_what_is_left():
    attacker, defender = Fire((6, 1, 0)), Fire((6, 6, 0))
    together, after = joint(TABLE, attacker, defender), joint(TABLE, attacker, defender, "defender")
    assert means(after)[0] == means(together)[0]
    assert means(after)[1] < means(together)[1]
    # dice 1 of the defender costs one step and leaves 1, the others leave nothing
    assert after == {
        (1, 0): SIXTH * Fraction(1, 3),
        (1, 1): SIXTH * Fraction(2, 3),
        (2, 0): Fraction(5, 6),
    }


def test_an_eliminated_attacker_does_not_fire():
    chances = joint(TABLE, Fire((6, 0)), Fire((6, 3, 0)), "defender")
    assert chances == {(1, 0): 1}


def test_the_attacker_may_fire_first_too():
    a, d = Fire((6, 1, 0), 1), Fire((5, 2, 0), -1)
    swapped = joint(TABLE, d, a, "defender")
    assert joint(TABLE, a, d, "attacker") == {(ours, theirs): p for (theirs, ours), p in swapped.items()}
    assert joint(TABLE, a, d, "attacker") != joint(TABLE, a, d)


def test_nobody_loses_more_steps_than_they_have():
    chances = joint(TABLE, Fire((6, 3, 0)), Fire((6, 0)))
    assert max(ours for ours, _ in chances) == 2
    assert max(theirs for _, theirs in chances) == 1
    assert cleared(chances, Fire((6, 0))) == 1


def test_an_ignored_result_hurts_nobody():
    shielded = Fire((1, 0), ignored=frozenset({1}))
    chances = joint(TABLE, Fire((4, 0)), shielded)
    assert cleared(chances, shielded) == Fraction(1, 2)
    assert cleared(joint(TABLE, Fire((4, 0)), Fire((1, 0))), Fire((1, 0))) == 1


def test_an_attack_that_clears_nothing_costs_more():
    attacker, defender = Fire((4, 3, 2, 1, 0)), Fire((1, 1, 0))
    plain, repulsed = joint(TABLE, attacker, defender), joint(TABLE, attacker, defender, repulse=1)
    failed = 1 - cleared(plain, defender)
    assert means(repulsed) == (means(plain)[0] + failed, means(plain)[1])
    assert cleared(repulsed, defender) == cleared(plain, defender) == Fraction(1, 2)
