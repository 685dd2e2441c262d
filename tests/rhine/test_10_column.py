"""Clauses 10.19 and 10.20: column movement, and Patton's right to it."""

from __future__ import annotations

import pytest

from tests.kit import control, fight, intact, left, move, offered, offers, refused, settle, status, supply, take, where
from tests.rhine.helpers_battle import combat
from tests.rhine.sheet import NO_ALLIED_SUPPLY, NO_GERMAN_SUPPLY, TARGET, around
from tests.rhine.table import moving
from tests.rules import rule

#: Antwerp is open: every Allied unit has full supply, Americans go where they like.
FULL = "antwerp 1"
START = "2016N"

# -- 10.19: twice the movement factor ---------------------------------------------------------------


@rule("rhine", "10.19", "10.19a")
@pytest.mark.parametrize(
    ("side", "unit", "points"),
    [("allied", "US1", 20), ("allied", "US2A", 26), ("german", "9SS", 20), ("german", "183VG", 12)],
)
def test_far_from_the_enemy_a_unit_has_twice_its_factor(side: str, unit: str, points: int) -> None:
    assert left(moving(side, f"{unit}={START}", FULL), unit) == points


@rule("rhine", "10.19", "10.19a")
def test_a_british_unit_doubles_in_its_own_sector() -> None:
    match = moving("allied", "BC43=1117N")  # full supply in the north; nine doubled
    assert supply(match, "BC43") == "full"
    assert {"2817N", "2413N"} <= take(match, "BC43")


@rule("rhine", "10.19", "10.19b")
@pytest.mark.parametrize(("side", "unit"), [("allied", "US1"), ("german", "9SS")])
def test_who_starts_in_an_enemy_zone_does_not_double(side: str, unit: str) -> None:
    at = "US1=2012N 9SS=2011N"
    match = moving(side, at, FULL)
    assert left(match, unit) == 10
    # Nor with a friend in the same zone.
    friend = "US9=2012N" if side == "allied" else "10SS=2011N"
    assert left(moving(side, f"{at} {friend}", FULL), unit) == 10


@rule("rhine", "10.19", "10.19c")
@pytest.mark.parametrize(("side", "unit", "enemy"), [("allied", "US1", "9SS"), ("german", "9SS", "US1")])
def test_a_doubled_move_never_enters_an_enemy_zone(side: str, unit: str, enemy: str) -> None:
    match = moving(side, f"{unit}={START} {enemy}=2002N", FULL).play(f"select {unit}")
    assert offered(match, "move 2004N")  # twelve hexes
    refused(match, "move 2003N", "10.19")  # thirteen, next to the enemy
    match.play("move 2004N")
    refused(match, "move 2003N", "10.19")
    assert offered(match, "move 1904N")


@rule("rhine", "10.19", "10.19c")
def test_within_its_own_factor_a_unit_enters_an_enemy_zone_and_stops() -> None:
    match = moving("allied", f"US1={START} 9SS=2005N", FULL).play("select US1")
    assert offered(match, "move 2006N")  # ten hexes
    match.play("move 2006N")
    assert where(match, "US1") == "2006N"
    refused(match, "select US1", "7.3", "10.2")
    # One hex farther it would have to double.
    far = moving("allied", f"US1={START} 9SS=2004N", FULL).play("select US1")
    refused(far, "move 2005N", "10.19")
    # Points spent on another way count too.
    match = moving("allied", f"US1={START} 9SS=2005N", FULL).play("select US1", "move 1816N", "move 2014N")
    assert left(match, "US1") == 15
    refused(match, "move 2006N", "10.19")


@rule("rhine", "10.19", "10.19d")
def test_a_friend_in_an_enemy_zone_does_not_open_it_for_columns() -> None:
    match = moving("allied", f"US1={START} US9=2003N 9SS=2002N", FULL).play("select US1")
    refused(match, "move 2003N", "10.19")
    free = moving("allied", f"US1={START} US9=2003N", FULL).play("select US1")
    assert offered(free, "move 2003N")


