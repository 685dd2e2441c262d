"""Clause 9.2.B in other chapters: a Grounded division stays where it is, whoever calls it."""

from __future__ import annotations

import pytest

from tests.kit import offered, offers, refused
from tests.reich.table import position
from tests.reich.test_17_7_shaef import SHAEF, after_combat, asked
from tests.rules import rule

PORT = ("breakout 5", "brittany_turn 5", "logistics 2", "grounding_done 1", "cherbourg 5", "allied 0518")


@rule("reich", "9.2.B", "9.2.Ba", "17.7.5.B")
def test_a_grounded_division_does_not_react_with_shaef() -> None:
    assert not asked(after_combat("grounded US-82AB"))  # one alone is not enough
    three = after_combat("grounded US-82AB", at_=f"{SHAEF} US-17AB=3525")
    assert asked(three)
    assert offers(three, "select") == {"US-101AB", "US-17AB"}
    refused(three, "select US-82AB", "9.2.B")


@rule("reich", "9.2.B", "9.2.Ba", "17.9.2.Ac")
@pytest.mark.parametrize("grounded", [True, False])
def test_a_grounded_division_does_not_go_to_england(grounded: bool) -> None:
    marker = ("grounded US-82AB",) if grounded else ()
    at = "US-82AB=0518 US-101AB=0518 US-1=1121 G-352=5230"
    match = position("allied airborne", at, *PORT, *marker, turn=8)
    assert offered(match, "choose US-101AB")
    assert offered(match, "choose US-82AB") is not grounded
    if grounded:
        refused(match, "choose US-82AB", "9.2.B")
