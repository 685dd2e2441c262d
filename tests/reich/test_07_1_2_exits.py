"""Clauses 7.1.2.J and 7.1.2.L with the enemy at hand: units that exit, and units that had to."""

from __future__ import annotations

import pytest

from tests.kit import offered, refused, where
from tests.reich.helpers_moves import on_map
from tests.reich.test_10_7_limits import FREE
from tests.rules import rule


@rule("reich", "7.1.2.L", "7.1.2.La")
@pytest.mark.parametrize(("guards", "open_"), [("G-352=5807 G-91=5808", False), ("G-352=5807", True)])
def test_nobody_exits_into_german_units(guards: str, open_: bool) -> None:
    match = on_map("allied", "assault", f"US-1=5708 {guards}", *FREE, turn=14).play("declare 2")
    match.play("select US-1")
    assert offered(match, "exit") is open_
    if not open_:
        assert "without German units" in refused(match, "exit", "7.1.2.L").why


@rule("reich", "7.1.2.L")
def test_a_unit_with_no_way_but_a_blocked_exit_is_not_selected() -> None:
    ring = "G-84=5707 G-85=5608 G-89=5709 G-271=5609 G-352=5807 G-91=5808 G-275=5607"
    match = on_map("allied", "assault", f"US-1=5708 US-2=5405 {ring}", *FREE, turn=14)
    match.play("declare 2")
    refused(match, "select US-1")
    assert offered(match, "select US-2")


@rule("reich", "7.1.2.J", "7.1.2.Ji")
def test_a_mechanized_unit_left_in_a_b_hex_never_returns() -> None:
    match = on_map("german", "exploitation", "G-17SS=0128 G-352=0129 US-1=1021", "brittany_turn 5", turn=5)
    match.play("done", "pass")
    assert not offered(match, "box")  # 7.2.2.A is for eliminated units that may return
    assert where(match, "G-17SS") == where(match, "G-352") == "removed"
    assert not any("will return" in event.text for event in match.events)


@rule("reich", "3.2.C.1", "3.2.C.1e", "7.1.2.L", "7.1.2.Ld")
def test_the_tenth_division_over_the_east_edge_wins_at_once() -> None:
    ten = "US-1 US-2 US-4 US-9 US-29 US-30 US-79 US-90 US-8 US-83".split()
    at = " ".join(f"{unit}={h}" for unit, h in zip(ten, ["5708"] * 3 + ["5709"] * 3 + ["5711"] * 4, strict=True))
    match = on_map("allied", "exploitation", f"{at} US-PATTON=5708 G-352=5230", *FREE, turn=13)
    for unit in ["US-PATTON", *ten[:9]]:
        match.play(f"select {unit}", "exit")
    assert not match.over  # a Leader is not a division
    match.play(f"select {ten[9]}", "exit")
    assert match.over
    assert match.result is not None
    assert match.result.winner == "allied"
