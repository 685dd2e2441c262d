"""7.21 with rulings 7.11 and 7.12: no attack leaves an enemy next door to artillery that has not fired at it."""

from __future__ import annotations

import pytest

from grognard import PositionError
from tests.hurtgen.helpers_combat import combat, fight
from tests.hurtgen.table import table
from tests.kit import offered, offers, refused, retreat, settle
from tests.rules import rule

#: 1/8 in 0911 faces both 1/983 in 1010 and 2/983 in 1011.
BETWEEN = "1/8=0911 1/983=1010 2/983=1011"


@rule("hurtgen", "7.11d", "7.21a")
def test_artillery_that_has_not_fired_yet_engages_no_enemy() -> None:
    match = combat(f"{BETWEEN} 45=0505").play("attack 1010")
    why = refused(match, "with 1/8", "7.21").why
    assert "is the last unit in the Zone of Control of 2/983" in why
    assert "'also 1011'" in why
    assert "barrage it first (45)" in why
    assert offers(match, "with") == set()
    match.play("also 1011", "with 1/8", "resolve")
    assert match.side == "dice"


@rule("hurtgen", "7.11", "7.11d", "7.12", "7.21")
def test_a_retreat_does_not_excuse_from_the_second_neighbour() -> None:
    """2/984 may attack 0708 alone only when 275h has fired at 0606, whatever becomes of it then."""
    at = "2/984=0707 3/8=0708 2/8=0606 275h=1004 1/22=0410"
    match = table(f"turn 2\nphase german combat\nat {at}", dice=[6, 3]).play("attack 0708")
    why = refused(match, "with 2/984", "7.21").why
    assert "'also 0606'" in why
    assert "(275h)" in why
    match.undo()
    settle(fight(match, "0606", barrage=("275h",)))
    match.play("attack 0708", "with 2/984", "resolve", "to 0806", "pass")  # A1
    assert offered(match, "done")


@rule("hurtgen", "7.21", "7.21a")
def test_a_neighbour_is_left_to_another_unit_next_to_it_and_artillery_next_to_it() -> None:
    for other in ("3/8=0912", "45=0912", "3/8=1111 1/984=1110"):
        match = combat(f"{BETWEEN} {other}").play("attack 1010", "with 1/8")
        assert offered(match, "resolve"), other


@rule("hurtgen", "7.21", "7.21a")
def test_of_two_units_between_two_enemies_the_last_is_held() -> None:
    """Either may attack 1010 alone, not both; which is left over does not matter."""
    for first, last in (("1/8", "2/8"), ("2/8", "1/8")):
        match = combat("1/8=0911 2/8=1111 1/983=1010 2/983=1011 45=0505").play("attack 1010", f"with {first}")
        why = refused(match, f"with {last}", "7.21").why
        assert why.startswith(f"{last} is the last unit in the Zone of Control of 2/983")
        assert "'also 1011', before the units" in why
        refused(match, "also 1011", "4.1")
        assert offered(match, "resolve")


@rule("hurtgen", "7.21", "7.12")
def test_a_target_that_would_exclude_a_waiting_unit_is_not_a_remedy() -> None:
    """2/8 in 0910 has 1010 alone: with 1011 in the attack it could not join."""
    match = combat(f"{BETWEEN} 2/8=0910 45=0505").play("attack 1010")
    why = refused(match, "with 1/8", "7.21").why
    assert "also" not in why
    assert "barrage it first (45)" in why
    refused(match, "also 1011", "7.12")


@rule("hurtgen", "7.21", "8.11", "8.31")
def test_only_artillery_that_could_fire_at_the_neighbour_is_a_remedy() -> None:
    """45 is out of range, 20 has an enemy next to it, 29 has fired."""
    match = combat(f"{BETWEEN} 45=2828 20=0412 1/985=0512 29=0505 1/984=2010 44=0506", dice=[6])
    settle(fight(match, "2010", barrage=("29",)))
    assert "barrage it first (44)" in refused(match.play("attack 1010"), "with 1/8", "7.21").why
    match = combat(f"{BETWEEN} 45=2828").play("attack 1010")
    assert "barrage" not in refused(match, "with 1/8", "7.21").why


@rule("hurtgen", "7.21", "7.21a")
def test_each_neighbour_that_would_be_left_out_is_named() -> None:
    match = combat(f"{BETWEEN} 1/984=0910 45=0505").play("attack 1010")
    clauses = refused(match, "with 1/8", "7.21").why.split("; ")
    assert [("2/983" in c, "1/984" in c, "'also 1011'" in c, "'also 0910'" in c, "(45)" in c) for c in clauses] == [
        (True, False, True, False, True),
        (False, True, False, True, True),
    ]


@rule("hurtgen", "7.11", "7.14", "7.21")
def test_a_neighbour_that_has_been_attacked_creates_no_duty() -> None:
    match = combat(f"{BETWEEN} 2/8=0912", dice=[6])
    retreat(fight(match, "1011", "2/8"), "2/8", "0812").play("pass")  # A1
    match.play("attack 1010", "with 1/8")
    assert offered(match, "resolve")


@pytest.mark.parametrize(
    ("duties", "fault"),
    [
        ("duty_attack 1/8\nduty_target 1/983 2/983", "2/983 .* (7.11)"),
        ("duty_attack 1/8 2/8\nduty_target 1/983", "2/8 .* (7.12)"),
        ("duty_target 1/983", "1/983 .* (7.11)"),
    ],
)
@rule("hurtgen", "7.11", "7.12", "7.12c")
def test_no_position_has_duties_that_cannot_be_fulfilled(duties: str, fault: str) -> None:
    at = "at 1/8=0910 2/8=0505 1/983=1010 2/983=1011 45=0506"
    text = f"turn 3\nphasing us\n{{}}\n{at}\nagenda game-turn 2 / combat"
    assert offered(table(text.format("duty_attack 1/8\nduty_target 1/983"), plain=True), "attack 1010")
    with pytest.raises(PositionError, match=fault.replace("(", r"\(").replace(")", r"\)")):
        table(text.format(duties), plain=True)
