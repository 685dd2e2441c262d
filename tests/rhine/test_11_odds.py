"""Clauses 11.7 to 11.10: odds, the ends of the table and how shifts add up."""

from __future__ import annotations

from itertools import pairwise

import pytest

from grognard import Match
from tests.kit import announce, fight, forecast, offers, refused, settle, where
from tests.rhine.helpers_battle import combat, factors, lone, ratio, shift, shifted, totals
from tests.rhine.helpers_course import steps
from tests.rhine.sheet import TARGET, E, W, around
from tests.rules import rule

#: The combat results table as printed: the results of 1 to 6 in each column.
CRT = {
    "1:2": "AL1 AL1 AL1 AL1 AS AS",
    "1:1": "AL1 AL1 AL1 AS BB DR",
    "2:1": "AL1 AS AS BB DR DE",
    "3:1": "DR DR BB DR DE DE",
    "4:1": "DR BB DR DE DE DE",
    "5:1": "BB DR DE DE DE DE",
    "6:1": "DR DE DE DE DE DE",
}
#: Attack and defense factors that make each column.
MAKES = {"1:2": (1, 2), "1:1": (1, 1), "2:1": (2, 1), "3:1": (3, 1), "4:1": (4, 1), "5:1": (5, 1), "6:1": (6, 1)}
CITY = {"features": {TARGET: "city"}}
SIDES = pytest.mark.parametrize("side", ["allied", "german"])


