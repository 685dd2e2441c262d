"""The statistics of tournaments: intervals, ratings, scores, and pairs of games with the same dice."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from grognard.lab import Bout, Played, elo, wilson
from grognard.lab.ratings import invert
from grognard.lab.standings import Tally, duplicate, levels, points, ratings, tally, thinking
from grognard.lab.tournament import Thought

# -- statistics ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "played", "low", "high"),
    [(8, 10, 0.49016, 0.94332), (0, 10, 0.0, 0.27754), (10, 10, 0.72246, 1.0), (2.5, 5, 0.17046, 0.82954)],
)
def test_the_interval_of_wilson(score, played, low, high):
    assert wilson(score, played) == pytest.approx((low, high), abs=5e-5)


def test_the_interval_without_games_is_everything():
    assert wilson(0, 0) == (0.0, 1.0)
    assert Tally().rate == 0.5


def test_elo_of_two():
    """Three of four and the prior draw are 3.5 of 5: odds of 7 to 3; the information is 5 · 0.7 · 0.3."""
    found = elo(["a", "b"], {("a", "b"): (1, 4)})
    assert found["b"].value == pytest.approx(1000 + 400 * math.log10(7 / 3))
    assert found["b"].high - found["b"].value == pytest.approx(1.96 / math.sqrt(1.05) * 400 / math.log(10))
    assert found["b"].value - found["b"].low == pytest.approx(found["b"].high - found["b"].value)
    assert (found["a"].low, found["a"].value, found["a"].high) == (1000, 1000, 1000)


def test_elo_of_a_perfect_score_is_finite():
    assert elo(["a", "b"], {("a", "b"): (0, 400)})["b"].value == pytest.approx(1000 + 400 * math.log10(801))


def test_elo_of_many_expects_the_real_points():
    """At the maximum likelihood the expected points of each equal the real ones, prior draws included."""
    results = {("a", "b"): (3, 10), ("a", "c"): (0.5, 8), ("b", "c"): (4, 12), ("a", "d"): (0, 30), ("c", "d"): (7, 9)}
    found = elo(list("abcd"), results)
    for name in "abcd":
        have = expected = 0.0
        for (first, second), (score, played) in results.items():
            chance = 1 / (1 + 10 ** ((found[second].value - found[first].value) / 400))
            if name == first:
                have, expected = have + score + 0.5, expected + (played + 1) * chance
            elif name == second:
                have, expected = have + played - score + 0.5, expected + (played + 1) * (1 - chance)
        assert expected == pytest.approx(have)


def test_the_variance_against_the_anchor_adds_up_along_a_chain():
    found = elo(list("abc"), {("a", "b"): (2, 4), ("b", "c"): (2, 4)})
    assert found["c"].high - 1000 == pytest.approx((found["b"].high - 1000) * math.sqrt(2))


def test_more_opponents_make_the_interval_narrower():
    """Four equal commanders with four games a pairing: half the variance of two that met only each other."""
    two = elo(list("ab"), {("a", "b"): (1.5, 3)})
    four = elo(list("abcd"), dict.fromkeys(combinations("abcd", 2), (1.5, 3)))
    assert four["d"].high - 1000 == pytest.approx((two["b"].high - 1000) * math.sqrt(0.5))


def test_inverting():
    assert invert([[4.0, 2.0], [2.0, 3.0]]) == [pytest.approx([0.375, -0.25]), pytest.approx([-0.25, 0.5])]


# -- standings -------------------------------------------------------------------------------------


def played(number, winner, margin=None, first="a", second="b", **more):
    bout = Bout("toy", "only", first, second, number)
    return Played(bout, ("red", "blue")[number % 2], winner, "level", 10, margin, **more)


def test_points_are_those_of_the_first_commander():
    found = [played(0, "red"), played(1, "red"), played(2, ""), played(3, "blue"), played(4, "red", fault="crash")]
    assert [p.points for p in found[:4]] == [1, 0, 0.5, 1]
    assert tally(found) == Tally(2, 1, 1)
    assert tally(found, "red") == Tally(1, 1, 0)
    assert tally(found, "blue") == Tally(1, 0, 1)
    assert points(found, "b") == Tally(1, 1, 2)
    assert tally(found).rate == 0.625


@pytest.mark.parametrize(
    ("straight", "swapped", "better"),
    [
        (("red", None), ("blue", None), "won"),
        (("blue", 9), ("red", -9), "lost"),
        (("red", None), ("", None), "won"),
        (("", None), ("red", None), "lost"),
        (("red", None), ("red", None), "drawn"),
        (("red", 5), ("red", 3), "won"),
        (("red", 3), ("red", 5), "lost"),
        (("blue", -3), ("blue", -5), "won"),
        (("blue", -5), ("blue", -3), "lost"),
        (("red", 5), ("red", 5), "drawn"),
        (("red", 5), ("red", None), "drawn"),
        (("", 2), ("", 1), "won"),
    ],
)
def test_a_pair_is_won_by_the_better_result(straight, swapped, better):
    assert duplicate([played(1, *swapped), played(0, *straight)]) == Tally(**{better: 1})


def test_only_whole_pairs_count():
    assert duplicate([played(0, "red"), played(1, "blue", fault="crash"), played(3, "blue")]) == Tally()


def test_wins_by_level_and_thinking_time():
    thought = (Thought(3, 2, 2, "turn 1"), Thought(8, 2, 7, "turn 2"))
    found = [played(0, "red", thought=thought), played(1, "red"), played(2, "red"), played(3, "", thought=thought)]
    assert levels(found) == {("a", "red", "level"): 2, ("b", "red", "level"): 1, ("", "", "level"): 1}
    mine = thinking(found, "b")
    assert (mine.per_game, mine.per_phase, mine.longest, mine.where) == (4, 4, 7, "turn 2")
    assert thinking(found, "a").per_phase == 1.5


def test_ratings_come_from_all_pairings():
    found = [played(0, "red"), played(0, "blue", first="b", second="c"), played(0, "red", first="a", second="c")]
    rated = ratings(found, ["a", "b", "c"])
    assert rated["a"].value == 1000
    assert rated["a"].value > rated["c"].value > rated["b"].value