@rule("rhine", "10.19", "10.19e")
@pytest.mark.parametrize(
    ("more", "features", "state"),
    [
        ("sector 2", {}, "attenuated"),
        (NO_ALLIED_SUPPLY, {}, "none"),
        (NO_ALLIED_SUPPLY, {START: "coast"}, "coastal"),
        (f"{NO_ALLIED_SUPPLY}\naerial {START}\naerial_used 1", {}, "aerial"),
    ],
)
def test_only_full_overland_supply_allows_it(more: str, features: dict[str, str], state: str) -> None:
    match = moving("allied", f"US1={START}", more, features=features)
    assert supply(match, "US1") == state
    assert left(match, "US1") == 5  # ten halved, and not doubled


@rule("rhine", "10.19", "10.19e")
def test_a_german_unit_without_supply_does_not_double() -> None:
    match = moving("german", f"9SS={START}", NO_GERMAN_SUPPLY)
    assert supply(match, "9SS", "german") == "none"
    assert left(match, "9SS") == 5


@rule("rhine", "10.19", "10.19f")
@pytest.mark.parametrize("turn", [1, 2, 9])
def test_allied_columns_never_enter_the_intact_west_wall(turn: int) -> None:
    wall = {"features": {"2003N": "westwall"}}
    match = moving("allied", f"US1={START}", FULL, turn=turn, **wall).play("select US1")
    refused(match, "move 2003N", "10.19")  # thirteen hexes, empty
    assert offered(match, "move 2002N")  # beyond it
    cleared = moving("allied", f"US1={START}", f"{FULL}\ncleared 2003N", turn=turn, **wall).play("select US1")
    assert offered(cleared, "move 2003N")


@rule("rhine", "10.19", "10.19f")
def test_a_move_through_the_intact_west_wall_is_not_column_movement() -> None:
    """Five hexes to the wall: there are five points left of ten, not fifteen of twenty."""
    wall = {"features": {"2011N": "westwall"}}
    match = moving("allied", f"US1={START}", FULL, **wall).play("select US1", "move 2011N")
    assert left(match, "US1") == 5
    dry = moving("allied", f"US1={START}", FULL).play("select US1", "move 2011N")
    assert left(dry, "US1") == 15


@rule("rhine", "10.19", "10.19g")
def test_allied_units_enter_the_empty_west_wall_in_an_ordinary_move() -> None:
    match = moving("allied", f"US1={START}", FULL, features={"2006N": "westwall"})
    assert intact(match, "2006N")
    move(match, "US1", "2006N")  # ten hexes
    assert where(match, "US1") == "2006N"
    assert not intact(match, "2006N")
    assert control(match, "2006N") == "allied"


@rule("rhine", "10.19", "10.19h")
def test_german_columns_go_through_the_west_wall() -> None:
    wall = {"features": {f"20{place:02d}N": "westwall" for place in range(18)}}
    match = moving("german", f"183VG={START}", **wall).play("select 183VG", "move 2010N")
    assert left(match, "183VG") == 6
    match.play("move 2004N")
    assert where(match, "183VG") == "2004N"


@rule("rhine", "10.19", "10.19i")
@pytest.mark.parametrize(("side", "unit", "crossing"), [("allied", "US1", 4), ("german", "9SS", 3)])
def test_columns_pay_for_the_ground_like_anybody(side: str, unit: str, crossing: int) -> None:
    match = moving(side, f"{unit}=2011N", FULL, terrain={TARGET: "rough"}).play(f"select {unit}", f"move {TARGET}")
    assert left(match, unit) == 18
    sides = around(TARGET, "rhine", "2009N")
    match = moving(side, f"{unit}=2014N", FULL, terrain={TARGET: "rough"}, sides=sides)
    match.play(f"select {unit}", "move 2011N")
    match.play(f"move {TARGET}")  # over the Rhine: the way round to the open hexside is longer
    assert left(match, unit) == 17 - crossing


