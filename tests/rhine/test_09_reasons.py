"""Chapters 6, 8 and 9: the reasons of refusals for stacks, arrivals, replacements and withdrawals."""

from __future__ import annotations

from grognard import Match
from tests.kit import offered, offers
from tests.rhine.helpers_arrivals import BOX, arriving, brought
from tests.rhine.helpers_march import moving
from tests.rhine.helpers_reasons import because
from tests.rhine.sheet import near
from tests.rhine.table import table
from tests.rules import rule

# -- 6.8: stacks -----------------------------------------------------------------------------


@rule("rhine", "6.8", "6.8b")
def test_why_a_unit_is_not_put_on_top() -> None:
    match = moving("allied", "US1=2016N US9=2016N US30=2216N 9SS=2005N")
    (below,) = offers(match, "top")
    above = "US1" if below == "US9" else "US9"
    because(match, "top 9SS", "6.8", "9SS is an enemy unit")
    because(match, "top US28", "6.8", "US28 is not on the map")
    because(match, f"top {above}", "6.8", f"{above} is already on top of its stack")
    because(match, "top US30", "6.8", "US30 is already on top of its stack")
    match.play(f"top {below}", f"top {above}")
    because(match, f"top {below}", "6.8", f"{below} has already been put on top in this phase")


@rule("rhine", "6.8b")
def test_stacks_stay_as_they_are_in_a_reinforcement_phase() -> None:
    because(arriving("US1"), "top US1", "6.8", "in the Movement and Combat Phases")


# -- 8.18 and 12.2: markers and lifts ---------------------------------------------------------


@rule("rhine", "8.18", "8.19")
def test_why_no_marker_is_placed() -> None:
    lost = "closed 2017N\nsector 2"
    match = moving("allied", "US1=2016N 9SS=2005N", lost)
    because(match, "supply 2016N", "8.18", "no Allied unit in 2016N is out of supply")
    because(
        moving("allied", "US1=2016N", f"{lost}\nno_air 1"),
        "supply 2016N",
        "8.19",
        "an airborne corps has been on the map this turn",
    )
    because(moving("allied", "US1=2016N", f"{lost}\naerial_used 2"), "supply 2016N", "8.18", "all Aerial")
    because(moving("german", "9SS=2016N"), "supply 2016N", "8.18", "in the German player turn", "only at its end")


@rule("rhine", "12.2", "12.2k", "12.2m", "10.18")
def test_why_no_unit_is_lifted() -> None:
    match = moving("allied", "US82AB=2016N US1=2016N", "sector 2")
    because(match, "lift US1", "12.2", "US1 is not an airborne division or brigade")
    because(match, "lift US101AB", "12.2", "US101AB is not on the map")
    because(match, "lift US82AB", "12.2", "US82AB is not in full overland supply")
    because(moving("german", "US82AB=2016N 9SS=2005N"), "lift US82AB", "12.2", "only in the Allied player turn")
    wet = moving("allied", "US82AB=2016N", "flood 2\nantwerp 1", features={"2016N": "flood"})
    because(wet, "lift US82AB", "10.18", "US82AB is in a flooded hex and cannot act")


# -- 9.1, 9.4: arrivals ----------------------------------------------------------------------


@rule("rhine", "9.4", "9.1")
def test_units_are_placed_one_at_a_time() -> None:
    match = arriving("US1 US9")
    because(match, "place 2017N", "9.4", "first choose a unit to place")
    because(match, "box", "12.2", "first choose a unit for the holding box")
    match.play("select US1")
    for action in ("select US9", "done", "propose", "replace US4", "reclaim US4", "lift US82AB", "supply 2010N"):
        because(match, action, "9.4", "place US1 first")
    because(match, "recall 9SS", "9.4", "place US1 first")
    german = arriving("12VG", side="german").play("select 12VG")
    because(german, "done", "9.1", "place 12VG first")


@rule("rhine", "9.4", "9.1", "12.2")
def test_why_a_unit_does_not_arrive() -> None:
    at = f"{BOX} US1=2016N US4=eliminated BC43=removed"
    match = table(f"turn 3\nphase allied reinforcement\nat {at} US9=due US30=due\ndue_turn US9=3 US30=5", bare=True)
    because(match, "select 9SS", "9.4", "9SS is an enemy unit")
    because(match, "select US1", "9.4", "US1 is already on the map")
    because(match, "select US4", "9.4", "US4 is in the dead pile")
    because(match, "select BC43", "9.4", "BC43 does not arrive now")
    because(match, "select US30", "9.4", "US30 arrives on Turn 5")
    because(match, "done", "9.4", "these units still have to be placed: US9")
    because(match.play("propose"), "propose", "9.4", "no unit has to be placed")


@rule("rhine", "9.4", "9.4j")
def test_a_unit_without_a_hex_waits() -> None:
    shut = "closed " + " ".join(f"{row}17N" for row in range(11, 29)) + " 1117S"
    match = arriving("US1 F1A", more=shut)
    because(match, "select US1", "9.4", "there is no hex where US1 could arrive, so it waits")
    assert offered(match, "select F1A")


