"""Chapter 12: the reasons of refusals in airdrops and exchanges."""

from __future__ import annotations

from typing import Any

from grognard import Match
from tests.kit import offered, offers
from tests.rhine.helpers_arrivals import AT_2010, BOX, MADE, airborne, drop
from tests.rhine.helpers_reasons import because
from tests.rhine.sheet import near
from tests.rhine.table import table
from tests.rules import rule

HEX = "2010N"
MADE18 = "made18 US82AB US101AB\ndropped 1"


# -- 12.2, 12.3: preparing a corps -----------------------------------------------------------


@rule("rhine", "12.2", "12.5", "12.8")
def test_why_a_corps_is_not_prepared() -> None:
    match = airborne("US1=2016N")
    because(match, "select US1", "12.2", "US1 is not an airborne corps")
    because(match, "with US82AB", "12.2", "first choose a corps")
    because(match, f"land {HEX}", "12.2", "first choose a corps")
    because(
        airborne(box=BOX.replace("AAA1=", "AAA18=removed AAA1=").replace("AAA18=airborne ", "")),
        "select AAA18",
        "12.5",
        "AAA18 is not in the holding box",
    )
    weak = airborne(more="steps BC1AB=1")
    because(
        weak,
        "select AAA1",
        "12.2",
        "AAA1 needs three steps of units that have been in the holding box since the turn began",
    )
    match.play("select AAA18")
    for action, rule_ in (("select AAA1", "12.3"), ("lift US82AB", "12.2"), (f"supply {HEX}", "12.2")):
        because(match, action, rule_, "first choose the units and the drop hex of AAA18")
    because(match, "done", "12.3", "AAA18 has no drop hex yet")


@rule("rhine", "12.3")
def test_a_corps_that_is_ready_drops_before_anything_else() -> None:
    match = drop(airborne("US17AB=2016N", turn=7, more="antwerp 1\nwatch 2"), "AAA18", HEX)
    because(match, "select AAA18", "12.3", "AAA18 already has a drop hex")
    because(match, "lift US17AB", "12.3", "a corps is ready: AAA18")
    because(match, f"supply {HEX}", "12.3", "a corps is ready: AAA18")


@rule("rhine", "6.8b")
def test_stacks_stay_as_they_are_before_a_drop() -> None:
    because(airborne("US1=2016N"), "top US1", "6.8", "in the Movement and Combat Phases")


@rule("rhine", "12.2", "12.2p")
def test_why_a_unit_does_not_make_up_a_corps() -> None:
    more = "antwerp 1\nwatch 2\nboxed US82AB US101AB US17AB BC1AB BC1PAB"
    match = airborne("US17AB=airborne US13AB=airborne US1=2016N", turn=7, more=more).play("select AAA18", "with US82AB")
    because(match, "with US1", "12.2", "US1 is not an airborne division or brigade")
    because(match, "with BC1AB", "12.2", "BC1AB is not of the same nation as AAA18")
    because(match, "with US82AB", "12.2", "US82AB is already part of AAA18")
    because(match, "with US13AB", "12.2", "US13AB has not been in the holding box since the turn began")
    match.play("with US101AB")
    because(match, "with US17AB", "12.2", "larger than two divisions")


@rule("rhine", "12.2", "12.2a", "12.2p")
def test_units_that_would_leave_a_corps_short_of_steps() -> None:
    more = "antwerp 1\nwatch 2\nsteps US82AB=1 US101AB=1 US17AB=2"
    match = airborne("US17AB=airborne", turn=7, more=more).play("select AAA18", "with US82AB")
    because(match, "with US101AB", "12.2", "with US101AB the corps could not reach three steps")
    because(match, f"land {HEX}", "12.2", "AAA18 does not have three steps yet")


@rule("rhine", "12.3", "10.7", "10.18", "6.3")
def test_why_a_hex_is_no_drop_hex() -> None:
    allied = " ".join(f"{unit}=2013N" for unit in ("US1", "US9", "US30"))
    ground: dict[str, Any] = {"terrain": {"2011N": "rough"}, "features": {"2012N": "flood", "2014N": "hook-of-holland"}}
    match = drop(airborne(allied, more="flood 3", **ground), "AAA1", HEX)
    match.play("select AAA18", *(f"with {unit}" for unit in MADE["AAA18"]))
    because(match, "land 2011N", "12.3", "2011N is neither clear terrain nor a town")
    because(match, "land 2012N", "10.18", "2012N is flooded")
    because(match, "land 2014N", "10.7", "no unit may enter 2014N")
    because(match, "land 2013N", "6.3", "2013N would hold more than four divisions")
    because(match, "land 2003N", "12.3", "2003N is more than 6 hexes from the other drop hex")
    because(match, "land 2010S", "12.3", "2010S is not in the sector with full supply")


