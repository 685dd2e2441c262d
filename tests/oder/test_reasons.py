"""The rule that a refusal names is the one that forbids the action, and its sentence holds."""

from __future__ import annotations

from typing import Any

import grognard
from grognard import Match
from tests.kit import announce, offered, probe, refused, water
from tests.oder.helpers_assault import NE, NW, SE, SW, TARGET, N, S, combat, conquer, fight_to
from tests.oder.sheet import island
from tests.oder.table import phase, table
from tests.rules import rule

#: Two panzer corps attack an army from the north-west, behind which another stands.
PANZERS = f"24={NW} 40={NW} 31={TARGET} 50={SE}"


def says(match: Match, action: str, number: str, *words: str) -> None:
    """The action is refused by a rule, and the sentence has these words."""
    refusal = refused(match, action, number)
    assert all(word in refusal.why for word in words), refusal.why


# -- attacks and probes ------------------------------------------------------------------------


@rule("oder", "5.2", "5.2c")
def test_on_game_turn_1_it_is_the_turn_that_keeps_a_shock_army_from_attacking() -> None:
    match = combat(f"2Sh={NW} 66={TARGET}", side="soviet", turn=1)
    says(match, f"attack {TARGET}", "5.2", "Shock Armies", "Game Turn 1")
    announced = announce(combat(f"2Sh={NW} 5={NW} 66={TARGET}", side="soviet", turn=1), TARGET)
    says(announced, "with 2Sh", "5.2", "Game Turn 1")


@rule("oder", "5.3", "5.3d")
def test_after_the_movement_phase_it_is_the_order_that_keeps_a_shock_army_from_attacking() -> None:
    match = combat(f"2Sh={NW} 66={TARGET}", side="soviet", second=True)
    says(match, f"attack {TARGET}", "5.3", "Shock Armies", "Movement Phase")
    assert offered(combat(f"2Sh={NW} 66={TARGET}", side="soviet"), f"attack {TARGET}")


@rule("oder", "11.0", "11.9")
def test_a_hex_that_only_a_shock_army_could_probe_is_refused_by_the_rule_of_shock_armies() -> None:
    match = combat(f"2Sh={NW} 66={SE}", side="soviet")
    says(match, f"probe {N}", "11.9", "Zone of Control")
    match = combat(f"2Sh={NW} 66={SW} 67={NE}", side="soviet")
    says(match, f"probe {TARGET}", "11.0", "Shock Armies")


@rule("oder", "11.0")
def test_static_units_do_not_get_at_anything() -> None:
    match = combat(f"FCB={NW} 31={TARGET}")
    says(match, f"attack {TARGET}", "11.0", "static")
    says(combat(f"FCB={NW} 31={SW} 50={N}"), f"probe {TARGET}", "11.0", "static")


@rule("oder", "11.0")
def test_water_between_is_distinguished_from_distance() -> None:
    match = combat(f"24={NW} 31={TARGET} 66={N} 50=2012", sides=water(TARGET, NW, N))
    says(match, f"attack {TARGET}", "11.0", "all-sea")
    says(match, "attack 2012", "11.0", "next to")
    match = announce(combat(f"24={NW} 66={SE} 41P=2209 31={TARGET}", sides=water(TARGET, NW)), TARGET)
    says(match, "with 24", "11.0", "all-sea")
    says(match, "with 41P", "11.0", "not adjacent")


@rule("oder", "11.3")
def test_units_that_have_attacked_or_probed_are_refused_for_that() -> None:
    match = fight_to(combat(f"24={NW} 31={TARGET} 50={N}"), TARGET, "24", result="AS")
    says(match, f"attack {TARGET}", "11.3", "have already been attacked")
    says(match, f"attack {N}", "11.3", "attacked or probed")
    match = probe(combat(f"66={NW} 31={SW} 50=2111"), TARGET, "66")
    says(match, f"probe {SE}", "11.3", "attacked or probed")
    match = announce(probe(combat(f"66={NW} 67={S} 31={SW} 50=2111"), TARGET, "66"), "2111")
    says(match, "with 66", "11.3", "attacked or probed")


@rule("oder", "11.9")
def test_a_probe_needs_a_unit_next_to_an_enemy() -> None:
    match = combat(f"24={NW} 31={SE}")
    says(match, f"probe {TARGET}", "11.9", "next to an enemy")
    match = combat(f"24={NW} 66={SW} 31={SE} 50=1911").play(f"probe {TARGET}")
    says(match, "with 24", "11.9", "not adjacent to an enemy")


# -- momentum ----------------------------------------------------------------------------------


@rule("oder", "11.8")
def test_a_hex_out_of_reach_of_a_momentum_attack_is_not_refused_for_units_that_have_attacked() -> None:
    match = conquer(combat(f"{PANZERS} 5GT=1908 1GT={SW}"), TARGET, ("24", "40"), ("24",))
    assert offered(match, f"attack {SE}")
    assert offered(match, f"attack {SW}")
    says(match, "attack 1908", "11.8", "attack again")
    match = conquer(combat(f"{PANZERS} 1GT={SW}", sides=water(TARGET, SE)), TARGET, ("24", "40"), ("24",))
    says(match, f"attack {SE}", "11.0", "all-sea")


@rule("oder", "11.8", "11.8b")
def test_the_refusal_explains_why_a_unit_may_not_join_a_momentum_attack() -> None:
    match = conquer(combat(f"{PANZERS} 66={NW}"), TARGET, ("24", "66"), ("24", "66"))
    match.play(f"attack {SE}")
    says(match, "with 66", "11.8", "mechanized")
    says(match, "with 40", "11.8", "not just advanced")