def pincer(attack: int, defense: int, **ground: object) -> Match:
    """Two units with half of the attack each, on opposite sides of the defender: one column to the right."""
    made = factors(US1=(attack // 2, 1), US9=(attack - attack // 2, 1), _9SS=(1, defense))
    match = combat(f"US1={W} US9={E} 9SS={TARGET}", more="antwerp 1", **made, **ground)
    return announce(match, TARGET, "US1 US9")


# -- 11.7: odds ---------------------------------------------------------------------------------------


@rule("rhine", "11.7", "11.7a")
def test_the_example_of_the_rulebook() -> None:
    """26 attack factors against 7: 3.71, rounded down to 3:1."""
    match = combat(f"1SS={W} 12SS={W} 11Pz={W} Lehr={W} US2A={TARGET}", "german")
    announce(match, TARGET, "1SS 12SS 11Pz Lehr")
    assert totals(match) == (26, 7)
    assert forecast(match).column == "3:1"
    assert ratio(26, 7) == ratio(26, 7, "german") == "3:1"


@rule("rhine", "11.7", "11.7a")
@SIDES
@pytest.mark.parametrize(
    ("attack", "defense", "expected"),
    [
        (14, 7, "2:1"),
        (13, 7, "1:1"),
        (20, 7, "2:1"),
        (21, 7, "3:1"),
        (27, 7, "3:1"),
        (28, 7, "4:1"),
        (11, 3, "3:1"),
        (12, 3, "4:1"),
        (20, 3, "6:1"),
    ],
)
def test_odds_are_rounded_down(side: str, attack: int, defense: int, expected: str) -> None:
    assert ratio(attack, defense, side) == expected


@rule("rhine", "11.7", "11.7b")
@pytest.mark.parametrize("total", [1, 4, 7])
def test_equal_totals_are_one_to_one(total: int) -> None:
    assert ratio(total, total) == "1:1"


@rule("rhine", "11.7", "11.7b")
def test_an_ss_division_against_an_armored_division() -> None:
    assert shift(combat(f"1SS={W} US2A={TARGET}", "german"), TARGET, "1SS") == (0, "1:1")  # 7 against 7


@rule("rhine", "11.7", "11.7a")
def test_factors_of_all_units_are_added_before_dividing() -> None:
    match = combat(f"US4C={W} US102C={W} US5A={W} 9SS={TARGET}")
    announce(match, TARGET, "US4C US102C US5A")
    assert totals(match) == (12, 4)
    assert forecast(match).column == "3:1"


# -- 11.8: poor odds -------------------------------------------------------------------------------------


@rule("rhine", "11.8", "11.8a")
def test_the_example_of_poor_odds() -> None:
    """5 attack factors against 9: 1.8, rounded up to 1:2."""
    assert ratio(5, 9) == ratio(5, 9, "german") == "1:2"
    # With counters as they are: a 5 is AS at 1:2, and BB at 1:1.
    match = fight(combat(f"US4={W} 17SS={TARGET} 9SS={TARGET}", dice=[5]), TARGET, "US4")
    settle(match)
    assert steps(match, "US4") == 2
    assert (where(match, "17SS"), where(match, "9SS")) == (TARGET, TARGET)
    match = fight(combat(f"US4={W} 17SS={TARGET}", dice=[5]), TARGET, "US4")  # 5 against 5
    assert steps(settle(match), "US4") == 1


@rule("rhine", "11.8", "11.8a")
@SIDES
@pytest.mark.parametrize(
    ("attack", "defense", "expected"),
    [(5, 10, "1:2"), (5, 6, "1:2"), (5, 11, "automatic AL1"), (3, 6, "1:2"), (3, 7, "automatic AL1")],
)
def test_poor_odds_are_rounded_up(side: str, attack: int, defense: int, expected: str) -> None:
    assert ratio(attack, defense, side) == expected


@rule("rhine", "11.8", "11.8a")
@pytest.mark.parametrize(
    ("attack", "defense", "expected"),
    [(4, 9, "1:2"), (4, 12, "1:2"), (4, 8, "1:1"), (4, 13, "automatic AL1")],  # 1:3, 1:3, 1:2 and 1:4, one to the right
)
def test_poor_odds_beyond_the_table_are_worked_out_too(attack: int, defense: int, expected: str) -> None:
    assert forecast(pincer(attack, defense)).column == expected


@rule("rhine", "11.8", "11.8b")
def test_whoever_is_a_little_weaker_drops_to_one_to_two() -> None:
    assert ratio(8, 9) == "1:2"
    assert ratio(9, 9) == "1:1"
    assert shift(combat(f"11Pz={W} US2A={TARGET}", "german"), TARGET, "11Pz") == (0, "1:2")  # 6 against 7


@rule("rhine", "11.8", "11.8c")
def test_a_force_without_attack_factors_does_not_attack() -> None:
    alone = combat(f"7Flk={W} US1={TARGET}", "german")
    assert offers(alone, "attack") == set()
    refused(alone, f"attack {TARGET}")
    # Along with others it may come, and adds nothing.
    together = announce(combat(f"7Flk={W} 9SS={W} US1={TARGET}", "german"), TARGET, "9SS 7Flk")
    assert totals(together) == (4, 6)


# -- 11.9: the ends of the table ----------------------------------------------------------------------------


@rule("rhine", "11.9", "11.9a")
@SIDES
def test_beyond_six_to_one_the_defender_is_eliminated_without_a_roll(side: str) -> None:
    match = lone(7, 1, side)
    assert forecast(match).column == "automatic DE"
    assert ratio(6, 1, side) == "6:1"
    match.play("resolve")
    defender, owner = ("9SS", "german") if side == "allied" else ("US1", "allied")
    assert match.side == owner  # no die: a reduced division has to retreat
    assert steps(match, defender) == 1


@rule("rhine", "11.9", "11.9a")
def test_a_brigade_dies_at_nine_to_one() -> None:
    match = fight(combat(f"US2A={W} 280SG={TARGET}"), TARGET, "US2A")
    assert where(match, "280SG") == "eliminated"
    assert match.side == "allied"


@rule("rhine", "11.9", "11.9b")
@SIDES
def test_below_one_to_two_the_attacker_loses_a_step_without_a_roll(side: str) -> None:
    match = lone(1, 3, side)
    assert forecast(match).column == "automatic AL1"
    assert ratio(1, 2, side) == "1:2"
    attacker = "US1" if side == "allied" else "9SS"
    settle(match.play("resolve"))
    assert match.side == side
    assert steps(match, attacker) == 1


@rule("rhine", "11.9", "11.9c")
def test_the_final_odds_decide_whether_a_die_is_rolled() -> None:
    match = lone(8, 1, **CITY)  # two columns to the left
    assert forecast(match).column == "6:1"
    match.play("resolve")
    assert match.side == "dice"
    match = pincer(4, 12)  # 1:3, one column to the right
    assert forecast(match).column == "1:2"
    match.play("resolve")
    assert match.side == "dice"


@rule("rhine", "11.9", "11.9d")
@pytest.mark.parametrize(
    ("attack", "expected"), [(10, "automatic DE"), (9, "automatic DE"), (8, "6:1"), (7, "5:1"), (6, "4:1")]
)
def test_columns_beyond_the_right_end_are_counted(attack: int, expected: str) -> None:
    assert ratio(attack, 1, **CITY) == expected


@rule("rhine", "11.9", "11.9d")
@pytest.mark.parametrize(("defense", "expected"), [(8, "1:1"), (12, "1:2"), (16, "automatic AL1")])
def test_columns_beyond_the_left_end_are_counted(defense: int, expected: str) -> None:
    match = pincer(4, defense)
    assert forecast(match).total == 1
    assert forecast(match).column == expected


@rule("rhine", "11.9", "11.9e")
@pytest.mark.parametrize("column", list(CRT))
def test_both_sides_use_the_same_table(column: str) -> None:
    for side in ("allied", "german"):
        found = forecast(lone(*MAKES[column], side))
        assert found.column == column
        assert " ".join(found.by_roll) == CRT[column]


@rule("rhine", "11.9", "11.9e")
def test_four_to_one_and_a_two_is_a_bloodbath_for_both() -> None:
    allied = fight(combat(f"US75={W} 280SG={TARGET}", dice=[2]), TARGET, "US75")  # 4 against 1
    settle(allied)
    assert (steps(allied, "US75"), where(allied, "280SG")) == (1, "eliminated")
    german = fight(combat(f"9SS={W} 10SS={W} US4C={TARGET}", "german", dice=[2]), TARGET, "9SS 10SS")  # 8 against 2
    settle(german)
    assert sum(steps(german, unit) for unit in ("9SS", "10SS")) == 3
    assert where(german, "US4C") == "eliminated"


# -- 11.10: shifts ---------------------------------------------------------------------------------------------


@rule("rhine", "11.10", "11.10a")
def test_all_shifts_are_added_up() -> None:
    rough, river = {"terrain": {TARGET: "rough"}}, {"sides": around(TARGET, "river")}
    assert shifted(hexes=(W, E), **rough, **river) == -1  # -1, -1, +1
    assert shifted(hexes=(W, E), **river) == 0
    assert shifted(hexes=(W,), **rough, **river) == -2
    assert shifted("german", (W, E), **rough, **river) == -1


@rule("rhine", "11.10", "11.10a")
def test_each_shift_is_listed() -> None:
    match = combat(f"US1={W} US9={E} 9SS={TARGET}", more="antwerp 1", terrain={TARGET: "rough"})
    found = forecast(announce(match, TARGET, "US1 US9"))
    amounts = sorted(line.amount for line in found.modifiers if line.amount)
    assert amounts == [-1, 1]
    assert {line.rule for line in found.modifiers if line.amount} == {"11.12", "11.19"}
    assert (found.total, found.column) == (0, "3:1")  # 12 against 4


@rule("rhine", "11.10", "11.10b")
def test_left_lowers_the_odds_and_right_raises_them() -> None:
    rough = {"terrain": {TARGET: "rough"}}
    columns = ["1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1"]
    for lower, column in pairwise(columns):
        assert ratio(*MAKES[column], **rough) == lower
    for attack, defense, expected in ((2, 4, "1:1"), (2, 2, "2:1"), (2, 1, "3:1"), (4, 1, "5:1"), (5, 1, "6:1")):
        assert forecast(pincer(attack, defense)).column == expected


@rule("rhine", "11.10", "11.10c")
def test_left_shifts_may_leave_the_table() -> None:
    match = lone(1, 1, **CITY)
    assert forecast(match).column == "automatic AL1"
    settle(match.play("resolve"))
    assert steps(match, "US1") == 1
    assert ratio(1, 2, terrain={TARGET: "rough"}) == "automatic AL1"


@rule("rhine", "11.10", "11.10d")
def test_right_shifts_may_leave_the_table() -> None:
    match = pincer(6, 1)
    assert forecast(match).column == "automatic DE"
    match.play("resolve")
    assert match.side == "allied"  # no die; caught between the two the division has no way out
    assert where(match, "9SS") == "eliminated"
