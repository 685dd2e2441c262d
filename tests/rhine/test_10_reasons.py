"""Chapter 10: the reason given for a move that is not legal is the true one."""

from __future__ import annotations

from typing import Any

from grognard.hexes import bits
from tests.kit import offered, offers, where
from tests.rhine.helpers_march import NO_GERMAN_SUPPLY, moving
from tests.rhine.helpers_reasons import because
from tests.rhine.sheet import around, distance, near
from tests.rhine.table import table
from tests.rules import rule

#: Antwerp is open: every Allied unit has full supply, Americans go where they like.
FULL = "antwerp 1"
#: Attenuated supply: no column movement, an armored division has seven points, an infantry division five.
SLOW = "sector 2"
HERE, NEXT = "2010N", "2009N"
AROUND = sorted(near(HERE))
#: Water all around a hex, and around two hexes next to each other.
ISLAND = around(HERE, "all-sea")
TWO = {**around(HERE, "all-sea", NEXT), **around(NEXT, "all-sea", HERE)}
#: Rough ground under high water behind a river: six points a hex.
MIRE: dict[str, Any] = {
    "terrain": dict.fromkeys(AROUND, "rough"),
    "features": dict.fromkeys(AROUND, "flood"),
    "sides": around(HERE, "river"),
}


# -- select ----------------------------------------------------------------------------------


@rule("rhine", "10.1", "10.2")
def test_a_unit_that_may_not_be_chosen_at_all() -> None:
    match = moving("german", "9SS=2010N 7Flk=2510N US1=2016N")
    because(match, "select US1", "10.1", "US1 is an enemy unit")
    because(match, "select 10SS", "10.1", "10SS is not on the map")
    because(match, "select 7Flk", "10.2", "no movement factor")


@rule("rhine", "10.2")
def test_a_unit_that_has_spent_its_points() -> None:
    match = moving("allied", "US2A=2016N US1=2016N", SLOW).play("select US2A", "also US1", "move 2011N", "drop US1")
    because(match.play("stop"), "select US1", "10.2", "US1 has no Movement Points left")


@rule("rhine", "10.3")
def test_a_unit_surrounded_by_enemies() -> None:
    units = ("US1", "US9", "US30", "US35", "US28", "US4")
    siege = " ".join(f"{unit}={label}" for unit, label in zip(units, AROUND, strict=True))
    match = moving("german", f"9SS={HERE} {siege}")
    because(match, "select 9SS", "10.3", "every adjacent hex that 9SS could enter is occupied by the enemy")


@rule("rhine", "10.12")
def test_a_unit_surrounded_by_water() -> None:
    because(moving("german", f"9SS={HERE}", sides=ISLAND), "select 9SS", "10.12", "9SS is surrounded by water")


@rule("rhine", "10.18")
def test_a_unit_surrounded_by_the_flood() -> None:
    flood = dict.fromkeys(AROUND[1:], "flood")
    match = moving("german", f"9SS={HERE} US1={AROUND[0]}", "flood 2", features=flood)
    because(match, "select 9SS", "10.18", "every hex next to 9SS that has no enemy in it is flooded")
    assert offered(moving("german", f"9SS={HERE} US1={AROUND[0]}", features=flood), "select 9SS")


@rule("rhine", "9.5", "9.5x")
def test_a_unit_on_foreign_ground_stopped_by_the_sector_line() -> None:
    match = moving("allied", "BC50=1616S 9SS=1515S 10SS=1516S", "sector 1", turn=3)
    because(match, "select BC50", "9.5", "the supply sector line keeps BC50")
    assert offered(moving("allied", "BC50=1616S 9SS=1515S", "sector 1", turn=3), "select BC50")


@rule("rhine", "10.3", "10.18")
def test_a_unit_that_cannot_pay_for_any_hex_next_to_it() -> None:
    match = moving("german", f"159ID={HERE}", f"{NO_GERMAN_SUPPLY}\nflood 5", turn=5, **MIRE)
    because(match, "select 159ID", "10.3", "159ID does not have enough Movement Points to enter any adjacent hex")


@rule("rhine", "10.19", "10.3")
def test_the_points_of_a_column_pay_for_the_first_hex() -> None:
    match = moving("german", f"159ID={HERE}", "flood 5", turn=5, **MIRE)  # five points, ten as a column
    assert offered(match, "select 159ID")
    assert set(AROUND) <= offers(match.play("select 159ID"), "move")


@rule("rhine", "6.2", "6.2f")
def test_a_unit_without_room_in_reach() -> None:
    match = moving("allied", f"US1={HERE} BC43={NEXT}", SLOW, sides=TWO)
    because(match, "select US1", "6.2", "no hex within reach of US1 has room for it")


