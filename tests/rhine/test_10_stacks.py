"""Clauses 10.2, 10.4 and 10.5: stacks that move together and split up, and the order of stacks."""

from __future__ import annotations

import pytest

from grognard import Match, Refusal
from tests.kit import fight, left, let_go, move, offered, offers, refused, status, take, where
from tests.rhine.table import moving
from tests.rules import rule

#: Attenuated supply: no column movement, an armored division has seven points, an infantry division five.
SLOW = "sector 2"
START = "2016N"
ELSEWHERE = "2416N"


def stack(more: str = SLOW, **ground: object) -> Match:
    """An armored and two infantry divisions in one hex, a fourth division elsewhere."""
    return moving("allied", f"US2A={START} US1={START} US9={START} US30={ELSEWHERE}", more, **ground)


# -- 10.2: one after the other ------------------------------------------------------------------


@rule("rhine", "10.2", "10.2b")
def test_points_are_not_lent() -> None:
    match = move(stack(), "US2A US1", "2011N")  # all five points of the infantry
    assert (where(match, "US2A"), where(match, "US1")) == ("2011N", "2011N")
    refused(match, "select US1", "10.2", "10.3")
    assert left(match, "US2A") == 2
    match.play("move 2010N")
    assert (where(match, "US2A"), where(match, "US1")) == ("2010N", "2011N")


@rule("rhine", "10.2", "10.2e")
@pytest.mark.parametrize(("side", "first", "second"), [("allied", "US1", "US9"), ("german", "9SS", "10SS")])
def test_a_move_is_finished_before_the_next_begins(side: str, first: str, second: str) -> None:
    match = moving(side, f"{first}={START} {second}={ELSEWHERE}")
    move(match, first, "2015N")
    assert offered(match, f"select {first}")  # still its turn
    move(match, second, "2415N")
    refused(match, f"select {first}", "10.2", "10.5")
    assert offers(match, "select") == {second}


@rule("rhine", "10.2", "10.2f")
def test_a_finished_move_is_not_changed_by_its_owner() -> None:
    match = moving("allied", f"US1=2012N US9={ELSEWHERE} 280SG=2009N", dice=[1])
    move(match, "US1", "2010N")  # next to the enemy
    refused(match, "select US1", "7.3", "10.2")
    move(match, "US9", "2414N")
    match.play("done")
    refused(match, "select US9")
    fight(match, "2009N", "US1")
    # What has happened since cannot be taken back either.
    with pytest.raises(Refusal):
        match.undo()
    assert (where(match, "US1"), where(match, "US9")) == ("2010N", "2414N")


# -- 10.4: together or not ------------------------------------------------------------------------


@rule("rhine", "10.4", "10.4a")
def test_no_unit_joins_a_stack_on_its_way() -> None:
    match = moving("allied", f"US1={START} US9=2015N").play("select US1")
    refused(match, "also US9", "10.4")
    match.play("move 2015N")
    refused(match, "also US9", "10.4", "10.5")
    let_go(match)
    # The other way round: who stands there does not take the newcomer along.
    match.play("select US9")
    refused(match, "also US1", "10.4", "10.5", "10.2")
    match.play("move 2014N")
    assert (where(match, "US1"), where(match, "US9")) == ("2015N", "2014N")


@rule("rhine", "10.4", "10.4a", "10.4b")
def test_units_that_began_together_may_move_together() -> None:
    match = move(stack(), "US2A US1 US9", "2014N")
    assert [where(match, unit) for unit in ("US2A", "US1", "US9")] == ["2014N"] * 3
    # Germans likewise, brigades too.
    match = move(moving("german", f"9SS={START} 105PB={START}"), "9SS 105PB", "2014N")
    assert [where(match, unit) for unit in ("9SS", "105PB")] == ["2014N"] * 2


@rule("rhine", "10.4", "10.4b")
def test_a_stack_may_move_in_parts() -> None:
    match = move(stack(), "US1 US9", "2014N")
    move(match, "US2A", "1815N")
    assert [where(match, unit) for unit in ("US1", "US9", "US2A")] == ["2014N", "2014N", "1815N"]


@rule("rhine", "10.4", "10.4b")
def test_a_stack_may_move_one_by_one() -> None:
    match = stack()
    for unit, to in (("US1", "2014N"), ("US2A", "1815N"), ("US9", "2215N")):
        move(match, unit, to)
    assert [where(match, unit) for unit in ("US1", "US2A", "US9")] == ["2014N", "1815N", "2215N"]


@rule("rhine", "10.4", "10.4b")
def test_part_of_a_stack_may_stay() -> None:
    match = move(stack(), "US1", "2014N")
    match.play("done")
    assert [where(match, unit) for unit in ("US1", "US2A", "US9")] == ["2014N", START, START]
    assert status(match)["phase"] == "allied combat"


