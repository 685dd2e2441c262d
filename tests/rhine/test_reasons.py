"""The rule that a refusal names is the one that forbids the action, and its sentence is true."""

from __future__ import annotations

import grognard
from grognard import Match
from tests.kit import advance, announce, fight, offered, offers, probe, refused, water
from tests.rhine.helpers_aftermath import combat
from tests.rhine.sheet import NE, NW, SE, SW, TARGET, E, W
from tests.rhine.table import table
from tests.rules import rule

#: An armored division attacks a brigade behind which a division stands: 9 to 2, then 9 to 3.
BREACH = f"US2A={W} 105PB={TARGET} 85ID={E}"


def says(match: Match, action: str, number: str, *words: str) -> None:
    """The action is refused by a rule, and the sentence has these words."""
    refusal = refused(match, action, number)
    assert all(word in refusal.why for word in words), refusal.why


def through(more: str = "", **ground: object) -> Match:
    """The brigade is eliminated and the division advances: momentum is its own."""
    return advance(fight(combat(f"{BREACH} {more}", **ground), TARGET, "US2A", roll=4), "US2A")  # type: ignore[arg-type]


# -- attacks and probes ------------------------------------------------------------------------


@rule("rhine", "11.25", "11.17")
def test_the_intact_wall_keeps_a_probe_out_by_the_rule_of_probes() -> None:
    match = through(f"353ID={SE}", features={NE: "westwall", E: "westwall"})
    says(match, f"probe {NE}", "11.25", "West Wall")
    says(match, f"attack {E}", "11.24", "West Wall")


@rule("rhine", "11.25", "11.25g")
def test_a_blocked_hexside_stops_a_momentum_probe_by_the_rule_of_probes() -> None:
    match = through(sides=water(TARGET, NE, kind="blocked"))
    says(match, f"probe {NE}", "11.25", "blocked hexside")
    match = combat(f"US1={W} 85ID={SW}", sides=water(TARGET, W, kind="blocked"))
    says(match, f"probe {TARGET}", "11.25", "blocked hexside")


@rule("rhine", "11.24", "11.24f")
def test_a_blocked_hexside_stops_a_momentum_attack() -> None:
    says(through(f"353ID={SE}", sides=water(TARGET, E, kind="blocked")), f"attack {E}", "11.24", "blocked")


@rule("rhine", "11.24")
def test_a_hex_out_of_reach_of_a_momentum_attack_is_not_refused_for_units_that_have_attacked() -> None:
    match = through(f"353ID=2008N US1={SW} 406ID=2211N")
    assert offered(match, f"attack {E}")
    says(match, "attack 2008N", "11.24", "attack again")
    says(match, "attack 2211N", "11.24", "attack again")


@rule("rhine", "11.4")
def test_units_that_have_attacked_or_probed_are_named_as_such() -> None:
    match = probe(combat(f"183VG={W} US1={SW} US4C=2109N US9=2108N", side="german"), TARGET, "183VG")
    says(match.play("pass") if offered(match, "pass") else match, f"attack {SW}", "11.4", "attacked or probed")


@rule("rhine", "11.8", "11.8c")
def test_units_without_an_attack_factor_do_not_attack_alone() -> None:
    match = combat(f"4Flk={W} US1={TARGET}", side="german")
    says(match, f"attack {TARGET}", "11.8", "attack factor")
    says(combat(f"4Flk={W} US1={SW}", side="german"), f"probe {TARGET}", "11.25", "advance")


@rule("rhine", "11.1")
def test_distance_water_and_army_groups_are_refused_for_different_reasons() -> None:
    match = announce(
        combat(f"US1={W} BC43={NW} US9={SW} US30=2012N 9SS={TARGET}", sides=water(TARGET, SW)), TARGET, "US1"
    )
    says(match, "with BC43", "11.1", "different army group")
    says(match, "with US9", "11.15", "water")
    says(match, "with US30", "11.1", "not adjacent")
    says(match, "with 9SS", "11.1", "enemy unit")