@rule("oder", "11.9")
def test_after_a_probe_the_rule_of_probes_forbids_another() -> None:
    match = probe(combat(f"24={NW} 31={SW} 50=2111"), TARGET, "24")
    assert offered(match, f"attack {SW}")
    says(match, f"probe {SE}", "11.9", "may not be a probe")


# -- movement ----------------------------------------------------------------------------------


@rule("oder", "10.0", "7.1", "8.5")
def test_a_unit_that_cannot_pay_for_a_hex_without_a_zone_is_refused_for_the_cost() -> None:
    """8G in 2108 has half its factors. It could pay for hexes in enemy zones, but must leave the zones first."""
    match = table("phasing soviet\nat 8G=2108 59k=2308 FCSW=2009\nagenda game-turn 9 / stacking-check / movement")
    says(match, "select 8G", "10.0", "too few movement factors", "not in an enemy Zone of Control")


# -- retreat -----------------------------------------------------------------------------------


@rule("oder", "11.6.1", "7.2")
def test_a_closed_hex_is_refused_for_what_closes_it() -> None:
    match = fight_to(combat(f"{PANZERS} 66={N}", sides=water(TARGET, S)), TARGET, "24", "40", result="DR")
    says(match, f"to {N}", "11.6.1", "occupied")
    says(match, f"to {NE}", "7.2", "Zone of Control")
    says(match, f"to {S}", "11.6.1", "cross")
    says(match, "to 2212", "11.6.1", "not adjacent")


@rule("oder", "11.6.1")
def test_a_full_hex_is_refused_while_another_has_room() -> None:
    match = fight_to(combat(f"24={NW} 40={NW} 31={TARGET} 28={NE} 33={NE} 48={NE}"), TARGET, "24", "40", result="DR")
    says(match, f"to {NE}", "11.6.1", "another hex has room")
    says(match, f"to {S}", "11.6.1", "closer to a supply source")


# -- set-up, stacking and arrivals ---------------------------------------------------------------


@rule("oder", "3.2")
def test_a_set_up_hex_is_refused_for_what_is_wrong_with_it() -> None:
    match = grognard.new("oder")
    match.play("select 3Sh")
    says(match, "place 2115", "6.0", "occupied by the enemy")
    says(match, "place 2116", "3.2", "3505 to 3521")
    says(match, "propose", "3.2", "place 3Sh first")
    says(match, "done", "3.2", "place 3Sh first")
    match.play("place 3505")
    says(match, "select 3Sh", "3.2", "on the map")
    says(match, "place 3506", "3.2", "choose the unit")
    says(match, "propose", "3.2", "already placed")


def arriving(unit: str, more: str = "", *, side: str = "german", **ground: Any) -> Match:
    """The regroup phase of Game Turn 3 in which one unit is due and selected."""
    match = phase(f"{side} regroup", f"{unit}=due", f"due_turn {unit}=3", more, turn=3, bare=False, **ground)
    return match.play(f"select {unit}")


@rule("oder", "9.2", "9.1.1")
def test_a_place_of_arrival_is_refused_for_what_is_wrong_with_it() -> None:
    match = arriving("24", "flipped 1115\nonce_changed 1012 1115")
    says(match, "place 3015", "9.2", "not under your control")
    says(match, "place 1311", "9.2", "not a town or city")
    says(match, "place 2806", "9.2", "Memel")
    says(match, "decline 24", "9.3", "place 24 first")
    assert offered(match, "place 1012"), "a map edge hex may have been lost before"


@rule("oder", "9.2")
def test_a_town_once_lost_or_cut_off_is_no_place_of_arrival() -> None:
    town = "1613"
    assert offered(arriving("24", features={town: "town"}), f"place {town}")
    says(arriving("24", f"once_changed {town}", features={town: "town"}), f"place {town}", "9.2", "before")
    cut_off = arriving("24", features={town: "town"}, sides=island(town))
    says(cut_off, f"place {town}", "9.2", "no line of supply")


@rule("oder", "6.0", "9.2c")
def test_enemies_and_land_bridges_are_named_before_what_else_is_wrong() -> None:
    match = arriving("24", "at 31=3015")
    says(match, "place 3015", "6.0", "occupied by the enemy")
    says(match, "place 2607", "10.0", "land bridge hex")


@rule("oder", "9.2", "9.2m")
def test_a_unit_with_a_hex_of_its_own_arrives_nowhere_else() -> None:
    match = arriving("KGW2")
    says(match, "place 1012", "9.2", "only in 1105")


@rule("oder", "6.1", "6.4")
def test_the_refusal_explains_why_a_unit_is_not_removed() -> None:
    match = phase("soviet combat second", f"24={NW} 40={NW} 66={NW} 67={NW} FCB={NW} 41P={SE}", turn=3)
    match.play("done")
    assert match.side == "soviet"
    says(match, "remove FCB", "6.1", "does not count")
    says(match, "remove 41P", "6.4", "not in the overstacked hex")


@rule("oder", "11.6.4")
def test_a_loss_is_chosen_among_the_units_of_the_combat() -> None:
    match = fight_to(
        combat(f"24={NW} 40={NW} 66={SW} 31={TARGET} 50={TARGET} 48={TARGET}"), TARGET, "24", "40", result="AL1"
    )
    says(match, "lose 66", "11.6.4", "not one of your units in this combat")
    says(match, "lose 31", "11.6.4")


@rule("oder", "11.7", "6.2")
def test_the_refusal_explains_why_a_unit_may_not_advance() -> None:
    match = fight_to(combat(f"{PANZERS} 66={NW}"), TARGET, "24", "40", result="DE")
    while match.side == "dice":
        match.play("roll 6")
    says(match, "advance 66", "11.7", "did not take part")
    says(match.play("advance 24"), "advance 24", "11.7", "already")