# -- move ------------------------------------------------------------------------------------


@rule("rhine", "10.1", "10.4")
def test_units_with_different_costs_move_together_one_hex_at_a_time() -> None:
    text = "turn 4\nphase allied movement\nsector 2\nat F2MO=2717S F4MO=2717S 2Pz=1500S"
    match = table(text).play("select F2MO", "also F4MO")
    because(match, "move 2714S", "10.1", "2714S is not adjacent", "one hex at a time")
    match.play("move 2716S", "move 2715S", "move 2714S")
    assert where(match, "F2MO") == where(match, "F4MO") == "2714S"


@rule("rhine", "10.1", "10.1b")
def test_where_no_path_leads_points_are_not_blamed() -> None:
    match = moving("german", "9SS=2016N", sides=ISLAND).play("select 9SS")
    because(match, f"move {HERE}", "10.1", f"there is no path to {HERE} for 9SS")


@rule("rhine", "10.3")
def test_points_are_blamed_where_they_are_short() -> None:
    match = moving("allied", "US1=2016N", SLOW).play("select US1")
    because(match, "move 2000N", "10.3", "US1: not enough Movement Points to reach 2000N")


@rule("rhine", "10.12")
def test_water_is_blamed_only_where_there_is_no_way_around_it() -> None:
    match = moving("german", "9SS=2011N", sides={f"{HERE}-2011N": "all-sea"}).play("select 9SS")
    assert offered(match, f"move {HERE}")
    held = moving("allied", f"US1=2011N BC43={HERE}", SLOW, sides={f"{HERE}-2011N": "all-sea"}).play("select US1")
    because(held, f"move {HERE}", "6.4", "different army group")
    match = moving("german", "9SS=2011N", sides=ISLAND).play("select 9SS")
    because(match, f"move {HERE}", "10.12", f"may not cross the water between 2011N and {HERE}", "cannot go around it")


@rule("rhine", "10.12", "11.15")
def test_a_commando_crosses_the_scheldt_alone() -> None:
    match = moving("allied", "BC4Co=2011N BC43=2011N", SLOW, sides=around(HERE, "estuary")).play("select BC4Co")
    assert offered(match, f"move {HERE}")
    because(match.play("also BC43"), f"move {HERE}", "10.12", "BC4Co, BC43 may not cross the water")


@rule("rhine", "10.12", "10.7")
def test_sea_and_the_hook_are_named() -> None:
    match = table("turn 2\nphase german movement\nat 9SS=1609N").play("select 9SS")
    board = match.game.board
    sea = board.grid.label(next(bits(board.terrain["sea"])))
    because(match, f"move {sea}", "10.12", f"{sea} is sea")
    because(match, "move 1109N", "10.7", "no unit may enter 1109N")


@rule("rhine", "9.5", "9.5x")
def test_the_sector_line_is_named_with_the_unit_that_it_holds_back() -> None:
    match = moving("allied", "US2A=1117S", "sector 1").play("select US2A")
    because(match, "move 1616S", "9.5", "1616S is on the other side of the supply sector line, where US2A may not go")
    lost = moving("allied", "BC43=1616S", "sector 1", turn=3).play("select BC43")
    because(lost, "move 1717S", "9.5", "BC43 is on the wrong side", "1717S is not closer")


#: A line of Germans whose zones bar the whole north of the map.
CORDON = " ".join(
    f"{unit}={row}02N"
    for unit, row in zip(("280SG", "346ID", "711ID", "84ID", "85ID", "344ID"), range(12, 28, 3), strict=True)
)


@rule("rhine", "7.3", "10.19")
def test_enemy_zones_are_blamed_where_points_would_do() -> None:
    match = moving("allied", f"US1=1704N {CORDON}", FULL).play("select US1")
    because(match, "move 1700N", "7.3", "enemy Zones of Control stop US1 on the way to 1700N")
    match = moving("allied", f"US1=1714N {CORDON}", FULL).play("select US1")
    because(match, "move 1700N", "10.19", "only by column movement, and enemy Zones of Control are in the way")


# -- column movement -------------------------------------------------------------------------


@rule("rhine", "10.19", "5.8")
def test_what_only_a_column_could_reach() -> None:
    match = moving("german", "9SS=2016N", turn=1).play("select 9SS")
    because(match, "move 2004N", "10.19", "only by column movement, which 9SS may not use")


@rule("rhine", "10.19", "10.20")
def test_only_those_that_may_not_use_it_are_named() -> None:
    match = moving("allied", "US7A=2012N US30=2012N 9SS=2011N", FULL, turn=3).play("select US7A", "also US30")
    label = "1416S"
    assert distance(label, "2012N") == 12
    because(match, f"move {label}", "10.19", "which US30 may not use")


