"""Duties of chapter 9 that no other test proves: points decide, except where a scenario says who wins."""

from __future__ import annotations

import pytest

from grognard.games.aachen import victory
from tests.aachen.test_90_victory import ended
from tests.rules import rule

#: All that Plan A gives, 36 points, and the hexes that give them.
PLAN_A = {"us": "2806 3317 2717", "plans": [0]}


@rule("aachen", "9a", "9")
@pytest.mark.parametrize(
    ("scenario", "fields", "winner", "grade"),
    [
        ("campaign", PLAN_A, "us", "marginal"),
        ("campaign", {**PLAN_A, "us": "2806 3317"}, "german", "marginal"),
        ("campaign", {**PLAN_A, "won": victory.BREAKTHROUGH}, "german", "decisive"),
        ("stolberg", {"us": "2915"}, "german", "substantial"),
        ("stolberg", {"us": "2915", "at": "1-I/16=2805"}, "us", "decisive"),
        ("campaign", {**PLAN_A, "at": "1-I/16=2805"}, "us", "marginal"),
        ("wurm", {"us": "3109 3111"}, "german", "marginal"),
        ("first-blood", {"won": victory.CLEARED, "activations": 1}, "us", "decisive"),
        ("first-blood", {"activations": 5}, "german", "poor"),
    ],
)
def test_points_decide_by_bands_apart_from_the_special_victories(
    scenario: str, fields: dict[str, object], winner: str, grade: str
) -> None:
    found = ended(scenario, **fields)  # type: ignore[arg-type]
    assert (found.winner, found.level) == (winner, grade)
