"""Clauses 12.3, 12.4 and 12.9: drop hexes, battles for them, zones and size of a corps."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import Match
from tests.kit import announce, control, field, intact, move, now, offered, offers, reach, refused, supply, where
from tests.rhine.helpers_arrivals import AT_2010, BOX, MADE, airborne, drop, rolled_result, take_losses
from tests.rhine.helpers_course import steps, until
from tests.rhine.sheet import NORTH, SOUTH, distance, near
from tests.rhine.table import table
from tests.rules import rule

HEX = "2010N"
MADE18 = "made18 US82AB US101AB\ndropped 1"
A18 = ("AAA18",)
BOTH = ("AAA1", "AAA18")
#: The three hexes around 2010N that are nearer to the east edge.
HOMEWARD = {"2009N", "1909N", "2109N"}


def ready(corps: str = "AAA18", units: str = "", **ground: Any) -> Match:
    """A corps with its units named, about to choose its hex."""
    match = airborne(units, **ground).play(f"select {corps}")
    return match.play(*(f"with {unit}" for unit in MADE[corps]))


def battle(units: str, corps: tuple[str, ...] = A18, **ground: Any) -> Match:
    """Corps dropped on 2010N; the dice wait."""
    match = airborne(units, **ground)
    for unit in corps:
        drop(match, unit, HEX)
    return match.play("done")


def result(roll: int, units: str, corps: tuple[str, ...] = A18, **ground: Any) -> str:
    """The result of the first round of such a battle.

    A 4 tells the columns apart: AL1, AS, BB, DR and DE from 1:2 to 4:1.
    """
    enemies = tuple(word.split("=")[0] for word in units.split() if word.endswith(f"={HEX}"))
    return rolled_result(battle(units, corps, **ground), roll, corps, enemies)


# -- 12.3: the drop hexes --------------------------------------------------------------------


@rule("rhine", "12.3", "12.3a")
def test_corps_drop_on_clear_hexes_and_towns() -> None:
    ground: dict[str, Any] = {
        "terrain": {"1909N": "rough", "1910N": "polder"},
        "features": {"2009N": "city", "2011N": "ruhr", "2109N": "town", "2110N": "town;highway"},
    }
    match = ready(**ground)
    for label in ("1909N", "1910N", "2009N", "2011N"):
        refused(match, f"land {label}", "12.3")
    assert {HEX, "2109N", "2110N"} <= offers(match, "land")


@rule("rhine", "12.3a")
def test_towns_on_the_highway_are_drop_hexes_but_polder_is_not() -> None:
    match = ready(bare=False, more="sector 1")
    refused(match, "land 1606N", "12.3")
    assert {"1706N", "1503N", "1402N"} <= offers(match, "land")


@rule("rhine", "12.3", "12.3b")
def test_a_drop_hex_may_hold_the_enemy_and_lie_in_his_zone() -> None:
    match = ready(units=f"59ID={HEX}")
    assert {HEX, *near(HEX)} <= offers(match, "land")
    match.play(f"land {HEX}", "done")
    # While they fight, the corps may be shown in a box of its own.
    assert where(match, "AAA18") in (HEX, "landing")
    assert (where(match, "59ID"), match.side) == (HEX, "dice")


@rule("rhine", "12.3", "12.3c")
@pytest.mark.parametrize(("first", "second"), [("AAA18", "AAA1"), ("AAA1", "AAA18")])
def test_two_drop_hexes_are_at_most_six_hexes_apart(first: str, second: str) -> None:
    match = drop(airborne(), first, HEX)
    match.play(f"select {second}", *(f"with {unit}" for unit in MADE[second]))
    assert offers(match, "land") == {label for label in NORTH if distance(label, HEX) <= 6}
    refused(match, "land 2003N", "12.3")
    refused(match, "land 2710N", "12.3")
    match.play("land 2004N", "done")
    assert (where(match, first), where(match, second)) == (HEX, "2004N")


@rule("rhine", "12.3", "12.3d", "12.3e")
def test_both_corps_may_drop_in_one_hex_and_one_may_drop_alone() -> None:
    match = drop(drop(airborne(), "AAA18", HEX), "AAA1", HEX).play("done")
    assert (where(match, "AAA18"), where(match, "AAA1")) == (HEX, HEX)
    for alone, other in (("AAA18", "AAA1"), ("AAA1", "AAA18")):
        match = drop(airborne(), alone, HEX).play("done")
        assert (where(match, alone), where(match, other)) == (HEX, "airborne")


@rule("rhine", "12.3", "12.3f")
def test_when_antwerp_is_open_corps_drop_anywhere() -> None:
    found = offers(ready(more="antwerp 1"), "land")
    assert found >= NORTH | SOUTH
    match = drop(airborne(more="antwerp 1"), "AAA18", "2005S").play("done")
    assert where(match, "AAA18") == "2005S"
    refused(ready(more="sector 1"), "land 2005S", "12.3", "9.5")


@rule("rhine", "12.3", "12.3g")
def test_drops_are_made_in_their_own_phase_only() -> None:
    for phase in ("reinforcement", "movement", "combat", "movement second", "combat second"):
        match = table(f"turn 3\nphase allied {phase}\nat {BOX} US1=2011N 59ID={HEX}\nsector 1", bare=True)
        refused(match, "select AAA18")
        refused(match, f"land {HEX}")
    match = table(f"turn 3\nphase allied declaration\nat {BOX} US1=2015N BC43=due\ndue_turn BC43=3", bare=True)
    match.play("order fight-move", "full north")
    assert now(match) == (3, "allied airborne")
    match.play("done")
    assert now(match) == (3, "allied reinforcement")


@rule("rhine", "12.3", "12.3h")
def test_a_drop_takes_an_empty_hex_at_once() -> None:
    match = airborne("59ID=2005N")
    assert control(match, HEX) == "german"
    drop(match, "AAA18", HEX).play("done")
    assert (control(match, HEX), control(match, "2009N")) == ("allied", "german")


@rule("rhine", "12.3", "12.3i")
def test_corps_may_drop_on_the_west_wall() -> None:
    wall = {HEX: "westwall"}
    match = drop(airborne(features=wall), "AAA18", HEX)
    assert intact(match, HEX)
    match.play("done")
    assert (control(match, HEX), intact(match, HEX)) == ("allied", False)
    # 10 to 3 becomes 2:1, where a 2 is AS (at 3:1 it would be DR), and a DR is a bloodbath.
    assert result(2, f"59ID={HEX}", features=wall) == "AS"
    assert result(5, f"59ID={HEX}", features=wall) == "BB"
    # Without the wall, or on turn 1, it is 3:1 and a DR.
    assert result(2, f"59ID={HEX}") == "DR"
    assert result(2, f"59ID={HEX}", features=wall, turn=1) == "DR"


@rule("rhine", "12.3", "12.3j")
@pytest.mark.parametrize(
    ("units", "sector", "open_"),
    [
        (f"US1={HEX}", 1, True),
        (f"BC50={HEX}", 1, True),
        (f"US1={HEX} US4={HEX}", 1, True),
        (f"US1={HEX} US4={HEX} US4C={HEX}", 1, False),
        (f"US1={HEX} US4={HEX} US9={HEX}", 1, False),
        ("US5=2010S", 2, True),
        ("F1MR=2010S", 2, False),
    ],
)
def test_a_corps_may_drop_on_friends_with_whom_it_may_stack(units: str, sector: int, open_: bool) -> None:
    label = HEX if sector == 1 else "2010S"
    match = ready(units=units, more=f"sector {sector}")
    assert offered(match, f"land {label}") == open_
    if open_:
        assert where(match.play(f"land {label}", "done"), "AAA18") == label
    else:
        refused(match, f"land {label}", "12.3", "6.2", "6.3", "6.4", "6.5")


@rule("rhine", "12.3d", "12.3j")
def test_two_corps_leave_no_room_for_anybody_else() -> None:
    match = drop(airborne(f"US4C={HEX}"), "AAA18", HEX).play("select AAA1", "with BC1AB", "with BC1PAB")
    refused(match, f"land {HEX}", "12.3", "6.2", "6.3", "6.4", "6.5")


# -- 12.4: the odds --------------------------------------------------------------------------


@rule("rhine", "12.4", "12.4a", "12.4n")
@pytest.mark.parametrize(
    ("corps", "enemies", "word"),
    [
        (("AAA18",), "1SS 12SS", "AL1"),  # 10 to 12
        (("AAA18",), "1SS", "AS"),  # 10 to 6
        (("AAA18",), "9SS", "BB"),  # 10 to 4
        (("AAA18",), "3PG", "BB"),  # 10 to 5; half of it would be 1:1
        (("AAA18",), "59ID", "DR"),  # 10 to 3
        (("AAA18",), "105PB", "DE"),  # 10 to 2
        (("AAA1",), "9SS", "BB"),  # 8 to 4
        (("AAA1",), "59ID", "BB"),  # 8 to 3
        (("AAA1",), "3PG", "AS"),  # 8 to 5
    ],
)
def test_a_corps_attacks_with_its_defense_factor(corps: tuple[str, ...], enemies: str, word: str) -> None:
    units = " ".join(f"{unit}={HEX}" for unit in enemies.split())
    assert result(4, units, corps) == word


@rule("rhine", "12.4", "12.4b")
def test_two_corps_in_one_hex_fight_together() -> None:
    assert result(4, f"1SS={HEX}", BOTH) == "DR"  # 18 to 6
    assert result(4, f"1SS={HEX}", ("AAA1",)) == "AS"
    assert result(4, f"1SS={HEX} 3PG={HEX}", BOTH) == "AS"  # 18 to 11


@rule("rhine", "12.4", "12.4c")
def test_the_terrain_of_the_hex_counts_but_no_river() -> None:
    assert result(4, f"59ID={HEX}") == "DR"
    assert result(4, f"59ID={HEX}", features={HEX: "town"}) == "BB"
    for kind in ("river", "rhine"):
        assert result(4, f"59ID={HEX}", sides={f"{HEX}-{label}": kind for label in near(HEX)}) == "DR"


@rule("rhine", "12.4", "12.4d", "12.4h")
def test_troops_around_neither_help_nor_make_the_attack_concentric() -> None:
    # 10 to 4 is 2:1: a bloodbath. At 3:1 it would be a DR, and nowhere to go.
    around = "US1=2009N US4=2011N US9=1909N US28=2110N"
    assert result(4, f"9SS={HEX} {around}") == "BB"
    match = airborne(f"9SS={HEX} {around}").play("select AAA18", "with US82AB", "with US101AB")
    refused(match, "with US1", "12.2", "12.4")
    match.play(f"land {HEX}")
    refused(match, "with US1")
    refused(match, "bombers")


@rule("rhine", "12.4p")
def test_the_shifts_of_german_attacks_do_not_touch_a_drop() -> None:
    assert result(4, f"59ID={HEX}", turn=1) == "DR"
    assert result(4, f"59ID={HEX}", turn=7, more="antwerp 1\nwatch 1") == "DR"


# -- 12.4: rounds ----------------------------------------------------------------------------


@rule("rhine", "12.4", "12.4e")
def test_the_odds_are_computed_for_each_round() -> None:
    match = battle(f"3PG={HEX}")
    assert rolled_result(match, 4, A18, ("3PG",)) == "BB"  # 10 to 5
    assert (steps(match, "AAA18"), steps(match, "3PG"), match.side) == (1, 1, "dice")
    assert rolled_result(match, 4, A18, ("3PG",)) == "AS"  # 5 to 3; at 2:1 it would be a bloodbath
    assert match.side == "dice"


@rule("rhine", "12.4", "12.4f", "12.4i")
def test_the_battle_goes_on_until_it_is_decided() -> None:
    match = battle(f"9SS={HEX} US1=2015N")
    for _ in range(5):
        assert rolled_result(match, 2, A18, ("9SS",)) == "AS"
        assert (now(match), match.side) == ((3, "allied airborne"), "dice")
        refused(match, "done")
    assert rolled_result(match, 6, A18, ("9SS",)) == "DE"
    match.play("to 2009N")
    assert (where(match, "9SS"), steps(match, "9SS"), where(match, "AAA18")) == ("2009N", 1, HEX)
    assert (now(match)[1], control(match, HEX)) == ("allied reinforcement", "allied")


@rule("rhine", "12.4", "12.4f")
def test_the_battle_ends_when_the_corps_is_gone() -> None:
    match = battle(f"1SS={HEX} US1=2015N")
    assert rolled_result(match, 1, A18, ("1SS",)) == "AL1"
    assert (steps(match, "AAA18"), match.side) == (1, "dice")
    assert rolled_result(match, 1, A18, ("1SS",)) == "AL1"
    assert (where(match, "AAA18"), where(match, "1SS"), control(match, HEX)) == ("removed", HEX, "german")
    assert now(match)[1] == "allied reinforcement"


@rule("rhine", "12.4", "12.4g", "12.4m")
@pytest.mark.parametrize(
    ("others", "open_"),
    [
        ("", HOMEWARD),  # the zone of the corps does not count
        ("US1=2008N", {"1909N", "2109N"}),  # the zones of other units do
        ("US1=1908N US4=2108N", {"1910N", "2110N"}),
    ],
)
def test_the_defenders_may_slip_away(others: str, open_: set[str]) -> None:
    match = battle(f"59ID={HEX} {others}").play("roll 4")
    assert (match.side, offers(match, "to")) == ("german", open_)
    to = min(open_)
    match.play(f"to {to}")
    assert (where(match, "59ID"), steps(match, "59ID"), where(match, "AAA18")) == (to, 2, HEX)
    assert (control(match, HEX), now(match)[1]) == ("allied", "allied reinforcement")


@rule("rhine", "12.4m")
def test_surrounded_defenders_are_eliminated() -> None:
    match = battle(f"59ID={HEX} US1=2009N US4=2011N").play("roll 4")
    assert (where(match, "59ID"), where(match, "AAA18")) == ("eliminated", HEX)


@rule("rhine", "12.4", "12.4j")
def test_a_drop_that_fails_changes_neither_control_nor_the_wall() -> None:
    match = battle(f"1SS={HEX} 12SS={HEX}", BOTH, features={HEX: "westwall"})
    assert (control(match, HEX), intact(match, HEX)) == ("german", True)
    for _ in range(4):  # 18 to 12 and one column left is 1:2, later less than that, without a roll
        if match.side == "dice":
            match.play("roll 1")
        take_losses(match)
    assert {where(match, unit) for unit in BOTH} == {"removed"}
    assert (control(match, HEX), intact(match, HEX)) == ("german", True)


@rule("rhine", "12.4", "12.4k")
def test_al1_costs_the_corps_a_step_and_one_of_its_units_too() -> None:
    match = battle(f"1SS={HEX}").play("roll 1")
    assert offers(match, "lose") == {"US82AB", "US101AB"}
    match.play("lose US101AB")
    assert [steps(match, unit) for unit in ("AAA18", "US101AB", "US82AB", "1SS")] == [1, 1, 2, 2]


@rule("rhine", "12.4", "12.4l")
def test_defenders_that_slipped_away_may_be_attacked_in_the_same_turn() -> None:
    match = table(f"turn 3\nphase allied declaration\nat {BOX} US1=2013N 59ID={HEX}", bare=True)
    match.play("order move-fight", "full north")
    drop(match, "AAA18", HEX).play("done", "roll 4", "to 2009N")
    until(match, 3, "allied movement")
    move(match, "US1", HEX)
    until(match, 3, "allied combat")
    announce(match, "2009N", "US1")
    assert offered(match, "resolve")
    refused(match, "with AAA18")


@rule("rhine", "12.4", "12.4o")
def test_a_bloodbath_may_be_carried_on() -> None:
    match = battle(f"3PG={HEX} 9SS={HEX}", BOTH).play("roll 4")  # 18 to 9
    take_losses(match, "AAA18", "US82AB", "3PG")
    assert (steps(match, "AAA18"), steps(match, "AAA1"), steps(match, "3PG")) == (1, 2, 1)
    assert (match.side, offered(match, "pass"), offers(match, "lose")) == ("allied", True, {"AAA1"})
    take_losses(match.play("lose AAA1"), "BC1AB")
    assert (match.side, offered(match, "yield"), offers(match, "lose")) == ("german", True, {"9SS"})
    match.play("yield")
    assert offers(match, "to") == HOMEWARD
    match.play("to 2109N")
    assert (where(match, "3PG"), where(match, "9SS"), control(match, HEX)) == ("2109N", "2109N", "allied")
    assert set(field(match, "made18")) == {"US82AB", "US101AB"}


@rule("rhine", "12.4e", "12.4o")
def test_a_lone_corps_cannot_carry_on_with_its_last_step() -> None:
    match = battle(f"9SS={HEX}").play("roll 4")
    take_losses(match, "US82AB")
    assert match.side == "dice"  # the next round


@rule("rhine", "12.4", "12.4f")
def test_each_defended_hex_is_fought_for_in_turn() -> None:
    match = airborne(f"59ID={HEX} 64ID=2013N")
    drop(drop(match, "AAA18", HEX), "AAA1", "2013N").play("done")
    for _ in range(6):
        if match.side == "dice":
            match.play("roll 6")
        if match.side == "german" and offers(match, "to"):
            match.play(f"to {min(offers(match, 'to'))}")
    assert (where(match, "AAA18"), where(match, "AAA1")) == (HEX, "2013N")
    assert (control(match, HEX), control(match, "2013N")) == ("allied", "allied")
    assert HEX not in (where(match, "59ID"), where(match, "64ID"))


# -- 12.9 ------------------------------------------------------------------------------------


@rule("rhine", "12.9", "12.9a")
def test_a_corps_has_a_zone_of_control() -> None:
    text = f"turn 1\nphase german movement\nat {AT_2010} 12VG=2006N\n{MADE18}"
    match = table(text, bare=True).play("select 12VG", "move 2009N")
    refused(match, "move 2109N")
    refused(match, "select 12VG")
    match = table(f"turn 1\nphase german movement\nat {BOX} 12VG=2006N", bare=True).play("select 12VG", "move 2009N")
    assert {HEX, "2109N"} <= offers(match, "move")


@rule("rhine", "12.9", "12.9c")
def test_a_corps_cuts_supply_lines() -> None:
    match = airborne("59ID=2010N US1=2011N")
    assert supply(match, "59ID") != "none"
    drop(match, "AAA18", "2009N").play("done")
    assert supply(match, "59ID") == "none"
    until(match, 4, "allied declaration")
    assert where(match, "59ID") == "eliminated"


@rule("rhine", "12.9")
def test_a_corps_counts_two_divisions() -> None:
    text = f"turn 3\nphase allied movement\nat {AT_2010} US4={HEX} US9={HEX} US1=2013N US4C=2113N\nsector 1\n{MADE18}"
    match = table(text, bare=True)
    for unit in ("US1", "US4C"):
        assert HEX not in reach(match, unit)
    match = table(text.replace(f" US9={HEX}", ""), bare=True)
    for unit in ("US1", "US4C"):
        assert HEX in reach(match, unit)
