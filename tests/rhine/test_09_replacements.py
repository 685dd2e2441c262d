"""Clauses 9.6 to 9.9: replacements for the Allied divisions."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import Match
from tests.kit import fight, now, offered, offers, reach, refused, status, supply, where
from tests.rhine.helpers_arrivals import ENTRY_N, ENTRY_S, brought
from tests.rhine.helpers_course import steps, until
from tests.rhine.table import table
from tests.rules import rule

#: German units on both sides of 2010N: whoever stands there has no line.
RING = "1SS=2009N 12SS=2011N"


def phase(units: str, more: str = "antwerp 1", *, turn: int = 4, **ground: Any) -> Match:
    """The Allied reinforcement and replacement phase; with Antwerp open every unit with a line has full supply."""
    watch = "\nwatch 2" if turn > 6 else ""
    text = f"turn {turn}\nphase allied reinforcement\nat {units}\n{more}{watch}"
    return table(text, bare=True, **ground)


def left(match: Match) -> tuple[int, int]:
    """Replacement steps left: U.S. and French, then BC."""
    found = status(match)["replacements"]
    return found["us"], found["bc"]


# -- 9.6: on the map -------------------------------------------------------------------------


@rule("rhine", "9.6", "9.6a")
def test_a_step_brings_a_reduced_division_back_to_full_strength() -> None:
    match = phase("US1=2015N US4=2015N", "antwerp 1\nsteps US1=1")
    assert (left(match), offers(match, "replace")) == ((2, 1), {"US1"})
    refused(match, "replace US4", "9.6")  # it has all its steps
    match.play("replace US1")
    assert (steps(match, "US1"), left(match)) == (2, (1, 1))
    refused(match, "replace US1")


@rule("rhine", "9.6", "9.6g", "9.6h", "9.6k")
@pytest.mark.parametrize(
    ("at", "more", "feature", "kind"),
    [
        ("US1=2010N", "sector 1", "none", "full"),
        ("US1=2010N 1SS=2009N", "sector 1", "none", "full"),  # next to the enemy
        ("US1=2010N", "sector 2", "none", "attenuated"),
        (f"US1=2010N {RING}", "sector 1", "none", "none"),
        (f"US1=2010N {RING}", "sector 1", "coast", "coastal"),
        (f"US1=2010N {RING}", "sector 1\naerial 2010N\naerial_used 1", "none", "aerial"),
        (f"US1=2010N {RING}", "antwerp 1", "none", "none"),
        (f"US1=2010N {RING}", "antwerp 1", "coast", "coastal"),
    ],
)
def test_only_full_overland_supply_brings_a_step(at: str, more: str, feature: str, kind: str) -> None:
    match = phase(at, f"{more}\nsteps US1=1", features={"2010N": feature})
    assert supply(match, "US1") == kind
    if kind == "full":
        assert steps(match.play("replace US1"), "US1") == 2
    else:
        refused(match, "replace US1", "9.6")


@rule("rhine", "9.6", "9.6j", "9.6k", "9.6l")
def test_a_division_may_be_rebuilt_turn_after_turn_and_acts_normally() -> None:
    # 6 against 17 is less than 1:2: each attack costs a step without a roll.
    at = "US1=2010N 1SS=2009N 12SS=2009N 11Pz=2009N"
    match = table(f"turn 3\nphase allied declaration\nat {at}\nsteps US1=1\nsector 1", bare=True)
    for turn in (3, 4, 5):
        until(match, turn, "allied reinforcement")
        assert steps(match, "US1") == 1
        match.play("replace US1")
        assert steps(match, "US1") == 2
        until(match, turn, "allied movement")
        assert "2011N" in reach(match, "US1")
        until(match, turn, "allied combat")
        fight(match, "2009N", "US1")
        assert (where(match, "US1"), steps(match, "US1")) == ("2010N", 1)


@rule("rhine", "9.6f")
def test_steps_are_not_saved() -> None:
    match = phase("US1=2015N US4=2015N US9=2015N", "sector 1\nsteps US1=1 US4=1 US9=1", turn=2)
    assert left(match) == (2, 1)
    until(match, 3, "allied reinforcement")
    assert left(match) == (2, 1)
    match.play("replace US1", "replace US4")
    refused(match, "replace US9", "9.7")
    until(match, 4, "allied reinforcement")
    assert left(match) == (2, 1)


@rule("rhine", "9.6p")
def test_steps_are_spent_in_the_reinforcement_phase_only() -> None:
    for name in ("movement", "combat"):
        match = table(f"turn 4\nphase allied {name}\nat US1=2015N US28=eliminated\nsteps US1=1\nsector 1", bare=True)
        refused(match, "replace US1")
        refused(match, "reclaim US28")
    match = phase("US1=2010N US4=1917N", "sector 2\nsteps US1=1")  # attenuated at this moment
    refused(match, "replace US1", "9.6")


@rule("rhine", "9.6", "9.6m")
def test_the_german_gets_no_replacements() -> None:
    at = "9SS=2005N 2Pz=eliminated 12VG=due US1=2015N US4=eliminated"
    match = table(f"turn 3\nphase german reinforcement\nat {at}\ndue_turn 12VG=3\nsteps 9SS=1", bare=True)
    assert match.side == "german"
    for action in ("replace 9SS", "reclaim 2Pz", "recall 2Pz", "reclaim US4"):
        refused(match, action)
    assert set(status(match)["replacements"]) == {"us", "bc"}


# -- 9.6: from the dead pile -----------------------------------------------------------------


@rule("rhine", "9.6", "9.6b", "9.6c", "9.6d", "9.6i")
def test_a_division_returns_from_the_dead_pile_with_one_step() -> None:
    match = phase("US28=eliminated US1=2015N", "sector 1")
    assert offers(match, "reclaim") == {"US28"}
    brought(match, "reclaim US28", "2017N")
    assert (where(match, "US28"), steps(match, "US28"), left(match)) == ("2017N", 1, (1, 1))
    assert supply(match, "US28") == "full"
    refused(match, "replace US28", "9.6")


@rule("rhine", "9.6", "9.6e")
def test_a_reclaimed_division_may_be_rebuilt_on_a_later_turn() -> None:
    match = brought(phase("US28=eliminated US1=2015N", "sector 1"), "reclaim US28", "2017N")
    until(match, 5, "allied reinforcement")
    assert steps(match.play("replace US28"), "US28") == 2
    # Without full supply it may not.
    match = brought(phase("US28=eliminated US1=2015N", "sector 1"), "reclaim US28", "2017N")
    until(match, 5, "allied reinforcement", sector="south")
    assert supply(match, "US28") == "attenuated"
    refused(match, "replace US28", "9.6")


@rule("rhine", "9.6d")
def test_a_unit_that_was_reclaimed_this_turn_is_remembered() -> None:
    match = phase("US28=2017N US1=2015N", "sector 1\nsteps US28=1 US1=1\nrebuilt US28\nused_us 1")
    assert offers(match, "replace") == {"US1"}
    refused(match, "replace US28", "9.6")


@rule("rhine", "9.6", "9.6i")
@pytest.mark.parametrize(
    ("unit", "hexes"), [("BC50", ENTRY_N), ("US28", ENTRY_N), ("US3", ENTRY_S), ("F1A", ENTRY_S), ("F2A", ENTRY_N)]
)
def test_a_reclaimed_division_enters_where_its_group_enters(unit: str, hexes: set[str]) -> None:
    match = phase(f"{unit}=eliminated", "sector 1")
    match.play(f"reclaim {unit}")
    if not offers(match, "place"):
        match.play(f"select {unit}")
    assert offers(match, "place") == hexes
    refused(match, "place 2913S" if hexes == ENTRY_N else "place 2017N", "9.5")
    refused(match, "place 1510N", "9.4", "9.5")
    refused(match, "done", "9.4", "9.6")


@rule("rhine", "9.6i")
def test_a_division_may_return_in_the_attenuated_sector() -> None:
    match = brought(phase("US28=eliminated", "sector 2"), "reclaim US28", "2017N")
    assert (where(match, "US28"), supply(match, "US28")) == ("2017N", "attenuated")


@rule("rhine", "9.6", "9.6n")
@pytest.mark.parametrize("unit", ["US4C", "US442", "BC8Bd", "BCNL", "BC4Co", "FAFC", "F3MT"])
def test_brigades_do_not_return(unit: str) -> None:
    match = phase(f"{unit}=eliminated US28=eliminated BC50=eliminated F1A=eliminated")
    assert offers(match, "reclaim") == {"US28", "BC50", "F1A"}
    refused(match, f"reclaim {unit}", "9.6")


@rule("rhine", "9.6", "9.6o")
def test_a_division_in_the_box_is_not_rebuilt_there() -> None:
    match = phase("US82AB=airborne US101AB=2015N", "antwerp 1\nsteps US82AB=1 US101AB=1")
    assert offers(match, "replace") == {"US101AB"}
    refused(match, "replace US82AB", "9.6", "9.9", "12.2")
    # But it may be landed, rebuilt and lifted.
    match.play("select US82AB", "place 2017N", "replace US82AB", "lift US82AB")
    assert (where(match, "US82AB"), steps(match, "US82AB")) == ("airborne", 2)


# -- 9.7, 9.8: how many ----------------------------------------------------------------------


@rule("rhine", "9.7", "9.7a")
@pytest.mark.parametrize("units", ["US1 US4 US9", "US2A US1 US82AB", "US2A US3A US5A"])
def test_two_american_steps_a_turn_for_units_of_any_type(units: str) -> None:
    names = units.split()
    at = " ".join(f"{unit}=2015N" for unit in names)
    match = phase(at, "antwerp 1\nsteps " + " ".join(f"{unit}=1" for unit in names))
    match.play(f"replace {names[0]}", f"replace {names[1]}")
    assert left(match) == (0, 1)
    refused(match, f"replace {names[2]}", "9.7")


@rule("rhine", "9.7a", "9.6b")
def test_both_american_steps_may_reclaim() -> None:
    match = phase("US28=eliminated US2A=eliminated US1=eliminated")
    brought(match, "reclaim US28", "2017N")
    brought(match, "reclaim US2A", "2017N")
    assert left(match) == (0, 1)
    refused(match, "reclaim US1", "9.7")


@rule("rhine", "9.7", "9.7b")
def test_french_steps_come_out_of_the_american_ones() -> None:
    at, more = "US1=2015N US4=2015N F1A=2010S F2A=1915N", "antwerp 1\nsteps US1=1 US4=1 F1A=1 F2A=1"
    match = phase(at, more).play("replace US1", "replace F1A")
    assert (steps(match, "F1A"), left(match)) == (2, (0, 1))
    refused(match, "replace US4", "9.7")
    refused(match, "replace F2A", "9.7")
    match = phase(at, more).play("replace US1", "replace US4")
    refused(match, "replace F1A", "9.7")
    match = phase(at, more).play("replace F1A", "replace F2A")
    refused(match, "replace US1", "9.7")
    match = phase("F1A=eliminated US28=eliminated US1=eliminated")
    brought(match, "reclaim F1A", "2914S")
    assert left(match) == (1, 1)


@rule("rhine", "9.7", "9.7c", "9.7d")
@pytest.mark.parametrize("turn", [2, 7, 8, 9])
def test_the_american_rate_and_the_right_to_reclaim_last_all_game(turn: int) -> None:
    match = phase("US1=2015N US4=2015N US28=eliminated F1A=eliminated", "antwerp 1\nsteps US1=1 US4=1", turn=turn)
    assert left(match)[0] == 2
    assert offers(match, "reclaim") == {"US28", "F1A"}
    brought(match, "reclaim US28", "2017N").play("replace US1")
    assert (where(match, "US28"), left(match)[0]) == ("2017N", 0)
    refused(match, "replace US4", "9.7")


@rule("rhine", "9.8", "9.8a")
def test_one_british_step_a_turn() -> None:
    match = phase("BC50=1515N BC53=1515N BC11A=eliminated US1=2015N", "antwerp 1\nsteps BC50=1 BC53=1 US1=1")
    match.play("replace BC50")
    assert (steps(match, "BC50"), left(match)) == (2, (2, 0))
    refused(match, "replace BC53", "9.8")
    refused(match, "reclaim BC11A", "9.8")
    assert offered(match, "replace US1")


@rule("rhine", "9.8a")
def test_british_and_american_replacement_steps_are_separate() -> None:
    at, more = "BC50=1515N BC53=1515N US1=2015N US4=2015N US9=2015N", "steps BC50=1 BC53=1 US1=1 US4=1 US9=1"
    match = phase(at, f"antwerp 1\n{more}\nused_bc 1")
    assert offers(match, "replace") == {"US1", "US4", "US9"}
    match = phase(at, f"antwerp 1\n{more}\nused_us 2")
    assert offers(match, "replace") == {"BC50", "BC53"}


@rule("rhine", "9.8", "9.8b", "9.8c")
@pytest.mark.parametrize("turn", [1, 5, 7, 8, 9])
@pytest.mark.parametrize(("unit", "armor"), [("BC50", False), ("BC1AB", False), ("BC11A", True), ("BC1PA", True)])
def test_from_1945_on_only_british_armor_is_rebuilt(turn: int, unit: str, armor: bool) -> None:
    match = phase(f"{unit}=1515N", f"antwerp 1\nsteps {unit}=1", turn=turn)
    if turn <= 7 or armor:
        assert steps(match.play(f"replace {unit}"), unit) == 2
    else:
        refused(match, f"replace {unit}", "9.8", "9.9")


@rule("rhine", "9.8", "9.8d")
@pytest.mark.parametrize("turn", [5, 7, 8, 9])
def test_from_1945_on_no_british_division_is_reclaimed(turn: int) -> None:
    match = phase("BC11A=eliminated BC50=eliminated BC1PAB=eliminated US28=eliminated", turn=turn)
    if turn <= 7:
        assert offers(match, "reclaim") == {"BC11A", "BC50", "BC1PAB", "US28"}
    else:
        assert offers(match, "reclaim") == {"US28"}
        for unit in ("BC11A", "BC50", "BC1PAB"):
            refused(match, f"reclaim {unit}", "9.8", "9.9")


# -- 9.9: airborne units ---------------------------------------------------------------------


@rule("rhine", "9.9", "9.9a")
def test_airborne_units_draw_on_the_steps_of_their_nation() -> None:
    at = "US82AB=2015N US101AB=2015N US1=2015N BC1AB=1515N BC6AB=1515N"
    match = phase(at, "antwerp 1\nsteps US82AB=1 US101AB=1 US1=1 BC1AB=1 BC6AB=1").play("replace US82AB")
    assert left(match) == (1, 1)
    match.play("replace BC1AB")
    assert left(match) == (1, 0)
    refused(match, "replace BC6AB", "9.8")
    match.play("replace US101AB")
    refused(match, "replace US1", "9.7")


@rule("rhine", "9.9", "9.9b")
@pytest.mark.parametrize("unit", ["BC1AB", "BC6AB"])
def test_british_paratroops_are_not_rebuilt_in_1945(unit: str) -> None:
    assert offered(phase(f"{unit}=1515N", f"antwerp 1\nsteps {unit}=1", turn=7), f"replace {unit}")
    match = phase(f"{unit}=1515N US82AB=2015N", f"antwerp 1\nsteps {unit}=1 US82AB=1", turn=8)
    refused(match, f"replace {unit}", "9.8", "9.9")
    assert offered(match, "replace US82AB")


@rule("rhine", "9.9", "9.9c")
def test_a_corps_does_not_take_replacements() -> None:
    at = "AAA18=2010N US82AB=airborne US101AB=airborne AAA1=removed BC1AB=removed BC1PAB=removed US1=2015N"
    match = phase(at, "antwerp 1\nmade18 US82AB US101AB\nsteps AAA18=1 US82AB=1 US1=1\ndropped 1")
    assert offers(match, "replace") == {"US1"}
    refused(match, "replace AAA18", "9.9", "9.6")
    for unit in ("AAA1", "BC1AB", "BC1PAB"):
        refused(match, f"reclaim {unit}", "9.9", "9.6", "12.5")


@rule("rhine", "9.9", "9.9d")
def test_the_polish_parachute_brigade_may_be_reclaimed_in_1944() -> None:
    match = brought(phase("BC1PAB=eliminated"), "reclaim BC1PAB", "1517N")
    assert (where(match, "BC1PAB"), left(match)) == ("1517N", (2, 0))
    refused(phase("BC1PAB=eliminated", turn=8), "reclaim BC1PAB", "9.8", "9.9")


@rule("rhine", "9.9", "9.9e")
def test_a_reclaimed_airborne_division_may_go_into_the_box() -> None:
    def reclaimed() -> Match:
        match = phase("US82AB=eliminated US1=2015N", "sector 1", turn=5).play("reclaim US82AB")
        return match if offers(match, "place") else match.play("select US82AB")

    match = reclaimed()
    assert offers(match, "place") >= ENTRY_N
    match.play("box")
    assert (where(match, "US82AB"), steps(match, "US82AB"), left(match)) == ("airborne", 1, (1, 1))
    match = reclaimed().play("place 2017N")
    assert (where(match, "US82AB"), steps(match, "US82AB")) == ("2017N", 1)
    assert now(match) == (5, "allied reinforcement")
