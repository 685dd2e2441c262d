"""Positions written by hand: control, forts and lifted limits follow from the units (docs/reich-actions.md)."""

from __future__ import annotations

import pytest

from grognard import Match
from grognard.hexes import bits
from tests.reich.helpers_moves import GRID, ends, on_map
from tests.rules import rule

FREE = ("breakout 5", "brittany_turn 5")


def among(match: Match, name: str, hexes: str) -> set[str]:
    """Those of some hexes that are in a field of the state."""
    return {GRID.label(h) for h in bits(getattr(match.state, name))} & set(hexes.split())


@rule("reich", "3.2.D")
def test_a_hex_belongs_to_the_side_of_its_unit() -> None:
    match = on_map("allied", "exploitation", "US-1=1327 G-352=1226", "allied 1226 1225")
    assert among(match, "allied", "1327 1226 1225 1224") == {"1327", "1225"}


@rule("reich", "16.1")
def test_coastal_and_metz_forts_under_allied_control_are_gone() -> None:
    match = on_map("allied", "exploitation", "US-1=2412 US-2=4819 G-352=5530", "allied 4526", *FREE, turn=9)
    assert among(match, "razed", "2412 4526 2511 4527 4819") == {"2412", "4526"}


@rule("reich", "10.7.1")
@pytest.mark.parametrize(("towns", "free"), [("1225 1328", True), ("1225", False)])
def test_argentan_and_alencon_free_the_commonwealth(towns: str, free: bool) -> None:
    match = on_map("allied", "exploitation", "CW-50=0921 G-352=1031", f"allied {towns}")
    assert ("0821" in ends(match, "CW-50")) is free


@rule("reich", "10.7.3")
@pytest.mark.parametrize(("line", "lifted"), [("offensive 10", True), ("allied 5015", True), ("allied 5014", False)])
def test_the_causes_lift_ikes_blind_spot(line: str, lifted: bool) -> None:
    five = "US-1=4417 US-4=4417 US-9=4517 US-79=4517 US-29=4517"
    match = on_map("allied", "exploitation", f"{five} US-30=4416 G-352=5530", *FREE, line, turn=11)
    assert ("4417" in ends(match, "US-30")) is lifted


@rule("reich", "17.1.B")
def test_an_allied_unit_in_fortress_holland_has_opened_it() -> None:
    garrisons = "G-352=4005 G-91=4302 G-84=4404"
    for at, open_ in (("CW-51=4106", True), ("CW-51=4208", False)):
        match = on_map("allied", "exploitation", f"CW-50=4007 {at} {garrisons}", *FREE, "antwerp_held 1", turn=9)
        assert ("4006" in ends(match, "CW-50")) is open_
