"""Clause 10.7.3: who operates in Ike's Blind Spot: units in it, on the way, attacking into it, or about to drop."""

from __future__ import annotations

from tests.kit import offered, refused
from tests.reich.helpers_combat import on_map
from tests.reich.table import position
from tests.rules import rule

FREE = ("breakout 5", "brittany_turn 5", "antwerp_held 1")
FOUR = "US-1=4417 US-4=4417 US-9=4517 US-79=4517"


@rule("reich", "10.7.3", "10.7.3h")
def test_no_sixth_division_joins_an_attack_into_the_zone() -> None:
    match = on_map("allied", f"{FOUR} US-30=4317 US-35=4317 G-352=4318", *FREE, turn=8)
    match.play("attack 4318", "with US-30")
    refused(match, "with US-35", "10.7.3")
    assert offered(match, "with US-1")  # it is in the zone already
    lifted = on_map("allied", f"{FOUR} US-30=4317 US-35=4317 G-352=4318", *FREE, "ike_lifted 1", turn=8)
    assert offered(lifted.play("attack 4318", "with US-30"), "with US-35")


@rule("reich", "10.7.3", "10.7.3h")
def test_units_in_the_zone_join_an_attack_of_the_fifth() -> None:
    match = on_map("allied", "US-1=4317 US-4=4418 US-9=4418 US-79=4418 US-30=4319 G-352=4318", *FREE, turn=8)
    match.play("attack 4318", "with US-1", "with US-4", "with US-9", "with US-79", "with US-30")
    assert offered(match, "resolve")


@rule("reich", "10.7.3", "17.9.3.Eae")
def test_named_drops_count() -> None:
    at = f"{FOUR} US-82AB=england US-101AB=england G-352=5220"
    match = position("allied airborne", at, *FREE, "allied 0820", turn=8)
    match.play("select US-82AB", "drop 4518", "select US-101AB")
    refused(match, "drop 4519", "10.7.3")
    assert offered(match, "drop 4516")