@rule("rhine", "10.19", "10.19j")
def test_a_column_may_leave_the_map() -> None:
    match = moving("allied", "US2A=2014N", FULL)  # 13 points, 26 doubled
    match.play("select US2A", "move 2000N", "exit")  # 14 hexes and one point
    assert match.over
    assert match.result is not None
    assert (match.result.winner, match.result.level) == ("allied", "Sudden Death")


@rule("rhine", "10.19", "10.19j")
def test_a_german_column_may_leave_the_map() -> None:
    match = moving("german", "183VG=2006N", turn=4).play("select 183VG", "move 2017N")  # eleven of twelve
    match.play("exit")
    assert match.over
    assert match.result is not None
    assert match.result.winner == "german"
    # From one hex farther the last point is gone.
    short = moving("german", "183VG=2005N", turn=4).play("select 183VG", "move 2017N")
    refused(short, "exit")


@rule("rhine", "10.19", "10.19k")
def test_a_column_of_several_goes_as_far_as_the_slowest() -> None:
    both = moving("allied", f"US2A={START} US1={START}", FULL).play("select US2A", "also US1")
    assert left(both, "US2A") == 20
    both = moving("german", f"9SS={START} 183VG={START}").play("select 9SS", "also 183VG")
    assert left(both, "9SS") == 12


@rule("rhine", "10.19", "10.19k")
def test_every_unit_of_a_column_must_qualify() -> None:
    """An SW division may double from an enemy zone, its companion may not."""
    at = "US4A=2012N US1=2012N 9SS=2011N"
    assert left(moving("allied", at, FULL, turn=4), "US4A") == 26
    both = moving("allied", at, FULL, turn=4).play("select US4A", "also US1")
    assert left(both, "US4A") == 10


@rule("rhine", "10.19", "10.19l")
@pytest.mark.parametrize(("kind", "points"), [("estuary", 20), ("all-sea", 20), ("river", 10), ("rhine", 10)])
def test_an_enemy_behind_the_sea_does_not_disturb_a_column(kind: str, points: int) -> None:
    """Without the hexsides the unit starts in his zone."""
    match = moving("allied", f"US1=2011N 9SS={TARGET}", FULL, sides=around(TARGET, kind))
    assert left(match, "US1") == points


@rule("rhine", "10.19", "10.19l")
def test_a_column_passes_an_enemy_behind_an_estuary() -> None:
    at = f"US1={START} 9SS=2002N"
    match = moving("allied", at, FULL, sides=around("2002N", "estuary")).play("select US1", "move 2003N")
    assert where(match, "US1") == "2003N"
    assert offered(match, "move 1902N")


@rule("rhine", "10.19", "10.19m")
def test_after_column_movement_there_is_no_enemy_to_attack() -> None:
    match = move(moving("allied", f"US1={START} 9SS=2002N", FULL), "US1", "2004N")  # twelve hexes
    match.play("done")
    assert status(match)["phase"] == "allied combat"
    assert offers(match, "attack") == set()


@rule("rhine", "10.19", "10.19m", "11.15d")
def test_a_commando_attacks_over_an_estuary_after_a_column_move() -> None:
    at = "BC4Co=2015N 280SG=2004N"
    match = moving("allied", at, turn=5, sides=around("2004N", "estuary"))
    move(match, "BC4Co", "2005N")  # ten hexes, with nine points doubled
    match.play("done")
    assert offers(match, "attack") == {"2004N"}
    match.play("attack 2004N", "with BC4Co")
    assert offered(match, "resolve")


@rule("rhine", "10.19", "10.19n")
def test_who_has_won_his_battle_first_may_double_afterwards() -> None:
    match = combat("US2A=2012N 280SG=2011N", more=FULL)
    settle(fight(match, "2011N", "US2A"))  # 9:1, the defender is gone
    assert where(match, "280SG") == "eliminated"
    match.play("done")
    assert status(match)["phase"] == "allied movement"
    assert left(match, "US2A") == 26