@rule("rhine", "10.19", "10.19c", "10.19d")
def test_column_movement_does_not_end_in_a_zone_or_in_the_west_wall() -> None:
    match = moving("allied", "US1=2016N 9SS=2001N", FULL).play("select US1")
    because(match, "move 2002N", "10.19", "only by column movement", "may not enter an enemy Zone of Control")
    match = moving("allied", "US1=2016N", FULL, features={"2004N": "westwall"}).play("select US1")
    because(match, "move 2004N", "10.19", "only by column movement", "may not enter the intact West Wall")


@rule("rhine", "10.19", "10.19d")
def test_column_movement_does_not_pass_the_west_wall() -> None:
    wall = dict.fromkeys(near("2004N"), "westwall")
    match = moving("allied", "US1=2016N", FULL, features=wall).play("select US1")
    because(match, "move 2004N", "10.19", "only by column movement, and the intact West Wall is in the way")


# -- also, stop, drop, exit ------------------------------------------------------------------


@rule("rhine", "10.4", "10.1")
def test_a_unit_that_cannot_come_along() -> None:
    at = "US1=2016N US9=2016N US30=2416N 9SS=2005N"
    match = moving("allied", at, SLOW).play("select US1", "also US9")
    because(match, "also US1", "10.4", "US1 is already selected")
    because(match, "also US9", "10.4", "US9 is already selected")
    because(match, "also 9SS", "10.1", "9SS is an enemy unit")
    because(match, "also US28", "10.4", "US28 is not on the map")
    because(match, "also US30", "10.4", "US30 did not begin the phase in the same hex")
    because(match.play("move 2015N"), "also US9", "10.4", "before it moves")


@rule("rhine", "10.4", "10.5")
def test_a_unit_of_the_parent_stack_left_behind_is_elsewhere() -> None:
    match = moving("allied", "US1=2016N US9=2016N", SLOW).play("select US1", "move 2015N", "stop", "select US9")
    because(match, "also US1", "10.4", "US1 is not in 2016N with the others")


@rule("rhine", "10.4", "10.12")
def test_a_unit_that_cannot_follow_the_others() -> None:
    scheldt = {**around(HERE, "all-sea", NEXT), f"{NEXT}-{HERE}": "estuary"}
    match = moving("allied", f"BC4Co={HERE} BC43={HERE}", SLOW, sides=scheldt).play("select BC4Co")
    because(match, "also BC43", "10.4", f"BC43 and BC4Co cannot enter any hex next to {HERE} together")


@rule("rhine", "10.4", "6.2")
def test_a_unit_without_room_next_to_the_others() -> None:
    full = f"US30={NEXT} US35={NEXT} US28={NEXT}"
    match = moving("allied", f"US1={HERE} US9={HERE} {full}", SLOW, sides=TWO).play("select US1")
    because(match, "also US9", "6.2", "no hex that US9 and US1 can reach together has room for all of them")
    assert offered(match, f"move {NEXT}")


@rule("rhine", "10.5", "10.2")
def test_what_may_be_left_behind_and_when() -> None:
    match = moving("allied", "US1=2016N US9=2016N US30=2016N", SLOW).play("select US1", "also US9")
    because(match, "stop", "10.2", "the selected units have not moved yet")
    because(match, "drop US9", "10.5", "the stack has not moved yet")
    match.play("move 2015N")
    because(match, "drop US30", "10.5", "US30 is not in the moving stack")
    because(match.play("drop US9"), "drop US1", "10.5", "only one unit is selected")


@rule("rhine", "6.2", "6.2a")
def test_a_stack_does_not_pause_where_it_may_not_stack() -> None:
    match = moving("allied", "US1=2016N US9=2016N", SLOW).play("select US1", "also US9", "move 2015N")
    text = match.position().replace("at ", "at BC43=2015N ")
    crowded = table(text.removeprefix("game rhine\n").strip(), bare=True)
    because(crowded, "stop", "6.2", "may not stack here")
    because(crowded, "drop US9", "6.2", "may not stack here")


@rule("rhine", "4.2", "4.4")
def test_why_units_do_not_leave_the_map() -> None:
    match = moving("allied", "US2A=2005N US1=2005N", SLOW).play("select US2A", "also US1")
    because(match, "exit", "4.2", "US2A, US1: not on the east edge of the map")
    because(match.play("move 2000N"), "exit", "4.2", "US2A, US1: not enough Movement Points left")
    early = moving("german", "9SS=2016N", turn=3).play("select 9SS")
    because(early, "exit", "4.4", "before Turn 4")
    late = moving("german", "9SS=2010N", NO_GERMAN_SUPPLY, turn=5).play("select 9SS")
    because(late, "exit", "4.4", "9SS: not on the west edge of the map")
