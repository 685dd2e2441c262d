"""Clause 11.22: the units that take losses."""

from __future__ import annotations

import pytest

from grognard import Match
from tests.kit import fight, offers, refused, where
from tests.rhine.helpers_aftermath import clean, combat, gone, shed
from tests.rhine.helpers_course import steps
from tests.rhine.sheet import TARGET, E, W
from tests.rules import rule


def repulsed(units: str, *, more: str = "", rest: str = "", defenders: str = "3PG 9SS") -> Match:
    """An attack at 1:1 or worse by these units that costs them a step."""
    at = [f"{unit}={W}" for unit in f"{units} {rest}".split()] + [f"{unit}={TARGET}" for unit in defenders.split()]
    return fight(combat(" ".join(at), more=more), TARGET, *units.split(), roll=1)


@rule("rhine", "11.22", "11.22a")
def test_no_brigade_is_lost_while_a_division_is_whole() -> None:
    # 14 to 9.
    match = repulsed("US1 US9 US4C")
    assert offers(match, "lose") == {"US1", "US9"}
    refused(match, "lose US4C", "11.22")
    match.play("lose US9")
    assert [steps(match, unit) for unit in ("US1", "US9", "US4C")] == [2, 1, 1]


@rule("rhine", "11.22", "11.22a")
def test_a_single_whole_division_bears_the_loss_without_being_asked() -> None:
    # 8 to 5.
    match = repulsed("US1 US4C", defenders="3PG")
    assert (steps(match, "US1"), steps(match, "US4C")) == (1, 1)
    assert clean(match)


@rule("rhine", "11.22", "11.22a")
def test_a_reduced_division_counts_as_a_unit_of_one_step() -> None:
    # 6 + 3 + 2 to 9.
    match = repulsed("US1 US9 US4C", more="steps US9=1")
    assert (steps(match, "US1"), steps(match, "US9"), steps(match, "US4C")) == (1, 1, 1)
    assert not gone(match, "US9")


@rule("rhine", "11.22", "11.22a")
def test_german_attackers_are_bound_likewise() -> None:
    # 7 + 4 + 2 to 6: 2:1, a 1.
    match = combat(f"1SS={E} 9SS={E} 105PB={E} US1={TARGET}", side="german")
    fight(match, TARGET, "1SS", "9SS", "105PB", roll=1)
    assert offers(match, "lose") == {"1SS", "9SS"}
    refused(match, "lose 105PB", "11.22")


@rule("rhine", "11.22", "11.22b")
@pytest.mark.parametrize(
    ("pair", "loss"), [("US1 US9", "US1"), ("US1 US9", "US9"), ("BC50 BC53", "BC50"), ("BC50 BC53", "BC53")]
)
def test_the_owner_chooses_among_whole_divisions(pair: str, loss: str) -> None:
    match = repulsed(pair)
    assert match.side == "allied"
    assert offers(match, "lose") == set(pair.split())
    match.play(f"lose {loss}")
    assert {unit: steps(match, unit) for unit in pair.split()} == {**dict.fromkeys(pair.split(), 2), loss: 1}


@rule("rhine", "11.22", "11.22b")
def test_attackers_from_several_hexes_share_one_loss() -> None:
    # 12 to 9 from two hexes side by side.
    at = f"US1={W} US9=1910N 3PG={TARGET} 9SS={TARGET}"
    match = fight(combat(at), TARGET, "US1", "US9", roll=1)
    assert offers(match, "lose") == {"US1", "US9"}
    match.play("lose US9")
    assert (steps(match, "US1"), steps(match, "US9")) == (2, 1)


@rule("rhine", "11.22", "11.22c")
def test_the_limit_holds_for_every_step_of_a_bloodbath() -> None:
    # 8 to 4: 2:1, a 4. The first step must come from the division, then either unit may go.
    match = fight(combat(f"US1={W} US4C={W} 9SS={TARGET}"), TARGET, "US1", "US4C", roll=4)
    assert (steps(match, "US1"), steps(match, "US4C"), steps(match, "9SS")) == (1, 1, 1)
    assert offers(match, "lose") == {"US1", "US4C"}
    # 14 to 6: two divisions, so that the second step too must come from a division.
    at = f"US1={W} US9={W} US4C={W} 85ID={TARGET} 353ID={TARGET}"
    match = shed(fight(combat(at), TARGET, "US1", "US9", "US4C", roll=4), "US1", "85ID")
    assert offers(match, "lose") == {"US9"}
    refused(match, "lose US4C", "11.22")
    refused(match, "lose US1", "11.22")
    match.play("lose US9", "lose 353ID")
    assert offers(match, "lose") == {"US1", "US9", "US4C"}


@rule("rhine", "11.22", "11.22c")
def test_the_defender_is_bound_in_a_bloodbath() -> None:
    # 18 to 8: 2:1, a 4.
    at = f"US1={W} US9={W} US30={W} 85ID={TARGET} 353ID={TARGET} 105PB={TARGET}"
    match = fight(combat(at), TARGET, "US1", "US9", "US30", roll=4)
    match.play("lose US1")
    assert match.side == "german"
    assert offers(match, "lose") == {"85ID", "353ID"}
    refused(match, "lose 105PB", "11.22")
    match.play("lose 85ID", "lose US9")
    assert offers(match, "lose") == {"353ID"}
    match.play("lose 353ID", "lose US30")
    assert offers(match, "lose") == {"85ID", "353ID", "105PB"}
    match.play("lose 105PB")
    assert gone(match, "105PB")
    assert (steps(match, "85ID"), steps(match, "353ID")) == (1, 1)


@rule("rhine", "11.22", "11.22d")
@pytest.mark.parametrize("loss", ["US1", "US4C"])
def test_once_all_are_reduced_any_unit_may_go(loss: str) -> None:
    # 3 + 2 to 5.
    match = repulsed("US1 US4C", more="steps US1=1", defenders="3PG")
    assert offers(match, "lose") == {"US1", "US4C"}
    match.play(f"lose {loss}")
    assert gone(match, loss)
    assert not gone(match, "US4C" if loss == "US1" else "US1")


@rule("rhine", "11.22", "11.22e")
def test_only_units_in_the_combat_take_losses() -> None:
    # A whole division rests beside the brigade that attacks: it neither pays nor protects.
    match = repulsed("US4C", rest="US1", defenders="85ID")
    assert gone(match, "US4C")
    assert (where(match, "US1"), steps(match, "US1")) == (W, 2)
    match = repulsed("US1 US9", rest="US30")
    assert offers(match, "lose") == {"US1", "US9"}
    # The reason is that they did not fight, not that others come first.
    for unit in ("US30", "3PG"):
        assert "not one of your units" in refused(match, f"lose {unit}", "11.22").why