@rule("rhine", "10.4", "10.4c")
def test_a_stack_goes_as_far_as_its_slowest_unit() -> None:
    """Seven points alone, five together; units that are left behind do not matter."""
    alone, together, others = stack(), stack(), stack()
    assert "2009N" in take(alone, "US2A")  # seven hexes
    assert "2011N" in take(together, "US2A", "US1")
    assert "2010N" not in offers(together, "move")
    refused(together, "move 2010N")
    assert "2011N" in take(others, "US1", "US9")
    assert left(moving("german", f"9SS={START} 183VG={START}", turn=1), "9SS") == 10
    both = moving("german", f"9SS={START} 183VG={START}", turn=1).play("select 9SS", "also 183VG")
    assert left(both, "9SS") == 6


@rule("rhine", "10.4", "10.4c")
def test_a_stack_of_unlike_units_needs_the_points_of_each() -> None:
    """Two rough hexes: mountain infantry pays two points for them, its companion four."""
    rough = {"terrain": {"2015N": "rough", "2014N": "rough"}}
    match = moving("german", f"6SSM={START} 6FJ={START}", turn=1, **rough)
    move(match, "6SSM 6FJ", "2015N", "2014N", "2013N", "2012N", "2011N")  # four points and three
    assert where(match, "6SSM") == where(match, "6FJ") == "2011N"
    refused(match, "select 6FJ", "10.2", "10.3")
    assert left(match, "6SSM") == 2


# -- 10.5: splitting ------------------------------------------------------------------------------


@rule("rhine", "10.5", "10.5a")
def test_a_stack_may_halt_and_let_a_unit_go_elsewhere() -> None:
    match = stack().play("select US2A", "also US1", "also US9", "move 2014N", "drop US9")
    assert where(match, "US9") == "2014N"
    let_go(match)
    move(match, "US9", "1914N")
    assert where(match, "US9") == "1914N"
    # The rest goes on, and splits again.
    match.play("select US2A", "also US1", "move 2013N", "drop US1")
    let_go(match)
    move(match, "US1", "2113N")
    move(match, "US2A", "2012N")
    assert [where(match, unit) for unit in ("US9", "US1", "US2A")] == ["1914N", "2113N", "2012N"]


@rule("rhine", "10.5", "10.5a")
def test_the_rest_of_a_stack_may_go_on_at_once() -> None:
    match = stack().play("select US2A", "also US1", "also US9", "move 2014N", "drop US9", "move 2013N")
    assert [where(match, unit) for unit in ("US9", "US1", "US2A")] == ["2014N", "2013N", "2013N"]


@rule("rhine", "10.5", "10.5b")
@pytest.mark.parametrize(("unit", "points"), [("US2A", 4), ("US1", 2)])
def test_who_splits_off_has_what_is_left_to_him(unit: str, points: int) -> None:
    match = move(stack(), "US2A US1 US9", "2013N")  # three points
    assert left(match, unit) == points


@rule("rhine", "10.5", "10.5b")
def test_who_is_left_behind_at_the_start_has_all_his_points() -> None:
    match = move(stack(), "US2A", "2013N")
    assert left(match, "US1") == 5


@rule("rhine", "10.5", "10.5c")
def test_another_stack_closes_the_earlier_one() -> None:
    match = move(stack(), "US2A US1", "2014N")
    assert offered(match, "select US2A")
    move(match, "US30", "2415N")
    for unit in ("US2A", "US1"):
        refused(match, f"select {unit}", "10.5", "10.2")
    # Who has not moved at all may still begin.
    move(match, "US9", "2015N")
    assert where(match, "US9") == "2015N"
    refused(match, "select US30", "10.5", "10.2")


@rule("rhine", "10.5", "10.5c")
def test_units_of_the_same_hex_do_not_close_their_stack() -> None:
    match = move(stack(), "US2A", "2014N")
    move(match, "US1", "1915N")
    move(match, "US9", "2115N")
    assert {"US2A", "US1", "US9"} <= offers(match, "select")
    move(match, "US2A", "2013N")
    assert where(match, "US2A") == "2013N"


@rule("rhine", "10.5", "10.5c")
def test_a_unit_that_dropped_behind_is_closed_with_its_stack() -> None:
    match = stack().play("select US2A", "also US1", "move 2014N", "drop US1", "move 2013N")
    let_go(match)
    move(match, "US30", "2415N")
    refused(match, "select US1", "10.5", "10.2")
    refused(match, "select US2A", "10.5", "10.2")
    assert offered(match, "select US9")