@rule("rhine", "12.2")
def test_why_a_unit_is_not_placed_in_the_holding_box() -> None:
    match = arriving("US1").play("select US1")
    because(match, "box", "12.2", "US1 is not an airborne division or brigade")
    boxed = table(f"turn 3\nphase allied reinforcement\nat {BOX}", bare=True).play("select US82AB")
    because(boxed, "box", "12.2", "US82AB is already in the holding box")


@rule("rhine", "9.1", "9.4", "9.5")
def test_why_a_unit_does_not_arrive_in_a_hex() -> None:
    units = ("US1", "US9", "US30", "US35", "US28", "US4")
    siege = " ".join(f"{unit}={label}" for unit, label in zip(units, sorted(near("2205N")), strict=True))
    text = f"turn 3\nphase german reinforcement\nat 12VG=due {siege}\ndue_turn 12VG=3"
    german = table(text, bare=True, features={"2205N": "westwall", "2605N": "westwall"}).play("select 12VG")
    because(german, "place 2010N", "9.1", "2010N is neither a German supply source nor in the intact West Wall")
    because(german, "place 2205N", "9.1", "2205N is in the West Wall but not in supply")
    assert offered(german, "place 2605N")
    allied = arriving("US1", more="closed 2017N").play("select US1")
    because(allied, "place 2010N", "9.5", "US1 arrives at", "not at 2010N")
    because(allied, "place 2017N", "9.4", "2017N is held by the Germans and is not a supply source")


# -- 9.6 to 9.8: replacements ----------------------------------------------------------------


def phase(at: str, more: str = "antwerp 1", turn: int = 3) -> Match:
    watch = "\nwatch 2" if turn > 6 else ""
    return table(f"turn {turn}\nphase allied reinforcement\nat {at}\n{more}{watch}", bare=True)


@rule("rhine", "9.6", "9.9")
def test_why_a_unit_takes_no_replacement() -> None:
    match = phase("US1=2015N US4=2015N US113C=2014N US9=eliminated", "antwerp 1\nsteps US1=1")
    because(match, "replace 9SS", "9.6", "9SS is German: only Allied units take replacements")
    because(match, "replace AAA18", "9.9", "AAA18 is a corps: only its components take replacements")
    because(match, "replace US9", "9.6", "US9 is not on the map")
    because(match, "replace US113C", "9.6", "US113C is not a division")
    because(match, "replace US4", "9.6", "US4 is at full strength")
    because(match, "reclaim US4", "9.6", "US4 is not in the dead pile")
    far = phase("US1=2015N", "sector 2\nsteps US1=1")
    because(far, "replace US1", "9.6", "US1 is not in full overland supply")
    german = table("turn 3\nphase german reinforcement\nat 9SS=2005N", bare=True)
    because(german, "replace 9SS", "9.6", "only Allied units take replacements")


@rule("rhine", "9.6", "9.7", "9.8")
def test_a_nation_runs_out_of_replacement_steps() -> None:
    match = phase("US1=2015N BC43=2115N", "antwerp 1\nsteps US1=1 BC43=1\nused_us 2\nused_bc 1")
    because(match, "replace US1", "9.7", "the U.S. and French replacement steps for this turn have been used")
    because(match, "replace BC43", "9.8", "the Commonwealth replacement step for this turn has been used")
    other = phase("US1=2015N BC43=2115N", "antwerp 1\nsteps US1=1 BC43=1\nused_us 2")
    assert offers(other, "replace") == {"BC43"}


@rule("rhine", "9.6")
def test_a_unit_takes_one_step_a_turn() -> None:
    match = brought(phase("US1=eliminated US9=2117N"), "reclaim US1", "2017N")
    because(match, "replace US1", "9.6", "US1 has already taken a replacement this turn")


@rule("rhine", "9.8")
def test_in_1945_only_commonwealth_armor_takes_replacements() -> None:
    match = phase("BC43=2015N BC7A=2115N BC53=eliminated", "antwerp 1\nsteps BC43=1 BC7A=1", turn=8)
    because(
        match, "replace BC43", "9.8", "in 1945 only armor among the Commonwealth units takes replacements, so not BC43"
    )
    because(match, "reclaim BC53", "9.8", "in 1945 no Commonwealth unit returns from the dead pile")
    assert offers(match, "replace") == {"BC7A"}


# -- 9.2, 9.3: returns and withdrawals -------------------------------------------------------


@rule("rhine", "9.2")
def test_why_a_german_unit_does_not_return() -> None:
    text = "turn 7\nwatch 1\nphase german reinforcement\nat 9SS=eliminated 10SS=2005N US1=eliminated"
    match = table(text, bare=True)
    because(match, "recall 10SS", "9.2", "10SS is not in the German dead pile")
    because(match, "recall US1", "9.2", "US1 is not in the German dead pile")
    because(table(f"{text}\nrecalled 7", bare=True), "recall 9SS", "9.2", "7 units have already returned")
    because(table(text.replace("turn 7\nwatch 1", "turn 5"), bare=True), "recall 9SS", "9.2", "only on Turn 7")
    shut = "allied " + " ".join(f"{row}00N" for row in range(11, 29))
    south = " ".join(f"{row}00S" for row in range(11, 30))
    because(table(f"{text}\n{shut} {south}", bare=True), "recall 9SS", "9.2", "no hex where 9SS could return")