@rule("rhine", "10.19", "10.19n")
def test_who_still_faces_an_enemy_after_his_battle_may_not_double() -> None:
    match = combat("US2A=2012N 280SG=2011N 9SS=1912N", more=FULL)
    settle(fight(match, "2011N", "US2A")).play("done")
    assert left(match, "US2A") == 13


@rule("rhine", "10.19")
def test_germans_have_no_columns_on_turn_1() -> None:
    assert left(moving("german", f"9SS={START}", turn=1), "9SS") == 10
    assert left(moving("allied", f"US1={START}", FULL, turn=1), "US1") == 20


# -- 10.20: Patton ----------------------------------------------------------------------------------

FACING = "2012N"


@rule("rhine", "10.20", "10.20a")
@pytest.mark.parametrize("turn", [1, 4, 6])
@pytest.mark.parametrize(("unit", "points"), [("US5", 20), ("US4A", 26), ("US2C", 26)])
def test_sw_units_double_from_an_enemy_zone_in_1944(turn: int, unit: str, points: int) -> None:
    match = moving("allied", f"{unit}={FACING} 9SS=2011N", FULL, turn=turn)
    assert left(match, unit) == points


@rule("rhine", "10.20", "10.20a", "10.20d")
@pytest.mark.parametrize(("turn", "points"), [(7, 20), (8, 10), (9, 10)])
def test_the_right_ends_with_1944(turn: int, points: int) -> None:
    match = moving("allied", f"US5={FACING} 9SS=2011N", f"{FULL}\nwatch 2", turn=turn)
    assert left(match, "US5") == points


@rule("rhine", "10.20", "10.20a")
def test_sw_units_double_in_a_fully_supplied_south() -> None:
    match = moving("allied", "US5=2416S 9SS=2415S", "sector 2", turn=4)
    assert supply(match, "US5") == "full"
    assert left(match, "US5") > 10


@rule("rhine", "10.20", "10.20b")
def test_sw_units_do_not_double_into_an_enemy_zone() -> None:
    match = moving("allied", f"US5={FACING} 9SS=2112N 10SS=2000N", FULL, turn=4).play("select US5")
    refused(match, "move 2001N", "10.19", "10.20")  # eleven hexes, next to the enemy
    assert offered(match, "move 2002N")
    # Within its own factor it moves from zone to zone like anybody.
    near = moving("allied", f"US5={FACING} 9SS=2112N 10SS=2004N", FULL, turn=4).play("select US5")
    assert offered(near, "move 2005N")


@rule("rhine", "10.20", "10.20c")
def test_sw_units_need_full_supply_for_it() -> None:
    match = moving("allied", "US5=2012S 9SS=2011S", "sector 1", turn=4)
    assert supply(match, "US5") == "attenuated"
    assert left(match, "US5") == 5


@rule("rhine", "10.20", "10.20e")
@pytest.mark.parametrize(
    ("unit", "points"), [("US1", 10), ("US3", 10), ("US14A", 13), ("BC43", 9), ("F2A", 12), ("US82AB", 8)]
)
def test_other_units_do_not_have_this_right(unit: str, points: int) -> None:
    """North, south, Commonwealth, the French 2nd Armored and airborne divisions."""
    match = moving("allied", f"{unit}={FACING} 9SS=2011N", FULL, turn=4)
    assert left(match, unit) == points


@rule("rhine", "10.20", "10.20e")
def test_the_french_do_not_have_this_right() -> None:
    match = moving("allied", "F3ALG=2012S 9SS=2011S", FULL, turn=4)
    assert left(match, "F3ALG") == 9


@rule("rhine", "10.20")
def test_german_units_do_not_have_this_right() -> None:
    assert left(moving("german", f"US5={FACING} 9SS=2011N", turn=4), "9SS") == 10