@rule("rhine", "12.3", "6.3")
def test_allied_units_on_rough_ground_do_not_hide_that_it_is_rough() -> None:
    allied = " ".join(f"{unit}=2013N" for unit in ("US1", "US9", "US30"))
    match = airborne(allied, terrain={"2013N": "rough"}).play("select AAA18", "with US82AB", "with US101AB")
    because(match, "land 2013N", "12.3", "2013N is neither clear terrain nor a town")


# -- 12.5, 12.6: losses and the link-up ------------------------------------------------------


@rule("rhine", "12.5", "12.5e")
def test_a_loss_falls_on_a_component() -> None:
    enemies = " ".join(f"{unit}=2009N" for unit in ("1SS", "12SS", "11Pz", "Lehr"))
    text = f"turn 3\nphase german combat\nat {AT_2010} {enemies}\n{MADE18}"
    match = table(text, bare=True, dice=[4]).play(f"attack {HEX}", "with 1SS", "with 12SS", "with 11Pz", "with Lehr")
    match.play("resolve")
    while "US82AB" not in offers(match, "lose"):
        match.play(f"lose {min(offers(match, 'lose'))}")
    because(match, "lose BC1AB", "12.5", "BC1AB is not a component of AAA18")


def linking(units: str, more: str = MADE18, **ground: Any) -> Match:
    """The link-up; not all components fit."""
    return table(f"turn 3\nphase allied linkup\nat {AT_2010} {units}\n{more}", bare=True, **ground)


@rule("rhine", "12.6", "12.6j")
def test_why_a_component_is_not_placed_in_a_hex() -> None:
    here = sorted(near(HEX))
    allied = "allied " + " ".join(here[:5])
    match = linking(f"BC50={HEX} 59ID={here[0]} BC43={here[1]}", f"{MADE18}\n{allied}")
    because(match, "place 2009N", "12.6", "first choose a unit to place")
    because(match, "select BC50", "12.6", "BC50 is not one of the components still to be placed")
    because(match, "done", "12.6", "some components can still be placed")
    match.play("select US82AB")
    because(match, "select US101AB", "12.6", "place US82AB first")
    because(match, "done", "12.6", "place US82AB first")
    because(match, "place 2013N", "12.6", f"2013N is neither {HEX} nor adjacent to it")
    because(match, f"place {HEX}", "6.4", "different army group")
    because(match, f"place {here[0]}", "6.1", f"{here[0]} is occupied by the enemy")
    because(match, f"place {here[5]}", "12.6", f"{here[5]} is not under Allied control")
    because(match, f"place {here[1]}", "6.4", "different army group")


@rule("rhine", "12.6", "12.6j", "10.18", "10.7")
def test_no_component_is_placed_in_a_flooded_hex_or_the_hook() -> None:
    here = sorted(near(HEX))
    ground: dict[str, Any] = {"features": {here[2]: "flood", here[3]: "hook-of-holland"}}
    match = linking(f"BC50={HEX}", f"{MADE18}\nallied {' '.join(here)}\nflood 3", **ground).play("select US82AB")
    because(match, f"place {here[2]}", "10.18", f"{here[2]} is flooded")
    because(match, f"place {here[3]}", "10.7", f"no unit may enter {here[3]}")
    assert offered(match, f"place {here[0]}")


@rule("rhine", "12.6", "12.6j")
def test_a_component_that_fits_takes_the_place_of_its_corps() -> None:
    made = "\nmade1 BC1AB BC1PAB"
    units = AT_2010.replace("AAA1=airborne", f"AAA1={HEX}")
    text = f"turn 3\nphase allied linkup\nat {units} US1=2110N\n{MADE18}{made}\nallied {' '.join(sorted(near(HEX)))}"
    match = table(text, bare=True).play("select US82AB")
    because(match, "place 2009N", "12.6", f"US82AB fits into the hex of its corps and has to be placed there, in {HEX}")
    match.play(f"place {HEX}", "select BC1AB")
    because(match, f"place {HEX}", "6.4", "different army group")