@rule("rhine", "11.18")
def test_why_bombers_are_refused() -> None:
    match = announce(combat(f"US1={W} 9SS={TARGET}"), TARGET)
    says(match, "bombers", "11.18", "first choose the attacking units")
    match = announce(combat("F3ALG=2011S 9SS=2010S", more="sector 2"), "2010S", "F3ALG")
    says(match, "bombers", "11.18", "French")


@rule("rhine", "11.25", "6.3")
def test_a_probe_that_would_overstack_is_refused_by_the_rule_of_stacking() -> None:
    match = combat(f"US1={W} US9={W} US30={W} US4={W} US28={NW} 85ID={SW} 353ID={NE}").play(f"probe {TARGET}")
    match.play("with US1", "with US9", "with US30", "with US4")
    says(match, "with US28", "6.3", "four divisions")


# -- retreat and losses --------------------------------------------------------------------------


@rule("rhine", "11.21", "7.5")
def test_a_closed_hex_is_refused_for_what_closes_it() -> None:
    match = fight(combat(f"US2A={W} US4C=1809N 85ID={TARGET}", sides=water(TARGET, SE)), TARGET, "US2A", roll=1)
    assert offers(match, "to") == {E}
    says(match, f"to {W}", "11.21", "occupied")
    says(match, f"to {NE}", "7.5", "no friendly unit")
    says(match, f"to {SE}", "11.21", "cross")
    says(match, "to 2208N", "11.21", "not adjacent")


@rule("rhine", "10.7", "11.21")
def test_no_unit_retreats_into_the_hook() -> None:
    match = fight(combat(f"US2A={W} 85ID={TARGET}", features={E: "hook-of-holland"}), TARGET, "US2A", roll=1)
    assert E not in offers(match, "to")
    says(match, f"to {E}", "10.7", "no unit may enter")


@rule("rhine", "11.23")
def test_a_unit_that_did_not_attack_does_not_advance() -> None:
    match = fight(combat(f"US2A={W} US1={W} 105PB={TARGET} 85ID={E}"), TARGET, "US2A", roll=4)
    says(match, "advance US1", "11.23", "did not take part")


# -- set-up ----------------------------------------------------------------------------------------


@rule("rhine", "3.5", "3.7")
def test_each_list_of_the_set_up_refuses_by_its_own_rule() -> None:
    match = grognard.new("rhine")
    unit = min(offers(match, "select"))
    says(match, "place 1213N", "3.5", "first choose a unit to place")
    match.play(f"select {unit}")
    says(match, "place 2000N", "3.5", "1213N")
    says(match, "done", "3.5", f"place {unit} first")
    match.play("place 1213N")
    says(match, f"select {unit}", "3.5", "on the map")
    says(match, "select 9SS", "3.5", "not one of the units to place now")
    match.play("propose", "done", "propose", "done", "full north")
    says(match, "done", "3.7", "still have to be placed")
    unit = min(offers(match, "select"))
    says(match.play(f"select {unit}"), "place 1517N", "3.7", "Germany")


# -- the sea ---------------------------------------------------------------------------------------


@rule("rhine", "12.3", "10.12")
def test_a_drop_into_the_sea_is_refused_as_such_wherever_full_supply_is() -> None:
    units = "AAA18=airborne US82AB=airborne US17AB=airborne"
    for more in ("", "antwerp 1"):
        lines = (
            f"at {units}",
            "boxed AAA18 US82AB US17AB",
            "made18 US82AB US17AB",
            more,
            "agenda game-turn 5 / stacking-check / airborne-entry AAA18",
        )
        match = table("\n".join(line for line in lines if line))
        says(match, "land 1114N", "12.3", "sea")
        says(match, "land 1109N", "10.7", "no unit may enter")


@rule("rhine", "3.5", "10.7", "10.12")
def test_no_unit_is_set_up_in_the_sea_or_in_the_hook() -> None:
    match = grognard.new("rhine")
    match.play(f"select {min(offers(match, 'select'))}")
    says(match, "place 1114N", "10.12", "sea")
    says(match, "place 1109N", "10.7", "no unit may enter")
